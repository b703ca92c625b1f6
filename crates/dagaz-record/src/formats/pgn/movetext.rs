//! The moves of one game: played one by one, with variations, comments and judgements.

use dagaz_core::{Game, MoveList, Outcome};

use super::commands;
use crate::changed;
use crate::cursor::Cursor;
use crate::faults::{Faults, Kept, Unread, named};
use crate::formats::join::append;
use crate::formats::pgn::san::{Meaning, San};
use crate::formats::pgn::san_text::{SanText, Shape};
use crate::formats::ucci;
use crate::reading::{ReadLimits, RecordFaultKind};
use crate::tree::{GameTree, NodeId, Note};

/// The maximum number of legal moves listed for an illegal one.
const NEAR: usize = 6;

/// Judgements that have signs of their own, and what programs used before there were numbers.
const SIGNS: [(&str, u8); 16] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("=+", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];

/// Where a line stands.
#[derive(Clone, Copy, Default)]
struct Line {
    /// Whether a move of it has been played.
    played: bool,
    /// If a move could not be played: what has been passed over since.
    broken: Option<Unread>,
}

/// The line that a variation interrupts.
struct Frame {
    byte: usize,
    line: Line,
    node: NodeId,
}

/// See the [module documentation](self).
pub(super) struct Movetext<'a> {
    game: &'a dyn Game,
    san: &'a San<'a>,
    limits: &'a ReadLimits,
    tree: GameTree,
    cursor: Cursor<'a>,
    /// The game's place in the file.
    number: usize,
    line: Line,
    stack: Vec<Frame>,
    /// Variations within variations that are passed over, and where the outermost begins.
    skipped: usize,
    skipped_from: usize,
    /// Whether moves are played at all.
    readable: bool,
    /// Whether moves are those of xiangqi, in WXF or ICCS, before they are any others.
    pub(super) chinese: bool,
    /// Whether there was anything but comments.
    begun: bool,
    /// What was said before the first move of a line.
    before: Note,
}

impl<'a> Movetext<'a> {
    /// The moves behind the start of `tree`. If it is not `readable`, they are passed over.
    pub(super) fn new(
        game: &'a dyn Game,
        san: &'a San<'a>,
        limits: &'a ReadLimits,
        tree: GameTree,
        number: usize,
        readable: bool,
    ) -> Movetext<'a> {
        Movetext {
            game,
            san,
            limits,
            cursor: Cursor::new(game, &tree),
            tree,
            number,
            line: Line::default(),
            stack: Vec::new(),
            skipped: 0,
            skipped_from: 0,
            readable,
            chinese: false,
            begun: false,
            before: Note::default(),
        }
    }

    /// Whether there was anything but comments.
    pub(super) fn begun(&self) -> bool {
        self.begun
    }

    /// Whether a variation is open.
    pub(super) fn in_variation(&self) -> bool {
        self.skipped > 0 || !self.stack.is_empty()
    }

    fn here(&self) -> Option<(usize, NodeId)> {
        Some((self.number, self.cursor.node()))
    }

    /// Returns whether the current text or move has no place in the tree.
    fn lost(&self) -> bool {
        !self.readable || self.skipped > 0 || self.line.broken.is_some()
    }

    /// Begins a variation of the move before.
    pub(super) fn open(&mut self, byte: usize, faults: &mut Faults) {
        self.begun = true;
        // A variation of a move that could not be played would take its place as the main line.
        if let Some(unread) = self.line.broken.as_mut().filter(|_| self.skipped == 0) {
            unread.variations += 1;
        } else if self.readable && self.skipped == 0 {
            if !self.line.played {
                let message = "a variation needs a move before it";
                faults.push(byte, RecordFaultKind::Form, message, self.here());
            } else if self.stack.len() >= self.limits.depth {
                let message = format!("there are more than {} variations within variations", self.limits.depth);
                faults.push(byte, RecordFaultKind::Limit, message, self.here());
            } else {
                self.stack.push(Frame { byte, line: self.line, node: self.cursor.node() });
                self.cursor.back(&self.tree);
                self.line = Line::default();
                self.before = Note::default();
                return;
            }
        }
        if self.skipped == 0 {
            self.skipped_from = byte;
        }
        self.skipped += 1;
    }

    /// Ends a variation.
    pub(super) fn close(&mut self, byte: usize, faults: &mut Faults) {
        self.begun = true;
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(frame) = self.stack.pop() {
            self.cursor.go_to(&self.tree, frame.node);
            self.end_of_line(faults);
            self.line = frame.line;
            self.before = Note::default();
        } else if self.readable {
            faults.push(byte, RecordFaultKind::Form, "`)` has no `(` before it", self.here());
        }
    }

    fn end_of_line(&mut self, faults: &mut Faults) {
        if let Some(unread) = self.line.broken.take() {
            unread.tell(faults);
        }
    }

    /// Takes a judgement.
    pub(super) fn glyph(&mut self, number: u8) {
        if self.lost() || number == 0 {
            return;
        }
        let node = self.cursor.node();
        let note = if self.line.played { self.tree.note_mut(node) } else { &mut self.before };
        if !note.glyphs.contains(&number) {
            note.glyphs.push(number);
        }
    }

    /// Takes a comment.
    pub(super) fn comment(&mut self, byte: usize, text: &str, faults: &mut Faults) {
        if self.lost() {
            return;
        }
        let (at, node) = (self.here(), self.cursor.node());
        if self.line.played || self.stack.is_empty() {
            say(self.tree.note_mut(node), text, self.limits, (byte, at), faults);
        } else {
            let mut note = Note { comment: std::mem::take(&mut self.before.before), ..Note::default() };
            say(&mut note, text, self.limits, (byte, at), faults);
            self.before.before = note.comment;
        }
    }

    /// Takes a word: the number of a move, a sign, or a move.
    pub(super) fn word(&mut self, byte: usize, word: &str, faults: &mut Faults) {
        self.begun = true;
        let bare = without_number(word);
        let byte = byte + word.len() - bare.len();
        if bare.is_empty() || matches!(bare, "e.p." | "e.p" | "ep") {
            return;
        }
        if let Some((_, number)) = SIGNS.iter().find(|(sign, _)| *sign == bare) {
            return self.glyph(*number);
        }
        if let Some(passed_over) = self.line.broken.as_mut().filter(|_| self.skipped == 0) {
            passed_over.moves += 1;
        }
        if self.lost() {
            return;
        }
        let text = bare.trim_end_matches(['!', '?']);
        match self.play(byte, text, faults) {
            Ok(()) => {
                let judged = SIGNS.iter().find(|(sign, _)| *sign == &bare[text.len()..]);
                judged.into_iter().for_each(|(_, number)| self.glyph(*number));
            }
            Err(fault) => self.line.broken = Some(Unread::behind(fault)),
        }
    }

    /// Plays a move; gives the fault if that cannot be done.
    fn play(&mut self, byte: usize, text: &str, faults: &mut Faults) -> Result<(), Kept> {
        let most = self.limits.moves;
        if self.tree.moves() >= most {
            self.readable = false;
            let message = format!("the game has more than {most} moves");
            return Err(faults.push(byte, RecordFaultKind::Limit, message, self.here()));
        }
        let list = match self.cursor.legal() {
            Ok(list) => list,
            Err(hit) => return Err(faults.push(byte, RecordFaultKind::Limit, hit.to_string(), self.here())),
        };
        let chinese = || ucci::find(self.game, self.cursor.state(), &list, text).map(Meaning::One);
        let san = || self.san.find(self.cursor.state(), &list, text);
        let meaning = match self.chinese {
            true => chinese().unwrap_or_else(san),
            false => {
                Some(san()).filter(|meaning| *meaning != Meaning::Nothing).or_else(chinese).unwrap_or(Meaning::Nothing)
            }
        };
        let (near, message) = match meaning {
            Meaning::One(index) => {
                self.cursor.play(&mut self.tree, list.get(index));
                self.played();
                return Ok(());
            }
            Meaning::Nothing if is_null(text) && !list.is_empty() => {
                if self.tree.positions() >= changed::POSITIONS_MAX {
                    return Err(faults.push(byte, RecordFaultKind::Limit, changed::too_many(), self.here()));
                }
                if let Some(state) = self.san.null_move(self.cursor.state()) {
                    self.cursor.change(&mut self.tree, state);
                    self.played();
                    return Ok(());
                }
                self.illegal(&list, text)
            }
            // The message will not be reported.
            _ if faults.full() => (Vec::new(), String::new()),
            Meaning::Several(several) => self.several(&list, &several, text),
            Meaning::Nothing => self.illegal(&list, text),
        };
        let kind = RecordFaultKind::Move { typed: named(text), near };
        Err(faults.push(byte, kind, message, self.here()))
    }

    /// Notes that a move has led to the node where the cursor is.
    fn played(&mut self) {
        self.line.played = true;
        let before = std::mem::take(&mut self.before);
        if !before.before.is_empty() {
            self.tree.note_mut(self.cursor.node()).before = before.before;
        }
        before.glyphs.into_iter().for_each(|number| self.glyph(number));
    }

    fn several(&self, list: &MoveList, several: &[usize], text: &str) -> (Vec<String>, String) {
        let state = self.cursor.state();
        let mut moves: Vec<String> =
            several.iter().filter_map(|&index| self.san.body(state, list, list.get(index))).collect();
        moves.truncate(NEAR);
        let message = format!("`{}` could be any of {} moves: {}", named(text), several.len(), moves.join(", "));
        (moves, message)
    }

    fn illegal(&self, list: &MoveList, text: &str) -> (Vec<String>, String) {
        let (state, text) = (self.cursor.state(), named(text));
        if list.is_empty() {
            let ending = self.cursor.outcome().ok().flatten().map_or(String::new(), |end| format!(": {}", end.ending));
            return (Vec::new(), format!("`{text}` cannot be played: the game has ended{ending}"));
        }
        let near = self.san.near(state, list, &text, NEAR);
        let mover = self.san.mover(state).map_or("nobody", |mover| self.game.glossary().player(mover));
        let message = format!("`{text}` is not a legal move of {mover} here; the nearest are: {}", near.join(", "));
        (near, message)
    }

    /// The game, as far as it could be played, and the end of its main line. What the board says of
    /// its end comes before what is `claimed`.
    pub(super) fn finish(mut self, claimed: Option<Outcome>, faults: &mut Faults) -> (GameTree, NodeId) {
        self.end_of_line(faults);
        let open = self.stack.first().map(|frame| frame.byte).or((self.skipped > 0).then_some(self.skipped_from));
        if let Some(byte) = open {
            faults.push(byte, RecordFaultKind::Form, "this variation has no end: `)` is missing", self.here());
        }
        let last = self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        self.cursor.go_to(&self.tree, last);
        self.tree.facts.result = self.cursor.outcome().ok().flatten().or(claimed);
        (self.tree, last)
    }
}

/// Adds a comment to a note. Several comments in a row are the lines of one. `place` is where it
/// begins in the text and in the games.
pub(super) fn say(
    note: &mut Note,
    text: &str,
    limits: &ReadLimits,
    place: (usize, Option<(usize, NodeId)>),
    faults: &mut Faults,
) {
    let said = commands::read(text);
    let silent = said.text.is_empty() && (said.clock.is_some() || said.spent.is_some());
    note.clock = said.clock.or(note.clock);
    note.spent = said.spent.or(note.spent);
    if silent {
        return;
    }
    if said.text.is_empty() && (1..limits.text).contains(&note.comment.len()) {
        note.comment.push('\n');
    }
    if !append(&mut note.comment, &said.text, "\n", limits.text) {
        faults.push(place.0, RecordFaultKind::Limit, too_long(limits), place.1);
    }
}

/// Whether a word is a null move, by the names that programs have for it.
fn is_null(word: &str) -> bool {
    SanText::parse(word, &[]).is_some_and(|read| read.shape == Shape::Pass)
}

fn too_long(limits: &ReadLimits) -> String {
    format!("a comment has more than {} bytes; the rest of it is left out", limits.text)
}

/// A word without the number of a move in front of it.
fn without_number(word: &str) -> &str {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = |c: char| c == '.' || c == '…';
    if bare.is_empty() || bare.starts_with(dots) { bare.trim_start_matches(dots) } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_skipped() {
        for (word, bare) in [("1.e4", "e4"), ("12...Nf6", "Nf6"), ("3…d5", "d5"), ("7", ""), ("..", ""), ("0-0", "0-0")]
        {
            assert_eq!(without_number(word), bare, "{word}");
        }
    }
}
