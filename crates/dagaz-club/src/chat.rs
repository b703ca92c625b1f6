//! Chat: validation of chat lines and of comments on moves. Plain text.

use std::fmt;

use unicode_normalization::char::is_combining_mark;

/// Bytes of a line.
pub const LINE_BYTES: usize = 400;

/// Combining marks on one character. More are drawn over other lines; no script needs more.
const MARKS: usize = 4;

/// Why a chat message is refused.
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

/// Returns the line that a text makes: without line ends, control characters, and what turns the
/// direction of writing around.
pub fn line(text: &str) -> Result<String, TalkFault> {
    if text.len() > LINE_BYTES {
        return Err(TalkFault::TooLong);
    }
    let kept = plain(text);
    let kept = kept.trim();
    if kept.contains(is_visible) { Ok(kept.to_string()) } else { Err(TalkFault::Empty) }
}

/// Returns the comment that a text makes: plain text like a line, but of as many lines as it has.
/// There may be nothing in it.
pub fn comment(text: &str) -> String {
    let kept: Vec<String> = text.lines().map(|line| plain(line).trim_end().to_string()).collect();
    let kept = kept.join("\n");
    if kept.contains(is_visible) { kept.trim().to_string() } else { String::new() }
}

/// Returns whether a character is visible: not a space, not ignored in display
/// (`Default_Ignorable_Code_Point` of Unicode), and not drawn as empty.
pub(crate) fn is_visible(one: char) -> bool {
    let is_ignored = matches!(one,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}');
    // Braille without dots, and a note head that is drawn as nothing.
    let is_blank = matches!(one, '\u{2800}' | '\u{1D159}');
    !(one.is_whitespace() || one.is_control() || is_ignored || is_blank)
}

/// A text without line ends, control characters, what turns the direction of writing around, and
/// marks that pile up beyond [`MARKS`].
fn plain(text: &str) -> String {
    let turns = |one: char| matches!(one, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let mut marks = 0;
    text.chars()
        .map(|one| if one.is_whitespace() { ' ' } else { one })
        .filter(|&one| !one.is_control() && !turns(one))
        .filter(|&one| {
            // An ignored character between two marks does not part them.
            if is_combining_mark(one) {
                marks += 1;
            } else if is_visible(one) || one == ' ' {
                marks = 0;
            }
            marks <= MARKS || !is_combining_mark(one)
        })
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
    fn invisible_text_is_empty() {
        let hidden =
            ["\u{200B}\u{200B}", "\u{FEFF}", "\u{E0041}\u{E0042}", "\u{2800}", "\u{3164}", "\u{FE0F}", "\u{AD}"];
        for text in hidden {
            assert_eq!(line(text), Err(TalkFault::Empty), "{text:?}");
            assert_eq!(line(&format!(" {text}\n{text}")), Err(TalkFault::Empty), "{text:?}");
            assert_eq!(comment(text), "", "{text:?}");
        }
        // What joins the parts of a sign is kept where there is a sign.
        let family = "\u{1F468}\u{200D}\u{1F469}";
        assert_eq!(line(family), Ok(family.to_string()));
    }

    #[test]
    fn marks_do_not_pile_up() {
        let marked = |count: usize| format!("a{}b\u{301}", "\u{301}".repeat(count));
        assert_eq!(line(&marked(4)), Ok(marked(4)), "as in Vietnamese or Hebrew");
        assert_eq!(line(&marked(150)), Ok(marked(4)));
        assert_eq!(comment(&marked(1_000)), marked(4));
        let parted = "a\u{301}\u{200D}".to_string() + &"\u{301}\u{200D}".repeat(40);
        assert_eq!(line(&parted).map(|text| text.matches('\u{301}').count()), Ok(4), "joiners part no marks");
    }

    #[test]
    fn a_comment_is_plain_text_with_its_lines() {
        assert_eq!(comment(" good\r\n\tgame \n\n\u{1F600} "), "good\n game\n\n\u{1F600}");
        assert_eq!(comment("\u{1B}[2Jgone\u{202E}txt\u{2028}on"), "[2Jgonetxt on");
        assert_eq!(comment(" \n\u{202E}\r\n"), "", "which removes it");
    }
}
