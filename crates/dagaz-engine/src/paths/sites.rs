//! A set of sites that costs no allocation on ordinary boards.

use dagaz_core::{Bits, SiteId, SiteSet};
use smallvec::{SmallVec, smallvec};

/// Words that need no allocation: enough for the board of Go.
const WORDS: usize = 6;

/// A set of sites. All sets of one game have the same width.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Sites(SmallVec<[u64; WORDS]>);

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

    /// How many words it has.
    pub(super) fn words(&self) -> usize {
        self.0.len()
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

    /// Takes all others out.
    pub(super) fn keep_only(&mut self, site: SiteId) {
        let kept = self.contains(site);
        self.0.iter_mut().for_each(|word| *word = 0);
        if kept {
            self.insert(site);
        }
    }

    /// Its site, if it has one alone.
    pub(super) fn only(&self) -> Option<SiteId> {
        let mut sites = self.iter();
        sites.next().filter(|_| sites.next().is_none())
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

    /// A word of its bits; 0 beyond its width.
    pub(super) fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
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

    /// Adds those of some sites that are in `mask`, each moved so many places on.
    pub(super) fn unite_moved(&mut self, of: &Sites, mask: &Sites, by: i32) {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let word = |place: usize| of.0[place] & mask.0[place];
        let width = self.0.len();
        for place in words..width {
            let from = place - words;
            if by >= 0 {
                let carried = if bits > 0 && from > 0 { word(from - 1) >> (64 - bits) } else { 0 };
                self.0[place] |= word(from) << bits | carried;
            } else {
                let carried = if bits > 0 && place + 1 < width { word(place + 1) << (64 - bits) } else { 0 };
                self.0[from] |= word(place) >> bits | carried;
            }
        }
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
        let all = Sites(smallvec![u64::MAX; 4]);
        for (by, to) in [(1, [1, 64, 65, 201]), (63, [63, 126, 127, 263]), (64, [64, 127, 128, 264])] {
            let mut moved = sites(&[]);
            moved.unite_moved(&sites(&[0, 63, 64, 200]), &all, by);
            assert_eq!(moved, sites(&to), "{by}");
            let mut back = sites(&[]);
            back.unite_moved(&moved, &all, -by);
            assert_eq!(
                back,
                sites(&[0, 63, 64, 200].into_iter().filter(|site| site + by as u16 <= 255).collect::<Vec<_>>())
            );
        }
        let (mut a, b) = (sites(&[0, 64, 200]), sites(&[64, 130]));
        assert!(a.meets(&b) && !a.is_within(&b));
        assert_eq!(b.complement(&a), sites(&[0, 200]));
        a.intersect(&b);
        assert_eq!((a.len(), a.first()), (1, Some(SiteId(64))));
        assert!(a.is_within(&b) && !a.contains(SiteId(999)));
    }
}
