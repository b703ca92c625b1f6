//! The outline of a text: games with their clauses, definitions, pieces.

use std::ops::Range;

use dagaz_core::CompactSort;

use dagaz_syntax::source::FileId;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

use crate::names::{Symbol, SymbolKind};

/// Entries of one outline. The largest real file has a third of it.
const ITEMS_MAX: usize = 20_000;

/// An entry of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// The name or title; the word at the head where there is none.
    pub name: String,
    /// The word at the head: `rule`, `piece`.
    pub detail: String,
    /// What kind of thing it names, if it names one.
    pub kind: Option<SymbolKind>,
    /// The whole list.
    pub range: Range<usize>,
    /// The name in it.
    pub name_range: Range<usize>,
    /// What is in it.
    pub children: Vec<OutlineItem>,
}

/// Returns the outline of a text of lists of so many bytes.
pub(crate) fn of_lists(tree: &Tree, length: usize) -> Vec<OutlineItem> {
    let mut left = ITEMS_MAX;
    let is_own = |node: &NodeId| {
        let span = tree.node(*node).span;
        span.file == FileId(0) && span.end as usize <= length
    };
    let forms = tree.forms().iter().copied().filter(is_own);
    let mut items = Vec::new();
    for form in forms {
        let Some(mut item) = item(tree, form, &mut left) else { continue };
        if matches!(item.detail.as_str(), "game" | "variant" | "module") {
            let clauses = tree.members(form).skip(1).filter(|clause| tree.head(*clause).is_some());
            item.children = clauses.filter_map(|clause| self::item(tree, clause, &mut left)).collect();
        }
        items.push(item);
    }
    items
}

fn item(tree: &Tree, list: NodeId, left: &mut usize) -> Option<OutlineItem> {
    *left = left.checked_sub(1)?;
    let head = tree.members(list).next()?;
    let detail = tree.symbols.text(tree.word(head)?).to_string();
    let kind = match detail.as_str() {
        "piece" => Some(SymbolKind::Piece),
        "rule" => Some(SymbolKind::Rule),
        "define" => Some(SymbolKind::Definition),
        "class" => Some(SymbolKind::Class),
        "table" => Some(SymbolKind::Table),
        "var" | "timer" | "attribute" => Some(SymbolKind::Variable),
        "dice" | "deck" | "clock" => Some(SymbolKind::Chance),
        "parameter" => Some(SymbolKind::Parameter),
        "module" => Some(SymbolKind::Module),
        "win" | "lose" | "draw" | "score" | "out" => Some(SymbolKind::Ending),
        _ => None,
    };
    let has_title = matches!(detail.as_str(), "game" | "variant");
    // In ZRF names and titles are lists of their own: `(piece (name King) …)`.
    let part = tree.members(list).skip(1).find(|part| {
        let word = tree.head(*part).map_or("", |word| tree.symbols.text(word));
        word == "name" && kind.is_some() || word == "title" && has_title
    });
    let second = match part {
        Some(part) => tree.members(part).nth(1),
        None => tree.members(list).nth(1).filter(|_| kind.is_some() || has_title),
    };
    let named =
        second.map(|second| if tree.head(second).is_some() { tree.members(second).next() } else { Some(second) });
    let named = named.flatten().unwrap_or(head);
    let name = match tree.node(named).kind {
        NodeKind::Word(word) | NodeKind::String(word) => tree.symbols.text(word).to_string(),
        NodeKind::List => detail.clone(),
    };
    let bytes = |node: NodeId| tree.node(node).span.start as usize..tree.node(node).span.end as usize;
    let name = if name.trim().is_empty() { detail.clone() } else { name };
    Some(OutlineItem { name, detail, kind, range: bytes(list), name_range: bytes(named), children: Vec::new() })
}

/// Returns the outline of a script: its declarations.
pub(crate) fn of_symbols(symbols: &[Symbol]) -> Vec<OutlineItem> {
    let items = symbols.iter().take(ITEMS_MAX).flat_map(|symbol| {
        symbol.declared.iter().map(|place| OutlineItem {
            name: symbol.name.clone(),
            detail: symbol.kind.words().to_string(),
            kind: Some(symbol.kind),
            range: place.range.clone(),
            name_range: place.range.clone(),
            children: Vec::new(),
        })
    });
    let mut items: Vec<OutlineItem> = items.take(ITEMS_MAX).collect();
    items.compact_sort_by_key(|item| item.range.start);
    items
}
