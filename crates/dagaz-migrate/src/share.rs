//! Common parts of long rules are extracted and named.
//!
//! The macros of a ZRF are expanded before the translation, so a part that its author wrote once
//! appears a hundred times. Only long games get such names; short ones are easier to read without
//! them.

use std::collections::{HashMap, HashSet};

use super::endings::Clause;
use super::names::Names;
use super::sequence::within;
use super::text::{Step, Sx, list, word};

/// Parts of all rules together from which on names are worth their while.
const LONG: usize = 6_000;
/// Parts that something must have to get a name.
const LEAST: usize = 12;
/// Parts that a name must save.
const SAVED: usize = 60;

/// Minimum number of equal effects in a row.
const RUN: usize = 3;

/// What stands several times in rules becomes a definition.
pub(super) fn shared(rules: &mut Vec<Clause>, names: &mut Names) {
    let size: usize = rules.iter().map(|(_, rule)| rule.size()).sum();
    if size < LONG {
        return;
    }
    let bound: HashSet<String> = rules.iter().flat_map(|(_, rule)| bound(rule)).collect();
    rules.iter_mut().for_each(|(_, rule)| *rule = changed(rule, &mut |path| in_runs(path, &bound)));
    let mut parts = SubtermTable { bound: &bound, numbers: HashMap::new(), known: Vec::new() };
    let roots: Vec<usize> = rules.iter().map(|(_, rule)| parts.number(rule)).collect();
    let known = parts.known;
    let mut uses = vec![0; known.len()];
    known.iter().flat_map(|part| &part.parts).for_each(|part| uses[*part] += 1);
    // Each stands behind its parts, which are short by now.
    let mut short: Vec<Sx> = Vec::with_capacity(known.len());
    let mut definitions = Vec::new();
    for (part, uses) in known.iter().zip(uses) {
        let text = match part.leaf {
            Some(leaf) => leaf.clone(),
            None => Sx::List(part.parts.iter().map(|part| short[*part].clone()).collect()),
        };
        // What a use of it saves, but for the word that stands there instead.
        let saved = || text.size() - 1;
        let named = part.free && uses > 1 && text.size() >= LEAST && (uses - 1) * saved() >= SAVED;
        short.push(match named {
            true => {
                let name = names.take(&format!("part-{}", definitions.len() + 1));
                let definition = list("define", [word(name.clone()), text]);
                definitions.push((format!("define {name}"), definition));
                word(name)
            }
            false => text,
        });
    }
    rules.iter_mut().zip(roots).for_each(|((_, rule), root)| *rule = short[root].clone());
    rules.iter_mut().for_each(|(_, rule)| *rule = changed(rule, &mut out_of_runs));
    rules.extend(definitions);
}

/// Returns a rule with its path changed.
fn changed(rule: &Sx, change: &mut dyn FnMut(Vec<Sx>) -> Vec<Sx>) -> Sx {
    match rule.rest_of("rule") {
        Some([header, path @ ..]) => list("rule", std::iter::once(header.clone()).chain(change(path.to_vec()))),
        _ => rule.clone(),
    }
}

/// Returns the kind of a repeated effect.
fn kind(part: &Sx) -> Option<&'static str> {
    ["if", "put", "set", "take"].into_iter().find(|head| part.rest_of(head).is_some())
}

/// Returns whether these are one of the rows.
fn is_run(parts: &[Sx]) -> bool {
    let first = parts.first().and_then(kind);
    parts.len() >= RUN && first.is_some() && parts.iter().all(|part| kind(part) == first)
}

/// Returns whether something means the same everywhere: it mentions no name that a rule gives.
fn is_free(part: &Sx, bound: &HashSet<String>) -> bool {
    let mut free = true;
    part.each(&mut |part| {
        free &= match part {
            Sx::Word(name) => !bound.contains(name),
            Sx::Step(Step::Parameter(_)) | Sx::Note(..) | Sx::Noted(_) => false,
            _ => true,
        };
    });
    free
}

/// Consecutive effects of one kind become one element, since their neighbours differ elsewhere.
fn in_runs(path: Vec<Sx>, bound: &HashSet<String>) -> Vec<Sx> {
    let path: Vec<Sx> = path.into_iter().map(|part| within(part, &mut |path| in_runs(path, bound))).collect();
    let kinds: Vec<_> = path.iter().map(|part| kind(part).filter(|_| is_free(part, bound))).collect();
    let mut grouped = Vec::new();
    let mut rest = path.as_slice();
    for run in kinds.chunk_by(|one, other| one == other) {
        let (parts, behind) = rest.split_at(run.len());
        rest = behind;
        match run[0].is_some() && run.len() >= RUN && run.len() < path.len() {
            true => grouped.push(Sx::List(parts.to_vec())),
            false => grouped.extend_from_slice(parts),
        }
    }
    grouped
}

/// Rows that have got no name are elements of the path again.
fn out_of_runs(path: Vec<Sx>) -> Vec<Sx> {
    let parts = path.into_iter().map(|part| within(part, &mut out_of_runs));
    parts
        .flat_map(|part| match part {
            Sx::List(run) if is_run(&run) => run,
            part => vec![part],
        })
        .collect()
}

/// Names that a rule gives to directions, numbers and places: what mentions them means nothing
/// elsewhere.
fn bound(rule: &Sx) -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |part: &Sx| {
        if let Sx::Word(name) = part {
            all.push(name.clone());
        }
    };
    if let Some([Sx::List(header), ..]) = rule.rest_of("rule") {
        header.iter().skip(1).for_each(&mut add);
    }
    rule.each(&mut |part| {
        if let Some([name, ..]) = part.rest_of("let") {
            add(name);
        }
    });
    all
}

/// A part of a text.
struct Subterm<'s> {
    leaf: Option<&'s Sx>,
    parts: Vec<usize>,
    /// Whether it means the same everywhere.
    free: bool,
}

/// All parts of texts, numbered so that the same have the same number, and each a larger one than
/// its own parts.
struct SubtermTable<'s, 'b> {
    bound: &'b HashSet<String>,
    numbers: HashMap<(Option<&'s Sx>, Vec<usize>), usize>,
    known: Vec<Subterm<'s>>,
}

impl<'s> SubtermTable<'s, '_> {
    fn number(&mut self, text: &'s Sx) -> usize {
        let (leaf, parts): (Option<&Sx>, Vec<usize>) = match text {
            Sx::List(parts) => (None, parts.iter().map(|part| self.number(part)).collect()),
            leaf => (Some(leaf), Vec::new()),
        };
        if let (Some([Sx::List(_), ..]), Some(kinds)) = (text.rest_of("become"), parts.get(1)) {
            // A choice of piece types is not an element of a path.
            self.known[*kinds].free = false;
        }
        let is_own = match leaf {
            Some(Sx::Word(name)) => !self.bound.contains(name),
            Some(Sx::Step(Step::Parameter(_)) | Sx::Note(..) | Sx::Noted(_)) => false,
            _ => true,
        };
        let free = is_own && parts.iter().all(|part| self.known[*part].free);
        let next = self.known.len();
        let number = *self.numbers.entry((leaf, parts.clone())).or_insert(next);
        if number == next {
            self.known.push(Subterm { leaf, parts, free });
        }
        number
    }
}
