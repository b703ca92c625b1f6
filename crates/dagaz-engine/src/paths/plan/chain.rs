//! How the steps of chains begin: most of them fail on their first hop.

use super::{Op, Plan, Row, SetId, SetNode, Side};

/// The first hop of a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) struct FirstHop {
    pub(in crate::paths) row: Row,
    /// The set that the hop must lead into, where the piece that leaves its site changes nothing
    /// about any other site in it.
    pub(in crate::paths) onto: Option<SetId>,
}

/// Returns for each rule of a player the first hop of a step by it, if it begins with one.
pub(super) fn first_hops(plan: &Plan, side: &Side) -> Vec<Option<FirstHop>> {
    let first = side.steps.iter().map(|entry| {
        let Op::Go { rows, next } = &plan.ops[entry.index()] else { return None };
        let [row] = rows.as_ref() else { return None };
        let onto = match &plan.ops[next.index()] {
            Op::Test { set, .. } => Some(*set).filter(|set| is_local(&plan.sets[set.index()])),
            _ => None,
        };
        Some(FirstHop { row: *row, onto })
    });
    first.collect()
}

/// Whether a set has a site or not by what stands there alone.
fn is_local(set: &SetNode) -> bool {
    matches!(
        set,
        SetNode::Plane(_)
            | SetNode::Live(_)
            | SetNode::Open(_)
            | SetNode::Empty
            | SetNode::Occupied
            | SetNode::Constant(_)
    )
}
