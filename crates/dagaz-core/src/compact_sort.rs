//! Sorting where little code matters more than speed.
//!
//! The library's sorts are compiled for each type of element and each comparison, some five
//! kilobytes each time. Most lists of a program are short and sorted once. [`CompactSort`] sorts
//! the places of the elements by one compiled sort and then moves the elements there.

use std::cmp::Ordering;

/// Stable sorts of a list, for code that runs seldom. In a search or a playout use the methods of
/// slices.
pub trait CompactSort<T> {
    /// Sorts by a comparison. Equal elements keep their order. O(n log n) comparisons.
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key, which is computed for each comparison. Equal elements keep their order.
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let order = sorted_places(self.len(), &mut |one, other| compare(&self[one], &self[other]));
        arrange(self, order);
    }

    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        let order = sorted_places(self.len(), &mut |one, other| key(&self[one]).cmp(&key(&self[other])));
        arrange(self, order);
    }
}

/// Puts at each place the element that stood at the place given for it. `order` is a permutation.
fn arrange<T>(list: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        // Follows one cycle of the permutation. A finished place points to itself.
        let mut place = start;
        while order[place] != start {
            let from = order[place];
            list.swap(place, from);
            order[place] = place;
            place = from;
        }
        order[place] = place;
    }
}

/// Returns the places 0 to `len - 1` in the order of the elements that stand there.
#[inline(never)]
fn sorted_places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

#[cfg(test)]
mod tests {
    use super::CompactSort;

    #[test]
    fn lists_are_sorted_as_the_library_sorts_them() {
        let mut seed = 1_u32;
        for len in (0..60).chain([1_000]) {
            let mut list = Vec::new();
            for place in 0..len {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                list.push(((seed >> 24) % 16, place.to_string()));
            }
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut by_key = list.clone();
            by_key.compact_sort_by_key(|(key, _)| *key);
            assert_eq!(by_key, expected);
            list.compact_sort_by(|one, other| one.0.cmp(&other.0));
            assert_eq!(list, expected);
        }
    }
}
