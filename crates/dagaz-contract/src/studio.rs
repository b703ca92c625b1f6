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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Playouts, in addition to those that were counted before.
    Measure {
        /// What was counted before, as the last answer had it; none: a new measurement.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        counts: Option<PlayoutCounts>,
    },
}

/// The answer to a question about a rules text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// What playouts show so far.
    Measured {
        /// What was counted, for the next question.
        counts: PlayoutCounts,
        /// What it means; none, if the text cannot be played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        measures: Option<Box<PlayoutMeasures>>,
    },
}

/// Counts of playouts. Each list is in the order of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayoutCounts {
    /// Games played.
    pub games: u32,
    /// Games won by each player.
    pub wins: Vec<u32>,
    /// Games that ended without a winner or loser.
    pub draws: u32,
    /// Games that were stopped at a limit of plies or of work.
    pub unfinished: u32,
    /// Plies of each game.
    pub length: CountSums,
    /// Legal moves in a position, as the mean of each game.
    pub choices: CountSums,
    /// Plies in which each type of piece moved or came onto the board.
    pub pieces: Vec<u32>,
    /// Plies by each rule.
    pub rules: Vec<u32>,
    /// Whether pieces and rules could be counted in all plies.
    pub complete: bool,
}

/// Sums of a number that each game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountSums {
    /// How many games have it.
    pub count: u32,
    /// The sum, in hundredths.
    #[cfg_attr(test, ts(type = "number"))]
    pub sum: u64,
    /// The sum of the squares, in hundredths of hundredths.
    #[cfg_attr(test, ts(type = "number"))]
    pub squares: u64,
}

/// What playouts show. Each interval has the true value in 95 of 100 cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayoutMeasures {
    /// Games played.
    pub games: u32,
    /// The share of games that each choosing player wins.
    pub wins: Vec<WinShare>,
    /// The share of drawn games.
    pub draws: Estimate,
    /// The share of games that were stopped at a limit.
    pub unfinished: Estimate,
    /// Plies of a game.
    pub length: Estimate,
    /// Legal moves in a position.
    pub choices: Estimate,
    /// Types of pieces that never moved and never came onto the board.
    pub unused_pieces: Vec<String>,
    /// Rules by which no move was made.
    pub unused_rules: Vec<String>,
}

/// The share of games that a player wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WinShare {
    /// The name of the player.
    pub player: String,
    /// The share.
    pub share: Estimate,
}

/// An estimated value with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
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
    /// The sites that the word means: those of a zone, or the site itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub sites: Vec<String>,
}
