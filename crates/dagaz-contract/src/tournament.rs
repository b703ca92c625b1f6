//! Tournaments: how one is made, and what is shown of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::is_false;
use crate::people::{PersonView, Terms};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum TournamentKind {
    /// Each player meets all others.
    RoundRobin {
        /// Twice, once with each side.
        #[serde(default)]
        double: bool,
    },
    /// So many rounds; those meet who have the same points.
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

/// A tournament to be held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTournament {
    /// The title: 1 to 60 letters of plain text.
    pub title: String,
    /// What is played. There must be a clock, and in an arena none by mail.
    pub terms: Terms,
    /// Who meets whom.
    pub kind: TournamentKind,
    /// When it begins, in milliseconds since 1970; none: when its maker says so.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub start: Option<u64>,
    /// A random text of the one who asks, at most 64 letters: the same request sent again makes no
    /// second tournament.
    pub nonce: String,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TournamentPhase {
    /// It has not begun.
    Coming,
    /// It is running.
    Running,
    /// It is over.
    Ended,
    /// It was called off.
    Cancelled,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentSummary {
    /// Its id.
    pub tournament: String,
    /// Its title. Text, never markup.
    pub title: String,
    /// Who made it.
    pub by: PersonView,
    /// The title of the game.
    pub game: String,
    /// What is played.
    pub terms: Terms,
    /// Who meets whom.
    pub kind: TournamentKind,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it begins or began, in milliseconds since 1970; none: when its maker says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub start: Option<u64>,
    /// When it ended, or when a running arena will end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub end: Option<u64>,
    /// How many take part, or did.
    pub entrants: u32,
    /// Those in the first place, once it has ended.
    pub winners: Vec<PersonView>,
    /// Whether the one who asks takes part.
    #[serde(default, skip_serializing_if = "is_false")]
    pub joined: bool,
}

/// A part of the list of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tournaments {
    /// The tournaments: those first that begin first, or, of those that are over, that ended last.
    pub tournaments: Vec<TournamentSummary>,
    /// What to ask for to get those after them; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The tie-breaks between players with equal points. The names are those of the FIDE Handbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TieBreakName {
    /// The points made against the others who are tied.
    DirectEncounter,
    /// The points of the opponents, summed.
    Buchholz,
    /// The points of each opponent times what was scored against them, summed.
    SonnebornBerger,
    /// How many wins.
    Wins,
}

/// The standing of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StandingView {
    /// The place, from 1; shared by all who are the same in everything.
    pub place: u32,
    /// Who.
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
    /// The game that they play now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

/// What became of a game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PairingResult {
    /// Who moves first has won.
    First,
    /// Who moves second has won.
    Second,
    /// A draw.
    Draw,
    /// Who moves second did not come.
    FirstByForfeit,
    /// Who moves first did not come.
    SecondByForfeit,
    /// No player scores.
    Neither,
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PairingView {
    /// Its number in the tournament, from 0.
    pub number: u32,
    /// Who moves first.
    pub first: PersonView,
    /// Who moves second.
    pub second: PersonView,
    /// The id of the game; none where it is not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

/// What the one who asks may do in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentMay {
    /// Join it.
    pub join: bool,
    /// Leave it.
    pub leave: bool,
    /// Start it, and call it off.
    pub start: bool,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TournamentView {
    /// What it is.
    pub about: TournamentSummary,
    /// How much has happened to it.
    pub version: u32,
    /// How many rounds have been paired; in an arena how often was paired.
    pub round: u32,
    /// How many rounds there will be; none in an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The round of which the pairings are shown; none in an arena, of which the last fifty are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<u32>,
    /// When the next round begins, in milliseconds since 1970, while it is waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub next_round: Option<u64>,
    /// The tie-breaks between players with equal points, in this order.
    pub tie_breaks: Vec<TieBreakName>,
    /// Who stands where.
    pub standings: Vec<StandingView>,
    /// The pairings of a round.
    pub pairings: Vec<PairingView>,
    /// Who has no opponent in that round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<PersonView>,
    /// What the one who asks may do.
    pub may: TournamentMay,
    /// The game that the one who asks plays now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The clock of the server, in milliseconds since 1970: countdowns go by it.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
}
