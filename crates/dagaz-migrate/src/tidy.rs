//! Paths as a person would write them: what is done where it happens, loops as runs, and nothing
//! twice.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::question::{elements, excludes_nothing};
use super::sequence::{grouped, grouped_or_nothing, parts_of, within};
use super::text::{Sx, list, word};

/// Rounds of rewriting. Each makes a path shorter or nearer to its end, so that few are needed.
const ROUNDS: usize = 12;
/// Maximum parts of a path that is simplified: a longer one is unreadable in any form.
const PARTS_MAX: usize = 3_000;

/// Returns a translated path, tidied. Exactly: nothing is done before its move is emitted.
pub(super) fn tidy(draft: &Draft<'_>, path: Vec<Sx>, notes: &[&str], exactly: bool) -> Vec<Sx> {
    let mut path = super::hoist::hoisted(without_unused(path));
    let is_long = path.iter().map(Sx::size).sum::<usize>() > PARTS_MAX;
    if !exactly && !is_long {
        for note in taken(&path) {
            path = done_at_once(path, note);
        }
        path = without_unused(path);
    }
    for _ in 0..if is_long { 0 } else { ROUNDS } {
        let again = simple(draft, path.clone());
        if again == path {
            break;
        }
        path = again;
    }
    let notes: Vec<&str> = notes.iter().map(|called| draft.note_name(called)).collect();
    named(path, &notes)
}

/// Returns the notes that are asked for.
fn noted(path: &[Sx]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    path.iter().for_each(|part| {
        part.each(&mut |part| {
            if let Sx::Noted(which) = part {
                all.insert(*which);
            }
        });
    });
    all
}

/// Returns the notes where something is captured.
fn taken(path: &[Sx]) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    path.iter().for_each(|part| {
        part.each(&mut |part| {
            if let Some([Sx::Noted(which)]) = part.rest_of("take") {
                all.insert(*which);
            }
        });
    });
    all
}

/// Without unused bindings.
fn without_unused(path: Vec<Sx>) -> Vec<Sx> {
    let used = noted(&path);
    fn keep(sx: Sx, used: &BTreeSet<usize>) -> Option<Sx> {
        match sx {
            Sx::Note(which, _) if !used.contains(&which) => None,
            Sx::List(parts) => {
                // A branch in which nothing is left is a branch still.
                let branches = parts.first().is_some_and(|head| head.is("if") || head.is("or"));
                let kept =
                    parts.into_iter().filter_map(|part| keep(part, used).or(branches.then(|| Sx::List(Vec::new()))));
                Some(Sx::List(kept.collect()))
            }
            other => Some(other),
        }
    }
    path.into_iter().filter_map(|part| keep(part, &used)).collect()
}

/// A capture that every way from its note on ends with is written at the note itself.
fn done_at_once(path: Vec<Sx>, note: usize) -> Vec<Sx> {
    let noted_here = |part: &Sx| matches!(part, Sx::Note(which, place) if *which == note && place.is("here"));
    let at = path.iter().position(noted_here);
    let Some(at) = at else {
        // It may be within one of several ways.
        return path.into_iter().map(|part| within(part, &mut |parts| done_at_once(parts, note))).collect();
    };
    let act = list("take", [Sx::Noted(note)]);
    let rest = &path[at + 1..];
    if !always(rest, &act) {
        return path;
    }
    let rest: Vec<Sx> = rest.iter().map(|part| removed(part, &act)).collect();
    if noted(&rest).contains(&note) {
        return path;
    }
    let mut done = path[..at].to_vec();
    done.push(list("take", []));
    done.extend(rest.into_iter().filter(|part| !matches!(part, Sx::List(parts) if parts.is_empty())));
    done
}

/// Returns whether every way to the end of a path does something.
fn always(path: &[Sx], act: &Sx) -> bool {
    path.iter().any(|part| {
        part == act
            || match part.rest_of("or") {
                Some(ways) => !ways.is_empty() && ways.iter().all(|way| always(&parts_of(way.clone()), act)),
                None => match part.rest_of("if") {
                    Some([_, yes, no]) => [yes, no].into_iter().all(|way| always(&parts_of(way.clone()), act)),
                    _ => false,
                },
            }
    })
}

fn removed(sx: &Sx, act: &Sx) -> Sx {
    if sx == act {
        return Sx::List(Vec::new());
    }
    match sx {
        Sx::List(parts) => {
            let is_branch = sx.rest_of("or").is_some() || sx.rest_of("if").is_some();
            let parts = parts.iter().map(|part| removed(part, act));
            let nothing = |part: &Sx| matches!(part, Sx::List(parts) if parts.is_empty());
            Sx::List(parts.filter(|part| is_branch || !nothing(part)).collect())
        }
        other => other.clone(),
    }
}

/// One round of rewriting.
fn simple(draft: &Draft<'_>, path: Vec<Sx>) -> Vec<Sx> {
    let inner = path.into_iter().map(|part| within(part, &mut |parts| simple(draft, parts)));
    // Sequences within a sequence, and questions that are all asked.
    let mut path: Vec<Sx> = inner.flat_map(parts_of).flat_map(elements).collect();
    looks_that_are_gone(&mut path);
    ends_of_loops(draft, &mut path);
    hops_before_loops(&mut path);
    hops_as_one(draft, &mut path);
    last_rounds(&mut path);
    path = path.into_iter().flat_map(|part| alternatives(draft, part)).collect();
    path = path.into_iter().flat_map(branches).collect();
    doubled(draft, &mut path);
    path
}

/// `(see d S) d`: the hop shows it.
fn looks_that_are_gone(path: &mut Vec<Sx>) {
    let mut at = 0;
    while at + 1 < path.len() {
        let looked = path[at].rest_of("see").map(<[Sx]>::to_vec);
        if let (Some(looked), Sx::Step(step)) = (looked, &path[at + 1])
            && let Some((Sx::Step(seen), rest)) = looked.split_first()
            && seen == step
            && rest.iter().all(|part| !matches!(part, Sx::Step(_)))
        {
            let rest = rest.to_vec();
            path.remove(at);
            path.splice(at + 1..at + 1, rest);
        }
        at += 1;
    }
}

/// `(most S …) (not S) T`: where T cannot be S, any number of rounds will do. Of `(most d S)`,
/// nothing else can end it.
fn ends_of_loops(draft: &Draft<'_>, path: &mut Vec<Sx>) {
    for at in 0..path.len() {
        let Some(rounds) = path[at].rest_of("most").map(<[Sx]>::to_vec) else { continue };
        let Some(first) = rounds.first().cloned() else { continue };
        match path.get(at + 1).cloned() {
            Some(Sx::List(look)) if look.first().is_some_and(|head| head.is("not")) && look[1..] == rounds[..] => {
                // What ends the loop is that a round cannot be gone.
                path.remove(at + 1);
                return;
            }
            Some(end) if end == super::question::contrary(first.clone()) => {
                let next = path.get(at + 2);
                if next.is_some_and(|next| draft.excludes(next, &first)) {
                    path[at] = list("many", rounds);
                    path.remove(at + 1);
                    return;
                }
                let next = path.get(at + 2).and_then(|next| next.rest_of("or"));
                if next.is_some_and(|ways| {
                    ways.iter()
                        .all(|way| parts_of(way.clone()).first().is_some_and(|part| draft.excludes(part, &first)))
                }) {
                    path[at] = list("many", rounds);
                    path.remove(at + 1);
                    return;
                }
            }
            _ => {}
        }
    }
}

/// `d (many S d)` is `(many d S) d`.
fn hops_before_loops(path: &mut [Sx]) {
    for at in 0..path.len().saturating_sub(1) {
        let Sx::Step(step) = &path[at] else { continue };
        let Some(rounds) = path[at + 1].rest_of("many") else { continue };
        let Some((Sx::Step(last), rest)) = rounds.split_last() else { continue };
        if last == step && !rest.is_empty() && rest.iter().all(|part| !matches!(part, Sx::Step(_))) {
            let rounds = list("many", std::iter::once(path[at].clone()).chain(rest.to_vec()));
            path[at + 1] = path[at].clone();
            path[at] = rounds;
            return;
        }
    }
}

/// Two hops with nothing between are one.
fn hops_as_one(draft: &Draft<'_>, path: &mut Vec<Sx>) {
    let mut at = 0;
    while at + 1 < path.len() {
        if let (Sx::Step(super::text::Step::Vector(one)), Sx::Step(super::text::Step::Vector(other))) =
            (&path[at], &path[at + 1])
            && let Some(both) = draft.board.joined(one, other)
        {
            path[at] = Sx::Step(super::text::Step::Vector(both));
            path.remove(at + 1);
            continue;
        }
        at += 1;
    }
}

/// `(many P) P` is `(run P)`.
fn last_rounds(path: &mut Vec<Sx>) {
    for at in 0..path.len() {
        let Some(rounds) = path[at].rest_of("many").map(<[Sx]>::to_vec) else { continue };
        let behind = path.get(at + 1..at + 1 + rounds.len());
        if !rounds.is_empty() && behind == Some(rounds.as_slice()) {
            let count = rounds.len();
            path[at] = list("run", rounds);
            path.drain(at + 1..at + 1 + count);
            return;
        }
    }
}

/// What all alternatives have in common stands before and behind them.
fn alternatives(draft: &Draft<'_>, part: Sx) -> Vec<Sx> {
    let Some(ways) = part.rest_of("or") else { return vec![part] };
    let mut ways: Vec<Vec<Sx>> = ways
        .iter()
        .cloned()
        .flat_map(|way| match way.rest_of("or") {
            Some(inner) => inner.to_vec(),
            None => vec![way],
        })
        .map(parts_of)
        .collect();
    let mut known: Vec<Vec<Sx>> = Vec::new();
    ways.retain(|way| {
        let new = !known.contains(way);
        known.push(way.clone());
        new
    });
    if ways.len() == 1 {
        return ways.remove(0);
    }
    let questions = ways.iter().all(|way| !way.is_empty() && way.iter().all(super::sequence::is_question));
    if questions {
        let any = draft.any(ways.iter().map(|way| super::question::all(way.clone())).collect());
        return vec![any];
    }
    let (before, behind) = common(&mut ways);
    let empty = ways.iter().filter(|way| way.is_empty()).count();
    if !before.is_empty() || !behind.is_empty() {
        let rest = match empty == ways.len() {
            true => Vec::new(),
            false => vec![list("or", ways.into_iter().map(grouped_or_nothing))],
        };
        return before.into_iter().chain(rest).chain(behind).collect();
    }
    if empty == 1 && ways.len() == 2 {
        let way = ways.into_iter().find(|way| !way.is_empty()).unwrap_or_default();
        return vec![list("maybe", way)];
    }
    vec![list("or", ways.into_iter().map(grouped_or_nothing))]
}

/// The same of two branches.
fn branches(part: Sx) -> Vec<Sx> {
    let Some([question, yes, no]) = part.rest_of("if") else { return vec![part] };
    if let Sx::Word(_) = yes
        && yes == no
    {
        return vec![yes.clone()];
    }
    let mut ways = vec![parts_of(yes.clone()), parts_of(no.clone())];
    let mut behind = Vec::new();
    while let (Some(one), Some(other)) = (ways[0].last(), ways[1].last()) {
        if one != other {
            break;
        }
        behind.insert(0, one.clone());
        ways.iter_mut().for_each(|way| {
            way.pop();
        });
    }
    let no = ways.pop().unwrap_or_default();
    let yes = ways.pop().unwrap_or_default();
    let branch = match (yes.is_empty(), no.is_empty()) {
        (true, true) => None,
        (false, true) => Some(list("if", [question.clone(), grouped(yes)])),
        (true, false) => match super::question::contrary(question.clone()) {
            // A word is shorter than its contrary.
            contrary if contrary.size() <= question.size() => Some(list("if", [contrary, grouped(no)])),
            _ => Some(list("unless", std::iter::once(question.clone()).chain(no))),
        },
        (false, false) => Some(list("if", [question.clone(), grouped(yes), grouped(no)])),
    };
    branch.into_iter().chain(behind).collect()
}

/// What several ways begin with, and what they end with; it is taken out of them.
fn common(ways: &mut [Vec<Sx>]) -> (Vec<Sx>, Vec<Sx>) {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    while let Some(first) = ways[0].first().cloned() {
        // Notes belong to one way.
        if matches!(first, Sx::Note(..)) || !ways.iter().all(|way| way.first() == Some(&first)) {
            break;
        }
        ways.iter_mut().for_each(|way| {
            way.remove(0);
        });
        before.push(first);
    }
    while let Some(last) = ways[0].last().cloned() {
        if matches!(last, Sx::Note(..)) || !ways.iter().all(|way| way.last() == Some(&last)) {
            break;
        }
        ways.iter_mut().for_each(|way| {
            way.pop();
        });
        behind.insert(0, last);
    }
    (before, behind)
}

/// Simplifications that follow from neighbouring elements.
fn doubled(draft: &Draft<'_>, path: &mut Vec<Sx>) {
    let mut at = 0;
    while at + 1 < path.len() {
        if !super::sequence::is_question(&path[at]) || !super::sequence::is_question(&path[at + 1]) {
            at += 1;
            continue;
        }
        let (one, other) = (path[at].clone(), path[at + 1].clone());
        let wider = |wide: &Sx, part: &Sx| wide.rest_of("or").is_some_and(|parts| parts.contains(part));
        if one == other || excludes_nothing(draft, &other, &one) || wider(&one, &other) {
            path.remove(at);
        } else if excludes_nothing(draft, &one, &other) || wider(&other, &one) {
            path.remove(at + 1);
        } else {
            at += 1;
        }
    }
}

/// A hop and a set alone would be read as the sites one hop from the set where several ways stand
/// together.
fn guarded(sx: Sx) -> Sx {
    let Sx::List(parts) = sx else { return sx };
    // What these are about is a set in any case.
    const OF_SETS: [&str; 12] =
        ["set", "add", "let", "take", "put", "become", "give", "move", "swap", "at", "any", "no"];
    if parts.first().is_some_and(|head| OF_SETS.iter().any(|name| head.is(name))) {
        return Sx::List(parts);
    }
    let mut parts = parts;
    if parts.len() > 1 && parts[0].is("open") {
        // What begins with the word opens a site.
        parts[0] = list("is", [word("open")]);
    }
    let several = parts.first().is_some_and(|head| head.is("or") || head.is("maybe"));
    let is_hops = |way: &[Sx]| way.len() > 1 && way.iter().all(|part| matches!(part, Sx::Step(_)));
    let parts = parts.into_iter().map(|part| match guarded(part) {
        // Hops alone would be a choice of them.
        Sx::List(mut way) if is_hops(&way) => {
            way.push(Sx::List(Vec::new()));
            Sx::List(way)
        }
        Sx::List(mut way) if several && way.len() == 2 && matches!(way[0], Sx::Step(_)) => {
            way.push(Sx::List(Vec::new()));
            Sx::List(way)
        }
        part => part,
    });
    Sx::List(parts.collect())
}

/// Notes get their names.
fn named(path: Vec<Sx>, notes: &[&str]) -> Vec<Sx> {
    let used: Vec<usize> = noted(&path).into_iter().collect();
    let name = |which: usize| {
        let called = notes.get(which).copied().unwrap_or("spot");
        let same = used.iter().take_while(|other| **other != which).filter(|other| notes.get(**other) == Some(&called));
        match same.count() {
            0 => called.to_string(),
            before => format!("{called}-{}", before + 1),
        }
    };
    path.iter()
        .map(|part| {
            let part = guarded(part.clone());
            part.map(&mut |part| match part {
                Sx::Note(which, inner) => Some(list("let", [word(name(*which)), (**inner).clone()])),
                Sx::Noted(which) => Some(word(name(*which))),
                _ => None,
            })
        })
        .collect()
}
