//! Second factors of accounts: time-based one-time passwords (RFC 6238) and recovery codes.
//!
//! The secret of an account follows from its seed and the key of the server, so that a copy of the
//! register alone gives no codes. Recovery codes are stored as hashes.

use super::{Register, Result};
use crate::sql::params;

/// The second factor of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactorRow {
    /// The random text from which the server derives the secret.
    pub seed: String,
    /// Whether a login asks for a code: the owner has shown one.
    pub confirmed: bool,
    /// The last time step of which a code was used; no code of it or before is accepted.
    pub step: u64,
    /// Wrong codes since the last right one.
    pub failed: u32,
}

impl Register {
    /// Returns the second factor of an account, and the number of its unused recovery codes.
    pub fn second_factor(&self, person: &str) -> Result<Option<(SecondFactorRow, u32)>> {
        let sql = "SELECT seed, confirmed, step, failed, \
            (SELECT count(*) FROM recovery_codes WHERE recovery_codes.person = second_factors.person) \
            FROM second_factors WHERE person = ?1";
        self.one(sql, params![person], |row| {
            let step = row.get::<i64>(2)?.max(0) as u64;
            Ok((SecondFactorRow { seed: row.get(0)?, confirmed: row.get(1)?, step, failed: row.get(3)? }, row.get(4)?))
        })
    }

    /// Stores the seed of a second factor that is not confirmed yet. Returns false, without a
    /// change, if the account has a confirmed one.
    pub fn begin_second_factor(&self, person: &str, seed: &str) -> Result<bool> {
        let sql = "INSERT INTO second_factors (person, seed, confirmed, step, failed) VALUES (?1, ?2, 0, 0, 0) \
            ON CONFLICT (person) DO UPDATE SET seed = ?2, step = 0, failed = 0 WHERE second_factors.confirmed = 0";
        Ok(self.change(sql, params![person, seed])? == 1)
    }

    /// Confirms a second factor by the time step of the code that its owner has shown, and stores
    /// the hashes of its recovery codes. Returns false, without a change, if the seed is another
    /// one by now or is confirmed.
    pub fn confirm_second_factor(&self, person: &str, seed: &str, step: u64, codes: &[[u8; 32]]) -> Result<bool> {
        self.together(|base| {
            let sql = "UPDATE second_factors SET confirmed = 1, step = ?3, failed = 0 \
                WHERE person = ?1 AND seed = ?2 AND confirmed = 0";
            if base.execute(sql, params![person, seed, step as i64])? != 1 {
                return Ok(false);
            }
            base.execute("DELETE FROM recovery_codes WHERE person = ?1", params![person])?;
            for code in codes {
                let sql = "INSERT INTO recovery_codes (person, hash) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
                base.execute(sql, params![person, &code[..]])?;
            }
            Ok(true)
        })
    }

    /// Uses up the code of a time step. Returns false if a code of this or a later step was used
    /// before, or if this many codes in a row were wrong.
    pub fn use_step(&self, person: &str, step: u64, most_failed: u32) -> Result<bool> {
        let sql = "UPDATE second_factors SET step = ?2, failed = 0 \
            WHERE person = ?1 AND confirmed = 1 AND step < ?2 AND failed < ?3";
        Ok(self.change(sql, params![person, step as i64, most_failed])? == 1)
    }

    /// Counts a wrong code.
    pub fn count_wrong_code(&self, person: &str) -> Result<()> {
        let sql = "UPDATE second_factors SET failed = failed + 1 WHERE person = ?1";
        self.change(sql, params![person]).map(|_| ())
    }

    /// Uses up a recovery code. Returns false if the account has none with this hash.
    pub fn use_recovery_code(&self, person: &str, hash: &[u8; 32]) -> Result<bool> {
        self.together(|base| {
            let sql = "DELETE FROM recovery_codes WHERE person = ?1 AND hash = ?2";
            if base.execute(sql, params![person, &hash[..]])? != 1 {
                return Ok(false);
            }
            base.execute("UPDATE second_factors SET failed = 0 WHERE person = ?1", params![person])?;
            Ok(true)
        })
    }

    /// Removes the second factor of an account. Returns false if it had none.
    pub fn remove_second_factor(&self, person: &str) -> Result<bool> {
        self.together(|base| {
            base.execute("DELETE FROM recovery_codes WHERE person = ?1", params![person])?;
            Ok(base.execute("DELETE FROM second_factors WHERE person = ?1", params![person])? == 1)
        })
    }
}
