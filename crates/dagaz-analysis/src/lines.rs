//! Lines and UTF-16 columns: the positions that editors use.
//!
//! The rest of the crate counts bytes.

/// A line and a column in UTF-16 code units, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The UTF-16 code units before the place in its line.
    pub column: u32,
}

/// The starts of the lines of a text. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    length: usize,
}

impl LineIndex {
    /// Returns the index of a text.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let is_end = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let ends = (0..bytes.len()).filter(|at| is_end(*at)).map(|at| at + 1);
        LineIndex { starts: std::iter::once(0).chain(ends).collect(), length: bytes.len() }
    }

    /// Returns the position of a byte of the text. A byte beyond the text is its end; one within a
    /// character is the start of the character.
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let byte = text.floor_char_boundary(byte.min(self.length));
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let before = text.get(self.starts[line]..byte).unwrap_or_default();
        let column = if before.is_ascii() { before.len() } else { before.encode_utf16().count() };
        Position { line: line as u32, column: column as u32 }
    }

    /// Returns the byte of a position. A column beyond its line is the end of the line, a line
    /// beyond the text the end of the text.
    pub fn byte(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.length };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(self.length);
        let line = text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
        let (mut units, mut at) = (0, start);
        for character in line.chars() {
            units += character.len_utf16() as u32;
            if units > position.column {
                break;
            }
            at += character.len_utf8();
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf_16_units() {
        let text = "a\u{e9}b\r\n\u{1f600}x\rlast\n";
        let index = LineIndex::new(text);
        let cases = [(0, 0, 0), (1, 0, 1), (3, 0, 2), (4, 0, 3), (6, 1, 0), (10, 1, 2), (12, 2, 0), (16, 2, 4)];
        for (byte, line, column) in cases {
            let position = Position { line, column };
            assert_eq!(index.position(text, byte), position, "byte {byte}");
            assert_eq!(index.byte(text, position), byte, "{position:?}");
        }
        assert_eq!(index.byte(text, Position { line: 1, column: 1 }), 6, "within a pair");
        assert_eq!(index.byte(text, Position { line: 0, column: 99 }), 4, "beyond a line");
        assert_eq!(index.byte(text, Position { line: 99, column: 0 }), text.len(), "beyond the text");
        assert_eq!(index.position(text, 99).line, 3);
    }
}
