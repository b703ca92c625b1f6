//! Guests whose passes have ended before their time. Nothing else is kept of guests: a pass holds
//! by its seal alone.

use super::{Register, Result};
use crate::sql::params;

/// A guest whose pass has ended before its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestRow {
    /// The id.
    pub guest: String,
    /// When it was ended, in milliseconds since 1970.
    pub at: u64,
    /// Whether the owner of this token may not get another session.
    pub barred: bool,
}

impl Register {
    /// Ends the pass of a guest.
    pub fn end_guest(&self, row: &GuestRow) -> Result<()> {
        let sql = "INSERT INTO guests (guest, at, barred) VALUES (?1, ?2, ?3) \
            ON CONFLICT (guest) DO UPDATE SET at = ?2, barred = ?3";
        self.change(sql, params![row.guest, row.at as i64, row.barred]).map(|_| ())
    }

    /// Admits a guest again. Returns false if the session was not ended.
    pub fn let_guest_in(&self, guest: &str) -> Result<bool> {
        Ok(self.change("DELETE FROM guests WHERE guest = ?1", params![guest])? == 1)
    }

    /// Returns all guests whose passes have ended before their time.
    pub fn ended_guests(&self) -> Result<Vec<GuestRow>> {
        self.all("SELECT guest, at, barred FROM guests ORDER BY at, guest", &[], |row| {
            Ok(GuestRow { guest: row.get(0)?, at: row.get::<i64>(1)?.max(0) as u64, barred: row.get(2)? })
        })
    }
}
