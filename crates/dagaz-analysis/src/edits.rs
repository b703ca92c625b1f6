//! Changes of a text.

use std::ops::Range;

use dagaz_core::CompactSort;

/// Another text for a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub range: Range<usize>,
    /// What is written there.
    pub text: String,
}

impl Edit {
    /// Returns the edit that makes `after` of `before`: the part between what both begin and end
    /// with. `None` if they are equal.
    pub fn between(before: &str, after: &str) -> Option<Edit> {
        if before == after {
            return None;
        }
        let start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let start = before.floor_char_boundary(start).min(after.floor_char_boundary(start));
        let tail = before[start..].bytes().rev().zip(after[start..].bytes().rev()).take_while(|(a, b)| a == b).count();
        let end = before.ceil_char_boundary(before.len() - tail);
        let tail = before.len() - end;
        let text = after.get(start..after.len() - tail)?.to_string();
        Some(Edit { range: start..end, text })
    }
}

/// Returns a text with some edits, none of which overlap. Ranges that do not fit the text are left
/// out.
pub fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.compact_sort_by_key(|edit| edit.range.start);
    let (mut result, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        let (Some(before), true) = (text.get(at..edit.range.start), text.get(edit.range.clone()).is_some()) else {
            continue;
        };
        result.push_str(before);
        result.push_str(&edit.text);
        at = edit.range.end;
    }
    result.push_str(text.get(at..).unwrap_or_default());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_between_texts_makes_one_of_the_other() {
        let cases = [("", "a"), ("abc", ""), ("(a  b)", "(a b)"), ("aaa", "aa"), ("\u{e9}", "\u{ea}"), ("x", "xx")];
        for (before, after) in cases {
            let edit = Edit::between(before, after).expect("they differ");
            assert_eq!(applied(before, &[edit]), after, "{before:?}");
        }
        assert_eq!(Edit::between("same", "same"), None);
    }

    #[test]
    fn edits_beyond_the_text_are_left_out() {
        let edit = |range: Range<usize>, text: &str| Edit { range, text: text.to_string() };
        let edits = [edit(4..5, "E"), edit(0..1, "A"), edit(7..9, "Z")];
        assert_eq!(applied("abcde", &edits), "AbcdE");
    }
}
