//! Symmetries: maps of a board that do not change the game.
//!
//! Where left and right are equivalent, values that were learned for one side hold for the other,
//! and half of the games suffice. Rules do not declare symmetries, so each map of a grid is tested:
//! playouts run on the original and on the mapped board in parallel. A map is a symmetry if all
//! move lists and all endings are equal.

use dagaz_core::{
    Candidate, Game, GridPlace, Lookahead, Piece, Placement, Position, State, Weights, below, look_ahead,
};
use dagaz_core::{PlayerId, SiteId};

use crate::analysis_budget::Effort;
use crate::random::rng;

/// Games in which a map must hold, and their plies at most.
const GAMES: u64 = 4;
const PLIES_MAX: usize = 80;

/// Returns the maps under which a game plays the same, but for the one that changes nothing: for
/// each site where it goes. Once the study is stopped none is tried.
pub(super) fn symmetries(game: &dyn Game, effort: Effort<'_>) -> Vec<Vec<u16>> {
    let unchanged: Vec<u16> = game.topology().site_ids().map(|site| site.0).collect();
    // Where a position that is set up is not the same as one that was played, nothing can be tried.
    if !holds(game, &unchanged) {
        return Vec::new();
    }
    let all = (1..8).filter_map(|bits| map(game, [bits & 1 != 0, bits & 2 != 0], bits & 4 != 0));
    all.filter(|map| *map != unchanged && !effort.is_stopped() && holds(game, map)).collect()
}

/// Returns the map of a board of two-dimensional grids that reflects either dimension and then
/// optionally swaps them; `None` if it leaves the board.
fn map(game: &dyn Game, flips: [bool; 2], swaps: bool) -> Option<Vec<u16>> {
    let topology = game.topology();
    let places: Vec<Option<&GridPlace>> = topology.sites().iter().map(|site| site.grid.as_ref()).collect();
    let goes = |site: SiteId| {
        let Some(place) = places[site.index()] else { return Some(site.0) };
        let labels = &topology.grids()[usize::from(place.grid)].labels;
        if labels.len() != 2 {
            return None;
        }
        // Sites that were added to a grid may lie outside it.
        let at = |axis: usize| match flips[axis] {
            true => (labels[axis].len() as u16).checked_sub(1 + place.index[axis]),
            false => Some(place.index[axis]),
        };
        let wanted = if swaps { [at(1)?, at(0)?] } else { [at(0)?, at(1)?] };
        let same = |other: &Option<&GridPlace>| {
            other.is_some_and(|other| other.grid == place.grid && other.index[..] == wanted)
        };
        places.iter().position(same).map(|index| index as u16)
    };
    topology.site_ids().map(goes).collect()
}

/// Returns whether games on the mapped board go as they do on the board itself.
fn holds(game: &dyn Game, map: &[u16]) -> bool {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let start = game.initial();
    let Some(mapped) = mapped(game, &start, map) else { return false };
    (0..GAMES).all(|number| {
        let mut bits = rng(number);
        let mut here = look_ahead(game, &start, &weights);
        let mut there = look_ahead(game, &mapped, &weights);
        for _ in 0..PLIES_MAX {
            match beside(&mut *here, &mut *there, map, &mut bits) {
                Some(true) => {}
                Some(false) => break,
                None => return false,
            }
        }
        true
    })
}

/// Plays a move here and its image there. Returns whether the games continue, or `None` if they
/// differ.
fn beside(
    here: &mut dyn Lookahead,
    there: &mut dyn Lookahead,
    map: &[u16],
    bits: &mut rand_xoshiro::Xoshiro256PlusPlus,
) -> Option<bool> {
    let (mut own, mut other) = (Vec::new(), Vec::new());
    let ended = [here.moves(false, &mut own).ok()?, there.moves(false, &mut other).ok()?];
    if ended[0] != ended[1] || own.len() != other.len() || here.mover() != there.mover() {
        return None;
    }
    if ended[0].is_some() || own.is_empty() {
        return Some(false);
    }
    let site = |site: SiteId| site.some().map_or(SiteId::NONE, |site| SiteId(map[site.index()]));
    let key = |one: &Candidate| (one.from, one.to, one.becomes, one.captured, one.captures);
    let mut wanted: Vec<_> =
        own.iter().map(|one| key(&Candidate { from: site(one.from), to: site(one.to), ..*one })).collect();
    let chosen = below(bits, own.len());
    let same = other.iter().position(|one| key(one) == wanted[chosen])?;
    let mut found: Vec<_> = other.iter().map(key).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    if wanted != found {
        return None;
    }
    let ended = [here.play(chosen).ok()?, there.play(same).ok()?];
    (ended[0] == ended[1]).then_some(ended[0].is_none())
}

/// Returns a state with all pieces at their images; `None` if it cannot be set up.
fn mapped(game: &dyn Game, state: &State, map: &[u16]) -> Option<State> {
    let layout = game.layout();
    let pieces = game.topology().site_ids().filter_map(|site| {
        let piece = state.piece(site)?;
        Some(Placement { site: SiteId(map[site.index()]), piece, attributes: Vec::new() })
    });
    let mut supplies: Vec<(Piece, u32)> = Vec::new();
    for &piece in &layout.spec().supplies {
        if supplies.iter().all(|(known, _)| *known != piece) {
            supplies.push((piece, state.supply(layout, piece)));
        }
    }
    let slot = Some(state.slot(layout));
    game.set_up(&Position { pieces: pieces.collect(), supplies, slot, ..Position::default() }).ok()
}

/// Returns the map of the board that makes the first player's start position the second player's,
/// if a simple one does.
pub(super) fn mirror(game: &dyn Game, first: PlayerId, second: PlayerId) -> Option<Vec<u16>> {
    let state = game.initial();
    let swapped = |piece: Piece| {
        let owner = match piece.owner {
            owner if owner == first => second,
            owner if owner == second => first,
            owner => owner,
        };
        Piece { owner, ..piece }
    };
    let fits = |map: &Vec<u16>| {
        game.topology().site_ids().all(|site| {
            let there = state.piece(SiteId(map[site.index()]));
            state.piece(site).map(swapped) == there
        })
    };
    let unchanged: Vec<u16> = game.topology().site_ids().map(|site| site.0).collect();
    if game.topology().site_ids().all(|site| state.is_empty(site)) {
        return Some(unchanged);
    }
    // Upside down, or else half a turn: what most boards are.
    let turned = [[false, true], [true, true]].into_iter().filter_map(|flips| map(game, flips, false));
    turned.chain([unchanged]).find(fits)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use dagaz_core::Limits;
    use dagaz_testkit::source::{self, Pair};

    use super::*;
    use crate::analysis_budget::{Care, Meter};

    /// Reversi looks the same from all eight sides, breakthrough from left and right, chess from
    /// one side alone.
    #[test]
    fn symmetries_that_preserve_the_game_are_found() {
        for (path, maps) in [
            ("flipping/reversi/reversi.zrf", 7),
            ("race-to-row/breakthrough/breakthrough.zrf", 1),
            ("chess/chess/chess.zrf", 0),
        ] {
            let path = source::root().join("games").join(path);
            let mut file = source::read(&path, &Limits::default()).expect("the file is there");
            let index = file.default_index();
            let rules = file.rules(index).rules.expect("it has no errors");
            let game = Pair::new(rules, &Limits::default()).expect("it is within all limits").compiled;
            let (stop, meter) = (AtomicBool::new(false), Meter::default());
            let effort = Effort { care: Care::Thorough, stop: &stop, meter: &meter };
            assert_eq!(symmetries(&game, effort).len(), maps, "{}", path.display());
        }
    }
}
