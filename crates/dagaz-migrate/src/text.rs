//! Pieces of text before they are written: words, lists, and the directions and places in them that
//! are still open.
//!
//! A rule is translated once for each direction that it is used with. What the texts have in common
//! becomes one rule, so directions stay apart from words until that is decided.

use std::fmt::Write;

/// One hop: along a vector of the grid, or along links of their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    /// So far along each dimension of the grid, as the player sees it.
    Vector(Vec<i32>),
    /// A direction made of links, by its number, there or back.
    Links(usize, bool),
    /// A parameter of the rule, with what is done to it.
    Parameter(String),
}

/// A word, a hop, a place that is noted, or a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sx {
    Word(String),
    Step(Step),
    /// Here a site or a number gets a name, if some code uses it: which one, and its text.
    Note(usize, Box<Sx>),
    /// The name that was given.
    Noted(usize),
    List(Vec<Sx>),
}

/// Returns a word.
pub(super) fn word(text: impl Into<String>) -> Sx {
    Sx::Word(text.into())
}

/// Returns a list that begins with a word.
pub(super) fn list(head: &str, rest: impl IntoIterator<Item = Sx>) -> Sx {
    Sx::List(std::iter::once(word(head)).chain(rest).collect())
}

impl Sx {
    /// Returns whether it is that word.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self, Sx::Word(word) if word == text)
    }

    /// What follows the head, if it is a list with that head.
    pub(super) fn rest_of(&self, head: &str) -> Option<&[Sx]> {
        match self {
            Sx::List(parts) => parts.split_first().filter(|(first, _)| first.is(head)).map(|(_, rest)| rest),
            _ => None,
        }
    }

    /// Calls `visit` with this and all its parts.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Sx)) {
        visit(self);
        match self {
            Sx::List(parts) => parts.iter().for_each(|part| part.each(visit)),
            Sx::Note(_, inner) => inner.each(visit),
            _ => {}
        }
    }

    /// The same with each leaf replaced.
    pub(super) fn map(&self, change: &mut dyn FnMut(&Sx) -> Option<Sx>) -> Sx {
        if let Some(changed) = change(self) {
            return changed;
        }
        match self {
            Sx::List(parts) => Sx::List(parts.iter().map(|part| part.map(change)).collect()),
            Sx::Note(which, inner) => Sx::Note(*which, Box::new(inner.map(change))),
            other => other.clone(),
        }
    }

    /// Returns how many parts it has.
    pub(super) fn size(&self) -> usize {
        let mut size = 0;
        self.each(&mut |_| size += 1);
        size
    }
}

/// Writes texts: knows what hops are called.
pub(super) struct Writer<'a> {
    /// The names of directions made of links.
    pub(super) links: &'a [String],
}

impl Writer<'_> {
    /// Elements one after the other.
    pub(super) fn line(&self, parts: &[Sx]) -> String {
        parts.iter().map(|part| self.text(part)).collect::<Vec<_>>().join(" ")
    }

    /// One element.
    pub(super) fn text(&self, sx: &Sx) -> String {
        match sx {
            Sx::Word(word) => word.clone(),
            Sx::Step(step) => self.step(step),
            Sx::List(parts) => format!("({})", self.line(parts)),
            Sx::Noted(which) => format!("noted-{which}"),
            Sx::Note(which, inner) => format!("(let noted-{which} {})", self.text(inner)),
        }
    }

    /// What a hop is called.
    pub(super) fn step(&self, step: &Step) -> String {
        match step {
            Step::Parameter(name) => name.clone(),
            Step::Vector(vector) => compound(vector),
            Step::Links(which, back) => {
                let name = self.links.get(*which).map_or("?", String::as_str);
                if *back { format!("(back {name})") } else { name.to_string() }
            }
        }
    }
}

/// The directions that a grid has by itself: columns to the right, rows forward.
pub(super) const COMPASS: [(&str, i32, i32); 8] =
    [("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0), ("ne", 1, 1), ("se", 1, -1), ("sw", -1, -1), ("nw", -1, 1)];

/// Returns the name of a direction of the grid; `None` for longer hops.
pub(super) fn compass(vector: &[i32]) -> Option<&'static str> {
    let along = |which: usize| vector.get(which).copied().unwrap_or(0);
    match (along(0), along(1), along(2)) {
        (0, 0, 1) => Some("u"),
        (0, 0, -1) => Some("d"),
        (x, y, 0) => COMPASS.iter().find(|(_, a, b)| (*a, *b) == (x, y)).map(|(name, ..)| *name),
        _ => None,
    }
}

/// Returns a hop as directions in a row, the slanted ones last, as people say a knight's move.
fn compound(vector: &[i32]) -> String {
    let along = |which: usize| vector.get(which).copied().unwrap_or(0);
    let (mut x, mut y, mut z) = (along(0), along(1), along(2));
    let mut text = String::new();
    while (x, y, z) != (0, 0, 0) {
        let step = match x.abs().cmp(&y.abs()) {
            _ if (x, y) == (0, 0) => [0, 0, z.signum()],
            std::cmp::Ordering::Greater => [x.signum(), 0, 0],
            std::cmp::Ordering::Less => [0, y.signum(), 0],
            std::cmp::Ordering::Equal => [x.signum(), y.signum(), 0],
        };
        let dot = if text.is_empty() { "" } else { "." };
        let _ = write!(text, "{dot}{}", compass(&step).unwrap_or("n"));
        (x, y, z) = (x - step[0], y - step[1], z - step[2]);
    }
    if text.is_empty() { "here".into() } else { text }
}
