//! The writer of a store in a database: all waiting jobs share one transaction of a few statements.
//!
//! If the connection is lost, whether the last commit was made is unknown. The batch is then tried
//! again from what the database has: an append whose very bytes are at their place was made, and is
//! not made twice.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::check::Check;
use crate::fault::{Damage, StoreFault};
use crate::postgres::connection::Ask;
use crate::postgres::statements::{BEGIN, GO_ON, RECORDS, games, kept, noted, records, removals, tags};
use crate::postgres::{Database, Link, MemberRegister};
use crate::sql::{DatabaseConnection, Row, Value};
use crate::write::{Append, Batches, Counts, Job, Removal, Retag, Weather};
use crate::{Options, Summary};

/// Wait for a lost database before callers get an error.
const WAITED: Duration = Duration::from_secs(20);

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Tries of a batch that meets what others have written meanwhile.
const RACES: u32 = 8;

/// Heads of logs that are kept in memory.
const HEADS_MAX: usize = 65_536;

/// A member cannot be struck off before this commit is done. Its own signs of life are not held up.
const PRESENT: &str = "SELECT 1 FROM members WHERE epoch = $1 FOR KEY SHARE";

const FIND: &str = "SELECT g.name, g.records, g.head, g.owner, m.epoch, m.address FROM games g \
    LEFT JOIN members m ON m.epoch = g.owner WHERE g.name = ANY($1) ORDER BY g.name FOR UPDATE OF g";

const WRITTEN: &str = "SELECT r.bytes FROM records r JOIN games g ON g.id = r.game \
    WHERE g.name = ?1 AND r.number >= ?2 AND r.number < ?3 ORDER BY r.number";

/// The end of a log.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) records: u32,
    pub(super) check: Check,
}

/// The row of a game in the database.
struct Found {
    head: Head,
    /// Where the living member is to whom it belongs, if that is another one.
    elsewhere: Option<String>,
}

/// The changes of a batch.
struct Plan<'a> {
    outcomes: Outcomes,
    planned: Vec<Planned>,
    retags: Vec<&'a Retag>,
    removed: Vec<String>,
}

/// A game as it will be after a batch.
pub(super) struct Planned {
    pub(super) name: String,
    /// How long its log is before; none: it begins.
    pub(super) before: Option<u32>,
    /// Whether this transaction has verified that no other process owns it.
    pub(super) free: bool,
    pub(super) head: Head,
    pub(super) summary: Summary,
    pub(super) tags: Option<Vec<String>>,
    pub(super) records: Vec<(u32, Vec<u8>, Check)>,
}

/// See the [module documentation](self).
pub(crate) struct Commits {
    database: Arc<Database>,
    epoch: Box<dyn Fn() -> i64 + Send>,
    /// Under which epoch the heads are known.
    of: i64,
    heads: HashMap<String, Head>,
    link: Option<Link>,
    weather: Option<Weather>,
    number: u64,
    counts: Counts,
}

type Outcomes = Vec<Result<u32, StoreFault>>;

impl Commits {
    pub(crate) fn new(database: Arc<Database>, roll: &MemberRegister, options: &Options, counts: Counts) -> Commits {
        Commits {
            database,
            epoch: Box::new(roll.epochs()),
            of: roll.epoch(),
            heads: HashMap::new(),
            link: None,
            weather: options.weather.clone(),
            number: 0,
            counts,
        }
    }

    /// Does the jobs in one transaction. `fresh`: nothing is believed that is not read now.
    /// `again`: this very batch may have been committed before.
    fn attempt(&mut self, jobs: &[Job], fresh: bool, again: bool) -> Result<Outcomes, StoreFault> {
        let epoch = (self.epoch)();
        if fresh || epoch != self.of {
            self.heads.clear();
            self.of = epoch;
        }
        let link = match self.link.take() {
            Some(link) if !link.is_closed() => link,
            _ => self.database.link()?,
        };
        let done = self.transact(&link, jobs, epoch, again);
        // A transaction that failed is ended; a connection on which that cannot be done is given
        // up.
        if done.is_ok() || link.batch("ROLLBACK").is_ok() {
            self.link = Some(link);
        }
        done
    }

    fn transact(&mut self, link: &Link, jobs: &[Job], epoch: i64, again: bool) -> Result<Outcomes, StoreFault> {
        let mut unknown: Vec<String> = Vec::new();
        for job in jobs {
            match job {
                Job::Append(Append { game, .. }, _) | Job::Retag(Retag { game, .. }, _)
                    if !self.heads.contains_key(game) =>
                {
                    unknown.push(game.clone());
                }
                // Whose game it is must be read, even if its head is known.
                Job::Remove(Removal { game, .. }, _) => unknown.push(game.clone()),
                _ => {}
            }
        }
        let mut asks: Vec<Ask> = vec![("BEGIN", Vec::new()), (PRESENT, vec![Box::new(epoch)])];
        let mut found = HashMap::new();
        let mut present = None;
        if !unknown.is_empty() {
            asks.push((FIND, vec![Box::new(unknown)]));
            let mut answers = link.all(std::mem::take(&mut asks))?;
            found = found_of(&answers.pop().unwrap_or_default(), epoch)?;
            present = answers.pop();
        }
        let Plan { outcomes, planned, retags, removed } = self.plan(link, jobs, &found, again)?;
        let (begun, gone_on): (Vec<&Planned>, Vec<&Planned>) =
            planned.iter().partition(|planned| planned.before.is_none());
        let wanted = [begun.len(), gone_on.len()];
        let read_present = !asks.is_empty();
        asks.extend(removals(&removed));
        let first = asks.len();
        asks.push((BEGIN, games(&begun)));
        let mut values = games(&gone_on);
        values.push(Box::new(epoch));
        values.push(Box::new(gone_on.iter().map(|one| i64::from(one.before.unwrap_or(0))).collect::<Vec<_>>()));
        values.push(Box::new(gone_on.iter().map(|one| one.free).collect::<Vec<_>>()));
        asks.push((GO_ON, values));
        asks.push((RECORDS, records(&planned)));
        asks.extend(tags(&planned, &retags));
        asks.extend(kept(jobs));
        asks.extend(noted(jobs));
        let mut answers = link.all(asks)?;
        if read_present {
            present = answers.get(1).cloned();
        }
        if present.is_none_or(|rows| rows.is_empty()) {
            return Err(StoreFault::Fenced);
        }
        let written = answers.drain(first..first + 2).map(|rows| rows.len()).collect::<Vec<_>>();
        if written != wanted {
            return Err(StoreFault::Raced);
        }
        self.number += 1;
        if let Some(Weather(weather)) = &self.weather {
            weather(self.number).map_err(StoreFault::Write)?;
        }
        link.all(vec![("COMMIT", Vec::new())])?;
        if self.heads.len() + planned.len() > HEADS_MAX {
            self.heads.clear();
        }
        for game in &removed {
            self.heads.remove(game);
        }
        let count = planned.iter().map(|planned| planned.records.len() as u64).sum();
        let own = planned.into_iter().filter(|planned| planned.before.is_some());
        self.heads.extend(own.map(|planned| (planned.name, planned.head)));
        self.counts.committed(count);
        Ok(outcomes)
    }

    /// Returns the result of each job, and the changes of their games.
    fn plan<'a>(
        &self,
        link: &Link,
        jobs: &'a [Job],
        found: &HashMap<String, Found>,
        again: bool,
    ) -> Result<Plan<'a>, StoreFault> {
        let (mut planned, mut retags): (Vec<Planned>, Vec<&Retag>) = (Vec::new(), Vec::new());
        let mut removed: HashSet<String> = HashSet::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut outcomes = Outcomes::with_capacity(jobs.len());
        for job in jobs {
            let (Job::Append(Append { game, .. }, _)
            | Job::Retag(Retag { game, .. }, _)
            | Job::Remove(Removal { game, .. }, _)) = job
            else {
                outcomes.push(Ok(0));
                continue;
            };
            let at = places.get(game).copied();
            let known = found.get(game).filter(|_| !removed.contains(game));
            let head = match at {
                Some(at) => Some(planned[at].head),
                None if removed.contains(game) => None,
                None => known.map(|known| known.head).or_else(|| self.heads.get(game).copied()),
            };
            let length = head.map_or(0, |head| head.records);
            let append = match job {
                Job::Append(append, _) => append,
                // The contents of a log do not depend on its owner.
                Job::Retag(retag, _) if length == retag.records => {
                    retags.push(retag);
                    outcomes.push(Ok(length));
                    continue;
                }
                Job::Remove(removal, _) if length > 0 && length == removal.records && at.is_none() => {
                    let elsewhere = known.and_then(|known| known.elsewhere.clone());
                    outcomes.push(elsewhere.map_or(Ok(0), |address| Err(StoreFault::Elsewhere(address))));
                    if outcomes.last().is_some_and(Result::is_ok) {
                        removed.insert(game.clone());
                    }
                    continue;
                }
                _ => {
                    outcomes.push(Err(StoreFault::Conflict { found: length }));
                    continue;
                }
            };
            if let Some(address) = known.and_then(|known| known.elsewhere.clone()) {
                outcomes.push(Err(StoreFault::Elsewhere(address)));
                continue;
            }
            if length != append.after {
                let made = again && is_written(link, append, length)?;
                let end = append.after + append.records.len() as u32;
                outcomes.push(if made { Ok(end) } else { Err(StoreFault::Conflict { found: length }) });
                continue;
            }
            let at = at.unwrap_or_else(|| {
                places.insert(append.game.clone(), planned.len());
                planned.push(Planned {
                    name: append.game.clone(),
                    before: head.map(|head| head.records),
                    free: known.is_some(),
                    head: head.unwrap_or(Head { records: 0, check: Check::start(&append.game) }),
                    summary: Summary::default(),
                    tags: None,
                    records: Vec::new(),
                });
                planned.len() - 1
            });
            outcomes.push(Ok(planned[at].add(append)));
        }
        let removed = removed.into_iter().collect();
        Ok(Plan { outcomes, planned, retags, removed })
    }
}

impl Planned {
    fn add(&mut self, append: &Append) -> u32 {
        for bytes in &append.records {
            let Head { records, check } = self.head;
            let check = check.then(records, bytes);
            self.records.push((records, bytes.clone(), check));
            self.head = Head { records: records + 1, check };
        }
        let Summary { text, words, .. } = &append.summary;
        self.summary = Summary { text: clean(text), words: clean(words), ..append.summary.clone() };
        if let Some(tags) = &append.tags {
            self.tags = Some(tags.clone());
        }
        self.head.records
    }
}

/// Returns a text as a database holds it: with any letter but one.
pub(super) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

impl Batches for Commits {
    fn commit(&mut self, jobs: Vec<Job>) -> Result<(), StoreFault> {
        let until = Instant::now() + WAITED;
        let (mut fresh, mut again, mut races) = (false, false, 0);
        let done = loop {
            match self.attempt(&jobs, fresh, again) {
                Err(StoreFault::Unreachable(words)) => {
                    self.link = None;
                    self.counts.failed();
                    (fresh, again) = (true, true);
                    if Instant::now() >= until {
                        break Err(StoreFault::Write(words));
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(StoreFault::Raced) if races < RACES => {
                    races += 1;
                    fresh = true;
                }
                done => break done,
            }
        };
        match done {
            Ok(outcomes) => {
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    job.answer(outcome);
                }
            }
            Err(fault) => {
                self.heads.clear();
                for job in jobs {
                    job.refuse(fault.clone());
                }
            }
        }
        // The database may return: failed writes are reported, and later ones are tried.
        Ok(())
    }

    fn recover(&mut self) -> Result<(), StoreFault> {
        Ok(())
    }

    fn close(&mut self) {
        self.link = None;
    }
}

/// Returns whether an append was made already, with these very bytes at this very place.
fn is_written(link: &Link, append: &Append, length: u32) -> Result<bool, StoreFault> {
    let end = append.after + append.records.len() as u32;
    if length < end {
        return Ok(false);
    }
    let place = |number: u32| Value::Int(number.into());
    let rows = link.query(WRITTEN, vec![Value::Text(append.game.clone()), place(append.after), place(end)])?;
    let there = rows.iter().map(|row| row.get::<Vec<u8>>(0)).collect::<Result<Vec<_>, _>>()?;
    Ok(there == append.records)
}

fn found_of(rows: &[Row], epoch: i64) -> Result<HashMap<String, Found>, StoreFault> {
    let mut found = HashMap::new();
    for row in rows {
        let game: String = row.get(0)?;
        let check = Check::from_slice(&row.get::<Vec<u8>>(2)?)
            .ok_or_else(|| StoreFault::Damaged(Damage::Summary { game: game.clone() }))?;
        let elsewhere = match row.get::<Option<i64>>(4)? {
            Some(owner) if owner != epoch => Some(row.get(5)?),
            _ => None,
        };
        found.insert(game, Found { head: Head { records: row.get(1)?, check }, elsewhere });
    }
    Ok(found)
}
