//! Messages of a host to its worker.

use dagaz_contract::ServerMessage;
use dagaz_contract::catalog::{GameSummary, Thought};
use dagaz_contract::view::BotChoice;
use dagaz_session::{Bot, Millis, Record};
use serde::{Deserialize, Serialize};

/// Missing data: the caller supplies it and repeats the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Needed {
    /// The files of rules, by their id.
    Rules(String),
    /// The log of a game, by its id.
    Log(String),
}

/// A request to the worker.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Out {
    /// A message for the page.
    #[serde(rename = "tell")]
    ServerMessage(Box<ServerMessage>),
    /// Records to be kept, with how the game is listed from now on.
    Keep {
        /// The game.
        game: String,
        /// The place of the first of them in the log.
        after: u32,
        /// The records.
        records: Vec<Record>,
        /// The entry of the game in the list of games.
        summary: Box<GameSummary>,
    },
    /// Files of rules to be kept, by the id under which they will be asked for.
    KeepRules(String),
    /// Work for a thinker.
    Think(Box<Job>),
    /// The present analysis ends.
    StopAnalysis,
}

/// Work for a thinker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// The game.
    pub game: String,
    /// The id of its rules.
    pub rules: String,
    /// The hash of their files.
    pub hash: String,
    /// Its log.
    pub log: Vec<Record>,
    /// The node to think about.
    pub node: u32,
    /// What time it is.
    pub now: Millis,
    /// What to do.
    pub work: Work,
}

/// What a thinker does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Work {
    /// Chooses the move of a bot in a seat.
    Choose {
        /// The seat.
        player: u8,
        /// The bot.
        bot: Bot,
        /// Whether the move is delayed for animation.
        paced: bool,
    },
    /// Starts a search.
    Ponder {
        /// The number of the question.
        re: u32,
        /// The bot.
        bot: BotChoice,
        /// How many lines.
        lines: usize,
        /// Whether it runs until it is stopped.
        endless: bool,
    },
}

/// Returns a thought on its way to the page.
pub(crate) fn thought(job: &Job, re: u32, thought: Thought) -> ServerMessage {
    ServerMessage::Thought { re, game: job.game.clone(), node: job.node, thought }
}
