//! Floods: messages, requests, and unread answers.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::raw::{Heard, PING, TEXT, frame};
use super::scenario::Scenario;

/// Sockets that flood or do not read: as many as one house may have.
const SOCKETS: usize = 64;

/// Messages as fast as they are taken, of each socket that a house may have: those that are
/// answered, and those of the protocol itself.
pub(super) async fn messages(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let asked = frame(TEXT, br#"{"ask":"ping","re":1}"#).repeat(100);
    let pings = frame(PING, b"x").repeat(100);
    ground
        .repeat(SOCKETS, 400, async |worker| {
            let mut socket = match ground.socket(0, &pass).await {
                Ok(socket) => socket,
                Err(answer) => return answer,
            };
            for _ in 0..10 {
                if !socket.send(if worker % 2 == 0 { &asked } else { &pings }).await {
                    break;
                }
            }
            loop {
                match socket.hear().await {
                    Heard::Text(_) => ground.count("answered"),
                    heard => return heard.end(),
                }
            }
        })
        .await;
    Ok(())
}

/// Requests as fast as they are taken, on connections that stay, without waiting for answers.
pub(super) async fn requests(ground: &Scenario) -> Result<(), String> {
    let paths = [
        "/api/v1/library",
        "/api/v1/library/chess/text",
        "/api/v1/library/chess/board",
        "/api/v1/openapi.json",
        "/api/v1/games?search=a",
        "/healthz",
        "/",
        "/index.html",
    ];
    ground
        .repeat(32, 200, async |worker| {
            let Ok(mut stream) = ground.road(0).connect().await else { return "no connection".to_string() };
            let path = paths[worker % paths.len()];
            let port = ground.target.port;
            let many = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").repeat(50);
            let mut part = vec![0; 65_536];
            while !ground.is_over() {
                if stream.write_all(many.as_bytes()).await.is_err() {
                    return "cut off".to_string();
                }
                // Whatever has come is counted by its heads.
                match tokio::time::timeout(Duration::from_millis(20), stream.read(&mut part)).await {
                    Ok(Ok(0) | Err(_)) => return "cut off".to_string(),
                    Ok(Ok(read)) => heads(ground, &part[..read]),
                    Err(_) => {}
                }
            }
            "still there".to_string()
        })
        .await;
    Ok(())
}

/// Counts answers in a part of what has come.
fn heads(ground: &Scenario, part: &[u8]) {
    const HEAD: &[u8] = b"HTTP/1.1 ";
    for place in part.windows(HEAD.len()).enumerate().filter(|(_, window)| *window == HEAD).map(|(place, _)| place) {
        let status = part.get(place + HEAD.len()..place + HEAD.len() + 3).unwrap_or(b"cut");
        ground.count(String::from_utf8_lossy(status));
    }
}

/// Sockets that look at as many games as they may, ask for more all the time, and read nothing.
pub(super) async fn slow_readers(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let games = &ground.target.games;
    let follows: Vec<u8> = games
        .iter()
        .take(64)
        .flat_map(|game| frame(TEXT, format!(r#"{{"ask":"join","re":1,"game":"{game}"}}"#).as_bytes()))
        .collect();
    let pass = &pass;
    let follows = &follows;
    join_all((0..SOCKETS).map(|worker| async move {
        while !ground.is_over() {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let mut socket = match ground.socket(0, pass).await {
                Ok(socket) => socket,
                Err(answer) => {
                    ground.count(answer);
                    continue;
                }
            };
            socket.send(follows).await;
            let game = games.get(worker % games.len().max(1)).map_or("", String::as_str);
            let look = frame(TEXT, format!(r#"{{"ask":"look","re":2,"game":"{game}"}}"#).as_bytes());
            // The maximum number of allowed messages: the unread answers end the socket.
            let mut taken = true;
            while taken && !ground.is_over() {
                tokio::time::sleep(Duration::from_millis(30)).await;
                taken = matches!(tokio::time::timeout_at(ground.until, socket.send(&look)).await, Ok(true));
                ground.count("asked, and not read");
            }
            ground.count(if ground.is_over() { "still there" } else { "cut off" });
        }
    }))
    .await;
    Ok(())
}
