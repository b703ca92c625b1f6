//! Single steps, where the whole moves of a turn are too many to be listed.

use std::collections::HashMap;

use dagaz_core::{Fuel, LimitHit, LimitKind, MoveList, PlayerKind, State};

use super::Interpreter;
use super::moves::Stage;
use crate::stepwise::LONGEST;

/// What a search for the end of a turn may spend, and what it has found out: by position, how many
/// steps with a continuation the longest way from there has.
struct Search<'f> {
    fuel: Fuel<'f>,
    longest: HashMap<u64, usize>,
}

impl Interpreter {
    /// Lists the steps with which a legal whole move begins. `hit`: the limit error of whole moves;
    /// it stands if no step has a continuation.
    pub(super) fn single_steps(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
        hit: LimitHit,
    ) -> Result<(), LimitHit> {
        list.clear();
        let mut search = Search { fuel: fuel.renewed(), longest: HashMap::new() };
        let mut tried = MoveList::new();
        if hit.is_of_chains() {
            self.tried_steps(state, &mut tried, &mut search.fuel)?;
        }
        if !tried.iter().any(|step| step.links() > 0) {
            return Err(hit);
        }
        let stages = self.stages(state, &mut search.fuel)?;
        let mut needed = None;
        if self.rules.longest_chain {
            search.fuel = fuel.at_most(LONGEST);
            let links: Result<Vec<usize>, LimitHit> =
                stages.iter().map(|stage| self.links_by(stage, &mut search, 1)).collect();
            needed = match links {
                Ok(links) => links.into_iter().max(),
                Err(hit) if hit.is_of_chains() => None,
                Err(hit) => return Err(hit),
            };
            search.fuel = fuel.renewed();
        }
        for stage in &stages {
            if needed.is_some() && Some(self.links_by(stage, &mut search, 1)?) != needed {
                continue;
            }
            let step = stage.step.as_ref();
            let after = self.after(state, step);
            let goes_on = stage.after.is_some() && self.goes_on(&after)?;
            if !goes_on {
                if !self.is_forbidden(&after)? {
                    list.push_parts(step.steps());
                }
            } else if self.has_legal_end(&after, needed.map(|needed| needed - 1), &mut search, 1)? {
                step.steps().for_each(|(step, effects)| list.push_open(step, effects));
            }
            list.check(&self.limits)?;
        }
        if self.rules.players[self.slot(state).mover.index()].kind != PlayerKind::Random {
            list.merge_same_steps();
        }
        let may_stop = self.rules.may_stop && state.pending(&self.layout).is_some();
        if may_stop && needed.is_none_or(|needed| needed == 0) && !self.is_forbidden(state)? {
            list.push_pass();
        }
        Ok(())
    }

    /// How many steps with a continuation the longest way has that begins with a step.
    fn links_by(&self, stage: &Stage, search: &mut Search<'_>, depth: usize) -> Result<usize, LimitHit> {
        let Some(after) = &stage.after else { return Ok(0) };
        let key = after.position_key();
        if let Some(known) = search.longest.get(&key) {
            return Ok(known + 1);
        }
        self.check_depth(depth)?;
        let mut most = 0;
        for next in self.stages(after, &mut search.fuel)? {
            most = most.max(self.links_by(&next, search, depth + 1)?);
        }
        search.longest.insert(key, most);
        Ok(most + 1)
    }

    /// Whether a turn with a continuation reaches an end that is not forbidden. `needed`: the
    /// required number of further steps with a continuation.
    fn has_legal_end(
        &self,
        state: &State,
        needed: Option<usize>,
        search: &mut Search<'_>,
        depth: usize,
    ) -> Result<bool, LimitHit> {
        let side = self.slot(state).side;
        if !self.rules.nevers.iter().any(|never| never.players.contains(&side)) {
            return Ok(true);
        }
        self.check_depth(depth)?;
        let stages = self.stages(state, &mut search.fuel)?;
        for stage in &stages {
            if needed.is_some() && Some(self.links_by(stage, search, depth)?) != needed {
                continue;
            }
            let legal = match &stage.after {
                None => !self.is_forbidden(&self.after(state, stage.step.as_ref()))?,
                Some(after) => self.has_legal_end(after, needed.map(|needed| needed - 1), search, depth + 1)?,
            };
            if legal {
                return Ok(true);
            }
        }
        let stops = stages.is_empty() || self.rules.may_stop;
        Ok(stops && needed.is_none_or(|needed| needed == 0) && !self.is_forbidden(state)?)
    }

    fn check_depth(&self, depth: usize) -> Result<(), LimitHit> {
        if depth > self.limits.steps { Err(LimitHit::new(LimitKind::Steps, self.limits.steps)) } else { Ok(()) }
    }
}
