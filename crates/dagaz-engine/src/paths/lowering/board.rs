//! The board of the lowered rules: the same sites, with a direction for each hop of the rules, and
//! a zone for each set of sites.

use dagaz_core::{DirectionId, LimitHit, PlayerId, SiteId, SiteSet, Topology, TopologyBuilder, ZoneId};
use dagaz_rules::path::WayId;

use super::super::game::PathGame;

/// See the [module documentation](self).
pub(super) struct Board {
    builder: TopologyBuilder,
    zones: Vec<Vec<SiteSet>>,
    players: usize,
}

impl Board {
    /// The board of a game, without zones.
    pub(super) fn new(game: &PathGame) -> Result<Board, LimitHit> {
        let rules = &*game.rules;
        let mut builder = TopologyBuilder::new(&game.limits);
        for site in rules.topology.sites() {
            builder.site(site.clone())?;
        }
        let mut rows: Vec<&[SiteId]> = Vec::new();
        // Each way is the direction of its own number, as the first player sees it; what it is for
        // the others may be a direction already.
        for way in &rules.ways {
            row(&mut builder, &mut rows, &way.links[0])?;
        }
        for (index, way) in rules.ways.iter().enumerate() {
            for (player, links) in way.links.iter().enumerate().skip(1) {
                let known = rows.iter().position(|known| **known == **links).map(DirectionId::at);
                let meant = known.map_or_else(|| row(&mut builder, &mut rows, links), Ok)?;
                builder.symmetry(PlayerId::at(player), DirectionId::at(index), meant);
            }
        }
        Ok(Board { builder, zones: Vec::new(), players: rules.players.len() })
    }

    /// The direction of a way.
    pub(super) fn direction(way: WayId) -> DirectionId {
        DirectionId::at(way.index())
    }

    /// The zone of sets of sites: one for all players, or one for each.
    pub(super) fn zone(&mut self, sets: &[SiteSet]) -> Result<ZoneId, LimitHit> {
        if let Some(known) = self.zones.iter().position(|known| known == sets) {
            return Ok(ZoneId::at(known));
        }
        let name = self.zones.len().to_string();
        for player in (0..self.players).map(PlayerId::at) {
            let set = sets.get(player.index()).or(sets.first());
            let sites: Vec<SiteId> = set.into_iter().flat_map(SiteSet::iter).collect();
            self.builder.zone(&name, &[player], &sites)?;
        }
        self.zones.push(sets.to_vec());
        Ok(ZoneId::at(self.zones.len() - 1))
    }

    /// The finished board.
    pub(super) fn finish(self) -> Result<Topology, LimitHit> {
        self.builder.build()
    }
}

/// Adds a direction that leads so.
fn row<'a>(
    builder: &mut TopologyBuilder,
    rows: &mut Vec<&'a [SiteId]>,
    links: &'a [SiteId],
) -> Result<DirectionId, LimitHit> {
    let direction = builder.direction(&rows.len().to_string())?;
    for (from, to) in links.iter().enumerate().filter_map(|(from, to)| Some((from, to.some()?))) {
        builder.link(direction, SiteId::at(from), to)?;
    }
    rows.push(links);
    Ok(direction)
}
