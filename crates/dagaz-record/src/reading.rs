//! The result of a reader: games and errors.
//!
//! A reader continues after a fault if it can: an illegal move ends its line, and a damaged game
//! ends where the next begins. Callers that want all or nothing check [`Reading::faults`] first.

use crate::tree::{GameTree, NodeId};

/// How large a record may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Games in a file.
    pub games: usize,
    /// Moves of one game, all variations counted.
    pub moves: usize,
    /// Variations within variations.
    pub depth: usize,
    /// Bytes of one comment, name or other text, as it is when all escapes are read.
    pub text: usize,
    /// The maximum number of faults kept; a last one has the number of the others.
    pub faults: usize,
}

/// Tags of one game. Databases have some twenty.
pub(crate) const TAGS: usize = 1000;

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { bytes: 256 << 20, games: 100_000, moves: 200_000, depth: 200, text: 1 << 20, faults: 100 }
    }
}

/// What kind of fault it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFaultKind {
    /// The text is not what the format allows.
    Form,
    /// The record asks for other rules, or for a position that the rules do not have.
    Setup,
    /// A move is not legal where it stands, or could be several.
    Move {
        /// As the record has it.
        typed: String,
        /// Legal moves most like it.
        near: Vec<String>,
    },
    /// The record is larger than the [`ReadLimits`], or the rules need more work than theirs.
    Limit,
}

/// Something wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What kind of fault.
    pub kind: RecordFaultKind,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// The game (counted from 0) and the node at which a move could not be played.
    pub at: Option<(usize, NodeId)>,
}

impl RecordFault {
    /// A fault at a byte of a text.
    pub fn new(text: &str, byte: usize, kind: RecordFaultKind, message: impl Into<String>) -> RecordFault {
        let (line, column) = line_and_column(text, byte);
        RecordFault { line, column, kind, message: message.into(), at: None }
    }

    /// The same fault, met at a node of a game.
    pub fn met_at(self, game: usize, node: NodeId) -> RecordFault {
        RecordFault { at: Some((game, node)), ..self }
    }
}

impl std::fmt::Display for RecordFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for RecordFault {}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The games, as far as they could be read.
    pub games: Vec<GameTree>,
    /// What was wrong, in the order of the text.
    pub faults: Vec<RecordFault>,
    /// What is worth knowing though nothing is wrong, each a sentence without a full stop.
    pub remarks: Vec<String>,
}

impl Reading {
    /// Nothing, for a reason that is about the whole text.
    pub(crate) fn refused(text: &str, kind: RecordFaultKind, message: impl Into<String>) -> Reading {
        Reading { faults: vec![RecordFault::new(text, 0, kind, message)], ..Reading::default() }
    }

    /// Adds what was read of later games.
    pub fn append(&mut self, later: Reading) {
        let before = self.games.len();
        let moved =
            |fault: RecordFault| RecordFault { at: fault.at.map(|(game, node)| (before + game, node)), ..fault };
        self.faults.extend(later.faults.into_iter().map(moved));
        self.games.extend(later.games);
        self.remarks.extend(later.remarks);
    }

    /// The games, if nothing at all was wrong; else the first fault.
    pub fn strict(self) -> Result<Vec<GameTree>, RecordFault> {
        match self.faults.into_iter().next() {
            None => Ok(self.games),
            Some(fault) => Err(fault),
        }
    }
}

/// Line and column of a byte in a text, both counted from 1, columns in characters. A byte inside a
/// character counts as its beginning, one beyond the end as the end.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (before.bytes().filter(|&b| b == b'\n').count() + 1, before[begin..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters() {
        let text = "ab\nä€c\n";
        for (byte, expected) in [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (5, (2, 2)), (8, (2, 3)), (99, (3, 1))] {
            assert_eq!(line_and_column(text, byte), expected, "byte {byte}");
        }
    }
}
