//! Gathering: how near to one another a player's pieces stand.
//!
//! Where a game is won by bringing pieces together, or lost by scattering them, what pieces are worth one by one says nothing of it.

use std::collections::VecDeque;

use dagaz_core::{DirectionId, Game, PlayerId, Rank, Roster, SiteId, State};

use crate::Sides;

/// Boards with more sites than this are not looked at: distances are kept for each pair.
const SITES_MAX: usize = 400;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Gathering {
    roster: Roster,
    sites: usize,
    /// Hops from each site to each other.
    hops: Vec<u8>,
    /// What it is worth to have one's pieces a hop nearer to one another on average than the others have theirs, in hundredths.
    pub(crate) hop: i32,
}

impl Gathering {
    /// The distances of a board; none where it is too large.
    pub(crate) fn of(game: &dyn Game, hop: i32) -> Option<Gathering> {
        let topology = game.topology();
        let sites = topology.sites().len();
        if sites > SITES_MAX {
            return None;
        }
        let mut hops = vec![u8::MAX; sites * sites];
        for from in topology.site_ids() {
            let row = &mut hops[from.index() * sites..][..sites];
            row[from.index()] = 0;
            let mut queue = VecDeque::from([from]);
            while let Some(at) = queue.pop_front() {
                let farther = row[at.index()].saturating_add(1);
                for direction in (0..topology.directions().len()).map(DirectionId::at) {
                    let to = topology.link(at, direction);
                    if to != SiteId::NONE && row[to.index()] == u8::MAX {
                        row[to.index()] = farther;
                        queue.push_back(to);
                    }
                }
            }
        }
        Some(Gathering { roster: Roster::of(game), sites, hops, hop })
    }

    /// How many hops nearer to one another a player's pieces stand on average than those of the others.
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
                    sum += u32::from(self.hops[one * self.sites + other]);
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
