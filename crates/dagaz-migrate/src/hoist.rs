//! Code motion: a common end of both branches moves behind the question, and a common start before
//! it, if it concerns variables.
//!
//! A macro that tests flags and then emits one of many moves has the same effects in each branch.
//! After the motion the branches are short, and often equal to others.

use std::collections::BTreeSet;

use super::sequence::grouped;
use super::sequence::{parts_of, within};
use super::text::{Sx, list};

/// Returns a path whose branches begin and end with what is their own.
pub(super) fn hoisted(path: Vec<Sx>) -> Vec<Sx> {
    path.into_iter().map(|part| within(part, &mut hoisted)).flat_map(parts_of).flat_map(out_of_branches).collect()
}

fn out_of_branches(part: Sx) -> Vec<Sx> {
    let parts = match part {
        Sx::List(parts) if parts.len() == 4 && parts[0].is("if") => parts,
        part => return vec![part],
    };
    let mut parts = parts.into_iter().skip(1);
    let (Some(question), Some(yes), Some(no)) = (parts.next(), parts.next(), parts.next()) else { return Vec::new() };
    let mut asked = BTreeSet::new();
    let of_variables = asks_variables(&question, &mut asked);
    let mut ways = [parts_of(yes), parts_of(no)];
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    while of_variables && let Some(same) = first_action(&mut ways, &asked) {
        before.push(same);
    }
    while let [Some(one), Some(other)] = [ways[0].last(), ways[1].last()]
        && one == other
        && !matches!(one, Sx::Note(..))
    {
        ways[1].pop();
        behind.extend(ways[0].pop());
    }
    let rest = match ways.iter().all(Vec::is_empty) {
        // Either way nothing is left to do.
        true => None,
        false => {
            let [yes, no] = ways.map(|way| if way.is_empty() { Sx::List(Vec::new()) } else { grouped(way) });
            Some(list("if", [question, yes, no]))
        }
    };
    before.into_iter().chain(rest).chain(behind.into_iter().rev()).collect()
}

/// Removes and returns the common first effect of both branches, if it does not change the
/// condition.
fn first_action(ways: &mut [Vec<Sx>; 2], asked: &BTreeSet<String>) -> Option<Sx> {
    let mut asked = asked.clone();
    let [one, other] = [0, 1].map(|way| ways[way].iter().position(|part| !asks_variables(part, &mut asked)));
    let (one, other) = (one?, other?);
    const ACTIONS: [&str; 8] = ["move", "put", "take", "become", "give", "swap", "drop", "set"];
    let action = &ways[0][one];
    let is_action = ACTIONS.iter().any(|head| action.rest_of(head).is_some());
    let changes = action.rest_of("set").and_then(<[Sx]>::first);
    let changes = changes.is_some_and(|name| matches!(name, Sx::Word(name) if asked.contains(name)));
    if !is_action || changes || *action != ways[1][other] {
        return None;
    }
    ways[1].remove(other);
    Some(ways[0].remove(one))
}

/// Returns whether a question is about variables and nothing else; their names are added to those
/// that are known.
fn asks_variables(question: &Sx, names: &mut BTreeSet<String>) -> bool {
    if let Some([Sx::Word(one), Sx::Word(other)]) = question.rest_of("=") {
        names.extend([one.clone(), other.clone()]);
        return true;
    }
    let parts = ["and", "or", "not"].iter().find_map(|head| question.rest_of(head));
    parts.is_some_and(|parts| !parts.is_empty() && parts.iter().all(|part| asks_variables(part, names)))
}
