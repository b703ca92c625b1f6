//! Names of a ZRF as names of edition 3: words without its signs, each of them one thing in the
//! whole game.

use std::collections::{HashMap, HashSet};

use dagaz_drf::is_taken;

/// Letters of a name at most; a ZRF's may have any number.
const LETTERS_MAX: usize = 60;

/// Words that mean something where names stand and are in no list of the reader's.
const WORDS: &str = "
    along and anyone as back-to beside board capture columns draw each edge enemy except extra-turn first forced free game pseudo-legal
    goto hand if is it later leaper let left lift lower made many may maybe me mirror most move move-end move-start
    mover moves must my-turn no no-moves nobody-moves nobody none not now of on or orthogonal diagonal adjacent out owner pass
    pick play player pocket position put rank right roll rule see seats site situation skip spend step-end step-start
    team then times top tuck u unless use var variant walk win lose score dead slide step hop
    n e s w ne nw se sw d true false back repeats hand doubles faces parameter statistic";

/// The names that are taken.
pub(super) struct Names {
    taken: HashSet<String>,
    /// How often a name was wanted: the number from which on a free one is looked for.
    wanted: HashMap<String, u32>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names { taken: WORDS.split_whitespace().map(str::to_string).collect(), wanted: HashMap::new() }
    }

    /// Takes a name as it is: a board has made it.
    pub(super) fn keep(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// Returns whether a name is free as it is.
    pub(super) fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(name) && !is_taken(name) && plain(name) == name
    }

    /// Returns an unused name that is as close to the requested one as possible.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let base = plain(wanted);
        let mut letters = base.chars();
        let large: String = letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
        self.first_free([base.clone(), large]).unwrap_or_else(|| self.numbered(base))
    }

    /// The same without a capital, which is for pieces and players.
    pub(super) fn take_small(&mut self, wanted: &str) -> String {
        let base = plain(wanted);
        self.first_free([base.clone()]).unwrap_or_else(|| self.numbered(base))
    }

    fn first_free<const N: usize>(&mut self, names: [String; N]) -> Option<String> {
        let name = names.into_iter().find(|name| self.is_free(name))?;
        self.taken.insert(name.clone());
        Some(name)
    }

    fn numbered(&mut self, base: String) -> String {
        let number = self.wanted.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{base}-{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Returns a free name for a direction, of which the way back has no other name either.
    pub(super) fn take_direction(&mut self, wanted: &str) -> String {
        loop {
            let name = self.take(wanted);
            if self.taken.insert(format!("back-{name}")) {
                return name;
            }
        }
    }
}

/// Returns a name without anything that ends a word or means something in one, and that is no
/// number.
pub(super) fn plain(wanted: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '?' | '!' | '\'');
    let kept: String = wanted.chars().map(|c| if fits(c) { c } else { '-' }).take(LETTERS_MAX).collect();
    let kept = kept.trim_matches('-');
    match kept.parse::<f64>() {
        _ if kept.is_empty() => "x".to_string(),
        Ok(_) => format!("x{kept}"),
        Err(_) => kept.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgraded_names_become_identifiers() {
        let mut names = Names::new();
        let cases = [
            ("man", "man"),
            ("man", "Man"),
            ("man", "man-2"),
            ("man", "man-3"),
            ("hand", "Hand"),
            ("enemy", "Enemy"),
            ("a(b);\"c", "a-b---c"),
            ("12", "x12"),
            ("inf", "xinf"),
            ("a1..c3", "a1--c3"),
            ("+", "x"),
            ("never-moved?", "never-moved?"),
        ];
        for (wanted, name) in cases {
            assert_eq!(names.take(wanted), name, "{wanted}");
        }
        assert_eq!(names.take(&"y".repeat(5_000)).len(), LETTERS_MAX);
        assert_eq!((names.take_direction("on-to"), names.take("back-on-to")), ("on-to".into(), "Back-on-to".into()));
    }
}
