//! Connections: how many there may be, and how long they may take to say what they want.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tower_service::Service;

use crate::clock::Clock;
use crate::guard::Peer;
use crate::host::Host;
use crate::limits::Limits;
use crate::people::{Matter, People};
use crate::per_address::{AddressSlot, PerAddress};

/// Bytes that are read of a request at a time; heads longer than this are refused.
const HEAD_BYTES: usize = 16_384;

/// Headers of a request.
const HEADERS: usize = 64;

/// After this connections that still have not ended are left alone.
const ENDING: Duration = Duration::from_secs(5);

/// Connections that may wait to be accepted, as far as the system lets them. Of one that finds no
/// room the client's system hears nothing, and tries again after seconds, then after minutes.
const WAITING: u32 = 4_096;

/// Listens at an address. Port 0 is any free one.
pub(crate) fn at(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // The port of a server that has just ended is free for the next one. On Windows this would let
    // two listen at once.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Counts a connection as long as it lasts.
struct Counted {
    all: Arc<AtomicUsize>,
    _share: Option<AddressSlot>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whom connections are taken from.
pub(crate) struct Gate {
    /// None where connections are not counted by address: on one's own machine, and where others
    /// stand before the server and all connections are theirs, a proxy or the other processes on a
    /// database.
    people: Option<Arc<People>>,
    clock: Clock,
    most: usize,
    open: Arc<PerAddress>,
}

impl Gate {
    /// Returns the gate of a server.
    pub(crate) fn of(host: &Host) -> Gate {
        let direct = !host.guard.is_behind_proxy() && !host.store.is_shared();
        let people = host.people.clone().filter(|_| direct);
        Gate { people, clock: host.clock.clone(), most: host.limits.address_connections, open: Arc::default() }
    }

    /// One more connection of an address, if it may have it: what counts it then, as long as it
    /// lasts.
    fn take(&self, address: IpAddr) -> Result<Option<AddressSlot>, ()> {
        let Some(people) = &self.people else { return Ok(None) };
        people.allowed.address_may(Matter::Connect, address, self.clock.now().0).map_err(|_| ())?;
        self.open.take(address, self.most).map(Some).ok_or(())
    }
}

/// Answers connections until `stop` is ready, and then lets those that there are end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    gate: Gate,
    stop: impl Future<Output = ()>,
) {
    let open = Arc::new(AtomicUsize::new(0));
    let (ending, ended) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    // No descriptor is left, or the other side has gone already.
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        // Excess connections get no response, which costs least.
        let Ok(share) = gate.take(peer.ip()) else { continue };
        if open.fetch_add(1, Ordering::Relaxed) >= limits.connections {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let counted = Counted { all: open.clone(), _share: share };
        // An acknowledgement is small and must not wait for more.
        let _ = stream.set_nodelay(true);
        tokio::spawn(answer(stream, peer, router.clone(), limits.header_time, ended.clone(), counted));
    }
    drop(listener);
    let _ = ending.send(true);
    let until = tokio::time::Instant::now() + ENDING;
    while open.load(Ordering::Relaxed) > 0 && tokio::time::Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Answers the requests of one connection until it ends or the server does.
pub(crate) async fn answer<C>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    header_time: Duration,
    mut ended: watch::Receiver<bool>,
    counted: C,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut router = router.clone();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer.ip().to_canonical()));
        async move { router.call(request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time)
        .max_headers(HEADERS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = async { drop(ended.wait_for(|ended| *ended).await) } => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    drop(counted);
}
