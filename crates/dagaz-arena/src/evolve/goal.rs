//! One goal, and the score of a measured value.

use std::fmt;

/// What a value should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation {
    /// As much as possible; only of shares.
    Most,
    /// At least so much.
    AtLeast(f64),
    /// At most so much.
    AtMost(f64),
    /// Just so much.
    Equal(f64),
}

/// One goal: a measure, and the score that each of its values gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The name of what is measured.
    pub name: String,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
    /// What it should be.
    pub relation: Relation,
    /// Its weight relative to other goals; greater than 0.
    pub weight: f64,
}

impl Goal {
    /// How good a value is, from 0 to 1. A value that is as it should be has 1. One that is not
    /// loses in a straight line: a share is worth 0 at the far end of what it can be; anything else
    /// where it is as far from the goal as the goal is from 0, or by 1 if that is less. What could
    /// not be measured is worth 0.
    pub fn score(&self, value: Option<f64>) -> f64 {
        let Some(value) = value.filter(|value| value.is_finite()) else { return 0.0 };
        let (off, wanted) = match self.relation {
            Relation::Most => return value.clamp(0.0, 1.0),
            Relation::AtLeast(wanted) => ((wanted - value).max(0.0), wanted),
            Relation::AtMost(wanted) => ((value - wanted).max(0.0), wanted),
            Relation::Equal(wanted) => ((value - wanted).abs(), wanted),
        };
        let reach = match (self.is_share, self.relation) {
            (true, Relation::AtLeast(_)) => wanted,
            (true, Relation::AtMost(_)) => 1.0 - wanted,
            (true, _) => wanted.max(1.0 - wanted),
            (false, _) => wanted.abs().max(1.0),
        };
        match off {
            off if off <= 0.0 => 1.0,
            _ if reach <= 0.0 => 0.0,
            off => (1.0 - off / reach).max(0.0),
        }
    }
}

/// As it is written: `balance>0.95*2`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.relation {
            Relation::Most => Ok(()),
            Relation::AtLeast(wanted) => write!(f, ">{wanted}"),
            Relation::AtMost(wanted) => write!(f, "<{wanted}"),
            Relation::Equal(wanted) => write!(f, "={wanted}"),
        }?;
        if self.weight == 1.0 { Ok(()) } else { write!(f, "*{}", self.weight) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(is_share: bool, relation: Relation, value: f64, expected: f64) {
        let goal = Goal { name: "x".into(), is_share, relation, weight: 1.0 };
        assert!((goal.score(Some(value)) - expected).abs() < 1e-9, "{goal} of {value}: {}", goal.score(Some(value)));
    }

    #[test]
    fn proportions_lose_towards_their_far_end() {
        is(true, Relation::Most, 0.3, 0.3);
        is(true, Relation::AtLeast(0.8), 0.9, 1.0);
        is(true, Relation::AtLeast(0.8), 0.4, 0.5);
        is(true, Relation::AtLeast(0.0), 0.0, 1.0);
        is(true, Relation::AtMost(0.2), 0.1, 1.0);
        is(true, Relation::AtMost(0.2), 0.6, 0.5);
        is(true, Relation::AtMost(1.0), 1.0, 1.0);
        is(true, Relation::Equal(1.0), 0.75, 0.75);
        is(true, Relation::Equal(0.25), 1.0, 0.0);
    }

    #[test]
    fn other_values_lose_by_their_distance() {
        is(false, Relation::Equal(40.0), 40.0, 1.0);
        is(false, Relation::Equal(40.0), 30.0, 0.75);
        is(false, Relation::Equal(40.0), 60.0, 0.5);
        is(false, Relation::Equal(40.0), 100.0, 0.0);
        is(false, Relation::AtLeast(40.0), 100.0, 1.0);
        is(false, Relation::AtMost(10.0), 15.0, 0.5);
        is(false, Relation::Equal(0.0), 0.5, 0.5);
        is(false, Relation::Equal(-2.0), -3.0, 0.5);
        is(false, Relation::Equal(2.0), f64::INFINITY, 0.0);
    }

    #[test]
    fn unknown_terms_score_zero() {
        let goal = Goal { name: "x".into(), is_share: true, relation: Relation::AtMost(1.0), weight: 1.0 };
        assert_eq!(goal.score(None), 0.0);
    }
}
