//! Sinks: who wants the moves that a [sweep](super::sweep) finds, and in what form.

use dagaz_core::{Continuation, RuleId};

use super::families::Family;
use super::list::{Action, FlatList, FlatStep};
use super::moves::{Declined, Runner};
use super::sites::Sites;
use super::state::{FlatState, NOWHERE};

/// Who wants the moves.
pub(crate) trait Sink<'g, const W: usize> {
    /// A piece may go from one site to each of several, and lands there as each of some codes.
    fn targets(&mut self, from: usize, targets: Sites<W>, codes: &'g [u8], then: Option<Continuation>);
    /// Pieces of a family may go from each of several sites, or come there from a supply.
    fn starts(&mut self, starts: Sites<W>, family: &'g Family<W>, supply: Option<usize>);
    /// Pieces may come to each of several sites, by the rule of that number.
    fn later(&mut self, starts: Sites<W>, number: u16);
    /// Whether pieces matter that come from a supply.
    fn wants_drops_from(&self, _: usize) -> bool {
        true
    }
    /// A step that does more.
    fn step(&mut self, list: &FlatList, step: &FlatStep);
    /// First steps, some with a continuation; false if whole moves must be listed.
    fn chains<'r>(
        &mut self,
        runner: &mut Runner<'r, W>,
        state: &mut FlatState<W>,
        firsts: &FlatList,
    ) -> Result<bool, Declined>;
}

/// Counts.
#[derive(Debug, Default)]
pub(crate) struct Count(pub(crate) u64);

impl<const W: usize> Sink<'_, W> for Count {
    #[inline]
    fn targets(&mut self, _: usize, targets: Sites<W>, codes: &[u8], _: Option<Continuation>) {
        self.0 += (targets.len() * codes.len()) as u64;
    }

    #[inline]
    fn starts(&mut self, starts: Sites<W>, family: &Family<W>, _: Option<usize>) {
        self.0 += (starts.len() * family.codes.len()) as u64;
    }

    fn later(&mut self, starts: Sites<W>, _: u16) {
        self.0 += starts.len() as u64;
    }

    fn step(&mut self, _: &FlatList, _: &FlatStep) {
        self.0 += 1;
    }

    fn chains<'r>(
        &mut self,
        runner: &mut Runner<'r, W>,
        state: &mut FlatState<W>,
        firsts: &FlatList,
    ) -> Result<bool, Declined> {
        self.0 += runner.ways_of(state, firsts)?.number;
        Ok(true)
    }
}

impl<const W: usize> Sink<'_, W> for FlatList {
    #[inline]
    fn targets(&mut self, from: usize, targets: Sites<W>, codes: &[u8], then: Option<Continuation>) {
        for to in targets.iter() {
            for &code in codes {
                self.push(from as u16, to as u16, Action::Displace(code), then, RuleId(u32::MAX));
            }
        }
    }

    #[inline]
    fn starts(&mut self, starts: Sites<W>, family: &Family<W>, supply: Option<usize>) {
        for start in starts.iter() {
            let to = (start as i32 + family.step) as u16;
            for &code in &family.codes {
                let (from, action) = match supply {
                    Some(supply) => (NOWHERE, Action::Drop { code, supply: supply as u8 }),
                    None => (start as u16, Action::Displace(code)),
                };
                self.push(from, to, action, family.then, RuleId(u32::MAX));
            }
        }
    }

    fn later(&mut self, starts: Sites<W>, number: u16) {
        for to in starts.iter() {
            self.push(NOWHERE, to as u16, Action::Later(number), None, RuleId(u32::MAX));
        }
    }

    fn step(&mut self, list: &FlatList, step: &FlatStep) {
        self.push_with(*step, list.effects(step));
    }

    fn chains<'r>(&mut self, _: &mut Runner<'r, W>, _: &mut FlatState<W>, _: &FlatList) -> Result<bool, Declined> {
        Ok(false)
    }
}
