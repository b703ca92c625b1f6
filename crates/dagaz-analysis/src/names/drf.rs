//! The declarations of a DRF text.

use dagaz_syntax::tree::{NodeId, Tree};

use super::{Builder, SymbolKind};

/// Lists that bind a name for the rest of their clause.
const BINDING: [&str; 3] = ["along", "pick", "let"];

fn head(tree: &Tree, list: NodeId) -> &str {
    tree.head(list).map_or("", |word| tree.symbols.text(word))
}

/// Returns the node of the name that a list gives to something: its second member, or the head of
/// that.
fn named(tree: &Tree, list: NodeId) -> Option<NodeId> {
    let second = tree.members(list).nth(1)?;
    if tree.word(second).is_some() { Some(second) } else { tree.members(second).next() }
}

/// Returns the clauses of all games, variants and modules, and those that stand outside of them.
fn clauses(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    for &form in tree.forms() {
        match head(tree, form) {
            "game" | "variant" | "module" => found.extend(tree.members(form).skip(2)),
            "prelude" => found.extend(tree.members(form).skip(1)),
            _ => found.push(form),
        }
    }
    found
}

pub(super) fn declare(tree: &Tree, builder: &mut Builder<'_>) {
    for &form in tree.forms() {
        builder.heads.extend(tree.members(form).next());
        if head(tree, form) == "module" {
            named(tree, form).into_iter().for_each(|name| builder.declare(tree, name, SymbolKind::Module, form));
            parameters(tree, form, builder);
        }
    }
    for clause in clauses(tree) {
        builder.heads.extend(tree.members(clause).next());
        clause_names(tree, clause, builder);
        bindings(tree, clause, builder);
    }
}

fn clause_names(tree: &Tree, clause: NodeId, builder: &mut Builder<'_>) {
    let name = named(tree, clause);
    let kind = match head(tree, clause) {
        "players" => {
            for member in tree.members(clause).skip(1) {
                // `(chance Fate)` is a player too.
                let name = if tree.word(member).is_some() { Some(member) } else { tree.members(member).nth(1) };
                name.into_iter().for_each(|name| builder.declare(tree, name, SymbolKind::Player, clause));
            }
            return;
        }
        "board" => return board_names(tree, clause, builder),
        "turns" => return phases(tree, clause, builder),
        "piece" => {
            let variables = tree.members(clause).skip(2).filter(|part| head(tree, *part) == "var");
            for part in variables {
                named(tree, part).into_iter().for_each(|name| builder.declare(tree, name, SymbolKind::Variable, part));
            }
            SymbolKind::Piece
        }
        "rule" => {
            parameters(tree, clause, builder);
            SymbolKind::Rule
        }
        "define" => {
            parameters(tree, clause, builder);
            SymbolKind::Definition
        }
        "timer" => SymbolKind::Variable,
        "var" => {
            // `(var weather of game (calm storm))` names its values.
            let values = tree.members(clause).nth(4).into_iter().flat_map(|list| tree.members(list));
            for value in values {
                builder.declare(tree, value, SymbolKind::Value, clause);
            }
            SymbolKind::Variable
        }
        "class" => SymbolKind::Class,
        "table" => SymbolKind::Table,
        "dice" | "deck" | "clock" => SymbolKind::Chance,
        "parameter" => SymbolKind::Parameter,
        "win" | "lose" | "draw" | "score" | "out" | "never" | "statistic" => {
            let second = tree.members(clause).nth(1).filter(|second| tree.word(*second).is_some());
            let has_more = tree.members(clause).nth(2).is_some();
            let name = second.filter(|_| has_more);
            name.into_iter().for_each(|name| builder.declare(tree, name, SymbolKind::Ending, clause));
            return;
        }
        _ => return,
    };
    name.into_iter().for_each(|name| builder.declare(tree, name, kind, clause));
}

/// The parameters in the header of a rule, definition or module.
fn parameters(tree: &Tree, clause: NodeId, builder: &mut Builder<'_>) {
    let Some(header) = tree.members(clause).nth(1) else { return };
    for parameter in tree.members(header).skip(1) {
        builder.bind(tree, parameter, clause, header);
    }
}

fn board_names(tree: &Tree, board: NodeId, builder: &mut Builder<'_>) {
    for part in tree.members(board).skip(1) {
        builder.heads.extend(tree.members(part).next());
        let kind = match head(tree, part) {
            "zone" | "lines" | "regions" => SymbolKind::Zone,
            "track" | "link" => SymbolKind::Direction,
            "sites" => {
                for site in tree.members(part).skip(1) {
                    builder.declare(tree, site, SymbolKind::Site, part);
                }
                continue;
            }
            _ => continue,
        };
        named(tree, part).into_iter().for_each(|name| builder.declare(tree, name, kind, part));
    }
}

fn phases(tree: &Tree, clause: NodeId, builder: &mut Builder<'_>) {
    for list in (clause.0..tree.node(clause).end.0).map(NodeId).filter(|list| head(tree, *list) == "phase") {
        let second = tree.members(list).nth(1).into_iter();
        second.for_each(|name| builder.declare(tree, name, SymbolKind::Phase, list));
    }
}

fn bindings(tree: &Tree, clause: NodeId, builder: &mut Builder<'_>) {
    for list in (clause.0..tree.node(clause).end.0).map(NodeId) {
        if BINDING.contains(&head(tree, list)) {
            tree.members(list).nth(1).into_iter().for_each(|name| builder.bind(tree, name, clause, list));
        }
    }
}
