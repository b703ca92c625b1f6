//! A blocking connection to PostgreSQL that works on any thread.
//!
//! One thread drives all connections of a store, and callers sleep until the answer arrives. So a
//! connection may be used and dropped within asynchronous tasks too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Statement};

use crate::fault::StoreFault;
use crate::postgres::sql::numbered;
use crate::postgres::tls::Tls;
use crate::sql::{DatabaseConnection, Row, Value};

/// The timeout of an answer. A slower disk counts as lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(3);

/// Settings of every connection: the schema; synchronous commits; a timeout for idle transactions.
const MANNERS: &str = "SET search_path = dagaz; SET idle_in_transaction_session_timeout = 5000; \
    SET client_min_messages = warning; \
    DO $$ BEGIN IF current_setting('synchronous_commit') = 'off' THEN \
    PERFORM set_config('synchronous_commit', 'on', false); END IF; END $$;";

/// The thread that drives connections, until it is dropped.
#[derive(Debug)]
pub(crate) struct Reactor {
    handle: Handle,
    _running: oneshot::Sender<()>,
}

impl Reactor {
    pub(super) fn start() -> Result<Arc<Reactor>, StoreFault> {
        let open = |error: std::io::Error| StoreFault::Open(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(open)?;
        let (running, dropped) = oneshot::channel();
        let handle = runtime.handle().clone();
        std::thread::Builder::new()
            .name("dagaz-postgres".to_string())
            .spawn(move || {
                let _ = runtime.block_on(dropped);
            })
            .map_err(open)?;
        Ok(Arc::new(Reactor { handle, _running: running }))
    }

    /// Spawns a future on the thread.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(work);
    }

    /// Waits for a future on the thread.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, tokio_postgres::Error>> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let (sender, receiver) = mpsc::channel();
        self.handle.spawn(async move {
            let _ = sender.send(tokio::time::timeout(PATIENCE, work).await);
        });
        match receiver.recv() {
            Ok(Ok(done)) => done.map_err(|error| fault(&error)),
            Ok(Err(_)) => Err(StoreFault::Unreachable("it does not answer".to_string())),
            Err(_) => Err(StoreFault::Closed),
        }
    }
}

/// What an error of the driver means.
pub(super) fn fault(error: &tokio_postgres::Error) -> StoreFault {
    let words = words(error);
    match error.code() {
        None => StoreFault::Unreachable(words),
        Some(&SqlState::ADMIN_SHUTDOWN | &SqlState::CRASH_SHUTDOWN | &SqlState::CANNOT_CONNECT_NOW) => {
            StoreFault::Unreachable(words)
        }
        Some(&SqlState::TOO_MANY_CONNECTIONS | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT) => {
            StoreFault::Unreachable(words)
        }
        Some(&SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE) => StoreFault::Raced,
        Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => StoreFault::Damaged(crate::Damage::File(words)),
        Some(_) => StoreFault::Write(words),
    }
}

/// Returns the text of an error with its cause, which the driver omits.
pub(super) fn words(error: &tokio_postgres::Error) -> String {
    if let Some(database) = error.as_db_error() {
        return database.message().to_string();
    }
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// Sets timeouts for lost connections, which addresses cannot contain.
pub(super) fn patient(config: &mut Config) {
    config.application_name("dagaz");
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECTING);
    }
    config.keepalives_idle(Duration::from_secs(10));
    config.tcp_user_timeout(Duration::from_secs(10));
}

/// A statement with its values.
pub(super) type Ask = (&'static str, Vec<Box<dyn ToSql + Sync + Send>>);

/// See the [module documentation](self).
pub(crate) struct Link {
    reactor: Arc<Reactor>,
    client: Arc<Client>,
    prepared: Mutex<HashMap<String, Statement>>,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Link")
    }
}

impl Link {
    pub(super) fn open(reactor: &Arc<Reactor>, config: &Config, tls: &Tls) -> Result<Link, StoreFault> {
        let (config, tls) = (config.clone(), tls.clone());
        let client = reactor.wait(async move {
            let (client, connection) = config.connect(tls).await?;
            tokio::spawn(connection);
            client.batch_execute(MANNERS).await?;
            Ok(client)
        });
        let client = client.map_err(|fault| match fault {
            // A refused login stays refused; there is no retry.
            StoreFault::Write(words) => StoreFault::Open(words),
            fault => fault,
        })?;
        Ok(Link { reactor: reactor.clone(), client: Arc::new(client), prepared: Mutex::default() })
    }

    fn statement(&self, sql: &str) -> Result<Statement, StoreFault> {
        let known = || self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(statement) = known().get(sql) {
            return Ok(statement.clone());
        }
        let (client, text) = (self.client.clone(), numbered(sql));
        let statement = self.reactor.wait(async move { client.prepare(&text).await })?;
        known().insert(sql.to_string(), statement.clone());
        Ok(statement)
    }

    /// Several statements, sent together: all of them are on their way before the first is
    /// answered.
    pub(super) fn all(&self, asks: Vec<Ask>) -> Result<Vec<Vec<Row>>, StoreFault> {
        let mut prepared = Vec::with_capacity(asks.len());
        for (sql, values) in asks {
            prepared.push((self.statement(sql)?, values));
        }
        let client = self.client.clone();
        self.reactor.wait(async move {
            let answers = prepared.iter().map(|(statement, values)| {
                let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
                let client = &client;
                async move { client.query(statement, &values).await }
            });
            let mut found = Vec::new();
            // In their order: the first that fails is the reason why those behind it do.
            for answer in join_all(answers).await {
                found.push(answer?.iter().map(Row::of_database).collect::<Result<_, _>>()?);
            }
            Ok(found)
        })
    }
}

impl DatabaseConnection for Link {
    fn execute(&self, sql: &str, values: Vec<Value>) -> Result<usize, StoreFault> {
        let (client, statement) = (self.client.clone(), self.statement(sql)?);
        let changed = self.reactor.wait(async move { client.execute_raw(&statement, &values).await })?;
        Ok(changed as usize)
    }

    fn query(&self, sql: &str, values: Vec<Value>) -> Result<Vec<Row>, StoreFault> {
        let (client, statement) = (self.client.clone(), self.statement(sql)?);
        self.reactor.wait(async move {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
            client.query(&statement, &values).await?.iter().map(Row::of_database).collect()
        })
    }

    fn batch(&self, sql: &str) -> Result<(), StoreFault> {
        let (client, sql) = (self.client.clone(), sql.to_string());
        self.reactor.wait(async move { client.batch_execute(&sql).await })
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }
}
