//! The languages that an editor can open.

/// A rules language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// DRF, edition 3.
    Drf,
    /// ZRF, edition 2.
    Zrf,
    /// ForthScript.
    ForthScript,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::Drf, Language::Zrf, Language::ForthScript];

    /// Returns the language of a file by the ending of its name.
    pub fn of(name: &str) -> Option<Language> {
        let (_, ending) = name.rsplit_once('.')?;
        Language::ALL.into_iter().find(|language| language.ending().eq_ignore_ascii_case(ending))
    }

    /// Returns the ending of file names, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Language::Drf => "drf",
            Language::Zrf => "zrf",
            Language::ForthScript => "4th",
        }
    }

    /// Returns whether texts consist of nested lists.
    pub fn has_lists(self) -> bool {
        self != Language::ForthScript
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_choose_the_language() {
        let cases = [
            ("games/chess.drf", Some(Language::Drf)),
            ("CHESS.ZRF", Some(Language::Zrf)),
            ("ur.4th", Some(Language::ForthScript)),
            ("chess.pgn", None),
            ("drf", None),
        ];
        for (name, expected) in cases {
            assert_eq!(Language::of(name), expected, "{name}");
        }
    }
}
