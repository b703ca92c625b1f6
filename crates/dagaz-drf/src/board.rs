//! The board: its sites, and in which order what belongs to it is made.

use std::collections::HashSet;

use dagaz_core::{
    DirectionId, Grid, GridPlace, LimitHit, LimitKind, PlayerId, Point, Site, SiteId, SiteSet, Topology,
    TopologyBuilder,
};
use dagaz_rules::path::WayId;

use super::environment::{EnvId, Name};
use super::grid::{self, DirectionInfo, Regular, SiteInfo};
use super::lower::Lower;
use super::words::BOARD_PARTS;
use dagaz_syntax::tree::NodeId;

/// Dimensions of a grid at most.
const DIMENSIONS_MAX: usize = 8;

/// Work of a site of the board: its name, its place, and where each direction leads from there.
const BOARD_WORK: usize = 32;

/// From the last column of one board to the first of the next.
const BETWEEN_BOARDS: f32 = 2.0;

impl Lower<'_> {
    /// Builds the board, and learns the names of its sites, directions, zones, lines and regions.
    pub(super) fn board(&mut self, form: NodeId) -> Topology {
        let parts: Vec<NodeId> = self.rest(form);
        let mut labels: Vec<Grid> = Vec::new();
        let mut tracks: Vec<NodeId> = Vec::new();
        for &part in &parts {
            if self.failed || self.stops_at(part) {
                break;
            }
            match self.head(part) {
                _ if self.is_unbounded(part) => self.unbounded_board(part, &parts, &mut labels),
                Some("grid" | "hex" | "hexhex" | "tri") => {
                    if let Some(board) = self.regular(part) {
                        self.add_regular(part, board, &mut labels);
                    }
                }
                Some("rings") => self.rings(part),
                Some("sites") => {
                    let names = self.rest(part);
                    if !self.has_room(part, names.len()) {
                        break;
                    }
                    for node in names {
                        let name = self.text(node).to_string();
                        self.sites.push(SiteInfo { name, ..SiteInfo::default() });
                    }
                }
                Some("track") => tracks.push(part),
                Some("columns") => self.columns(part),
                Some("unbounded") => self.misplaced_unbounded(part),
                Some(head) if BOARD_PARTS.contains(&head) => {}
                _ => {
                    let head = self.head(part).unwrap_or_default().to_string();
                    self.unknown(part, "this is no part of a board", &head, "a board consists of", &BOARD_PARTS);
                }
            }
        }
        if self.failed {
            self.sites.truncate(1);
            self.loose_links.clear();
            self.made_zones.clear();
        }
        self.tell_sites_apart(form);
        self.pay(BOARD_WORK * self.sites.len());
        self.name_sites();
        for &part in &parts {
            if self.failed || self.stops_at(part) {
                break;
            }
            match self.head(part) {
                Some("keep") => self.cut(part, true),
                Some("without") => self.cut(part, false),
                _ => {}
            }
        }
        match self.links(form, &parts, &tracks, labels) {
            Ok(topology) => topology,
            Err(hit) => {
                self.limit(form, &hit);
                let mut builder = TopologyBuilder::new(self.limits);
                let _ = builder.site(Site::default());
                builder.build().unwrap_or_else(|_| unreachable_board())
            }
        }
    }

    /// Returns whether a board may have so many more sites, which are not made yet; reports the
    /// limit if not.
    pub(super) fn has_room(&mut self, part: NodeId, more: usize) -> bool {
        let has_room = self.sites.len().saturating_add(more) <= self.limits.sites;
        if !has_room {
            self.limit(part, &LimitHit::new(LimitKind::Sites, self.limits.sites));
        }
        has_room
    }

    /// Complains about sites of the same name, and gives them others so that nothing else goes
    /// wrong with them.
    fn tell_sites_apart(&mut self, form: NodeId) {
        let mut known = HashSet::new();
        let mut twice: Option<String> = None;
        for (index, site) in self.sites.iter_mut().enumerate() {
            if !known.insert(site.name.clone()) {
                twice.get_or_insert(site.name.clone());
                site.name += &format!("'{index}");
                while !known.insert(site.name.clone()) {
                    site.name.push('\'');
                }
            }
        }
        if let Some(name) = twice {
            let message = format!("several sites of this board are called `{name}`");
            self.wrong(form, &message, "other labels: each site has a name of its own");
        }
    }

    /// `(columns)`: pieces stand on one another, as many as there are; `(columns 5)`: at most so
    /// many.
    fn columns(&mut self, part: NodeId) {
        let rest = self.rest(part);
        self.columns = match rest.first().map(|node| self.integer(*node)) {
            None => Some(None),
            Some(Some(most @ 2..=1_000)) => Some(Some(most as usize)),
            Some(_) => {
                self.wrong(part, "columns have a greatest height", "`(columns)` or `(columns 5)`: from 2 to 1,000");
                None
            }
        };
    }

    fn regular(&mut self, part: NodeId) -> Option<Regular> {
        let rest = self.rest(part);
        let head = self.head(part).unwrap_or_default().to_string();
        if head == "grid" || head == "hex" {
            if rest.len() > DIMENSIONS_MAX {
                self.wrong(part, "this board has too many dimensions", "at most 8");
                return None;
            }
            let numbers: Option<Vec<i32>> = rest.iter().map(|node| self.integer(*node)).collect();
            let labels: Option<Vec<Vec<String>>> = match numbers.as_deref() {
                // A rhombus has as many rows as columns unless both are given.
                Some([side]) if head == "hex" => Some(vec![grid::labelled(0, *side), grid::labelled(1, *side)]),
                _ => rest.iter().enumerate().map(|(dimension, node)| self.labels(dimension, *node)).collect(),
            };
            let full = |labels: &Vec<Vec<String>>| !labels.is_empty() && labels.iter().all(|one| !one.is_empty());
            let Some(labels) = labels.filter(|labels| full(labels) && (head == "grid" || labels.len() == 2)) else {
                self.wrong(
                    part,
                    "these are no labels of a board",
                    "`(grid a-h 1-8)`: for each dimension the first and the last, or how many there are",
                );
                return None;
            };
            let count = labels.iter().fold(1usize, |count, labels| count.saturating_mul(labels.len()));
            if !self.has_room(part, count) {
                return None;
            }
            return Some(if head == "grid" { grid::grid(labels) } else { grid::rhombus(labels) });
        }
        let side = rest.first().and_then(|node| self.integer(*node)).unwrap_or(0);
        if !(1..=70).contains(&side) {
            self.wrong(part, "this board needs the number of sites on a side", &format!("`({head} 5)`, from 1 to 70"));
            return None;
        }
        let along = side as usize;
        let is_hexagon = head == "hexhex";
        let count = if is_hexagon { 3 * along * (along - 1) + 1 } else { along * (along + 1) / 2 };
        if !self.has_room(part, count) {
            return None;
        }
        Some(if is_hexagon { grid::hexhex(side) } else { grid::triangle(side) })
    }

    /// Returns the labels of one dimension: written, or as many as a number says.
    fn labels(&self, dimension: usize, node: NodeId) -> Option<Vec<String>> {
        let labels = match self.integer(node) {
            Some(count) => grid::labelled(dimension, count),
            None => grid::labels(self.text(node))?,
        };
        self.pay(4 * labels.len());
        Some(labels)
    }

    pub(super) fn add_regular(&mut self, _part: NodeId, board: Regular, labels: &mut Vec<Grid>) {
        let place = labels.len() as u16;
        self.pay(self.every_site());
        // Boards lie side by side.
        let right = self
            .sites
            .iter()
            .filter_map(|site| Some(site.center?.x))
            .fold(None, |most: Option<f32>, x| Some(most.map_or(x, |most| most.max(x))));
        let beside = right.map_or(0.0, |right| right + BETWEEN_BOARDS);
        self.sites.extend(board.sites.into_iter().map(|site| {
            let center = site.center.map(|center| dagaz_core::Point { x: center.x + beside, ..center });
            SiteInfo { grid: Some(place), center, ..site }
        }));
        labels.push(Grid { labels: board.labels });
        for direction in board.directions {
            if !self.directions.iter().any(|known| known.name == direction.name) {
                self.directions.push(direction);
            }
        }
        for index in 0..self.directions.len() {
            let opposite: Vec<i32> = self.directions[index].step.iter().map(|along| -along).collect();
            let back = self.directions.iter().position(|other| other.step == opposite && !opposite.is_empty());
            self.directions[index].back = back.map(DirectionId::at);
        }
    }

    fn rings(&mut self, part: NodeId) {
        let rest = self.rest(part);
        let numbers: Vec<i32> = rest.iter().filter_map(|node| self.integer(*node)).collect();
        let [rings @ 1..=50, round @ 3..=200] = numbers[..] else {
            self.wrong(part, "rings need their number and the sites on each", "`(rings 3 8 (spokes 2 4 6 8))`");
            return;
        };
        if !self.has_room(part, (rings * round) as usize) {
            return;
        }
        let spokes: HashSet<i32> = match rest.iter().find(|node| self.head(**node) == Some("spokes")) {
            Some(spokes) => self.rest(*spokes).into_iter().filter_map(|node| self.integer(node)).collect(),
            None => (1..=round).collect(),
        };
        let first = self.sites.len();
        for ring in 0..rings {
            for index in 0..round {
                let name = format!("{}{}", grid::letters(ring as usize), index + 1);
                let center = Some(grid::ring_center(rings, round, ring, index));
                self.sites.push(SiteInfo { name, center, ..SiteInfo::default() });
            }
        }
        let at = |ring: i32, index: i32| first + (ring * round + index.rem_euclid(round)) as usize;
        // Rings of one board have their directions in common.
        let known = self.directions.iter().position(|direction| direction.name == "cw");
        let base = known.unwrap_or(self.directions.len());
        if known.is_none() {
            for (name, back) in [("cw", 1), ("ccw", 0), ("in", 3), ("out", 2)] {
                let back = Some(DirectionId::at(base + back));
                self.directions.push(DirectionInfo { name: name.to_string(), back, ..DirectionInfo::default() });
            }
        }
        for ring in 0..rings {
            for index in 0..round {
                self.loose_links.push((base, at(ring, index), at(ring, index + 1)));
                self.loose_links.push((base + 1, at(ring, index + 1), at(ring, index)));
                if ring + 1 < rings && spokes.contains(&(index + 1)) {
                    self.loose_links.push((base + 2, at(ring, index), at(ring + 1, index)));
                    self.loose_links.push((base + 3, at(ring + 1, index), at(ring, index)));
                }
            }
        }
        let ring = |ring: i32| (0..round).map(|index| SiteId::at(at(ring, index))).collect::<Vec<_>>();
        let corners = (0..rings).flat_map(|ring| (0..round).map(move |index| (ring, index)));
        let corners = corners
            .filter(|(_, index)| !spokes.contains(&(index + 1)))
            .map(|(ring, index)| SiteId::at(at(ring, index)));
        self.made_zones = vec![
            ("outer".to_string(), ring(0)),
            ("inner".to_string(), ring(rings - 1)),
            ("corner".to_string(), corners.collect()),
        ];
    }

    fn name_sites(&mut self) {
        self.site_places.clear();
        for (index, site) in self.sites.iter().enumerate() {
            self.site_names.insert(site.name.clone(), SiteId::at(index));
            self.site_places.entry((site.grid, site.at.clone())).or_insert(SiteId::at(index));
        }
    }

    /// Keeps some sites, or all but some.
    fn cut(&mut self, part: NodeId, keep: bool) {
        self.pay(8 * self.sites.len());
        let mut named = SiteSet::empty(self.sites.len());
        for node in self.rest(part) {
            let set = self.set(node, EnvId::EMPTY);
            named.unite(&self.fixed(&set, PlayerId(0), part));
        }
        if (0..self.sites.len()).map(SiteId::at).all(|site| named.contains(site) != keep) {
            self.wrong(part, "this leaves no site of the board", "a set of some of its sites");
            return;
        }
        let mut renumbered = vec![None; self.sites.len()];
        let mut kept = Vec::new();
        for (index, site) in std::mem::take(&mut self.sites).into_iter().enumerate() {
            if named.contains(SiteId::at(index)) == keep {
                renumbered[index] = Some(kept.len());
                kept.push(site);
            }
        }
        self.sites = kept;
        self.site_names.clear();
        self.name_sites();
        let links = std::mem::take(&mut self.loose_links);
        let kept = links.into_iter().filter_map(|(way, from, to)| Some((way, renumbered[from]?, renumbered[to]?)));
        self.loose_links = kept.collect();
        for (_, sites) in &mut self.made_zones {
            *sites = sites.iter().filter_map(|site| renumbered[site.index()].map(SiteId::at)).collect();
        }
    }

    fn links(
        &mut self,
        form: NodeId,
        parts: &[NodeId],
        tracks: &[NodeId],
        labels: Vec<Grid>,
    ) -> Result<Topology, LimitHit> {
        let mut builder = TopologyBuilder::new(self.limits);
        for mut grid in labels {
            grid.labels.get_mut(1).into_iter().for_each(|rows| rows.reverse());
            builder.grid(grid);
        }
        let size = |dimension: usize| {
            self.sites.iter().filter_map(|site| site.at.get(dimension)).max().map_or(1, |max| max + 1)
        };
        let sizes: Vec<i32> = (0..DIMENSIONS_MAX).map(size).collect();
        // Some boards are counted from their middle.
        let least = |dimension: usize| {
            self.sites.iter().filter_map(|site| site.at.get(dimension)).min().map_or(0, |least| (*least).min(0))
        };
        let least: Vec<i32> = (0..DIMENSIONS_MAX).map(least).collect();
        let numbers = self.numbers_of_squares();
        for (index, info) in self.sites.iter().enumerate() {
            // Rows are listed from the far one on, as in diagrams; down is forward there.
            let place = |(dimension, along): (usize, &i32)| {
                (if dimension == 1 { sizes[1] - 1 - along } else { along - least[dimension] }) as u16
            };
            let grid = info.grid.map(|grid| GridPlace { grid, index: info.at.iter().enumerate().map(place).collect() });
            let center = info.center.map(|point| Point { y: -point.y, ..point });
            let name = numbers.get(index).unwrap_or(&info.name).clone();
            builder.site(Site { name, center, grid, ..Site::default() })?;
        }
        for info in &self.directions {
            builder.direction(&info.name)?;
        }
        self.wrapped_dimensions = self.wrapped(parts);
        let wrapped = self.wrapped_dimensions.clone();
        let at: std::collections::HashMap<(u16, Vec<i32>), usize> = self
            .sites
            .iter()
            .enumerate()
            .filter_map(|(index, site)| Some(((site.grid?, site.at.clone()), index)))
            .collect();
        for (which, direction) in self.directions.iter().enumerate().filter(|(_, direction)| !direction.step.is_empty())
        {
            for (from, site) in self.sites.iter().enumerate() {
                let Some(grid) = site.grid.filter(|_| site.at.len() == direction.step.len()) else { continue };
                let mut to: Vec<i32> = site.at.iter().zip(&direction.step).map(|(at, step)| at + step).collect();
                wrapped.iter().for_each(|dimension| to[*dimension] = to[*dimension].rem_euclid(sizes[*dimension]));
                if let Some(to) = at.get(&(grid, to)) {
                    builder.link(DirectionId::at(which), SiteId::at(from), SiteId::at(*to))?;
                }
            }
        }
        for &(which, from, to) in &self.loose_links {
            builder.link(DirectionId::at(which), SiteId::at(from), SiteId::at(to))?;
        }
        self.name_directions();
        for &part in parts {
            match self.head(part) {
                Some("link") => self.link(part, &mut builder)?,
                Some("unlink") => self.unlink(part, &mut builder),
                _ => {}
            }
        }
        for &track in tracks {
            self.track(track, &mut builder)?;
        }
        self.symmetry(form, &mut builder);
        let directions = (0..self.directions.len()).map(DirectionId::at);
        self.links = directions.map(|direction| builder.links_so_far(direction).to_vec()).collect();
        self.zones_of(parts, &mut builder)?;
        let topology = builder.build()?;
        for &part in parts {
            if self.stops_at(part) {
                break;
            }
            match self.head(part) {
                Some("lines") => self.lines(part, &topology),
                Some("regions") => self.regions_of(part),
                _ => {}
            }
        }
        Ok(topology)
    }

    fn wrapped(&mut self, parts: &[NodeId]) -> Vec<usize> {
        let mut dimensions = Vec::new();
        for &part in parts
            .iter()
            .filter(|part| self.tree.head(**part).is_some_and(|head| self.tree.symbols.text(head) == "wrap"))
        {
            let names: Vec<String> = self.words(part).iter().map(|node| self.text(*node).to_string()).collect();
            for name in names {
                match self.directions.iter().find(|direction| direction.name == name) {
                    Some(direction) => {
                        dimensions.extend((0..direction.step.len()).filter(|along| direction.step[*along] != 0));
                    }
                    None => self.wrong(part, "only directions of a grid can go round", "`(wrap (e w))`"),
                }
            }
        }
        dimensions.sort_unstable();
        dimensions.dedup();
        dimensions
    }

    /// Gives directions, and the usual sets of them, their names.
    fn name_directions(&mut self) {
        let all: Vec<(String, Vec<i32>)> =
            self.directions.iter().map(|direction| (direction.name.clone(), direction.step.clone())).collect();
        let (mut orthogonal, mut diagonal) = (Vec::new(), Vec::new());
        let hexagonal = all.iter().any(|(name, step)| name == "ne" && step == &[0, 1]);
        for (index, (name, step)) in all.iter().enumerate() {
            let way = self.way(vec![DirectionId::at(index)]);
            self.board_takes(name, "a direction");
            self.declare_text(name, Name::Ways(vec![way]));
            let along = step.iter().filter(|along| **along != 0).count();
            if along <= 1 || hexagonal { orthogonal.push(way) } else { diagonal.push(way) }
        }
        let adjacent: Vec<WayId> = orthogonal.iter().chain(&diagonal).copied().collect();
        self.usual = [orthogonal, diagonal, adjacent];
        self.declare_usual();
    }
}

/// A board of one site is within all limits.
fn unreachable_board() -> Topology {
    unreachable!("a board of one site is within all limits")
}
