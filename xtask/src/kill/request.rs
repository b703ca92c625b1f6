//! A request by hand: one line, four headers, and the connection is closed behind it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// What a server has answered.
pub(super) struct Answer {
    pub(super) body: Value,
    /// The pass that it gives, if it gives one.
    pub(super) pass: Option<String>,
}

/// Asks a server of this machine for something under `/api/v1`; none if no answer comes.
pub(super) fn ask(port: u16, pass: &str, method: &str, path: &str, body: &str) -> Option<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let bearer = if pass.is_empty() { String::new() } else { format!("Authorization: Bearer {pass}\r\n") };
    let length = body.len();
    write!(
        stream,
        "{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{bearer}Content-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let cookie = head.lines().find_map(|line| line.split_once("dagaz=")).map(|(_, rest)| rest);
    let pass = cookie.and_then(|rest| rest.split(';').next()).filter(|pass| !pass.is_empty()).map(str::to_string);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let whole = if chunked { pieces(body)? } else { body.to_string() };
    Some(Answer { body: serde_json::from_str(&whole).ok()?, pass })
}

/// A long answer comes in pieces, each behind its length.
fn pieces(body: &str) -> Option<String> {
    let (mut rest, mut out) = (body, String::new());
    loop {
        let (length, behind) = rest.split_once("\r\n")?;
        let length = usize::from_str_radix(length.trim(), 16).ok()?;
        if length == 0 {
            return Some(out);
        }
        out += behind.get(..length)?;
        rest = behind.get(length + 2..)?;
    }
}
