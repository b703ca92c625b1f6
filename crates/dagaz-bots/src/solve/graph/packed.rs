//! Compressed states: the enumerated ones that are still to be expanded.
//!
//! Most words of a state are small numbers, so each takes a byte or two: seven bits a byte, the
//! last one marked by a clear eighth bit.

use dagaz_core::{Layout, State};

/// States in a row.
#[derive(Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
}

impl Packed {
    pub(super) fn push(&mut self, state: &State) {
        self.bytes.extend_from_slice(&state.position_key().to_le_bytes());
        for &word in state.words() {
            let mut rest = word;
            while rest >= 0x80 {
                self.bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            self.bytes.push(rest as u8);
        }
    }

    /// Returns the state at a place, without a past, and the place of the next one; none behind the
    /// last.
    pub(super) fn at(&self, layout: &Layout, place: usize) -> Option<(State, usize)> {
        let (key, mut rest) = self.bytes.get(place..)?.split_first_chunk::<8>()?;
        let mut words = Vec::with_capacity(layout.words());
        for _ in 0..layout.words() {
            let (mut word, mut shift) = (0, 0);
            loop {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                word |= u32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            words.push(word);
        }
        let mut state = State::from_words(layout, words, u64::from_le_bytes(*key), Vec::new(), false);
        state.forget_history();
        Some((state, self.bytes.len() - rest.len()))
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }

    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}
