//! The target: goals of a search, and one score for a game.
//!
//! ```text
//! target   = goal { "," goal }
//! goal     = name [ relation number ] [ "*" weight ]
//! relation = ">" | ">=" | "<" | "<=" | "="
//! ```
//!
//! A name alone is a share, of which more is always better. `>` and `>=` mean the same here, as do
//! `<` and `<=`. The default weight is 1.

use std::fmt;
use std::str::FromStr;

use super::{Goal, Measured, Quality, Relation};

/// The goals of a search, which give a game one score.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The goals, at least one.
    pub goals: Vec<Goal>,
}

/// Why a text is no target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetFault {
    /// There is no goal in it.
    Empty,
    /// A part of it is no goal.
    NoGoal(String),
    /// Nothing of that name is measured.
    Unknown {
        /// The name.
        name: String,
        /// The names of what is measured.
        known: Vec<String>,
    },
    /// What stands behind the relation is no number.
    NoNumber(String),
    /// It is not a share, so a target value is required.
    NeedsValue(String),
    /// A share lies between 0 and 1.
    NoShare(String),
    /// What stands behind the `*` is no weight.
    NoWeight(String),
    /// A name has two goals.
    Twice(String),
}

impl fmt::Display for TargetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetFault::Empty => f.write_str("a target has at least one goal, such as `balance>0.9`"),
            TargetFault::NoGoal(part) => {
                write!(
                    f,
                    "`{part}` is no goal; a goal is a name, and what it should be: `balance>0.9` or `length=40*2`"
                )
            }
            TargetFault::Unknown { name, known } => {
                write!(f, "nothing called `{name}` is measured; there are {}", known.join(", "))
            }
            TargetFault::NoNumber(part) => write!(f, "`{part}` should end with a number, as `length=40` does"),
            TargetFault::NeedsValue(name) => {
                write!(
                    f,
                    "`{name}` is no share of 1, so say how much of it is wanted: `{name}=40`, `{name}>40` or `{name}<40`"
                )
            }
            TargetFault::NoShare(part) => write!(f, "`{part}` can never be so: that is a share, from 0 to 1"),
            TargetFault::NoWeight(part) => {
                write!(f, "the weight of `{part}` should be a number from 0.001 to 1000, as in `balance>0.9*2`")
            }
            TargetFault::Twice(name) => write!(f, "`{name}` has two goals"),
        }
    }
}

impl std::error::Error for TargetFault {}

impl Target {
    /// Reads a target; the names are those of `qualities`.
    pub fn parse(text: &str, qualities: &[Quality]) -> Result<Target, TargetFault> {
        let mut goals: Vec<Goal> = Vec::new();
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.iter().all(|part| part.is_empty()) {
            return Err(TargetFault::Empty);
        }
        for part in parts {
            let goal = goal(part, qualities)?;
            if goals.iter().any(|known| known.name == goal.name) {
                return Err(TargetFault::Twice(goal.name));
            }
            goals.push(goal);
        }
        Ok(Target { goals })
    }

    /// How near a game comes to it, from 0 to 1: the mean of the scores of its goals, each counted
    /// by its weight.
    pub fn score(&self, measured: &Measured) -> f64 {
        let weights: f64 = self.goals.iter().map(|goal| goal.weight).sum();
        let score = |goal: &Goal| goal.weight * goal.score(measured.get(&goal.name));
        if weights > 0.0 { self.goals.iter().map(score).sum::<f64>() / weights } else { 0.0 }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals: Vec<String> = self.goals.iter().map(Goal::to_string).collect();
        f.write_str(&goals.join(", "))
    }
}

fn goal(part: &str, qualities: &[Quality]) -> Result<Goal, TargetFault> {
    let (said, weight) = match part.split_once('*') {
        None => (part, 1.0),
        Some((said, weight)) => {
            let weight = number(weight).filter(|weight| (0.001..=1000.0).contains(weight));
            (said, weight.ok_or_else(|| TargetFault::NoWeight(part.to_string()))?)
        }
    };
    let at = said.find(['<', '>', '=']).unwrap_or(said.len());
    let (name, rest) = (said[..at].trim(), &said[at..]);
    if name.is_empty() {
        return Err(TargetFault::NoGoal(part.to_string()));
    }
    let quality = qualities.iter().find(|quality| quality.name == name || quality.alias == Some(name));
    let Some(Quality { name, is_share, .. }) = quality.cloned() else {
        let known = qualities.iter().map(|quality| quality.name.clone()).collect();
        return Err(TargetFault::Unknown { name: name.to_string(), known });
    };
    let signs = [">=", "<=", ">", "<", "="];
    let sign = signs.into_iter().find(|sign| rest.starts_with(sign));
    let relation = match sign {
        None if is_share => Relation::Most,
        None => return Err(TargetFault::NeedsValue(name)),
        Some(sign) => {
            let wanted = number(&rest[sign.len()..]).ok_or_else(|| TargetFault::NoNumber(part.to_string()))?;
            if is_share && !(0.0..=1.0).contains(&wanted) {
                return Err(TargetFault::NoShare(part.to_string()));
            }
            match &sign[..1] {
                ">" => Relation::AtLeast(wanted),
                "<" => Relation::AtMost(wanted),
                _ => Relation::Equal(wanted),
            }
        }
    };
    Ok(Goal { name, is_share, relation, weight })
}

fn number(text: &str) -> Option<f64> {
    f64::from_str(text.trim()).ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::qualities;

    fn known() -> Vec<Quality> {
        qualities(["stones".to_string()].as_slice())
    }

    #[test]
    fn goals_round_trip() {
        let target = Target::parse(" balance > 0.95*2,completion=1, length=40 ,drawishness<=0.1, stones>=3", &known());
        let target = target.expect("it is a target");
        assert_eq!(target.to_string(), "balance>0.95*2, completion=1, mean-length=40, drawishness<0.1, stones>3");
        assert_eq!(Target::parse(&target.to_string(), &known()).as_ref(), Ok(&target));
        let alone = Target::parse("completion", &known()).expect("it is a target");
        assert_eq!(alone.goals[0].relation, Relation::Most);
    }

    #[test]
    fn invalid_targets_are_reported() {
        for (text, expected) in [
            ("", "at least one goal"),
            (" , ", "at least one goal"),
            ("balance,", "`` is no goal"),
            (">3", "`>3` is no goal"),
            ("beauty>0.5", "nothing called `beauty` is measured; there are balance, "),
            ("balance>high", "`balance>high` should end with a number"),
            ("balance>", "should end with a number"),
            ("balance=>1", "should end with a number"),
            ("balance>inf", "should end with a number"),
            ("length", "`mean-length` is no share of 1"),
            ("stones", "`stones` is no share of 1"),
            ("balance>1.5", "can never be so"),
            ("balance*0", "the weight of `balance*0`"),
            ("balance*x", "the weight of `balance*x`"),
            ("balance>0.5, balance<0.7", "`balance` has two goals"),
            ("length=40, mean-length<50", "`mean-length` has two goals"),
        ] {
            let said = Target::parse(text, &known()).expect_err(text).to_string();
            assert!(said.contains(expected), "{text}: {said}");
        }
    }

    #[test]
    fn a_score_is_a_weighted_mean() {
        let target = Target::parse("balance*3, completion=1", &known()).expect("it is a target");
        let mut measured = Measured::default();
        measured.set("balance", 0.5);
        assert!((target.score(&measured) - 0.375).abs() < 1e-9, "what is unknown is worth nothing");
        measured.set("completion", 1.0);
        assert!((target.score(&measured) - 0.625).abs() < 1e-9);
    }
}
