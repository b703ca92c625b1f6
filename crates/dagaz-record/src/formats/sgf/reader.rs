//! Reads collections: brackets and nodes become trees.
//!
//! Nothing is recursive. What is wrong in one place ends as little as possible: a bad property
//! itself, a bad move its variation, a bad start its game.

use dagaz_core::Game;

use super::colours::{Colour, Colours, mover};
use super::header;
use super::marks;
use super::notes;
use super::played::{Board, Trouble, play_own, play_stone, play_turn};
use super::points::Points;
use super::result;
use super::root::{self, Wrong};
use super::setup;
use super::stones::Stones;
use super::tags;
use super::text::{parts, read_own, read_simple, read_text};
use super::token::{Property, Token, Tokens, VALUES};
use crate::Cursor;
use crate::changed::{POSITIONS_MAX, too_many};
use crate::faults::{Faults, Kept, Unread};
use crate::formats::backgammon;
use crate::formats::join::merge;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS, line_and_column};
use crate::tree::{GameTree, NodeId};

/// See the [module documentation](self).
pub(super) struct Reader<'a> {
    game: &'a dyn Game,
    limits: &'a ReadLimits,
    stones: Option<Stones>,
    colours: Option<Colours>,
    points: Option<Points>,
    backgammon: Option<backgammon::Board<'a>>,
    text: &'a str,
    tokens: Tokens<'a>,
    faults: Faults,
    games: Vec<GameTree>,
    /// The game that is being read, once its root is.
    open: Option<(GameTree, Cursor<'a>)>,
    frames: Vec<Frame>,
    /// Brackets that are open in a part that is passed over.
    passed: usize,
    /// Where the bracket is in which the first node is being read.
    opened: Option<usize>,
    /// What was not read for each move of this game that could not be played.
    broken: Vec<Unread>,
    /// The end of the text is missing, and that has been said.
    cut: bool,
}

/// Properties that a node may have. Memory has an end.
const PROPERTIES: usize = 1 << 10;

/// A bracket that is open.
struct Frame {
    /// The node behind which it stands.
    behind: NodeId,
    /// Variations within variations, main continuations not counted.
    depth: usize,
    /// Brackets in it that have been opened.
    inner: usize,
    /// Whether it has a node.
    begun: bool,
    /// The rest of it is passed over.
    skip: bool,
    /// The move for which it is, among the broken ones.
    broken: Option<usize>,
}

impl Frame {
    fn behind(behind: NodeId, depth: usize, skip: bool) -> Frame {
        Frame { behind, depth, inner: 0, begun: false, skip, broken: None }
    }
}

impl<'a> Reader<'a> {
    /// A reader of a text.
    pub(super) fn new(game: &'a dyn Game, text: &'a str, limits: &'a ReadLimits) -> Reader<'a> {
        let mut faults = Faults::new(limits.faults);
        let cut = text.len() > limits.bytes;
        let mut end = text.len().min(limits.bytes);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        if cut {
            let message = format!("the record is longer than {} bytes; the rest is not read", limits.bytes);
            faults.limit(end, message);
        }
        Reader {
            game,
            limits,
            stones: Stones::of(game),
            colours: Colours::of(game),
            points: Points::of(game),
            backgammon: backgammon::Board::of(game),
            text,
            tokens: Tokens::new(&text[..end]),
            faults,
            games: Vec::new(),
            open: None,
            frames: Vec::new(),
            passed: 0,
            opened: None,
            broken: Vec::new(),
            cut,
        }
    }

    /// Reads everything.
    pub(super) fn read(mut self) -> Reading {
        let mut first = true;
        loop {
            let found = self.tokens.seek_game();
            match found {
                // Letters about a record may stand before it.
                Ok(Some(at)) if !first => self.form(at, "this belongs to no game: a game begins with `(;`"),
                Err(Some(at)) => {
                    let none = if first { "there is no game here" } else { "this belongs to no game" };
                    self.form(at, format!("{none}: a game begins with `(;`"));
                }
                _ => {}
            }
            if found.is_err() || !self.room_for_game() {
                break;
            }
            first = false;
            self.game();
        }
        self.faults.reading(self.text, self.games)
    }

    fn room_for_game(&mut self) -> bool {
        let room = self.games.len() < self.limits.games;
        if !room {
            let message = format!("the record has more than {} games; the rest is not read", self.limits.games);
            self.limit(self.tokens.at(), message);
        }
        room
    }

    /// Reads a game, up to its last bracket.
    fn game(&mut self) {
        let begin = self.tokens.at();
        let mut node: Option<(usize, Vec<Property<'a>>)> = None;
        // How many values the node may still have; none once it is left out.
        let mut room: usize = 0;
        loop {
            let Some((at, token)) = self.tokens.take() else {
                self.end_of_node(&mut node);
                self.missing_brackets(begin);
                break;
            };
            match token {
                Token::Property(property) => match &mut node {
                    Some((from, properties)) if room > 0 => {
                        room = room.saturating_sub(property.values.len());
                        properties.push(property);
                        if room == 0 || properties.len() > PROPERTIES {
                            room = 0;
                            properties.clear();
                            let message = format!("this node has more than {PROPERTIES} properties or {VALUES} values");
                            self.faults.form(*from, message + "; it is left out");
                        }
                    }
                    Some(_) => {}
                    None => self.form(at, format!("`{}` stands outside of a node: `;` is missing", property.name)),
                },
                Token::Wrong(what) => {
                    // Behind a value without an end there is nothing more, and no bracket either.
                    let end = self.tokens.is_at_end();
                    if !(end && self.cut) {
                        self.form(at, what);
                    }
                    self.cut |= end;
                }
                Token::Node => {
                    self.end_of_node(&mut node);
                    (node, room) = (Some((at, Vec::new())), VALUES + 1);
                }
                Token::Open => {
                    self.end_of_node(&mut node);
                    self.open_bracket(at);
                }
                Token::Close => {
                    self.end_of_node(&mut node);
                    if self.close_bracket(at) {
                        break;
                    }
                }
            }
        }
        self.end_of_game();
    }

    fn end_of_game(&mut self) {
        self.frames.clear();
        (self.passed, self.opened) = (0, None);
        for unread in std::mem::take(&mut self.broken) {
            unread.tell(&mut self.faults);
        }
        if let Some((tree, _)) = self.open.take() {
            self.games.push(tree);
        }
    }

    fn missing_brackets(&mut self, begin: usize) {
        if !self.cut {
            let (line, column) = line_and_column(self.text, begin);
            let count = self.frames.len() + self.passed;
            let are = if count == 1 { "is" } else { "are" };
            let what =
                format!("{count} `)` {are} missing at the end of the game that begins in line {line}, column {column}");
            self.form(self.tokens.at(), what);
        }
    }

    fn open_bracket(&mut self, at: usize) {
        self.opened = Some(at);
        let behind = self.open.as_ref().map_or(NodeId::ROOT, |(_, cursor)| cursor.node());
        let open = self.frames.len();
        let Some(outer) = self.frames.last_mut() else {
            return self.frames.push(Frame::behind(behind, 0, false));
        };
        if outer.skip {
            if let (Some(broken), 0) = (outer.broken, self.passed) {
                self.broken[broken].variations += 1;
            }
            self.passed += 1;
            return;
        }
        let depth = outer.depth + usize::from(outer.inner > 0 || !outer.begun);
        outer.inner += 1;
        // Brackets around a main continuation are no variation, but they cannot be more than there
        // are moves.
        let skip = depth > self.limits.depth || open > self.limits.moves;
        if skip {
            let message = format!("variations are nested deeper than {}; this one is left out", self.limits.depth);
            self.limit(at, message);
        }
        self.frames.push(Frame::behind(behind, depth, skip));
    }

    /// Closes a bracket; true if it was the last of the game.
    fn close_bracket(&mut self, at: usize) -> bool {
        self.opened = None;
        if self.passed > 0 {
            self.passed -= 1;
            return false;
        }
        let Some(frame) = self.frames.pop() else { return true };
        if !frame.begun && frame.inner == 0 && !frame.skip {
            self.form(at, "these brackets hold nothing");
        }
        if let Some((tree, cursor)) = &mut self.open {
            cursor.go_to(tree, frame.behind);
        }
        self.frames.is_empty()
    }

    fn end_of_node(&mut self, node: &mut Option<(usize, Vec<Property<'a>>)>) {
        let Some((at, properties)) = node.take() else { return };
        let names_a_game = || properties.iter().any(|property| matches!(&*property.name, "FF" | "GM"));
        if let Some(begin) = self.opened.take().filter(|_| self.frames.first().is_some_and(|frame| frame.begun))
            && names_a_game()
        {
            // Only roots name their game: the brackets of the game before have been lost.
            self.form(begin, "a new game begins here, but the one before has no `)`");
            self.end_of_game();
            if !self.room_for_game() {
                return self.tokens.finish();
            }
            self.frames.push(Frame::behind(NodeId::ROOT, 0, false));
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let behind_variations = frame.inner > 0 && frame.begun && !frame.skip;
        frame.begun = true;
        if behind_variations {
            frame.skip = true;
            self.form(at, "no node can follow a variation; the rest up to `)` is left out");
        } else if frame.skip {
            let moves = properties.iter().any(|property| matches!(&*property.name, "B" | "W" | "DGM"));
            if let (Some(broken), 0, true) = (frame.broken, self.passed, moves) {
                self.broken[broken].moves += 1;
            }
        } else {
            let properties = self.short_enough(properties);
            self.node(&properties);
        }
    }

    /// Cuts texts that are too long.
    fn short_enough(&mut self, mut properties: Vec<Property<'a>>) -> Vec<Property<'a>> {
        let most = self.limits.text;
        for property in &mut properties {
            let is_text = property.name.starts_with("DG")
                || matches!(&*property.name, "B" | "W" | "C" | "PB" | "PW" | "RE")
                || tags::of_property(&property.name).is_some()
                || marks::is_mark(&property.name);
            if property.name == "DGT" && property.values.len() > TAGS {
                property.values.truncate(TAGS);
                self.limit(property.at, format!("a game has more than {TAGS} tags"));
            }
            let name = &*property.name;
            let is_long = |raw: &str| is_text && raw.len() > most && decoded(name, raw) > most;
            for value in property.values.iter_mut().filter(|value| is_long(value.raw)) {
                value.raw = &value.raw[..value.raw.floor_char_boundary(most)];
                let message = format!("a text of `{name}` is longer than {most} bytes; the rest is left out");
                self.faults.limit(value.at, message);
            }
        }
        properties
    }

    fn node(&mut self, properties: &[Property<'a>]) {
        let is_root = self.open.is_none();
        if is_root {
            match self.root(properties) {
                Ok(tree) => {
                    let cursor = Cursor::new(self.game, &tree);
                    self.open = Some((tree, cursor));
                }
                Err((at, message)) => {
                    self.skip();
                    self.faults.push(at, RecordFaultKind::Setup, message, None);
                    return;
                }
            }
        }
        let mut colour = None;
        let sets_up = |property: &Property<'a>| setup::is_setup(&property.name) && !self.says_the_turn(property);
        if !is_root
            && properties.iter().any(sets_up)
            && let Err((at, message)) = self.set_up(properties)
        {
            let fault = self.fault_here(at, RecordFaultKind::Setup, message);
            return self.break_off(fault);
        }
        for property in properties {
            let name = &*property.name;
            if matches!(name, "B" | "W" | "DGM") && !self.play(property, properties, &mut colour) {
                return;
            }
        }
        let (note, wrong) = notes::read(properties, colour);
        self.wrong(wrong);
        if let Some((tree, cursor)) = &mut self.open {
            let node = cursor.node();
            if !merge(tree.note_mut(node), note, self.limits.text) {
                let at = properties.first().map_or(0, |property| property.at);
                let message = format!("what is said of a move is longer than {} bytes", self.limits.text);
                self.faults.limit(at, format!("{message}; the rest is left out"));
            }
        }
    }

    /// The tree of a root, without moves.
    fn root(&mut self, properties: &[Property<'a>]) -> Result<GameTree, Wrong> {
        self.colours = Colours::of(self.game);
        let hex = self.points.as_ref().is_some_and(Points::are_of_hex);
        if hex && super::little_golem(properties).is_some() {
            // On that server White begins Hex.
            self.colours = self.colours.map(Colours::exchanged);
        }
        let wrong = header::check(self.game, self.points.as_ref(), properties)?;
        self.wrong(wrong);
        let sets_up = properties.iter().any(|property| setup::is_setup(&property.name));
        let next = if sets_up { header::next_colour(properties, &self.tokens) } else { None };
        let start = setup::read(self.game, self.stones.as_ref(), properties, next)?;
        let mut tree = GameTree::new(start);
        let (facts, wrong) = root::read(self.game, self.colours.as_ref(), properties);
        tree.facts = facts;
        header::remarks(self.game, &tree.facts).into_iter().for_each(|remark| self.faults.remark(remark));
        self.wrong(wrong);
        Ok(tree)
    }

    /// Sets up what a node behind the root says. Before any move this is the start of the game.
    fn set_up(&mut self, properties: &[Property<'a>]) -> Result<(), Wrong> {
        let Some((tree, cursor)) = &mut self.open else { return Ok(()) };
        if tree.positions() >= POSITIONS_MAX {
            return Err((properties.first().map_or(0, |property| property.at), too_many()));
        }
        let state = setup::read_change(self.game, self.stones.as_ref(), cursor.state(), properties)?;
        if tree.moves() == 0 && self.frames.len() == 1 {
            tree.begin_at(state);
            *cursor = Cursor::new(self.game, tree);
        } else {
            cursor.change(tree, state);
        }
        Ok(())
    }

    /// Whether a property only says whose turn it is.
    fn says_the_turn(&self, property: &Property<'a>) -> bool {
        let Some((_, cursor)) = &self.open else { return false };
        let player = mover(self.game.turn(cursor.state()));
        let turn = player.and_then(|player| self.colours.as_ref()?.colour(player));
        property.name == "PL" && turn.is_some() && Colour::named(property.first()) == turn
    }

    /// Plays the move of a property; false if the rest of its variation is passed over.
    fn play(&mut self, property: &Property<'a>, all: &[Property<'a>], colour: &mut Option<Colour>) -> bool {
        let Some((tree, cursor)) = &mut self.open else { return false };
        // A turn of backgammon is two moves: the throw is one.
        let plies = if self.backgammon.is_some() { 2 } else { 1 };
        if tree.moves() + plies > self.limits.moves {
            let message = format!("the game has more than {} moves; the rest of it is not read", self.limits.moves);
            self.limit(property.at, message);
            self.frames.iter_mut().for_each(|frame| frame.skip = true);
            return false;
        }
        let player = mover(self.game.turn(cursor.state()));
        let mut turn = player.and_then(|player| self.colours.as_ref()?.colour(player));
        let value = property.first();
        let done = if property.name == "DGM" {
            let by = all.iter().find(|other| other.name == "DGP");
            play_own(tree, cursor, value, by.map(|by| by.first()))
        } else {
            turn = Colour::named(&property.name);
            match (&self.backgammon, &self.colours, turn) {
                (Some(board), _, Some(colour)) => play_turn(tree, cursor, board, colour, property),
                (_, Some(colours), Some(colour)) => {
                    let board = Board { colours, points: self.points.as_ref(), stones: self.stones.as_ref() };
                    play_stone(tree, cursor, &board, colour, value)
                }
                _ => Err(Trouble::illegal(property, "this is not a game of Black and White".to_string())),
            }
        };
        *colour = turn;
        match done {
            Ok(()) => return true,
            Err(Trouble::Over(ending)) => {
                // Words such as `resign` end the game, but are no moves.
                if let (Some(colours), Some(colour)) = (&self.colours, turn) {
                    let winner = if colour == Colour::Black { Colour::White } else { Colour::Black };
                    let outcome = result::outcome(self.game, colours, ending, Some(winner));
                    tree.facts.result.get_or_insert(outcome);
                }
                return true;
            }
            Err(Trouble::Limit(hit)) => {
                let fault = self.fault_here(property.at, RecordFaultKind::Limit, hit.to_string());
                self.break_off(fault);
            }
            Err(Trouble::Illegal { typed, near, message }) => {
                let fault = self.fault_here(property.at, RecordFaultKind::Move { typed, near }, message);
                self.break_off(fault);
            }
        }
        false
    }

    /// Skips the moves after one that cannot be played. If it would be the first continuation, also
    /// its siblings: another one would become the main line.
    fn break_off(&mut self, fault: Kept) {
        let Some((tree, cursor)) = &self.open else { return };
        let node = cursor.node();
        let first = tree.children(node).is_empty();
        self.broken.push(Unread::behind(fault));
        for frame in self.frames.iter_mut().rev() {
            (frame.skip, frame.broken) = (true, Some(self.broken.len() - 1));
            if !first || frame.behind != node {
                break;
            }
        }
    }

    fn skip(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.skip = true;
        }
    }

    fn wrong(&mut self, wrong: Vec<Wrong>) {
        wrong.into_iter().for_each(|(at, message)| self.form(at, message));
    }

    fn form(&mut self, at: usize, message: impl Into<String>) {
        self.faults.form(at, message);
    }

    fn limit(&mut self, at: usize, message: String) {
        self.faults.limit(at, message);
    }

    /// A fault at the node where the reader is.
    fn fault_here(&mut self, at: usize, kind: RecordFaultKind, message: String) -> Kept {
        let node = self.open.as_ref().map(|(_, cursor)| cursor.node());
        self.faults.push(at, kind, message, node.map(|node| (self.games.len(), node)))
    }
}

/// How long the texts of a value are, without their escapes; the longer one of two.
fn decoded(name: &str, raw: &str) -> usize {
    match name {
        "DGR" | "DGB" | "DGE" | "DGT" => {
            let (key, value) = parts(raw).unwrap_or((raw, ""));
            read_own(key).len().max(read_own(value).len())
        }
        _ if name.starts_with("DG") => read_own(raw).len(),
        "C" | "GC" => read_text(raw).len(),
        _ => read_simple(raw).len(),
    }
}
