//! Rules uploaded by users, with their visibility.
//!
//! The rules themselves are stored with the games, by their hash; a row here has the user who
//! uploaded that hash, and its metadata. Two users who upload the same text have a row each.

use super::{Register, Result};
use crate::sql::{Row, params};

/// The visibility of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visible {
    /// The uploader.
    Private,
    /// Users who know their hash.
    Unlisted,
    /// Public: they are in the list of all.
    Public,
}

/// Uploaded rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesRow {
    /// The hash by which they are kept.
    pub hash: String,
    /// The user who uploaded them.
    pub person: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The visibility.
    pub visible: Visible,
    /// Display text, defined by the caller.
    pub entry: String,
}

const COLUMNS: &str = "SELECT hash, person, at, visible, entry FROM rules";

fn row(row: &Row) -> Result<RulesRow> {
    Ok(RulesRow {
        hash: row.get(0)?,
        person: row.get(1)?,
        at: row.get::<i64>(2)?.max(0) as u64,
        visible: match row.get::<i64>(3)? {
            2 => Visible::Public,
            1 => Visible::Unlisted,
            _ => Visible::Private,
        },
        entry: row.get(4)?,
    })
}

impl Register {
    /// Records an upload, also a repeated one. Returns false if the person has reached the limit.
    pub fn hand_in_rules(&self, new: &RulesRow, most: usize) -> Result<bool> {
        self.together(|base| {
            let others = "SELECT count(*) FROM rules WHERE person = ?1 AND hash <> ?2";
            let held = base.first(others, params![new.person, new.hash])?;
            if held.map_or(Ok(0), |row| row.get::<i64>(0))? >= most as i64 {
                return Ok(false);
            }
            let insert = "INSERT INTO rules (hash, person, at, visible, entry) VALUES (?1, ?2, ?3, ?4, ?5) \
                ON CONFLICT (hash, person) DO UPDATE SET at = ?3, visible = ?4, entry = ?5";
            base.execute(insert, params![new.hash, new.person, new.at as i64, new.visible as u32, new.entry])?;
            Ok(true)
        })
    }

    /// Sets the visibility of rules. Returns `false` if this user has not uploaded them.
    pub fn show_rules(&self, hash: &str, person: &str, visible: Visible) -> Result<bool> {
        let sql = "UPDATE rules SET visible = ?3 WHERE hash = ?1 AND person = ?2";
        Ok(self.change(sql, params![hash, person, visible as u32])? == 1)
    }

    /// Withdraws rules from all but their uploaders. Returns false if no one uploaded them.
    pub fn withdraw_rules(&self, hash: &str) -> Result<bool> {
        Ok(self.change("UPDATE rules SET visible = 0 WHERE hash = ?1", params![hash])? > 0)
    }

    /// Returns all uploaders of these rules.
    pub fn rules_of_hash(&self, hash: &str) -> Result<Vec<RulesRow>> {
        self.all(&format!("{COLUMNS} WHERE hash = ?1"), params![hash], row)
    }

    /// Returns the uploads of a user, the latest first.
    pub fn rules_of_person(&self, person: &str) -> Result<Vec<RulesRow>> {
        self.all(&format!("{COLUMNS} WHERE person = ?1 ORDER BY at DESC, hash"), params![person], row)
    }

    /// Public rules, newest first.
    pub fn public_rules(&self, most: usize) -> Result<Vec<RulesRow>> {
        let sql = format!("{COLUMNS} WHERE visible = 2 ORDER BY at DESC, hash LIMIT ?1");
        self.all(&sql, params![most as i64], row)
    }
}
