//! Numbers of nodes.

use serde::{Deserialize, Serialize};

/// A node of a session's tree. 0 is the start, and each move gets the next number permanently. If
/// changed rules remove its move, a node keeps its number and is marked as gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeNo(pub u32);

impl NodeNo {
    /// The start.
    pub const ROOT: NodeNo = NodeNo(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
