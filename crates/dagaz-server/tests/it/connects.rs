//! Limits of connections per address: excess connections are refused cheaply, and other addresses
//! are served.
#![cfg(target_os = "linux")]

use std::net::Ipv4Addr;

use dagaz_server::{Limits, PassRules};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::common::Running;

/// All of 127.0.0.0/8 is this machine.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

async fn connect(server: &Running) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((STRANGER, 0).into()).expect("it is this machine's");
    socket.connect(server.address).await.expect("the system takes it")
}

/// Whether a connection was taken: it answers then.
async fn is_taken(server: &Running, stream: &mut TcpStream) -> bool {
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    if stream.write_all(request.as_bytes()).await.is_err() {
        return false;
    }
    let mut answer = Vec::new();
    // A connection that is refused is reset or ended without a word.
    let _ = stream.read_to_end(&mut answer).await;
    answer.starts_with(b"HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_flood_of_one_address_is_refused_while_others_are_served() {
    let folder = TempDir::new().expect("a folder");
    let limits = Limits::default();
    let server = Running::start_public(folder.path(), limits.clone(), PassRules::default()).await;
    let (ann, _) = server.new_user("");
    let mut playing = server.socket_of(&ann).await.expect("in");
    let mut strangers = Vec::new();
    for number in 0..1_000 {
        strangers.push(connect(&server).await);
        if number % 100 == 0 {
            assert_eq!(playing.ask(json!({ "ask": "ping" })).await["tell"], "ok", "after {number}");
        }
    }
    // They say nothing, and hold what they have: as many as one address may.
    let mut taken = 0;
    for stream in &mut strangers {
        taken += usize::from(is_taken(&server, stream).await);
    }
    assert_eq!(taken, limits.address_connections);
    // With all of them gone there is room, but no more of the allowance than has come back since:
    // they came too fast.
    drop(strangers);
    let mut again = 0;
    for _ in 0..1_000 {
        again += usize::from(is_taken(&server, &mut connect(&server).await).await);
    }
    assert!(again < 1_000 - limits.address_connections, "{again} of a thousand were taken");
    // Clients at other addresses are not affected, and new ones can connect.
    assert_eq!(playing.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    assert_eq!(server.request("GET", "/healthz", &[], "").0, 200);
    server.new_user("");
    server.stop().await;
}

/// A page may be requested often, but not without limit; beyond it the client has to open another
/// connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_have_a_rate_limit_that_ends_the_connection() {
    let folder = TempDir::new().expect("a folder");
    let limits = Limits { address_files: dagaz_server::Measure { burst: 3, per_minute: 1 }, ..Limits::default() };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let mut stream = connect(&server).await;
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.repeat(6).as_bytes()).await.expect("it is open");
    let mut answers = String::new();
    // The connection ends by itself: what it was asked after that is not answered.
    let _ = stream.read_to_string(&mut answers).await;
    let statuses: Vec<&str> = answers.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["200", "200", "200", "429"], "{answers}");
    assert!(answers.contains("connection: close"), "{answers}");
    assert_eq!(server.request("GET", "/", &[], "").0, 200, "others have theirs");
    // The same holds for a request with a wrong host name, which costs no allowance.
    let mut stream = connect(&server).await;
    stream
        .write_all("GET /api/v1/hello HTTP/1.1\r\nHost: evil.example\r\n\r\n".repeat(3).as_bytes())
        .await
        .expect("it is open");
    let mut answers = String::new();
    let _ = stream.read_to_string(&mut answers).await;
    assert_eq!(answers.matches("HTTP/1.1 421").count(), 1, "{answers}");
    server.stop().await;
}

/// A client that sends too much is delayed, together with all sockets of its address; others are
/// not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flooding_address_is_delayed_and_others_are_not() {
    let folder = TempDir::new().expect("a folder");
    // A dozen short messages, and then hardly any more.
    let limits = Limits { address_bytes: dagaz_server::Measure { burst: 4_096, per_minute: 1 }, ..Limits::default() };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let (eve, _) = server.new_user("");
    let mut sockets = Vec::new();
    for _ in 0..2 {
        sockets.push(server.socket_by(&eve, connect(&server).await).await.expect("in"));
    }
    for socket in &mut sockets {
        for re in 0..20 {
            socket.send(&json!({ "ask": "ping", "re": re }).to_string()).await;
        }
    }
    // Ann, who lives elsewhere, asks one thing after the other meanwhile.
    let (ann, _) = server.new_user("");
    let mut playing = server.socket_of(&ann).await.expect("in");
    for _ in 0..10 {
        assert_eq!(playing.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    }
    let mut heard = 0;
    for socket in &mut sockets {
        while futures_util::FutureExt::now_or_never(socket.hear()).is_some() {
            heard += 1;
        }
    }
    assert!((1..30).contains(&heard), "{heard} of 40 were answered");
    server.stop().await;
}
