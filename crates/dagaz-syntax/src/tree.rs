//! The syntax tree: all lists, words and strings of all texts in one flat vector.
//!
//! Nodes stand in the order of the text, each list before its members and with the place where its
//! members end. So the tree is built, walked and dropped without recursion, however deep the text
//! is nested.

use std::collections::HashSet;

use crate::source::Span;
use crate::symbol::{Symbol, Symbols};

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A word.
    Word(Symbol),
    /// A string, without its quotes.
    String(Symbol),
    /// A list.
    List,
}

/// A list, a word or a string.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it is written.
    pub span: Span,
    /// The node after it and all its members.
    pub end: NodeId,
}

/// The syntax tree of a rules file with all that it includes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    forms: Vec<NodeId>,
    /// The words that stand for others.
    replaced: HashSet<NodeId>,
    /// The texts of its words and strings.
    pub symbols: Symbols,
}

impl Tree {
    /// One node.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the lists of the top level, in order; those of an included file stand where it is
    /// included.
    pub fn forms(&self) -> &[NodeId] {
        &self.forms
    }

    /// Returns the members of a list; nothing for words and strings.
    pub fn members(&self, id: NodeId) -> Members<'_> {
        let end = self.node(id).end;
        Members { tree: self, next: NodeId(id.0 + 1), end }
    }

    /// Returns the word that a node is.
    pub fn word(&self, id: NodeId) -> Option<Symbol> {
        match self.node(id).kind {
            NodeKind::Word(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Returns the word that a list begins with.
    pub fn head(&self, id: NodeId) -> Option<Symbol> {
        self.members(id).next().and_then(|first| self.word(first))
    }

    /// Returns the node written out on one line.
    pub fn text(&self, id: NodeId) -> String {
        let mut text = String::new();
        let mut ends = Vec::new();
        let end = self.node(id).end;
        for index in id.0..end.0 {
            while ends.last().is_some_and(|&end| end == NodeId(index)) {
                ends.pop();
                text.push(')');
            }
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            let node = self.node(NodeId(index));
            match node.kind {
                NodeKind::Word(symbol) => text.push_str(self.symbols.text(symbol)),
                NodeKind::String(symbol) => {
                    text.push('"');
                    text.push_str(self.symbols.text(symbol));
                    text.push('"');
                }
                NodeKind::List => {
                    text.push('(');
                    ends.push(node.end);
                }
            }
        }
        text.extend(ends.iter().map(|_| ')'));
        text
    }

    /// Appends a node whose members, if it is a list, follow until [`Tree::close`].
    pub fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { kind, span, end: NodeId(id.0 + 1) });
        id
    }

    /// Ends a list: what was appended since is its members.
    pub fn close(&mut self, list: NodeId, end: u32) {
        let next = NodeId(self.nodes.len() as u32);
        if let Some(node) = self.nodes.get_mut(list.0 as usize) {
            node.end = next;
            node.span.end = end;
        }
    }

    /// Puts another word in the place of a word.
    pub fn replace(&mut self, id: NodeId, word: Symbol) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.kind = NodeKind::Word(word);
            self.replaced.insert(id);
        }
    }

    /// Returns whether a word stands in the place of the one that was written.
    pub fn is_replaced(&self, id: NodeId) -> bool {
        self.replaced.contains(&id)
    }

    /// Makes a node a list of the top level.
    pub fn add_form(&mut self, form: NodeId) {
        self.forms.push(form);
    }
}

/// The members of a list.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    tree: &'a Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Members<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            let after = self.tree.node(self.next).end;
            std::mem::replace(&mut self.next, after)
        })
    }
}
