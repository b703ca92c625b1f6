//! Values as people type them: numbers within bounds, budgets, settings.

use std::fmt::Display;
use std::str::FromStr;

use dagaz_bots::Budget;

/// Threads at most: more than any machine has use for.
const THREADS_MAX: usize = 1_024;

/// Games of one match at most.
pub(super) const GAMES_MAX: u64 = 1_000_000_000;

/// Seconds to play at most: four months.
const SECONDS_MAX: f64 = 1e7;

/// Returns a whole number from 0 to `most`.
pub(super) fn whole<T: FromStr + Ord + Display>(text: &str, most: T) -> Result<T, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match text.parse::<T>() {
        Ok(number) if number <= most => Ok(number),
        _ if !is_number => Err("it must be a whole number, 0 or more".to_string()),
        _ if digits != text => Err("it must be 0 or more".to_string()),
        _ => Err(format!("it must be at most {most}")),
    }
}

/// Returns a whole number from 1 to `most`.
pub(super) fn positive<T: FromStr + Ord + Display + Default>(text: &str, most: T) -> Result<T, String> {
    match whole(text, most) {
        Ok(number) if number == T::default() => Err("it must be 1 or more".to_string()),
        number => number,
    }
}

/// Returns how many games, at least one.
pub(super) fn games(text: &str) -> Result<u64, String> {
    positive(text, GAMES_MAX)
}

/// Returns how many threads, at least one.
pub(super) fn some_threads(text: &str) -> Result<usize, String> {
    positive(text, THREADS_MAX)
}

/// Returns how many threads; what 0 means the option says.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    whole(text, THREADS_MAX)
}

/// Returns a seed of everything random.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole(text, u64::MAX)
}

/// Plies of a game at most: of none it would be over before it begins.
pub(super) fn plies(text: &str) -> Result<usize, String> {
    positive(text, 1_000_000)
}

/// Random plies at the beginning of a game.
pub(super) fn opening(text: &str) -> Result<usize, String> {
    whole(text, 1_000)
}

/// `NAME=VALUE`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let parts = parts.filter(|(name, value)| !name.is_empty() && !value.is_empty());
    let said = "it must be a parameter and its value, such as `size=7`; `dagaz info` lists the parameters of a game";
    parts.map(|(name, value)| (name.to_string(), value.to_string())).ok_or_else(|| said.to_string())
}

pub(super) fn budget(text: &str) -> Result<Budget, String> {
    Budget::parse(text).ok_or_else(|| "it must be a budget: 5s, 500ms, 100000n, 12d or 800p".to_string())
}

/// Two numbers, the first one less than the second.
pub(super) fn pair(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    numbers
        .filter(|(low, high): &(f64, f64)| low.is_finite() && high.is_finite() && low < high)
        .ok_or_else(|| "it must be two numbers joined by a comma, the lower one first".to_string())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number < 0.0 => Err("it must be 0 or more".to_string()),
        Ok(number) if number <= SECONDS_MAX => Ok(number),
        Ok(number) if number > SECONDS_MAX => Err(format!("it must be at most {SECONDS_MAX}")),
        _ => Err("it must be a number, 0 or more".to_string()),
    }
}

/// Seconds in which something can be done.
pub(super) fn some_seconds(text: &str) -> Result<f64, String> {
    match seconds(text) {
        Ok(0.0) => Err("it must be more than 0".to_string()),
        number => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_start_at_zero() {
        assert_eq!((whole("0", 9u32), whole("9", 9u32)), (Ok(0), Ok(9)));
        for (text, words) in
            [("-1", "0 or more"), ("10", "at most 9"), ("99999999999", "at most 9"), ("x", "whole number")]
        {
            assert!(whole(text, 9u32).is_err_and(|message| message.contains(words)), "{text}");
        }
        assert_eq!((positive("1", 9u32), positive("0", 9u32)), (Ok(1), Err("it must be 1 or more".to_string())));
        assert_eq!(seconds("0.5"), Ok(0.5));
        assert_eq!((some_seconds("0.5"), some_seconds("-0").is_err()), (Ok(0.5), true));
        for (text, words) in [("-1", "0 or more"), ("inf", "at most"), ("NaN", "a number"), ("x", "a number")] {
            assert!(seconds(text).is_err_and(|message| message.contains(words)), "{text}");
        }
    }
}
