//! What a session waits for.

use crate::clock::Millis;
use crate::seat::Bot;
use crate::tree::NodeNo;

/// What a session waits for, beside people. It follows from the state alone, so after a crash it is simply asked again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// Chance must decide: [`Command::Chance`](crate::Command::Chance).
    pub chance: bool,
    /// These bots must move at this node.
    pub think: Vec<(u8, Bot, NodeNo)>,
    /// Then somebody's time, or the patience for the first move, will have run out: [`Command::Flag`](crate::Command::Flag).
    pub wake: Option<Millis>,
    /// The result is to be counted: [`Command::Rate`](crate::Command::Rate).
    pub rate: bool,
    /// All have agreed to play again, and no game follows yet: [`Command::Follow`](crate::Command::Follow).
    pub rematch: bool,
}
