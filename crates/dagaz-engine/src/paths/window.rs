//! The window of a board without borders: at the end of each turn it is moved so that the pieces
//! are in its middle, and sites out of their reach are closed.
//!
//! Equal positions therefore have equal words wherever they are on the board, so that keys and
//! repetition need no further code. What a site's name is in a state is answered here too; how
//! rules are executed is not.

use dagaz_core::{Field, Layout, SiteId};
use dagaz_rules::path::{Home, PathRules, Unbounded, VariableKind};

use super::tables::{Place, Tables};

/// No move can lead past the limit on the extent.
const AMPLE: u32 = 0;
/// Moves may lead past the limit.
const TIGHT: u32 = 1;
/// The pieces of a position that was set up are past the limit.
const EXCEEDED: u32 = 2;

/// Words that hold a value for each site, in the order of sites.
#[derive(Debug)]
struct Row {
    first: usize,
    /// What a site out of reach holds.
    start: u32,
}

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) struct Window {
    board: Unbounded,
    /// Words of the pieces: one row for each plane of each level.
    pieces: Vec<usize>,
    /// The rows that hold which part of a large piece stands on a site, by their place in `pieces`.
    bodies: Option<(usize, usize, Field)>,
    /// How many forms large pieces have.
    forms: usize,
    variables: Vec<Row>,
    /// The first word of each set of sites.
    sets: Vec<usize>,
    closed: Option<usize>,
    /// The words that hold where the last move began and ended.
    last: Option<[usize; 2]>,
    /// The words that hold how far the origin is from the middle, and how the pieces compare with
    /// the limit on the extent.
    origin: [usize; 2],
    room: usize,
    /// For each site those in its reach, itself among them.
    around: Vec<Box<[u16]>>,
}

/// A rectangle of the window, bounds included.
#[derive(Clone, Copy)]
struct Extent {
    least: [i32; 2],
    most: [i32; 2],
}

impl Extent {
    fn covered(&self, axis: usize) -> usize {
        (self.most[axis] - self.least[axis] + 1) as usize
    }
}

impl Window {
    /// Returns the window of a game; `None` if its board has borders.
    pub(super) fn of(rules: &PathRules, tables: &Tables, layout: &Layout) -> Option<Window> {
        let board = rules.unbounded.clone()?;
        let places = layout.places();
        let word = |index: u16| match usize::from(index).checked_sub(layout.spec().variables) {
            None => places.variables + usize::from(index),
            Some(counter) => places.counters + counter,
        };
        let (mut variables, mut sets, mut closed) = (Vec::new(), Vec::new(), None);
        for (index, (variable, place)) in rules.variables.iter().zip(&tables.places).enumerate() {
            let Place::State(first) = *place else { continue };
            let first = word(first);
            match (variable.kind, variable.home) {
                _ if rules.closed.is_some_and(|var| var.index() == index) => closed = Some(first),
                (VariableKind::Number, Home::Site) => variables.push(Row { first, start: variable.start as u32 }),
                (VariableKind::Set, home) => {
                    let count = match home {
                        Home::Player => rules.players.len(),
                        Home::Numbers { count, .. } => usize::from(count),
                        _ => 1,
                    };
                    sets.extend((0..count).map(|place| first + place * 2 * tables.width));
                }
                _ => {}
            }
        }
        let origin = word(tables.extras.origin?);
        let planes = layout.planes();
        let bodies = rules.body.and_then(|var| match tables.places[var.index()] {
            Place::Piece(attribute) => Some(layout.field(attribute)),
            _ => None,
        });
        let around = around(rules, board.reach);
        Some(Window {
            pieces: (0..planes * layout.levels()).map(|row| row * layout.sites()).collect(),
            bodies: bodies.map(|field| (field.plane(), planes, field)),
            forms: rules.forms.len().max(1),
            variables,
            sets,
            closed,
            last: layout.spec().keeps_last.then_some([places.last_from, places.last_to]),
            origin: [origin, origin + 1],
            room: origin + 2,
            around,
            board,
        })
    }

    /// Returns whether the pieces of a position that was set up are farther apart than the limit.
    pub(super) fn is_exceeded(&self, words: &[u32]) -> bool {
        words[self.room] == EXCEEDED
    }

    /// Returns whether a move has led past the limit, before the end of the turn is settled.
    pub(super) fn is_left(&self, words: &[u32]) -> bool {
        words[self.room] != AMPLE && self.extent_of(&self.occupied(words)).is_some_and(|extent| self.is_large(&extent))
    }

    fn is_large(&self, extent: &Extent) -> bool {
        (0..2).any(|axis| extent.covered(axis) > self.board.extent)
    }

    fn occupied(&self, words: &[u32]) -> Vec<usize> {
        (0..self.board.side * self.board.side).filter(|site| words[*site] != 0).collect()
    }

    /// Returns whether a site is in reach of a piece.
    pub(super) fn exists(&self, words: &[u32], site: SiteId) -> bool {
        self.closed.is_none_or(|first| words[first + site.index()] == 0)
    }

    /// Returns the limit on the extent.
    pub(super) fn extent(&self) -> usize {
        self.board.extent
    }

    /// Returns the name of a site in a state: its distance from the origin.
    pub(super) fn name(&self, words: &[u32], site: SiteId) -> String {
        let (at, middle) = (self.place(site.index()), self.board.first_place(1) as i32);
        self.board.name([0, 1].map(|axis| at[axis] - middle - words[self.origin[axis]] as i32))
    }

    /// Returns the site of that name in a state, if the window has it.
    pub(super) fn named(&self, words: &[u32], name: &str) -> Option<SiteId> {
        let (along, middle) = (self.board.named(name)?, self.board.first_place(1) as i32);
        let at = |axis: usize| along[axis].checked_add(middle + words[self.origin[axis]] as i32);
        self.site([at(0)?, at(1)?]).map(SiteId::at)
    }

    fn place(&self, site: usize) -> [i32; 2] {
        [(site % self.board.side) as i32, (site / self.board.side) as i32]
    }

    fn site(&self, at: [i32; 2]) -> Option<usize> {
        let side = self.board.side as i32;
        at.iter().all(|along| (0..side).contains(along)).then(|| (at[1] * side + at[0]) as usize)
    }

    fn moved(&self, site: usize, by: [i32; 2]) -> Option<usize> {
        let at = self.place(site);
        self.site([at[0] + by[0], at[1] + by[1]])
    }

    /// Returns the words that change at the end of a turn, with their new values.
    pub(super) fn settled(&self, words: &[u32]) -> Vec<(usize, u32)> {
        let count = self.board.side * self.board.side;
        let occupied = self.occupied(words);
        let middle = self.board.first_place(1) as i32;
        let origin = [0, 1].map(|axis| words[self.origin[axis]] as i32);
        let extent = self.extent_of(&occupied).unwrap_or_else(|| {
            let at = origin.map(|along| along + middle);
            Extent { least: at, most: at }
        });
        let by = [0, 1].map(|axis| self.board.first_place(extent.covered(axis)) as i32 - extent.least[axis]);
        let mut writes = Vec::new();
        let mut write = |word: usize, value: u32| {
            if words[word] != value {
                writes.push((word, value));
            }
        };
        let mut exists = vec![false; count];
        let new = occupied.iter().filter_map(|site| self.moved(*site, by));
        new.for_each(|site| self.around[site].iter().for_each(|near| exists[usize::from(*near)] = true));
        if occupied.is_empty()
            && let Some(site) = self.site([middle; 2])
        {
            exists[site] = true;
        }
        let source = |site: usize| self.moved(site, by.map(|along| -along));
        if by != [0, 0] {
            for site in 0..count {
                let from = source(site);
                if words[site] == 0 && from.is_none_or(|from| words[from] == 0) {
                    continue;
                }
                for (index, row) in self.pieces.iter().enumerate() {
                    let value = from.map_or(0, |from| self.moved_word(index, words[row + from], by));
                    write(row + site, value);
                }
            }
            for axis in 0..2 {
                write(self.origin[axis], (origin[axis] + by[axis]) as u32);
            }
            for word in self.last.iter().flatten() {
                let site = (words[*word] as usize).checked_sub(1);
                let moved = site.and_then(|site| self.moved(site, by));
                write(*word, moved.map_or(0, |site| site as u32 + 1));
            }
        }
        for row in &self.variables {
            for (site, exists) in exists.iter().enumerate().take(count) {
                let from = source(site).filter(|_| *exists);
                write(row.first + site, from.map_or(row.start, |from| words[row.first + from]));
            }
        }
        for first in &self.sets {
            let holds = |site: usize| words[first + site / 32] >> (site % 32) & 1 == 1;
            for half in 0..count.div_ceil(32) {
                let sites = (half * 32..count.min(half * 32 + 32)).filter(|site| exists[*site]);
                let held = sites.filter(|site| source(*site).is_some_and(holds));
                write(first + half, held.fold(0, |bits, site| bits | 1 << (site % 32)));
            }
        }
        if let Some(first) = self.closed {
            exists.iter().enumerate().for_each(|(site, exists)| write(first + site, u32::from(!exists)));
        }
        // A move reaches no site but those that exist now.
        let is_tight = |axis| extent.covered(axis) + 2 * self.board.reach > self.board.extent;
        let room = match self.is_large(&extent) {
            true => EXCEEDED,
            false if (0..2).any(is_tight) => TIGHT,
            false => AMPLE,
        };
        write(self.room, room);
        writes
    }

    /// The least rectangle with some sites; none without sites.
    fn extent_of(&self, sites: &[usize]) -> Option<Extent> {
        let first = self.place(*sites.first()?);
        Some(sites.iter().fold(Extent { least: first, most: first }, |extent, site| {
            let at = self.place(*site);
            Extent {
                least: [0, 1].map(|axis| extent.least[axis].min(at[axis])),
                most: [0, 1].map(|axis| extent.most[axis].max(at[axis])),
            }
        }))
    }

    /// A word of a piece that has moved with the window: a large piece knows its first site.
    fn moved_word(&self, row: usize, word: u32, by: [i32; 2]) -> u32 {
        let Some((plane, planes, field)) = self.bodies else { return word };
        let value = field.value(word);
        if row % planes != plane || value <= 0 {
            return word;
        }
        let (first, form) = ((value - 1) as usize / self.forms, (value - 1) as usize % self.forms);
        match self.moved(first, by) {
            Some(first) => field.with_value(word, (1 + first * self.forms + form) as i32),
            None => word,
        }
    }
}

/// Returns for each site those at most so many steps away, in any direction of the board.
fn around(rules: &PathRules, reach: usize) -> Vec<Box<[u16]>> {
    let topology = &rules.topology;
    let directions = (0..topology.directions().len()).map(dagaz_core::DirectionId::at);
    let near = |site: SiteId| {
        let mut found = vec![site];
        let mut begin = 0;
        for _ in 0..reach {
            let end = found.len();
            for place in begin..end {
                for direction in directions.clone() {
                    let next = topology.link(found[place], direction);
                    if next != SiteId::NONE && !found.contains(&next) {
                        found.push(next);
                    }
                }
            }
            begin = end;
        }
        found.into_iter().map(|site| site.0).collect()
    };
    topology.site_ids().map(near).collect()
}
