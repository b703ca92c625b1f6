//! Two `dagaz serve` on one PostgreSQL: one is killed, and its games continue on the other. Wrong
//! values of `--db` are explained.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use dagaz_testkit::postgres::shared;
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

use crate::common::{dagaz, fine};

/// A server in a process of its own, killed at the end.
struct Served {
    child: Child,
    address: String,
    token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(database: &str) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
            .args(["serve", "--no-open", "--json", "--port", "0", "--db", database])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary has been built");
        let mut told = String::new();
        for line in BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok) {
            told += &line;
            if line == "}" {
                break;
            }
        }
        let told: Value = serde_json::from_str(&told).expect("it tells where it listens");
        let text = |name: &str| told[name].as_str().expect("a text").to_string();
        Served { child, address: text("address"), token: text("token") }
    }

    fn begin(&self) -> String {
        let body = json!({ "rules": "chess", "nonce": "n", "seed": 5 }).to_string();
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(
            stream,
            "POST /api/v1/games HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        )
        .expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let begun: Value = serde_json::from_str(answer.split_once("\r\n\r\n").expect("a head").1).expect("it is JSON");
        begun["game"].as_str().expect("an id").to_string()
    }

    fn socket(&self) -> Client {
        let url = format!("ws://{}/api/v1/socket", self.address).parse().expect("an address");
        let request = ClientRequestBuilder::new(url).with_header("Authorization", format!("Bearer {}", self.token));
        let (mut socket, _) = tungstenite::connect(request).expect("it is let in");
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        }
        Client { socket, next: 0 }
    }
}

struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u32,
}

impl Client {
    /// Asks, and gives the answer; none if the socket was closed.
    fn ask(&mut self, mut question: Value) -> Option<Value> {
        self.next += 1;
        question["re"] = self.next.into();
        self.socket.send(Message::text(question.to_string())).ok()?;
        loop {
            let Message::Text(text) = self.socket.read().ok()? else { continue };
            let answer: Value = serde_json::from_str(&text).expect("it is JSON");
            if answer["re"] == self.next {
                return Some(answer);
            }
        }
    }

    fn play(&mut self, game: &str, nonce: &str) -> Value {
        let view = self.ask(json!({ "ask": "look", "game": game })).expect("it is open")["view"].clone();
        let command = json!({ "do": "play", "node": view["node"], "move": view["moves"][3]["id"] });
        self.ask(json!({ "ask": "do", "game": game, "nonce": nonce, "command": command })).expect("it is open")
    }

    /// With what number the socket is closed.
    fn closed(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

#[test]
fn games_of_a_killed_server_fail_over_within_ten_seconds() {
    let Some(cluster) = shared() else { return };
    let database = cluster.database().expect("it is made");
    let (mut one, other) = (Served::start(&database), Served::start(&database));
    assert_eq!(one.token, other.token, "they share their secret");
    let game = one.begin();
    let mut first = one.socket();
    let joined = first.ask(json!({ "ask": "join", "game": game })).expect("it is open");
    assert_eq!(joined["tell"], "joined");
    // The second is served by the first server through the other one, and sees what the first does.
    let mut second = other.socket();
    assert_eq!(second.ask(json!({ "ask": "join", "game": game })).expect("it is open")["tell"], "joined");
    assert_eq!(first.play(&game, "n0")["tell"], "done");
    assert_eq!(second.play(&game, "n1")["tell"], "done");
    one.child.kill().expect("it runs");
    one.child.wait().expect("it is gone");
    let killed = Instant::now();
    assert_eq!(second.closed(), Some(1012), "whoever was passed on is told to come again");
    let mut again = other.socket();
    let joined = again.ask(json!({ "ask": "join", "game": game })).expect("it is open");
    assert_eq!(joined["tell"], "joined", "{joined}");
    assert_eq!(joined["tree"].as_array().map(Vec::len), Some(2), "both moves are there: {}", joined["tree"]);
    // What is sent again was done, and is not done again.
    let before = again.ask(json!({ "ask": "look", "game": game })).expect("it is open")["view"]["node"].clone();
    let command = json!({ "do": "play", "node": 1, "move": 3 });
    let resent =
        again.ask(json!({ "ask": "do", "game": game, "nonce": "n1", "command": command })).expect("it is open");
    assert_eq!((&resent["tell"], &resent["node"]), (&json!("done"), &before));
    assert_eq!(again.play(&game, "n2")["tell"], "done");
    let took = killed.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    let _ = writeln!(std::io::stderr(), "the game went on after {took:?}");
}

/// A server that is suspended for a while is taken for dead. When it continues it does not know
/// that, and must not act on stale leases.
#[test]
#[cfg(target_os = "linux")]
fn a_restarted_server_finds_its_games_on_the_other_server() {
    let Some(cluster) = shared() else { return };
    let database = cluster.database().expect("it is made");
    let (one, other) = (Served::start(&database), Served::start(&database));
    let signal = |name: &str| {
        let done = Command::new("/bin/sh").args(["-c", &format!("kill -{name} {}", one.child.id())]).status();
        assert!(done.is_ok_and(|done| done.success()));
    };
    let game = one.begin();
    let (mut first, mut second) = (one.socket(), other.socket());
    for client in [&mut first, &mut second] {
        assert_eq!(client.ask(json!({ "ask": "join", "game": game })).expect("it is open")["tell"], "joined");
    }
    assert_eq!(first.play(&game, "n0")["tell"], "done");
    signal("STOP");
    let stopped = Instant::now();
    assert_eq!(second.closed(), Some(1012), "whoever was passed on is told to come again");
    let mut again = other.socket();
    let joined = again.ask(json!({ "ask": "join", "game": game })).expect("it is open");
    assert_eq!(joined["tell"], "joined", "{joined}");
    assert_eq!(again.play(&game, "n1")["tell"], "done");
    let took = stopped.elapsed();
    // Requests sent meanwhile are read when it continues.
    let command = json!({ "do": "play", "node": 1, "move": 0 });
    let late = json!({ "re": 1_000, "ask": "do", "game": game, "nonce": "late", "command": command });
    first.socket.send(Message::text(late.to_string())).expect("the system takes it");
    signal("CONT");
    assert!(took < Duration::from_secs(10), "{took:?}");
    let _ = first.closed();
    // It may be a moment before it knows that all has changed; a client comes again as often as it
    // takes.
    let done = (0..20).find_map(|_| {
        let mut back = one.socket();
        let joined = back.ask(json!({ "ask": "join", "game": game }))?;
        let moves: Vec<&Value> = joined["tree"].as_array()?.iter().map(|node| &node["id"]).collect();
        assert!(moves.starts_with(&[&json!(1), &json!(2)]), "both moves are there: {}", joined["tree"]);
        let node = back.ask(json!({ "ask": "look", "game": game }))?["view"]["node"].clone();
        let command = json!({ "do": "play", "node": node, "move": 3 });
        let done = back.ask(json!({ "ask": "do", "game": game, "nonce": "n2", "command": command }))?;
        (done["tell"] == "done").then_some(done)
    });
    assert_eq!(done.expect("it goes on")["node"], 3, "what was late was not done");
}

#[test]
fn database_start_failures_are_explained() {
    let said = |arguments: &[&str]| {
        let said = dagaz(&[&["serve", "--no-open"], arguments].concat(), "");
        (said.code, said.err)
    };
    let (code, err) = said(&["--db", "games.sqlite"]);
    assert!(code == Some(2) && err.contains("postgres://USER@HOST/NAME, and not games.sqlite"), "{err}");
    let (code, err) = said(&["--db", "postgres://ann:secret@127.0.0.1:1/games"]);
    assert!(code == Some(1) && err.contains("is PostgreSQL running there") && !err.contains("secret"), "{err}");
    let public =
        ["--public", "https://games.example.org", "--listen", "0.0.0.0", "--db", "postgres://ann@127.0.0.1:1/games"];
    let (code, err) = said(&public);
    assert!(code == Some(2) && err.contains("--advertise HOST:PORT"), "{err}");
    let Some(cluster) = shared() else { return };
    let (code, err) = said(&["--db", &cluster.address("nowhere")]);
    assert!(code == Some(1) && err.contains("createdb"), "{err}");
    let database = cluster.database().expect("it is made");
    assert_eq!(fine(&["admin", "--db", &database, "reports"], ""), "");
    let told = dagaz(&["admin", "--db", &database, "backup", "copy"], "");
    assert!(told.code == Some(2) && told.err.contains("pg_dump"), "{}", told.err);
}
