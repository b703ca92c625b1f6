//! Other processes with the same database.
//!
//! A game has one table, at the process that owns it. Other processes forward requests about the
//! game to its owner, and its answers back ([`relay`](crate::relay) does it for sockets). The lobby
//! is at one process too, so a seek cannot be accepted twice. When a process dies, sockets that led
//! to it are closed. Browsers reconnect, and within a few seconds its games have another owner.
//!
//! Processes authenticate by a secret derived from their token, and report the client's identity to
//! each other. They use HTTP without TLS, so their network must be private.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use dagaz_contract::catalog::RecordText;
use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use dagaz_store::{Claim, Event, Load, Member, Store};
use hyper_util::rt::TokioIo;
use subtle::ConstantTimeEq;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::caller::Who;
use crate::encoded::Text;
use crate::guard::Token;
use crate::host::Host;
use crate::people::People;
use crate::refused::Refused;
use crate::table::TableHandle;
use crate::tournaments::Tournaments;
use dagaz_table::hex;

/// By which a process shows that it is one of ours.
const SECRET: &str = "dagaz-peer";

/// By which it says who asks.
const WHO: &str = "dagaz-who";

/// By which it says from which address.
pub(crate) const FROM: &str = "dagaz-from";

/// How long the owner of a game that does not answer is waited for: a lease has ended by then.
pub(crate) const WAITED: Duration = Duration::from_secs(12);

/// Between two tries.
pub(crate) const PAUSE: Duration = Duration::from_millis(250);

/// How long another process may take to answer a call.
pub(crate) const CALLING: Duration = Duration::from_secs(2);

/// Bytes of a record that another process gives.
const RECORD_BYTES: usize = 64 << 20;

/// The post of the process that has the lobby.
const LOBBY: &str = "lobby";

/// Where something is.
pub(crate) enum Where<T> {
    /// In this process.
    Here(T),
    /// In another one.
    There(Member),
}

/// A request to another process.
pub(crate) struct Errand<'a> {
    pub(crate) method: Method,
    /// Path and query.
    pub(crate) path: &'a str,
    /// From where it was asked for, if that matters.
    pub(crate) from: Option<IpAddr>,
    /// JSON, or nothing.
    pub(crate) body: Bytes,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The request was not delivered.
    Unasked,
    /// It may have been received.
    Unanswered,
}

/// Marks a request of another process.
#[derive(Clone, Copy)]
pub(crate) struct Introduced;

/// See the [module documentation](self).
pub(crate) struct Peers {
    secret: String,
    /// Whether there can be others.
    shared: bool,
    /// All who are there, oneself among them.
    members: watch::Sender<Arc<[Member]>>,
    /// The number of expired leases of this process.
    anew: watch::Sender<u64>,
    /// For how many of these its tables were given up.
    given_up: AtomicU64,
    /// Whether accounts, passes or mutes may have changed.
    people: AtomicBool,
}

impl Peers {
    /// Listens to the events of other processes.
    pub(crate) fn new(
        store: &Store,
        token: &Token,
        people: Option<&Arc<People>>,
        tournaments: &Arc<Tournaments>,
    ) -> Arc<Peers> {
        let peers = Arc::new(Peers {
            secret: hex(&token.mix(b"between processes")),
            shared: store.is_shared(),
            members: watch::Sender::new(Arc::from([])),
            anew: watch::Sender::new(0),
            given_up: AtomicU64::new(0),
            people: AtomicBool::new(false),
        });
        let (told, people, tournaments) = (peers.clone(), people.cloned(), tournaments.clone());
        store.listen(move |event| match event {
            Event::Members(members) => drop(told.members.send_replace(members.into())),
            Event::Anew => told.anew.send_modify(|times| *times += 1),
            Event::People => told.people.store(true, Ordering::SeqCst),
            Event::Said(text) => match (&people, text.split_once('\n')) {
                // Requests without an owner are for the coordinator.
                (_, Some(("", ended))) => tournaments.note_said(ended),
                (Some(people), Some((holder, tell))) => people.tell_own(&HolderId::new(holder), &tell.into()),
                _ => {}
            },
        });
        peers
    }

    /// Returns a watch on the number of expired leases.
    pub(crate) fn anew(&self) -> watch::Receiver<u64> {
        self.anew.subscribe()
    }

    /// Who is there.
    pub(crate) fn members(&self) -> watch::Receiver<Arc<[Member]>> {
        self.members.subscribe()
    }

    /// Returns whether accounts, passes or mutes may have changed since this was last asked.
    pub(crate) fn people_changed(&self) -> bool {
        self.people.swap(false, Ordering::SeqCst)
    }

    /// Returns whether all tables must be dropped: once for each expired lease.
    pub(crate) fn must_give_up(&self) -> bool {
        let times = *self.anew.borrow();
        self.given_up.swap(times, Ordering::SeqCst) != times
    }

    /// Returns the client of a forwarded request.
    pub(crate) fn introduced(&self, headers: &HeaderMap) -> Option<Who> {
        let shown = headers.get(SECRET).filter(|_| self.shared)?;
        bool::from(shown.as_bytes().ct_eq(self.secret.as_bytes())).then_some(())?;
        who_from(headers.get(WHO)?.to_str().ok()?)
    }

    /// Returns the headers of a forwarded request: the proof of membership, and its client.
    pub(crate) fn introduction(&self, who: &Who) -> [(&'static str, String); 2] {
        [(SECRET, self.secret.clone()), (WHO, who_as_text(who))]
    }

    /// Calls another process.
    pub(crate) async fn call(&self, member: &Member) -> Option<TcpStream> {
        let stream = tokio::time::timeout(CALLING, TcpStream::connect(&member.address)).await.ok()?.ok()?;
        stream.set_nodelay(true).ok()?;
        Some(stream)
    }

    /// Sends a request to another process on behalf of a client.
    async fn get(&self, member: &Member, who: &Who, path: &str) -> Option<Response> {
        self.send(member, who, &Errand { method: Method::GET, path, from: None, body: Bytes::new() }).await.ok()
    }

    /// Sends a request to another process.
    pub(crate) async fn send(&self, member: &Member, who: &Who, errand: &Errand<'_>) -> Result<Response, Lost> {
        let stream = self.call(member).await.ok_or(Lost::Unasked)?;
        let shaken = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|_| Lost::Unasked)?;
        tokio::spawn(connection);
        let method = errand.method.clone();
        let mut request = Request::builder().method(method).uri(errand.path).header(header::HOST, &member.address);
        if !errand.body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(from) = errand.from {
            request = request.header(FROM, from.to_string());
        }
        for (name, value) in self.introduction(who) {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(errand.body.clone())).map_err(|_| Lost::Unasked)?;
        let response = sender.send_request(request).await.map_err(|_| Lost::Unanswered)?;
        Ok(response.map(Body::new))
    }
}

/// Returns a client's identity as a header value.
fn who_as_text(who: &Who) -> String {
    match who {
        Who::Owner => "owner".to_string(),
        Who::Nobody => "nobody".to_string(),
        Who::Guest { holder } => format!("guest {}", hex(holder.0.as_bytes())),
        Who::Member { holder, name, family } => {
            format!("member {} {} {}", hex(holder.0.as_bytes()), hex(family.as_bytes()), hex(name.as_bytes()))
        }
    }
}

fn who_from(text: &str) -> Option<Who> {
    let mut words = text.split(' ');
    let kind = words.next()?;
    let mut next = || {
        let word = words.next()?;
        let byte = |at: usize| u8::from_str_radix(word.get(at..at + 2)?, 16).ok();
        String::from_utf8((0..word.len()).step_by(2).map(byte).collect::<Option<_>>()?).ok()
    };
    match kind {
        "owner" => Some(Who::Owner),
        "nobody" => Some(Who::Nobody),
        "guest" => Some(Who::Guest { holder: HolderId::new(&next()?) }),
        "member" => {
            let (holder, family, name) = (HolderId::new(&next()?), next()?.into(), next()?.into());
            Some(Who::Member { holder, name, family })
        }
        _ => None,
    }
}

impl Host {
    /// Returns the owner of a game; this process claims an unowned one.
    pub(crate) async fn claim(&self, id: &str) -> Result<Where<()>, Refused> {
        if !self.store.is_shared() {
            return Ok(Where::Here(()));
        }
        let id = id.to_string();
        match self.reading(move |store| store.claim(&id)).await? {
            Claim::Own => Ok(Where::Here(())),
            Claim::Elsewhere(member) => Ok(Where::There(member)),
            Claim::Unknown => Err(Refused::new(Reason::Unknown, "there is no such game")),
        }
    }

    /// Where the lobby is; it becomes ours if it is nowhere.
    pub(crate) async fn lobby_at(&self) -> Result<Where<()>, Refused> {
        if !self.store.is_shared() {
            return Ok(Where::Here(()));
        }
        match self.reading(|store| store.take_post(LOBBY)).await? {
            Claim::Elsewhere(member) => Ok(Where::There(member)),
            Claim::Own | Claim::Unknown => Ok(Where::Here(())),
        }
    }

    /// Returns the numbers of connected users and of games, on all processes.
    pub(crate) fn crowd(&self) -> Load {
        let mut all = self.load();
        let own = self.store.epoch();
        for member in self.peers.members.borrow().iter().filter(|member| member.epoch != own) {
            all.people += member.load.people;
            all.tables += member.load.tables;
        }
        all
    }

    /// The same of this process alone.
    pub(crate) fn load(&self) -> Load {
        let people = self.people.as_ref().map_or(0, |people| people.count());
        Load { tables: self.table_count() as u32, people }
    }

    /// Sends a message to a person wherever they are connected.
    pub(crate) fn tell_everywhere(&self, people: &People, holder: &HolderId, text: &Text) {
        people.tell_own(holder, text);
        if self.store.is_shared() {
            self.store.say(&format!("{}\n{text}", holder.0));
        }
    }

    /// Returns the record of a game that another process has, as JSON.
    pub(crate) async fn record_there(&self, member: &Member, id: &str) -> Result<Arc<str>, Refused> {
        let path = format!("/api/v1/games/{id}/record?format=json");
        let answer = self.peers.get(member, &Who::Nobody, &path).await.ok_or_else(gone)?;
        if answer.status() != StatusCode::OK {
            return Err(Refused::new(Reason::BadRecord, "this game cannot be read now"));
        }
        let body = axum::body::to_bytes(answer.into_body(), RECORD_BYTES).await.map_err(|_| gone())?;
        let record: RecordText = serde_json::from_slice(&body).map_err(|_| gone())?;
        Ok(record.text.into())
    }
}

/// Returns the refusal while the owner of a game is replaced.
pub(crate) fn gone() -> Refused {
    Refused::new(Reason::Busy, "this game is just moving to another process of the server; try again")
}

/// Forwards a request about a game to its owner.
pub(crate) async fn to_the_owner(
    State(host): State<Arc<Host>>,
    Path(id): Path<String>,
    Extension(who): Extension<Who>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    if !host.store.is_shared() {
        return next.run(request).await;
    }
    let until = Instant::now() + WAITED;
    loop {
        let member = match host.whereabouts(&id).await {
            Ok(Where::There(member)) => member,
            Ok(Where::Here(_)) | Err(_) => return next.run(request).await,
        };
        // A forwarded request is not forwarded again: the game has only just moved.
        let sent = request.extensions().get::<Introduced>().is_some();
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let answer = if sent { None } else { host.peers.get(&member, &who, path).await };
        match answer {
            Some(answer) => return passed_back(answer),
            None if sent || Instant::now() >= until => return gone().into_response(),
            None => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Another process's response, without headers of the connection and headers that all responses
/// get.
pub(crate) fn passed_back(mut answer: Response) -> Response {
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH] {
        answer.headers_mut().remove(name);
    }
    answer
}

/// Returns a local table, or a refusal: for requests that are never forwarded.
pub(crate) fn here(found: Where<TableHandle>) -> Result<TableHandle, Refused> {
    match found {
        Where::Here(table) => Ok(table),
        Where::There(_) => Err(gone()),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn client_names_in_headers_are_encoded() {
        let member =
            Who::Member { holder: HolderId::new("p1"), name: "Жанна".into(), family: "a family of passes".into() };
        for who in [Who::Owner, Who::Nobody, Who::Guest { holder: HolderId::new("g7") }, member] {
            let text = who_as_text(&who);
            assert!(HeaderValue::from_str(&text).is_ok(), "{text}");
            assert_eq!(who_from(&text), Some(who));
        }
        for wrong in ["", "guest", "guest 6", "guest zz", "king 67", "member 67"] {
            assert_eq!(who_from(wrong), None, "{wrong}");
        }
    }
}
