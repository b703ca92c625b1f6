//! The state: everything that must be the same for two situations to be the same.
//!
//! A state is read directly and changed only through [`Change`](crate::Change), which logs every
//! word that it overwrites. Undoing is therefore the same for every game, and exact: words and key
//! come back bit for bit. The 64-bit Zobrist key is the exclusive or of a mixed number for each
//! word that is not 0, so it is kept with each change and can be computed from scratch at any time
//! to check it.

use std::sync::Arc;

use crate::layout::{KIND_BITS, KIND_MASK, OWNER_BITS, PIECE_MASK, Scalar};
use crate::sites::Bits;
use crate::{AttributeId, Continuation, EndingId, Layout, MoveClassId, Piece, PlayerId, SiteId, SlotId};

/// A situation of a game, as a row of words. Its memory is [`Layout::state_bytes`].
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) words: Box<[u32]>,
    pub(crate) key: u64,
    pub(crate) counters_key: u64,
    /// For each player, then for no owner: the occupied sites.
    pub(crate) occupied: Box<[u64]>,
    /// For each player, then for no owner: the number of pieces of each type on the board.
    pub(crate) counts: Box<[u16]>,
    /// Keys of the positions since the start, where the rules ask for repetition.
    pub(crate) history: Vec<u64>,
    /// Whether positions are no longer remembered, so that nothing ever repeats.
    pub(crate) forgetful: bool,
    /// Keys of the positions that this turn has gone through, while a piece is pending.
    pub(crate) trail: Vec<u64>,
    /// The state in which the present turn began, in the middle of one, where a game asks for that.
    pub(crate) begun: Option<Arc<State>>,
    /// Numbers of the game's own beyond the words of the layout.
    pub(crate) tail: Option<Arc<[u32]>>,
}

impl Clone for State {
    fn clone(&self) -> State {
        self.with_past(&self.history)
    }

    /// Copies without allocating when both states are of the same game.
    fn clone_from(&mut self, other: &State) {
        if self.words.len() != other.words.len() || self.counts.len() != other.counts.len() {
            *self = other.clone();
            return;
        }
        self.words.copy_from_slice(&other.words);
        self.occupied.copy_from_slice(&other.occupied);
        self.counts.copy_from_slice(&other.counts);
        self.key = other.key;
        self.counters_key = other.counters_key;
        self.history.clone_from(&other.history);
        self.forgetful = other.forgetful;
        self.trail.clone_from(&other.trail);
        self.begun.clone_from(&other.begun);
        self.tail.clone_from(&other.tail);
    }
}

/// Returns the number that a word contributes to the key (the finalizer of SplitMix64, Steele et
/// al. 2014).
#[inline]
pub(crate) fn mixed(index: usize, value: u32) -> u64 {
    if value == 0 {
        return 0;
    }
    let mut z = ((index as u64 + 1) << 32 | value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the contribution of a tail to the key of a state with that many words.
pub(crate) fn tail_key(words: usize, tail: &[u32]) -> u64 {
    // Zeros count: tails of different lengths differ.
    let mixed = |(index, value): (usize, &u32)| mixed(words + 2 * index, *value) ^ mixed(words + 2 * index + 1, 1);
    tail.iter().enumerate().map(mixed).fold(0, |key, part| key ^ part)
}

/// What a word of a state contributes to its [key](State::key).
#[inline]
pub fn word_key(place: usize, value: u32) -> u64 {
    mixed(place, value)
}

impl State {
    /// Returns all words, as the layout has them.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the numbers that the game keeps beyond the words of the layout: as many as the
    /// position needs.
    pub fn tail(&self) -> &[u32] {
        self.tail.as_deref().unwrap_or_default()
    }

    /// Returns the keys of the positions since the start, where the rules ask for repetition.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Returns whether positions are no longer remembered.
    pub fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// Returns the state that these words make, without a tail and outside any turn that has been
    /// begun. They must come from a state of the same layout, changed only as
    /// [`Change`](crate::Change) could have changed them, and `key` be their
    /// [`position_key`](State::position_key).
    pub fn from_words(layout: &Layout, words: Vec<u32>, key: u64, history: Vec<u64>, forgetful: bool) -> State {
        let mut state = State { history, forgetful, key, ..State::empty(layout) };
        for (site, &word) in words.iter().enumerate().take(layout.sites()) {
            if word != 0 {
                update_board_index(layout, &mut state, site, 0, word);
            }
        }
        let counters = words[layout.first_counter()..].iter().enumerate();
        state.counters_key = counters.fold(0, |key, (index, &word)| key ^ mixed(layout.first_counter() + index, word));
        state.words = words.into_boxed_slice();
        state
    }

    /// Returns an empty board at the first slot.
    pub fn empty(layout: &Layout) -> State {
        let owners = layout.spec().players + 1;
        State {
            words: vec![0; layout.words()].into_boxed_slice(),
            key: 0,
            counters_key: 0,
            occupied: vec![0; owners * layout.set_words()].into_boxed_slice(),
            counts: vec![0; owners * layout.spec().kinds].into_boxed_slice(),
            history: Vec::new(),
            forgetful: false,
            trail: Vec::new(),
            begun: None,
            tail: None,
        }
    }

    /// Returns the key of the position: board, supplies, rights and turn, without counters. Equal
    /// positions have equal keys.
    #[inline]
    pub fn position_key(&self) -> u64 {
        self.key
    }

    /// Returns the key of the whole state, counters included.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ self.counters_key
    }

    /// The [key](State::key), as it was before the end of the game was noted.
    pub fn key_but_ending(&self, layout: &Layout) -> u64 {
        [Scalar::Ending, Scalar::EndingPlayer].into_iter().fold(self.key(), |key, scalar| {
            let index = layout.scalar(scalar);
            key ^ mixed(index, self.words[index])
        })
    }

    /// Both keys computed from nothing: what [`position_key`](State::position_key) and
    /// [`key`](State::key) must be.
    pub fn keys_from_scratch(&self, layout: &Layout) -> (u64, u64) {
        let key = |words: &[u32], first: usize| {
            words.iter().enumerate().fold(0, |key, (index, &value)| key ^ mixed(first + index, value))
        };
        let (position, counters) = self.words.split_at(layout.first_counter());
        let position = key(position, 0) ^ tail_key(self.words.len(), self.tail());
        (position, position ^ key(counters, layout.first_counter()))
    }

    /// Returns the word of a site: 0 if it is empty, else the piece's [`code`](Piece::code) and
    /// attributes.
    #[inline]
    pub fn word(&self, site: SiteId) -> u32 {
        self.words[site.index()]
    }

    /// Returns the piece on a site.
    #[inline]
    pub fn piece(&self, site: SiteId) -> Option<Piece> {
        Piece::from_word(self.words[site.index()])
    }

    /// Returns whether no piece stands on a site.
    #[inline]
    pub fn is_empty(&self, site: SiteId) -> bool {
        self.words[site.index()] == 0
    }

    /// Returns how many pieces stand on one another on a site.
    pub fn height(&self, layout: &Layout, site: SiteId) -> usize {
        (0..layout.levels()).take_while(|level| self.words[layout.level_word(site, *level, 0)] != 0).count()
    }

    /// Returns the piece of a stack that has `level` others on top of it.
    pub fn piece_beneath(&self, layout: &Layout, site: SiteId, level: usize) -> Option<Piece> {
        (level < layout.levels()).then(|| Piece::from_word(self.words[layout.level_word(site, level, 0)])).flatten()
    }

    /// Returns the value of an attribute of such a piece; 0 where there is none.
    pub fn attribute_beneath(&self, layout: &Layout, site: SiteId, level: usize, attribute: AttributeId) -> i32 {
        if level >= layout.levels() {
            return 0;
        }
        let field = layout.field(attribute);
        let word = self.words[layout.level_word(site, level, field.plane as usize)];
        (word >> field.shift & field.mask) as i32
    }

    /// Returns the value of an attribute of the piece on a site; 0 where there is none.
    #[inline]
    pub fn attribute(&self, layout: &Layout, site: SiteId, attribute: AttributeId) -> i32 {
        let field = layout.field(attribute);
        let word = self.words[layout.plane_word(site, field.plane as usize)];
        (word >> field.shift & field.mask) as i32
    }

    /// Returns how many of a piece wait in its owner's supply.
    pub fn supply(&self, layout: &Layout, piece: Piece) -> u32 {
        layout.supply_word(piece).map_or(0, |word| self.words[word])
    }

    /// Returns the sites that a player occupies, as 64-bit words; [`PlayerId::NONE`] stands for
    /// pieces without an owner.
    #[inline]
    pub fn held(&self, layout: &Layout, player: PlayerId) -> &[u64] {
        let row = player.index().min(layout.spec().players) * layout.set_words();
        &self.occupied[row..row + layout.set_words()]
    }

    /// Returns the sites that a player holds, in order of declaration.
    pub fn sites_of(&self, layout: &Layout, player: PlayerId) -> impl Iterator<Item = SiteId> + '_ {
        self.held(layout, player)
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| Bits(word).map(move |bit| SiteId::at(index * 64 + bit)))
    }

    /// Returns how many pieces of that type and owner are on the board.
    #[inline]
    pub fn count(&self, layout: &Layout, piece: Piece) -> usize {
        self.counts[piece.owner.index().min(layout.spec().players) * layout.spec().kinds + piece.kind.index()] as usize
    }

    /// Returns how many pieces a player has on the board.
    pub fn count_all(&self, layout: &Layout, player: PlayerId) -> usize {
        self.held(layout, player).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the slot of the turn order that is being played.
    #[inline]
    pub fn slot(&self, layout: &Layout) -> SlotId {
        SlotId(self.words[layout.scalar(Scalar::Slot)] as u16)
    }

    /// Returns the piece that must or may continue within this turn, and the moves it may use.
    #[inline]
    pub fn pending(&self, layout: &Layout) -> Option<(SiteId, Continuation)> {
        let site = self.words[layout.scalar(Scalar::PendingSite)].checked_sub(1)?;
        let then = match self.words[layout.scalar(Scalar::PendingClass)] {
            0 => Continuation::Unclassed,
            class => Continuation::Class(MoveClassId(class as u16 - 1)),
        };
        Some((SiteId(site as u16), then))
    }

    /// Where the last step began, where the rules ask for it.
    #[inline]
    pub fn last_from(&self, layout: &Layout) -> SiteId {
        SiteId((self.words[layout.scalar(Scalar::LastFrom)] as u16).wrapping_sub(1))
    }

    /// Where the last step ended, where the rules ask for it.
    #[inline]
    pub fn last_to(&self, layout: &Layout) -> SiteId {
        SiteId((self.words[layout.scalar(Scalar::LastTo)] as u16).wrapping_sub(1))
    }

    /// Returns the ending that has been reached, and the player for whom it was asked.
    #[inline]
    pub fn ending(&self, layout: &Layout) -> Option<(EndingId, PlayerId)> {
        let ending = self.words[layout.scalar(Scalar::Ending)].checked_sub(1)?;
        let player = self.words[layout.scalar(Scalar::EndingPlayer)].wrapping_sub(1);
        Some((EndingId(ending as u16), PlayerId(player as u8)))
    }

    /// Returns whether such a piece was captured since the turn began. Only
    /// [watched](crate::LayoutSpec::watched) pieces count.
    pub fn captured(&self, layout: &Layout, piece: Piece) -> bool {
        layout.watch_bit(piece).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Returns a variable of the game's own.
    pub fn variable(&self, layout: &Layout, index: usize) -> u32 {
        self.words[layout.variable(index)]
    }

    /// Returns a counter of the game's own.
    pub fn counter(&self, layout: &Layout, index: usize) -> u32 {
        self.words[layout.counter(index)]
    }

    /// Returns the state in which the present turn began, if this is the middle of a turn whose
    /// game has [asked to remember it](crate::Change::begin_turn).
    pub fn begun(&self) -> Option<&State> {
        self.begun.as_deref()
    }

    /// Returns the key of the position after each step of the present turn that has been played.
    pub fn trail(&self) -> &[u64] {
        &self.trail
    }

    /// Returns how many steps of the present turn have been played.
    pub fn steps_so_far(&self) -> usize {
        self.trail.len()
    }

    /// Returns whether the present position, with its pending piece, has been gone through earlier
    /// in this turn.
    pub fn goes_in_circles(&self) -> bool {
        self.trail.split_last().is_some_and(|(now, earlier)| *now == self.key && earlier.contains(now))
    }

    /// Returns a copy without the history of positions, which is cheaper in games that store many.
    pub fn at_present(&self) -> State {
        self.with_past(&[])
    }

    /// Returns a copy that has come from these earlier positions.
    pub fn with_past(&self, history: &[u64]) -> State {
        State {
            words: self.words.clone(),
            key: self.key,
            counters_key: self.counters_key,
            occupied: self.occupied.clone(),
            counts: self.counts.clone(),
            history: history.to_vec(),
            forgetful: self.forgetful,
            trail: self.trail.clone(),
            begun: self.begun.clone(),
            tail: self.tail.clone(),
        }
    }

    /// Forgets the past and never remembers again: from here on no position repeats.
    pub fn forget_history(&mut self) {
        self.history.clear();
        self.forgetful = true;
    }

    /// Returns how often the present position has occurred, this time included. 1 unless the rules
    /// keep a history.
    pub fn occurrences(&self) -> usize {
        let earlier = match self.history.split_last() {
            Some((_, earlier)) => earlier,
            None => &[],
        };
        1 + earlier.iter().filter(|key| **key == self.key).count()
    }
}

/// Keeps the sets and counts of the board after a site's word has changed.
#[inline]
pub(crate) fn update_board_index(layout: &Layout, state: &mut State, site: usize, old: u32, new: u32) {
    if (old ^ new) & PIECE_MASK == 0 {
        return;
    }
    let (width, kinds, players) = (layout.set_words(), layout.spec().kinds, layout.spec().players);
    let row = |word: u32| match word >> KIND_BITS & ((1 << OWNER_BITS) - 1) {
        0 => players,
        owner => owner as usize - 1,
    };
    let kind = |word: u32| (word & KIND_MASK) as usize - 1;
    if old != 0 {
        state.occupied[row(old) * width + site / 64] &= !(1 << (site % 64));
        state.counts[row(old) * kinds + kind(old)] -= 1;
    }
    if new != 0 {
        state.occupied[row(new) * width + site / 64] |= 1 << (site % 64);
        state.counts[row(new) * kinds + kind(new)] += 1;
    }
}
