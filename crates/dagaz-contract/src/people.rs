//! Users of a public server: identity, profiles, ratings and pairing.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::default_value::is_false;

/// The identity of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PersonView {
    /// Their id, which is public.
    pub person: String,
    /// The name to show.
    pub name: String,
    /// Whether they have no account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guest: bool,
}

/// A name and a password: to create an account, or to log in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credentials {
    /// The name, 2 to 20 letters.
    pub name: String,
    /// The password, 8 to 256 bytes.
    pub password: String,
}

// Passwords are never written to a log.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A request that requires the password again: a change of password, or the deletion of the
/// account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Confirmed {
    /// The present password.
    pub password: String,
    /// The new one, if it is to be changed.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub new: Option<String>,
}

impl std::fmt::Debug for Confirmed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Confirmed(…)")
    }
}

/// The public facts of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The user.
    pub person: PersonView,
    /// When the account was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// Their ratings, the most played games first.
    pub ratings: Vec<RatingView>,
    /// Whether the viewer has muted them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub muted: bool,
}

/// The rating of a user in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RatingView {
    /// The rules, by their id in the library.
    pub rules: String,
    /// The index of the variant.
    pub variant: u32,
    /// The title.
    pub title: String,
    /// The rating by Glicko-2, in whole points.
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: u32,
    /// Games rated.
    pub games: u32,
    /// Whether it is too uncertain to be compared with others.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
}

/// The change of a rating by a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RatingChange {
    /// The player of the rules.
    pub player: String,
    /// The rating before.
    pub before: i32,
    /// The rating afterwards.
    pub after: i32,
}

/// The settings that must be equal for two users to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// The rules, by their id in the library: a game for two.
    pub rules: String,
    /// The index of the variant.
    pub variant: u32,
    /// The clock; `None`: no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockRule>,
    /// Whether the result is rated. Guests play unrated games only.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
}

/// The side that a user prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SideWish {
    /// Either.
    #[default]
    Any,
    /// The one that moves first.
    First,
    /// The second player.
    Second,
}

/// An open offer of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeekView {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub seek: u64,
    /// The user who made it.
    pub by: PersonView,
    /// Their rating in this game.
    pub rating: i32,
    /// The title of the game.
    pub title: String,
    /// The settings.
    pub terms: Terms,
    /// The preferred side.
    pub side: SideWish,
}

/// The lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyView {
    /// The open offers, the longest waiting first; at most a hundred.
    pub seeks: Vec<SeekView>,
    /// The number of connected users.
    pub people: u32,
    /// The number of games at tables now.
    pub games: u32,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TalkLine {
    /// Its number in this game, from 1.
    pub number: u32,
    /// The sender.
    pub by: PersonView,
    /// The player whom they controlled then.
    pub player: String,
    /// The time, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// The text, never markup.
    pub text: String,
}

/// Whether the messages of a user are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mute {
    /// Whether they are hidden.
    pub muted: bool,
}

/// A report to the operators about a user at a table: a chat message by the number of its line, or
/// a text, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// The id of the reported user, who is or was at that table.
    pub person: String,
    /// The reported line, by its [number](TalkLine::number): operators read it in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
    /// The text; at most 1,000 bytes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub text: String,
}

/// An empty answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Nothing {}
