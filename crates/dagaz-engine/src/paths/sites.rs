//! A set of sites that costs no allocation on ordinary boards.

use dagaz_core::{Bits, SiteId, SiteSet};
use smallvec::{SmallVec, smallvec};

/// A set of sites. All sets of one game have the same width.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Sites(SmallVec<[u64; 2]>);

impl Sites {
    /// The empty set, `width` words wide.
    pub(super) fn none(width: usize) -> Sites {
        Sites(smallvec![0; width])
    }

    /// The set with these bits, cut or filled up to `width` words.
    pub(super) fn of_words(words: &[u64], width: usize) -> Sites {
        let mut sites = Sites::none(width);
        sites.0.iter_mut().zip(words).for_each(|(word, from)| *word = *from);
        sites
    }

    pub(super) fn of_set(set: &SiteSet, width: usize) -> Sites {
        Sites::of_words(set.words(), width)
    }

    #[inline]
    pub(super) fn contains(&self, site: SiteId) -> bool {
        self.0.get(site.index() / 64).is_some_and(|word| word >> (site.index() % 64) & 1 == 1)
    }

    #[inline]
    pub(super) fn insert(&mut self, site: SiteId) {
        if let Some(word) = self.0.get_mut(site.index() / 64) {
            *word |= 1 << (site.index() % 64);
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, site: SiteId) {
        if let Some(word) = self.0.get_mut(site.index() / 64) {
            *word &= !(1 << (site.index() % 64));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bits, 32 sites a word.
    pub(super) fn halves(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32])
    }

    pub(super) fn of_halves(halves: impl Iterator<Item = u32>, width: usize) -> Sites {
        let mut sites = Sites::none(width);
        for (index, half) in halves.enumerate().take(2 * width) {
            sites.0[index / 2] |= u64::from(half) << (index % 2 * 32);
        }
        sites
    }

    pub(super) fn first(&self) -> Option<SiteId> {
        self.iter().next()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = SiteId> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(index, word)| Bits(*word).map(move |bit| SiteId::at(index * 64 + bit)))
    }

    pub(super) fn unite(&mut self, other: &Sites) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn unite_words(&mut self, other: &[u64]) {
        self.0.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn intersect(&mut self, other: &Sites) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    pub(super) fn subtract(&mut self, other: &Sites) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    /// What `whole` has and this has not.
    pub(super) fn complement(&self, whole: &Sites) -> Sites {
        let mut rest = whole.clone();
        rest.subtract(self);
        rest
    }

    pub(super) fn is_within(&self, other: &Sites) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }

    pub(super) fn meets(&self, other: &Sites) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_wider_than_a_word_combine_site_by_site() {
        let sites = |of: &[u16]| {
            let mut set = Sites::none(4);
            of.iter().for_each(|site| set.insert(SiteId(*site)));
            set
        };
        let (mut a, b) = (sites(&[0, 64, 200]), sites(&[64, 130]));
        assert!(a.meets(&b) && !a.is_within(&b));
        assert_eq!(b.complement(&a), sites(&[0, 200]));
        a.intersect(&b);
        assert_eq!((a.len(), a.first()), (1, Some(SiteId(64))));
        assert!(a.is_within(&b) && !a.contains(SiteId(999)));
    }
}
