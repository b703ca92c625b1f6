//! `dagaz play`: a game in the terminal.
//!
//! Works line by line, so that it can be played by a person, driven through a pipe, and read aloud alike. On a
//! terminal it asks; in a pipe it only answers.

mod history;
mod seats;
mod session;

mod turn;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal};

use dagaz_core::Game;

use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{FAINT, HEADING, Output, clean, styled};
use seats::{Seat, seats};
use session::{Next, Session};

/// Plays a game until it is over, the input ends, or somebody quits.
pub(crate) fn run(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| play(args, loaded, out))
}

fn play(args: &PlayArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &loaded.game;
    let (mut tree, node) = loaded.history(&args.start, &args.history)?;
    let seats = seats(game.glossary(), &args.seats)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) % 1_000_000);
    out.line(styled(HEADING, clean(loaded.title())))?;
    if seats.contains(&Seat::Random)
        && game.glossary().slots.iter().any(|slot| seats.get(slot.mover.index()) == Some(&Seat::Random))
    {
        out.line(styled(FAINT, format!("Seed {seed}: `--seed {seed}` brings the same chance again.")))?;
    }
    let mut input = Input { terminal: io::stdin().is_terminal(), lines: io::stdin().lock() };
    tree.facts.seed = Some(seed);
    for (player, seat) in seats.iter().enumerate() {
        tree.facts.seat_mut(player).bot = (*seat == Seat::Random).then(|| "random".to_string());
    }
    let mut session = Session::new(game, tree, node, seats, seed);
    out.text(&session.legend())?;
    if input.terminal {
        out.line(styled(FAINT, "Type a move, its number, or `help`."))?;
    }
    let mut refused = false;
    loop {
        match session.advance(out)? {
            Next::Over => break,
            Next::Ask(prompt) => {
                if input.terminal {
                    out.text(&prompt)?;
                }
                out.flush()?;
                let Some(line) = input.line()? else {
                    session.stop(out)?;
                    break;
                };
                match session.command(&line, &mut input, out)? {
                    session::Heard::Done => {}
                    session::Heard::Refused => refused = true,
                    session::Heard::Quit => break,
                }
            }
        }
    }
    // A script wants to know whether all that it said was understood; a person has seen it.
    if refused && !input.terminal { Err(Failure::Reported) } else { Ok(()) }
}

/// Lines from standard input.
pub(crate) struct Input {
    /// Whether a person types them.
    pub(crate) terminal: bool,
    lines: io::StdinLock<'static>,
}

impl Input {
    /// The next line; none at the end of the input.
    pub(crate) fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let length = self.lines.read_until(b'\n', &mut bytes)?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_string()))
    }
}
