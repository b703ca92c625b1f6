//! Commands that were done, so that one that is sent again is answered and not done twice.
//!
//! A game has hundreds of them and a server thousands of games: only a hash of the sender and the
//! nonce is stored for each command. Confusing two commands of one game needs two equal hashes of
//! 128 bits.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::record::{Actor, Nonce};
use crate::tree::NodeNo;

/// See the [module documentation](self).
#[derive(Default)]
pub(crate) struct Done {
    /// The version after each, and the node that it led to.
    commands: HashMap<[u32; 4], (u32, Option<NodeNo>)>,
}

impl Done {
    /// Notes that a command was done.
    pub(crate) fn note(&mut self, by: &Actor, nonce: &Nonce, version: u32, node: Option<NodeNo>) {
        self.commands.insert(key(by, nonce), (version, node));
    }

    /// Returns the result of a command, if it was executed.
    pub(crate) fn of(&self, by: &Actor, nonce: &Nonce) -> Option<(u32, Option<NodeNo>)> {
        self.commands.get(&key(by, nonce)).copied()
    }
}

fn key(by: &Actor, nonce: &Nonce) -> [u32; 4] {
    let holder = match by {
        Actor::Holder(holder) => Some(&*holder.0),
        Actor::Bot(_) | Actor::Host => None,
    };
    let half = |which: u8| {
        let mut hasher = DefaultHasher::new();
        (which, holder, &**nonce).hash(&mut hasher);
        hasher.finish()
    };
    let (one, other) = (half(0), half(1));
    [one as u32, (one >> 32) as u32, other as u32, (other >> 32) as u32]
}
