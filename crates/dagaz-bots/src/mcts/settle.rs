//! The ends of games that fill a board: what can be proved need not be guessed.
//!
//! Where pieces are only put and stay, the same positions are come to by very many ways, and a search to the end with a table of
//! what is known sees through dozens of plies, while playouts take long to tell the one right move from the others. So a
//! share of the budget goes there as soon as so few sites are empty that it may be enough.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dagaz_core::{Game, LimitHit, PlayerId, State};

use crate::solve::to_the_end;
use crate::study::Facts;
use crate::{Budget, Clock, Thought, Watch};

/// The share of a budget that a proof may take: one part of so many.
const SHARE: u32 = 4;
/// Positions that a search to the end looks at in a millisecond, at most: that bounds its memory.
const NODES_A_MS: u64 = 8_000;
/// In connect four with 28 empty sites the root of the number of games that are left is ten to the power of `LEFT`; proofs of most such
/// positions look at fewer than ten to the power of `LOOKED_AT`, and at so many powers of ten fewer for one of those as `STEEP` says.
const LEFT: f64 = 10.7;
const LOOKED_AT: f64 = 5.6;
const STEEP: f64 = 0.65;

/// What is left of a budget behind a proof, or the proof itself.
pub(super) enum Settled {
    Proved(Box<Thought>),
    Left(Budget),
}

/// Tries to prove what is best where that may be possible.
pub(super) fn settle(
    (game, state, player): (&dyn Game, &State, PlayerId),
    facts: &Facts,
    moves: usize,
    budget: Budget,
    (stop, clock): (&AtomicBool, &dyn Clock),
) -> Result<Settled, LimitHit> {
    let Some(share) = share(game, state, facts, moves, budget) else { return Ok(Settled::Left(budget)) };
    let mut watch = Watch::new(share, stop, clock);
    let proved = to_the_end(game, state, player, &mut watch)?;
    if let Some((worth, Some(chosen))) = proved {
        let win_chance = Some(f64::from(worth) / 2.0 + 0.5);
        let (nodes, time) = (watch.nodes(), watch.time());
        return Ok(Settled::Proved(Box::new(Thought { win_chance, nodes, time, ..Thought::just(chosen) })));
    }
    let spent = watch.time();
    let time = budget.time.map(|time| time.saturating_sub(spent));
    let playouts = budget.playouts.map(|most| most - most / u64::from(SHARE));
    Ok(Settled::Left(Budget { time, playouts, ..budget }))
}

/// What a proof may take; none where it is hopeless.
fn share(game: &dyn Game, state: &State, facts: &Facts, moves: usize, budget: Budget) -> Option<Budget> {
    if !facts.is_placing() || !facts.quick || facts.chance || facts.hidden || facts.choosers.len() != 2 {
        return None;
    }
    let by_time = budget.time.map(|time| (time / SHARE).as_millis() as u64 * NODES_A_MS);
    let by_playouts = budget.playouts.map(|most| (most as f64 * facts.length) as u64 / u64::from(SHARE));
    let nodes = by_time.into_iter().chain(by_playouts).min().filter(|nodes| *nodes > 0)?;
    let empty = game.topology().site_ids().filter(|site| state.is_empty(*site)).count();
    let left = (1..=empty).map(|left| (left.min(moves) as f64).log10()).sum::<f64>() / 2.0;
    (left < LEFT + ((nodes as f64).log10() - LOOKED_AT) / STEEP)
        .then(|| Budget { time: budget.time.map(|time: Duration| time / SHARE), ..Budget::nodes(nodes) })
}
