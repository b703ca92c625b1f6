//! Reads the text of a look, and reports everything in it that means nothing, with its place.

use std::collections::BTreeMap;
use std::ops::Range;

use dagaz_record::matching::distance;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::board::Board;
use crate::catalog::Problem;
use crate::look::{
    Colour, CountLook, CountSign, Look, LookKind, LookLabels, LookLevels, PieceLook, PlayerLook, ZoneLook, ZoneSign,
};

/// The name of the file in the folder of the rules.
pub const FILE: &str = "look.toml";

/// Bytes of a text that is read.
const BYTES_MAX: usize = 64 << 10;

/// Letters of a name or glyph.
const NAME_MAX: usize = 40;

/// Sites that one list may name.
const SITES_MAX: usize = 4_096;

/// The code of all problems of looks.
const CODE: &str = "look";

/// Returns the look that a text describes for a game with this board, and what is wrong with the
/// text. What is wrong is left out.
pub fn read(text: &str, board: &Board) -> (Look, Vec<Problem>) {
    let mut reader = Reader { text, board, problems: Vec::new() };
    if text.len() > BYTES_MAX {
        reader.report(0..0, format!("a look has at most {} KiB", BYTES_MAX >> 10), None);
        return (Look::default(), reader.problems);
    }
    let look = match DeTable::parse(text) {
        Ok(table) => reader.look(table.get_ref()),
        Err(error) => {
            let say = error.message().lines().next().unwrap_or_default().to_string();
            reader.report(error.span().unwrap_or(0..0), say, None);
            Look::default()
        }
    };
    (look, reader.problems)
}

type Table<'a> = DeTable<'a>;
type Value<'a> = Spanned<DeValue<'a>>;

struct Reader<'t> {
    text: &'t str,
    board: &'t Board,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn look(&mut self, table: &Table) -> Look {
        let mut look = Look::default();
        let sections = ["board", "names", "covers", "pieces", "players", "zones", "counts"];
        for (key, value) in table {
            if !self.is_known("table", key, &sections) {
                continue;
            }
            let Some(inner) = self.table(key.get_ref(), value) else { continue };
            match key.get_ref().as_ref() {
                "board" => self.board(inner, &mut look),
                "names" => look.names.extend(self.names(inner)),
                "covers" => look.covers = self.covers(inner),
                "pieces" => look.pieces = self.each(inner, "piece type", Self::types, Self::piece),
                "players" => look.players = self.each(inner, "player", Self::players, Self::player),
                "zones" => look.zones = self.each(inner, "zone", Self::zones, Self::zone),
                _ => look.counts = self.each(inner, "number of sites", |_| None, Self::count),
            }
        }
        look
    }

    fn board(&mut self, table: &Table, look: &mut Look) {
        for (key, value) in table {
            let keys = ["kind", "places", "turns", "narrow-turns", "labels", "levels", "groups", "numbered"];
            if !self.is_known("key", key, &keys) {
                continue;
            }
            match key.get_ref().as_ref() {
                "kind" => look.kind = self.word(value, LookKind::WORDS),
                "places" => look.named_places = self.word(value, &[("names", true), ("rules", false)]).unwrap_or(false),
                "turns" => look.turns = self.turns(value).unwrap_or(0),
                "narrow-turns" => look.narrow_turns = self.turns(value),
                "labels" => look.labels = self.word(value, LookLabels::WORDS),
                "levels" => look.levels = self.word(value, LookLevels::WORDS),
                "groups" => look.groups = self.pair(value),
                _ => {
                    for (number, site) in self.sites(value).into_iter().enumerate() {
                        look.names.insert(site, (number + 1).to_string());
                    }
                }
            }
        }
    }

    fn names(&mut self, table: &Table) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for (key, value) in table {
            if self.is_site(key.get_ref(), &key.span())
                && let Some(name) = self.name(value)
            {
                names.insert(key.get_ref().to_string(), name);
            }
        }
        names
    }

    fn covers(&mut self, table: &Table) -> BTreeMap<String, Vec<String>> {
        let mut covers = BTreeMap::new();
        for (key, value) in table {
            if self.is_site(key.get_ref(), &key.span()) {
                covers.insert(key.get_ref().to_string(), self.sites(value));
            }
        }
        covers
    }

    fn piece(&mut self, table: &Table) -> Option<PieceLook> {
        let mut look = PieceLook::default();
        for (key, value) in table {
            if !self.is_known("key", key, &["glyph", "size", "colour", "text", "shape", "joined"]) {
                continue;
            }
            match key.get_ref().as_ref() {
                "glyph" => look.glyph = self.name(value),
                "size" => look.size = self.number(value, 10..=400).map(|size| size as u16),
                "colour" => look.colour = self.word(value, Colour::WORDS),
                "text" => look.text = self.name(value),
                "shape" => look.shape = self.shape(value),
                _ => look.joined = self.truth(value).unwrap_or(false),
            }
        }
        Some(look)
    }

    fn player(&mut self, table: &Table) -> Option<PlayerLook> {
        self.single(table, "colour", Colour::WORDS).map(|colour| PlayerLook { colour })
    }

    fn zone(&mut self, table: &Table) -> Option<ZoneLook> {
        self.single(table, "sign", ZoneSign::WORDS).map(|sign| ZoneLook { sign })
    }

    fn count(&mut self, table: &Table) -> Option<CountLook> {
        self.single(table, "sign", CountSign::WORDS).map(|sign| CountLook { sign })
    }

    // ---- parts ----

    /// Returns a table of tables, each under a name of the game; `known` lists the names, or is
    /// none where they are not checked.
    fn each<T>(
        &mut self,
        table: &Table,
        what: &str,
        known: fn(&Board) -> Option<Vec<&str>>,
        read: fn(&mut Self, &Table) -> Option<T>,
    ) -> BTreeMap<String, T> {
        let mut found = BTreeMap::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let board = self.board;
            if let Some(names) = known(board)
                && !names.contains(&name)
            {
                self.unknown(what, name, &key.span(), names.into_iter());
                continue;
            }
            if let Some(one) = self.table(name, value).and_then(|inner| read(self, inner)) {
                found.insert(name.to_string(), one);
            }
        }
        found
    }

    fn types(board: &Board) -> Option<Vec<&str>> {
        Some(board.types.iter().map(|one| one.id.as_str()).collect())
    }

    fn players(board: &Board) -> Option<Vec<&str>> {
        Some(board.players.iter().map(|one| one.id.as_str()).collect())
    }

    fn zones(board: &Board) -> Option<Vec<&str>> {
        Some(board.zones.iter().map(|one| one.name.as_str()).collect())
    }

    /// Returns a table with one key.
    fn single<T: Copy>(&mut self, table: &Table, key: &str, words: &[(&str, T)]) -> Option<T> {
        let mut found = None;
        for (named, value) in table {
            if self.is_known("key", named, &[key]) {
                found = self.word(value, words);
            }
        }
        found
    }

    fn table<'a, 'i>(&mut self, name: &str, value: &'a Value<'i>) -> Option<&'a Table<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.report(value.span(), format!("`{name}` is a table"), Some(format!("write [{name}]")));
        }
        table
    }

    fn str<'a>(&mut self, value: &'a Value) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.report(value.span(), "this is a text in quotes".to_string(), None);
        }
        text
    }

    fn name(&mut self, value: &Value) -> Option<String> {
        let text = self.str(value)?;
        if text.is_empty() || text.chars().count() > NAME_MAX {
            self.report(value.span(), format!("a name has 1 to {NAME_MAX} letters"), None);
            return None;
        }
        Some(text.to_string())
    }

    fn shape(&mut self, value: &Value) -> Option<String> {
        let text = self.name(value)?;
        let is_shape = text.contains('x') && text.chars().all(|one| matches!(one, 'x' | '.' | '/'));
        if !is_shape {
            let hint = "write `x` for a cell, `.` for none and `/` between rows, as in \"x./xx\"".to_string();
            self.report(value.span(), "this is no shape".to_string(), Some(hint));
        }
        is_shape.then_some(text)
    }

    fn truth(&mut self, value: &Value) -> Option<bool> {
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            self.report(value.span(), "this is `true` or `false`".to_string(), None);
        }
        truth
    }

    fn number(&mut self, value: &Value, within: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let number = value.get_ref().as_integer().and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        let found = number.filter(|number| within.contains(number));
        if found.is_none() {
            self.report(value.span(), format!("this is a number from {} to {}", within.start(), within.end()), None);
        }
        found
    }

    fn turns(&mut self, value: &Value) -> Option<u8> {
        self.number(value, 0..=3).map(|turns| turns as u8)
    }

    fn pair(&mut self, value: &Value) -> Option<[u16; 2]> {
        let parts: Vec<u16> = match value.get_ref().as_array() {
            Some(list) => list.iter().filter_map(|one| self.number(one, 1..=100)).map(|one| one as u16).collect(),
            None => Vec::new(),
        };
        let pair = <[u16; 2]>::try_from(parts).ok();
        if pair.is_none() {
            self.report(value.span(), "these are two numbers: columns and rows, as in [3, 3]".to_string(), None);
        }
        pair
    }

    fn word<T: Copy>(&mut self, value: &Value, words: &[(&str, T)]) -> Option<T> {
        let text = self.str(value)?;
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            self.unknown("word", text, &value.span(), words.iter().map(|(word, _)| *word));
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// Returns the sites that a text names: names between blanks, and rectangles such as `a1..c3`,
    /// row by row from below.
    fn sites(&mut self, value: &Value) -> Vec<String> {
        let Some(text) = self.str(value) else { return Vec::new() };
        let mut found = Vec::new();
        for part in text.split_whitespace() {
            match part.split_once("..") {
                None => {
                    if self.is_site(part, &value.span()) {
                        found.push(part.to_string());
                    }
                }
                Some((from, to)) => match rectangle(from, to) {
                    Some(names) => found.extend(names.into_iter().filter(|name| self.is_site(name, &value.span()))),
                    None => {
                        let say = format!("`{part}` is no rectangle of sites");
                        self.report(value.span(), say, Some("write it as in a1..c3".to_string()));
                    }
                },
            }
            if found.len() > SITES_MAX {
                self.report(value.span(), format!("a list has at most {SITES_MAX} sites"), None);
                return Vec::new();
            }
        }
        found
    }

    fn is_site(&mut self, name: &str, span: &Range<usize>) -> bool {
        let board = self.board;
        let known = board.sites.iter().any(|site| site.id == name);
        if !known {
            self.unknown("site", name, span, board.sites.iter().map(|site| site.id.as_str()));
        }
        known
    }

    fn is_known(&mut self, what: &str, key: &Spanned<std::borrow::Cow<str>>, keys: &[&str]) -> bool {
        let known = keys.contains(&key.get_ref().as_ref());
        if !known {
            self.unknown(what, key.get_ref(), &key.span(), keys.iter().copied());
        }
        known
    }

    // ---- problems ----

    fn unknown<'a>(&mut self, what: &str, name: &str, span: &Range<usize>, known: impl Iterator<Item = &'a str>) {
        let known: Vec<&str> = known.collect();
        let near = known
            .iter()
            .map(|one| (distance(&name.to_lowercase(), &one.to_lowercase()), *one))
            .min()
            .filter(|(distance, one)| *distance <= 1 + one.len() / 3);
        let hint = match near {
            Some((_, one)) => Some(format!("did you mean `{one}`?")),
            None if known.len() <= 24 => Some(format!("known are {}", known.join(", "))),
            None => None,
        };
        self.report(span.clone(), format!("unknown {what} `{name}`"), hint);
    }

    fn report(&mut self, span: Range<usize>, say: String, hint: Option<String>) {
        let start = span.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before[line_start..].chars().count() as u32 + 1;
        let text = self.text[line_start..].lines().next().unwrap_or_default().to_string();
        self.problems.push(Problem {
            file: Some(FILE.to_string()),
            line: Some(line),
            column: Some(column),
            mark: Some(column),
            text: Some(text),
            hint,
            ..Problem::fatal(CODE, &say)
        });
    }
}

/// Returns the names of the sites of a rectangle on a grid, row by row from the first.
fn rectangle(from: &str, to: &str) -> Option<Vec<String>> {
    let part = |name: &str| -> Option<(char, u32)> {
        let mut letters = name.chars();
        let column = letters.next().filter(char::is_ascii_alphabetic)?;
        Some((column, letters.as_str().parse().ok()?))
    };
    let ((a, low), (b, high)) = (part(from)?, part(to)?);
    if a > b || low > high || high > 100 {
        return None;
    }
    Some((low..=high).flat_map(|row| (a..=b).map(move |column| format!("{column}{row}"))).collect())
}
