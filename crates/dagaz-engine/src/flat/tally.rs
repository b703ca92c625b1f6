//! Tallies: the number of steps of a piece that end its turn, from tables by occupancy.
//!
//! If a turn has one more step, it may have thousands of whole moves, and drawing one needs their
//! number. For each start the patterns of the relevant sites are enumerated before the game, each
//! with its number of steps.

use super::codes::{CodeSet, Codes};
use super::entries::FlatEntry;
use super::gather::{Gather, subsets};
use super::graph::{Actions, Plain};
use super::sites::Sites;
use super::ways::Way;
use dagaz_core::CompactSort;

/// Sites that one table is asked about, unless a single way needs more.
const BITS: usize = 8;
/// Sites that one way may ask about.
const BITS_MAX: usize = 10;
/// Ways of one start.
const WAYS_MAX: usize = 1_000;

/// The steps of one code by some rules. See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Tally<const W: usize> {
    /// For each start.
    blocks: Vec<Box<[Block<W>]>>,
    tables: Vec<u8>,
}

/// Some of the steps of one start: which sites matter, and where their table begins.
#[derive(Clone, Copy, Debug)]
struct Block<const W: usize> {
    gather: Gather<W>,
    table: u32,
}

/// A way to a step: the step's number, and the sites that must be empty or occupied.
struct Pattern<const W: usize> {
    step: usize,
    empty: Sites<W>,
    occupied: Sites<W>,
}

impl<const W: usize> Tally<W> {
    /// The tally of some rules for pieces of a code; `None` if a step continues, may equal another,
    /// or depends on more than occupancy. `visits`: the maximum number of visited nodes.
    pub(crate) fn of(
        all: CodeSet,
        entries: &[FlatEntry],
        code: u8,
        sites: usize,
        visits: &mut usize,
    ) -> Option<Tally<W>> {
        let (mut tally, mut known) = (Tally { blocks: Vec::with_capacity(sites), tables: Vec::new() }, Vec::new());
        for start in 0..sites {
            let patterns = patterns(all, entries, code, start, visits)?;
            let (mut blocks, mut rest) = (Vec::new(), &patterns[..]);
            while !rest.is_empty() {
                let (mut relevant, mut taken) = (Sites::EMPTY, 0);
                // All ways to one step belong to one block, or it would be counted twice.
                while let Some(next) = rest.get(taken) {
                    let of_step = rest[taken..].iter().take_while(|pattern| pattern.step == next.step);
                    let (count, wider) = of_step.fold((0, relevant), |(count, wider), pattern| {
                        (count + 1, wider.or(pattern.empty).or(pattern.occupied))
                    });
                    if taken > 0 && wider.len() > BITS {
                        break;
                    }
                    (relevant, taken) = (wider, taken + count);
                }
                if relevant.len() > BITS_MAX {
                    return None;
                }
                let (of_block, others) = rest.split_at(taken);
                rest = others;
                let gather = match known.iter().find(|(sites, _)| *sites == relevant) {
                    Some((_, gather)) => *gather,
                    None => {
                        known.push((relevant, Gather::of(relevant)));
                        known[known.len() - 1].1
                    }
                };
                blocks.push(Block { gather, table: tally.tables.len() as u32 });
                tally.table(relevant, gather, of_block)?;
            }
            tally.blocks.push(blocks.into());
        }
        Some(tally)
    }

    /// Writes out one table.
    fn table(&mut self, relevant: Sites<W>, gather: Gather<W>, patterns: &[Pattern<W>]) -> Option<()> {
        let first = self.tables.len();
        self.tables.resize(first + gather.size(), 0);
        for occupied in subsets(relevant) {
            let holds =
                |pattern: &&Pattern<W>| !pattern.empty.meets(&occupied) && pattern.occupied.less(occupied).is_empty();
            let mut open: Vec<usize> = patterns.iter().filter(holds).map(|pattern| pattern.step).collect();
            open.dedup();
            self.tables[first + gather.number(&occupied)] = u8::try_from(open.len()).ok()?;
        }
        Some(())
    }

    /// How many steps a piece has on a site, where these sites are occupied.
    #[inline]
    pub(crate) fn count(&self, start: usize, occupied: &Sites<W>) -> u64 {
        let open = |block: &Block<W>| self.tables[block.table as usize + block.gather.number(occupied)];
        self.blocks[start].iter().map(|block| u64::from(open(block))).sum()
    }

    /// Memory of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.len() + self.blocks.iter().map(|blocks| size_of_val(&blocks[..])).sum::<usize>()
    }
}

/// The ways to all steps from one start, in order of steps.
fn patterns<const W: usize>(
    all: CodeSet,
    entries: &[FlatEntry],
    code: u8,
    start: usize,
    visits: &mut usize,
) -> Option<Vec<Pattern<W>>> {
    let (mut patterns, mut step) = (Vec::new(), 0);
    let mut effects = Vec::new();
    for entry in entries {
        let graph = &entry.rule.graphs[start];
        for made in &graph.made[..] {
            match made.actions {
                _ if made.then.is_some() => return None,
                Actions::Plain(Plain { effects: span, .. }) | Actions::Fixed(span) => effects.push(graph.effects(span)),
                _ => return None,
            }
        }
        let most = *visits;
        let mut way = Way::new(all, most, false);
        let followed = way.follow(graph, (start, 1 << code), &|_| true, &mut |way, made| {
            let number = graph.made.iter().position(|one| std::ptr::eq(one, made)).unwrap_or(0);
            let (mut empty, mut occupied) = (Sites::EMPTY, Sites::EMPTY);
            for (at, set) in way.conditions(usize::MAX) {
                match set {
                    Codes::EMPTY => empty.insert(usize::from(at)),
                    set if set == all & !Codes::EMPTY => occupied.insert(usize::from(at)),
                    _ => return Err(super::machine::Opaque),
                }
            }
            let asks = way.unlike > 0 || !way.attacked.is_empty() || way.last_from.is_some() || way.last_to.is_some();
            patterns.push(Pattern { step: step + number, empty, occupied });
            if asks || patterns.len() > WAYS_MAX { Err(super::machine::Opaque) } else { Ok(()) }
        });
        *visits -= most - way.left();
        followed.ok()?;
        step += graph.made.len();
    }
    effects.sort_unstable();
    let steps = effects.len();
    effects.dedup();
    patterns.compact_sort_by_key(|pattern| pattern.step);
    (effects.len() == steps).then_some(patterns)
}
