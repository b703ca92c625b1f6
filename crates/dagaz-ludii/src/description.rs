//! A description that was read as far as its board: what is known about a game without its rules.

use crate::board::{self, Equipment};
use crate::expand::{Category, Defines, Options, Ruleset, expand};
use crate::metadata::{self, Metadata};
use crate::text::{Diagnostic, Diagnostics, Node, Sources};

/// A description after expansion, with its board.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of the game.
    pub title: String,
    /// The files that it was read from.
    pub sources: Sources,
    /// The tree of the game, which the rules are made of.
    pub tree: Node,
    /// Board, containers and tracks.
    pub equipment: Equipment,
    /// Metadata for players.
    pub metadata: Metadata,
    /// The options with what was chosen.
    pub categories: Vec<Category>,
    /// The rulesets that the text names.
    pub rulesets: Vec<Ruleset>,
}

impl Description {
    /// Returns the categories and labels of the choices that are not the usual ones.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        let other = self.categories.iter().filter(|one| one.chosen != one.usual);
        other.map(|one| (one.name.as_str(), one.chosen.as_str()))
    }

    /// Returns whether every choice is the usual one.
    pub fn is_default(&self) -> bool {
        self.settings().next().is_none()
    }

    /// Reads a description. `name` is the name of its file, for messages.
    pub fn read(name: &str, text: &str, library: &Defines, options: &Options) -> Result<Description, Diagnostics> {
        let expanded = expand(name, text, library, options)?;
        let tree = expanded.tree()?;
        let failed = |fault: Diagnostic| {
            let mut all = Diagnostics { sources: expanded.sources.clone(), list: Vec::new() };
            all.push(fault);
            all
        };
        let title = tree.list().and_then(|list| list.args.first()).and_then(Node::text);
        let title = title.ok_or_else(|| failed(Diagnostic::error(tree.span, "this game has no name")))?.to_string();
        let equipment = board::read(&tree).map_err(failed)?;
        let is_chosen = |ruleset: &&Ruleset| {
            options
                .ruleset
                .as_ref()
                .is_some_and(|name| ruleset.name == *name || ruleset.name.strip_prefix("Ruleset/") == Some(name))
        };
        let ruleset = expanded.rulesets.iter().find(is_chosen);
        let metadata = metadata::read(&expanded.metadata, &expanded.categories, ruleset);
        Ok(Description {
            title,
            tree,
            equipment,
            metadata,
            sources: expanded.sources,
            categories: expanded.categories,
            rulesets: expanded.rulesets,
        })
    }
}
