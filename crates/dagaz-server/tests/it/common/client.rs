//! A WebSocket client of a server for tests.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A socket with what came unasked.
pub(crate) struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<AsyncStream>>,
    pub(super) next: u32,
    pub news: Vec<Value>,
}

impl Client {
    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("it is open");
    }

    /// The next message, or the code with which the socket was closed.
    pub(crate) async fn hear(&mut self) -> Result<Value, u16> {
        loop {
            let heard =
                tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await.expect("something comes");
            match heard {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("it is JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(1005, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// Asks, and gives the answer; what comes between is kept.
    pub(crate) async fn ask(&mut self, mut question: Value) -> Value {
        self.next += 1;
        question["re"] = self.next.into();
        self.send(&question.to_string()).await;
        loop {
            let heard = self.hear().await.expect("it is open");
            if heard["re"] == self.next {
                return heard;
            }
            self.news.push(heard);
        }
    }

    pub(crate) async fn act(&mut self, game: &str, nonce: &str, command: Value) -> Value {
        self.ask(json!({ "ask": "do", "game": game, "nonce": nonce, "command": command })).await
    }

    /// Waits for something that comes unasked.
    pub(crate) async fn wait_for(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(place) = self.news.iter().position(&what) {
                return self.news.drain(..=place).next_back().expect("it was found");
            }
            let heard = self.hear().await.expect("it is open");
            self.news.push(heard);
        }
    }
}
