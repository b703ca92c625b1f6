//! A limit of the system on the size of files: what cannot be written is refused, and the server
//! stays.
#![cfg(any(target_os = "linux", target_os = "macos"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::common::Folder;

/// Games that are begun at most; the files are full long before.
const GAMES: usize = 4_000;

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn request(address: &str, token: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer)
}

#[test]
fn oversized_writes_are_refused_and_the_server_continues() {
    let folder = Folder::new("file-limit");
    let child = Command::new("sh")
        .args(["-c", "ulimit -f 1400; exec \"$0\" serve --no-open --json --port 0 --data \"$1\""])
        .arg(env!("CARGO_BIN_EXE_dagaz"))
        .arg(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("there is a shell");
    let mut server = Ended(child);
    let mut told = String::new();
    for line in BufReader::new(server.0.stdout.take().expect("it is piped")).lines().map_while(Result::ok) {
        told += &line;
        if line == "}" {
            break;
        }
    }
    let told: Value = serde_json::from_str(&told).expect("it tells where it listens");
    let (address, token) = (told["address"].as_str().expect("an address"), told["token"].as_str().expect("a token"));
    let refused = (0..GAMES).find_map(|number| {
        let body = json!({ "rules": "tic-tac-toe", "nonce": format!("n{number}") }).to_string();
        let (status, answer) = request(address, token, "POST", "/api/v1/games", &body);
        (status != 201).then_some((number, answer))
    });
    let (number, answer) = refused.expect("the files are full at some time");
    assert!(number > 0 && answer.contains("\"reason\":\"storage\""), "{number}: {answer}");
    assert!(server.0.try_wait().expect("it is ours").is_none(), "the server stays");
    let (status, answer) = request(address, token, "GET", "/api/v1/library/tic-tac-toe/board", "");
    assert_eq!(status, 200, "what needs no file is answered: {answer}");
}
