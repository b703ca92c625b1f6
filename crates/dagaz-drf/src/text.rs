//! The text of a game: its lists and words, and diagnostics about them.

use dagaz_core::{LimitHit, ZoneId};
use dagaz_rules::path::Set;

use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::source::Span;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::{NodeId, NodeKind};

impl Lower<'_> {
    pub(super) fn all_clauses(&self) -> Vec<NodeId> {
        self.clauses.clone()
    }

    pub(super) fn clauses_of(&self, head: &str) -> Vec<NodeId> {
        self.clauses.iter().copied().filter(|clause| self.head(*clause) == Some(head)).collect()
    }

    pub(super) fn head(&self, node: NodeId) -> Option<&str> {
        self.tree.head(node).map(|head| self.tree.symbols.text(head))
    }

    pub(super) fn members(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.members(node).collect()
    }

    /// Returns the members after the first.
    pub(super) fn rest(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.members(node).skip(1).collect()
    }

    pub(super) fn words(&self, part: NodeId) -> Vec<NodeId> {
        let rest = self.rest(part);
        let lists = rest
            .iter()
            .flat_map(|node| if self.tree.word(*node).is_some() { vec![*node] } else { self.members(*node) });
        lists.collect()
    }

    pub(super) fn first_member(&self, node: NodeId) -> NodeId {
        self.tree.members(node).next().unwrap_or(node)
    }

    /// Returns a word as it is written; empty for lists and strings.
    pub(super) fn text(&self, node: NodeId) -> &str {
        self.tree.word(node).map_or("", |word| self.tree.symbols.text(word))
    }

    pub(super) fn string(&self, node: NodeId) -> Option<&str> {
        match self.tree.node(node).kind {
            NodeKind::String(text) => Some(self.tree.symbols.text(text)),
            _ => None,
        }
    }

    /// Returns a number that is known when the file is read: one that is written, or worked out of
    /// such.
    pub(super) fn integer(&self, node: NodeId) -> Option<i32> {
        if self.tree.word(node).is_some() {
            return self.text(node).parse().ok();
        }
        let operation = super::number::operation(self.head(node)?)?;
        let numbers: Option<Vec<i32>> = self.rest(node).into_iter().map(|part| self.integer(part)).collect();
        super::number::fold(operation, &numbers?)
    }

    pub(super) fn rules_span(&self, node: NodeId) -> dagaz_rules::Span {
        let span = self.tree.node(node).span;
        dagaz_rules::Span { file: span.file.0, start: span.start, end: span.end }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let Span { file, start, end } = diagnostic.span;
        let follows = self.suspects.range((file, start)..(file, end.max(start + 2))).next().is_some();
        // Errors after the end of reading would be wrong, and so would those that follow from
        // others.
        if self.envs.spent().is_none() && !follows {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Something has the wrong form; `example` says what would be right.
    pub(super) fn wrong(&mut self, node: NodeId, message: &str, example: &str) {
        let found = self.tree.text(node);
        let found =
            if found.chars().count() > 60 { found.chars().take(57).chain("…".chars()).collect() } else { found };
        let span = self.tree.node(node).span;
        self.push(Diagnostic::new(Code::WrongForm, span, message).expected(example, format!("`{found}`")));
    }

    /// Complains about what stands behind the last part of a list that means something.
    pub(super) fn nothing_more(&mut self, parts: &[NodeId], most: usize, example: &str) {
        if let Some(more) = parts.get(most) {
            self.wrong(*more, "nothing is asked for here any more", example);
        }
    }

    pub(super) fn unknown(&mut self, node: NodeId, message: &str, word: &str, list: &str, known: &[&str]) {
        let at = if self.tree.word(node).is_some() { node } else { self.first_member(node) };
        let span = self.tree.node(at).span;
        let message = if word.is_empty() { message.to_string() } else { format!("{message}: `{word}`") };
        let hint = suggest::hint(word, list, known.iter().copied());
        self.push(Diagnostic::new(Code::UnknownCommand, span, message).maybe_hint(hint));
    }

    pub(super) fn limit(&mut self, node: NodeId, hit: &LimitHit) {
        let span = self.tree.node(node).span.head();
        self.push(Diagnostic::new(Code::LimitReached, span, hit.to_string()));
        self.failed = true;
    }

    /// Returns a set of one site of each zone, ready to be asked.
    pub(super) fn zone_set(&self, zone: ZoneId) -> Set {
        let sets = self.zones[zone.index()].clone();
        self.pay(sets.len() * self.set_words());
        Set::Fixed(sets)
    }

    /// Counts work.
    pub(super) fn pay(&self, work: usize) {
        self.work.set(self.work.get().saturating_add(work as u64));
    }

    /// Returns whether there was more work than a file may be.
    pub(super) fn is_spent(&self) -> bool {
        self.work.get() > self.limits.file_work
    }

    /// Returns the same, and notes the place: what stands there is not made any more.
    pub(super) fn stops_at(&mut self, node: NodeId) -> bool {
        let is_spent = self.is_spent();
        if is_spent {
            self.too_much.get_or_insert(node);
        }
        is_spent
    }

    /// Work of one operation on a whole set of sites: its words.
    pub(super) fn set_words(&self) -> usize {
        1 + self.sites.len() / 64
    }

    /// Work of looking at every site of the board.
    pub(super) fn every_site(&self) -> usize {
        1 + self.sites.len() / 4
    }
}
