//! The clauses of an item as written, for displays of how a text was read.

use super::turns::{may_stand_in_phases, phases_of};
use super::{DrfFile, standard};
use dagaz_syntax::diagnostic::Diagnostics;
use dagaz_syntax::source::Span;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// A clause that belongs to a playable item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceClauses {
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
    /// Returns all clauses of a playable item: its own, those of its bases that nothing replaces,
    /// and those of modules. An index beyond the list gives none.
    pub fn clauses(&self, index: usize) -> Vec<SourceClauses> {
        if index >= self.playable().len() {
            return Vec::new();
        }
        let clauses = self.games.clauses(&self.tree, index, &mut Diagnostics::default());
        clauses.list.iter().map(|clause| self.said(&clauses.tree, *clause)).collect()
    }

    /// Returns the clauses that stand in phases of a playable item's turn order, each with the name
    /// of its phase.
    pub fn phase_clauses(&self, index: usize) -> Vec<(String, SourceClauses)> {
        if index >= self.playable().len() {
            return Vec::new();
        }
        let clauses = self.games.clauses(&self.tree, index, &mut Diagnostics::default());
        let tree = &*clauses.tree;
        let head = |form: NodeId| tree.head(form).map_or("", |head| tree.symbols.text(head));
        let Some(turns) = clauses.list.iter().copied().rfind(|clause| head(*clause) == "turns") else {
            return Vec::new();
        };
        let of_phase = |phase: NodeId| {
            let name = tree.members(phase).nth(1).and_then(|node| tree.word(node));
            let name = name.map_or("", |name| tree.symbols.text(name));
            let own = tree.members(phase).skip(2).filter(|form| may_stand_in_phases(head(*form)));
            own.map(|form| (name.to_string(), self.said(tree, form))).collect::<Vec<_>>()
        };
        phases_of(tree, turns).into_iter().flat_map(of_phase).collect()
    }

    fn said(&self, tree: &Tree, form: NodeId) -> SourceClauses {
        let span = tree.node(form).span;
        let second = tree.members(form).nth(1);
        let name = second.and_then(|node| match tree.node(node).kind {
            NodeKind::Word(word) => Some(word),
            NodeKind::List => tree.head(node),
            NodeKind::String(_) => None,
        });
        SourceClauses {
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
    }
}
