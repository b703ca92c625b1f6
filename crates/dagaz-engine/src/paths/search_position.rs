//! The search position of specialised executors of edition 3, with the reference interpreter as
//! fallback: their common code.

use dagaz_core::{Candidate, EndingId, Found, Game, LimitHit, Lookahead, Plain, PlayerId, State, Verdict, Weights};

use crate::paths::game::PathGame;
use crate::verdict::Meanings;

/// An executor with a search position of its own, as far as it supports it. [`Lookahead`] defines
/// the methods.
pub(super) trait Foresight {
    fn key(&self) -> u64;
    fn state(&self) -> State;
    fn mover(&self) -> PlayerId;
    /// None if the form declines the position. It may have put something into `found` then.
    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Option<Found>;
    fn play(&mut self, index: usize) -> Found;
    fn pass(&mut self);
    /// Takes back the last ply, which there is.
    fn undo(&mut self);
    fn sums(&self) -> &[i32];
    fn occurrences(&self) -> usize;
    fn mobility(&mut self, player: PlayerId) -> Option<u32>;
}

/// A form, and the plain way from where it declines until that is taken back.
pub(super) struct Ahead<'a, S> {
    sight: S,
    game: &'a PathGame,
    weights: &'a Weights,
    /// Plies from the beginning.
    depth: usize,
    /// From which ply on the plain one goes.
    general: Option<(usize, Plain<'a>)>,
    meanings: Meanings,
}

impl<'a, S: Foresight> Ahead<'a, S> {
    pub(super) fn new(sight: S, game: &'a PathGame, weights: &'a Weights) -> Ahead<'a, S> {
        Ahead { sight, game, weights, depth: 0, general: None, meanings: Meanings::default() }
    }
}

impl<S: Foresight> Lookahead for Ahead<'_, S> {
    fn key(&self) -> u64 {
        self.general.as_ref().map_or_else(|| self.sight.key(), |(_, plain)| plain.key())
    }

    fn state(&self) -> State {
        self.general.as_ref().map_or_else(|| self.sight.state(), |(_, plain)| plain.state())
    }

    fn mover(&self) -> PlayerId {
        self.general.as_ref().map_or_else(|| self.sight.mover(), |(_, plain)| plain.mover())
    }

    /// No form has chance in it.
    fn by_chance(&self) -> bool {
        false
    }

    fn chances(&self, _found: &[Candidate]) -> Vec<(usize, f64)> {
        Vec::new()
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        found.clear();
        if let Some((_, plain)) = &mut self.general {
            return plain.moves(loud, found);
        }
        if let Some(ended) = self.sight.moves(loud, found) {
            return Ok(ended);
        }
        let plain = Plain::new(self.game, self.sight.state(), self.weights);
        self.general.insert((self.depth, plain)).1.moves(loud, found)
    }

    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        let found = match &mut self.general {
            Some((_, plain)) => plain.play(index)?,
            None => self.sight.play(index),
        };
        self.depth += 1;
        Ok(found)
    }

    fn pass(&mut self) -> bool {
        let passed = match &mut self.general {
            Some((_, plain)) => plain.pass(),
            None => {
                self.sight.pass();
                true
            }
        };
        self.depth += usize::from(passed);
        passed
    }

    fn undo(&mut self) {
        let Some(above) = self.depth.checked_sub(1) else { return };
        match &mut self.general {
            Some((from, plain)) if self.depth > *from => plain.undo(),
            _ => {
                self.general = None;
                self.sight.undo();
            }
        }
        self.depth = above;
    }

    fn sums(&self) -> &[i32] {
        self.general.as_ref().map_or_else(|| self.sight.sums(), |(_, plain)| plain.sums())
    }

    fn weights(&self) -> &Weights {
        self.weights
    }

    fn occurrences(&self) -> usize {
        self.general.as_ref().map_or_else(|| self.sight.occurrences(), |(_, plain)| plain.occurrences())
    }

    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict> {
        let mut meanings = std::mem::take(&mut self.meanings);
        let verdicts = meanings.of(ending, || self.game.outcome_of(&self.state(), ending));
        self.meanings = meanings;
        verdicts
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        match &mut self.general {
            Some((_, plain)) => plain.mobility(player),
            None => self.sight.mobility(player),
        }
    }

    fn in_check(&mut self) -> Option<bool> {
        None
    }

    fn is_quick(&self) -> bool {
        true
    }
}
