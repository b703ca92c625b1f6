//! Open questions about the language: each is a switch with the answer that we consider right.

/// Answers to questions that no manual and no recorded game has settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// A win- or loss-condition of a variant displaces all win- and loss-conditions of its game,
    /// not only those of its own keyword. The tutorial's "three in a row loses" variant makes sense
    /// only so.
    pub results_displace_each_other: bool,
    /// `(captured King)` with `(checkmated King)` lets a player leave the King attacked. If that
    /// were forbidden, the King could never be captured, and the goal would have no effect.
    pub captured_lifts_check: bool,
    /// How often a position must occur for `repetition`.
    pub repetitions: u32,
}

impl Default for Quirks {
    fn default() -> Quirks {
        Quirks { results_displace_each_other: true, captured_lifts_check: true, repetitions: 3 }
    }
}
