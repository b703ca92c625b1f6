//! Outcomes: how a game ended, by name, and what that is worth to each player.

/// What the end of a game means for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
    /// The player is no party: a random mover, or a neutral owner.
    Aside,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The name of the ending, as a person would say it: `checkmated King`.
    pub ending: String,
    /// For each player the verdict.
    pub verdicts: Vec<Verdict>,
    /// For each player the score, where the ending counts something. Where it does not, the verdicts follow from the ending
    /// and the player for whom it was asked alone.
    pub scores: Option<Vec<i64>>,
}

impl Outcome {
    /// Whether nobody won and nobody lost.
    pub fn is_draw(&self) -> bool {
        !self.verdicts.iter().any(|verdict| matches!(verdict, Verdict::Win | Verdict::Loss))
    }
}
