//! What long rules have in common is said once, under a name of its own.
//!
//! The macros of a ZRF are written out before anything is translated, so that what its author wrote once stands there a
//! hundred times. Only games that are long get such names: in short ones the text is read more easily as it stands.

use std::collections::{HashMap, HashSet};

use super::endings::Clause;
use super::names::Names;
use super::text::{Step, Sx, list, word};

/// Parts of all rules together from which on names are worth their while.
const LONG: usize = 6_000;
/// Parts that something must have to get a name.
const LEAST: usize = 12;
/// Parts that a name must save.
const SAVED: usize = 60;

/// What stands several times in rules becomes a definition.
pub(super) fn shared(rules: &mut Vec<Clause>, names: &mut Names) {
    let size: usize = rules.iter().map(|(_, rule)| rule.size()).sum();
    if size < LONG {
        return;
    }
    let bound: HashSet<String> = rules.iter().flat_map(|(_, rule)| bound(rule)).collect();
    let mut parts = Parts { bound: &bound, numbers: HashMap::new(), known: Vec::new() };
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
    rules.extend(definitions);
}

/// Names that a rule gives to directions, numbers and places: what mentions them means nothing elsewhere.
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
struct Part<'s> {
    leaf: Option<&'s Sx>,
    parts: Vec<usize>,
    /// Whether it means the same everywhere.
    free: bool,
}

/// All parts of texts, numbered so that the same have the same number, and each a larger one than its own parts.
struct Parts<'s, 'b> {
    bound: &'b HashSet<String>,
    numbers: HashMap<(Option<&'s Sx>, Vec<usize>), usize>,
    known: Vec<Part<'s>>,
}

impl<'s> Parts<'s, '_> {
    fn number(&mut self, text: &'s Sx) -> usize {
        let (leaf, parts): (Option<&Sx>, Vec<usize>) = match text {
            Sx::List(parts) => (None, parts.iter().map(|part| self.number(part)).collect()),
            leaf => (Some(leaf), Vec::new()),
        };
        if let (Some([Sx::List(_), ..]), Some(kinds)) = (text.rest_of("become"), parts.get(1)) {
            // A choice of piece types is no part of a path.
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
            self.known.push(Part { leaf, parts, free });
        }
        number
    }
}
