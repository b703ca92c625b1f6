//! Budgets: how much a bot may think about one move.

use std::fmt;
use std::time::Duration;

/// Limits of one search; the first that is reached ends it. Without any, the search runs until it
/// is stopped or has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// So long by the clock.
    pub time: Option<Duration>,
    /// So many positions visited.
    pub nodes: Option<u64>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// Maximum playouts; in searches without playouts, leaves.
    pub playouts: Option<u64>,
}

impl Budget {
    /// So long by the clock.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// Returns whether nothing bounds the search.
    pub fn is_endless(&self) -> bool {
        *self == Budget::default()
    }

    /// Adds the limits of `text`: `2s`, `500ms`, `5000n` (nodes), `8d` (plies), `800p` (playouts),
    /// joined by commas; of two of the same kind the smaller counts. `None` if it is not a budget.
    pub fn parse(text: &str) -> Option<Budget> {
        text.split(',').try_fold(Budget::default(), |budget, part| budget.and(part.trim()))
    }

    fn and(self, part: &str) -> Option<Budget> {
        let split = part.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, unit) = part.split_at(split);
        let whole = || number.parse::<u64>().ok().filter(|number| *number > 0);
        let time = |unit: f64| {
            let seconds = number.parse::<f64>().ok()? * unit;
            Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
        };
        Some(match unit {
            "s" => Budget { time: least(self.time, time(1.0)?), ..self },
            "ms" => Budget { time: least(self.time, time(0.001)?), ..self },
            "n" => Budget { nodes: least(self.nodes, whole()?), ..self },
            "kn" => Budget { nodes: least(self.nodes, whole()?.checked_mul(1_000)?), ..self },
            "d" => Budget { depth: least(self.depth, whole()?.try_into().ok()?), ..self },
            "p" => Budget { playouts: least(self.playouts, whole()?), ..self },
            _ => return None,
        })
    }
}

/// Of two bounds the one that is met first.
fn least<T: Ord>(known: Option<T>, other: T) -> Option<T> {
    match known {
        Some(known) => Some(known.min(other)),
        None => Some(other),
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time.map(|time| match time.subsec_nanos() {
                0 => format!("{}s", time.as_secs()),
                _ => format!("{}ms", time.as_secs_f64() * 1e3),
            }),
            self.nodes.map(|nodes| format!("{nodes}n")),
            self.depth.map(|depth| format!("{depth}d")),
            self.playouts.map(|playouts| format!("{playouts}p")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_round_trip_as_text() {
        for text in ["2s", "500ms", "5000n", "8d", "800p", "2s,8d", "1500ms,100n,3d,7p"] {
            assert_eq!(Budget::parse(text).map(|budget| budget.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Budget::parse("0.5s"), Some(Budget::time(Duration::from_millis(500))));
        assert_eq!(Budget::parse("20kn"), Some(Budget::nodes(20_000)));
        for twice in ["50ms,60ms", "60ms,50ms", "0.05s,1s"] {
            assert_eq!(Budget::parse(twice), Some(Budget::time(Duration::from_millis(50))), "{twice}");
        }
        assert_eq!(Budget::parse("8d,1kn,9d,500n").map(|budget| budget.to_string()).as_deref(), Some("500n,8d"));
        for wrong in ["", "5", "s", "0n", "0s", "-1s", "1.5n", "99999999999999999999n", "2x", "1e9s", "2s,,"] {
            assert_eq!(Budget::parse(wrong), None, "{wrong}");
        }
    }
}
