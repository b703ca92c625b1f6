//! Sockets: one for each browser, for all games that it follows.

mod answer;
mod connection;
mod forwarding;
mod latency;
mod pace;
mod socket_limits;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use dagaz_club::{Allowance, Measure};
use dagaz_contract::message::ServerMessage;
use dagaz_session::Millis;
use dagaz_store::Member;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::{Error, Message};
use tracing::Instrument;

use self::connection::{Call, SocketStream};
use self::latency::RoundTrip;
use self::pace::Pace;
use self::socket_limits::SocketSlot;
use crate::caller::Who;
use crate::encoded::{self, Text};
use crate::guard::Peer;
use crate::host::Host;
use crate::peers::Introduced;
use crate::people::Connected;
use crate::refused::Refused;
use crate::relay::Relay;
use crate::table::{TableAsk, TableHandle};
use dagaz_table::Viewer;

/// Why a socket is closed, for clients: numbers of RFC 6455.
mod close {
    pub(super) const GOING: u16 = 1001;
    pub(super) const BROKEN: u16 = 1002;
    pub(super) const UNREADABLE: u16 = 1003;
    pub(super) const NO_TEXT: u16 = 1007;
    pub(super) const TOO_MANY: u16 = 1008;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const MOVED: u16 = 1012;
    pub(super) const TOO_SLOW: u16 = 1013;
    /// A number of our own: the pass by which the socket came in has ended.
    pub(super) const PASS_ENDED: u16 = 4001;
}

/// Without any message for so long a socket is asked whether it is still there.
const QUIET: Duration = Duration::from_secs(25);

/// How long a client whose message cannot be read has to read why.
const LINGER: Duration = Duration::from_millis(200);

/// Questions of this size are the largest that are read without a warning to the client; larger
/// frames close the socket.
pub(crate) async fn upgrade(
    State(host): State<Arc<Host>>,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    introduced: Option<Extension<Introduced>>,
    headers: HeaderMap,
    call: Call,
) -> Response {
    if who == Who::Nobody {
        return Refused::nobody().into_response();
    }
    let relay = introduced.is_some();
    // A forwarded socket was counted at its process, which reports the client's address.
    let from = if relay { peer.0 } else { host.guard.address(peer, &headers) };
    let address = (!relay).then_some(from);
    let Some(place) = SocketSlot::take(&host, address) else {
        return Refused::busy().into_response();
    };
    let people = host.people.clone().zip(address);
    let pace = people.map(|(people, address)| Pace::new(people, host.clock.clone(), address));
    call.take(host.limits.message_bytes, pace, move |line| async move {
        let place = place;
        let connection = Connection::new(host, who, from, relay);
        let span = tracing::debug_span!(parent: None, "socket", number = connection.number);
        connection.run(line).instrument(span).await;
        drop(place);
    })
}

struct Connection {
    host: Arc<Host>,
    number: u64,
    who: Who,
    viewer: Viewer,
    from: IpAddr,
    out: mpsc::Sender<Text>,
    outgoing: Option<mpsc::Receiver<Text>>,
    slow: Arc<Notify>,
    /// Notified when the session has ended.
    ended: Arc<Notify>,
    /// The lobby, while it is looked into.
    lobby: Option<watch::Receiver<Text>>,
    /// The tournament that it follows.
    tournament: Option<(String, watch::Receiver<u32>)>,
    follows: HashMap<String, (TableHandle, Viewer)>,
    /// Whether this is a forwarded socket of another process.
    relay: bool,
    /// Sockets to other processes, by their epochs.
    relays: HashMap<i64, Relay>,
    /// Games that other processes have.
    elsewhere: HashMap<String, Member>,
    /// Notified when another process has gone.
    broken: Arc<Notify>,
    /// How many messages may come.
    measure: Measure,
    allowance: Allowance,
    /// Stops the analysis that runs for this socket.
    analysis: Option<crate::bots::Stop>,
    /// How long the way to the client is.
    way: RoundTrip,
    /// Whether the last question was about a game with clocks: then the way is measured now and
    /// then.
    timed: bool,
}

impl Connection {
    fn new(host: Arc<Host>, who: Who, from: IpAddr, relay: bool) -> Connection {
        let (out, outgoing) = mpsc::channel(host.limits.queue);
        let limits = &host.limits;
        let measure = Measure { burst: limits.message_burst, per_minute: limits.messages_per_second * 60 };
        Connection {
            number: host.next_socket.fetch_add(1, Ordering::Relaxed),
            viewer: Viewer { holder: who.holder(), side: None },
            who,
            from,
            out,
            outgoing: Some(outgoing),
            slow: Arc::new(Notify::new()),
            ended: Arc::new(Notify::new()),
            lobby: None,
            tournament: None,
            follows: HashMap::new(),
            relay,
            relays: HashMap::new(),
            elsewhere: HashMap::new(),
            broken: Arc::new(Notify::new()),
            allowance: Allowance::new(measure, host.now().0),
            measure,
            analysis: None,
            way: RoundTrip::default(),
            timed: false,
            host,
        }
    }

    async fn run(mut self, mut line: SocketStream) {
        let Some(mut outgoing) = self.outgoing.take() else { return };
        let mut news = self.host.news.subscribe();
        let (host, slow, ended) = (self.host.clone(), self.slow.clone(), self.ended.clone());
        let (broken, mut anew) = (self.broken.clone(), self.host.peers.anew());
        self.come().await;
        let mut asked = false;
        const GOING: (u16, &str) = (close::GOING, "the server is going down");
        const MOVED: (u16, &str) = (close::MOVED, "games are moving to another process: come back and join again");
        let end = loop {
            // Created before the flag is read, so that an end during an answer is not missed.
            let closing = host.closing.notified();
            if host.closed.load(Ordering::SeqCst) {
                break Some(GOING);
            }
            tokio::select! {
                biased;
                () = closing => break Some(GOING),
                () = broken.notified() => break Some(MOVED),
                Ok(()) = anew.changed() => break Some(MOVED),
                () = slow.notified() => break Some((close::TOO_SLOW, "too slow: come back and join again")),
                () = ended.notified() => break Some((close::PASS_ENDED, "your pass has ended: come in again")),
                Some(text) = outgoing.recv() => {
                    if deliver(&mut line, &mut outgoing, Some(text), None, None).await.is_err() {
                        break None;
                    }
                }
                Ok(text) = news.recv() => {
                    if line.send(text).await.is_err() {
                        break None;
                    }
                }
                Some(text) = changed(&mut self.lobby) => {
                    if line.send(text).await.is_err() {
                        break None;
                    }
                }
                Some(tell) = stirred(&mut self.tournament) => {
                    if line.send(encoded::text(&tell)).await.is_err() {
                        break None;
                    }
                }
                heard = tokio::time::timeout(QUIET, line.hear()) => match heard {
                    Err(_) if asked => break None,
                    Err(_) => {
                        asked = true;
                        if line.ping().await.is_err() {
                            break None;
                        }
                    }
                    Ok(Some(Err(error))) => break match error {
                        Error::Capacity(_) => Some((close::TOO_LARGE, "a message is too large")),
                        Error::Utf8(_) => Some((close::NO_TEXT, "a text is UTF-8")),
                        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
                        Error::Protocol(_) => Some((close::BROKEN, "this is no frame of a WebSocket")),
                        _ => None,
                    },
                    Ok(None | Some(Ok(Message::Close(_)))) => break None,
                    Ok(Some(Ok(message))) => {
                        asked = false;
                        if !self.allowance.take(self.measure, self.host.now().0) {
                            break Some((close::TOO_MANY, "too many messages"));
                        }
                        match message {
                            Message::Text(text) => {
                                let tell = self.hear(text.as_str()).await;
                                // The way to a client of another process is measured there.
                                let timed = std::mem::take(&mut self.timed) && !self.relay;
                                let ping = timed.then(|| self.way.ping(Instant::now())).flatten();
                                if tell.is_none() && ping.is_none() {
                                    continue;
                                }
                                let last = tell.map(|tell| encoded::text(&tell));
                                // Behind what the tables have put there before.
                                if deliver(&mut line, &mut outgoing, None, last, ping).await.is_err() {
                                    break None;
                                }
                            }
                            Message::Pong(bytes) => self.way.pong(&bytes, Instant::now()),
                            // Another process reports the latency of its client.
                            Message::Binary(bytes) if self.relay => {
                                let lag = <[u8; 4]>::try_from(&*bytes).map_or(0, u32::from_be_bytes);
                                self.way.told(Millis(u64::from(lag)));
                            }
                            Message::Binary(_) => break Some((close::UNREADABLE, "messages are text")),
                            Message::Ping(_) | Message::Close(_) | Message::Frame(_) => {}
                        }
                    }
                },
            }
        };
        self.go();
        if let Some((code, reason)) = end {
            self.host.metrics.cut.inc();
            tracing::debug!(code, reason, "closed");
            // A client that is too slow gets no close message.
            let _ = tokio::time::timeout(Duration::from_secs(1), line.close(code, reason)).await;
            if [close::TOO_LARGE, close::BROKEN, close::NO_TEXT].contains(&code) {
                // Closing a connection with unread input loses the last messages.
                tokio::time::sleep(LINGER).await;
            }
        }
        for (table, _) in self.follows.values() {
            let _ = table.sender.send(TableAsk::Leave { socket: self.number }).await;
        }
    }

    /// Announces the person's presence.
    async fn come(&self) {
        let Some(people) = &self.host.people else { return };
        let family = match &self.who {
            Who::Member { family, .. } => Some(family.clone()),
            _ => None,
        };
        let (socket, out, ended) = (self.number, self.out.clone(), self.ended.clone());
        people.connect(&self.viewer.holder, Connected { socket, family, out, ended, relay: self.relay }).await;
    }

    /// A disconnected person has no seeks.
    fn go(&self) {
        let Some(people) = &self.host.people else { return };
        if people.disconnect(&self.viewer.holder, self.number) {
            self.host.meeting.forget(&self.viewer.holder);
        }
    }
}

/// Sends a text, all that waits behind it, and an answer and a ping behind that, with one write for
/// as many as fit.
async fn deliver(
    line: &mut SocketStream,
    outgoing: &mut mpsc::Receiver<Text>,
    first: Option<Text>,
    answer: Option<Text>,
    ping: Option<[u8; 4]>,
) -> Result<(), Error> {
    if let Some(text) = first {
        line.feed(text).await?;
    }
    while let Ok(text) = outgoing.try_recv() {
        line.feed(text).await?;
    }
    if let Some(answer) = answer {
        line.feed(answer).await?;
    }
    if let Some(ping) = ping {
        line.feed_ping(&ping).await?;
    }
    line.flush().await
}

/// Changes of the lobby; pending without a subscription.
async fn changed(lobby: &mut Option<watch::Receiver<Text>>) -> Option<Text> {
    match lobby {
        Some(lobby) => {
            lobby.changed().await.ok()?;
            Some(lobby.borrow_and_update().clone())
        }
        None => std::future::pending().await,
    }
}

/// Changes of a tournament; pending without a subscription, or after its end.
async fn stirred(tournament: &mut Option<(String, watch::Receiver<u32>)>) -> Option<ServerMessage> {
    let Some((id, versions)) = tournament else { return std::future::pending().await };
    if versions.changed().await.is_err() {
        *tournament = None;
        return None;
    }
    Some(ServerMessage::Tournament { tournament: id.clone(), version: *versions.borrow_and_update() })
}
