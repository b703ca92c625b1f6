//! What distinguishes two games: their move counts, their endings and a few playouts.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayoutLimits, State, Turn, UndoLog};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::mutation::ENDINGS;
use super::rule_set::RuleSet;

/// Depth of the move counts.
const DEPTH: u32 = 3;

/// Fuel of all counts of one game. Of a game with too many moves fewer plies are counted.
const FUEL: u64 = 30_000_000;

/// Number of playouts, all from the same seed.
const PLAYOUTS: u64 = 8;

/// Plies after which such a playout is cut off.
const PLIES_MAX: usize = 200;

/// See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Identity {
    /// Sequences of 1, 2 and 3 plies, as far as they could be counted.
    counts: Vec<u64>,
    /// The texts of the endings, in any order.
    endings: BTreeSet<String>,
    /// A hash of how the playouts went.
    playouts: u64,
}

/// Returns the identity of a rule set and its game; an error if a limit is met.
pub(super) fn identity(set: &RuleSet, game: &dyn Game) -> Result<Identity, LimitHit> {
    let start = game.initial();
    let mut counts = Vec::new();
    let mut fuel = Fuel::new(FUEL);
    if !matches!(game.turn(&start), Turn::Together(_)) {
        for depth in 1..=DEPTH {
            match count(game, &start, depth, &mut fuel) {
                Ok(number) => counts.push(number),
                Err(hit) if hit.max == FUEL => break,
                Err(hit) => return Err(hit),
            }
        }
    }
    let mut hash = DefaultHasher::new();
    for seed in 0..PLAYOUTS {
        let (mut state, mut rng) = (start.clone(), Xoshiro256PlusPlus::seed_from_u64(seed));
        let limits = PlayoutLimits { plies: PLIES_MAX, quiet_plies: None };
        let playout = game.playout(&mut state, &mut rng, limits)?;
        playout.plies.hash(&mut hash);
        playout.end.map(|(_, player)| format!("{player:?}")).hash(&mut hash);
    }
    let endings = set.headed(&ENDINGS).map(|(_, ending)| ending.to_string()).collect();
    Ok(Identity { counts, endings, playouts: hash.finish() })
}

/// Returns the number of sequences of that many plies.
fn count(game: &dyn Game, state: &State, depth: u32, fuel: &mut Fuel<'_>) -> Result<u64, LimitHit> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, fuel)?;
    if depth == 1 {
        return Ok(list.len() as u64);
    }
    let (mut after, mut log, mut total) = (state.clone(), UndoLog::new(), 0);
    for chosen in list.iter() {
        game.play(&mut after, chosen, &mut log);
        total += count(game, &after, depth - 1, fuel)?;
        game.undo(&mut after, &mut log);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use dagaz_core::Limits;
    use dagaz_drf::DrfFile;
    use dagaz_syntax::NoIncludes;

    use super::*;
    use crate::paths;

    fn identity_of(rules: &str) -> Identity {
        let text = format!("(drf 3) (game \"Test\" (players A B) {rules})");
        let file = DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default());
        let set = RuleSet::of(&file, 0).expect("it has no errors");
        let game = paths::make(file.rules(0).rules.expect("it has no errors"), &Limits::default());
        identity(&set, &game.expect("it is a game")).expect("no limit is met")
    }

    #[test]
    fn games_differ_by_what_can_be_played_and_not_by_their_text() {
        let lines = |length: u32, rule: &str| {
            format!(
                "(board (grid a-d 1-4) (lines row {length})) (piece Stone) (moves {rule}) \
                 (rule {rule} (at empty) (put Stone)) (win line (full row mine)) (draw full (no empty))"
            )
        };
        let one = identity_of(&lines(3, "place"));
        assert_eq!(one.counts, [16, 240, 3360]);
        assert_eq!(one, identity_of(&lines(3, "lay")), "the name of a rule does not matter");
        let longer = identity_of(&lines(4, "place"));
        assert_eq!((&one.counts, &one.endings), (&longer.counts, &longer.endings));
        assert_ne!(one, longer, "playouts end differently");
    }
}
