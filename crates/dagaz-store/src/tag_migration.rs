//! Tags for older games.
//!
//! The index changes: a later program derives tags that an earlier one did not. Only a caller that
//! understands logs can derive them. So the store lists the games to be processed, newest first,
//! and records the progress for each edition of tags. The work is done once, in batches, and
//! continues after an interruption.

use crate::sql::{Base, params};
use crate::write::Job;
use crate::{Retag, Store, StoreFault};

/// Some of the games whose tags may be of a former edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Untagged {
    /// Their names, those first that began last.
    pub games: Vec<String>,
    /// What to note when all of them have their tags.
    pub down_to: i64,
}

/// Returns the name of the fact with the progress of the migration: the number of the next game.
fn fact(edition: u32) -> String {
    format!("tags of edition {edition}")
}

fn number(base: &Base, sql: &str, values: &[crate::sql::Value]) -> Result<Option<i64>, StoreFault> {
    base.first(sql, values)?.map_or(Ok(None), |row| row.get(0))
}

impl Store {
    /// Games with tags of an earlier edition; an empty result means that none are left. From the
    /// first call on, new games have tags of this edition and are not listed.
    pub fn untagged(&self, edition: u32, most: usize) -> Result<Untagged, StoreFault> {
        let begun = self.with_reader(|base| {
            let noted = number(base, "SELECT value FROM facts WHERE name = ?1", params![fact(edition)])?;
            match noted {
                Some(noted) => Ok((true, noted)),
                None => Ok((false, number(base, "SELECT max(id) FROM games", &[])?.unwrap_or(0) + 1)),
            }
        })?;
        let (noted, from) = begun;
        if !noted {
            self.note_tagged(edition, from)?;
        }
        self.with_reader(|base| {
            let sql = "SELECT id, name FROM games WHERE id < ?1 ORDER BY id DESC LIMIT ?2";
            let rows = base.query(sql, params![from, most as i64])?;
            let down_to = rows.last().map_or(Ok(0), |row| row.get(0))?;
            Ok(Untagged { games: rows.iter().map(|row| row.get(1)).collect::<Result<_, _>>()?, down_to })
        })
    }

    /// Gives a game other tags, unless its log has grown meanwhile ([`StoreFault::Conflict`]).
    /// `done` is called as by [`append`](Store::append).
    pub fn retag(&self, retag: Retag, done: impl FnOnce(Result<(), StoreFault>) + Send + 'static) {
        self.writer.send(Job::Retag(retag, Box::new(done)));
    }

    /// Notes that all games from a number on have tags of this edition.
    pub fn note_tagged(&self, edition: u32, down_to: i64) -> Result<(), StoreFault> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let done = Box::new(move |result| {
            let _ = sender.send(result);
        });
        self.writer.send(Job::Note(fact(edition), down_to, done));
        receiver.recv().map_err(|_| StoreFault::Closed)?
    }
}
