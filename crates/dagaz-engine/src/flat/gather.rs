//! Gathering: from what stands on a few sites to a small number, by one multiplication a word.
//!
//! Every subset of the sites must get a number of its own. A multiplier that brings the bits
//! together at the top of the product without a clash is looked for by trial, with few bits set, as
//! chess programs do ("magic bitboards", Kannan 2007). It needs no instruction that some processors
//! lack.

use super::sites::Sites;

/// How the subsets of some sites are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gather<const W: usize> {
    pub(crate) sites: Sites<W>,
    pub(crate) factors: [u64; W],
    pub(crate) shift: u8,
}

/// Multipliers that are tried for each number of bits.
const TRIALS: usize = 3_000;

impl<const W: usize> Gather<W> {
    /// A numbering for the subsets of some sites, which are ten at most.
    pub(crate) fn of(sites: Sites<W>) -> Gather<W> {
        let subsets = subsets(sites);
        let least = (sites.len() as u32).max(1);
        // Equal sites have equal numbers for every caller.
        let mut bits = sites
            .0
            .iter()
            .fold(0x9e37_79b9_7f4a_7c15u64, |seed, word| (seed ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1);
        let mut next = || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            bits
        };
        let mut seen = Vec::new();
        for width in least.. {
            for _ in 0..TRIALS {
                let factors = std::array::from_fn(|_| next() & next() & next());
                let gather = Gather { sites, factors, shift: 64 - width as u8 };
                seen.clear();
                seen.resize(1 << width, false);
                if subsets.iter().all(|subset| !std::mem::replace(&mut seen[gather.number(subset)], true)) {
                    return gather;
                }
            }
        }
        unreachable!("with enough bits every subset has a number of its own")
    }

    /// The number of the subset of the sites that is in `set`.
    #[inline]
    pub(crate) fn number(&self, set: &Sites<W>) -> usize {
        let mut sum = 0u64;
        for index in 0..W {
            sum = sum.wrapping_add((set.0[index] & self.sites.0[index]).wrapping_mul(self.factors[index]));
        }
        (sum >> self.shift) as usize
    }

    /// One more than the largest number.
    pub(crate) fn size(&self) -> usize {
        1 << (64 - self.shift)
    }
}

/// All subsets of some sites.
pub(crate) fn subsets<const W: usize>(sites: Sites<W>) -> Vec<Sites<W>> {
    let mut all = vec![Sites::EMPTY];
    for site in sites.iter() {
        all.extend(all.clone().into_iter().map(|subset| subset.or(Sites::of(site))));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_has_a_unique_number() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for count in 0..=8 {
            for _ in 0..20 {
                let mut sites = Sites::<2>::EMPTY;
                while sites.len() < count {
                    word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                    sites.insert((word >> 57) as usize);
                }
                let gather = Gather::of(sites);
                let mut numbers: Vec<usize> = subsets(sites).iter().map(|subset| gather.number(subset)).collect();
                numbers.sort_unstable();
                numbers.dedup();
                assert_eq!(numbers.len(), 1 << count);
                assert!(numbers.iter().all(|number| *number < gather.size()));
            }
        }
    }
}
