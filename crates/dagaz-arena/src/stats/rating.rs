//! Ratings of many players from what each has scored against each.
//!
//! The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): a
//! player of strength p beats one of strength q in `p / (p + q)` of their games. Draws are half a
//! win for both. The strengths that fit best are found by the MM algorithm of Hunter ("MM
//! algorithms for generalized Bradley-Terry models", 2004), the errors from the information matrix
//! at these strengths.

use std::f64::consts::LN_10;

use serde::Serialize;

use super::cholesky::Cholesky;
use crate::Score;

/// Prior: this fraction of a win and of a loss is added to each pair of players, whether it has met
/// or not. Clean sweeps stay finite, and unconnected players are rated equally, with a large error.
const PRIOR: f64 = 0.01;
/// Convergence: no strength changes by more than this fraction.
const SETTLED: f64 = 1e-13;
/// Rounds at most; a chain of ten players with nothing but clean sweeps needs a few thousand.
const ROUNDS_MAX: usize = 100_000;

/// Elo of a strength e times as large.
const ELO: f64 = 400.0 / LN_10;

/// Which rating is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// The mean of all.
    Mean,
    /// That of the first player.
    First,
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rating {
    /// In Elo above the zero that was asked for.
    pub elo: f64,
    /// Its standard error: that of the difference from the zero. A little too large where there are
    /// draws; too small in games of more than two, where the pairs of one game are counted as games
    /// of their own.
    pub error: f64,
}

/// Returns the ratings of all players. `cross` is a square table, row by row: what the player of
/// the row has scored against the player of the column, as in [`Sums::cross`](crate::Sums::cross).
/// Scores of players against themselves do not count.
///
/// # Panics
///
/// If the table is not square.
pub fn ratings(cross: &[Score], zero: Zero) -> Vec<Rating> {
    let count = cross.len().isqrt();
    assert_eq!(count * count, cross.len(), "a table of everybody's scores against everybody is square");
    let points = |one: usize, other: usize| {
        let score = &cross[one * count + other];
        if one == other { 0.0 } else { PRIOR + score.wins as f64 + score.draws as f64 / 2.0 }
    };
    let games: Vec<f64> = (0..count * count)
        .map(|pair| points(pair / count, pair % count) + points(pair % count, pair / count))
        .collect();
    let won: Vec<f64> = (0..count).map(|one| (0..count).map(|other| points(one, other)).sum()).collect();
    if count < 2 {
        return vec![Rating::default(); count];
    }
    let strengths = strengths(&games, &won);
    let covariances = covariances(&games, &strengths);
    let logarithms: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let of = |player: usize| {
        let at = |one: usize, other: usize| covariances[one * count + other];
        let (middle, variance) = match zero {
            Zero::Mean => (logarithms.iter().sum::<f64>() / count as f64, at(player, player)),
            Zero::First => (logarithms[0], at(player, player) + at(0, 0) - 2.0 * at(player, 0)),
        };
        Rating { elo: ELO * (logarithms[player] - middle), error: ELO * variance.max(0.0).sqrt() }
    };
    (0..count).map(of).collect()
}

/// Returns the strengths that make the results likeliest: each in turn becomes what would explain
/// its points if the others stayed.
fn strengths(games: &[f64], won: &[f64]) -> Vec<f64> {
    let count = won.len();
    let mut strengths = vec![1.0f64; count];
    for _ in 0..ROUNDS_MAX {
        let mut change = 0.0f64;
        for one in 0..count {
            let others = (0..count).filter(|other| *other != one);
            let weight: f64 =
                others.map(|other| games[one * count + other] / (strengths[one] + strengths[other])).sum();
            let better = won[one] / weight;
            change = change.max((better / strengths[one] - 1.0).abs());
            strengths[one] = better;
        }
        // Only ratios mean anything: the middle stays where it is.
        let middle = (strengths.iter().map(|strength| strength.ln()).sum::<f64>() / count as f64).exp();
        strengths.iter_mut().for_each(|strength| *strength /= middle);
        if change < SETTLED {
            break;
        }
    }
    strengths
}

/// How the logarithms of the strengths vary together around their mean: the inverse of the
/// information matrix among vectors whose sum is 0.
fn covariances(games: &[f64], strengths: &[f64]) -> Vec<f64> {
    let count = strengths.len();
    let mut information = vec![0.0; count * count];
    for one in 0..count {
        for other in (0..count).filter(|other| *other != one) {
            let sum = strengths[one] + strengths[other];
            let known = games[one * count + other] * strengths[one] * strengths[other] / (sum * sum);
            information[one * count + one] += known;
            information[one * count + other] -= known;
        }
    }
    // It knows nothing about the middle of all; as if that were known, so that it can be inverted,
    // and then taken out again.
    let middle = 1.0 / count as f64;
    information.iter_mut().for_each(|known| *known += middle);
    let inverse = Cholesky::of(&information, count).map(|matrix| matrix.inverse());
    let inverse = inverse.unwrap_or_else(|| vec![f64::INFINITY; count * count]);
    inverse.into_iter().map(|value| value - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of the wins of each against each.
    fn table<const N: usize>(wins: [[u64; N]; N]) -> Vec<Score> {
        let of = |one: usize, other: usize| Score { wins: wins[one][other], draws: 0, losses: wins[other][one] };
        (0..N * N).map(|pair| of(pair / N, pair % N)).collect()
    }

    #[test]
    fn ratings_are_those_that_fit_the_results() {
        // Three to one is 190.85 Elo; the information is 100 x 3/16, less what the prior changes:
        // 40.1 Elo.
        let rated = ratings(&table([[0, 25, 0], [75, 0, 25], [0, 75, 0]]), Zero::First);
        assert_eq!(rated[0], Rating::default());
        assert!((rated[1].elo - 190.85).abs() < 0.5 && (rated[2].elo - 381.7).abs() < 1.0, "{rated:?}");
        assert!((rated[1].error - ELO / 18.75f64.sqrt()).abs() < 0.1, "{rated:?}");
        assert!((rated[2].error - ELO * (2.0 / 18.75f64).sqrt()).abs() < 0.1, "{rated:?}");
        let centred = ratings(&table([[0, 25, 0], [75, 0, 25], [0, 75, 0]]), Zero::Mean);
        assert!(centred.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-9);
        assert!((centred[2].elo - centred[0].elo - rated[2].elo).abs() < 1e-9);
        assert!(centred[1].error < rated[1].error);
    }

    #[test]
    fn ratings_of_clean_sweeps_and_unconnected_players_are_finite() {
        // 100.01 to 0.01.
        let rated = ratings(&table([[0, 0], [100, 0]]), Zero::First);
        assert!((rated[1].elo - 400.0 * 10_001f64.log10()).abs() < 1e-6, "{rated:?}");
        // The third player has met no one.
        let rated = ratings(&table([[0, 10, 0], [30, 0, 0], [0, 0, 0]]), Zero::Mean);
        assert!(rated[2].elo.abs() < 10.0 && rated[2].error > 1_000.0 && rated[2].error.is_finite(), "{rated:?}");
        let draws = vec![Score { draws: 8, ..Score::default() }; 4];
        assert!(ratings(&draws, Zero::First)[1].elo.abs() < 1e-9);
        assert_eq!(ratings(&[Score::default()], Zero::Mean), [Rating::default()]);
        assert_eq!(ratings(&[], Zero::Mean), []);
    }

    #[test]
    fn ratings_converge_for_a_long_chain_of_clean_sweeps() {
        let wins = |one: usize, other: usize| if one == other + 1 { 200 } else { 0 };
        let cross: Vec<Score> = (0..100)
            .map(|pair| (pair / 10, pair % 10))
            .map(|(one, other)| Score { wins: wins(one, other), draws: 0, losses: wins(other, one) })
            .collect();
        let rated = ratings(&cross, Zero::First);
        assert!(rated.windows(2).all(|pair| pair[0].elo + 100.0 < pair[1].elo), "{rated:?}");
        // At convergence, the points of each player equal those that the ratings predict.
        let promised: f64 = (0..9).map(|low| 1.0 / (1.0 + 10f64.powf((rated[low].elo - rated[9].elo) / 400.0))).sum();
        let last = 1.0 / (1.0 + 10f64.powf((rated[8].elo - rated[9].elo) / 400.0));
        assert!((promised * 2.0 * PRIOR + 200.0 * last - (200.0 + 9.0 * PRIOR)).abs() < 1e-6, "{rated:?}");
    }
}
