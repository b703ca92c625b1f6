//! Agendas: which rules are tried in a slot of the turn order, class by class.

use dagaz_core::RuleId;
use dagaz_rules::path::{NameId, PathRules, PathSlot};

use super::Plan;

/// The rules of one class.
#[derive(Clone, Debug, Default)]
pub(in crate::paths) struct Class {
    /// The rules of pieces, by piece type; types without rules are left out.
    pub(in crate::paths) of_pieces: Vec<(usize, Vec<RuleId>)>,
    /// The rules that no piece begins.
    pub(in crate::paths) of_turn: Vec<RuleId>,
}

/// What is tried in one slot.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Agenda {
    /// The classes of the only `first`, in order, then all other rules. Without a `first`, or with
    /// several, one class.
    pub(in crate::paths) classes: Vec<Class>,
    /// For each rule whether its moves have to be made when they are listed.
    pub(in crate::paths) made: Vec<bool>,
    /// For each rule whether its moves are listed by their ways, and made where its tail may have
    /// several results.
    pub(in crate::paths) by_ways: Vec<bool>,
}

/// The agendas of all slots.
pub(super) fn of(plan: &Plan, rules: &PathRules) -> Vec<Agenda> {
    rules.slots.iter().enumerate().map(|(index, slot)| agenda(plan, rules, index, slot)).collect()
}

fn agenda(plan: &Plan, rules: &PathRules, index: usize, slot: &PathSlot) -> Agenda {
    let allowed = |name: NameId| slot.names.is_empty() || slot.names.contains(&name);
    let mut firsts = rules.firsts_in(slot);
    let classes = match (firsts.next(), firsts.next()) {
        (Some(first), None) => {
            let of_class = |names: &Vec<NameId>| class(rules, slot, &|name| allowed(name) && names.contains(&name));
            let is_in_none = |name: NameId| !first.classes.iter().any(|names| names.contains(&name));
            let others = class(rules, slot, &|name| allowed(name) && is_in_none(name));
            first.classes.iter().map(of_class).chain([others]).collect()
        }
        _ => vec![class(rules, slot, &allowed)],
    };
    let side = plan.side(slot.mover);
    let is_scored = |name: NameId| side.prefers[index].iter().any(|(names, _)| names.contains(&name));
    let made = rules.rules.iter().enumerate().map(|(rule, of)| {
        // Moves that compete by numbers are made one after the other, where no lane leads to them.
        let is_scored = is_scored(of.name) && side.lanes[rule].is_none();
        // Where alternatives depend on whether a move was completed, that has to be known.
        let is_known = plan.at_most_one_completion && !plan.asks_completion[rule];
        !is_known || plan.counted[rule] || is_scored
    });
    let by_ways = rules.rules.iter().enumerate().map(|(rule, of)| {
        let has_tail = side.placements[rule].as_ref().is_some_and(|placement| placement.tail.is_some());
        let has_ways = has_tail || side.ways[rule].is_some();
        has_ways && plan.at_most_one_completion && !plan.counted[rule] && !is_scored(of.name)
    });
    Agenda { classes, made: made.collect(), by_ways: by_ways.collect() }
}

fn class(rules: &PathRules, slot: &PathSlot, is_in: &dyn Fn(NameId) -> bool) -> Class {
    let is_in = |rule: &RuleId| is_in(rules.rules[rule.index()].name);
    let of_pieces = rules.pieces.iter().enumerate().map(|(kind, piece)| {
        let calls: Vec<RuleId> = piece.moves.iter().map(|call| call.rule).filter(is_in).collect();
        (kind, calls)
    });
    Class {
        of_pieces: of_pieces.filter(|(_, calls)| !calls.is_empty()).collect(),
        of_turn: rules.moves_in(slot).map(|call| call.rule).filter(is_in).collect(),
    }
}
