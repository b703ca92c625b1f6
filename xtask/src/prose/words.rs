//! Words and phrases that texts of the project do not use.

use std::path::Path;

use serde::Deserialize;

/// The list of `xtask/prose/words.toml`.
#[derive(Debug, Deserialize)]
pub(super) struct Words {
    rule: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
struct Rule {
    words: Vec<String>,
    why: String,
    plain: String,
}

impl Words {
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the byte offset of each listed word in a text, what was found, and what to write. A
    /// word in “typographic quotes” is mentioned and not used.
    pub(super) fn find(&self, text: &str) -> Vec<(usize, String, String)> {
        let lower = text.to_ascii_lowercase();
        let mut found = Vec::new();
        for rule in &self.rule {
            for word in &rule.words {
                for (at, _) in lower.match_indices(word.as_str()) {
                    let is_mentioned = lower[..at].ends_with('“') && lower[at + word.len()..].starts_with('”');
                    if is_whole(&lower, at, word.len()) && !is_mentioned {
                        found.push((at, format!("\"{word}\": {}", rule.why), format!("write: {}", rule.plain)));
                    }
                }
            }
        }
        found.sort();
        found
    }
}

/// Returns whether no letter, digit or hyphen stands next to the match.
fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !text[..at].chars().next_back().is_some_and(joins) && !text[at + length..].chars().next().is_some_and(joins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_found_in_any_case() {
        let rule = Rule { words: vec!["twin".into()], why: "old".into(), plain: "lowering".into() };
        let words = Words { rule: vec![rule] };
        let offsets = |text: &str| words.find(text).into_iter().map(|(at, ..)| at).collect::<Vec<_>>();
        assert_eq!(offsets("Twin of a twin."), [0, 10]);
        assert_eq!(offsets("twins, twin-like, intwine, the word “twin”"), Vec::<usize>::new());
    }
}
