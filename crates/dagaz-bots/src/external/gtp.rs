//! The controller side of GTP 2: <https://www.lysator.liu.se/~gunnar/gtp/>.
//!
//! An engine gets moves, and not positions: those since its last turn. If these are unknown, it
//! gets all stones one by one, provided that there is only one type. `dagaz engine` has a command
//! for positions of any game, and gets that.

use std::time::Duration;

use dagaz_core::{Game, PlayerId, State, UndoLog};

use super::fault::Fault;
use super::follow::way;
use super::running::Running;
use super::{Decision, EngineAnalysis, EngineProtocol, EngineRequest, Patience, Program};
use crate::dialect::Dialect;
use crate::{Budget, Clock};

/// See the [module documentation](self).
pub(super) struct Gtp {
    /// Whether it knows `dagaz-position`.
    knows_positions: bool,
    /// The engine's known game state, if any.
    stands: Option<State>,
    /// The time setting that was sent last.
    told: Option<Duration>,
}

/// The answer to a command.
struct GtpResponse {
    is_good: bool,
    text: String,
}

/// Returns whether the protocol has words for a budget.
pub(super) fn sayable(budget: &Budget) -> Result<(), Fault> {
    let only_time = Budget { time: budget.time, ..Budget::default() };
    if *budget != only_time || budget.time.is_some_and(|time| time.subsec_nanos() != 0) {
        return Err(Fault::NoBudget("GTP has words for whole seconds and for nothing else, as in `gtp:2s:PROGRAM`"));
    }
    Ok(())
}

/// Returns the colour of each side: by its name if that is a colour, else the first player is
/// black.
fn colour(game: &dyn Game, player: PlayerId) -> &'static str {
    let name = game.glossary().player(player);
    let first = game.glossary().slots.first().is_none_or(|slot| slot.mover == player);
    match name.to_lowercase().as_str() {
        "white" => "white",
        "black" => "black",
        _ if first => "black",
        _ => "white",
    }
}

impl Gtp {
    /// Greets a program, says how large the board is, and gives it its options as commands.
    pub(super) fn greet(
        program: &Program,
        game: &dyn Game,
        running: &mut Running,
        clock: &dyn Clock,
    ) -> Result<Gtp, Fault> {
        let patience = program.patience;
        let mut gtp = Gtp { knows_positions: false, stands: None, told: None };
        running.say("protocol_version")?;
        answer_within(running, clock, patience.greeting, "protocol_version")?;
        let known = gtp.command(running, clock, patience, "known_command dagaz-position")?;
        gtp.knows_positions = known.is_good && known.text.eq_ignore_ascii_case("true");
        if let Some(size) = size(game) {
            gtp.must(running, clock, patience, &format!("boardsize {size}"))?;
        }
        gtp.must(running, clock, patience, "clear_board")?;
        for (name, value) in &program.options {
            gtp.must(running, clock, patience, &format!("{name} {value}"))?;
        }
        gtp.stands = Some(game.initial());
        Ok(gtp)
    }

    fn command(
        &self,
        running: &mut Running,
        clock: &dyn Clock,
        patience: Patience,
        said: &str,
    ) -> Result<GtpResponse, Fault> {
        running.say(said)?;
        answer_within(running, clock, patience.ready, said)
    }

    /// A command that must be done.
    fn must(&self, running: &mut Running, clock: &dyn Clock, patience: Patience, said: &str) -> Result<(), Fault> {
        match self.command(running, clock, patience, said)? {
            GtpResponse { is_good: true, .. } => Ok(()),
            GtpResponse { text: answer, .. } => Err(Fault::Refuses { told: said.to_string(), answer }),
        }
    }

    /// Brings the program to where the game stands.
    fn bring(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault> {
        let (game, known) = (asked.game, self.stands.take());
        let must = |line: &str, running: &mut Running| self.must(running, asked.clock, asked.patience, line);
        if self.knows_positions {
            return must(&format!("dagaz-position {}", Dialect::Gtp.position(game, asked.state)), running);
        }
        let players = game.glossary().slots.len().max(2);
        if let Some(mut state) = known
            && let Some(moves) = way(game, &state, asked.state, players)
        {
            for one in &moves {
                let word = Dialect::Gtp.word_of(game, &state, one);
                let word = word.ok_or(Fault::NoPosition("a move of the game has no word that it would know"))?;
                let mover = match game.turn(&state) {
                    dagaz_core::Turn::Choice(player) | dagaz_core::Turn::Chance(player) => player,
                    dagaz_core::Turn::Together(_) => asked.player,
                };
                must(&format!("play {} {word}", colour(game, mover)), running)?;
                game.play(&mut state, one.as_ref(), &mut UndoLog::new());
            }
            return Ok(());
        }
        if game.glossary().pieces.len() != 1 {
            return Err(Fault::NoPosition(
                "GTP has no words for positions, and so it can only play from the start of a game: `--opening 0` begins there",
            ));
        }
        must("clear_board", running)?;
        for site in game.topology().site_ids() {
            if let Some(piece) = asked.state.piece(site) {
                let name = game.topology().site(site).name.replace(char::is_whitespace, "_");
                must(&format!("play {} {name}", colour(game, piece.owner)), running)?;
            }
        }
        Ok(())
    }
}

/// Returns how many sites a square board has along each side.
fn size(game: &dyn Game) -> Option<usize> {
    match &game.topology().grids().first()?.labels[..] {
        [width, height] if width.len() == height.len() => Some(width.len()),
        _ => None,
    }
}

/// Reads an answer to its end, which is an empty line.
fn answer_within(running: &mut Running, clock: &dyn Clock, within: Duration, said: &str) -> Result<GtpResponse, Fault> {
    let never = || Fault::NeverSays(format!("=` to `{said}"), within);
    let first = running.until(clock, within, begun)?.ok_or_else(never)?;
    let mut text = first.text;
    running
        .until(clock, within, |line| {
            if !line.is_empty() {
                text.push(' ');
                text.push_str(line);
            }
            line.is_empty().then_some(())
        })?
        .ok_or_else(never)?;
    Ok(GtpResponse { is_good: first.is_good, text: text.trim().to_string() })
}

/// Returns the first line of an answer, its number left out.
fn begun(line: &str) -> Option<GtpResponse> {
    let is_good = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
    Some(GtpResponse { is_good, text })
}

impl EngineProtocol for Gtp {
    fn ask(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault> {
        sayable(&asked.budget)?;
        self.bring(running, asked)?;
        if let Some(time) = asked.budget.time.filter(|_| self.told != asked.budget.time) {
            // No time but that of a period, which is for one move.
            self.must(running, asked.clock, asked.patience, &format!("time_settings 0 {} 1", time.as_secs()))?;
            self.told = Some(time);
        }
        running.say(&format!("genmove {}", colour(asked.game, asked.player)))
    }

    /// No command can be sent to a thinking engine.
    fn stop(&mut self, _running: &mut Running) -> Result<bool, Fault> {
        Ok(false)
    }

    fn heard(
        &mut self,
        line: &str,
        _asked: &EngineRequest<'_>,
        _told: &mut EngineAnalysis,
    ) -> Result<Option<Decision>, Fault> {
        Ok(match begun(line) {
            None => None,
            Some(GtpResponse { is_good: false, text }) => {
                return Err(Fault::Refuses { told: "genmove".to_string(), answer: text });
            }
            Some(GtpResponse { text, .. }) if text.eq_ignore_ascii_case("resign") => Some(Decision::Resigns),
            Some(GtpResponse { text, .. }) => Some(Decision::Plays(text)),
        })
    }

    fn played(&mut self, _running: &mut Running, asked: &EngineRequest<'_>, index: usize) -> Result<(), Fault> {
        let mut state = asked.state.clone();
        asked.game.play(&mut state, asked.list.get(index), &mut UndoLog::new());
        self.stands = Some(state);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_numbers() {
        let read = |line: &str| begun(line).map(|answer| (answer.is_good, answer.text));
        assert_eq!(read("= D4"), Some((true, "D4".to_string())));
        assert_eq!(read("=12 pass"), Some((true, "pass".to_string())));
        assert_eq!(read("? unknown command"), Some((false, "unknown command".to_string())));
        assert_eq!(read("thinking"), None);
    }

    #[test]
    fn budgets_are_whole_seconds() {
        let said = |text: &str| sayable(&Budget::parse(text).expect("it is one"));
        assert!(said("2s").is_ok() && said("2s,8d").is_err() && said("1500ms").is_err() && said("500n").is_err());
    }
}
