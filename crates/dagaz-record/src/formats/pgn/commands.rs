//! Commands in comments: `[%clk 1:30:00]` is what the clock showed, `[%emt 0:00:12]` how long the
//! move took. `[%clock w0:05:00 B0:04:58]` of Lidraughts has both clocks; the capital letter is the
//! player to move. Other commands stay in the comment.

use std::time::Duration;

/// What a comment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The text without the commands.
    pub(crate) text: String,
    /// The clock.
    pub(crate) clock: Option<Duration>,
    /// The time of the move.
    pub(crate) spent: Option<Duration>,
}

const CLOCK: &str = "%clk";
const SPENT: &str = "%emt";
/// Both clocks, as Lidraughts writes them.
const BOTH: &str = "%clock";

/// Takes the commands out of a comment. A line break with the blanks around it is one blank: files
/// are wrapped. So is any other control character: none can be written.
pub(crate) fn read(comment: &str) -> Said {
    let mut said = Said::default();
    let mut plain = String::new();
    let comment: String = comment.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let mut rest = comment.as_str();
    while let Some(begin) = rest.find("[%") {
        let end = rest[begin..].find(']').map_or(rest.len(), |length| begin + length + 1);
        match time_command(&rest[begin..end]) {
            Some((which, time)) => {
                *(if which == CLOCK { &mut said.clock } else { &mut said.spent }) = Some(time);
                plain += rest[..begin].trim_end_matches(' ');
                // The blanks around a command are its own; between words one stays.
                rest = rest[end..].trim_start_matches(' ');
                if !plain.is_empty() && !rest.is_empty() {
                    plain.push(' ');
                }
            }
            None => {
                plain += &rest[..end];
                rest = &rest[end..];
            }
        }
    }
    plain += rest;
    let lines = plain.trim().split('\n').map(str::trim).filter(|line| !line.is_empty());
    said.text = lines.collect::<Vec<_>>().join(" ");
    said
}

/// The commands of a note, with a blank between them.
pub(crate) fn write(clock: Option<Duration>, spent: Option<Duration>) -> Vec<String> {
    let command = |name: &str, time: Option<Duration>| time.map(|time| format!("[{name} {}]", clock_text(time)));
    [command(CLOCK, clock), command(SPENT, spent)].into_iter().flatten().collect()
}

/// Reads `[%clk 1:30:00]`, with or without hours, seconds with or without a fraction.
fn time_command(text: &str) -> Option<(&'static str, Duration)> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (name, time) = inner.split_once(char::is_whitespace)?;
    if name == BOTH {
        // The clock after the move is that of the player who has moved.
        let own = time.split_whitespace().find_map(|clock| clock.strip_prefix(['w', 'b']))?;
        return Some((CLOCK, duration(own)?));
    }
    let which = [CLOCK, SPENT].into_iter().find(|known| *known == name)?;
    Some((which, duration(time.trim())?))
}

fn duration(time: &str) -> Option<Duration> {
    let mut parts = time.rsplit(':');
    let (whole, fraction) = parts.next().map(|seconds| seconds.split_once('.').unwrap_or((seconds, "")))?;
    let number = |text: &str| -> Option<u64> {
        let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    };
    let mut seconds = number(whole)?;
    for unit in [60, 3600] {
        seconds += parts.next().map_or(Some(0), number)? * unit;
    }
    let fraction = if fraction.is_empty() { "0" } else { fraction.get(..9).unwrap_or(fraction) };
    let nanos = number(fraction)? * 10u64.pow(9 - fraction.len() as u32);
    let nanos = u32::try_from(nanos).ok()?;
    parts.next().is_none().then(|| Duration::new(seconds, nanos))
}

fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match time.subsec_nanos() {
        0 => text,
        nanos => text + "." + format!("{nanos:09}").trim_end_matches('0'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stamps_are_removed_and_the_rest_kept() {
        let said = read(" [%clk 1:02:03.5] good\r\n  move [%emt 0:00:07][%eval 0.3] [%clk x] ");
        assert_eq!(said.clock, Some(Duration::from_millis(3_723_500)));
        assert_eq!(said.spent, Some(Duration::from_secs(7)));
        assert_eq!(said.text, "good move [%eval 0.3] [%clk x]");
        assert_eq!(read("[%clk 0:05]").clock, Some(Duration::from_secs(5)));
        assert_eq!(read("[%clock W0:04:51 b0:04:58]").clock, Some(Duration::from_secs(298)));
        assert_eq!(read("[%clock B1 W2]"), Said { text: "[%clock B1 W2]".to_string(), ..Said::default() });
        assert_eq!(read("[%").text, "[%");
        for wrong in ["[%clk 1:2:3:4]", "[%clk -1]", "[%clk 1:é]", "[%clk 99999999999]", "[%clk ]"] {
            assert_eq!(read(wrong).clock, None, "{wrong}");
        }
    }

    #[test]
    fn times_round_trip() {
        for time in [Duration::ZERO, Duration::from_millis(359_999_250), Duration::from_nanos(1)] {
            let text = write(Some(time), Some(time)).join(" ");
            let said = read(&text);
            assert_eq!((said.clock, said.spent, said.text.as_str()), (Some(time), Some(time), ""), "{text}");
        }
    }
}
