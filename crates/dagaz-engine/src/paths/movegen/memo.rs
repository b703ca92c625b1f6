//! Sets and numbers that are kept as long as the position stays what it is, and the straight-line
//! programs that compute sets.
//!
//! A set that costs work for each site is evaluated for the sites that are asked for, until these
//! would have paid for the whole set (the ski rental problem): then it is computed and kept.

use dagaz_rules::path::Level;

use super::super::plan::{DEPTH, Memo, NumberId, SetId, SetNode, SetOp};
use super::super::position::Bitset;
use super::bitset::{and, but, count, has, or};
use super::{Machine, Registers};

/// What a kept set was computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptFor {
    version: u64,
    starts: u32,
}

/// A set that is kept, and how much was asked of it since it was computed last.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptSet<const W: usize> {
    kept_for: KeptFor,
    sites: Bitset<W>,
    asked_for: KeptFor,
    asked: u32,
}

impl<const W: usize> KeptSet<W> {
    pub(super) const NONE: KeptSet<W> =
        KeptSet { kept_for: KeptFor::NEVER, sites: [0; W], asked_for: KeptFor::NEVER, asked: 0 };
}

impl KeptFor {
    pub(super) const NEVER: KeptFor = KeptFor { version: 0, starts: 0 };
}

/// A set that costs little is computed whole after so many questions about single sites.
const FEW_QUESTIONS: u32 = 3;

impl<const W: usize> Machine<'_, W> {
    /// How a set is kept, if it may be in this situation.
    #[inline]
    pub(super) fn memo_of_set(&self, set: SetId, at: &Registers) -> Option<Memo> {
        self.plan.memos.sets[set.index()].filter(|_| self.may_keep(at))
    }

    /// Whether values that depend on the position alone may be kept in this situation.
    #[inline]
    fn may_keep(&self, at: &Registers) -> bool {
        let sees_dead = at.taken > 0 && !self.was;
        !sees_dead && !self.sees_vanished && self.level == Level::Top
    }

    /// The version of the board that questions look at.
    #[inline]
    pub(super) fn version(&self) -> u64 {
        if self.was { self.memory.before_version } else { self.memory.position.version() }
    }

    /// What a kept set was computed for: the version, and the sites where the move and the step
    /// began if the set depends on them.
    #[inline]
    pub(super) fn kept_for(&self, memo: Memo, at: &Registers) -> KeptFor {
        let starts = if memo.by_start { u32::from(at.start) << 16 | u32::from(at.origin) } else { 0 };
        KeptFor { version: self.version(), starts }
    }

    /// Whether a site is in a set that is kept; `None` if the set is to be evaluated for it alone.
    #[inline]
    pub(super) fn kept_contains(&mut self, set: SetId, memo: Memo, site: u16, at: &Registers) -> Option<bool> {
        let kept_for = self.kept_for(memo, at);
        let kept = &mut self.memory.kept_sets[memo.place as usize];
        if kept.kept_for == kept_for {
            return Some(has(&kept.sites, site));
        }
        // Before the move the whole set will be asked for again.
        let certainly = memo.cheap && !memo.by_start && self.memory.position.mark() == 0;
        (certainly || self.has_paid(memo, kept_for, 1)).then(|| has(&self.kept_set(set, memo, at), site))
    }

    /// The sites of a set that are in `within`, from the kept set; `None` if the set is to be
    /// evaluated for them alone.
    #[inline]
    pub(super) fn kept_within(
        &mut self,
        set: SetId,
        memo: Memo,
        within: &Bitset<W>,
        at: &Registers,
    ) -> Option<Bitset<W>> {
        let kept_for = self.kept_for(memo, at);
        let kept = &self.memory.kept_sets[memo.place as usize];
        if kept.kept_for == kept_for {
            return Some(and(kept.sites, within));
        }
        let whole = memo.cheap || *within == self.tables.board;
        let whole = whole || self.has_paid(memo, kept_for, count(within) as u32);
        whole.then(|| and(self.kept_set(set, memo, at), within))
    }

    /// Counts sites that are asked for; whether so many have been that the whole set pays.
    fn has_paid(&mut self, memo: Memo, asked_for: KeptFor, sites: u32) -> bool {
        let kept = &mut self.memory.kept_sets[memo.place as usize];
        if kept.asked_for != asked_for {
            (kept.asked_for, kept.asked) = (asked_for, 0);
        }
        kept.asked += sites;
        kept.asked > if memo.cheap { FEW_QUESTIONS } else { self.tables.half_board }
    }

    /// A number, computed once for each position if that is possible.
    #[inline]
    pub(in crate::paths) fn number(&mut self, number: NumberId, at: &Registers) -> i64 {
        let Some(memo) = self.plan.memos.numbers[number.index()].filter(|_| self.may_keep(at)) else {
            return self.compute_number(number, at);
        };
        let kept_for = self.kept_for(memo, at);
        let (known, value) = self.memory.kept_numbers[memo.place as usize];
        if known == kept_for {
            return value;
        }
        let value = self.compute_number(number, at);
        if self.fuel > 0 {
            self.memory.kept_numbers[memo.place as usize] = (kept_for, value);
        }
        value
    }

    /// A whole set, computed once for each position.
    pub(super) fn kept_set(&mut self, set: SetId, memo: Memo, at: &Registers) -> Bitset<W> {
        let kept_for = self.kept_for(memo, at);
        let kept = &self.memory.kept_sets[memo.place as usize];
        if kept.kept_for == kept_for {
            return kept.sites;
        }
        let plan = self.plan;
        let program = &plan.programs[set.index()];
        let sites = if program.is_empty() {
            let board = self.tables.board;
            self.evaluate(set, &board, at)
        } else {
            self.compute(program, at)
        };
        // Without fuel no answer counts.
        if self.fuel > 0 {
            let kept = &mut self.memory.kept_sets[memo.place as usize];
            (kept.kept_for, kept.sites) = (kept_for, sites);
        }
        sites
    }

    /// Runs a straight-line program.
    pub(super) fn compute(&mut self, program: &[SetOp], at: &Registers) -> Bitset<W> {
        let plan = self.plan;
        self.fuel = self.fuel.saturating_sub(1);
        let there = but(self.tables.board, &self.closed());
        let (mut stack, mut top) = ([[0; W]; DEPTH], there);
        let mut depth = 0;
        // The topmost set is not on the stack; the first one that is pushed goes onto nothing.
        for op in program {
            let pushed = match *op {
                SetOp::Plane(plane) => self.memory.position.board.plane(plane.into()),
                SetOp::Constant(place) => self.tables.constants[usize::from(place)],
                SetOp::Occupied => self.memory.position.board.occupied(self.shape()),
                SetOp::Empty => but(there, &self.memory.position.board.occupied(self.shape())),
                SetOp::Set(set) => self.set(set, at),
                SetOp::OrPlane(plane) => {
                    top = or(top, &self.memory.position.board.plane(plane.into()));
                    continue;
                }
                SetOp::AndPlane(plane) => {
                    top = and(top, &self.memory.position.board.plane(plane.into()));
                    continue;
                }
                SetOp::ButPlane(plane) => {
                    top = but(top, &self.memory.position.board.plane(plane.into()));
                    continue;
                }
                SetOp::AndConstant(place) => {
                    top = and(top, &self.tables.constants[usize::from(place)]);
                    continue;
                }
                SetOp::ButConstant(place) => {
                    top = but(top, &self.tables.constants[usize::from(place)]);
                    continue;
                }
                SetOp::AndEmpty => {
                    top = but(top, &self.memory.position.board.occupied(self.shape()));
                    continue;
                }
                SetOp::AndOccupied => {
                    top = and(top, &self.memory.position.board.occupied(self.shape()));
                    continue;
                }
                SetOp::Not => {
                    top = but(there, &top);
                    continue;
                }
                SetOp::And | SetOp::But | SetOp::Or => {
                    depth -= 1;
                    top = match op {
                        SetOp::And => and(stack[depth], &top),
                        SetOp::But => but(stack[depth], &top),
                        _ => or(stack[depth], &top),
                    };
                    continue;
                }
                SetOp::Toward(set) => {
                    if let SetNode::Toward(rows, _) = &plan.sets[set.index()] {
                        top = self.shifted(rows, &and(top, &there));
                    }
                    continue;
                }
                SetOp::Back(set) => {
                    if let SetNode::Back(rows, _) = &plan.sets[set.index()] {
                        top = and(self.shifted_back(rows, &and(top, &there)), &there);
                    }
                    continue;
                }
            };
            stack[depth] = top;
            depth += 1;
            top = pushed;
        }
        and(top, &there)
    }
}
