//! Moves on the flat state: steps walked, chains assembled, forbidden results taken out.
//!
//! The same order of work as `generate` has, from the same page of `docs/semantics.md`. What this
//! executor cannot do, or would do otherwise, it [declines](Declined), and the general one is asked
//! instead; so no limit is ever met here.

use std::collections::HashMap;

use dagaz_core::{Continuation, Effect, EndingId, PlayerId, SiteId, SlotId};
use dagaz_rules::PassRule;

use super::chains::Ways;
use super::checks::Safety;
use super::codes::CodeSet;
use super::endings::Known;
use super::entries::FlatSelection;
use super::game::{FlatGame, FlatSlot};
use super::list::{Action, FlatList, FlatStep};
use super::lockstep::Slots;
use super::sites::Sites;
use super::state::{FlatState, Mark};
use super::walk::Registers;
use crate::game::CompiledGame;

/// This is for the general executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declined;

/// The ending that has been reached, if any, and for whom it was asked.
pub(crate) type Ended = Option<(EndingId, PlayerId)>;

/// How a list came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// There are moves.
    Moves,
    /// There are none, for this reason.
    Ended(EndingId, PlayerId),
}

/// Generates moves; keeps its memory from position to position.
pub(crate) struct Runner<'g, const W: usize> {
    pub(crate) game: &'g FlatGame<W>,
    /// What it was made from.
    pub(crate) source: &'g CompiledGame,
    pub(crate) spare: Vec<FlatList>,
    pub(crate) effects: Vec<Effect>,
    /// Targets of the steps of the present piece.
    pub(crate) seen: Sites<W>,
    /// Where the steps of the present piece begin.
    pub(crate) first: usize,
    /// Whether no two steps of the present piece can be the same.
    pub(crate) apart: bool,
    /// Whether steps that only move a piece are left out.
    pub(crate) but_plain: bool,
    /// Whether every step is to have its effects.
    pub(crate) in_full: bool,
    pub(crate) registers: Registers,
    /// What [`ways_of`](Runner::ways_of) has found out, by the key of the situation.
    pub(crate) counted: HashMap<u64, Ways>,
    /// The ways that begin with each of the first steps.
    pub(crate) of_firsts: Vec<Ways>,
    /// Expanded situations.
    pub(crate) situations: usize,
    pub(crate) extra: Vec<FlatList>,
    pub(crate) slots: Slots<W>,
    /// For each rule of a unit the starts from which it is walked.
    pub(crate) found: Vec<Sites<W>>,
    /// Where the codes of each set of [`Masks`](super::masks::Masks) stand.
    pub(crate) standing: Vec<Sites<W>>,
    pub(crate) safety: Option<Box<Safety<W>>>,
    /// Whether drops are not asked whether they mate, since that is being asked.
    pub(crate) shallow: bool,
    /// Whether the list of whole moves met a limit that every executor meets.
    pub(crate) too_long: bool,
    /// Finds the moves with which a drop is answered.
    pub(crate) replies: Option<Box<Runner<'g, W>>>,
}

impl<const W: usize> FlatGame<W> {
    /// Whether a piece of `side` on a site could be captured; if none stands there, a new one of
    /// `code`.
    #[inline]
    pub(crate) fn attacked(&self, state: &FlatState<W>, site: usize, side: PlayerId, code: u8) -> bool {
        let masks = &self.masks;
        self.enemies[side.index()].iter().any(|enemy| self.threats[enemy.index()].attack(state, masks, site))
            || self.attacked_irregularly(state, site, side, code)
    }

    /// The same for the ways that ask for more than open lines.
    #[inline]
    pub(crate) fn attacked_irregularly(&self, state: &FlatState<W>, site: usize, side: PlayerId, code: u8) -> bool {
        let stands = state.code(site);
        let victim = if stands != 0 && self.tables.owner(stands) == side.index() { stands } else { code };
        let enemies = &self.enemies[side.index()];
        enemies.iter().any(|enemy| self.threats[enemy.index()].irregular_attack(state, site, victim))
    }

    /// Whether one of these pieces of a player is attacked.
    pub(crate) fn any_attacked(&self, state: &FlatState<W>, side: PlayerId, codes: CodeSet) -> bool {
        state.any_of(codes).iter().any(|site| self.attacked(state, site, side, state.code(site)))
    }

    /// Plays one step.
    #[inline]
    pub(crate) fn step(&self, state: &mut FlatState<W>, step: &FlatStep, effects: &[Effect]) -> Result<(), Declined> {
        state.set_out(&self.tables, step.from);
        match step.action {
            Action::Displace(code) => state.displace(&self.tables, usize::from(step.from), usize::from(step.to), code),
            Action::Drop { code, supply } => {
                state.drop_piece(&self.tables, usize::from(supply), usize::from(step.to), code);
            }
            Action::Effects => {
                if !state.apply(&self.tables, effects, SiteId(step.to)) {
                    return Err(Declined);
                }
            }
            Action::Later(_) => return Err(Declined),
            Action::Pass => {}
        }
        Ok(())
    }

    /// Plays all steps of a move.
    #[inline]
    pub(crate) fn steps(&self, state: &mut FlatState<W>, list: &FlatList, index: usize) -> Result<(), Declined> {
        (state.facts.watched, state.facts.stirred) = (0, false);
        list.get(index).iter().try_for_each(|step| self.step(state, step, list.effects(step)))
    }

    /// Ends the turn, and updates the counters of the extra state.
    #[inline]
    pub(crate) fn give_on(&self, state: &mut FlatState<W>) -> SlotId {
        let FlatSlot { side, next, .. } = *self.slot(state.facts.slot);
        state.end_turn(&self.tables, side, next);
        if let Some(tables) = self.tables.beside.as_ref().and_then(|beside| beside.checks) {
            // With two players the next one is the opponent, with or without a legal move.
            let [mover, other] = if side.0 == 0 { [0, 1] } else { [1, 0] };
            let before = state.facts.checks[mover];
            let after = match self.any_attacked(state, PlayerId::at(other), tables.codes[other]) {
                true => before.saturating_add(1),
                false if tables.in_a_row => 0,
                false => before,
            };
            state.facts.checks[mover] = after;
            if tables.compared {
                state.facts.key ^= tables.key(mover, before) ^ tables.key(mover, after);
            }
        }
        next
    }
}

impl<'g, const W: usize> Runner<'g, W> {
    pub(crate) fn new(game: &'g FlatGame<W>, source: &'g CompiledGame, in_full: bool) -> Runner<'g, W> {
        Runner {
            game,
            source,
            spare: Vec::new(),
            effects: Vec::new(),
            seen: Sites::EMPTY,
            first: 0,
            apart: false,
            but_plain: false,
            in_full,
            registers: Registers::default(),
            counted: HashMap::new(),
            of_firsts: Vec::new(),
            situations: 0,
            extra: Vec::new(),
            slots: Slots::default(),
            found: Vec::new(),
            standing: Vec::new(),
            safety: None,
            shallow: false,
            too_long: false,
            replies: None,
        }
    }

    /// Plays all steps of a move and ends the turn; tells how the game has ended, if it has.
    #[inline]
    fn play_listed(
        &mut self,
        state: &mut FlatState<W>,
        list: &FlatList,
        index: usize,
        incremental: bool,
    ) -> Result<Option<(EndingId, PlayerId)>, Declined> {
        let before = state.mark();
        self.game.steps(state, list, index)?;
        self.end_turn(state, before, incremental)
    }

    /// Ends a turn that was begun at a mark; tells how the game has ended, if it has.
    #[inline]
    pub(crate) fn end_turn(
        &mut self,
        state: &mut FlatState<W>,
        before: Mark,
        incremental: bool,
    ) -> Result<Option<(EndingId, PlayerId)>, Declined> {
        let game = self.game;
        let next = game.give_on(state);
        self.forget(state, before)?;
        state.remember(&game.tables);
        if game.endings.are_far(state) {
            return Ok(None);
        }
        let changed = (incremental && game.endings.ask_what_changed()).then(|| state.changed(before));
        let attacked = |player, codes| game.any_attacked(state, player, codes);
        Ok(game.endings.holding(state, game.slot(next).side, changed.as_ref(), &attacked))
    }

    /// Plays a move of a list and ends the turn; tells how the game has ended, if it has.
    #[inline]
    pub(crate) fn play(
        &mut self,
        state: &mut FlatState<W>,
        list: &FlatList,
        index: usize,
        incremental: bool,
    ) -> Result<Option<(EndingId, PlayerId)>, Declined> {
        let [FlatStep { action: Action::Later(number), to, .. }] = *list.get(index) else {
            let found = self.play_listed(state, list, index, incremental)?;
            return self.settled(state, found);
        };
        let (code, supply, entry) = &self.game.later[usize::from(number)];
        let mut one = self.extra.pop().unwrap_or_default();
        one.clear();
        self.begin_piece(&one);
        let walked = self.entry(state, entry, usize::from(to), *code, Some(*supply), &mut one);
        let played = match walked {
            Ok(_) if one.len() == 1 => self.play_listed(state, &one, 0, incremental),
            _ => Err(Declined),
        };
        self.extra.push(one);
        self.settled(state, played?)
    }

    /// How a game has ended of which an ending has been found that needs no list of moves: in
    /// edition 3 one that looks at moves may come before it.
    #[inline]
    pub(crate) fn settled(&mut self, state: &mut FlatState<W>, found: Ended) -> Result<Ended, Declined> {
        match found {
            Some((ending, _)) if self.game.endings.may_be_overruled(ending) => self.overruled(state, found),
            found => Ok(found),
        }
    }

    fn overruled(&mut self, state: &mut FlatState<W>, found: Ended) -> Result<Ended, Declined> {
        let mut list = self.spare.pop().unwrap_or_default();
        let stuck = match self.count(state)? {
            Some(count) => count == 0,
            None => {
                self.legal(state, &mut list)?;
                list.is_empty()
            }
        };
        self.spare.push(list);
        let side = self.game.slot(state.facts.slot).side;
        let attacked = |player, codes| self.game.any_attacked(state, player, codes);
        let known = Known { stuck: stuck.then_some(side), all_stuck: false, attacked: &attacked };
        let earlier = self.game.endings.holding_stuck(state, side, &known);
        Ok(earlier.filter(|earlier| found.is_none_or(|found| earlier.0 < found.0)).or(found))
    }

    /// The ending of an unexamined state, as far as known without a move list. States of edition 2
    /// store it.
    pub(crate) fn end_at_first(&mut self, state: &mut FlatState<W>) -> Result<Ended, Declined> {
        if self.game.tables.beside.is_none() {
            return Ok(None);
        }
        let side = self.game.slot(state.facts.slot).side;
        let attacked = |player, codes| self.game.any_attacked(state, player, codes);
        let found = self.game.endings.holding(state, side, None, &attacked);
        self.settled(state, found)
    }

    /// The steps listed from here on are those of one piece.
    pub(crate) fn begin_piece(&mut self, list: &FlatList) {
        (self.seen, self.first) = (Sites::EMPTY, list.steps().len());
    }

    /// Lists all legal moves, passes included, or tells how the game has ended; then the list is
    /// empty.
    pub(crate) fn moves(&mut self, state: &mut FlatState<W>, list: &mut FlatList) -> Result<Listed, Declined> {
        if self.in_full || !self.list(state, list)? {
            self.legal(state, list)?;
        }
        self.complete(state, list)
    }

    /// The number of legal moves, passes included.
    pub(crate) fn number_of_moves(&mut self, state: &mut FlatState<W>, list: &mut FlatList) -> Result<u64, Declined> {
        match self.count(state)? {
            Some(0) => list.clear(),
            Some(count) if !self.may_add_pass() => return Ok(count),
            _ => self.legal(state, list)?,
        }
        self.complete(state, list)?;
        Ok(list.len() as u64)
    }

    /// Adds the passes to the legal moves, or tells how the game has ended.
    pub(crate) fn complete(&mut self, state: &mut FlatState<W>, list: &mut FlatList) -> Result<Listed, Declined> {
        let game = self.game;
        let slot = *game.slot(state.facts.slot);
        if !list.is_empty() {
            if game.pass == PassRule::Free && self.may_pass(state, slot.side) {
                list.push_pass();
            }
            return Ok(Listed::Moves);
        }
        let all_stuck = (game.asks_all_stuck || game.pass != PassRule::Never) && self.all_stuck(state)?;
        let attacked = |player, codes| game.any_attacked(state, player, codes);
        let known = Known { stuck: Some(slot.side), all_stuck, attacked: &attacked };
        if let Some((ending, player)) = game.endings.holding_stuck(state, slot.side, &known) {
            return Ok(Listed::Ended(ending, player));
        }
        let passes = match game.pass {
            PassRule::Never => false,
            PassRule::Forced => !all_stuck,
            PassRule::Free => !all_stuck && self.may_pass(state, slot.side),
        };
        if passes {
            list.push_pass();
            return Ok(Listed::Moves);
        }
        Ok(Listed::Ended(game.no_move, slot.side))
    }

    /// Whether a pass leaves only what may be.
    fn may_pass(&self, state: &FlatState<W>, side: PlayerId) -> bool {
        !self.game.any_attacked(state, side, self.game.royals[side.index()])
    }

    /// Whether no mover of any slot that passes lead to has a move on this board.
    fn all_stuck(&mut self, state: &mut FlatState<W>) -> Result<bool, Declined> {
        let game = self.game;
        let mut list = self.spare.pop().unwrap_or_default();
        let mark = state.mark();
        let mut asked: Vec<SlotId> = vec![state.facts.slot];
        let mut slot = game.slot(state.facts.slot).next;
        let mut stuck = true;
        while stuck && !asked.contains(&slot) {
            asked.push(slot);
            state.set_slot(&game.tables, slot);
            let result = self.legal(state, &mut list);
            state.undo(&game.tables, mark);
            // The list of another slot tells nothing about that of the current one.
            self.too_long = false;
            result?;
            stuck = list.is_empty();
            slot = game.slot(slot).next;
        }
        self.spare.push(list);
        Ok(stuck)
    }

    /// Lists the legal whole moves, passes aside.
    pub(crate) fn legal(&mut self, state: &mut FlatState<W>, list: &mut FlatList) -> Result<(), Declined> {
        let game = self.game;
        list.clear();
        let mark = state.mark();
        let goes_on = self.steps(state, list)?;
        if goes_on {
            let mut firsts = self.spare.pop().unwrap_or_default();
            let mut path = self.spare.pop().unwrap_or_default();
            std::mem::swap(&mut firsts, list);
            list.clear();
            list.become_chained();
            path.clear();
            let result = self.chains(state, &firsts, &mut path, list);
            self.spare.extend([firsts, path]);
            if result.is_err() {
                state.undo(&game.tables, mark);
                return result;
            }
        }
        if game.longest_chain && list.len() > 1 {
            let length = |index: usize| list.get(index).iter().filter(|step| step.then.is_some()).count();
            let lengths: Vec<usize> = (0..list.len()).map(length).collect();
            let longest = lengths.iter().copied().max().unwrap_or(0);
            if lengths.iter().any(|length| *length != longest) {
                list.keep(&lengths.iter().map(|length| *length == longest).collect::<Vec<_>>());
            }
        }
        let side = game.slot(state.facts.slot).side;
        let royal = game.royals[side.index()];
        if royal != 0 {
            let mut marked = Vec::with_capacity(list.len());
            for index in 0..list.len() {
                let mark = state.mark();
                let mut played = Ok(());
                for step in list.get(index) {
                    played = played.and_then(|()| game.step(state, step, list.effects(step)));
                }
                let safe = played.is_ok() && !game.any_attacked(state, side, royal);
                let mates = if safe { self.mates(state, list, index) } else { Ok(false) };
                state.undo(&game.tables, mark);
                played?;
                marked.push(safe && !mates?);
            }
            list.keep(&marked);
        }
        if list.len() > game.limits.moves || list.parts() * 4 > game.limits.move_parts {
            return Err(Declined);
        }
        Ok(())
    }

    /// Lists the steps of the piece on a site at the beginning of a turn, legal or not; false if
    /// they are no whole moves, or hang on what others can do.
    pub(crate) fn moves_of_piece(
        &mut self,
        state: &FlatState<W>,
        site: usize,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let game = self.game;
        if game.slot(state.facts.slot).class.is_some() || !game.groups.is_empty() {
            return Ok(false);
        }
        Ok(!self.piece(state, &game.all, site, list)?)
    }

    /// Lists the steps that are tried now; tells whether one of them has a continuation.
    pub(crate) fn steps(&mut self, state: &FlatState<W>, list: &mut FlatList) -> Result<bool, Declined> {
        let game = self.game;
        if let Some((site, then)) = state.facts.pending {
            let selection = match then {
                Continuation::Class(class) => game.of_class(class),
                Continuation::Unclassed => &game.unclassed,
            };
            // Where steps are counted by tables, no two are the same.
            self.apart = game.tally(then, state.code(site.index())).is_some();
            let goes_on = self.piece(state, selection, site.index(), list);
            self.apart = false;
            return goes_on;
        }
        let slot = game.slot(state.facts.slot);
        if let Some(class) = slot.class {
            return self.pieces(state, slot.side, game.of_class(class), list);
        }
        for group in &game.groups {
            let goes_on = self.pieces(state, slot.side, group, list)?;
            if !list.is_empty() {
                return Ok(goes_on);
            }
        }
        let rest = if game.groups.is_empty() { &game.all } else { &game.unclassed };
        self.pieces(state, slot.side, rest, list)
    }

    /// The steps of all pieces of a side, on the board and in supply.
    fn pieces(
        &mut self,
        state: &FlatState<W>,
        side: PlayerId,
        selection: &FlatSelection,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let mut goes_on = false;
        for site in state.held(side.index()).iter() {
            goes_on |= self.piece(state, selection, site, list)?;
        }
        for (supply, code, entry) in &selection.drops[side.index()] {
            if state.supply(*supply) > 0 {
                for site in self.game.open_to_drop(state, *code).iter() {
                    (self.seen, self.first) = (Sites::EMPTY, list.steps().len());
                    goes_on |= self.entry(state, entry, site, *code, Some(*supply), list)?;
                }
            }
        }
        Ok(goes_on)
    }

    /// Assembles whole moves from the first steps.
    fn chains(
        &mut self,
        state: &mut FlatState<W>,
        firsts: &FlatList,
        path: &mut FlatList,
        list: &mut FlatList,
    ) -> Result<(), Declined> {
        for step in firsts.steps() {
            if step.then.is_none() {
                list.push_chain(path, Some((firsts, step)));
                self.keep_longest(list);
            } else {
                self.try_on(state, firsts, step, path, list)?;
            }
        }
        Ok(())
    }

    /// If only the longest chains are moves, a shorter one than those found takes no place.
    fn keep_longest(&self, list: &mut FlatList) {
        if self.game.longest_chain {
            list.keep_longest();
        }
    }

    /// Plays a step with a continuation; returns false if it repeats a configuration.
    fn try_on(
        &mut self,
        state: &mut FlatState<W>,
        steps: &FlatList,
        step: &FlatStep,
        path: &mut FlatList,
        list: &mut FlatList,
    ) -> Result<bool, Declined> {
        let tables = &self.game.tables;
        let mark = state.mark();
        self.game.step(state, step, steps.effects(step))?;
        state.set_pending(tables, step.then.map(|then| (SiteId(step.to), then)));
        let circle = state.goes_in_circles();
        if !circle {
            path.push_with(*step, steps.effects(step));
            self.go_on(state, path, list)?;
            path.pop_step();
        }
        state.undo(tables, mark);
        Ok(!circle)
    }

    /// Expands the continuations of the steps in `path`, which have been played.
    fn go_on(&mut self, state: &mut FlatState<W>, path: &mut FlatList, list: &mut FlatList) -> Result<(), Declined> {
        let limits = &self.game.limits;
        if path.steps().len() >= limits.steps {
            return Err(Declined);
        }
        if list.len() > limits.moves || list.parts() > limits.move_parts {
            // Equal steps are listed once here, so no executor lists fewer moves or parts.
            // Where only the longest chains are moves, a longer one may be found sooner elsewhere.
            self.too_long = !self.game.longest_chain;
            return Err(Declined);
        }
        let mut nexts = self.spare.pop().unwrap_or_default();
        nexts.clear();
        self.steps(state, &mut nexts)?;
        let mut went_on = false;
        for step in nexts.steps() {
            if step.then.is_none() {
                // A step that changes nothing is in no circle, since the turn ends with it.
                went_on = true;
                list.push_chain(path, Some((&nexts, step)));
                self.keep_longest(list);
            } else {
                went_on |= self.try_on(state, &nexts, step, path, list)?;
            }
        }
        self.spare.push(nexts);
        if !went_on {
            list.push_chain(path, None);
            self.keep_longest(list);
        } else if self.game.may_stop {
            let mut pass = FlatList::default();
            pass.push_pass();
            list.push_chain(path, Some((&pass, &pass.steps()[0])));
            self.keep_longest(list);
        }
        Ok(())
    }
}
