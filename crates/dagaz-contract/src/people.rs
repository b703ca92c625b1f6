//! People on a public server: who one is, who others are, and how they meet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::is_false;
use crate::command::ClockRule;

/// The identity of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// A name and a password: to make an account, or to come back to it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Something that needs the password once more: another password, or the end of the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Who.
    pub person: PersonView,
    /// When the account was made, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: u64,
    /// How well they play, those games first that they play most.
    pub ratings: Vec<RatingView>,
    /// Whether the one who asks has muted them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub muted: bool,
}

/// The rating of a user in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RatingView {
    /// The rules, by their id in the library.
    pub rules: String,
    /// Which of its variants.
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

/// What a result did to a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RatingChange {
    /// Whose: the player of the rules.
    pub player: String,
    /// Before.
    pub before: i32,
    /// Afterwards.
    pub after: i32,
}

/// The settings that must be equal for two users to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    /// The rules, by their id in the library: of a game for two.
    pub rules: String,
    /// Which of its variants.
    pub variant: u32,
    /// The clock; none: no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockRule>,
    /// Whether the result counts. Guests play for pleasure alone.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
}

/// The side that a user prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SideWish {
    /// Either.
    #[default]
    Any,
    /// The one that moves first.
    First,
    /// The other one.
    Second,
}

/// An open offer of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeekView {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub seek: u64,
    /// Who seeks it.
    pub by: PersonView,
    /// Their rating in this game.
    pub rating: i32,
    /// The title of the game.
    pub title: String,
    /// What they want.
    pub terms: Terms,
    /// Which side they want.
    pub side: SideWish,
}

/// The lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyView {
    /// The games that are sought, those first that have waited longest; at most a hundred.
    pub seeks: Vec<SeekView>,
    /// How many people are connected.
    pub people: u32,
    /// How many games are at their tables now.
    pub games: u32,
}

/// A line that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TalkLine {
    /// Its number in this game, from 1.
    pub number: u32,
    /// Who said it.
    pub by: PersonView,
    /// For whom they played then.
    pub player: String,
    /// When, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
    /// What. Text, never markup.
    pub text: String,
}

/// Whether the messages of a user are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mute {
    /// Not any more.
    pub muted: bool,
}

/// Tells those who run the server of something that was said or done at a table: what was said by
/// the number of its line, or anything in one's own words, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// The id of the sender, who is or was at that table.
    pub person: String,
    /// Which line of theirs, by its [number](TalkLine::number): those who run the server read it as
    /// it stands in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub line: Option<u32>,
    /// What, in one's own words; at most 1,000 bytes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub text: String,
}

/// It is done, and there is nothing to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Nothing {}
