//! Shares of games and of points, with the bounds between which they lie.

use serde::Serialize;

use crate::Score;
use crate::stats::{Difference, Interval, Z95, elo_of, wilson};

/// So many games of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many games.
    pub count: u64,
    /// Their share of all, with the bounds between which it lies in 95 of 100 cases (Wilson 1927).
    pub share: Interval,
}

impl Share {
    /// So many of all.
    pub fn of(count: u64, all: u64) -> Share {
        Share { count, share: wilson(count as f64, all as f64, Z95) }
    }
}

/// What a score says where so many players share a game: a win is a point and a draw an equal part
/// of one, but nothing for a player alone. Who sits in several seats of a game has several results
/// of it, which are anything but independent: the bounds are those of so many `games`.
///
/// The bounds are those of Wilson (1927), which stay honest for a few games and for all or nothing,
/// with the variance of points instead of that of successes. Points p with a share d of games
/// drawn, each worth h, have the variance p (1 - p) - d h (1 - h), so the bounds solve (s - p)^2 =
/// z^2/n (p (1 - p) - c) for a share s found in n games, with c = d h (1 - h). For d its own lower
/// bound is taken, which errs on the safe side. Without draws that is Wilson's interval.
pub fn standing(score: &Score, seats: usize, games: u64) -> Difference {
    let worth = if seats < 2 { 0.0 } else { 1.0 / seats as f64 };
    let results = score.games() as f64;
    if score.games() == 0 {
        let elo = Interval { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        return Difference { share: Interval { value: worth, low: 0.0, high: 1.0 }, elo };
    }
    let share = (score.wins as f64 + worth * score.draws as f64) / results;
    let games = results.min(games as f64);
    let spread = Z95 * Z95 / games;
    let calm = wilson(score.draws as f64 * games / results, games, Z95).low * worth * (1.0 - worth);
    let middle = 2.0 * share + spread;
    let width = (spread * (4.0 * share * (1.0 - share) + spread - 4.0 * calm * (1.0 + spread))).max(0.0).sqrt();
    let bound = |sum: f64| (sum / (2.0 * (1.0 + spread))).clamp(0.0, 1.0);
    // Rounding must not part a share from its bounds.
    let (low, high) = (bound(middle - width).min(share), bound(middle + width).max(share));
    let share = Interval { value: share, low, high };
    let elo = Interval { value: elo_of(share.value), low: elo_of(share.low), high: elo_of(share.high) };
    Difference { share, elo }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_draws_it_is_wilsons_interval() {
        for (wins, losses) in [(8, 2), (0, 5), (5, 0), (600, 400)] {
            let found = standing(&Score { wins, draws: 0, losses }, 2, wins + losses).share;
            let known = wilson(wins as f64, (wins + losses) as f64, Z95);
            let off =
                (found.low - known.low).abs() + (found.high - known.high).abs() + (found.value - known.value).abs();
            assert!(off < 1e-9, "{found:?} {known:?}");
        }
    }

    #[test]
    fn draws_narrow_the_interval() {
        let drawn = standing(&Score { wins: 0, draws: 1_000, losses: 0 }, 2, 1_000).share;
        assert!((drawn.value - 0.5).abs() < 1e-12 && drawn.high - drawn.low > 0.001, "{drawn:?}");
        assert!(drawn.high - drawn.low < 0.01, "{drawn:?}");
        // With many games it comes near the normal interval: 600 / 200 / 200 has the error 0.04 /
        // sqrt(10).
        let many = standing(&Score { wins: 600, draws: 200, losses: 200 }, 2, 1_000).share;
        assert!((many.low - (0.7 - 1.96 * 0.012_65)).abs() < 0.002, "{many:?}");
        assert!((many.high - (0.7 + 1.96 * 0.012_65)).abs() < 0.002, "{many:?}");
    }

    #[test]
    fn two_seats_of_one_game_count_as_one_game() {
        let twice = standing(&Score { wins: 60, draws: 0, losses: 20 }, 4, 40).share;
        let once = standing(&Score { wins: 30, draws: 0, losses: 10 }, 4, 40).share;
        assert!((twice.low - once.low).abs() + (twice.high - once.high).abs() < 1e-12, "{twice:?} {once:?}");
    }

    #[test]
    fn a_draw_among_four_scores_a_quarter_each() {
        assert_eq!(standing(&Score { wins: 0, draws: 8, losses: 0 }, 4, 8).share.value, 0.25);
        assert_eq!(standing(&Score { wins: 1, draws: 1, losses: 0 }, 1, 2).share.value, 0.5);
        assert_eq!(standing(&Score::default(), 3, 0).share, Interval { value: 1.0 / 3.0, low: 0.0, high: 1.0 });
    }
}
