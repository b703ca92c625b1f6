//! Uniform choice from a stream of random bits that the caller passes in.

use rand_core::Rng;

/// Returns a number below `bound`, each equally likely (Lemire, "Fast Random Integer Generation in
/// an Interval", 2019). 0 if `bound` is 0.
pub fn below(rng: &mut dyn Rng, bound: usize) -> usize {
    let bound = bound as u64;
    let mut product = rng.next_u64() as u128 * bound as u128;
    if (product as u64) < bound {
        let floor = bound.wrapping_neg() % bound.max(1);
        while (product as u64) < floor {
            product = rng.next_u64() as u128 * bound as u128;
        }
    }
    (product >> 64) as usize
}
