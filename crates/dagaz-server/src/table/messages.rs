//! What a table is asked, and how others reach it.

use std::sync::Arc;

use dagaz_club::tournament::PairResult;
use dagaz_contract::command::Command as WireCommand;
use dagaz_contract::view::{MoveView, Pick, View};
use dagaz_core::Game;
use dagaz_record::GameTree;
use dagaz_session::{Millis, NodeNo, Nonce, RulesRef};
use dagaz_table::bots::Pondered;
use dagaz_table::{Prepared, Puzzle, Refused, Viewer};
use tokio::sync::{mpsc, oneshot};

use super::follow::Follower;
use crate::work::Asker;

/// The answer to a command that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoneAt {
    pub(crate) version: u32,
    pub(crate) node: Option<NodeNo>,
    /// Bytes of its record; 0 if it was done before.
    pub(crate) bytes: u32,
    /// Whether clocks run in the game.
    pub(crate) timed: bool,
}

pub(super) type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// What a table is asked.
pub(crate) enum TableAsk {
    Join {
        follower: Follower,
        side: Option<String>,
        /// The number of the question, for its answer.
        re: u32,
        /// The board that the client has, by its hash.
        board: Option<String>,
        /// Who is charged for the time.
        asker: Asker,
        /// The player whose view is sent, and whether clocks run; the answer itself is sent like
        /// all messages of the follower.
        reply: Reply<(Viewer, bool)>,
    },
    Leave {
        socket: u64,
    },
    Do {
        viewer: Viewer,
        nonce: Nonce,
        command: WireCommand,
        /// How long the way to the client is.
        lag: Millis,
        reply: Reply<DoneAt>,
    },
    Look {
        viewer: Viewer,
        node: Option<NodeNo>,
        asker: Asker,
        reply: Reply<View>,
    },
    Expand {
        viewer: Viewer,
        node: NodeNo,
        prefix: Vec<Pick>,
        asker: Asker,
        reply: Reply<(Vec<MoveView>, bool)>,
    },
    Why {
        viewer: Viewer,
        node: NodeNo,
        reply: Reply<Puzzle>,
    },
    /// A state to think about, if the viewer may have it thought about.
    Ponder {
        viewer: Viewer,
        node: NodeNo,
        reply: Reply<Pondered>,
    },
    Record {
        reply: Reply<(Arc<dyn Game>, GameTree)>,
    },
    BotChose {
        player: u8,
        node: NodeNo,
        index: u32,
    },
    BotFailed {
        player: u8,
    },
    Rules {
        prepared: Arc<Prepared>,
        reply: Reply<Vec<String>>,
    },
    Board {
        reply: Reply<Arc<Prepared>>,
    },
    /// The result of a tournament game; `None` while it is in progress.
    Result {
        reply: Reply<Option<PairResult>>,
    },
    /// By which rules it is played.
    RulesOf {
        reply: Reply<RulesRef>,
    },
    Tick,
    /// Others may have the game now.
    GiveUp,
}

/// A table as others see it.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) sender: mpsc::Sender<TableAsk>,
}
