//! Hops: how far apart the sites of a board are, from link to link.

use std::collections::VecDeque;

use dagaz_core::{DirectionId, Game, SiteId};

/// Maximum number of sites, since distances are stored for each pair.
const SITES_MAX: usize = 400;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Hops {
    sites: usize,
    /// From each site to each other.
    hops: Vec<u8>,
}

impl Hops {
    /// Returns the distances of a board; `None` if it is too large.
    pub(crate) fn of(game: &dyn Game) -> Option<Hops> {
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
        Some(Hops { sites, hops })
    }

    /// From a site to another; 255 where there is no way.
    #[inline]
    pub(crate) fn between(&self, from: usize, to: usize) -> u32 {
        u32::from(self.hops[from * self.sites + to])
    }
}
