//! Specialised executor of Go and similar games: stones are placed, and groups without liberties
//! are captured.
//!
//! The rules compute groups and liberties by floods; here chains and their liberty counts are
//! updated from move to move. So the legality of a move is known without playing it. The rules
//! decide whether a game is supported. Everything else, above all scores, stays with the reference
//! interpreter, which is also used for comparison.

mod chains;
mod random;
mod read;

use dagaz_core::{EndingId, PieceTypeId, PlayerId, RuleId};

pub(super) use self::chains::Chains;

/// No site.
const NONE: u16 = u16::MAX;

/// A game of this kind.
#[derive(Debug)]
pub(super) struct Stones {
    sites: usize,
    kind: PieceTypeId,
    /// What a player may do, in order.
    actions: Vec<Action>,
    /// For each site its neighbours, a row of `degree`.
    neighbours: Vec<u16>,
    degree: usize,
    /// For each player and site the zones in which it lies.
    zones: Vec<u16>,
    /// Which positions may not come again.
    ko: Option<Ko>,
    /// For each slot who moves, the slot that follows, and what it contributes to the key of a
    /// situation.
    slots: Vec<(PlayerId, usize, u64)>,
    /// The endings in the order of rank.
    watches: Vec<Watch>,
    /// For each player the word of a stone in a state.
    words: Vec<u32>,
    /// The words that count passes, and say who moved last.
    passes: Option<usize>,
    last_mover: usize,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Put a stone on an empty site.
    Place(RuleId),
    /// Pass.
    Pass(RuleId),
}

/// Which positions may not come again, and after which moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ko {
    /// The same stones.
    Position,
    /// The same stones with the same player to move.
    Situation,
}

/// What is looked at after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    /// Whether so many passes have followed one another.
    Passes(u32),
    /// Whether the chain of the last stone touches all of these zones.
    Joined(u16),
    /// Whether there is no legal move.
    Stuck,
}

/// How a game has ended.
type Ended = Option<(EndingId, PlayerId)>;
