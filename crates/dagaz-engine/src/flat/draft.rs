//! Drafts: the moves of a position as the sets in which they were found, to draw one of them
//! without listing all.

use dagaz_core::{Continuation, RuleId};

use super::families::Family;
use super::list::{Action, FlatList, FlatStep};
use super::move_sink::Sink;
use super::moves::{Declined, Runner};
use super::sites::Sites;
use super::state::{FlatState, NOWHERE};

/// Moves that were found together.
#[derive(Clone, Copy, Debug)]
enum Group<'g, const W: usize> {
    /// From one site to each of several, as each of some codes.
    Targets { from: u16, targets: Sites<W>, codes: &'g [u8] },
    /// From each of several sites, so far on; or to it, from a supply.
    Starts { starts: Sites<W>, family: &'g Family<W>, supply: Option<usize> },
    /// To each of several sites, by the rule of that number.
    Later { starts: Sites<W>, number: u16 },
    /// A step that does more, by its place in the list of these.
    Step(usize),
}

/// See the [module documentation](self).
#[derive(Debug, Default)]
pub(crate) struct Draft<'g, const W: usize> {
    groups: Vec<Group<'g, W>>,
    /// For each group the number of moves up to its end.
    ends: Vec<u64>,
    steps: FlatList,
    total: u64,
    /// First steps of chains, if these are what was found.
    pub(crate) firsts: FlatList,
    pub(crate) chained: bool,
}

impl<'g, const W: usize> Draft<'g, W> {
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.ends.clear();
        self.steps.clear();
        self.total = 0;
        self.chained = false;
    }

    /// How many moves there are.
    pub(crate) fn len(&self) -> u64 {
        self.total
    }

    /// Puts the move of that number, which is less than their number, into a list of its own.
    pub(crate) fn draw(&self, number: u64, list: &mut FlatList) {
        list.clear();
        // All are examined: that is faster than an unpredictable early exit.
        let place = self.ends.iter().filter(|end| **end <= number).count();
        let Some(group) = self.groups.get(place) else { return };
        let first = if place == 0 { 0 } else { self.ends[place - 1] };
        let within = (number - first) as usize;
        let mut push = |from, to, action| list.push(from, to, action, None, RuleId(u32::MAX));
        // Most pieces land as one thing only.
        let parted = |codes: &[u8]| match *codes {
            [code] => (within, code),
            _ => (within / codes.len(), codes[within % codes.len()]),
        };
        match *group {
            Group::Targets { from, targets, codes } => {
                let (before, code) = parted(codes);
                push(from, targets.nth(before) as u16, Action::Displace(code));
            }
            Group::Starts { starts, family, supply } => {
                let (before, code) = parted(&family.codes);
                let start = starts.nth(before);
                let to = (start as i32 + family.step) as u16;
                match supply {
                    Some(supply) => push(NOWHERE, to, Action::Drop { code, supply: supply as u8 }),
                    None => push(start as u16, to, Action::Displace(code)),
                }
            }
            Group::Later { starts, number } => push(NOWHERE, starts.nth(within) as u16, Action::Later(number)),
            Group::Step(index) => {
                let step = self.steps.steps()[index];
                list.push_with(step, self.steps.effects(&step));
            }
        }
    }

    /// Groups without a move are kept too: which they are is unpredictable, and no drawn number
    /// selects them.
    #[inline]
    fn add(&mut self, count: usize, group: Group<'g, W>) {
        self.total += count as u64;
        self.ends.push(self.total);
        self.groups.push(group);
    }
}

impl<'g, const W: usize> Sink<'g, W> for Draft<'g, W> {
    #[inline]
    fn targets(&mut self, from: usize, targets: Sites<W>, codes: &'g [u8], _: Option<Continuation>) {
        self.add(targets.len() * codes.len(), Group::Targets { from: from as u16, targets, codes });
    }

    #[inline]
    fn starts(&mut self, starts: Sites<W>, family: &'g Family<W>, supply: Option<usize>) {
        self.add(starts.len() * family.codes.len(), Group::Starts { starts, family, supply });
    }

    fn later(&mut self, starts: Sites<W>, number: u16) {
        self.add(starts.len(), Group::Later { starts, number });
    }

    fn step(&mut self, list: &FlatList, step: &FlatStep) {
        self.steps.push_with(*step, list.effects(step));
        self.add(1, Group::Step(self.steps.len() - 1));
    }

    fn chains<'r>(&mut self, _: &mut Runner<'r, W>, _: &mut FlatState<W>, firsts: &FlatList) -> Result<bool, Declined> {
        self.firsts.clone_from(firsts);
        self.chained = true;
        Ok(true)
    }
}
