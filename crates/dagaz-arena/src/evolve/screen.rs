//! Screening: a few playouts reject candidates that are not worth a match.

use std::fmt;
use std::sync::atomic::AtomicBool;

use dagaz_core::{Fuel, Game, LimitHit, LimitKind, MoveList, PlayoutLimits, Turn, UndoLog, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Number of playouts for screening.
const GAMES: u64 = 4;

/// Fuel for all moves of these games together, for each ply that a game may have. Fuel is counted,
/// not timed, so a candidate is as slow on every machine.
const FUEL_PER_PLY: u64 = 50_000;

/// Why a candidate is not measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The game has no move at the start, or is over.
    OverAtOnce,
    /// None of the playouts ended within this number of plies.
    NeverEnds(usize),
    /// Move generation in the playouts takes too much work.
    TooSlow,
    /// A limit was met.
    Limit(LimitHit),
    /// No player chooses moves.
    NobodyChooses,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::OverAtOnce => f.write_str("over before it begins"),
            Rejection::NeverEnds(plies) => write!(f, "no random game ends within {plies} plies"),
            Rejection::TooSlow => f.write_str("too slow"),
            Rejection::Limit(hit) => hit.fmt(f),
            Rejection::NobodyChooses => f.write_str("nobody chooses in it"),
        }
    }
}

/// Returns whether a game is worth a match in which games are cut off after so many plies.
pub(super) fn screen(game: &dyn Game, plies_max: usize, seed: u64, stop: &AtomicBool) -> Result<(), Rejection> {
    if crate::choosers(game).is_empty() {
        return Err(Rejection::NobodyChooses);
    }
    let budget = FUEL_PER_PLY.saturating_mul(plies_max.max(1) as u64);
    let mut fuel = Fuel::new(budget).with_stop(stop);
    let mut ended = false;
    for number in 0..GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number));
        match random_game(game, plies_max, &mut rng, &mut fuel) {
            Ok(Some(0)) => return Err(Rejection::OverAtOnce),
            Ok(end) => ended |= end.is_some(),
            // The fuel of one position is a limit of the game; that of all of them is ours.
            Err(hit) if hit.kind == LimitKind::Fuel && hit.max == budget => return Err(Rejection::TooSlow),
            Err(hit) => return Err(Rejection::Limit(hit)),
        }
    }
    if ended { Ok(()) } else { Err(Rejection::NeverEnds(plies_max)) }
}

/// Plays one game; the plies after which it ended, if it did.
fn random_game(
    game: &dyn Game,
    plies_max: usize,
    rng: &mut Xoshiro256PlusPlus,
    fuel: &mut Fuel<'_>,
) -> Result<Option<usize>, LimitHit> {
    let (mut state, mut list, mut log) = (game.initial(), MoveList::new(), UndoLog::new());
    for ply in 0..plies_max {
        if let Turn::Together(_) = game.turn(&state) {
            // Simultaneous turns have no single move list to count.
            let limits = PlayoutLimits { plies: plies_max - ply, quiet_plies: None };
            let playout = game.playout(&mut state, rng, limits)?;
            return Ok(playout.end.map(|_| ply + playout.plies));
        }
        game.moves(&state, &mut list, fuel)?;
        // A game that is over has no moves.
        let Some(chosen) = list.iter().nth(below(rng, list.len())) else { return Ok(Some(ply)) };
        game.play(&mut state, chosen, &mut log);
        log.clear();
    }
    Ok(game.ending(&state)?.map(|_| plies_max))
}
