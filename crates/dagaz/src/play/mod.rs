//! `dagaz play`: a game in the terminal.
//!
//! Works line by line, so that it suits a person, a pipe, and a screen reader. It prompts on a
//! terminal only.

mod history;
mod saving;
mod seats;
mod session;
mod timing;
mod turn;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal};

use dagaz_core::Game;
use dagaz_record::GameTree;

use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{FAINT, HEADING, Output, clean, styled};
use saving::{NoPlace, SaveTarget};
use seats::{Seat, seats};
use session::{NextInput, Session};

/// Plays a game until it is over, the input ends, or the user quits.
pub(crate) fn run(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| play(args, loaded, out))
}

fn play(args: &PlayArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
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
    let by_lot = seats.iter().any(|seat| *seat != Seat::Human);
    // A continued record keeps its facts, unless they have changed.
    if by_lot || tree.facts.seed.is_none() {
        tree.facts.seed = Some(seed);
    }
    for (player, seat) in seats.iter().enumerate() {
        match seat {
            Seat::Human => {}
            Seat::Random => tree.facts.seat_mut(player).bot = Some("random".to_string()),
            Seat::Bot(description) => tree.facts.seat_mut(player).bot = Some(description.to_string()),
        }
    }
    let place = args.save.as_deref().map(|file| place(file, game, &tree)).transpose()?;
    let mut session = Session::new(loaded, tree, node, seats, seed)?;
    let played = converse(loaded, &mut session, &mut input, out);
    // The moves are saved even if the game could not continue.
    let saved = match place {
        Some(place) => session.save_to(&place, out)?.map_err(Failure::Errors),
        None => Ok(()),
    };
    let refused = played?;
    saved?;
    // A script wants to know whether all that it said was understood; a person has seen it.
    if refused && !input.terminal { Err(Failure::Reported) } else { Ok(()) }
}

/// Where `--save` wants the game. Whether it can be written there is better known before it is
/// played.
fn place(file: &str, game: &dyn Game, tree: &GameTree) -> Result<SaveTarget, Failure> {
    let place = SaveTarget::of(file, false).map_err(|no_place| match no_place {
        NoPlace::NoFormat(why) => Failure::Usage(why),
        NoPlace::Exists => Failure::Usage(format!("{file} exists already; `--save` replaces nothing")),
    })?;
    place.suits(game, tree).map_err(Failure::Errors)?;
    Ok(place)
}

/// Reads commands until the game is over, the input ends, or the user quits. Returns whether a
/// command was refused.
fn converse(loaded: &Loaded, session: &mut Session<'_>, input: &mut Input, out: &mut Output) -> Result<bool, Failure> {
    out.text(&session.legend())?;
    if input.terminal {
        out.line(styled(FAINT, "Type a move, its number, or `help`."))?;
    }
    let mut refused = false;
    loop {
        let next = session.advance(out)?;
        out.flush()?;
        loaded.tell_printed();
        match next {
            NextInput::Over => return Ok(refused),
            NextInput::Ask(prompt) => {
                if input.terminal {
                    out.text(&prompt)?;
                }
                out.flush()?;
                let Some(line) = input.line()? else {
                    session.stop(out)?;
                    return Ok(refused);
                };
                match session.command(&line, input, out)? {
                    session::CommandResult::Done => {}
                    session::CommandResult::Refused => refused = true,
                    session::CommandResult::Quit => return Ok(refused),
                }
            }
        }
    }
}

/// Lines from standard input.
pub(crate) struct Input {
    /// Whether a person types them.
    pub(crate) terminal: bool,
    lines: io::StdinLock<'static>,
}

impl Input {
    /// Returns the next line; none at the end of the input.
    pub(crate) fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let length = self.lines.read_until(b'\n', &mut bytes)?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_string()))
    }
}
