//! The sequential test: a match of two players stops as soon as it is clear which of two
//! differences in strength is the likelier one.

use serde::Serialize;

use super::score_of;
use crate::Score;

/// Prior: this number of wins, draws and losses is added (Laplace's rule of succession). A clean
/// sweep then has a variance too, and a few equal games do not decide. Without it a test for 100
/// Elo or more, which a few dozen games decide, would be wrong nearly twice as often as it
/// promises.
const PRIOR: f64 = 1.0;

/// Two hypotheses about how many Elo the first player is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The lower one.
    pub low: f64,
    /// The higher one, more than `low`.
    pub high: f64,
}

/// How often a test may be wrong; both lie between 0 and 0.5.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Risks {
    /// How often it may say `high` where `low` is true.
    pub alpha: f64,
    /// How often it may say `low` where `high` is true.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// More games are needed.
    GoOn,
    /// The lower difference is the likelier one.
    Low,
    /// The higher difference is the likelier one.
    High,
}

/// One in twenty, either way.
impl Default for Risks {
    fn default() -> Risks {
        Risks { alpha: 0.05, beta: 0.05 }
    }
}

impl Risks {
    /// Returns the bounds of the logarithm of the likelihood ratio: at the first one or below it
    /// the test says `low`, at the second one or above it `high` (Wald, "Sequential tests of
    /// statistical hypotheses", 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

impl Sprt {
    /// Returns the logarithm of how much likelier this score is if the difference is `high` than if
    /// it is `low`.
    ///
    /// This is the generalised likelihood ratio for wins, draws and losses in its normal
    /// approximation (Van den Bergh, "A practical introduction to the GSPRT", 2017):
    /// `(h - l)(2s - l - h) / 2v`, where s is the share of the points, l and h are the shares that
    /// the two differences promise, and v is the variance of s. One win, one draw and one loss are
    /// added to the score.
    pub fn likelihood(&self, score: &Score) -> f64 {
        if score.games() == 0 {
            return 0.0;
        }
        let counts = [score.wins, score.draws, score.losses].map(|count| count as f64 + PRIOR);
        let outcomes = counts.into_iter().zip([1.0, 0.5, 0.0]);
        let games: f64 = counts.iter().sum();
        let share = outcomes.clone().map(|(count, points)| count * points).sum::<f64>() / games;
        let variance = outcomes.map(|(count, points)| count * (points - share).powi(2)).sum::<f64>() / games / games;
        let (low, high) = (score_of(self.low), score_of(self.high));
        (high - low) * (2.0 * share - low - high) / (2.0 * variance)
    }

    /// What a score decides. The risks hold if the test is asked after every game, or every pair of
    /// games, and stops at its first decision; the approximation makes them a tenth or two larger
    /// than promised for 50 Elo and more.
    pub fn decide(&self, score: &Score, risks: &Risks) -> Decision {
        let (lower, upper) = risks.bounds();
        match self.likelihood(score) {
            ratio if ratio >= upper => Decision::High,
            ratio if ratio <= lower => Decision::Low,
            _ => Decision::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { low: 0.0, high: 100.0 };

    fn after(wins: u64, draws: u64, losses: u64) -> (f64, Decision) {
        let score = Score { wins, draws, losses };
        (TEST.likelihood(&score), TEST.decide(&score, &Risks::default()))
    }

    #[test]
    fn the_likelihood_equals_the_formula() {
        // With the prior 61, 21 and 21: share 0.694175, variance of the mean 0.00156627; 100 Elo
        // promise 0.640065. By hand: 0.140065 x (1.38835 - 0.5 - 0.640065) / 0.00313254 = 11.102.
        assert!((after(60, 20, 20).0 - 11.102).abs() < 1e-2, "{:?}", after(60, 20, 20));
        assert_eq!(after(0, 0, 0), (0.0, Decision::GoOn));
        // Errors of one in twenty: ln 19.
        let (lower, upper) = Risks::default().bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        // By hand: ln(0.1 / 0.99) and ln(0.9 / 0.01).
        let (lower, upper) = Risks { alpha: 0.01, beta: 0.1 }.bounds();
        assert!((lower + 2.292_5).abs() < 1e-4 && (upper - 4.499_8).abs() < 1e-4);
    }

    #[test]
    fn a_sequential_test_accepts_either_hypothesis() {
        assert_eq!(after(60, 20, 20).1, Decision::High);
        assert_eq!(after(40, 20, 40).1, Decision::Low);
        assert_eq!(after(5, 2, 3).1, Decision::GoOn);
        assert_eq!(after(1, 0, 0).1, Decision::GoOn);
        assert_eq!(after(20, 0, 0).1, Decision::High);
        assert_eq!(after(0, 0, 20).1, Decision::Low);
        // Nothing but draws is what equal players do.
        assert_eq!(after(0, 100, 0).1, Decision::Low);
    }

    /// Matches of players with a known difference: the test is wrong about as seldom as it
    /// promises.
    #[test]
    fn a_sequential_test_keeps_its_error_rates() {
        let mut word = 7u64;
        let mut uniform = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (word >> 11) as f64 / (1u64 << 53) as f64
        };
        for (truth, wrong) in [(TEST.low, Decision::High), (TEST.high, Decision::Low)] {
            let (mut errors, matches) = (0, 4_000);
            for _ in 0..matches {
                let mut score = Score::default();
                let decision = loop {
                    // A fifth of the games are drawn; that leaves the share what it should be.
                    let win = score_of(truth) - 0.1;
                    let result = match uniform() {
                        dice if dice < win => 1,
                        dice if dice < win + 0.2 => 0,
                        _ => -1,
                    };
                    score.add(result, 1);
                    match TEST.decide(&score, &Risks::default()) {
                        Decision::GoOn => {}
                        decision => break decision,
                    }
                };
                errors += u64::from(decision == wrong);
            }
            let share = errors as f64 / matches as f64;
            assert!((0.02..0.07).contains(&share), "{truth}: {share}");
        }
    }
}
