//! Contests: bots play a game against each other to its end.

use std::sync::atomic::AtomicBool;

use dagaz_core::{EndingId, Fuel, Game, MoveList, PlayerId, State, Turn, UndoLog, Verdict, below};

use crate::simple::rng;
use crate::{Bot, BotError, Budget, Clock, Context, Question};

/// What became of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// How it ended; none if it was stopped or cut off.
    pub ending: Option<(EndingId, PlayerId)>,
    /// For each player the verdict; empty if there was no end.
    pub verdicts: Vec<Verdict>,
    /// Its plies, those of the opening not counted.
    pub plies: usize,
}

impl Played {
    /// What a player has won: 1 for a win, a half for a draw or a game that was cut off.
    pub fn points(&self, player: PlayerId) -> f64 {
        match self.verdicts.get(player.index()) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Loss) => 0.0,
            _ => 0.5,
        }
    }
}

/// How a contest is held.
pub struct Contest<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Who plays for each player; none for random movers and neutral owners.
    pub seats: Vec<Option<&'a dyn Bot>>,
    /// Plies at most; a game that gets there has no winner.
    pub plies_max: usize,
    /// Ends the game when it becomes true.
    pub stop: &'a AtomicBool,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// Instead of the bots' own budgets.
    pub budget: Option<Budget>,
}

impl Contest<'_> {
    /// Plays a game from a state.
    pub fn play(&self, start: &State, seed: u64) -> Result<Played, BotError> {
        let game = self.game;
        let (mut state, mut list, mut log) = (start.clone(), MoveList::new(), UndoLog::new());
        let mut rng = rng(seed);
        let mut contexts: Vec<Context> = self.seats.iter().map(|_| Context::new()).collect();
        for ply in 0..=self.plies_max {
            if let Some(ending) = game.ending(&state)? {
                let verdicts = game.outcome_of(&state, ending).verdicts;
                return Ok(Played { ending: Some(ending), verdicts, plies: ply });
            }
            if ply == self.plies_max || self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(Played { ending: None, verdicts: Vec::new(), plies: ply });
            }
            let player = match game.turn(&state) {
                Turn::Choice(player) | Turn::Chance(player) => player,
                Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NOBODY),
            };
            log.clear();
            match self.seats.get(player.index()).copied().flatten() {
                None => {
                    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
                    if list.is_empty() {
                        return Err(BotError::NoMove);
                    }
                    game.play(&mut state, list.get(below(&mut rng, list.len())), &mut log);
                }
                Some(bot) => {
                    let view = game.view(&state, player);
                    let mut question = Question {
                        game,
                        view: &view,
                        budget: self.budget,
                        seed: seed.wrapping_add(ply as u64),
                        lines: 1,
                        threads: 1,
                        stop: self.stop,
                        clock: self.clock,
                        progress: &mut |_| (),
                    };
                    let thought = bot.choose(&mut question, &mut contexts[player.index()])?;
                    game.play(&mut state, thought.chosen.as_ref(), &mut log);
                }
            }
        }
        Ok(Played { ending: None, verdicts: Vec::new(), plies: self.plies_max })
    }
}

/// A state some random plies from the start, the same for the same seed; the start itself if all ways end the game too
/// soon.
pub fn opening(game: &dyn Game, plies: usize, seed: u64) -> Result<State, BotError> {
    let (mut list, mut log) = (MoveList::new(), UndoLog::new());
    for attempt in 0..20 {
        let mut state = game.initial();
        let mut rng = rng(seed ^ attempt << 32);
        let mut played = 0;
        while played < plies {
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
            if list.is_empty() {
                break;
            }
            game.play(&mut state, list.get(below(&mut rng, list.len())), &mut log);
            played += 1;
        }
        if played == plies && game.ending(&state)?.is_none() {
            return Ok(state);
        }
    }
    Ok(game.initial())
}
