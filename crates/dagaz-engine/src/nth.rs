//! Select: the n-th set bit of a word, for drawing a move from a set of sites.
//!
//! A loop of unpredictable length costs as much as the rest of the draw. So the instruction `pdep`
//! is used if available; chess playouts gain a tenth.

/// The place of the bit before which so many others are set; there must be one.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub(crate) fn nth_bit(word: u64, before: u32) -> u32 {
    safe_arch::population_deposit_u64(1 << before, word).trailing_zeros()
}

/// The place of the bit before which so many others are set; there must be one.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline]
pub(crate) fn nth_bit(mut word: u64, before: u32) -> u32 {
    (0..before).for_each(|_| word &= word.wrapping_sub(1));
    word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_found_in_order() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..100 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            assert!(places.enumerate().all(|(before, place)| nth_bit(word, before as u32) == place));
        }
        assert_eq!((nth_bit(u64::MAX, 0), nth_bit(u64::MAX, 63), nth_bit(1 << 63, 0)), (0, 63, 63));
    }
}
