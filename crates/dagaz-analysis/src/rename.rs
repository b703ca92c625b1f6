//! Definitions, uses, and new names.

use std::fmt;

use dagaz_core::Limits;
use dagaz_syntax::source::Includes;

use crate::analysis::Analysis;
use crate::edits::{Edit, applied};
use crate::language::Language;
use crate::names::{Occurrence, Place, Symbol};
use crate::words::words;

/// Why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameFault {
    /// No name of the text stands there.
    NoName,
    /// The name is declared in another file.
    Elsewhere(String),
    /// The new name is no word.
    NoWord,
    /// The new name means something already.
    Taken,
    /// With the new name the text would have this new error.
    Breaks(String),
}

impl fmt::Display for RenameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameFault::NoName => f.write_str("no name of this text stands here"),
            RenameFault::Elsewhere(file) => write!(f, "this name is declared in {file}"),
            RenameFault::NoWord => {
                f.write_str("a name is one word without blanks, parentheses, quotes, dots and semicolons")
            }
            RenameFault::Taken => f.write_str("this name means something already"),
            RenameFault::Breaks(why) => write!(f, "with this name the text has an error: {why}"),
        }
    }
}

impl std::error::Error for RenameFault {}

impl Analysis {
    /// Returns the symbol at a byte, and the place where it stands.
    pub fn symbol_at(&self, at: usize) -> Option<(&Symbol, &Occurrence)> {
        let occurrence = self.names.at(at)?;
        Some((&self.names.symbols[occurrence.symbol], occurrence))
    }

    /// Returns where the name at a byte is declared.
    pub fn definition(&self, at: usize) -> &[Place] {
        self.symbol_at(at).map_or(&[], |(symbol, _)| &symbol.declared)
    }

    /// Returns where the name at a byte stands in the text, its declarations among the places.
    pub fn references(&self, at: usize) -> Vec<&Occurrence> {
        let Some(found) = self.names.at(at) else { return Vec::new() };
        self.names.occurrences.iter().filter(|one| one.symbol == found.symbol).collect()
    }

    /// Returns the edits that give the name at a byte another name.
    ///
    /// # Errors
    /// If that is no name of this text, or if the new name is taken or breaks the text.
    pub fn rename(
        &self,
        at: usize,
        name: &str,
        includes: &dyn Includes,
        limits: &Limits,
    ) -> Result<Vec<Edit>, RenameFault> {
        let (symbol, _) = self.symbol_at(at).ok_or(RenameFault::NoName)?;
        if let Some(file) = symbol.declared.iter().find_map(|place| place.file.as_ref()) {
            return Err(RenameFault::Elsewhere(file.clone()));
        }
        let ends_word = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '"' | ';');
        let has_dot = self.language == Language::Drf && name.contains('.');
        if name.is_empty()
            || has_dot
            || self.language.has_lists() && name.contains(ends_word)
            || name.contains(char::is_whitespace)
        {
            return Err(RenameFault::NoWord);
        }
        if name == symbol.name {
            return Ok(Vec::new());
        }
        let is_word = words(self.language).iter().any(|word| word.name == name && !word.is_pattern());
        let stands = self.tokens.iter().any(|token| {
            self.text
                .get(token.range.clone())
                .is_some_and(|text| text == name || text.split('.').any(|part| part == name))
        });
        if is_word || stands {
            return Err(RenameFault::Taken);
        }
        let places = self.references(at).into_iter();
        let edits: Vec<Edit> = places.map(|one| Edit { range: one.range.clone(), text: name.to_string() }).collect();
        // The meaning of names that macros or scripts put together is known to the front end alone.
        let errors = |analysis: &Analysis| analysis.findings().iter().filter(|finding| finding.is_error).count();
        let renamed = Analysis::new(&self.name, &applied(&self.text, &edits), includes, limits);
        match renamed.filter(|renamed| errors(renamed) > errors(self)) {
            Some(broken) => {
                let first = broken.findings().iter().find(|finding| finding.is_error);
                Err(RenameFault::Breaks(first.map_or(String::new(), |finding| finding.message.clone())))
            }
            None => Ok(edits),
        }
    }
}
