//! A simulated player: random legal moves, and the same command again until it is answered.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};

use super::network::Network;
use crate::common::ORIGIN;

/// How long a player waits for a message before a new connection.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a request may take. An upload waits for a process, in real time.
const REQUEST: Duration = Duration::from_secs(300);

/// A command to play a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) nonce: String,
    pub(super) node: u64,
    pub(super) index: u64,
}

/// What the server has said about the commands of a game.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Acknowledged moves with the version of the game after each.
    pub(super) done: Vec<(Played, u64)>,
    /// Nonces of refused commands.
    pub(super) refused: Vec<String>,
    pub(super) resent: u32,
}

/// An answer: the status, the session token that it sets, and the body.
pub(super) type Answer = (u16, Option<String>, Value);

/// Sends JSON over a connection of its own. `None` if there was no whole answer.
pub(super) async fn request(network: &Network, pass: &str, path: &str, body: &Value) -> Option<Answer> {
    send(network, pass, ("POST", path), ("application/json", body.to_string().as_bytes())).await
}

/// Sends a request, with the type and the bytes of its body.
pub(super) async fn send(
    network: &Network,
    pass: &str,
    (method, path): (&str, &str),
    (kind, body): (&str, &[u8]),
) -> Option<Answer> {
    let mut stream = network.connect()?;
    let host = ORIGIN.trim_start_matches("https://");
    let mut head =
        format!("{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {kind}\r\n");
    if !pass.is_empty() {
        head += &format!("Authorization: Bearer {pass}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat()).await.ok()?;
    let mut answer = Vec::new();
    tokio::time::timeout(REQUEST, stream.read_to_end(&mut answer)).await.ok()?.ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let pass = head.split("__Host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
    Some((status, pass.map(str::to_string), serde_json::from_str(body).unwrap_or(Value::Null)))
}

pub(super) struct Player {
    pub(super) network: Network,
    pub(super) pass: String,
    pub(super) game: String,
    pub(super) seed: u64,
    pub(super) answers: Arc<Mutex<Answers>>,
}

type Socket = WebSocketStream<DuplexStream>;

impl Player {
    /// Plays until the game has ended.
    pub(super) async fn run(self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut waiting = None;
        while !self.play(&mut rng, &mut waiting).await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Takes the open seat.
    pub(super) async fn sit(&self, calm: &Network) {
        let player = Player {
            network: calm.clone(),
            game: self.game.clone(),
            pass: self.pass.clone(),
            seed: 0,
            answers: Arc::default(),
        };
        for attempt in 0.. {
            let seated = async {
                let mut socket = player.connect().await?;
                player.send(&mut socket, json!({ "ask": "join", "game": self.game })).await?;
                let joined = player.hear(&mut socket, &["joined", "refused"]).await?;
                let seats = joined["view"]["seats"].as_array()?;
                // An answer may be lost, and the seat taken.
                let Some(open) = seats.iter().find(|seat| seat["by"] == "open") else { return Some(()) };
                let command = json!({ "do": "sit", "player": open["player"] });
                let nonce = format!("sit {attempt}");
                let question = json!({ "ask": "do", "game": self.game, "nonce": nonce, "command": command });
                player.send(&mut socket, question).await?;
                player.hear(&mut socket, &["done"]).await.map(drop)
            };
            if seated.await.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Returns the next message of one of these kinds.
    async fn hear(&self, socket: &mut Socket, kinds: &[&str]) -> Option<Value> {
        loop {
            let Message::Text(text) = tokio::time::timeout(PATIENCE, socket.next()).await.ok()??.ok()? else {
                continue;
            };
            let heard: Value = serde_json::from_str(&text).expect("it is JSON");
            if heard["tell"].as_str().is_some_and(|tell| kinds.contains(&tell)) {
                return Some(heard);
            }
        }
    }

    async fn connect(&self) -> Option<Socket> {
        let stream = self.network.connect()?;
        let host = ORIGIN.trim_start_matches("https://");
        let address = format!("ws://{host}/api/v1/socket").parse().ok()?;
        let request = ClientRequestBuilder::new(address).with_header("Authorization", format!("Bearer {}", self.pass));
        let shaken = tokio_tungstenite::client_async(request, stream);
        Some(tokio::time::timeout(PATIENCE, shaken).await.ok()?.ok()?.0)
    }

    async fn send(&self, socket: &mut Socket, mut question: Value) -> Option<()> {
        question["re"] = 1.into();
        socket.send(Message::text(question.to_string())).await.ok()
    }

    /// Plays over one connection; returns whether the game has ended.
    async fn play(&self, rng: &mut Xoshiro256PlusPlus, waiting: &mut Option<Played>) -> bool {
        let Some(mut socket) = self.connect().await else { return false };
        if self.send(&mut socket, json!({ "ask": "join", "game": self.game })).await.is_none() {
            return false;
        }
        let mut view = Value::Null;
        let mut is_sent = false;
        loop {
            let Ok(Some(Ok(heard))) = tokio::time::timeout(PATIENCE, socket.next()).await else { return false };
            let Message::Text(text) = heard else { continue };
            let heard: Value = serde_json::from_str(&text).expect("it is JSON");
            match heard["tell"].as_str() {
                Some("joined" | "update") => view = heard["view"].clone(),
                Some("done") => self.note(&heard, waiting),
                Some("refused") => match heard["reason"].as_str() {
                    // The same command may be sent again.
                    Some("busy" | "storage" | "tooMany") => {
                        tokio::time::sleep(Duration::from_millis(200)).await;
                        return false;
                    }
                    Some("unknown") => panic!("the game is gone: {heard}"),
                    _ => self.refused(waiting),
                },
                _ => {}
            }
            if view["status"]["state"] == "ended" {
                return true;
            }
            let command = match waiting {
                Some(_) if is_sent => continue,
                Some(command) => {
                    self.answers.lock().expect("no test has failed").resent += 1;
                    command.clone()
                }
                None => match choose(&view, rng) {
                    Some(command) => command,
                    None => continue,
                },
            };
            *waiting = Some(command.clone());
            is_sent = true;
            let Played { nonce, node, index } = command;
            let played = json!({ "do": "play", "node": node, "move": index });
            let question = json!({ "ask": "do", "game": self.game, "nonce": nonce, "command": played });
            if self.send(&mut socket, question).await.is_none() {
                return false;
            }
        }
    }

    fn note(&self, heard: &Value, waiting: &mut Option<Played>) {
        let Some(command) = waiting.take() else { return };
        assert_eq!(heard["nonce"], command.nonce, "the answer is to another command");
        let version = heard["version"].as_u64().expect("a version");
        self.answers.lock().expect("no test has failed").done.push((command, version));
    }

    fn refused(&self, waiting: &mut Option<Played>) {
        let Some(command) = waiting.take() else { return };
        self.answers.lock().expect("no test has failed").refused.push(command.nonce);
    }
}

/// Returns a random move if the viewer is to move.
fn choose(view: &Value, rng: &mut Xoshiro256PlusPlus) -> Option<Played> {
    let mine = |player: &Value| view["me"].as_array().is_some_and(|me| me.contains(player));
    if !view["status"]["turn"].as_array()?.iter().any(mine) {
        return None;
    }
    let moves: Vec<u64> = view["moves"].as_array()?.iter().filter_map(|one| one["id"].as_u64()).collect();
    let index = *moves.get(rng.next_u32() as usize % moves.len().max(1))?;
    Some(Played { nonce: format!("{:016x}", rng.next_u64()), node: view["node"].as_u64()?, index })
}
