//! The words of the languages, each with its form and one line of meaning.
//!
//! The data lies in text files next to this one: `form | type | meaning`. A test compares those of
//! edition 3 with `docs/language-words.md`.

use std::sync::LazyLock;

use crate::language::Language;

/// A word in one of its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word itself.
    pub name: &'static str,
    /// How it is written, with its arguments: `(take later [S])`.
    pub form: &'static str,
    /// What kind of text it makes: `path`, `set`, `clause`.
    pub kind: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
}

impl Word {
    /// Returns whether the word stands for others: `LINES`, `x`.
    pub fn is_pattern(&self) -> bool {
        ["x", "D", "TABLE", "LINES"].contains(&self.name)
    }

    /// Returns whether the word begins a list. Signs of arithmetic do, though their form is bare.
    pub fn begins_list(&self) -> bool {
        let is_sign = !self.name.starts_with(|first: char| first.is_alphanumeric());
        self.form.len() > 1 && self.form.starts_with('(') || is_sign || ["mod", "min", "max"].contains(&self.name)
    }
}

static DRF: LazyLock<Vec<Word>> = LazyLock::new(|| read(include_str!("drf.txt")));
static ZRF: LazyLock<Vec<Word>> = LazyLock::new(|| read(include_str!("zrf.txt")));
static FORTH: LazyLock<Vec<Word>> = LazyLock::new(|| read(include_str!("forth.txt")));

/// Returns the words of a language, in the order of its reference.
pub fn words(language: Language) -> &'static [Word] {
    match language {
        Language::Drf => &DRF,
        Language::Zrf => &ZRF,
        Language::ForthScript => &FORTH,
    }
}

fn read(text: &'static str) -> Vec<Word> {
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let parts = lines.filter_map(|line| {
        let mut parts = line.splitn(3, " | ");
        Some((parts.next()?, parts.next()?, parts.next()?))
    });
    let word = |(form, kind, meaning): (&'static str, &'static str, &'static str)| {
        let inside = if form.len() > 1 { form.trim_start_matches('(') } else { form };
        let name = inside.split([' ', ')']).next().filter(|name| !name.is_empty()).unwrap_or(form);
        Word { name, form, kind, meaning }
    };
    parts.map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_form_a_type_and_a_meaning() {
        for (language, text) in [
            (Language::Drf, include_str!("drf.txt")),
            (Language::Zrf, include_str!("zrf.txt")),
            (Language::ForthScript, include_str!("forth.txt")),
        ] {
            let lines = text.lines().filter(|line| !line.starts_with("# ")).count();
            assert_eq!(words(language).len(), lines, "{language:?}");
            for word in words(language) {
                assert!(!word.name.is_empty() && !word.meaning.ends_with('.'), "{word:?}");
            }
        }
    }

    /// The forms of the table of `docs/language-words.md`, each with its type.
    fn documented() -> Vec<(String, String)> {
        let page = include_str!("../../../../docs/language-words.md");
        let table = page.split("## Words of rules").nth(1).unwrap_or_default();
        let table = table.split("**Conversions.**").next().unwrap_or_default();
        let mut forms = Vec::new();
        for row in table.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let texts = cells[0].split('`').skip(1).step_by(2);
            forms.extend(texts.map(|form| (form.to_string(), cells[1].to_string())));
        }
        forms
    }

    #[test]
    fn the_reference_and_the_words_agree() {
        let forms = documented();
        assert!(forms.len() > 150, "{} forms", forms.len());
        let is_word = |form: &str| !form.contains('.') && !["n", "nw", "e", "cw"].contains(&form);
        let kinds: Vec<&str> = forms.iter().map(|(_, kind)| kind.as_str()).collect();
        // A list of pieces has no word at its head.
        let headless = ["(D …)", "(P P …)", "(or D …)"];
        for (form, kind) in forms.iter().filter(|(form, _)| is_word(form) && !headless.contains(&form.as_str())) {
            let found = words(Language::Drf).iter().any(|word| word.form == form && word.kind == kind);
            assert!(found, "the words lack `{form}`, a {kind}");
        }
        let own = words(Language::Drf).iter().filter(|word| kinds.contains(&word.kind) && !word.is_pattern());
        for word in own {
            let found = forms.iter().any(|(form, kind)| form == word.form && kind == word.kind);
            assert!(found, "docs/language-words.md lacks `{}`, a {}", word.form, word.kind);
        }
    }
}
