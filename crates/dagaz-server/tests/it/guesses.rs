//! Ids that are guessed: none is hit, and nothing that is answered tells a near guess from a wild
//! one.

use dagaz_server::{Limits, Measure, PassRules};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::Running;

/// Letters of ids.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Guesses on a socket; an eighth as many by requests.
const GUESSES: usize = 800;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessed_ids_reveal_nothing() {
    let folder = TempDir::new().expect("a folder");
    let much = Measure { burst: 100_000, per_minute: 1 };
    let limits = Limits {
        address_requests: much,
        address_connects: much,
        address_bytes: Measure { burst: 1 << 30, per_minute: 1 },
        message_burst: 100_000,
        ..Limits::default()
    };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let ((ann, _), (eve, _)) = (server.new_user("Ann"), server.new_user(""));
    let request = json!({ "rules": "tic-tac-toe", "nonce": "n", "private": true });
    let (status, begun, _) = server.as_person(&ann, "POST", "/games", Some(request));
    assert_eq!(status, 201, "{begun}");
    let hidden = begun["game"].as_str().expect("an id").to_string();
    assert!(hidden.len() == 16 && hidden.bytes().all(|letter| LETTERS.contains(&letter)), "{hidden}");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut guess = |number: usize| {
        let mut letters: Vec<u8> = hidden.bytes().collect();
        while letters == hidden.as_bytes() {
            // Every other guess differs from an existing id by one letter.
            let near = dagaz_core::below(&mut rng, letters.len());
            for (place, letter) in letters.iter_mut().enumerate() {
                if number % 2 == 1 || place == near {
                    *letter = LETTERS[dagaz_core::below(&mut rng, LETTERS.len())];
                }
            }
        }
        String::from_utf8(letters).expect("letters")
    };
    let mut socket = server.socket_of(&eve).await.expect("in");
    let mut told = std::collections::HashSet::new();
    for number in 0..GUESSES {
        let game = guess(number);
        let question = match number % 4 {
            0 => json!({ "ask": "join", "game": game }),
            1 => json!({ "ask": "look", "game": game }),
            2 => json!({ "ask": "do", "game": game, "nonce": "n", "command": { "do": "resign" } }),
            _ => json!({ "ask": "hint", "game": game, "node": 0 }),
        };
        let mut answer = socket.ask(question).await;
        answer["re"] = Value::Null;
        told.insert(answer.to_string());
        if number % 8 == 0 {
            for path in ["view", "board", "record?format=txt"] {
                let (status, body, _) =
                    server.as_person(&eve, "GET", &format!("/games/{}/{path}", guess(number)), None);
                told.insert(format!("{status} {body}"));
            }
        }
    }
    let nothing = "there is no such game";
    let refused = json!({ "tell": "refused", "re": null, "reason": "unknown", "say": nothing });
    let expected = [refused.to_string(), format!("404 {}", json!({ "reason": "unknown", "say": nothing }))];
    assert_eq!(told, expected.into(), "one answer on sockets, and one to requests");
    // A client that knows the id can join the game.
    assert_eq!(socket.ask(json!({ "ask": "join", "game": hidden })).await["tell"], "joined");
    server.stop().await;
}
