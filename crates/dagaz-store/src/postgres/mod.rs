//! A store in a PostgreSQL database, which several processes may use at once.
//!
//! Every process that writes is a *member* with an epoch, a number that is never given twice, and
//! holds a lease that it renews ([`member`]). A game belongs to at most one living member. Each
//! commit locks the row of the member that makes it, so that a member whose lease has lapsed and
//! who was struck off writes nothing any more, however late its words arrive.

mod connection;
mod member;
mod pool;
mod schema;
mod sql;
mod statements;
mod tls;
mod write;

pub(crate) use connection::{Link, Reactor};
pub(crate) use member::MemberRegister;
pub(crate) use pool::Pool;
pub(crate) use write::Commits;

use std::sync::Arc;

use crate::StoreFault;

/// A database that was opened: its tables are there, in the format of this program.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) reactor: Arc<Reactor>,
    pub(crate) config: tokio_postgres::Config,
    pub(crate) tls: tls::Tls,
}

impl Database {
    /// Opens a database by its address, `postgres://USER@HOST/NAME`, and makes or moves its tables.
    pub(crate) fn open(address: &str) -> Result<Database, StoreFault> {
        let wrong = |error: tokio_postgres::Error| StoreFault::Open(connection::words(&error));
        let (tls, rest) = tls::Tls::of(address)?;
        let mut config: tokio_postgres::Config = rest.parse().map_err(wrong)?;
        connection::patient(&mut config);
        let database = Database { reactor: Reactor::start()?, config, tls };
        let link = database.link()?;
        schema::prepare(&link)?;
        Ok(database)
    }

    /// Returns a new connection.
    pub(crate) fn link(&self) -> Result<Link, StoreFault> {
        Link::open(&self.reactor, &self.config, &self.tls)
    }
}
