//! People who meet: the lobby, pairs, the last seat, talk, ratings, rematches and the archive.

use std::time::Duration;

use crate::common::{Client, Running};
use dagaz_server::{Limits, Measure, PassRules};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) fn generous() -> Limits {
    let much = Measure { burst: 100_000, per_minute: 100_000 };
    Limits {
        address_accounts: much,
        address_guests: much,
        address_games: much,
        address_requests: much,
        address_connects: much,
        address_logins: much,
        person_games: much,
        address_sockets: 1_000,
        ..Limits::default()
    }
}

async fn start() -> (TempDir, Running) {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start_public(folder.path(), generous(), PassRules::default()).await;
    (folder, server)
}

pub(crate) fn terms(rated: bool) -> Value {
    json!({ "rules": "tic-tac-toe", "variant": 0, "rated": rated, "clock": { "kind": "fischer", "mainMs": 60_000, "addMs": 1_000 } })
}

pub(crate) async fn of(server: &Running, pass: &str) -> Client {
    server.socket_of(pass).await.expect("it is let in")
}

/// Two who have been paired: first and second to move, with the game.
async fn paired(server: &Running, one: &str, other: &str, rated: bool) -> (Client, Client, String) {
    let (mut first, mut second) = (of(server, one).await, of(server, other).await);
    let sought = first.ask(json!({ "ask": "seek", "terms": terms(rated), "side": "first" })).await;
    assert_eq!(sought["tell"], "sought", "{sought}");
    let met = second.ask(json!({ "ask": "seek", "terms": terms(rated) })).await;
    assert_eq!(met["tell"], "paired", "{met}");
    let told = first.wait_for(|tell| tell["tell"] == "paired").await;
    assert_eq!(told["game"], met["game"]);
    let game = met["game"].as_str().expect("an id").to_string();
    for client in [&mut first, &mut second] {
        assert_eq!(client.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    }
    (first, second, game)
}

/// Plays a move that is named by its site.
async fn mark(client: &mut Client, game: &str, site: &str) {
    let view = loop {
        let view = client.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
        if view["moves"].as_array().is_some_and(|moves| !moves.is_empty()) {
            break view;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let moves = view["moves"].as_array().expect("moves");
    let chosen =
        moves.iter().find(|one| one.to_string().contains(&format!("\"site\":\"{site}\""))).expect("it is legal");
    let command = json!({ "do": "play", "node": view["node"], "move": chosen["id"] });
    let done = client.act(game, &format!("{site}-{}", view["node"]), command).await;
    assert_eq!(done["tell"], "done", "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_seeks_are_paired_and_the_lobby_lists_seekers() {
    let (_folder, server) = start().await;
    let ((ann, ann_id), (bob, _), (eve, _)) = (server.new_user("Ann"), server.new_user("Bob"), server.new_user(""));
    let (mut a, mut e) = (of(&server, &ann).await, of(&server, &eve).await);
    // A server counts a client shortly after the handshake: a client that got an answer is counted.
    a.ask(json!({ "ask": "lobby", "on": false })).await;
    let empty = e.ask(json!({ "ask": "lobby", "on": true })).await;
    assert_eq!((&empty["lobby"]["seeks"], &empty["lobby"]["people"]), (&json!([]), &json!(2)));
    let sought = a.ask(json!({ "ask": "seek", "terms": terms(false), "side": "second" })).await;
    let shown = e.wait_for(|tell| tell["tell"] == "lobby" && tell["lobby"]["seeks"] != json!([])).await;
    let seek = &shown["lobby"]["seeks"][0];
    assert_eq!(
        (&seek["seek"], &seek["by"]["person"], &seek["rating"]),
        (&sought["seek"], &json!(ann_id), &json!(1500))
    );
    for (terms, reason) in [
        (terms(true), "forbidden"),
        (json!({ "rules": "nothing", "variant": 0 }), "unknown"),
        (
            json!({ "rules": "chess", "variant": 0, "clock": { "kind": "fischer", "mainMs": 0, "addMs": 0 } }),
            "malformed",
        ),
    ] {
        assert_eq!(e.ask(json!({ "ask": "seek", "terms": terms })).await["reason"], reason, "{terms}");
    }
    assert_eq!(e.ask(json!({ "ask": "accept", "seek": 99 })).await["reason"], "taken");
    let paired = e.ask(json!({ "ask": "accept", "seek": sought["seek"] })).await;
    let told = a.wait_for(|tell| tell["tell"] == "paired").await;
    assert_eq!(told["game"], paired["game"]);
    let joined = e.ask(json!({ "ask": "join", "game": paired["game"] })).await;
    assert_eq!(joined["view"]["me"], json!(["X"]), "Ann wanted to be second");
    let mut b = of(&server, &bob).await;
    assert_eq!(b.ask(json!({ "ask": "accept", "seek": sought["seek"] })).await["reason"], "taken");
    // A client that disconnects loses its offers.
    b.ask(json!({ "ask": "seek", "terms": terms(false) })).await;
    drop(b);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(e.ask(json!({ "ask": "lobby", "on": false })).await["lobby"]["seeks"], json!([]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_counts_once_whatever_happens() {
    let (folder, server) = start().await;
    let ((ann, ann_id), (bob, bob_id)) = (server.new_user("Ann"), server.new_user("Bob"));
    let (mut a, mut b, game) = paired(&server, &ann, &bob, true).await;
    mark(&mut a, &game, "a1").await;
    let takeback = a.act(&game, "back", json!({ "do": "offer", "kind": "takeback" })).await;
    assert_eq!(takeback["reason"], "notHere", "{takeback}");
    assert_eq!(b.act(&game, "r", json!({ "do": "resign" })).await["tell"], "done");
    let counted = a.wait_for(|tell| tell["tell"] == "update" && tell["view"]["ratings"].is_array()).await;
    let ratings = &counted["view"]["ratings"];
    assert_eq!((&ratings[0]["before"], &ratings[1]["before"]), (&json!(1500), &json!(1500)));
    assert!(ratings[0]["after"].as_i64() > Some(1500) && ratings[1]["after"].as_i64() < Some(1500), "{ratings}");
    let rating = |server: &Running, id: &str| {
        let (_, profile, _) = server.as_person("", "GET", &format!("/people/{id}"), None);
        (profile["ratings"][0]["rating"].clone(), profile["ratings"][0]["games"].clone())
    };
    assert_eq!(rating(&server, &ann_id), (ratings[0]["after"].clone(), json!(1)));
    assert_eq!(rating(&server, "Bob"), (ratings[1]["after"].clone(), json!(1)));
    let (_, won, _) =
        server.as_person(&bob, "GET", &format!("/games?player={ann_id}&result=win&rules=tic-tac-toe"), None);
    assert_eq!(won["games"][0]["game"], json!(game));
    let (_, lost, _) = server.as_person(&bob, "GET", "/games?player=me&result=win", None);
    assert_eq!(lost["games"], json!([]));
    // A rematch is rated as well, and the sides change.
    assert_eq!(a.act(&game, "again", json!({ "do": "offer", "kind": "rematch" })).await["tell"], "done");
    assert_eq!(b.act(&game, "again", json!({ "do": "offer", "kind": "rematch" })).await["tell"], "done");
    let next = b.wait_for(|tell| tell["next"].is_string()).await["next"].as_str().expect("an id").to_string();
    let joined = b.ask(json!({ "ask": "join", "game": next })).await;
    assert_eq!((&joined["view"]["me"], &joined["view"]["rated"]), (&json!(["X"]), &json!(true)));
    server.stop().await;
    let server = Running::start_public(folder.path(), generous(), PassRules::default()).await;
    let mut a = of(&server, &ann).await;
    let seen = a.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!(&seen["view"]["ratings"], ratings);
    assert_eq!(rating(&server, &bob_id).1, json!(1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talk_is_text_is_muted_and_reported() {
    let (folder, server) = start().await;
    let ((ann, _), (bob, bob_id)) = (server.new_user("Ann"), server.new_user("Bob"));
    let (mut a, mut b, game) = paired(&server, &ann, &bob, false).await;
    let say = |text: &str| json!({ "do": "say", "text": text });
    let hostile = "<img src=x onerror=alert(1)>\u{1B}[2J\u{202E}";
    assert_eq!(b.act(&game, "t1", say(hostile)).await["tell"], "done");
    let heard = a.wait_for(|tell| tell["talk"].is_array()).await;
    assert_eq!(heard["talk"][0]["text"], "<img src=x onerror=alert(1)>[2J", "it is text, and a page shows it as text");
    assert_eq!(heard["talk"][0]["by"]["name"], "Bob");
    for wrong in ["", " \n ", &"x".repeat(401)] {
        assert_eq!(b.act(&game, &format!("w{}", wrong.len()), say(wrong)).await["reason"], "malformed");
    }
    let (eve, eve_id) = server.new_user("");
    let report =
        |pass: &str, body: Value| server.as_person(pass, "POST", &format!("/games/{game}/report"), Some(body)).0;
    // Only who was at the table is reported, and only for what they have said there.
    assert_eq!(report(&ann, json!({ "person": eve_id, "text": "she shouts" })), 404);
    assert_eq!(report(&ann, json!({ "person": bob_id, "line": 2 })), 404);
    assert_eq!(report(&ann, json!({ "person": bob_id, "text": " " })), 400);
    assert_eq!(report(&eve, json!({ "person": bob_id, "line": 1 })), 200, "whoever watches may report it");
    let body = json!({ "person": bob_id, "text": "he shouts" });
    assert_eq!(server.as_person(&ann, "POST", &format!("/games/{game}/report"), Some(body.clone())).0, 200);
    assert_eq!(server.as_person(&ann, "POST", "/games/nothing/report", Some(body.clone())).0, 404);
    assert_eq!(server.as_person("", "POST", &format!("/games/{game}/report"), Some(body)).0, 403);
    let register = dagaz_store::Register::open(&folder.path().join("people.sqlite")).expect("it opens");
    let reports = register.reports().expect("they are read");
    let told: Vec<_> = reports.iter().map(|row| (row.about.as_str(), row.text.as_str(), row.said.as_deref())).collect();
    let said = "<img src=x onerror=alert(1)>[2J";
    assert_eq!(told, [(bob_id.as_str(), "", Some(said)), (bob_id.as_str(), "he shouts", None)]);
    let mute = |muted: bool| {
        server.as_person(&ann, "POST", &format!("/people/{bob_id}/mute"), Some(json!({ "muted": muted }))).0
    };
    assert_eq!(mute(true), 200);
    a.news.clear();
    b.act(&game, "t2", say("do you hear me")).await;
    let seen = a.ask(json!({ "ask": "join", "game": game })).await;
    assert!(seen["talk"].is_null() && !json!(a.news).to_string().contains("hear me"), "{seen}");
    // Whom one does not want to hear one does not meet.
    a.ask(json!({ "ask": "seek", "terms": terms(false) })).await;
    assert_eq!(b.ask(json!({ "ask": "seek", "terms": terms(false) })).await["tell"], "sought");
    assert_eq!(mute(false), 200);
    let seen = a.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!(seen["talk"].as_array().map(Vec::len), Some(2), "what was said is in the log of the game");
    // Chat is limited for each game.
    let mut refused = 0;
    for number in 0..20 {
        refused += u32::from(b.act(&game, &format!("f{number}"), say("flood")).await["reason"] == "tooMany");
    }
    assert!(refused >= 8, "{refused}");
    server.stop().await;
}

/// Comments on a game that has ended are read by all who look at it, so they are treated as talk
/// is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn comments_are_treated_as_talk() {
    let (_folder, server) = start().await;
    let ((ann, _), (bob, bob_id), (eve, _)) = (server.new_user("Ann"), server.new_user("Bob"), server.new_user(""));
    // Ann has begun the game, and has given away both seats.
    let given = json!([{ "player": "X", "by": "anyone" }, { "player": "O", "by": "anyone" }]);
    let begin = json!({ "rules": "tic-tac-toe", "nonce": "one", "seats": given });
    let (_, begun, _) = server.as_person(&ann, "POST", "/games", Some(begin));
    let game = begun["game"].as_str().expect("an id").to_string();
    let (mut a, mut b, mut e) = (of(&server, &ann).await, of(&server, &bob).await, of(&server, &eve).await);
    for (client, player) in [(&mut b, "X"), (&mut e, "O")] {
        let sit = json!({ "do": "sit", "player": player });
        assert_eq!(client.act(&game, player, sit).await["tell"], "done");
    }
    let comment = |text: &str| json!({ "do": "comment", "node": 1, "text": text });
    let look = json!({ "ask": "look", "game": game });
    let view = b.ask(look).await["view"].clone();
    let play = json!({ "do": "play", "node": view["node"], "move": 0 });
    assert_eq!(b.act(&game, "play", play).await["tell"], "done");
    assert_eq!(b.act(&game, "early", comment("hm")).await["reason"], "notHere");
    assert_eq!(b.act(&game, "end", json!({ "do": "resign" })).await["tell"], "done");
    let join = json!({ "ask": "join", "game": game });
    for client in [&mut a, &mut e] {
        assert_eq!(client.ask(join.clone()).await["tell"], "joined");
    }
    // Who may not talk may not comment.
    assert_eq!(a.act(&game, "aside", comment("mine")).await["reason"], "forbidden");
    assert_eq!(b.act(&game, "c1", comment("one\n\u{1B}[2Jtwo\u{202E}")).await["tell"], "done");
    let commented = |tell: &Value| tell["tell"] == "update" && tell["nodes"][0]["id"] == 1;
    let told = a.wait_for(commented).await;
    assert_eq!(told["nodes"][0]["comment"], "one\n[2Jtwo", "{told}");
    // Ann mutes Bob. The others still get the messages.
    let mute = |muted: bool| {
        server.as_person(&ann, "POST", &format!("/people/{bob_id}/mute"), Some(json!({ "muted": muted }))).0
    };
    assert_eq!(mute(true), 200);
    e.wait_for(commented).await;
    a.news.clear();
    e.news.clear();
    assert_eq!(b.act(&game, "c2", comment("do you read me")).await["tell"], "done");
    assert_eq!(e.wait_for(commented).await["nodes"][0]["comment"], "do you read me");
    assert_eq!(a.wait_for(commented).await["nodes"][0]["comment"], Value::Null);
    let seen = a.ask(join.clone()).await;
    assert!(!seen["tree"].to_string().contains("read me"), "{seen}");
    // Ann still receives messages of others.
    assert_eq!(e.act(&game, "c3", comment("I do")).await["tell"], "done");
    assert_eq!(a.wait_for(commented).await["nodes"][0]["comment"], "I do");
    assert_eq!(b.act(&game, "c4", comment("so do I")).await["tell"], "done");
    assert_eq!(mute(false), 200);
    assert!(a.ask(join).await["tree"].to_string().contains("so do I"));
    // Talk and comments share an allowance.
    let mut refused = 0;
    for number in 0..20 {
        let said = if number % 2 == 0 { comment("flood") } else { json!({ "do": "say", "text": "flood" }) };
        refused += u32::from(b.act(&game, &format!("f{number}"), said).await["reason"] == "tooMany");
    }
    assert!(refused >= 8, "{refused}");
    server.stop().await;
}

/// Many want the last seat at once: one gets it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_seat_is_taken_once() {
    let (_folder, server) = start().await;
    let (ann, _) = server.new_user("");
    let mut clients = Vec::new();
    for _ in 0..8 {
        clients.push(of(&server, &server.new_user("").0).await);
    }
    for round in 0..25 {
        let seats = json!([{ "player": "X", "by": "me" }, { "player": "O", "by": "anyone" }]);
        let request = json!({ "rules": "tic-tac-toe", "nonce": format!("n{round}"), "private": true, "seats": seats });
        let (status, begun, _) = server.as_person(&ann, "POST", "/games", Some(request));
        assert_eq!(status, 201, "{begun}");
        let game = begun["game"].as_str().expect("an id").to_string();
        let ask = json!({ "ask": "do", "re": 9_000, "game": game, "nonce": "sit", "command": { "do": "sit", "player": "O" } });
        for client in &mut clients {
            client.send(&ask.to_string()).await;
        }
        let mut sitting = 0;
        for client in &mut clients {
            let answer = client.wait_for(|tell| tell["re"] == 9_000).await;
            match answer["tell"].as_str() {
                Some("done") => sitting += 1,
                _ => assert_eq!(answer["reason"], "taken", "{answer}"),
            }
        }
        assert_eq!(sitting, 1);
    }
    let (_, found, _) = server.as_person("", "GET", "/games", None);
    assert_eq!(found["games"], json!([]), "private games are in no list");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_absent_player_is_notified_of_their_turn() {
    let (_folder, server) = start().await;
    let ((ann, _), (bob, _)) = (server.new_user("Ann"), server.new_user("Bob"));
    let (mut a, mut b, game) = paired(&server, &ann, &bob, true).await;
    b.ask(json!({ "ask": "leave", "game": game })).await;
    mark(&mut a, &game, "a1").await;
    let called = b.wait_for(|tell| tell["tell"] == "turn").await;
    assert_eq!(called["game"], json!(game));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn overload_refuses_new_games_and_keeps_running_ones() {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start_public(folder.path(), Limits { tables: 1, ..generous() }, PassRules::default()).await;
    let ((ann, _), (bob, _)) = (server.new_user("Ann"), server.new_user("Bob"));
    let (mut a, mut b, game) = paired(&server, &ann, &bob, false).await;
    let request = json!({ "rules": "chess", "nonce": "n", "seats": [{ "player": "Black", "by": "anyone" }] });
    let (status, refused, _) = server.as_person(&ann, "POST", "/games", Some(request));
    assert_eq!((status, &refused["reason"]), (503, &json!("busy")));
    assert_eq!(a.ask(json!({ "ask": "seek", "terms": terms(false) })).await["reason"], "busy");
    mark(&mut a, &game, "a1").await;
    mark(&mut b, &game, "b2").await;
    assert_eq!(server.request("GET", "/healthz", &[], "").0, 200);
    server.stop().await;
}
