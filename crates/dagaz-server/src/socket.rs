//! Sockets: one for a browser, for as many games as it looks at.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use dagaz_club::{Allowance, Measure};
use dagaz_contract::message::{Ask, Reason, Tell};
use dagaz_session::NodeNo;
use dagaz_store::Member;
use tokio::sync::{Notify, mpsc, watch};

use crate::guard::Peer;
use crate::host::{Host, ask};
use crate::meeting::Sought;
use crate::peers::{Introduced, PAUSE, WAITED, Where, gone};
use crate::people::Connected;
use crate::present::Viewer;
use crate::refused::Refused;
use crate::relay::{Ears, Relay};
use crate::table::{Follower, TableAsk, TableHandle};
use crate::who::Who;

/// Why a socket is closed, for clients: numbers of RFC 6455.
mod close {
    pub(super) const GOING: u16 = 1001;
    pub(super) const UNREADABLE: u16 = 1003;
    pub(super) const TOO_MANY: u16 = 1008;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const MOVED: u16 = 1012;
    pub(super) const TOO_SLOW: u16 = 1013;
    /// A number of our own: the pass by which the socket came in has ended.
    pub(super) const PASS_ENDED: u16 = 4001;
}

/// Without any message for so long a socket is asked whether it is still there.
const QUIET: Duration = Duration::from_secs(25);

/// Games with other processes that a socket remembers.
const ELSEWHERE_MAX: usize = 1_024;

/// How long a client whose message was too large has to read that it was.
const LINGER: Duration = Duration::from_millis(200);

/// Questions of this size are the largest that are read without a warning to the client; larger frames close the socket.
pub(crate) async fn upgrade(
    State(host): State<Arc<Host>>,
    Extension(who): Extension<Who>,
    Extension(peer): Extension<Peer>,
    introduced: Option<Extension<Introduced>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if who == Who::Nobody {
        return Refused::nobody().into_response();
    }
    let relay = introduced.is_some();
    // Whoever is passed on by another process was counted there.
    let address = (!relay).then(|| host.guard.address(peer, &headers));
    let Some(place) = Place::take(&host, address) else {
        return Refused::busy().into_response();
    };
    // Small buffers: most sockets are silent most of the time.
    upgrade
        .max_message_size(host.limits.message_bytes)
        .max_frame_size(host.limits.message_bytes)
        .read_buffer_size(2_048)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |socket| async move {
            let place = place;
            Connection::new(host, who, relay).run(socket).await;
            drop(place);
        })
}

/// One of the sockets that there may be, of all and of an address.
struct Place {
    host: Arc<Host>,
    address: Option<IpAddr>,
}

impl Place {
    fn take(host: &Arc<Host>, address: Option<IpAddr>) -> Option<Place> {
        if host.sockets.fetch_add(1, Ordering::Relaxed) >= host.limits.sockets {
            host.sockets.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let mut place = Place { host: host.clone(), address: None };
        if host.people.is_some()
            && let Some(address) = address
        {
            let mut all = host.addresses.lock().ok()?;
            let count = all.entry(address).or_default();
            if *count >= host.limits.address_sockets {
                return None;
            }
            *count += 1;
            place.address = Some(address);
        }
        Some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.host.sockets.fetch_sub(1, Ordering::Relaxed);
        let Some(address) = self.address else { return };
        let Ok(mut all) = self.host.addresses.lock() else { return };
        if let Some(count) = all.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&address);
            }
        }
    }
}

fn is_too_large(error: axum::Error) -> bool {
    let inner = error.into_inner();
    matches!(inner.downcast_ref::<tungstenite::Error>(), Some(tungstenite::Error::Capacity(_)))
}

struct Connection {
    host: Arc<Host>,
    number: u64,
    who: Who,
    viewer: Viewer,
    out: mpsc::Sender<Arc<str>>,
    outgoing: Option<mpsc::Receiver<Arc<str>>>,
    slow: Arc<Notify>,
    /// Told when the pass has ended.
    ended: Arc<Notify>,
    /// The lobby, while it is looked into.
    lobby: Option<watch::Receiver<Arc<str>>>,
    /// The tournament of which it hears.
    tournament: Option<(String, watch::Receiver<u32>)>,
    follows: HashMap<String, (TableHandle, Viewer)>,
    /// Whether this is a socket of another process, on behalf of somebody there.
    relay: bool,
    /// Sockets to other processes, by their epochs.
    relays: HashMap<i64, Relay>,
    /// Games that other processes have.
    elsewhere: HashMap<String, Member>,
    /// Told when another process has gone.
    broken: Arc<Notify>,
    /// How many messages may come.
    measure: Measure,
    allowance: Allowance,
    /// Stops the analysis that runs for this socket.
    analysis: Option<crate::bots::Stop>,
}

impl Connection {
    fn new(host: Arc<Host>, who: Who, relay: bool) -> Connection {
        let (out, outgoing) = mpsc::channel(host.limits.queue);
        let limits = &host.limits;
        let measure = Measure { burst: limits.message_burst, per_minute: limits.messages_per_second * 60 };
        Connection {
            number: host.next_socket.fetch_add(1, Ordering::Relaxed),
            viewer: Viewer { holder: who.holder(), side: None },
            who,
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
            host,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let Some(mut outgoing) = self.outgoing.take() else { return };
        let mut news = self.host.news.subscribe();
        let (host, slow, ended) = (self.host.clone(), self.slow.clone(), self.ended.clone());
        let (broken, mut anew) = (self.broken.clone(), self.host.peers.anew());
        self.come();
        let mut asked = false;
        const TOO_LARGE: (u16, &str) = (close::TOO_LARGE, "a message is too large");
        const GOING: (u16, &str) = (close::GOING, "the server is going down");
        const MOVED: (u16, &str) = (close::MOVED, "games are moving to another process: come back and join again");
        let end = loop {
            // Made before the flag is looked at, so that an end that comes while something is answered is not missed.
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
                    if socket.send(Message::Text((&*text).into())).await.is_err() {
                        break None;
                    }
                }
                Ok(text) = news.recv() => {
                    if socket.send(Message::Text((&*text).into())).await.is_err() {
                        break None;
                    }
                }
                Some(text) = changed(&mut self.lobby) => {
                    if socket.send(Message::Text((&*text).into())).await.is_err() {
                        break None;
                    }
                }
                Some(tell) = stirred(&mut self.tournament) => {
                    let text = serde_json::to_string(&tell).unwrap_or_default();
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        break None;
                    }
                }
                heard = tokio::time::timeout(QUIET, socket.recv()) => match heard {
                    Err(_) if asked => break None,
                    Err(_) => {
                        asked = true;
                        if socket.send(Message::Ping(Default::default())).await.is_err() {
                            break None;
                        }
                    }
                    Ok(Some(Err(error))) => break is_too_large(error).then_some(TOO_LARGE),
                    Ok(None | Some(Ok(Message::Close(_)))) => break None,
                    Ok(Some(Ok(message))) => {
                        asked = false;
                        if !self.allowance.take(self.measure, self.host.now().0) {
                            break Some((close::TOO_MANY, "too many messages"));
                        }
                        match message {
                            Message::Text(text) => {
                                let tell = self.hear(text.as_str()).await;
                                let Some(tell) = tell else { continue };
                                // Behind what the tables have put there before.
                                let text: Arc<str> = serde_json::to_string(&tell).unwrap_or_default().into();
                                while let Ok(earlier) = outgoing.try_recv() {
                                    if socket.send(Message::Text((&*earlier).into())).await.is_err() {
                                        break;
                                    }
                                }
                                if socket.send(Message::Text((&*text).into())).await.is_err() {
                                    break None;
                                }
                            }
                            Message::Binary(_) => break Some((close::UNREADABLE, "messages are text")),
                            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
                        }
                    }
                },
            }
        };
        self.go();
        if let Some((code, reason)) = end {
            self.host.metrics.cut.inc();
            let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
            // Whoever is too slow need not hear that it is.
            let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(close)).await;
            if code == close::TOO_LARGE {
                // A connection that is shut while more is coming loses what was said last.
                tokio::time::sleep(LINGER).await;
            }
        }
        for (table, _) in self.follows.values() {
            let _ = table.sender.send(TableAsk::Leave { socket: self.number }).await;
        }
    }

    /// Lets others know that somebody is here.
    fn come(&self) {
        let Some(people) = &self.host.people else { return };
        let family = match &self.who {
            Who::Member { family, .. } => Some(family.clone()),
            _ => None,
        };
        let (socket, out, ended) = (self.number, self.out.clone(), self.ended.clone());
        people.connect(&self.viewer.holder, Connected { socket, family, out, ended, relay: self.relay });
    }

    /// Whoever is gone seeks nothing any more.
    fn go(&self) {
        let Some(people) = &self.host.people else { return };
        if people.disconnect(&self.viewer.holder, self.number) {
            self.host.meeting.forget(&self.viewer.holder);
        }
    }

    /// Answers a message.
    async fn hear(&mut self, text: &str) -> Option<Tell> {
        let refused =
            |re, refused: Refused| Tell::Refused { re, reason: refused.reason, say: refused.say, view: refused.view };
        let message: Ask = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                // Numbers are looked for even in what cannot be read, so that whoever asked need not wait.
                let re = serde_json::from_str::<serde_json::Value>(text).ok().and_then(|value| value["re"].as_u64());
                let re = re.and_then(|re| u32::try_from(re).ok()).unwrap_or(0);
                return Some(refused(re, Refused::new(Reason::Malformed, &error.to_string())));
            }
        };
        if self.host.store.is_shared() {
            match self.pass_on(&message, text).await {
                Ok(true) => return None,
                Ok(false) => {}
                Err((re, failure)) => return Some(refused(re, failure)),
            }
        }
        match message {
            Ask::Ping { re } => Some(Tell::Ok { re }),
            Ask::Lobby { re, on } => {
                let Some(people) = &self.host.people else {
                    return Some(refused(re, Refused::new(Reason::NotHere, "there is no lobby here")));
                };
                self.lobby = on.then(|| self.host.meeting.watch());
                if let Some(lobby) = &mut self.lobby {
                    // What is in the channel is older than the answer.
                    lobby.mark_unchanged();
                }
                Some(Tell::Lobby { re, lobby: self.host.meeting.view(people, self.host.crowd()) })
            }
            Ask::Seek { re, terms, side, range } => Some(match self.host.seek(&self.who, terms, side, range).await {
                Ok(Sought::Waiting(seek)) => Tell::Sought { re, seek },
                Ok(Sought::Paired(game)) => Tell::Paired { re, game: game.to_string() },
                Err(failure) => refused(re, failure),
            }),
            Ask::Withdraw { re, seek } => {
                self.host.meeting.withdraw(&self.viewer.holder, seek);
                Some(Tell::Ok { re })
            }
            Ask::Accept { re, seek } => Some(match self.host.accept(&self.who, seek).await {
                Ok(game) => Tell::Paired { re, game: game.to_string() },
                Err(failure) => refused(re, failure),
            }),
            Ask::Tournament { re, tournament, on } => {
                let watched = match self.host.take_up_tournaments().await {
                    Ok(()) => self.host.tournaments.watch(&tournament).filter(|_| on),
                    Err(failure) => return Some(refused(re, failure)),
                };
                self.tournament = watched.map(|watched| (tournament, watched));
                Some(Tell::Ok { re })
            }
            Ask::Join { re, game, board, player } => {
                self.join(re, game, board, player).await.err().map(|failure| refused(re, failure))
            }
            Ask::Leave { re, game } => {
                if let Some((table, _)) = self.follows.remove(&game) {
                    let _ = table.sender.try_send(TableAsk::Leave { socket: self.number });
                }
                Some(Tell::Ok { re })
            }
            Ask::Do { re, game, nonce, command } => {
                let done = async {
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Do { viewer, nonce: nonce.as_str().into(), command, reply }).await
                };
                Some(match done.await {
                    Ok(done) => Tell::Done { re, nonce, version: done.version, node: done.node.map(|node| node.0) },
                    Err(failure) => {
                        self.host.metrics.refusals.inc();
                        refused(re, failure)
                    }
                })
            }
            Ask::Look { re, game, node } => {
                let look = async {
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Look { viewer, node: node.map(NodeNo), reply }).await
                };
                Some(
                    look.await
                        .map_or_else(|failure| refused(re, failure), |view| Tell::View { re, view: Box::new(view) }),
                )
            }
            Ask::Expand { re, game, node, prefix } => {
                let expand = async {
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Expand { viewer, node: NodeNo(node), prefix, reply }).await
                };
                Some(match expand.await {
                    Ok((moves, more)) => Tell::Moves { re, moves, more },
                    Err(failure) => refused(re, failure),
                })
            }
            Ask::Why { re, game, node, picks } => {
                let why = async {
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Why { viewer, node: NodeNo(node), picks, reply }).await
                };
                Some(why.await.map_or_else(|failure| refused(re, failure), |why| Tell::Why { re, why }))
            }
            Ask::Hint { re, game, node } => {
                self.ponder(re, game, node, None, 1, false).await.err().map(|failure| refused(re, failure))
            }
            Ask::Analyse { re, game: _, node: None, .. } => {
                self.analysis = None;
                Some(Tell::Ok { re })
            }
            Ask::Analyse { re, game, node: Some(node), bot, lines } => {
                let lines = usize::from(lines.unwrap_or(1).clamp(1, 8));
                self.ponder(re, game, node, bot, lines, true).await.err().map(|failure| refused(re, failure))
            }
        }
    }

    /// Where that is done which is asked, if it is another process.
    async fn elsewhere(&mut self, matter: &Matter<'_>) -> Result<Option<Member>, Refused> {
        let game = match matter {
            Matter::Lobby => {
                return Ok(match self.host.lobby_at().await? {
                    Where::Here(()) => None,
                    Where::There(member) => Some(member),
                });
            }
            Matter::Game(game) => *game,
        };
        if self.follows.get(game).is_some_and(|(table, _)| !table.sender.is_closed()) {
            return Ok(None);
        }
        if let Some(member) = self.elsewhere.get(game) {
            return Ok(Some(member.clone()));
        }
        match self.host.whereabouts(game).await? {
            Where::Here(_) => Ok(None),
            Where::There(member) => {
                if self.elsewhere.len() >= ELSEWHERE_MAX {
                    self.elsewhere.clear();
                }
                self.elsewhere.insert(game.to_string(), member.clone());
                Ok(Some(member))
            }
        }
    }

    /// Passes a question on to the process that is to answer it, and tells whether there is such. One that has died is waited
    /// for until others have taken over.
    async fn pass_on(&mut self, message: &Ask, text: &str) -> Result<bool, (u32, Refused)> {
        let Some((re, matter)) = matter(message) else { return Ok(false) };
        if matches!(message, Ask::Leave { game, .. } if !self.elsewhere.contains_key(game)) {
            return Ok(false);
        }
        let until = tokio::time::Instant::now() + WAITED;
        loop {
            // What is wrong with the question is told by whoever answers it.
            let Ok(Some(member)) = self.elsewhere(&matter).await else { return Ok(false) };
            // What was passed on already has only just moved; it does not go in circles.
            if !self.relay && self.relay_to(&member).await.is_some_and(|relay| relay.ask(text)) {
                return Ok(true);
            }
            self.relays.remove(&member.epoch);
            self.elsewhere.retain(|_, known| known.epoch != member.epoch);
            if self.relay || tokio::time::Instant::now() >= until || self.host.closed.load(Ordering::SeqCst) {
                return Err((re, gone()));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn relay_to(&mut self, member: &Member) -> Option<&Relay> {
        if !self.relays.contains_key(&member.epoch) {
            let (out, slow, broken) = (self.out.clone(), self.slow.clone(), self.broken.clone());
            let relay = Relay::open(&self.host, member, &self.who, Ears { out, slow, broken }).await?;
            self.relays.insert(member.epoch, relay);
        }
        self.relays.get(&member.epoch)
    }

    async fn table(&self, game: &str) -> Result<(TableHandle, Viewer), Refused> {
        match self.follows.get(game).filter(|(table, _)| !table.sender.is_closed()) {
            Some((table, viewer)) => Ok((table.clone(), viewer.clone())),
            None => Ok((self.host.table(game).await?, self.viewer.clone())),
        }
    }

    async fn join(
        &mut self,
        re: u32,
        game: String,
        board: Option<String>,
        side: Option<String>,
    ) -> Result<(), Refused> {
        if self.follows.len() >= self.host.limits.follows && !self.follows.contains_key(&game) {
            return Err(Refused::new(Reason::TooMany, "this socket follows too many games already"));
        }
        let table = self.host.table(&game).await?;
        let follower = Follower {
            socket: self.number,
            viewer: self.viewer.clone(),
            out: self.out.clone(),
            slow: self.slow.clone(),
        };
        let viewer = ask(&table, |reply| TableAsk::Join { follower, side, re, board, reply }).await?;
        self.follows.insert(game, (table, viewer));
        Ok(())
    }

    /// Lets a bot think; what it thinks comes by itself.
    async fn ponder(
        &mut self,
        re: u32,
        game: String,
        node: u32,
        bot: Option<dagaz_contract::view::BotChoice>,
        lines: usize,
        endless: bool,
    ) -> Result<(), Refused> {
        let (table, viewer) = self.table(&game).await?;
        let pondered = ask(&table, |reply| TableAsk::Ponder { viewer, node: NodeNo(node), reply }).await?;
        let out = self.out.clone();
        let tell = move |thought| {
            let tell = Tell::Thought { re, game: game.clone(), node, thought };
            let _ = out.try_send(serde_json::to_string(&tell).unwrap_or_default().into());
        };
        let stop = self.host.bots.ponder(pondered, bot, lines, endless, tell)?;
        if endless {
            // The one before stops when it is dropped.
            self.analysis = Some(stop);
        } else {
            stop.let_go();
        }
        Ok(())
    }
}

/// What a question is about, where that may be with another process.
enum Matter<'a> {
    Lobby,
    Game(&'a str),
}

fn matter(message: &Ask) -> Option<(u32, Matter<'_>)> {
    Some(match message {
        Ask::Ping { .. } | Ask::Analyse { node: None, .. } => return None,
        // Whoever has the lobby runs the tournaments too.
        Ask::Lobby { re, .. }
        | Ask::Seek { re, .. }
        | Ask::Withdraw { re, .. }
        | Ask::Accept { re, .. }
        | Ask::Tournament { re, .. } => (*re, Matter::Lobby),
        Ask::Join { re, game, .. }
        | Ask::Leave { re, game }
        | Ask::Do { re, game, .. }
        | Ask::Look { re, game, .. }
        | Ask::Expand { re, game, .. }
        | Ask::Why { re, game, .. }
        | Ask::Hint { re, game, .. }
        | Ask::Analyse { re, game, .. } => (*re, Matter::Game(game)),
    })
}

/// What has changed in the lobby; waits for ever while nobody looks.
async fn changed(lobby: &mut Option<watch::Receiver<Arc<str>>>) -> Option<Arc<str>> {
    match lobby {
        Some(lobby) => {
            lobby.changed().await.ok()?;
            Some(lobby.borrow_and_update().clone())
        }
        None => std::future::pending().await,
    }
}

/// What has changed in a tournament; waits for ever while nobody hears of one, or it is over.
async fn stirred(tournament: &mut Option<(String, watch::Receiver<u32>)>) -> Option<Tell> {
    let Some((id, versions)) = tournament else { return std::future::pending().await };
    if versions.changed().await.is_err() {
        *tournament = None;
        return None;
    }
    Some(Tell::Tournament { tournament: id.clone(), version: *versions.borrow_and_update() })
}
