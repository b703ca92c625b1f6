//! The nodes of a tree that playouts grow.

use dagaz_core::{Candidate, PlayerId, Rank, SiteId};

/// A tree node: a position, or a part of a move choice, with the statistics of the move that leads
/// to it. Values are those of the player who made that move, from -1 to 1.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The key of the position, once it has been visited.
    pub(super) key: u64,
    pub(super) first_child: u32,
    pub(super) children: u32,
    pub(super) visits: u32,
    pub(super) total: f32,
    /// Playouts that went through the parent and in which its mover had put this piece here sooner
    /// or later, and what they were worth together (all moves as first).
    pub(super) ever: u32,
    pub(super) ever_total: f32,
    /// The placed piece, origin and destination.
    pub(super) piece: Rank,
    pub(super) from: SiteId,
    pub(super) to: SiteId,
    /// The place of the move in the list.
    pub(super) index: u32,
    pub(super) part: MovePart,
    /// The best evaluation below, as the one who moved here sees it.
    pub(super) minimax: f32,
    /// 1: the player who moved here wins; -1: loses; 0: unknown.
    pub(super) proven: i8,
    /// If that is known, the plies from here to the end at most.
    pub(super) plies: u16,
    /// Who is to move here.
    pub(super) mover: u8,
    /// Whether chance moves here.
    pub(super) chance: bool,
    pub(super) kind: NodeKind,
}

/// The chosen part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePart {
    /// All of it: here is a new position.
    Whole,
    /// Where it begins.
    From,
    /// Where it begins and ends.
    FromTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// Its moves have not been listed yet.
    Fresh,
    /// It has children.
    Grown,
    /// The game is over here.
    Over,
}

impl Node {
    /// Returns the move's position-independent number: [`Candidate::number`].
    pub(super) fn number(&self) -> u32 {
        Candidate { from: self.from, to: self.to, becomes: self.piece, ..Candidate::PASS }.number()
    }

    pub(super) fn fresh(mover: PlayerId, part: MovePart, index: usize, one: &Candidate) -> Node {
        Node {
            key: 0,
            first_child: 0,
            children: 0,
            visits: 0,
            total: 0.0,
            ever: 0,
            ever_total: 0.0,
            piece: one.becomes,
            from: one.from,
            to: one.to,
            index: index as u32,
            part,
            minimax: 0.0,
            proven: 0,
            plies: 0,
            mover: mover.0,
            chance: false,
            kind: NodeKind::Fresh,
        }
    }
}
