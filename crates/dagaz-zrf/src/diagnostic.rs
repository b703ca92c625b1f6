//! What the reader has to say about a rules file.
//!
//! Reading never stops at the first fault: everything found is collected as [`Diagnostic`]s, each with a place, words
//! and, where we know one, a repair. They are data; [`render`](crate::render) makes text of them.

use std::collections::HashSet;

use crate::code::Code;
use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The rules were read, but probably not as meant.
    Warning,
    /// The rules cannot be played as they are.
    Error,
}

/// A further place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub message: String,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What would be right here, if that can be said briefly.
    pub expected: Option<String>,
    /// What is here instead.
    pub found: Option<String>,
    /// Other places: the call of the macro that this is in, an earlier declaration.
    pub labels: Vec<Label>,
    /// How to repair it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A fault of that kind; how bad it is follows from the kind.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            expected: None,
            found: None,
            labels: Vec::new(),
            hint: None,
        }
    }

    /// With what would be right, and what is there.
    pub fn expected(mut self, expected: impl Into<String>, found: impl Into<String>) -> Diagnostic {
        self.expected = Some(expected.into());
        self.found = Some(found.into());
        self
    }

    /// With a further place.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// With a repair.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// With a repair, if there is one.
    pub fn maybe_hint(mut self, hint: Option<String>) -> Diagnostic {
        self.hint = hint.or(self.hint);
        self
    }
}

/// Faults beyond this number are counted, not kept. A file this broken needs its first faults repaired first.
const KEPT_MAX: usize = 500;

/// The faults found so far, each once. A macro used in a hundred places makes one report.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: HashSet<(Code, Span, String)>,
    errors: usize,
    unkept: usize,
}

impl Diagnostics {
    /// Adds a fault, unless the same was said of the same place before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() >= KEPT_MAX {
            self.unkept += 1;
            self.errors += usize::from(diagnostic.severity == Severity::Error);
            return;
        }
        self.push_in_any_case(diagnostic);
    }

    /// The same, but keeps the fault however many have been found: one that says why no more are looked for.
    pub(crate) fn push_in_any_case(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert((diagnostic.code, diagnostic.span, diagnostic.message.clone())) {
            self.errors += usize::from(diagnostic.severity == Severity::Error);
            self.list.push(diagnostic);
        }
    }

    /// Adds all faults of another run.
    pub fn extend(&mut self, others: &Diagnostics) {
        others.list.iter().cloned().for_each(|diagnostic| self.push(diagnostic));
        self.unkept += others.unkept;
        let kept = others.list.iter().filter(|one| one.severity == Severity::Error).count();
        self.errors += others.errors.saturating_sub(kept);
    }

    /// Puts the faults in the order of the text.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|diagnostic| diagnostic.span);
    }

    /// The faults, in the order in which they were found or sorted.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// How many were found beyond those kept.
    pub fn unkept(&self) -> usize {
        self.unkept
    }

    /// How many are errors.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
