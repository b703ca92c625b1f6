//! Solving: what can be proved about a position.
//!
//! A puzzle of one player is searched breadth first, then depth first (`puzzle`). With two players proof-number search looks for a proof that
//! the player to move wins, whatever the other does, and if there is none, for one that the player does not lose (`proof`). What
//! that does not settle in a quarter of the time is searched to the end of the game, if all games come to one of themselves (`exhaust`). A win within
//! so many plies is looked for ply by ply first (`within`).

mod exhaust;
mod proof;
mod puzzle;
mod within;

use std::sync::atomic::AtomicBool;

use dagaz_core::{Game, LimitHit, Move, MoveList, PlayerId, State, Turn, UndoLog, Verdict, Weights, look_ahead};

use crate::Watch;
use crate::search::moves_of;
use exhaust::{Exhausted, exhaust};
use proof::{Proof, Quarters};
use puzzle::puzzle;
use within::Within;

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// Whoever is to move wins: these moves show how, the defender's being those that hold out longest in the proof. With
    /// `shortest` there is no shorter way.
    Win {
        /// The line.
        moves: Vec<Move>,
        /// Plies until the end at most, whatever the other does; none if it is known that the first move wins and no more.
        plies: Option<u32>,
        /// Whether it is known that there is no shorter way.
        shortest: bool,
    },
    /// With best play nobody wins.
    Draw,
    /// Whoever is to move loses against best play; a puzzle has no solution.
    Loss,
    /// Whoever is to move cannot force a win, or not within the plies of the budget; more is not known.
    NoWin,
    /// The search was over before anything was proved.
    Unknown,
}

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSolvable {
    /// Chance, hidden facts, or more than two players.
    Kind,
    /// The game has met a limit.
    Limit(LimitHit),
}

impl From<LimitHit> for NotSolvable {
    fn from(hit: LimitHit) -> NotSolvable {
        NotSolvable::Limit(hit)
    }
}

/// Positions that are remembered at most: about 500 MB.
const REMEMBERED_MAX: usize = 8_000_000;

/// Finds out what it can about a state until the watch says that it is over.
pub fn solve(game: &dyn Game, state: &State, watch: &mut Watch<'_>) -> Result<Solution, NotSolvable> {
    let slots = &game.glossary().slots;
    let mut players: Vec<PlayerId> = slots.iter().map(|slot| slot.mover).collect();
    players.sort_unstable();
    players.dedup();
    let hides = (0..game.glossary().players.len()).any(|player| game.view(state, PlayerId::at(player)).seen != *state);
    let random = players.iter().any(|player| game.is_random(*player));
    if hides || random || matches!(game.turn(state), Turn::Chance(_)) {
        return Err(NotSolvable::Kind);
    }
    match players.len() {
        1 => puzzle(game, state, players[0], watch),
        2 => duel(game, state, watch),
        _ => Err(NotSolvable::Kind),
    }
}

fn wins(verdicts: &[Verdict], player: PlayerId) -> bool {
    verdicts.get(player.index()) == Some(&Verdict::Win)
}

fn won(game: &dyn Game, root: &State, keys: &[u64], shortest: bool) -> Solution {
    let mut list = MoveList::new();
    let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel);
    let moves = match game.moves(root, &mut list, fuel) {
        Ok(()) => moves_of(game, root, keys, &list, 0, &AtomicBool::new(false)),
        Err(_) => Vec::new(),
    };
    Solution::Win { plies: Some(keys.len() as u32), moves, shortest }
}

/// Proves what can be proved for two players. A depth in the budget asks for a win within so many plies and for nothing else.
fn duel(game: &dyn Game, state: &State, watch: &mut Watch<'_>) -> Result<Solution, NotSolvable> {
    let Turn::Choice(attacker) = game.turn(state) else { return Err(NotSolvable::Kind) };
    let within = watch.budget().depth;
    if let Some(most) = within {
        let weights = Weights::new(game, |_, _| 0, |_| 0);
        let mut search = Within::new(game, state, &weights, attacker, watch, Quarters(2));
        match search.run(most)? {
            Some(0) => return Ok(Solution::NoWin),
            Some(plies) => {
                let keys = search.line(plies)?;
                return Ok(match won(game, state, &keys, true) {
                    Solution::Win { moves, .. } => Solution::Win { moves, plies: Some(plies), shortest: true },
                    other => other,
                });
            }
            // What is narrow and long the other search may still find.
            None => {}
        }
    }
    let mut proof = Proof::new(game, state, attacker, false, within);
    let first = if within.is_some() { Quarters(4) } else { Quarters(1) };
    let mut wins = proof.run(watch, first)?;
    if within.is_none() {
        if wins == Some(false)
            && let Some(holds) = Proof::new(game, state, attacker, true, None).run(watch, Quarters(2))?
        {
            return Ok(if holds { Solution::Draw } else { Solution::Loss });
        }
        if wins != Some(true) && !watch.is_over() {
            match exhaust(game, state, attacker, watch)? {
                Exhausted::Worth(1, index) => {
                    let mut list = MoveList::new();
                    game.moves(state, &mut list, &mut dagaz_core::Fuel::new(game.limits().fuel))?;
                    let moves = first_of(game, state, &list, index)?;
                    return Ok(Solution::Win { moves, plies: None, shortest: false });
                }
                Exhausted::Worth(0, _) => return Ok(Solution::Draw),
                Exhausted::Worth(..) => return Ok(Solution::Loss),
                // Only those that go on from what they know have use for the rest of the time.
                Exhausted::Circular if wins.is_none() => wins = proof.run(watch, Quarters(4))?,
                Exhausted::Circular | Exhausted::Over => {}
            }
        }
    }
    match wins {
        Some(true) => {
            let keys = proof.line()?;
            let plies = proof.lengths()[0];
            Ok(match won(game, state, &keys, false) {
                Solution::Win { moves, .. } => Solution::Win { moves, plies: Some(plies), shortest: false },
                other => other,
            })
        }
        Some(false) => Ok(Solution::NoWin),
        None => Ok(Solution::Unknown),
    }
}

/// Whether a line of moves can be played one after the other from a state.
pub fn is_playable(game: &dyn Game, state: &State, moves: &[Move]) -> bool {
    let (mut state, mut list) = (state.clone(), MoveList::new());
    moves.iter().all(|one| {
        let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel);
        let legal = game.moves(&state, &mut list, fuel).is_ok() && list.iter().any(|other| other.same_as(one.as_ref()));
        game.play(&mut state, one.as_ref(), &mut UndoLog::new());
        legal
    })
}

/// The move of a list that a lookahead has at a place of its own, alone.
fn first_of(game: &dyn Game, state: &State, list: &MoveList, index: usize) -> Result<Vec<Move>, LimitHit> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut ahead = look_ahead(game, state, &weights);
    ahead.moves(false, &mut Vec::new())?;
    ahead.play(index)?;
    Ok(moves_of(game, state, &[ahead.key()], list, index, &AtomicBool::new(false)))
}
