//! Modules: clauses that stand wherever they are used, with what is given in the place of their
//! parameters.
//!
//! Each use has a copy of its own in the tree, so that a parameter may be anything there: a rule's
//! name, a player, the side of a board.

use std::collections::HashSet;

use super::clauses::{Clauses, Games, Placing, head_of, is_named, key, name_of};
use super::parameter::joined;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::FileId;
use dagaz_syntax::suggest;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// So many modules stand in a game, those that others use counted wherever they do.
const MODULES_MAX: usize = 256;

/// So many words and lists stand in the copies of modules, all together.
const COPIES_MAX: usize = 100_000;

impl Games {
    /// Notes a module. One of the file's own goes before one of the library's.
    pub(super) fn declare_module(&mut self, tree: &Tree, form: NodeId, diagnostics: &mut Diagnostics) {
        let span = tree.node(form).span;
        let Some(name) = name_of(tree, form) else {
            let message = "a module has a name, or a name and parameters in parentheses";
            let said = Diagnostic::new(Code::WrongForm, span.head(), message);
            return diagnostics.push(said.hint("`(module (sprouting Kind way) (rule …) …)`"));
        };
        let header: Vec<NodeId> = tree.members(form).nth(1).map_or(Vec::new(), |header| tree.members(header).collect());
        let mut seen = HashSet::new();
        for parameter in header.into_iter().skip(1) {
            let said = |message: String| Diagnostic::new(Code::WrongForm, tree.node(parameter).span, message);
            match tree.word(parameter) {
                None => diagnostics.push(said("a parameter of a module is a word".to_string()).raised()),
                Some(word) if !seen.insert(word) => {
                    let message = format!("`{}` is a parameter of this module already", tree.text(parameter));
                    diagnostics.push(said(message).raised());
                }
                Some(_) => {}
            }
        }
        let is_own = |form: NodeId| tree.node(form).span.file == FileId(0);
        match self.modules.get(name) {
            Some(known) if is_own(*known) && is_own(form) => {
                let message = format!("there is a module `{name}` in this file already");
                let said = Diagnostic::new(Code::WrongForm, span.head(), message);
                diagnostics.push(said.raised().hint("another name is needed for one of the two"));
            }
            Some(known) if is_own(*known) => {}
            _ => {
                self.modules.insert(name.to_string(), form);
            }
        }
    }

    /// Puts a module in place, with those that it uses itself.
    pub(super) fn place(
        &self,
        clauses: &mut Clauses<'_>,
        placing: &mut Placing,
        used: NodeId,
        diagnostics: &mut Diagnostics,
    ) {
        let tree = &*clauses.tree;
        let word = tree.word(used).or_else(|| tree.head(used));
        let name = word.map_or("", |word| tree.symbols.text(word)).to_string();
        let span = tree.node(used).span;
        let Some(&module) = self.modules.get(&name) else {
            let mut known: Vec<&str> = self.modules.keys().map(String::as_str).collect();
            known.sort_unstable();
            let said = match word {
                None => Diagnostic::new(Code::WrongForm, span, "this names no module")
                    .hint("`(use checkmate)`, or with arguments `(use (repetition 3))`"),
                Some(_) => {
                    Diagnostic::new(Code::UnknownCommand, span.head(), format!("there is no library module `{name}`"))
                        .maybe_hint(suggest::hint(&name, "the library has", known.into_iter()))
                }
            };
            return diagnostics.push(said);
        };
        let header = tree.members(module).nth(1);
        let parameters: Vec<NodeId> = header.map_or(Vec::new(), |header| tree.members(header).skip(1).collect());
        let arguments: Vec<NodeId> = tree.members(used).skip(1).collect();
        if parameters.len() != arguments.len() {
            let message = format!("`{name}` is used with the wrong number of arguments");
            let usual = header.map_or(String::new(), |header| format!("`(use {})`", tree.text(header)));
            let said = Diagnostic::new(Code::WrongForm, span.head(), message);
            return diagnostics.push(said.expected(usual, format!("`{}`", tree.text(used))));
        }
        if placing.within.contains(&module) {
            let message = format!("the module `{name}` uses itself");
            let hint = "a module stands where it is used, and this one would never end";
            return diagnostics.push(Diagnostic::new(Code::EndlessMacro, span, message).hint(hint));
        }
        if parameters.is_empty() && !placing.there.insert(module) {
            return;
        }
        clauses.modules += 1;
        if clauses.modules > MODULES_MAX {
            if clauses.modules == MODULES_MAX + 1 {
                let message = format!("a game uses at most {MODULES_MAX} modules, and this is one more");
                let hint = "modules that use several others make that many quickly";
                diagnostics.push(Diagnostic::new(Code::LimitReached, span, message).hint(hint));
            }
            return;
        }
        let form = match parameters.is_empty() {
            true => module,
            false => {
                let word = |parameter: NodeId| tree.word(parameter);
                let values: Vec<(Symbol, NodeId)> =
                    parameters.iter().filter_map(|one| word(*one)).zip(arguments).collect();
                if copied_size(tree, module, &values) > COPIES_MAX {
                    clauses.modules = MODULES_MAX + 1;
                    let message = "modules with such arguments become too large here";
                    let hint =
                        "an argument stands wherever the module has its parameter; a `(define …)` gives it a name";
                    return diagnostics.push(Diagnostic::new(Code::ExpansionTooLarge, span, message).hint(hint));
                }
                copy(clauses.tree.to_mut(), module, &values)
            }
        };
        let own: Vec<NodeId> = clauses.tree.members(form).skip(2).collect();
        let (uses, own): (Vec<NodeId>, Vec<NodeId>) =
            own.into_iter().partition(|clause| head_of(&clauses.tree, *clause) == "use");
        let base = clauses.list.len();
        placing.within.push(module);
        for clause in uses {
            let inner: Vec<NodeId> = clauses.tree.members(clause).skip(1).collect();
            inner.into_iter().for_each(|inner| self.place(clauses, placing, inner, diagnostics));
        }
        placing.within.pop();
        // What it says itself stands in the place of what it has from others by that name.
        let Clauses { list, tree, .. } = clauses;
        let names: HashSet<_> = own.iter().filter(|one| is_named(tree, **one)).map(|one| key(tree, *one)).collect();
        let brought = list.split_off(base);
        list.extend(brought.into_iter().filter(|old| !names.contains(&key(tree, *old))));
        list.extend(own);
    }
}

/// Returns how many nodes a tree would have with a copy of a form in which values stand for words.
fn copied_size(tree: &Tree, form: NodeId, values: &[(Symbol, NodeId)]) -> usize {
    let size = |node: NodeId| (tree.node(node).end.0 - node.0) as usize;
    let inside = (form.0..tree.node(form).end.0).map(NodeId).filter_map(|node| tree.word(node));
    let put = inside.filter_map(|word| values.iter().find(|(name, _)| *name == word)).map(|(_, value)| size(*value));
    // What was copied before stands behind the forms of the file.
    let forms = tree.forms().last().map_or(0, |last| tree.node(*last).end.0 as usize);
    tree.len().saturating_sub(forms) + size(form) + put.sum::<usize>()
}

/// Returns a copy of a form behind all others, in which values stand for words.
fn copy(tree: &mut Tree, form: NodeId, values: &[(Symbol, NodeId)]) -> NodeId {
    let first = NodeId(tree.len() as u32);
    // The lists that are open: where their original ends, and the copy.
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    let end = tree.node(form).end;
    for node in (form.0..=end.0).map(NodeId) {
        while let Some(&(_, list)) = open.last().filter(|(end, _)| *end == node) {
            open.pop();
            let written = tree.node(list).span.end;
            tree.close(list, written);
        }
        if node == end {
            break;
        }
        let original = tree.node(node);
        let value = tree.word(node).and_then(|word| values.iter().find(|(name, _)| *name == word));
        match (original.kind, value) {
            (_, Some((_, value))) => {
                copy(tree, *value, &[]);
            }
            (NodeKind::Word(word), None) => {
                let word = with_ends(tree, word, values).unwrap_or(word);
                tree.push(NodeKind::Word(word), original.span);
            }
            (NodeKind::List, None) => {
                let list = tree.push(NodeKind::List, original.span);
                open.push((original.end, list));
            }
            (kind, None) => {
                tree.push(kind, original.span);
            }
        }
    }
    first
}

/// Returns a word such as `1..n` with its ends put in; `None` if it has no such end.
fn with_ends(tree: &mut Tree, word: Symbol, values: &[(Symbol, NodeId)]) -> Option<Symbol> {
    let value_of = |name: &str| {
        let value = values.iter().find(|(known, _)| tree.symbols.text(*known) == name)?.1;
        Some(tree.symbols.text(tree.word(value)?))
    };
    let text = joined(tree.symbols.text(word), &value_of)?;
    Some(tree.symbols.intern(&text))
}
