//! Flags of a run. All are down when it begins; only those that were raised cost time to lower.

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    words: Vec<u64>,
    /// The words in which flags were raised, unless they are many.
    raised: Vec<usize>,
    /// Whether all words are to be wiped.
    many: bool,
}

/// When more words than one in so many were raised, all are wiped instead of these.
const FEW: usize = 16;

impl Flags {
    #[inline]
    pub(crate) fn is_up(&self, flag: usize) -> bool {
        self.words.get(flag / 64).is_some_and(|word| word >> (flag % 64) & 1 == 1)
    }

    pub(crate) fn set(&mut self, flag: usize, up: bool) {
        let (index, bit) = (flag / 64, 1 << (flag % 64));
        if !up {
            if let Some(word) = self.words.get_mut(index) {
                *word &= !bit;
            }
            return;
        }
        if index >= self.words.len() {
            self.grow(index + 1);
        }
        if self.words[index] == 0 && !self.many {
            self.many = self.raised.len() > self.words.len() / FEW;
            self.raised.push(index);
        }
        self.words[index] |= bit;
    }

    /// Makes place for more words, at least twice as many, so that this happens seldom.
    fn grow(&mut self, words: usize) {
        if self.many {
            // They may be few among so many more.
            self.raised = (0..self.words.len()).filter(|&index| self.words[index] != 0).collect();
            self.many = false;
        }
        self.words.resize(words.max(2 * self.words.len()), 0);
    }

    /// Lowers all.
    #[inline]
    pub(crate) fn lower(&mut self) {
        if self.raised.is_empty() && !self.many {
            return;
        }
        if self.many {
            self.words.fill(0);
        } else {
            self.raised.iter().for_each(|&index| self.words[index] = 0);
        }
        self.raised.clear();
        self.many = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raised_flags_are_cleared() {
        let mut flags = Flags::default();
        for count in [1, 3, 100, 5_000] {
            for flag in (0..count).map(|index| index * 67) {
                assert!(!flags.is_up(flag));
                flags.set(flag, true);
                flags.set(flag, false);
                flags.set(flag, true);
                assert!(flags.is_up(flag));
            }
            flags.lower();
            assert!((0..count * 67).all(|flag| !flags.is_up(flag)), "{count} were raised");
        }
    }
}
