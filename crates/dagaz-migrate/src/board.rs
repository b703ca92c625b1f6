//! The board: its grid and loose sites, what its directions are there, and how each player sees
//! them.
//!
//! A direction of a ZRF is the grid's own where it leads where that does from every site and for
//! every player, or a hop over the grid; otherwise it is made of links under a name of its own.

use std::collections::HashMap;

use dagaz_core::{DirectionId, PlayerId, PlayerKind, SiteId, Topology};
use dagaz_rules::Rules;

use super::names::Names;
use super::text::{COMPASS, Step, Sx, compass, list, word};
use dagaz_drf::grid_labels;

/// Steps of a hop that is written out.
const HOP_MAX: i32 = 8;

/// Hops that a direction of the compass is worth where not all directions can be the grid's own.
const HOP_WORTH: usize = 20;

/// The views of a grid other than the identity: the image of a vector, the name, and the pairs of
/// directions.
const TURNS: [(&str, [i32; 4]); 7] = [
    ("mirror", [1, 0, 0, -1]),
    ("180", [-1, 0, 0, -1]),
    ("90", [0, -1, 1, 0]),
    ("270", [0, 1, -1, 0]),
    ("(e w) (ne nw) (se sw)", [-1, 0, 0, 1]),
    ("(n e) (s w) (nw se)", [0, 1, 1, 0]),
    ("(n w) (s e) (ne sw)", [0, -1, -1, 0]),
];
const AS_IT_IS: [i32; 4] = [1, 0, 0, 1];

/// A site's place in a grid: which grid, and where along each dimension, from the left and from the
/// near side.
pub(super) type At = (u16, Vec<i32>);

/// See the [module documentation](self).
pub(super) struct Board<'a> {
    pub(super) rules: &'a Rules,
    pub(super) topology: &'a Topology,
    /// The players who have turns, in order.
    pub(super) players: Vec<PlayerId>,
    /// The labels of each grid.
    grids: Vec<Vec<String>>,
    /// The names of the sites.
    pub(super) sites: Vec<String>,
    pub(super) at: Vec<Option<At>>,
    by_place: HashMap<At, SiteId>,
    /// What each direction is; none: it leads nowhere.
    pub(super) ways: Vec<Option<Step>>,
    /// The names of directions made of links.
    pub(super) link_names: Vec<String>,
    /// For each player how the grid is turned.
    turns: Vec<[i32; 4]>,
    /// Player, clause, and a copy of the intended links.
    copies: Vec<(usize, usize, String)>,
}

impl<'a> Board<'a> {
    /// Names everything on the board. The grid's own names are taken first.
    pub(super) fn new(rules: &'a Rules, players: Vec<PlayerId>, names: &mut Names) -> Board<'a> {
        let topology = &rules.topology;
        let mut board = Board {
            rules,
            topology,
            players,
            grids: Vec::new(),
            sites: vec![String::new(); topology.sites().len()],
            at: vec![None; topology.sites().len()],
            by_place: HashMap::new(),
            ways: Vec::new(),
            link_names: Vec::new(),
            turns: Vec::new(),
            copies: Vec::new(),
        };
        for which in 0..topology.grids().len() {
            board.lay_out(which as u16, names);
        }
        for (index, site) in topology.sites().iter().enumerate() {
            if board.at[index].is_none() {
                board.sites[index] = names.take(&site.name);
            }
        }
        board.see();
        board.name_ways(names);
        board.name_ways_back(names);
        board
    }

    /// Learns the places of a grid's sites, if the other language can lay out the same.
    fn lay_out(&mut self, which: u16, names: &mut Names) {
        let grid = &self.topology.grids()[usize::from(which)];
        let mut labels = grid.labels.clone();
        if labels.is_empty() || labels.len() > 3 || labels.iter().any(Vec::is_empty) {
            return;
        }
        // Diagrams are written from the top, rows of edition 3 from the near side.
        let down = self.goes_down(which);
        if down && labels.len() > 1 {
            labels[1].reverse();
        }
        let Some(written) = labels.iter().map(|labels| written_labels(labels)).collect::<Option<Vec<_>>>() else {
            return;
        };
        let mut found: Vec<(SiteId, At)> = Vec::new();
        for (index, site) in self.topology.sites().iter().enumerate() {
            let Some(place) = site.grid.as_ref().filter(|place| place.grid == which) else { continue };
            let mut at: Vec<i32> = place.index.iter().map(|along| i32::from(*along)).collect();
            if down && at.len() > 1 {
                at[1] = labels[1].len() as i32 - 1 - at[1];
            }
            let label = |(labels, at): (&Vec<String>, &i32)| labels.get(*at as usize).cloned();
            let name: Option<String> = labels.iter().zip(&at).map(label).collect();
            if name.as_deref() != Some(site.name.as_str()) || !names.is_free(&site.name) || at.len() != labels.len() {
                return;
            }
            found.push((SiteId::at(index), (self.grids.len() as u16, at)));
        }
        if found.is_empty() {
            return;
        }
        for (site, at) in found {
            self.sites[site.index()] = self.topology.site(site).name.clone();
            names.keep(&self.sites[site.index()]);
            self.by_place.insert(at.clone(), site);
            self.at[site.index()] = Some(at);
        }
        self.grids.push(written);
    }

    /// Returns whether the rows of a grid are written from the top.
    fn goes_down(&self, which: u16) -> bool {
        let rows = self.topology.sites().iter().filter_map(|site| {
            let place = site.grid.as_ref().filter(|place| place.grid == which && place.index.len() > 1)?;
            Some((place.index[1], site.center.as_ref()?.y))
        });
        let rows: Vec<(u16, f32)> = rows.collect();
        let first = rows.iter().min_by_key(|(row, _)| *row);
        let last = rows.iter().max_by_key(|(row, _)| *row);
        match (first, last) {
            (Some((_, top)), Some((_, bottom))) => bottom >= top,
            _ => true,
        }
    }

    /// Where a hop over the grid leads.
    fn hop(&self, from: SiteId, vector: &[i32]) -> Option<SiteId> {
        let (grid, at) = self.at[from.index()].as_ref()?;
        if at.len() != vector.len() {
            return None;
        }
        let to: Vec<i32> = at.iter().zip(vector).map(|(at, by)| at + by).collect();
        self.by_place.get(&(*grid, to)).copied()
    }

    /// Returns the vector that the links of a direction are, over all of the board, if they are
    /// one.
    fn vector(&self, direction: usize) -> Option<Vec<i32>> {
        let links = self.topology.links(DirectionId::at(direction));
        let (from, to) = links.iter().enumerate().find(|(_, to)| **to != SiteId::NONE)?;
        let ((grid, at), (grid_to, at_to)) = (self.at[from].as_ref()?, self.at[to.index()].as_ref()?);
        if grid != grid_to || at.len() != at_to.len() {
            return None;
        }
        let vector: Vec<i32> = at_to.iter().zip(at).map(|(to, from)| to - from).collect();
        let length: i32 = vector.iter().map(|along| along.abs()).sum();
        let same = links
            .iter()
            .enumerate()
            .all(|(from, to)| self.hop(SiteId::at(from), &vector) == Some(*to).filter(|to| *to != SiteId::NONE));
        (same && length > 0 && length <= HOP_MAX).then_some(vector)
    }

    fn turned(turn: &[i32; 4], vector: &[i32]) -> Vec<i32> {
        let mut turned = vector.to_vec();
        if let [x, y, ..] = *vector {
            turned[0] = turn[0] * x + turn[1] * y;
            turned[1] = turn[2] * x + turn[3] * y;
        }
        turned
    }

    /// Finds each player's view of the grid, and the directions that are the grid's for all
    /// players.
    fn see(&mut self) {
        let count = self.topology.directions().len();
        let vectors: Vec<Option<Vec<i32>>> = (0..count).map(|direction| self.vector(direction)).collect();
        let fits = |player: PlayerId, turn: &[i32; 4], direction: usize| {
            let meant = self.topology.seen_by(player, DirectionId::at(direction)).index();
            match (&vectors[direction], &vectors[meant]) {
                (Some(said), Some(meant)) => Board::turned(turn, said) == *meant,
                _ => false,
            }
        };
        let turns: Vec<[i32; 4]> = self
            .players
            .iter()
            .map(|player| {
                let all = std::iter::once(AS_IT_IS).chain(TURNS.iter().map(|(_, turn)| *turn));
                // A direction of the compass is worth many hops.
                let worth = |direction: usize| match &vectors[direction] {
                    Some(vector) if compass(vector).is_some() => HOP_WORTH,
                    _ => 1,
                };
                let score = |turn: &[i32; 4]| {
                    (0..count).filter(|direction| fits(*player, turn, *direction)).map(worth).sum::<usize>()
                };
                // The first of the best: as it is, if that is as good.
                all.fold((AS_IT_IS, None), |(best, most), turn| {
                    let score = score(&turn);
                    if most.is_none_or(|most| score > most) { (turn, Some(score)) } else { (best, most) }
                })
                .0
            })
            .collect();
        let ways: Vec<Option<Step>> = (0..count)
            .map(|direction| {
                let leads = self.topology.links(DirectionId::at(direction)).iter().any(|to| *to != SiteId::NONE);
                let for_all = self.players.iter().zip(&turns).all(|(player, turn)| fits(*player, turn, direction));
                match &vectors[direction] {
                    Some(vector) if for_all => Some(Step::Vector(vector.clone())),
                    _ if leads || self.is_meant(direction) => Some(Step::Links(direction, false)),
                    _ => None,
                }
            })
            .collect();
        (self.turns, self.ways) = (turns, ways);
    }

    /// Returns whether a direction that leads nowhere itself means another for some player.
    fn is_meant(&self, direction: usize) -> bool {
        let said = DirectionId::at(direction);
        self.players.iter().any(|player| self.topology.seen_by(*player, said) != said)
    }

    fn name_ways(&mut self, names: &mut Names) {
        let directions = self.topology.directions();
        self.link_names = (0..directions.len())
            .map(|which| match self.ways[which] {
                Some(Step::Links(..)) => names.take_direction(&directions[which]),
                _ => String::new(),
            })
            .collect();
        for player in self.players.clone() {
            for (which, direction) in directions.iter().enumerate() {
                let meant = self.topology.seen_by(player, DirectionId::at(which)).index();
                let is_links = |which: usize| matches!(self.ways[which], Some(Step::Links(..)));
                let exchanged = self.topology.seen_by(player, DirectionId::at(meant)).index() == which;
                if is_links(which) && meant != which && !(is_links(meant) && exchanged) {
                    let owner = &self.rules.players[player.index()].name;
                    let copy = names.take_direction(&format!("{direction}-of-{owner}"));
                    self.copies.push((player.index(), which, copy));
                }
            }
        }
    }

    /// What a direction is; `None` if it leads nowhere.
    pub(super) fn way(&self, direction: DirectionId) -> Option<Step> {
        self.ways.get(direction.index())?.clone()
    }

    /// Returns the way back.
    pub(super) fn back(step: &Step) -> Step {
        match step {
            Step::Vector(vector) => Step::Vector(vector.iter().map(|along| -along).collect()),
            Step::Links(which, back) => Step::Links(*which, !back),
            Step::Parameter(name) => Step::Parameter(format!("(back {name})")),
        }
    }

    /// Two hops as one, if that leads to the same places: a hop may lead over what is missing.
    pub(super) fn joined(&self, first: &[i32], second: &[i32]) -> Option<Vec<i32>> {
        if first.len() != second.len() {
            return None;
        }
        let both: Vec<i32> = first.iter().zip(second).map(|(a, b)| a + b).collect();
        let length: i32 = both.iter().map(|along| along.abs()).sum();
        let same = self.topology.site_ids().all(|site| {
            self.turns.iter().all(|turn| {
                let [first, both] = [first, &both].map(|vector| Board::turned(turn, vector));
                self.hop(site, &both).is_none() || self.hop(site, &first).is_some()
            })
        });
        (same && length > 0 && length <= HOP_MAX).then_some(both)
    }

    /// Returns how many hops of one kind can follow each other at most.
    pub(super) fn longest(&self, step: &Step) -> usize {
        let next = |site: SiteId| match step {
            Step::Vector(vector) => self.hop(site, vector),
            Step::Links(which, false) => self.links_of(*which)[site.index()].some(),
            _ => None,
        };
        if matches!(step, Step::Links(_, true) | Step::Parameter(_)) {
            return usize::MAX;
        }
        let all = self.sites.len();
        let from = |site: SiteId| std::iter::successors(next(site), |site| next(*site)).take(all + 1).count();
        self.topology.site_ids().map(from).max().unwrap_or(0)
    }

    /// Drops directions of links that no player uses. `used`: those that rules name.
    pub(super) fn forget_all_links_but(&mut self, used: &std::collections::BTreeSet<usize>) {
        let mut needed = used.clone();
        let said = || used.iter().filter(|which| **which < self.topology.directions().len());
        for player in &self.players {
            needed.extend(said().map(|which| self.topology.seen_by(*player, DirectionId::at(*which)).index()));
        }
        for (which, way) in self.ways.iter_mut().enumerate() {
            if matches!(way, Some(Step::Links(..))) && !needed.contains(&which) {
                *way = None;
            }
        }
        // If another player uses the name differently, the links are separate.
        self.copies.retain(|(_, said, _)| used.contains(said));
        let copied = |which: usize| {
            let meant = |(player, said, _): &(usize, usize, String)| {
                self.topology.seen_by(PlayerId::at(*player), DirectionId::at(*said)).index() == which
            };
            self.copies.iter().any(meant)
        };
        let exchanged = |which: usize| {
            self.players.iter().any(|player| {
                let meant = self.topology.seen_by(*player, DirectionId::at(which)).index();
                let is_copied = self.copies.iter().any(|(of, said, _)| (*of, *said) == (player.index(), meant));
                meant != which && used.contains(&meant) && !is_copied
            })
        };
        let only_copied: Vec<usize> = (0..self.ways.len())
            .filter(|which| !used.contains(which) && copied(*which) && !exchanged(*which))
            .collect();
        for which in only_copied {
            self.ways[which] = None;
        }
    }

    /// Returns all hops to neighbours that any direction gives.
    pub(super) fn all_ways(&self) -> Vec<Sx> {
        let directions = self.ways.iter().take(self.topology.directions().len());
        directions.flatten().cloned().map(Sx::Step).collect()
    }

    /// Returns the parts of the board, without zones and lines.
    pub(super) fn parts(&self) -> Vec<Sx> {
        let mut parts = Vec::new();
        for labels in &self.grids {
            parts.push(list("grid", labels.iter().map(word)));
        }
        let loose: Vec<Sx> = (0..self.sites.len())
            .filter(|index| self.at[*index].is_none())
            .map(|index| word(self.sites[index].clone()))
            .collect();
        if !loose.is_empty() {
            parts.push(list("sites", loose));
        }
        parts.extend(self.missing());
        for (which, way) in self.ways.iter().enumerate() {
            if let Some(Step::Links(..)) = way {
                parts.push(self.links(&self.link_names[which], which));
            }
        }
        for (player, said, copy) in &self.copies {
            let meant = self.topology.seen_by(PlayerId::at(*player), DirectionId::at(*said)).index();
            parts.push(self.links(copy, meant));
        }
        parts
    }

    /// Places of grids where there is no site.
    fn missing(&self) -> Option<Sx> {
        let mut without = Vec::new();
        let mut colours = [(0, 0); 2];
        for (grid, labels) in self.grids.iter().enumerate() {
            let labels: Vec<Vec<String>> = labels.iter().map(|text| grid_labels(text).unwrap_or_default()).collect();
            let count: usize = labels.iter().map(Vec::len).product();
            for index in 0..count {
                let (mut rest, mut at, mut name) = (index, Vec::new(), String::new());
                for labels in &labels {
                    at.push((rest % labels.len()) as i32);
                    name += &labels[rest % labels.len()];
                    rest /= labels.len();
                }
                let colour = &mut colours[at.iter().sum::<i32>() as usize % 2];
                if self.by_place.contains_key(&(grid as u16, at)) {
                    colour.0 += 1;
                } else {
                    colour.1 += 1;
                    without.push(word(name));
                }
            }
        }
        let whole = self.grids.len() == 1 && self.at.iter().all(Option::is_some);
        match colours {
            _ if without.is_empty() => None,
            [(_, 0), (0, _)] if whole => Some(list("keep", [word("dark")])),
            [(0, _), (_, 0)] if whole => Some(list("keep", [word("light")])),
            _ => Some(list("without", without)),
        }
    }

    fn links(&self, name: &str, which: usize) -> Sx {
        let links = self.links_of(which).iter().enumerate();
        let pairs: Vec<(usize, usize)> =
            links.filter(|(_, to)| **to != SiteId::NONE).map(|(from, to)| (from, to.index())).collect();
        let site = |site: usize| word(self.sites[site].clone());
        // One way through all of them is a track.
        if let Some(way) = in_a_row(&pairs) {
            return list("track", std::iter::once(word(name)).chain(way.into_iter().map(site)));
        }
        let pairs = pairs.into_iter().map(|(from, to)| Sx::List(vec![site(from), site(to)]));
        list("link", std::iter::once(word(name)).chain(pairs))
    }

    /// Returns whether chance is none of the players who have turns.
    pub(super) fn all_choose(&self) -> bool {
        (0..self.players.len()).all(|place| self.chooses(place))
    }

    /// Returns whether one of the players with turns chooses moves.
    fn chooses(&self, place: usize) -> bool {
        self.rules.players[self.players[place].index()].kind == PlayerKind::Chooser
    }

    /// Returns the symmetry clause, if it is not the default.
    pub(super) fn symmetry(&self, names: &[String]) -> Option<Sx> {
        let flat = self.grids.iter().any(|labels| labels.len() > 1);
        let mirror = TURNS[0].1;
        let mut entries = Vec::new();
        for (place, (player, turn)) in self.players.iter().zip(&self.turns).enumerate() {
            let name = || word(names[place].clone());
            if let Some((text, _)) = TURNS.iter().find(|(_, known)| known == turn) {
                entries.push(Sx::List(vec![name(), word(*text)]));
            }
            let mut pairs = Vec::new();
            for which in 0..self.topology.directions().len() {
                let meant = self.topology.seen_by(*player, DirectionId::at(which)).index();
                let copy = self.copies.iter().find(|(of, said, _)| (*of, *said) == (player.index(), which));
                match (copy, &self.ways[which], &self.ways[meant]) {
                    (Some((.., copy)), ..) => {
                        pairs.push(Sx::List(vec![word(self.link_names[which].clone()), word(copy.clone())]));
                    }
                    // Exchanged: once for both.
                    (None, Some(Step::Links(..)), Some(Step::Links(..))) if which < meant => {
                        let [one, other] = [which, meant].map(|way| word(self.link_names[way].clone()));
                        pairs.push(Sx::List(vec![one, other]));
                    }
                    _ => {}
                }
            }
            if !pairs.is_empty() {
                entries.push(Sx::List(std::iter::once(name()).chain(pairs).collect()));
            }
        }
        // The second of two players sees a grid mirrored by default; chance does not count.
        let choosers: Vec<usize> = (0..self.players.len()).filter(|place| self.chooses(*place)).collect();
        if let ([first, second], true) = (choosers.as_slice(), flat) {
            let usual = self.turns[*first] == AS_IT_IS && self.turns[*second] == mirror;
            if usual && entries.len() == 1 {
                return None;
            }
            if entries.is_empty() {
                entries.push(Sx::List(vec![word(names[*second].clone()), word("0")]));
            }
        }
        (!entries.is_empty()).then(|| list("symmetry", entries))
    }

    /// Rows, from a player's own side, in which a site is: its number from there, and from the far
    /// side.
    pub(super) fn row(&self, place: usize, site: SiteId, dimension: usize) -> Option<(i32, i32)> {
        let along = |site: SiteId| {
            let (_, at) = self.at[site.index()].as_ref()?;
            let forward = Board::turned(&self.turns[place], if dimension == 1 { &[0, 1] } else { &[1, 0] });
            match at.as_slice() {
                [x, y, ..] => Some(x * forward[0] + y * forward[1]),
                _ => None,
            }
        };
        let all: Vec<i32> = self.topology.site_ids().filter_map(along).collect();
        let (least, greatest) = (all.iter().min()?, all.iter().max()?);
        let here = along(site)?;
        Some((here - least + 1, here - greatest - 1))
    }

    /// Returns whether there is a board of rows and columns at all.
    pub(super) fn has_rows(&self) -> bool {
        self.grids.len() == 1 && self.grids[0].len() == 2
    }

    /// Returns how many columns the grid has, if pictures can show it.
    pub(super) fn picture_size(&self) -> Option<(i32, i32)> {
        if !self.has_rows() || self.at.iter().any(Option::is_none) {
            return None;
        }
        let size = |which: usize| grid_labels(&self.grids[0][which]).map(|labels| labels.len() as i32);
        Some((size(0)?, size(1)?))
    }

    /// Returns the site at a place of the first grid.
    pub(super) fn site_at(&self, x: i32, y: i32) -> Option<SiteId> {
        self.by_place.get(&(0, vec![x, y])).copied()
    }

    /// Returns the compass directions that all rules together may mean, as the vectors of a set of
    /// hops.
    pub(super) fn is_compass_set(vectors: &[Vec<i32>], straight: bool, slanted: bool) -> bool {
        let wanted: Vec<(i32, i32)> = COMPASS
            .iter()
            .map(|(_, x, y)| (*x, *y))
            .filter(|(x, y)| if x * y == 0 { straight } else { slanted })
            .collect();
        vectors.len() == wanted.len()
            && vectors.iter().all(|vector| matches!(vector.as_slice(), [x, y] if wanted.contains(&(*x, *y))))
    }
}

/// Labels as they are written: `a-h`, `1-8`, `8-1`, `a-hj`.
fn written_labels(labels: &[String]) -> Option<String> {
    let (first, last) = (labels.first()?, labels.last()?);
    let candidates = std::iter::once(format!("{first}-{last}")).chain((1..labels.len()).map(|run| {
        let rest: String = labels[run..].concat();
        format!("{first}-{}{rest}", labels[run - 1])
    }));
    // A single label is a run of one.
    let mut candidates = candidates.filter(|text| grid_labels(text).is_some_and(|known| known == labels));
    candidates.next()
}

/// Sites each of which leads to the next, and all of them together in one row.
fn in_a_row(pairs: &[(usize, usize)]) -> Option<Vec<usize>> {
    let next: HashMap<usize, usize> = pairs.iter().copied().collect();
    let mut starts = pairs.iter().map(|(from, _)| *from).filter(|from| !pairs.iter().any(|(_, to)| to == from));
    let (Some(start), None) = (starts.next(), starts.next()) else { return None };
    let mut way = vec![start];
    while let Some(to) = next.get(way.last()?) {
        if way.contains(to) {
            return None;
        }
        way.push(*to);
    }
    (way.len() == pairs.len() + 1 && way.len() > 2).then_some(way)
}
