//! Membership in a database: leases and the ownership of games.
//!
//! A member renews its row several times within its lease, by the database's clock alone. A member
//! that finds an expired row deletes it, and the games of missing members are unowned. A member
//! judges others only after its own row was valid for a whole lease, since after an outage of the
//! database all rows look old.
//!
//! A lease alone is not enough: a paused process does not know that its lease expired. So every
//! commit locks the member's row until it is done, and is refused if the row is gone.

use std::future::poll_fn;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio_postgres::{AsyncMessage, Client, Connection, SimpleQueryMessage, Socket};

use crate::fault::StoreFault;
use crate::member::{Claim, Event, Load, Member, Membership, Told};
use crate::postgres::tls::Secret;
use crate::postgres::{Database, Pool};
use crate::sql::{Base, DatabaseConnection, Value, params};

struct Shared {
    lease: Duration,
    address: Mutex<String>,
    epoch: AtomicI64,
    tables: AtomicU32,
    people: AtomicU32,
    told: OnceLock<Told>,
}

impl Shared {
    fn tell(&self, event: Event) {
        if let Some(told) = self.told.get() {
            told(event);
        }
    }

    fn epoch(&self) -> i64 {
        self.epoch.load(Ordering::SeqCst)
    }

    fn address(&self) -> String {
        self.address.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn joining(&self) -> String {
        joining(&self.address(), self.lease)
    }
}

/// The maximum number of bytes of a message; the limit of the database is a little higher.
const SAID_BYTES: usize = 7_000;

/// Times within a lease that it is renewed.
const BEATS: u32 = 5;

/// Between two tries to reach the database.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries to find out whose a game is, while it changes hands.
const TRIES: u32 = 5;

/// Taking part in a database, until this is dropped.
pub(crate) struct MemberRegister {
    database: Arc<Database>,
    shared: Arc<Shared>,
    say: mpsc::Sender<String>,
    _here: oneshot::Sender<()>,
}

impl std::fmt::Debug for MemberRegister {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemberRegister").field("epoch", &self.epoch()).finish_non_exhaustive()
    }
}

/// Returns the statement that registers a member. The row must be durable before its number is
/// used, since a lost number could be assigned again.
fn joining(address: &str, lease: Duration) -> String {
    format!(
        "INSERT INTO members (address, expires) VALUES ('{}', clock_timestamp() + interval '{} milliseconds') RETURNING epoch",
        address.replace('\'', "''"),
        lease.as_millis(),
    )
}

impl MemberRegister {
    /// Comes in as a member.
    pub(crate) fn join(database: &Arc<Database>, membership: Membership) -> Result<MemberRegister, StoreFault> {
        let link = database.link()?;
        let row = link.query(&joining(&membership.address, membership.lease), Vec::new())?;
        let epoch = row.first().map_or(Ok(0), |row| row.get(0))?;
        succeed(|sql, values| link.execute(sql, values.to_vec()), &membership.address, epoch)?;
        let shared = Arc::new(Shared {
            lease: membership.lease,
            address: Mutex::new(membership.address),
            epoch: AtomicI64::new(epoch),
            tables: AtomicU32::new(0),
            people: AtomicU32::new(0),
            told: OnceLock::new(),
        });
        let (say, mut said) = mpsc::channel(1_024);
        let (here, mut gone) = oneshot::channel();
        let (config, tls, keeping) = (database.config.clone(), database.tls.clone(), shared.clone());
        database.reactor.spawn(async move {
            loop {
                tokio::select! {
                    _ = &mut gone => return,
                    _ = keep(config.connect(tls.clone()), &keeping, &mut said) => {}
                }
                tokio::select! {
                    _ = &mut gone => return,
                    () = tokio::time::sleep(PAUSE) => {}
                }
            }
        });
        Ok(MemberRegister { database: database.clone(), shared, say, _here: here })
    }

    pub(crate) fn epoch(&self) -> i64 {
        self.shared.epoch()
    }

    pub(crate) fn address(&self) -> String {
        self.shared.address()
    }

    pub(crate) fn advertise(&self, pool: &Pool, address: &str) -> Result<(), StoreFault> {
        *self.shared.address.lock().unwrap_or_else(PoisonError::into_inner) = address.to_string();
        let sql = "UPDATE members SET address = ?2 WHERE epoch = ?1";
        pool.change(|base| base.execute(sql, params![self.epoch(), address]))?;
        pool.change(|base| succeed(|sql, values| base.execute(sql, values), address, self.epoch()))
    }

    /// Returns the query's parameters, owned by the caller.
    pub(super) fn epochs(&self) -> impl Fn() -> i64 + Send + use<> {
        let shared = self.shared.clone();
        move || shared.epoch()
    }

    pub(crate) fn listen(&self, told: Told) {
        let _ = self.shared.told.set(told);
    }

    pub(crate) fn set_load(&self, load: Load) {
        self.shared.tables.store(load.tables, Ordering::Relaxed);
        self.shared.people.store(load.people, Ordering::Relaxed);
    }

    /// Sends a message to all other members. One that is too long, or exceeds the queue, is
    /// dropped.
    pub(crate) fn say(&self, text: &str) -> bool {
        text.len() <= SAID_BYTES && self.say.try_send(text.to_string()).is_ok()
    }

    /// Claims a game if it is unowned.
    pub(crate) fn claim(&self, pool: &Pool, game: &str) -> Result<Claim, StoreFault> {
        let of = "SELECT g.owner, m.epoch, m.address FROM games g LEFT JOIN members m ON m.epoch = g.owner WHERE g.name = ?1";
        let take = "UPDATE games SET owner = ?2 WHERE name = ?1 AND NOT EXISTS (SELECT 1 FROM members m WHERE m.epoch = games.owner)";
        self.claim_by(pool, game, of, take)
    }

    /// Claims a post that one member has, if it is unowned.
    pub(crate) fn take_post(&self, pool: &Pool, name: &str) -> Result<Claim, StoreFault> {
        let made = "INSERT INTO posts (name, owner) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        pool.change(|base| base.execute(made, params![name, self.epoch()]))?;
        let of = "SELECT p.owner, m.epoch, m.address FROM posts p LEFT JOIN members m ON m.epoch = p.owner WHERE p.name = ?1";
        let take = "UPDATE posts SET owner = ?2 WHERE name = ?1 AND NOT EXISTS (SELECT 1 FROM members m WHERE m.epoch = posts.owner)";
        self.claim_by(pool, name, of, take)
    }

    fn claim_by(&self, pool: &Pool, name: &str, of: &str, take: &str) -> Result<Claim, StoreFault> {
        for _ in 0..TRIES {
            let epoch = self.epoch();
            let Some(row) = pool.read(|base| base.first(of, params![name]))? else { return Ok(Claim::Unknown) };
            match (row.get::<Option<i64>>(0)?, row.get::<Option<i64>>(1)?) {
                (Some(owner), Some(_)) if owner == epoch => return Ok(Claim::Own),
                (_, Some(epoch)) => {
                    let address = row.get(2)?;
                    return Ok(Claim::Elsewhere(Member { epoch, address, load: Load::default() }));
                }
                _ => {}
            }
            // A claim that is lost with the database's last moments is made again: appends look
            // whose a game is.
            let taken = pool.change(|base| match base {
                Base::Database(link) => {
                    link.batch("BEGIN; SET LOCAL synchronous_commit = off")?;
                    let taken = base.execute(take, params![name, epoch]);
                    link.batch(if taken.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
                    taken
                }
                Base::File(_) => Ok(1),
            });
            match taken {
                Ok(1) => return Ok(Claim::Own),
                Ok(_) | Err(StoreFault::Raced) => {}
                Err(fault) => return Err(fault),
            }
        }
        Err(StoreFault::Raced)
    }
}

/// Deletes a member with the same address: two processes cannot listen on one address, so it has
/// died.
fn succeed(
    execute: impl Fn(&str, &[Value]) -> Result<usize, StoreFault>,
    address: &str,
    epoch: i64,
) -> Result<(), StoreFault> {
    if address.is_empty() {
        return Ok(());
    }
    execute("DELETE FROM members WHERE address = ?1 AND epoch < ?2", params![address, epoch]).map(|_| ())
}

impl Drop for MemberRegister {
    fn drop(&mut self) {
        // A clean shutdown releases its games at once.
        let Ok(link) = self.database.link() else { return };
        let left = link.execute("DELETE FROM members WHERE epoch = $1", vec![Value::Int(self.epoch())]);
        if left.is_ok() {
            let _ = link.batch("NOTIFY dagaz, 'members'");
        }
    }
}

/// Renews the lease and receives messages, until the connection is lost.
async fn keep(
    connecting: impl Future<Output = Result<(Client, Connection<Socket, Secret<Socket>>), tokio_postgres::Error>>,
    shared: &Shared,
    said: &mut mpsc::Receiver<String>,
) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = connecting.await?;
    let (heard, mut notices) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notice) = message
                && heard.send(notice.payload().to_string()).is_err()
            {
                break;
            }
        }
    });
    client
        .batch_execute("SET search_path = dagaz; SET idle_in_transaction_session_timeout = 5000; LISTEN dagaz")
        .await?;
    // Notifications during a lost connection are unknown.
    shared.tell(Event::People);
    let since = Instant::now();
    let mut beats = tokio::time::interval(shared.lease / BEATS);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = beats.tick() => {
                let judges = since.elapsed() >= shared.lease;
                let beat = tokio::time::timeout(shared.lease, beat(&client, shared, judges));
                match beat.await {
                    Ok(done) => done?,
                    Err(_) => return Ok(()),
                }
            }
            notice = notices.recv() => match notice.as_deref() {
                None => return Ok(()),
                Some("people") => shared.tell(Event::People),
                Some("members") => tell_members(&client, shared).await?,
                Some(notice) => {
                    if let Some((by, text)) = notice.strip_prefix("say ").and_then(|notice| notice.split_once(' '))
                        && by.parse() != Ok(shared.epoch())
                    {
                        shared.tell(Event::Said(text.to_string()));
                    }
                }
            },
            Some(text) = said.recv() => {
                let text = format!("say {} {text}", shared.epoch());
                client.execute("SELECT pg_notify('dagaz', $1)", &[&text]).await?;
            }
        }
    }
}

/// Renews the lease, and removes members with expired ones.
async fn beat(client: &Client, shared: &Shared, judges: bool) -> Result<(), tokio_postgres::Error> {
    let (tables, people) = (shared.tables.load(Ordering::Relaxed), shared.people.load(Ordering::Relaxed));
    // A sign of life need not outlive the database.
    let renew = format!(
        "BEGIN; SET LOCAL synchronous_commit = off; UPDATE members SET expires = clock_timestamp() + interval '{} milliseconds', \
         tables = {tables}, people = {people} WHERE epoch = {}; COMMIT",
        shared.lease.as_millis(),
        shared.epoch(),
    );
    let answers = client.simple_query(&renew).await?;
    let renewed = answers.iter().any(|answer| matches!(answer, SimpleQueryMessage::CommandComplete(1)));
    if !renewed {
        let row = client.query_one(&shared.joining(), &[]).await?;
        shared.epoch.store(row.try_get(0)?, Ordering::SeqCst);
        shared.tell(Event::Anew);
    }
    if judges {
        let gone = client.execute("DELETE FROM members WHERE expires < clock_timestamp()", &[]).await?;
        if gone > 0 {
            client.batch_execute("NOTIFY dagaz, 'members'").await?;
        }
    }
    tell_members(client, shared).await
}

async fn tell_members(client: &Client, shared: &Shared) -> Result<(), tokio_postgres::Error> {
    let rows = client.query("SELECT epoch, address, tables, people FROM members ORDER BY epoch", &[]).await?;
    let mut members = Vec::new();
    for row in rows {
        let number = |at| -> Result<u32, tokio_postgres::Error> {
            Ok(row.try_get::<_, i64>(at)?.clamp(0, i64::from(u32::MAX)) as u32)
        };
        let load = Load { tables: number(2)?, people: number(3)? };
        members.push(Member { epoch: row.try_get(0)?, address: row.try_get(1)?, load });
    }
    shared.tell(Event::Members(members));
    Ok(())
}
