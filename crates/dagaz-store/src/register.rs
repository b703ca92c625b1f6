//! The register: people, their passes and ratings, whom they have muted, and what was reported.
//!
//! One SQLite file beside that of the games, or tables in their database, for what changes seldom and is looked up by key.
//! Every change is on the disk when its call returns. Statements are such as both understand ([`crate::sql`]). Passes are kept as hashes, passwords as whatever text the caller makes of them.

mod tournaments;

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::Connection;

use crate::fault::{Damage, StoreFault, reading};
use crate::postgres::{Database, Pool};
use crate::sql::{Base, Row, Value, params};

pub use tournaments::{DeedRow, Entered, TournamentRow};

/// The format of the file.
const VERSION: i64 = 1;

/// "Dagp" in hexadecimal.
const APPLICATION: i64 = 0x4461_6770;

const TABLES: &str = "
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    since INTEGER NOT NULL,
    barred INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE passes (
    hash BLOB PRIMARY KEY,
    person TEXT NOT NULL,
    family TEXT NOT NULL,
    began INTEGER NOT NULL,
    made INTEGER NOT NULL,
    replaced INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passes_by_family ON passes (person, family);
CREATE TABLE ratings (
    person TEXT NOT NULL,
    rules TEXT NOT NULL,
    title TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, rules)
) STRICT, WITHOUT ROWID;
CREATE TABLE rated (
    game TEXT PRIMARY KEY,
    changes TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE mutes (
    by TEXT NOT NULL,
    about TEXT NOT NULL,
    PRIMARY KEY (by, about)
) STRICT, WITHOUT ROWID;
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    about TEXT NOT NULL,
    game TEXT NOT NULL,
    text TEXT NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0
) STRICT;
";

/// All tables of a register, as a database gets them.
pub(crate) fn tables() -> String {
    format!("{TABLES}{}", tournaments::TABLES)
}

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonRow {
    /// The id, for ever.
    pub id: String,
    /// The name.
    pub name: String,
    /// The name in the form under which it is looked up.
    pub folded: String,
    /// What is kept of the password.
    pub secret: String,
    /// When the account was made, in milliseconds since 1970.
    pub since: u64,
    /// Whether nobody is let in by it.
    pub barred: bool,
}

impl std::fmt::Debug for PersonRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PersonRow").field("id", &self.id).field("name", &self.name).finish_non_exhaustive()
    }
}

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

/// Somebody's rating in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub person: String,
    /// The game: rules and variant, in the words of whoever uses the register.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// Games rated.
    pub games: u32,
    /// When it last changed.
    pub at: u64,
}

/// Something that was reported.
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
    /// What.
    pub text: String,
}

/// See the [module documentation](self).
#[derive(Debug)]
pub struct Register {
    place: Place,
    /// The number by which SQLite tells that another process has written.
    seen: AtomicI64,
}

#[derive(Debug)]
enum Place {
    File(Mutex<Base>),
    Database(Pool),
}

type Result<T> = std::result::Result<T, StoreFault>;

fn writing(error: rusqlite::Error) -> StoreFault {
    StoreFault::Write(error.to_string())
}

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

fn rating(row: &Row) -> Result<RatingRow> {
    Ok(RatingRow {
        person: row.get(0)?,
        rules: row.get(1)?,
        title: row.get(2)?,
        rating: row.get(3)?,
        deviation: row.get(4)?,
        volatility: row.get(5)?,
        games: row.get(6)?,
        at: row.get::<i64>(7)?.max(0) as u64,
    })
}

const PERSON: &str = "SELECT id, name, folded, secret, since, barred FROM people";
const RATING: &str = "SELECT person, rules, title, rating, deviation, volatility, games, at FROM ratings";

impl Register {
    /// Opens the register in a file, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Register> {
        let connection = Connection::open(path).map_err(|error| StoreFault::Open(error.to_string()))?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(|error| reading(&error))?;
        for (pragma, value) in [("journal_mode", "WAL"), ("synchronous", "FULL"), ("temp_store", "MEMORY")] {
            connection.pragma_update_and_check(None, pragma, value, |_| Ok(())).or_else(|error| match error {
                rusqlite::Error::QueryReturnedNoRows => Ok(()),
                other => Err(reading(&other)),
            })?;
        }
        let number = |pragma: &str| -> Result<i64> {
            connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|error| reading(&error))
        };
        match (number("application_id")?, number("user_version")?) {
            (0, 0) => connection
                .execute_batch(&format!(
                    "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
                ))
                .map_err(writing)?,
            (APPLICATION, VERSION) => {}
            (APPLICATION, newer) => return Err(StoreFault::Newer(newer)),
            _ => return Err(StoreFault::Damaged(Damage::File("it is not a register of this program".to_string()))),
        }
        connection.execute_batch(tournaments::TABLES).map_err(writing)?;
        Ok(Register { place: Place::File(Mutex::new(Base::File(connection))), seen: AtomicI64::new(-1) })
    }

    /// Opens the register in a PostgreSQL database, by its address; its tables are made if they are not there.
    pub fn open_database(address: &str) -> Result<Register> {
        let pool = Pool::new(Arc::new(Database::open(address)?));
        Ok(Register { place: Place::Database(pool), seen: AtomicI64::new(0) })
    }

    fn with<T>(&self, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        match &self.place {
            Place::File(base) => work(&*base.lock().map_err(|_| StoreFault::Closed)?),
            Place::Database(pool) => pool.change(work),
        }
    }

    fn read<T>(&self, read: impl Fn(&Base) -> Result<T>) -> Result<T> {
        match &self.place {
            Place::File(base) => read(&*base.lock().map_err(|_| StoreFault::Closed)?),
            Place::Database(pool) => pool.read(read),
        }
    }

    /// Does several things or none.
    fn together<T>(&self, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        self.with(|base| base.together(work))
    }

    fn change(&self, sql: &str, values: &[Value]) -> Result<usize> {
        self.with(|base| base.execute(sql, values))
    }

    fn one<T>(&self, sql: &str, values: &[Value], make: impl FnOnce(&Row) -> Result<T>) -> Result<Option<T>> {
        self.read(|base| base.first(sql, values))?.map(|row| make(&row)).transpose()
    }

    fn all<T>(&self, sql: &str, values: &[Value], make: impl FnMut(&Row) -> Result<T>) -> Result<Vec<T>> {
        self.read(|base| base.query(sql, values))?.iter().map(make).collect()
    }

    /// Whether another process has changed something in the file since the last call. Of a database
    /// [`Event::People`](crate::Event::People) tells it.
    pub fn changed_elsewhere(&self) -> Result<bool> {
        if matches!(self.place, Place::Database(_)) {
            return Ok(false);
        }
        let now = self.one("SELECT data_version FROM pragma_data_version", &[], |row| row.get::<i64>(0))?.unwrap_or(0);
        Ok(self.seen.swap(now, Ordering::Relaxed) != now)
    }

    /// Whether somebody has a pass of a family, and may come in.
    pub fn has_family(&self, person: &str, family: &str) -> Result<bool> {
        let sql =
            "SELECT 1 FROM passes JOIN people ON id = person WHERE person = ?1 AND family = ?2 AND barred = 0 LIMIT 1";
        Ok(self.one(sql, params![person, family], |_| Ok(()))?.is_some())
    }

    /// Adds an account. False if the name is taken, or was a moment ago.
    pub fn add_person(&self, row: &PersonRow) -> Result<bool> {
        let sql = "INSERT INTO people (id, name, folded, secret, since, barred) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING";
        let values = params![row.id, row.name, row.folded, row.secret, row.since as i64, row.barred];
        Ok(self.change(sql, values)? == 1)
    }

    /// An account by its id.
    pub fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        self.one(&format!("{PERSON} WHERE id = ?1"), params![id], person)
    }

    /// An account by its name in the form under which it is looked up.
    pub fn person_named(&self, folded: &str) -> Result<Option<PersonRow>> {
        self.one(&format!("{PERSON} WHERE folded = ?1"), params![folded], person)
    }

    /// How many accounts there are.
    pub fn people(&self) -> Result<u64> {
        Ok(self.one("SELECT count(*) FROM people", &[], |row| row.get::<i64>(0))?.unwrap_or(0).max(0) as u64)
    }

    /// Keeps another password.
    pub fn set_secret(&self, id: &str, secret: &str) -> Result<bool> {
        Ok(self.change("UPDATE people SET secret = ?2 WHERE id = ?1", params![id, secret])? == 1)
    }

    /// Lets nobody in by an account any more, or lets them in again. All its passes end.
    pub fn bar(&self, id: &str, barred: bool) -> Result<bool> {
        self.together(|base| {
            base.execute("DELETE FROM passes WHERE person = ?1", params![id])?;
            Ok(base.execute("UPDATE people SET barred = ?2 WHERE id = ?1", params![id, barred])? == 1)
        })
    }

    /// Removes an account with all that is kept about it, reports about it apart.
    pub fn remove_person(&self, id: &str) -> Result<bool> {
        self.together(|base| {
            for sql in [
                "DELETE FROM passes WHERE person = ?1",
                "DELETE FROM ratings WHERE person = ?1",
                "DELETE FROM mutes WHERE by = ?1 OR about = ?1",
                "DELETE FROM tournament_people WHERE person = ?1",
            ] {
                base.execute(sql, params![id])?;
            }
            Ok(base.execute("DELETE FROM people WHERE id = ?1", params![id])? == 1)
        })
    }

    /// Keeps a pass by its hash.
    pub fn add_pass(&self, hash: &[u8], pass: &PassRow) -> Result<()> {
        let sql = "INSERT INTO passes (hash, person, family, began, made, replaced) VALUES (?1, ?2, ?3, ?4, ?5, NULL)";
        self.change(sql, params![hash, pass.person, pass.family, pass.began as i64, pass.made as i64]).map(|_| ())
    }

    /// The pass of a hash.
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

    /// Puts a new pass in the place of another. False if that was replaced already, or is gone: then nothing is changed.
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

    /// Ends all passes of somebody but those of one family. Gives the families that ended.
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

    /// Somebody's rating in a game.
    pub fn rating(&self, person: &str, rules: &str) -> Result<Option<RatingRow>> {
        self.one(&format!("{RATING} WHERE person = ?1 AND rules = ?2"), params![person, rules], rating)
    }

    /// All ratings of somebody, of those games first that they play most.
    pub fn ratings(&self, person: &str) -> Result<Vec<RatingRow>> {
        self.all(&format!("{RATING} WHERE person = ?1 ORDER BY games DESC, rules"), params![person], rating)
    }

    /// Counts the result of a game, once: `new` makes the ratings out of those there are, in the order of `people`, and
    /// the words to remember. If the game was counted before, gives these words again and changes nothing.
    pub fn rate(
        &self,
        game: &str,
        people: [&str; 2],
        rules: &str,
        new: impl FnOnce([Option<RatingRow>; 2]) -> (Vec<RatingRow>, String),
    ) -> Result<String> {
        self.together(|base| {
            if !base.is_file() {
                // Two games of one person may end at once at two members.
                base.query(
                    "SELECT 1 FROM people WHERE id = ?1 OR id = ?2 ORDER BY id FOR UPDATE",
                    params![people[0], people[1]],
                )?;
            }
            let known = base.first("SELECT changes FROM rated WHERE game = ?1", params![game])?;
            if let Some(known) = known {
                return known.get(0);
            }
            let mut before = [None, None];
            for (place, who) in people.iter().enumerate() {
                let sql = format!("{RATING} WHERE person = ?1 AND rules = ?2");
                before[place] = base.first(&sql, params![who, rules])?.as_ref().map(rating).transpose()?;
            }
            let (rows, words) = new(before);
            for row in rows {
                base.execute("DELETE FROM ratings WHERE person = ?1 AND rules = ?2", params![row.person, row.rules])?;
                base.execute(
                    "INSERT INTO ratings (person, rules, title, rating, deviation, volatility, games, at) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![
                        row.person,
                        row.rules,
                        row.title,
                        row.rating,
                        row.deviation,
                        row.volatility,
                        row.games,
                        row.at as i64
                    ],
                )?;
            }
            base.execute("INSERT INTO rated VALUES (?1, ?2)", params![game, words])?;
            Ok(words)
        })
    }

    /// Notes whether somebody wants to hear somebody else.
    pub fn mute(&self, by: &str, about: &str, muted: bool) -> Result<()> {
        let sql = if muted {
            "INSERT INTO mutes VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE by = ?1 AND about = ?2"
        };
        self.change(sql, params![by, about]).map(|_| ())
    }

    /// Whom somebody has muted.
    pub fn muted(&self, by: &str) -> Result<Vec<String>> {
        self.all("SELECT about FROM mutes WHERE by = ?1", params![by], |row| row.get(0))
    }

    /// Every mute: by whom, and whom.
    pub fn mutes(&self) -> Result<Vec<(String, String)>> {
        self.all("SELECT by, about FROM mutes", &[], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Notes a report. Its `id` is given by the register.
    pub fn report(&self, row: &ReportRow) -> Result<()> {
        let sql = "INSERT INTO reports (at, by, about, game, text) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.change(sql, params![row.at as i64, row.by, row.about, row.game, row.text]).map(|_| ())
    }

    /// Reports that nobody has settled, oldest first.
    pub fn reports(&self) -> Result<Vec<ReportRow>> {
        let sql = "SELECT id, at, by, about, game, text FROM reports WHERE settled = 0 ORDER BY id LIMIT 1000";
        self.all(sql, &[], |row| {
            Ok(ReportRow {
                id: row.get(0)?,
                at: row.get::<i64>(1)?.max(0) as u64,
                by: row.get(2)?,
                about: row.get(3)?,
                game: row.get(4)?,
                text: row.get(5)?,
            })
        })
    }

    /// Notes that a report was looked at.
    pub fn settle(&self, id: i64) -> Result<bool> {
        Ok(self.change("UPDATE reports SET settled = 1 WHERE id = ?1 AND settled = 0", params![id])? == 1)
    }

    /// Writes a copy of a register in a file to a file that is not there yet, while it is in use.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.change("VACUUM INTO ?1", params![&*path.to_string_lossy()]).map(|_| ())
    }
}
