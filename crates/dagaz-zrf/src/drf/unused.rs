//! Rules and definitions that nothing mentions: mostly moves that somebody forgot to give to a piece.

use std::collections::HashSet;

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::FileId;
use crate::symbol::Symbol;
use crate::tree::{NodeId, Tree};

/// Complains about each rule and definition of the file itself whose name stands nowhere outside of it. What records
/// write of a rule does not use it.
pub(super) fn find(tree: &Tree, diagnostics: &mut Diagnostics) {
    // For each place the name of the clause within which it does not count: a variant may have one of the same name.
    let mut silent: Vec<Option<Symbol>> = vec![None; tree.len()];
    let mut texts = vec![false; tree.len()];
    let mut declared = Vec::new();
    for &game in tree.forms().iter().filter(|form| matches!(head(tree, **form), "game" | "variant")) {
        for clause in tree.members(game) {
            let places = clause.0 as usize..tree.node(clause).end.0 as usize;
            if let Some(name) = name_of(tree, clause) {
                silent[places].fill(Some(name));
                declared.push((clause, name));
            } else if head(tree, clause) == "write" {
                texts[places].fill(true);
            }
        }
    }
    let words = (0..tree.len()).filter(|place| !texts[*place]).filter_map(|place| {
        let word = tree.word(NodeId(place as u32))?;
        (silent[place] != Some(word)).then_some(word)
    });
    let mentioned: HashSet<Symbol> = words.collect();
    for (clause, name) in declared {
        if tree.node(clause).span.file != FileId(0) || mentioned.contains(&name) {
            continue;
        }
        let text = tree.symbols.text(name);
        let (what, hint) = match head(tree, clause) {
            "rule" => ("rule", "give it to a piece, among its `moves`, or leave it out"),
            _ => ("definition", "use it, or leave it out"),
        };
        let message = format!("nothing uses the {what} `{text}`");
        diagnostics.push(Diagnostic::new(Code::Unused, tree.node(clause).span.head(), message).hint(hint));
    }
}

fn head(tree: &Tree, node: NodeId) -> &str {
    tree.head(node).map_or("", |word| tree.symbols.text(word))
}

/// The name that a rule or definition has.
fn name_of(tree: &Tree, clause: NodeId) -> Option<Symbol> {
    let second = matches!(head(tree, clause), "rule" | "define").then(|| tree.members(clause).nth(1))??;
    tree.word(second).or_else(|| tree.head(second))
}
