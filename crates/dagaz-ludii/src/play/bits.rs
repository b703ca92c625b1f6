//! A set of slots as bits: on the stack up to 512 slots, on the heap above.

/// Words kept without an allocation.
const INLINE: usize = 8;

/// A set of slots of one game. All sets of a game have the same number of words.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bits {
    words: usize,
    inline: [u64; INLINE],
    heap: Vec<u64>,
}

impl Bits {
    /// Returns the empty set over `slots` slots.
    pub fn new(slots: usize) -> Bits {
        let words = slots.div_ceil(64).max(1);
        let heap = if words > INLINE { vec![0; words] } else { Vec::new() };
        Bits { words, inline: [0; INLINE], heap }
    }

    /// Returns the set of the given slots; slots outside are left out.
    pub fn of(slots: usize, members: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::new(slots);
        for slot in members {
            if slot < slots {
                bits.insert(slot);
            }
        }
        bits
    }

    /// Returns the words, lowest slots first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        if self.words <= INLINE { &self.inline[..self.words] } else { &self.heap }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        if self.words <= INLINE { &mut self.inline[..self.words] } else { &mut self.heap }
    }

    /// Returns whether the set holds `slot`.
    #[inline]
    pub fn contains(&self, slot: usize) -> bool {
        self.words().get(slot >> 6).is_some_and(|word| word >> (slot & 63) & 1 != 0)
    }

    /// Adds a slot; does nothing if it is outside.
    #[inline]
    pub fn insert(&mut self, slot: usize) {
        if let Some(word) = self.words_mut().get_mut(slot >> 6) {
            *word |= 1 << (slot & 63);
        }
    }

    /// Takes a slot away.
    #[inline]
    pub fn remove(&mut self, slot: usize) {
        if let Some(word) = self.words_mut().get_mut(slot >> 6) {
            *word &= !(1 << (slot & 63));
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Returns the number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|word| *word == 0)
    }

    /// Adds all members of `other`.
    #[inline]
    pub fn union_with(&mut self, other: &Bits) {
        for (word, with) in self.words_mut().iter_mut().zip(other.words()) {
            *word |= with;
        }
    }

    /// Keeps the members that `other` has too.
    #[inline]
    pub fn intersect_with(&mut self, other: &Bits) {
        for (word, with) in self.words_mut().iter_mut().zip(other.words()) {
            *word &= with;
        }
    }

    /// Takes the members of `other` away.
    #[inline]
    pub fn subtract(&mut self, other: &Bits) {
        for (word, with) in self.words_mut().iter_mut().zip(other.words()) {
            *word &= !with;
        }
    }

    /// Returns the lowest member at or above `from`.
    #[inline]
    pub fn next(&self, from: usize) -> Option<usize> {
        let words = self.words();
        let mut at = from >> 6;
        let mut word = *words.get(at)? & (!0 << (from & 63));
        loop {
            if word != 0 {
                return Some((at << 6) + word.trailing_zeros() as usize);
            }
            at += 1;
            word = *words.get(at)?;
        }
    }

    /// Returns the members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let found = self.next(from)?;
            from = found + 1;
            Some(found)
        })
    }
}
