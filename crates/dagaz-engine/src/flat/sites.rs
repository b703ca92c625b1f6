//! A set of sites of fixed width, kept in registers where it is small.
//!
//! [`SiteSet`](dagaz_core::SiteSet) is as wide as its board and lives on the heap; this one is as
//! wide as `W` words say, is copied freely, and can be moved over the board as a whole.

use crate::nth::nth_bit;

/// A set of up to `64 * W` sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sites<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Sites<W> {
    pub(crate) const EMPTY: Sites<W> = Sites([0; W]);

    /// The first `count` sites.
    pub(crate) fn first(count: usize) -> Sites<W> {
        let mut set = Sites::EMPTY;
        (0..count).for_each(|site| set.insert(site));
        set
    }

    #[inline]
    pub(crate) fn of(site: usize) -> Sites<W> {
        let mut set = Sites::EMPTY;
        set.insert(site);
        set
    }

    #[inline]
    pub(crate) fn contains(&self, site: usize) -> bool {
        self.0[site / 64 % W] >> (site % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, site: usize) {
        self.0[site / 64 % W] |= 1 << (site % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, site: usize) {
        self.0[site / 64 % W] &= !(1 << (site % 64));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn meets(&self, other: &Sites<W>) -> bool {
        (0..W).any(|index| self.0[index] & other.0[index] != 0)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is exactly one.
    #[inline]
    pub(crate) fn is_one(&self) -> bool {
        self.len() == 1
    }

    /// How many members come before `site`.
    #[inline]
    pub(crate) fn rank(&self, site: usize) -> usize {
        let word = site / 64 % W;
        let before: usize = self.0[..word].iter().map(|word| word.count_ones() as usize).sum();
        before + (self.0[word] & ((1u64 << (site % 64)) - 1)).count_ones() as usize
    }

    /// The member before which there are so many others; `64 * W` if there is none.
    #[inline]
    pub(crate) fn nth(&self, mut before: usize) -> usize {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if before < count {
                return index * 64 + nth_bit(word, before as u32) as usize;
            }
            before -= count;
        }
        64 * W
    }

    /// The lowest member; `64 * W` if there is none.
    #[inline]
    pub(crate) fn lowest(&self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(W);
        self.0.get(word).map_or(64 * W, |bits| word * 64 + bits.trailing_zeros() as usize)
    }

    #[inline]
    pub(crate) fn iter(self) -> Members<W> {
        Members { left: self, word: 0 }
    }

    #[inline]
    pub(crate) fn and(self, other: Sites<W>) -> Sites<W> {
        Sites(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    #[inline]
    pub(crate) fn or(self, other: Sites<W>) -> Sites<W> {
        Sites(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The members of this one that are not in the other.
    #[inline]
    pub(crate) fn less(self, other: Sites<W>) -> Sites<W> {
        Sites(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// Each member shifted by `by`; members that leave the set may wrap around. Faster than
    /// [`moved`](Sites::moved), for callers that ignore wrapped members.
    #[inline]
    pub(crate) fn turned(self, by: i32) -> Sites<W> {
        if W == 1 {
            return Sites([self.0[0].rotate_left(by as u32 % 64); W]);
        }
        if W == 2 {
            let both = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
            let turned = both.rotate_left(by as u32 % 128);
            return Sites(std::array::from_fn(|index| (turned >> (64 * index)) as u64));
        }
        self.moved(by)
    }

    /// Each member moved `by` places on; those that leave the set are lost.
    #[inline]
    pub(crate) fn moved(self, by: i32) -> Sites<W> {
        if W == 1 {
            let bits = by.unsigned_abs();
            let word = if by >= 0 { self.0[0].checked_shl(bits) } else { self.0[0].checked_shr(bits) };
            return Sites([word.unwrap_or(0); W]);
        }
        if W == 2 {
            let bits = by.unsigned_abs();
            let both = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
            let moved = if by >= 0 { both.checked_shl(bits) } else { both.checked_shr(bits) }.unwrap_or(0);
            return Sites(std::array::from_fn(|index| (moved >> (64 * index)) as u64));
        }
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let at = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Sites(std::array::from_fn(|index| {
            if by >= 0 {
                let low = index.checked_sub(words).map_or(0, at) << bits;
                let carry = if bits == 0 { 0 } else { index.checked_sub(words + 1).map_or(0, at) >> (64 - bits) };
                low | carry
            } else {
                let high = at(index + words) >> bits;
                let carry = if bits == 0 { 0 } else { at(index + words + 1) << (64 - bits) };
                high | carry
            }
        }))
    }
}

/// The members of a set, in order.
#[derive(Clone, Debug)]
pub(crate) struct Members<const W: usize> {
    left: Sites<W>,
    /// All words before this one are empty.
    word: usize,
}

impl<const W: usize> Iterator for Members<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = &mut self.left.0[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_shifts_with_its_members() {
        let members = [0, 1, 63, 64, 100, 190i32];
        let narrow = Sites::<2>([1 << 3 | 1 << 60, 1 << 1]);
        assert_eq!(narrow.moved(-3).iter().collect::<Vec<_>>(), [0, 57, 62]);
        assert_eq!(narrow.moved(64).iter().collect::<Vec<_>>(), [67, 124]);
        assert_eq!(Sites::<1>([1 << 5]).moved(-6), Sites::EMPTY);
        assert_eq!(Sites::<1>([1 << 5]).turned(-6), Sites([1 << 63]));
        assert_eq!(narrow.turned(-3).iter().collect::<Vec<_>>(), [0, 57, 62]);
        assert_eq!(narrow.turned(64).iter().collect::<Vec<_>>(), [1, 67, 124]);
        let mut set = Sites::<3>::EMPTY;
        members.iter().for_each(|&site| set.insert(site as usize));
        for by in -192i32..=192 {
            let expected: Vec<usize> = members
                .iter()
                .map(|&site| site + by)
                .filter(|site| (0..192).contains(site))
                .map(|s| s as usize)
                .collect();
            assert!(set.moved(by).less(set.turned(by)).is_empty());
            assert_eq!(set.moved(by).iter().collect::<Vec<_>>(), expected, "by {by}");
        }
    }

    #[test]
    fn ranks_count_the_members_before() {
        let set = Sites::<2>([0b1011, 0b10]);
        assert_eq!([0, 1, 2, 3, 4, 65, 66].map(|site| set.rank(site)), [0, 1, 2, 2, 3, 3, 4]);
        assert_eq!((set.lowest(), Sites::<2>::EMPTY.lowest()), (0, 128));
        assert_eq!([0, 1, 2, 3, 4].map(|before| set.nth(before)), [0, 1, 3, 65, 128]);
    }
}
