//! A position in this form, and how a move changes it.

use dagaz_core::State;

use super::form::{CODES_MAX, EMPTY, Form, Move, Slot};
use crate::paths::bits::Bits;

/// The pieces on the board, who is to move, and the key of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<B> {
    /// Where pieces of each code stand.
    pub(super) sets: [B; CODES_MAX],
    pub(super) key: u64,
    pub(super) slot: u16,
    /// Who moved last, as a player's number from 1 on.
    pub(super) last_mover: u8,
}

impl<B: Bits> Board<B> {
    /// None if the state holds something that this form does not know.
    pub(super) fn of(form: &Form<B>, state: &State) -> Option<Board<B>> {
        let layout = &form.layout;
        if state.begun().is_some() || state.ending(layout).is_some() || state.pending(layout).is_some() {
            return None;
        }
        let mut sets = [B::NONE; CODES_MAX];
        for (site, word) in state.words()[..form.sites].iter().enumerate().filter(|(_, word)| **word != 0) {
            let code = form.pieces.iter().position(|(_, of)| of == word)?;
            sets[code] |= B::one(site);
        }
        let last_mover = state.words()[form.last_mover] as u8;
        Some(Board { sets, key: state.position_key(), slot: state.slot(layout).0, last_mover })
    }

    /// The state that it is, come to from others.
    pub(super) fn state(&self, form: &Form<B>, history: &[u64], forgetful: bool) -> State {
        let mut words = vec![0u32; form.layout.words()];
        for (set, (_, word)) in self.sets.iter().zip(&form.pieces) {
            set.each().for_each(|site| words[site] = *word);
        }
        words[form.layout.places().slot] = u32::from(self.slot);
        words[form.last_mover] = u32::from(self.last_mover);
        State::from_words(&form.layout, words, self.key, history.to_vec(), forgetful)
    }

    #[inline]
    pub(super) fn slot<'f>(&self, form: &'f Form<B>) -> &'f Slot {
        &form.slots[usize::from(self.slot)]
    }

    #[inline]
    pub(super) fn occupied(&self) -> B {
        self.sets.iter().fold(B::NONE, |all, set| all | *set)
    }

    /// Where something of a mask of codes stands, or nothing.
    #[inline]
    pub(super) fn those(&self, form: &Form<B>, mask: u32) -> B {
        let mut all = if mask & EMPTY == 0 { B::NONE } else { form.board.less(self.occupied()) };
        let mut codes = mask & ((1 << CODES_MAX) - 1);
        while codes != 0 {
            all |= self.sets[codes.trailing_zeros() as usize];
            codes &= codes - 1;
        }
        all
    }

    /// The code of the piece on a site.
    #[inline]
    pub(super) fn code_on(&self, site: usize) -> Option<usize> {
        self.sets.iter().position(|set| set.contains(site))
    }

    /// Plays a move and ends the turn.
    #[inline]
    pub(super) fn play(&mut self, form: &Form<B>, played: &Move<B>) {
        let key = |code: usize, site: usize| form.keys[code * form.sites + site];
        let (before, after) = (usize::from(played.before), usize::from(played.after));
        let (from, to) = (usize::from(played.from), usize::from(played.to));
        if !played.captured.is_empty() {
            for (code, set) in self.sets.iter_mut().enumerate().take(form.pieces.len()) {
                let gone = *set & played.captured;
                *set = set.less(played.captured);
                self.key = gone.each().fold(self.key, |all, site| all ^ key(code, site));
            }
        }
        self.sets[before] = self.sets[before].less(B::one(from));
        self.sets[after] |= B::one(to);
        self.key ^= key(before, from) ^ key(after, to);
        self.pass(form);
    }

    /// Ends the turn.
    #[inline]
    pub(super) fn pass(&mut self, form: &Form<B>) {
        let slot = *self.slot(form);
        self.slot = slot.next;
        self.last_mover = slot.mover.0 + 1;
        self.key ^= slot.key ^ self.slot(form).key;
    }
}
