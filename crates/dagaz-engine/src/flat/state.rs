//! The bitboard state: one code per site, a set of sites for each code and each owner, and the
//! extra state.
//!
//! It is equivalent to a [`State`] of the same game, with the same key. Every question about the
//! board is one load or one word operation. Changes are made and undone without allocation.

use dagaz_core::{Continuation, Effect, Identity, Piece, PlayerId, Print, SiteId, SlotId, State, word_key};

use super::codes::Codes;
use super::history::History;
use super::sites::Sites;
use super::tables::{Kept, Tables};

/// No site, in the sixteen bits that a site has here.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct FlatState<const W: usize> {
    codes: Box<[u8]>,
    sets: Box<[Sites<W>]>,
    /// For each owner, with a last row for the empty site, which is never read; it saves a branch
    /// in updates.
    held: Box<[Sites<W>]>,
    supplies: Box<[u32]>,
    pub(crate) facts: Facts,
    /// Keys of earlier positions, the present one last, where the rules ask for repetition.
    pub(crate) history: History,
    pub(crate) forgetful: bool,
    /// Keys of the configurations of this turn, while a chain continues.
    pub(crate) trail: Vec<u64>,
    log: Vec<(u16, u32)>,
    /// The code of the piece that has set out with the present step.
    set_out: u8,
}

/// The extra state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The key of the position, as [`State::position_key`] has it.
    pub(crate) key: u64,
    /// Pieces captured this turn, by the bit of [`Tables::watch`].
    pub(crate) watched: u64,
    pub(crate) slot: SlotId,
    pub(crate) last_from: u16,
    pub(crate) last_to: u16,
    pub(crate) pending: Option<(SiteId, Continuation)>,
    /// Of edition 3: who moved last, the turns in a row in which nothing happened, and whether
    /// something has in this one.
    pub(crate) last_mover: Option<PlayerId>,
    pub(crate) idle: u32,
    pub(crate) stirred: bool,
    /// The checks that each player has given, where they are counted.
    pub(crate) checks: [u32; 2],
}

impl Facts {
    /// The checks that a player has given; where they are counted there are two players.
    pub(crate) fn checks_of(&self, player: PlayerId) -> u32 {
        self.checks.get(player.index()).copied().unwrap_or(0)
    }
}

/// A place in the log to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    facts: Facts,
    log: usize,
    history: usize,
    trail: usize,
}

/// Log entries from here on are supplies.
const SUPPLY: u16 = 0xff00;

/// What the class of a continuation contributes as a word.
fn class_word(then: Continuation) -> u32 {
    match then {
        Continuation::Unclassed => 0,
        Continuation::Class(class) => u32::from(class.0) + 1,
    }
}

/// A set of codes laid out to be asked for often. Most sets have few codes, and a loop that turns
/// now once and now thrice surprises a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The first of them; one again where there are fewer.
    first: [u8; 3],
    rest: super::codes::CodeSet,
}

impl Asked {
    /// Of a set that is not empty.
    pub(crate) fn of(codes: super::codes::CodeSet) -> Asked {
        let mut rest = codes;
        let mut last = 0;
        let first = std::array::from_fn(|_| {
            if rest != 0 {
                last = rest.trailing_zeros() as u8;
                rest &= rest - 1;
            }
            last
        });
        Asked { first, rest }
    }

    /// Whether a code is one of them.
    pub(crate) fn contains(&self, code: u8) -> bool {
        self.first.contains(&code) || self.rest >> code & 1 == 1
    }
}

impl<const W: usize> FlatState<W> {
    /// The bitboard state of a state; `None` if it has a piece that the rules never make, or has
    /// ended.
    pub(crate) fn of(tables: &Tables, state: &State) -> Option<FlatState<W>> {
        let layout = &tables.layout;
        if state.ending(layout).is_some() || state.pending(layout).is_some() {
            return None;
        }
        let codes: Box<[u8]> = state.words()[..tables.sites].iter().map(|&word| tables.codes.code(word)).collect();
        let mut sets = vec![Sites::EMPTY; tables.codes.len()].into_boxed_slice();
        let mut held = vec![Sites::EMPTY; tables.owners + 1].into_boxed_slice();
        for (site, &code) in codes.iter().enumerate() {
            sets.get_mut(usize::from(code))?.insert(site);
            held[tables.owner(code)].insert(site);
        }
        let watched = state.words()[tables.places.watched.clone()].iter().rev();
        let word = |place: usize| state.words()[place];
        let (last_from, last_to) = (state.last_from(layout).0, state.last_to(layout).0);
        let mut last_mover = None;
        let (mut idle, mut checks) = (0, [0; 2]);
        if let Some(beside) = &tables.beside {
            // The stored last move must be one that may be kept.
            if let Some(Kept { word: place, value, .. }) = beside.named {
                let now = codes.get(usize::from(last_to)).copied().unwrap_or(0);
                let kept = last_from != NOWHERE && beside.may_keep(last_from, last_to, now);
                if word(place) != if kept { value } else { 0 } || !kept && last_from != NOWHERE {
                    return None;
                }
            }
            last_mover = word(beside.last_mover).checked_sub(1).map(|player| PlayerId(player as u8));
            idle = beside.idle.map_or(0, word);
            checks = beside.checks.map_or([0; 2], |tables| tables.words.map(word));
        }
        let facts = Facts {
            key: state.position_key(),
            watched: watched.fold(0, |bits, &word| bits << 32 | u64::from(word)),
            slot: state.slot(layout),
            last_from,
            last_to,
            pending: None,
            last_mover,
            idle,
            stirred: false,
            checks,
        };
        Some(FlatState {
            codes,
            sets,
            held,
            supplies: tables.supplies.iter().map(|&(_, place)| state.words()[place]).collect(),
            facts,
            history: History::of(state.history()),
            forgetful: state.is_forgetful(),
            trail: Vec::new(),
            log: Vec::new(),
            set_out: 0,
        })
    }

    /// The state of this bitboard state.
    pub(crate) fn to_state(&self, tables: &Tables) -> State {
        let mut words = vec![0u32; tables.layout.words()];
        for (word, &code) in words.iter_mut().zip(&self.codes) {
            *word = tables.codes.word(code);
        }
        for (&(_, place), &count) in tables.supplies.iter().zip(&self.supplies) {
            words[place] = count;
        }
        words[tables.places.slot] = u32::from(self.facts.slot.0);
        if tables.layout.spec().keeps_last {
            words[tables.places.last_from] = u32::from(self.facts.last_from.wrapping_add(1));
            words[tables.places.last_to] = u32::from(self.facts.last_to.wrapping_add(1));
        }
        for (index, place) in tables.places.watched.clone().enumerate() {
            words[place] = (self.facts.watched >> (32 * index)) as u32;
        }
        if let Some(beside) = &tables.beside {
            words[beside.last_mover] = self.facts.last_mover.map_or(0, |player| u32::from(player.0) + 1);
            if let Some(place) = beside.idle {
                words[place] = self.facts.idle;
            }
            for (place, count) in beside.checks.iter().flat_map(|tables| tables.words.iter().zip(self.facts.checks)) {
                words[*place] = count;
            }
            if let Some(Kept { word: place, value, .. }) = beside.named.filter(|_| self.facts.last_from != NOWHERE) {
                words[place] = value;
            }
        }
        State::from_words(&tables.layout, words, self.facts.key, self.history.keys().to_vec(), self.forgetful)
    }

    /// Becomes equal to another state of the same game, without allocating.
    pub(crate) fn copy_from(&mut self, other: &FlatState<W>) {
        self.codes.copy_from_slice(&other.codes);
        self.sets.copy_from_slice(&other.sets);
        self.held.copy_from_slice(&other.held);
        self.supplies.copy_from_slice(&other.supplies);
        self.facts = other.facts;
        self.history.copy_from(&other.history);
        self.forgetful = other.forgetful;
        self.trail.clone_from(&other.trail);
        self.log.clone_from(&other.log);
    }

    #[inline]
    pub(crate) fn code(&self, site: usize) -> u8 {
        self.codes[site]
    }

    /// The sites where a code stands.
    #[inline]
    pub(crate) fn set(&self, code: u8) -> Sites<W> {
        self.sets[usize::from(code)]
    }

    /// The sites where one of some codes stands.
    #[inline]
    pub(crate) fn any_of(&self, mut codes: u64) -> Sites<W> {
        let mut sites = Sites::EMPTY;
        while codes != 0 {
            sites = sites.or(self.sets[codes.trailing_zeros() as usize]);
            codes &= codes - 1;
        }
        sites
    }

    /// The same for codes that are asked for again and again.
    #[inline]
    pub(crate) fn any_of_these(&self, codes: &Asked) -> Sites<W> {
        let [first, second, third] = codes.first.map(|code| self.sets[usize::from(code)]);
        first.or(second).or(third).or(self.any_of(codes.rest))
    }

    /// Whether one of some codes stands anywhere. Games declare the pieces that they have most of
    /// last.
    #[inline]
    pub(crate) fn has_any_of(&self, mut codes: u64) -> bool {
        while codes != 0 {
            let code = 63 - codes.leading_zeros();
            if !self.sets[code as usize].is_empty() {
                return true;
            }
            codes &= !(1 << code);
        }
        false
    }

    #[inline]
    pub(crate) fn empty(&self) -> Sites<W> {
        self.sets[0]
    }

    /// The sites of an owner's pieces; the last owner is "no owner".
    #[inline]
    pub(crate) fn held(&self, owner: usize) -> Sites<W> {
        self.held[owner]
    }

    #[inline]
    pub(crate) fn supply(&self, index: usize) -> u32 {
        self.supplies[index]
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { facts: self.facts, log: self.log.len(), history: self.history.len(), trail: self.trail.len() }
    }

    /// Brings everything back to a mark.
    #[inline]
    pub(crate) fn undo(&mut self, tables: &Tables, mark: Mark) {
        while self.log.len() > mark.log {
            let Some((place, old)) = self.log.pop() else { break };
            if place >= SUPPLY {
                self.supplies[usize::from(place - SUPPLY)] = old;
            } else {
                self.exchange(tables, usize::from(place), old as u8);
            }
        }
        self.facts = mark.facts;
        self.history.truncate(mark.history);
        self.trail.truncate(mark.trail);
    }

    /// Forgets how to undo what was done so far.
    pub(crate) fn commit(&mut self) {
        self.log.clear();
    }

    #[inline]
    fn exchange(&mut self, tables: &Tables, site: usize, code: u8) -> u8 {
        let old = std::mem::replace(&mut self.codes[site], code);
        self.sets[usize::from(old)].remove(site);
        self.sets[usize::from(code)].insert(site);
        self.held[tables.owner(old)].remove(site);
        self.held[tables.owner(code)].insert(site);
        old
    }

    /// Puts a code on a site.
    #[inline]
    pub(crate) fn put(&mut self, tables: &Tables, site: usize, code: u8) {
        let old = self.exchange(tables, site, code);
        self.log.push((site as u16, u32::from(old)));
        self.facts.key ^= tables.key(site, old) ^ tables.key(site, code);
    }

    /// What a capture leaves behind, apart from the empty site.
    #[inline]
    fn note_capture(&mut self, tables: &Tables, site: usize) {
        let code = self.codes[site];
        if code == 0 {
            return;
        }
        self.facts.watched |= tables.watch(code);
        self.facts.stirred = true;
        if let Some(supply) = tables.captured(self.facts.slot, code) {
            self.set_supply(tables, supply, self.supplies[supply] + 1);
        }
    }

    fn set_supply(&mut self, tables: &Tables, index: usize, count: u32) {
        self.log.push((SUPPLY + index as u16, self.supplies[index]));
        self.facts.key ^= tables.supply_key(index, self.supplies[index]) ^ tables.supply_key(index, count);
        self.supplies[index] = count;
    }

    /// A piece goes from one site to another and becomes `code`.
    #[inline]
    pub(crate) fn displace(&mut self, tables: &Tables, from: usize, to: usize, code: u8) {
        self.note_capture(tables, to);
        self.put(tables, from, 0);
        self.put(tables, to, code);
        self.set_last(tables, from as u16, to as u16);
    }

    /// A piece comes from a supply.
    #[inline]
    pub(crate) fn drop_piece(&mut self, tables: &Tables, supply: usize, site: usize, code: u8) {
        self.set_supply(tables, supply, self.supplies[supply].saturating_sub(1));
        self.note_capture(tables, site);
        self.put(tables, site, code);
        self.set_last(tables, site as u16, site as u16);
    }

    /// Notes where the last step went, if the rules ask for it.
    #[inline]
    pub(crate) fn set_last(&mut self, tables: &Tables, mut from: u16, mut to: u16) {
        if !tables.layout.spec().keeps_last {
            return;
        }
        if let Some(beside) = &tables.beside {
            if !beside.keeps(from, to, self.set_out) {
                (from, to) = (NOWHERE, NOWHERE);
            }
            if let Some(Kept { key, .. }) = beside.named
                && (from == NOWHERE) != (self.facts.last_from == NOWHERE)
            {
                self.facts.key ^= key;
            }
        }
        self.facts.key ^= tables.last_key(self.facts.last_from, self.facts.last_to) ^ tables.last_key(from, to);
        (self.facts.last_from, self.facts.last_to) = (from, to);
    }

    /// Nothing is known of a last move any more.
    pub(crate) fn forget_last(&mut self, tables: &Tables) {
        if tables.beside.is_some() && self.facts.last_from != NOWHERE {
            let word = tables.beside.as_ref().and_then(|beside| beside.named);
            self.facts.key ^=
                word.map_or(0, |kept| kept.key) ^ tables.last_key(self.facts.last_from, self.facts.last_to);
            (self.facts.last_from, self.facts.last_to) = (NOWHERE, NOWHERE);
        }
    }

    /// Notes that a piece sets out from a site, or from nowhere.
    #[inline]
    pub(crate) fn set_out(&mut self, tables: &Tables, from: u16) {
        if let Some(beside) = &tables.beside {
            self.set_out = if from == NOWHERE { 0 } else { self.codes[usize::from(from)] };
            self.facts.stirred |= beside.stirring >> self.set_out & 1 == 1;
        }
    }

    /// Ends the turn of a player.
    #[inline]
    pub(crate) fn end_turn(&mut self, tables: &Tables, mover: PlayerId, next: SlotId) {
        self.set_slot(tables, next);
        if tables.beside.is_some() {
            self.facts.idle = if self.facts.stirred { 0 } else { self.facts.idle + 1 };
            (self.facts.last_mover, self.facts.stirred) = (Some(mover), false);
        }
    }

    /// What a [`State`] of this position has for a key, its end not counted.
    #[inline]
    pub(crate) fn whole_key(&self, tables: &Tables) -> u64 {
        let beside = tables.beside.as_ref();
        self.facts.key
            ^ beside.map_or(0, |beside| beside.counters_key(self.facts.last_mover, self.facts.idle, self.facts.checks))
    }

    /// What tells this position from all others, outside any turn that has been begun.
    pub(crate) fn identity(&self, tables: &Tables) -> Identity {
        let mut print = Print::default();
        for codes in self.codes.chunks(8) {
            print.add(codes.iter().fold(0, |all, code| all << 8 | u64::from(*code)));
        }
        self.supplies.iter().for_each(|supply| print.add(u64::from(*supply)));
        let Facts { slot, last_from, last_to, last_mover, idle, stirred, checks, .. } = self.facts;
        print.add(u64::from(slot.0) << 32 | u64::from(last_from) << 16 | u64::from(last_to));
        print.add(
            u64::from(idle) << 16 | u64::from(stirred) << 8 | last_mover.map_or(0, |mover| u64::from(mover.0) + 1),
        );
        print.add(u64::from(checks[0]) << 32 | u64::from(checks[1]));
        Identity { key: self.whole_key(tables), print: print.finish() }
    }

    #[inline]
    pub(crate) fn set_slot(&mut self, tables: &Tables, slot: SlotId) {
        self.facts.key ^= tables.slot_key(self.facts.slot) ^ tables.slot_key(slot);
        self.facts.slot = slot;
    }

    /// Sets the piece that continues within this turn, or none.
    pub(crate) fn set_pending(&mut self, tables: &Tables, pending: Option<(SiteId, Continuation)>) {
        let key = |pending: Option<(SiteId, Continuation)>| {
            pending.map_or(0, |(site, then)| {
                word_key(tables.places.pending_site, u32::from(site.0) + 1)
                    ^ word_key(tables.places.pending_class, class_word(then))
            })
        };
        self.facts.key ^= key(self.facts.pending) ^ key(pending);
        self.facts.pending = pending;
        if pending.is_some() {
            self.trail.push(self.facts.key);
        }
    }

    /// The sites that have changed since a mark, those included that are again as they were.
    #[inline]
    pub(crate) fn changed(&self, mark: Mark) -> Sites<W> {
        let mut sites = Sites::EMPTY;
        for &(place, _) in self.log[mark.log..].iter().filter(|(place, _)| *place < SUPPLY) {
            sites.insert(usize::from(place));
        }
        sites
    }

    /// Whether a piece of these codes has changed since a mark.
    #[inline]
    pub(crate) fn has_changed(&self, mark: Mark, codes: super::codes::CodeSet) -> bool {
        self.log[mark.log..].iter().any(|(place, old)| *place < SUPPLY && codes >> (*old & 63) & 1 == 1)
    }

    /// Notes the present position, if the rules keep a history.
    #[inline]
    pub(crate) fn remember(&mut self, tables: &Tables) {
        if tables.layout.spec().keeps_history && !self.forgetful {
            self.history.push(self.facts.key);
        }
    }

    /// Whether no position can turn out to have been there before.
    #[inline]
    pub(crate) fn remembers_nothing(&self) -> bool {
        self.forgetful && self.history.keys().is_empty()
    }

    /// Whether the present position, which has been noted, has occurred so often.
    #[inline]
    pub(crate) fn occurs(&self, times: usize) -> bool {
        let noted = self.history.keys().last() == Some(&self.facts.key);
        self.history.has(self.facts.key, times.saturating_sub(usize::from(!noted)))
    }

    /// How many turns ago the present position, which has been noted, was there before; 0 if it was
    /// not.
    pub(crate) fn cycle(&self) -> usize {
        let Some((now, earlier)) = self.history.keys().split_last() else { return 0 };
        earlier.iter().rev().position(|key| key == now).map_or(0, |back| back + 1)
    }

    /// How often the present position, which has been noted, has occurred.
    pub(crate) fn occurrences(&self) -> usize {
        let noted = self.history.keys().last() == Some(&self.facts.key);
        self.history.count(self.facts.key) + usize::from(!noted)
    }

    /// Shows each change of a site since a mark, in order: the site, the code before and the code
    /// after.
    #[inline]
    pub(crate) fn each_change(&self, mark: Mark, mut show: impl FnMut(usize, u8, u8)) {
        let log = &self.log[mark.log..];
        for (index, &(place, old)) in log.iter().enumerate().filter(|(_, (place, _))| *place < SUPPLY) {
            let next = log[index + 1..].iter().find(|(other, _)| *other == place);
            let new = next.map_or_else(|| self.codes[usize::from(place)], |&(_, code)| code as u8);
            show(usize::from(place), old as u8, new);
        }
    }

    /// Shows by how much a supply has grown with each of its changes since a mark.
    #[inline]
    pub(crate) fn each_supply_change(&self, mark: Mark, mut show: impl FnMut(usize, i32)) {
        let log = &self.log[mark.log..];
        for (place, &(supply, old)) in log.iter().enumerate().filter(|(_, (place, _))| *place >= SUPPLY) {
            let index = usize::from(supply - SUPPLY);
            let next = log[place + 1..].iter().find(|(other, _)| *other == supply);
            let new = next.map_or(self.supplies[index], |&(_, count)| count);
            show(index, new as i32 - old as i32);
        }
    }

    /// Whether this turn has been in the present situation before.
    pub(crate) fn goes_in_circles(&self) -> bool {
        self.trail.split_last().is_some_and(|(now, earlier)| *now == self.facts.key && earlier.contains(now))
    }

    /// Applies the effects of a step in their order, and notes where it went. False if a piece
    /// comes about that has no code: then everything since the last mark must be undone.
    pub(crate) fn apply(&mut self, tables: &Tables, effects: &[Effect], target: SiteId) -> bool {
        let mut rest = effects;
        let mut fine = true;
        while let Some((&effect, after)) = rest.split_first() {
            rest = after;
            let mut put = |state: &mut Self, site: SiteId, code: u8| {
                if code == Codes::NONE {
                    fine = false;
                } else {
                    state.put(tables, site.index(), code);
                }
            };
            match effect {
                Effect::Move { from, to } => {
                    if from != to && self.code(from.index()) != 0 {
                        self.note_capture(tables, to.index());
                        let code = self.code(from.index());
                        self.put(tables, from.index(), 0);
                        self.put(tables, to.index(), code);
                    }
                }
                Effect::Together { count } => {
                    let (moves, after) = rest.split_at(usize::from(count).min(rest.len()));
                    rest = after;
                    let mut lifted = [(SiteId::NONE, 0u8); 8];
                    if moves.len() > lifted.len() {
                        return false;
                    }
                    for (place, effect) in lifted.iter_mut().zip(moves) {
                        if let Effect::Move { from, to } = *effect {
                            *place = (to, self.code(from.index()));
                            self.put(tables, from.index(), 0);
                        }
                    }
                    for &(to, code) in lifted.iter().filter(|(_, code)| *code != 0) {
                        self.note_capture(tables, to.index());
                        self.put(tables, to.index(), code);
                    }
                }
                Effect::Remove { site } => {
                    self.note_capture(tables, site.index());
                    self.put(tables, site.index(), 0);
                }
                Effect::Place { site, kind, owner } => {
                    self.note_capture(tables, site.index());
                    put(self, site, tables.fresh(Piece { kind, owner }));
                }
                Effect::Drop { site, kind, owner } => {
                    let piece = Piece { kind, owner };
                    if let Some(supply) = tables.supply(piece) {
                        self.set_supply(tables, supply, self.supplies[supply].saturating_sub(1));
                    }
                    self.note_capture(tables, site.index());
                    put(self, site, tables.fresh(piece));
                }
                Effect::Become { site, kind } => {
                    let code = tables.as_piece(self.code(site.index()), |piece| Piece { kind, ..piece });
                    put(self, site, code);
                }
                Effect::Give { site, owner } => {
                    let code = tables.as_piece(self.code(site.index()), |piece| Piece { owner, ..piece });
                    put(self, site, code);
                }
                Effect::Set { site, attribute, value } => {
                    let code = tables.with(self.code(site.index()), attribute, value & 1 == 1);
                    put(self, site, code);
                }
                // Rules of edition 2 have neither columns nor variables nor a say in the turn
                // order.
                Effect::Pile { .. } | Effect::Tuck { .. } | Effect::Pluck { .. } => {}
                Effect::Assign { .. } | Effect::Supply { .. } | Effect::Jump { .. } | Effect::Own { .. } => {}
            }
        }
        let last = effects.iter().rev().find_map(|effect| match *effect {
            Effect::Move { from, to } => Some((from, to)),
            Effect::Drop { site, .. } => Some((site, site)),
            _ => None,
        });
        let (from, to) = last.unwrap_or((target, target));
        self.set_last(tables, from.0, to.0);
        fine
    }
}
