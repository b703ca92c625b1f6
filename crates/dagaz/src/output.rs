//! The one place that writes: to standard output, and complaints to standard error.
//!
//! Colours are written as escape codes and removed where they are not supported: in a pipe, in a
//! file, or if the user has disabled them (`NO_COLOR`).

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};

/// Errors.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Warnings.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Hints and commands.
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// What may be overlooked.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Returns a text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Standard output.
pub(crate) struct Output {
    stream: io::BufWriter<anstream::AutoStream<io::Stdout>>,
}

impl Output {
    /// Standard output of this process.
    pub(crate) fn stdout() -> Output {
        Output { stream: io::BufWriter::new(anstream::AutoStream::auto(io::stdout())) }
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) -> io::Result<()> {
        self.text(line.as_ref())?;
        self.text("\n")
    }

    /// Writes a value as JSON.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        self.line(text)
    }

    /// Hands over what has been written so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Prints an error to standard error. A failure of that is ignored.
pub(crate) fn complain(message: &str) {
    let mut stream = anstream::AutoStream::auto(io::stderr().lock());
    let _ = writeln!(stream, "{}: {message}", styled(ERROR, "error"));
}

/// Says something on standard error that is no error.
pub(crate) fn remark(message: &str) {
    let mut stream = anstream::AutoStream::auto(io::stderr().lock());
    let _ = writeln!(stream, "{message}");
}

/// A line on a terminal's standard error that is replaced by the next. Nothing is shown elsewhere.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    /// Shown if standard error is a terminal.
    pub(crate) fn new() -> Progress {
        Progress { shown: io::stderr().is_terminal() }
    }

    /// Shows where the work is.
    pub(crate) fn show(&self, text: &str) {
        if self.shown {
            let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
            let _ = io::stderr().lock().flush();
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.show("");
    }
}

/// Returns a number with its thousands set apart: `4,865,609`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with its noun: `1 error`, `2 errors`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns a number of plies in words: `1 ply`, `12 plies`.
pub(crate) fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_string() } else { format!("{} plies", grouped(count as u64)) }
}

/// A text without control characters, so that a rules file cannot steer the terminal. Line ends
/// stay.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' => c,
            '\t' | '\r' => ' ',
            c if c.is_control() => '\u{fffd}',
            // Marks that reorder the text around them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Returns a message in which no word is longer than people read, nor the whole.
pub(crate) fn brief(message: &str) -> String {
    const WORD: usize = 120;
    const MESSAGE: usize = 2_000;
    let words: Vec<String> = message.split(' ').map(|word| cut(word, WORD)).collect();
    cut(&words.join(" "), MESSAGE)
}

/// Returns the first `most` characters of a text, and a mark where there were more.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Returns the text with lines of at most `width` characters, each after the first begun with
/// `indent`. Empty lines separate paragraphs; other line ends are blanks.
pub(crate) fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for written in text.lines() {
        if written.trim().is_empty() {
            lines.push(String::new());
        }
        for word in written.split_whitespace() {
            let line = lines.last().map_or(0, |line| line.chars().count());
            if line > 0 && line + 1 + word.chars().count() > width {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
    }
    lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
    lines.join(&format!("\n{indent}")).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_for_people() {
        assert_eq!(grouped(4_865_609), "4,865,609");
        assert_eq!(grouped(20), "20");
        assert_eq!(counted(1, "error"), "1 error");
        assert_eq!(wrapped("one two\nthree", 7, "  "), "one two\n  three");
        assert_eq!(wrapped("one\ntwo\n\nthree", 9, ""), "one two\nthree");
        assert_eq!(brief("it is so"), "it is so");
        assert_eq!(brief(&format!("no {}!", "ä".repeat(500))), format!("no {}…", "ä".repeat(120)));
        assert_eq!(brief(&"word ".repeat(500)).chars().count(), 2_001);
        assert_eq!(clean("a\u{1b}[2Jb\nc"), "a\u{fffd}[2Jb\nc");
    }
}
