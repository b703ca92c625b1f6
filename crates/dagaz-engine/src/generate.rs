//! Generation: from runs of programs to the list of whole moves.
//!
//! Order of work, as `docs/semantics.md` has it: steps by slot, class and `first`; chains of steps
//! assembled; the longest kept if the rules say so; results that `never` may be removed; equal
//! moves merged. A turn with more whole moves than can be listed is left to `stepwise`.

use std::collections::HashSet;

use dagaz_core::{
    Bits, Change, Continuation, Effect, Fuel, LimitHit, LimitKind, Limits, MoveList, MoveRef, PieceTypeId, PlayerId,
    SiteId, State, Step, UndoLog, apply, undo,
};
use dagaz_rules::{Entry, Merge, PassRule, Slot};

use crate::context::{Stuck, holds};
use crate::game::CompiledGame;
use crate::vm::{Emission, Run, Scratch, Sink};

/// The entries that are tried together: those of a class, of a group, of no class, or all.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// For each piece type.
    pub(crate) moves: Vec<Box<[Entry]>>,
    /// Piece types with drops, in order.
    pub(crate) drops: Vec<(PieceTypeId, Box<[Entry]>)>,
}

/// Generates moves; keeps its memory from position to position.
pub(crate) struct Generator<'g> {
    game: &'g CompiledGame,
    pub(crate) scratch: Scratch,
    pub(crate) log: UndoLog,
    spare: Vec<MoveList>,
    /// The limit that the next list of whole moves is known to meet.
    known_hit: Option<LimitHit>,
    /// Limits of lists of whole moves.
    whole: &'g Limits,
}

/// The sink of generation: steps go to a list, and are paid for.
struct Listing<'a, 'f> {
    list: &'a mut MoveList,
    fuel: &'a mut Fuel<'f>,
    goes_on: bool,
    limits: &'a Limits,
}

impl Sink for Listing<'_, '_> {
    const EFFECTS: bool = true;

    #[inline]
    fn step(&mut self, emission: Emission<'_>, effects: &[Effect]) -> Result<bool, LimitHit> {
        self.fuel.spend(1 + effects.len() as u64)?;
        let run = emission.run;
        let origin = if run.drops { SiteId::NONE } else { run.start };
        self.goes_on |= emission.then.is_some();
        self.list.push_step(Some(run.rule), origin, emission.target, emission.then, effects);
        self.list.check(self.limits)?;
        Ok(false)
    }

    #[inline]
    fn pay(&mut self, fuel: u32) -> Result<(), LimitHit> {
        self.fuel.spend(u64::from(fuel))
    }
}

impl<'g> Generator<'g> {
    pub(crate) fn new(game: &'g CompiledGame) -> Generator<'g> {
        let mut scratch = Scratch::default();
        scratch.probe.fuel = game.fuel();
        Generator { game, scratch, log: UndoLog::new(), spare: Vec::new(), known_hit: None, whole: game.limits_ref() }
    }

    /// Has the next list hold single steps, since there are too many whole moves.
    pub(crate) fn list_single_steps(&mut self) {
        self.known_hit = Some(LimitHit::new(LimitKind::Moves, self.game.limits_ref().moves));
    }

    /// Has lists of whole moves meet these limits; steps still have those of the game.
    pub(crate) fn limit_whole_moves(&mut self, limits: &'g Limits) {
        self.whole = limits;
    }

    pub(crate) fn game(&self) -> &'g CompiledGame {
        self.game
    }

    /// Lists the legal whole moves, passes aside. `state` is left as it was found.
    pub(crate) fn legal(
        &mut self,
        state: &mut State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let game = self.game;
        let listed = self.known_hit.take().map_or_else(|| self.pseudo_legal(state, list, fuel), Err);
        if let Err(hit) = listed {
            // The chain that met the limit is half played.
            while undo(game.layout_ref(), state, &mut self.log) {}
            return self.single_steps(state, list, fuel, hit);
        }
        let slot = game.slot(state);
        if game.is_bound(slot.side) {
            let mut failure = None;
            list.retain(|_, one| {
                failure.is_none()
                    && match self.is_allowed(state, one, slot.side) {
                        Ok(allowed) => allowed,
                        Err(hit) => {
                            failure = Some(hit);
                            false
                        }
                    }
            });
            if let Some(hit) = failure {
                return Err(hit);
            }
        }
        if !game.is_random_mover(slot.mover) {
            list.merge_same();
            if game.rules().merge == Merge::Results {
                // A step without a change is not a move.
                let mut results = HashSet::from([state.key()]);
                list.retain(|_, one| results.insert(self.result_of(state, one)));
            }
        }
        Ok(())
    }

    /// The key of the state after all steps of a move.
    fn result_of(&mut self, state: &mut State, one: MoveRef<'_>) -> u64 {
        let mut change = Change::begin(self.game.layout_ref(), state, &mut self.log);
        for (step, effects) in one.steps() {
            play_effects(&mut change, step, effects);
        }
        change.set_pending(None);
        let key = state.key();
        undo(self.game.layout_ref(), state, &mut self.log);
        key
    }

    /// Lists the whole moves before any is forbidden for its result.
    fn pseudo_legal(&mut self, state: &mut State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        list.clear();
        let goes_on = self.steps(state, list, fuel)?;
        if goes_on {
            let mut firsts = self.spare.pop().unwrap_or_default();
            std::mem::swap(&mut firsts, list);
            list.clear();
            let mut path = self.spare.pop().unwrap_or_default();
            path.clear();
            let result = match self.game.rules().merge {
                Merge::Effects => self.chains(state, &firsts, &mut path, list, fuel),
                Merge::Results => self.shortest_chains(state, &firsts, list, fuel),
            };
            self.spare.push(firsts);
            self.spare.push(path);
            result?;
        }
        if self.game.rules().may_stop && !list.is_empty() && state.pending(self.game.layout_ref()).is_some() {
            list.push_pass();
        }
        if self.game.rules().longest_chain && list.len() > 1 {
            // Steps with a continuation may be mixed with final ones, or a pass.
            let longest = list.iter().map(MoveRef::links).max().unwrap_or(0);
            list.retain(|_, one| one.links() == longest);
        }
        Ok(())
    }

    /// If only the longest chains are moves, a shorter one than those found takes no place.
    fn keep_longest(&self, list: &mut MoveList) {
        if self.game.rules().longest_chain {
            list.keep_longest();
        }
    }

    /// Assembles whole moves from the first steps.
    fn chains(
        &mut self,
        state: &mut State,
        firsts: &MoveList,
        path: &mut MoveList,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        for (step, effects) in firsts.iter().flat_map(MoveRef::steps) {
            if step.then.is_none() {
                list.push_parts([(step, effects)].into_iter());
                self.keep_longest(list);
            } else {
                self.play_step(state, step, effects);
                if !state.goes_in_circles() {
                    path.push_parts([(step, effects)].into_iter());
                    self.go_on(state, path, list, fuel)?;
                    path.pop();
                }
                undo(self.game.layout_ref(), state, &mut self.log);
            }
            list.check(self.whole)?;
        }
        Ok(())
    }

    /// Assembles whole moves if only results count: breadth first, so that each situation of a
    /// chain is expanded once, by a shortest way.
    fn shortest_chains(
        &mut self,
        state: &mut State,
        firsts: &MoveList,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let limits = self.whole;
        let mut seen = HashSet::new();
        let mut ways = self.spare.pop().unwrap_or_default();
        let mut longer = self.spare.pop().unwrap_or_default();
        let mut nexts = self.spare.pop().unwrap_or_default();
        ways.clear();
        self.add_ways(state, None, firsts, &mut seen, &mut ways, list);
        let mut steps = 1;
        while !ways.is_empty() {
            if steps > limits.steps {
                return Err(LimitHit { rule: ways.last_rule(), ..LimitHit::new(LimitKind::Steps, limits.steps) });
            }
            longer.clear();
            for way in ways.iter() {
                let marks = self.log.depth();
                for (step, effects) in way.steps() {
                    self.play_step(state, step, effects);
                }
                nexts.clear();
                let result = self.steps(state, &mut nexts, fuel);
                let goes_on = self.add_ways(state, Some(way), &nexts, &mut seen, &mut longer, list);
                if !goes_on {
                    list.push_parts(way.steps());
                    self.keep_longest(list);
                } else if self.game.rules().may_stop {
                    let mut pass = MoveList::new();
                    pass.push_pass();
                    list.push_parts(way.steps().chain(pass.get(0).steps()));
                    self.keep_longest(list);
                }
                while self.log.depth() > marks {
                    undo(self.game.layout_ref(), state, &mut self.log);
                }
                result?;
                list.check(limits)?;
            }
            std::mem::swap(&mut ways, &mut longer);
            steps += 1;
        }
        self.spare.extend([ways, longer, nexts]);
        Ok(())
    }

    /// Adds each of `nexts` to the way that leads to it: to the whole moves if it ends there, else
    /// to the open ways, unless the situation was seen. Returns whether any continuation does not
    /// repeat a configuration.
    fn add_ways(
        &mut self,
        state: &mut State,
        way: Option<MoveRef<'_>>,
        nexts: &MoveList,
        seen: &mut HashSet<u64>,
        ways: &mut MoveList,
        list: &mut MoveList,
    ) -> bool {
        let mut goes_on = false;
        for (step, effects) in nexts.iter().flat_map(MoveRef::steps) {
            let parts = way.into_iter().flat_map(MoveRef::steps).chain([(step, effects)]);
            if step.then.is_none() {
                goes_on = true;
                list.push_parts(parts);
                self.keep_longest(list);
                continue;
            }
            self.play_step(state, step, effects);
            if !state.goes_in_circles() {
                goes_on = true;
                if seen.insert(state.position_key()) {
                    ways.push_parts(parts);
                }
            }
            undo(self.game.layout_ref(), state, &mut self.log);
        }
        goes_on
    }

    /// Expands the continuations of the steps in `path`, which have been played.
    fn go_on(
        &mut self,
        state: &mut State,
        path: &mut MoveList,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let limits = self.whole;
        if path.len() >= limits.steps {
            return Err(LimitHit { rule: path.last_rule(), ..LimitHit::new(LimitKind::Steps, limits.steps) });
        }
        let mut nexts = self.spare.pop().unwrap_or_default();
        nexts.clear();
        self.steps(state, &mut nexts, fuel)?;
        let mut went_on = false;
        for (step, effects) in nexts.iter().flat_map(MoveRef::steps) {
            self.play_step(state, step, effects);
            if !state.goes_in_circles() {
                went_on = true;
                path.push_parts([(step, effects)].into_iter());
                if step.then.is_some() {
                    self.go_on(state, path, list, fuel)?;
                } else {
                    list.push_parts(path.iter().flat_map(MoveRef::steps));
                    self.keep_longest(list);
                }
                path.pop();
            }
            undo(self.game.layout_ref(), state, &mut self.log);
            list.check(limits)?;
        }
        self.spare.push(nexts);
        if !went_on {
            list.push_parts(path.iter().flat_map(MoveRef::steps));
            self.keep_longest(list);
        } else if self.game.rules().may_stop {
            path.push_pass();
            list.push_parts(path.iter().flat_map(MoveRef::steps));
            self.keep_longest(list);
            path.pop();
        }
        Ok(())
    }

    pub(crate) fn play_step(&mut self, state: &mut State, step: &Step, effects: &[Effect]) {
        let mut change = Change::begin(self.game.layout_ref(), state, &mut self.log);
        play_effects(&mut change, step, effects);
        change.set_pending(step.then.map(|then| (step.target, then)));
    }

    /// Lists the steps that are tried now, where each leads to a legal move; tells whether that
    /// settles what can be done.
    pub(crate) fn free_steps(
        &mut self,
        state: &mut State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<bool, LimitHit> {
        let game = self.game;
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        list.clear();
        self.steps(state, &mut all, fuel)?;
        for (step, effects) in all.iter().flat_map(MoveRef::steps) {
            self.play_step(state, step, effects);
            if !state.goes_in_circles() {
                list.push_parts([(step, effects)].into_iter());
            }
            undo(game.layout_ref(), state, &mut self.log);
        }
        self.spare.push(all);
        if list.is_empty() {
            return Ok(false);
        }
        if !game.is_random_mover(game.slot(state).mover) {
            list.merge_same_steps();
        }
        let stops = match state.pending(game.layout_ref()) {
            Some(_) => game.rules().may_stop,
            None => game.rules().pass == PassRule::Free,
        };
        if stops {
            list.push_pass();
        }
        Ok(true)
    }

    /// Whether the pending piece has a continuing step.
    pub(crate) fn can_go_on(&mut self, state: &mut State, fuel: &mut Fuel<'_>) -> Result<bool, LimitHit> {
        let mut nexts = self.spare.pop().unwrap_or_default();
        nexts.clear();
        self.steps(state, &mut nexts, fuel)?;
        let mut any = false;
        for (step, effects) in nexts.iter().flat_map(MoveRef::steps) {
            self.play_step(state, step, effects);
            any |= !state.goes_in_circles();
            undo(self.game.layout_ref(), state, &mut self.log);
        }
        self.spare.push(nexts);
        Ok(any)
    }

    /// Lists the steps that are tried now; tells whether one of them has a continuation.
    pub(crate) fn steps(&mut self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<bool, LimitHit> {
        let game = self.game;
        let slot = game.slot(state);
        if let Some((site, then)) = state.pending(game.layout_ref()) {
            let selection = match then {
                Continuation::Class(class) => game.of_class(class),
                Continuation::Unclassed => game.unclassed(),
            };
            return match state.piece(site) {
                Some(piece) => {
                    let entries = &selection.moves[piece.kind.index()];
                    self.run_all(state, slot, piece.kind, site, entries, false, list, fuel)
                }
                None => Ok(false),
            };
        }
        if let Some(class) = slot.class {
            return self.pieces(state, slot, game.of_class(class), list, fuel);
        }
        for group in game.groups() {
            let goes_on = self.pieces(state, slot, group, list, fuel)?;
            if !list.is_empty() {
                return Ok(goes_on);
            }
        }
        let rest = if game.groups().is_empty() { game.all_entries() } else { game.unclassed() };
        self.pieces(state, slot, rest, list, fuel)
    }

    /// Runs a selection of entries for all pieces of a side, on the board and in supply.
    fn pieces(
        &mut self,
        state: &State,
        slot: &Slot,
        selection: &Selection,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<bool, LimitHit> {
        let layout = self.game.layout_ref();
        let mut goes_on = false;
        for (index, &held) in state.held(layout, slot.side).iter().enumerate() {
            for bit in Bits(held) {
                let site = SiteId::at(index * 64 + bit);
                if let Some(piece) = state.piece(site) {
                    let entries = &selection.moves[piece.kind.index()];
                    goes_on |= self.run_all(state, slot, piece.kind, site, entries, false, list, fuel)?;
                }
            }
        }
        for (kind, entries) in &selection.drops {
            if state.supply(layout, dagaz_core::Piece { kind: *kind, owner: slot.side }) > 0 {
                for entry in entries {
                    for site in (0..self.game.board().sites()).map(SiteId::at) {
                        let entry = std::slice::from_ref(entry);
                        goes_on |= self.run_all(state, slot, *kind, site, entry, true, list, fuel)?;
                    }
                }
            }
        }
        Ok(goes_on)
    }

    #[allow(clippy::too_many_arguments)] // The facts of a run, and where its steps go.
    #[inline]
    fn run_all(
        &mut self,
        state: &State,
        slot: &Slot,
        kind: PieceTypeId,
        start: SiteId,
        entries: &[Entry],
        drops: bool,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<bool, LimitHit> {
        let game = self.game;
        let mut sink = Listing { list, fuel, goes_on: false, limits: game.limits_ref() };
        for entry in entries {
            let run = Run {
                game,
                program: game.program(entry.rule, slot.side),
                state,
                mover: slot.mover,
                side: slot.side,
                kind,
                class: entry.class,
                start,
                drops,
                rule: entry.rule,
            };
            self.scratch.run(&run, &mut sink)?;
        }
        Ok(sink.goes_on)
    }

    /// Whether the result of a move is one that it may have.
    pub(crate) fn is_allowed(&mut self, state: &mut State, one: MoveRef<'_>, side: PlayerId) -> Result<bool, LimitHit> {
        let game = self.game;
        let mut change = Change::begin(game.layout_ref(), state, &mut self.log);
        for (step, effects) in one.steps() {
            play_effects(&mut change, step, effects);
        }
        let allowed = self.may_stay(state, side);
        undo(game.layout_ref(), state, &mut self.log);
        allowed
    }

    /// Whether a side may leave the board as it stands.
    pub(crate) fn may_stay(&mut self, state: &State, side: PlayerId) -> Result<bool, LimitHit> {
        let game = self.game;
        for never in game.nevers(side) {
            if holds(game, &never.program, &never.check, state, side, Stuck::default(), &mut self.scratch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Plays the effects of one step and notes where it went.
pub(crate) fn play_effects(change: &mut Change<'_>, step: &Step, effects: &[Effect]) {
    apply(change, effects);
    if change.layout().spec().keeps_last && !step.is_pass() {
        let last = effects.iter().rev().find_map(|effect| match *effect {
            Effect::Move { from, to } => Some((from, to)),
            Effect::Drop { site, .. } => Some((site, site)),
            _ => None,
        });
        let (from, to) = last.unwrap_or((step.target, step.target));
        change.set_last(from, to);
    }
}
