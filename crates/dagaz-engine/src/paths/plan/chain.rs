//! How the steps of chains begin: most of them fail on their first two hops.

use super::{Effect, Op, Pc, Plan, Row, SetId, SetNode, Side, Subject, Target};

/// The first hop of a step, and the second.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) struct FirstHop {
    pub(in crate::paths) row: Row,
    /// The set that the hop must lead into, where the piece that leaves its site changes nothing
    /// about any other site in it.
    pub(in crate::paths) onto: Option<SetId>,
    /// The next hop and the set that it must lead into, where the effects before it change nothing
    /// but the site that the first hop leads to.
    pub(in crate::paths) second: Option<(Row, SetId)>,
}

/// Returns for each rule of a player the first hop of a step by it, if it begins with one.
pub(super) fn first_hops(plan: &Plan, side: &Side) -> Vec<Option<FirstHop>> {
    let first = side.steps.iter().map(|entry| {
        let Op::Go { rows, next } = &plan.ops[entry.index()] else { return None };
        let [row] = rows.as_ref() else { return None };
        let (onto, second) = match &plan.ops[next.index()] {
            Op::Test { set, next, .. } if is_local(&plan.sets[set.index()]) => (Some(*set), second_hop(plan, *next)),
            _ => (None, second_hop(plan, *next)),
        };
        Some(FirstHop { row: *row, onto, second })
    });
    first.collect()
}

/// Returns the hop that follows, with its test, behind effects on the site under the cursor.
fn second_hop(plan: &Plan, mut pc: Pc) -> Option<(Row, SetId)> {
    if plan.has_capture_hooks {
        return None;
    }
    while let Op::Do { effect, next } = &plan.ops[pc.index()] {
        let acts_here = matches!(
            &plan.effects[effect.index()],
            Effect::Take(Subject::Here)
                | Effect::TakeLater(Subject::Here)
                | Effect::Assign { to: Target::Passing(_) | Target::State(_), .. }
        );
        if !acts_here {
            return None;
        }
        pc = *next;
    }
    let Op::Go { rows, next } = &plan.ops[pc.index()] else { return None };
    let ([row], Op::Test { set, .. }) = (rows.as_ref(), &plan.ops[next.index()]) else { return None };
    is_local(&plan.sets[set.index()]).then_some((*row, *set))
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
