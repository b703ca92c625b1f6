//! Annotations of a move: comments in braces, glyphs as `$1`, clocks.

use std::time::Duration;

use crate::tree::Note;

/// The line that every game begins with; a comment cannot have a line that begins so.
pub(crate) const FIRST_WORDS: &str = "Dagaz record ";

/// A comment in braces. A brace or backslash in it has a backslash in front.
pub(super) fn comment(text: &str) -> String {
    let mut written = String::from("{");
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            written.push('\n');
        }
        if line.starts_with(FIRST_WORDS) {
            written.push('\\');
        }
        for c in line.chars() {
            match c {
                '}' | '\\' => written.extend(['\\', c]),
                '\r' => written.push_str("\\r"),
                c => written.push(c),
            }
        }
    }
    written.push('}');
    written
}

/// Returns the end of the comment at the start of `text`, which begins with `{`: the byte after its
/// closing brace. An unclosed comment returns the byte at which reading can continue as the error.
pub(super) fn comment_end(text: &str) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'}' => return Ok(at + 1),
            b'\n' if bytes[at + 1..].starts_with(FIRST_WORDS.as_bytes()) => return Err(at + 1),
            _ => {}
        }
        at += 1;
    }
    Err(text.len())
}

/// The comment between two braces.
pub(super) fn read_comment(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('r') => text.push('\r'),
                other => text.extend(other),
            },
            // Line ends as another system writes them.
            '\r' if chars.peek() == Some(&'\n') => {}
            c => text.push(c),
        }
    }
    text
}

/// Judgements and clocks in one line; empty if there are none.
pub(super) fn marks(note: &Note) -> String {
    let mut parts: Vec<String> = note.glyphs.iter().map(|glyph| format!("${glyph}")).collect();
    let times = [("clock", note.clock), ("spent", note.spent)];
    parts.extend(times.into_iter().filter_map(|(word, time)| Some(format!("{word} {}", clock(time?)))));
    parts.join(" ")
}

/// Reads what [`marks`] wrote; on failure the byte of the word that is wrong.
pub(super) fn read_marks(text: &str, note: &mut Note) -> Result<(), usize> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(());
        }
        let at = text.len() - rest.len();
        let word = rest.split_whitespace().next().unwrap_or_default();
        rest = &rest[word.len()..];
        if let Some(glyph) = word.strip_prefix('$') {
            note.glyphs.push(glyph.parse().map_err(|_| at)?);
            continue;
        }
        let time = rest.split_whitespace().next().unwrap_or_default();
        let read = read_clock(time).ok_or(at)?;
        match word {
            "clock" => note.clock = Some(read),
            "spent" => note.spent = Some(read),
            _ => return Err(at),
        }
        rest = &rest.trim_start()[time.len()..];
    }
}

/// Hours, minutes and seconds: `1:59:30.5`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_nanos() > 0 {
        text += format!(".{:09}", time.subsec_nanos()).trim_end_matches('0');
    }
    text
}

fn read_clock(text: &str) -> Option<Duration> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if part.len() > 9 || !digits(part) || !whole.split(':').all(|part| !part.is_empty() && digits(part)) {
        return None;
    }
    let nanos = format!("{part:0<9}").parse().ok()?;
    let mut seconds = 0u64;
    for (place, part) in whole.split(':').enumerate() {
        let part: u64 = part.parse().ok().filter(|&part| place == 0 || part < 60)?;
        seconds = seconds.checked_mul(if place == 0 { 1 } else { 60 })?.checked_add(part)?;
    }
    (whole.split(':').count() <= 3).then(|| Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_keep_every_character() {
        for text in ["plain", "a}b{c\\", "two\nlines\r\n\r", "Dagaz record 1\nDagaz record 2", " \n ", "}}}"] {
            let written = comment(text);
            assert_eq!(comment_end(&written), Ok(written.len()), "{written}");
            assert_eq!(read_comment(&written[1..written.len() - 1]), text);
        }
        assert_eq!(comment_end("{ab\nDagaz record 1\n}"), Err(4));
        assert_eq!(comment_end("{ab\\}"), Err(5));
    }

    #[test]
    fn clocks_are_exact() {
        for time in [Duration::ZERO, Duration::new(3725, 500_000_000), Duration::new(59, 1), Duration::MAX] {
            assert_eq!(read_clock(&clock(time)), Some(time));
        }
        assert_eq!(clock(Duration::new(3725, 500_000_000)), "1:02:05.5");
        for text in ["", ":", "1:60", "1:2:3:4", "-1", "1.", "99999999999999999999", "1.1234567890"] {
            assert_eq!(read_clock(text), (text == "1.").then_some(Duration::from_secs(1)), "{text}");
        }
    }

    #[test]
    fn marks_are_read_again() {
        let note = Note { glyphs: vec![1, 14], clock: Some(Duration::from_secs(90)), spent: None, ..Note::default() };
        let mut read = Note::default();
        assert_eq!(read_marks(&marks(&note), &mut read), Ok(()));
        assert_eq!(read, note);
        assert_eq!(read_marks(" $1 clock x", &mut read), Err(4));
        assert_eq!(read_marks("$300", &mut read), Err(0));
    }
}
