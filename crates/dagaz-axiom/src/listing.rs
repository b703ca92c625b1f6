//! Converts the moves of a script's generators to the move list of the [`Game`](dagaz_core::Game)
//! trait.
//!
//! The kit lists a move as often as it is generated; this list has equal moves only once.

use std::collections::HashMap;

use dagaz_core::{Effect, LimitHit, Limits, MoveList, RuleId, SiteId};

use crate::machine::{ACTION_NOTHING, Machine, MoveItem, action};

/// Puts the moves that the machine has generated into a list.
pub(crate) fn fill(machine: &Machine, list: &mut MoveList, limits: &Limits) -> Result<(), LimitHit> {
    for item in machine.items() {
        let effects = machine.effects_of(item);
        if effects.is_empty() {
            list.push_pass();
        } else {
            list.push_step(Some(RuleId(item.rule)), item.origin, target(item, effects), None, effects);
        }
        list.check(limits)?;
    }
    Ok(())
}

/// Leaves one of each set of moves that do the same. Effects in another order do, but where they
/// meet.
pub(crate) fn merge(machine: &Machine, list: &mut MoveList) {
    let all = list.len();
    list.merge_same();
    if list.len() == all {
        return;
    }
    // Seldom are there any: the moves are put together again, those apart whose order matters.
    list.clear();
    let mut orders: HashMap<Vec<Effect>, Vec<Vec<Effect>>> = HashMap::new();
    for item in machine.items() {
        let mut effects = machine.effects_of(item).to_vec();
        if effects.is_empty() {
            list.push_pass();
            continue;
        }
        let target = target(item, &effects);
        if order_matters(&effects) {
            let mut sorted = effects.clone();
            sorted.sort_unstable();
            let known = orders.entry(sorted).or_default();
            let place = known.iter().position(|order| *order == effects).unwrap_or(known.len());
            if place == known.len() {
                known.push(effects.clone());
            }
            if place > 0 {
                effects.push(Effect::Own { action: action(ACTION_NOTHING, effects.len()), value: place as i32 });
            }
        }
        list.push_step(Some(RuleId(item.rule)), item.origin, target, None, &effects);
    }
    list.merge_same();
}

/// Returns whether effects in another order might do something else: words of the script are among
/// them, or two that change the same site.
fn order_matters(effects: &[Effect]) -> bool {
    let mut sites = Vec::with_capacity(2 * effects.len());
    for effect in effects {
        match *effect {
            Effect::Move { from, to } => sites.extend([from, to]),
            Effect::Remove { site }
            | Effect::Place { site, .. }
            | Effect::Become { site, .. }
            | Effect::Give { site, .. } => sites.push(site),
            _ => return true,
        }
    }
    sites.sort_unstable();
    sites.windows(2).any(|pair| pair[0] == pair[1])
}

/// Returns the site where a move shows: where its last piece arrives, or goes.
fn target(item: &MoveItem, effects: &[Effect]) -> SiteId {
    let arrival = effects.iter().rev().find_map(|effect| match *effect {
        Effect::Move { to, .. } => Some(to),
        Effect::Place { site, .. } => Some(site),
        _ => None,
    });
    let other = || {
        effects.iter().rev().find_map(|effect| match *effect {
            Effect::Remove { site } | Effect::Become { site, .. } | Effect::Give { site, .. } => Some(site),
            _ => None,
        })
    };
    arrival.or_else(other).unwrap_or(item.origin)
}
