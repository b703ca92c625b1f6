//! Space on the disk: quotas refuse new games and lose nothing, and old games of guests are
//! removed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use dagaz_server::{Clock, Limits, Measure, PassRules};
use dagaz_store::{Options, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Client, Running};

async fn start(limits: Limits) -> (TempDir, Running) {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    (folder, server)
}

fn begin(server: &Running, pass: &str, nonce: &str, more: Value) -> (u16, Value) {
    let mut request = json!({ "rules": "tic-tac-toe", "nonce": nonce });
    request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let (status, answer, _) = server.as_person(pass, "POST", "/games", Some(request));
    (status, answer)
}

fn for_two() -> Value {
    json!({ "seats": [{ "player": "X", "by": "me" }, { "player": "O", "by": "anyone" }] })
}

/// Begins games until one is refused; the ids of those that have begun, and the refusal.
fn fill(server: &Running, pass: &str) -> (Vec<String>, Value) {
    let mut begun = Vec::new();
    for number in 0..20 {
        match begin(server, pass, &format!("fill {number}"), for_two()) {
            (201, game) => begun.push(game["game"].as_str().expect("an id").to_string()),
            (status, refused) => {
                assert_eq!(status, 429, "{refused}");
                return (begun, refused);
            }
        }
    }
    panic!("no game is refused");
}

async fn play(client: &mut Client, game: &str, index: u32) -> Value {
    let view = client.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    let command = json!({ "do": "play", "node": view["node"], "move": index });
    client.act(game, &format!("n{}", view["node"]), command).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_quota_refuses_new_games_and_no_move() {
    let limits = Limits { guest_disk_bytes: 5_000, person_disk_bytes: 9_000, ..Limits::default() };
    let (_folder, server) = start(limits).await;
    let ((eve, _), (bob, _), (ann, _)) = (server.new_user(""), server.new_user(""), server.new_user("Ann"));
    let (games, refused) = fill(&server, &eve);
    assert!((2..6).contains(&games.len()), "{games:?}");
    assert_eq!(refused["reason"], "tooMany");
    let say = refused["say"].as_str().expect("words");
    assert!(say.contains(&format!("your {} games take ", games.len())) && say.contains("of 4 KiB"), "{say}");
    // A request that has begun a game before is answered, not refused.
    assert_eq!(begin(&server, &eve, "fill 0", for_two()).0, 201);
    // The quota is of one person; an account has more.
    assert!(fill(&server, &ann).0.len() > games.len());
    // Games in progress continue, to their end; the rematch would be a new one.
    let (mut e, mut b) = (server.socket_of(&eve).await.expect("in"), server.socket_of(&bob).await.expect("in"));
    let sit = b.act(&games[0], "sit", json!({ "do": "sit", "player": "O" })).await;
    assert_eq!(sit["tell"], "done", "{sit}");
    for number in 0..4 {
        let client = if number % 2 == 0 { &mut e } else { &mut b };
        let done = play(client, &games[0], 0).await;
        assert_eq!(done["tell"], "done", "{done}");
    }
    assert_eq!(e.act(&games[0], "end", json!({ "do": "resign" })).await["tell"], "done");
    let again = b.act(&games[0], "again", json!({ "do": "offer", "kind": "rematch" })).await;
    assert_eq!(again["reason"], "tooMany", "{again}");
    let seek = json!({ "ask": "seek", "terms": { "rules": "tic-tac-toe", "variant": 0 }, "side": "any" });
    assert_eq!(e.ask(seek.clone()).await["reason"], "tooMany");
    assert_eq!(b.ask(seek).await["tell"], "sought");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_of_records_are_limited_and_what_was_acknowledged_is_kept() {
    let few = Measure { burst: 4_000, per_minute: 1 };
    for limits in [
        Limits { person_record_bytes: few, ..Limits::default() },
        Limits { address_record_bytes: few, ..Limits::default() },
    ] {
        let by_person = limits.person_record_bytes == few;
        let (folder, server) = start(limits).await;
        let ((ann, _), (bob, _)) = (server.new_user("Ann"), server.new_user(""));
        let (status, begun) = begin(&server, &ann, "n", json!({ "study": true }));
        assert_eq!(status, 201, "{begun}");
        let game = begun["game"].as_str().expect("an id").to_string();
        let mut socket = server.socket_of(&ann).await.expect("in");
        let (mut kept, mut refused) = (Vec::new(), 0);
        for number in 0..8 {
            let text = format!("comment {number} {}", "of some length ".repeat(60));
            let command = json!({ "do": "comment", "node": 0, "text": text });
            let answer = socket.act(&game, &format!("n{number}"), command).await;
            match answer["tell"].as_str() {
                Some("done") => kept.push(format!("comment {number} ")),
                _ => {
                    assert_eq!(answer["reason"], "tooMany", "{answer}");
                    refused += 1;
                }
            }
        }
        assert!((2..7).contains(&kept.len()) && refused == 8 - kept.len(), "{kept:?}");
        assert_eq!(begin(&server, &ann, "another", json!({ "study": true })).0, 429, "its first record has bytes too");
        let other = begin(&server, &bob, "n", json!({ "study": true })).0;
        assert_eq!(other, if by_person { 201 } else { 429 }, "they share an address");
        drop(socket);
        server.stop().await;
        let store = Store::open(&folder.path().join("games.sqlite"), Options::default()).expect("it opens");
        let (_, log) = store.log(&game).expect("it can be read").expect("it is there");
        let comments: Vec<String> =
            log[1..].iter().map(|record| String::from_utf8_lossy(record).into_owned()).collect();
        assert_eq!(comments.len(), kept.len());
        assert!(comments.iter().zip(&kept).all(|(record, text)| record.contains(text)), "{comments:?}");
    }
}

/// A clock of a machine that is so many days ahead.
fn ahead(days: &Arc<AtomicU64>) -> Clock {
    let days = days.clone();
    Clock::by(move || SystemTime::now() + Duration::from_secs(days.load(Ordering::SeqCst) * 86_400))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_games_of_guests_are_removed_and_those_of_accounts_stay() {
    let (folder, days) = (TempDir::new().expect("a folder"), Arc::new(AtomicU64::new(0)));
    let server = Running::start_by(folder.path(), PassRules::default(), ahead(&days)).await;
    let ((eve, _), (bob, _), (ann, _)) = (server.new_user(""), server.new_user(""), server.new_user("Ann"));
    let game = |pass: &str, nonce: &str, more: Value| {
        let (status, begun) = begin(&server, pass, nonce, more);
        assert_eq!(status, 201, "{begun}");
        begun["game"].as_str().expect("an id").to_string()
    };
    let (ended, study, with_ann, of_ann) = (
        game(&eve, "a", for_two()),
        game(&eve, "b", json!({ "study": true })),
        game(&eve, "c", for_two()),
        game(&ann, "d", for_two()),
    );
    let (mut b, mut a) = (server.socket_of(&bob).await.expect("in"), server.socket_of(&ann).await.expect("in"));
    for (client, game) in [(&mut b, &ended), (&mut a, &with_ann)] {
        let sit = client.act(game, "sit", json!({ "do": "sit", "player": "O" })).await;
        assert_eq!(sit["tell"], "done", "{sit}");
    }
    let resigned = b.act(&ended, "end", json!({ "do": "resign" })).await;
    assert_eq!(resigned["tell"], "done", "{resigned}");
    drop((a, b));
    server.stop().await;
    let is_there = |server: &Running, pass: &str, game: &str| {
        server.as_person(pass, "GET", &format!("/games/{game}/view"), None).0 == 200
    };
    // A day before their time all are there, and a day after it those of guests alone are gone.
    for (passed, left) in [(179, true), (181, false)] {
        days.store(passed, Ordering::SeqCst);
        let server = Running::start_by(folder.path(), PassRules::default(), ahead(&days)).await;
        let (new, _) = server.new_user("");
        if !left {
            // A table that one of these requests opens during the removal must not survive it.
            let deadline = Instant::now() + Duration::from_secs(60);
            while is_there(&server, &new, &ended) || is_there(&server, &new, &study) {
                assert!(Instant::now() < deadline, "they are there after a minute");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        let found = [&ended, &study, &with_ann, &of_ann].map(|game| is_there(&server, &new, game));
        assert_eq!(found, [left, left, true, true], "after {passed} days");
        server.stop().await;
    }
}
