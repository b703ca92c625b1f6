//! The framing of a socket: an upgraded connection, and messages on it.
//!
//! A connection keeps a buffer for the largest piece ever written at once. The moves of a long game
//! are hundreds of kilobytes, sent whole after a reconnect. So long messages are sent in pieces, as
//! continuation frames.

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dagaz_contract::message::Reason;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::pace::{Pace, Paced};
use crate::encoded::Text;
use crate::refused::Refused;

/// Bytes of a piece.
const PIECE: usize = 8_192;

/// Messages up to that many bytes share a write.
const WRITE_BYTES: usize = 16_384;

/// Bytes that are read at a time: most sockets are silent most of the time.
const READ_BYTES: usize = 2_048;

/// Cost of socket traffic: extra bytes per message, and the divisor for outgoing bytes. See
/// [`Limits::address_bytes`](crate::Limits::address_bytes).
const QUESTION: usize = 256;
const TOLD: usize = 16;

/// A request that asks for a socket.
pub(crate) struct Call {
    key: String,
    upgrade: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Call {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Call, Response> {
        let headers = &parts.headers;
        let asks = parts.method == Method::GET
            && names(headers, header::CONNECTION, "upgrade")
            && names(headers, header::UPGRADE, "websocket")
            && names(headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok()).map(str::to_string);
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let call = key.zip(upgrade).filter(|_| asks).map(|(key, upgrade)| Call { key, upgrade });
        call.ok_or_else(|| {
            let refused = Refused::new(Reason::Malformed, "this is the address of a WebSocket, version 13");
            crate::refused::with_status(refused, StatusCode::UPGRADE_REQUIRED)
        })
    }
}

/// Returns whether one of the words of a header is this one.
fn names(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
}

impl Call {
    /// Accepts the upgrade and calls `run` with the socket. Messages have a maximum size, and are
    /// read at a limited pace.
    pub(super) fn take<F>(
        self,
        message_bytes: usize,
        pace: Option<Pace>,
        run: impl FnOnce(SocketStream) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let config = WebSocketConfig::default()
            .max_message_size(Some(message_bytes))
            .max_frame_size(Some(message_bytes))
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(WRITE_BYTES)
            .max_write_buffer_size(4 << 20);
        tokio::spawn(async move {
            // A client may disconnect before it has received the answer.
            let Ok(upgraded) = self.upgrade.await else { return };
            let stream =
                WebSocketStream::from_raw_socket(Paced::new(TokioIo::new(upgraded), pace), Role::Server, Some(config))
                    .await;
            run(SocketStream { stream }).await;
        });
        let headers = [
            (header::CONNECTION, "upgrade".to_string()),
            (header::UPGRADE, "websocket".to_string()),
            (header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(self.key.as_bytes())),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// See the [module documentation](self).
pub(super) struct SocketStream {
    stream: WebSocketStream<Paced<TokioIo<Upgraded>>>,
}

impl SocketStream {
    /// Returns the next message; `None` if the other side has gone.
    pub(super) async fn hear(&mut self) -> Option<Result<Message, Error>> {
        self.stream.get_mut().rested().await;
        let heard = self.stream.next().await;
        self.stream.get_mut().charge(QUESTION);
        heard
    }

    /// Puts a text behind what waits to be written.
    pub(super) async fn feed(&mut self, text: Text) -> Result<(), Error> {
        self.stream.get_mut().charge(text.len() / TOLD);
        if text.len() <= PIECE {
            return self.stream.feed(Message::Text(text)).await;
        }
        let mut rest = Bytes::from(text);
        let mut kind = Data::Text;
        while !rest.is_empty() {
            let piece = rest.split_to(PIECE.min(rest.len()));
            self.stream.feed(Message::Frame(Frame::message(piece, OpCode::Data(kind), rest.is_empty()))).await?;
            kind = Data::Continue;
        }
        Ok(())
    }

    /// Puts a ping behind what waits to be written.
    pub(super) async fn feed_ping(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.stream.feed(Message::Ping(Bytes::copy_from_slice(bytes))).await
    }

    /// Writes what waits to be written.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        self.stream.flush().await
    }

    /// Sends a text.
    pub(super) async fn send(&mut self, text: Text) -> Result<(), Error> {
        self.feed(text).await?;
        self.flush().await
    }

    /// Asks whether the other side is still there.
    pub(super) async fn ping(&mut self) -> Result<(), Error> {
        self.stream.send(Message::Ping(Bytes::new())).await
    }

    /// Closes the socket with a reason.
    pub(super) async fn close(&mut self, code: u16, reason: &'static str) -> Result<(), Error> {
        use tokio_tungstenite::tungstenite::protocol::CloseFrame;
        self.stream.send(Message::Close(Some(CloseFrame { code: code.into(), reason: reason.into() }))).await
    }
}
