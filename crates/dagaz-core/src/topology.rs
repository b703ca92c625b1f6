//! The topology: sites, the directions that lead from one to another, zones, and how each player
//! sees them.
//!
//! There is no assumption of a grid, of two dimensions or of one board: a site is a node of a
//! graph, and coordinates are only for display and for reading positions. Languages play on cells,
//! on edges and on vertices; all three are sites, distinguished by [`SiteKind`].

use crate::{DirectionId, LimitHit, LimitKind, Limits, PlayerId, SiteId, SiteSet, ZoneId};

/// What a site is in the tiling that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SiteKind {
    /// A face of the tiling, or a loose place.
    #[default]
    Cell,
    /// A border between two cells.
    Edge,
    /// A corner where cells meet.
    Vertex,
}

/// A point of the picture, in the units of the rules file; `y` grows downwards, `z` counts levels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
    /// Level, for boards of several storeys.
    pub z: f32,
}

/// A site's place in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPlace {
    /// Which of the board's grids.
    pub grid: u16,
    /// Index along each dimension, first dimension first.
    pub index: Box<[u16]>,
}

/// A place on the board, in a hand, or in a store.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// The name that rules and records use.
    pub name: String,
    /// Cell, edge or vertex.
    pub kind: SiteKind,
    /// Where it is drawn, if it is drawn.
    pub center: Option<Point>,
    /// Its outline; empty if unknown.
    pub outline: Vec<Point>,
    /// Its place in a grid, if it has one.
    pub grid: Option<GridPlace>,
}

/// A grid that was laid out: the labels of its dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// For each dimension its labels, in order of the index.
    pub labels: Vec<Vec<String>>,
}

/// A named set of sites. A player without a set of its own has the common one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The name that rules use.
    pub name: String,
    /// The set of every player without an own one.
    pub common: SiteSet,
    /// The sets of players who have their own.
    pub own: Vec<(PlayerId, SiteSet)>,
}

impl Zone {
    /// Returns the zone as `player` sees it.
    pub fn of(&self, player: PlayerId) -> &SiteSet {
        self.own.iter().find(|(owner, _)| *owner == player).map_or(&self.common, |(_, set)| set)
    }
}

/// Bytes of a site with its name and its place in a grid.
const SITE_BYTES: usize = 256;

/// The board: sites, directions, links, zones and symmetries. A [`TopologyBuilder`] makes it; it
/// never changes.
///
/// ```
/// use dagaz_core::{Limits, Site, SiteId, TopologyBuilder};
///
/// let mut builder = TopologyBuilder::new(&Limits::default());
/// let [a1, a2] = ["a1", "a2"].map(|name| Site { name: name.into(), ..Site::default() });
/// let (a1, a2) = (builder.site(a1)?, builder.site(a2)?);
/// let north = builder.direction("n")?;
/// builder.link(north, a1, a2)?;
/// let board = builder.build()?;
/// assert_eq!(board.link(a1, north), a2);
/// assert_eq!(board.link(a2, north), SiteId::NONE);
/// assert_eq!(board.site_named("a2"), Some(a2));
/// # Ok::<(), dagaz_core::LimitHit>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Topology {
    sites: Vec<Site>,
    grids: Vec<Grid>,
    directions: Vec<String>,
    /// `links[direction][site]`: where the direction leads, or `NONE`.
    links: Vec<Box<[SiteId]>>,
    /// `back[direction][site]`: the first site from which the direction leads here, or `NONE`.
    back: Vec<Box<[SiteId]>>,
    zones: Vec<Zone>,
    /// `symmetries[player][direction]`: what the player's direction really is.
    symmetries: Vec<Box<[DirectionId]>>,
}

impl Topology {
    /// Returns all sites, in order of declaration.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// Returns the ids of all sites.
    pub fn site_ids(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.sites.len()).map(SiteId::at)
    }

    /// Returns the grids that were laid out.
    pub fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// Returns the names of the directions.
    pub fn directions(&self) -> &[String] {
        &self.directions
    }

    /// Returns all zones.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// One site.
    pub fn site(&self, site: SiteId) -> &Site {
        &self.sites[site.index()]
    }

    /// About how many bytes it takes in memory.
    pub fn memory(&self) -> usize {
        let outlines: usize = self.sites.iter().map(|site| site.outline.len()).sum();
        let links = 2 * self.directions.len() * self.sites.len() * size_of::<SiteId>();
        let sets: usize = self.zones.iter().map(|zone| 1 + zone.own.len()).sum();
        self.sites.len() * SITE_BYTES + outlines * size_of::<Point>() + links + sets * self.sites.len() / 8
    }

    /// Returns the site of that name.
    pub fn site_named(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|site| site.name == name).map(SiteId::at)
    }

    /// Returns the direction of that name.
    pub fn direction_named(&self, name: &str) -> Option<DirectionId> {
        self.directions.iter().position(|direction| direction == name).map(DirectionId::at)
    }

    /// Returns the zone of that name.
    pub fn zone_named(&self, name: &str) -> Option<ZoneId> {
        self.zones.iter().position(|zone| zone.name == name).map(ZoneId::at)
    }

    /// Returns the site to which `direction` leads from `site`, or [`SiteId::NONE`].
    #[inline]
    pub fn link(&self, site: SiteId, direction: DirectionId) -> SiteId {
        self.links[direction.index()][site.index()]
    }

    /// Returns the site from which `direction` leads here, the first one declared, or
    /// [`SiteId::NONE`].
    #[inline]
    pub fn link_back(&self, site: SiteId, direction: DirectionId) -> SiteId {
        self.back[direction.index()][site.index()]
    }

    /// Returns all links of a direction, indexed by site.
    #[inline]
    pub fn links(&self, direction: DirectionId) -> &[SiteId] {
        &self.links[direction.index()]
    }

    /// Returns all links of a direction read backwards, indexed by site.
    #[inline]
    pub fn links_back(&self, direction: DirectionId) -> &[SiteId] {
        &self.back[direction.index()]
    }

    /// Returns the board direction that a direction means for `player`.
    #[inline]
    pub fn seen_by(&self, player: PlayerId, direction: DirectionId) -> DirectionId {
        match self.symmetries.get(player.index()) {
            Some(map) => map[direction.index()],
            None => direction,
        }
    }

    /// Returns the sites that any direction leads to from `site`, each once, in order of direction.
    pub fn neighbours(&self, site: SiteId) -> Vec<SiteId> {
        let mut found = Vec::new();
        for links in &self.links {
            let next = links[site.index()];
            if next != SiteId::NONE && !found.contains(&next) {
                found.push(next);
            }
        }
        found
    }
}

/// Collects a board piece by piece, later parts overriding earlier ones, and checks the limits on
/// the way.
#[derive(Clone, Debug)]
pub struct TopologyBuilder {
    limits: Limits,
    sites: Vec<Site>,
    alive: Vec<bool>,
    names: std::collections::HashMap<String, SiteId>,
    grids: Vec<Grid>,
    directions: Vec<String>,
    links: Vec<Vec<SiteId>>,
    link_count: usize,
    zones: Vec<(String, Vec<PlayerId>, Vec<SiteId>)>,
    symmetries: Vec<(PlayerId, DirectionId, DirectionId)>,
}

impl TopologyBuilder {
    /// Returns an empty board.
    pub fn new(limits: &Limits) -> TopologyBuilder {
        TopologyBuilder {
            limits: limits.clone(),
            sites: Vec::new(),
            alive: Vec::new(),
            names: Default::default(),
            grids: Vec::new(),
            directions: Vec::new(),
            links: Vec::new(),
            link_count: 0,
            zones: Vec::new(),
            symmetries: Vec::new(),
        }
    }

    /// Adds a site. A name that exists already keeps its site, and the site takes the new display
    /// data.
    pub fn site(&mut self, site: Site) -> Result<SiteId, LimitHit> {
        if let Some(&known) = self.names.get(&site.name) {
            self.sites[known.index()] = site;
            self.alive[known.index()] = true;
            return Ok(known);
        }
        if self.sites.len() >= self.limits.sites {
            return Err(LimitHit::new(LimitKind::Sites, self.limits.sites));
        }
        let id = SiteId::at(self.sites.len());
        self.names.insert(site.name.clone(), id);
        self.sites.push(site);
        self.alive.push(true);
        self.links.iter_mut().for_each(|links| links.push(SiteId::NONE));
        Ok(id)
    }

    /// Notes the labels of a grid whose sites are added one by one; gives its number for
    /// [`GridPlace`].
    pub fn grid(&mut self, grid: Grid) -> u16 {
        self.grids.push(grid);
        (self.grids.len() - 1) as u16
    }

    /// Returns the direction of that name, added if it is new.
    pub fn direction(&mut self, name: &str) -> Result<DirectionId, LimitHit> {
        if let Some(known) = self.find_direction(name) {
            return Ok(known);
        }
        if self.directions.len() >= self.limits.directions {
            return Err(LimitHit::new(LimitKind::Directions, self.limits.directions));
        }
        self.directions.push(name.to_string());
        self.links.push(vec![SiteId::NONE; self.sites.len()]);
        Ok(DirectionId::at(self.directions.len() - 1))
    }

    /// Returns the direction of that name, if it has been added.
    pub fn find_direction(&self, name: &str) -> Option<DirectionId> {
        self.directions.iter().position(|known| known == name).map(DirectionId::at)
    }

    /// Returns the site of that name, if it has been added and not been removed.
    pub fn find_site(&self, name: &str) -> Option<SiteId> {
        self.names.get(name).copied().filter(|site| self.alive[site.index()])
    }

    /// Returns the names of all sites that have not been removed.
    pub fn site_names(&self) -> impl Iterator<Item = &str> {
        self.sites.iter().zip(&self.alive).filter(|(_, alive)| **alive).map(|(site, _)| site.name.as_str())
    }

    /// Returns the names of all directions.
    pub fn direction_names(&self) -> &[String] {
        &self.directions
    }

    /// Makes `direction` lead from one site to another, in place of where it led before.
    pub fn link(&mut self, direction: DirectionId, from: SiteId, to: SiteId) -> Result<(), LimitHit> {
        let link = &mut self.links[direction.index()][from.index()];
        if *link == SiteId::NONE {
            if self.link_count >= self.limits.links {
                return Err(LimitHit::new(LimitKind::Links, self.limits.links));
            }
            self.link_count += 1;
        }
        *link = to;
        Ok(())
    }

    /// Where a direction leads from each site so far.
    pub fn links_so_far(&self, direction: DirectionId) -> &[SiteId] {
        &self.links[direction.index()]
    }

    /// Removes the links from one site to another.
    pub fn unlink(&mut self, from: SiteId, to: SiteId) {
        for links in &mut self.links {
            if links[from.index()] == to {
                links[from.index()] = SiteId::NONE;
                self.link_count -= 1;
            }
        }
    }

    /// Removes the link that leads from a site in a direction.
    pub fn unlink_towards(&mut self, from: SiteId, direction: DirectionId) {
        let link = &mut self.links[direction.index()][from.index()];
        if *link != SiteId::NONE {
            *link = SiteId::NONE;
            self.link_count -= 1;
        }
    }

    /// Removes all links to and from a site.
    pub fn isolate(&mut self, site: SiteId) {
        for links in &mut self.links {
            if links[site.index()] != SiteId::NONE {
                links[site.index()] = SiteId::NONE;
                self.link_count -= 1;
            }
            for link in links.iter_mut().filter(|link| **link == site) {
                *link = SiteId::NONE;
                self.link_count -= 1;
            }
        }
    }

    /// Removes a site with all its links.
    pub fn remove(&mut self, site: SiteId) {
        self.isolate(site);
        self.alive[site.index()] = false;
    }

    /// Adds a zone: for the named players, or for all if there is none. A player's sites of one
    /// name add up.
    pub fn zone(&mut self, name: &str, players: &[PlayerId], sites: &[SiteId]) -> Result<(), LimitHit> {
        if self.zones.len() >= self.limits.zones * self.limits.players {
            return Err(LimitHit::new(LimitKind::Zones, self.limits.zones));
        }
        self.zones.push((name.to_string(), players.to_vec(), sites.to_vec()));
        Ok(())
    }

    /// Declares that `player`'s direction `said` is the board direction `meant`.
    pub fn symmetry(&mut self, player: PlayerId, said: DirectionId, meant: DirectionId) {
        self.symmetries.push((player, said, meant));
    }

    /// Returns the finished board. Removed sites are dropped and the others are renumbered in order
    /// of declaration.
    pub fn build(self) -> Result<Topology, LimitHit> {
        let mut renumbered = vec![SiteId::NONE; self.sites.len()];
        let mut sites = Vec::new();
        for (old, site) in self.sites.into_iter().enumerate() {
            if self.alive[old] {
                renumbered[old] = SiteId::at(sites.len());
                sites.push(site);
            }
        }
        let renumber = |site: SiteId| site.some().map_or(SiteId::NONE, |site| renumbered[site.index()]);
        let mut links = Vec::new();
        let mut back = Vec::new();
        for old_links in &self.links {
            let mut row = vec![SiteId::NONE; sites.len()];
            let mut back_row = vec![SiteId::NONE; sites.len()];
            for (old, &to) in old_links.iter().enumerate() {
                let (from, to) = (renumbered[old], renumber(to));
                if from != SiteId::NONE && to != SiteId::NONE {
                    row[from.index()] = to;
                    if back_row[to.index()] == SiteId::NONE {
                        back_row[to.index()] = from;
                    }
                }
            }
            links.push(row.into_boxed_slice());
            back.push(back_row.into_boxed_slice());
        }
        let mut zones: Vec<Zone> = Vec::new();
        for (name, players, members) in &self.zones {
            let members = members.iter().map(|&site| renumber(site)).filter(|&site| site != SiteId::NONE);
            let set = SiteSet::of(sites.len(), members);
            let zone = match zones.iter_mut().position(|zone| zone.name == *name) {
                Some(known) => &mut zones[known],
                None => {
                    if zones.len() >= self.limits.zones {
                        return Err(LimitHit::new(LimitKind::Zones, self.limits.zones));
                    }
                    zones.push(Zone { name: name.clone(), common: SiteSet::empty(sites.len()), own: Vec::new() });
                    let last = zones.len() - 1;
                    &mut zones[last]
                }
            };
            if players.is_empty() {
                zone.common.unite(&set);
            }
            for &player in players {
                match zone.own.iter_mut().find(|(owner, _)| *owner == player) {
                    Some((_, own)) => own.unite(&set),
                    None => zone.own.push((player, set.clone())),
                }
            }
        }
        let identity: Vec<DirectionId> = (0..self.directions.len()).map(DirectionId::at).collect();
        let players = self.symmetries.iter().map(|(player, ..)| player.index() + 1).max().unwrap_or(0);
        let mut symmetries = vec![identity.into_boxed_slice(); players];
        for (player, said, meant) in self.symmetries {
            symmetries[player.index()][said.index()] = meant;
        }
        Ok(Topology { sites, grids: self.grids, directions: self.directions, links, back, zones, symmetries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of_three() -> TopologyBuilder {
        let mut board = TopologyBuilder::new(&Limits::default());
        let sites: Vec<SiteId> = ["a", "b", "c"]
            .map(|name| board.site(Site { name: name.into(), ..Site::default() }).expect("within limits"))
            .to_vec();
        let (e, w) = (board.direction("e").expect("few"), board.direction("w").expect("few"));
        for pair in sites.windows(2) {
            board.link(e, pair[0], pair[1]).expect("few links");
            board.link(w, pair[1], pair[0]).expect("few links");
        }
        board
    }

    #[test]
    fn removing_a_site_removes_its_links() {
        let mut board = row_of_three();
        let b = board.find_site("b").expect("declared");
        board.remove(b);
        let board = board.build().expect("within limits");
        let (a, c) = (board.site_named("a").expect("kept"), board.site_named("c").expect("kept"));
        assert_eq!((a, c), (SiteId(0), SiteId(1)));
        assert!(board.neighbours(a).is_empty() && board.neighbours(c).is_empty());
    }

    #[test]
    fn a_player_sees_directions_and_zones_of_its_own() {
        let mut board = row_of_three();
        let (e, w) = (board.direction("e").expect("known"), board.direction("w").expect("known"));
        board.symmetry(PlayerId(1), e, w);
        let (a, c) = (board.find_site("a").expect("declared"), board.find_site("c").expect("declared"));
        board.zone("home", &[PlayerId(0)], &[a]).expect("few");
        board.zone("home", &[PlayerId(1)], &[c]).expect("few");
        let board = board.build().expect("within limits");
        assert_eq!(board.seen_by(PlayerId(0), e), e);
        assert_eq!(board.seen_by(PlayerId(1), e), w);
        assert_eq!(board.link_back(a, w), SiteId(1));
        assert!(board.zones()[0].of(PlayerId(1)).contains(c) && !board.zones()[0].of(PlayerId(1)).contains(a));
    }

    #[test]
    fn a_board_larger_than_the_limit_is_refused() {
        let limits = Limits { sites: 2, ..Limits::default() };
        let mut board = TopologyBuilder::new(&limits);
        let add = |board: &mut TopologyBuilder, name: &str| board.site(Site { name: name.into(), ..Site::default() });
        assert!(add(&mut board, "a").is_ok() && add(&mut board, "b").is_ok());
        assert_eq!(add(&mut board, "c"), Err(LimitHit::new(LimitKind::Sites, 2)));
    }
}
