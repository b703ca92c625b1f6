//! Aborted macro expansions: the limits, their messages, and how the rest of the file stays
//! readable.

use super::put::CALL_DEPTH_MAX;
use super::{Call, CallId, Expander, Failure, ItemId, Mark, Measure};
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::source::Span;

impl Expander {
    /// Everything stored, in nodes of 16 bytes. The weights are what a thing and its place in a
    /// table of known things take.
    pub(super) fn stored(&self) -> usize {
        self.items.len()
            + self.members.len() / 4
            + self.lists.len() * 5
            + self.calls.len() * 5
            + self.values.len() * 3
            + self.frames.len() * 6
            + self.filled * 6
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            items: self.items.len(),
            lists: self.lists.len(),
            members: self.members.len(),
            calls: self.calls.len(),
            values: self.values.len(),
            frames: self.frames.len(),
            filled_bytes: self.filled_bytes,
            filled: self.filled,
        }
    }

    /// Says why an expansion failed, and forgets it, so that the rest of the file can still be
    /// read.
    pub(super) fn give_up(&mut self, failure: Failure, mark: &Mark) -> Box<Diagnostic> {
        let diagnostic = Box::new(self.explain(failure));
        self.forget(mark);
        diagnostic
    }

    pub(super) fn forget(&mut self, mark: &Mark) {
        self.items.truncate(mark.items);
        self.lists.truncate(mark.lists);
        self.members.truncate(mark.members);
        self.calls.truncate(mark.calls.max(1));
        self.values.truncate(mark.values);
        self.through.truncate(mark.values);
        self.frames.truncate(mark.frames.max(1));
        self.filled_bytes = mark.filled_bytes;
        self.filled = mark.filled;
        self.known_lists.retain(|_, item| (item.0 as usize) < mark.items);
        let (members, frames, values) = (mark.members, mark.frames, mark.values);
        self.known_calls.retain(|(_, frame, _), range| {
            (frame.0 as usize) < frames && range.is_some_and(|range| (range.start + range.count) as usize <= members)
        });
        self.known_lists.retain(|(value, frame, _), _| (value.0 as usize) < values && (frame.0 as usize) < frames);
        for list in &mut self.lists {
            if list.members.is_some_and(|range| (range.start + range.count) as usize > mark.members) {
                list.members = None;
            }
            // What it measured may be among what is forgotten.
            list.measure = Measure::Unknown;
        }
    }

    /// Returns whether a call is made, directly or not, by the same macro.
    pub(super) fn calls_itself(&self, call: CallId) -> bool {
        let Call { def, mut parent, .. } = self.calls[call.0 as usize];
        while parent != CallId::NONE && self.calls[parent.0 as usize].def != def {
            parent = self.calls[parent.0 as usize].parent;
        }
        parent != CallId::NONE
    }

    pub(super) fn explain(&self, failure: Failure) -> Diagnostic {
        let at_call = |code: Code, call: CallId, message: String| {
            let span = match call {
                CallId::NONE => Span::default(),
                call => self.tree.node(self.calls[call.0 as usize].node).span,
            };
            let mut diagnostic = Diagnostic::new(code, span, message);
            diagnostic.labels = self.call_labels(self.calls[call.0 as usize].parent);
            diagnostic
        };
        let at_item = |code: Code, item: ItemId, message: String| {
            let (span, labels) = self.origin(item);
            Diagnostic { labels, ..Diagnostic::new(code, span.head(), message) }
        };
        match failure {
            Failure::Endless(CallId::NONE) => {
                Diagnostic::new(Code::EndlessMacro, Span::default(), "the macros call each other without end")
            }
            Failure::Endless(call) => {
                let deep = self.calls[call.0 as usize].depth > CALL_DEPTH_MAX;
                if deep && !self.calls_itself(call) {
                    let message = format!("macro calls are nested more than {CALL_DEPTH_MAX} deep");
                    return at_call(Code::ExpansionTooLarge, call, message);
                }
                let message = format!("macro `{}` calls itself without end", self.macro_name(call));
                at_call(Code::EndlessMacro, call, message)
                    .hint("a macro has no way to stop calling itself; use `while`")
            }
            Failure::Nodes(call) if self.calls_itself(call) => self.explain(Failure::Endless(call)),
            Failure::Nodes(call) => {
                let max = self.limits.expanded_nodes;
                at_call(Code::ExpansionTooLarge, call, format!("the macros expand to more than {max} different nodes"))
            }
            Failure::Tokens(item) => {
                let max = self.limits.expanded_tokens;
                at_item(Code::ExpansionTooLarge, item, format!("the macros expand this to more than {max} tokens"))
            }
            Failure::Nesting(item) if self.calls_itself(self.items[item.0 as usize].call) => {
                self.explain(Failure::Endless(self.items[item.0 as usize].call))
            }
            Failure::Nesting(item) => {
                let max = self.limits.nesting;
                at_item(
                    Code::NestingTooDeep,
                    item,
                    format!("the macros expand this to lists nested more than {max} deep"),
                )
            }
        }
    }
}
