//! What a move does, and where.

use dagaz_core::{AttributeId, PieceTypeId};
use dagaz_rules::OwnerOf;

use super::place::CursorPlace;

/// Something that a move does, and where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Act {
    pub(super) what: What,
    pub(super) at: CursorPlace,
}

/// What an [`Act`] does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Capture,
    Create(OwnerOf, PieceTypeId),
    Become(PieceTypeId),
    Give(OwnerOf),
    Flip,
    Set(AttributeId, bool),
    /// An attribute becomes what a variable keeps.
    SetKept(AttributeId, String),
}

impl What {
    /// Returns the attribute that it sets.
    pub(super) fn attribute(&self) -> Option<AttributeId> {
        match self {
            What::Set(attribute, _) | What::SetKept(attribute, _) => Some(*attribute),
            _ => None,
        }
    }
}
