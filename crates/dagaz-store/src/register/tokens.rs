//! Passes, by which those with an account come in: kept as hashes.

use super::{Register, Result};
use crate::sql::params;

/// A pass, without itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRow {
    /// Whose.
    pub person: String,
    /// The passes that have replaced one another since a login have the same.
    pub family: String,
    /// When the family began.
    pub began: u64,
    /// When this pass was made.
    pub made: u64,
    /// When it was replaced.
    pub replaced: Option<u64>,
}

impl Register {
    /// Returns whether a person has a valid session of a login family.
    pub fn has_family(&self, person: &str, family: &str) -> Result<bool> {
        let sql =
            "SELECT 1 FROM passes JOIN people ON id = person WHERE person = ?1 AND family = ?2 AND barred = 0 LIMIT 1";
        Ok(self.one(sql, params![person, family], |_| Ok(()))?.is_some())
    }

    /// Keeps a pass by its hash.
    pub fn add_pass(&self, hash: &[u8], pass: &PassRow) -> Result<()> {
        let sql = "INSERT INTO passes (hash, person, family, began, made, replaced) VALUES (?1, ?2, ?3, ?4, ?5, NULL)";
        self.change(sql, params![hash, pass.person, pass.family, pass.began as i64, pass.made as i64]).map(|_| ())
    }

    /// Returns the pass of a hash.
    pub fn pass(&self, hash: &[u8]) -> Result<Option<PassRow>> {
        self.one("SELECT person, family, began, made, replaced FROM passes WHERE hash = ?1", params![hash], |row| {
            Ok(PassRow {
                person: row.get(0)?,
                family: row.get(1)?,
                began: row.get::<i64>(2)?.max(0) as u64,
                made: row.get::<i64>(3)?.max(0) as u64,
                replaced: row.get::<Option<i64>>(4)?.map(|at| at.max(0) as u64),
            })
        })
    }

    /// Puts a new pass in the place of another. False if that was replaced already, or is gone:
    /// then nothing is changed.
    pub fn replace_pass(&self, old: &[u8], new: &[u8], now: u64) -> Result<bool> {
        self.together(|base| {
            let sql = "UPDATE passes SET replaced = ?2 WHERE hash = ?1 AND replaced IS NULL";
            let marked = base.execute(sql, params![old, now as i64])?;
            if marked == 1 {
                let sql = "INSERT INTO passes (hash, person, family, began, made, replaced) \
                    SELECT CAST(?2 AS BLOB), person, family, began, CAST(?3 AS BIGINT), NULL FROM passes WHERE hash = ?1";
                let sql = if base.is_file() { sql.to_string() } else { sql.replace("BLOB", "BYTEA") };
                base.execute(&sql, params![old, new, now as i64])?;
            }
            Ok(marked == 1)
        })
    }

    /// Ends all passes of a family.
    pub fn end_family(&self, person: &str, family: &str) -> Result<()> {
        self.change("DELETE FROM passes WHERE person = ?1 AND family = ?2", params![person, family]).map(|_| ())
    }

    /// Ends all sessions of a person but those of one family. Returns the families that ended.
    pub fn end_passes(&self, person: &str, but: &str) -> Result<Vec<String>> {
        let sql = "SELECT DISTINCT family FROM passes WHERE person = ?1 AND family <> ?2";
        let ended = self.all(sql, params![person, but], |row| row.get(0))?;
        self.change("DELETE FROM passes WHERE person = ?1 AND family <> ?2", params![person, but])?;
        Ok(ended)
    }

    /// Forgets passes whose family began before a moment.
    pub fn forget_passes(&self, before: u64) -> Result<()> {
        self.change("DELETE FROM passes WHERE began < ?1", params![before as i64]).map(|_| ())
    }
}
