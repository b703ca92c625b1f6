//! The work of expanding: nodes of the text, with arguments put in, become items.

use super::{Call, CallId, ExpandedItem, ExpandedKind, Expander, Failure, ItemId, List, Measure, Range};
use crate::frame::{ArgumentValue, FrameId, ValueId, argument, numbers};
use crate::macros::{ALL, ARGUMENTS_MAX, ArgumentSet, WordPart, WordParts, argument_bit, whole_argument};
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind};

/// Calls inside calls. Sowing games nest a call for every pit.
pub(super) const CALL_DEPTH_MAX: u16 = 256;

/// Bytes of all words and strings that are made from arguments. Few files make more than a
/// thousand.
const FILLED_BYTES_MAX: usize = 16 << 20;

impl Expander {
    /// Returns the members of a list, expanded on demand.
    pub(super) fn expand(&mut self, item: ItemId) -> Result<Range, Failure> {
        let ExpandedItem { kind: ExpandedKind::List(list), call, .. } = self.items[item.0 as usize] else {
            return Ok(Range::default());
        };
        let List { value, around, epoch, members, .. } = self.lists[list as usize];
        if let Some(range) = members {
            return Ok(range);
        }
        let mut found = Vec::new();
        if let ArgumentValue::List(node, frame) = *self.values.get(value.0) {
            let mut at = NodeId(node.0 + 1);
            let end = self.tree.node(node).end;
            while at < end {
                self.put(at, frame, around, call, epoch, &mut found)?;
                at = self.tree.node(at).end;
            }
        }
        let range = self.keep(&found, call)?;
        self.lists[list as usize].members = Some(range);
        Ok(range)
    }

    /// Puts a node of the text, with the arguments of `frame`, into what is being expanded.
    pub(super) fn put(
        &mut self,
        node: NodeId,
        frame: FrameId,
        around: FrameId,
        call: CallId,
        epoch: u32,
        found: &mut Vec<ItemId>,
    ) -> Result<(), Failure> {
        let kind = match self.tree.node(node).kind {
            NodeKind::List => {
                let value = self.close(node, frame)?;
                return self.place(value, around, call, epoch, found);
            }
            NodeKind::Word(symbol) if self.macros.uses(node).direct == 0 && frame == FrameId::EMPTY => {
                ExpandedKind::Word(symbol)
            }
            NodeKind::Word(_) => match self.close_word(node, frame, call)? {
                ArgumentValue::Nothing => return Ok(()),
                ArgumentValue::Word(symbol) => ExpandedKind::Word(symbol),
                ArgumentValue::String(symbol) => ExpandedKind::String(symbol),
                list @ ArgumentValue::List(..) => {
                    let value = self.value(list);
                    return self.place(value, around, call, epoch, found);
                }
            },
            NodeKind::String(symbol) => ExpandedKind::String(self.fill(node, symbol, frame, call)?),
        };
        let item = self.item(ExpandedItem { kind, node, call })?;
        found.push(item);
        Ok(())
    }

    /// Puts a list with its arguments into what is being expanded: the list itself or, if it is a
    /// call, its expansion.
    pub(super) fn place(
        &mut self,
        value: ValueId,
        around: FrameId,
        call: CallId,
        epoch: u32,
        found: &mut Vec<ItemId>,
    ) -> Result<(), Failure> {
        let ArgumentValue::List(node, frame) = *self.values.get(value.0) else { return Ok(()) };
        let head = self.tree.members(node).next().map(|head| (head, self.tree.node(head)));
        if let Some((head, head_node)) = head
            && let NodeKind::Word(word) = head_node.kind
        {
            let name = match self.macros.uses(head).direct {
                0 => word,
                _ => match self.close_word(head, frame, call)? {
                    ArgumentValue::Word(name) => name,
                    _ => Symbol::EMPTY,
                },
            };
            if let Some(def) = self.macros.find(name, epoch) {
                let range = self.call(def, node, frame, around, call, epoch)?;
                if self.stored() + found.len() + range.count as usize > self.limits.expanded_nodes {
                    return Err(Failure::Nodes(call));
                }
                found.extend_from_slice(self.range(range));
                return Ok(());
            }
        }
        let through = self.through[value.0 as usize];
        let around = self.restrict(around, self.needed(through, around));
        if let Some(&known) = self.known_lists.get(&(value, around, epoch)) {
            found.push(known);
            return Ok(());
        }
        self.lists.push(List { value, around, epoch, members: None, measure: Measure::Unknown });
        let item = self.item(ExpandedItem { kind: ExpandedKind::List(self.lists.len() as u32 - 1), node, call })?;
        self.known_lists.insert((value, around, epoch), item);
        found.push(item);
        Ok(())
    }

    /// Returns the expansion of a call.
    pub(super) fn call(
        &mut self,
        def: u32,
        node: NodeId,
        frame: FrameId,
        around: FrameId,
        parent: CallId,
        epoch: u32,
    ) -> Result<Range, Failure> {
        let (all, given) = self.overlay(node, frame, around, parent)?;
        let uses = self.macros.uses_of(self.macros.def(def).name);
        let arguments = self.restrict(all, self.needed(uses, all));
        let depth = self.calls[parent.0 as usize].depth + 1;
        match self.known_calls.get(&(def, arguments, epoch)) {
            Some(Some(range)) => Ok(*range),
            known => {
                let running = known.is_some();
                self.calls.push(Call { def, node, arguments: all, given, range: Range::default(), parent, depth });
                let call = CallId(self.calls.len() as u32 - 1);
                if running || depth > CALL_DEPTH_MAX {
                    return Err(Failure::Endless(call));
                }
                self.known_calls.insert((def, arguments, epoch), None);
                let mut found = Vec::new();
                let (mut at, form) = (self.macros.def(def).body, self.macros.def(def).form);
                let end = self.tree.node(form).end;
                while at < end {
                    self.put(at, arguments, arguments, call, epoch, &mut found)?;
                    at = self.tree.node(at).end;
                }
                let range = self.keep(&found, call)?;
                self.calls[call.0 as usize].range = range;
                self.known_calls.insert((def, arguments, epoch), Some(range));
                Ok(range)
            }
        }
    }

    /// Returns the arguments of a call, over those of the macro around it.
    pub(super) fn overlay(
        &mut self,
        call: NodeId,
        frame: FrameId,
        around: FrameId,
        parent: CallId,
    ) -> Result<(FrameId, u8), Failure> {
        let mut arguments: Vec<(u8, ValueId)> = Vec::new();
        let end = self.tree.node(call).end;
        let mut at = self.tree.node(NodeId(call.0 + 1)).end;
        while at < end && arguments.len() < ARGUMENTS_MAX {
            let value = match self.tree.node(at).kind {
                NodeKind::List => self.close(at, frame)?,
                NodeKind::Word(_) => {
                    let value = self.close_word(at, frame, parent)?;
                    self.value(value)
                }
                NodeKind::String(symbol) => {
                    let symbol = self.fill(at, symbol, frame, parent)?;
                    self.value(ArgumentValue::String(symbol))
                }
            };
            arguments.push((arguments.len() as u8 + 1, value));
            at = self.tree.node(at).end;
        }
        let given = arguments.len();
        let outer = self.frames.get(around.0).iter().copied();
        arguments.extend(outer.filter(|(number, _)| usize::from(*number) > given));
        Ok((self.frame(arguments), given as u8))
    }

    /// Returns a list of the text together with the arguments that are written in it.
    pub(super) fn close(&mut self, node: NodeId, frame: FrameId) -> Result<ValueId, Failure> {
        let frame = self.restrict(frame, self.macros.uses(node).direct);
        if self.stored() > self.limits.expanded_nodes {
            return Err(Failure::Nodes(CallId::NONE));
        }
        Ok(self.value(ArgumentValue::List(node, frame)))
    }

    /// Returns a word of the text with its arguments put in.
    pub(super) fn close_word(&mut self, node: NodeId, frame: FrameId, call: CallId) -> Result<ArgumentValue, Failure> {
        let NodeKind::Word(symbol) = self.tree.node(node).kind else { return Ok(ArgumentValue::Nothing) };
        if self.macros.uses(node).direct == 0 {
            return Ok(ArgumentValue::Word(symbol));
        }
        Ok(match whole_argument(self.tree.symbols.text(symbol)) {
            Some(number) => match argument(self.frames.get(frame.0), number) {
                Some(value) => *self.values.get(value.0),
                // Outside all macros a dollar is a dollar.
                None if call == CallId::NONE => ArgumentValue::Word(symbol),
                None => {
                    self.missing(node, number, call);
                    ArgumentValue::Nothing
                }
            },
            None => match self.fill(node, symbol, frame, call)? {
                Symbol::EMPTY => ArgumentValue::Nothing,
                filled => ArgumentValue::Word(filled),
            },
        })
    }

    /// Returns the text of a word or string with its arguments put in.
    pub(super) fn fill(
        &mut self,
        node: NodeId,
        symbol: Symbol,
        frame: FrameId,
        call: CallId,
    ) -> Result<Symbol, Failure> {
        if self.macros.uses(node).direct == 0 || (frame == FrameId::EMPTY && call == CallId::NONE) {
            return Ok(symbol);
        }
        let mut filled = String::new();
        let mut missing = None;
        let mut list = None;
        for part in WordParts::new(self.tree.symbols.text(symbol)) {
            match part {
                WordPart::Text(text) => filled.push_str(text),
                WordPart::Argument(number) => {
                    match argument(self.frames.get(frame.0), number).map(|v| *self.values.get(v.0)) {
                        Some(ArgumentValue::Word(symbol) | ArgumentValue::String(symbol)) => {
                            filled.push_str(self.tree.symbols.text(symbol))
                        }
                        Some(ArgumentValue::List(..)) => list = Some(number),
                        Some(ArgumentValue::Nothing) => {}
                        None => missing = Some(number),
                    }
                }
            }
        }
        if let Some(number) = list {
            let message = format!("`${number}` is a list here, which cannot be part of a name or a text");
            let diagnostic = Diagnostic::new(Code::ListInWord, self.tree.node(node).span, message);
            self.report(diagnostic, call);
        }
        if let (Some(number), NodeKind::Word(_)) = (missing, self.tree.node(node).kind) {
            self.missing(node, number, call);
        }
        self.filled += 1;
        self.filled_bytes += filled.len();
        if self.filled_bytes > FILLED_BYTES_MAX {
            return Err(Failure::Nodes(call));
        }
        Ok(self.tree.symbols.intern(&filled))
    }

    pub(super) fn missing(&mut self, node: NodeId, number: usize, call: CallId) {
        let message = format!("no call gives the argument `${number}`; nothing is put in its place");
        self.report(Diagnostic::new(Code::MissingArgument, self.tree.node(node).span, message), call);
    }

    pub(super) fn report(&mut self, mut diagnostic: Diagnostic, call: CallId) {
        diagnostic.labels = self.call_labels(call);
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn value(&mut self, value: ArgumentValue) -> ValueId {
        let id = self.values.store(value);
        if id as usize == self.through.len() {
            let through = match value {
                ArgumentValue::List(node, frame) => {
                    let inner = self.frames.get(frame.0).iter().map(|(_, value)| self.through_value(*value));
                    inner.fold(self.macros.uses(node).through, |sum, more| sum | more)
                }
                _ => 0,
            };
            self.through.push(through);
        }
        ValueId(id)
    }

    /// What a value takes from around it, wherever it may be put.
    pub(super) fn through_value(&self, value: ValueId) -> ArgumentSet {
        match *self.values.get(value.0) {
            // It may be put where a call has its name.
            ArgumentValue::Word(symbol) if self.macros.is_macro(symbol) => ALL,
            _ => self.through[value.0 as usize],
        }
    }

    /// Returns the arguments in a frame that matter to something that looks at `set`: those, and
    /// what they in turn look at.
    pub(super) fn needed(&self, set: ArgumentSet, frame: FrameId) -> ArgumentSet {
        let frame = self.frames.get(frame.0);
        let (mut set, mut done) = (set, 0);
        loop {
            let open = set & !done;
            done |= open;
            let found = frame.iter().filter(|(number, _)| open & argument_bit(usize::from(*number)) != 0);
            let more = found.fold(0, |sum, (_, value)| sum | self.through_value(*value));
            if more & !set == 0 {
                return set;
            }
            set |= more;
        }
    }

    pub(super) fn restrict(&mut self, frame: FrameId, set: ArgumentSet) -> FrameId {
        let known = self.frames.get(frame.0);
        if numbers(known) & !set == 0 {
            return frame;
        }
        let kept = known.iter().copied().filter(|(number, _)| set & argument_bit(usize::from(*number)) != 0).collect();
        self.frame(kept)
    }

    pub(super) fn frame(&mut self, arguments: Vec<(u8, ValueId)>) -> FrameId {
        FrameId(self.frames.store(arguments.into_boxed_slice()))
    }

    pub(super) fn item(&mut self, item: ExpandedItem) -> Result<ItemId, Failure> {
        if self.stored() >= self.limits.expanded_nodes {
            return Err(Failure::Nodes(item.call));
        }
        self.items.push(item);
        Ok(ItemId(self.items.len() as u32 - 1))
    }

    pub(super) fn keep(&mut self, found: &[ItemId], call: CallId) -> Result<Range, Failure> {
        if self.stored() + found.len() > self.limits.expanded_nodes {
            return Err(Failure::Nodes(call));
        }
        let start = self.members.len() as u32;
        self.members.extend_from_slice(found);
        Ok(Range { start, count: found.len() as u32 })
    }
}
