//! Several servers on one database: clients of any of them meet the same users and play the same
//! games.

use std::time::{Duration, Instant};

use crate::common::Running;
use crate::meeting::{generous, of, terms};
use dagaz_testkit::postgres::{Cluster, shared};
use serde_json::{Value, json};

/// Two servers on a database of their own; none where there is no PostgreSQL.
async fn two() -> Option<(&'static Cluster, String, Running, Running)> {
    let cluster = tokio::task::spawn_blocking(shared).await.expect("it has not failed")?;
    let address = cluster.database().expect("it is made");
    let one = Running::start_beside(&address, generous()).await;
    let other = Running::start_beside(&address, generous()).await;
    Some((cluster, address, one, other))
}

async fn seeks(client: &mut crate::common::Client) -> Value {
    client.ask(json!({ "ask": "lobby", "on": true })).await["lobby"]["seeks"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_tokens_and_the_lobby() {
    let Some((_, _, one, other)) = two().await else { return };
    let (ann, _) = one.new_user("Ann");
    let (ben, ben_id) = other.new_user("");
    let (status, view, _) = other.as_person(&ann, "GET", "/me", None);
    assert_eq!((status, &view["name"]), (200, &json!("Ann")));
    let (mut first, mut second) = (of(&one, &ann).await, of(&other, &ben).await);
    assert_eq!((seeks(&mut first).await, seeks(&mut second).await), (json!([]), json!([])));
    let sought = second.ask(json!({ "ask": "seek", "terms": terms(false), "side": "first", "range": [0, 1] })).await;
    assert_eq!(sought["tell"], "sought", "{sought}");
    // The lobby is sent to its viewers on every server.
    let told = first.wait_for(|tell| tell["tell"] == "lobby" && tell["lobby"]["seeks"] != json!([])).await;
    assert_eq!(told["lobby"]["seeks"][0]["by"]["person"], ben_id.as_str());
    assert_eq!(told["lobby"]["seeks"], seeks(&mut second).await);
    assert_eq!(second.ask(json!({ "ask": "withdraw", "seek": sought["seek"] })).await["tell"], "ok");
    assert_eq!(seeks(&mut first).await, json!([]));
    // A client that disconnects loses its offers.
    second.ask(json!({ "ask": "seek", "terms": terms(false) })).await;
    second.socket.close(None).await.expect("it is open");
    first.wait_for(|tell| tell["tell"] == "lobby" && tell["lobby"]["seeks"] == json!([])).await;
    one.stop().await;
    other.stop().await;
}

/// A guest is barred by one call for all servers.
#[tokio::test(flavor = "multi_thread")]
async fn a_banned_guest_is_disconnected_by_all_servers() {
    let Some((_, address, one, other)) = two().await else { return };
    let (guest, id) = one.new_user("");
    let (mut first, mut second) = (of(&one, &guest).await, of(&other, &guest).await);
    for client in [&mut first, &mut second] {
        assert_eq!(client.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    }
    let beside = address.clone();
    let row = dagaz_store::GuestRow { guest: id, at: 1, barred: true };
    let bar = move || dagaz_store::Register::open_database(&beside).and_then(|register| register.end_guest(&row));
    tokio::task::spawn_blocking(bar).await.expect("it has not failed").expect("it is written");
    for (server, client) in [(&one, &mut first), (&other, &mut second)] {
        assert_eq!(client.hear().await, Err(4001));
        assert_eq!(server.as_person(&guest, "GET", "/me", None).0, 403);
        assert_eq!(server.as_person(&guest, "POST", "/guests", Some(json!({}))).0, 403);
    }
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_two_servers_play_one_game() {
    let Some((_, _, one, other)) = two().await else { return };
    let ((ann, _), (ben, _)) = (one.new_user("Ann"), other.new_user("Ben"));
    let (mut first, mut second) = (of(&one, &ann).await, of(&other, &ben).await);
    let sought = first.ask(json!({ "ask": "seek", "terms": terms(true), "side": "first" })).await;
    assert_eq!(sought["tell"], "sought", "{sought}");
    let met = second.ask(json!({ "ask": "seek", "terms": terms(true) })).await;
    assert_eq!(met["tell"], "paired", "{met}");
    let game = met["game"].as_str().expect("an id").to_string();
    first.wait_for(|tell| tell["tell"] == "paired").await;
    for client in [&mut second, &mut first] {
        assert_eq!(client.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    }
    // Nor does either of them help with a study of it.
    let study = |nonce: &str| {
        let from = json!({ "game": game, "node": 0 });
        let body = json!({ "rules": "tic-tac-toe", "nonce": nonce, "study": true, "from": from });
        [&one, &other].map(|server| server.as_person(&ann, "POST", "/games", Some(body.clone())).0)
    };
    assert_eq!(study("early"), [403, 403]);
    // One of them at least is served through the other server.
    for (turn, client) in [0, 1, 0, 1, 0].into_iter().enumerate() {
        let mover = if client == 0 { &mut first } else { &mut second };
        let view = loop {
            let view = mover.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
            if view["moves"].as_array().is_some_and(|moves| !moves.is_empty()) {
                break view;
            }
        };
        // Three in a row in the end: the first player takes sites 0, 1, 2 and the second what is
        // left at the end of the list.
        let moves = view["moves"].as_array().expect("moves");
        let chosen = if client == 0 { &moves[0] } else { moves.last().expect("a move") };
        let command = json!({ "do": "play", "node": view["node"], "move": chosen["id"] });
        let done = mover.act(&game, &format!("n{turn}"), command.clone()).await;
        assert_eq!(done["tell"], "done", "{done}");
        assert_eq!(
            mover.act(&game, &format!("n{turn}"), command).await,
            again(done),
            "what is sent again is not done again"
        );
    }
    for client in [&mut first, &mut second] {
        let ended = |tell: &Value| tell["tell"] == "update" && !tell["view"]["status"]["ending"].is_null();
        client.wait_for(ended).await;
    }
    assert_eq!(study("late"), [201, 201]);
    // What is asked once is passed on as well, and both say the same.
    let views =
        [&one, &other].map(|server| server.as_person(&ann, "GET", &format!("/games/{game}/record?format=json"), None));
    assert_eq!(views[0].0, 200, "{:?}", views[0].1);
    assert_eq!(views[0].1, views[1].1);
    let (status, _, _) = one.as_person(&ann, "GET", "/games/none/view", None);
    assert_eq!(status, 404);
    // And a secret that is none opens nothing.
    let forged = [("dagaz-peer", "0"), ("dagaz-who", "owner"), ("Host", "games.example")];
    assert_eq!(one.request("GET", "/api/v1/me", &forged, "").0, 403);
    one.stop().await;
    other.stop().await;
}

/// An answer as it is to the next question.
fn again(mut done: Value) -> Value {
    done["re"] = (done["re"].as_u64().expect("a number") + 1).into();
    done
}

/// Sits down at a game of one server through the other, and moves.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_a_lost_server_continue_on_the_other() {
    let Some((cluster, address, one, other)) = two().await else { return };
    let ((ann, _), (ben, _)) = (one.new_user("Ann"), other.new_user("Ben"));
    let seats = json!([{ "player": "X", "by": "me" }, { "player": "O", "by": "anyone" }]);
    let begin = json!({ "rules": "tic-tac-toe", "nonce": "one", "seats": seats });
    let (status, begun, _) = one.as_person(&ann, "POST", "/games", Some(begin.clone()));
    assert_eq!(status, 201, "{begun}");
    let game = begun["game"].as_str().expect("an id").to_string();
    let (_, once_more, _) = other.as_person(&ann, "POST", "/games", Some(begin));
    assert_eq!(once_more, begun, "the same request begins no second game");
    let mut first = of(&one, &ann).await;
    let board = first.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!(board["tell"], "joined", "{board}");
    let players: Vec<String> = board["board"]["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| player["id"].as_str().expect("an id").to_string())
        .collect();
    let mut second = of(&other, &ben).await;
    assert_eq!(second.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    let sat = second.act(&game, "sit", json!({ "do": "sit", "player": players[1] })).await;
    assert_eq!(sat["tell"], "done", "{sat}");
    // The owner was silent for too long: the other server expires its lease and takes the game; no
    // socket refers to a dead server.
    let owner =
        cluster.run(&address, &format!("SELECT owner FROM dagaz.games WHERE name = '{game}'")).expect("it is told");
    cluster
        .run(&address, &format!("DELETE FROM dagaz.members WHERE epoch = {owner}; NOTIFY dagaz, 'members'"))
        .expect("it is done");
    let began = Instant::now();
    while first.hear().await.is_ok() {}
    while second.hear().await.is_ok() {}
    let (mut first, mut second) = (of(&one, &ann).await, of(&other, &ben).await);
    for client in [&mut second, &mut first] {
        assert_eq!(client.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    }
    let view = first.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    let mover = if view["moves"].as_array().is_some_and(|moves| !moves.is_empty()) { &mut first } else { &mut second };
    let view = mover.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    let command = json!({ "do": "play", "node": view["node"], "move": view["moves"][0]["id"] });
    let done = mover.act(&game, "n0", command).await;
    assert_eq!(done["tell"], "done", "{done}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    // A server that ends in an orderly way leaves its games to the other at once.
    drop(first);
    let began = Instant::now();
    one.stop().await;
    let mut second = of(&other, &ben).await;
    assert_eq!(second.ask(json!({ "ask": "join", "game": game })).await["tell"], "joined");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_revoked_tokens_and_mutes() {
    let Some((_, _, one, other)) = two().await else { return };
    let ((ann, ann_id), (ben, ben_id)) = (one.new_user("Ann"), other.new_user("Ben"));
    let mut socket = of(&other, &ann).await;
    assert_eq!(socket.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    let (status, _, _) = one.as_person(&ben, "POST", &format!("/people/{ann_id}/mute"), Some(json!({ "muted": true })));
    assert_eq!(status, 200);
    let began = Instant::now();
    while other.as_person(&ben, "GET", &format!("/people/{ann_id}"), None).1["muted"] != json!(true) {
        assert!(began.elapsed() < Duration::from_secs(5), "{ben_id} has muted {ann_id}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (status, _, _) = one.as_person(&ann, "POST", "/logout", None);
    assert_eq!(status, 200);
    let closed = loop {
        if let Err(code) = socket.hear().await {
            break code;
        }
    };
    assert_eq!(closed, 4001);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    one.stop().await;
    other.stop().await;
}
