//! Seats: the holder of each player of the rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A participant: a person at a browser, identified by the caller. Compared, never interpreted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HolderId(pub Arc<str>);

impl HolderId {
    /// Returns the holder of that name.
    pub fn new(name: &str) -> HolderId {
        HolderId(name.into())
    }
}

/// A bot as it was chosen. The session only passes it on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bot {
    /// Which.
    pub name: Arc<str>,
    /// How strong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person.
    Held {
        /// Who.
        by: HolderId,
        /// The name to show.
        name: Arc<str>,
    },
    /// A bot.
    Bot(Bot),
    /// No holder yet.
    Open,
    /// Chance or a neutral owner: no seat.
    Aside,
}

impl Seat {
    /// Returns whether this holder sits here.
    pub fn is_held_by(&self, holder: &HolderId) -> bool {
        matches!(self, Seat::Held { by, .. } if by == holder)
    }
}
