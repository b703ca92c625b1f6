//! What a form on a board of bits has to know; playing, counting and looking ahead follow from it.

use dagaz_core::{Found, Rng};

use super::Bits;
use super::board::Board;
use super::past::Past;
use super::setting::Setting;

/// The executor stops here, and the reference interpreter must continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) struct Declined;

/// The moves of a position. It is turned from one position to the next, which saves memory.
pub(in crate::paths) trait Turning<'f>: Sized {
    type Bits: Bits + 'f;
    type Move: Copy;

    fn setting(&self) -> &'f Setting<Self::Bits>;

    fn board(&self) -> &Board<Self::Bits>;

    /// The same for another position.
    fn beside(&self, board: Board<Self::Bits>) -> Self;

    /// Turns to another position, whose moves have still to be found.
    fn turn_to(&mut self, board: Board<Self::Bits>);

    /// Finds the moves.
    fn find(&mut self) -> Result<(), Declined>;

    /// How the game has ended in the position whose moves have been found.
    fn ended(&self, past: &Past) -> Found;

    /// How many moves have been found.
    fn count(&self) -> usize;

    /// Calls `take` with every move that has been found.
    fn each(&self, take: impl FnMut(Self::Move));

    /// One of the moves, each as likely as any other; there must be one.
    fn draw(&self, rng: &mut dyn Rng) -> Self::Move;

    /// The position to which a move leads.
    fn played(&self, chosen: Self::Move) -> Board<Self::Bits>;

    /// Whether nothing of a move cannot be taken back; `after`: what it leads to, if that is known.
    fn is_quiet(&self, chosen: Self::Move, after: Option<&Board<Self::Bits>>) -> bool;

    /// Whether no position before a move can recur after it; `is_quiet`: the flag of the move;
    /// `after`: the position it leads to.
    fn is_for_good(&self, chosen: Self::Move, is_quiet: bool, after: &Board<Self::Bits>) -> bool;

    /// Whether a move captures something or changes the piece that moves.
    fn is_loud(&self, chosen: Self::Move) -> bool;

    /// Where a move begins and ends; beyond the board if nowhere.
    fn ends(&self, chosen: Self::Move) -> (Option<usize>, Option<usize>);

    /// What goes, or is put: its code before and after.
    fn pieces(&self, chosen: Self::Move) -> (Option<usize>, Option<usize>);

    /// What a move takes.
    fn captured(&self, chosen: Self::Move) -> Self::Bits;
}
