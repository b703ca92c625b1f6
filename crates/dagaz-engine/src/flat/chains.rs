//! Chains, counted and drawn: whole moves of many steps without a list.
//!
//! Long capture chains may have an enormous number of ways, but most of them join in the same
//! situations. So the ways from each situation are counted once (dynamic programming), and a whole
//! move, each equally likely, is drawn step by step by these counts.

use dagaz_core::{Rng, SiteId, below};

use super::list::{Action, FlatList};
use super::moves::{Declined, Runner};
use super::state::FlatState;

/// Situations after which counts are kept: for the few of most positions that costs more than it
/// saves.
const KEPT_AFTER: usize = 64;
/// Maximum expanded situations for one list.
const SITUATIONS_MAX: usize = 1_000_000;

/// The ways on from a situation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Number of steps with a continuation in the longest chain.
    pub(crate) longest: usize,
    /// How many there are; only of the longest if only these are moves.
    pub(crate) number: u64,
}

impl<const W: usize> Runner<'_, W> {
    /// Counts the whole moves to which first steps lead.
    pub(crate) fn ways_of(&mut self, state: &mut FlatState<W>, steps: &FlatList) -> Result<Ways, Declined> {
        self.counted.clear();
        self.situations = 0;
        self.ways_from(state, steps, 0)
    }

    fn ways_from(&mut self, state: &mut FlatState<W>, steps: &FlatList, depth: usize) -> Result<Ways, Declined> {
        let mut all = Ways::default();
        for index in 0..steps.steps().len() {
            let ways = self.ways_by(state, steps, index, depth)?;
            self.add_ways(&mut all, ways)?;
        }
        Ok(all)
    }

    /// Adds ways to others, of which only the longest count if only these are moves.
    fn add_ways(&self, all: &mut Ways, ways: Ways) -> Result<(), Declined> {
        if self.game.longest_chain && ways.number > 0 && ways.longest > all.longest {
            *all = Ways { longest: ways.longest, number: 0 };
        }
        if !self.game.longest_chain || ways.longest == all.longest {
            all.number = all.number.checked_add(ways.number).ok_or(Declined)?;
        }
        Ok(())
    }

    /// The ways that begin with one of some steps.
    fn ways_by(
        &mut self,
        state: &mut FlatState<W>,
        steps: &FlatList,
        index: usize,
        depth: usize,
    ) -> Result<Ways, Declined> {
        let game = self.game;
        let step = steps.steps()[index];
        if step.then.is_none() {
            return Ok(Ways { longest: 0, number: 1 });
        }
        self.situations += 1;
        if depth >= game.limits.steps || self.situations > SITUATIONS_MAX || game.longest_chain && game.may_stop {
            return Err(Declined);
        }
        let single = |number: u64| Ways { longest: 1, number: number + u64::from(number == 0 || game.may_stop) };
        if let (Some(then), Action::Displace(code), 0) = (step.then, step.action, depth)
            && let Some(tally) = game.tally(then, code)
        {
            // What the piece leaves is empty, and nothing else that matters has changed.
            let mut occupied = game.board.less(state.empty());
            occupied.remove(usize::from(step.from));
            occupied.insert(usize::from(step.to));
            return Ok(single(tally.count(usize::from(step.to), &occupied)));
        }
        let mark = state.mark();
        game.step(state, &step, steps.effects(&step))?;
        state.set_pending(&game.tables, step.then.map(|then| (SiteId(step.to), then)));
        if state.goes_in_circles() {
            // Which ways there are then depends on where the move has been.
            return Err(Declined);
        }
        let key = state.facts.key;
        let known = self.counted.get(&key).copied();
        let code = state.code(usize::from(step.to));
        let ways = match (known, step.then.and_then(|then| game.tally(then, code))) {
            (Some(ways), _) => ways,
            (None, Some(tally)) => single(tally.count(usize::from(step.to), &game.board.less(state.empty()))),
            (None, None) => {
                let mut nexts = self.spare.pop().unwrap_or_default();
                nexts.clear();
                self.steps(state, &mut nexts)?;
                let mut ways = self.ways_from(state, &nexts, depth + 1)?;
                self.spare.push(nexts);
                // Where nothing follows the move ends, and where the player may stop it may end as
                // well.
                ways.number += u64::from(ways.number == 0 || game.may_stop);
                ways.longest += 1;
                if self.situations > KEPT_AFTER {
                    self.counted.insert(key, ways);
                }
                ways
            }
        };
        state.undo(&game.tables, mark);
        Ok(ways)
    }

    /// Draws one of the whole moves to which first steps lead, each equally likely, and tells how
    /// many there are.
    pub(crate) fn draw_chain(
        &mut self,
        state: &mut FlatState<W>,
        firsts: &FlatList,
        rng: &mut dyn Rng,
        list: &mut FlatList,
    ) -> Result<u64, Declined> {
        let game = self.game;
        self.counted.clear();
        self.situations = 0;
        let mut all = Ways::default();
        let mut of_firsts = std::mem::take(&mut self.of_firsts);
        of_firsts.clear();
        for index in 0..firsts.steps().len() {
            let ways = self.ways_by(state, firsts, index, 0)?;
            of_firsts.push(ways);
            self.add_ways(&mut all, ways)?;
        }
        let mut number = below(rng, usize::try_from(all.number).map_err(|_| Declined)?) as u64;
        let mut path = self.spare.pop().unwrap_or_default();
        let mut steps = self.spare.pop().unwrap_or_default();
        path.clear();
        steps.clone_from(firsts);
        let begin = state.mark();
        let mut longest = all.longest;
        list.clear();
        list.become_chained();
        while list.is_empty() {
            let mut chosen = None;
            let first = path.steps().is_empty();
            for index in 0..steps.steps().len() {
                let known = of_firsts.get(index).filter(|_| first).copied();
                let ways = known.map_or_else(|| self.ways_by(state, &steps, index, path.steps().len()), Ok)?;
                let counts = if !game.longest_chain || ways.longest == longest { ways.number } else { 0 };
                if number < counts {
                    chosen = Some(index);
                    break;
                }
                number -= counts;
            }
            let Some(index) = chosen else {
                // None of the continuations: the move ends here, by itself or by choice.
                if steps.steps().is_empty() {
                    list.push_chain(&path, None);
                } else {
                    let mut pass = FlatList::default();
                    pass.push_pass();
                    list.push_chain(&path, Some((&pass, &pass.steps()[0])));
                }
                break;
            };
            let step = steps.steps()[index];
            if step.then.is_none() {
                list.push_chain(&path, Some((&steps, &step)));
                break;
            }
            path.push_with(step, steps.effects(&step));
            game.step(state, &step, steps.effects(&step))?;
            state.set_pending(&game.tables, step.then.map(|then| (SiteId(step.to), then)));
            longest = longest.saturating_sub(1);
            steps.clear();
            self.steps(state, &mut steps)?;
        }
        state.undo(&game.tables, begin);
        self.spare.extend([path, steps]);
        self.of_firsts = of_firsts;
        Ok(all.number)
    }
}
