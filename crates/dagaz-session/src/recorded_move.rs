//! Moves as records have them, and as they are found again.

use std::sync::Arc;

use dagaz_core::{MoveList, PlayerId, State};

/// The data of a recorded move.
#[derive(Clone, Copy)]
pub(crate) struct Recorded<'a> {
    pub(crate) player: PlayerId,
    pub(crate) index: u32,
    pub(crate) key: u64,
    pub(crate) text: &'a Arc<str>,
    pub(crate) from: Option<u16>,
}

/// A recorded move, found again.
pub(crate) struct FoundMove {
    /// A list in which it is.
    pub(crate) list: Arc<MoveList>,
    /// Whether that is the list of all legal moves.
    pub(crate) whole: bool,
    pub(crate) place: usize,
    /// The state behind it.
    pub(crate) after: Arc<State>,
}
