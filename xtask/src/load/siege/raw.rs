//! Raw connections for arbitrary bytes.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::load::client_address::ClientAddress;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// First bytes of frames: the last or only piece of a text, and pieces that others follow.
pub(super) const TEXT: u8 = 0x81;
pub(super) const TEXT_BEGINS: u8 = 0x01;
pub(super) const TEXT_GOES_ON: u8 = 0x00;
pub(super) const PING: u8 = 0x89;

/// A frame of a client, with its length as it is.
pub(super) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = head_of_frame(first, payload.len() as u64);
    // A mask of nothing but zeros leaves everything as it is.
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// The head of a frame that says it is so long, without the mask.
pub(super) fn head_of_frame(first: u8, length: u64) -> Vec<u8> {
    match length {
        0..126 => vec![first, 0x80 | length as u8],
        126..65_536 => [&[first, 0xFE], &(length as u16).to_be_bytes()[..]].concat(),
        _ => [&[first, 0xFF], &length.to_be_bytes()[..]].concat(),
    }
}

/// What a server says on a socket.
pub(super) enum Heard {
    Text(String),
    /// It has closed the socket, with a number if it gave one.
    Closed(Option<u16>),
}

impl Heard {
    /// The end of a socket in words.
    pub(super) fn end(&self) -> String {
        match self {
            Heard::Text(_) => "answered".to_string(),
            Heard::Closed(Some(code)) => format!("closed ({code})"),
            Heard::Closed(None) => "cut off".to_string(),
        }
    }
}

/// A socket on which frames are written by hand.
pub(super) struct Raw {
    pub(super) stream: TcpStream,
    read: Vec<u8>,
}

impl Raw {
    /// Opens a socket; how that was answered if it was not opened.
    pub(super) async fn open(road: ClientAddress, headers: &str) -> Result<Raw, String> {
        Raw::open_on(road.connect().await?, road.port, headers).await
    }

    /// The same on a connection that is there already.
    pub(super) async fn open_on(mut stream: TcpStream, port: u16, headers: &str) -> Result<Raw, String> {
        let head = format!(
            "GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        let cut_off = |_| "cut off".to_string();
        stream.write_all(head.as_bytes()).await.map_err(cut_off)?;
        let mut raw = Raw { stream, read: Vec::new() };
        loop {
            if let Some(end) = raw.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&raw.read[..end]).into_owned();
                raw.read.drain(..end + 4);
                return match status(&head) {
                    Some(101) => Ok(raw),
                    Some(status) => Err(status.to_string()),
                    None => Err("no answer".to_string()),
                };
            }
            if !raw.more().await {
                return Err("cut off".to_string());
            }
        }
    }

    /// Whether anything has come before the other side was gone.
    async fn more(&mut self) -> bool {
        let mut part = [0; 16_384];
        match tokio::time::timeout(PATIENCE, self.stream.read(&mut part)).await {
            Ok(Ok(read)) if read > 0 => {
                self.read.extend_from_slice(&part[..read]);
                true
            }
            _ => false,
        }
    }

    /// Writes bytes as they are. [`Raw::hear`] reports a closed socket.
    pub(super) async fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Says something and gives the next answer.
    pub(super) async fn ask(&mut self, text: &str) -> Heard {
        self.send(&frame(TEXT, text.as_bytes())).await;
        self.hear().await
    }

    /// The answer to the question of this number; what comes between is skipped.
    pub(super) async fn answer(&mut self, text: &str, re: u64) -> Heard {
        self.send(&frame(TEXT, text.as_bytes())).await;
        loop {
            match self.hear().await {
                Heard::Text(text) if number(&text) != Some(re) => {}
                heard => return heard,
            }
        }
    }

    /// The next text, or the end.
    pub(super) async fn hear(&mut self) -> Heard {
        let mut text = Vec::new();
        loop {
            while let Some((first, payload)) = self.next_frame() {
                match first & 0x0F {
                    0x8 => return Heard::Closed(payload.first_chunk().map(|code| u16::from_be_bytes(*code))),
                    0x0 | 0x1 => {
                        text.extend(payload);
                        if first & 0x80 != 0 {
                            return Heard::Text(String::from_utf8_lossy(&text).into_owned());
                        }
                    }
                    _ => {}
                }
            }
            if !self.more().await {
                return Heard::Closed(None);
            }
        }
    }

    /// A whole frame of what has been read.
    fn next_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (&first, &second) = (self.read.first()?, self.read.get(1)?);
        let (length, head) = match second & 0x7F {
            126 => (usize::from(u16::from_be_bytes(*self.read.get(2..)?.first_chunk()?)), 4),
            127 => (usize::try_from(u64::from_be_bytes(*self.read.get(2..)?.first_chunk()?)).ok()?, 10),
            length => (usize::from(length), 2),
        };
        let payload = self.read.get(head..head + length)?.to_vec();
        self.read.drain(..head + length);
        Some((first, payload))
    }
}

/// The number of the question that a message answers.
fn number(text: &str) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value["re"].as_u64()
}

fn status(head: &str) -> Option<u16> {
    head.split(' ').nth(1)?.parse().ok()
}

/// An answer to a request.
pub(super) struct Answered {
    pub(super) status: u16,
    /// The pass that came with it.
    pub(super) pass: Option<String>,
    pub(super) body: String,
}

/// A request on a connection of its own; none if there was no answer.
pub(super) async fn request(
    road: ClientAddress,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Option<Answered> {
    let mut stream = road.connect().await.ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
        road.port,
        body.len()
    );
    let (mut reading, mut writing) = stream.split();
    let write = async {
        // An early refusal may arrive before the whole request is sent.
        let _ = writing.write_all(head.as_bytes()).await;
        let _ = writing.write_all(body).await;
    };
    let read = async {
        let (mut answer, mut part) = (Vec::new(), [0; 16_384]);
        while let Ok(read) = reading.read(&mut part).await
            && read > 0
        {
            answer.extend_from_slice(&part[..read]);
        }
        answer
    };
    let (answer, ()) = tokio::time::timeout(PATIENCE, async { tokio::join!(read, write) }).await.ok()?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let cookie = head.split("__Host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
    Some(Answered { status: status(head)?, pass: cookie.map(str::to_string), body: body.to_string() })
}
