//! The statements of a commit, with their values: one for all rows of a kind.

use std::collections::HashMap;

use tokio_postgres::types::ToSql;

use super::connection::Ask;
use super::write::{Planned, clean};
use crate::check::Check;
use crate::write::{Job, Retag};

/// A new game is unowned: it belongs to the process that first seats a player.
pub(super) const BEGIN: &str = "INSERT INTO games (name, records, head, live, touched, deadline, summary, words, mark, bytes) \
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], \
    $8::text[], $9::bytea[], $10::bigint[]) ON CONFLICT (name) DO NOTHING RETURNING 1";

pub(super) const GO_ON: &str = "UPDATE games g SET records = u.records, head = u.head, live = u.live, touched = u.touched, \
    deadline = u.deadline, summary = u.summary, words = u.words, mark = u.mark, bytes = g.bytes + u.bytes, owner = $11 \
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], \
    $9::bytea[], $10::bigint[], $12::bigint[], $13::boolean[]) \
    AS u (name, records, head, live, touched, deadline, summary, words, mark, bytes, before, free) \
    WHERE g.name = u.name AND g.records = u.before AND (g.owner = $11 OR u.free) RETURNING 1";

pub(super) const RECORDS: &str = "INSERT INTO records (game, number, bytes, mark) SELECT g.id, u.number, u.bytes, u.mark \
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[]) AS u (name, number, bytes, mark) \
    JOIN games g ON g.name = u.name";

const UNTAG: &str = "DELETE FROM tags USING games g WHERE tags.game = g.id AND g.name = ANY($1)";

const FORGET: &str = "DELETE FROM records USING games g WHERE records.game = g.id AND g.name = ANY($1)";

const REMOVE: &str = "DELETE FROM games WHERE name = ANY($1)";

const TAG: &str = "INSERT INTO tags (tag, game) SELECT u.tag, g.id FROM unnest($1::text[], $2::text[]) AS u (name, tag) \
    JOIN games g ON g.name = u.name ON CONFLICT DO NOTHING";

const KEEP: &str =
    "INSERT INTO kept (hash, bytes) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING";

const NOTE: &str = "INSERT INTO facts (name, value) SELECT * FROM unnest($1::text[], $2::bigint[]) \
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value";

type Column = Box<dyn ToSql + Sync + Send>;

/// Returns the columns of the rows of games.
pub(super) fn games(planned: &[&Planned]) -> Vec<Column> {
    fn column<T: ToSql + Sync + Send + 'static>(planned: &[&Planned], of: impl Fn(&Planned) -> T) -> Column {
        Box::new(planned.iter().map(|one| of(one)).collect::<Vec<T>>())
    }
    vec![
        column(planned, |one| one.name.clone()),
        column(planned, |one| i64::from(one.head.records)),
        column(planned, |one| one.head.check.0.to_vec()),
        column(planned, |one| i64::from(one.summary.live)),
        column(planned, |one| one.summary.touched as i64),
        column(planned, |one| one.summary.deadline.map(|deadline| deadline as i64)),
        column(planned, |one| one.summary.text.clone()),
        column(planned, |one| one.summary.words.clone()),
        column(planned, |one| Check::row(&one.name, one.head.records, one.head.check, &one.summary).0.to_vec()),
        column(planned, |one| one.records.iter().map(|(_, bytes, _)| bytes.len() as i64).sum::<i64>()),
    ]
}

/// Returns the statements that remove these games.
pub(super) fn removals(games: &[String]) -> Vec<Ask> {
    let names = || -> Vec<Column> { vec![Box::new(games.to_vec())] };
    match games {
        [] => Vec::new(),
        _ => vec![(UNTAG, names()), (FORGET, names()), (REMOVE, names())],
    }
}

pub(super) fn records(planned: &[Planned]) -> Vec<Column> {
    let (mut names, mut numbers, mut bytes, mut marks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for one in planned {
        for (number, record, check) in &one.records {
            names.push(one.name.clone());
            numbers.push(i64::from(*number));
            bytes.push(record.clone());
            marks.push(check.0.to_vec());
        }
    }
    vec![Box::new(names), Box::new(numbers), Box::new(bytes), Box::new(marks)]
}

pub(super) fn tags(planned: &[Planned], retags: &[&Retag]) -> Vec<Ask> {
    let (mut tagged, mut names, mut tags) = (Vec::new(), Vec::new(), Vec::new());
    let appended = planned.iter().filter_map(|one| Some((&one.name, one.tags.as_ref()?)));
    for (name, own) in retags.iter().map(|retag| (&retag.game, &retag.tags)).chain(appended) {
        tagged.push(name.clone());
        for tag in own {
            names.push(name.clone());
            tags.push(clean(tag));
        }
    }
    if tagged.is_empty() {
        return Vec::new();
    }
    vec![(UNTAG, vec![Box::new(tagged)]), (TAG, vec![Box::new(names), Box::new(tags)])]
}

pub(super) fn noted(jobs: &[Job]) -> Option<Ask> {
    let mut noted: HashMap<&str, i64> = HashMap::new();
    for job in jobs {
        if let Job::Note(name, value, _) = job {
            noted.insert(name, *value);
        }
    }
    let (names, values): (Vec<String>, Vec<i64>) =
        noted.into_iter().map(|(name, value)| (name.to_string(), value)).unzip();
    (!names.is_empty()).then(|| -> Ask { (NOTE, vec![Box::new(names), Box::new(values)]) })
}

pub(super) fn kept(jobs: &[Job]) -> Option<Ask> {
    let (mut hashes, mut kept) = (Vec::new(), Vec::new());
    for job in jobs {
        if let Job::Keep(hash, bytes, _) = job {
            hashes.push(hash.clone());
            kept.push(bytes.clone());
        }
    }
    (!hashes.is_empty()).then(|| -> Ask { (KEEP, vec![Box::new(hashes), Box::new(kept)]) })
}
