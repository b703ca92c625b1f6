//! The tables of the register, in the SQL that both kinds of store understand.

/// The tables of the first format.
pub(crate) const FIRST: &str = "
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

/// The tables that registers of earlier formats may not have; those that they do have stay.
///
/// `looks` holds the look of each account name (UTS 39 skeleton), which is unique.
pub(crate) const LATER: &str = "
CREATE TABLE IF NOT EXISTS tournaments (
    id TEXT PRIMARY KEY,
    maker TEXT NOT NULL,
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    over INTEGER NOT NULL,
    about TEXT NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tournaments_by_touched ON tournaments (over, touched, id);
CREATE TABLE IF NOT EXISTS tournament_deeds (
    tournament TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    deed TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tournament_people (
    person TEXT NOT NULL,
    tournament TEXT NOT NULL,
    PRIMARY KEY (person, tournament)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rules (
    hash TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    visible INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (hash, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rules_by_person ON rules (person, at);
CREATE INDEX IF NOT EXISTS rules_by_visible ON rules (visible, at);
CREATE TABLE IF NOT EXISTS guests (
    guest TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    barred INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS quotes (
    report INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS looks (
    look TEXT PRIMARY KEY,
    person TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS second_factors (
    person TEXT PRIMARY KEY,
    seed TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    step INTEGER NOT NULL,
    failed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recovery_codes (
    person TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;
";

/// Returns all tables of a register, as a database gets them.
#[cfg(feature = "postgres")]
pub(crate) fn all() -> String {
    format!("{FIRST}{LATER}")
}
