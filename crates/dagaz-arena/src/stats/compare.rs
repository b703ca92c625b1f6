//! Whether two numbers differ by more than chance explains.
//!
//! Each test gives a p-value: how often chance alone would make a difference at least as large, if
//! there were none. Of twenty such values one is below 0.05 by chance; [`holm`] corrects many of
//! them for that.

use dagaz_core::CompactSort;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::{Moments, Score};

/// What is known of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sample {
    /// How many.
    pub count: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n - 1.
    pub deviation: f64,
}

/// How two numbers differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first less the second.
    pub difference: f64,
    /// The difference in units of its standard error; infinite if neither varies.
    pub statistic: f64,
    /// Degrees of freedom of the t distribution; none where the normal distribution judges.
    pub freedom: Option<f64>,
    /// The p-value for both sides together, from 0 to 1.
    pub p: f64,
}

impl From<&Moments> for Sample {
    fn from(moments: &Moments) -> Sample {
        Sample { count: moments.count as f64, mean: moments.mean(), deviation: moments.deviation() }
    }
}

/// The points of games, a draw being half a point.
impl From<&Score> for Sample {
    fn from(score: &Score) -> Sample {
        let (count, mean) = (score.games() as f64, score.share());
        let part = |games: u64, points: f64| games as f64 * (points - mean).powi(2);
        let squares = part(score.wins, 1.0) + part(score.draws, 0.5) + part(score.losses, 0.0);
        Sample { count, mean, deviation: (squares / (count - 1.0).max(1.0)).sqrt() }
    }
}

/// Compares two shares, each given as successes and of how many: the z test with the variance of
/// both together (Fleiss, "Statistical methods for rates and proportions"). `None` if either is a
/// share of nothing. It is an approximation, good from about five successes and five failures on
/// each side on.
pub fn two_proportions(first: (f64, f64), second: (f64, f64)) -> Option<Comparison> {
    if first.1 <= 0.0 || second.1 <= 0.0 {
        return None;
    }
    let pooled = (first.0 + second.0) / (first.1 + second.1);
    let variance = pooled * (1.0 - pooled) * (1.0 / first.1 + 1.0 / second.1);
    let difference = first.0 / first.1 - second.0 / second.1;
    let statistic = ratio(difference, variance);
    Some(Comparison { difference, statistic, freedom: None, p: 2.0 * Normal::standard().sf(statistic.abs()) })
}

/// Compares two means whose numbers may vary differently (Welch, "The generalization of Student's
/// problem when several different population variances are involved", 1947). `None` if either is of
/// fewer than two numbers.
pub fn welch(first: &Sample, second: &Sample) -> Option<Comparison> {
    if first.count < 2.0 || second.count < 2.0 {
        return None;
    }
    let parts = [first, second].map(|sample| sample.deviation.powi(2) / sample.count);
    let variance = parts[0] + parts[1];
    let difference = first.mean - second.mean;
    let statistic = ratio(difference, variance);
    let freedom = variance.powi(2) / (parts[0].powi(2) / (first.count - 1.0) + parts[1].powi(2) / (second.count - 1.0));
    // Neither varies: nothing is left to chance.
    let freedom = if freedom.is_finite() { freedom } else { first.count + second.count - 2.0 };
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(Comparison { difference, statistic, freedom: Some(freedom), p: 2.0 * student.sf(statistic.abs()) })
}

fn ratio(difference: f64, variance: f64) -> f64 {
    match difference {
        0.0 => 0.0,
        difference if variance > 0.0 => difference / variance.sqrt(),
        difference => f64::INFINITY.copysign(difference),
    }
}

/// Returns the p-values of comparisons that were made together, each corrected so that the chance
/// of even one false alarm among all stays below the level at which they are judged (Holm, "A
/// simple sequentially rejective multiple test procedure", 1979). In the order given.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.compact_sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut corrected = vec![0.0; values.len()];
    let mut largest = 0.0f64;
    for (rank, place) in order.into_iter().enumerate() {
        largest = largest.max(values[place] * (values.len() - rank) as f64).min(1.0);
        corrected[place] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_shares_are_compared() {
        // By hand: 60 of 100 and 45 of 100, pooled 0.525, error 0.070622, z = 2.12398.
        let compared = two_proportions((60.0, 100.0), (45.0, 100.0)).expect("both are shares");
        assert!((compared.difference - 0.15).abs() < 1e-12 && (compared.statistic - 2.123_98).abs() < 1e-4);
        assert!((compared.p - 0.033_67).abs() < 1e-4, "{compared:?}");
        assert_eq!(two_proportions((5.0, 5.0), (9.0, 9.0)).map(|compared| compared.p), Some(1.0));
        assert_eq!(two_proportions((0.0, 0.0), (9.0, 9.0)), None);
    }

    #[test]
    fn two_means_are_compared() {
        // By hand: variances of the means 0.4 and 0.9, t = 3 / 1.14018 = 2.63117, 1.69 / (0.16 / 9
        // + 0.81 / 19) = 27.97.
        let first = Sample { count: 10.0, mean: 13.0, deviation: 2.0 };
        let second = Sample { count: 20.0, mean: 10.0, deviation: 18f64.sqrt() };
        let compared = welch(&first, &second).expect("both have many");
        assert!((compared.statistic - 2.631_17).abs() < 1e-4, "{compared:?}");
        assert!(compared.freedom.is_some_and(|freedom| (freedom - 27.97).abs() < 0.01), "{compared:?}");
        // Between 0.01 and 0.02 in the tables for 28 degrees: 2.467 and 2.763.
        assert!((0.01..0.02).contains(&compared.p), "{compared:?}");
        assert_eq!(welch(&first, &Sample { count: 1.0, ..second }), None);
        let still = |mean| Sample { count: 5.0, mean, deviation: 0.0 };
        let same = welch(&still(2.0), &still(2.0)).expect("both have many");
        assert_eq!((same.statistic, same.p), (0.0, 1.0));
        let other = welch(&still(2.0), &still(3.0)).expect("both have many");
        assert_eq!((other.statistic, other.p), (f64::NEG_INFINITY, 0.0));
    }

    #[test]
    fn sampled_games_give_points() {
        // Points 1, 1, 0.5, 0: mean 0.625, squares 0.6875, with n - 1 the variance is 0.229167.
        let sample = Sample::from(&Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!((sample.count, sample.mean), (4.0, 0.625));
        assert!((sample.deviation.powi(2) - 0.229_167).abs() < 1e-6);
    }

    #[test]
    fn many_comparisons_are_corrected() {
        // By hand: 0.01 x 4, 0.02 x 3, 0.03 x 2 which may not be less than the one before, 0.9.
        let corrected = holm(&[0.03, 0.01, 0.9, 0.02]);
        let known = [0.06, 0.04, 0.9, 0.06];
        assert!(corrected.iter().zip(known).all(|(own, known)| (own - known).abs() < 1e-12), "{corrected:?}");
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
