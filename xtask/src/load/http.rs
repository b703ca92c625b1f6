//! Requests over a connection that stays.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::road::Road;

/// A connection for requests, one after the other.
pub(super) struct Http {
    stream: TcpStream,
    road: Road,
    /// The pass that the last answer brought.
    pub(super) pass: Option<String>,
}

impl Http {
    pub(super) async fn connect(road: Road) -> Result<Http, String> {
        Ok(Http { stream: road.connect().await?, road, pass: None })
    }

    pub(super) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        pass: &str,
        body: Option<Value>,
    ) -> Result<Value, String> {
        let text = self.text(method, path, pass, body).await?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}: {text}"))
    }

    pub(super) async fn text(
        &mut self,
        method: &str,
        path: &str,
        pass: &str,
        body: Option<Value>,
    ) -> Result<String, String> {
        let body = body.map_or(String::new(), |body| body.to_string());
        let shown = if pass.is_empty() { String::new() } else { format!("Authorization: Bearer {pass}\r\n") };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{shown}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.road.port,
            body.len()
        );
        self.stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
        let (mut answer, mut part) = (Vec::new(), [0; 16_384]);
        let mut whole = None;
        while whole.is_none_or(|(_, end)| answer.len() < end) {
            let read = self.stream.read(&mut part).await.map_err(|error| error.to_string())?;
            if read == 0 {
                return Err(format!("{path}: the connection has ended"));
            }
            answer.extend_from_slice(&part[..read]);
            if whole.is_none()
                && let Some(head) = answer.windows(4).position(|four| four == b"\r\n\r\n")
            {
                let text = String::from_utf8_lossy(&answer[..head]);
                let lower = text.to_lowercase();
                let length =
                    lower.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.trim().parse().ok());
                let length: usize = length.ok_or_else(|| format!("{path}: an answer without a length: {text}"))?;
                let cookie = text.split("__Host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
                self.pass = cookie.map(str::to_string);
                whole = Some((head + 4, head + 4 + length));
            }
        }
        let (from, end) = whole.unwrap_or_default();
        String::from_utf8(answer[from..end].to_vec()).map_err(|error| format!("{path}: {error}"))
    }
}
