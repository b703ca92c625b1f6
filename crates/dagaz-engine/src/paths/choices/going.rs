//! Playout kernels for games in which pieces only move, appear and disappear.

use dagaz_core::{LimitHit, PlayoutLimits, Rng, Series, State};

use super::read::read;
use super::rows::Rows;
use super::strides::Strides;
use super::wander::Wander;
use crate::flat::Progress;
use crate::paths::game::PathGame;
use crate::paths::series::Run as _;

/// A loop, by what happens and by the sites of the board.
#[derive(Debug)]
pub(in crate::paths) enum Going {
    /// One hop, onto nothing or onto what they take.
    Strides(Strides),
    /// Onto nothing, and over others.
    Wander64(Wander<u64>),
    Wander128(Wander<u128>),
    /// Pieces also appear, and completing a line captures a piece.
    Rows(Rows),
}

impl Going {
    /// None if anything else happens.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<Going> {
        None.or_else(|| read(game).and_then(Strides::of).map(Going::Strides))
            .or_else(|| read(game).and_then(Wander::of).map(Going::Wander64))
            .or_else(|| read(game).and_then(Wander::of).map(Going::Wander128))
            .or_else(|| read(game).and_then(Rows::of).map(Going::Rows))
    }

    /// Plays a playout from a state, which is then its final state. `None` if this kernel does not
    /// support it. `counts`: the legal moves are counted.
    pub(in crate::paths) fn play(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Option<Progress> {
        let playout = match self {
            Going::Strides(strides) => strides.play(state, rng, limits)?,
            Going::Wander64(wander) => wander.play(state, rng, limits, counts)?,
            Going::Wander128(wander) => wander.play(state, rng, limits, counts)?,
            Going::Rows(rows) => return Some(rows.run(state)?.play_from(state, rng, limits, counts)),
        };
        Some(Progress { playout, quiet: 0, goes_on: false })
    }

    /// Plays playouts one after the other. `None` if this kernel does not support the state.
    pub(in crate::paths) fn play_series(
        &self,
        game: &PathGame,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Option<Result<(), LimitHit>> {
        match self {
            Going::Strides(strides) => strides.play_series(start, limits, series),
            Going::Wander64(wander) => wander.play_series(start, limits, series),
            Going::Wander128(wander) => wander.play_series(start, limits, series),
            Going::Rows(rows) => Some(rows.run(start)?.play_series(game, limits, series)),
        }
    }
}
