//! One live game as a pure state machine (event sourcing).
//!
//! A [`Session`] is the result of the [`Record`]s of its log; nothing else changes it. A
//! participant's [`Command`] is first [decided](Session::decide), which changes nothing and returns
//! a record or a [`Refusal`]. The caller makes the record durable and then
//! [applies](Session::apply) it. [`Session::wants`] returns what the session waits for (a bot's
//! move, a roll, a deadline); it is the same after a crash. Time and chance come from outside. This
//! crate has no clock, thread or file.

mod chance;
mod clock;
mod clock_rule;
mod command;
mod completed;
mod decide;
mod ending;
mod lag;
mod move_lookup;
mod movers;
mod nodes;
mod offers;
mod pending;
mod reading;
mod record;
mod recorded_move;
mod replay;
mod replay_fault;
mod seat;
mod session;
mod timing;
mod tree;
mod turn_time;

pub use chance::{Proof, commitment, throw};
pub use clock::{ClockFace, Clocks};
pub use clock_rule::{ClockRule, Millis};
pub use command::{Command, Decided, Refusal};
pub use ending::{End, EndReason};
pub use lag::Arrival;
pub use offers::{Offer, OfferKind};
pub use pending::Wants;
pub use record::{Actor, Beginning, Event, Nonce, Record, Rerated, RulesRef};
pub use replay_fault::ReplayFault;
pub use seat::{Bot, HolderId, Seat};
pub use session::{Phase, Said, Session};
pub use tree::NodeNo;

/// Bounds on what one session keeps. All are inclusive.
pub mod limits {
    /// Nodes of one tree, all variations counted. The rules' own limit on plies is 10,000.
    pub const NODES: usize = 40_000;
    /// Bytes of one comment.
    pub const COMMENT_BYTES: usize = 8_192;
    /// Judgements of one node.
    pub const GLYPHS: usize = 16;
    /// Bytes of a draft.
    pub const DRAFT_BYTES: usize = 4_096;
    /// Bytes of a nonce.
    pub const NONCE_BYTES: usize = 64;
    /// Bytes of a holder's name.
    pub const HOLDER_BYTES: usize = 64;
    /// Bytes of one line of talk.
    pub const LINE_BYTES: usize = 1_024;
    /// Lines of talk that are remembered; the log keeps them all.
    pub const LINES: usize = 100;
    /// Lines of talk in one game.
    pub const LINES_EVER: u32 = 1_000;
    /// Records of the log of a study.
    pub const RECORDS: u32 = 200_000;
    /// Records of the log other than moves and the end: drafts, offers, seats, chat, comments.
    pub const ASIDES: u32 = 20_000;
}
