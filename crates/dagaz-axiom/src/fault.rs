//! Errors of a script: at load time and at run time.

use std::fmt;

use crate::source::{Place, SourceText};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The script cannot be played.
    Error,
    /// It can, but its author should know.
    Warning,
}

impl Severity {
    /// Returns the stable code of the fault, for use in reports.
    pub fn code(self) -> &'static str {
        match self {
            Severity::Error => "A0001",
            Severity::Warning => "A0002",
        }
    }
}

/// A word on the way to a fault: its name and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The word.
    pub word: String,
    /// Where it had come to.
    pub place: Place,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How bad.
    pub severity: Severity,
    /// Where in the text.
    pub place: Place,
    /// What, in plain words.
    pub message: String,
    /// What to do about it, if anything is known.
    pub hint: Option<String>,
    /// The words that were running, innermost first.
    pub trace: Vec<Frame>,
    /// The data stack, bottom first: its top cells.
    pub stack: Vec<i32>,
}

impl Fault {
    /// Returns an error there.
    pub(crate) fn error(place: Place, message: impl Into<String>) -> Fault {
        Fault {
            severity: Severity::Error,
            place,
            message: message.into(),
            hint: None,
            trace: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Returns a warning there.
    pub(crate) fn warning(place: Place, message: impl Into<String>) -> Fault {
        Fault { severity: Severity::Warning, ..Fault::error(place, message) }
    }

    /// Returns whether it is the same mistake: the same message at the same place.
    pub(crate) fn same_as(&self, other: &Fault) -> bool {
        self.place == other.place && self.message == other.message
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    /// Returns the fault as text, several lines, the last without an end.
    pub fn render(&self, sources: &[SourceText]) -> String {
        let at = |place: Place| match sources.get(usize::from(place.file)) {
            Some(source) if place.file > 0 => format!("{}:{}", source.name, place.line),
            _ => "the kit".to_string(),
        };
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut text = format!("{}: {kind}[{}]: {}", at(self.place), self.severity.code(), self.message);
        for frame in &self.trace {
            text += &format!("\n   in `{}` ({})", frame.word, at(frame.place));
        }
        if !self.trace.is_empty() {
            let cells: Vec<String> = self.stack.iter().map(ToString::to_string).collect();
            text += &format!("\n   stack: {}", if cells.is_empty() { "empty".to_string() } else { cells.join(" ") });
        }
        if let Some(hint) = &self.hint {
            text += &format!("\n   = hint: {hint}");
        }
        text
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
