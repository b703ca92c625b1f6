//! Games and rules that are kept in memory alone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dagaz_server::Limits;
use dagaz_table::RulesSource;
use serde_json::{Value, json};

use crate::common::{Running, TestRules};

/// How long a game without followers stays, in these tests.
const IDLE: Duration = Duration::from_millis(300);

async fn start(folder: &std::path::Path, rules: &Arc<TestRules>) -> Running {
    Running::start_as(folder, rules.clone(), None, Limits { idle: IDLE, ..Limits::default() }).await
}

/// Hands in rules as a draft; returns their id.
fn hand_in(server: &Running, rules: &TestRules) -> String {
    let text = rules.bundle("tic-tac-toe").expect("it is there").files[0].1.clone();
    let text = String::from_utf8(text).expect("text");
    let bearer = server.bearer();
    let headers = [("Authorization", bearer.as_str())];
    let (status, _, answer) = server.request("POST", "/api/v1/rules?name=x.zrf&draft=true", &headers, &text);
    let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
    assert_eq!(status, 200, "{answer}");
    answer["entry"]["id"].as_str().expect("it can be played").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_played_and_copied_but_never_stored() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let server = start(folder.path(), &rules).await;
    let id = hand_in(&server, &rules);
    let draft = server.begin(json!({ "rules": id, "study": true, "draft": true, "nonce": "d" }));
    let mut client = server.socket().await;
    let joined = client.ask(json!({ "ask": "join", "game": draft })).await;
    assert_eq!(joined["tell"], "joined", "{joined}");
    let played = client.act(&draft, "m", json!({ "do": "play", "node": 0, "move": 4 })).await;
    assert_eq!(played["tell"], "done", "{played}");
    assert_eq!(server.json("GET", "/games", None).1["games"], json!([]));
    // A copy of its moves is a game like any other.
    let (status, _) =
        server.json("POST", "/games", Some(json!({ "rules": id, "draft": true, "rated": true, "nonce": "r" })));
    assert_eq!(status, 400, "a draft does not count");
    let bearer = server.bearer();
    let text = rules.bundle("tic-tac-toe").expect("it is there").files[0].1.clone();
    let text = String::from_utf8(text).expect("text");
    server.request("POST", "/api/v1/rules?name=x.zrf", &[("Authorization", &bearer)], &text);
    let copy = server.begin(json!({ "rules": id, "study": true, "from": { "game": draft }, "nonce": "c" }));
    let (_, list) = server.json("GET", "/games", None);
    assert_eq!(list["games"].as_array().map(Vec::len), Some(1), "{list}");
    let (_, view) = server.json("GET", &format!("/games/{copy}/view?node=1"), None);
    assert_eq!(view["node"], 1, "{view}");
    server.stop().await;
    // After a start the copy is there, and the draft is not.
    let server = start(folder.path(), &rules).await;
    assert_eq!(server.json("GET", &format!("/games/{copy}/view"), None).0, 200);
    assert_eq!(server.json("GET", &format!("/games/{draft}/view"), None).0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_dropped_after_its_last_client_has_left() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let server = start(folder.path(), &rules).await;
    let id = hand_in(&server, &rules);
    let draft = server.begin(json!({ "rules": id, "study": true, "draft": true, "nonce": "d" }));
    let mut client = server.socket().await;
    client.ask(json!({ "ask": "join", "game": draft })).await;
    tokio::time::sleep(IDLE * 3).await;
    let path = format!("/games/{draft}/view");
    assert_eq!(server.json("GET", &path, None).0, 200, "a client follows it");
    client.ask(json!({ "ask": "leave", "game": draft })).await;
    let begun = Instant::now();
    // Each look keeps the game for a while.
    tokio::time::sleep(IDLE * 3).await;
    while server.json("GET", &path, None).0 != 404 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it stays");
        tokio::time::sleep(IDLE * 3).await;
    }
    server.stop().await;
}
