//! A player who plays one game after the other, and does not mind whether the server is there.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_core::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

use super::request::ask;
use crate::judge::{Acknowledged, played};

/// What is played: short and long games, with dice, with composite moves.
const GAMES: [&str; 5] = ["chess", "international-draughts", "twenty-squares", "tic-tac-toe", "nine-mens-morris"];

/// What all players share.
pub(super) struct Place {
    /// Where the servers listen.
    pub(super) ports: Vec<u16>,
    /// What opens them.
    pub(super) token: String,
    /// Set when no new games are to be started.
    pub(super) stop: AtomicBool,
    pub(super) acknowledged: Mutex<Vec<Acknowledged>>,
    /// Commands that were sent, and how often one was sent again.
    pub(super) sent: AtomicU64,
    pub(super) resends: AtomicU64,
    /// The longest time from a command to its acknowledgement, in milliseconds.
    pub(super) longest: AtomicU64,
}

impl Place {
    pub(super) fn new(ports: Vec<u16>, token: String) -> Place {
        Place {
            ports,
            token,
            stop: AtomicBool::new(false),
            acknowledged: Mutex::default(),
            sent: AtomicU64::new(0),
            resends: AtomicU64::new(0),
            longest: AtomicU64::new(0),
        }
    }
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

pub(super) struct Player {
    place: Arc<Place>,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    socket: Option<Socket>,
    next: u32,
}

impl Player {
    pub(super) fn new(place: Arc<Place>, seed: u64) -> Player {
        Player { place, seed, rng: Xoshiro256PlusPlus::seed_from_u64(seed), socket: None, next: 1 }
    }

    /// Plays until it is stopped; returns the games that it started.
    pub(super) fn play(mut self) -> Result<Vec<String>, String> {
        let mut games = Vec::new();
        while !self.stopped() {
            let rules = GAMES[below(&mut self.rng, GAMES.len())];
            let game = self.begin(rules, games.len())?;
            games.push(game.clone());
            self.play_game(&game)?;
        }
        Ok(games)
    }

    fn stopped(&self) -> bool {
        self.place.stop.load(Ordering::SeqCst)
    }

    fn begin(&mut self, rules: &str, number: usize) -> Result<String, String> {
        let nonce = format!("begin-{}-{number}", self.seed);
        let body = json!({ "rules": rules, "nonce": nonce, "seed": 5 }).to_string();
        for _ in 0..2_000 {
            let port = self.port();
            if let Some(answer) = ask(port, &self.place.token, "POST", "/games", &body)
                && let Some(game) = answer.body["game"].as_str()
            {
                return Ok(game.to_string());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("no game could be begun".to_string())
    }

    /// Plays the own seats of a game to its end, however long the others take.
    pub(super) fn play_to_the_end(&mut self, game: &str) -> Result<(), String> {
        for turn in 0.. {
            let view = loop {
                let Some(view) = self.current(game)? else { return Ok(()) };
                if self.stopped() || !view["status"]["ending"].is_null() {
                    return Ok(());
                }
                if view["moves"].as_array().is_some_and(|moves| !moves.is_empty()) {
                    break view;
                }
                std::thread::sleep(Duration::from_millis(20));
            };
            self.play_one(game, turn, &view)?;
        }
        Ok(())
    }

    /// Plays one of the moves that there are.
    fn play_one(&mut self, game: &str, turn: usize, view: &Value) -> Result<(), String> {
        let moves = view["moves"].as_array().map_or(0, Vec::len);
        let chosen = &view["moves"][below(&mut self.rng, moves)]["id"];
        let command = json!({ "do": "play", "node": view["node"], "move": chosen });
        self.place.sent.fetch_add(1, Ordering::Relaxed);
        self.insist(game, &format!("{}-{turn}", self.seed), &command)
    }

    fn play_game(&mut self, game: &str) -> Result<(), String> {
        // A game of random moves may be long.
        for turn in 0..60 {
            let Some(view) = self.current(game)? else { return Ok(()) };
            if self.stopped() || !view["status"]["ending"].is_null() {
                return Ok(());
            }
            let moves = view["moves"].as_array().map_or(0, Vec::len);
            if moves == 0 {
                // Chance is about to decide.
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            self.play_one(game, turn, &view)?;
        }
        Ok(())
    }

    /// The current view, as often asked for as it takes: a server that has just begun may be busy,
    /// and one that has lost its database has none. None once it is over.
    fn current(&mut self, game: &str) -> Result<Option<Value>, String> {
        let mut last = Value::Null;
        for _ in 0..1_000 {
            if let Some(answer) = self.ask(&json!({ "ask": "look", "game": game })) {
                if answer["view"].is_object() {
                    return Ok(Some(answer["view"].clone()));
                }
                last = answer;
                std::thread::sleep(Duration::from_millis(20));
            }
            if self.stopped() {
                return Ok(None);
            }
        }
        Err(format!("{game} is never shown: {last}"))
    }

    /// Sends a command until it is answered.
    fn insist(&mut self, game: &str, nonce: &str, command: &Value) -> Result<(), String> {
        let question = json!({ "ask": "do", "game": game, "nonce": nonce, "command": command });
        let began = Instant::now();
        for attempt in 0..3_000 {
            if attempt > 0 {
                self.place.resends.fetch_add(1, Ordering::Relaxed);
            }
            let Some(answer) = self.ask(&question) else { continue };
            match answer["tell"].as_str() {
                Some("done") => {
                    let version = answer["version"].as_u64().ok_or("an answer without a version")?;
                    let node = answer["node"].as_u64();
                    self.place.longest.fetch_max(began.elapsed().as_millis() as u64, Ordering::Relaxed);
                    let (game, nonce, played) = (game.into(), nonce.to_string(), played(command));
                    let done = Acknowledged { game, nonce, version, node, played };
                    self.place.acknowledged.lock().map_err(|error| error.to_string())?.push(done);
                    return Ok(());
                }
                Some("refused") if matches!(answer["reason"].as_str(), Some("busy" | "storage")) => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                _ => return Err(format!("a legal move was refused: {answer}")),
            }
        }
        Err("a command was never answered".to_string())
    }

    /// Asks once; none if the connection is lost, in which case the next question makes a new one.
    fn ask(&mut self, question: &Value) -> Option<Value> {
        if self.socket.is_none() {
            self.socket = self.connect();
        }
        let answer = self.socket.as_mut().and_then(|socket| {
            let mut question = question.clone();
            self.next += 1;
            question["re"] = self.next.into();
            socket.send(Message::text(question.to_string())).ok()?;
            loop {
                let Message::Text(text) = socket.read().ok()? else { continue };
                let answer: Value = serde_json::from_str(&text).ok()?;
                if answer["re"] == self.next {
                    return Some(answer);
                }
            }
        });
        if answer.is_none() {
            self.socket = None;
            std::thread::sleep(Duration::from_millis(10));
        }
        answer
    }

    /// Any of the servers, as a load balancer would choose it.
    fn port(&mut self) -> u16 {
        self.place.ports[below(&mut self.rng, self.place.ports.len())]
    }

    fn connect(&mut self) -> Option<Socket> {
        let url = format!("ws://127.0.0.1:{}/api/v1/socket", self.port()).parse().ok()?;
        let request =
            ClientRequestBuilder::new(url).with_header("Authorization", format!("Bearer {}", self.place.token));
        let (mut socket, _) = tungstenite::connect(request).ok()?;
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(Duration::from_secs(15))).ok()?;
        }
        Some(socket)
    }
}
