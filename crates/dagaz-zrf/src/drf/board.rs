//! The board: sites first, then what leads from one to another, then zones, lines and regions.

use dagaz_core::{
    DirectionId, Grid, GridPlace, LimitHit, LimitKind, PlayerId, Point, Site, SiteId, SiteSet, Topology,
    TopologyBuilder, ZoneId,
};
use dagaz_rules::path::{Lines, LinesId, Set, WayId};

use super::grid::{self, DirectionInfo, Regular, SiteInfo};
use super::lower::Lower;
use super::names::{EnvId, Name};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::tree::NodeId;

pub(super) const PARTS: [&str; 18] = [
    "grid", "hex", "hexhex", "tri", "rings", "sites", "keep", "without", "link", "unlink", "wrap", "track", "zone",
    "lines", "regions", "columns", "image", "labels",
];

/// Dimensions of a grid at most.
const DIMENSIONS_MAX: usize = 8;

impl Lower<'_> {
    /// Builds the board, and learns the names of its sites, directions, zones, lines and regions.
    pub(super) fn board(&mut self, form: NodeId) -> Topology {
        let parts: Vec<NodeId> = self.rest(form);
        let mut labels: Vec<Grid> = Vec::new();
        let mut tracks: Vec<NodeId> = Vec::new();
        for &part in &parts {
            match self.head(part) {
                Some("grid" | "hex" | "hexhex" | "tri") => {
                    if let Some(board) = self.regular(part) {
                        self.add_regular(part, board, &mut labels);
                    }
                }
                Some("rings") => self.rings(part),
                Some("sites") => {
                    for node in self.rest(part) {
                        let name = self.text(node).to_string();
                        self.sites.push(SiteInfo { name, ..SiteInfo::default() });
                    }
                }
                Some("track") => tracks.push(part),
                Some("columns") => self.not_yet(part, "columns of pieces"),
                Some(head) if PARTS.contains(&head) => {}
                _ => {
                    let head = self.head(part).unwrap_or_default().to_string();
                    self.unknown(part, "this is no part of a board", &head, "a board consists of", &PARTS);
                }
            }
        }
        if self.sites.len() > self.limits.sites {
            self.limit(form, &LimitHit::new(LimitKind::Sites, self.limits.sites));
            self.sites.truncate(1);
        }
        self.name_sites();
        for &part in &parts {
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
                // A rhombus has as many rows as columns unless they are told apart.
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
            let count = labels.iter().try_fold(1usize, |count, labels| count.checked_mul(labels.len()));
            if count.is_none_or(|count| count > self.limits.sites) {
                self.limit(part, &LimitHit::new(LimitKind::Sites, self.limits.sites));
                return None;
            }
            return Some(if head == "grid" { grid::grid(labels) } else { grid::rhombus(labels) });
        }
        let side = rest.first().and_then(|node| self.integer(*node)).unwrap_or(0);
        if !(1..=70).contains(&side) {
            self.wrong(part, "this board needs the number of sites on a side", &format!("`({head} 5)`, from 1 to 70"));
            return None;
        }
        Some(if head == "hexhex" { grid::hexhex(side) } else { grid::triangle(side) })
    }

    /// The labels of one dimension: written, or as many as a number says.
    fn labels(&self, dimension: usize, node: NodeId) -> Option<Vec<String>> {
        match self.integer(node) {
            Some(count) => Some(grid::labelled(dimension, count)),
            None => grid::labels(self.text(node)),
        }
    }

    fn add_regular(&mut self, _part: NodeId, board: Regular, labels: &mut Vec<Grid>) {
        let place = labels.len() as u16;
        self.sites.extend(board.sites.into_iter().map(|site| SiteInfo { grid: Some(place), ..site }));
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
        let spokes: Vec<i32> = match rest.iter().find(|node| self.head(**node) == Some("spokes")) {
            Some(spokes) => self.rest(*spokes).into_iter().filter_map(|node| self.integer(node)).collect(),
            None => (1..=round).collect(),
        };
        let first = self.sites.len();
        for ring in 0..rings {
            for index in 0..round {
                let name = format!("{}{}", char::from(b'a' + ring as u8 % 26), index + 1);
                let center = Some(grid::ring_center(rings, round, ring, index));
                self.sites.push(SiteInfo { name, center, ..SiteInfo::default() });
            }
        }
        let at = |ring: i32, index: i32| first + (ring * round + index.rem_euclid(round)) as usize;
        for (name, back) in [("cw", 1), ("ccw", 0), ("in", 3), ("out", 2)] {
            let start = self.directions.len() as i32
                - ["cw", "ccw", "in", "out"].iter().position(|n| *n == name).unwrap_or(0) as i32;
            let back = Some(DirectionId::at((start + back) as usize));
            self.directions.push(DirectionInfo { name: name.to_string(), back, ..DirectionInfo::default() });
        }
        let base = self.directions.len() - 4;
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
        for index in 0..self.sites.len() {
            let name = self.sites[index].name.clone();
            self.site_names.insert(name, SiteId::at(index));
        }
    }

    /// Keeps some sites, or all but some.
    fn cut(&mut self, part: NodeId, keep: bool) {
        let mut named = SiteSet::empty(self.sites.len());
        for node in self.rest(part) {
            let set = self.set(node, EnvId::EMPTY);
            named.unite(&self.fixed(&set, PlayerId(0), part));
        }
        let mut renumbered = vec![None; self.sites.len()];
        let mut kept = Vec::new();
        for (index, site) in std::mem::take(&mut self.sites).into_iter().enumerate() {
            if named.contains(SiteId::at(index)) == keep {
                renumbered[index] = Some(kept.len());
                kept.push(site);
            }
        }
        if kept.is_empty() {
            self.wrong(part, "this leaves no site of the board", "a set of some of its sites");
            kept.push(SiteInfo::default());
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
        for info in &self.sites {
            // Rows are told from the far one on, as pictures of boards are read; down is forward there.
            let place =
                |(dimension, along): (usize, &i32)| (if dimension == 1 { sizes[1] - 1 - along } else { *along }) as u16;
            let grid = info
                .grid
                .filter(|_| info.at.iter().all(|along| *along >= 0))
                .map(|grid| GridPlace { grid, index: info.at.iter().enumerate().map(place).collect() });
            let center = info.center.map(|point| Point { y: -point.y, ..point });
            builder.site(Site { name: info.name.clone(), center, grid, ..Site::default() })?;
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
        self.zones_of(parts, &mut builder)?;
        let topology = builder.build()?;
        for &part in parts {
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
            self.declare_text(name, Name::Ways(vec![way]));
            let along = step.iter().filter(|along| **along != 0).count();
            if along <= 1 || hexagonal { orthogonal.push(way) } else { diagonal.push(way) }
        }
        let adjacent: Vec<WayId> = orthogonal.iter().chain(&diagonal).copied().collect();
        self.usual = [orthogonal, diagonal, adjacent];
        self.declare_usual();
    }

    fn direction_of(&mut self, name: &str, builder: &mut TopologyBuilder) -> Result<DirectionId, LimitHit> {
        let id = builder.direction(name)?;
        if id.index() == self.directions.len() {
            self.directions.push(DirectionInfo { name: name.to_string(), ..DirectionInfo::default() });
        }
        Ok(id)
    }

    /// A direction and the one that leads back.
    fn both_ways(&mut self, name: &str, builder: &mut TopologyBuilder) -> Result<(DirectionId, DirectionId), LimitHit> {
        let there = self.direction_of(name, builder)?;
        let back = match self.directions[there.index()].back {
            Some(back) => back,
            None => self.direction_of(&format!("back-{name}"), builder)?,
        };
        self.directions[there.index()].back = Some(back);
        self.directions[back.index()].back = Some(there);
        Ok((there, back))
    }

    fn declare_direction(&mut self, name: &str, direction: DirectionId) {
        let way = self.way(vec![direction]);
        self.declare_text(name, Name::Ways(vec![way]));
    }

    fn declare_usual(&mut self) {
        let usual = self.usual.clone();
        for (name, ways) in ["orthogonal", "diagonal", "adjacent"].into_iter().zip(usual) {
            self.declare_text(name, Name::Ways(ways));
        }
    }

    /// `(link d (a b) …)`
    fn link(&mut self, part: NodeId, builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        let rest = self.rest(part);
        let Some((&name, pairs)) = rest.split_first() else {
            self.wrong(part, "a link needs a direction and pairs of sites", "`(link next (a1 b1) (b1 c1))`");
            return Ok(());
        };
        let name = self.text(name).to_string();
        let (there, back) = self.both_ways(&name, builder)?;
        self.declare_direction(&name, there);
        for &pair in pairs {
            let sites: Vec<SiteId> = self.members(pair).into_iter().filter_map(|node| self.site(node)).collect();
            match sites[..] {
                [from, to] => {
                    builder.link(there, from, to)?;
                    builder.link(back, to, from)?;
                }
                _ => self.wrong(pair, "a link leads from one site to another", "`(a1 b1)`"),
            }
        }
        Ok(())
    }

    fn unlink(&mut self, part: NodeId, builder: &mut TopologyBuilder) {
        let rest = self.rest(part);
        let [dirs, sets @ ..] = rest.as_slice() else { return };
        let Some(ways) = self.ways_of(*dirs, EnvId::EMPTY) else {
            self.wrong(*dirs, "these are no directions", "`(unlink diagonal light)`");
            return;
        };
        let mut sites = SiteSet::empty(self.sites.len());
        for set in sets {
            let lowered = self.set(*set, EnvId::EMPTY);
            sites.unite(&self.fixed(&lowered, PlayerId(0), *set));
        }
        for way in ways {
            let directions = self.ways[way.index()].clone();
            sites.iter().for_each(|site| builder.unlink_towards(site, directions[0]));
        }
    }

    /// `(track next [Player] s1 s2 …)`
    fn track(&mut self, part: NodeId, builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        let rest = self.rest(part);
        let Some((&first, mut path)) = rest.split_first() else {
            self.wrong(part, "a track needs a direction and its sites in order", "`(track next a1..f1 f2..a2 a1)`");
            return Ok(());
        };
        let name = self.text(first).to_string();
        let player = path.first().and_then(|node| self.player_named(*node));
        if player.is_some() {
            path = &path[1..];
        }
        let known = self.directions.iter().any(|direction| direction.name == name);
        let own_name = match player {
            Some(player) if known => format!("{name}:{}", self.players[player.index()].name),
            _ => name.clone(),
        };
        let (there, back) = self.both_ways(&own_name, builder)?;
        if known {
            let (common, common_back) = self.both_ways(&name, builder)?;
            if let Some(player) = player {
                builder.symmetry(player, common, there);
                builder.symmetry(player, common_back, back);
            }
        } else {
            self.declare_direction(&name, there);
        }
        let mut sites = Vec::new();
        for &node in path {
            let word = self.text(node).to_string();
            match self.range(&word).or_else(|| self.site_names.get(&word).map(|site| vec![*site])) {
                Some(run) => sites.extend(run),
                None => self.wrong(node, "this is no site of the board", "a site, or a run of them such as `a1..f1`"),
            }
        }
        for pair in sites.windows(2) {
            builder.link(there, pair[0], pair[1])?;
            builder.link(back, pair[1], pair[0])?;
        }
        Ok(())
    }

    /// Who sees which direction where.
    fn symmetry(&mut self, _form: NodeId, builder: &mut TopologyBuilder) {
        let count = self.players.len();
        self.seen = vec![(0..self.directions.len()).map(DirectionId::at).collect(); count.max(1)];
        let written: Vec<NodeId> = self.clauses_of("symmetry").into_iter().map(|clause| clause.form).collect();
        let turn = |lower: &mut Self,
                    builder: &mut TopologyBuilder,
                    player: PlayerId,
                    map: &dyn Fn((i32, i32)) -> (i32, i32)| {
            for index in 0..lower.directions.len() {
                let Some(vector) = lower.directions[index].vector else { continue };
                let wanted = map(vector);
                let to = lower.directions.iter().position(|other| other.vector == Some(wanted));
                if let Some(to) = to {
                    lower.seen[player.index()][index] = DirectionId::at(to);
                    builder.symmetry(player, DirectionId::at(index), DirectionId::at(to));
                }
            }
        };
        let flat = self.directions.iter().any(|direction| direction.name == "n" && direction.vector == Some((0, 1)));
        if written.is_empty() {
            if count == 2 && flat {
                turn(self, builder, PlayerId(1), &|(x, y)| (x, -y));
            }
            return;
        }
        for form in written {
            for entry in self.rest(form) {
                let parts = self.members(entry);
                let Some(player) = parts.first().and_then(|node| self.player_named(*node)) else {
                    self.wrong(entry, "this names no player", "`(symmetry (Black mirror))`");
                    continue;
                };
                let how = parts.get(1).copied();
                let word = how.map_or(String::new(), |node| self.text(node).to_string());
                match word.as_str() {
                    "mirror" => turn(self, builder, player, &|(x, y)| (x, -y)),
                    "0" => {}
                    "90" => turn(self, builder, player, &|(x, y)| (-y, x)),
                    "180" => turn(self, builder, player, &|(x, y)| (-x, -y)),
                    "270" => turn(self, builder, player, &|(x, y)| (y, -x)),
                    _ => {
                        for pair in &parts[1..] {
                            let ways: Vec<Option<Vec<WayId>>> =
                                self.members(*pair).into_iter().map(|node| self.ways_of(node, EnvId::EMPTY)).collect();
                            let [Some(from), Some(to)] = ways.as_slice() else {
                                self.wrong(
                                    *pair,
                                    "this is no symmetry",
                                    "`mirror`, `0`, `90`, `180`, `270`, or pairs of directions such as `(n s)`",
                                );
                                continue;
                            };
                            let (from, to) = (self.ways[from[0].index()][0], self.ways[to[0].index()][0]);
                            for (from, to) in [(from, to), (to, from)] {
                                self.seen[player.index()][from.index()] = to;
                                builder.symmetry(player, from, to);
                            }
                        }
                    }
                }
            }
        }
    }

    fn zones_of(&mut self, parts: &[NodeId], builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        for (name, sites) in std::mem::take(&mut self.made_zones) {
            let set = SiteSet::of(self.sites.len(), sites.iter().copied());
            self.add_zone(&name, vec![set; self.players.len()], builder)?;
        }
        let players: Vec<PlayerId> = (0..self.players.len()).map(PlayerId::at).collect();
        let mut declared: Vec<(String, Vec<SiteSet>)> = Vec::new();
        for &part in parts {
            if self.head(part) != Some("zone") {
                continue;
            }
            let rest = self.rest(part);
            let Some((&name, mut sets)) = rest.split_first() else { continue };
            let name = self.text(name).to_string();
            let owner = sets.first().and_then(|node| self.player_named(*node));
            if owner.is_some() {
                sets = &sets[1..];
            }
            let place = declared.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                declared.push((name.clone(), vec![SiteSet::empty(self.sites.len()); players.len()]));
                declared.len() - 1
            });
            for &player in players.iter().filter(|player| owner.is_none_or(|owner| owner == **player)) {
                for &set in sets {
                    let lowered = self.set(set, EnvId::EMPTY);
                    let sites = self.fixed(&lowered, player, set);
                    declared[place].1[player.index()].unite(&sites);
                }
            }
            // A later zone may speak of an earlier one.
            let sets = declared[place].1.clone();
            match self.zone_place(&name) {
                Some(zone) => self.zones[zone.index()] = sets,
                None => self.declare_zone(&name, sets),
            }
        }
        for (name, sets) in declared {
            self.build_zone(&name, &sets, builder)?;
        }
        Ok(())
    }

    fn add_zone(&mut self, name: &str, sets: Vec<SiteSet>, builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        self.build_zone(name, &sets, builder)?;
        self.declare_zone(name, sets);
        Ok(())
    }

    fn zone_place(&self, name: &str) -> Option<ZoneId> {
        match self.names.get(&self.symbol(name)?)? {
            Name::Zone(zone) => Some(*zone),
            _ => None,
        }
    }

    fn declare_zone(&mut self, name: &str, sets: Vec<SiteSet>) {
        self.zones.push(sets);
        self.declare_text(name, Name::Zone(ZoneId::at(self.zones.len() - 1)));
    }

    fn build_zone(&self, name: &str, sets: &[SiteSet], builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        let members = |set: &SiteSet| set.iter().collect::<Vec<_>>();
        if sets.windows(2).all(|pair| pair[0] == pair[1]) {
            return builder.zone(name, &[], &sets.first().map_or(Vec::new(), members));
        }
        sets.iter().enumerate().try_for_each(|(player, set)| builder.zone(name, &[PlayerId::at(player)], &members(set)))
    }

    /// `(lines NAME 5 [dirs])` or `(lines NAME (corner cw cw) …)`
    fn lines(&mut self, part: NodeId, topology: &Topology) {
        let rest = self.rest(part);
        let Some((&name, how)) = rest.split_first() else { return };
        let name = self.text(name).to_string();
        let mut runs: Vec<Vec<SiteId>> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let mut add = |run: Vec<SiteId>| {
            let mut sorted = run.clone();
            sorted.sort_unstable();
            if known.insert(sorted) {
                runs.push(run);
            }
        };
        match how.first().and_then(|node| self.integer(*node)) {
            Some(length @ 1..=1_000) => {
                let ways = match how.get(1) {
                    Some(dirs) => self.ways_of(*dirs, EnvId::EMPTY),
                    None => Some(self.usual[2].clone()),
                };
                for way in ways.unwrap_or_default() {
                    let direction = self.ways[way.index()][0];
                    // Of a direction and the one back the first will do.
                    for site in topology.site_ids() {
                        let next = |site: &SiteId| topology.link(*site, direction).some();
                        let run: Vec<SiteId> = std::iter::successors(Some(site), next).take(length as usize).collect();
                        if run.len() == length as usize {
                            add(run);
                        }
                    }
                }
            }
            _ => {
                for &path in how {
                    let elements = self.members(path);
                    let from = elements.first().filter(|node| self.ways_of(**node, EnvId::EMPTY).is_none()).copied();
                    let starts = match from {
                        Some(node) => {
                            let set = self.set(node, EnvId::EMPTY);
                            self.fixed(&set, PlayerId(0), node)
                        }
                        None => SiteSet::of(self.sites.len(), topology.site_ids()),
                    };
                    let steps = &elements[usize::from(from.is_some())..];
                    let ways: Option<Vec<Vec<WayId>>> =
                        steps.iter().map(|node| self.ways_of(*node, EnvId::EMPTY)).collect();
                    let Some(ways) = ways else {
                        self.wrong(
                            path,
                            "a line is walked by directions",
                            "`(corner cw cw)`: from where, then which way",
                        );
                        continue;
                    };
                    for start in starts.iter() {
                        let mut run = vec![start];
                        for step in &ways {
                            let direction = self.ways[step[0].index()][0];
                            let Some(next) = run.last().and_then(|site| topology.link(*site, direction).some()) else {
                                break;
                            };
                            run.push(next);
                        }
                        if run.len() == ways.len() + 1 {
                            add(run);
                        }
                    }
                }
            }
        }
        if runs.is_empty() {
            self.wrong(part, "there is no such line on this board", "a length that fits, or directions that exist");
        }
        self.lines.push(Lines { name: name.clone(), runs });
        self.declare_text(&name, Name::Lines(LinesId::at(self.lines.len() - 1)));
    }

    fn regions_of(&mut self, part: NodeId) {
        let rest = self.rest(part);
        let Some((&name, regions)) = rest.split_first() else { return };
        let name = self.text(name).to_string();
        let mut list = Vec::new();
        for &region in regions {
            let word = self.text(region).to_string();
            match self.range(&word) {
                Some(run) => list.push(run),
                None => {
                    let set = self.set(region, EnvId::EMPTY);
                    list.push(self.fixed(&set, PlayerId(0), region).iter().collect());
                }
            }
        }
        self.regions.push(list);
        self.declare_text(&name, Name::Regions(self.regions.len() - 1));
    }

    /// The sites of `a1..f2`: a box of a grid, or a run of loose sites, in the order that the two ends give.
    pub(super) fn range(&self, text: &str) -> Option<Vec<SiteId>> {
        let (first, last) = text.split_once("..")?;
        let (a, b) = (*self.site_names.get(first)?, *self.site_names.get(last)?);
        let (from, to) = (&self.sites[a.index()], &self.sites[b.index()]);
        if from.grid.is_none() || from.grid != to.grid {
            let (low, high) = (a.0.min(b.0), a.0.max(b.0));
            let run: Vec<SiteId> = (low..=high).map(SiteId).collect();
            return Some(if a <= b { run } else { run.into_iter().rev().collect() });
        }
        let runs: Vec<Vec<i32>> = from
            .at
            .iter()
            .zip(&to.at)
            .map(|(&a, &b)| if a <= b { (a..=b).collect() } else { (b..=a).rev().collect() })
            .collect();
        let count: usize = runs.iter().map(Vec::len).product();
        let mut sites = Vec::new();
        for index in 0..count.min(self.sites.len()) {
            let mut rest = index;
            let at: Vec<i32> = runs
                .iter()
                .map(|run| {
                    let along = run[rest % run.len()];
                    rest /= run.len();
                    along
                })
                .collect();
            let found = self.sites.iter().position(|site| site.grid == from.grid && site.at == at);
            sites.extend(found.map(SiteId::at));
        }
        Some(sites)
    }

    /// The sites of a set that does not depend on the pieces.
    pub(super) fn fixed(&mut self, set: &Set, player: PlayerId, node: NodeId) -> SiteSet {
        match self.fold(set, player) {
            Some(sites) => sites,
            None => {
                let span = self.tree.node(node).span;
                self.push(
                    Diagnostic::new(Code::WrongForm, span, "this set depends on the pieces, and a board does not")
                        .hint("use sites, ranges such as `a1..h1`, rows, columns, `dark`, `light`, zones, and `and or not` of them"),
                );
                SiteSet::empty(self.sites.len())
            }
        }
    }

    fn fold(&self, set: &Set, player: PlayerId) -> Option<SiteSet> {
        let count = self.sites.len();
        let all = || (0..count).map(SiteId::at);
        Some(match set {
            Set::Board => SiteSet::of(count, all()),
            Set::Fixed(sets) => sets.get(player.index()).or(sets.first())?.clone(),
            Set::Not(inner) => {
                let inner = self.fold(inner, player)?;
                SiteSet::of(count, all().filter(|site| !inner.contains(*site)))
            }
            Set::Or(parts) => {
                let mut sites = SiteSet::empty(count);
                for part in parts {
                    sites.unite(&self.fold(part, player)?);
                }
                sites
            }
            Set::And(parts) => {
                let parts: Option<Vec<SiteSet>> = parts.iter().map(|part| self.fold(part, player)).collect();
                let parts = parts?;
                SiteSet::of(count, all().filter(|site| parts.iter().all(|part| part.contains(*site))))
            }
            _ => return None,
        })
    }
}

/// A board of one site is within all limits.
fn unreachable_board() -> Topology {
    unreachable!("a board of one site is within all limits")
}
