//! Names of accounts: what others read, so nothing that can be taken for somebody else or that plays tricks with a page.

use std::fmt;

/// Letters of the shortest and of the longest name.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that would be taken for the house, or that the server gives itself.
const RESERVED: [&str; 10] =
    ["admin", "administrator", "dagaz", "guest", "me", "moderator", "owner", "root", "server", "system"];

/// A name that an account may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It has fewer than two letters.
    TooShort,
    /// It has more than twenty letters.
    TooLong,
    /// It has this character, which is no letter, digit, `-` or `_`.
    Character(char),
    /// It does not begin with a letter.
    Start,
    /// It mixes Latin letters with others, so that it may look like another name.
    Mixed,
    /// Nobody may have it.
    Reserved,
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameFault::TooShort => f.write_str("a name has at least 2 letters"),
            NameFault::TooLong => f.write_str("a name has at most 20 letters"),
            NameFault::Character(character) => {
                write!(f, "a name has letters, digits, - and _, but not {}", character.escape_default())
            }
            NameFault::Start => f.write_str("a name begins with a letter"),
            NameFault::Mixed => f.write_str("a name has either Latin letters or letters of another script, not both"),
            NameFault::Reserved => f.write_str("nobody can have this name; choose another one"),
        }
    }
}

impl std::error::Error for NameFault {}

impl PersonName {
    /// The name that a text is, or why it is none.
    pub fn parse(text: &str) -> Result<PersonName, NameFault> {
        let letters = text.chars().count();
        if letters < *LETTERS.start() {
            return Err(NameFault::TooShort);
        }
        if letters > *LETTERS.end() {
            return Err(NameFault::TooLong);
        }
        if let Some(wrong) = text.chars().find(|&one| !one.is_alphanumeric() && one != '-' && one != '_') {
            return Err(NameFault::Character(wrong));
        }
        if !text.starts_with(char::is_alphabetic) {
            return Err(NameFault::Start);
        }
        let mut latin = text.chars().filter(|one| one.is_alphabetic()).map(is_latin);
        let first = latin.next();
        if latin.any(|one| Some(one) != first) {
            return Err(NameFault::Mixed);
        }
        let name = PersonName(text.to_string());
        if RESERVED.contains(&name.folded().as_str()) || name.folded().starts_with("guest-") {
            return Err(NameFault::Reserved);
        }
        Ok(name)
    }

    /// As it is shown.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The form under which it is looked up: two names that differ only in capitals are one.
    pub fn folded(&self) -> String {
        PersonName::fold(&self.0)
    }

    /// The form under which any text is looked up as a name.
    pub fn fold(text: &str) -> String {
        text.to_lowercase()
    }
}

/// Latin letters with all their accents are in these blocks.
fn is_latin(letter: char) -> bool {
    letter <= '\u{24F}' || ('\u{1E00}'..='\u{1EFF}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_letters_and_nothing_that_plays_tricks() {
        let fault = |text: &str| PersonName::parse(text).err();
        for good in ["Ann", "bob_2", "Жанна", "José", "李明", "x-y"] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (text, expected) in [
            ("a", NameFault::TooShort),
            ("", NameFault::TooShort),
            ("abcdefghijklmnopqrstu", NameFault::TooLong),
            ("<b>x</b>", NameFault::Character('<')),
            ("ann bob", NameFault::Character(' ')),
            ("ann\u{202E}", NameFault::Character('\u{202E}')),
            ("ann\u{1B}[31m", NameFault::Character('\u{1B}')),
            ("a\u{200B}nn", NameFault::Character('\u{200B}')),
            ("-ann", NameFault::Start),
            ("2ann", NameFault::Start),
            // With a Cyrillic а it would look like Ann's.
            ("\u{430}nn", NameFault::Mixed),
            ("Admin", NameFault::Reserved),
            ("Guest-17", NameFault::Reserved),
        ] {
            assert_eq!(fault(text), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn capitals_make_no_other_name() {
        let folded = |text: &str| PersonName::parse(text).expect("a name").folded();
        assert_eq!(folded("ANN"), folded("ann"));
        assert_eq!(folded("ЖАННА"), folded("Жанна"));
    }
}
