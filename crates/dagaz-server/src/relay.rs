//! A socket to another process on behalf of a client's socket here: requests go there, and all
//! messages come back.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::Request;
use dagaz_session::Millis;
use dagaz_store::Member;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc, watch};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;

use crate::caller::Who;
use crate::encoded::Text;
use crate::host::Host;

/// The receiver of messages: the client's socket.
#[derive(Clone)]
pub(crate) struct Ears {
    /// The messages.
    pub(crate) out: mpsc::Sender<Text>,
    /// Notified when `out` is full.
    pub(crate) slow: Arc<Notify>,
    /// Notified when the other process has gone.
    pub(crate) broken: Arc<Notify>,
}

/// See the [module documentation](self). It ends when this is dropped.
pub(crate) struct Relay {
    questions: mpsc::Sender<RelayedRequest>,
    /// The last round-trip time reported there.
    lag: Millis,
}

/// A request to the other process.
enum RelayedRequest {
    Text(String),
    /// How long the way is from here to the client.
    Lag(Millis),
}

impl Relay {
    /// Connects to another process on behalf of a client; `None` if it does not answer.
    pub(crate) async fn open(host: &Host, member: &Member, who: &Who, from: IpAddr, ears: Ears) -> Option<Relay> {
        let stream = host.peers.call(member).await?;
        let mut request = Request::builder()
            .uri(format!("ws://{}/api/v1/socket", member.address))
            .header("Host", &member.address)
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", generate_key())
            .header(crate::peers::FROM, from.to_string());
        for (name, value) in host.peers.introduction(who) {
            request = request.header(name, value);
        }
        let calling = tokio_tungstenite::client_async(request.body(()).ok()?, stream);
        let (socket, _) = tokio::time::timeout(crate::peers::WAITED / 4, calling).await.ok()?.ok()?;
        let (questions, asked) = mpsc::channel(host.limits.queue);
        let (epoch, members) = (member.epoch, host.peers.members());
        tokio::spawn(async move {
            tokio::select! {
                () = pass(socket, asked, &ears) => {}
                () = struck_off(members, epoch) => {}
            }
            ears.broken.notify_one();
        });
        Some(Relay { questions, lag: Millis::default() })
    }

    /// Forwards a client's request with its round-trip time. Returns false if the connection is
    /// gone or its queue is full.
    pub(crate) fn ask(&mut self, text: &str, lag: Millis) -> bool {
        if std::mem::replace(&mut self.lag, lag) != lag && self.questions.try_send(RelayedRequest::Lag(lag)).is_err() {
            return false;
        }
        self.questions.try_send(RelayedRequest::Text(text.to_string())).is_ok()
    }
}

/// Completes when the lease of a member expires. A hanging process keeps its connections, but loses
/// its lease.
async fn struck_off(mut members: watch::Receiver<Arc<[Member]>>, epoch: i64) {
    let has = |members: &Arc<[Member]>| members.iter().any(|one| one.epoch == epoch);
    // One that has just come in is in no list yet.
    let seen = members.wait_for(has).await.is_ok();
    if !seen || members.wait_for(|members| !has(members)).await.is_err() {
        std::future::pending().await
    }
}

async fn pass(mut socket: WebSocketStream<TcpStream>, mut asked: mpsc::Receiver<RelayedRequest>, ears: &Ears) {
    loop {
        tokio::select! {
            question = asked.recv() => {
                let Some(question) = question else {
                    let _ = socket.close(None).await;
                    return;
                };
                let message = match question {
                    RelayedRequest::Text(text) => Message::text(text),
                    RelayedRequest::Lag(lag) => Message::binary(u32::try_from(lag.0).unwrap_or(u32::MAX).to_be_bytes().to_vec()),
                };
                if socket.send(message).await.is_err() {
                    return;
                }
            }
            told = socket.next() => match told {
                Some(Ok(Message::Text(text))) => {
                    if ears.out.try_send(text).is_err() {
                        ears.slow.notify_one();
                        return;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            }
        }
    }
}
