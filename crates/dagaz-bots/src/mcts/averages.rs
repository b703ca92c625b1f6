//! How moves have done, wherever they were played: move-average sampling (MAST, Finnsson and
//! Björnsson 2008).
//!
//! A move is known by who makes it, from where to where, and what its piece is then: the key that
//! [`Candidate::number`] gives. What seldom falls into one slot of the table with another move does
//! little harm.

use dagaz_core::{Candidate, below};
use rand_xoshiro::Xoshiro256PlusPlus;

const SLOTS: usize = 1 << 14;
/// Percentage of uniform moves in a playout; the others are the best known ones (Tak et al. 2012).
const BY_LOT: usize = 40;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct Averages {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    playouts: f32,
    /// From -1 to 1 each, seen by the player who made the move.
    total: f32,
}

#[inline]
fn slot(mover: u8, number: u32) -> usize {
    ((number ^ u32::from(mover) << 28).wrapping_mul(0x85eb_ca6b) >> 18) as usize % SLOTS
}

impl Averages {
    /// Initially empty; without a table if it is not used.
    pub(super) fn new(asked: bool) -> Averages {
        Averages { slots: vec![Slot::default(); if asked { SLOTS } else { 0 }] }
    }

    /// Another move of the game has been played: what was known counts half.
    pub(super) fn fade(&mut self) {
        for slot in &mut self.slots {
            *slot = Slot { playouts: slot.playouts / 2.0, total: slot.total / 2.0 };
        }
    }

    /// Notes how a playout has ended in which a player made a move of this number.
    #[inline]
    pub(super) fn learn(&mut self, mover: u8, number: u32, worth: f32) {
        let slot = &mut self.slots[slot(mover, number)];
        slot.playouts += 1.0;
        slot.total += worth;
    }

    /// How a move has done, from 0 to 1; as one that has been drawn once, if nothing is known.
    #[inline]
    pub(super) fn share(&self, mover: u8, number: u32) -> f32 {
        let Slot { playouts, total } = self.slots[slot(mover, number)];
        0.5 + 0.5 * total / (playouts + 1.0)
    }

    /// Draws a move for a playout.
    pub(super) fn draw(&self, mover: u8, moves: &[Candidate], rng: &mut Xoshiro256PlusPlus) -> usize {
        let turn = below(rng, moves.len());
        if below(rng, 100) < BY_LOT {
            return turn;
        }
        // Equal ones are equally likely.
        let places = (turn..moves.len()).chain(0..turn);
        let mut best = (f32::NEG_INFINITY, turn);
        for place in places {
            let share = self.share(mover, moves[place].number());
            if share > best.0 {
                best = (share, place);
            }
        }
        best.1
    }
}
