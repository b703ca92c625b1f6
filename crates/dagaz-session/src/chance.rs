//! Dice by commit and reveal: throws cannot be predicted during a game and can be verified after
//! it.
//!
//! A game begins with a random secret. Its SHA-256 hash, the commitment, is public from the start.
//! Each throw is SHA-256 of the secret and the number of its node, so that no throw reveals
//! another. The secret is in no view and in no record before the game has ended.

use sha2::{Digest, Sha256};

use crate::record::Beginning;
use crate::session::{Phase, Session};
use crate::tree::NodeNo;

/// How the throws of a game can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// SHA-256 of the secret's text, in hexadecimal digits.
    pub commitment: String,
    /// The secret, once the game has ended.
    pub secret: Option<String>,
}

impl Beginning {
    /// Returns the secret of all throws. Games of older versions have no secret and use their seed.
    pub(crate) fn chance_secret(&self) -> String {
        self.chance.as_ref().map_or_else(|| format!("seed {}", self.seed), |secret| secret.to_string())
    }

    /// Returns the index of the throw that leads to a node, below `choices`.
    pub(crate) fn throw(&self, node: NodeNo, choices: usize) -> usize {
        throw(&self.chance_secret(), node, choices)
    }
}

impl Session {
    /// Returns whether the game has random moves.
    pub(crate) fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    /// Returns how throws can be verified; `None` if there are none, if a user chooses them, or if
    /// they follow from a seed.
    pub fn proof(&self) -> Option<Proof> {
        let secret = self.beginning.chance.as_ref().filter(|_| self.has_chance() && !self.beginning.study)?;
        let secret_now = (self.phase() == Phase::Ended).then(|| secret.to_string());
        Some(Proof { commitment: commitment(secret), secret: secret_now })
    }
}

/// Returns the hash that commits a server to a secret.
pub fn commitment(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the index of the throw after a node, among equally likely ones: the first 64 bits of
/// `SHA-256("SECRET:NODE")`, scaled to the number of choices.
pub fn throw(secret: &str, node: NodeNo, choices: usize) -> usize {
    let hash = Sha256::digest(format!("{secret}:{}", node.0).as_bytes());
    let first = hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    ((u128::from(first) * choices as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_follow_the_protocol() {
        // Made with `printf SECRET:NODE | sha256sum`.
        let hash = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
        assert_eq!(commitment("foo"), hash);
        assert!((1..2_000).all(|node| throw("x", NodeNo(node), 36) < 36));
        let count = |face| (1..=6_000).filter(|node| throw("x", NodeNo(*node), 6) == face).count();
        assert!((0..6).all(|face| (900..1_100).contains(&count(face))), "every face comes about equally often");
    }
}
