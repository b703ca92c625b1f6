//! Requests over a connection that stays.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client_address::ClientAddress;

/// A connection for requests, one after the other; made again when the server has ended it.
pub(super) struct Http {
    stream: TcpStream,
    road: ClientAddress,
    /// The pass that the last answer brought.
    pub(super) pass: Option<String>,
}

impl Http {
    pub(super) async fn connect(road: ClientAddress) -> Result<Http, String> {
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
        match self.answer(&head, path).await? {
            Some(answer) => Ok(answer),
            // A server closes idle connections. A request at that moment is repeated once (RFC
            // 9112, 9.3.1); nonces prevent a second execution.
            None => {
                self.stream = self.road.connect().await?;
                self.answer(&head, path).await?.ok_or_else(|| format!("{path}: the connection has ended"))
            }
        }
    }

    /// The body of what is answered to `request`; none if the connection has ended before any of it
    /// has come.
    async fn answer(&mut self, request: &str, path: &str) -> Result<Option<String>, String> {
        if self.stream.write_all(request.as_bytes()).await.is_err() {
            return Ok(None);
        }
        let (mut answer, mut part) = (Vec::new(), [0; 16_384]);
        let mut whole = None;
        while whole.is_none_or(|(_, end)| answer.len() < end) {
            let read = match self.stream.read(&mut part).await {
                Ok(0) | Err(_) if answer.is_empty() => return Ok(None),
                Ok(0) => return Err(format!("{path}: the connection has ended in an answer")),
                read => read.map_err(|error| error.to_string())?,
            };
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
        String::from_utf8(answer[from..end].to_vec()).map(Some).map_err(|error| format!("{path}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::{ClientAddress, Http};

    /// Reads a request, and answers or not; the connection ends with it.
    fn serve_one(mut stream: TcpStream, answers: bool) {
        let mut read = [0; 1_024];
        assert!(stream.read(&mut read).is_ok_and(|read| read > 0));
        if answers {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").expect("it is heard");
        }
    }

    #[tokio::test]
    async fn a_closed_connection_is_opened_again_once() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let road = ClientAddress::usual(listener.local_addr().expect("an address").port());
        let server = std::thread::spawn(move || {
            for answers in [true, true, false] {
                serve_one(listener.accept().expect("somebody comes").0, answers);
            }
        });
        let mut http = Http::connect(road).await.expect("a connection");
        for _ in 0..2 {
            assert_eq!(http.text("GET", "/", "", None).await.as_deref(), Ok("{}"));
        }
        assert!(http.text("GET", "/", "", None).await.is_err(), "whoever never answers is not asked for ever");
        server.join().expect("all three came");
    }
}
