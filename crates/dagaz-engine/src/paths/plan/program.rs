//! Straight-line programs of sets: what only combines planes, constants and hops is computed on a
//! small stack of bitsets, without recursion.

use super::{Memo, Plan, SetId, SetNode};

/// An operation on a stack of bitsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) enum SetOp {
    /// Pushes a plane of the board.
    Plane(u16),
    Constant(u16),
    Occupied,
    Empty,
    /// Pushes a set that is kept or evaluated by itself.
    Set(SetId),
    /// Replaces the topmost set by its union with a plane, and so on.
    OrPlane(u16),
    AndPlane(u16),
    ButPlane(u16),
    AndConstant(u16),
    ButConstant(u16),
    AndEmpty,
    AndOccupied,
    /// Replaces the topmost set by all other sites.
    Not,
    /// Replaces the two topmost sets.
    And,
    But,
    Or,
    /// One hop of the topmost set, by the rows of a node.
    Toward(SetId),
    Back(SetId),
}

/// The deepest stack of a program.
pub(in crate::paths) const DEPTH: usize = 8;

/// For each set its program, if it is kept and has one.
pub(super) fn of(plan: &Plan) -> Vec<Box<[SetOp]>> {
    let shared = shared(plan);
    let program = |set: usize| match plan.memos.sets[set] {
        Some(Memo { cheap: true, .. }) => {
            let mut writer = Writer { plan, shared: &shared, ops: Vec::new(), deepest: 0 };
            writer.push(SetId(set as u32), 0, true);
            if writer.deepest < DEPTH { writer.ops.into() } else { Box::default() }
        }
        _ => Box::default(),
    };
    (0..plan.sets.len()).map(program).collect()
}

/// For each set whether it is kept and part of several others.
fn shared(plan: &Plan) -> Vec<bool> {
    let mut uses = vec![0u32; plan.sets.len()];
    for node in &plan.sets {
        let parts = match node {
            SetNode::All(parts) | SetNode::Any(parts) => parts,
            SetNode::Not(inner) | SetNode::Toward(_, inner) | SetNode::Back(_, inner) => std::slice::from_ref(inner),
            _ => &[],
        };
        parts.iter().for_each(|part| uses[part.index()] += 1);
    }
    let is_kept = |set: usize| plan.memos.sets[set].is_some_and(|memo| memo.cheap);
    uses.iter().enumerate().map(|(set, uses)| *uses > 1 && is_kept(set)).collect()
}

struct Writer<'p> {
    plan: &'p Plan,
    shared: &'p [bool],
    ops: Vec<SetOp>,
    deepest: usize,
}

impl Writer<'_> {
    /// Writes what pushes a set onto a stack of so many. `whole`: it is the set that the program is
    /// for.
    fn push(&mut self, set: SetId, depth: usize, whole: bool) {
        self.deepest = self.deepest.max(depth);
        if !whole && self.shared[set.index()] {
            self.ops.push(SetOp::Set(set));
            return;
        }
        match &self.plan.sets[set.index()] {
            SetNode::Constant(place) => self.ops.push(SetOp::Constant(*place)),
            SetNode::Plane(plane) => self.ops.push(SetOp::Plane(*plane)),
            SetNode::Occupied => self.ops.push(SetOp::Occupied),
            SetNode::Empty => self.ops.push(SetOp::Empty),
            SetNode::Live(planes) => self.union(planes),
            SetNode::Open(planes) => {
                self.union(planes);
                self.ops.push(SetOp::Not);
            }
            SetNode::All(parts) => {
                // A set that is left out needs one before it.
                let first = parts.iter().position(|part| self.left_out(*part).is_none()).unwrap_or(0);
                self.push(parts[first], depth, false);
                for part in parts.iter().enumerate().filter(|(place, _)| *place != first).map(|(_, part)| *part) {
                    self.and(part, depth);
                }
            }
            SetNode::Any(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    match (&self.plan.sets[part.index()], place) {
                        (SetNode::Live(planes), 1..) => {
                            self.ops.extend(planes.iter().map(|plane| SetOp::OrPlane(*plane)));
                        }
                        (SetNode::Plane(plane), 1..) => self.ops.push(SetOp::OrPlane(*plane)),
                        (_, 0) => self.push(*part, depth, false),
                        _ => {
                            self.push(*part, depth + 1, false);
                            self.ops.push(SetOp::Or);
                        }
                    }
                }
            }
            SetNode::Not(inner) => {
                self.push(*inner, depth, false);
                self.ops.push(SetOp::Not);
            }
            SetNode::Toward(_, inner) => {
                self.push(*inner, depth, false);
                self.ops.push(SetOp::Toward(set));
            }
            SetNode::Back(_, inner) => {
                self.push(*inner, depth, false);
                self.ops.push(SetOp::Back(set));
            }
            _ if whole => self.deepest = DEPTH,
            _ => self.ops.push(SetOp::Set(set)),
        }
    }

    fn union(&mut self, planes: &[u16]) {
        match planes.split_first() {
            Some((first, rest)) => {
                self.ops.push(SetOp::Plane(*first));
                self.ops.extend(rest.iter().map(|plane| SetOp::OrPlane(*plane)));
            }
            None => self.ops.extend([SetOp::Empty, SetOp::AndOccupied]),
        }
    }

    /// The set of which a set is the complement.
    fn left_out(&self, set: SetId) -> Option<SetId> {
        match &self.plan.sets[set.index()] {
            SetNode::Not(inner) => Some(*inner),
            _ => None,
        }
    }

    /// Writes what keeps of the topmost set what is in another.
    fn and(&mut self, set: SetId, depth: usize) {
        let plan = self.plan;
        if let Some(inner) = self.left_out(set) {
            match &plan.sets[inner.index()] {
                SetNode::Live(planes) => self.ops.extend(planes.iter().map(|plane| SetOp::ButPlane(*plane))),
                SetNode::Plane(plane) => self.ops.push(SetOp::ButPlane(*plane)),
                SetNode::Constant(place) => self.ops.push(SetOp::ButConstant(*place)),
                _ => {
                    self.push(inner, depth + 1, false);
                    self.ops.push(SetOp::But);
                }
            }
            return;
        }
        match &plan.sets[set.index()] {
            SetNode::Live(planes) if planes.len() == 1 => self.ops.push(SetOp::AndPlane(planes[0])),
            SetNode::Plane(plane) => self.ops.push(SetOp::AndPlane(*plane)),
            SetNode::Open(planes) => self.ops.extend(planes.iter().map(|plane| SetOp::ButPlane(*plane))),
            SetNode::Constant(place) => self.ops.push(SetOp::AndConstant(*place)),
            SetNode::Empty => self.ops.push(SetOp::AndEmpty),
            SetNode::Occupied => self.ops.push(SetOp::AndOccupied),
            _ => {
                self.push(set, depth + 1, false);
                self.ops.push(SetOp::And);
            }
        }
    }
}
