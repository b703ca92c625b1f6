//! Reading: logs, lists, and blobs. Every read is verified.

use crate::check::Check;
use crate::fault::{Damage, StoreFault};
use crate::sql::{Row as SqlRow, ToValue, params};
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

/// The requested part of the list of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Games behind this one; none: from the newest on.
    pub behind: Option<(u64, i64)>,
    /// How many at most.
    pub count: usize,
    /// Only those that contain this among their words.
    pub containing: Option<String>,
    /// Only games in progress, or only finished ones.
    pub live: Option<bool>,
}

/// The requested tags.
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
    /// Only games in progress, or only finished ones.
    pub live: Option<bool>,
}

const COLUMNS: &str = "id, name, records, head, live, touched, deadline, summary, words, mark";

/// Returns a row with its number, its head and whether its check sum is right.
fn row(row: &SqlRow) -> Result<(Row, Check, bool), StoreFault> {
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

/// Returns a row, if its check sum is right.
fn good(read: &SqlRow) -> Result<(Row, Check), StoreFault> {
    let (row, head, good) = row(read)?;
    if good { Ok((row, head)) } else { Err(StoreFault::Damaged(Damage::Summary { game: row.game })) }
}

impl Store {
    /// Returns the whole log of a game with its summary; none if there is no such game.
    pub fn log(&self, game: &str) -> Result<Option<Log>, StoreFault> {
        self.with_reader(|base| {
            // One transaction, so that the row and the records are of one moment.
            base.snapshot(|base| {
                let found = base.first(&format!("SELECT {COLUMNS} FROM games WHERE name = ?1"), params![game])?;
                let Some(found) = found else { return Ok(None) };
                let (summary, head) = good(&found)?;
                let select = "SELECT number, bytes, mark FROM records WHERE game = ?1 ORDER BY number";
                let mut check = Check::start(game);
                let mut records: Vec<Vec<u8>> = Vec::new();
                for row in base.query(select, params![summary.next.1])? {
                    let (number, bytes, mark) = (row.get::<i64>(0)?, row.get::<Vec<u8>>(1)?, row.get::<Vec<u8>>(2)?);
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
        })
    }

    /// Returns games, the latest changed first.
    pub fn list(&self, page: &Page) -> Result<Vec<Row>, StoreFault> {
        self.with_reader(|base| {
            let (touched, id) = page.behind.map_or((i64::MAX, i64::MAX), |(touched, id)| (touched as i64, id));
            let containing = page.containing.as_ref().map(|words| format!("%{}%", escaped(&words.to_lowercase())));
            let select = format!(
                "SELECT {COLUMNS} FROM games WHERE (touched, id) < (?1, ?2) AND (CAST(?3 AS TEXT) IS NULL OR words LIKE ?3 ESCAPE '\\') \
                 AND (CAST(?4 AS BIGINT) IS NULL OR live = ?4) ORDER BY touched DESC, id DESC LIMIT ?5"
            );
            let rows = base.query(&select, params![touched, id, containing, page.live, page.count as i64])?;
            rows.iter().map(|row| good(row).map(|(row, _)| row)).collect()
        })
    }

    /// Games of certain tags, those first that began last.
    pub fn tagged(&self, wanted: &Tagged) -> Result<Vec<Row>, StoreFault> {
        let Some((first, others)) = wanted.tags.split_first() else { return Ok(Vec::new()) };
        self.with_reader(|base| {
            let containing = wanted.containing.as_ref().map(|words| format!("%{}%", escaped(&words.to_lowercase())));
            let filters: String = (0..others.len())
                .map(|at| format!(" AND EXISTS (SELECT 1 FROM tags t WHERE t.tag = ?{} AND t.game = id)", at + 6))
                .collect();
            // CROSS makes SQLite start with the tag; PostgreSQL plans this itself.
            let join = if base.is_file() { "CROSS JOIN" } else { "JOIN" };
            let select = format!(
                "SELECT {COLUMNS} FROM tags {join} games ON id = game WHERE tag = ?1 AND game < ?2 \
                 AND (CAST(?3 AS TEXT) IS NULL OR words LIKE ?3 ESCAPE '\\') AND (CAST(?4 AS BIGINT) IS NULL OR live = ?4){filters} ORDER BY game DESC LIMIT ?5"
            );
            let behind = wanted.behind.unwrap_or(i64::MAX);
            let mut values = params![first, behind, containing, wanted.live, wanted.count as i64].to_vec();
            values.extend(others.iter().map(|tag| tag.value()));
            let rows = base.query(&select, &values)?;
            rows.iter().map(|row| good(row).map(|(row, _)| row)).collect()
        })
    }

    /// Returns the games with an action due until a moment, without those of other processes.
    pub fn due(&self, until: u64) -> Result<Vec<String>, StoreFault> {
        let mine = self.not_of_others();
        self.with_reader(|base| {
            let select =
                format!("SELECT {COLUMNS} FROM games WHERE deadline <= ?1{mine} ORDER BY deadline LIMIT 10000");
            let rows = base.query(&select, params![until as i64])?;
            rows.iter().map(|row| good(row).map(|(row, _)| row.game)).collect()
        })
    }

    /// Returns how many games there are.
    pub fn count(&self) -> Result<u64, StoreFault> {
        self.with_reader(|base| {
            let row = base.first("SELECT count(*) FROM games", &[])?;
            Ok(row.map_or(Ok(0), |row| row.get::<i64>(0))?.max(0) as u64)
        })
    }

    /// Returns how many bytes are kept under these hashes together.
    pub fn kept_bytes(&self, hashes: &[String]) -> Result<u64, StoreFault> {
        self.with_reader(|base| {
            let mut sum = 0;
            for hash in hashes {
                let row = base.first("SELECT length(bytes) FROM kept WHERE hash = ?1", params![hash])?;
                sum += row.map_or(Ok(0), |row| row.get::<i64>(0))?.max(0) as u64;
            }
            Ok(sum)
        })
    }

    /// Returns the bytes stored under a hash. `right` returns whether bytes have that hash.
    pub fn kept(&self, hash: &str, right: impl Fn(&[u8]) -> bool) -> Result<Option<Vec<u8>>, StoreFault> {
        self.with_reader(|base| {
            let row = base.first("SELECT bytes FROM kept WHERE hash = ?1", params![hash])?;
            match row.map(|row| row.get::<Vec<u8>>(0)).transpose()? {
                Some(bytes) if !right(&bytes) => Err(StoreFault::Damaged(Damage::Kept { hash: hash.to_string() })),
                bytes => Ok(bytes),
            }
        })
    }
}

/// Returns a text in which nothing is special to `LIKE`.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
