//! Games as the `position` lines of engine protocols: a line is a game, a start position and a list
//! of moves.
//!
//! What a position and a move look like is for the [`Protocol`]; what is common to all of them is
//! here: lines, limits, faults with their places, and the rule that every move read is a legal one.

use dagaz_core::{Game, MoveList, MoveRef, Position, State};

use crate::Fault;
use crate::cursor::Cursor;
use crate::faults::{Faults, Unread};
use crate::formats::{WriteFault, Written, left_out_of};
use crate::matching::{MoveError, nearest_texts};
use crate::position::draft;
use crate::reading::{ReadLimits, Reading, RecordFaultKind};
use crate::tree::GameTree;

/// How one protocol says positions and moves.
pub(crate) trait Protocol {
    /// The word in front of a position.
    fn word(&self) -> &'static str;
    /// Whether the usual start is written as `startpos`, and not in full.
    fn names_start(&self) -> bool;
    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Position, Fault>;
    /// Writes a position, if that says everything about it.
    fn write(&self, position: &Position) -> Option<String>;
    /// The legal moves that a word could mean.
    fn meant(&self, state: &State, list: &MoveList, typed: &str) -> Vec<usize>;
    /// Returns the text of a move, if it has one.
    fn text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String>;
    /// A move in words of the same notation as another word, where the protocol has several.
    fn text_like(&self, state: &State, chosen: MoveRef<'_>, _word: &str) -> Option<String> {
        self.text(state, chosen)
    }
    /// Whether a word could be a move: a list of moves alone is one from the usual start.
    fn begins_moves(&self, _word: &str) -> bool {
        false
    }
    /// Whether a word among the moves means nothing.
    fn skips(&self, _word: &str) -> bool {
        false
    }
}

/// Moves are no longer than this; a longer word is none.
const LONGEST_MOVE: usize = 16;
/// Characters of a strange word that are worth repeating.
const REPEATED: usize = 40;

/// Reads games, one a line. Empty lines and those that begin with `#` are none.
pub(crate) fn read(game: &dyn Game, protocol: &dyn Protocol, text: &str, limits: &ReadLimits) -> Reading {
    let mut reader = Reader { game, protocol, limits, faults: Faults::new(limits.faults), games: Vec::new() };
    let kept = if text.len() > limits.bytes {
        // Whole lines only: a move that is cut in two could be another move.
        text.as_bytes()[..limits.bytes].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
    } else {
        text.len()
    };
    let mut lines = Lines { text: &text[..kept], next: 0 }.peekable();
    while let Some((at, line)) = lines.next() {
        let mut end = at + line.len();
        // A list of numbered moves may have several lines.
        if reader.is_bare(line) {
            while let Some((at, line)) = lines.next_if(|(_, line)| reader.goes_on(line)) {
                end = at + line.len();
            }
        }
        if reader.games.len() >= limits.games {
            reader.faults.limit(at, format!("the file has more than {} games", limits.games));
            return reader.faults.reading(text, reader.games);
        }
        reader.record(at, &text[at..end]);
    }
    if kept < text.len() {
        let message = format!("the file has more than {} bytes; what follows is not read", limits.bytes);
        reader.faults.limit(kept, message);
    }
    reader.faults.reading(text, reader.games)
}

/// Lines that are neither empty nor comments, each with the byte at which it begins.
struct Lines<'t> {
    text: &'t str,
    next: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        while self.next < self.text.len() {
            let at = self.next;
            let line = self.text[at..].split('\n').next().unwrap_or_default();
            self.next = at + line.len() + 1;
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                return Some((at, line));
            }
        }
        None
    }
}

struct Reader<'a> {
    game: &'a dyn Game,
    protocol: &'a dyn Protocol,
    limits: &'a ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
}

impl<'a> Reader<'a> {
    /// Whether a line has nothing but moves.
    fn is_bare(&self, line: &str) -> bool {
        let first = line.split_whitespace().next();
        first.is_some_and(|word| self.protocol.begins_moves(word) || self.protocol.skips(word))
    }

    /// Returns whether a line continues with a list of moves: by a number other than the first.
    fn goes_on(&self, line: &str) -> bool {
        let first = line.split_whitespace().next().filter(|word| self.protocol.skips(word));
        first.is_some_and(|word| word.trim_end_matches('.') != "1")
    }

    /// Reads the game of a text, which begins at a byte.
    fn record(&mut self, begin: usize, text: &'a str) {
        let mut words = words(text).map(|(at, word)| (begin + at, word)).peekable();
        words.next_if(|(_, word)| *word == "position");
        let bare = words.peek().is_some_and(|(_, word)| self.is_bare(word));
        let start = if bare { Ok(self.game.initial()) } else { self.start((begin, text), &mut words) };
        let start = match start {
            Ok(start) => start,
            Err((at, kind, message)) => {
                self.faults.push(at, kind, message, None);
                return;
            }
        };
        let mut tree = GameTree::of(self.game);
        tree.begin_at(start);
        match words.next_if(|(_, word)| !bare || *word == "moves") {
            None | Some((_, "moves")) => self.play(&mut tree, words),
            Some((at, word)) => {
                self.faults.form(at, format!("`moves` is expected, not `{}`", shortened(word)));
            }
        }
        self.games.push(tree);
    }

    /// Reads where the game begins.
    fn start(
        &self,
        (begin, text): (usize, &'a str),
        words: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a str)>>,
    ) -> Result<State, (usize, RecordFaultKind, String)> {
        let own = self.protocol.word();
        let end = begin + text.trim_end().len();
        let (mut from, word) = words.next().unwrap_or((end, ""));
        if word == "startpos" {
            return Ok(self.game.initial());
        }
        if word == own {
            from = words.peek().map_or(end, |(at, _)| *at);
        } else if !word.contains('/') {
            let found = if word.is_empty() { String::new() } else { format!(", not `{}`", shortened(word)) };
            return Err((from, RecordFaultKind::Form, format!("`startpos` or `{own}` is expected{found}")));
        }
        // A board without the word in front of it has been taken already.
        let mut to = if word == own { from } else { from + word.len() };
        while let Some((at, word)) = words.next_if(|(_, word)| *word != "moves") {
            to = at + word.len();
        }
        let said = &text[from - begin..to - begin];
        let position = self.protocol.parse(said).map_err(|fault| {
            let at = said.char_indices().nth(fault.column - 1).map_or(to, |(byte, _)| from + byte);
            (at, RecordFaultKind::Form, fault.message)
        })?;
        if position == draft::ordered(draft::start(self.game)) {
            return Ok(self.game.initial());
        }
        self.game.set_up(&position).map_err(|errors| {
            let message = errors.first().map_or("this position is impossible".to_string(), ToString::to_string);
            (from, RecordFaultKind::Setup, message)
        })
    }

    /// Plays the moves, as far as they can be played.
    fn play(&mut self, tree: &mut GameTree, mut words: impl Iterator<Item = (usize, &'a str)>) {
        let mut cursor = Cursor::new(self.game, tree);
        while let Some((at, word)) = words.next() {
            if self.protocol.skips(word) {
                continue;
            }
            if tree.moves() >= self.limits.moves {
                let message = format!("the game has more than {} moves", self.limits.moves);
                let place = (self.games.len(), cursor.node());
                self.faults.push(at, RecordFaultKind::Limit, message, Some(place));
                break;
            }
            let list = match cursor.legal() {
                Ok(list) => list,
                Err(hit) => {
                    let place = (self.games.len(), cursor.node());
                    self.faults.push(at, RecordFaultKind::Limit, hit.to_string(), Some(place));
                    break;
                }
            };
            match find(self.protocol, cursor.state(), &list, word) {
                Ok(index) => {
                    cursor.play(tree, list.get(index));
                }
                Err(error) => {
                    let near = match &error {
                        MoveError::Unknown { near, .. } => near.clone(),
                        MoveError::Several { moves, .. } => moves.clone(),
                        MoveError::Empty | MoveError::NoMoves => Vec::new(),
                    };
                    let kind = RecordFaultKind::Move { typed: shortened(word), near };
                    let place = (self.games.len(), cursor.node());
                    let fault = self.faults.push(at, kind, error.to_string(), Some(place));
                    let moves = words.filter(|(_, word)| !self.protocol.skips(word)).count();
                    Unread { fault, moves, variations: 0 }.tell(&mut self.faults);
                    break;
                }
            }
        }
        tree.facts.result = cursor.outcome().ok().flatten();
    }
}

/// The words of a line, each with the byte at which it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

fn shortened(word: &str) -> String {
    match word.char_indices().nth(REPEATED) {
        None => word.to_string(),
        Some((end, _)) => format!("{}…", &word[..end]),
    }
}

/// The index of the legal move of `list` that a word means. Equal moves count as one.
pub(crate) fn find(protocol: &dyn Protocol, state: &State, list: &MoveList, typed: &str) -> Result<usize, MoveError> {
    let meant = if typed.len() <= LONGEST_MOVE { protocol.meant(state, list, typed) } else { Vec::new() };
    if let Some(&first) = meant.first()
        && meant.iter().all(|&other| list.get(other).same_as(list.get(first)))
    {
        return Ok(first);
    }
    if list.is_empty() {
        return Err(MoveError::NoMoves);
    }
    let typed = shortened(typed);
    let text = |index: usize| protocol.text_like(state, list.get(index), &typed);
    if meant.is_empty() {
        let texts: Vec<String> = (0..list.len()).filter_map(text).collect();
        return Err(MoveError::Unknown { near: nearest_texts(&texts, &typed), typed });
    }
    let moves = meant.iter().filter_map(|&index| text(index)).take(6).collect();
    Err(MoveError::Several { typed, count: meant.len(), moves })
}

/// Writes the main lines of games, one a line.
pub(crate) fn write(game: &dyn Game, protocol: &dyn Protocol, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let initial = game.initial();
    let mut written = Written::default();
    let mut results = 0;
    for tree in trees {
        written.text += "position ";
        if protocol.names_start() && *tree.start() == initial {
            written.text += "startpos";
        } else {
            let position = protocol.write(&draft::ordered(game.position(tree.start())));
            let position = position.ok_or(WriteFault::NotThisGame("games whose start position it can say"))?;
            written.text += &format!("{} {position}", protocol.word());
        }
        let mut cursor = Cursor::new(game, tree);
        for (index, node) in tree.main_line().into_iter().enumerate() {
            let list = cursor.legal()?;
            let text = tree.chosen(node).and_then(|chosen| {
                let text = protocol.text(cursor.state(), chosen)?;
                // Two moves with equal texts cannot be distinguished by a reader.
                let found = find(protocol, cursor.state(), &list, &text).ok()?;
                list.get(found).same_as(chosen).then_some(text)
            });
            written.text += if index == 0 { " moves " } else { " " };
            let fault = if tree.position(node).is_some() { WriteFault::Position } else { WriteFault::Move };
            written.text += &text.ok_or(fault(index + 1))?;
            cursor.go_to(tree, node);
        }
        written.text.push('\n');
        // An outcome by the rules follows from the moves.
        results += usize::from(tree.facts.result.is_some() && tree.facts.result != cursor.outcome()?);
    }
    written.left_out = left_out_of(trees);
    match results {
        0 => {}
        1 => written.left_out.push("1 result".to_string()),
        many => written.left_out.push(format!("{many} results")),
    }
    Ok(written)
}

/// The reading of a text by the rules of a game for which its format is not.
pub(crate) fn not_this_game(which: &'static str) -> Reading {
    Reading::refused("", RecordFaultKind::Setup, WriteFault::NotThisGame(which).to_string())
}
