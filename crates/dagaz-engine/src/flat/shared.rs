//! Shared lines of several codes: a queen moves as a rook and as a bishop.
//!
//! Pieces with the same moves are swept in one loop, with the same tables. The number of each code
//! on the board differs between positions, and a loop of unpredictable length costs more than a
//! table lookup.

use dagaz_core::Continuation;

use super::codes::CodeSet;
use super::masks::{Block, Landing, Masks};
use super::piece_generators::PieceGenerator;
use super::sites::Sites;

/// Common targets of pieces of several codes, from all starts.
#[derive(Debug)]
pub(crate) struct Shared<const W: usize> {
    /// Whose they are.
    pub(crate) codes: CodeSet,
    /// For each code as what it lands: one move for each.
    pub(crate) lands: Box<[Box<[u8]>]>,
    /// The targets; the landing code is that of the first code.
    pub(crate) landing: Landing<W>,
}

impl<const W: usize> Shared<W> {
    /// As what a piece of a code lands.
    #[inline]
    pub(crate) fn lands(&self, code: u8) -> &[u8] {
        &self.lands[usize::from(code)]
    }

    /// What the units have, told once for all that have it.
    pub(crate) fn of(units: &[PieceGenerator<W>], masks: &mut Masks<W>) -> Vec<Shared<W>> {
        let mut parts: Vec<Part<W>> = units.iter().flat_map(|unit| Part::of(unit, masks)).collect();
        while let Some((less, more)) = held_within(&parts, masks) {
            let (others, gone) = (parts[more].of.clone(), parts[less].blocks.clone());
            parts[less].of.extend(others);
            for (blocks, gone) in parts[more].blocks.iter_mut().zip(&gone) {
                blocks.retain(|block| !gone.contains(block));
            }
            parts.retain(|part| part.blocks.iter().any(|blocks| !blocks.is_empty()));
        }
        parts.into_iter().map(|part| part.shared(masks)).collect()
    }
}

/// As what each code lands.
type Lands = (u8, Box<[u8]>);

/// Shared targets in the making.
struct Part<const W: usize> {
    of: Vec<Lands>,
    then: Option<Continuation>,
    /// For each start those tables that ever open anything.
    blocks: Vec<Vec<Block<W>>>,
}

impl<const W: usize> Part<W> {
    fn of(unit: &PieceGenerator<W>, masks: &Masks<W>) -> Vec<Part<W>> {
        let opens = |block: &&Block<W>| !masks.reached_by(block).is_empty();
        let part = |landing: &Landing<W>| Part {
            of: vec![(unit.code, landing.codes.clone())],
            then: landing.then,
            blocks: landing.rows().map(|row| row.iter().filter(opens).copied().collect()).collect(),
        };
        unit.landings.iter().map(part).collect()
    }

    /// Whether all of this is part of another one, and nothing of it is reached by the rest as
    /// well.
    fn is_within(&self, other: &Part<W>, masks: &Masks<W>) -> bool {
        let clash = |(code, _): &Lands| other.of.iter().any(|(known, _)| known == code);
        let has = |(own, all): (&Vec<Block<W>>, &Vec<Block<W>>)| {
            let reached = |blocks: &mut dyn Iterator<Item = &Block<W>>| {
                blocks.fold(Sites::<W>::EMPTY, |all, block| all.or(masks.reached_by(block)))
            };
            let rest = reached(&mut all.iter().filter(|block| !own.contains(block)));
            own.iter().all(|block| all.contains(block)) && !reached(&mut own.iter()).meets(&rest)
        };
        self.then == other.then && !self.of.iter().any(clash) && self.blocks.iter().zip(&other.blocks).all(has)
    }

    fn shared(self, masks: &mut Masks<W>) -> Shared<W> {
        let mut lands = vec![Box::default(); 64];
        let codes = self.of.iter().fold(0, |codes, (code, _)| codes | 1 << code);
        let first = self.of.first().map(|(_, lands)| lands.clone()).unwrap_or_default();
        for (code, of_code) in self.of {
            lands[usize::from(code)] = of_code;
        }
        Shared { codes, lands: lands.into(), landing: Landing::of_rows(first, self.then, self.blocks, masks) }
    }
}

/// Two parts of which one is within the other.
fn held_within<const W: usize>(parts: &[Part<W>], masks: &Masks<W>) -> Option<(usize, usize)> {
    let pairs = (0..parts.len()).flat_map(|less| (0..parts.len()).map(move |more| (less, more)));
    pairs.filter(|(less, more)| less != more).find(|&(less, more)| parts[less].is_within(&parts[more], masks))
}
