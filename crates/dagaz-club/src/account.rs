//! Identities of accounts and guests.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The id of a user, with an account or as a guest. It is public and grants no rights.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PersonId(Arc<str>);

impl PersonId {
    /// Returns the person of that id.
    pub fn new(id: &str) -> PersonId {
        PersonId(id.into())
    }

    /// As text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for PersonId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
