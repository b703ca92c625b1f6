//! The endgame solver of games that fill a board.
//!
//! If pieces are only placed and stay, many orders lead to the same position. An exhaustive search
//! with a table sees dozens of plies, while playouts are slow to separate the one correct move. So
//! the last share of a budget goes to the solver as soon as few enough sites are empty. A stopped
//! search uses the playouts.

use std::sync::atomic::AtomicBool;

use dagaz_core::{Game, PlayerId, State};

use super::root::RootChild;
use crate::game_analysis::Facts;
use crate::solve::to_the_end;
use crate::{Budget, Clock, SearchLimits};

/// The solver's share of a budget: one part of this many.
const SHARE: u32 = 4;
/// Positions that a search to the end looks at in a millisecond, at most.
const NODES_A_MS: u64 = 8_000;
/// Bytes of its table. The system zeroes memory on first use; more of it would delay a stop.
const MEMORY: usize = 64 << 20;
/// In connect four with 28 empty sites the root of the number of remaining games is ten to the
/// power of `LEFT`. Proofs of most such positions need fewer nodes than ten to the power of
/// `LOOKED_AT`; each power of ten fewer games saves `STEEP` powers of ten nodes.
const LEFT: f64 = 10.7;
const LOOKED_AT: f64 = 5.6;
const STEEP: f64 = 0.65;

/// A budget in two parts: for playouts, and behind them for a proof if one may be found.
pub(super) struct Shares {
    pub(super) playouts: Budget,
    proof: Option<u64>,
    whole: Budget,
}

impl Shares {
    /// The division of a budget, by the number of moves.
    pub(super) fn of(game: &dyn Game, state: &State, facts: &Facts, moves: usize, whole: Budget) -> Shares {
        let proof = nodes(game, state, facts, moves, whole);
        let playouts = match proof {
            None => whole,
            Some(_) => Budget {
                time: whole.time.map(|time| time - time / SHARE),
                playouts: whole.playouts.map(|most| most - most / u64::from(SHARE)),
                ..whole
            },
        };
        Shares { playouts, proof, whole }
    }

    /// Returns whether a part of it is for the solver.
    pub(super) fn proves(&self) -> bool {
        self.proof.is_some()
    }

    /// Tries to prove the best move with the remaining budget; `spent` are the limits of the
    /// playouts. A proved move is ranked first, and the previous order decides among moves of equal
    /// value. Returns the number of positions visited.
    pub(super) fn settle(
        &self,
        (game, state, player): (&dyn Game, &State, PlayerId),
        children: &mut [RootChild],
        spent: &SearchLimits<'_>,
        (stop, clock): (&AtomicBool, &dyn Clock),
    ) -> u64 {
        let Some(nodes) = self.proof else { return 0 };
        if children.first().is_none_or(|child| child.visits == 0 || child.proven == 1) {
            return 0;
        }
        let time = self.whole.time.map(|time| time.saturating_sub(spent.time()));
        let mut watch = SearchLimits::new(Budget { time, ..Budget::nodes(nodes) }, stop, clock);
        let liked = children.first().and_then(|child| child.keys.first().copied());
        // A limit that it meets is no reason to forget the playouts.
        if let Ok(Some((worth, key))) = to_the_end(game, state, player, liked, MEMORY, &mut watch) {
            let found = children.iter().position(|child| child.visits > 0 && child.keys.first() == Some(&key));
            match found {
                _ if worth < 0 => children.iter_mut().for_each(|child| child.worth = -1.0),
                Some(found) => {
                    children[..=found].rotate_right(1);
                    children[0].worth = f32::from(worth);
                }
                None => {}
            }
        }
        watch.nodes()
    }
}

/// Maximum positions for the solver; `None` if it is hopeless.
fn nodes(game: &dyn Game, state: &State, facts: &Facts, moves: usize, budget: Budget) -> Option<u64> {
    if !facts.is_placing() || !facts.quick || facts.chance || facts.hidden || facts.choosers.len() != 2 {
        return None;
    }
    let by_time = budget.time.map(|time| (time / SHARE).as_millis() as u64 * NODES_A_MS);
    // All moves of a position are played before it is searched, and one of each of a playout.
    let by_playouts = budget.playouts.map(|most| (most as f64 * facts.length) as u64 / moves.max(1) as u64);
    let nodes = by_time.into_iter().chain(by_playouts).min().filter(|nodes| *nodes > 0)?;
    let empty = game.topology().site_ids().filter(|site| state.is_empty(*site)).count();
    let left = (1..=empty).map(|left| (left.min(moves) as f64).log10()).sum::<f64>() / 2.0;
    (left < LEFT + ((nodes as f64).log10() - LOOKED_AT) / STEEP).then_some(nodes)
}
