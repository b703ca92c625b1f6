//! A judge: the winning chances of a position, estimated without a search.
//!
//! Measures of a game (drama, the leader) need one estimate for all players, whichever bots play.
//! The learned evaluation is used if there is one, else playouts from the position.

use std::sync::Arc;

use dagaz_core::{Game, LimitHit, PlayerId, PlayoutLimits, State, Verdict, look_ahead};

use crate::evaluation::Evaluation;
use crate::random::rng;

/// Playouts from a position without an evaluation, for fast and for slow games.
const PLAYOUTS: [u64; 2] = [24, 6];
/// Their plies at most.
const PLIES_MAX: usize = 400;
/// If none of these has ended, further ones would not help.
const CUT_MAX: u64 = 3;
/// Below this share of playouts that end, none is played.
pub(crate) const ENDED_MIN: f64 = 0.05;

/// Estimates the winning chances of positions without a search. Made by
/// [`Maker::judge`](crate::Maker::judge).
#[derive(Clone, Debug)]
pub struct Judge {
    pub(crate) evaluation: Arc<Evaluation>,
    /// Whether the game is played quickly.
    pub(crate) quick: bool,
    /// The share of playouts that ended.
    pub(crate) ended: f64,
}

impl Judge {
    /// Returns a short description of the judge.
    pub fn method(&self) -> &'static str {
        match (self.evaluation.is_blind(), self.quick) {
            (false, _) if self.evaluation.is_flat() => "nothing: the evaluation that was found is the same everywhere",
            (false, _) => "the evaluation of the position",
            _ if self.is_mute() => "nothing: no evaluation was found, and random games do not end",
            (true, true) => "24 random games from each position",
            (true, false) => "6 random games from each position",
        }
    }

    /// Returns whether it gives no estimate before the end of a game.
    pub fn is_mute(&self) -> bool {
        self.evaluation.is_flat() && (!self.evaluation.is_blind() || self.ended < ENDED_MIN)
    }

    /// Returns the winning chance of each of these players, from 0 to 1 with sum 1. A draw counts
    /// as an equal share for each player. The result is the same for the same state.
    pub fn chances(&self, game: &dyn Game, state: &State, players: &[PlayerId]) -> Result<Vec<f64>, LimitHit> {
        if let Some(outcome) = game.outcome(state)? {
            return Ok(shares(&outcome.verdicts, players));
        }
        let mut chances = if self.is_mute() {
            vec![1.0; players.len()]
        } else if self.evaluation.is_blind() {
            by_playouts(game, state, players, PLAYOUTS[usize::from(!self.quick)])?
        } else {
            // The history does not affect the value, and sorting it would cost time.
            let mut still = state.clone();
            still.forget_history();
            let evaluation = self.evaluation.at(game, &still);
            let mut ahead = look_ahead(game, &still, &evaluation.weights);
            let worth = |player: &_| evaluation.win_chance(evaluation.of(game, &mut *ahead, *player));
            players.iter().map(worth).collect()
        };
        let sum: f64 = chances.iter().sum();
        let even = 1.0 / players.len().max(1) as f64;
        chances.iter_mut().for_each(|chance| *chance = if sum > 0.0 { *chance / sum } else { even });
        Ok(chances)
    }
}

fn by_playouts(game: &dyn Game, state: &State, players: &[PlayerId], games: u64) -> Result<Vec<f64>, LimitHit> {
    let limits = PlayoutLimits { plies: PLIES_MAX, quiet_plies: None };
    let mut sums = vec![0.0; players.len()];
    let mut ended = false;
    for number in 0..games {
        if number >= CUT_MAX && !ended {
            break;
        }
        let (mut bits, mut state) = (rng(state.key() ^ number), state.clone());
        let playout = game.playout(&mut state, &mut bits, limits)?;
        ended |= playout.end.is_some();
        let verdicts = playout.end.map(|end| game.outcome_of(&state, end).verdicts).unwrap_or_default();
        for (sum, share) in sums.iter_mut().zip(shares(&verdicts, players)) {
            *sum += share;
        }
    }
    Ok(sums)
}

/// Returns the value of an ending for each player: the winners share 1; without a winner, the
/// drawing players share it.
fn shares(verdicts: &[Verdict], players: &[PlayerId]) -> Vec<f64> {
    let verdict = |player: &PlayerId| verdicts.get(player.index()).copied();
    let best = players.iter().filter_map(verdict).filter(|one| *one != Verdict::Aside).max();
    let has = |player: &PlayerId| best.is_none() || verdict(player) == best;
    let count = players.iter().filter(|player| has(player)).count().max(1) as f64;
    players.iter().map(|player| if has(player) { 1.0 / count } else { 0.0 }).collect()
}
