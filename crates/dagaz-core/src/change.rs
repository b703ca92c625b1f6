//! Changes: the only way to make one state into another, and the way back.
//!
//! Every word that is overwritten is logged, so that an undo is the same for every game, and exact.

use std::sync::Arc;

use crate::layout::{PIECE_MASK, Scalar};
use crate::state::{mixed, tail_key, update_board_index};
use crate::{AttributeId, Continuation, EndingId, Layout, Piece, PieceTypeId, PlayerId, SiteId, SlotId, State};

/// What an undo needs: the words overwritten since each mark.
#[derive(Clone, Debug, Default)]
pub struct UndoLog {
    entries: Vec<(u32, u32)>,
    marks: Vec<Mark>,
}

#[derive(Clone, Debug)]
struct Mark {
    entries: usize,
    key: u64,
    counters_key: u64,
    history: usize,
    trail: usize,
    /// The trail as it was, if the turn has ended since.
    ended_trail: Option<Vec<u64>>,
    begun: Option<Arc<State>>,
    tail: Option<Arc<[u32]>>,
}

impl UndoLog {
    /// Returns an empty log.
    pub fn new() -> UndoLog {
        UndoLog::default()
    }

    /// Clears the log: the changes themselves stay.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.marks.clear();
    }

    /// Returns how many marks there are: moves that can be undone.
    pub fn depth(&self) -> usize {
        self.marks.len()
    }
}

/// The only way to change a state.
pub struct Change<'a> {
    layout: &'a Layout,
    state: &'a mut State,
    log: &'a mut UndoLog,
}

impl<'a> Change<'a> {
    /// Changes `state` and sets a mark, so that [`undo`] brings it back to now.
    pub fn begin(layout: &'a Layout, state: &'a mut State, log: &'a mut UndoLog) -> Change<'a> {
        log.marks.push(Mark {
            entries: log.entries.len(),
            key: state.key,
            counters_key: state.counters_key,
            history: state.history.len(),
            trail: state.trail.len(),
            ended_trail: None,
            begun: state.begun.clone(),
            tail: state.tail.clone(),
        });
        Change { layout, state, log }
    }

    /// Changes `state` without a mark of its own: the change belongs to the last mark.
    pub fn resume(layout: &'a Layout, state: &'a mut State, log: &'a mut UndoLog) -> Change<'a> {
        Change { layout, state, log }
    }

    /// Returns the state as it is now.
    #[inline]
    pub fn state(&self) -> &State {
        self.state
    }

    /// Returns the layout of the state.
    #[inline]
    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    #[inline]
    fn set(&mut self, index: usize, value: u32) {
        let old = self.state.words[index];
        if old == value {
            return;
        }
        self.log.entries.push((index as u32, old));
        let change = mixed(index, old) ^ mixed(index, value);
        if index < self.layout.first_counter() {
            self.state.key ^= change;
        } else {
            self.state.counters_key ^= change;
        }
        self.state.words[index] = value;
        if index < self.layout.sites() {
            update_board_index(self.layout, self.state, index, old, value);
        }
    }

    fn set_scalar(&mut self, scalar: Scalar, value: u32) {
        self.set(self.layout.scalar(scalar), value);
    }

    /// Clears a site, with its whole stack. This is not a capture.
    pub fn clear(&mut self, site: SiteId) {
        for plane in 0..self.layout.planes() * self.layout.levels() {
            self.set(self.layout.plane_word(site, plane), 0);
        }
    }

    /// Captures what stands on a site: it leaves the board, to its owner's supply where the rules
    /// recycle.
    pub fn capture(&mut self, site: SiteId) {
        self.note_capture(site);
        self.clear(site);
    }

    /// What a capture leaves behind, apart from the empty site.
    #[inline]
    fn note_capture(&mut self, site: SiteId) {
        if self.layout.spec().watched.is_empty() && !self.layout.spec().recycle {
            return;
        }
        let Some(piece) = self.state.piece(site) else { return };
        if !self.layout.spec().watched.is_empty()
            && let Some((word, bit)) = self.layout.watch_bit(piece)
        {
            self.set(word, self.state.words[word] | bit);
        }
        if self.layout.spec().recycle
            && let Some(word) = self.layout.supply_word(piece)
        {
            self.set(word, self.state.words[word] + 1);
        }
    }

    /// Puts a new piece on a site, with the attributes that its type starts with. What stood there
    /// is captured; where pieces stand on one another it comes on top of that.
    pub fn place(&mut self, site: SiteId, piece: Piece) {
        if self.layout.has_columns() {
            let beneath = self.column(site);
            let mut words = self.layout.fresh(piece.kind).to_vec();
            words[0] = words[0] & !PIECE_MASK | piece.code();
            words.extend(beneath);
            self.set_column(site, &words);
            return;
        }
        self.note_capture(site);
        for plane in 0..self.layout.planes() {
            let mut word = self.layout.fresh(piece.kind)[plane];
            if plane == 0 {
                word = word & !PIECE_MASK | piece.code();
            }
            self.set(self.layout.plane_word(site, plane), word);
        }
    }

    /// Returns all words of the pieces on a site, the topmost piece first.
    fn column(&self, site: SiteId) -> Vec<u32> {
        let words = self.layout.planes() * self.state.height(self.layout, site);
        (0..words).map(|plane| self.state.words[self.layout.plane_word(site, plane)]).collect()
    }

    /// Sets the pieces on a site, the topmost first. Pieces beyond the maximum height are lost.
    fn set_column(&mut self, site: SiteId, words: &[u32]) {
        let most = self.layout.planes() * self.layout.levels();
        let before = self.layout.planes() * self.state.height(self.layout, site);
        for plane in 0..words.len().max(before).min(most) {
            self.set(self.layout.plane_word(site, plane), words.get(plane).copied().unwrap_or(0));
        }
    }

    /// Moves the topmost `count` pieces of a site, in their order, onto what stands on another.
    /// Nothing is captured.
    pub fn pile(&mut self, from: SiteId, to: SiteId, count: usize) {
        if from == to {
            return;
        }
        let mut moved = self.column(from);
        let left = moved.split_off((count * self.layout.planes()).min(moved.len()));
        moved.extend(self.column(to));
        self.set_column(from, &left);
        self.set_column(to, &moved);
    }

    /// Moves the topmost piece of a site under all that stand on another.
    pub fn tuck(&mut self, from: SiteId, to: SiteId) {
        if from == to {
            return;
        }
        let mut top = self.column(from);
        let left = top.split_off(self.layout.planes().min(top.len()));
        let mut column = self.column(to);
        column.extend(top);
        self.set_column(from, &left);
        self.set_column(to, &column);
    }

    /// Removes the piece of a stack that has `level` others on top of it. The pieces beneath stay.
    pub fn pluck(&mut self, site: SiteId, level: usize) {
        let mut column = self.column(site);
        let planes = self.layout.planes();
        if column.len() >= (level + 1) * planes {
            column.drain(level * planes..(level + 1) * planes);
            self.set_column(site, &column);
        }
    }

    /// Lifts what stands on a site off the board, attributes and all; [`Change::land`] puts it
    /// down.
    fn lift(&mut self, site: SiteId) -> Vec<u32> {
        let words = self.column(site);
        self.clear(site);
        words
    }

    fn land(&mut self, site: SiteId, words: &[u32]) {
        if words.is_empty() {
            return;
        }
        if self.layout.has_columns() {
            let column = [words, &self.column(site)].concat();
            return self.set_column(site, &column);
        }
        self.note_capture(site);
        self.set_column(site, words);
    }

    /// Moves a piece, or a whole column, with its attributes. What stood on the destination is
    /// captured; where pieces stand on one another it comes to lie beneath.
    pub fn relocate(&mut self, from: SiteId, to: SiteId) {
        if from == to || self.state.is_empty(from) {
            return;
        }
        if self.layout.has_columns() {
            return self.pile(from, to, self.layout.levels());
        }
        self.note_capture(to);
        for plane in 0..self.layout.planes() {
            let (from, to) = (self.layout.plane_word(from, plane), self.layout.plane_word(to, plane));
            self.set(to, self.state.words[from]);
            self.set(from, 0);
        }
    }

    /// Moves several pieces at once: all are lifted before the first lands.
    pub fn relocate_together(&mut self, pairs: impl Iterator<Item = (SiteId, SiteId)>) {
        let lifted: Vec<_> = pairs.map(|(from, to)| (to, self.lift(from))).collect();
        for (to, words) in &lifted {
            self.land(*to, words);
        }
    }

    /// Changes the type of the piece on a site; owner and attributes stay. Nothing happens on an
    /// empty site. Where promotions are recycled, the new type comes from the owner's supply and
    /// the old one returns to it.
    pub fn change_kind(&mut self, site: SiteId, kind: PieceTypeId) {
        let word = self.state.word(site);
        if let Some(piece) = Piece::from_word(word) {
            if self.layout.spec().recycle_promotions && piece.kind != kind {
                let promoted = Piece { kind, ..piece };
                self.set_supply(promoted, self.state.supply(self.layout, promoted).saturating_sub(1));
                self.set_supply(piece, self.state.supply(self.layout, piece).saturating_add(1));
            }
            self.set(site.index(), word & !PIECE_MASK | Piece { kind, ..piece }.code());
        }
    }

    /// Changes the owner of the piece on a site. Nothing happens on an empty site.
    pub fn change_owner(&mut self, site: SiteId, owner: PlayerId) {
        let word = self.state.word(site);
        if let Some(piece) = Piece::from_word(word) {
            self.set(site.index(), word & !PIECE_MASK | Piece { owner, ..piece }.code());
        }
    }

    /// Sets an attribute of the piece on a site. Nothing happens on an empty site.
    pub fn set_attribute(&mut self, site: SiteId, attribute: AttributeId, value: i32) {
        if self.state.is_empty(site) {
            return;
        }
        let field = self.layout.field(attribute);
        let index = self.layout.plane_word(site, field.plane as usize);
        let word = self.state.words[index] & !(field.mask << field.shift);
        self.set(index, word | (value as u32 & field.mask) << field.shift);
    }

    /// Sets how many of a piece wait in its owner's supply. Pieces that cannot wait there are not
    /// counted.
    pub fn set_supply(&mut self, piece: Piece, count: u32) {
        if let Some(word) = self.layout.supply_word(piece) {
            self.set(word, count);
        }
    }

    /// Sets the slot that is played next.
    pub fn set_slot(&mut self, slot: SlotId) {
        self.set_scalar(Scalar::Slot, slot.0 as u32);
    }

    /// Stores the state as the start of a turn, until [no piece is pending](Change::set_pending).
    /// Games need it if legal steps depend on the complete moves.
    pub fn begin_turn(&mut self) {
        if self.state.begun.is_none() {
            self.state.begun = Some(Arc::new(self.state.clone()));
        }
    }

    /// Sets the piece that continues within this turn, with its moves. `None` ends the trail of the
    /// turn.
    pub fn set_pending(&mut self, pending: Option<(SiteId, Continuation)>) {
        let (site, class) = match pending {
            None => (0, 0),
            Some((site, Continuation::Unclassed)) => (site.0 as u32 + 1, 0),
            Some((site, Continuation::Class(class))) => (site.0 as u32 + 1, class.0 as u32 + 1),
        };
        self.set_scalar(Scalar::PendingSite, site);
        self.set_scalar(Scalar::PendingClass, class);
        if pending.is_none() {
            self.state.begun = None;
        }
        if pending.is_some() {
            let key = self.state.key;
            self.state.trail.push(key);
        } else if !self.state.trail.is_empty() {
            let trail = std::mem::take(&mut self.state.trail);
            if let Some(mark) = self.log.marks.last_mut().filter(|mark| mark.ended_trail.is_none()) {
                mark.ended_trail = Some(trail);
            }
        }
    }

    /// Notes where the last step went, if the rules ask for it. `NONE` for both forgets it.
    pub fn set_last(&mut self, from: SiteId, to: SiteId) {
        if self.layout.spec().keeps_last {
            self.set_scalar(Scalar::LastFrom, from.0.wrapping_add(1) as u32);
            self.set_scalar(Scalar::LastTo, to.0.wrapping_add(1) as u32);
        }
    }

    /// Notes that the game has ended, by which ending and for which player it was asked.
    pub fn set_ending(&mut self, ending: EndingId, player: PlayerId) {
        self.set_scalar(Scalar::Ending, ending.0 as u32 + 1);
        self.set_scalar(Scalar::EndingPlayer, player.0.wrapping_add(1) as u32);
    }

    /// Clears the list of captures: a new turn begins.
    pub fn forget_captures(&mut self) {
        for word in self.layout.watch_words() {
            self.set(word, 0);
        }
    }

    /// Sets a variable of the game's own.
    pub fn set_variable(&mut self, index: usize, value: u32) {
        self.set(self.layout.variable(index), value);
    }

    /// Sets a counter of the game's own.
    pub fn set_counter(&mut self, index: usize, value: u32) {
        self.set(self.layout.counter(index), value);
    }

    /// Sets one of the game's own variables, or, numbered after them, one of its counters.
    pub fn assign(&mut self, index: usize, value: u32) {
        match index.checked_sub(self.layout.spec().variables) {
            None => self.set_variable(index, value),
            Some(counter) => self.set_counter(counter, value),
        }
    }

    /// Sets a word by its place in the layout: for executors that keep positions in a form of their
    /// own and write them back.
    #[inline]
    pub fn set_word(&mut self, index: usize, value: u32) {
        self.set(index, value);
    }

    /// Sets the numbers that the game keeps beyond the words of the layout. They are part of the
    /// position.
    pub fn set_tail(&mut self, tail: &[u32]) {
        if self.state.tail() == tail {
            return;
        }
        let words = self.state.words.len();
        self.state.key ^= tail_key(words, self.state.tail()) ^ tail_key(words, tail);
        self.state.tail = (!tail.is_empty()).then(|| tail.into());
    }

    /// Remembers a key of the caller's choice instead of the position's.
    pub fn remember(&mut self, key: u64) {
        if self.layout.spec().keeps_history && !self.state.forgetful {
            self.state.history.push(key);
        }
    }

    /// Notes the present position for [`State::occurrences`], if the rules keep a history.
    pub fn remember_position(&mut self) {
        if self.layout.spec().keeps_history && !self.state.forgetful {
            let key = self.state.key;
            self.state.history.push(key);
        }
    }
}

/// Brings the state back to the last mark; false if there is none.
pub fn undo(layout: &Layout, state: &mut State, log: &mut UndoLog) -> bool {
    let Some(mark) = log.marks.pop() else { return false };
    while log.entries.len() > mark.entries {
        let Some((index, old)) = log.entries.pop() else { break };
        let index = index as usize;
        let now = std::mem::replace(&mut state.words[index], old);
        if index < layout.sites() {
            update_board_index(layout, state, index, now, old);
        }
    }
    state.key = mark.key;
    state.counters_key = mark.counters_key;
    state.history.truncate(mark.history);
    if let Some(trail) = mark.ended_trail {
        state.trail = trail;
    }
    state.trail.truncate(mark.trail);
    state.begun = mark.begun;
    state.tail = mark.tail;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LayoutSpec, MoveClassId, Values};

    const WHITE: PlayerId = PlayerId(0);
    const BLACK: PlayerId = PlayerId(1);

    fn layout() -> Layout {
        let mut attributes = vec![Values::Truth; 20];
        attributes.push(Values::Integer);
        let man = Piece { kind: PieceTypeId(0), owner: BLACK };
        Layout::new(LayoutSpec {
            sites: 70,
            levels: 1,
            players: 2,
            kinds: 3,
            attributes,
            starts: vec![vec![(AttributeId(3), 1)]],
            supplies: vec![man],
            recycle: true,
            recycle_promotions: false,
            keeps_last: true,
            keeps_history: true,
            watched: vec![man],
            variables: 1,
            counters: 1,
        })
    }

    fn piece(kind: u16, owner: PlayerId) -> Piece {
        Piece { kind: PieceTypeId(kind), owner }
    }

    #[test]
    fn undo_restores_words_sets_counts_and_keys() {
        let layout = layout();
        let (mut state, mut log) = (State::empty(&layout), UndoLog::new());
        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.place(SiteId(1), piece(0, WHITE));
        change.place(SiteId(69), piece(0, BLACK));
        change.set_attribute(SiteId(1), AttributeId(20), -7);
        change.set_attribute(SiteId(1), AttributeId(19), 1);
        let before = state.clone();

        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.relocate(SiteId(1), SiteId(69));
        change.change_kind(SiteId(69), PieceTypeId(2));
        change.set_last(SiteId(1), SiteId(69));
        change.set_counter(0, 9);
        change.set_pending(Some((SiteId(69), Continuation::Class(MoveClassId(0)))));
        change.set_tail(&[0, 7]);
        change.remember_position();
        assert_eq!(state.piece(SiteId(69)), Some(piece(2, WHITE)));
        assert_eq!(state.attribute(&layout, SiteId(69), AttributeId(20)), -7, "attributes travel with the piece");
        assert_eq!(state.attribute(&layout, SiteId(69), AttributeId(3)), 1, "types give new pieces their start values");
        assert_eq!(state.supply(&layout, piece(0, BLACK)), 1, "captured pieces are recycled to their owner");
        assert!(state.captured(&layout, piece(0, BLACK)));
        assert_eq!((state.count_all(&layout, WHITE), state.count_all(&layout, BLACK)), (1, 0));
        assert_eq!(state.keys_from_scratch(&layout), (state.position_key(), state.key()));
        assert_ne!(state.position_key(), state.key(), "a counter is in the key of the state, not of the position");

        assert!(undo(&layout, &mut state, &mut log));
        assert_eq!(state, before);
    }

    #[test]
    fn columns_keep_their_order_and_undo_restores_them() {
        let spec = LayoutSpec {
            sites: 4,
            levels: 4,
            players: 2,
            kinds: 2,
            attributes: vec![Values::Integer],
            ..LayoutSpec::default()
        };
        let layout = Layout::new(spec);
        let (mut state, mut log) = (State::empty(&layout), UndoLog::new());
        let (a, b) = (SiteId(0), SiteId(1));
        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.place(a, piece(0, WHITE));
        change.place(a, piece(1, WHITE));
        change.set_attribute(a, AttributeId(0), 7);
        change.place(b, piece(0, BLACK));
        change.place(b, piece(1, BLACK));
        let before = state.clone();
        let column = |state: &State, site| {
            (0..4).filter_map(|level| state.piece_beneath(&layout, site, level)).collect::<Vec<_>>()
        };

        // A jump: the top of b goes under a, and the stack continues.
        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.tuck(b, a);
        change.relocate(a, SiteId(2));
        assert_eq!(column(&state, SiteId(2)), [piece(1, WHITE), piece(0, WHITE), piece(1, BLACK)]);
        assert_eq!(column(&state, b), [piece(0, BLACK)]);
        assert_eq!(state.attribute(&layout, SiteId(2), AttributeId(0)), 7, "attributes travel with their piece");
        assert_eq!(state.count_all(&layout, WHITE), 1, "only the topmost pieces hold sites");

        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.pile(SiteId(2), b, 1);
        change.pluck(SiteId(2), 1);
        assert_eq!(column(&state, b), [piece(1, WHITE), piece(0, BLACK)]);
        assert_eq!(column(&state, SiteId(2)), [piece(0, WHITE)]);
        assert_eq!(state.attribute_beneath(&layout, b, 0, AttributeId(0)), 7);
        assert_eq!(state.keys_from_scratch(&layout), (state.position_key(), state.key()));
        assert!(undo(&layout, &mut state, &mut log) && undo(&layout, &mut state, &mut log));
        assert_eq!(state, before);
    }

    #[test]
    fn pieces_that_move_together_may_change_places() {
        let layout = layout();
        let (mut state, mut log) = (State::empty(&layout), UndoLog::new());
        let mut change = Change::begin(&layout, &mut state, &mut log);
        change.place(SiteId(1), piece(0, WHITE));
        change.place(SiteId(2), piece(1, BLACK));
        change.relocate_together([(SiteId(1), SiteId(2)), (SiteId(2), SiteId(1))].into_iter());
        assert_eq!(state.piece(SiteId(1)), Some(piece(1, BLACK)));
        assert_eq!(state.piece(SiteId(2)), Some(piece(0, WHITE)));
        assert_eq!(state.supply(&layout, piece(0, BLACK)), 0, "nothing was captured");
    }
}
