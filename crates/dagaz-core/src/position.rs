//! A position: a situation described from outside, before it becomes a state of a game.
//!
//! What a position *claims* and what a state *is* are different types;
//! [`Game::set_up`](crate::Game::set_up) converts the first to the second, and reports all errors.

use crate::{AttributeId, Continuation, Piece, SiteId, SlotId};

/// A piece on a site, with the attributes that differ from what a new piece of its type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where.
    pub site: SiteId,
    /// Which piece.
    pub piece: Piece,
    /// Its attributes, where they differ from a new piece's.
    pub attributes: Vec<(AttributeId, i32)>,
}

/// A situation described from outside, before it becomes a [`State`](crate::State).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The pieces on the board. A site named twice has the later piece; where pieces stand on one
    /// another, that one on top.
    pub pieces: Vec<Placement>,
    /// The pieces in supply.
    pub supplies: Vec<(Piece, u32)>,
    /// The slot of the turn order that is played next; none is the first.
    pub slot: Option<SlotId>,
    /// From where and to where the last step went.
    pub last: Option<(SiteId, SiteId)>,
    /// The piece that continues within its turn, and the moves it may use.
    pub pending: Option<(SiteId, Continuation)>,
    /// The variables of the game's own that are not 0, by their place in the layout.
    pub variables: Vec<(usize, i32)>,
    /// The numbers that the game keeps [beyond the words of its layout](crate::State::tail).
    pub tail: Vec<i32>,
}

/// One thing that is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The board has no such site.
    NoSuchSite(SiteId),
    /// The game has no such piece.
    NoSuchPiece(Piece),
    /// This piece cannot wait in a supply.
    NoSupply(Piece),
    /// The turn order has no such slot.
    NoSuchSlot(SlotId),
    /// The game has no such attribute.
    NoSuchAttribute(AttributeId),
    /// The game has no such variable.
    NoSuchVariable(usize),
    /// The game keeps no such numbers beyond its variables.
    NoSuchTail,
    /// More pieces stand on one another here than can.
    TooHigh(SiteId),
    /// A turn continues here, and the game needs the earlier steps of the turn.
    MidTurn(SiteId),
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionError::NoSuchSite(site) => write!(f, "the board has no site {}", site.0),
            PositionError::NoSuchPiece(piece) => {
                write!(f, "the game has no piece type {} of player {}", piece.kind.0, piece.owner.0)
            }
            PositionError::NoSupply(piece) => {
                write!(f, "piece type {} of player {} cannot wait off the board", piece.kind.0, piece.owner.0)
            }
            PositionError::NoSuchSlot(slot) => write!(f, "the turn order has no slot {}", slot.0),
            PositionError::NoSuchAttribute(attribute) => write!(f, "the game has no attribute {}", attribute.0),
            PositionError::TooHigh(site) => write!(f, "too many pieces stand on one another on site {}", site.0),
            PositionError::MidTurn(site) => write!(
                f,
                "a turn that continues on site {} needs its earlier steps: give the position before it",
                site.0
            ),
            PositionError::NoSuchTail => write!(f, "the game keeps no such `tail`"),
            PositionError::NoSuchVariable(which) => write!(f, "the game has no variable {which}"),
        }
    }
}

impl std::error::Error for PositionError {}
