//! The speed of the engine where `dagaz bench` cannot run: perft and playouts of one game. The
//! caller has the clock.

use std::sync::Arc;

use dagaz_core::{Counting, Game, Playout, PlayoutLimits, Series, State};
use dagaz_table::{Bundle, RulesSource};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::sources::Rules;

/// Plies after which a playout ends, as for `dagaz bench`.
const PLIES: usize = 2_000;

/// A game whose speed is measured.
pub struct Speed {
    game: Arc<dyn Game>,
}

/// Playouts with one row of random bits.
struct Playouts {
    bits: Xoshiro256PlusPlus,
    left: u32,
    plies: u64,
}

impl Series for Playouts {
    fn begin(&mut self) -> Option<&mut dyn Rng> {
        self.left = self.left.checked_sub(1)?;
        Some(&mut self.bits)
    }

    fn end(&mut self, playout: &Playout, _stopped: &mut dyn FnMut() -> State) {
        self.plies += playout.plies as u64;
    }
}

impl Speed {
    /// Returns the game of files of the library; `None` if they cannot be played.
    pub fn new(bundle: &[u8]) -> Option<Speed> {
        let loaded = Rules { is_library: true }.load(&Bundle::from_bytes(bundle)?, None).ok()?;
        Some(Speed { game: loaded.game })
    }

    /// Returns the number of sequences of so many plies; `None` if a limit is met.
    pub fn perft(&self, depth: u32) -> Option<u64> {
        self.game.perft(&self.game.initial(), depth, Counting::Moves).ok()
    }

    /// Plays so many games at random, and returns their plies together; `None` if a limit is met.
    pub fn playouts(&self, games: u32, seed: u64) -> Option<u64> {
        let limits = PlayoutLimits { plies: PLIES, quiet_plies: None };
        let mut playouts = Playouts { bits: Xoshiro256PlusPlus::seed_from_u64(seed), left: games, plies: 0 };
        self.game.playouts(&self.game.initial(), limits, &mut playouts).ok()?;
        Some(playouts.plies)
    }
}
