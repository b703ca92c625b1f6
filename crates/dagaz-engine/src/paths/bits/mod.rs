//! Bitboards of small boards: sets of sites are machine words, and all pieces of a kind move at
//! once.
//!
//! A specialised executor defines the moves of a position and their results ([`turning`]).
//! Counting, playouts and search positions follow from it, and are shared here.

pub(super) mod board;
pub(super) mod count;
pub(super) mod hop;
pub(super) mod past;
pub(super) mod random;
pub(super) mod search_position;
pub(super) mod setting;
pub(super) mod turning;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::nth::nth_bit;

/// A set of sites: bit *n* is the site of that number.
pub(in crate::paths) trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// How many sites fit in.
    const SITES: usize;

    /// No site.
    const NONE: Self;

    /// One site.
    fn one(site: usize) -> Self;

    /// How many there are.
    fn count(self) -> u32;

    /// The lowest number; there must be one.
    fn lowest(self) -> usize;

    /// Without the lowest number; there must be one.
    fn without_lowest(self) -> Self;

    /// All numbers made so much greater, around the end.
    fn turned(self, by: u32) -> Self;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn contains(self, site: usize) -> bool {
        !(self & Self::one(site)).is_empty()
    }

    #[inline]
    fn less(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    fn each(self) -> Each<Self> {
        Each(self)
    }

    /// The site that so many members come before; there must be one.
    fn nth(self, n: u32) -> usize;

    /// The set as two words, the lower one first.
    fn words(self) -> [u64; 2];
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const SITES: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline]
            fn one(site: usize) -> $word {
                1 << site
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn turned(self, by: u32) -> $word {
                self.rotate_left(by)
            }

            #[inline]
            fn words(self) -> [u64; 2] {
                [self as u64, (u128::from(self) >> 64) as u64]
            }

            #[inline]
            fn nth(self, n: u32) -> usize {
                let [low, high] = self.words();
                let below = low.count_ones();
                // A word of 64 bits has no upper half, and this is known when it is compiled.
                if high == 0 || n < below { nth_bit(low, n) as usize } else { 64 + nth_bit(high, n - below) as usize }
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The members of a set, in order.
pub(in crate::paths) struct Each<B>(B);

impl<B: Bits> Iterator for Each<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let site = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(site)
    }
}
