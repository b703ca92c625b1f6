//! The clauses of an item as they were written: for whoever shows how a text has been understood.

use super::{DrfFile, standard};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::tree::NodeKind;

/// A clause that belongs to a playable item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The word that it begins with.
    pub head: String,
    /// What it names, if its second member is a name.
    pub name: Option<String>,
    /// The clause on one line.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it comes from the standard library, and not from a file of the author's.
    pub of_library: bool,
}

impl DrfFile {
    /// All clauses of a playable item: its own, those of its bases that nothing replaces, and those of modules. An index
    /// beyond the list gives none.
    pub fn clauses(&self, index: usize) -> Vec<Said> {
        if index >= self.playable().len() {
            return Vec::new();
        }
        let clauses = self.games.clauses(&self.tree, index, &mut Diagnostics::default());
        let said = |form| {
            let tree = &self.tree;
            let span = tree.node(form).span;
            let second = tree.members(form).nth(1);
            let name = second.and_then(|node| match tree.node(node).kind {
                NodeKind::Word(word) => Some(word),
                NodeKind::List => tree.head(node),
                NodeKind::String(_) => None,
            });
            Said {
                head: tree.head(form).map_or(String::new(), |head| tree.symbols.text(head).to_string()),
                name: name.map(|name| tree.symbols.text(name).to_string()),
                text: tree.text(form),
                span,
                of_library: self
                    .sources
                    .files()
                    .get(usize::from(span.file.0))
                    .is_some_and(|file| standard::is_library(file.name())),
            }
        };
        clauses.list.iter().map(|clause| said(clause.form)).collect()
    }
}
