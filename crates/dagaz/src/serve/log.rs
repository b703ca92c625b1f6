//! What the server tells of itself while it runs: lines on standard error, as many as whoever started it wants.
//!
//! What others have written may stand in such a line. It stands there with everything escaped that a terminal would obey.

use std::io::IsTerminal;

use tracing::Level;
use tracing_subscriber::fmt::SubscriberBuilder;

use crate::cli::LogLevel;

/// Begins to tell. A second beginning changes nothing.
pub(super) fn begin(level: LogLevel) {
    let told = lines(level).with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    // Somebody tells already, which is as good.
    let _ = told.try_init();
}

fn lines(level: LogLevel) -> SubscriberBuilder {
    tracing_subscriber::fmt().with_max_level(match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
        LogLevel::Trace => Level::TRACE,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
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
    fn what_others_write_cannot_command_a_terminal_or_forge_a_line() {
        let page = Page::default();
        let writer = page.clone();
        let told = lines(LogLevel::Info).with_ansi(false).with_writer(move || writer.clone()).finish();
        let evil = "a\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\nERROR forged";
        tracing::subscriber::with_default(told, || {
            let span = tracing::info_span!("table", game = evil, shown = %evil);
            span.in_scope(|| tracing::warn!(file = evil, shown = %evil, "handed in: {evil}"));
            tracing::debug!("not wanted");
        });
        let text = String::from_utf8(page.0.lock().expect("nobody has panicked").clone()).expect("it is text");
        assert!(text.contains("handed in") && text.contains("table") && !text.contains("not wanted"), "{text:?}");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{text:?}");
    }
}
