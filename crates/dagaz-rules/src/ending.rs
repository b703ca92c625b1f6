//! Endings of edition 2: what they are, and the order in which they are evaluated.
//!
//! Edition 3 has endings of its own (`path::PathEnding`).

use dagaz_core::PlayerId;

use crate::{Span, Truth};

/// Parts of an ending that are compared with those of another. Real endings have three.
const CONDITIONS_MAX: usize = 64;

/// What an ending is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// The player for whom it holds wins.
    Win,
    /// The player for whom it holds loses.
    Loss,
    /// No player wins.
    Draw,
    /// The player with the most pieces on the board wins; equal counts are a draw.
    Count,
}

/// A way for the game to end: asked at the end of each turn for each listed player, endings in
/// order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its name, as shown to people.
    pub name: String,
    /// Its kind.
    pub kind: EndingKind,
    /// For whom it is asked, in order; none: once, for the game as a whole.
    pub players: Vec<PlayerId>,
    /// When it holds.
    pub when: Truth,
    /// Whether a variant adds it to the endings of its game.
    pub of_variant: bool,
    /// Where it was written.
    pub span: Span,
}

/// What an ending has to know. Endings of an earlier round are evaluated before those of a later
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndingRound {
    /// Material, sites and captured pieces.
    Board,
    /// The past of the position.
    Repetition,
    /// Moves and attacks.
    Moves,
}

/// Why one ending is evaluated before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluatedFirst {
    /// Its round comes first.
    Round(EndingRound, EndingRound),
    /// A variant adds it, and the other belongs to the game that the variant extends.
    Variant,
    /// It is written first.
    Text,
}

impl Ending {
    /// Returns the round in which it is evaluated.
    pub fn round(&self) -> EndingRound {
        if self.when.looks_at_moves() {
            EndingRound::Moves
        } else if self.when.mentions(&|part| matches!(part, Truth::Repeated(_))) {
            EndingRound::Repetition
        } else {
            EndingRound::Board
        }
    }

    /// Returns why this ending is evaluated before `later`, which comes later in the order.
    pub fn evaluated_before(&self, later: &Ending) -> EvaluatedFirst {
        let (own, its) = (self.round(), later.round());
        if own != its {
            EvaluatedFirst::Round(own, its)
        } else if self.of_variant && !later.of_variant {
            EvaluatedFirst::Variant
        } else {
            EvaluatedFirst::Text
        }
    }

    /// Returns whether only the order of the text puts this draw before a win, loss or count that
    /// can hold of the same position.
    pub fn hides_result(&self, later: &Ending) -> bool {
        self.kind == EndingKind::Draw
            && later.kind != EndingKind::Draw
            && self.evaluated_before(later) == EvaluatedFirst::Text
            && !self.concerns_others(later)
            // A result that depends on nothing but the position ended the game when the position
            // first arose.
            && (!self.requires_repetition() || later.requires_repetition())
            && !excludes(&self.when, &later.when)
    }

    /// Returns whether the game has ended by this ending whenever `later` holds.
    pub fn covers(&self, later: &Ending) -> bool {
        self.players.is_empty() == later.players.is_empty()
            && later.players.iter().all(|player| self.players.contains(player))
            && self.when == later.when
    }

    /// Returns whether both look at the moves of the next mover, and no player is in both lists.
    fn concerns_others(&self, later: &Ending) -> bool {
        self.round() == EndingRound::Moves
            && !self.players.is_empty()
            && !later.players.is_empty()
            && !later.players.iter().any(|player| self.players.contains(player))
    }

    fn requires_repetition(&self) -> bool {
        conditions(&self.when).iter().any(|part| matches!(part, Truth::Repeated(_)))
    }
}

/// Returns the truths that all must hold for `truth` to hold.
fn conditions(truth: &Truth) -> Vec<&Truth> {
    match truth {
        Truth::All(parts) => parts.iter().flat_map(conditions).collect(),
        other => vec![other],
    }
}

/// Returns whether one truth demands what the other denies, as far as the first parts of both show.
fn excludes(one: &Truth, other: &Truth) -> bool {
    let denied = |a: &Truth, b: &Truth| matches!(a, Truth::Not(inner) if **inner == *b);
    let (one, other) = (conditions(one), conditions(other));
    let first = |parts: &[&Truth]| parts.len().min(CONDITIONS_MAX);
    let (one, other) = (&one[..first(&one)], &other[..first(&other)]);
    one.iter().any(|a| other.iter().any(|b| denied(a, b) || denied(b, a)))
}
