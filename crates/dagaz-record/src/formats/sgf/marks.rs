//! Properties that mean something to programs of SGF only: marks on the board, names of nodes,
//! stones of byo-yomi, those of a single server. They are kept as they stand.

use super::tags;
use crate::tree::Note;

/// Properties read in addition to tags and to our own, and properties of the file instead of the
/// game.
const KNOWN: [&str; 26] = [
    "AB", "AE", "AP", "AW", "B", "BL", "BM", "C", "CA", "DM", "DO", "FF", "GB", "GM", "GW", "IT", "PB", "PL", "PW",
    "RE", "ST", "SZ", "TE", "UC", "W", "WL",
];

/// Marks whose values are a list: those of two nodes become one.
const LISTS: [&str; 12] = ["AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// Clocks; that of the player who did not move is kept as it stands.
pub(super) const CLOCKS: [&str; 2] = ["BL", "WL"];

/// Whether a property is kept as it stands.
pub(super) fn is_mark(name: &str) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    is_name && !name.starts_with("DG") && !KNOWN.contains(&name) && tags::of_property(name).is_none()
}

/// Writes the marks of a note. `clock` is the property of its clock, if it has one.
pub(super) fn write(note: &Note, clock: Option<&str>, out: &mut String) {
    let fits = |name: &str| is_mark(name) || CLOCKS.contains(&name) && (clock != Some(name) || note.clock.is_none());
    for (name, values) in &note.marks {
        if fits(name) && !values.is_empty() && values.iter().all(|value| is_raw(value)) {
            *out += name;
            values.iter().for_each(|value| *out += &format!("[{value}]"));
        }
    }
}

/// Whether a text can stand between brackets.
fn is_raw(value: &str) -> bool {
    let mut escaped = false;
    for c in value.chars() {
        if c == ']' && !escaped {
            return false;
        }
        escaped = c == '\\' && !escaped;
    }
    !escaped
}

/// Adds the marks of a node to those of one before it without a move between.
pub(crate) fn merge(known: &mut Note, more: Vec<(String, Vec<String>)>) {
    for (name, values) in more {
        match known.marks.iter_mut().find(|(other, _)| *other == name) {
            None => known.marks.push((name, values)),
            Some((_, own)) if LISTS.contains(&name.as_str()) => {
                let new: Vec<String> = values.into_iter().filter(|value| !own.contains(value)).collect();
                own.extend(new);
            }
            Some(_) => {}
        }
    }
}
