//! Annotations of a node: comments, judgements, times.

use super::colours::Colour;
use super::marks;
use super::root::{Wrong, properties, put};
use super::text::{read_own, read_text, write_own, write_text};
use super::token::Property;
use crate::formats::decimal;
use crate::tree::Note;

/// Judgements of moves: property, value, number in PGN. Only for nodes with a move of the standard.
const OF_MOVES: [(&str, &str, u8); 6] =
    [("TE", "1", 1), ("BM", "1", 2), ("TE", "2", 3), ("BM", "2", 4), ("IT", "", 5), ("DO", "", 6)];
/// Judgements of positions.
const OF_POSITIONS: [(&str, &str, u8); 7] = [
    ("DM", "1", 10),
    ("DM", "2", 11),
    ("UC", "1", 13),
    ("GW", "1", 16),
    ("GB", "1", 17),
    ("GW", "2", 18),
    ("GB", "2", 19),
];

/// Which properties of the standard a node may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    /// The colour of its move, if it has one.
    pub(super) colour: Option<Colour>,
    /// Whether the move is one of the standard.
    pub(super) standard_move: bool,
}

impl Allowed {
    fn clock(self) -> Option<&'static str> {
        match self.colour? {
            Colour::Black => Some("BL"),
            Colour::White => Some("WL"),
        }
    }
}

/// Writes a note: with the properties of the standard, and with our own what those do not bring
/// back.
pub(super) fn write(note: &Note, allowed: Allowed, out: &mut String) {
    if *note == Note::default() {
        return;
    }
    let mut standard = String::new();
    if let (Some(clock), Some(name)) = (note.clock, allowed.clock()) {
        put(&mut standard, name, &decimal::write(clock));
    }
    // A node may have one judgement of each kind.
    for table in [&OF_MOVES[..], &OF_POSITIONS[..]] {
        let fitting = |glyph: &u8| table.iter().find(|(.., number)| number == glyph);
        if let Some((name, value, _)) = note.glyphs.iter().find_map(fitting)
            && (allowed.standard_move || table.len() == OF_POSITIONS.len())
        {
            put(&mut standard, name, value);
        }
    }
    if !note.comment.is_empty() {
        put(&mut standard, "C", &write_text(&note.comment));
    }
    marks::write(note, allowed.clock(), &mut standard);
    let (known, _) = read(&properties(&standard), allowed.colour);
    out.push_str(&standard);
    if known.comment != note.comment {
        put(out, "DGA", &write_own(&note.comment));
    }
    if !note.before.is_empty() {
        put(out, "DGQ", &write_own(&note.before));
    }
    if known.glyphs != note.glyphs {
        *out += "DGG";
        note.glyphs.iter().for_each(|glyph| *out += &format!("[{glyph}]"));
    }
    for (name, duration, known) in [("DGK", note.clock, known.clock), ("DGU", note.spent, known.spent)] {
        if let Some(duration) = duration.filter(|_| duration != known) {
            put(out, name, &decimal::write(duration));
        }
    }
}

/// Reads the note of a node, in which `colour` moved, and says what is wrong with our own
/// properties.
pub(super) fn read(properties: &[Property<'_>], colour: Option<Colour>) -> (Note, Vec<Wrong>) {
    let mut note = Note::default();
    let mut wrong = Vec::new();
    let clock = Allowed { colour, standard_move: true }.clock();
    for property in properties {
        let (name, first) = (&*property.name, property.first());
        if name == "C" {
            note.comment = read_text(first);
        } else if Some(name) == clock {
            note.clock = decimal::read(first).or(note.clock);
        } else if let Some(glyph) = judgement(name, first) {
            note.glyphs.push(glyph);
        } else if marks::is_mark(name) || marks::CLOCKS.contains(&name) {
            let values = property.values.iter().map(|value| value.raw.to_string()).collect();
            note.marks.push((name.to_string(), values));
        }
    }
    for property in properties {
        let first = property.first();
        match &*property.name {
            "DGA" => note.comment = read_own(first),
            "DGQ" => note.before = read_own(first),
            "DGG" => {
                let glyphs: Option<Vec<u8>> =
                    property.values.iter().map(|value| value.raw.trim().parse().ok()).collect();
                match glyphs {
                    Some(glyphs) => note.glyphs = glyphs,
                    None => wrong.push((property.at, "a judgement is a number from 0 to 255".to_string())),
                }
            }
            name @ ("DGK" | "DGU") => match (decimal::read(first), name) {
                (Some(duration), "DGK") => note.clock = Some(duration),
                (Some(duration), _) => note.spent = Some(duration),
                (None, _) => wrong.push((property.at, "a time is a number of seconds".to_string())),
            },
            _ => {}
        }
    }
    (note, wrong)
}

fn judgement(name: &str, value: &str) -> Option<u8> {
    let mut named = OF_MOVES.iter().chain(&OF_POSITIONS).filter(|(known, ..)| *known == name);
    let first = named.next()?;
    // Only a `2` emphasizes; whatever else stands there means the plain judgement.
    let emphasized = named.next().filter(|_| value.trim() == "2");
    Some(emphasized.unwrap_or(first).2)
}
