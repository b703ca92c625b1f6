//! Offers: actions that need the consent of all players.

use serde::{Deserialize, Serialize};

use crate::tree::NodeNo;

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take moves back.
    Takeback,
    /// To stop the clocks.
    Pause,
    /// To call the game off.
    Abort,
    /// To play again.
    Rematch,
}

impl OfferKind {
    /// Returns whether bots agree at once. A draw is nothing to agree to without having thought.
    pub fn bots_agree(self) -> bool {
        self != OfferKind::Draw
    }
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub kind: OfferKind,
    /// The players who have agreed; the offerer is first.
    pub agreed: Vec<u8>,
    /// For a takeback: where to go back to.
    pub node: Option<NodeNo>,
}
