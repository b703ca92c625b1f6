//! Games made ready: each once, however many ask for it at the same time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use dagaz_server::Limits;
use dagaz_table::RulesSource;
use serde_json::json;

use crate::common::{METRICS, Running, TestRules};

#[tokio::test(flavor = "multi_thread")]
async fn games_with_the_same_rules_share_the_compiled_game() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let server = Running::start(folder.path(), rules.clone()).await;
    let games: Vec<String> = std::thread::scope(|scope| {
        // The variant of these rules is left open.
        let begin = |number: u32| json!({ "rules": "tic-tac-toe", "nonce": format!("n{number}") });
        let server = &server;
        let begun: Vec<_> = (0..12).map(|number| scope.spawn(move || server.begin(begin(number)))).collect();
        begun.into_iter().map(|one| one.join().expect("it is begun")).collect()
    });
    for game in &games {
        let (status, view) = server.json("GET", &format!("/games/{game}/view"), None);
        assert_eq!((status, view["choices"].as_u64()), (200, Some(9)), "{view}");
    }
    assert_eq!(rules.loads.load(Ordering::SeqCst), 1, "of {} games", games.len());
    // By its number it is the same game.
    server.begin(json!({ "rules": "tic-tac-toe", "variant": 0, "nonce": "by number" }));
    assert_eq!(rules.loads.load(Ordering::SeqCst), 1);
    server.stop().await;
}

/// Returns a figure of the server's metrics.
fn figure(server: &Running, name: &str) -> u64 {
    let bearer = format!("Bearer {METRICS}");
    let (status, _, text) = server.request("GET", "/metrics", &[("Authorization", &bearer)], "");
    assert_eq!(status, 200, "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("dagaz_{name} ")));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_games_release_their_memory() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let limits = Limits { prepared_bytes: 6 << 20, ..Limits::default() };
    let server = Running::start_as(folder.path(), rules.clone(), None, limits).await;
    let names = ["tic-tac-toe", "connect-four", "chess", "reversi", "xiangqi", "shogi"];
    let known: Vec<&str> =
        names.into_iter().filter(|name| server.json("GET", &format!("/library/{name}/board"), None).0 == 200).collect();
    assert!(known.len() >= 3, "{known:?}");
    // The one that was made last comes on top of what is kept.
    assert!((1 << 20..16 << 20).contains(&figure(&server, "prepared_bytes")), "{}", figure(&server, "prepared_bytes"));
    // The data shared by all users is created once, even after it was released.
    let loads = rules.loads.load(Ordering::SeqCst);
    for name in &known {
        assert_eq!(server.json("GET", &format!("/library/{name}/board"), None).0, 200);
    }
    assert_eq!(rules.loads.load(Ordering::SeqCst), loads);
    assert!(figure(&server, "answer_bytes") > 1_000);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_uploaded_rules_have_their_own_memory_limit() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let limits = Limits { handed_in_bytes: 1, ..Limits::default() };
    let server = Running::start_as(folder.path(), rules.clone(), None, limits).await;
    let text = rules.bundle("tic-tac-toe").expect("it is there").files[0].1.clone();
    let text = String::from_utf8(text).expect("text");
    let hand_in = |more: &str| {
        let bearer = server.bearer();
        let body = format!("{text}\n; {more}\n");
        let (status, _, answer) =
            server.request("POST", "/api/v1/rules?name=x.zrf", &[("Authorization", &bearer)], &body);
        let told: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
        assert_eq!(status, 200, "{answer}");
        told["entry"]["id"].as_str().expect("it is taken").to_string()
    };
    let (one, other) = (hand_in("one"), hand_in("other"));
    let board = |id: &str| server.json("GET", &format!("/library/{id}/board"), None).0;
    assert_eq!(
        (board(&one), board(&other), board(&one)),
        (200, 200, 200),
        "nobody plays: one makes room for the other"
    );
    let game = server.begin(json!({ "rules": one, "nonce": "n" }));
    let (status, _) = server.json("GET", &format!("/games/{game}/view"), None);
    assert_eq!(status, 200);
    let (status, refused) = server.json("POST", "/games", Some(json!({ "rules": hand_in("third"), "nonce": "m" })));
    assert_eq!((status, &refused["reason"]), (503, &json!("busy")), "{refused}");
    server.begin(json!({ "rules": "chess", "nonce": "c" }));
    let (status, view) = server.json("GET", &format!("/games/{game}/view"), None);
    assert_eq!((status, view["choices"].as_u64()), (200, Some(9)), "who plays goes on: {view}");
    server.stop().await;
}
