//! Measures of quality, in the tradition of Ludi.
//!
//! Each is a number that a [`Trace`] has, or has not. `docs/measures.md` says of each where it comes from and what it is
//! good for; the formula stands here, beside the function that works it out.

use crate::Trace;

/// One measure of a game.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name: a word or two in lower case, joined by hyphens.
    pub name: &'static str,
    /// What it tells, in a line.
    pub meaning: &'static str,
    /// Its formula in words.
    pub formula: &'static str,
    /// Where the formula comes from.
    pub source: &'static str,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
    /// Works it out; none where the game has no such number.
    pub of: fn(&Trace) -> Option<f64>,
}

/// All of them, in the order in which they are shown.
pub const MEASURES: &[Measure] = &[Measure {
    name: "branching",
    meaning: "legal moves a turn",
    formula: "mean number of legal moves over the plies that a player chose",
    source: "Browne 2008, branching factor",
    is_share: false,
    of: branching,
}];

fn branching(trace: &Trace) -> Option<f64> {
    let chosen = trace.plies.iter().filter(|ply| ply.seat.is_some());
    let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), ply| (sum + f64::from(ply.choices), count + 1.0));
    (count > 0.0).then(|| sum / count)
}
