//! Diagnostics as editors show them: ranges of bytes, and fixes as edits.

use std::ops::Range;

use crate::edits::Edit;

/// A further place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place, in the text itself.
    pub range: Range<usize>,
    /// What is to be seen there.
    pub message: String,
}

/// A correction that can be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// What it does, as an imperative.
    pub title: String,
    /// The change.
    pub edit: Edit,
}

/// Something that is wrong with a text, or may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where. A fault of an included file is shown at the start of the text.
    pub range: Range<usize>,
    /// Whether the text cannot be played as it is.
    pub is_error: bool,
    /// The kind: `Z0602`.
    pub code: String,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// How to repair it.
    pub hint: Option<String>,
    /// Other places.
    pub related: Vec<Related>,
    /// The repair itself.
    pub fix: Option<QuickFix>,
}
