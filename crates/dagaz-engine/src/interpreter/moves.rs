//! Whole moves: which steps are tried, how they are joined, and which of the joined ones are legal.

use std::collections::VecDeque;

use dagaz_core::{
    Change, Continuation, Fuel, LimitHit, LimitKind, Move, MoveClassId, MoveList, MoveRef, Piece, PieceTypeId,
    PlayerKind, SiteId, State, UndoLog,
};
use dagaz_rules::{Entry, Merge};

use super::Interpreter;
use super::run::Start;
use super::truth::Standpoint;

/// A step, and the state after it if the turn may continue.
pub(super) struct Stage {
    pub(super) step: Move,
    pub(super) after: Option<State>,
}

impl Interpreter {
    /// The legal moves, without a pass that is a move of its own; in the middle of a turn a stop is
    /// one of them.
    pub(super) fn legal_moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        list.clear();
        if let Err(hit) = self.whole_moves(state, list, fuel) {
            return self.single_steps(state, list, fuel, hit);
        }
        self.remove_forbidden(state, list)?;
        if self.rules.players[self.slot(state).mover.index()].kind != PlayerKind::Random {
            list.merge_same();
            if self.rules.merge == Merge::Results {
                let mut results = vec![state.key()];
                list.retain(|_, one| {
                    let key = self.result_of(state, one);
                    let is_new = !results.contains(&key);
                    results.push(key);
                    is_new
                });
            }
        }
        Ok(())
    }

    /// The key of the state after all steps of a move.
    fn result_of(&self, state: &State, one: MoveRef<'_>) -> u64 {
        let (mut after, mut log) = (self.after(state, one), UndoLog::new());
        Change::begin(&self.layout, &mut after, &mut log).set_pending(None);
        after.key()
    }

    fn remove_forbidden(&self, state: &State, list: &mut MoveList) -> Result<(), LimitHit> {
        let side = self.slot(state).side;
        if !self.rules.nevers.iter().any(|never| never.players.contains(&side)) {
            return Ok(());
        }
        let mut allowed = Vec::with_capacity(list.len());
        for one in list.iter() {
            allowed.push(!self.is_forbidden(&self.after(state, one))?);
        }
        list.retain(|index, _| allowed[index]);
        Ok(())
    }

    /// Whether the side may not leave the board like this.
    pub(super) fn is_forbidden(&self, after: &State) -> Result<bool, LimitHit> {
        let side = self.slot(after).side;
        for never in self.rules.nevers.iter().filter(|never| never.players.contains(&side)) {
            if self.holds(&never.when, &Standpoint::of(after, side))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All continuations to the end of the turn, legal or not.
    fn whole_moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        let mut pass = MoveList::new();
        pass.push_pass();
        let pass = pass.get(0);

        if self.rules.merge == Merge::Results {
            return self.shortest_moves(state, list, fuel);
        }
        // The steps so far, and for each the steps not yet tried.
        let mut path: Vec<Move> = Vec::new();
        let first = self.stages(state, fuel)?;
        if state.pending(&self.layout).is_some() && self.rules.may_stop && !first.is_empty() {
            self.add(list, &[], Some(pass))?;
        }
        let mut untried = vec![first.into_iter()];
        while let Some(stages) = untried.last_mut() {
            let Some(Stage { step, after }) = stages.next() else {
                untried.pop();
                path.pop();
                continue;
            };
            path.push(step);
            if path.len() > self.limits.steps {
                return Err(LimitHit::new(LimitKind::Steps, self.limits.steps));
            }
            let goes_on = match after {
                None => Vec::new(),
                Some(after) => self.stages(&after, fuel)?,
            };
            if goes_on.is_empty() {
                self.add(list, &path, None)?;
                path.pop();
            } else {
                if self.rules.may_stop {
                    self.add(list, &path, Some(pass))?;
                }
                untried.push(goes_on.into_iter());
            }
        }
        Ok(())
    }

    /// All continuations if only results count: each situation is expanded once, by a shortest way.
    fn shortest_moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        let mut pass = MoveList::new();
        pass.push_pass();
        let mut seen: Vec<u64> = Vec::new();
        let mut waiting: VecDeque<(Vec<Move>, State)> = VecDeque::from([(Vec::new(), state.clone())]);
        while let Some((path, now)) = waiting.pop_front() {
            if path.len() > self.limits.steps {
                return Err(LimitHit::new(LimitKind::Steps, self.limits.steps));
            }
            let mut steps = MoveList::new();
            self.tried_steps(&now, &mut steps, fuel)?;
            let is_start = path.is_empty();
            let mut goes_on = false;
            for step in steps.iter() {
                let way: Vec<Move> = path.iter().cloned().chain([step.to_move()]).collect();
                if step.steps().all(|(step, _)| step.then.is_none()) {
                    goes_on = true;
                    self.add(list, &way, None)?;
                    continue;
                }
                let after = self.after(&now, step);
                if after.goes_in_circles() {
                    continue;
                }
                goes_on = true;
                if !seen.contains(&after.position_key()) {
                    seen.push(after.position_key());
                    waiting.push_back((way, after));
                }
            }
            if !goes_on && !is_start {
                self.add(list, &path, None)?;
            } else if goes_on && self.rules.may_stop && now.pending(&self.layout).is_some() {
                self.add(list, &path, Some(pass.get(0)))?;
            }
        }
        Ok(())
    }

    fn add(&self, list: &mut MoveList, path: &[Move], pass: Option<MoveRef<'_>>) -> Result<(), LimitHit> {
        if path.len() + pass.iter().len() > self.limits.steps {
            return Err(LimitHit::new(LimitKind::Steps, self.limits.steps));
        }
        list.push_parts(path.iter().map(Move::as_ref).chain(pass).flat_map(MoveRef::steps));
        if self.rules.longest_chain {
            // A shorter chain is not a move, and does not count for the limit.
            list.keep_longest();
        }
        list.check(&self.limits)
    }

    /// Whether the piece that is pending has a step.
    pub(super) fn goes_on(&self, state: &State) -> Result<bool, LimitHit> {
        Ok(!self.stages(state, &mut self.own_fuel())?.is_empty())
    }

    /// The steps from a state, without those that lead back to where the move has been.
    pub(super) fn stages(&self, state: &State, fuel: &mut Fuel<'_>) -> Result<Vec<Stage>, LimitHit> {
        let mut steps = MoveList::new();
        self.tried_steps(state, &mut steps, fuel)?;
        let mut stages = Vec::with_capacity(steps.len());
        for step in steps.iter() {
            let goes_on = step.steps().any(|(step, _)| step.then.is_some());
            let after = goes_on.then(|| self.after(state, step));
            if after.as_ref().is_none_or(|after| !after.goes_in_circles()) {
                stages.push(Stage { step: step.to_move(), after });
            }
        }
        Ok(stages)
    }

    /// The steps that the rules of the pieces emit in a state.
    pub(super) fn tried_steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        if let Some((site, then)) = state.pending(&self.layout) {
            let class = match then {
                Continuation::Unclassed => None,
                Continuation::Class(class) => Some(class),
            };
            return self.piece_steps(state, site, &|entry| entry.class == class, list, fuel);
        }
        match (self.slot(state).class, &self.rules.first) {
            (Some(class), _) => self.side_steps(state, &|entry| entry.class == Some(class), list, fuel),
            (None, None) => self.side_steps(state, &|_| true, list, fuel),
            (None, Some(first)) => {
                let in_group =
                    |group: &[MoveClassId], entry: &Entry| entry.class.is_some_and(|class| group.contains(&class));
                for group in &first.groups {
                    self.side_steps(state, &|entry| in_group(group, entry), list, fuel)?;
                    if !list.is_empty() {
                        return Ok(());
                    }
                }
                self.side_steps(state, &|entry| entry.class.is_none(), list, fuel)
            }
        }
    }

    /// The steps of all pieces of the side, on the board and in supply, with the entries that are
    /// `wanted`.
    fn side_steps(
        &self,
        state: &State,
        wanted: &dyn Fn(&Entry) -> bool,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let side = self.slot(state).side;
        for site in state.sites_of(&self.layout, side) {
            self.piece_steps(state, site, wanted, list, fuel)?;
        }
        for kind in self.all_kinds().filter(|&kind| state.supply(&self.layout, Piece { kind, owner: side }) > 0) {
            for &entry in self.rules.pieces[kind.index()].drops.iter().filter(|entry| wanted(entry)) {
                for site in self.rules.topology.site_ids() {
                    let start = Start { is_drop: true, ..self.start_of(state, kind, entry, site) };
                    self.run(state, start, list, fuel)?;
                }
            }
        }
        Ok(())
    }

    /// The steps of the piece on a site with the entries that are `wanted`.
    fn piece_steps(
        &self,
        state: &State,
        site: SiteId,
        wanted: &dyn Fn(&Entry) -> bool,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let Some(Piece { kind, .. }) = state.piece(site) else { return Ok(()) };
        for &entry in self.rules.pieces[kind.index()].moves.iter().filter(|entry| wanted(entry)) {
            self.run(state, self.start_of(state, kind, entry, site), list, fuel)?;
        }
        Ok(())
    }

    /// A run of the side that moves, for a piece on the board.
    fn start_of(&self, state: &State, kind: PieceTypeId, entry: Entry, site: SiteId) -> Start {
        let slot = self.slot(state);
        Start { mover: slot.mover, side: slot.side, kind, entry, site, is_drop: false, is_probe: false }
    }
}
