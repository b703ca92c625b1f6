//! Texts that come together from several parts of a record, within the limits.

use crate::formats::sgf::marks;
use crate::tree::Note;

/// Puts a text behind another, with a sign between them. Of what would be more than `most` bytes
/// the rest is left out; true if nothing was.
pub(crate) fn append(text: &mut String, more: &str, between: &str, most: usize) -> bool {
    if more.is_empty() {
        return true;
    }
    let between = if text.is_empty() { "" } else { between };
    let room = most.saturating_sub(text.len() + between.len());
    let kept = &more[..more.floor_char_boundary(room)];
    if !kept.is_empty() {
        *text += between;
        *text += kept;
    }
    kept.len() == more.len()
}

/// Adds text from elsewhere about the same move to a note, after its own. Returns whether all of it
/// fitted.
pub(crate) fn merge(known: &mut Note, more: Note, most: usize) -> bool {
    if *known == Note::default() {
        *known = more;
        return true;
    }
    let mut whole = true;
    for (text, other) in [(&mut known.comment, more.comment), (&mut known.before, more.before)] {
        if *text != other {
            whole &= append(text, &other, "\n", most);
        }
    }
    for glyph in more.glyphs {
        if !known.glyphs.contains(&glyph) {
            known.glyphs.push(glyph);
        }
    }
    marks::merge(known, more.marks);
    known.clock = known.clock.or(more.clock);
    known.spent = known.spent.or(more.spent);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_within_the_limit() {
        let joined = |text: &str, more: &str, most: usize| {
            let mut text = text.to_string();
            let whole = append(&mut text, more, " ", most);
            (text, whole)
        };
        assert_eq!(joined("ab", "cd", 5), ("ab cd".to_string(), true));
        assert_eq!(joined("ab", "cd", 4), ("ab c".to_string(), false));
        assert_eq!(joined("ab", "cd", 2), ("ab".to_string(), false));
        assert_eq!(joined("", "äö", 3), ("ä".to_string(), false));
        assert_eq!(joined("ab", "", 1), ("ab".to_string(), true));
    }
}
