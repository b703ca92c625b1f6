//! Masks: where a piece can go, read from tables by what is occupied.
//!
//! Of most rules all that matters besides the target is which of a few sites are occupied. For each start the patterns
//! of these sites are written out before the game: a table says which targets a pattern leaves open, and the targets are
//! cut down to those on which a fitting piece stands. A piece's moves are then a handful of loads and word operations.
//! What a mask is made of are the ways through the rule's graph, so that it says the same by construction; a rule with a
//! way that asks for more is walked.

use std::collections::HashMap;

use dagaz_core::Continuation;

use super::codes::{CodeSet, Codes};
use super::gather::{Gather, subsets};
use super::machine::Opaque;
use super::open::Open;
use super::sites::Sites;
use super::state::FlatState;

/// Sites that one table is asked about, unless a single way needs more.
const BITS: usize = 6;
/// Sites that one way may ask about.
const BITS_MAX: usize = 10;
/// The targets of one start that go together: a table, and what must stand on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block<const W: usize> {
    /// How what stands on the sites that matter is numbered.
    gather: Gather<W>,
    /// Where in [`Masks::tables`] it begins.
    table: u32,
    /// Which of the sets of sites that are kept for a position the targets must be in.
    stands: u16,
}

/// The targets on which a piece lands alike.
#[derive(Clone, Debug)]
pub(crate) struct Landing<const W: usize> {
    /// As what it lands: one move for each.
    pub(crate) codes: Box<[u8]>,
    /// How the turn goes on.
    pub(crate) then: Option<Continuation>,
    blocks: Box<[Block<W>]>,
}

impl<const W: usize> Landing<W> {
    /// The sets of codes that it asks for.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u16> {
        self.blocks.iter().map(|block| block.stands)
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

/// As what a piece lands, and how the turn goes on.
type Lands = (Option<Continuation>, u8);

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

impl<const W: usize> Masks<W> {
    /// The sets that are asked for from here on are for moves of that side.
    pub(crate) fn for_side(&mut self, side: usize) {
        self.side = side;
        self.sums.resize_with(self.sums.len().max(side + 1), Vec::new);
    }

    /// For a position with that side to move: where the codes of each set stand that its moves ask for.
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

    /// The targets that are open.
    #[inline]
    pub(crate) fn targets(&self, landing: &Landing<W>, occupied: &Sites<W>, standing: &[Sites<W>]) -> Sites<W> {
        let mut targets = Sites::EMPTY;
        for block in &landing.blocks {
            let open = self.tables[block.table as usize + block.gather.number(occupied)];
            targets = targets.or(open.and(standing[usize::from(block.stands)]));
        }
        targets
    }

    /// The masks of one piece on one start; an error if a target asks for more than emptiness.
    pub(crate) fn landings(&mut self, all: CodeSet, opens: &[Open]) -> Result<Vec<Landing<W>>, Opaque> {
        // Ways to one target that differ only in what stands there are one.
        let mut joined: Vec<(Lands, Pattern<W>, CodeSet)> = Vec::new();
        for open in opens {
            let (landing, pattern) = ((open.then, open.landing.ok_or(Opaque)?), Self::pattern(open, all)?);
            match joined.iter_mut().find(|(known, of, _)| *known == landing && *of == pattern) {
                Some((.., stands)) => *stands |= open.stands,
                None => joined.push((landing, pattern, open.stands)),
            }
        }
        let mut landings: Vec<Lands> = joined.iter().map(|(landing, ..)| *landing).collect();
        landings.sort_unstable_by_key(|(then, code)| (then.map(class_order), *code));
        landings.dedup();
        // Rules that promote to several types do so on the same targets.
        let mut same: Vec<(Option<Continuation>, Vec<u8>, Vec<Block<W>>)> = Vec::new();
        for landing in landings {
            let mut stands: Vec<CodeSet> = joined.iter().filter(|one| one.0 == landing).map(|one| one.2).collect();
            stands.sort_unstable();
            stands.dedup();
            let mut blocks = Vec::new();
            for stands in stands {
                let own = joined.iter().filter(|one| one.0 == landing && one.2 == stands);
                let patterns: Vec<Pattern<W>> = own.map(|(_, pattern, _)| pattern.clone()).collect();
                self.blocks(stands, &patterns, &mut blocks)?;
            }
            let (then, code) = landing;
            match same.iter_mut().find(|(known, _, of)| *known == then && *of == blocks) {
                Some((_, codes, _)) => codes.push(code),
                None => same.push((then, vec![code], blocks)),
            }
        }
        let landing =
            |(then, codes, blocks): (_, Vec<u8>, Vec<_>)| Landing { codes: codes.into(), then, blocks: blocks.into() };
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

    /// Packs targets into tables.
    fn blocks(&mut self, stands: CodeSet, patterns: &[Pattern<W>], blocks: &mut Vec<Block<W>>) -> Result<(), Opaque> {
        let stands = self.number(stands);
        let mut rest = patterns;
        while !rest.is_empty() {
            let (mut relevant, mut taken) = (Sites::EMPTY, 0);
            for pattern in rest {
                let wider = pattern.empty.or(pattern.occupied).or(relevant);
                if taken > 0 && wider.len() > BITS.max(relevant.len()) {
                    break;
                }
                relevant = wider;
                taken += 1;
            }
            let (of_block, others) = rest.split_at(taken);
            rest = others;
            let gather = *self.gathers.entry(relevant).or_insert_with(|| Gather::of(relevant));
            let mut table = vec![Sites::EMPTY; gather.size()];
            for occupied in subsets(relevant) {
                let open = &mut table[gather.number(&occupied)];
                for one in of_block {
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
            blocks.push(Block { gather, table, stands });
        }
        Ok(())
    }

    /// Forgets what is needed only while tables are made. `owners` are the codes of each owner that a state knows, and `asks`
    /// tells whether a side's moves ask for a set after all.
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
