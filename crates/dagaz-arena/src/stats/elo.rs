//! Differences in strength on the scale of Elo: 400 points are odds of ten to one.

use serde::Serialize;

use super::Interval;

/// Elo of a share of the points; infinite for all or nothing.
pub fn elo_of(share: f64) -> f64 {
    match share {
        share if share <= 0.0 => f64::NEG_INFINITY,
        share if share >= 1.0 => f64::INFINITY,
        // An even share would be the 0 below 0, which people would see as `-0`.
        share => -400.0 * (1.0 / share - 1.0).log10() + 0.0,
    }
}

/// Returns the share of the points that a difference in Elo promises.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_share_convert_both_ways() {
        assert!((elo_of(0.7) - 147.2).abs() < 0.1 && elo_of(0.5).abs() < 1e-12);
        assert!((score_of(elo_of(0.7)) - 0.7).abs() < 1e-12);
        assert_eq!(format!("{:+.0}", elo_of(0.5)), "+0");
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }
}
