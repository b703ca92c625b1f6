//! The check of a ZRF file.

use std::sync::Arc;

use dagaz_core::Limits;
use dagaz_front::{compile, compile_work, first_moves};
use dagaz_syntax::Diagnostics;
use dagaz_zrf::GameFile;

/// Fuel for the moves of a start position. The most that a real game needs is below a hundredth of
/// it.
const FIRST_MOVES_FUEL: u64 = 5_000_000;

/// Returns everything that is wrong with a file, with all that can be played in it, and with the
/// start of each game.
pub fn check_zrf(file: &mut GameFile, limits: &Limits) -> Diagnostics {
    file.check_with(&mut |item, rules| {
        let rules = Arc::new(rules);
        let work = compile_work(&rules);
        let (fuel, result) = match compile(&rules, limits) {
            Ok(game) => first_moves(&game, FIRST_MOVES_FUEL),
            Err(fault) => (0, Err(fault)),
        };
        (result.err().map(|fault| fault.diagnostic(&rules, item.span)), work.saturating_add(fuel))
    })
}
