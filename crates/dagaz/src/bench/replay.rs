//! Replays playouts to check that the fast playout kernel follows the rules.
//!
//! A playout that is cut off after so many plies is the beginning of the same game, so two of them
//! that differ by a ply show a move as it was played. It must be one of those that the game lists
//! where it was played, and lead where it leads. Nothing is assumed about how a playout draws, only
//! that the same random bits give the same game.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, Playout, PlayoutLimits, State, UndoLog};
use rand_xoshiro::rand_core::Rng;

use super::differs;
use crate::failure::Failure;

/// Every so many games, one is played again.
const EVERY: u64 = 1_000;

/// At most so many games are kept for it, since each keeps its last state.
const MOST: u64 = 1_000;

/// Steps of all moves of a list from which on a playout may draw the turn step by step.
const LONG: usize = 1_000;

/// So many plies of a game are looked at, spread over its length. Each costs two playouts.
const PLIES: usize = 8;

/// A finished playout.
pub(super) struct FinishedPlayout {
    /// Its number in the run.
    pub(super) number: u64,
    /// What it was like.
    pub(super) playout: Playout,
    /// Where it stopped.
    pub(super) state: State,
}

/// Plays games again.
pub(super) struct Replay<'a, R: Fn(u64) -> G, G: Rng> {
    /// The game.
    pub(super) game: &'a dyn Game,
    /// Where each game began.
    pub(super) start: &'a State,
    /// How it was cut off.
    pub(super) limits: PlayoutLimits,
    /// The random bits of the game of a number.
    pub(super) generator: R,
}

/// Returns whether the game of this number is one to be played again.
pub(super) fn is_kept(number: u64) -> bool {
    number.is_multiple_of(EVERY) && number / EVERY < MOST
}

impl<R: Fn(u64) -> G, G: Rng> Replay<'_, R, G> {
    /// Compares a game with what the simple calls say of it. Gives the number of plies that it has
    /// looked at.
    pub(super) fn check(&self, played: &FinishedPlayout) -> Result<u64, Failure> {
        let (number, playout) = (played.number, &played.playout);
        let fault = |what: &str| differs(format!("random game {number} {what}"));
        let state = &played.state;
        if state.keys_from_scratch(self.game.layout()) != (state.position_key(), state.key()) {
            return Err(fault("ended with a wrong key"));
        }
        let ending = match self.game.ending(state) {
            // The limit that the game met is met again.
            Err(hit) if playout.cut.as_ref().is_some_and(|cut| cut.kind == hit.kind) => None,
            ending => ending?,
        };
        if ending != playout.end {
            return Err(fault("ended otherwise than its last position says"));
        }
        if playout.end.is_none()
            && playout.cut.is_none()
            && playout.plies < self.limits.plies
            && self.limits.quiet_plies.is_none()
        {
            return Err(fault("was cut off too early"));
        }
        let (again, last) = self.beginning(number, playout.plies)?;
        // If choices were not counted they are not compared.
        let choices = if playout.choices == 0 { 0 } else { again.choices };
        if (Playout { choices, ..again }) != *playout || last != *state {
            return Err(fault("went another way when it was played again"));
        }
        let looked_at = playout.plies.min(PLIES);
        for index in 0..looked_at {
            let ply = index * (playout.plies - 1) / (looked_at - 1).max(1);
            if !self.is_legal(number, ply)? {
                return Err(fault(&format!("played something else than a legal move at ply {}", ply + 1)));
            }
        }
        Ok(looked_at as u64)
    }

    /// Returns whether what was played after so many plies is a move of the list.
    fn is_legal(&self, number: u64, plies: usize) -> Result<bool, LimitHit> {
        let (before, state) = self.beginning(number, plies)?;
        let (after, next) = self.beginning(number, plies + 1)?;
        let mut list = MoveList::new();
        match self.game.moves(&state, &mut list, &mut Fuel::new(self.game.limits().fuel)) {
            // More whole moves than can be listed: the turn was drawn step by step.
            Err(hit) if hit.is_of_length() => return Ok(true),
            listed => listed?,
        }
        let is_one_more = after.plies == before.plies + 1 && after.choices == before.choices + list.len() as u64;
        if list.is_stepwise() {
            // The turn was drawn step by step or by counts of its whole moves, and is one ply.
            return Ok(after.plies == before.plies + 1);
        }
        let (mut copy, mut log) = (state.clone(), UndoLog::new());
        let leads_there = list.iter().any(|one| {
            self.game.play(&mut copy, one, &mut log);
            let same = copy == next;
            self.game.undo(&mut copy, &mut log);
            same
        });
        // A playout that has met a long turn draws such a move step by step, and counts the steps.
        let is_long = list.iter().map(|one| one.steps().len()).sum::<usize>() > LONG;
        Ok(leads_there && (is_one_more || is_long && after.plies == before.plies + 1))
    }

    /// Returns the game of a number up to so many plies.
    fn beginning(&self, number: u64, plies: usize) -> Result<(Playout, State), LimitHit> {
        let mut state = self.start.clone();
        let limits = PlayoutLimits { plies, ..self.limits };
        let playout = self.game.playout(&mut state, &mut (self.generator)(number), limits)?;
        Ok((playout, state))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::bench::playouts::generator;
    use crate::cli::GameArgs;
    use crate::library::GAMES;
    use crate::load::Loaded;

    #[test]
    fn random_games_of_the_library_are_legal() {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(entry) = GAMES.get(next.fetch_add(1, Ordering::Relaxed)) {
                replays_are_legal(entry.name);
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    }

    fn replays_are_legal(name: &str) {
        let args = GameArgs { file: name.to_string(), ..GameArgs::default() };
        let game = Loaded::new(&args).expect("it is in the library").game;
        for (number, quiet_plies) in [(0, None), (1, Some(20))] {
            let limits = PlayoutLimits { plies: 40, quiet_plies };
            let start = game.initial();
            let replay = Replay { game: &*game, start: &start, limits, generator: |number| generator(1, number) };
            let (playout, state) = replay.beginning(number, limits.plies).expect("within the limits");
            let mut played = FinishedPlayout { number, playout, state };
            let looked_at = replay.check(&played).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            assert!(looked_at > 0, "{name}");
            played.playout.choices += 1;
            assert!(replay.check(&played).is_err(), "{name}");
            played.playout.choices -= 1;
            played.state = start.clone();
            assert!(replay.check(&played).is_err(), "{name}");
        }
    }

    #[test]
    fn few_of_many_games_are_kept() {
        assert!(is_kept(0) && is_kept(7_000) && !is_kept(1) && !is_kept(EVERY * MOST));
    }
}
