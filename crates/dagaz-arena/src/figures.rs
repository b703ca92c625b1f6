//! Numbers as people read them.

use crate::stats::{Interval, Z95};

/// Returns a whole number with its thousands apart: `12,345`.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with about three digits that count: `1,234`, `12.3`, `0.123`; infinity is `∞`.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if value.is_nan() => return "–".to_string(),
        _ if value.is_infinite() => "∞".to_string(),
        _ if size >= 1e15 => format!("{size:.2e}"),
        _ if size >= 99.95 => count(size.round() as u64),
        _ if size >= 9.995 => format!("{size:.1}"),
        _ if size >= 0.995 => format!("{size:.2}"),
        _ if size < 5e-7 => return "0".to_string(),
        _ if size < 0.000_995 => format!("{size:.1e}"),
        _ => format!("{size:.3}"),
    };
    if value < 0.0 { format!("−{text}") } else { text }
}

/// Returns a mean and half the width of its bounds, both with as many decimals as the second has
/// two digits that count: `106.63` and `0.48`.
pub(crate) fn give_or_take(mean: f64, error: f64) -> (String, String) {
    let half = Z95 * error;
    if !mean.is_finite() || !half.is_finite() || half < 5e-7 || mean.abs() >= 1e9 {
        return (number(mean), number(half));
    }
    let decimals = (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize;
    let write = |value: f64| {
        let text = format!("{:.decimals$}", value.abs());
        let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        let sign = if value < 0.0 { "−" } else { "" };
        format!("{sign}{}{rest}", count(whole.parse().unwrap_or(0)))
    };
    (write(mean), write(half))
}

/// The same as one text: `106.63 ± 0.48`.
pub(crate) fn mean_text(mean: f64, error: f64) -> String {
    let (mean, half) = give_or_take(mean, error);
    format!("{mean} ± {half}")
}

/// Returns a share in percent: `54.3 %`; all and nothing only if it is exactly that.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        _ if percent.is_nan() => "–".to_string(),
        // Bounds that are exactly that come out a little off.
        _ if percent.abs() < 1e-9 || (percent - 100.0).abs() < 1e-9 => format!("{percent:.0} %"),
        _ if (0.0..0.05).contains(&percent) => "under 0.1 %".to_string(),
        _ if (99.95..100.0).contains(&percent) => "over 99.9 %".to_string(),
        _ => format!("{percent:.1} %").replace('-', "−"),
    }
}

/// Returns a value of a scale, as short as it can be: `20`, `0.5`.
pub(crate) fn tick(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return if value < 0.0 { format!("−{}", count(-value as u64)) } else { count(value as u64) };
    }
    format!("{}", (value * 1e6).round() / 1e6).replace('-', "−")
}

/// Returns a difference of shares in points of a hundred: `+4.2`.
pub(crate) fn signed(difference: f64) -> String {
    let value = difference * 100.0;
    let text = format!("{:.1}", value.abs());
    match value {
        _ if text == "0.0" => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// Returns a difference of shares as a size: `4.2 points of 100`.
pub(crate) fn points(difference: f64) -> String {
    format!("{:.1} points of 100", difference.abs() * 100.0)
}

/// Returns a value with its bounds: `54.3 % (51.2–57.4 %)`, each written by `write`.
pub(crate) fn interval(interval: &Interval, write: fn(f64) -> String) -> String {
    format!("{} ({})", write(interval.value), bounds(interval, write))
}

/// Returns the bounds: `51.2–57.4 %`, or `−4.2 to +3.1` where there are signs or words.
pub(crate) fn bounds(interval: &Interval, write: fn(f64) -> String) -> String {
    let (low, high) = (write(interval.low), write(interval.high));
    let low = if high.ends_with(" %") { low.trim_end_matches(" %") } else { &low };
    let plain = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if plain(low) && plain(&high) { format!("{low}–{high}") } else { format!("{low} to {high}") }
}

/// Returns an Elo number: whole and with its sign, `±` at no difference.
pub(crate) fn elo(value: f64) -> String {
    let text = if value.is_infinite() { "∞".to_string() } else { format!("{:.0}", value.abs()) };
    match value {
        _ if text == "0" => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// Things in a row: `a, b and c`.
pub(crate) fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} and {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns a text of others in one line, without characters that steer a terminal or turn the
/// direction of what follows.
pub(crate) fn plain(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if c.is_control() || turns(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_readably() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        let numbers = [0.0, 0.1234, 0.9999, 1.0, 12.34, 99.99, 1234.4, -0.5, 1e-4, f64::NEG_INFINITY].map(number);
        assert_eq!(numbers, ["0", "0.123", "1.00", "1.00", "12.3", "100", "1,234", "−0.500", "1.0e-4", "−∞"]);
        assert_eq!(
            [0.0, 0.0001, 0.543, 0.9999, 1.0].map(percent),
            ["0 %", "under 0.1 %", "54.3 %", "over 99.9 %", "100 %"]
        );
        assert_eq!([0.042, -0.042, 0.0].map(signed), ["+4.2", "−4.2", "0.0"]);
        assert_eq!([12.4, -12.6, 0.2, f64::INFINITY].map(elo), ["+12", "−13", "0", "+∞"]);
        assert_eq!(list(["a", "b", "c"].iter().map(|one| one.to_string())), "a, b and c");
    }

    #[test]
    fn means_are_rounded_to_their_error() {
        let told = |mean, half: f64| mean_text(mean, half / Z95);
        assert_eq!(told(106.63, 0.4768), "106.63 ± 0.48");
        assert_eq!(told(1_234.6, 34.9), "1,235 ± 35");
        assert_eq!(told(-0.5, 0.0021), "−0.5000 ± 0.0021");
        assert_eq!(told(3.0, 0.0), "3.00 ± 0");
        assert_eq!(told(f64::NAN, f64::NAN), "– ± –");
    }

    #[test]
    fn bounds_are_printed_briefly() {
        let between = |low, high| Interval { value: 0.0, low, high };
        assert_eq!(bounds(&between(0.512, 0.574), percent), "51.2–57.4 %");
        assert_eq!(bounds(&between(0.0, 1.0), percent), "0–100 %");
        assert_eq!(bounds(&between(0.0001, 0.02), percent), "under 0.1 to 2.0 %");
        assert_eq!(bounds(&between(-0.042, 0.031), signed), "−4.2 to +3.1");
        assert_eq!([20.0, 0.5, 2000.0, -5.0, 0.1 + 0.2].map(tick), ["20", "0.5", "2,000", "−5", "0.3"]);
    }

    #[test]
    fn a_title_cannot_steer_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\n\u{202e}c"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}c");
    }
}
