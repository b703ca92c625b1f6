//! Did you mean? Names close to one that we do not know.

use crate::fix::Hint;

/// Names longer than this are not compared letter by letter.
const LENGTH_MAX: usize = 40;

/// How many names a hint lists before it says "and more".
const LISTED_MAX: usize = 12;

/// Returns a hint for an unknown name: the closest known one, and the list of known ones. `place`
/// names their owner: "this board has".
pub fn hint<'a>(unknown: &str, place: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<Hint> {
    let mut listed: Vec<&str> = Vec::new();
    let mut more = 0;
    for name in known.clone() {
        if listed.contains(&name) {
            continue;
        }
        if listed.len() < LISTED_MAX {
            listed.push(name);
        } else {
            more += 1;
        }
    }
    if listed.is_empty() {
        return Some(format!("{place} none").into());
    }
    let list =
        format!("{place} {}{}", listed.join(", "), if more > 0 { format!(" and {more} more") } else { String::new() });
    match closest(unknown, known) {
        Some(name) => {
            let text = format!("did you mean `{name}`? {}", capitalised(&list));
            Some(Hint::instead(text, unknown, name))
        }
        None => Some(list.into()),
    }
}

/// Returns the hint that `name` was meant by `unknown`.
pub fn did_you_mean(unknown: &str, name: &str) -> Hint {
    Hint::instead(format!("did you mean `{name}`?"), unknown, name)
}

/// Returns the known name closest to `unknown`, if one is close enough to be meant.
pub fn closest<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = unknown.chars().count();
    if length > LENGTH_MAX {
        return None;
    }
    let allowed = match length {
        0..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    let is_capital = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    let (lower, capital) = (unknown.to_lowercase(), is_capital(unknown));
    // Pieces and players are written with a capital, and other words without: `Knight` is no
    // misspelt `light`, so that between the two each letter counts twice.
    let apart = |name: &str| {
        if is_capital(name) == capital { distance(unknown, name) } else { distance(&lower, &name.to_lowercase()) * 2 }
    };
    known
        .filter(|name| name.chars().count().abs_diff(length) <= allowed)
        .map(|name| (if name.to_lowercase() == lower { 0 } else { apart(name) }, name))
        .filter(|&(distance, name)| distance <= allowed && distance < length.max(name.chars().count()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns how many letters must be put in, left out, changed or swapped with the next to turn one
/// word into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            next[j] = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_is_found_and_far_ones_are_not() {
        let known = ["n", "ne", "north", "promotion", "pass-turn"];
        let cases = [
            ("nne", Some("ne")),
            ("nort", Some("north")),
            ("nroth", Some("north")),
            ("PROMOTION", Some("promotion")),
            ("promtoion", Some("promotion")),
            ("x", None),
            ("castle", None),
            ("pass turn", Some("pass-turn")),
            ("Pormotion", Some("promotion")),
            ("Forto", None),
        ];
        for (unknown, expected) in cases {
            assert_eq!(closest(unknown, known.into_iter()), expected, "{unknown}");
        }
    }

    #[test]
    fn a_suggestion_lists_the_existing_names() {
        let hints = [
            (hint("nne", "this board has", ["n", "ne"].into_iter()), "did you mean `ne`? This board has n, ne"),
            (hint("castle", "this board has", ["n", "n"].into_iter()), "this board has n"),
            (hint("castle", "this board has", [].into_iter()), "this board has none"),
        ];
        for (hint, expected) in hints {
            assert_eq!(hint.map(|hint| hint.text).as_deref(), Some(expected));
        }
        let many: Vec<String> = (0..20).map(|n| format!("p{n:02}")).collect();
        let hint = hint("castle", "there are", many.iter().map(String::as_str)).map_or(String::new(), |hint| hint.text);
        assert!(hint.ends_with("p11 and 8 more"), "{hint}");
    }
}
