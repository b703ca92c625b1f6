//! What is said at a table: one line, plain text.

use std::fmt;

/// Bytes of a line.
pub const LINE_BYTES: usize = 400;

/// Why a text cannot be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TalkFault {
    /// There is nothing in it.
    Empty,
    /// It is longer than [`LINE_BYTES`].
    TooLong,
}

impl fmt::Display for TalkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TalkFault::Empty => f.write_str("there is nothing to say"),
            TalkFault::TooLong => write!(f, "a line has at most {LINE_BYTES} bytes"),
        }
    }
}

impl std::error::Error for TalkFault {}

/// The line that a text makes: without line ends, control characters, and what turns the direction of writing around.
pub fn line(text: &str) -> Result<String, TalkFault> {
    if text.len() > LINE_BYTES {
        return Err(TalkFault::TooLong);
    }
    let turns = |one: char| matches!(one, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    let kept: String = text
        .chars()
        .map(|one| if one.is_whitespace() { ' ' } else { one })
        .filter(|&one| !one.is_control() && !turns(one))
        .collect();
    let kept = kept.trim();
    if kept.is_empty() { Err(TalkFault::Empty) } else { Ok(kept.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_plain_text() {
        assert_eq!(line(" good\ngame \u{1F600} "), Ok("good game \u{1F600}".to_string()));
        assert_eq!(line("\u{1B}[2Jgone\u{202E}txt"), Ok("[2Jgonetxt".to_string()));
        assert_eq!(line("<script>"), Ok("<script>".to_string()), "a page shows text as text");
        assert_eq!(line(" \n\u{202E}"), Err(TalkFault::Empty));
        assert_eq!(line(&"x".repeat(LINE_BYTES + 1)), Err(TalkFault::TooLong));
    }
}
