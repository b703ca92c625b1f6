//! Names of a script as names of the rules language: words without its signs, each of them one
//! thing.

use std::collections::HashSet;

/// Letters of a name at most; a script's may have any number.
const LETTERS_MAX: usize = 60;

/// Words that mean something in the rules of edition 3 where names stand. Those that only begin a
/// clause are no trouble.
const WORDS: &str = "
    abs add adjacent all along and any anyone as at attacked attacked-by back back-to become beside board can captured
    close closed column count cycle d dark dead defended diagonal drop e each edge empty enemy except extra-turn first
    fly forced free friend from full game give goto groups hand height here hop if in inverse is it land last
    last-from last-to later leaper leave left let lift light like lower made many max may maybe me min mine mirror mod
    most move move-end move-start mover moves must my-turn n ne never no no-moves nobody-moves nobody none not now nw occupied of
    open or origin orthogonal out pass passed passes phase pick play player pocket position put rank repeat repeats
    right rotate row run s se see set shift site sites situation skip slide spend start step step-end step-start steps
    sum sw swap take taken then times tuck turn u unless unmoved visited w walk was ways where";

/// The names that are taken.
pub(super) struct Names {
    taken: HashSet<String>,
    /// Names that are not what they are in the script, each with what it is there.
    pub(super) changed: Vec<(String, String)>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names { taken: WORDS.split_whitespace().map(str::to_string).collect(), changed: Vec::new() }
    }

    /// Takes a name as it is: a board has made it.
    pub(super) fn keep(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// Returns a free name as near to a script's as can be.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let name = self.free(wanted, |_| true);
        if name != wanted {
            self.changed.push((name.clone(), wanted.to_string()));
        }
        name
    }

    /// Returns a free name for a direction, of which the way back has no other name either.
    pub(super) fn take_direction(&mut self, wanted: &str) -> String {
        let taken = self.taken.clone();
        let name = self.free(wanted, |name| !taken.contains(&format!("back-{name}")));
        self.keep(&format!("back-{name}"));
        if name != wanted {
            self.changed.push((name.clone(), wanted.to_string()));
        }
        name
    }

    fn free(&mut self, wanted: &str, fits: impl Fn(&str) -> bool) -> String {
        let base = plain(wanted);
        let mut letters = base.chars();
        let large: String = letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
        let numbered = (2..).map(|number: u32| format!("{base}-{number}"));
        let free = |name: &String| !self.taken.contains(name) && fits(name);
        // There are endlessly many numbers.
        let name = [base.clone(), large].into_iter().chain(numbered).find(free).unwrap_or(base);
        self.taken.insert(name.clone());
        name
    }
}

/// Returns a name without anything that ends a word or means something in one, and that is no
/// number.
fn plain(wanted: &str) -> String {
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
            ("hand", "Hand"),
            ("seeds[]", "seeds"),
            ("a(b);\"c", "a-b---c"),
            ("12", "x12"),
            ("1A", "1A"),
            ("-5", "x5"),
            ("inf", "xinf"),
            ("a1..c3", "a1--c3"),
            ("+", "x"),
            ("?Dice", "?Dice"),
        ];
        for (wanted, name) in cases {
            assert_eq!(names.take(wanted), name, "{wanted}");
        }
        assert_eq!(names.take(&"y".repeat(5_000)).len(), LETTERS_MAX);
        assert_eq!((names.take_direction("on-to"), names.take("back-on-to")), ("on-to".into(), "Back-on-to".into()));
    }
}
