//! Located messages about a description.
//!
//! Reading collects every fault it finds. A [`Diagnostic`] is data; [`Diagnostics::render`] makes
//! the text.

use std::fmt::Write as _;

use super::{Sources, Span};

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The game can be played.
    Warning,
    /// The text is broken: the game cannot be played.
    Error,
    /// The text is sound, but it uses a ludeme that is not supported.
    Unsupported,
}

impl Severity {
    /// Returns the code that goes with a message of this severity.
    pub fn code(self) -> &'static str {
        match self {
            Severity::Error => "L0001",
            Severity::Warning => "L0002",
            Severity::Unsupported => "L0003",
        }
    }
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub span: Span,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// How to repair it, where that is known.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Returns an error.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into(), hint: None }
    }

    /// Returns a warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Returns the refusal of a ludeme, or of a way to use it, that is valid but not supported.
    pub fn unsupported(span: Span, ludeme: impl Into<String>) -> Diagnostic {
        let message = format!("`{}` is not supported", ludeme.into());
        Diagnostic { severity: Severity::Unsupported, ..Diagnostic::error(span, message) }
    }

    /// Returns the diagnostic with a repair.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Diagnostic {
        Diagnostic { hint: Some(hint.into()), ..self }
    }
}

/// Number of diagnostics that are kept. More do not help the author of the text.
const KEPT_MAX: usize = 100;

/// The faults of one text, with the sources that they point into.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// The files.
    pub sources: Sources,
    /// The faults in the order in which they were found.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a fault unless the same one is there, or too many are.
    pub fn push(&mut self, one: Diagnostic) {
        if self.list.len() < KEPT_MAX && !self.list.contains(&one) {
            self.list.push(one);
        }
    }

    /// Returns whether the game cannot be played.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|one| one.severity != Severity::Warning)
    }

    /// Returns how many faults prevent play, and how many warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let warnings = self.list.iter().filter(|one| one.severity == Severity::Warning).count();
        (self.list.len() - warnings, warnings)
    }

    /// Returns whether every fault that prevents play is a ludeme that is not supported.
    pub fn is_refusal(&self) -> bool {
        self.has_errors() && self.list.iter().all(|one| one.severity != Severity::Error)
    }

    /// Returns the faults as text: place, severity, message, the line, a mark under the place, the
    /// hint.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for one in &self.list {
            let word = if one.severity == Severity::Warning { "warning" } else { "error" };
            let place = self.sources.locate(one.span.start);
            let at = format!("{}:{}:{}", place.file, place.line, place.column);
            let _ = writeln!(out, "{at}: {word}[{}]: {}", one.severity.code(), one.message);
            let (line, column) = window(&place.text, place.column - 1);
            let width = (one.span.end.saturating_sub(one.span.start)).max(1) as usize;
            let marks = width.min(line.chars().count().saturating_sub(column)).max(1);
            let number = place.line.to_string();
            let blank = " ".repeat(number.len());
            let _ = writeln!(out, "{blank} |\n{number} | {line}");
            let _ = writeln!(out, "{blank} | {}{}", " ".repeat(column), "^".repeat(marks));
            if let Some(hint) = &one.hint {
                let _ = writeln!(out, "{blank} = hint: {hint}");
            }
        }
        out
    }
}

/// Returns the part of a long line around a column, and the column in it. Tabs become blanks, so
/// that the mark stands right.
fn window(line: &str, column: usize) -> (String, usize) {
    const CHARS_MAX: usize = 100;
    let chars: Vec<char> = line.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    let start = if chars.len() <= CHARS_MAX { 0 } else { column.saturating_sub(CHARS_MAX / 3) };
    (chars.iter().skip(start).take(CHARS_MAX).collect(), column - start)
}
