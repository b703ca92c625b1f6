//! Gathering: the mean distance between a player's pieces.
//!
//! Where a game is won by connecting pieces, or lost by scattering them, piece values say nothing
//! about it.

use dagaz_core::{Game, PlayerId, Rank, Roster, SiteId, State};

use super::hops::Hops;
use crate::Sides;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Gathering {
    roster: Roster,
    hops: Hops,
    /// Value of a mean distance that is one hop less than the opponents', in hundredths.
    pub(crate) hop: i32,
}

impl Gathering {
    /// Distances of a game's board; `None` if it is too large.
    pub(crate) fn of(game: &dyn Game, hop: i32) -> Option<Gathering> {
        Some(Gathering { roster: Roster::of(game), hops: Hops::of(game)?, hop })
    }

    /// Returns how many hops nearer to one another a player's pieces stand on average than those of
    /// the others.
    fn nearer(&self, pieces: &[(Rank, u16)], player: PlayerId, sides: &Sides) -> f32 {
        let spread = |side: bool| {
            let own = |&&(rank, _): &&(Rank, u16)| {
                let owner = self.roster.piece(rank).owner;
                sides.choosers().contains(&owner) && sides.are_allied(owner, player) == side
            };
            let places: Vec<usize> = pieces.iter().filter(own).map(|&(_, site)| usize::from(site)).collect();
            let (mut sum, mut pairs) = (0u32, 0u32);
            for (number, one) in places.iter().enumerate() {
                for other in &places[..number] {
                    sum += self.hops.between(*one, *other);
                    pairs += 1;
                }
            }
            sum as f32 / pairs.max(1) as f32
        };
        spread(false) - spread(true)
    }

    /// Returns its value in a state, in hundredths.
    pub(crate) fn of_state(&self, game: &dyn Game, state: &State, player: PlayerId, sides: &Sides) -> i32 {
        let on = |site: SiteId| Some((self.roster.rank(state.piece(site)?), site.0));
        let pieces: Vec<(Rank, u16)> = game.topology().site_ids().filter_map(on).collect();
        (self.nearer(&pieces, player, sides) * self.hop as f32) as i32
    }
}
