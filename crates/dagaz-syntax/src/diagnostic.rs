//! What the reader has to say about a rules file.
//!
//! Reading never stops at the first fault: everything found is collected as [`Diagnostic`]s, each
//! with a place, words and, where we know one, a repair. They are data; [`render`](crate::render)
//! makes text of them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use dagaz_core::CompactSort;

use crate::code::{Code, Severity};
use crate::fix::{Fix, Hint};
use crate::source::Span;

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
    /// A suggested correction, if it is short.
    pub expected: Option<String>,
    /// What is here instead.
    pub found: Option<String>,
    /// Other places: the call of the macro that this is in, an earlier declaration.
    pub labels: Vec<Label>,
    /// How to repair it.
    pub hint: Option<String>,
    /// The repair itself, if it can be applied without more knowledge.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Returns a fault of that kind; how bad it is follows from the kind.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: short(message.into()),
            span,
            expected: None,
            found: None,
            labels: Vec::new(),
            hint: None,
            fix: None,
        }
    }

    /// With a suggestion, and the existing names.
    pub fn expected(mut self, expected: impl Into<String>, found: impl Into<String>) -> Diagnostic {
        self.expected = Some(short(expected.into()));
        self.found = Some(short(found.into()));
        self
    }

    /// With a further place.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// With a repair.
    pub fn hint(mut self, hint: impl Into<Hint>) -> Diagnostic {
        let hint = hint.into();
        self.hint = Some(short(hint.text));
        self.fix = hint.fix.or(self.fix);
        self
    }

    /// With a repair that can be applied.
    pub fn fix(self, fix: Fix) -> Diagnostic {
        Diagnostic { fix: Some(fix), ..self }
    }

    /// The same as an error, whatever its code usually is.
    pub fn raised(self) -> Diagnostic {
        Diagnostic { severity: Severity::Error, ..self }
    }

    /// With a repair, if there is one.
    pub fn maybe_hint(self, hint: Option<impl Into<Hint>>) -> Diagnostic {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }
}

/// Returns a sentence as it is, unless it quotes a word that fills pages.
fn short(mut text: String) -> String {
    const BYTES_MAX: usize = 2_000;
    if text.len() > BYTES_MAX {
        text.truncate(text.floor_char_boundary(BYTES_MAX));
        text.push('…');
    }
    text
}

/// Errors beyond this number are counted, not kept, and so are warnings: many warnings hide no
/// error. A file this broken needs its first faults repaired first.
const KEPT_MAX: usize = 500;

/// The faults found so far, each once. A macro used in a hundred places makes one report.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: SeverityCount,
    warnings: SeverityCount,
}

/// The faults of one severity, each by its [`mark`].
#[derive(Clone, Debug, Default)]
struct SeverityCount {
    kept: HashSet<u64>,
    unkept: HashSet<u64>,
}

impl SeverityCount {
    fn len(&self) -> usize {
        self.kept.len() + self.unkept.len()
    }

    /// Notes a fault, which is kept if there is room; tells whether that is so and it is new.
    fn note(&mut self, mark: u64, most: usize) -> bool {
        if self.kept.contains(&mark) {
            return false;
        }
        if self.kept.len() < most {
            self.unkept.remove(&mark);
            return self.kept.insert(mark);
        }
        self.unkept.insert(mark);
        false
    }

    /// Counts the faults of another tally that it did not keep.
    fn extend(&mut self, others: &SeverityCount) {
        let fresh = others.unkept.iter().filter(|&mark| !self.kept.contains(mark));
        self.unkept.extend(fresh);
    }
}

/// What tells faults apart, in few bytes: a file may have hundreds of thousands.
fn mark(diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    (diagnostic.code, diagnostic.span, &diagnostic.message).hash(&mut hasher);
    hasher.finish()
}

impl Diagnostics {
    /// Adds a fault, unless the same was said of the same place before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.push_up_to(KEPT_MAX, diagnostic);
    }

    /// The same, but keeps the fault however many have been found: one that says why no more are
    /// looked for.
    pub fn push_in_any_case(&mut self, diagnostic: Diagnostic) {
        self.push_up_to(usize::MAX, diagnostic);
    }

    fn push_up_to(&mut self, most: usize, diagnostic: Diagnostic) {
        let tally = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        if tally.note(mark(&diagnostic), most) {
            self.list.push(diagnostic);
        }
    }

    /// Adds all faults of another run.
    pub fn extend(&mut self, others: &Diagnostics) {
        others.list.iter().cloned().for_each(|diagnostic| self.push(diagnostic));
        self.errors.extend(&others.errors);
        self.warnings.extend(&others.warnings);
    }

    /// Returns the errors among them.
    pub fn errors_alone(&self) -> Diagnostics {
        let list = self.list.iter().filter(|one| one.severity == Severity::Error).cloned().collect();
        Diagnostics { list, errors: self.errors.clone(), warnings: SeverityCount::default() }
    }

    /// Puts the faults in the order of the text.
    pub fn sort(&mut self) {
        self.list.compact_sort_by_key(|diagnostic| diagnostic.span);
    }

    /// Returns the faults, in the order in which they were found or sorted.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Returns how many were found beyond those kept.
    pub fn unkept(&self) -> usize {
        self.errors.unkept.len() + self.warnings.unkept.len()
    }

    /// Returns whether an error more would only be counted.
    pub fn are_full(&self) -> bool {
        self.errors.kept.len() >= KEPT_MAX
    }

    /// Returns how many are errors.
    pub fn errors(&self) -> usize {
        self.errors.len()
    }

    /// Returns how many are warnings.
    pub fn warnings(&self) -> usize {
        self.warnings.len()
    }

    /// Returns whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.errors.len() > 0
    }

    /// Returns whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(code: Code, place: u32) -> Diagnostic {
        Diagnostic::new(code, Span { start: place, end: place + 1, ..Span::default() }, "so")
    }

    #[test]
    fn warnings_hide_no_error_and_each_error_counts_once() {
        let mut found = Diagnostics::default();
        for _ in 0..3 {
            (0..600).for_each(|place| found.push(fault(Code::UnknownSection, place)));
        }
        found.push(fault(Code::WrongNumber, 7));
        assert_eq!((found.errors(), found.warnings(), found.unkept()), (1, 600, 100));
        assert_eq!(found.list().last().map(|one| one.code), Some(Code::WrongNumber));
        let mut all = found.clone();
        all.extend(&found);
        (0..600).for_each(|place| all.push(fault(Code::UnknownSection, place)));
        assert_eq!((all.errors(), all.warnings(), all.unkept()), (1, 600, 100), "of the same file again");
        let alone = all.errors_alone();
        assert_eq!((alone.list().len(), alone.warnings(), alone.unkept()), (1, 0, 0));
        (0..KEPT_MAX as u32 + 5).for_each(|place| all.push(fault(Code::WrongForm, place)));
        assert_eq!((all.errors(), all.list().len(), all.errors_alone().unkept()), (506, 1_000, 6));
        all.push_in_any_case(fault(Code::LimitReached, 0));
        assert_eq!((all.errors(), all.list().len()), (507, 1_001));
    }
}
