//! Sets that are kept as long as the position stays what it is, and the straight-line programs that
//! compute them.

use dagaz_rules::path::Level;

use super::super::plan::{DEPTH, Memo, SetId, SetNode, SetOp};
use super::super::position::Bitset;
use super::set::{and, but, or};
use super::{Machine, Registers};

/// What a kept set was computed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptFor {
    version: u64,
    starts: u32,
}

impl<const W: usize> Machine<'_, W> {
    /// Where a set is kept, if it may be in this situation.
    #[inline]
    pub(super) fn place_of(&self, set: SetId, at: &Registers) -> Memo {
        let memo = self.plan.memos[set.index()];
        let sees_dead = at.taken > 0 && !self.was;
        if memo == Memo::No || sees_dead || self.whole || self.level != Level::Top { Memo::No } else { memo }
    }

    /// The version of the board that questions look at.
    #[inline]
    pub(super) fn version(&self) -> u64 {
        if self.was { self.before_version } else { self.position.version() }
    }

    /// What a kept set was computed for: the version, and the sites where the move and the step
    /// began if the set depends on them.
    #[inline]
    pub(super) fn kept_for(&self, memo: Memo, at: &Registers) -> KeptFor {
        let starts = match memo {
            Memo::IfWholeByStart(_) => u32::from(at.start) << 16 | u32::from(at.origin),
            _ => 0,
        };
        KeptFor { version: self.version(), starts }
    }

    /// A whole set, computed once for each position.
    pub(super) fn kept_set(&mut self, set: SetId, place: u32, kept_for: KeptFor, at: &Registers) -> Bitset<W> {
        let (known, sites) = self.kept_sets[place as usize];
        if known == kept_for {
            return sites;
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
            self.kept_sets[place as usize] = (kept_for, sites);
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
                SetOp::Plane(plane) => self.position.board.plane(plane.into()),
                SetOp::Constant(place) => self.tables.constants[usize::from(place)],
                SetOp::Occupied => self.position.board.occupied(self.shape()),
                SetOp::Empty => but(there, &self.position.board.occupied(self.shape())),
                SetOp::Set(set) => self.set(set, at),
                SetOp::OrPlane(plane) => {
                    top = or(top, &self.position.board.plane(plane.into()));
                    continue;
                }
                SetOp::AndPlane(plane) => {
                    top = and(top, &self.position.board.plane(plane.into()));
                    continue;
                }
                SetOp::ButPlane(plane) => {
                    top = but(top, &self.position.board.plane(plane.into()));
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
                    top = but(top, &self.position.board.occupied(self.shape()));
                    continue;
                }
                SetOp::AndOccupied => {
                    top = and(top, &self.position.board.occupied(self.shape()));
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
