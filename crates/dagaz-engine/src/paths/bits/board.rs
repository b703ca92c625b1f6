//! A position on a board of bits, and how it changes.

use dagaz_core::{Identity, Print, State, word_key};

use super::Bits;
use super::setting::{Setting, Slot};

/// Different pieces that such a game may have.
pub(in crate::paths) const CODES_MAX: usize = 8;

/// Counters of turns that such a game may have.
pub(in crate::paths) const COUNTERS_MAX: usize = 4;

/// In a mask of codes: nothing stands there.
pub(in crate::paths) const EMPTY: u32 = 1 << 30;

/// The pieces on the board and in hand, who is to move, and the key of that.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) struct Board<B> {
    /// Where pieces of each code stand.
    pub(in crate::paths) sets: [B; CODES_MAX],
    /// How many of each code wait.
    pub(in crate::paths) hands: [u8; CODES_MAX],
    pub(in crate::paths) key: u64,
    pub(in crate::paths) slot: u16,
    /// Who moved last, as a player's number from 1 on.
    pub(in crate::paths) last_mover: u8,
    /// Consecutive passes, if any rule asks.
    pub(in crate::paths) passes: u8,
    /// Number of turns, if any rule asks.
    pub(in crate::paths) turns: u32,
    /// The variables of the game that count turns, such as those since the last capture.
    pub(in crate::paths) counters: [u16; COUNTERS_MAX],
}

impl<B: Bits> Board<B> {
    /// None if the state holds something that this form does not know.
    pub(in crate::paths) fn of(setting: &Setting<B>, state: &State) -> Option<Board<B>> {
        let layout = &setting.layout;
        if state.begun().is_some() || state.ending(layout).is_some() || state.pending(layout).is_some() {
            return None;
        }
        let mut sets = [B::NONE; CODES_MAX];
        for (site, word) in state.words()[..setting.sites].iter().enumerate().filter(|(_, word)| **word != 0) {
            let code = setting.pieces.iter().position(|(_, of)| of == word)?;
            sets[code] |= B::one(site);
        }
        let mut hands = [0; CODES_MAX];
        for (hand, word) in hands.iter_mut().zip(&setting.supplies) {
            *hand = word.map_or(Ok(0), |word| u8::try_from(state.words()[word])).ok()?;
        }
        let passes = setting.passes.map_or(Ok(0), |word| u8::try_from(state.words()[word])).ok()?;
        let last_mover = state.words()[setting.last_mover] as u8;
        let turns = setting.turns.map_or(0, |word| state.words()[word]);
        let mut counters = [0; COUNTERS_MAX];
        for (counter, word) in counters.iter_mut().zip(&setting.counters) {
            *counter = u16::try_from(state.words()[*word]).ok()?;
        }
        let slot = state.slot(layout).0;
        Some(Board { sets, hands, key: state.position_key(), slot, last_mover, passes, turns, counters })
    }

    /// The state that it is, come to from others.
    pub(in crate::paths) fn state(&self, setting: &Setting<B>, history: &[u64], forgetful: bool) -> State {
        let mut words = vec![0u32; setting.layout.words()];
        for (set, (_, word)) in self.sets.iter().zip(&setting.pieces) {
            set.each().for_each(|site| words[site] = *word);
        }
        for (hand, word) in self.hands.iter().zip(&setting.supplies) {
            word.iter().for_each(|word| words[*word] = u32::from(*hand));
        }
        words[setting.layout.places().slot] = u32::from(self.slot);
        words[setting.last_mover] = u32::from(self.last_mover);
        setting.passes.iter().for_each(|word| words[*word] = u32::from(self.passes));
        setting.turns.iter().for_each(|word| words[*word] = self.turns);
        self.counters.iter().zip(&setting.counters).for_each(|(counter, word)| words[*word] = u32::from(*counter));
        State::from_words(&setting.layout, words, self.key, history.to_vec(), forgetful)
    }

    /// What tells this position from all others.
    pub(in crate::paths) fn identity(&self) -> Identity {
        let mut print = Print::default();
        self.sets.iter().flat_map(|set| set.words()).for_each(|word| print.add(word));
        print.add(u64::from_le_bytes(self.hands));
        print.add(u64::from(self.turns) << 32 | u64::from(self.last_mover) << 24 | u64::from(self.passes) << 16);
        self.counters.into_iter().for_each(|counter| print.add(u64::from(counter)));
        // The key has no counters: who moved last, and what is counted in turns.
        let counters = u64::from(self.turns) << 16 | u64::from(self.last_mover) << 8 | u64::from(self.passes);
        let mut key = Print::default();
        key.add(self.key);
        key.add(counters);
        self.counters.into_iter().for_each(|counter| key.add(u64::from(counter)));
        Identity { key: key.finish(), print: print.finish() }
    }

    #[inline]
    pub(in crate::paths) fn slot<'s>(&self, setting: &'s Setting<B>) -> &'s Slot {
        &setting.slots[usize::from(self.slot)]
    }

    #[inline]
    pub(in crate::paths) fn occupied(&self) -> B {
        self.sets.iter().fold(B::NONE, |all, set| all | *set)
    }

    /// Where nothing stands.
    #[inline]
    pub(in crate::paths) fn empty(&self, setting: &Setting<B>) -> B {
        let sets = &self.sets[..setting.pieces.len().min(CODES_MAX)];
        sets.iter().fold(setting.board, |all, set| all.less(*set))
    }

    /// Where something of a mask of codes stands, or nothing.
    #[inline]
    pub(in crate::paths) fn those(&self, setting: &Setting<B>, mask: u32) -> B {
        let empty = if mask & EMPTY == 0 { B::NONE } else { self.empty(setting) };
        self.those_or(mask, empty)
    }

    /// The same for callers that know the empty sites.
    #[inline]
    pub(in crate::paths) fn those_or(&self, mask: u32, empty: B) -> B {
        let mut all = if mask & EMPTY == 0 { B::NONE } else { empty };
        let mut codes = mask & ((1 << CODES_MAX) - 1);
        while codes != 0 {
            all |= self.sets[codes.trailing_zeros() as usize];
            codes &= codes - 1;
        }
        all
    }

    /// The code of the piece on a site.
    #[inline]
    pub(in crate::paths) fn code_on(&self, site: usize) -> Option<usize> {
        self.sets.iter().position(|set| set.contains(site))
    }

    /// A piece appears on an empty site, or leaves the one where it stands.
    #[inline]
    pub(in crate::paths) fn turn_over(&mut self, setting: &Setting<B>, code: usize, site: usize) {
        self.sets[code] ^= B::one(site);
        self.key ^= setting.keys[code * setting.sites + site];
    }

    /// Pieces of a code stand exactly there.
    #[inline]
    pub(in crate::paths) fn lay(&mut self, setting: &Setting<B>, code: usize, set: B) {
        let changed = self.sets[code] ^ set;
        let keys = &setting.keys[code * setting.sites..];
        self.key = changed.each().fold(self.key, |key, site| key ^ keys[site]);
        self.sets[code] = set;
    }

    /// Whatever stands on some sites leaves the board.
    #[inline]
    pub(in crate::paths) fn clear(&mut self, setting: &Setting<B>, sites: B) {
        for code in 0..setting.pieces.len() {
            if !(self.sets[code] & sites).is_empty() {
                self.lay(setting, code, self.sets[code].less(sites));
            }
        }
    }

    /// So many pieces of a code wait.
    #[inline]
    pub(in crate::paths) fn hold(&mut self, setting: &Setting<B>, code: usize, count: u8) {
        if let Some(word) = setting.supplies[code] {
            self.key ^= word_key(word, u32::from(self.hands[code])) ^ word_key(word, u32::from(count));
            self.hands[code] = count;
        }
    }

    /// Ends a turn in which something was done.
    #[inline]
    pub(in crate::paths) fn end_turn(&mut self, setting: &Setting<B>) {
        self.passes = 0;
        self.next_turn(setting);
    }

    /// Ends a turn in which nothing was done.
    #[inline]
    pub(in crate::paths) fn pass(&mut self, setting: &Setting<B>) {
        self.passes = self.passes.saturating_add(u8::from(setting.passes.is_some()));
        self.next_turn(setting);
    }

    #[inline]
    fn next_turn(&mut self, setting: &Setting<B>) {
        let slot = *self.slot(setting);
        self.slot = slot.next;
        self.last_mover = slot.mover.0 + 1;
        self.turns += u32::from(setting.turns.is_some());
        self.key ^= slot.key ^ self.slot(setting).key;
    }
}
