//! Where an item comes from: the text that it is written in, and the calls that it came through.

use super::{Call, CallId, ExpandedItem, ExpandedKind, Expander, ItemId};
use crate::frame::{ArgumentValue, FrameId, ValueId, argument};
use crate::macros::{WordPart, WordParts, whole_argument};
use dagaz_syntax::diagnostic::Label;
use dagaz_syntax::source::Span;
use dagaz_syntax::tree::{NodeId, NodeKind};

/// Bytes of an argument that are kept for the name of a rule.
const ARGUMENT_SHOWN_MAX: usize = 200;

/// Calls shown with a diagnostic.
const CALLS_SHOWN: usize = 3;

impl Expander {
    /// Where an item is written, and through which calls it came to be.
    pub fn origin(&self, item: ItemId) -> (Span, Vec<Label>) {
        let ExpandedItem { node, call, kind } = self.items[item.0 as usize];
        let span = self.tree.node(node).span;
        let mut labels = Vec::new();
        let given = self.tree.word(node).and_then(|word| whole_argument(self.tree.symbols.text(word)));
        let argument = given.and_then(|number| self.argument_node(number, call)).filter(|&argument| {
            matches!((self.tree.node(argument).kind, kind), (NodeKind::Word(said), ExpandedKind::Word(read)) if said == read)
        });
        if argument.is_some() {
            labels.push(Label { span, message: format!("used here, in macro `{}`", self.macro_name(call)) });
        }
        labels.extend(self.call_labels(call));
        (argument.map_or(span, |argument| self.tree.node(argument).span), labels)
    }

    /// Returns the macro call that a list is, if it is nothing else: name and arguments.
    ///
    /// Either the list is all that a call expanded to, or the call is all that stands in the list.
    pub fn sole_call(&self, item: ItemId) -> Option<(String, Vec<String>)> {
        let ExpandedItem { kind: ExpandedKind::List(list), call, .. } = self.items[item.0 as usize] else {
            return None;
        };
        if let ArgumentValue::List(node, frame) = *self.values.get(self.lists[list as usize].value.0) {
            let mut inner = self.tree.members(node);
            if let (Some(only), None) = (inner.next(), inner.next())
                && let Some(head) = self.tree.head(only).filter(|&head| self.macros.is_macro(head))
            {
                let arguments = self.tree.members(only).skip(1).map(|argument| self.print_node(argument, frame));
                return Some((self.tree.symbols.text(head).to_string(), arguments.collect()));
            }
        }
        let mut sole = None;
        let mut at = call;
        while at != CallId::NONE && self.range(self.calls[at.0 as usize].range) == [item] {
            sole = Some(at);
            at = self.calls[at.0 as usize].parent;
        }
        let Call { arguments, given, .. } = self.calls[sole?.0 as usize];
        let given = self.frames.get(arguments.0).iter().take(usize::from(given));
        Some((self.macro_name(sole?).to_string(), given.map(|(_, value)| self.print_value(*value)).collect()))
    }

    /// Returns an item that was forced, written out on one line, if it is not longer than `max`
    /// bytes.
    pub fn print(&self, item: ItemId, max: usize) -> Option<String> {
        let mut text = String::new();
        let mut waiting: Vec<Option<ItemId>> = vec![Some(item)];
        while let Some(next) = waiting.pop() {
            let Some(item) = next else {
                text.push(')');
                continue;
            };
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            match self.items[item.0 as usize].kind {
                ExpandedKind::Word(symbol) => text.push_str(self.tree.symbols.text(symbol)),
                ExpandedKind::String(symbol) => {
                    text.push('"');
                    text.push_str(self.tree.symbols.text(symbol));
                    text.push('"');
                }
                ExpandedKind::List(_) => {
                    text.push('(');
                    waiting.push(None);
                    waiting.extend(self.members(item).iter().rev().map(|&member| Some(member)));
                }
            }
            if text.len() > max {
                return None;
            }
        }
        Some(text)
    }

    /// Returns an argument as text.
    pub(super) fn print_value(&self, value: ValueId) -> String {
        match *self.values.get(value.0) {
            ArgumentValue::Nothing => String::new(),
            ArgumentValue::Word(symbol) => self.tree.symbols.text(symbol).to_string(),
            ArgumentValue::String(symbol) => format!("\"{}\"", self.tree.symbols.text(symbol)),
            ArgumentValue::List(node, frame) => self.print_node(node, frame),
        }
    }

    /// Returns a node of the text with arguments put in, macros left as they are. Long lists are
    /// cut short.
    pub(super) fn print_node(&self, node: NodeId, frame: FrameId) -> String {
        let mut text = String::new();
        for part in WordParts::new(&self.tree.text(node)) {
            match part {
                WordPart::Text(part) => text.push_str(part),
                WordPart::Argument(number) => match argument(self.frames.get(frame.0), number) {
                    Some(value) => text.push_str(&self.print_value(value)),
                    None => text.push_str(&format!("${number}")),
                },
            }
            if text.len() > ARGUMENT_SHOWN_MAX {
                let cut = (0..=ARGUMENT_SHOWN_MAX).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                text.truncate(cut);
                text.push('…');
                break;
            }
        }
        text
    }

    /// Returns the node at the place of a call that is argument `number` in its macro.
    pub(super) fn argument_node(&self, mut number: usize, mut call: CallId) -> Option<NodeId> {
        while call != CallId::NONE {
            let Call { node, parent, .. } = self.calls[call.0 as usize];
            // Where the call does not give it, the argument has the number that it has in the
            // calling macro.
            if let Some(argument) = self.tree.members(node).nth(number) {
                let word = self.tree.word(argument).map(|word| self.tree.symbols.text(word));
                match word.and_then(whole_argument) {
                    Some(outer) => number = outer,
                    None => return Some(argument),
                }
            }
            call = parent;
        }
        None
    }

    pub(super) fn macro_name(&self, call: CallId) -> &str {
        let def = self.calls[call.0 as usize].def;
        self.tree.symbols.text(self.macros.def(def).name)
    }

    /// Returns the calls that led to one, innermost first, the middle ones left out.
    pub(super) fn call_labels(&self, mut call: CallId) -> Vec<Label> {
        let mut labels = Vec::new();
        while call != CallId::NONE {
            let Call { node, parent, .. } = self.calls[call.0 as usize];
            let message = format!("macro `{}` is called here", self.macro_name(call));
            labels.push(Label { span: self.tree.node(node).span, message });
            call = parent;
        }
        if labels.len() > CALLS_SHOWN {
            labels.drain(CALLS_SHOWN - 1..labels.len() - 1);
        }
        labels
    }
}
