//! Parameters and statistics of a file.
//!
//! In the rules a parameter is a constant; its other values are kept for callers that select one.

use std::fmt;

use super::Number;
use crate::Span;

/// The values that a parameter may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The whole numbers from the first to the last.
    Range(i32, i32),
    /// The numbers from the first to the last in steps of a half, each as the number of its halves.
    Halves(i32, i32),
    /// These words or numbers, in the order in which they were written.
    Words(Vec<String>),
}

/// A number or a word that the file leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value in these rules, as it would be written.
    pub value: String,
    /// The value if none is selected.
    pub default: String,
    /// Its possible values.
    pub choices: Choices,
    /// Where it was declared.
    pub span: Span,
    /// Where its default is written.
    pub default_span: Span,
}

/// A number that is worth gathering over many games. Seen by the first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// Its name.
    pub name: String,
    /// The number.
    pub of: Number,
    /// Where it was declared.
    pub span: Span,
}

impl Choices {
    /// Returns how many values there are.
    pub fn count(&self) -> u64 {
        match self {
            Choices::Range(low, high) | Choices::Halves(low, high) => {
                (i64::from(*high) - i64::from(*low) + 1).max(0) as u64
            }
            Choices::Words(words) => words.len() as u64,
        }
    }

    /// Returns the value at a place, counted from 0, as it would be written.
    pub fn at(&self, place: u64) -> Option<String> {
        match self {
            Choices::Range(low, _) if place < self.count() => Some((i64::from(*low) + place as i64).to_string()),
            Choices::Halves(low, _) if place < self.count() => Some(half(i64::from(*low) + place as i64)),
            Choices::Range(..) | Choices::Halves(..) => None,
            Choices::Words(words) => words.get(usize::try_from(place).ok()?).cloned(),
        }
    }

    /// Returns the place of a value; `None` if a parameter may not have it.
    pub fn place_of(&self, value: &str) -> Option<u64> {
        match self {
            Choices::Range(low, high) => {
                let number: i32 = value.parse().ok().filter(|number| (low..=high).contains(&number))?;
                Some((i64::from(number) - i64::from(*low)) as u64)
            }
            Choices::Halves(low, high) => {
                let number: i32 = halves(value).filter(|number| (low..=high).contains(&number))?;
                Some((i64::from(number) - i64::from(*low)) as u64)
            }
            Choices::Words(words) => words.iter().position(|word| word == value).map(|place| place as u64),
        }
    }
}

/// As it is written: `4..9` or `(3 4 5)`.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Range(low, high) => write!(f, "{low}..{high}"),
            Choices::Halves(low, high) => write!(f, "{}..{}", tenths(*low), tenths(*high)),
            Choices::Words(words) => write!(f, "({})", words.join(" ")),
        }
    }
}

/// Returns the number of halves in a decimal number such as `7.5` or `-3`.
pub fn halves(text: &str) -> Option<i32> {
    let (whole, half) = match text.split_once('.') {
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
        None => (text, 0),
    };
    let number: i32 = whole.parse().ok()?;
    let half = if whole.starts_with('-') { -half } else { half };
    number.checked_mul(2)?.checked_add(half)
}

/// Returns a number of halves as the rules write it: without a fraction if it is whole.
fn half(halves: i64) -> String {
    let (sign, size) = (if halves < 0 { "-" } else { "" }, halves.unsigned_abs());
    let fraction = if size % 2 == 1 { ".5" } else { "" };
    format!("{sign}{}{fraction}", size / 2)
}

/// Returns a number of halves with its fraction.
fn tenths(halves: i32) -> String {
    let text = half(i64::from(halves));
    if text.contains('.') { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_locations() {
        let range = Choices::Range(-1, 2);
        let values: Vec<String> = (0..range.count()).filter_map(|place| range.at(place)).collect();
        assert_eq!(values, ["-1", "0", "1", "2"]);
        assert_eq!(
            (range.at(4), range.place_of("2"), range.place_of("3"), range.place_of("x")),
            (None, Some(3), None, None)
        );
        let komi = Choices::Halves(-1, 15);
        let values = [(0, "-0.5"), (1, "0"), (2, "0.5"), (16, "7.5")];
        for (place, value) in values {
            assert_eq!((komi.at(place).as_deref(), komi.place_of(value)), (Some(value), Some(place)));
        }
        assert_eq!(
            (komi.count(), komi.place_of("7.25"), komi.place_of("8"), komi.place_of("7.0")),
            (17, None, None, Some(15))
        );
        assert_eq!(komi.to_string(), "-0.5..7.5");
        let words = Choices::Words(vec!["all".into(), "none".into()]);
        assert_eq!((words.count(), words.at(1).as_deref(), words.place_of("none")), (2, Some("none"), Some(1)));
        assert_eq!((range.to_string(), words.to_string()), ("-1..2".into(), "(all none)".into()));
        assert_eq!(Choices::Range(i32::MIN, i32::MAX).count(), 1 << 32);
    }
}
