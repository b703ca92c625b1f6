//! A guest with a socket, who reads no more of what comes than is needed to play.

use std::borrow::Cow;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};

use super::client_address::ClientAddress;
use super::http::Http;

/// What is read of a message; the rest is skipped.
#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow)]
    tell: Cow<'a, str>,
    #[serde(default)]
    re: u32,
    version: Option<u64>,
    node: Option<u64>,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    view: Option<WireView<'a>>,
}

#[derive(Deserialize)]
struct WireView<'a> {
    node: u64,
    /// Moves have numbers from 0 on: how many there are is all that has to be known of them.
    choices: u32,
    #[serde(borrow)]
    status: WireStatus<'a>,
    #[serde(borrow)]
    me: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct WireStatus<'a> {
    #[serde(borrow)]
    turn: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    state: Cow<'a, str>,
}

/// An answer.
pub(super) struct Heard {
    re: u32,
    /// Whether it is `done` or `joined`, and no refusal.
    pub(super) good: bool,
    pub(super) version: Option<u64>,
    pub(super) node: Option<u64>,
    pub(super) reason: Option<String>,
}

/// What the guest knows of a game.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) node: u64,
    /// How many moves there are.
    pub(super) choices: u32,
    /// Whether the guest is to move.
    pub(super) own_turn: bool,
    pub(super) state: State,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Playing,
    Over,
}

impl WireView<'_> {
    fn seen(&self) -> Seen {
        let state = match &*self.status.state {
            "waiting" => State::Waiting,
            "playing" => State::Playing,
            _ => State::Over,
        };
        let own_turn = self.status.turn.iter().any(|player| self.me.contains(player));
        Seen { node: self.node, choices: self.choices, own_turn, state }
    }
}

type Socket = WebSocketStream<TcpStream>;

/// See the [module documentation](self).
pub(super) struct Guest {
    pub(super) pass: String,
    pub(super) road: ClientAddress,
    socket: Socket,
    next: u32,
    /// The last view that came.
    pub(super) seen: Option<Seen>,
}

async fn open(road: ClientAddress, pass: &str) -> Result<Socket, String> {
    let url = format!("ws://127.0.0.1:{}/api/v1/socket", road.port).parse().map_err(|_| "no address")?;
    let request = ClientRequestBuilder::new(url).with_header("Authorization", format!("Bearer {pass}"));
    let stream = road.connect().await?;
    let config = WebSocketConfig::default().read_buffer_size(16_384);
    let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

impl Guest {
    /// Comes in, and opens a socket that says nothing yet.
    pub(super) async fn come(road: ClientAddress) -> Result<Guest, String> {
        let mut http = Http::connect(road).await?;
        http.ask("POST", "/api/v1/guests", "", Some(serde_json::json!({}))).await?;
        let pass = http.pass.ok_or("a guest without a pass")?;
        let socket = open(road, &pass).await?;
        Ok(Guest { pass, road, socket, next: 0, seen: None })
    }

    /// Waits for the next message.
    pub(super) async fn hear(&mut self) -> Result<Heard, String> {
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await;
            match heard.map_err(|_| "nothing has come for a minute")? {
                Some(Ok(Message::Text(text))) => return self.read(&text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err("a socket was closed".to_string()),
                Some(Ok(_)) => {}
            }
        }
    }

    fn read(&mut self, text: &str) -> Result<Heard, String> {
        let wire: Wire<'_> = serde_json::from_str(text).map_err(|error| format!("{error}: {text:.200}"))?;
        if let Some(view) = &wire.view {
            let view = view.seen();
            // A move that comes out of its order shows here.
            if let Some(known) = &self.seen
                && view.node != known.node
                && view.node != known.node + 1
                && wire.tell == "update"
            {
                return Err(format!("node {} came after node {}", view.node, known.node));
            }
            self.seen = Some(view);
        }
        let good = matches!(&*wire.tell, "done" | "joined" | "ok");
        let reason = wire.reason.map(Cow::into_owned);
        Ok(Heard { re: wire.re, good, version: wire.version, node: wire.node, reason })
    }

    /// Asks, and waits for the answer. The question is JSON without its end, to which its number is
    /// added.
    pub(super) async fn ask(&mut self, question: &str) -> Result<Heard, String> {
        self.next += 1;
        let question = format!("{question},\"re\":{}}}", self.next);
        self.socket.send(Message::text(question)).await.map_err(|error| error.to_string())?;
        loop {
            let heard = self.hear().await?;
            if heard.re == self.next {
                return Ok(heard);
            }
        }
    }

    /// Waits and only answers pings: a server closes connections without pongs.
    pub(super) async fn rest(&mut self, time: Duration) -> Result<(), String> {
        let until = tokio::time::Instant::now() + time;
        while let Ok(heard) = tokio::time::timeout_at(until, self.socket.next()).await {
            match heard {
                Some(Ok(Message::Text(text))) => drop(self.read(&text)?),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err("a socket was closed".to_string()),
                Some(Ok(_)) => {}
            }
        }
        Ok(())
    }

    /// Subscribes to a game again, with rules whose board the guest knows.
    pub(super) async fn join(&mut self, game: &str, board: &str) -> Result<(), String> {
        self.seen = None;
        let joined = self.ask(&format!(r#"{{"ask":"join","game":"{game}","board":"{board}""#)).await?;
        if joined.good { Ok(()) } else { Err(format!("{game} was not joined: {:?}", joined.reason)) }
    }

    /// Follows a game no longer.
    pub(super) async fn leave(&mut self, game: &str) -> Result<(), String> {
        self.ask(&format!(r#"{{"ask":"leave","game":"{game}""#)).await.map(|_| ())
    }

    /// Loses the connection and makes it again.
    pub(super) async fn reconnect(&mut self, game: &str, board: &str) -> Result<(), String> {
        let node = self.seen.map(|seen| seen.node);
        self.socket = open(self.road, &self.pass).await?;
        self.join(game, board).await?;
        let now = self.seen.map(|seen| seen.node);
        if now >= node {
            Ok(())
        } else {
            Err(format!("{game} was at {node:?} and is at {now:?} after a lost connection"))
        }
    }
}
