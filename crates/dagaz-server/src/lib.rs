//! Games over HTTP and WebSocket.
//!
//! A [`Server`] has tables, one task each, which run [sessions](dagaz_session). It makes their
//! records durable in a [store](dagaz_store), shows them in the types of the
//! [contract](dagaz_contract), and authenticates clients. [`RulesSource`] provides the rules; this
//! crate knows no rules language. `docs/protocol.md` is the contract with clients.

mod accounts;
mod analyses;
mod answers;
mod assets;
mod bots;
mod bundles;
mod caller;
mod clock;
mod compiled_games;
mod content_encoding;
mod coordinator;
mod disk_quota;
mod encoded;
mod fair_queue;
mod game_start;
mod guard;
mod host;
mod http;
mod isolated_threads;
mod known_browsers;
mod limits;
mod listen;
mod lobby;
mod low_priority;
mod metrics;
#[cfg(feature = "schema")]
mod openapi;
mod opening;
mod passwords;
mod peers;
mod people;
mod per_address;
mod pictures;
mod raster;
mod records;
mod refused;
mod relay;
mod replayed;
mod reports;
mod second_factor;
mod socket;
mod studio;
mod summary;
mod table;
mod table_setup;
mod tag_migration;
mod tokens;
mod tournaments;
mod upload_check;
mod uploads;
mod work;

use std::net::SocketAddr;
use std::sync::Arc;

use dagaz_table::RulesSource;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::watch;

pub use assets::{Asset, AssetBody, Assets};
pub use clock::Clock;
pub use dagaz_club::PassRules;
pub use guard::Token;
pub use limits::{LimitFault, Limits, Measure};
pub use low_priority::yield_to_others;
#[cfg(feature = "schema")]
pub use openapi::document as openapi;
pub use passwords::PasswordCost;
pub use pictures::{is_picture, may_be_picture};
pub use summary::CREATOR as CREATOR_TAG;
pub use tokens::is_guest;
pub use tournaments::{OpenTournament, call_off, open_tournaments};
pub use upload_check::{Worker, judge};

use crate::host::Host;

/// How a server is made.
pub struct Setup {
    /// Where rules come from.
    pub rules: Arc<dyn RulesSource>,
    /// The log of all games.
    pub store: dagaz_store::Store,
    /// Bearer token for the server.
    pub token: Token,
    /// Bearer token for metrics only.
    pub metrics: Token,
    /// The limits.
    pub limits: Limits,
    /// What time it is.
    pub clock: Clock,
    /// The web application, if there is one.
    pub assets: &'static Assets,
    /// Allowed origins in addition to its own: a development server.
    pub origins: Vec<String>,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// What judges files that are handed in; none: the server itself does, which is only for those
    /// who trust them.
    pub worker: Option<Worker>,
    /// Public server settings; `None`: only the bearer of the token.
    pub public: Option<Public>,
}

/// How people meet on a server.
pub struct Public {
    /// The address by which browsers know the server: `https://games.example.org`.
    pub origin: String,
    /// Whether another program stands before the server and says, in `X-Forwarded-For`, from where
    /// requests come.
    pub proxied: bool,
    /// Who has an account.
    pub register: dagaz_store::Register,
    /// What hashing a password costs.
    pub password_cost: PasswordCost,
    /// How long passes hold.
    pub passes: PassRules,
}

impl Public {
    /// With what suits a server in earnest.
    pub fn new(origin: &str, register: dagaz_store::Register) -> Public {
        Public {
            origin: origin.trim_end_matches('/').to_string(),
            proxied: false,
            register,
            password_cost: PasswordCost::default(),
            passes: PassRules::default(),
        }
    }
}

/// Hundredths of a second for which tables and bots are waited for at the end.
const ENDING_TRIES: u32 = 500;

/// See the [crate documentation](crate).
pub struct Server {
    host: Arc<Host>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens at an address. Port 0 is any free one.
    pub async fn bind(address: SocketAddr, setup: Setup) -> std::io::Result<Server> {
        let listener = listen::at(address)?;
        let address = listener.local_addr()?;
        if setup.store.is_shared() && setup.store.address().is_empty() {
            let told = setup.store.advertise(&address.to_string());
            told.map_err(|fault| std::io::Error::other(fault.to_string()))?;
        }
        Ok(Server { host: Arc::new(Host::new(setup, address)?), listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the page that admits a browser: with the token, which a cookie then replaces.
    pub fn url(&self) -> String {
        format!("http://{}/open?token={}", self.address, self.host.token.text())
    }

    /// Returns a way to connect without a network, for simulations. It must be dropped before the
    /// server ends.
    pub fn connector(&self) -> Connector {
        Connector { router: http::router(self.host.clone()), header_time: self.host.limits.header_time }
    }

    /// Serves until `stop` is ready; then lets all that has begun end.
    pub async fn run(self, stop: impl std::future::Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let host = self.host.clone();
        let clock = tokio::spawn(host.clone().keep_time());
        let tournaments = tokio::spawn(host.clone().keep_tournaments());
        let tagging = tokio::spawn(host.clone().tag_games_of_before());
        let removing = tokio::spawn(host.clone().remove_games_of_guests());
        let stopped = async {
            stop.await;
            host.close();
        };
        let gate = listen::Gate::of(&host);
        listen::serve(self.listener, http::router(host.clone()), host.limits.clone(), gate, stopped).await;
        for task in [clock, tournaments, tagging, removing] {
            task.abort();
            let _ = task.await;
        }
        drop(self.host);
        // Tables end when no client can reach them any more, and bots after their move.
        host.forget_all();
        let mut host = Some(host);
        for _ in 0..ENDING_TRIES {
            match host.take().map(Arc::try_unwrap) {
                Some(Err(shared)) => host = Some(shared),
                _ => break,
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        // What was sent to the store is written before it closes.
        let _ = tokio::task::spawn_blocking(move || host.map(|host| host.store.flush())).await;
        Ok(())
    }
}

/// Connects clients to a server without a network.
#[derive(Clone, Debug)]
pub struct Connector {
    router: axum::Router,
    header_time: std::time::Duration,
}

impl Connector {
    /// Answers the requests of one connection, from this address, until it ends.
    pub async fn serve(self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: SocketAddr) {
        let (_open, ended) = watch::channel(false);
        listen::answer(stream, peer, self.router, self.header_time, ended, ()).await;
    }
}
