//! Games of the draughts family in a form of their own: pieces go straight on, or take one another in chains.
//!
//! The walker makes each move to see what it is. Most of what is asked of such games needs no moves: how many there are,
//! one of them at random, what each does roughly. Here the board is a few numbers of as many bits as there are sites, all
//! pieces of a kind go at once, and a chain is walked only where its first step can be made.
//!
//! Which games these are is found in the rules (`read`, `side`): whatever is not said there in so many words makes the game one for the
//! walker, which stays the judge and makes the lists that people see. A position for which the form has too little room
//! is declined, and the walker goes on from there.

mod ahead;
mod board;
mod count;
mod endings;
mod form;
mod hop;
mod line;
mod path;
mod question;
mod random;
mod read;
mod side;
mod turn;
mod walk;

use dagaz_core::{Counting, LimitHit, Lookahead, PlayoutLimits, Rng, Series, State, Weights};

use self::ahead::Ahead;
use self::form::Form;
use self::random::Run;
use super::bits::Bits;
use super::game::PathGame;
use crate::flat::Progress;

/// A game in this form.
#[derive(Debug)]
pub(super) struct Draughts(Sized);

/// By the sites of its board.
#[derive(Debug)]
enum Sized {
    /// Up to 64.
    Small(Form<u64>),
    /// Up to 128.
    Large(Form<u128>),
}

macro_rules! in_form {
    ($draughts:expr, $form:ident => $does:expr) => {
        match $draughts {
            Draughts(Sized::Small($form)) => $does,
            Draughts(Sized::Large($form)) => $does,
        }
    };
}

impl Draughts {
    /// None if the rules say more than this form can.
    pub(super) fn of(game: &PathGame) -> Option<Draughts> {
        let small = || read::form(game).map(Sized::Small);
        small().or_else(|| read::form(game).map(Sized::Large)).map(Draughts)
    }

    /// Plays a random game from a state and leaves it where that stopped. None if the state is not one for this form.
    pub(super) fn play(&self, state: &mut State, rng: &mut dyn Rng, limits: PlayoutLimits) -> Option<Progress> {
        in_form!(self, form => {
            let mut run = Run::new(form, state)?;
            let progress = run.play(rng, limits);
            *state = run.state();
            Some(progress)
        })
    }

    /// Plays one random game after the other. None if the state is not one for this form.
    pub(super) fn play_series(
        &self,
        game: &PathGame,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Option<Result<(), LimitHit>> {
        in_form!(self, form => Some(play_series(form, game, start, limits, series)?))
    }

    /// The positions so many plies away. None if this form does not count them.
    pub(super) fn count(&self, state: &State, depth: u32, counting: Counting) -> Option<u64> {
        in_form!(self, form => count::count(form, state, depth, counting))
    }

    /// None if the state is not one for this form.
    pub(super) fn look_ahead<'a>(
        &'a self,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        in_form!(self, form => Some(Box::new(Ahead::new(form, game, state, weights)?)))
    }
}

fn play_series<B: Bits>(
    form: &Form<B>,
    game: &PathGame,
    start: &State,
    limits: PlayoutLimits,
    series: &mut dyn Series,
) -> Option<Result<(), LimitHit>> {
    let mut run = Run::new(form, start)?;
    while let Some(rng) = series.begin() {
        let progress = run.play(rng, limits);
        if !progress.goes_on {
            series.end(&progress.playout, &mut || run.state());
            continue;
        }
        let mut state = run.state();
        match game.play_to_the_end(&mut state, rng, limits, progress) {
            Ok(playout) => series.end(&playout, &mut || state.clone()),
            Err(hit) => return Some(Err(hit)),
        }
    }
    Some(Ok(()))
}
