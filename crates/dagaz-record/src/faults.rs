//! Errors and remarks of a reader by byte offset; lines and columns are computed once, at the end.
//!
//! How many faults are kept is limited, how much is read is not: a file of many games may have its
//! good ones at its end.

use crate::reading::{Reading, RecordFault, RecordFaultKind};
use crate::tree::{GameTree, NodeId};
use dagaz_core::CompactSort;

/// Longer words are cut where they are named.
const NAMED: usize = 40;

/// See the [module documentation](self).
pub(crate) struct Faults {
    found: Vec<(usize, RecordFault)>,
    most: usize,
    /// Faults that were not kept, and the byte of the first.
    more: usize,
    more_from: usize,
    remarks: Vec<String>,
    more_remarks: usize,
}

/// A fault that can still be extended; `None` if it was not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept(Option<usize>);

impl Faults {
    /// No faults yet, of which so many will be kept.
    pub(crate) fn new(most: usize) -> Faults {
        Faults { found: Vec::new(), most, more: 0, more_from: 0, remarks: Vec::new(), more_remarks: 0 }
    }

    /// Adds a fault, and the place in the games where it was met.
    pub(crate) fn push(
        &mut self,
        byte: usize,
        kind: RecordFaultKind,
        message: impl Into<String>,
        at: Option<(usize, NodeId)>,
    ) -> Kept {
        if self.full() {
            self.more_from = if self.more == 0 { byte } else { self.more_from };
            self.more += 1;
            return Kept(None);
        }
        self.found.push((byte, RecordFault { line: 0, column: 0, kind, message: message.into(), at }));
        Kept(Some(self.found.len() - 1))
    }

    /// Adds a fault in the form of the text.
    pub(crate) fn form(&mut self, byte: usize, message: impl Into<String>) -> Kept {
        self.push(byte, RecordFaultKind::Form, message, None)
    }

    /// Adds that something is larger than the limits.
    pub(crate) fn limit(&mut self, byte: usize, message: impl Into<String>) -> Kept {
        self.push(byte, RecordFaultKind::Limit, message, None)
    }

    /// Adds to what a fault says.
    pub(crate) fn tell(&mut self, kept: Kept, more: &str) {
        if let Some((_, fault)) = kept.0.and_then(|place| self.found.get_mut(place)) {
            fault.message += more;
        }
    }

    /// Adds what is no fault, but should be known: something that was not kept, a contradiction.
    pub(crate) fn remark(&mut self, remark: impl Into<String>) {
        if self.remarks.len() < self.most {
            self.remarks.push(remark.into());
        } else {
            self.more_remarks += 1;
        }
    }

    /// Whether no further fault will be kept: its message need not be thought about.
    pub(crate) fn full(&self) -> bool {
        self.found.len() >= self.most
    }

    /// What was read: the games with these faults, in the order of the text. That nothing at all
    /// was found is a fault.
    pub(crate) fn reading(mut self, text: &str, games: Vec<GameTree>) -> Reading {
        if games.is_empty() && self.found.is_empty() && self.more == 0 {
            self.form(0, "the text holds no game");
        }
        if self.more_remarks > 0 {
            self.remarks.push(format!("… and {} more", self.more_remarks));
        }
        let remarks = std::mem::take(&mut self.remarks);
        Reading { games, faults: self.resolve(text), remarks }
    }

    fn resolve(mut self, text: &str) -> Vec<RecordFault> {
        self.found.compact_sort_by_key(|(byte, _)| *byte);
        if self.more > 0 {
            let many = if self.more == 1 { "fault" } else { "faults" };
            let message = format!("… and {} more {many}", self.more);
            let byte = self.found.last().map_or(self.more_from, |(byte, _)| self.more_from.max(*byte));
            let fault = RecordFault { line: 0, column: 0, kind: RecordFaultKind::Limit, message, at: None };
            self.found.push((byte, fault));
        }
        let (mut line, mut column, mut chars) = (1, 1, text.char_indices().peekable());
        let mut resolved = Vec::with_capacity(self.found.len());
        for (byte, fault) in self.found {
            while let Some((at, c)) = chars.peek().copied() {
                // A byte inside a character counts as its beginning.
                if at + c.len_utf8() > byte {
                    break;
                }
                chars.next();
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            resolved.push(RecordFault { line, column, ..fault });
        }
        resolved
    }
}

/// What stands behind a move that could not be played, or in its place, and was not read for that
/// reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The fault of the move.
    pub(crate) fault: Kept,
    /// Moves of its line behind it.
    pub(crate) moves: usize,
    /// Variations that replace it or one of those.
    pub(crate) variations: usize,
}

impl Unread {
    /// Nothing yet.
    pub(crate) fn behind(fault: Kept) -> Unread {
        Unread { fault, ..Unread::default() }
    }

    /// Says in the message of the fault what was not read.
    pub(crate) fn tell(self, faults: &mut Faults) {
        let counted = |count: usize, one: &str, place: &str| match count {
            0 => None,
            1 => Some(format!("1 {one} {place}")),
            _ => Some(format!("{count} {one}s {place}")),
        };
        let parts = [counted(self.moves, "move", "behind it"), counted(self.variations, "variation", "there")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            let is = if self.moves + self.variations == 1 { "is" } else { "are" };
            faults.tell(self.fault, &format!("; {} {is} not read", parts.join(" and ")));
        }
    }
}

/// A word of the record for a message: not too long.
pub(crate) fn named(word: &str) -> String {
    let mut short: String = word.chars().take(NAMED).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_ranks_are_ordered() {
        let text = "ab\nä€c\n\nd";
        let mut faults = Faults::new(100);
        let mut bytes = [10, 0, 3, 2, 5, 6, 8, 9, 99, 4];
        for byte in bytes {
            faults.form(byte, "");
        }
        bytes.sort_unstable();
        let found: Vec<_> = faults.resolve(text).iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(found, bytes.map(|byte| crate::reading::line_and_column(text, byte)));
    }

    #[test]
    fn discarded_data_is_counted() {
        let mut faults = Faults::new(1);
        let first = faults.form(3, "first");
        let second = faults.form(1, "second");
        faults.form(5, "third");
        Unread { fault: first, moves: 2, variations: 1 }.tell(&mut faults);
        Unread { fault: second, moves: 1, variations: 0 }.tell(&mut faults);
        ["a", "b", "c"].into_iter().for_each(|remark| faults.remark(remark));
        let reading = faults.reading("ab\nde", Vec::new());
        let said: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
        let told = "2:1: first; 2 moves behind it and 1 variation there are not read";
        assert_eq!(said, [told, "2:1: … and 2 more faults"]);
        assert_eq!(reading.remarks, ["a", "… and 2 more"]);
    }

    #[test]
    fn empty_input_is_an_error() {
        let reading = Faults::new(0).reading("", Vec::new());
        assert_eq!(reading.faults.len(), 1);
        assert_eq!(reading.faults[0].line, 1);
    }
}
