//! Mutes and reports.

use super::{Register, Result};
use crate::sql::{Row, params};

/// A report of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: u64,
    /// By whom.
    pub by: String,
    /// About whom.
    pub about: String,
    /// At which table.
    pub game: String,
    /// The reporter's words.
    pub text: String,
    /// The reported message, as in the log.
    pub said: Option<String>,
}

impl Register {
    /// Mutes or unmutes a person.
    pub fn mute(&self, by: &str, about: &str, muted: bool) -> Result<()> {
        let sql = if muted {
            "INSERT INTO mutes VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE by = ?1 AND about = ?2"
        };
        self.change(sql, params![by, about]).map(|_| ())
    }

    /// Returns the people whom a person has muted.
    pub fn muted(&self, by: &str) -> Result<Vec<String>> {
        self.all("SELECT about FROM mutes WHERE by = ?1", params![by], |row| row.get(0))
    }

    /// Returns every mute: by whom, and whom.
    pub fn mutes(&self) -> Result<Vec<(String, String)>> {
        self.all("SELECT by, about FROM mutes", &[], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Notes a report. Its `id` is given by the register.
    pub fn report(&self, row: &ReportRow) -> Result<()> {
        self.together(|base| {
            let sql = "INSERT INTO reports (at, by, about, game, text) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id";
            let made = base.first(sql, params![row.at as i64, row.by, row.about, row.game, row.text])?;
            if let (Some(made), Some(said)) = (made, &row.said) {
                let sql = "INSERT INTO quotes (report, text) VALUES (?1, ?2)";
                base.execute(sql, params![made.get::<i64>(0)?, said])?;
            }
            Ok(())
        })
    }

    /// Open reports, oldest first.
    pub fn reports(&self) -> Result<Vec<ReportRow>> {
        let sql = "SELECT id, at, by, about, game, reports.text, quotes.text FROM reports LEFT JOIN quotes ON report = id \
            WHERE settled = 0 ORDER BY id LIMIT 1000";
        self.all(sql, &[], |row: &Row| {
            Ok(ReportRow {
                id: row.get(0)?,
                at: row.get::<i64>(1)?.max(0) as u64,
                by: row.get(2)?,
                about: row.get(3)?,
                game: row.get(4)?,
                text: row.get(5)?,
                said: row.get(6)?,
            })
        })
    }

    /// Marks a report as reviewed. Returns whether there was one.
    pub fn settle(&self, id: i64) -> Result<bool> {
        Ok(self.change("UPDATE reports SET settled = 1 WHERE id = ?1 AND settled = 0", params![id])? == 1)
    }
}
