//! Games are found by their first moves.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::Running;

async fn play(server: &Running, nonce: &str, moves: &[&str]) -> String {
    play_by(server, "chess", nonce, moves).await
}

async fn play_by(server: &Running, rules: &str, nonce: &str, moves: &[&str]) -> String {
    let game = server.begin(json!({ "rules": rules, "nonce": nonce }));
    let mut client = server.socket().await;
    for (node, text) in moves.iter().enumerate() {
        let done = client.act(&game, &format!("n{node}"), json!({ "do": "type", "node": node, "text": text })).await;
        assert_eq!(done["tell"], "done", "{text}: {done}");
    }
    game
}

async fn resign(server: &Running, game: &str) {
    let done = server.socket().await.act(game, "over", json!({ "do": "resign" })).await;
    assert_eq!(done["tell"], "done", "{done}");
}

fn found(server: &Running, opening: &str) -> Vec<String> {
    found_by(server, "chess", opening)
}

fn found_by(server: &Running, rules: &str, opening: &str) -> Vec<String> {
    let opening = opening.replace(' ', "%20").replace(';', "%3B");
    let (status, page) = server.json("GET", &format!("/games?rules={rules}&opening={opening}"), None);
    assert_eq!(status, 200, "{page}");
    let games = page["games"].as_array().expect("a list");
    games.iter().map(|game| game["game"].as_str().expect("an id").to_string()).collect()
}

/// Takes away what finds games: so stores were before games were found by their openings, and the
/// older ones had no table for it.
fn of_before(file: &std::path::Path, first_format: bool) {
    let store = rusqlite::Connection::open(file).expect("it opens");
    let format = match first_format {
        true => "DROP TABLE tags; ALTER TABLE games DROP COLUMN bytes; PRAGMA user_version = 1;",
        false => "DELETE FROM tags;",
    };
    store.execute_batch(&format!("{format} DELETE FROM facts WHERE name LIKE 'tags%';")).expect("it is done");
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_of_older_games_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), Default::default()).await;
    let spanish = play(&server, "a", &["e4", "e5", "Nf3", "Nc6", "Bb5"]).await;
    let italian = play(&server, "b", &["e4", "e5", "Nf3", "Nc6", "Bc4"]).await;
    for game in [&spanish, &italian] {
        resign(&server, game).await;
    }
    server.stop().await;
    for first_format in [true, false] {
        of_before(&folder.path().join("games.sqlite"), first_format);
        let server = Running::start(folder.path(), Default::default()).await;
        let began = Instant::now();
        while found(&server, "e4; e5").len() < 2 {
            assert!(began.elapsed() < Duration::from_secs(20), "they are not found");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(found(&server, "e4; e5; Nf3; Nc6; Bb5"), std::slice::from_ref(&spanish));
        assert_eq!(found(&server, "e4; e5; Nf3; Nc6; Bc4"), std::slice::from_ref(&italian));
        assert_eq!(server.json("GET", "/games?rules=chess", None).1["games"].as_array().map(Vec::len), Some(2));
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_are_found_in_any_notation() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), Default::default()).await;
    let spanish = play(&server, "a", &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"]).await;
    let italian = play(&server, "b", &["e4", "e5", "Nf3", "Nc6", "Bc4"]).await;
    assert_eq!(found(&server, "e4; e5"), std::slice::from_ref(&spanish), "what goes on is found after eight moves");
    resign(&server, &italian).await;
    assert_eq!(found(&server, "e2e4;e7-e5; Nf3"), [italian.clone(), spanish.clone()], "those first that began last");
    assert_eq!(found(&server, "e4; e5; Nf3; Nc6; Bb5; a6; Ba4; Nf6"), std::slice::from_ref(&spanish));
    assert_eq!(found(&server, "e4; e5; Nf3; Nc6; Bc4"), std::slice::from_ref(&italian));
    assert!(found(&server, "d4").is_empty());
    assert_eq!(found(&server, "").len(), 2, "no opening is any");
    // Another line after a takeback is another opening.
    let taken = play(&server, "c", &["d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5", "Be7"]).await;
    assert_eq!(found(&server, "d4; d5"), std::slice::from_ref(&taken));
    let mut client = server.socket().await;
    let back = client.act(&taken, "back", json!({ "do": "offer", "kind": "takeback", "node": 1 })).await;
    assert_eq!(back["tell"], "done", "{back}");
    assert!(found(&server, "d4; d5").is_empty());
    let bad = |query: &str| -> Value { server.json("GET", &format!("/games?{query}"), None).1["reason"].clone() };
    assert_eq!(bad("opening=e4"), "malformed", "of which rules?");
    assert_eq!(bad("rules=chess&opening=e5"), "unclear");
    assert_eq!(bad("rules=chess&opening=e4;e5;d4;d5;a3;a6;b3;b6;h3"), "tooLarge");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_moves_are_not_found_before_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), Default::default()).await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "d7d6", "c2c3"];
    let game = play_by(&server, "dark-chess", "dark", &moves).await;
    for opening in ["e2e4", "e2e4; e7e5", "e2e4; e7e5; g1f3; b8c6; f1c4; g8f6; d2d3; d7d6"] {
        assert!(found_by(&server, "dark-chess", opening).is_empty(), "{opening} is found during the game");
    }
    resign(&server, &game).await;
    assert_eq!(found_by(&server, "dark-chess", "e2e4; e7e5"), std::slice::from_ref(&game));
    assert!(found_by(&server, "dark-chess", "d2d4").is_empty());
    server.stop().await;
}
