//! Sets of sites as words, without a position.

use super::super::position::Bitset;

/// The sites of a set that are left.
struct Sites<const W: usize> {
    rest: Bitset<W>,
    word: usize,
}

impl<const W: usize> Iterator for Sites<W> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while let Some(word) = self.rest.get_mut(self.word) {
            if *word != 0 {
                let site = (self.word * 64) as u16 + word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some(site);
            }
            self.word += 1;
        }
        None
    }
}

/// The sites of a set, in order.
#[inline]
pub(in crate::paths) fn bits<const W: usize>(set: Bitset<W>) -> impl Iterator<Item = u16> {
    Sites { rest: set, word: 0 }
}

#[inline]
pub(in crate::paths) fn and<const W: usize>(mut one: Bitset<W>, other: &Bitset<W>) -> Bitset<W> {
    (0..W).for_each(|word| one[word] &= other[word]);
    one
}

#[inline]
pub(super) fn or<const W: usize>(mut one: Bitset<W>, other: &Bitset<W>) -> Bitset<W> {
    (0..W).for_each(|word| one[word] |= other[word]);
    one
}

#[inline]
pub(in crate::paths) fn but<const W: usize>(mut one: Bitset<W>, other: &Bitset<W>) -> Bitset<W> {
    (0..W).for_each(|word| one[word] &= !other[word]);
    one
}

#[inline]
pub(in crate::paths) fn is_empty<const W: usize>(set: &Bitset<W>) -> bool {
    set.iter().all(|word| *word == 0)
}

#[inline]
pub(in crate::paths) fn has<const W: usize>(set: &Bitset<W>, site: u16) -> bool {
    set.get(usize::from(site) / 64).is_some_and(|word| word >> (site % 64) & 1 == 1)
}

/// The site of a set that has one alone.
#[inline]
pub(super) fn only<const W: usize>(set: &Bitset<W>) -> Option<u16> {
    let mut found = None;
    for (index, word) in set.iter().enumerate().filter(|(_, word)| **word != 0) {
        if found.is_some() || !word.is_power_of_two() {
            return None;
        }
        found = Some((index * 64) as u16 + word.trailing_zeros() as u16);
    }
    found
}

#[inline]
pub(super) fn insert<const W: usize>(set: &mut Bitset<W>, site: u16) {
    if let Some(word) = set.get_mut(usize::from(site) / 64) {
        *word |= 1 << (site % 64);
    }
}

pub(super) fn of_sites<const W: usize>(sites: &[u16]) -> Bitset<W> {
    let mut set = [0; W];
    sites.iter().for_each(|site| insert(&mut set, *site));
    set
}

/// The sites of a set, each moved so many places on.
#[inline]
pub(super) fn moved<const W: usize>(set: &Bitset<W>, by: i32) -> Bitset<W> {
    let mut out = [0; W];
    let shift = by.unsigned_abs();
    // Nearly all hops are short.
    if (1..64).contains(&shift) {
        for place in 0..W {
            out[place] = match by > 0 {
                true => set[place] << shift | if place > 0 { set[place - 1] >> (64 - shift) } else { 0 },
                false => set[place] >> shift | if place + 1 < W { set[place + 1] << (64 - shift) } else { 0 },
            };
        }
        return out;
    }
    let (words, shift) = (shift as usize / 64, shift % 64);
    for place in words..W {
        let from = place - words;
        if by >= 0 {
            let carried = if shift > 0 && from > 0 { set[from - 1] >> (64 - shift) } else { 0 };
            out[place] = set[from] << shift | carried;
        } else {
            let carried = if shift > 0 && place + 1 < W { set[place + 1] << (64 - shift) } else { 0 };
            out[from] = set[place] >> shift | carried;
        }
    }
    out
}

#[inline]
pub(super) fn count<const W: usize>(set: &[u64; W]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// The first site of a set from that one on.
#[inline]
pub(super) fn next_bit<const W: usize>(set: &[u64; W], from: u16) -> Option<u16> {
    let mut word = usize::from(from) / 64;
    let mut rest = *set.get(word)? & (u64::MAX << (from % 64));
    loop {
        if rest != 0 {
            return Some((word * 64) as u16 + rest.trailing_zeros() as u16);
        }
        word += 1;
        rest = *set.get(word)?;
    }
}
