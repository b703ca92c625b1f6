//! `dagaz engine`: a bot for other programs.
//!
//! One loop hears what comes in and what the thinking thread has to say, so thinking never blocks
//! the conversation. The [`Desk`] is what all protocols share: the game, the position, and the
//! thread that thinks. A protocol turns lines into calls of the desk, and thoughts into lines.
//!
//! When the input ends, open requests are still answered: an endless search at once, a limited one
//! within ten seconds in all after the game analysis. So a client that sends all lines at once gets
//! all answers, and no process is left that searches for minutes without a reader.
//!
//! A question that is ended because something else comes has an answer too, about the position it
//! was asked of ([`SearchRoot`]): who sends a question, `stop` and a new position in one breath
//! waits for it no less than who sends them one by one.

mod analysed_game;
mod cecp;
mod controller;
mod dead_stones;
mod gtp;
mod handicap;
mod json_lines;
mod place;
mod search_request;
mod time_management;
mod uci;
mod work;

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Instant;

use dagaz_bots::{Description, Dialect, Thought};

use crate::cli::{EngineArgs, GameArgs};
use crate::failure::Failure;
use controller::Desk;
use place::SearchRoot;

/// Bytes of a line at most: a position with a thousand moves behind it has less.
const LINE_MAX: u64 = 1 << 20;

/// What comes of a question: a thought, or why there is none.
type SearchAnswer = Result<Box<Thought>, String>;

/// What the loop hears.
enum Event {
    /// A line has come in.
    Line(String),
    /// The input has ended.
    End,
    /// The game has been studied, or will not be; the number tells which study it was.
    Studied(u64),
    /// The search for an answer has begun: until then the game was studied.
    Begun(u64),
    /// The thread has thought so far; the number tells for which question.
    Thought(u64, Box<Thought>),
    /// The thread has an answer.
    Answer(u64, SearchAnswer),
}

/// One way of talking. What it says false to ends the conversation.
trait Protocol {
    /// Hears a line.
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool>;
    /// Hears what is thought so far.
    fn thought(&mut self, thought: &Thought, about: &SearchRoot) -> io::Result<()>;
    /// Receives the answer to the last request. A protocol takes the result of a cancelled search
    /// from the desk, if it reports it.
    fn answer(&mut self, answer: SearchAnswer, about: &SearchRoot, desk: &mut Desk) -> io::Result<bool>;
    /// Hears that the game has been studied.
    fn ready(&mut self, desk: &mut Desk) -> io::Result<bool>;
}

/// Says a line at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Talks until the other side has had enough.
pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    let bot: Description = args.bot.parse().map_err(|error| Failure::Usage(format!("--bot: {error}")))?;
    let (events, heard) = channel();
    let game = GameArgs {
        file: args.file.clone(),
        variant: args.variant.clone(),
        set: args.set.clone(),
        ..GameArgs::default()
    };
    let mut desk = Desk::new(&game, bot, args.seed, events.clone())?;
    let mut protocol: Box<dyn Protocol> = match args.protocol.as_str() {
        "cecp" => Box::new(cecp::Cecp::default()),
        "gtp" => Box::new(gtp::Gtp::default()),
        "json" => Box::new(json_lines::Native::default()),
        other => Box::new(uci::Uci::new(other.parse().unwrap_or(Dialect::Uci))),
    };
    std::thread::spawn(move || listen(&events));
    let mut goes_on = true;
    while goes_on && !(desk.is_left() && desk.is_idle()) {
        let event = match desk.due() {
            Some(due) => match heard.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    desk.hurry();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            },
            None => match heard.recv() {
                Ok(event) => event,
                Err(_) => break,
            },
        };
        match event {
            Event::Line(line) => goes_on = protocol.hear(line.trim(), &mut desk)?,
            Event::End => desk.leave(),
            Event::Studied(number) if desk.studied(number) => goes_on = protocol.ready(&mut desk)?,
            Event::Begun(number) => desk.begun(number),
            Event::Thought(number, thought) if desk.asked() == Some(number) => {
                if let Some(about) = desk.about() {
                    protocol.thought(&thought, about)?;
                }
            }
            Event::Answer(number, answer) if desk.asked() == Some(number) => {
                if let Some(about) = desk.answered() {
                    goes_on = protocol.answer(answer, &about, &mut desk)?;
                }
            }
            // What belongs to a question that has been ended.
            Event::Studied(_) | Event::Thought(..) | Event::Answer(..) => {}
        }
    }
    desk.cancel();
    Ok(())
}

/// Sends on what comes in, line by line.
fn listen(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match (&mut input).take(LINE_MAX).read_until(b'\n', &mut bytes) {
            Ok(length) if length > 0 => {
                if events.send(Event::Line(String::from_utf8_lossy(&bytes).into_owned())).is_err() {
                    return;
                }
            }
            _ => {
                let _ = events.send(Event::End);
                return;
            }
        }
    }
}
