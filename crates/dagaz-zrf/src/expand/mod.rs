//! The macro expander.
//!
//! A call `(name argument...)` is replaced by the body of the macro, without parentheses of its
//! own. `$n` stands for an argument, also inside words and strings; an argument that a call does
//! not give keeps the value that it has in the calling macro. An argument that is a list is put in
//! as one item, and expanded where it is put.
//!
//! Honest files expand more than two hundred times in size, to millions of tokens, nearly all of
//! them repetitions. So nothing is copied: equal calls (the same macro with the same arguments, as
//! far as it looks at them) share one expansion, and lists are expanded only when someone looks
//! inside. Every item knows where it is written and the calls through which it was first reached.

mod failure;
mod origin;
mod put;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use dagaz_core::Limits;

use crate::frame::{ArgumentValue, Frame, FrameId, Shelf, ValueId};
use crate::macros::{ArgumentSet, Macros};
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, Tree};

/// A list, word or string after expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(u32);

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A word.
    Word(Symbol),
    /// A string.
    String(Symbol),
    /// A list.
    List,
}

/// An expansion of a macro. The first is the text outside all macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CallId(u32);

impl CallId {
    const NONE: CallId = CallId(0);
}

#[derive(Clone, Copy, Debug)]
struct Call {
    def: u32,
    /// The list that is the call.
    node: NodeId,
    /// Its arguments, over those of the macro around it, and how many it gives itself.
    arguments: FrameId,
    given: u8,
    /// What it expanded to.
    range: Range,
    parent: CallId,
    depth: u16,
}

#[derive(Clone, Copy, Debug)]
struct ExpandedItem {
    kind: ExpandedKind,
    /// Where it is written.
    node: NodeId,
    /// The expansion that it is first found in.
    call: CallId,
}

#[derive(Clone, Copy, Debug)]
enum ExpandedKind {
    Word(Symbol),
    String(Symbol),
    List(u32),
}

/// A range of `Expander::members`.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    start: u32,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct List {
    value: ValueId,
    /// The arguments of the macro in which the list stands, for calls that do not give theirs.
    around: FrameId,
    epoch: u32,
    /// Its members, once someone looked inside.
    members: Option<Range>,
    measure: Measure,
}

#[derive(Clone, Copy, Debug)]
enum Measure {
    Unknown,
    Running,
    Known { tokens: u64, depth: u16 },
}

/// Why an expansion was given up.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// The call, if it is known, and the macro.
    Endless(CallId),
    Nodes(CallId),
    Tokens(ItemId),
    Nesting(ItemId),
}

/// Expands the forms of a tree.
#[derive(Debug)]
pub struct Expander {
    tree: Tree,
    macros: Macros,
    limits: Limits,
    diagnostics: Diagnostics,
    items: Vec<ExpandedItem>,
    lists: Vec<List>,
    members: Vec<ItemId>,
    calls: Vec<Call>,
    values: Shelf<ArgumentValue>,
    /// For each value the arguments that it takes from around the place where it is put.
    through: Vec<ArgumentSet>,
    frames: Shelf<Frame>,
    known_lists: HashMap<(ValueId, FrameId, u32), ItemId>,
    /// The expansion of a macro; none while it is worked out.
    known_calls: HashMap<(u32, FrameId, u32), Option<Range>>,
    known_forms: HashMap<usize, Vec<ItemId>>,
    filled_bytes: usize,
    /// Words and strings that were made from arguments.
    filled: usize,
    remembered: Mark,
}

/// How much was stored when an expansion began.
#[derive(Clone, Debug, Default)]
struct Mark {
    items: usize,
    lists: usize,
    members: usize,
    calls: usize,
    values: usize,
    frames: usize,
    filled_bytes: usize,
    filled: usize,
}
impl Expander {
    /// Collects the macros of a tree.
    pub fn new(tree: Tree, limits: &Limits) -> Expander {
        let mut diagnostics = Diagnostics::default();
        let macros = Macros::collect(&tree, &mut diagnostics);
        let mut frames = Shelf::new();
        frames.store(Frame::default());
        let mut expander = Expander {
            tree,
            macros,
            limits: limits.clone(),
            diagnostics,
            items: Vec::new(),
            lists: Vec::new(),
            members: Vec::new(),
            calls: Vec::new(),
            values: Shelf::new(),
            through: Vec::new(),
            frames,
            known_lists: HashMap::new(),
            known_calls: HashMap::new(),
            known_forms: HashMap::new(),
            filled_bytes: 0,
            filled: 0,
            remembered: Mark::default(),
        };
        expander.calls.push(Call {
            def: 0,
            node: NodeId(0),
            arguments: FrameId::EMPTY,
            given: 0,
            range: Range::default(),
            parent: CallId::NONE,
            depth: 0,
        });
        expander
    }

    /// Returns the tree that is expanded.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What was found wrong so far, but for what [`Expander::force`] returns.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the items that the form at that place of the list of forms expands to: itself, if it
    /// is no macro call.
    pub fn form(&mut self, place: usize) -> Result<Vec<ItemId>, Box<Diagnostic>> {
        if let Some(known) = self.known_forms.get(&place) {
            return Ok(known.clone());
        }
        let Some(&form) = self.tree.forms().get(place) else { return Ok(Vec::new()) };
        let epoch = self.macros.epoch_at(place);
        let mark = self.mark();
        let mut items = Vec::new();
        let placed = self
            .close(form, FrameId::EMPTY)
            .and_then(|value| self.place(value, FrameId::EMPTY, CallId::NONE, epoch, &mut items));
        match placed {
            Ok(()) => {
                self.known_forms.insert(place, items.clone());
                Ok(items)
            }
            Err(failure) => Err(self.give_up(failure, &mark)),
        }
    }

    /// Expands everything in an item, so that [`Expander::members`] gives it. Tells how many tokens
    /// that is.
    pub fn force(&mut self, item: ItemId) -> Result<u64, Box<Diagnostic>> {
        let mark = self.mark();
        match self.measure(item, 0) {
            Ok((tokens, _)) if tokens <= self.limits.expanded_tokens as u64 => Ok(tokens),
            Ok(_) => Err(self.give_up(Failure::Tokens(item), &mark)),
            Err(failure) => Err(self.give_up(failure, &mark)),
        }
    }

    /// Like [`Expander::force`], but if too much is stored, forgets what was expanded since
    /// [`Expander::remember`] and tries again.
    pub(crate) fn force_afresh(&mut self, item: ItemId) -> Result<u64, Box<Diagnostic>> {
        let nothing_to_forget = self.items.len() == self.remembered.items;
        self.force(item).or_else(|failure| {
            if failure.code != Code::ExpansionTooLarge || nothing_to_forget {
                return Err(failure);
            }
            let mark = self.remembered.clone();
            self.forget(&mark);
            self.force(item)
        })
    }

    /// Returns how much is stored for the expansions so far, in nodes of 16 bytes.
    pub fn stored_nodes(&self) -> usize {
        self.stored()
    }

    /// Keeps what is expanded so far for good.
    pub(crate) fn remember(&mut self) {
        self.remembered = self.mark();
    }

    /// Expands the items directly in a list.
    pub fn force_members(&mut self, item: ItemId) -> Result<&[ItemId], Box<Diagnostic>> {
        let mark = self.mark();
        match self.expand(item) {
            Ok(range) => Ok(self.range(range)),
            Err(failure) => Err(self.give_up(failure, &mark)),
        }
    }

    /// Returns the members of a list that was forced; nothing for words and strings.
    pub fn members(&self, item: ItemId) -> &[ItemId] {
        match self.items[item.0 as usize].kind {
            ExpandedKind::List(list) => self.range(self.lists[list as usize].members.unwrap_or_default()),
            _ => &[],
        }
    }

    /// What an item is.
    pub fn kind(&self, item: ItemId) -> ItemKind {
        match self.items[item.0 as usize].kind {
            ExpandedKind::Word(symbol) => ItemKind::Word(symbol),
            ExpandedKind::String(symbol) => ItemKind::String(symbol),
            ExpandedKind::List(_) => ItemKind::List,
        }
    }

    /// Returns the word that an item is.
    pub fn word(&self, item: ItemId) -> Option<&str> {
        match self.items[item.0 as usize].kind {
            ExpandedKind::Word(symbol) => Some(self.tree.symbols.text(symbol)),
            _ => None,
        }
    }

    /// Returns the text of a word or string.
    pub fn text(&self, item: ItemId) -> Option<&str> {
        match self.items[item.0 as usize].kind {
            ExpandedKind::Word(symbol) | ExpandedKind::String(symbol) => Some(self.tree.symbols.text(symbol)),
            ExpandedKind::List(_) => None,
        }
    }

    /// Returns the place in the text where an item is written.
    pub fn node(&self, item: ItemId) -> NodeId {
        self.items[item.0 as usize].node
    }

    /// Returns whether a word is the name of a macro.
    pub fn is_macro(&self, word: Symbol) -> bool {
        self.macros.is_macro(word)
    }

    /// Returns the names of all macros.
    pub fn macro_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.macros.names().map(|name| self.tree.symbols.text(name))
    }

    fn range(&self, range: Range) -> &[ItemId] {
        let start = range.start as usize;
        self.members.get(start..start + range.count as usize).unwrap_or_default()
    }

    /// Tokens and depth of an item that is `level` lists deep, everything in it expanded. The limit
    /// on nesting bounds the recursion.
    fn measure(&mut self, item: ItemId, level: usize) -> Result<(u64, u16), Failure> {
        let ExpandedKind::List(list) = self.items[item.0 as usize].kind else { return Ok((1, 0)) };
        match self.lists[list as usize].measure {
            Measure::Known { tokens, depth } if level + usize::from(depth) <= self.limits.nesting => {
                return Ok((tokens, depth));
            }
            Measure::Running => return Err(Failure::Endless(self.items[item.0 as usize].call)),
            Measure::Unknown if level < self.limits.nesting => {}
            _ => return Err(Failure::Nesting(item)),
        }
        self.lists[list as usize].measure = Measure::Running;
        let range = self.expand(item)?;
        let (mut tokens, mut depth) = (2u64, 0u16);
        for at in range.start..range.start + range.count {
            let (more, deep) = self.measure(self.members[at as usize], level + 1)?;
            tokens = tokens.saturating_add(more);
            depth = depth.max(deep + 1);
        }
        self.lists[list as usize].measure = Measure::Known { tokens, depth };
        Ok((tokens, depth))
    }
}
