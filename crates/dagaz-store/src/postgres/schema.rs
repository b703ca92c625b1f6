//! The tables of a database, and how it gets them.

use crate::fault::{Damage, StoreFault};
use crate::postgres::Link;
use crate::postgres::sql::tables_for_database;
use crate::sql::DatabaseConnection;
use crate::{register_tables, schema};

/// The format of the tables. Each number has its step in [`prepare`].
const VERSION: i64 = 5;

/// What only a database has: who uses it, and which game is whose.
const MEMBERS: &str = "
CREATE TABLE members (
    epoch BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address TEXT NOT NULL,
    expires TIMESTAMPTZ NOT NULL,
    tables BIGINT NOT NULL DEFAULT 0,
    people BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE posts (
    name TEXT PRIMARY KEY,
    owner BIGINT NOT NULL
);
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
ALTER TABLE games ADD COLUMN owner BIGINT;
CREATE FUNCTION people_changed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('dagaz', 'people'); RETURN NULL; END $$;
CREATE TRIGGER passes_ended AFTER DELETE ON passes FOR EACH ROW EXECUTE FUNCTION people_changed();
CREATE TRIGGER people_barred AFTER UPDATE OR DELETE ON people FOR EACH STATEMENT EXECUTE FUNCTION people_changed();
CREATE TRIGGER mutes_changed AFTER INSERT OR DELETE ON mutes FOR EACH STATEMENT EXECUTE FUNCTION people_changed();
";

/// Additions of format 3, apart from tables of the register.
const THIRD: &str = "
CREATE TRIGGER guests_changed AFTER INSERT OR UPDATE OR DELETE ON guests FOR EACH STATEMENT EXECUTE FUNCTION people_changed();
";

/// Processes that start at once make the tables one after the other: "Daga".
const LOCK: i64 = 0x4461_6761;

/// Creates the tables if they do not exist, and checks that they are ours.
pub(super) fn prepare(link: &Link) -> Result<(), StoreFault> {
    let setting = link.query("SELECT current_setting('fsync')", Vec::new())?;
    if setting.first().is_some_and(|row| row.get::<String>(0).is_ok_and(|fsync| fsync == "off")) {
        let say = "it is set not to wait for its disk (fsync = off), and what was acknowledged could be lost";
        return Err(StoreFault::Open(say.to_string()));
    }
    link.batch(&format!("SELECT pg_advisory_lock({LOCK})"))?;
    let made = make(link);
    link.batch(&format!("SELECT pg_advisory_unlock({LOCK})"))?;
    made
}

fn make(link: &Link) -> Result<(), StoreFault> {
    let there = link.query("SELECT to_regclass('dagaz.facts')::text, to_regnamespace('dagaz')::text", Vec::new())?;
    let column = |at| there.first().map_or(Ok(None), |row| row.get::<Option<String>>(at));
    if column(0)?.is_none() {
        if column(1)?.is_some() {
            let say = "its schema dagaz is there and holds something else";
            return Err(StoreFault::Damaged(Damage::File(say.to_string())));
        }
        let (games, people) = (schema::tables(), register_tables::all());
        let tables = tables_for_database(&format!("{games}{people}"));
        return link
            .batch(&format!(
                "BEGIN; CREATE SCHEMA dagaz; {tables} {MEMBERS} {THIRD} INSERT INTO facts VALUES ('format', {VERSION}); COMMIT;"
            ))
            .inspect_err(|_| drop(link.batch("ROLLBACK")));
    }
    let found = link.query("SELECT value FROM facts WHERE name = 'format'", Vec::new())?;
    match found.first().map(|row| row.get::<i64>(0)).transpose()? {
        Some(VERSION) => Ok(()),
        Some(format @ 1..VERSION) => {
            let tables = tables_for_database(&format!("{}{}", register_tables::LATER, schema::BYTES));
            let third = if format < 3 { THIRD } else { "" };
            let moved = format!("UPDATE facts SET value = {VERSION} WHERE name = 'format'");
            link.batch(&format!("BEGIN; {tables} {third} {moved}; COMMIT;"))
                .inspect_err(|_| drop(link.batch("ROLLBACK")))
        }
        Some(newer) if newer > VERSION => Err(StoreFault::Newer(newer)),
        _ => Err(StoreFault::Damaged(Damage::File("its schema dagaz is not of this program".to_string()))),
    }
}
