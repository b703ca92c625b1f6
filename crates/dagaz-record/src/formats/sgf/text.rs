//! Values of properties: what is escaped in them, and how.
//!
//! The format has two kinds of text: one keeps its lines, the other is a single line. Both lose
//! something on the way through programs, so our own properties write every sign that could suffer
//! as `%` and the digits of its bytes.

use std::borrow::Cow;

/// A text of several lines, as it was before it was escaped. All kinds of line breaks are one.
pub(super) fn read_text(raw: &str) -> String {
    unescaped(raw, true)
}

/// A text of one line, as it was before it was escaped. Line breaks and tabs are blanks.
pub(super) fn read_simple(raw: &str) -> String {
    unescaped(raw, false)
}

/// A text of our own properties.
pub(super) fn read_own(raw: &str) -> String {
    let text = unescaped(raw, false);
    if !text.contains('%') {
        return text;
    }
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(plain).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn unescaped(raw: &str, lines: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    let mut escaped = false;
    while let Some(c) = chars.next() {
        if c == '\\' && !escaped {
            escaped = true;
            continue;
        }
        if let Some(twin) = match c {
            '\n' => Some('\r'),
            '\r' => Some('\n'),
            _ => None,
        } {
            // A line break may be one sign or two; behind a backslash it is only there for the look
            // of the file.
            chars.next_if_eq(&twin);
            if !escaped {
                text.push(if lines { '\n' } else { ' ' });
            }
        } else if c.is_ascii_whitespace() && !lines {
            text.push(' ');
        } else {
            text.push(c);
        }
        escaped = false;
    }
    text
}

/// A text, escaped.
pub(super) fn write_text(text: &str) -> String {
    escaped(text, false)
}

/// A text of our own properties, escaped; it may be a part of a composed value.
pub(super) fn write_own(text: &str) -> String {
    let mut coded = Cow::Borrowed(text);
    if text.contains(|c: char| c == '%' || c.is_control()) {
        let mut plain = String::with_capacity(text.len() + 8);
        for c in text.chars() {
            if c == '%' || c.is_control() {
                let mut buffer = [0; 4];
                for byte in c.encode_utf8(&mut buffer).bytes() {
                    plain += &format!("%{byte:02X}");
                }
            } else {
                plain.push(c);
            }
        }
        coded = Cow::Owned(plain);
    }
    escaped(&coded, true)
}

fn escaped(text: &str, composed: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') || (composed && c == ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The two parts of a composed value; none if there is no colon.
pub(super) fn parts(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_breaks_follow_the_standard() {
        assert_eq!(read_text("a \\] b\\\\ c\\:d\\\r\ne\r\nf\n\rg\rh\ti"), "a ] b\\ c:de\nf\ng\nh\ti");
        assert_eq!(read_simple("one\ntwo\\\nthree\tfour"), "one twothree four");
        assert_eq!(read_text("a lone backslash \\"), "a lone backslash ");
    }

    #[test]
    fn own_texts_round_trip_exactly() {
        for text in ["", " a ", "100%", "%41", "a\r\nb\n\rc\td\\e]f:g", "\u{85}\u{0}ä", "%", "%zz"] {
            let written = write_own(text);
            assert!(!written.contains(['\n', '\r', '\t']), "{written:?}");
            assert_eq!(read_own(&written), text, "{written:?}");
        }
        // Text of other programs is not an error.
        assert_eq!(read_own("%FF%4"), "\u{fffd}%4");
    }

    #[test]
    fn values_split_at_the_first_unescaped_colon() {
        assert_eq!(parts("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!(parts("a\\:b"), None);
    }
}
