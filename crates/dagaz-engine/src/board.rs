//! The board as the machine sees it: all links in one table.

use dagaz_core::{DirectionId, PlayerId, SiteId, Topology};

/// Links by row: row `d` leads along direction `d`, row `directions + d` along it backwards.
#[derive(Debug)]
pub(crate) struct Board {
    sites: usize,
    directions: usize,
    links: Box<[SiteId]>,
    /// For each site the sites that any direction leads to.
    neighbours: Vec<Box<[SiteId]>>,
}

impl Board {
    pub(crate) fn new(topology: &Topology) -> Board {
        let (sites, directions) = (topology.sites().len(), topology.directions().len());
        let mut links = Vec::with_capacity(2 * sites * directions);
        (0..directions).for_each(|direction| links.extend_from_slice(topology.links(DirectionId::at(direction))));
        (0..directions).for_each(|direction| links.extend_from_slice(topology.links_back(DirectionId::at(direction))));
        let neighbours = topology.site_ids().map(|site| topology.neighbours(site).into_boxed_slice()).collect();
        Board { sites, directions, links: links.into_boxed_slice(), neighbours }
    }

    /// The row of a direction as `player` says it.
    pub(crate) fn row(&self, topology: &Topology, player: PlayerId, direction: DirectionId, backwards: bool) -> u16 {
        let real = topology.seen_by(player, direction).index();
        (if backwards { self.directions + real } else { real }) as u16
    }

    #[inline]
    pub(crate) fn link(&self, row: u16, site: SiteId) -> SiteId {
        self.links[row as usize * self.sites + site.index()]
    }

    #[inline]
    pub(crate) fn neighbours(&self, site: SiteId) -> &[SiteId] {
        &self.neighbours[site.index()]
    }

    #[inline]
    pub(crate) fn sites(&self) -> usize {
        self.sites
    }
}
