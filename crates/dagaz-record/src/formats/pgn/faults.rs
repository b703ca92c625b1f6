//! The faults of a reading, by their bytes; lines and columns are counted once, at the end.

use crate::reading::{RecordFault, RecordFaultKind};
use crate::tree::NodeId;

/// Longer words are cut where they are named.
const NAMED: usize = 40;

/// See the [module documentation](self).
pub(crate) struct Faults {
    found: Vec<(usize, RecordFault)>,
    most: usize,
    full: bool,
}

impl Faults {
    /// No faults yet, and at most so many.
    pub(crate) fn new(most: usize) -> Faults {
        Faults { found: Vec::new(), most, full: false }
    }

    /// Adds a fault, and the place in the games where it was met. The first one too many is said, and no more.
    pub(crate) fn push(
        &mut self,
        byte: usize,
        kind: RecordFaultKind,
        message: impl Into<String>,
        at: Option<(usize, NodeId)>,
    ) {
        if self.full {
            return;
        }
        let mut fault = RecordFault { line: 0, column: 0, kind, message: message.into(), at };
        if self.found.len() >= self.most {
            self.full = true;
            fault.kind = RecordFaultKind::Limit;
            fault.message = format!("there are more than {} faults; what follows is not read", self.most);
            fault.at = None;
        }
        self.found.push((byte, fault));
    }

    /// Whether reading should end.
    pub(crate) fn full(&self) -> bool {
        self.full
    }

    /// The faults in the order of the text, with lines and columns.
    pub(crate) fn resolve(mut self, text: &str) -> Vec<RecordFault> {
        self.found.sort_by_key(|(byte, _)| *byte);
        let (mut line, mut column, mut chars) = (1, 1, text.char_indices().peekable());
        let mut resolved = Vec::with_capacity(self.found.len());
        for (byte, fault) in self.found {
            while let Some((_, c)) = chars.next_if(|(at, _)| *at < byte) {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            resolved.push(RecordFault { line, column, ..fault });
        }
        resolved
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
    fn places_are_counted_once_and_in_order() {
        let text = "ab\nä€c\n";
        let mut faults = Faults::new(2);
        faults.push(8, RecordFaultKind::Form, "second", None);
        faults.push(2, RecordFaultKind::Form, "first", None);
        faults.push(99, RecordFaultKind::Form, "too many", None);
        assert!(faults.full());
        let places = |fault: &RecordFault| (fault.line, fault.column, fault.kind.clone());
        let found: Vec<_> = faults.resolve(text).iter().map(places).collect();
        let form = RecordFaultKind::Form;
        assert_eq!(found, [(1, 3, form.clone()), (2, 3, form), (3, 1, RecordFaultKind::Limit)]);
    }
}
