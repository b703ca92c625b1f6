//! Tournaments in the register: their data, the log of their events, and the participants.
//!
//! The register does not interpret the data. Events are numbered, and a number is assigned once: of
//! two concurrent appends, one must read again (optimistic concurrency). The tables are created if
//! missing, so older registers need no migration.

use super::{Register, Result};
use crate::sql::{Base, Row, Value, params};

const COLUMNS: &str = "SELECT id, maker, made, touched, over, about, summary FROM tournaments";

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its id.
    pub id: String,
    /// Who made it.
    pub maker: String,
    /// When, in milliseconds since 1970.
    pub made: u64,
    /// The time of the last change.
    pub touched: u64,
    /// Whether it has ended or was called off.
    pub over: bool,
    /// Its constant description.
    pub about: String,
    /// Display text for lists, as of the last event.
    pub summary: String,
}

/// An event of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRow {
    /// When.
    pub at: u64,
    /// What.
    pub action: String,
}

/// The result of creating a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It is kept.
    Done,
    /// There is one of this id already.
    There,
    /// The creator has reached the limit of current tournaments.
    Enough,
    /// There are as many as there may be that are not over.
    Full,
}

fn moment(row: &Row, column: usize) -> Result<u64> {
    Ok(row.get::<i64>(column)?.max(0) as u64)
}

fn tournament(row: &Row) -> Result<TournamentRow> {
    Ok(TournamentRow {
        id: row.get(0)?,
        maker: row.get(1)?,
        made: moment(row, 2)?,
        touched: moment(row, 3)?,
        over: row.get(4)?,
        about: row.get(5)?,
        summary: row.get(6)?,
    })
}

fn number(base: &Base, sql: &str, values: &[Value]) -> Result<i64> {
    base.first(sql, values)?.map_or(Ok(0), |row| row.get(0))
}

impl Register {
    /// Stores a new tournament, if the numbers of unfinished ones are below the limits: for its
    /// creator, and for all.
    pub fn add_tournament(&self, row: &TournamentRow, most_own: usize, most: usize) -> Result<Entered> {
        self.together(|base| {
            if !base.is_file() {
                // Two processes are not to find room for the last one both.
                base.execute("LOCK TABLE tournaments IN SHARE ROW EXCLUSIVE MODE", &[])?;
            }
            let count = |sql: &str, values: &[Value]| number(base, sql, values).map(|count| count.max(0) as usize);
            if count("SELECT count(*) FROM tournaments WHERE id = ?1", params![row.id])? > 0 {
                return Ok(Entered::There);
            }
            if count("SELECT count(*) FROM tournaments WHERE over = 0 AND maker = ?1", params![row.maker])? >= most_own
            {
                return Ok(Entered::Enough);
            }
            if count("SELECT count(*) FROM tournaments WHERE over = 0", &[])? >= most {
                return Ok(Entered::Full);
            }
            let (made, touched) = (row.made as i64, row.touched as i64);
            let values = params![row.id, row.maker, made, touched, row.over, row.about, row.summary];
            let sql = "INSERT INTO tournaments (id, maker, made, touched, over, about, summary) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            base.execute(sql, values)?;
            Ok(Entered::Done)
        })
    }

    /// Appends an event after `after` others, with the new display text and participants. Returns
    /// false, without a change, if the number of events differs.
    pub fn append_action(
        &self,
        after: u32,
        action: &ActionRow,
        row: &TournamentRow,
        joined: Option<&str>,
    ) -> Result<bool> {
        self.together(|base| {
            let sql = "SELECT coalesce(max(number) + 1, 0) FROM tournament_deeds WHERE tournament = ?1";
            if number(base, sql, params![row.id])? != i64::from(after) {
                return Ok(false);
            }
            // In a database another process may have been first since then.
            let sql = "INSERT INTO tournament_deeds (tournament, number, at, deed) VALUES (?1, ?2, ?3, ?4) \
                       ON CONFLICT DO NOTHING";
            if base.execute(sql, params![row.id, after, action.at as i64, action.action])? == 0 {
                return Ok(false);
            }
            let sql = "UPDATE tournaments SET touched = ?2, over = ?3, summary = ?4 WHERE id = ?1";
            base.execute(sql, params![row.id, row.touched as i64, row.over, row.summary])?;
            if let Some(person) = joined {
                let sql = "INSERT INTO tournament_people (person, tournament) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
                base.execute(sql, params![person, row.id])?;
            }
            Ok(true)
        })
    }

    /// Returns a tournament by its id, with all that has happened to it, oldest first.
    pub fn tournament(&self, id: &str) -> Result<Option<(TournamentRow, Vec<ActionRow>)>> {
        self.read(|base| {
            base.snapshot(|base| {
                let Some(found) = base.first(&format!("{COLUMNS} WHERE id = ?1"), params![id])? else {
                    return Ok(None);
                };
                let sql = "SELECT at, deed FROM tournament_deeds WHERE tournament = ?1 ORDER BY number";
                let rows = base.query(sql, params![id])?;
                let actions = rows.iter().map(|row| Ok(ActionRow { at: moment(row, 0)?, action: row.get(1)? }));
                Ok(Some((tournament(&found)?, actions.collect::<Result<_>>()?)))
            })
        })
    }

    /// Returns the ids of all current tournaments, each with its number of events.
    pub fn open_tournaments(&self) -> Result<Vec<(String, u32)>> {
        let sql = "SELECT id, (SELECT coalesce(max(number) + 1, 0) FROM tournament_deeds WHERE tournament = id) \
                   FROM tournaments WHERE over = 0 ORDER BY made, id";
        self.all(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Returns finished tournaments, the latest changed first; after one of them, if it is given by
    /// its time and id.
    pub fn past_tournaments(&self, behind: Option<(u64, &str)>, count: usize) -> Result<Vec<TournamentRow>> {
        let (touched, id) = behind.map_or((i64::MAX, ""), |(touched, id)| (touched as i64, id));
        let sql = format!(
            "{COLUMNS} WHERE over = 1 AND (touched < ?1 OR (touched = ?1 AND id < ?2)) ORDER BY touched DESC, id DESC LIMIT ?3"
        );
        self.all(&sql, params![touched, id, count as i64], tournament)
    }

    /// Returns the ids of all tournaments of a participant.
    pub fn tournaments_of(&self, person: &str) -> Result<Vec<String>> {
        let sql = "SELECT tournament FROM tournament_people WHERE person = ?1 ORDER BY tournament";
        self.all(sql, params![person], |row| row.get(0))
    }
}
