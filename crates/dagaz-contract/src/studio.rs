//! Questions about a rules text that is being written, and their answers.
//!
//! Places count the UTF-16 code units before them, from the start of the text.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question about a rules text. The text comes with it, so that no state is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextQuestion {
    /// The name of the file. Its ending says the language: `.drf`, `.zrf` or `.4th`.
    pub name: String,
    /// The text.
    pub text: String,
    /// What is asked.
    pub about: TextTopic,
}

/// What is asked about a rules text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "camelCase")]
pub enum TextTopic {
    /// All that is wrong.
    Check,
    /// The words that may stand at a place.
    Complete {
        /// The place.
        at: u32,
    },
    /// What is known of the word at a place.
    Hover {
        /// The place.
        at: u32,
    },
    /// The text as it is laid out.
    Format,
}

/// The answer to a question about a rules text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "tell", rename_all = "camelCase")]
pub enum TextAnswer {
    /// All that is wrong, in the order of the text.
    Checked {
        /// Each error and warning.
        findings: Vec<TextFinding>,
    },
    /// The words that may stand at a place.
    Completed {
        /// Each of them, the nearest first.
        words: Vec<TextWord>,
    },
    /// What is known of the word at a place; nothing, if nothing is.
    Hovered {
        /// The word and its explanation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hover: Option<TextHover>,
    },
    /// The change that lays out the text; nothing, if it is laid out or cannot be.
    Formatted {
        /// The change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edit: Option<TextEdit>,
    },
}

/// Something that is wrong with a text, or may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextFinding {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether the text cannot be played as it is.
    pub error: bool,
    /// The code of the kind: `Z0602`.
    pub code: String,
    /// What is wrong, in a sentence without a full stop.
    pub say: String,
    /// How to repair it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The repair itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<TextFix>,
}

/// A repair that can be applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextFix {
    /// What it does, as an imperative.
    pub title: String,
    /// The change.
    pub edit: TextEdit,
}

/// Another text for a part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextEdit {
    /// Where the part begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What is written there.
    pub text: String,
}

/// A word that may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextWord {
    /// The word.
    pub name: String,
    /// Where the part begins that it replaces.
    pub from: u32,
    /// Where that part ends.
    pub to: u32,
    /// Whether it is a word of the language, and no name of the text.
    pub keyword: bool,
    /// How it is written, with its arguments.
    pub form: String,
    /// What it means, in one line.
    pub meaning: String,
}

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextHover {
    /// Where the word begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The explanation, in Markdown.
    pub text: String,
}
