//! The declarations of a ZRF text, before its macros are expanded.

use dagaz_syntax::tree::{NodeId, Tree};

use super::{Builder, SymbolKind};

fn head(tree: &Tree, list: NodeId) -> &str {
    tree.head(list).map_or("", |word| tree.symbols.text(word))
}

fn second(tree: &Tree, list: NodeId) -> Option<NodeId> {
    tree.members(list).nth(1)
}

pub(super) fn declare(tree: &Tree, builder: &mut Builder<'_>) {
    for &form in tree.forms() {
        builder.heads.extend(tree.members(form).next());
        if head(tree, form) == "define" {
            second(tree, form).into_iter().for_each(|name| builder.declare(tree, name, SymbolKind::Definition, form));
        }
    }
    // Macros may hold any part of a game, so lists are recognised wherever they stand.
    for list in (0..tree.len() as u32).map(NodeId) {
        list_names(tree, list, builder);
    }
}

fn list_names(tree: &Tree, list: NodeId, builder: &mut Builder<'_>) {
    let kind = match head(tree, list) {
        "players" => {
            for player in tree.members(list).skip(1) {
                builder.declare(tree, player, SymbolKind::Player, list);
            }
            return;
        }
        "piece" | "zone" => {
            let kind = if head(tree, list) == "piece" { SymbolKind::Piece } else { SymbolKind::Zone };
            let named = tree.members(list).skip(1).find(|part| head(tree, *part) == "name");
            let name = named.and_then(|part| second(tree, part));
            return name.into_iter().for_each(|name| builder.declare(tree, name, kind, list));
        }
        "positions" | "directions" => {
            let kind = if head(tree, list) == "positions" { SymbolKind::Site } else { SymbolKind::Direction };
            for entry in tree.members(list).skip(1) {
                tree.members(entry).next().into_iter().for_each(|name| builder.declare(tree, name, kind, entry));
            }
            return;
        }
        "links" => SymbolKind::Direction,
        "attribute" => SymbolKind::Variable,
        "move-type" => SymbolKind::Class,
        _ => return,
    };
    second(tree, list).into_iter().for_each(|name| builder.declare(tree, name, kind, list));
}
