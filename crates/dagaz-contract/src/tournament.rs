//! Tournaments: how one is made, and what is shown of it.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::default_value::is_false;
use crate::people::{PersonView, Terms};

/// The system of pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum TournamentKind {
    /// Each player meets all others.
    RoundRobin {
        /// Twice, once with each side.
        #[serde(default)]
        double: bool,
    },
    /// A number of rounds, in which players with equal points meet.
    Swiss {
        /// The number of rounds, 1 to 20, and at most as many as a round robin needs.
        rounds: u32,
    },
    /// Free players are paired for this time.
    Arena {
        /// Minutes, 1 to 720.
        minutes: u32,
    },
}

/// A new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTournament {
    /// The title: 1 to 60 letters of plain text.
    pub title: String,
    /// The settings of its games. A clock is required, and an arena does not allow correspondence.
    pub terms: Terms,
    /// The system of pairings.
    pub kind: TournamentKind,
    /// When it begins, in milliseconds since 1970; none: when its creator starts it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub start: Option<u64>,
    /// A random text of the client, at most 64 letters: a repeated request creates no second
    /// tournament.
    pub nonce: String,
}

/// The phase of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TournamentPhase {
    /// It has not begun.
    Coming,
    /// It is running.
    Running,
    /// It is over.
    Ended,
    /// It was cancelled.
    Cancelled,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentSummary {
    /// Its id.
    pub tournament: String,
    /// Its title. Text, never markup.
    pub title: String,
    /// The user who created it.
    pub by: PersonView,
    /// The title of the game.
    pub game: String,
    /// The settings of its games.
    pub terms: Terms,
    /// The system of pairings.
    pub kind: TournamentKind,
    /// Its phase.
    pub phase: TournamentPhase,
    /// When it begins or began, in milliseconds since 1970; none: when its creator starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub start: Option<u64>,
    /// When it ended, or when a running arena will end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub end: Option<u64>,
    /// The number of players, including those who left.
    pub entrants: u32,
    /// The players in the first place, once it has ended.
    pub winners: Vec<PersonView>,
    /// Whether the viewer takes part.
    #[serde(default, skip_serializing_if = "is_false")]
    pub joined: bool,
}

/// A part of the list of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tournaments {
    /// The tournaments: coming ones by their start, finished ones by their end, latest first.
    pub tournaments: Vec<TournamentSummary>,
    /// The cursor for the next part; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The tie-breaks between players with equal points. The names are those of the FIDE Handbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TieBreakName {
    /// The points scored against the others who are tied.
    DirectEncounter,
    /// The sum of the points of the opponents.
    Buchholz,
    /// The sum of the points of each opponent times the points scored against them.
    SonnebornBerger,
    /// The number of wins.
    Wins,
}

/// The standing of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StandingView {
    /// The place, from 1; shared by players who are still tied.
    pub place: u32,
    /// The player.
    pub person: PersonView,
    /// Their rating when they joined.
    pub rating: i32,
    /// The points.
    pub points: f64,
    /// Games played to an end.
    pub games: u32,
    /// The values of the tie-breaks, in the order in which the view names them.
    pub ties: Vec<f64>,
    /// Whether they have left.
    #[serde(default, skip_serializing_if = "is_false")]
    pub left: bool,
    /// In an arena: whether the next game is worth twice as much.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_fire: bool,
    /// The id of their current game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// The result of a tournament game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PairingResult {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    /// A draw.
    Draw,
    /// The second player was absent.
    FirstByForfeit,
    /// The first player was absent.
    SecondByForfeit,
    /// No player scores.
    Neither,
}

/// A pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PairingView {
    /// Its number in the tournament, from 0.
    pub number: u32,
    /// The player who moves first.
    pub first: PersonView,
    /// The player who moves second.
    pub second: PersonView,
    /// The id of the game; none if it is not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

/// The actions in a tournament that the viewer may take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentMay {
    /// Join it.
    pub join: bool,
    /// Leave it.
    pub leave: bool,
    /// Start it, and cancel it.
    pub start: bool,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentView {
    /// Its summary.
    pub about: TournamentSummary,
    /// The number of its changes.
    pub version: u32,
    /// The number of paired rounds; in an arena the number of pairings.
    pub round: u32,
    /// The number of rounds; none in an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The round of the pairings shown; none in an arena, which shows the last fifty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<u32>,
    /// When the next round begins, in milliseconds since 1970, during a break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub next_round: Option<u64>,
    /// The tie-breaks between players with equal points, in this order.
    pub tie_breaks: Vec<TieBreakName>,
    /// The standings.
    pub standings: Vec<StandingView>,
    /// The pairings of a round.
    pub pairings: Vec<PairingView>,
    /// The player with the bye in that round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<PersonView>,
    /// The actions that the viewer may take.
    pub may: TournamentMay,
    /// The current game of the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The clock of the server, in milliseconds since 1970, for countdowns.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
}
