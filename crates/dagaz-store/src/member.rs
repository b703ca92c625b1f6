//! The processes that share a store: their reports, and the ownership of games.
//!
//! A store in a file has one process. How the processes of a database find each other is in the
//! module `postgres`.

use std::time::Duration;

/// How a process takes part in a database.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Where other members reach this process; empty: they do not.
    pub address: String,
    /// How long the process is believed to live without a word.
    pub lease: Duration,
}

impl Default for Membership {
    fn default() -> Membership {
        Membership { address: String::new(), lease: Duration::from_secs(5) }
    }
}

/// What a member has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Games at their tables.
    pub tables: u32,
    /// The number of connected users.
    pub people: u32,
}

/// A process that uses a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its number; each start has another one, larger than all before.
    pub epoch: i64,
    /// Where it is reached.
    pub address: String,
    /// Its load.
    pub load: Load,
}

/// Whose a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It belongs to the calling process.
    Own,
    /// It belongs to another member, that is alive.
    Elsewhere(Member),
    /// There is no such game.
    Unknown,
}

/// Messages between the members of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The present members, including this one. Sent several times within a lease.
    Members(Vec<Member>),
    /// A message of another member.
    Said(String),
    /// Accounts, passes or mutes have changed, or may have.
    People,
    /// This process was declared dead: others may own its games, and it restarts with another
    /// epoch.
    Anew,
}

/// The callback for events of other members.
pub(crate) type Told = Box<dyn Fn(Event) + Send + Sync>;
