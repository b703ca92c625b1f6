//! Games made ready: each once, however many ask for it at the same time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;

use crate::common::{Running, TestRules};

#[tokio::test(flavor = "multi_thread")]
async fn all_games_by_the_same_rules_share_what_was_made_of_them() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), Arc::new(TestRules::default()));
    let server = Running::start(folder.path(), rules.clone()).await;
    let games: Vec<String> = std::thread::scope(|scope| {
        // Which of the games of these rules is wanted is left open.
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
