//! One turn: candidates in order of compulsion and preference, judged, and the end of the turn.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use dagaz_core::{Effect, EndingId, PieceTypeId, PlayerId, RuleId, SlotId};
use dagaz_rules::PassRule;
use dagaz_rules::path::{Distinct, NameId, PathSlot};
use smallvec::SmallVec;

use super::super::movegen::{Candidate, Judged, Machine, NONE, Registers, Step, UNKNOWN, and, bits, but, is_empty};
use super::super::plan::Class;
use super::super::position::Bitset;
use super::super::tables::LastBy;
use super::super::turn::TurnEnd;
use crate::fast_hash::FastHasher;

/// The rule of a candidate that is a pass.
const PASS: RuleId = RuleId(u32::MAX);

/// The result of a turn.
pub(super) enum Turn {
    /// A move was played; `irreversible`: no later move can take it back.
    Played { choices: u64, irreversible: bool },
    /// The game has ended.
    Ended(EndingId, PlayerId),
    /// The reference interpreter has to tell.
    Unknown,
}

/// A legal move, as far as it makes moves different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) struct Identity {
    pub(in crate::paths) origin: u16,
    pub(in crate::paths) target: u16,
    pub(in crate::paths) result: u64,
    order: u64,
}

impl<const W: usize> Machine<'_, W> {
    pub(in crate::paths) fn path_slot(&self) -> &PathSlot {
        &self.game.rules.slots[self.slot().index()]
    }

    /// The sites of the pieces of a type that the player may move.
    pub(super) fn movable(&mut self, kind: usize) -> Bitset<W> {
        let of_kind = self.memory.position.board.plane(self.shape().kind_plane(PieceTypeId::at(kind)));
        match self.plan.side(self.me).movable[kind] {
            None => {
                let own = and(self.memory.position.board.plane(self.shape().owner_plane(self.me)), &of_kind);
                but(own, &self.closed())
            }
            Some(of) => self.within(of, &of_kind, &Registers::at_rest()),
        }
    }

    /// The sites among these outside of which a rule gives no move.
    pub(super) fn starts(&mut self, rule: RuleId, movable: &Bitset<W>) -> Bitset<W> {
        let Some(starts) = self.plan.side(self.me).starts[rule.index()] else { return *movable };
        self.listing = true;
        let starts = self.within(starts, movable, &Registers::at_rest());
        self.listing = false;
        starts
    }

    /// Finds the candidates by the rules of a class.
    fn find_class(&mut self, class: &Class) {
        for (kind, rules) in &class.of_pieces {
            let movable = self.movable(*kind);
            if is_empty(&movable) {
                continue;
            }
            for rule in rules {
                if self.list_lanes(*rule, &movable) {
                    continue;
                }
                for site in bits(self.starts(*rule, &movable)) {
                    self.list(*rule, site);
                }
            }
        }
        class.of_turn.iter().for_each(|rule| self.list(*rule, NONE));
    }

    fn name(&self, candidate: &Candidate) -> NameId {
        self.game.rules.rules[candidate.rule.index()].name
    }

    /// Finds the candidates of a turn: those of the classes that come first, and the best.
    fn find_candidates(&mut self) {
        let game = self.game;
        let slot = &game.rules.slots[self.slot().index()];
        let plan = self.plan;
        match plan.agendas[self.slot().index()].classes.as_slice() {
            [all] => {
                self.find_class(all);
                self.drop_forbidden();
                self.put_off(slot);
            }
            [compelled @ .., others] => {
                for class in compelled {
                    self.find_class(class);
                    if self.competes(&|_| true) {
                        break;
                    }
                    self.memory.candidates.clear();
                    self.memory.scores.clear();
                }
                self.find_class(others);
            }
            [] => {}
        }
        self.drop_forbidden();
        self.keep_the_best(slot);
    }

    /// Drops the candidates of classes that come later than others which have one.
    fn put_off(&mut self, slot: &PathSlot) {
        let game = self.game;
        for first in game.rules.firsts_in(slot) {
            let mut found =
                |class: &Vec<NameId>| self.competes(&|one| class.contains(&game.rules.rules[one.rule.index()].name));
            let Some(best) = first.classes.iter().position(&mut found) else { continue };
            let later = &first.classes[best + 1..];
            let keeps: Vec<bool> = self
                .memory
                .candidates
                .iter()
                .map(|one| {
                    let name = self.name(one);
                    first.classes[best].contains(&name) || !later.iter().any(|class| class.contains(&name))
                })
                .collect();
            self.keep(&keeps);
        }
    }

    /// Of the candidates that compete only those with the greatest numbers stay.
    fn keep_the_best(&mut self, slot: &PathSlot) {
        let (game, columns) = (self.game, self.columns);
        if columns == 0 {
            return;
        }
        let mut column = 0;
        for prefer in game.rules.prefers_in(slot) {
            let of = column..column + prefer.by.len();
            column = of.end;
            let competing: SmallVec<[usize; 16]> = (0..self.memory.candidates.len())
                .filter(|place| prefer.names.contains(&self.name(&self.memory.candidates[*place])))
                .collect();
            if competing.len() < 2 {
                continue;
            }
            let mut keeps = vec![true; self.memory.candidates.len()];
            for place in &competing {
                let first = place * columns + of.start;
                keeps[*place] = self.memory.scores[first..].first() != Some(&UNKNOWN) || self.score(*place, columns);
            }
            let scores = |place: usize| &self.memory.scores[place * columns..][of.clone()];
            let best = competing.iter().filter(|place| keeps[**place]).map(|place| scores(*place)).max();
            if let Some(best) = best.map(<[i64]>::to_vec) {
                competing.iter().for_each(|place| keeps[*place] &= scores(*place) == best);
            }
            self.keep(&keeps);
        }
    }

    /// Evaluates the numbers of a candidate; `false` if it is illegal.
    fn score(&mut self, place: usize, columns: usize) -> bool {
        let (candidate, mark) = (self.memory.candidates[place], self.memory.position.mark());
        let is_move = self.make(&candidate);
        if is_move {
            let (at, end) = (self.stopped, self.memory.scores.len());
            self.note_scores(&at);
            let scores = self.memory.scores.split_off(end);
            self.memory.scores[place * columns..][..columns].copy_from_slice(&scores);
        }
        self.memory.position.restore(mark);
        is_move
    }

    /// Whether one of some candidates is a move that others have to give way to.
    fn competes(&mut self, among: &dyn Fn(&Candidate) -> bool) -> bool {
        let (only_legal_ones, mark) = (self.plan.legal_moves_compete, self.memory.position.mark());
        for place in 0..self.memory.candidates.len() {
            if !among(&self.memory.candidates[place]) {
                continue;
            }
            let candidate = self.memory.candidates[place];
            let competes = match self.verdict(&candidate) {
                _ if !only_legal_ones && candidate.is_sure => true,
                None if !only_legal_ones => {
                    let is_move = self.make(&candidate);
                    self.memory.position.restore(mark);
                    is_move
                }
                Some(judged) => judged.legal || !only_legal_ones,
                None => {
                    let is_legal = self.make_and_judge(&candidate, false).is_some();
                    self.memory.position.restore(mark);
                    is_legal
                }
            };
            if competes {
                return true;
            }
        }
        false
    }

    /// Drops forbidden candidates where only legal moves compete.
    fn drop_forbidden(&mut self) {
        if self.plan.legal_moves_compete {
            self.keep_legal_ones();
        }
    }

    /// Drops candidates that are known to be forbidden.
    fn keep_legal_ones(&mut self) {
        if self.memory.candidates.iter().any(|one| one.judged.is_some()) {
            let is_legal = |one: &Candidate| self.verdict(one).is_none_or(|judged| judged.legal);
            let keeps: Vec<bool> = self.memory.candidates.iter().map(is_legal).collect();
            self.keep(&keeps);
        }
    }

    fn keep(&mut self, keeps: &[bool]) {
        if keeps.iter().all(|keeps| *keeps) {
            return;
        }
        let columns = self.memory.scores.len().checked_div(self.memory.candidates.len()).unwrap_or(0);
        let mut place = 0;
        let mut kept = 0;
        for (index, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
            self.memory.scores.copy_within(index * columns..(index + 1) * columns, kept);
            kept += columns;
        }
        self.memory.scores.truncate(kept);
        self.memory.candidates.retain(|_| {
            place += 1;
            keeps[place - 1]
        });
    }

    /// Returns the next slot after a move with turn-order effects.
    pub(in crate::paths) fn slot_by_order(&self, at: &Registers) -> SlotId {
        let rules = &self.game.rules;
        let slot = self.path_slot();
        let usual = if at.extra { slot.again } else { slot.next };
        let phase = at.goto.checked_sub(1).and_then(|place| {
            let player = if at.extra { slot.mover } else { rules.slots[self.slot_in_play(usual).index()].mover };
            self.plan.gotos[usize::from(place)].get(player.index()).copied()
        });
        let turns = usize::from(at.skipped).min(rules.slots.len());
        let behind = |slot, _| self.game.slot_behind_turn(self.slot_in_play(slot));
        (0..turns).fold(phase.unwrap_or(usual), behind)
    }

    /// The first slot from this one on whose player has not left the game.
    pub(super) fn slot_in_play(&self, mut slot: SlotId) -> SlotId {
        let slots = &self.game.rules.slots;
        for _ in 0..slots.len() {
            let PathSlot { mover, next, .. } = &slots[slot.index()];
            if !self.is_out(*mover) {
                break;
            }
            slot = *next;
        }
        slot
    }

    /// Ends the turn: who moved, by what, and who is next.
    pub(super) fn end_turn(&mut self, end: TurnEnd) {
        let game = self.game;
        let slot = self.path_slot();
        let (mover, next) = (slot.mover, self.slot_in_play(end.jump.unwrap_or(slot.next)));
        let extras = game.tables.extras;
        let by = end.rule.map_or(LastBy::Other, |rule| game.tables.last_by(&game.rules, rule));
        if game.layout.spec().keeps_last {
            let (from, to) = (self.shape().last_from, self.shape().last_to);
            let mut set = |from_site: u16, to_site: u16| {
                self.memory.position.set(from, u32::from(from_site.wrapping_add(1)));
                self.memory.position.set(to, u32::from(to_site.wrapping_add(1)));
            };
            if !game.tables.keeps_every_last && by == LastBy::Other {
                set(NONE, NONE);
            } else if end.rule.is_some() || end.from.0 != NONE {
                set(end.from.0, end.to.0);
            }
        }
        if let Some(word) = extras.last_name {
            self.memory.position.set_variable(word, by.word(&game.rules));
        }
        if let Some(word) = extras.passes {
            let passes = self.memory.position.board.variable(self.shape(), word);
            self.memory.position.set_variable(word, if end.idle { passes + 1 } else { 0 });
        }
        if let Some(word) = extras.turns {
            let turns = self.memory.position.board.variable(self.shape(), word);
            self.memory.position.set_variable(word, turns + 1);
        }
        self.memory.position.set_variable(extras.last_mover, i32::from(mover.0) + 1);
        self.memory.position.set(self.shape().slot, u32::from(next.0));
    }

    /// Ends the turn of a player who passes.
    pub(super) fn pass_turn(&mut self) {
        let none = dagaz_core::SiteId::NONE;
        self.end_turn(TurnEnd { from: none, to: none, rule: None, idle: true, jump: None });
    }

    /// Makes a candidate and ends the turn; `None` if it is illegal or forbidden. The position
    /// keeps it. `keyed`: its identity is required.
    fn make_and_judge(&mut self, candidate: &Candidate, keyed: bool) -> Option<Identity> {
        if candidate.rule == PASS {
            self.pass_turn();
            return Some(Identity { origin: NONE, target: NONE, result: self.memory.position.key(), order: 0 });
        }
        if !self.make(candidate) {
            return None;
        }
        let at = self.stopped;
        let (origin, target, judged) = self.judge(&at, keyed)?;
        judged.legal.then(|| self.identity(origin, target, judged))
    }

    /// Ends the turn of a move that has been made; its first and last step.
    pub(in crate::paths) fn end_move(&mut self, at: &Registers) -> Option<(Step, Step)> {
        let steps = &self.memory.steps[..at.steps.into()];
        let (first, last) = (steps.first().copied()?, steps.last().copied()?);
        let jump = at.orders.then(|| self.slot_by_order(at));
        let (from, to) = (dagaz_core::SiteId(first.origin), dagaz_core::SiteId(last.target));
        self.end_turn(TurnEnd { from, to, rule: Some(last.rule), idle: at.effects == 0, jump });
        Some((first, last))
    }

    /// Ends the turn of a move that has been made, and judges it: where it begins and ends, and
    /// what comes of it.
    /// `keyed`: the key of the result is required.
    pub(in crate::paths) fn judge(&mut self, at: &Registers, keyed: bool) -> Option<(u16, u16, Judged)> {
        let order = match self.game.rules.distinct {
            Distinct::Orders => self.order_of_captures(at),
            Distinct::Paths => self.trace(at),
            _ => 0,
        };
        let (first, last) = self.end_move(at)?;
        self.judged = Some((first.origin, last.target));
        let plan = self.plan;
        let (game, is_ahead) = (self.game, self.is_ahead);
        let nevers = plan.side(self.me).nevers.iter().zip(&game.nevers);
        let forbidden = game.leaves_extent(self.memory.position.words())
            || nevers.filter(|(_, never)| !(is_ahead && never.looks_at_moves)).any(|(never, _)| self.holds(*never, at));
        self.judged = None;
        let result = if keyed { self.memory.position.key() } else { 0 };
        Some((first.origin, last.target, Judged { legal: !forbidden, result, order }))
    }

    /// Returns the identity of a move, by what the game counts as different.
    pub(super) fn identity(&self, origin: u16, target: u16, judged: Judged) -> Identity {
        let (origin, target) = match self.game.rules.distinct {
            Distinct::Positions => (NONE, NONE),
            _ => (origin, target),
        };
        Identity { origin, target, result: judged.result, order: judged.order }
    }

    /// Leaves the legal moves of the turn as candidates, each once.
    pub(in crate::paths) fn legal(&mut self) -> Vec<Identity> {
        let mover = self.path_slot().mover;
        self.begin_turn(mover);
        self.lists_judged_moves = true;
        self.find_candidates();
        self.keep_legal_ones();
        self.lists_judged_moves = false;
        let mut known = HashSet::with_capacity_and_hasher(
            self.memory.candidates.len(),
            BuildHasherDefault::<FastHasher>::default(),
        );
        let (mut legal, mut keeps) = (Vec::new(), Vec::new());
        // A random player draws each as often as it is found.
        let by_chance = self.game.chance_moves(self.path_slot());
        for candidate in &self.memory.candidates {
            let verdict = self.verdict(candidate);
            let identity = verdict.map(|judged| self.identity(candidate.origin, candidate.target, judged));
            let is_new = identity.filter(|identity| known.insert(*identity) || by_chance);
            keeps.push(is_new.is_some());
            legal.extend(is_new);
        }
        self.keep(&keeps);
        legal
    }

    /// Prepares for questions about the position between two turns.
    pub(super) fn between_turns(&mut self) {
        self.renew_fuel();
        self.keep_board();
    }

    /// Finds the candidates of a player's turn.
    pub(in crate::paths) fn find_all(&mut self, mover: PlayerId) {
        self.begin_turn(mover);
        // Preferences need all legal moves; for the first class one legal move is enough.
        self.lists_judged_moves = self.plan.legal_moves_compete && self.columns > 0;
        self.find_candidates();
        self.lists_judged_moves = false;
    }

    /// Plays one turn at random. `counts`: the choices are counted.
    pub(super) fn play_turn(&mut self, rng: &mut dyn dagaz_core::Rng, counts: bool, forgetful: bool) -> Turn {
        self.between_turns();
        let game = self.game;
        if game.check_extent(self.memory.position.words()).is_err() {
            return Turn::Unknown;
        }
        match self.early_ending() {
            Ok(None) => {}
            Ok(Some((ending, player))) => return Turn::Ended(ending, player),
            Err(()) => return Turn::Unknown,
        }
        let slot = &game.rules.slots[self.slot().index()];
        if let Some(roll) = &slot.roll {
            let result = &roll.results[dagaz_core::below(rng, roll.results.len())];
            for effect in game.throw_effects(self.memory.position.words(), slot.mover, roll, result) {
                match effect {
                    Effect::Assign { variable, value } => self.memory.position.set_variable(variable, value),
                    Effect::Set { site, attribute, value } => {
                        self.memory.position.set_attribute(site.index(), attribute, value);
                    }
                    _ => {}
                }
            }
            let none = dagaz_core::SiteId::NONE;
            // A throw is made by no rule of the game.
            self.end_turn(TurnEnd { from: none, to: none, rule: None, idle: roll.vars.is_empty(), jump: None });
            self.conclude(forgetful);
            let choices = if counts { roll.results.len() as u64 } else { 0 };
            return Turn::Played { choices, irreversible: false };
        }
        // If equal results are one move, duplicates are removed before one is drawn.
        let unique = game.rules.distinct == Distinct::Positions && !game.chance_moves(slot);
        let choices = if unique || counts { self.legal().len() as u64 } else { 0 };
        if !unique {
            self.find_all(slot.mover);
        }
        if self.fuel == 0 {
            return Turn::Unknown;
        }
        let passes = u64::from(game.rules.pass == PassRule::Free);
        if passes > 0 && game.endings_look_at_moves && !self.has_legal_candidate() {
            return self.play_without_moves(counts, forgetful);
        }
        if passes > 0 {
            let pass = Candidate { nth: Some(0), is_sure: true, ..Candidate::of(PASS, NONE) };
            self.memory.candidates.push(pass);
        }
        if !self.draw(rng, unique || game.chance_moves(slot)) {
            return self.play_without_moves(counts, forgetful);
        }
        let irreversible = self.stopped.irreversible;
        self.conclude(forgetful);
        Turn::Played { choices: if counts { choices + passes } else { 0 }, irreversible }
    }

    /// The moves that may be drawn, as often as they may.
    pub(in crate::paths) fn drawable(&mut self) -> Vec<Identity> {
        let mover = self.path_slot().mover;
        let by_chance = self.game.chance_moves(self.path_slot());
        self.find_all(mover);
        let mut drawable = Vec::new();
        for place in 0..self.memory.candidates.len() {
            drawable.extend(self.draw_candidate(place, by_chance, true));
            self.memory.position.restore(0);
        }
        drawable
    }

    /// Makes a candidate and does not undo it; `None` if it is illegal, forbidden, or equal to an
    /// earlier move. `keyed`: its identity is required.
    pub(super) fn draw_candidate(&mut self, place: usize, unique: bool, keyed: bool) -> Option<Identity> {
        let candidate = self.memory.candidates[place];
        let Candidate { counted_choice, has_unknown_ends, .. } = candidate;
        let ends = (candidate.origin, candidate.target);
        let may_be_same = |other: &Candidate| {
            let differs = counted_choice != 0 && other.counted_choice == counted_choice;
            let may_meet = has_unknown_ends || other.has_unknown_ends || (other.origin, other.target) == ends;
            may_meet && !differs && other.rule != PASS
        };
        let is_first = unique || candidate.rule == PASS || !self.memory.candidates[..place].iter().any(may_be_same);
        let identity = self.make_and_judge(&candidate, keyed || !is_first)?;
        if is_first {
            return Some(identity);
        }
        for earlier in 0..place {
            let other = self.memory.candidates[earlier];
            if may_be_same(&other) {
                self.memory.position.restore(0);
                if self.make_and_judge(&other, true) == Some(identity) {
                    return None;
                }
            }
        }
        self.memory.position.restore(0);
        self.make_and_judge(&candidate, keyed)
    }

    /// Draws a legal move and leaves it made; `false` if there is none, or a limit is near.
    /// `unique`: no two are one.
    fn draw(&mut self, rng: &mut dyn dagaz_core::Rng, unique: bool) -> bool {
        // The first is drawn from all; what is left is only written down where it is not legal.
        let mut left: Vec<u32> = Vec::new();
        let (mut drawn, mut first) = (0, 0);
        while drawn < self.memory.candidates.len() {
            if drawn == 1 {
                left = (0..self.memory.candidates.len() as u32).collect();
                left.swap_remove(first);
            }
            let place = match drawn {
                0 => {
                    first = dagaz_core::below(rng, self.memory.candidates.len());
                    first
                }
                _ => left.swap_remove(dagaz_core::below(rng, left.len())) as usize,
            };
            drawn += 1;
            if self.fuel == 0 {
                break;
            }
            // Without fuel no answer counts.
            if self.draw_candidate(place, unique, false).is_some() && self.fuel > 0 {
                return true;
            }
            self.memory.position.restore(0);
        }
        false
    }
}
