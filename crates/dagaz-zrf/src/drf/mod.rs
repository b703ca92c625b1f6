//! Reads edition 3 of the language (DRF) into rules made of paths.
//!
//! The text is nested by the same parser as edition 2's; there are no macros. A file is a list of clauses: `clauses` finds
//! the game, its variants and the library modules that they use; `lower` gives every name its kind and every list its
//! meaning, which depends only on what is expected where it stands; the other modules each know one kind of thing.

mod act;
mod board;
mod clauses;
mod ending;
mod grid;
mod kinds;
mod lower;
mod names;
mod number;
mod path;
mod rule;
mod set;
mod setup;
mod standard;
mod turns;
mod ways;

use dagaz_core::Limits;
use dagaz_rules::path::PathRules;

use crate::diagnostic::Diagnostics;
use crate::game::Playable;
use crate::parser::parse;
use crate::render::render_all;
use crate::source::{Includes, SourceMap};
use crate::tree::Tree;

use clauses::Games;
use standard::WithLibrary;

/// A rules file of edition 3.
#[derive(Debug)]
pub struct DrfFile {
    sources: SourceMap,
    tree: Tree,
    games: Games,
    limits: Limits,
    diagnostics: Diagnostics,
}

/// The rules of one playable item, or why there are none.
#[derive(Clone, Debug)]
pub struct DrfLowered {
    /// The rules, unless there are errors.
    pub rules: Option<PathRules>,
    /// What was found.
    pub diagnostics: Diagnostics,
}

impl DrfFile {
    /// Whether a text says that it is of this edition: its first list is `(drf 3)`.
    pub fn is_drf(bytes: &[u8]) -> bool {
        let text = crate::decode::decode(&bytes[..bytes.len().min(64 * 1024)]);
        let mut rest = text.as_str();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            match rest.strip_prefix(';') {
                Some(comment) => rest = comment.split_once('\n').map_or("", |(_, after)| after),
                None => break,
            }
        }
        let Some(inside) = rest.strip_prefix('(') else { return false };
        inside
            .trim_start()
            .strip_prefix("drf")
            .is_some_and(|after| after.starts_with(|c: char| c.is_whitespace() || c == ')'))
    }

    /// Reads a file and all that it includes. Never fails: what is wrong is in [`DrfFile::diagnostics`].
    pub fn parse(name: &str, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> DrfFile {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let mut text = bytes.to_vec();
        text.extend_from_slice(standard::APPENDED.as_bytes());
        let tree = parse(name, &text, &WithLibrary(includes), limits, &mut sources, &mut diagnostics);
        let games = Games::find(&tree, &mut diagnostics);
        DrfFile { sources, tree, games, limits: limits.clone(), diagnostics }
    }

    /// What can be played, in the order of the file.
    pub fn playable(&self) -> &[Playable] {
        &self.games.playable
    }

    /// The item that is to be played if nobody chooses: the first that the file has itself, and does not include.
    pub fn default_index(&self) -> usize {
        self.playable().iter().position(|item| item.is_default).unwrap_or(0)
    }

    /// The item of that title.
    pub fn titled(&self, title: &str) -> Option<usize> {
        self.playable().iter().position(|item| item.title == title)
    }

    /// The texts of the file.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// What was found wrong with the file as a whole.
    pub fn diagnostics(&self) -> Diagnostics {
        self.diagnostics.clone()
    }

    /// Diagnostics of this file as text.
    pub fn render(&self, diagnostics: &Diagnostics) -> String {
        render_all(diagnostics, &self.sources)
    }

    /// The rules of a playable item. An index beyond the list gives none.
    pub fn rules(&self, index: usize) -> DrfLowered {
        let mut diagnostics = Diagnostics::default();
        let Some(playable) = self.playable().get(index) else { return DrfLowered { rules: None, diagnostics } };
        let clauses = self.games.clauses(&self.tree, index, &mut diagnostics);
        let rules = lower::lower(&self.tree, &playable.title, playable.span, &clauses, &self.limits, &mut diagnostics);
        diagnostics.sort();
        DrfLowered { rules: rules.filter(|_| !diagnostics.has_errors()), diagnostics }
    }

    /// Everything that is wrong with the file and all that can be played in it.
    pub fn check(&self) -> Diagnostics {
        let mut all = self.diagnostics();
        (0..self.playable().len()).for_each(|index| all.extend(&self.rules(index).diagnostics));
        all.sort();
        all
    }
}
