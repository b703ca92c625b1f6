//! Masks: where a piece can go, read from tables by what is occupied.
//!
//! Of most rules all that matters besides the target is which of a few sites are occupied. For each
//! start the patterns of these sites are written out before the game: a table says which targets a
//! pattern leaves open, and the targets are cut down to those on which a fitting piece stands. A
//! piece's moves are then a handful of loads and word operations. What a mask is made of are the
//! ways through the rule's graph, so that it says the same by construction; a rule with a way that
//! asks for more is walked.

use std::collections::HashMap;

use dagaz_core::{CompactSort, Continuation};

use super::codes::{CodeSet, Codes};
use super::gather::{Gather, subsets};
use super::machine::Opaque;
use super::open::Open;
use super::sites::Sites;
use super::state::FlatState;

/// Sites that one way may ask about.
const BITS_MAX: usize = 10;
/// Sites of two lines that share a table.
const JOINED_MAX: usize = 8;

/// Targets of one start that go together in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block<const W: usize> {
    /// How what stands on the sites that matter is numbered: a [`Gather`], laid out so that more
    /// blocks fit a cache.
    sites: Sites<W>,
    factors: [u64; W],
    shift: u8,
    /// Where in [`Masks::tables`] it begins.
    table: u32,
    /// Which of the sets of sites that are kept for a position the targets must be in.
    stands: u16,
}

/// The common targets of pieces of one code, from all starts. Each start has the same number of
/// tables, so loops over them have a predictable length.
#[derive(Clone, Debug)]
pub(crate) struct Landing<const W: usize> {
    /// The starts that have such targets.
    pub(crate) starts: Sites<W>,
    /// As what a piece lands: one move for each.
    pub(crate) codes: Box<[u8]>,
    /// The continuation of the turn.
    pub(crate) then: Option<Continuation>,
    /// Tables of each start.
    each: usize,
    blocks: Box<[Block<W>]>,
    /// The one set of sites that all targets must be in, if there is just one.
    stands: Option<u16>,
}

impl<const W: usize> Landing<W> {
    /// The sets of codes that it asks for.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u16> {
        self.blocks.iter().map(|block| block.stands)
    }

    /// The tables of each start.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Block<W>]> {
        self.blocks.chunks(self.each.max(1))
    }

    /// Made of the tables of each start.
    pub(crate) fn of_rows(
        codes: Box<[u8]>,
        then: Option<Continuation>,
        rows: Vec<Vec<Block<W>>>,
        masks: &mut Masks<W>,
    ) -> Landing<W> {
        let mut starts = Sites::EMPTY;
        rows.iter().enumerate().filter(|(_, row)| !row.is_empty()).for_each(|(start, _)| starts.insert(start));
        let (each, blocks) = masks.evened(rows);
        let stands = blocks.first().map(|first| first.stands);
        let stands = stands.filter(|first| blocks.iter().all(|block| block.stands == *first));
        Landing { starts, codes, then, each, blocks, stands }
    }
}

/// From where each site can be reached past what is occupied.
#[derive(Debug)]
pub(crate) struct Reach<const W: usize> {
    /// Tables of each site.
    each: usize,
    blocks: Box<[Block<W>]>,
}

impl<const W: usize> Reach<W> {
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}

/// All tables of a game.
#[derive(Debug, Default)]
pub(crate) struct Masks<const W: usize> {
    tables: Vec<Sites<W>>,
    known: HashMap<Vec<Sites<W>>, u32>,
    gathers: HashMap<Sites<W>, Gather<W>>,
    /// The sets of codes that targets must hold.
    stands: Vec<CodeSet>,
    /// Whose moves are being made ready.
    side: usize,
    /// For each side the sets that its moves ask for, and how each of them is put together.
    sums: Vec<Vec<(u16, Sum)>>,
}

/// A set of codes as a sum of sets that a state keeps.
#[derive(Clone, Copy, Debug)]
struct Sum {
    /// The owners all of whose codes belong to it.
    owners: u32,
    /// The other codes, the empty site's among them.
    others: CodeSet,
}

/// The code of the piece after it lands, and the continuation of the turn.
type Lands = (Option<Continuation>, u8);

/// For each start its targets, each with what must stand on it.
type OfStarts<const W: usize> = Vec<Vec<(CodeSet, Pattern<W>)>>;

fn class_order(then: Continuation) -> usize {
    match then {
        Continuation::Unclassed => usize::MAX,
        Continuation::Class(class) => class.index(),
    }
}

/// A target that is open where these sites are empty and those occupied.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pattern<const W: usize> {
    target: usize,
    empty: Sites<W>,
    occupied: Sites<W>,
}

impl<const W: usize> Pattern<W> {
    /// The sites that it asks about.
    fn relevant(&self) -> Sites<W> {
        self.empty.or(self.occupied)
    }
}

impl<const W: usize> Masks<W> {
    /// The sets that are asked for from here on are for moves of that side.
    pub(crate) fn for_side(&mut self, side: usize) {
        self.side = side;
        self.sums.resize_with(self.sums.len().max(side + 1), Vec::new);
    }

    /// For a position with that side to move: where the codes of each set stand that its moves ask
    /// for.
    #[inline]
    pub(crate) fn standing(&self, state: &FlatState<W>, side: usize, standing: &mut Vec<Sites<W>>) {
        standing.resize(self.stands.len(), Sites::EMPTY);
        for (number, sum) in &self.sums[side] {
            let (mut sites, mut owners) = (state.any_of(sum.others), sum.owners);
            while owners != 0 {
                sites = sites.or(state.held(owners.trailing_zeros() as usize));
                owners &= owners - 1;
            }
            standing[usize::from(*number)] = sites;
        }
    }

    /// The sets of codes, by number.
    pub(crate) fn stands(&self) -> &[CodeSet] {
        &self.stands
    }

    /// The targets from a start that are open.
    #[inline(always)]
    pub(crate) fn targets(
        &self,
        landing: &Landing<W>,
        start: usize,
        occupied: &Sites<W>,
        standing: &[Sites<W>],
    ) -> Sites<W> {
        let blocks = &landing.blocks[start * landing.each..][..landing.each];
        if let Some(stands) = landing.stands {
            let open = blocks.iter().fold(Sites::EMPTY, |all, block| all.or(self.open(block, occupied)));
            return open.and(standing[usize::from(stands)]);
        }
        let open = |block: &Block<W>| self.open(block, occupied).and(standing[usize::from(block.stands)]);
        blocks.iter().fold(Sites::EMPTY, |all, block| all.or(open(block)))
    }

    #[inline]
    fn open(&self, block: &Block<W>, occupied: &Sites<W>) -> Sites<W> {
        let Block { sites, factors, shift, table, .. } = *block;
        self.tables[table as usize + Gather { sites, factors, shift }.number(occupied)]
    }

    /// All sites that a table ever opens.
    pub(crate) fn reached_by(&self, block: &Block<W>) -> Sites<W> {
        let size = Gather { sites: block.sites, factors: block.factors, shift: block.shift }.size();
        self.tables[block.table as usize..][..size].iter().fold(Sites::EMPTY, |all, open| all.or(*open))
    }

    /// From where a site is reached, those places apart that are always open.
    #[inline]
    pub(crate) fn reached(&self, reach: &Reach<W>, site: usize, occupied: &Sites<W>) -> Sites<W> {
        let blocks = &reach.blocks[site * reach.each..][..reach.each];
        blocks.iter().fold(Sites::EMPTY, |all, block| all.or(self.open(block, occupied)))
    }

    /// Tables for the lines to each site, each from an origin with what must be empty between; none
    /// if these are too many.
    pub(crate) fn reach(&mut self, of_sites: &[Vec<(usize, Sites<W>)>]) -> Option<Reach<W>> {
        if of_sites.iter().flatten().any(|(_, between)| between.len() > BITS_MAX) {
            return None;
        }
        // Groups of which nothing is ever between need no tables.
        let long = of_sites.iter().flatten().any(|(_, between)| !between.is_empty());
        let pattern = |&(target, empty): &(usize, Sites<W>)| Pattern { target, empty, occupied: Sites::EMPTY };
        let patterns = |lines: &Vec<(usize, Sites<W>)>| -> Vec<Pattern<W>> {
            lines.iter().filter(|_| long).map(pattern).collect()
        };
        let of_sites =
            of_sites.iter().enumerate().map(|(site, lines)| self.blocks(site, 0, &patterns(lines))).collect();
        let (each, blocks) = self.evened(of_sites);
        Some(Reach { each, blocks })
    }

    /// As many tables for each start.
    fn evened(&mut self, of_starts: Vec<Vec<Block<W>>>) -> (usize, Box<[Block<W>]>) {
        let each = of_starts.iter().map(Vec::len).max().unwrap_or(0);
        let stands = of_starts.iter().flatten().next().map_or(0, |block| block.stands);
        let nothing = self.block(stands, Sites::EMPTY, &[]);
        let even = |of_start: Vec<Block<W>>| {
            let missing = each - of_start.len();
            of_start.into_iter().chain(std::iter::repeat_n(nothing, missing))
        };
        (each, of_starts.into_iter().flat_map(even).collect())
    }

    /// The masks of one piece, of which these are all ways from each start; an error if a target
    /// asks for more than emptiness.
    pub(crate) fn landings(
        &mut self,
        all: CodeSet,
        of_starts: &[(usize, Vec<Open>)],
    ) -> Result<Vec<Landing<W>>, Opaque> {
        // Ways to one target that differ only in what stands there are one.
        let mut joined: Vec<(usize, Lands, Pattern<W>, CodeSet)> = Vec::new();
        for (start, opens) in of_starts {
            let first = joined.len();
            for open in opens {
                let (landing, pattern) = ((open.then, open.landing.ok_or(Opaque)?), Self::pattern(open, all)?);
                match joined[first..].iter_mut().find(|(_, known, of, _)| *known == landing && *of == pattern) {
                    Some((.., stands)) => *stands |= open.stands,
                    None => joined.push((*start, landing, pattern, open.stands)),
                }
            }
        }
        let mut kinds: Vec<Lands> = joined.iter().map(|&(_, landing, ..)| landing).collect();
        kinds.compact_sort_by_key(|&(then, code)| (then.map(class_order), code));
        kinds.dedup();
        // Rules that promote to several types do so on the same targets.
        let mut same: Vec<(Option<Continuation>, Vec<u8>, OfStarts<W>)> = Vec::new();
        for (then, code) in kinds {
            let mut patterns = vec![Vec::new(); of_starts.len()];
            for (start, landing, pattern, stands) in &joined {
                if *landing == (then, code) {
                    patterns[*start].push((*stands, pattern.clone()));
                }
            }
            match same.iter_mut().find(|known| known.0 == then && known.2 == patterns) {
                Some((_, codes, _)) => codes.push(code),
                None => same.push((then, vec![code], patterns)),
            }
        }
        let landing = |(then, codes, of_starts): (_, Vec<u8>, OfStarts<W>)| {
            let mut rows = Vec::new();
            for (start, of_start) in of_starts.iter().enumerate() {
                let mut stands: Vec<CodeSet> = of_start.iter().map(|(stands, _)| *stands).collect();
                stands.sort_unstable();
                stands.dedup();
                rows.push(Vec::new());
                for stands in stands {
                    let own = of_start.iter().filter(|(known, _)| *known == stands);
                    let patterns: Vec<Pattern<W>> = own.map(|(_, pattern)| pattern.clone()).collect();
                    let number = self.number(stands);
                    rows[start].extend(self.blocks(start, number, &patterns));
                }
            }
            Landing::of_rows(codes.into(), then, rows, self)
        };
        Ok(same.into_iter().map(landing).collect())
    }

    fn pattern(open: &Open, all: CodeSet) -> Result<Pattern<W>, Opaque> {
        let (mut empty, mut occupied) = (Sites::EMPTY, Sites::EMPTY);
        for &(at, set) in &open.conditions {
            match set {
                Codes::EMPTY => empty.insert(usize::from(at)),
                set if set == all & !Codes::EMPTY => occupied.insert(usize::from(at)),
                _ => return Err(Opaque),
            }
        }
        if empty.or(occupied).len() > BITS_MAX {
            return Err(Opaque);
        }
        Ok(Pattern { target: open.target, empty, occupied })
    }

    /// Whether masks can say all of this.
    pub(crate) fn fit(all: CodeSet, opens: &[Open]) -> bool {
        opens.iter().all(|open| open.landing.is_some() && Self::pattern(open, all).is_ok())
    }

    /// Where the sites of some codes are kept.
    pub(crate) fn number(&mut self, codes: CodeSet) -> u16 {
        let known = self.stands.iter().position(|known| *known == codes);
        let number = known.unwrap_or_else(|| {
            self.stands.push(codes);
            self.stands.len() - 1
        }) as u16;
        let sums = &mut self.sums[self.side];
        if sums.iter().all(|(known, _)| *known != number) {
            sums.push((number, Sum { owners: 0, others: codes }));
        }
        number
    }

    /// Packs the targets of one start into few tables, the same ones for other pieces as far as
    /// lines are the same.
    fn blocks(&mut self, start: usize, stands: u16, patterns: &[Pattern<W>]) -> Vec<Block<W>> {
        let mut lines: Vec<(usize, Sites<W>, Vec<Pattern<W>>)> = Vec::new();
        let mut order: Vec<&Pattern<W>> = patterns.iter().collect();
        order.compact_sort_by_key(|pattern| (pattern.relevant().len(), pattern.target));
        for pattern in order {
            let relevant = pattern.relevant();
            let first = if relevant.is_one() { relevant.lowest() } else { pattern.target };
            // Each site of a line asks for the one before it and all that this one asks for.
            let goes_on = |(_, all, of_line): &(usize, Sites<W>, Vec<Pattern<W>>)| match all.is_empty() {
                true => relevant.is_one() && of_line.iter().any(|known| known.target == first),
                false => relevant.len() == all.len() + 1 && all.less(relevant).is_empty(),
            };
            match lines.iter_mut().find(|line| goes_on(line)) {
                Some((_, all, of_line)) => {
                    *all = relevant;
                    of_line.push(pattern.clone());
                }
                None => lines.push((first.abs_diff(start), relevant, vec![pattern.clone()])),
            }
        }
        // Lines that begin as far before the start as behind it are two halves of one. What asks
        // for nothing goes with any.
        lines.compact_sort_by_key(|(away, all, _)| (all.is_empty(), *away));
        let mut parts: Vec<(usize, Sites<W>, Vec<Pattern<W>>)> = Vec::new();
        for (away, all, of_line) in lines {
            let fits = |part: &&mut (usize, Sites<W>, _)| {
                all.is_empty() || part.0 == away && part.1.or(all).len() <= JOINED_MAX
            };
            match parts.iter_mut().find(fits) {
                Some(part) => {
                    part.1 = part.1.or(all);
                    part.2.extend(of_line);
                }
                None => parts.push((away, all, of_line)),
            }
        }
        parts.into_iter().map(|(_, all, of_part)| self.block(stands, all, &of_part)).collect()
    }

    /// The table of some targets, of which these sites decide.
    fn block(&mut self, stands: u16, relevant: Sites<W>, patterns: &[Pattern<W>]) -> Block<W> {
        let gather = *self.gathers.entry(relevant).or_insert_with(|| Gather::of(relevant));
        let mut table = vec![Sites::EMPTY; gather.size()];
        for occupied in subsets(relevant) {
            let open = &mut table[gather.number(&occupied)];
            for one in patterns {
                if !one.empty.meets(&occupied) && one.occupied.less(occupied).is_empty() {
                    open.insert(one.target);
                }
            }
        }
        let tables = &mut self.tables;
        let table = *self.known.entry(table).or_insert_with_key(|table| {
            tables.extend_from_slice(table);
            (tables.len() - table.len()) as u32
        });
        let Gather { sites, factors, shift } = gather;
        Block { sites, factors, shift, table, stands }
    }

    /// Forgets what is needed only while tables are made. `owners` are the codes of each owner that
    /// a state knows, and `asks` tells whether a side's moves ask for a set after all.
    pub(crate) fn finish(&mut self, owners: &[CodeSet], asks: impl Fn(usize, u16) -> bool) {
        for (side, sums) in self.sums.iter_mut().enumerate() {
            sums.retain(|(number, _)| asks(side, *number));
        }
        for (_, sum) in self.sums.iter_mut().flatten() {
            for (owner, codes) in owners.iter().enumerate() {
                if *codes != 0 && codes & !sum.others == 0 {
                    sum.owners |= 1 << owner;
                }
            }
            let whole = owners.iter().enumerate().filter(|(owner, _)| sum.owners >> owner & 1 == 1);
            sum.others = whole.fold(sum.others, |others, (_, codes)| others & !codes);
        }
        self.known = HashMap::new();
        self.gathers = HashMap::new();
        self.tables.shrink_to_fit();
    }

    /// Memory of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.tables[..])
    }
}
