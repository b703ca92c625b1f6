//! Accounts.

use super::{Register, Result};
use crate::sql::{Row, params};

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonRow {
    /// The permanent id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The name in the form under which it is looked up.
    pub folded: String,
    /// The hash of the password.
    pub secret: String,
    /// When the account was made, in milliseconds since 1970.
    pub since: u64,
    /// Whether the account is banned.
    pub barred: bool,
}

impl std::fmt::Debug for PersonRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PersonRow").field("id", &self.id).field("name", &self.name).finish_non_exhaustive()
    }
}

const PERSON: &str = "SELECT id, name, folded, secret, since, barred FROM people";

fn person(row: &Row) -> Result<PersonRow> {
    Ok(PersonRow {
        id: row.get(0)?,
        name: row.get(1)?,
        folded: row.get(2)?,
        secret: row.get(3)?,
        since: row.get::<i64>(4)?.max(0) as u64,
        barred: row.get(5)?,
    })
}

impl Register {
    /// Adds an account. False if the name is taken, or was a moment ago.
    pub fn add_person(&self, row: &PersonRow) -> Result<bool> {
        let sql = "INSERT INTO people (id, name, folded, secret, since, barred) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
        let values = params![row.id, row.name, row.folded, row.secret, row.since as i64, row.barred];
        Ok(self.change(sql, values)? == 1)
    }

    /// Returns an account by its id.
    pub fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        self.one(&format!("{PERSON} WHERE id = ?1"), params![id], person)
    }

    /// Returns an account by its name in the form under which it is looked up.
    pub fn person_named(&self, folded: &str) -> Result<Option<PersonRow>> {
        self.one(&format!("{PERSON} WHERE folded = ?1"), params![folded], person)
    }

    /// Takes the look of a name for an account. False if another account has it.
    pub fn take_look(&self, look: &str, person: &str) -> Result<bool> {
        self.change("INSERT INTO looks (look, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING", params![look, person])?;
        let by = self.one("SELECT person FROM looks WHERE look = ?1", params![look], |row| row.get::<String>(0))?;
        Ok(by.as_deref() == Some(person))
    }

    /// Gives back the looks that an account has taken.
    pub fn give_looks_back(&self, person: &str) -> Result<()> {
        self.change("DELETE FROM looks WHERE person = ?1", params![person]).map(|_| ())
    }

    /// Accounts of before looks were kept, the oldest first.
    pub fn people_without_look(&self) -> Result<Vec<PersonRow>> {
        let sql = format!("{PERSON} WHERE id NOT IN (SELECT person FROM looks) ORDER BY since, id");
        self.all(&sql, &[], person)
    }

    /// Returns how many accounts there are.
    pub fn people(&self) -> Result<u64> {
        Ok(self.one("SELECT count(*) FROM people", &[], |row| row.get::<i64>(0))?.unwrap_or(0).max(0) as u64)
    }

    /// Keeps another password.
    pub fn set_secret(&self, id: &str, secret: &str) -> Result<bool> {
        Ok(self.change("UPDATE people SET secret = ?2 WHERE id = ?1", params![id, secret])? == 1)
    }

    /// Bans an account, or lifts its ban. All its sessions end.
    pub fn bar(&self, id: &str, barred: bool) -> Result<bool> {
        self.together(|base| {
            base.execute("DELETE FROM passes WHERE person = ?1", params![id])?;
            Ok(base.execute("UPDATE people SET barred = ?2 WHERE id = ?1", params![id, barred])? == 1)
        })
    }

    /// Removes an account with all its data except reports. Its rules become unavailable, except to
    /// other uploaders of the same file.
    pub fn remove_person(&self, id: &str) -> Result<bool> {
        self.together(|base| {
            for sql in [
                "DELETE FROM passes WHERE person = ?1",
                "DELETE FROM ratings WHERE person = ?1",
                "DELETE FROM looks WHERE person = ?1",
                "DELETE FROM second_factors WHERE person = ?1",
                "DELETE FROM recovery_codes WHERE person = ?1",
                "DELETE FROM mutes WHERE by = ?1 OR about = ?1",
                "DELETE FROM tournament_people WHERE person = ?1",
                // A hash without a row belongs to all; the files that they had stay theirs, and
                // reveal nothing about them.
                "UPDATE rules SET visible = 0, entry = '{}' WHERE person = ?1",
            ] {
                base.execute(sql, params![id])?;
            }
            Ok(base.execute("DELETE FROM people WHERE id = ?1", params![id])? == 1)
        })
    }
}
