//! Errors of a typed position, with their location.

/// A fault in a text of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The character concerned, counted from 1; one past the last if something is missing at the
    /// end.
    pub column: usize,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
}

impl Fault {
    /// A fault at a character, counted from 0.
    pub(crate) fn at(index: usize, message: impl Into<String>) -> Fault {
        Fault { column: index + 1, message: message.into() }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for Fault {}

/// A list of names for a sentence: the first few, and how many more there are.
pub(crate) fn few<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<&str> = names.into_iter().collect();
    let mut text = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    text
}
