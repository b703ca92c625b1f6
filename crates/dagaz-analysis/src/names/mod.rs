//! The names of a text: where each is declared and where it stands.
//!
//! A name means one thing in a whole game, so names are found in the text alone, without its
//! meaning: also in a text with errors. Names that are bound in one clause, such as parameters of
//! rules, are symbols of their own there.

mod drf;
mod script;
mod zrf;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use dagaz_core::CompactSort;

use dagaz_syntax::source::{FileId, SourceMap, Span};
use dagaz_syntax::tree::{NodeId, Tree};

use crate::tokens::Token;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A player.
    Player,
    /// A piece type.
    Piece,
    /// A rule, or a word of a script.
    Rule,
    /// A definition or macro.
    Definition,
    /// A class of rules or a type of moves.
    Class,
    /// A table.
    Table,
    /// A variable, or an attribute of pieces.
    Variable,
    /// Dice or a deck.
    Chance,
    /// A parameter of the file.
    Parameter,
    /// A parameter of a rule, or a name that is bound on a path.
    Local,
    /// A zone, lines or regions.
    Zone,
    /// A direction.
    Direction,
    /// A site.
    Site,
    /// A phase of the turn order.
    Phase,
    /// An ending or another clause with a name.
    Ending,
    /// A value of a variable.
    Value,
    /// A module.
    Module,
}

impl SymbolKind {
    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            SymbolKind::Player => "player",
            SymbolKind::Piece => "piece",
            SymbolKind::Rule => "rule",
            SymbolKind::Definition => "definition",
            SymbolKind::Class => "class of rules",
            SymbolKind::Table => "table",
            SymbolKind::Variable => "variable",
            SymbolKind::Chance => "dice or deck",
            SymbolKind::Parameter => "parameter of the file",
            SymbolKind::Local => "bound in this clause",
            SymbolKind::Zone => "part of the board",
            SymbolKind::Direction => "direction",
            SymbolKind::Site => "site",
            SymbolKind::Phase => "phase",
            SymbolKind::Ending => "name of a clause",
            SymbolKind::Value => "value of a variable",
            SymbolKind::Module => "module",
        }
    }
}

/// A place in a text: the text itself, or a file that it includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the included file; `None` is the text itself.
    pub file: Option<String>,
    /// The bytes.
    pub range: Range<usize>,
}

/// A name.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Where it is declared: a variant may declare a name of its base again.
    pub declared: Vec<Place>,
    /// The text that declares it first, cut short.
    pub detail: String,
    /// The clause to which the name is confined.
    pub scope: Option<Range<usize>>,
}

/// A place where a name stands in the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The bytes of the name.
    pub range: Range<usize>,
    /// The symbol, by its number.
    pub symbol: usize,
    /// Whether it is declared here.
    pub is_declaration: bool,
}

/// All names of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) symbols: Vec<Symbol>,
    /// In the order of the text.
    pub(crate) occurrences: Vec<Occurrence>,
}

/// Bytes of a declaration that are kept to be shown.
const DETAIL_BYTES_MAX: usize = 400;

impl Names {
    /// Returns the names of a DRF text of so many bytes.
    pub(crate) fn of_drf(tree: &Tree, sources: &SourceMap, length: usize) -> Names {
        let mut builder = Builder::new(sources, length);
        drf::declare(tree, &mut builder);
        builder.occurrences(tree)
    }

    /// Returns the names of a ZRF text.
    pub(crate) fn of_zrf(tree: &Tree, sources: &SourceMap, length: usize) -> Names {
        let mut builder = Builder::new(sources, length);
        zrf::declare(tree, &mut builder);
        builder.occurrences(tree)
    }

    /// Returns the names of a script.
    pub(crate) fn of_script(text: &str, tokens: &[Token]) -> Names {
        script::names(text, tokens)
    }

    /// Returns the occurrence that has a byte or ends at it.
    pub(crate) fn at(&self, at: usize) -> Option<&Occurrence> {
        let first = self.occurrences.partition_point(|one| one.range.end < at);
        self.occurrences[first..].iter().take_while(|one| one.range.start <= at).last()
    }
}

/// Names that are being collected.
struct Builder<'s> {
    sources: &'s SourceMap,
    length: usize,
    names: Names,
    /// Names of the whole text.
    known: HashMap<String, usize>,
    /// Names that are bound in a clause, in the order of their scopes.
    locals: HashMap<String, Vec<usize>>,
    /// Words that are keywords where they stand.
    heads: Vec<NodeId>,
    /// The first bytes of declared names in the text itself.
    declared: HashSet<usize>,
}

/// Scopes of one name that may lie around each other and are looked through.
const SCOPES_MAX: usize = 64;

impl<'s> Builder<'s> {
    fn new(sources: &'s SourceMap, length: usize) -> Builder<'s> {
        let names = Names::default();
        let (known, locals, heads, declared) = Default::default();
        Builder { sources, length, names, known, locals, heads, declared }
    }

    fn is_own(&self, span: Span) -> bool {
        span.file == FileId(0) && span.end as usize <= self.length
    }

    fn place(&self, span: Span) -> Place {
        let file = (span.file != FileId(0)).then(|| self.sources.file(span.file).name().to_string());
        Place { file, range: span.start as usize..span.end as usize }
    }

    fn detail(&self, span: Span) -> String {
        let text = self.sources.text(span);
        let kept = text.floor_char_boundary(DETAIL_BYTES_MAX.min(text.len()));
        if kept < text.len() { format!("{} …", &text[..kept]) } else { text.to_string() }
    }

    /// Declares the name at a node. `whole` is the text that declares it.
    fn declare(&mut self, tree: &Tree, node: NodeId, kind: SymbolKind, whole: NodeId) {
        let Some(word) = tree.word(node) else { return };
        let name = tree.symbols.text(word);
        let place = self.place(tree.node(node).span);
        self.declared.extend(place.file.is_none().then_some(place.range.start));
        match self.known.get(name) {
            Some(&known) => {
                let detail = self.detail(tree.node(whole).span);
                let symbol = &mut self.names.symbols[known];
                // What the text declares itself takes the place of what it includes.
                let is_replaced = symbol.declared.iter().all(|place| place.file.is_some());
                match (place.file.is_none(), is_replaced) {
                    (true, true) => *symbol = Symbol { kind, declared: vec![place], detail, ..symbol.clone() },
                    (false, false) => {}
                    (true, false) | (false, true) => symbol.declared.push(place),
                }
            }
            None => {
                let detail = self.detail(tree.node(whole).span);
                let symbol = Symbol { name: name.to_string(), kind, declared: vec![place], detail, scope: None };
                self.known.insert(name.to_string(), self.names.symbols.len());
                self.names.symbols.push(symbol);
            }
        }
    }

    /// Declares a name that is bound in a clause from a node on. `detail` is what binds it.
    fn bind(&mut self, tree: &Tree, node: NodeId, clause: NodeId, detail: NodeId) {
        let (Some(word), span) = (tree.word(node), tree.node(node).span) else { return };
        let end = tree.node(clause).span.end as usize;
        if !self.is_own(span) {
            return;
        }
        let name = tree.symbols.text(word);
        let place = self.place(span);
        self.declared.insert(place.range.start);
        let same = |symbol: &Symbol| symbol.scope.as_ref().is_some_and(|scope| scope.end == end);
        let earlier = self.locals.get(name).and_then(|all| all.last()).copied();
        if let Some(earlier) = earlier.filter(|earlier| same(&self.names.symbols[*earlier])) {
            return self.names.symbols[earlier].declared.push(place);
        }
        let symbol = Symbol {
            name: name.to_string(),
            kind: SymbolKind::Local,
            scope: Some(place.range.start..end),
            declared: vec![place],
            detail: self.detail(tree.node(detail).span),
        };
        self.locals.entry(name.to_string()).or_default().push(self.names.symbols.len());
        self.names.symbols.push(symbol);
    }

    /// Returns the symbol that a word at a byte means.
    fn meant(&self, word: &str, at: usize) -> Option<usize> {
        let scope = |symbol: &usize| self.names.symbols[*symbol].scope.clone().unwrap_or_default();
        let locals = self.locals.get(word).map_or(&[][..], Vec::as_slice);
        let begun = &locals[..locals.partition_point(|symbol| scope(symbol).start <= at)];
        let inner = begun.iter().rev().take(SCOPES_MAX).find(|symbol| scope(symbol).contains(&at));
        inner.or_else(|| self.known.get(word)).copied()
    }

    fn note(&mut self, range: Range<usize>, symbol: usize) {
        let is_declaration = self.declared.contains(&range.start);
        self.names.occurrences.push(Occurrence { range, symbol, is_declaration });
    }

    /// Finds where the names stand in the text itself.
    fn occurrences(mut self, tree: &Tree) -> Names {
        let heads: HashSet<NodeId> = std::mem::take(&mut self.heads).into_iter().collect();
        let symbols = &self.names.symbols;
        for all in self.locals.values_mut() {
            all.compact_sort_by_key(|symbol| symbols[*symbol].scope.as_ref().map_or(0, |scope| scope.start));
        }
        for id in (0..tree.len() as u32).map(NodeId) {
            let (Some(word), span) = (tree.word(id), tree.node(id).span) else { continue };
            if !self.is_own(span) || heads.contains(&id) {
                continue;
            }
            let (text, start) = (tree.symbols.text(word), span.start as usize);
            if let Some(symbol) = self.meant(text, start) {
                self.note(start..span.end as usize, symbol);
                continue;
            }
            // `n.ne` and `a1..c3` are made of names. What a macro has put there is another text.
            if text.contains('.') && self.sources.text(span) == text {
                let mut at = start;
                for part in text.split('.') {
                    if let Some(symbol) = (!part.is_empty()).then(|| self.meant(part, start)).flatten() {
                        self.note(at..at + part.len(), symbol);
                    }
                    at += part.len() + 1;
                }
            }
        }
        self.names.occurrences.compact_sort_by_key(|one| one.range.start);
        self.names
    }
}
