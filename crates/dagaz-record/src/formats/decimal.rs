//! Seconds as decimal numbers, to the nanosecond.

use std::time::Duration;

const NANOS: usize = 9;

/// Seconds, with as many decimals as it takes.
pub(crate) fn write(duration: Duration) -> String {
    let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
    if nanos == 0 {
        return seconds.to_string();
    }
    format!("{seconds}.{}", format!("{nanos:09}").trim_end_matches('0'))
}

/// Reads seconds. None for anything else, and for times below zero.
pub(crate) fn read(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (seconds, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(seconds) || !digits(part) || (seconds.is_empty() && part.is_empty()) {
        return None;
    }
    let seconds = if seconds.is_empty() { 0 } else { seconds.parse().ok()? };
    let nanos = format!("{:0<NANOS$}", &part[..part.len().min(NANOS)]).parse().ok()?;
    Some(Duration::new(seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip() {
        for (nanos, text) in [(0, "0"), (1_500_000_000, "1.5"), (7, "0.000000007"), (90_000_000_010, "90.00000001")] {
            let duration = Duration::from_nanos(nanos);
            assert_eq!(write(duration), text);
            assert_eq!(read(text), Some(duration));
        }
        assert_eq!(read("0.00000000019"), Some(Duration::ZERO));
        for text in ["", ".", "-1", "1e3", "1.5s", "99999999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
