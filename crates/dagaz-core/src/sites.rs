//! A set of sites, as wide as the board.

use crate::SiteId;

/// A set of sites of one board.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SiteSet {
    words: Box<[u64]>,
}

impl SiteSet {
    /// Returns the empty set over a board of `sites` sites.
    pub fn empty(sites: usize) -> SiteSet {
        SiteSet { words: vec![0; sites.div_ceil(64)].into_boxed_slice() }
    }

    /// Returns the set of the given sites. Sites beyond the board are not added.
    pub fn of(sites: usize, members: impl IntoIterator<Item = SiteId>) -> SiteSet {
        let mut set = SiteSet::empty(sites);
        members.into_iter().for_each(|site| set.insert(site));
        set
    }

    /// Returns whether `site` is one of them.
    #[inline]
    pub fn contains(&self, site: SiteId) -> bool {
        self.words.get(site.index() / 64).is_some_and(|word| word >> (site.index() % 64) & 1 == 1)
    }

    /// Adds `site`.
    #[inline]
    pub fn insert(&mut self, site: SiteId) {
        if let Some(word) = self.words.get_mut(site.index() / 64) {
            *word |= 1 << (site.index() % 64);
        }
    }

    /// Takes `site` out.
    #[inline]
    pub fn remove(&mut self, site: SiteId) {
        if let Some(word) = self.words.get_mut(site.index() / 64) {
            *word &= !(1 << (site.index() % 64));
        }
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the sites, in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| Bits(word).map(move |bit| SiteId::at(index * 64 + bit)))
    }

    /// Returns the bits, 64 sites a word, in order of declaration.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Becomes the union of both.
    pub fn unite(&mut self, other: &SiteSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }
}

impl std::fmt::Debug for SiteSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The positions of the ones in a word, lowest first.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_wider_than_a_word_keeps_its_members_in_order() {
        let mut set = SiteSet::of(200, [199, 0, 64, 63].map(SiteId));
        assert_eq!(set.iter().map(|site| site.0).collect::<Vec<_>>(), [0, 63, 64, 199]);
        set.remove(SiteId(64));
        set.insert(SiteId(5_000));
        assert!(!set.contains(SiteId(64)) && !set.contains(SiteId(5_000)) && !set.contains(SiteId::NONE));
        assert_eq!(set.len(), 3);
    }
}
