//! Differences in strength on the scale of Elo: 400 points are odds of ten to one.

use serde::Serialize;

use super::{Interval, Z95};
use crate::Score;

/// Elo of a share of the points; infinite for all or nothing.
pub fn elo_of(share: f64) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        share => -400.0 * (1.0 / share - 1.0).log10(),
    }
}

/// The share of the points that a difference in Elo promises.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What a score says about two players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The share of the points, with the bounds between which it lies in 95 of 100 cases.
    pub share: Interval,
    /// The same in Elo.
    pub elo: Interval,
}

impl Difference {
    /// The difference that a score shows. The error is that of the mean of wins, draws and losses (normal approximation).
    pub fn of(score: &Score) -> Difference {
        let (share, half) = (score.share(), Z95 * error(score));
        let bounds = Interval { value: share, low: (share - half).max(0.0), high: (share + half).min(1.0) };
        let elo = Interval { value: elo_of(share), low: elo_of(bounds.low), high: elo_of(bounds.high) };
        Difference { share: bounds, elo }
    }
}

/// The standard error of a score's share.
pub(crate) fn error(score: &Score) -> f64 {
    let (games, share) = (score.games().max(1) as f64, score.share());
    let part = |count: u64, points: f64| count as f64 / games * (points - share).powi(2);
    ((part(score.wins, 1.0) + part(score.draws, 0.5) + part(score.losses, 0.0)) / games).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_comes_with_its_error() {
        // 60 wins, 20 draws, 20 losses: share 0.7, variance 0.6 x 0.09 + 0.2 x 0.04 + 0.2 x 0.49 = 0.16, error 0.04.
        let difference = Difference::of(&Score { wins: 60, draws: 20, losses: 20 });
        assert!((difference.elo.value - 147.2).abs() < 0.1);
        assert!((difference.share.low - (0.7 - 1.96 * 0.04)).abs() < 1e-4);
        assert!((score_of(elo_of(0.7)) - 0.7).abs() < 1e-12);
        assert_eq!(Difference::of(&Score { wins: 5, ..Score::default() }).elo.value, f64::INFINITY);
    }
}
