//! The form on a board of bits that a game has, if it has one, and what is done in it.

use dagaz_core::{
    Counting, Found, LimitHit, Lookahead, MoveList, PerftTable, PlayoutLimits, Rng, Series, State, Weights,
};

use super::bits::Bits;
use super::bits::board::Board;
use super::bits::count::count;
use super::bits::past::Past;
use super::bits::random::Run;
use super::bits::search_position;
use super::bits::turning::Turning;
use super::game::PathGame;
use super::series::Run as _;
use super::{choices, draughts};
use crate::flat::Progress;

/// A form, by the sites of its board.
#[derive(Debug)]
pub(super) enum Bitwise {
    /// Of the draughts family.
    Draughts64(draughts::Form<u64>),
    Draughts128(draughts::Form<u128>),
    /// Whose moves are choices of sites.
    Choices64(choices::Form<u64>),
    Choices128(choices::Form<u128>),
}

/// Does something with the moves of a state in whichever form it is, if it is a state for that.
macro_rules! in_form {
    ($bitwise:expr, $state:expr, $turn:ident => $does:expr) => {
        match $bitwise {
            Bitwise::Draughts64(form) => Board::of(&form.setting, $state).map(|board| {
                let $turn = draughts::Turn::new(form, board);
                $does
            }),
            Bitwise::Draughts128(form) => Board::of(&form.setting, $state).map(|board| {
                let $turn = draughts::Turn::new(form, board);
                $does
            }),
            Bitwise::Choices64(form) => Board::of(&form.setting, $state).map(|board| {
                let $turn = choices::Turn::new(form, board);
                $does
            }),
            Bitwise::Choices128(form) => Board::of(&form.setting, $state).map(|board| {
                let $turn = choices::Turn::new(form, board);
                $does
            }),
        }
    };
}

/// Does something with the moves of a state that have been found, if it is a state for a form that
/// lists them.
macro_rules! in_choices {
    ($bitwise:expr, $state:expr, $turn:ident => $does:expr) => {
        match $bitwise {
            Bitwise::Choices64(form) => found(form, $state).map(|$turn| $does),
            Bitwise::Choices128(form) => found(form, $state).map(|$turn| $does),
            Bitwise::Draughts64(_) | Bitwise::Draughts128(_) => None,
        }
    };
}

impl Bitwise {
    /// None if the rules say more than a form can.
    pub(super) fn of(game: &PathGame) -> Option<Bitwise> {
        None.or_else(|| draughts::form(game).map(Bitwise::Draughts64))
            .or_else(|| draughts::form(game).map(Bitwise::Draughts128))
            .or_else(|| choices::form(game).map(Bitwise::Choices64))
            .or_else(|| choices::form(game).map(Bitwise::Choices128))
    }

    /// Whether pieces jump over one another in chains.
    pub(super) fn jumps(&self) -> bool {
        matches!(self, Bitwise::Draughts64(_) | Bitwise::Draughts128(_))
    }

    /// Lists the moves of a state, or tells how the game has ended there. None if this form does
    /// not list them.
    pub(super) fn list(&self, state: &State, list: &mut MoveList) -> Option<Found> {
        in_choices!(self, state, turn => {
            let past = Past::new(state.history(), state.is_forgetful(), turn.setting().remembers);
            let ended = turn.ended(&past);
            if ended.is_none() {
                turn.list(list);
            }
            ended
        })
    }

    /// Lists one alone of the moves of a state, by its place in the whole list. None if this form
    /// does not list them.
    pub(super) fn list_nth(&self, state: &State, index: usize, list: &mut MoveList) -> Option<()> {
        in_choices!(self, state, turn => turn.list_nth(index, list))
    }

    /// Plays a playout from a state, which is then its final state. `None` if this executor does
    /// not support the state.
    pub(super) fn play(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Option<Progress> {
        let (progress, end) = in_form!(self, state, turn => {
            let mut run = Run::new(turn, state);
            (run.play(rng, limits, counts), run.state())
        })?;
        *state = end;
        Some(progress)
    }

    /// Plays playouts one after the other. `None` if this executor does not support the state.
    pub(super) fn play_series(
        &self,
        game: &PathGame,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Option<Result<(), LimitHit>> {
        in_form!(self, start, turn => Run::new(turn, start).play_series(game, limits, series))
    }

    /// The positions so many plies away. None if this form does not count them.
    pub(super) fn count(
        &self,
        state: &State,
        depth: u32,
        counting: Counting,
        table: Option<&mut PerftTable>,
    ) -> Option<u64> {
        in_form!(self, state, turn => count(&turn, state, depth, counting, table)).flatten()
    }

    /// None if the state is not one for this form.
    pub(super) fn look_ahead<'a>(
        &'a self,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        in_form!(self, state, turn => search_position::look_ahead(turn, game, state, weights))
    }
}

fn found<'f, B: Bits>(form: &'f choices::Form<B>, state: &State) -> Option<choices::Turn<'f, B>> {
    let mut turn = choices::Turn::new(form, Board::of(&form.setting, state)?);
    if !turn.lists() {
        return None;
    }
    turn.find().ok()?;
    Some(turn)
}
