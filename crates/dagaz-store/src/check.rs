//! Checks: a short hash over a record, its place, and everything before it.

use sha2::{Digest, Sha256};

/// 16 bytes of a SHA-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check(pub [u8; 16]);

impl Check {
    fn of(parts: &[&[u8]]) -> Check {
        let mut hash = Sha256::new();
        for part in parts {
            // The length keeps the borders of the parts in the hash.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut check = [0; 16];
        check.copy_from_slice(&hash.finalize()[..16]);
        Check(check)
    }

    /// Returns the check before the first record of a game.
    pub(crate) fn start(game: &str) -> Check {
        Check::of(&[b"dagaz log", game.as_bytes()])
    }

    /// Returns the check of a record behind one with this check.
    pub(crate) fn then(self, number: u32, bytes: &[u8]) -> Check {
        Check::of(&[&self.0, &number.to_le_bytes(), bytes])
    }

    /// Returns the check of a game's row: of all that can be read there.
    pub(crate) fn row(game: &str, records: u32, head: Check, summary: &crate::Summary) -> Check {
        let deadline = summary.deadline.map_or(u64::MAX, |deadline| deadline);
        Check::of(&[
            game.as_bytes(),
            &records.to_le_bytes(),
            &head.0,
            summary.text.as_bytes(),
            &[u8::from(summary.live)],
            &summary.touched.to_le_bytes(),
            &deadline.to_le_bytes(),
            summary.words.as_bytes(),
        ])
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Check> {
        bytes.try_into().ok().map(Check)
    }
}
