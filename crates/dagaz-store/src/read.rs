//! Reading: logs, lists, and what is kept. Everything read is checked.

use rusqlite::{OptionalExtension, Row as SqlRow, params};

use crate::check::Check;
use crate::fault::{Damage, StoreFault, reading};
use crate::{Store, Summary};

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub game: String,
    /// How many records its log has.
    pub records: u32,
    /// Its summary.
    pub summary: Summary,
    /// What to pass to get the games behind it.
    pub next: (u64, i64),
}

/// A game with all its records.
pub type Log = (Row, Vec<Vec<u8>>);

/// Which part of the list of games is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Games behind this one; none: from the newest on.
    pub behind: Option<(u64, i64)>,
    /// How many at most.
    pub count: usize,
    /// Only those that contain this among their words.
    pub containing: Option<String>,
    /// Only those that go on, or only those that do not.
    pub live: Option<bool>,
}

/// Which games of certain tags are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tagged {
    /// All of these; at least one.
    pub tags: Vec<String>,
    /// Games begun before the one of this number; none: from the newest on.
    pub behind: Option<i64>,
    /// How many at most.
    pub count: usize,
    /// Only those that contain this among their words.
    pub containing: Option<String>,
    /// Only those that go on, or only those that do not.
    pub live: Option<bool>,
}

const COLUMNS: &str = "id, name, records, head, live, touched, deadline, summary, words, mark";

/// A row with its number, its head and whether it is what was written.
fn row(row: &SqlRow<'_>) -> rusqlite::Result<(Row, Check, bool)> {
    let id: i64 = row.get(0)?;
    let touched: i64 = row.get(5)?;
    let deadline: Option<i64> = row.get(6)?;
    let summary = Summary {
        text: row.get(7)?,
        live: row.get(4)?,
        touched: touched as u64,
        deadline: deadline.map(|deadline| deadline as u64),
        words: row.get(8)?,
    };
    let (game, records): (String, u32) = (row.get(1)?, row.get(2)?);
    let (head, mark): (Vec<u8>, Vec<u8>) = (row.get(3)?, row.get(9)?);
    let head = Check::from_slice(&head).unwrap_or_default();
    let good = Check::from_slice(&mark) == Some(Check::row(&game, records, head, &summary));
    Ok((Row { game, records, summary, next: (touched as u64, id) }, head, good))
}

fn good((row, head, good): (Row, Check, bool)) -> Result<(Row, Check), StoreFault> {
    if good { Ok((row, head)) } else { Err(StoreFault::Damaged(Damage::Summary { game: row.game })) }
}

impl Store {
    /// The whole log of a game with its summary; none if there is no such game.
    pub fn log(&self, game: &str) -> Result<Option<Log>, StoreFault> {
        self.with_reader(|connection| {
            // One transaction, so that the row and the records are of one moment.
            let transaction = connection.unchecked_transaction().map_err(|error| reading(&error))?;
            let found = transaction
                .prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE name = ?1"))
                .and_then(|mut select| select.query_row([game], row).optional())
                .map_err(|error| reading(&error))?;
            let Some(found) = found else { return Ok(None) };
            let (summary, head) = good(found)?;
            let mut select = transaction
                .prepare_cached("SELECT number, bytes, mark FROM records WHERE game = ?1 ORDER BY number")
                .map_err(|error| reading(&error))?;
            let mut rows = select.query(params![summary.next.1]).map_err(|error| reading(&error))?;
            let mut check = Check::start(game);
            let mut records: Vec<Vec<u8>> = Vec::new();
            while let Some(row) = rows.next().map_err(|error| reading(&error))? {
                let next =
                    || -> rusqlite::Result<(i64, Vec<u8>, Vec<u8>)> { Ok((row.get(0)?, row.get(1)?, row.get(2)?)) };
                let (number, bytes, mark) = next().map_err(|error| reading(&error))?;
                check = check.then(records.len() as u32, &bytes);
                if number != records.len() as i64 || mark != check.0 {
                    let number = records.len() as u32;
                    return Err(StoreFault::Damaged(Damage::Record { game: game.to_string(), number }));
                }
                records.push(bytes);
            }
            if records.len() as u32 != summary.records || check != head {
                let (found, written) = (records.len() as u32, summary.records);
                return Err(StoreFault::Damaged(Damage::Missing { game: game.to_string(), found, written }));
            }
            Ok(Some((summary, records)))
        })
    }

    /// Games, those first in which something happened last.
    pub fn list(&self, page: &Page) -> Result<Vec<Row>, StoreFault> {
        self.with_reader(|connection| {
            let (touched, id) = page.behind.map_or((i64::MAX, i64::MAX), |(touched, id)| (touched as i64, id));
            let containing = page.containing.as_ref().map(|words| format!("%{}%", escaped(&words.to_lowercase())));
            let select = format!(
                "SELECT {COLUMNS} FROM games WHERE (touched, id) < (?1, ?2) AND (?3 IS NULL OR words LIKE ?3 ESCAPE '\\') \
                 AND (?4 IS NULL OR live = ?4) ORDER BY touched DESC, id DESC LIMIT ?5"
            );
            let mut select = connection.prepare_cached(&select).map_err(|error| reading(&error))?;
            let rows = select
                .query_map(params![touched, id, containing, page.live, page.count as i64], row)
                .map_err(|error| reading(&error))?;
            rows.map(|row| row.map_err(|error| reading(&error)).and_then(good).map(|(row, _)| row)).collect()
        })
    }

    /// Games of certain tags, those first that began last.
    pub fn tagged(&self, wanted: &Tagged) -> Result<Vec<Row>, StoreFault> {
        let Some((first, others)) = wanted.tags.split_first() else { return Ok(Vec::new()) };
        self.with_reader(|connection| {
            let containing = wanted.containing.as_ref().map(|words| format!("%{}%", escaped(&words.to_lowercase())));
            let others: String = (0..others.len())
                .map(|at| format!(" AND EXISTS (SELECT 1 FROM tags t WHERE t.tag = ?{} AND t.game = id)", at + 6))
                .collect();
            let select = format!(
                "SELECT {COLUMNS} FROM tags CROSS JOIN games ON id = game WHERE tag = ?1 AND game < ?2 \
                 AND (?3 IS NULL OR words LIKE ?3 ESCAPE '\\') AND (?4 IS NULL OR live = ?4){others} ORDER BY game DESC LIMIT ?5"
            );
            let mut select = connection.prepare_cached(&select).map_err(|error| reading(&error))?;
            let behind = wanted.behind.unwrap_or(i64::MAX);
            let count = wanted.count as i64;
            let mut values: Vec<&dyn rusqlite::ToSql> = vec![first, &behind, &containing, &wanted.live, &count];
            values.extend(wanted.tags[1..].iter().map(|tag| tag as &dyn rusqlite::ToSql));
            let rows = select.query_map(values.as_slice(), row).map_err(|error| reading(&error))?;
            rows.map(|row| row.map_err(|error| reading(&error)).and_then(good).map(|(row, _)| row)).collect()
        })
    }

    /// Games about which something must be done until a moment.
    pub fn due(&self, until: u64) -> Result<Vec<String>, StoreFault> {
        self.with_reader(|connection| {
            let select = format!("SELECT {COLUMNS} FROM games WHERE deadline <= ?1 ORDER BY deadline LIMIT 10000");
            let mut select = connection.prepare_cached(&select).map_err(|error| reading(&error))?;
            let rows = select.query_map(params![until as i64], row).map_err(|error| reading(&error))?;
            rows.map(|row| row.map_err(|error| reading(&error)).and_then(good).map(|(row, _)| row.game)).collect()
        })
    }

    /// How many games there are.
    pub fn count(&self) -> Result<u64, StoreFault> {
        self.with_reader(|connection| {
            let count: i64 = connection
                .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
                .map_err(|error| reading(&error))?;
            Ok(count.max(0) as u64)
        })
    }

    /// Bytes kept under a hash. `right` says whether bytes have that hash.
    pub fn kept(&self, hash: &str, right: impl Fn(&[u8]) -> bool) -> Result<Option<Vec<u8>>, StoreFault> {
        self.with_reader(|connection| {
            let bytes: Option<Vec<u8>> = connection
                .prepare_cached("SELECT bytes FROM kept WHERE hash = ?1")
                .and_then(|mut select| select.query_row([hash], |row| row.get(0)).optional())
                .map_err(|error| reading(&error))?;
            match bytes {
                Some(bytes) if !right(&bytes) => Err(StoreFault::Damaged(Damage::Kept { hash: hash.to_string() })),
                bytes => Ok(bytes),
            }
        })
    }
}

/// A text in which nothing is special to `LIKE`.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
