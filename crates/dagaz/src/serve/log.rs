//! The log of the server: lines on standard error at a chosen level.
//!
//! What others have written may stand in such a line. It stands there with everything escaped that
//! a terminal would obey.

use std::io::Write;

use tracing::Level;
use tracing_subscriber::fmt::SubscriberBuilder;

use crate::cli::LogLevel;

/// Begins to tell. A second beginning changes nothing.
pub(super) fn begin(level: LogLevel) {
    let told = lines(level).with_writer(|| Harmless(std::io::stderr()));
    // A subscriber that is installed already is kept.
    let _ = told.try_init();
}

fn lines(level: LogLevel) -> SubscriberBuilder {
    tracing_subscriber::fmt()
        .with_max_level(match level {
            LogLevel::Error => Level::ERROR,
            LogLevel::Warn => Level::WARN,
            LogLevel::Info => Level::INFO,
            LogLevel::Debug => Level::DEBUG,
            LogLevel::Trace => Level::TRACE,
        })
        // Colours are commands to the terminal, and nothing else in a line may be.
        .with_ansi(false)
}

/// Writes lines, one at a time, with all control characters escaped: fields may contain text of
/// clients.
struct Harmless<W>(W);

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let (line, end) = text.strip_suffix('\n').map_or((&*text, ""), |line| (line, "\n"));
        let mut harmless = String::with_capacity(text.len());
        for letter in line.chars() {
            if letter.is_control() {
                harmless.extend(letter.escape_unicode());
            } else {
                harmless.push(letter);
            }
        }
        self.0.write_all((harmless + end).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody has panicked").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn foreign_text_cannot_inject_terminal_codes_or_lines() {
        let page = Page::default();
        let writer = page.clone();
        let told = lines(LogLevel::Info).with_writer(move || Harmless(writer.clone())).finish();
        let evil = "a\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\nERROR forged";
        tracing::subscriber::with_default(told, || {
            let span = tracing::info_span!("table", game = evil, shown = %evil);
            span.in_scope(|| tracing::warn!(file = evil, shown = %evil, "handed in: {evil}"));
            tracing::debug!("not wanted");
        });
        let text = String::from_utf8(page.0.lock().expect("nobody has panicked").clone()).expect("it is text");
        assert!(text.contains("handed in") && text.contains("table") && !text.contains("not wanted"), "{text:?}");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{text:?}");
        assert_eq!(text.lines().count(), 1, "{text:?}");
    }
}
