//! What a session waits for.

use crate::clock_rule::Millis;
use crate::seat::Bot;
use crate::tree::NodeNo;

/// The events that a session waits for, other than commands of users. It follows from the state
/// alone, so it is the same after a crash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// Chance must decide: [`Command::Chance`](crate::Command::Chance).
    pub chance: bool,
    /// These bots must move at this node.
    pub think: Vec<(u8, Bot, NodeNo)>,
    /// The deadline of a clock or of the first move: [`Command::Flag`](crate::Command::Flag).
    pub wake: Option<Millis>,
    /// The result is to be counted: [`Command::Rate`](crate::Command::Rate).
    pub rate: bool,
    /// All have agreed to play again, and no game follows yet:
    /// [`Command::Follow`](crate::Command::Follow).
    pub rematch: bool,
}
