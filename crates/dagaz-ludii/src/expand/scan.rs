//! Scanning of unexpanded text: comments, matching brackets, words.
//!
//! Nothing here recurses, and each function reads its text once.

use crate::text::{Traced, string_end};

/// Returns the text without `//` comments. A comment does not start within a string.
pub(super) fn without_comments(text: &Traced) -> Traced {
    let bytes = text.bytes();
    let mut out = Traced::default();
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at).map_or(at + 1, |end| end + 1),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                out.push(text, kept, at);
                at = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |line| at + line);
                kept = at;
            }
            _ => at += 1,
        }
    }
    out.push(text, kept, bytes.len());
    out
}

/// Returns the position of the bracket that closes the one at `start`: `(`, `{`. Brackets in
/// strings do not count.
pub(super) fn closing(bytes: &[u8], start: usize) -> Option<usize> {
    let (open, close) = match bytes.get(start)? {
        b'(' => (b'(', b')'),
        b'{' => (b'{', b'}'),
        _ => return None,
    };
    let mut depth = 0_usize;
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at)?,
            byte if byte == open => depth += 1,
            byte if byte == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the position of the `>` that closes the `<` at `start`; `None` if no `<` stands there,
/// or if it is not closed.
///
/// `<` and `>` directly behind `(` are comparisons, as in `(< a b)` and `(>= a b)`.
pub(super) fn closing_angle(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start) != Some(&b'<') {
        return None;
    }
    let mut depth = 0_usize;
    let mut at = start;
    while at < bytes.len() {
        let operator = at > start && bytes[at - 1] == b'(';
        match bytes[at] {
            b'"' => at = string_end(bytes, at)?,
            b'<' if !operator => depth += 1,
            b'>' if !operator => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the first position from `at` that is no blank.
pub(super) fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map_or(bytes.len(), |blanks| at + blanks)
}

/// Returns the end of the argument that starts at `at`: a bracket group, a string or a word. A
/// group directly behind `name:` belongs to it.
pub(super) fn argument_end(bytes: &[u8], at: usize) -> usize {
    let group = |at: usize| closing(bytes, at).map_or(bytes.len(), |end| end + 1);
    match bytes[at] {
        b'"' => string_end(bytes, at).map_or(bytes.len(), |end| end + 1),
        b'(' | b'{' => group(at),
        _ => {
            let mut end = at;
            while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
                match bytes[end] {
                    b'(' | b'{' if end > at && bytes[end - 1] == b':' => return group(end),
                    b'"' if end > at && bytes[end - 1] == b':' => return argument_end(bytes, end),
                    b'(' | b'{' | b')' | b'}' if end > at => return end,
                    _ => end += 1,
                }
            }
            end
        }
    }
}

/// The lists with one head that were cut out of a text, and the text without them.
pub(super) struct Cut {
    /// The lists with their brackets.
    pub(super) lists: Vec<Traced>,
    /// What is left.
    pub(super) rest: Traced,
}

/// Cuts out all lists with this head, at any depth, outside of strings.
///
/// Returns the position of a list that does not end as an error.
pub(super) fn cut_lists(text: &Traced, head: &str) -> Result<Cut, usize> {
    let bytes = text.bytes();
    let mut cut = Cut { lists: Vec::new(), rest: Traced::default() };
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'"' {
            at = string_end(bytes, at).ok_or(at)?;
        } else if bytes[at] == b'(' && starts_with_word(bytes, at + 1, head) {
            let end = closing(bytes, at).ok_or(at)? + 1;
            cut.rest.push(text, kept, at);
            cut.lists.push(text.slice(at, end));
            (at, kept) = (end, end);
            continue;
        }
        at += 1;
    }
    cut.rest.push(text, kept, bytes.len());
    Ok(cut)
}

/// Returns whether this word stands there as a whole.
fn starts_with_word(bytes: &[u8], at: usize, word: &str) -> bool {
    let at = skip_blanks(bytes, at.min(bytes.len()));
    bytes[at..].starts_with(word.as_bytes())
        && bytes
            .get(at + word.len())
            .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'{' | b')' | b'"'))
}
