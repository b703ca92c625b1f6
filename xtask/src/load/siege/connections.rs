//! Idle connections, unauthorised requests, and cross-site requests.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::raw::{Raw, request};
use super::scenario::{JSON, Scenario};

/// Connections of one house that say a letter now and then.
const SLOW: usize = 2_000;

/// Heads of requests that never end, on as many connections as are taken.
pub(super) async fn slow_handshakes(ground: &Scenario) -> Result<(), String> {
    let head = b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nX: ";
    join_all((0..SLOW).map(|number| async move {
        tokio::time::sleep(Duration::from_millis(number as u64)).await;
        while !ground.is_over() {
            let Ok(mut stream) = ground.road(0).connect().await else {
                ground.count("no connection");
                continue;
            };
            let mut letters = 0;
            let mut answer = [0; 64];
            let end = loop {
                if ground.is_over() {
                    break "still waiting at the end".to_string();
                }
                if letters < head.len() && stream.write_all(&head[letters..=letters]).await.is_err() {
                    break "cut off".to_string();
                }
                letters += 1;
                match tokio::time::timeout(Duration::from_millis(500), stream.read(&mut answer)).await {
                    Ok(Ok(read)) if read > 0 => break String::from_utf8_lossy(&answer[..read.min(12)]).into_owned(),
                    Ok(_) if letters == 1 => break "refused at once".to_string(),
                    Ok(_) => break "cut off".to_string(),
                    Err(_) => {}
                }
            };
            ground.count(end);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }))
    .await;
    Ok(())
}

/// A thousand connections a second of one house, which say nothing.
pub(super) async fn connects(ground: &Scenario) -> Result<(), String> {
    ground
        .repeat(128, 1_000, async |_| {
            let Ok(mut stream) = ground.road(0).connect().await else { return "no connection".to_string() };
            let mut answer = [0; 16];
            match tokio::time::timeout(Duration::from_millis(50), stream.read(&mut answer)).await {
                Ok(_) => "refused at once".to_string(),
                Err(_) => "taken".to_string(),
            }
        })
        .await;
    Ok(())
}

/// Cross-site requests with the cookie of a logged-in client.
pub(super) async fn csrf(ground: &Scenario) -> Result<(), String> {
    let (shown, _) = ground.member(0).await?;
    let pass = shown.trim_end().rsplit(' ').next().unwrap_or_default();
    let headers: Vec<String> =
        ["Origin: https://evil.example\r\n", "Origin: null\r\n", "", "Sec-Fetch-Site: cross-site\r\n"]
            .map(|from| format!("Cookie: __Host-dagaz={pass}\r\n{from}"))
            .to_vec();
    let actions = [
        ("/api/v1/games", r#"{"rules":"chess","nonce":"n"}"#),
        ("/api/v1/me/delete", "{}"),
        ("/api/v1/me/password", r#"{"password":"x","new":"password of evil"}"#),
        ("/api/v1/logout", "{}"),
    ];
    ground
        .repeat(16, 200, async |worker| {
            let (number, headers) = (ground.next() as usize, &headers[worker % headers.len()]);
            if number.is_multiple_of(5) {
                let opened = Raw::open(ground.road(0), headers).await;
                if opened.is_ok() {
                    ground.breach("a socket was opened");
                }
                return opened.err().unwrap_or_default();
            }
            let (path, body) = actions[number % actions.len()];
            let headers = format!("{headers}{JSON}");
            let answered = request(ground.road(0), "POST", path, &headers, body.as_bytes()).await;
            let Some(answered) = answered else { return "cut off".to_string() };
            if answered.status < 400 && path != "/api/v1/logout" {
                ground.breach(format!("{path}: {}", answered.body));
            }
            answered.status.to_string()
        })
        .await;
    // Nothing of it has been done.
    let me = request(ground.road(1), "GET", "/api/v1/me", &shown, b"").await;
    if me.is_none_or(|me| me.status != 200) {
        ground.breach("somebody else has ended the pass");
    }
    Ok(())
}

/// Passwords are tried out: from one house, and for one name from many.
pub(super) async fn logins(ground: &Scenario) -> Result<(), String> {
    let (_, name) = ground.member(0).await?;
    ground
        .repeat(32, 500, async |worker| {
            let number = ground.next();
            let name = if number.is_multiple_of(3) { "nobody" } else { &name };
            let body = format!(r#"{{"name":"{name}","password":"password {number}"}}"#);
            let answered = request(ground.road(worker % 16), "POST", "/api/v1/login", JSON, body.as_bytes()).await;
            let Some(answered) = answered else { return "cut off".to_string() };
            if answered.status < 400 {
                ground.breach(format!("somebody came in: {}", answered.body));
            }
            answered.status.to_string()
        })
        .await;
    Ok(())
}

/// Requests whose end, or whose host, a program before the server may read in another way than the
/// server.
pub(super) async fn two_ways(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let twisted = [
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: identity, chunked\r\n",
        "Host: 127.0.0.1\r\n",
        "Host: evil.example\r\n",
        "Content-Length: 3\r\n",
    ];
    ground
        .repeat(4, 20, async |_| {
            let more = twisted[ground.next() as usize % twisted.len()];
            let headers = format!("{pass}{JSON}{more}");
            let body = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
            match request(ground.road(0), "POST", "/api/v1/guests", &headers, body).await {
                Some(answered) if answered.status < 300 => {
                    ground.breach(format!("{more:?}: {}", answered.status));
                    answered.status.to_string()
                }
                Some(answered) => answered.status.to_string(),
                None => "cut off".to_string(),
            }
        })
        .await;
    Ok(())
}
