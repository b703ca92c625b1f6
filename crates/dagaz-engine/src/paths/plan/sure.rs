//! Sure suffixes: if exactly one move follows each choice of a site, the choices are counted
//! without making the moves.

use dagaz_rules::path::PathRules;

use super::{Effect, Op, Pc, Plan, SetId, SetNode, Subject, Target};

/// Conditions under which exactly one move follows.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Sure {
    pub(in crate::paths) changes: Changes,
    /// Sets that must have a site.
    pub(in crate::paths) needs: Vec<SetId>,
    /// Whether the last operation ends a hook, so that the later hooks must be sure as well.
    pub(in crate::paths) in_hook: bool,
}

/// What is done on the chosen site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) enum Changes {
    Takes,
    Puts,
    /// The piece on the first site of a set comes there.
    Moves(SetId),
}

/// For each operation that chooses a site, on what condition exactly one move follows each choice.
pub(super) fn of(plan: &Plan, rules: &PathRules) -> Vec<Option<Sure>> {
    let prefers = !rules.prefer.is_empty() || rules.slots.iter().any(|slot| !slot.prefer.is_empty());
    let hooks_may_count = rules.levels == 1 && !prefers && !plan.has_capture_hooks;
    let sure = |op: &Op| match op {
        Op::At { next, .. } => {
            let next = match &plan.ops[next.index()] {
                Op::Way { next, .. } => next,
                _ => next,
            };
            let Op::Do { effect, next } = &plan.ops[next.index()] else { return None };
            let (changes, needs) = match &plan.effects[effect.index()] {
                Effect::Take(Subject::Here) => (Changes::Takes, Vec::new()),
                Effect::Put { at: Subject::Here, .. } => (Changes::Puts, Vec::new()),
                Effect::Move { from, to } if plan.sets[to.index()] == SetNode::Here && is_fixed(plan, *from) => {
                    (Changes::Moves(*from), vec![*from])
                }
                _ => return None,
            };
            let mut sure = Sure { changes, needs, in_hook: false };
            let counts = ends(plan, *next, &mut sure);
            (counts && if sure.in_hook { hooks_may_count } else { plan.one_completion }).then_some(sure)
        }
        _ => None,
    };
    plan.ops.iter().map(sure).collect()
}

/// Whether a hook has exactly one result.
fn has_one_result(plan: &Plan, hook: Pc) -> bool {
    let mut sure = Sure { changes: Changes::Takes, needs: Vec::new(), in_hook: false };
    ends(plan, hook, &mut sure) && sure.needs.is_empty() && sure.in_hook
}

/// Whether the operations up to the end of the step or hook have exactly one result and leave the
/// cursor.
fn ends(plan: &Plan, pc: Pc, sure: &mut Sure) -> bool {
    match &plan.ops[pc.index()] {
        Op::EndStep { last, .. } => *last && !sure.in_hook,
        Op::HookEnd => {
            sure.in_hook = true;
            true
        }
        Op::Branch { yes, no, .. } | Op::BranchSet { yes, no, .. } => {
            let mut other = sure.clone();
            let both = ends(plan, *yes, sure) && ends(plan, *no, &mut other);
            both && sure.in_hook == other.in_hook
        }
        Op::Do { effect, next } => {
            let assigns = matches!(
                &plan.effects[effect.index()],
                Effect::Assign { to: Target::Passing(_) | Target::State(_), .. }
                    | Effect::Keep { .. }
                    | Effect::ExtraTurn
                    | Effect::Skip(_)
                    | Effect::Goto(_)
            );
            assigns && ends(plan, *next, sure)
        }
        _ => false,
    }
}

/// Whether a set is the same whatever site is chosen.
fn is_fixed(plan: &Plan, set: SetId) -> bool {
    match &plan.sets[set.index()] {
        SetNode::Constant(_) | SetNode::Live(_) | SetNode::Empty | SetNode::Occupied | SetNode::Held(_) => true,
        SetNode::All(parts) | SetNode::Any(parts) => parts.iter().all(|part| is_fixed(plan, *part)),
        SetNode::Not(inner) => is_fixed(plan, *inner),
        _ => false,
    }
}

/// For each hook list from which place on all hooks have exactly one result.
pub(super) fn sure_from(plan: &Plan, hooks: &[Pc]) -> usize {
    hooks.len() - hooks.iter().rev().take_while(|hook| has_one_result(plan, **hook)).count()
}
