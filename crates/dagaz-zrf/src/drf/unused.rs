//! Rules and definitions that nothing mentions: mostly moves that somebody forgot to give to a piece.

use std::collections::{HashMap, HashSet};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::FileId;
use crate::symbol::Symbol;
use crate::tree::{NodeId, Tree};

/// Clauses that put moves in order or say how they are written, and make none.
const ABOUT_MOVES: [&str; 3] = ["first", "prefer", "write"];

/// Complains about each rule and definition of the file itself that is not come to from a piece, an ending or anything else
/// that is no rule or definition. What orders moves and what records write of them uses nothing.
pub(super) fn find(tree: &Tree, diagnostics: &mut Diagnostics) {
    let games = tree.forms().iter().copied().filter(|form| matches!(head(tree, *form), "game" | "variant"));
    let clauses: Vec<NodeId> = games.flat_map(|game| tree.members(game).collect::<Vec<_>>()).collect();
    // What uses a rule only if it is itself used: several clauses of one name, as a variant has, are one.
    let mut bodies: HashMap<Symbol, Vec<NodeId>> = HashMap::new();
    let mut apart = vec![false; tree.len()];
    for &clause in &clauses {
        let name = name_of(tree, clause);
        if let Some(name) = name {
            bodies.entry(name).or_default().push(clause);
        }
        if name.is_some() || ABOUT_MOVES.contains(&head(tree, clause)) {
            apart[range(tree, clause)].fill(true);
        }
    }
    let words = |places: std::ops::Range<usize>| places.filter_map(|place| tree.word(NodeId(place as u32)));
    let mut used: HashSet<Symbol> = HashSet::new();
    let mut open: Vec<Symbol> =
        (0..tree.len()).filter(|place| !apart[*place]).flat_map(|at| words(at..at + 1)).collect();
    while let Some(name) = open.pop() {
        if let Some(bodies) = bodies.get(&name).filter(|_| used.insert(name)) {
            open.extend(bodies.iter().flat_map(|body| words(range(tree, *body))));
        }
    }
    for clause in clauses {
        let Some(name) = name_of(tree, clause).filter(|name| !used.contains(name)) else { continue };
        if tree.node(clause).span.file != FileId(0) {
            continue;
        }
        let (what, hint) = match head(tree, clause) {
            "rule" => ("rule", "give it to a piece, among its `moves`, or leave it out"),
            _ => ("definition", "use it, or leave it out"),
        };
        let message = format!("nothing uses the {what} `{}`", tree.symbols.text(name));
        diagnostics.push(Diagnostic::new(Code::Unused, tree.node(clause).span.head(), message).hint(hint));
    }
}

fn range(tree: &Tree, list: NodeId) -> std::ops::Range<usize> {
    list.0 as usize..tree.node(list).end.0 as usize
}

fn head(tree: &Tree, node: NodeId) -> &str {
    tree.head(node).map_or("", |word| tree.symbols.text(word))
}

/// The name that a rule or definition has.
fn name_of(tree: &Tree, clause: NodeId) -> Option<Symbol> {
    let second = matches!(head(tree, clause), "rule" | "define").then(|| tree.members(clause).nth(1))??;
    tree.word(second).or_else(|| tree.head(second))
}
