//! Throws of a running game: no message predicts them, and every client can verify them afterwards.

use std::collections::{BTreeMap, BTreeSet};

use dagaz_server::{Limits, Measure, PassRules};
use dagaz_session::{NodeNo, commitment, throw};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Client, Running};

/// Plies after which a player resigns: too few to finish the game, since its end reveals the
/// secret.
const PLIES: usize = 64;

/// A throw as all clients saw it: the node after it, the result, and the number of possible
/// results.
struct Thrown {
    node: u32,
    shown: String,
    of: u64,
}

/// All messages that clients got during the game.
#[derive(Default)]
struct Messages {
    texts: Vec<String>,
}

impl Messages {
    /// Requests every path of the API, with a pass or without one.
    fn request_all(&mut self, server: &Running, pass: &str, game: &str, person: &str) {
        let document = dagaz_server::openapi();
        for (path, methods) in document["paths"].as_object().expect("paths") {
            if methods.get("get").is_none() || path.ends_with("/socket") || path == "/openapi.json" {
                continue;
            }
            let path = match path.as_str() {
                path if path.starts_with("/library") => path.replace("{id}", "twenty-squares"),
                path if path.starts_with("/people") => path.replace("{id}", person),
                path => path.replace("{id}", game).replace("{hash}", "0").replace("{name}", "x"),
            };
            let queries: Vec<String> = match path.as_str() {
                path if path.ends_with("/record") => ["json", "sgf", "txt", "zsg", "pgn", "pdn"]
                    .iter()
                    .map(|format| format!("?format={format}"))
                    .collect(),
                path if path.ends_with("/position") => vec!["?text=x".to_string()],
                "/games" => ["?live=true", "?player=me", "?rules=twenty-squares", ""].map(str::to_string).to_vec(),
                _ => vec![String::new()],
            };
            for query in queries {
                let (_, answer, _) = server.as_person(pass, "GET", &format!("{path}{query}"), None);
                self.texts.push(answer.to_string());
            }
        }
        let study = json!({ "rules": "twenty-squares", "nonce": format!("s{}", self.texts.len()), "study": true,
            "from": { "game": game } });
        let (_, begun, _) = server.as_person(pass, "POST", "/games", Some(study));
        self.texts.push(begun.to_string());
    }

    /// Asks everything on a socket that can be asked about a game.
    async fn ask_all(&mut self, socket: &mut Client, game: &str, node: u64) {
        for question in [
            json!({ "ask": "join", "game": game }),
            json!({ "ask": "look", "game": game }),
            json!({ "ask": "look", "game": game, "node": 0 }),
            json!({ "ask": "expand", "game": game, "node": node, "prefix": [] }),
            json!({ "ask": "why", "game": game, "node": node, "picks": ["pass"] }),
            json!({ "ask": "hint", "game": game, "node": node }),
            json!({ "ask": "analyse", "game": game, "node": node }),
            json!({ "ask": "lobby", "on": true }),
            json!({ "ask": "ping" }),
        ] {
            let answer = socket.ask(question).await;
            self.texts.push(answer.to_string());
        }
        self.texts.extend(socket.news.drain(..).map(|news| news.to_string()));
    }

    /// Whatever may be a seed, a secret or the state of a generator: runs of digits, decimal or
    /// hexadecimal.
    fn candidates(&self) -> BTreeSet<String> {
        let runs = self.texts.iter().flat_map(|text| text.split(|letter: char| !letter.is_ascii_alphanumeric()));
        runs.filter(|run| run.len() >= 4 && run.bytes().all(|letter| letter.is_ascii_hexdigit()))
            .map(str::to_string)
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_predicts_a_throw_and_all_throws_can_be_verified_afterwards() {
    let folder = TempDir::new().expect("a folder");
    let much = Measure { burst: 100_000, per_minute: 1 };
    let limits = Limits {
        address_requests: much,
        address_connects: much,
        address_games: much,
        person_games: much,
        address_bytes: Measure { burst: 1 << 30, per_minute: 1 },
        message_burst: 100_000,
        ..Limits::default()
    };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let people = [server.new_user("Ann"), server.new_user("Bob"), server.new_user("Watcher"), server.new_user("")];
    let seats = json!([{ "player": "White", "by": "me" }, { "player": "Black", "by": "anyone" }]);
    let players = server.as_person("", "GET", "/library/twenty-squares/board", None).1["players"].clone();
    let names: Vec<&str> = players.as_array().expect("players").iter().filter_map(|one| one["id"].as_str()).collect();
    let seats = match seats {
        Value::Array(mut seats) => {
            let choosers = names.iter().filter(|name| !name.starts_with('?'));
            seats.iter_mut().zip(choosers).for_each(|(seat, name)| seat["player"] = json!(name));
            Value::Array(seats)
        }
        other => other,
    };
    let request = json!({ "rules": "twenty-squares", "nonce": "n", "seats": seats });
    let (status, begun, _) = server.as_person(&people[0].0, "POST", "/games", Some(request));
    assert_eq!(status, 201, "{begun}");
    let game = begun["game"].as_str().expect("an id").to_string();
    let mut sockets = Vec::new();
    for (pass, _) in &people {
        sockets.push(server.socket_of(pass).await.expect("in"));
    }
    let joined = sockets[1].ask(json!({ "ask": "join", "game": game })).await;
    let promised = joined["view"]["chance"].clone();
    assert!(promised["commitment"].as_str().is_some_and(|hash| hash.len() == 64), "{joined}");
    assert_eq!(promised.get("secret"), None, "{promised}");
    let sat = sockets[1].act(&game, "sit", json!({ "do": "sit", "player": seats[1]["player"] })).await;
    assert_eq!(sat["tell"], "done", "{sat}");

    let (mut messages, mut throws) = (Messages::default(), BTreeMap::<u32, Thrown>::new());
    for ply in 0..PLIES {
        let mut moved = false;
        for socket in sockets.iter_mut().take(2) {
            let view = socket.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
            let node = view["node"].as_u64().expect("a node");
            if let Some(shown) = view["dice"]["text"].as_str() {
                let thrown = Thrown {
                    node: node as u32,
                    shown: shown.to_string(),
                    of: view["dice"]["of"].as_u64().expect("ways"),
                };
                throws.insert(thrown.node, thrown);
            }
            let id = view["moves"].as_array().and_then(|moves| moves.iter().find_map(|one| one["id"].as_u64()));
            let Some(id) = id else { continue };
            if ply % 40 == 3 {
                for (pass, person) in &people {
                    messages.request_all(&server, pass, &game, person);
                }
                messages.request_all(&server, "", &game, &people[0].1);
            }
            let command = json!({ "do": "play", "node": node, "move": id });
            let done = socket.act(&game, &format!("m{ply}"), command).await;
            assert_eq!(done["tell"], "done", "{done}");
            messages.texts.push(done.to_string());
            moved = true;
            break;
        }
        if ply % 40 == 5 {
            for socket in &mut sockets {
                messages.ask_all(socket, &game, 0).await;
            }
        }
        if !moved {
            break;
        }
    }
    let throws: Vec<Thrown> = throws.into_values().collect();
    assert!(throws.len() >= 50, "{} throws were seen", throws.len());
    for socket in &mut sockets {
        let news: Vec<String> = socket.news.drain(..).map(|news| news.to_string()).collect();
        messages.texts.extend(news);
    }
    let candidates = messages.candidates();
    let commitment_shown = promised["commitment"].as_str().expect("a hash");
    assert!(
        candidates.contains(commitment_shown) && messages.texts.len() > 100,
        "a test that sees nothing shows nothing"
    );
    for candidate in &candidates {
        let as_seed = format!("seed {candidate}");
        let hexadecimal = u64::from_str_radix(candidate, 16).map(|seed| format!("seed {seed}")).unwrap_or_default();
        for secret in [candidate, &as_seed, &hexadecimal] {
            assert!(!predicts(secret, &throws), "{candidate} predicts the throws");
        }
    }

    let resigned = sockets[0].act(&game, "end", json!({ "do": "resign" })).await;
    assert_eq!(resigned["tell"], "done", "{resigned}");
    let view = sockets[3].ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    let secret = view["chance"]["secret"].as_str().expect("the secret is revealed at the end").to_string();
    assert_eq!(view["chance"]["commitment"], promised["commitment"], "what was promised is kept");
    assert_eq!(promised["commitment"], json!(commitment(&secret)));
    assert!(predicts(&secret, &throws), "the throws follow from the secret");
    let (_, record, _) = server.as_person("", "GET", &format!("/games/{game}/record?format=json"), None);
    assert!(record["text"].as_str().is_some_and(|text| text.contains(&secret)), "{record}");
    assert!(messages.texts.iter().all(|text| !text.contains(&secret)), "no message had it before");
    let back = sockets[0].act(&game, "back", json!({ "do": "offer", "kind": "takeback" })).await;
    assert_eq!(back["tell"], "refused", "what is known is not played on: {back}");
    server.stop().await;
}

/// Whether a secret explains all throws: equal indices always show equal throws.
fn predicts(secret: &str, throws: &[Thrown]) -> bool {
    let mut faces: BTreeMap<usize, &str> = BTreeMap::new();
    throws.iter().all(|thrown| {
        let place = throw(secret, NodeNo(thrown.node), thrown.of as usize);
        *faces.entry(place).or_insert(&thrown.shown) == thrown.shown
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_that_players_roll_have_a_commitment() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), Default::default()).await;
    for (rules, has_chance) in [("backgammon", true), ("dark-chess", false)] {
        let game = server.begin(json!({ "rules": rules, "nonce": rules }));
        let (status, view) = server.json("GET", &format!("/games/{game}/view"), None);
        assert_eq!(status, 200, "{view}");
        assert_eq!(view["chance"]["commitment"].is_string(), has_chance, "{rules}: {view}");
    }
    server.stop().await;
}
