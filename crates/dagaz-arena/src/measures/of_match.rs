//! Measures of whole matches: what no single game has.

use std::collections::BTreeMap;

use crate::share::standing;
use crate::stats::{Interval, Z95, wilson};
use crate::{Score, Sums};

/// What is known of a game after a match.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The games.
    pub sums: &'a Sums,
    /// Target length in plies, if given; greater than 0.
    pub wanted: Option<f64>,
    /// What each bot of a ladder but the weakest has scored against the one below it; empty without
    /// a ladder.
    pub ladder: &'a [Score],
    /// Number of words of the rules, if counted.
    pub words: Option<u64>,
}

/// One measure of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchMeasure {
    /// Its name: words in lower case, joined by hyphens.
    pub name: &'static str,
    /// What it tells, in a line.
    pub meaning: &'static str,
    /// Its formula in words.
    pub formula: &'static str,
    /// Where the formula comes from.
    pub source: &'static str,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
    /// Works it out, with the bounds between which it lies in 95 of 100 cases; none where the match
    /// does not tell.
    pub of: fn(&Facts<'_>) -> Option<Interval>,
}

/// All of them, in the order in which they are shown.
pub const MATCH_MEASURES: &[MatchMeasure] = &[
    MatchMeasure {
        name: "balance",
        meaning: "how equal the chances of the seats are",
        formula: "1 - (largest share of the points of a seat - smallest share)",
        source: "Browne 2008, balance; for any number of seats",
        is_share: true,
        of: |facts| balance(facts.sums),
    },
    MatchMeasure {
        name: "first-mover-advantage",
        meaning: "how much it helps to begin",
        formula: "share of the points of the first seat - mean share of the other seats",
        source: "Browne 2008, advantage",
        is_share: false,
        of: |facts| first_mover_advantage(facts.sums),
    },
    MatchMeasure {
        name: "completion",
        meaning: "how many games come to an end by the rules",
        formula: "games ended by the rules, by games",
        source: "Browne 2008, completion",
        is_share: true,
        of: |facts| completion(facts.sums),
    },
    MatchMeasure {
        name: "timeouts",
        meaning: "how many games had to be cut off",
        formula: "games cut off, by games",
        source: "Browne 2008, timeouts",
        is_share: true,
        of: |facts| timeouts(facts.sums),
    },
    MatchMeasure {
        name: "drawishness",
        meaning: "how many of the games that end have no winner",
        formula: "games ended by the rules without a winner or loser, by games ended by the rules",
        source: "Browne 2008, drawishness",
        is_share: true,
        of: |facts| drawishness(facts.sums),
    },
    MatchMeasure {
        name: "mean-length",
        meaning: "how long the games are",
        formula: "mean number of plies",
        source: "Browne 2008, game length",
        is_share: false,
        of: |facts| mean_length(facts.sums),
    },
    MatchMeasure {
        name: "duration",
        meaning: "how near the games are to the target length",
        formula: "1 - |mean length - target length| / target length, at least 0",
        source: "Browne 2008, duration",
        is_share: true,
        of: |facts| duration(facts.sums, facts.wanted?),
    },
    MatchMeasure {
        name: "state-space-use",
        meaning: "how rarely positions repeat, within a game or across games",
        formula: "different positions of all games looked at, by positions seen in them",
        source: "our own; counted by HyperLogLog (Flajolet and others 2007)",
        is_share: true,
        of: |facts| state_space_use(facts.sums),
    },
    MatchMeasure {
        name: "depth",
        meaning: "how much better play is rewarded",
        formula: "mean over neighbouring rungs of a ladder of bots of 2 x (share of the points of the stronger one - 1/2)",
        source: "after Browne 2008, depth and discernment",
        is_share: false,
        of: |facts| depth(facts.ladder),
    },
    MatchMeasure {
        name: "complexity",
        meaning: "how much there is to learn before the first game",
        formula: "base-2 logarithm of (1 + words of the rules)",
        source: "after Browne 2008, complexity",
        is_share: false,
        of: |facts| Some(exactly(complexity(facts.words?))),
    },
];

/// Balance: 1 minus the difference between the largest and the smallest share of the points. `None`
/// without games, or with fewer than two seats.
///
/// The bounds come from the Wilson intervals of the two shares; if they overlap the upper one is 1.
pub fn balance(sums: &Sums) -> Option<Interval> {
    let shares = seats(sums)?;
    let best = shares.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    let worst = shares.iter().min_by(|one, other| one.value.total_cmp(&other.value))?;
    Some(Interval {
        value: 1.0 - (best.value - worst.value),
        low: (1.0 - (best.high - worst.low)).max(0.0),
        high: (1.0 - (best.low - worst.high)).min(1.0),
    })
}

/// Returns how much it helps to begin: the share of the points of the first seat less the mean
/// share of the others, from -1 to 1; 0 if it does not matter. `None` without games, or with fewer
/// than two seats.
pub fn first_mover_advantage(sums: &Sums) -> Option<Interval> {
    let shares = seats(sums)?;
    let (first, others) = shares.split_first()?;
    let mean = |of: fn(&Interval) -> f64| others.iter().map(of).sum::<f64>() / others.len() as f64;
    Some(Interval {
        value: first.value - mean(|share| share.value),
        low: first.low - mean(|share| share.high),
        high: first.high - mean(|share| share.low),
    })
}

/// Returns the share of games that ended by their rules; `None` without games.
pub fn completion(sums: &Sums) -> Option<Interval> {
    share(sums.ended, sums.games)
}

/// Returns the share of games that were cut off; `None` without games.
pub fn timeouts(sums: &Sums) -> Option<Interval> {
    share(sums.games.saturating_sub(sums.ended), sums.games)
}

/// Returns the share of finished games without winner or loser; `None` if no game has ended.
pub fn drawishness(sums: &Sums) -> Option<Interval> {
    // Every game that was cut off counts among the draws of the sums.
    share(sums.draws().saturating_sub(sums.games.saturating_sub(sums.ended)), sums.ended)
}

/// Returns the mean number of plies (normal approximation); `None` without games. One game alone
/// has no upper bound.
pub fn mean_length(sums: &Sums) -> Option<Interval> {
    let count = sums.games as f64;
    let value = sums.mean_length();
    let half = match sums.games {
        0 => return None,
        1 => f64::INFINITY,
        _ => Z95 * (spread(&sums.lengths, value) / (count - 1.0) / count).sqrt(),
    };
    Some(Interval { value, low: (value - half).max(0.0), high: value + half })
}

/// How near the mean length is to the target length, in plies. `None` without games or without a
/// target.
pub fn duration(sums: &Sums, wanted: f64) -> Option<Interval> {
    let length = mean_length(sums)?;
    let near = |plies: f64| (1.0 - (plies - wanted).abs() / wanted).max(0.0);
    let (low, high) = (near(length.low), near(length.high));
    let best = if (length.low..=length.high).contains(&wanted) { 1.0 } else { low.max(high) };
    (wanted > 0.0).then(|| Interval { value: near(length.value), low: low.min(high), high: best })
}

/// Returns the share of positions that had not been seen before, in the games that were looked at;
/// `None` if there were none. The bounds are those of the count, whose standard error is 1.04 by
/// the root of 4,096.
pub fn state_space_use(sums: &Sums) -> Option<Interval> {
    // Each game has one position more than plies.
    let seen = (sums.detail.plies + sums.detail.games) as f64;
    let different = sums.detail.positions.distinct() / seen;
    let part = Z95 * 1.04 / 64.0;
    let of = |share: f64| share.clamp(0.0, 1.0);
    let bounds =
        || Interval { value: of(different), low: of(different * (1.0 - part)), high: of(different * (1.0 + part)) };
    (sums.detail.games > 0).then(bounds)
}

/// Returns how much better play is rewarded, from -1 to 1: 1 if the stronger of two neighbours on a
/// ladder always wins. Takes what each bot but the weakest has scored against the one below it;
/// rungs without games are passed over, and none is left without any.
///
/// The bounds come from the intervals of the shares (Wilson), put together as those of a sum of
/// independent numbers (Zou and Donner, "Construction of confidence limits about effect measures",
/// 2008).
pub fn depth(ladder: &[Score]) -> Option<Interval> {
    let rungs: Vec<Interval> = ladder.iter().filter_map(|score| points(score, 2)).collect();
    if rungs.is_empty() {
        return None;
    }
    let each = 2.0 / rungs.len() as f64;
    let value = rungs.iter().map(|rung| each * (rung.value - 0.5)).sum::<f64>();
    let root = |of: fn(&Interval) -> f64| rungs.iter().map(|rung| (each * of(rung)).powi(2)).sum::<f64>().sqrt();
    Some(Interval {
        value,
        low: value - root(|rung| rung.value - rung.low),
        high: value + root(|rung| rung.high - rung.value),
    })
}

/// Complexity: one more for rules with twice as many words. The caller counts the words; only rules
/// in the same language are comparable.
pub fn complexity(words: u64) -> f64 {
    (1.0 + words as f64).log2()
}

/// Returns the share of the points of each seat, two or more.
fn seats(sums: &Sums) -> Option<Vec<Interval>> {
    let shares: Option<Vec<Interval>> = sums.seats.iter().map(|score| points(score, sums.seats.len())).collect();
    shares.filter(|shares| shares.len() >= 2)
}

/// Returns the share of the points in games of so many seats.
fn points(score: &Score, seats: usize) -> Option<Interval> {
    (score.games() > 0).then(|| standing(score, seats, score.games()).share)
}

fn share(some: u64, all: u64) -> Option<Interval> {
    (all > 0).then(|| wilson(some as f64, all as f64, Z95))
}

/// Returns the sum of the squares of the distances from the mean.
fn spread(lengths: &BTreeMap<u32, u64>, mean: f64) -> f64 {
    lengths.iter().map(|(plies, games)| *games as f64 * (f64::from(*plies) - mean).powi(2)).sum()
}

fn exactly(value: f64) -> Interval {
    Interval { value, low: value, high: value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Row, Trace};

    /// Returns a match of games, each with its plies, whether it ended, and what the seats got.
    fn held(games: &[(u32, bool, &[i32])]) -> Sums {
        let mut sums = Sums::default();
        for (number, (plies, ended, results)) in games.iter().enumerate() {
            let row = Row {
                number: number as u64,
                seats: (0..results.len()).collect(),
                plies: *plies,
                ending: if *ended { "over" } else { "cut off" }.to_string(),
                ended: *ended,
                results: results.to_vec(),
                ..Row::default()
            };
            sums.add(&row, None, results.len());
        }
        sums
    }

    const FIRST: &[i32] = &[1, -1];
    const SECOND: &[i32] = &[-1, 1];
    const NOBODY: &[i32] = &[0, 0];

    #[track_caller]
    fn is(own: Option<Interval>, known: f64) {
        let own = own.expect("it is known");
        assert!((own.value - known).abs() < 1e-9, "{own:?}, not {known}");
        assert!(own.low <= own.value && own.value <= own.high, "{own:?}");
    }

    #[test]
    fn of_games_between_two() {
        let sums =
            held(&[(10, true, FIRST), (20, true, FIRST), (30, true, SECOND), (20, true, NOBODY), (40, false, NOBODY)]);
        // The first has 2 + 2 halves of five points: 0.6.
        is(balance(&sums), 0.8);
        is(first_mover_advantage(&sums), 0.2);
        is(completion(&sums), 0.8);
        is(timeouts(&sums), 0.2);
        is(drawishness(&sums), 0.25);
        is(mean_length(&sums), 24.0);
        // Squares 196 + 16 + 36 + 16 + 256 = 520; 520 / 4 / 5 = 26.
        let length = mean_length(&sums).expect("there are games");
        assert!((length.high - 24.0 - Z95 * 26f64.sqrt()).abs() < 1e-9, "{length:?}");
        is(duration(&sums, 24.0), 1.0);
        is(duration(&sums, 30.0), 0.8);
        is(duration(&sums, 10.0), 0.0);
        // 30 lies within the bounds of the length; 100 does not.
        assert_eq!(duration(&sums, 30.0).map(|duration| duration.high), Some(1.0));
        let far = duration(&sums, 100.0).expect("there are games");
        assert!((far.low - length.low / 100.0).abs() < 1e-9 && (far.high - length.high / 100.0).abs() < 1e-9);
        assert_eq!(duration(&sums, 0.0), None);
        // By hand, 3 of 5 points with two games drawn: 0.2510 to 0.8622. A balance of 1 is
        // possible.
        let advantage = first_mover_advantage(&sums).expect("there are games");
        assert!((advantage.low + 0.498_1).abs() < 1e-3 && (advantage.high - 0.724_3).abs() < 1e-3, "{advantage:?}");
        assert_eq!(balance(&sums).map(|balance| balance.high), Some(1.0));
    }

    #[test]
    fn of_games_between_three() {
        let sums =
            held(&[(3, true, &[1, -1, -1]), (3, true, &[1, -1, -1]), (3, true, &[-1, 1, -1]), (3, true, &[-1, -1, 1])]);
        is(balance(&sums), 0.75);
        is(first_mover_advantage(&sums), 0.25);
    }

    #[test]
    fn a_clean_sweep_is_not_certainty() {
        let sums = held(&[(1, true, FIRST); 10]);
        is(balance(&sums), 0.0);
        assert!(balance(&sums).is_some_and(|balance| balance.high > 0.5));
        let one = held(&[(7, true, FIRST)]);
        assert_eq!(mean_length(&one), Some(Interval { value: 7.0, low: 0.0, high: f64::INFINITY }));
        assert_eq!(duration(&one, 7.0), Some(Interval { value: 1.0, low: 0.0, high: 1.0 }));
    }

    #[test]
    fn of_positions() {
        let mut sums = Sums::default();
        for number in 0..4 {
            // Two positions that all games share, and one of its own.
            let trace =
                Trace { plies: vec![Default::default(); 2], keys: vec![1, 2, 100 + number], ..Trace::default() };
            sums.add(&Row { number, plies: 2, ..Row::default() }, Some(&trace), 0);
        }
        // Six of twelve; so few are counted nearly exactly.
        let used = state_space_use(&sums).expect("there were positions");
        assert!((used.value - 0.5).abs() < 0.002 && used.low < 0.5 && used.high > 0.5, "{used:?}");
    }

    #[test]
    fn of_a_ladder() {
        let rung = |wins, losses| Score { wins, draws: 0, losses };
        // Shares 0.9 and 0.7: (0.8 + 0.4) / 2. Bounds by hand: 0.9 - 0.8256 and 0.7 - 0.6042 below,
        // squares 0.00554 and 0.00918.
        let depth_of = depth(&[rung(90, 10), rung(0, 0), rung(70, 30)]);
        is(depth_of, 0.6);
        assert!(depth_of.is_some_and(|depth| (depth.low - (0.6 - 0.014_72f64.sqrt())).abs() < 1e-3), "{depth_of:?}");
        is(depth(&[rung(5, 5)]), 0.0);
        assert_eq!(depth(&[rung(0, 0)]), None);
    }

    #[test]
    fn of_rules() {
        assert_eq!((complexity(0), complexity(1), complexity(255)), (0.0, 1.0, 8.0));
    }

    #[test]
    fn no_games_give_no_estimate() {
        let sums = Sums::default();
        let facts = Facts { sums: &sums, wanted: Some(10.0), ladder: &[], words: None };
        for measure in MATCH_MEASURES {
            assert_eq!((measure.of)(&facts), None, "{}", measure.name);
        }
        let sums = held(&[(5, true, FIRST)]);
        let ladder = [Score { wins: 1, ..Score::default() }];
        let facts = Facts { sums: &sums, wanted: None, ladder: &ladder, words: Some(7) };
        let known = MATCH_MEASURES.iter().filter(|measure| (measure.of)(&facts).is_some()).count();
        // All but duration and the use of positions.
        assert_eq!(known, MATCH_MEASURES.len() - 2);
    }
}
