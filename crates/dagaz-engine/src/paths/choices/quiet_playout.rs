//! Playout kernels for games in which pieces only move, appear and disappear.

use dagaz_core::{LimitHit, PlayoutLimits, Rng, Series, State};

use super::hop_playout::HopPlayout;
use super::line_playout::LinePlayout;
use super::read::read;
use super::step_playout::StepPlayout;
use crate::flat::Progress;
use crate::paths::game::PathGame;
use crate::paths::series::Run as _;

/// A loop, by what happens and by the sites of the board.
#[derive(Debug)]
pub(in crate::paths) enum QuietPlayout {
    /// One hop, onto nothing or onto what they take.
    StepPlayout(StepPlayout),
    /// Onto nothing, and over others.
    Wander64(HopPlayout<u64>),
    Wander128(HopPlayout<u128>),
    /// Pieces also appear, and completing a line captures a piece.
    LinePlayout(LinePlayout),
}

impl QuietPlayout {
    /// None if anything else happens.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<QuietPlayout> {
        None.or_else(|| read(game).and_then(StepPlayout::of).map(QuietPlayout::StepPlayout))
            .or_else(|| read(game).and_then(HopPlayout::of).map(QuietPlayout::Wander64))
            .or_else(|| read(game).and_then(HopPlayout::of).map(QuietPlayout::Wander128))
            .or_else(|| read(game).and_then(LinePlayout::of).map(QuietPlayout::LinePlayout))
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
            QuietPlayout::StepPlayout(strides) => strides.play(state, rng, limits)?,
            QuietPlayout::Wander64(wander) => wander.play(state, rng, limits, counts)?,
            QuietPlayout::Wander128(wander) => wander.play(state, rng, limits, counts)?,
            QuietPlayout::LinePlayout(rows) => return Some(rows.run(state)?.play_from(state, rng, limits, counts)),
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
            QuietPlayout::StepPlayout(strides) => strides.play_series(start, limits, series),
            QuietPlayout::Wander64(wander) => wander.play_series(start, limits, series),
            QuietPlayout::Wander128(wander) => wander.play_series(start, limits, series),
            QuietPlayout::LinePlayout(rows) => Some(rows.run(start)?.play_series(game, limits, series)),
        }
    }
}
