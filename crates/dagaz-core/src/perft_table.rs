//! Counts of trees of moves that need not be counted again.
//!
//! Most positions of a deep tree are reached in several ways, and below each the count is the same:
//! eight plies of chess come to 85 thousand million sequences and to a few million positions. A
//! [`Game::perft_shared`](crate::Game::perft_shared) that is given a table counts below each of
//! them once, as long as the table has room.
//!
//! Two independent 64-bit numbers identify a position: the key that a state keeps, and a
//! fingerprint of all its contents. One selects the entry and the other is stored in it. The
//! probability that a lookup confuses two positions is below 2^-80.

use crate::{Counting, State};

/// Counts that share a place: four of them are a line of a processor's cache.
const SHARED: usize = 4;

/// The identity of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The key of the whole state, as of [`State::key`], or another key with the same information.
    pub key: u64,
    /// A [`Print`] of everything that the moves of the position depend on.
    pub print: u64,
}

impl Identity {
    /// Of a state outside any turn that has been begun.
    pub fn of(state: &State) -> Identity {
        let mut print = Print::default();
        state.words().iter().chain(state.tail()).for_each(|word| print.add(u64::from(*word)));
        Identity { key: state.key(), print: print.finish() }
    }
}

/// A fingerprint of a sequence of numbers (multiplied to 128 bits, the halves combined).
#[derive(Clone, Copy, Debug)]
pub struct Print(u64);

impl Default for Print {
    fn default() -> Print {
        Print(0x243f_6a88_85a3_08d3)
    }
}

impl Print {
    /// One number more.
    #[inline]
    pub fn add(&mut self, number: u64) {
        self.0 = folded(self.0 ^ number, 0x9e37_79b9_7f4a_7c15).wrapping_add(number.rotate_left(23));
    }

    /// What they come to.
    #[inline]
    pub fn finish(self) -> u64 {
        folded(self.0, 0xd6e8_feb8_6659_fd93)
    }
}

#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Counts of trees of moves that need not be counted again. A table is for one game and one way of
/// [counting](Counting).
pub struct PerftTable {
    /// The marks of an entry, then its counts: 0 for none, since a tree without leaves is cheap to
    /// count again. Plain numbers, so that the system can allocate pages lazily.
    places: Vec<Place>,
    counting: Counting,
}

type Place = [u64; 2 * SHARED];

impl PerftTable {
    /// Returns a table of at most that many bytes; `None` if the allocation fails.
    pub fn new(bytes: usize, counting: Counting) -> Option<PerftTable> {
        let places = (bytes / size_of::<Place>()).max(1);
        // Test first with `try_reserve`: an allocation that fails would abort the process.
        Vec::<Place>::new().try_reserve_exact(places).ok()?;
        Some(PerftTable { places: vec![Place::default(); places], counting })
    }

    /// How is counted.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// Returns the entry of a tree of that depth, and the mark that identifies it there.
    #[inline]
    fn place_of(&self, position: Identity, depth: u32) -> (usize, u64) {
        let key = folded(position.key ^ u64::from(depth), 0xa076_1d64_78bd_642f);
        let place = ((u128::from(key) * self.places.len() as u128) >> 64) as usize;
        (place, position.print.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// Returns the number of sequences of `depth` plies from a position, if it is stored.
    #[inline]
    pub fn find(&self, position: Identity, depth: u32) -> Option<u64> {
        let (place, mark) = self.place_of(position, depth);
        let (marks, counts) = self.places[place].split_at(SHARED);
        let mut known = marks.iter().zip(counts);
        known.find(|(known, count)| **known == mark && **count != 0).map(|(_, count)| *count)
    }

    /// Keeps such a number. The smallest makes way, since it is counted the soonest; the newest
    /// always has a place.
    #[inline]
    pub fn keep(&mut self, position: Identity, depth: u32, count: u64) {
        let (place, mark) = self.place_of(position, depth);
        let (marks, counts) = self.places[place].split_at_mut(SHARED);
        if let Some((least, known)) = marks.iter_mut().zip(counts).min_by_key(|(_, count)| **count) {
            (*least, *known) = (mark, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(number: u64) -> Identity {
        let mut print = Print::default();
        print.add(number);
        Identity { key: number, print: print.finish() }
    }

    #[test]
    fn a_table_entry_is_used_for_its_depth_only() {
        let mut table = PerftTable::new(1 << 16, Counting::Moves).expect("a small one");
        table.keep(position(7), 3, 8902);
        assert_eq!(table.find(position(7), 3), Some(8902));
        assert_eq!(table.find(position(7), 2), None);
        assert_eq!(table.find(position(8), 3), None);
        assert_eq!(table.find(Identity { key: 7, ..position(8) }, 3), None, "the key alone is not enough");
    }

    #[test]
    fn the_smallest_entry_is_evicted() {
        let mut table = PerftTable::new(0, Counting::Moves).expect("a small one");
        for (number, count) in [(1, 50), (2, 20), (3, 40), (4, 30), (5, 10)] {
            table.keep(position(number), 2, count);
        }
        let found: Vec<Option<u64>> = (1..=5).map(|number| table.find(position(number), 2)).collect();
        assert_eq!(found, [Some(50), None, Some(40), Some(30), Some(10)]);
    }

    #[test]
    fn fingerprints_depend_on_order_and_length() {
        let print = |numbers: &[u64]| {
            let mut print = Print::default();
            numbers.iter().for_each(|number| print.add(*number));
            print.finish()
        };
        let prints = [print(&[]), print(&[0]), print(&[0, 0]), print(&[1, 2]), print(&[2, 1]), print(&[1 << 63, 0])];
        let different: std::collections::HashSet<u64> = prints.into_iter().collect();
        assert_eq!(different.len(), prints.len());
    }
}
