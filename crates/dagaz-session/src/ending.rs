//! How a game ended, by the rules or otherwise.

use dagaz_core::{Outcome, PlayerId, Verdict};

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By the rules.
    Rules,
    /// This player gave up.
    Resigned(PlayerId),
    /// This player's time ran out.
    Time(PlayerId),
    /// All agreed on a draw.
    Agreed,
    /// It was called off.
    Aborted,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub reason: EndReason,
    /// The result for each player.
    pub outcome: Outcome,
}

impl End {
    /// Returns an ending outside the rules, among the players of `choosers`.
    ///
    /// Of two players the other one wins. Of more no player wins, since the remaining ones did not
    /// beat each other.
    pub(crate) fn beside_rules(reason: EndReason, choosers: &[bool]) -> End {
        let number = choosers.iter().filter(|chooses| **chooses).count();
        let verdict = |player: usize| match reason {
            _ if !choosers[player] => Verdict::Aside,
            EndReason::Aborted => Verdict::Aside,
            EndReason::Resigned(loser) | EndReason::Time(loser) if loser.index() == player => Verdict::Loss,
            EndReason::Resigned(_) | EndReason::Time(_) if number == 2 => Verdict::Win,
            _ => Verdict::Draw,
        };
        let name = match reason {
            EndReason::Rules => "ended",
            EndReason::Resigned(_) => "resigned",
            EndReason::Time(_) => "out of time",
            EndReason::Agreed => "draw agreed",
            EndReason::Aborted => "called off",
        };
        let verdicts = (0..choosers.len()).map(verdict).collect();
        End { reason, outcome: Outcome { ending: name.to_string(), verdicts, scores: None } }
    }
}
