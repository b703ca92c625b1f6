//! Corrections that an editor can apply: data that go with the sentences of a diagnostic.
//!
//! A fix says what to write, not where lines and columns are; `dagaz-analysis` makes edits of it.

use crate::source::Span;

/// How to change the text so that a diagnostic disappears.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fix {
    /// Another text in the place of a word: the first such word in the span of the diagnostic, or
    /// behind its start if the span is the head of a list alone.
    Word {
        /// The word in the text.
        found: String,
        /// What to write instead.
        text: String,
    },
    /// More text.
    Insert {
        /// An empty span: the place.
        at: Span,
        /// What to write there.
        text: String,
    },
    /// Less text.
    Remove {
        /// What goes.
        span: Span,
    },
}

/// A hint in words, with the fix that does what it says, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The sentence.
    pub text: String,
    /// The fix.
    pub fix: Option<Fix>,
}

impl Hint {
    /// Returns a hint whose fix writes another word for `found`.
    pub fn instead(text: impl Into<String>, found: &str, meant: &str) -> Hint {
        Hint { text: text.into(), fix: Some(Fix::Word { found: found.to_string(), text: meant.to_string() }) }
    }

    /// Returns the hint for another word: its fix, if it has one, replaces `found`.
    pub fn of(self, found: &str) -> Hint {
        let fix = self.fix.map(|fix| match fix {
            Fix::Word { text, .. } => Fix::Word { found: found.to_string(), text },
            other => other,
        });
        Hint { fix, ..self }
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Hint {
        Hint { text, fix: None }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Hint {
        Hint::from(text.to_string())
    }
}
