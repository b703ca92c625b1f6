//! Sections into rules.
//!
//! One [`Lower`] makes the rules of one playable item. It first learns all names (players, board,
//! pieces, attributes, classes of moves), then reads what uses them. A fault is noted and replaced
//! by something harmless, so that one run finds as many as it can; whether the result may be used
//! is decided by whether there were errors.

mod board;
mod command;
mod condition;
mod fen;
mod goal;
mod numbering;
mod option;
mod piece;
mod place;
mod player;
mod setup;
mod table;
mod view;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use dagaz_core::{
    FenRights, Glossary, LimitHit, LimitKind, Limits, Piece, PlayerKind, PlayerName, RuleId, RuleName, SlotName,
    Topology, TopologyBuilder,
};
use dagaz_rules::{Attribute, Capture, First, Merge, PassRule, PieceType, Player, Rule, Rules, TurnOrder, ViewHint};

use crate::expand::{Expander, ItemId, ItemKind};
use crate::quirks::Quirks;
use crate::section::{Key, Section};
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::suggest;

use table::NameTable;

/// What a site costs, names and all, in nodes of rules.
const SITE_WORK: u64 = 30;

/// What a fault costs, in members of lists that might have been read instead.
const FAULT_WORK: usize = 50;

/// Faults for which close names are looked up.
pub(crate) const HINTED_MAX: usize = 50;

/// Makes rules of the sections of a playable item. The rules may be used if there are no errors.
/// Tells how much work it was, in nodes of rules and links of boards. With `despite_errors` there
/// are rules also where something is wrong, with something harmless in its place: they may be
/// shown, not played.
pub(crate) fn lower(
    x: &Expander,
    form: ItemId,
    title: String,
    sections: &[Section],
    limits: &Limits,
    quirks: &Quirks,
    despite_errors: bool,
) -> (Option<Rules>, Diagnostics, u64) {
    let mut lower = Lower {
        x,
        form,
        sections,
        limits,
        quirks,
        despite_errors,
        out: Diagnostics::default(),
        players: NameTable::default(),
        kinds: Vec::new(),
        pieces: NameTable::default(),
        attributes: NameTable::default(),
        classes: NameTable::default(),
        flags: NameTable::default(),
        site_flags: NameTable::default(),
        sites: NameTable::default(),
        directions: NameTable::default(),
        zones: NameTable::default(),
        rules: Vec::new(),
        known_rules: HashMap::new(),
        rule_nodes: 0,
        view: Vec::new(),
        supplied_goals: false,
        absent: HashSet::new(),
        board_work: 0,
        read: Cell::new(0),
        supplies: HashMap::new(),
    };
    let rules = lower.run(title);
    lower.out.sort();
    let sites = lower.sites.len() as u64;
    let tables = sites * (lower.directions.len() / 4 + lower.zones.len() / 32) as u64;
    let work = sites * SITE_WORK + tables + lower.board_work + lower.rule_nodes as u64 + lower.read.get();
    (rules, lower.out, work)
}

struct Lower<'a> {
    x: &'a Expander,
    /// The game or variant.
    form: ItemId,
    sections: &'a [Section],
    limits: &'a Limits,
    quirks: &'a Quirks,
    despite_errors: bool,
    out: Diagnostics,
    players: NameTable,
    kinds: Vec<PlayerKind>,
    pieces: NameTable,
    attributes: NameTable,
    classes: NameTable,
    flags: NameTable,
    site_flags: NameTable,
    sites: NameTable,
    directions: NameTable,
    zones: NameTable,
    rules: Vec<Rule>,
    /// The rule that a block has become. Blocks of several pieces are often the same.
    known_rules: HashMap<ItemId, RuleId>,
    rule_nodes: usize,
    view: Vec<ViewHint>,
    /// Whether goals that count pieces count the supply too.
    supplied_goals: bool,
    /// Positions that the board names and does not have.
    absent: HashSet<String>,
    /// Sites and links made and looked at for the board.
    board_work: u64,
    /// Members of lists looked at, and what else is work in the same measure.
    read: Cell<u64>,
    /// Where in the set-up's list a piece's supply is.
    supplies: HashMap<Piece, usize>,
}

/// The options that are rules.
#[derive(Default)]
struct Options {
    pass: PassRule,
    may_stop: bool,
    longest_chain: bool,
    merge: Merge,
    recycle_promotions: bool,
    capture: Capture,
}

impl Lower<'_> {
    fn run(&mut self, title: String) -> Option<Rules> {
        if let Some(engine) = self.keyword("engine") {
            self.foreign_engine(engine);
            return None;
        }
        self.unknown_sections();
        self.display_sections();
        self.player_names();
        let options = self.options();
        self.piece_names();
        let first = self.move_priorities();
        let turns = self.turn_order();
        let topology = self.board();
        self.class_names();
        let pieces = self.pieces();
        self.idle_slots(&pieces);
        let (endings, nevers) = self.goals();
        let setup = self.setup(&pieces);
        if self.out.has_errors() && !self.despite_errors {
            return None;
        }
        let fen = self.fen_rights();
        if self.out.has_errors() && !self.despite_errors {
            return None;
        }
        let glossary =
            self.glossary(title, fen, &pieces, &turns, endings.iter().map(|ending| ending.name.clone()).collect());
        let owners = self.players.iter().zip(&self.kinds);
        Some(Rules {
            edition: 2,
            topology,
            players: owners.map(|(name, &kind)| Player { name: name.to_string(), kind }).collect(),
            pieces,
            attributes: self.attributes.iter().map(|name| Attribute { name: name.into(), integer: false }).collect(),
            flags: self.flags.names().to_vec(),
            site_flags: self.site_flags.names().to_vec(),
            classes: self.classes.names().to_vec(),
            rules: std::mem::take(&mut self.rules),
            turns,
            first,
            longest_chain: options.longest_chain,
            merge: options.merge,
            recycle_promotions: options.recycle_promotions,
            may_stop: options.may_stop,
            pass: options.pass,
            capture: options.capture,
            nevers,
            endings,
            setup,
            glossary,
            view: std::mem::take(&mut self.view),
        })
    }

    fn glossary(
        &self,
        title: String,
        fen: FenRights,
        pieces: &[PieceType],
        turns: &TurnOrder,
        endings: Vec<String>,
    ) -> Glossary {
        let players = self.players.iter().zip(&self.kinds);
        let slot = |slot: &dagaz_rules::Slot| SlotName { mover: slot.mover, side: slot.side, class: slot.class };
        let rule = |rule: &Rule| RuleName { name: rule.name.clone(), arguments: rule.arguments.clone(), written: None };
        Glossary {
            title,
            texts: self.texts(),
            players: players.map(|(name, &kind)| PlayerName { name: name.into(), kind }).collect(),
            pieces: self.piece_texts(pieces),
            attributes: self.attributes.names().to_vec(),
            classes: self.classes.names().to_vec(),
            rules: self.rules.iter().map(rule).collect(),
            slots: turns.slots.iter().map(slot).collect(),
            endings,
            variables: Vec::new(),
            implied: None,
            unshown: Vec::new(),
            attribute_numbers: self.attribute_numbers(),
            class_numbers: self.class_numbers(),
            fen,
        }
    }

    fn foreign_engine(&mut self, engine: ItemId) {
        let name = self.members(engine).get(1).and_then(|&name| self.x.text(name)).unwrap_or("?");
        let message = format!("the rules of this game are in the program `{name}`, not in this file");
        let hint = "only the board and the pictures are here; without that program the game cannot be played";
        self.push(self.fault(Code::ForeignEngine, engine, message).hint(hint));
    }

    /// Warns of sections that mean nothing.
    fn unknown_sections(&mut self) {
        use crate::section::{DISPLAY_SECTIONS, RULE_SECTIONS};
        let known = || RULE_SECTIONS.into_iter().chain(DISPLAY_SECTIONS);
        for section in self.sections {
            match &section.key {
                Key::None => {
                    let found = self.describe(section.item);
                    let fault = self.fault(Code::WrongForm, section.item, "this is no section of a game");
                    self.push(fault.expected("a list such as `(players White Black)`", found));
                }
                Key::Keyword(word) if !word.ends_with("-sound") && known().all(|name| name != word) => {
                    let head = self.first(section.item);
                    let fault = self.fault(Code::UnknownSection, head, format!("unknown section `{word}` is ignored"));
                    let names: Vec<&str> = known().chain(crate::options::names()).collect();
                    let close = self.closest(word, names.into_iter().chain(self.x.macro_names()));
                    let hint = close.map(|name| suggest::did_you_mean(word, name));
                    self.push(fault.maybe_hint(hint));
                }
                _ => {}
            }
        }
    }

    /// Returns all sections with that keyword.
    fn keywords(&self, word: &str) -> Vec<ItemId> {
        let named = self.sections.iter().filter(|section| matches!(&section.key, Key::Keyword(key) if key == word));
        named.map(|section| section.item).collect()
    }

    /// Returns the section with that keyword: the last one, if there are several.
    fn keyword(&mut self, word: &str) -> Option<ItemId> {
        let all = self.keywords(word);
        let &last = all.last()?;
        if all.len() > 1 {
            let fault = self.fault(
                Code::RepeatedSection,
                last,
                format!("`{word}` is given {} times; this one counts", all.len()),
            );
            self.push(fault.label(self.span(all[0]), "the first is here"));
        }
        Some(last)
    }

    /// Returns the section with that keyword; an error if there is none.
    fn needed(&mut self, word: &str, example: &str) -> Option<ItemId> {
        let found = self.keyword(word);
        if found.is_none() {
            let fault = self.fault(Code::MissingSection, self.first(self.form), format!("there is no `({word} ...)`"));
            self.push(fault.hint(format!("every game needs one: `{example}`")));
        }
        found
    }

    fn members(&self, item: ItemId) -> &[ItemId] {
        let members = self.x.members(item);
        self.has_read(1 + members.len());
        members
    }

    /// Counts work against [`Limits::file_work`].
    fn has_read(&self, work: usize) {
        self.read.set(self.read.get() + work as u64);
    }

    /// Returns the members of a list after its first.
    fn rest(&self, item: ItemId) -> &[ItemId] {
        self.members(item).get(1..).unwrap_or_default()
    }

    /// Returns the first member of a list, or the item itself.
    fn first(&self, item: ItemId) -> ItemId {
        self.x.members(item).first().copied().unwrap_or(item)
    }

    /// Returns the word that a list begins with.
    fn head(&self, item: ItemId) -> Option<&str> {
        self.x.members(item).first().and_then(|&head| self.x.word(head))
    }

    fn is_list(&self, item: ItemId) -> bool {
        self.x.kind(item) == ItemKind::List
    }

    fn span(&self, item: ItemId) -> dagaz_syntax::source::Span {
        self.x.origin(item).0
    }

    /// Returns the span that goes into the rules.
    fn rule_span(&self, item: ItemId) -> dagaz_rules::Span {
        let span = self.x.tree().node(self.x.node(item)).span;
        dagaz_rules::Span { file: span.file.0, start: span.start, end: span.end }
    }

    /// Returns a fault at an item, with the macro calls that led there.
    fn fault(&self, code: Code, item: ItemId, message: impl Into<String>) -> Diagnostic {
        let (span, labels) = self.x.origin(item);
        Diagnostic { labels, ..Diagnostic::new(code, span, message) }
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.has_read(FAULT_WORK);
        self.out.push(diagnostic);
    }

    /// Notes that an item is not of the form it should have.
    fn wrong(&mut self, item: ItemId, message: impl Into<String>, expected: &str) {
        let fault = self.fault(Code::WrongForm, item, message).expected(expected, self.describe(item));
        self.push(fault);
    }

    /// Notes that a limit was met.
    fn limit(&mut self, item: ItemId, hit: &LimitHit) {
        let message = format!("too many {}: at most {} are allowed", hit.kind.what(), hit.max);
        let fault = self.fault(Code::LimitReached, item, message);
        self.push(fault);
    }

    /// Returns an item in a few words, for messages.
    fn describe(&self, item: ItemId) -> String {
        match (self.x.kind(item), self.x.print(item, 40)) {
            (ItemKind::Word(_), Some(text)) => format!("`{text}`"),
            (ItemKind::Word(_), None) => "a long word".into(),
            (ItemKind::String(_), Some(text)) => format!("the text {text}"),
            (ItemKind::String(_), None) => "a text".into(),
            (ItemKind::List, Some(text)) => format!("`{text}`"),
            (ItemKind::List, None) => match self.head(item) {
                Some(head) => format!("`({head} ...)`"),
                None => "a list".into(),
            },
        }
    }

    /// Returns the whole number that an item is.
    fn number(&mut self, item: ItemId) -> Option<i32> {
        use std::num::IntErrorKind;
        let word = self.x.word(item).unwrap_or_default();
        let message = match word.parse::<i32>() {
            Ok(number) => return Some(number),
            Err(error) => match error.kind() {
                IntErrorKind::PosOverflow => format!("this number is too large: at most {} is allowed", i32::MAX),
                IntErrorKind::NegOverflow => format!("this number is too small: at least {} is allowed", i32::MIN),
                _ => "this must be a whole number".to_string(),
            },
        };
        let fault = self.fault(Code::WrongNumber, item, message);
        self.push(fault.expected("a number such as 3 or -1", self.describe(item)));
        None
    }

    /// Returns the number of the flag of that name, which is added if it is new.
    fn flag(&mut self, item: ItemId, name: &str) -> u16 {
        if self.flags.find(name).is_none() {
            self.one_more_flag(item, self.flags.len());
        }
        u16::try_from(self.flags.add(name)).unwrap_or(u16::MAX)
    }

    /// Returns the number of the flag of positions of that name, which is added if it is new.
    fn site_flag(&mut self, item: ItemId, name: &str) -> u16 {
        if self.site_flags.find(name).is_none() {
            self.one_more_flag(item, self.site_flags.len());
        }
        u16::try_from(self.site_flags.add(name)).unwrap_or(u16::MAX)
    }

    /// Notes, once, that there are more flags than allowed, if that becomes so after the first
    /// `before`.
    fn one_more_flag(&mut self, item: ItemId, before: usize) {
        let max = self.limits.flags.min(usize::from(u16::MAX));
        if before == max {
            self.limit(item, &LimitHit::new(LimitKind::Flags, max));
        }
    }

    /// Returns the truth value that a word is.
    fn boolean(&self, item: ItemId) -> Option<bool> {
        match self.x.word(item)? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Returns whether there is work left for comparing names. A file with a thousand unknown names
    /// gets hints for the first.
    fn may_hint(&self) -> bool {
        self.out.list().len() < HINTED_MAX
    }

    /// Returns the known name closest to one that we do not know.
    fn closest<'a>(&self, unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        if self.may_hint() { suggest::closest(unknown, known) } else { None }
    }

    /// Notes a name that is not in its table, with the nearest that is.
    fn unknown(&mut self, code: Code, item: ItemId, what: &str, place: &str, known: &[&NameTable]) {
        let found = self.x.text(item).map_or_else(|| self.describe(item), |name| format!("`{name}`"));
        let name = self.x.text(item).unwrap_or_default();
        let names = known.iter().flat_map(|table| table.iter());
        let hint = if self.may_hint() { suggest::hint(name, place, names) } else { None };
        let fault = self.fault(code, item, format!("unknown {what} {found}"));
        self.push(fault.maybe_hint(hint));
    }

    /// Returns the piece type of that name; an unknown one is noted.
    fn piece_type(&mut self, item: ItemId) -> Option<dagaz_core::PieceTypeId> {
        let found = self.x.word(item).and_then(|name| self.pieces.find(name));
        if found.is_none() {
            let pieces = std::mem::take(&mut self.pieces);
            self.unknown(Code::UnknownPiece, item, "piece", "the pieces are", &[&pieces]);
            self.pieces = pieces;
        }
        found.map(dagaz_core::PieceTypeId::at)
    }

    /// Returns the player of that name; an unknown one is noted.
    fn player(&mut self, item: ItemId) -> Option<dagaz_core::PlayerId> {
        let found = self.x.word(item).and_then(|name| self.players.find(name));
        if found.is_none() {
            let players = std::mem::take(&mut self.players);
            self.unknown(Code::UnknownPlayer, item, "player", "the players are", &[&players]);
            self.players = players;
        }
        found.map(dagaz_core::PlayerId::at)
    }

    /// Returns an empty board, in place of one that could not be built.
    fn no_board(&self) -> Topology {
        TopologyBuilder::new(self.limits).build().unwrap_or_else(|_| unreachable!("an empty board breaks no limit"))
    }

    /// Returns the classes that come first.
    fn move_priorities(&mut self) -> Option<First> {
        let section = self.keyword("move-priorities")?;
        let mut groups = Vec::new();
        for item in self.rest(section).to_vec() {
            let named = if self.is_list(item) { self.members(item).to_vec() } else { vec![item] };
            let names: Vec<String> = named.iter().filter_map(|&name| self.x.word(name)).map(str::to_string).collect();
            if names.len() < named.len() {
                self.wrong(item, "`move-priorities` lists move types", "the name of a move type");
            }
            if groups.len() >= self.limits.classes {
                self.limit(item, &LimitHit::new(LimitKind::Classes, self.limits.classes));
                break;
            }
            groups.push(names.iter().map(|name| self.class(name)).collect());
        }
        Some(First { groups })
    }

    /// Returns the class of that name, added if it is new.
    fn class(&mut self, name: &str) -> dagaz_core::MoveClassId {
        dagaz_core::MoveClassId::at(self.classes.add(name).min(usize::from(u16::MAX)))
    }
}
