//! Reads games from JSON: makes sense of the parts of a [draft](super::draft) and plays the moves.

use std::time::Duration;

use dagaz_core::{CompactSort, Game, Outcome, Points, Verdict};
use serde::Deserialize;

use super::VERSION;
use super::draft::{Draft, GameDraft, Raw, VariationDraft};
use super::items::{MoveItem, Pairs, ResultItem, RulesItem, SeatItem, Seed};
use crate::changed;
use crate::cursor::Cursor;
use crate::faults::{Faults, Kept, Unread};
use crate::formats::notation::{VERDICTS, find_move, move_fault, player_of_key};
use crate::position::parse_position;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::{Facts, GameTree, NodeId, Note, RulesIdentity, Seat};

/// See [`read`](super::read()).
pub(super) fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("a record has at most {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let mut reader = Reader { game, text, limits, faults: Faults::new(limits.faults), games: Vec::new() };
    if text.trim().is_empty() {
        return reader.faults.reading(text, reader.games);
    }
    let mut draft = Draft::default();
    let form = draft.fill(text, limits);
    match draft.version.map(|raw| (raw, raw.get())) {
        Some((raw, version)) if version != VERSION.to_string() => {
            let message = format!("this is version {} of the schema; version {VERSION} is known", shortened(version));
            reader.form(place(text, raw), message);
        }
        None if form.is_ok() => reader.form(0, "the key `dagaz` is missing, with the version of the schema"),
        _ => {}
    }
    if draft.games.is_none() && form.is_ok() {
        reader.form(0, "the key `games` is missing");
    }
    for game in draft.games.unwrap_or_default() {
        reader.game(game);
    }
    // What is wrong with the form is behind everything that was read.
    if let Err(error) = form {
        let (at, kind) = match draft.too_many {
            Some(raw) => (place(text, raw), RecordFaultKind::Limit),
            None => (byte_of(text, &error), RecordFaultKind::Form),
        };
        reader.fault(at, kind, message_of(&error));
    }
    reader.faults.reading(text, reader.games)
}

/// The byte of the text where a part of it begins.
fn place(text: &str, raw: Raw<'_>) -> usize {
    (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The byte of a text at which an error was found.
fn byte_of(text: &str, error: &serde_json::Error) -> usize {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    // At the end of a text it counts the characters read, elsewhere the one that is wrong.
    let byte = line + if error.is_eof() { error.column() } else { error.column().saturating_sub(1) };
    if error.is_data() { token_start(text, byte) } else { byte }
}

/// The byte where the word, number or string begins that ends at a byte: a value of a wrong type
/// has been read already when it is found to be wrong.
fn token_start(text: &str, end: usize) -> usize {
    let bytes = &text.as_bytes()[..text.len().min(end + 1)];
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
    match bytes {
        [rest @ .., b'"'] => {
            let mut quotes = (0..rest.len()).rev().filter(|&at| rest[at] == b'"');
            let escaped = |at: usize| rest[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
            quotes.find(|&at| !escaped(at)).unwrap_or(end)
        }
        _ if bytes.last().is_some_and(part) => bytes.len() - bytes.iter().rev().take_while(|byte| part(byte)).count(),
        _ => end,
    }
}

fn message_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_string())
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A line of a game as it was played: its nodes, whether it was cut at a fault, and how deep it
/// lies.
struct Line {
    /// The node from which the line begins.
    from: NodeId,
    nodes: Vec<NodeId>,
    cut: bool,
    depth: usize,
    /// What was not read behind the fault.
    unread: Unread,
}

impl Line {
    fn new(cut: bool) -> Line {
        Line { from: NodeId::ROOT, nodes: Vec::new(), cut, depth: 0, unread: Unread::default() }
    }
}

/// A variation, with what it says of its place.
struct Branch<'t> {
    /// The move that it replaces.
    at: usize,
    /// Its position in the text, for faults.
    place: usize,
    moves: Vec<Raw<'t>>,
}

struct Reader<'g, 't> {
    game: &'g dyn Game,
    text: &'t str,
    limits: &'t ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
}

impl<'g, 't> Reader<'g, 't> {
    fn fault(&mut self, at: usize, kind: RecordFaultKind, message: impl Into<String>) {
        self.faults.push(at, kind, message, None);
    }

    fn form(&mut self, at: usize, message: impl Into<String>) {
        self.fault(at, RecordFaultKind::Form, message);
    }

    /// A part of the text as what it should be; a fault otherwise.
    fn part<T: Deserialize<'t>>(&mut self, raw: Raw<'t>) -> Option<T> {
        match serde_json::from_str(raw.get()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.form(place(self.text, raw) + byte_of(raw.get(), &error), message_of(&error));
                None
            }
        }
    }

    /// A text that is not too long.
    fn string(&mut self, raw: Raw<'t>) -> Option<String> {
        let text: String = self.part(raw)?;
        self.fits(raw, [text.as_str()]).then_some(text)
    }

    /// Whether texts from a part are not too long; a fault otherwise.
    fn fits<'s>(&mut self, raw: Raw<'t>, texts: impl IntoIterator<Item = &'s str>) -> bool {
        let fit = texts.into_iter().all(|text| text.len() <= self.limits.text);
        if !fit {
            let message = format!("a text in a record has at most {} bytes", self.limits.text);
            self.fault(place(self.text, raw), RecordFaultKind::Limit, message);
        }
        fit
    }

    fn game(&mut self, draft: GameDraft<'t>) {
        let mut tree = GameTree::of(self.game);
        tree.facts = Facts::default();
        let mut playable = true;
        let mut start = None;
        for (key, raw) in draft.facts {
            match key.as_str() {
                "setup" => playable &= self.setup(&mut tree, raw).is_some(),
                "start" => start = Some(raw),
                _ => self.fact(&mut tree.facts, &key, raw),
            }
        }
        if let Some((_, note)) = start.and_then(|raw| self.item(raw)) {
            tree.set_note(NodeId::ROOT, note);
        }
        let mut cursor = Cursor::new(self.game, &tree);
        let mut lines: Vec<Line> = vec![Line::new(!playable)];
        self.line(&mut tree, &mut cursor, &mut lines[0], &draft.moves);
        let behind = draft.moves.last().map_or(0, |raw| place(self.text, raw) + raw.get().len());
        self.variations(&mut tree, &mut cursor, lines, (draft.variations, behind));
        self.games.push(tree);
    }

    /// Plays the variations: those of a line from its end to its beginning, each followed by its
    /// own, so that no way between two of them is gone twice.
    fn variations(
        &mut self,
        tree: &mut GameTree,
        cursor: &mut Cursor<'g>,
        mut lines: Vec<Line>,
        (variations, behind): (Vec<VariationDraft<'t>>, usize),
    ) {
        let mut branches: Vec<Branch<'t>> = Vec::new();
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); variations.len() + 1];
        // Where a variation begins that says nothing at all: behind what stands before it.
        let mut behind = behind;
        for (index, variation) in variations.into_iter().enumerate() {
            let number = |reader: &mut Reader<'g, 't>, raw: Option<Raw<'t>>| reader.part::<usize>(raw?);
            let (left, at) = (number(self, variation.line), number(self, variation.at));
            let begin = variation.at.or(variation.line).or(variation.moves.first().copied());
            let place = begin.map_or(behind, |raw| place(self.text, raw));
            let end = variation.moves.last().copied().or(begin);
            behind = end.map_or(behind, |raw| self::place(self.text, raw) + raw.get().len());
            match (left, at) {
                (Some(left), Some(_)) if left <= index => leaving[left].push(index),
                (Some(left), Some(_)) => self.form(
                    place,
                    format!("there is no line {left} yet: line 0 is the main line, line 1 the first variation"),
                ),
                _ if variation.line.is_none() || variation.at.is_none() => self.form(
                    place,
                    "a variation needs `line`, the line that it leaves, and `at`, the move that it replaces",
                ),
                _ => {}
            }
            branches.push(Branch { at: at.unwrap_or(0), place, moves: variation.moves });
            lines.push(Line::new(true));
        }
        let mut waiting = vec![(0, 0)];
        while let Some((number, left)) = waiting.pop() {
            if number > 0 {
                let line = self.branch(tree, cursor, &mut lines[left], &branches[number - 1]);
                lines[number] = line;
            }
            let mut own = std::mem::take(&mut leaving[number]);
            // The last to be read is the first to wait; variations of one place stay in their
            // order.
            own.reverse();
            own.compact_sort_by_key(|&index| branches[index].at);
            waiting.extend(own.into_iter().map(|index| (index + 1, number)));
        }
        lines.into_iter().for_each(|line| line.unread.tell(&mut self.faults));
    }

    /// Plays one variation, which leaves a line that has been played.
    fn branch(&mut self, tree: &mut GameTree, cursor: &mut Cursor<'g>, left: &mut Line, branch: &Branch<'t>) -> Line {
        let mut line = Line::new(true);
        if branch.at < left.nodes.len() {
            line.from = if branch.at == 0 { left.from } else { left.nodes[branch.at - 1] };
            line.depth = left.depth + 1;
            line.cut = line.depth > self.limits.depth;
            if line.cut {
                let message = format!("a record has at most {} variations within each other", self.limits.depth);
                self.fault(branch.place, RecordFaultKind::Limit, message);
            }
            self.line(tree, cursor, &mut line, &branch.moves);
        } else if left.cut {
            // It has its reason in the fault of that line.
            left.unread.variations += 1;
        } else {
            let (count, at) = (left.nodes.len(), branch.at);
            let message = format!("the line has {count} moves, counted from 0: there is no move {at} to replace");
            self.form(branch.place, message);
        }
        line
    }

    fn setup(&mut self, tree: &mut GameTree, raw: Raw<'t>) -> Option<()> {
        let text = self.string(raw)?;
        let state = parse_position(self.game, &text).map_err(|fault| fault.to_string()).and_then(|position| {
            self.game.set_up(&position).map_err(|errors| {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                errors.join("; ")
            })
        });
        match state {
            Ok(state) => {
                tree.begin_at(state);
                Some(())
            }
            Err(message) => {
                self.fault(place(self.text, raw), RecordFaultKind::Setup, message);
                None
            }
        }
    }

    /// Puts a fact into its place. Keys that are not known are left alone: they may be another
    /// program's.
    fn fact(&mut self, facts: &mut Facts, key: &str, raw: Raw<'t>) {
        match key {
            "rules" => {
                if let Some(RulesItem { file, title, edition, hash, set: Pairs(settings) }) = self.part(raw)
                    && self.fits(raw, [&*file, &title, hash.as_deref().unwrap_or_default()])
                    && self.fits(raw, settings.iter().flat_map(|(name, value)| [&**name, &**value]))
                {
                    facts.rules = RulesIdentity { file, title, edition, hash, settings };
                }
            }
            "seats" => {
                for raw in self.part::<Vec<Raw<'t>>>(raw).unwrap_or_default() {
                    let Some(SeatItem { player, name, bot }) = self.part(raw) else { continue };
                    if let Some(player) = self.player(raw, &player)
                        && self.fits(raw, [&*name, bot.as_deref().unwrap_or_default()])
                    {
                        *facts.seat_mut(player) = Seat { name, bot };
                    }
                }
            }
            "seed" => match self.part(raw) {
                Some(Seed::Number(seed)) => facts.seed = Some(seed),
                Some(Seed::Text(seed)) => match seed.parse() {
                    Ok(seed) => facts.seed = Some(seed),
                    Err(_) => self.form(place(self.text, raw), "a seed is a whole number of at most 64 bits"),
                },
                None => {}
            },
            "tags" => {
                let Some(Pairs::<String>(mut tags)) = self.part(raw) else { return };
                if tags.len() > TAGS {
                    tags.truncate(TAGS);
                    let message = format!("a game has more than {TAGS} tags");
                    self.fault(place(self.text, raw), RecordFaultKind::Limit, message);
                }
                tags.retain(|(name, value)| self.fits(raw, [&**name, &**value]));
                facts.tags = tags;
            }
            "result" => {
                let Some(ResultItem { ending, verdicts, scores }) = self.part(raw) else { return };
                let known =
                    |word: &String| VERDICTS.iter().find(|(known, _)| known == word).map(|(_, verdict)| *verdict);
                let verdicts = self.by_player(raw, verdicts, Verdict::Aside, |word| {
                    known(word).ok_or("a verdict is `win`, `draw`, `loss` or `aside`")
                });
                let scores = scores.map(|scores| {
                    self.by_player(raw, scores, Points::default(), |score| {
                        Points::from_value(*score).ok_or("a score is a number of points or half points")
                    })
                });
                if !self.fits(raw, [&*ending]) {
                    return;
                }
                facts.result = Some(Outcome { ending, verdicts, scores });
            }
            _ => {}
        }
    }

    fn by_player<V, T: Clone>(
        &mut self,
        raw: Raw<'t>,
        pairs: Pairs<V>,
        none: T,
        read: impl Fn(&V) -> Result<T, &'static str>,
    ) -> Vec<T> {
        let mut list = Vec::new();
        for (key, value) in pairs.0 {
            let Some(player) = self.player(raw, &key) else { continue };
            if list.len() <= player {
                list.resize(player + 1, none.clone());
            }
            match read(&value) {
                Ok(value) => list[player] = value,
                Err(message) => self.form(place(self.text, raw), message),
            }
        }
        list
    }

    fn player(&mut self, raw: Raw<'t>, key: &str) -> Option<usize> {
        let player = player_of_key(self.game, key);
        if player.is_none() {
            let players: Vec<&str> = self.game.glossary().players.iter().map(|player| player.name.as_str()).collect();
            let message = format!("there is no player `{}`; the players are {}", shortened(key), players.join(", "));
            self.form(place(self.text, raw), message);
        }
        player
    }

    /// Returns a move, if it has one, and its note.
    fn item(&mut self, raw: Raw<'t>) -> Option<(Option<Raw<'t>>, Note)> {
        let item: MoveItem<'t> = self.part(raw)?;
        let mut time = |seconds: Option<f64>| {
            let time = seconds.map(Duration::try_from_secs_f64)?;
            if time.is_err() {
                self.form(place(self.text, raw), "a time is a number of seconds that is not less than nothing");
            }
            time.ok()
        };
        let (clock, spent) = (time(item.clock), time(item.spent));
        let before = item.before.and_then(|raw| self.string(raw)).unwrap_or_default();
        let comment = item.comment.and_then(|raw| self.string(raw)).unwrap_or_default();
        Some((item.text, Note { comment, before, glyphs: item.glyphs, clock, spent, marks: item.marks.0 }))
    }

    /// Plays the moves of a line, as far as they can be played.
    fn line(&mut self, tree: &mut GameTree, cursor: &mut Cursor<'g>, line: &mut Line, moves: &[Raw<'t>]) {
        if line.cut {
            return;
        }
        cursor.go_to(tree, line.from);
        for (index, &raw) in moves.iter().enumerate() {
            let Err(fault) = self.one_move(tree, cursor, raw) else {
                line.nodes.push(cursor.node());
                continue;
            };
            line.cut = true;
            line.unread = Unread { moves: moves.len() - index - 1, ..Unread::behind(fault) };
            return;
        }
    }

    /// Plays a move; gives the fault if that cannot be done.
    fn one_move(&mut self, tree: &mut GameTree, cursor: &mut Cursor<'g>, raw: Raw<'t>) -> Result<(), Kept> {
        let met = Some((self.games.len(), cursor.node()));
        let at = place(self.text, raw);
        if tree.moves() >= self.limits.moves {
            let message = format!("a game in a record has at most {} moves", self.limits.moves);
            return Err(self.faults.push(at, RecordFaultKind::Limit, message, met));
        }
        // What is wrong with the form has been said where it was seen.
        let (chosen, note) = self.item(raw).ok_or(Kept::default())?;
        let Some(chosen) = chosen else { return Err(self.faults.form(at, "the key `move` is missing")) };
        let typed = self.string(chosen).ok_or(Kept::default())?;
        let at = place(self.text, chosen);
        if let Some(read) = changed::read(self.game, &typed) {
            if tree.positions() >= changed::POSITIONS_MAX {
                return Err(self.faults.push(at, RecordFaultKind::Limit, changed::too_many(), met));
            }
            let state = read.map_err(|message| self.faults.push(at, RecordFaultKind::Setup, message, met))?;
            let node = cursor.change(tree, state);
            tree.set_note(node, note);
            return Ok(());
        }
        let list = cursor.legal().map_err(|hit| self.faults.push(at, RecordFaultKind::Limit, hit.to_string(), met))?;
        let found = find_move(self.game, cursor.state(), &list, &typed).map_err(|error| {
            let (kind, message) = move_fault(&typed, error);
            self.faults.push(at, kind, message, met)
        })?;
        let node = cursor.play(tree, list.get(found));
        tree.set_note(node, note);
        Ok(())
    }
}
