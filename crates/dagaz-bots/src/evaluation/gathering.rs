//! Gathering: how near to one another a player's pieces stand.
//!
//! Where a game is won by bringing pieces together, or lost by scattering them, what pieces are
//! worth one by one says nothing of it.

use dagaz_core::{Game, PlayerId, Rank, Roster, SiteId, State};

use super::hops::Hops;
use crate::Sides;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Gathering {
    roster: Roster,
    hops: Hops,
    /// What it is worth to have one's pieces a hop nearer to one another on average than the others
    /// have theirs, in hundredths.
    pub(crate) hop: i32,
}

impl Gathering {
    /// On the board of a game; none where it is too large.
    pub(crate) fn of(game: &dyn Game, hop: i32) -> Option<Gathering> {
        Some(Gathering { roster: Roster::of(game), hops: Hops::of(game)?, hop })
    }

    /// How many hops nearer to one another a player's pieces stand on average than those of the
    /// others.
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

    /// What that is worth in a state, in hundredths.
    pub(crate) fn of_state(&self, game: &dyn Game, state: &State, player: PlayerId, sides: &Sides) -> i32 {
        let on = |site: SiteId| Some((self.roster.rank(state.piece(site)?), site.0));
        let pieces: Vec<(Rank, u16)> = game.topology().site_ids().filter_map(on).collect();
        (self.nearer(&pieces, player, sides) * self.hop as f32) as i32
    }
}
