//! Turns with too many whole moves: their steps are listed one by one.
//!
//! A step is listed if some legal whole move begins with it. After a step with a continuation the
//! same player moves again, and the rest of the turn is listed whole as soon as possible.
//!
//! If only the longest moves are legal, a search finds how long they are. Where it costs too much,
//! steps are listed without regard to length.

use std::collections::HashMap;

use dagaz_core::{Effect, Fuel, LimitHit, LimitKind, MoveList, MoveRef, PlayerId, State, Step, undo};

use crate::generate::Generator;

/// The most fuel of the search for the longest moves, which is made before each step.
pub(crate) const LONGEST: u64 = 5_000_000;

/// What is asked of the ends of a turn.
struct Search<'f> {
    /// The side whose results may be forbidden, if any may be.
    bound: Option<PlayerId>,
    fuel: Fuel<'f>,
    /// What was met when the moves were listed whole.
    hit: LimitHit,
    /// By position, how many steps with a continuation the longest way from there has.
    longest: HashMap<u64, usize>,
}

impl Generator<'_> {
    /// Lists single steps after whole moves have met a limit. The limit error stands if no step has
    /// a continuation, or if deciding legality takes too much work.
    pub(crate) fn single_steps(
        &mut self,
        state: &mut State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
        hit: LimitHit,
    ) -> Result<(), LimitHit> {
        list.clear();
        if !hit.is_of_chains() {
            return Err(hit);
        }
        let game = self.game();
        // Questions about attacks begin with a budget of their own again, too.
        self.scratch.probe.fuel = game.fuel();
        let slot = game.slot(state);
        let (mover, side) = (slot.mover, slot.side);
        let mut firsts = MoveList::new();
        let mut search =
            Search { bound: game.is_bound(side).then_some(side), fuel: fuel.renewed(), hit, longest: HashMap::new() };
        if !self.steps(state, &mut firsts, &mut search.fuel)? {
            return Err(search.hit);
        }
        let mut links = Vec::new();
        if game.rules().longest_chain {
            search.fuel = fuel.at_most(LONGEST);
            match self.links_of_all(state, &firsts, &mut search) {
                Ok(known) => links = known,
                Err(hit) if hit.is_of_chains() => {}
                Err(hit) => return Err(hit),
            }
            search.fuel = fuel.renewed();
        }
        let most = links.iter().flatten().copied().max();
        for (index, (step, effects)) in firsts.iter().flat_map(MoveRef::steps).enumerate() {
            if links.get(index).is_some_and(|links| *links != most) {
                continue;
            }
            let needed = most.map(|most| most - usize::from(step.then.is_some()));
            self.play_step(state, step, effects);
            let found = if state.goes_in_circles() {
                Ok(None)
            } else {
                self.leads_on(state, step, needed, &mut search).map(Some)
            };
            undo(game.layout_ref(), state, &mut self.log);
            match found? {
                Some(Onward::Ends) => list.push_parts([(step, effects)].into_iter()),
                Some(Onward::GoesOn) => list.push_open(step, effects),
                Some(Onward::Forbidden) | None => {}
            }
            list.check(game.limits_ref())?;
        }
        if !game.is_random_mover(mover) {
            list.merge_same_steps();
        }
        // In the middle of a turn that may end here, a pass ends it.
        let stops = game.rules().may_stop && !firsts.is_empty() && state.pending(game.layout_ref()).is_some();
        if stops && most.is_none_or(|most| most == 0) && self.ends_well(state, &search)? {
            list.push_pass();
        }
        Ok(())
    }

    /// The same as below for each of some steps.
    fn links_of_all(
        &mut self,
        state: &mut State,
        firsts: &MoveList,
        search: &mut Search<'_>,
    ) -> Result<Vec<Option<usize>>, LimitHit> {
        let steps = firsts.iter().flat_map(MoveRef::steps);
        steps.map(|(step, effects)| self.links_by(state, step, effects, search, 1)).collect()
    }

    /// How many steps with a continuation the longest way has that begins with a step; none if it
    /// leads in a circle.
    fn links_by(
        &mut self,
        state: &mut State,
        step: &Step,
        effects: &[Effect],
        search: &mut Search<'_>,
        depth: usize,
    ) -> Result<Option<usize>, LimitHit> {
        if step.then.is_none() {
            return Ok(Some(0));
        }
        self.play_step(state, step, effects);
        let links = match state.goes_in_circles() {
            true => Ok(None),
            false => self.links_from(state, search, depth).map(|links| Some(links + 1)),
        };
        undo(self.game().layout_ref(), state, &mut self.log);
        links
    }

    /// The same for all ways on from a state in the middle of a turn.
    fn links_from(&mut self, state: &mut State, search: &mut Search<'_>, depth: usize) -> Result<usize, LimitHit> {
        let key = state.position_key();
        if let Some(known) = search.longest.get(&key) {
            return Ok(*known);
        }
        self.check_depth(depth)?;
        let mut nexts = MoveList::new();
        self.steps(state, &mut nexts, &mut search.fuel)?;
        let mut most = 0;
        for (step, effects) in nexts.iter().flat_map(MoveRef::steps) {
            most = most.max(self.links_by(state, step, effects, search, depth + 1)?.unwrap_or(0));
        }
        search.longest.insert(key, most);
        Ok(most)
    }

    /// The continuation of the turn after a step. `needed`: the required number of further steps
    /// with a continuation, if only the longest moves are legal.
    fn leads_on(
        &mut self,
        state: &mut State,
        step: &Step,
        needed: Option<usize>,
        search: &mut Search<'_>,
    ) -> Result<Onward, LimitHit> {
        let goes_on = step.then.is_some() && self.can_go_on(state, &mut search.fuel)?;
        if !goes_on {
            return Ok(if self.ends_well(state, search)? { Onward::Ends } else { Onward::Forbidden });
        }
        let legal = match search.bound {
            None => true,
            Some(_) => self.has_legal_end(state, needed, search, 1)?,
        };
        Ok(if legal { Onward::GoesOn } else { Onward::Forbidden })
    }

    /// Whether a turn with a continuation reaches an end that is not forbidden.
    fn has_legal_end(
        &mut self,
        state: &mut State,
        needed: Option<usize>,
        search: &mut Search<'_>,
        depth: usize,
    ) -> Result<bool, LimitHit> {
        self.check_depth(depth)?;
        let mut nexts = MoveList::new();
        self.steps(state, &mut nexts, &mut search.fuel)?;
        let mut went_on = false;
        for (step, effects) in nexts.iter().flat_map(MoveRef::steps) {
            let links = usize::from(step.then.is_some());
            if needed.is_some() {
                let own = self.links_by(state, step, effects, search, depth)?;
                went_on |= own.is_some();
                if own != needed {
                    continue;
                }
            }
            self.play_step(state, step, effects);
            let circles = state.goes_in_circles();
            went_on |= !circles;
            let found = match (circles, step.then) {
                (true, _) => Ok(false),
                (false, None) => self.ends_well(state, search),
                (false, Some(_)) => self.has_legal_end(state, needed.map(|needed| needed - links), search, depth + 1),
            };
            undo(self.game().layout_ref(), state, &mut self.log);
            if found? {
                return Ok(true);
            }
        }
        let stops = !went_on || self.game().rules().may_stop;
        Ok(stops && needed.is_none_or(|needed| needed == 0) && self.ends_well(state, search)?)
    }

    /// Whether the turn may end as the board stands.
    fn ends_well(&mut self, state: &State, search: &Search<'_>) -> Result<bool, LimitHit> {
        search.bound.map_or(Ok(true), |side| self.may_stay(state, side))
    }

    fn check_depth(&self, depth: usize) -> Result<(), LimitHit> {
        let most = self.game().limits_ref().steps;
        if depth > most { Err(LimitHit::new(LimitKind::Steps, most)) } else { Ok(()) }
    }
}

/// The state of a turn after a step.
#[derive(Clone, Copy)]
enum Onward {
    /// It ends, legally.
    Ends,
    /// It continues, and reaches a legal end.
    GoesOn,
    /// It comes to no legal end.
    Forbidden,
}
