//! The board: grids, loose positions, links, symmetries and zones.
//!
//! Parts are read in order, later ones overriding earlier ones. Symmetries and zones are read last,
//! because files name directions in a symmetry before they link them.

use dagaz_core::{
    DirectionId, Grid, GridPlace, LimitHit, LimitKind, PlayerId, Point, Site, SiteId, Topology, TopologyBuilder,
};

use super::Lower;
use super::table::NameTable;
use crate::expand::ItemId;
use crate::section::Key;
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

/// The zone that stands for the condition `goal-position?`.
pub(super) const GOAL_ZONE: &str = "goal-position?";

/// What a part of the board begins with.
const PARTS: [&str; 9] =
    ["image", "grid", "positions", "dummy", "links", "unlink", "kill-positions", "symmetry", "zone"];

/// Dimensions of a grid.
const DIMENSIONS_MAX: usize = 16;

/// Bytes of the name of a site of a grid.
const NAME_BYTES_MAX: usize = 256;

/// Sites and links made and looked at for one board. The largest real board needs less than a
/// hundredth.
const BOARD_WORK_MAX: u64 = 5_000_000;

/// Left, top, right and bottom.
type Rectangle = [i32; 4];

/// A zone as it is declared.
struct ZoneDeclared {
    name: String,
    players: Vec<PlayerId>,
    sites: Vec<SiteId>,
}

impl Lower<'_> {
    /// Builds the board and learns the names of its sites, directions and zones.
    pub(super) fn board(&mut self) -> Topology {
        let Some(section) = self.needed("board", "(board (grid ...))") else { return self.no_board() };
        let mut board = TopologyBuilder::new(self.limits);
        let parts = self.rest(section).to_vec();
        let mut zones = Vec::new();
        for late in [false, true] {
            for &part in &parts {
                let result = match (self.head(part), late) {
                    (Some("image"), false) => {
                        self.display("board", part);
                        Ok(())
                    }
                    (Some("grid"), false) => self.grid(&mut board, part),
                    (Some("positions"), false) => self.positions(&mut board, part),
                    (Some("dummy"), false) => self.dummies(&mut board, part),
                    (Some("links"), false) => self.links(&mut board, part),
                    (Some("unlink"), false) => self.unlinks(&mut board, part),
                    (Some("kill-positions"), false) => self.kills(&mut board, part),
                    (Some("symmetry"), true) => self.symmetry(&mut board, part),
                    (Some("zone"), true) => self.zone(&mut board, part, &mut zones),
                    (head, false) if head.is_none_or(|head| !PARTS.contains(&head)) => {
                        self.unknown_part(part, "the board", &PARTS);
                        Ok(())
                    }
                    _ => Ok(()),
                };
                if let Err(hit) = result {
                    self.limit(part, &hit);
                    return self.no_board();
                }
            }
        }
        let built = self.goal_zone(&mut board, &zones).and_then(|()| board.build());
        match built {
            Ok(topology) => {
                self.sites = NameTable::of(topology.sites().iter().map(|site| site.name.as_str()));
                self.directions = NameTable::of(topology.directions().iter().map(String::as_str));
                self.zones = NameTable::of(topology.zones().iter().map(|zone| zone.name.as_str()));
                topology
            }
            Err(hit) => {
                self.limit(section, &hit);
                self.no_board()
            }
        }
    }

    /// Warns of a part of a board, grid, zone or piece that means nothing.
    pub(super) fn unknown_part(&mut self, part: ItemId, of: &str, known: &[&str]) {
        let head = self.members(part).first().copied().unwrap_or(part);
        let fault = self.fault(
            Code::UnknownPiecePart,
            head,
            format!("{} is no part of {of}, and is ignored", self.describe(part)),
        );
        let names = known.iter().copied().chain(self.x.macro_names());
        let close = self.x.word(head).and_then(|word| self.closest(word, names));
        let word = self.x.word(head).unwrap_or_default();
        let hint = close.map(|name| suggest::did_you_mean(word, name));
        self.push(fault.hint(hint.unwrap_or_else(|| format!("its parts are {}", known.join(", ")).into())));
    }

    fn grid(&mut self, board: &mut TopologyBuilder, grid: ItemId) -> Result<(), LimitHit> {
        let mut start = None;
        let mut dimensions = Vec::new();
        let mut directions = Vec::new();
        for &part in &self.rest(grid).to_vec() {
            match self.head(part) {
                Some("start-rectangle") => start = self.rectangle(part, 1),
                Some("dimensions") => {
                    for item in self.rest(part).to_vec() {
                        dimensions.extend(self.dimension(item));
                    }
                }
                Some("directions") => directions.extend(self.rest(part).iter().copied()),
                _ => self.unknown_part(part, "a grid", &["start-rectangle", "dimensions", "directions"]),
            }
        }
        if dimensions.is_empty() {
            self.wrong(grid, "this grid has no dimensions", "`(dimensions (\"a/b/c\" (50 0)) (\"3/2/1\" (0 50)))`");
            return Ok(());
        }
        let longest = |labels: &Vec<String>| labels.iter().map(String::len).max().unwrap_or(0);
        let name_bytes: usize = dimensions.iter().map(|(labels, _)| longest(labels)).sum();
        if dimensions.len() > DIMENSIONS_MAX || name_bytes > NAME_BYTES_MAX {
            let message = format!("a grid has at most {DIMENSIONS_MAX} dimensions and names of {NAME_BYTES_MAX} bytes");
            let fault = self.fault(Code::LimitReached, self.first(grid), message);
            self.push(fault);
            return Ok(());
        }
        let sizes: Vec<usize> = dimensions.iter().map(|(labels, _)| labels.len()).collect();
        let count = sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
        let Some(count) = count.filter(|&count| count <= self.limits.sites) else {
            return Err(LimitHit::new(LimitKind::Sites, self.limits.sites));
        };
        self.board_work(count)?;
        let number = board.grid(Grid { labels: dimensions.iter().map(|(labels, _)| labels.clone()).collect() });
        let mut sites = Vec::with_capacity(count);
        let indices: Vec<Vec<usize>> = (0..count).map(|place| index_of(place, &sizes)).collect();
        for index in &indices {
            let name: String = index.iter().zip(&dimensions).map(|(&i, (labels, _))| labels[i].as_str()).collect();
            let (mut dx, mut dy) = (0i64, 0i64);
            for (&i, (_, (x, y))) in index.iter().zip(&dimensions) {
                dx += i as i64 * i64::from(*x);
                dy += i as i64 * i64::from(*y);
            }
            let (center, outline) = start.map_or((None, Vec::new()), |start| shape(start, dx, dy));
            let grid = Some(GridPlace { grid: number, index: index.iter().map(|&i| i as u16).collect() });
            sites.push(board.site(Site { name, center, outline, grid, ..Site::default() })?);
        }
        for item in directions {
            let Some((name, offsets)) = self.direction_offsets(item, sizes.len()) else { continue };
            let direction = board.direction(&name)?;
            self.board_work(count)?;
            for (index, &from) in indices.iter().zip(&sites) {
                if let Some(to) = shifted(index, &offsets, &sizes) {
                    board.link(direction, from, sites[to])?;
                }
            }
        }
        Ok(())
    }

    /// `("a/b/c" (dx dy))`: labels and the way from one to the next in the picture.
    fn dimension(&mut self, item: ItemId) -> Option<(Vec<String>, (i32, i32))> {
        let parts = self.members(item).to_vec();
        let Some(labels) = parts.first().and_then(|&labels| self.x.text(labels)).map(str::to_string) else {
            self.wrong(item, "this is no dimension of a grid", "`(\"a/b/c\" (50 0))`");
            return None;
        };
        let step: Vec<i32> = match parts.get(1) {
            Some(&step) => self.members(step).to_vec().into_iter().filter_map(|number| self.number(number)).collect(),
            None => Vec::new(),
        };
        let step = (step.first().copied().unwrap_or(0), step.get(1).copied().unwrap_or(0));
        Some((labels.split('/').map(str::to_string).collect(), step))
    }

    /// `(n 0 -1)`: a direction and its offset along each dimension.
    fn direction_offsets(&mut self, item: ItemId, dimensions: usize) -> Option<(String, Vec<i32>)> {
        let parts = self.members(item).to_vec();
        let Some(name) = parts.first().and_then(|&name| self.x.word(name)).map(str::to_string) else {
            self.wrong(item, "this is no direction of a grid", "`(n 0 -1)`");
            return None;
        };
        let mut offsets: Vec<i32> = parts[1..].iter().filter_map(|&offset| self.number(offset)).collect();
        if offsets.len() != dimensions {
            let message =
                format!("direction `{name}` has {} offsets in a grid of {dimensions} dimensions", offsets.len());
            self.wrong(item, message, "one offset for each dimension");
            offsets.resize(dimensions, 0);
        }
        Some((name, offsets))
    }

    /// Four numbers in a list, from its member `first` on.
    fn rectangle(&mut self, item: ItemId, first: usize) -> Option<Rectangle> {
        let parts: Vec<ItemId> = self.members(item).iter().skip(first).copied().collect();
        let numbers: Vec<i32> = parts.into_iter().filter_map(|part| self.number(part)).collect();
        let rectangle = numbers.as_slice().try_into().ok();
        if rectangle.is_none() {
            self.wrong(item, "a rectangle has four numbers", "left, top, right and bottom");
        }
        rectangle
    }

    fn positions(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        for item in self.rest(part).to_vec() {
            let Some(name) = self.head(item).map(str::to_string) else {
                self.wrong(item, "this is no position", "`(a1 0 0 50 50)`");
                continue;
            };
            let (center, outline) = self.rectangle(item, 1).map_or((None, Vec::new()), |place| shape(place, 0, 0));
            board.site(Site { name, center, outline, ..Site::default() })?;
        }
        Ok(())
    }

    fn dummies(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        for item in self.rest(part).to_vec() {
            match self.x.word(item).map(str::to_string) {
                Some(name) => drop(board.site(Site { name, ..Site::default() })?),
                None => self.wrong(item, "`dummy` lists names", "the name of a position"),
            }
        }
        Ok(())
    }

    fn links(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        let parts = self.rest(part).to_vec();
        let Some((&name, pairs)) = parts.split_first() else {
            self.wrong(part, "`links` needs a direction", "`(links n (a1 a2))`");
            return Ok(());
        };
        let Some(name) = self.x.word(name).map(str::to_string) else {
            self.wrong(name, "`links` begins with a direction", "the name of a direction");
            return Ok(());
        };
        let direction = board.direction(&name)?;
        for &pair in pairs {
            let ends = self.members(pair).to_vec();
            let [from, to] = ends[..] else {
                self.wrong(pair, "a link has two positions", "`(a1 a2)`");
                continue;
            };
            if let (Some(from), Some(to)) = (self.declared(board, from), self.declared(board, to)) {
                board.link(direction, from, to)?;
            }
        }
        Ok(())
    }

    /// `(a b)`: the links from a to b, or the one in direction b; `(a)` and `a`: all links of a.
    fn unlinks(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        for item in self.rest(part).to_vec() {
            let ends = if self.is_list(item) { self.members(item).to_vec() } else { vec![item] };
            match ends[..] {
                [alone] => {
                    if let Some(site) = self.declared(board, alone) {
                        self.board_work(board.site_names().count() * board.direction_names().len() / 16)?;
                        board.isolate(site);
                    }
                }
                [from, to] => {
                    let Some(from) = self.declared(board, from) else { continue };
                    let name = self.x.text(to).unwrap_or_default();
                    if let (None, Some(direction)) = (board.find_site(name), board.find_direction(name)) {
                        board.unlink_towards(from, direction);
                    } else if let Some(to) = self.declared_or_direction(board, to) {
                        board.unlink(from, to);
                    }
                }
                _ => self.wrong(item, "`unlink` lists positions and pairs of them", "`(a1 a2)`"),
            }
        }
        Ok(())
    }

    fn kills(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        let links = board.site_names().count() * board.direction_names().len();
        for item in self.rest(part).to_vec() {
            if let Some(site) = self.declared(board, item) {
                // One look at a link is far less than making one.
                self.board_work(links / 16)?;
                board.remove(site);
            }
        }
        Ok(())
    }

    /// Counts work against the limit for one board.
    fn board_work(&mut self, more: usize) -> Result<(), LimitHit> {
        self.board_work += more as u64;
        if self.board_work > BOARD_WORK_MAX {
            return Err(LimitHit::new(LimitKind::Links, self.limits.links));
        }
        Ok(())
    }

    /// Returns the site of that name so far. An unknown one is reported once for each board, and
    /// uses of it are dropped. Published files link to positions that do not exist, and are
    /// playable.
    fn declared(&mut self, board: &TopologyBuilder, item: ItemId) -> Option<SiteId> {
        self.named_site(board, item, false)
    }

    /// The same where a direction, which is known to be none, might have stood as well.
    fn declared_or_direction(&mut self, board: &TopologyBuilder, item: ItemId) -> Option<SiteId> {
        self.named_site(board, item, true)
    }

    fn named_site(&mut self, board: &TopologyBuilder, item: ItemId, or_direction: bool) -> Option<SiteId> {
        let name = self.x.word(item).unwrap_or_default();
        let found = board.find_site(name);
        if found.is_none() && self.absent.insert(name.to_string()) {
            let (mut sites, mut directions) = (NameTable::default(), NameTable::default());
            if self.may_hint() {
                sites = NameTable::of(board.site_names());
                directions = NameTable::of(board.direction_names().iter().map(String::as_str).filter(|_| or_direction));
            }
            let what = if or_direction { "position or direction" } else { "position" };
            // Directions first: they are few, and a hint lists only some names.
            self.unknown(Code::AbsentPlace, item, what, "this board has", &[&directions, &sites]);
        }
        found
    }

    fn symmetry(&mut self, board: &mut TopologyBuilder, part: ItemId) -> Result<(), LimitHit> {
        let parts = self.rest(part).to_vec();
        let Some((&player, pairs)) = parts.split_first() else {
            self.wrong(part, "`symmetry` needs a player", "`(symmetry Black (n s) (s n))`");
            return Ok(());
        };
        let Some(player) = self.player(player) else { return Ok(()) };
        for &pair in pairs {
            let [said, meant] = self.members(pair)[..] else {
                self.wrong(pair, "a symmetry has two directions", "`(n s)`");
                continue;
            };
            let mut find = |item: ItemId| -> Option<DirectionId> {
                let found = self.x.word(item).and_then(|name| board.find_direction(name));
                if found.is_none() {
                    let known = NameTable::of(board.direction_names().iter().map(String::as_str));
                    self.unknown(Code::UnknownDirection, item, "direction", "this board has", &[&known]);
                }
                found
            };
            if let (Some(said), Some(meant)) = (find(said), find(meant)) {
                board.symmetry(player, said, meant);
            }
        }
        Ok(())
    }

    fn zone(
        &mut self,
        board: &mut TopologyBuilder,
        part: ItemId,
        zones: &mut Vec<ZoneDeclared>,
    ) -> Result<(), LimitHit> {
        let mut zone = ZoneDeclared { name: String::new(), players: Vec::new(), sites: Vec::new() };
        for inner in self.rest(part).to_vec() {
            let names = self.rest(inner).to_vec();
            match self.head(inner) {
                Some("name") => {
                    zone.name = names.first().and_then(|&name| self.x.text(name)).unwrap_or_default().to_string();
                }
                Some("players") => zone.players = names.into_iter().filter_map(|name| self.player(name)).collect(),
                Some("positions") => {
                    zone.sites = names.into_iter().filter_map(|name| self.declared(board, name)).collect();
                }
                _ => self.unknown_part(inner, "a zone", &["name", "players", "positions"]),
            }
        }
        if zone.name.is_empty() {
            self.wrong(part, "a zone needs a name", "`(name promotion)`");
            return Ok(());
        }
        board.zone(&zone.name, &zone.players, &zone.sites)?;
        zones.push(zone);
        Ok(())
    }

    /// Declares the zone for `goal-position?`, if the file asks for it: for each player the places
    /// named by its configuration goals.
    fn goal_zone(&mut self, board: &mut TopologyBuilder, zones: &[ZoneDeclared]) -> Result<(), LimitHit> {
        let asks = |word: &str| self.x.tree().symbols.find(word).is_some();
        if !asks(GOAL_ZONE) && !asks("not-goal-position?") {
            return Ok(());
        }
        for section in self.sections {
            if !matches!(section.key, Key::Goal(_)) {
                continue;
            }
            let (players, goals) = self.goal_parts(section.item);
            let mut waiting = goals;
            while let Some(goal) = waiting.pop() {
                if self.head(goal) != Some("absolute-config") {
                    waiting.extend(self.rest(goal));
                    continue;
                }
                let Some(&last) = self.rest(goal).last() else { continue };
                let names = if self.is_list(last) { self.members(last).to_vec() } else { vec![last] };
                let x = self.x;
                for name in names.iter().filter_map(|&name| x.word(name)) {
                    // One look at a name is far less than making a link.
                    self.board_work(zones.len() / 16)?;
                    if let Some(site) = board.find_site(name) {
                        board.zone(GOAL_ZONE, &players, &[site])?;
                    }
                    for zone in zones.iter().filter(|zone| zone.name == name) {
                        let both = if zone.players.is_empty() { &players } else { &zone.players };
                        let owners: Vec<PlayerId> =
                            both.iter().copied().filter(|player| players.contains(player)).collect();
                        board.zone(GOAL_ZONE, &owners, &zone.sites)?;
                    }
                }
            }
        }
        board.zone(GOAL_ZONE, &[], &[])
    }
}

/// Returns the index of the site at a place in the order of declaration. The first dimension
/// changes slowest.
fn index_of(mut place: usize, sizes: &[usize]) -> Vec<usize> {
    let mut index = vec![0; sizes.len()];
    for (at, &size) in index.iter_mut().zip(sizes).rev() {
        *at = place % size;
        place /= size;
    }
    index
}

/// Returns the place that lies at an offset from an index, if it is in the grid.
fn shifted(index: &[usize], offsets: &[i32], sizes: &[usize]) -> Option<usize> {
    let mut place = 0;
    for ((&at, &offset), &size) in index.iter().zip(offsets).zip(sizes) {
        let to = at as i64 + i64::from(offset);
        if to < 0 || to >= size as i64 {
            return None;
        }
        place = place * size + to as usize;
    }
    Some(place)
}

/// Centre and outline of a rectangle moved by an offset.
fn shape([left, top, right, bottom]: Rectangle, dx: i64, dy: i64) -> (Option<Point>, Vec<Point>) {
    let point = |x: f64, y: f64| Point { x: (x + dx as f64) as f32, y: (y + dy as f64) as f32, z: 0.0 };
    let (left, top, right, bottom) = (f64::from(left), f64::from(top), f64::from(right), f64::from(bottom));
    let outline = vec![point(left, top), point(right, top), point(right, bottom), point(left, bottom)];
    (Some(point((left + right) / 2.0, (top + bottom) / 2.0)), outline)
}
