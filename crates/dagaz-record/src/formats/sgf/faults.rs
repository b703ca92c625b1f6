//! The faults met so far, with their places counted on the way.

use crate::reading::{RecordFault, RecordFaultKind, line_and_column};
use crate::tree::NodeId;

/// Collects faults. A file may be one line of many megabytes, so a place is counted on from the place before.
pub(super) struct Faults<'t> {
    text: &'t str,
    byte: usize,
    line: usize,
    column: usize,
    most: usize,
    list: Vec<RecordFault>,
}

impl<'t> Faults<'t> {
    /// No faults yet of a text; `most` are collected.
    pub(super) fn new(text: &'t str, most: usize) -> Faults<'t> {
        Faults { text, byte: 0, line: 1, column: 1, most, list: Vec::new() }
    }

    /// Adds a fault at a byte of the text, met at a node of a game if `met` says so.
    pub(super) fn add(&mut self, byte: usize, kind: RecordFaultKind, message: String, met: Option<(usize, NodeId)>) {
        if self.is_full() {
            return;
        }
        let (line, column) = self.place(byte);
        self.list.push(RecordFault { line, column, kind, message, at: met });
    }

    /// Whether there are as many as are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    /// All of them, in the order of the text.
    pub(super) fn into_list(mut self) -> Vec<RecordFault> {
        self.list.sort_by_key(|fault| (fault.line, fault.column));
        self.list
    }

    /// Line and column of a byte of the text.
    pub(super) fn place(&mut self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        if byte < self.byte {
            return line_and_column(self.text, byte);
        }
        for sign in &self.text.as_bytes()[self.byte..byte] {
            match sign {
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                // Only the first byte of a character counts.
                sign if sign & 0xc0 != 0x80 => self.column += 1,
                _ => {}
            }
        }
        self.byte = byte;
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_text() {
        let text = "ab\nä€c\n\nd";
        let mut faults = Faults::new(text, 100);
        let bytes = [0, 2, 3, 5, 6, 8, 9, 10, 99, 4];
        for byte in bytes {
            faults.add(byte, RecordFaultKind::Form, String::new(), None);
        }
        let places: Vec<(usize, usize)> = faults.list.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, bytes.map(|byte| line_and_column(text, byte)));
        assert_eq!(faults.into_list()[1].column, 3);
    }
}
