//! How long games are.

use std::collections::BTreeMap;

use serde::Serialize;

/// Bars of a histogram at most.
const BINS_MAX: u64 = 32;

/// The plies of a game, over all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// How many games.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The standard deviation, that of a sample.
    pub deviation: f64,
    /// The shortest game.
    pub least: u32,
    /// One game of twenty is no longer than this.
    pub low: u32,
    /// One game of four is no longer than this.
    pub lower_quarter: u32,
    /// Every second game is no longer than this.
    pub median: u32,
    /// Three games of four are no longer than this.
    pub upper_quarter: u32,
    /// Nineteen games of twenty are no longer than this.
    pub high: u32,
    /// The longest game.
    pub greatest: u32,
    /// The histogram: bars of equal width without gaps.
    pub bins: Vec<Bin>,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The least length that belongs to it.
    pub from: u32,
    /// The greatest length that belongs to it.
    pub to: u32,
    /// How many games.
    pub games: u64,
}

impl Lengths {
    /// Returns the lengths of games, each with how many games were so long.
    pub fn of(lengths: &BTreeMap<u32, u64>) -> Lengths {
        let count: u64 = lengths.values().sum();
        let (Some(least), Some(greatest)) = (lengths.keys().next(), lengths.keys().next_back()) else {
            return Lengths::default();
        };
        let sum: f64 = lengths.iter().map(|(plies, games)| f64::from(*plies) * *games as f64).sum();
        let mean = sum / count as f64;
        let spread: f64 = lengths.iter().map(|(plies, games)| (f64::from(*plies) - mean).powi(2) * *games as f64).sum();
        let deviation = if count > 1 { (spread / (count - 1) as f64).sqrt() } else { 0.0 };
        let quantile = |parts: u64, of: u64| quantile(lengths, (count * parts).div_ceil(of).max(1));
        Lengths {
            count,
            mean,
            error: deviation / (count as f64).sqrt(),
            deviation,
            least: *least,
            low: quantile(1, 20),
            lower_quarter: quantile(1, 4),
            median: quantile(1, 2),
            upper_quarter: quantile(3, 4),
            high: quantile(19, 20),
            greatest: *greatest,
            bins: bins(lengths, *least, *greatest),
        }
    }
}

/// Returns the length of the game of that rank, counted from 1, when they lie in order.
fn quantile(lengths: &BTreeMap<u32, u64>, rank: u64) -> u32 {
    let mut before = 0;
    for (plies, games) in lengths {
        before += games;
        if before >= rank {
            return *plies;
        }
    }
    0
}

/// Bars of the least round width (1, 2 or 5 times a power of ten) that makes few enough of them.
/// Games whose length is always odd, or always even, get bars of even width, or every other bar
/// would be empty.
fn bins(lengths: &BTreeMap<u32, u64>, least: u32, greatest: u32) -> Vec<Bin> {
    let span = u64::from(greatest - least) + 1;
    let one_parity = lengths.len() > 1 && lengths.keys().all(|plies| plies % 2 == least % 2);
    let widths =
        (0..10u32).flat_map(|power| [1u32, 2, 5].map(|digit| digit.saturating_mul(10u32.saturating_pow(power))));
    let width = widths
        .filter(|width| !one_parity || width % 2 == 0)
        .find(|width| span.div_ceil(u64::from(*width)) < BINS_MAX)
        .unwrap_or(u32::MAX);
    // Bars begin at multiples of their width, as people would draw them.
    let start = if one_parity && width == 2 { least } else { least - least % width };
    let bar = |index: u32| {
        let from = start + index * width;
        let to = from.saturating_add(width - 1);
        Bin { from, to, games: lengths.range(from..=to).map(|(_, games)| games).sum() }
    };
    (0..=(greatest - start) / width).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_deviation_are_those_of_the_games() {
        // 10, 20, 20, 30: mean 20, variance 200 / 3.
        let lengths = Lengths::of(&BTreeMap::from([(10, 1), (20, 2), (30, 1)]));
        assert_eq!((lengths.least, lengths.lower_quarter, lengths.median), (10, 10, 20));
        assert_eq!((lengths.upper_quarter, lengths.high, lengths.greatest), (20, 30, 30));
        assert!((lengths.mean - 20.0).abs() < 1e-12 && (lengths.deviation - (200.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Lengths::of(&BTreeMap::new()), Lengths::default());
    }

    #[test]
    fn histogram_bars_count_every_game_once() {
        for (least, greatest, step) in
            [(0, 0, 1), (5, 9, 1), (7, 301, 2), (10, 40, 2), (3, 99_999, 7), (0, u32::MAX, u32::MAX)]
        {
            let mut lengths = BTreeMap::new();
            let mut plies: u32 = least;
            loop {
                *lengths.entry(plies).or_default() += 1;
                match plies.checked_add(step) {
                    Some(next) if next <= greatest => plies = next,
                    _ => break,
                }
            }
            let found = Lengths::of(&lengths);
            let sum: u64 = found.bins.iter().map(|bin| bin.games).sum();
            assert_eq!(sum, found.count, "{least}-{greatest}");
            assert!(found.bins.len() <= BINS_MAX as usize, "{least}-{greatest}: {}", found.bins.len());
            assert!(found.bins.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        }
    }
}
