//! Masks: where a piece can go, read from tables by what is occupied.
//!
//! Of most rules all that matters besides the target is which of a few sites are occupied. For each start the patterns
//! of these sites are written out before the game: a table says which targets a pattern leaves open, and the targets are
//! cut down to those on which a fitting piece stands. A piece's moves are then a handful of loads and word operations.
//! What a mask is made of are the ways through the rule's graph, so that it says the same by construction; a rule with a
//! way that asks for more is walked.

use std::collections::HashMap;

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
    blocks: Box<[Block<W>]>,
}

/// All tables of a game.
#[derive(Debug, Default)]
pub(crate) struct Masks<const W: usize> {
    tables: Vec<Sites<W>>,
    known: HashMap<Vec<Sites<W>>, u32>,
    gathers: HashMap<Sites<W>, Gather<W>>,
    /// The sets of codes that targets must hold.
    stands: Vec<CodeSet>,
    /// How each of them is put together.
    sums: Vec<Sum>,
}

/// A set of codes as a sum of sets that a state keeps.
#[derive(Clone, Copy, Debug)]
struct Sum {
    /// The owners all of whose codes belong to it.
    owners: u32,
    /// The other codes, the empty site's among them.
    others: CodeSet,
}

/// A target that is open where these sites are empty and those occupied.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pattern<const W: usize> {
    target: usize,
    empty: Sites<W>,
    occupied: Sites<W>,
}

impl<const W: usize> Masks<W> {
    /// For a position: where the codes of each set stand.
    #[inline]
    pub(crate) fn standing(&self, state: &FlatState<W>, standing: &mut Vec<Sites<W>>) {
        standing.clear();
        standing.extend(self.sums.iter().map(|sum| {
            let (mut sites, mut owners) = (state.any_of(sum.others), sum.owners);
            while owners != 0 {
                sites = sites.or(state.held(owners.trailing_zeros() as usize));
                owners &= owners - 1;
            }
            sites
        }));
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
        let mut joined: Vec<(u8, Pattern<W>, CodeSet)> = Vec::new();
        for open in opens {
            let (landing, pattern) = (open.landing.ok_or(Opaque)?, Self::pattern(open, all)?);
            match joined.iter_mut().find(|(known, of, _)| *known == landing && *of == pattern) {
                Some((.., stands)) => *stands |= open.stands,
                None => joined.push((landing, pattern, open.stands)),
            }
        }
        let mut landings: Vec<u8> = joined.iter().map(|(landing, ..)| *landing).collect();
        landings.sort_unstable();
        landings.dedup();
        // Rules that promote to several types do so on the same targets.
        let mut same: Vec<(Vec<u8>, Vec<Block<W>>)> = Vec::new();
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
            match same.iter_mut().find(|(_, known)| *known == blocks) {
                Some((codes, _)) => codes.push(landing),
                None => same.push((vec![landing], blocks)),
            }
        }
        Ok(same.into_iter().map(|(codes, blocks)| Landing { codes: codes.into(), blocks: blocks.into() }).collect())
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
        known.unwrap_or_else(|| {
            self.stands.push(codes);
            self.stands.len() - 1
        }) as u16
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

    /// Forgets what is needed only while tables are made. `owners` are the codes of each owner that a state knows.
    pub(crate) fn finish(&mut self, owners: &[CodeSet]) {
        let sum = |&codes: &CodeSet| {
            let whole = |owner: &(usize, &CodeSet)| *owner.1 != 0 && owner.1 & !codes == 0;
            let owners = owners.iter().enumerate().filter(whole);
            owners.fold(Sum { owners: 0, others: codes }, |sum, (owner, codes)| Sum {
                owners: sum.owners | 1 << owner,
                others: sum.others & !codes,
            })
        };
        self.sums = self.stands.iter().map(sum).collect();
        self.known = HashMap::new();
        self.gathers = HashMap::new();
        self.tables.shrink_to_fit();
    }

    /// Memory of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.tables[..])
    }
}
