//! The order in which endings are checked, and the reason for each place.
//!
//! The criteria, the first that differs decides: greater rank; a result that the board shows before
//! a draw by having no move; a variant's ending before one of its base; order of the text.

use super::{PathEnding, PathEndingKind};
use dagaz_core::CompactSort;

/// The criteria that determine the place of an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingOrder {
    /// The rank; 0 where the text gives none.
    pub rank: i32,
    /// How many variants lie between the game and the variant that has it; 0: the game itself.
    pub variant: u16,
    /// The place among the endings of the text.
    pub text: u32,
}

/// Why one ending is asked before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFirst {
    /// It has the greater rank.
    Rank,
    /// The board shows it, and the other is a draw by having no move.
    OnBoard,
    /// A variant adds it, and the other is of the variant's base.
    Variant,
    /// It is written first.
    Text,
}

impl PathEnding {
    /// Returns whether it is a win, a loss or a score that does not depend on the legal moves.
    pub fn is_result_on_board(&self) -> bool {
        self.kind != PathEndingKind::Draw && !self.when.looks_at_moves()
    }

    /// Returns whether it is a draw that depends on the legal moves.
    pub fn is_draw_by_moves(&self) -> bool {
        self.kind == PathEndingKind::Draw && self.when.looks_at_moves()
    }

    /// Returns why this ending is checked before `other`, which comes later in the order.
    pub fn asked_before(&self, other: &PathEnding) -> AskedFirst {
        let (own, its) = (self.order, other.order);
        if own.rank != its.rank {
            AskedFirst::Rank
        } else if self.is_result_on_board() && other.is_draw_by_moves() {
            AskedFirst::OnBoard
        } else if own.variant > its.variant {
            AskedFirst::Variant
        } else if own.variant == its.variant && own.text < its.text {
            AskedFirst::Text
        } else {
            // It stands before a draw by moves that is asked before the other.
            AskedFirst::OnBoard
        }
    }
}

/// Sorts endings into the order in which they are checked.
pub fn in_order(mut endings: Vec<PathEnding>) -> Vec<PathEnding> {
    endings.compact_sort_by_key(|PathEnding { order, .. }| {
        (std::cmp::Reverse(order.rank), std::cmp::Reverse(order.variant), order.text)
    });
    let mut sorted: Vec<PathEnding> = Vec::with_capacity(endings.len());
    for ending in endings {
        let same_rank = |known: &PathEnding| known.order.rank == ending.order.rank;
        let draw = sorted.iter().position(|known| same_rank(known) && known.is_draw_by_moves());
        match draw.filter(|_| ending.is_result_on_board()) {
            Some(place) => sorted.insert(place, ending),
            None => sorted.push(ending),
        }
    }
    sorted
}
