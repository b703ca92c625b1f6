//! A running engine process: its input, its output, and its end.
//!
//! Separate threads read the output, so a read never blocks longer than its timeout. The output
//! need not be UTF-8.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::fault::Fault;
use crate::Clock;

/// Interval between checks of clock and stop flag during a wait.
pub(super) const GLANCE: Duration = Duration::from_millis(5);
/// Bytes of a line that are heard; no protocol has a longer one, and what stands behind is of no
/// use.
const LINE_MAX: u64 = 1 << 15;
/// Maximum number of queued lines; beyond it the engine blocks. With the longest lines, whose
/// invalid bytes become three each, this is 6 MB.
const LINES: usize = 64;
/// Lines of its last words, and characters of each.
const WORDS: usize = 3;
const WORD_MAX: usize = 200;
/// Interval and number of checks whether a silent engine has exited.
const ENDING: (Duration, usize) = (Duration::from_millis(10), 50);

/// See the [module documentation](self).
pub(super) struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The last that it has said, on its output and where it complains.
    said: Option<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
}

impl Running {
    /// Starts a program.
    pub(super) fn start(command: &[String]) -> Result<Running, Fault> {
        let not_started = |error: std::io::Error| Fault::NotStarted(error.to_string());
        let (name, arguments) = command.split_first().ok_or_else(|| Fault::NotStarted("it has no name".to_string()))?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(not_started)?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault::NotStarted("it has no input or output".to_string()));
        };
        let (say, lines) = sync_channel(LINES);
        std::thread::spawn(move || each_line(output, |line| say.send(line).is_ok()));
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let heard = complaints.clone();
        std::thread::spawn(move || {
            each_line(errors, |line| {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                if !line.trim().is_empty() {
                    heard.push_back(shortened(&line));
                }
                while heard.len() > WORDS {
                    heard.pop_front();
                }
                true
            });
        });
        Ok(Running { child, input, lines, said: None, complaints })
    }

    /// Tells it something.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Fault> {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.map_err(|_| self.ended())
    }

    /// Returns the next line, if one comes soon.
    pub(super) fn line(&mut self) -> Result<Option<String>, Fault> {
        match self.lines.recv_timeout(GLANCE) {
            Ok(line) => {
                let line = line.trim().to_string();
                if !line.is_empty() {
                    self.said = Some(shortened(&line));
                }
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Reads lines until one matches; returns `None` after the timeout.
    pub(super) fn until<T>(
        &mut self,
        clock: &dyn Clock,
        within: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let began = clock.now();
        loop {
            if let Some(line) = self.line()?
                && let Some(found) = wanted(&line)
            {
                return Ok(Some(found));
            }
            if clock.now().saturating_sub(began) > within {
                return Ok(None);
            }
        }
    }

    /// Waits for a line that is a certain word.
    pub(super) fn wait_for(&mut self, clock: &dyn Clock, within: Duration, word: &str) -> Result<(), Fault> {
        let heard = self.until(clock, within, |line| (line == word).then_some(()))?;
        heard.ok_or_else(|| Fault::NeverSays(word.to_string(), within))
    }

    /// How it has ended, and what it said last.
    fn ended(&mut self) -> Fault {
        let (pause, times) = ENDING;
        let mut status = None;
        for _ in 0..times {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() {
                break;
            }
            std::thread::sleep(pause);
        }
        // An error message may still be on its way.
        std::thread::sleep(pause);
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let mut words: Vec<String> = complaints.iter().cloned().collect();
        if words.is_empty() {
            words.extend(self.said.clone());
        }
        Fault::Ended { how: status.map(|status| status.to_string()), words }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Asks it to quit; it is killed afterwards in any case.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards each line, of any bytes, while a receiver exists.
fn each_line(from: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut from = BufReader::new(from);
    while let Ok(Some((line, is_whole))) = begun_line(&mut from) {
        // A line that is too long is forwarded in pieces: its end may never come.
        if !take(line) || !is_whole && from.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// Returns the next line as far as it was received, and whether it is complete; `None` at the end.
fn begun_line(from: &mut impl BufRead) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    let length = from.take(LINE_MAX).read_until(b'\n', &mut bytes)?;
    let line = (length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned());
    Ok(line.map(|line| (line, bytes.ends_with(b"\n"))))
}

/// Returns a line in printable form.
fn shortened(line: &str) -> String {
    let line: String = line.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(WORD_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unterminated_lines_are_cut() {
        let long = "x".repeat(3 * LINE_MAX as usize);
        let mut heard = Vec::new();
        each_line(format!("one\n{long}\ntwo\n{long}").as_bytes(), |line| {
            heard.push(line.len());
            true
        });
        assert_eq!(heard, [4, LINE_MAX as usize, 4, LINE_MAX as usize]);
    }
}
