//! Network lag of a player who is connected to another server than the owner of the game: it is
//! measured there, and compensated here.

use std::net::SocketAddr;
use std::time::Duration;

use crate::common::Running;
use crate::meeting::{generous, of};
use dagaz_testkit::postgres::shared;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How long all takes that goes one way between the far client and its server.
const FAR: Duration = Duration::from_millis(80);

/// A connection to an address on which everything takes its time, there and back.
async fn far(to: SocketAddr) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let here = listener.local_addr().expect("it listens");
    let (near, accepted) = tokio::join!(TcpStream::connect(here), listener.accept());
    let (from_client, to_client) = accepted.expect("it is called").0.into_split();
    let (from_server, to_server) = TcpStream::connect(to).await.expect("it listens").into_split();
    tokio::spawn(delayed(from_client, to_server));
    tokio::spawn(delayed(from_server, to_client));
    near.expect("it listens")
}

async fn delayed(mut from: tokio::net::tcp::OwnedReadHalf, mut to: tokio::net::tcp::OwnedWriteHalf) {
    let (sender, mut waiting) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((at, bytes)) = waiting.recv().await {
            tokio::time::sleep_until(at).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut bytes = vec![0; 16_384];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        if sender.send((Instant::now() + FAR, bytes[..read].to_vec())).is_err() {
            return;
        }
    }
}

fn clocked(nonce: &str, second: &str) -> Value {
    let seats = json!([{ "player": "X", "by": "me" }, { "player": "O", "by": second }]);
    let clock = json!({ "kind": "fischer", "mainMs": 600_000, "addMs": 1_000 });
    json!({ "rules": "tic-tac-toe", "nonce": nonce, "seats": seats, "clock": clock })
}

fn begin(server: &Running, pass: &str, second: &str) -> String {
    let (status, begun, _) = server.as_person(pass, "POST", "/games", Some(clocked("n", second)));
    assert_eq!(status, 201, "{begun}");
    begun["game"].as_str().expect("an id").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn lag_is_compensated_across_processes() {
    let Some(cluster) = tokio::task::spawn_blocking(shared).await.expect("it has not failed") else { return };
    let address = cluster.database().expect("it is made");
    let one = Running::start_beside(&address, generous()).await;
    let other = Running::start_beside(&address, generous()).await;
    let ((ann, _), (ben, _)) = (one.new_user("Ann"), other.new_user("Ben"));
    let mut near = of(&one, &ann).await;
    let mut away = other.socket_by(&ben, far(other.address).await).await.expect("it is let in");
    // A game with clocks of the far client's own server: from there on the way to the client is
    // known.
    let own = begin(&other, &ben, "me");
    assert_eq!(away.ask(json!({ "ask": "join", "game": own })).await["tell"], "joined");
    for _ in 0..2 {
        assert_eq!(away.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    }
    let game = begin(&one, &ann, "anyone");
    let joined = near.ask(json!({ "ask": "join", "game": game })).await;
    let second = joined["board"]["players"][1]["id"].clone();
    assert_eq!(away.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    let sat = away.act(&game, "sit", json!({ "do": "sit", "player": second })).await;
    assert_eq!(sat["tell"], "done", "{sat}");
    for turn in 0..5 {
        let mover = if turn % 2 == 0 { &mut near } else { &mut away };
        let view = mover.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
        let moves = view["moves"].as_array().expect("moves");
        // The first player takes what is first in the list and the second what is last.
        let chosen = if turn % 2 == 0 { &moves[0] } else { moves.last().expect("a move") };
        let command = json!({ "do": "play", "node": view["node"], "move": chosen["id"] });
        let done = mover.act(&game, &format!("n{turn}"), command).await;
        assert_eq!(done["tell"], "done", "{done}");
    }
    let owner = format!("SELECT address FROM dagaz.members JOIN dagaz.games ON owner = epoch WHERE name = '{game}'");
    assert_eq!(cluster.run(&address, &owner).expect("it is told"), one.address.to_string());
    let records = format!(
        "SELECT convert_from(records.bytes, 'UTF8') FROM dagaz.records JOIN dagaz.games ON game = id WHERE name = '{game}' ORDER BY number"
    );
    let records = cluster.run(&address, &records).expect("they are told");
    let given = |record: &str| {
        let record: Value = serde_json::from_str(record).expect("it is JSON");
        Some(record["event"]["played"].as_object()?.get("lag").and_then(Value::as_u64).unwrap_or(0))
    };
    let given: Vec<u64> = records.lines().filter_map(given).collect();
    assert_eq!(given.len(), 5, "{records}");
    // Both times, though nothing new was measured between: what lies between the two processes does
    // not count.
    let there_and_back = 2 * FAR.as_millis() as u64;
    assert!(given[1] >= there_and_back && given[3] >= there_and_back, "{given:?}");
    one.stop().await;
    other.stop().await;
}
