//! Intervals in which a share lies.

use serde::Serialize;

/// The normal quantile for 95 of 100 cases.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A value with bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Returns the share `successes` of `count`, and the bounds between which the true share lies in as
/// many cases as `z` says (Wilson, "Probable inference, the law of succession, and statistical
/// inference", 1927). Draws may count as half successes, which makes the interval a little too
/// wide.
pub fn wilson(successes: f64, count: f64, z: f64) -> Interval {
    if count <= 0.0 {
        return Interval { value: 0.5, low: 0.0, high: 1.0 };
    }
    let share = successes / count;
    let denominator = 1.0 + z * z / count;
    let centre = (share + z * z / (2.0 * count)) / denominator;
    let half = z * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt() / denominator;
    // The share lies within, whatever rounding makes of the ends.
    Interval { value: share, low: (centre - half).max(0.0).min(share), high: (centre + half).min(1.0).max(share) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proportion_lies_in_its_confidence_interval() {
        // By hand: 8 of 10, z = 1.96: centre (0.8 + 0.19208) / 1.38416 = 0.71674, half 0.22659.
        let Interval { value, low, high } = wilson(8.0, 10.0, 1.96);
        assert_eq!(value, 0.8);
        assert!((low - 0.490_16).abs() < 1e-4 && (high - 0.943_32).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 0.0, Z95), Interval { value: 0.5, low: 0.0, high: 1.0 });
        assert_eq!(wilson(0.0, 5.0, Z95).low, 0.0);
        assert_eq!(wilson(5.0, 5.0, Z95).high, 1.0);
    }
}
