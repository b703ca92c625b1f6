//! Attacks on how requests are read, and on what looking at games costs.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use dagaz_server::{Limits, Measure, PassRules};
use serde_json::json;
use tempfile::TempDir;

use crate::common::Running;

#[tokio::test(flavor = "multi_thread")]
async fn ambiguous_http_requests_are_refused_and_disconnected() {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), Arc::default()).await;
    let bearer = server.bearer();
    let pass = ("Authorization", bearer.as_str());
    let own = server.address.to_string();
    let twice = [
        ("Transfer-Encoding", "chunked", 411),
        ("Transfer-Encoding", "identity, chunked", 411),
        ("Host", "evil.example", 400),
        ("Host", own.as_str(), 400),
        ("Content-Length", "3", 400),
    ];
    for (name, value, expected) in twice {
        let headers = [pass, ("Host", own.as_str()), ("Content-Type", "application/json"), (name, value)];
        let (status, head, _) = server.request("POST", "/api/v1/games", &headers, "0\r\n\r\nGET / HTTP/1.1\r\n\r\n");
        assert_eq!(status, expected, "{name}: {value}: {head}");
        assert_eq!(head.matches("http/1.1 ").count(), 1, "what lies behind is no request: {head}");
        assert!(head.contains("connection: close"), "{name}: {value}: {head}");
    }
    server.stop().await;
}

/// Sends the bytes of a request, and returns the status of the answer; `None` if there is none.
fn status_of(server: &Running, request: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(server.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|status| status.parse().ok())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_whose_target_names_another_host_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), Arc::default()).await;
    let (own, bearer) = (server.address.to_string(), server.bearer());
    let ask = |target: &str, more: &str| {
        let path = format!("{target}/api/v1/library");
        status_of(
            &server,
            &format!(
                "GET {path} HTTP/1.1\r\nHost: {own}\r\nAuthorization: {bearer}\r\nConnection: close\r\n{more}\r\n"
            ),
        )
    };
    assert_eq!(ask("", ""), Some(200));
    assert_eq!(ask(&format!("http://{own}"), ""), Some(200));
    assert_eq!(ask("http://evil.example", ""), Some(400));
    assert_eq!(ask(&format!("http://user@{own}"), ""), Some(400));
    // Headers that are read in two ways: folded, with a blank before the colon, with a sign.
    for more in ["X: a\r\n b\r\n", "Content-Length : 0\r\n", "Content-Length: +0\r\n", "Content-Length: 0, 0\r\n"] {
        assert_eq!(ask("", more), Some(400), "{more:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looks_at_a_game_are_charged_and_its_moves_go_on() {
    let folder = TempDir::new().expect("a folder");
    let many = Measure { burst: 1_000_000, per_minute: 1_000_000 };
    let limits = Limits {
        address_work: Duration::from_millis(40),
        address_bytes: Measure { burst: 1 << 30, per_minute: 1 << 30 },
        address_requests: many,
        message_burst: 1_000_000,
        ..Limits::default()
    };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let (pass, _) = server.new_user("");
    let seats = json!([{ "player": "White", "by": "me" }, { "player": "Black", "by": "me" }]);
    let request = json!({ "rules": "breakthrough", "nonce": "n", "seats": seats });
    let (status, begun, _) = server.as_person(&pass, "POST", "/games", Some(request));
    assert_eq!(status, 201, "{begun}");
    let game = begun["game"].as_str().expect("an id").to_string();
    let mut client = server.socket_of(&pass).await.expect("in");
    let view = client.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    assert!(view["moves"].as_array().is_some_and(|moves| moves.len() > 10), "{view}");
    let questions =
        [json!({ "ask": "look", "game": game }), json!({ "ask": "expand", "game": game, "node": 0, "prefix": [] })];
    let mut refused = None;
    for question in questions.iter().cycle().take(4_000) {
        let answer = client.ask(question.clone()).await;
        if answer["tell"] == "refused" {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("the allowance has an end");
    assert_eq!(refused["reason"], "tooMany", "{refused}");
    let (status, looked, _) = server.as_person(&pass, "GET", &format!("/games/{game}/view"), None);
    assert_eq!(status, 429, "{looked}");
    // A move is no question, and is still played.
    let play = json!({ "do": "play", "node": view["node"], "move": 0 });
    assert_eq!(client.act(&game, "move", play).await["tell"], "done");
    server.stop().await;
}
