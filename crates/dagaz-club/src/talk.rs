//! What people write at a table: lines of talk, and comments on moves. Plain text.

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
    let kept = plain(text);
    let kept = kept.trim();
    if kept.is_empty() { Err(TalkFault::Empty) } else { Ok(kept.to_string()) }
}

/// The comment that a text makes: plain text like a line, but of as many lines as it has. There may be nothing in it.
pub fn comment(text: &str) -> String {
    let kept: Vec<String> = text.lines().map(|line| plain(line).trim_end().to_string()).collect();
    kept.join("\n").trim().to_string()
}

/// A text without line ends, control characters, and what turns the direction of writing around.
fn plain(text: &str) -> String {
    let turns = |one: char| matches!(one, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|one| if one.is_whitespace() { ' ' } else { one })
        .filter(|&one| !one.is_control() && !turns(one))
        .collect()
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
        assert_eq!(line("one\u{2028}two\u{2029}three"), Ok("one two three".to_string()));
        assert_eq!(line(&"x".repeat(LINE_BYTES + 1)), Err(TalkFault::TooLong));
    }

    #[test]
    fn a_comment_is_plain_text_with_its_lines() {
        assert_eq!(comment(" good\r\n\tgame \n\n\u{1F600} "), "good\n game\n\n\u{1F600}");
        assert_eq!(comment("\u{1B}[2Jgone\u{202E}txt\u{2028}on"), "[2Jgonetxt on");
        assert_eq!(comment(" \n\u{202E}\r\n"), "", "which removes it");
    }
}
