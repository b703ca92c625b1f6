//! Account names: validation, confusable characters, reserved names.

use std::fmt;

use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

/// Letters of the shortest and of the longest name.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that suggest an operator, or that the server uses itself.
const RESERVED: [&str; 30] = [
    "admin",
    "administrator",
    "anonymous",
    "anyone",
    "bot",
    "chance",
    "computer",
    "dagaz",
    "deleted",
    "everybody",
    "everyone",
    "guest",
    "help",
    "host",
    "info",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "owner",
    "postmaster",
    "root",
    "security",
    "server",
    "staff",
    "support",
    "system",
];

/// Reserved beginnings of names.
const RESERVED_BEGINNINGS: [&str; 6] = ["admin-", "admin_", "dagaz-", "dagaz_", "guest-", "guest_"];

/// The first letter of user ids, and the number of letters after it.
const ID_BEGINNINGS: [char; 2] = ['g', 'm'];
const ID_LETTERS: usize = 12;

/// A valid account name of 2 to 20 letters, digits, hyphens and underscores.
///
/// ```
/// use dagaz_club::{NameFault, PersonName};
///
/// assert_eq!(PersonName::parse("Ann").map(|name| name.text().to_owned()), Ok("Ann".to_owned()));
/// assert_eq!(PersonName::parse("admin"), Err(NameFault::Reserved));
/// ```
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
    /// It mixes letters of several scripts, so that it may look like another name.
    Mixed,
    /// It looks like an account's id.
    Id,
    /// The name is reserved.
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
            NameFault::Mixed => f.write_str("a name has letters of one script, not of several"),
            NameFault::Id => f.write_str("this looks like the id of an account; choose another name"),
            NameFault::Reserved => f.write_str("nobody can have this name; choose another one"),
        }
    }
}

impl std::error::Error for NameFault {}

impl PersonName {
    /// Returns the name, or why the text is not valid as one.
    pub fn parse(text: &str) -> Result<PersonName, NameFault> {
        let letters = text.chars().count();
        if letters < *LETTERS.start() {
            return Err(NameFault::TooShort);
        }
        if letters > *LETTERS.end() {
            return Err(NameFault::TooLong);
        }
        let is_allowed = |one: char| one == '-' || one == '_' || one.is_alphanumeric() && one.identifier_allowed();
        if let Some(wrong) = text.chars().find(|&one| !is_allowed(one)) {
            return Err(NameFault::Character(wrong));
        }
        if !text.starts_with(char::is_alphabetic) {
            return Err(NameFault::Start);
        }
        if !text.is_single_script() {
            return Err(NameFault::Mixed);
        }
        if PersonName::is_like_id(text) {
            return Err(NameFault::Id);
        }
        let name = PersonName(text.to_string());
        let look = name.look();
        let is_reserved = RESERVED.iter().any(|reserved| look_of(reserved) == look)
            || RESERVED_BEGINNINGS.iter().any(|beginning| look.starts_with(&look_of(beginning)));
        if is_reserved { Err(NameFault::Reserved) } else { Ok(name) }
    }

    /// Returns whether a text has the form of the id of a person: such a text is never looked up as
    /// a name.
    pub fn is_like_id(text: &str) -> bool {
        let folded = PersonName::fold(text);
        let Some(rest) = folded.strip_prefix(ID_BEGINNINGS) else { return false };
        rest.chars().count() == ID_LETTERS && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
    }

    /// Returns the skeleton of the name by Unicode Technical Standard 39, in lower case. Names with
    /// equal skeletons are confusable, and the second is refused.
    pub fn look(&self) -> String {
        look_of(&self.0)
    }

    /// As it is shown.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the form under which it is looked up: two names that differ only in capitals are
    /// one.
    pub fn folded(&self) -> String {
        PersonName::fold(&self.0)
    }

    /// Returns the form under which any text is looked up as a name.
    pub fn fold(text: &str) -> String {
        text.to_lowercase()
    }
}

/// Capitals are compared as they are drawn, `I` like `l`, and then as small letters.
fn look_of(text: &str) -> String {
    let drawn: String = skeleton(text).collect();
    skeleton(&drawn.to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_names_contain_no_deceptive_characters() {
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
            ("Adrnin", NameFault::Reserved),
            ("nobody", NameFault::Reserved),
            // Of Cyrillic and Greek letters.
            ("\u{430}\u{3BF}\u{440}", NameFault::Mixed),
            // A letter that is drawn as nothing.
            ("a\u{3164}", NameFault::Character('\u{3164}')),
            ("m2tgf4cwxyzab", NameFault::Id),
            ("Gabcdefghijk2", NameFault::Id),
        ] {
            assert_eq!(fault(text), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn confusable_names_are_equal() {
        let look = |text: &str| PersonName::parse(text).expect("a name").look();
        for (one, other) in [
            ("coco", "\u{441}\u{43E}\u{441}\u{43E}"),
            ("Alice", "AIice"),
            ("ABPO", "\u{391}\u{392}\u{3A1}\u{39F}"),
            ("bob1", "bobl"),
            ("BOB0", "B0BO"),
            ("modern", "rnodern"),
            ("Jos\u{E9}", "jos\u{E9}"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Anne"), ("bob_2", "bob-2"), ("Jose", "Jos\u{E9}"), ("x-y", "xy")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
    }

    #[test]
    fn names_ignore_case() {
        let folded = |text: &str| PersonName::parse(text).expect("a name").folded();
        assert_eq!(folded("ANN"), folded("ann"));
        assert_eq!(folded("ЖАННА"), folded("Жанна"));
    }
}
