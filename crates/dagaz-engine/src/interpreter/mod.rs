//! The reference interpreter of edition 2: the slow and literal executor, with which all faster
//! ones are compared.
//!
//! It follows `docs/semantics.md` sentence by sentence and evaluates everything each time. It keeps
//! only the layout of its states, the costs of its rules, and the movement of pieces on an empty
//! board. It shares no code with the compiled executor.

mod emission;
mod ending;
mod moves;
mod run;
mod stepwise;
mod threat;
mod truth;
mod way_back;

use std::sync::Arc;

use dagaz_core::{
    Change, EndingId, Fuel, Game, Glossary, Layout, LimitHit, Limits, MoveList, MoveRef, Outcome, Piece, PieceTypeId,
    PlayerId, PlayerKind, Position, PositionError, SiteId, State, StepChoice, Topology, Turn, UndoLog,
};
use dagaz_rules::{Rules, Slot};

use crate::{check_limits, layout_of, set_up};
use way_back::Ways;

/// A game of edition 2, played straight from its rules and without any optimisation.
pub struct Interpreter {
    rules: Arc<Rules>,
    limits: Limits,
    layout: Layout,
    glossary: Glossary,
    start: State,
    /// For each rule the cost from each of its nodes; `None` if it could run without end.
    costs: Vec<Option<Vec<u32>>>,
    ways: Ways,
}

impl Interpreter {
    /// The game of these rules, unless it is larger than the limits allow. A setup that contradicts
    /// the rules, which is a mistake of the front end that made them, is an empty board.
    pub fn new(rules: Arc<Rules>, limits: &Limits) -> Result<Interpreter, LimitHit> {
        check_limits(&rules, limits)?;
        let layout = layout_of(&rules);
        let mut glossary = rules.glossary.clone();
        glossary.endings.push(ending::NO_LEGAL_MOVE.to_string());
        let start = set_up(&layout, rules.turns.slots.len(), &rules.setup).unwrap_or_else(|_| State::empty(&layout));
        let ways = Ways::new(&rules);
        let size = dagaz_rules::Size::of(&rules);
        let costs = rules.rules.iter().map(|rule| rule.automaton.fuel(size).ok()).collect();
        Ok(Interpreter { rules, limits: limits.clone(), layout, glossary, start, costs, ways })
    }

    /// The slot that is being played.
    fn slot<'a>(&'a self, state: &State) -> &'a Slot {
        &self.rules.turns.slots[state.slot(&self.layout).index()]
    }

    /// The players who are `side`'s enemies: all others who are not neutral.
    fn enemies(&self, side: PlayerId) -> impl Iterator<Item = PlayerId> {
        (0..self.rules.players.len()).map(PlayerId::at).filter(move |&other| self.is_enemy(side, other))
    }

    fn is_enemy(&self, side: PlayerId, other: PlayerId) -> bool {
        other != side && !self.is_neutral(other)
    }

    /// Whether it is a neutral player, or no owner.
    fn is_neutral(&self, player: PlayerId) -> bool {
        self.rules.players.get(player.index()).is_none_or(|player| player.kind == PlayerKind::Neutral)
    }

    /// Plays the steps of a move; the turn is not given on.
    fn play_steps(&self, change: &mut Change<'_>, chosen: MoveRef<'_>) {
        for (step, effects) in chosen.steps() {
            if change.state().pending(&self.layout).is_none() {
                change.forget_captures();
            }
            dagaz_core::apply(change, effects);
            if !step.is_pass() {
                let (from, to) = emission::last_of(effects, step.target);
                change.set_last(from, to);
            }
            change.set_pending(step.then.map(|then| (step.target, then)));
        }
    }

    /// The state after some steps, with the turn not given on.
    fn after(&self, state: &State, chosen: MoveRef<'_>) -> State {
        let (mut after, mut log) = (state.clone(), UndoLog::new());
        self.play_steps(&mut Change::begin(&self.layout, &mut after, &mut log), chosen);
        after
    }

    /// Another fuel, for questions that are not the list's.
    fn own_fuel(&self) -> Fuel<'static> {
        Fuel::new(self.limits.fuel)
    }
}

impl Game for Interpreter {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.rules.topology
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        self.start.clone()
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        set_up(&self.layout, self.rules.turns.slots.len(), position)
    }

    fn turn(&self, state: &State) -> Turn {
        let mover = self.slot(state).mover;
        match self.rules.players[mover.index()].kind {
            PlayerKind::Random => Turn::Chance(mover),
            PlayerKind::Chooser | PlayerKind::Neutral => Turn::Choice(mover),
        }
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        self.survey(state, &mut MoveList::new(), &mut self.own_fuel())
    }

    fn outcome_of(&self, state: &State, (ending, player): (EndingId, PlayerId)) -> Outcome {
        self.meaning_of(state, ending, player)
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        self.survey(state, list, fuel).map(|_| ())
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        let mut whole = MoveList::new();
        self.moves(state, &mut whole, fuel)?;
        list.clear();
        // Steps with equal effects are distinct if their continuations differ.
        let mut known = std::collections::HashMap::new();
        for one in whole.iter() {
            let Some((step, _)) = one.steps().next() else { continue };
            list.push_parts(one.steps().take(1));
            let added = list.len() - 1;
            let alike: &mut Vec<usize> =
                known.entry((step.then, step.then.map(|_| step.target), list.get(added).sameness())).or_default();
            if alike.iter().any(|&earlier| list.get(earlier).same_as(list.get(added))) {
                list.pop();
            } else {
                alike.push(added);
            }
        }
        let may_stop = list.iter().any(|step| step.is_pass());
        Ok(StepChoice { may_stop })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        let mut change = Change::begin(&self.layout, state, log);
        self.play_steps(&mut change, chosen);
        if !chosen.is_open() {
            self.end_turn(&mut change);
        }
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        let mut change = Change::begin(&self.layout, state, log);
        self.play_steps(&mut change, step);
        let goes_on = change.state().pending(&self.layout).is_some()
            && match self.goes_on(change.state()) {
                Ok(goes_on) => goes_on,
                Err(hit) => {
                    self.undo(state, log);
                    return Err(hit);
                }
            };
        if !goes_on {
            self.end_turn(&mut Change::resume(&self.layout, state, log));
        }
        Ok(())
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        self.has_no_way_back(state, chosen)
    }

    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        let next = self.slot(state).next;
        let mut change = Change::begin(&self.layout, state, log);
        change.set_pending(None);
        change.set_slot(next);
        true
    }

    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        let kind = match state.piece(site) {
            Some(Piece { kind, owner }) if owner == side => kind,
            _ => PieceTypeId(0),
        };
        self.is_attacked(state, site, side, kind, None)
    }
}
