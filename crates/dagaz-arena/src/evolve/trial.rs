//! A trial: one candidate screened, and if it is worth it measured by a match against itself.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_bots::{Bot, BotError, Clock, Kind, Maker, Player};
use dagaz_core::Game;

use super::screen::screen;
use super::{Measured, Rejection};
use crate::{Failed, Hold, Match, Plan, Sums, choosers};

/// How candidates are measured: all in the same way and from the same seed, so that what differs
/// are the rules.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Who plays. One plays against itself.
    pub players: Vec<Player>,
    /// Their names.
    pub names: Vec<String>,
    /// Games for each candidate.
    pub games: u64,
    /// Random plies at the beginning of each game.
    pub opening: usize,
    /// A game is cut off after so many plies.
    pub plies_max: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Whether games are looked at ply by ply.
    pub detail: bool,
}

/// Why a candidate has no measures.
#[derive(Clone, Debug)]
pub enum Failure {
    /// It was not worth a match.
    Rejected(Rejection),
    /// Its match could not be held.
    Bot(BotError),
    /// A stop was requested.
    Stopped,
    /// A thread could not be had.
    Thread,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Rejected(rejection) => rejection.fmt(f),
            Failure::Bot(error) => error.fmt(f),
            Failure::Stopped => f.write_str("not finished"),
            Failure::Thread => f.write_str("there was no thread for it"),
        }
    }
}

impl Trial {
    /// Returns why a game is not worth a match, if it is not: a few playouts tell.
    pub fn screen(&self, game: &dyn Game, stop: &AtomicBool) -> Result<(), Failure> {
        let stopped = |failure| if stop.load(Ordering::Relaxed) { Failure::Stopped } else { failure };
        screen(game, self.plies_max, self.seed, stop).map_err(|rejection| stopped(Failure::Rejected(rejection)))
    }

    /// Screens and measures a game, on this thread and one more.
    pub fn of(&self, game: &dyn Game, stop: &AtomicBool, clock: &dyn Clock) -> Result<Measured, Failure> {
        let stopped = |failure| if stop.load(Ordering::Relaxed) { Failure::Stopped } else { failure };
        self.screen(game, stop)?;
        let sums = self.held(game, stop, clock).map_err(stopped)?;
        if stop.load(Ordering::Relaxed) && sums.games < self.games {
            return Err(Failure::Stopped);
        }
        Ok(Measured::of(&sums))
    }

    fn held(&self, game: &dyn Game, stop: &AtomicBool, clock: &dyn Clock) -> Result<Sums, Failure> {
        let is_random =
            |player: &Player| matches!(player, Player::Bot(description) if description.kind == Kind::Random);
        // If no goal needs the evaluation, learning one would take most of the trial's time.
        let needs_study = self.detail || !self.players.iter().all(is_random);
        let maker = if needs_study { Maker::new() } else { Maker::unlearned() };
        let limit = |hit| Failure::Bot(BotError::Limit(hit));
        let judge = maker.judge(game).map_err(limit)?;
        let bots: Result<Vec<Option<Box<dyn Bot>>>, Failure> = self
            .players
            .iter()
            .map(|player| match is_random(player) {
                true => Ok(None),
                false => maker.player(game, player).map(Some).map_err(limit),
            })
            .collect();
        let bots = bots?;
        let plan = Plan {
            games: self.games,
            entrants: self.names.clone(),
            seats: choosers(game).len(),
            opening: self.opening,
            plies_max: self.plies_max,
            seed: self.seed,
            detail: if self.detail { self.games } else { 0 },
            fixed: false,
        };
        let held = Match {
            game,
            plan: &plan,
            bots: bots.iter().map(Option::as_deref).collect(),
            rules: Vec::new(),
            judge: &judge,
            stop,
            clock,
        };
        let mut sums = Sums::default();
        let hold = Hold { threads: 1, ..Hold::default() };
        let done = held.hold(plan.whole(), hold, &mut |batch| {
            sums.merge(batch.sums);
            Ok::<bool, std::convert::Infallible>(true)
        });
        match done {
            Ok(()) => Ok(sums),
            Err(Failed::Bot { error, .. }) => Err(Failure::Bot(error)),
            Err(Failed::Taker(never)) => match never {},
            Err(Failed::Thread(_)) => Err(Failure::Thread),
        }
    }
}
