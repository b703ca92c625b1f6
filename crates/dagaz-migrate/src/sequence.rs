//! Paths as sequences of parts.

use super::text::Sx;

/// Words that begin a list which is one element, not several in a row.
const HEADS: [&str; 45] = [
    "and", "or", "not", "see", "many", "most", "run", "times", "maybe", "if", "unless", "first", "take", "put", "drop",
    "pocket", "become", "give", "set", "add", "move", "swap", "shift", "at", "fly", "land", "then", "may", "must", "=",
    "<", ">", ">=", "<=", "any", "no", "all", "let", "count", "repeats", "was", "back", "hand", "along", "as",
];

/// Elements as one.
pub(super) fn grouped(mut parts: Vec<Sx>) -> Sx {
    if parts.len() == 1 { parts.remove(0) } else { Sx::List(parts) }
}

/// Elements of a path that an element stands for.
pub(super) fn parts_of(sx: Sx) -> Vec<Sx> {
    match sx {
        Sx::List(parts) if is_sequence(&parts) => parts,
        other => vec![other],
    }
}

/// Returns whether a list is a sequence of parts, and not one element with arguments.
pub(super) fn is_sequence(parts: &[Sx]) -> bool {
    match parts.first() {
        // A hop and a place is the place one hop from there.
        Some(Sx::Step(_)) => {
            !matches!(&parts[1..], [Sx::Word(name)] if name == "here")
                && !matches!(&parts[1..], [Sx::List(inner)] if matches!(inner.first(), Some(Sx::Step(_))))
                && !matches!(&parts[1..], [Sx::Noted(_)])
        }
        Some(Sx::Word(head)) => head != "attacked-by" && !HEADS.contains(&head.as_str()),
        _ => true,
    }
}

/// Returns whether an element of a path only asks about the site where the walk is.
pub(super) fn is_question(part: &Sx) -> bool {
    match part {
        Sx::Word(name) => name != "pass",
        Sx::List(parts) => match parts.first() {
            Some(Sx::Word(head)) if head == "and" || head == "or" => parts[1..].iter().all(is_question),
            Some(Sx::Word(head)) => ["not", "see", "any", "no", "=", "as", "attacked-by"].contains(&head.as_str()),
            _ => false,
        },
        _ => false,
    }
}

/// Returns an element with the sequences inside it changed.
pub(super) fn within(sx: Sx, change: &mut dyn FnMut(Vec<Sx>) -> Vec<Sx>) -> Sx {
    let Sx::List(parts) = sx else { return sx };
    if is_sequence(&parts) {
        return Sx::List(change(parts));
    }
    let Some(Sx::Word(name)) = parts.first().cloned() else { return Sx::List(parts) };
    let mut parts = parts.into_iter();
    let head = parts.next();
    let rest: Vec<Sx> = parts.collect();
    let one = |part: Sx, change: &mut dyn FnMut(Vec<Sx>) -> Vec<Sx>| grouped_or_nothing(change(parts_of(part)));
    let rest: Vec<Sx> = match name.as_str() {
        "or" => rest.into_iter().map(|part| one(part, change)).collect(),
        "if" => {
            let mut rest = rest.into_iter();
            let question = rest.next();
            question.into_iter().chain(rest.map(|part| one(part, change))).collect()
        }
        "unless" => {
            let mut rest = rest.into_iter();
            let question = rest.next();
            question.into_iter().chain(change(rest.collect())).collect()
        }
        "many" | "most" | "run" | "maybe" => change(rest),
        _ => rest,
    };
    Sx::List(head.into_iter().chain(rest).collect())
}

/// Elements as one; an empty list for none.
pub(super) fn grouped_or_nothing(parts: Vec<Sx>) -> Sx {
    if parts.is_empty() { Sx::List(Vec::new()) } else { grouped(parts) }
}
