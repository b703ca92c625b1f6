//! Users upload rules that explode to a public server, and games there continue.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::Folder;

/// A public server in a process of its own, killed at the end.
struct Served {
    child: Child,
    address: String,
    pass: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(folder: &std::path::Path) -> Served {
        // The address is the name by which the server goes, so it has to be known before.
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
        let address = format!("127.0.0.1:{port}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
            .args(["serve", "--no-open", "--json", "--limit", "person-rules=100"])
            .args(["--port", &port.to_string(), "--public", &format!("http://{address}"), "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary has been built");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        assert!(out.lines().map_while(Result::ok).any(|line| line == "}"), "it listens");
        let mut server = Served { child, address, pass: String::new() };
        let account = json!({ "name": "ann", "password": "password of ann" }).to_string();
        let (status, head, _) = server.request("POST", "/accounts", "application/json", account.as_bytes());
        assert_eq!(status, 200, "{head}");
        let cookie = head.split("__Host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
        server.pass = cookie.expect("a pass").to_string();
        server
    }

    fn request(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> (u16, String, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let shown =
            if self.pass.is_empty() { String::new() } else { format!("Authorization: Bearer {}\r\n", self.pass) };
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\n{shown}Content-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = &body[body.find('{').unwrap_or(0)..body.rfind('}').map_or(0, |end| end + 1)];
        (status, head.to_string(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn hand_in(&self, name: &str, bytes: &[u8]) -> Value {
        let (status, _, answer) =
            self.request("POST", &format!("/rules?name={name}"), "application/octet-stream", bytes);
        assert_eq!(status, 200, "{name}: {answer}");
        answer
    }
}

/// Macros of which each is the one before, ten times.
fn laughs() -> String {
    let mut text = "(define m0 (White (Man a1)))\n".to_string();
    for level in 1..30 {
        let inner = format!("(m{}) ", level - 1).repeat(10);
        text += &format!("(define m{level} {inner})\n");
    }
    format!("{text}(game (title \"x\") (players White Black) (turn-order White Black) (board-setup (m29)))")
}

/// An archive of a file that is a thousand times as large as it looks.
fn bomb() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for number in 0..8 {
        writer.start_file(format!("{number}.zrf"), options).expect("a file");
        for _ in 0..64 {
            writer.write_all(&vec![b' '; 1 << 20]).expect("it is written");
        }
    }
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn exploding_rules_are_isolated_and_valid_rules_play() {
    let folder = Folder::new("handed-in");
    let server = Served::start(&folder.0);
    let board = |size: usize| {
        format!(
            "(drf 3) (game \"Large\" (board (grid 1-{size} 1-{size})) (setup (White (Man 1/1))) (piece Man (moves (walk any))) (rule (walk d) d empty))"
        )
    };
    let script = "{board 3 3 {grid} board} : forever BEGIN 1 DROP AGAIN ; forever";
    let grows = "{board 3 3 {grid} board} : more BEGIN 1000000 ALLOT AGAIN ; more";
    let explosive: Vec<(&str, Vec<u8>)> = vec![
        ("laughs.zrf", laughs().into_bytes()),
        ("deep.zrf", "(".repeat(3_000_000).into_bytes()),
        ("deep.drf", format!("(drf 3) {}", "(a ".repeat(2_000_000)).into_bytes()),
        ("large.drf", board(3_000).into_bytes()),
        ("forever.4th", script.as_bytes().to_vec()),
        ("grows.4th", grows.as_bytes().to_vec()),
        ("reads.zrf", b"(include \"/etc/passwd\") (include \"../people.sqlite\")".to_vec()),
        ("bomb.zip", bomb()),
        ("noise.zrf", (0..200_000u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect()),
    ];
    for (name, bytes) in explosive {
        let begun = Instant::now();
        let answer = server.hand_in(name, &bytes);
        assert!(answer["entry"].is_null(), "{name}: {answer}");
        let problems = answer["problems"].as_array().expect("a list");
        assert!(!problems.is_empty(), "{name}");
        assert!(!answer.to_string().contains("root:"), "{name} has read a file: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(50), "{name} took {:?}", begun.elapsed());
    }
    let good = "(game (title \"Two\") (players White Black) (turn-order White Black)
        (board (image \"x.bmp\") (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b\" (10 0)) (\"1/2\" (0 10))) (directions (n 0 1) (e 1 0))))
        (board-setup (White (Man a1)) (Black (Man b2)))
        (piece (name Man) (moves (n (verify empty?) add) (e (verify empty?) add)))
        (loss-condition (White Black) stalemated))";
    let answer = server.hand_in("good.zrf", good.as_bytes());
    let rules = answer["entry"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
    assert!(rules.starts_with("sha256:"), "{rules}");
    let new = json!({ "rules": rules, "seats": [], "nonce": "n" }).to_string();
    let (status, _, begun) = server.request("POST", "/games", "application/json", new.as_bytes());
    assert_eq!(status, 201, "{begun}");
}

/// A worker that is given too little for what it has to do dies, and says so by that alone.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_out_of_memory_dies_alone() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/chess/chess.zrf");
    let bytes = std::fs::read(library).expect("it is in the library");
    let mut question = (9u32).to_le_bytes().to_vec();
    question.extend(b"chess.zrf");
    question.extend((bytes.len() as u32).to_le_bytes());
    question.extend(&bytes);
    let ask = |bound: &str| {
        let mut child = Command::new("/bin/sh")
            .args(["-c", &format!("{bound} exec \"$0\" worker"), env!("CARGO_BIN_EXE_dagaz")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        // One that has died does not read.
        let _ = child.stdin.take().expect("it is piped").write_all(&question);
        child.wait_with_output().expect("it ends")
    };
    let good = ask("");
    assert!(good.status.success(), "{}", good.status);
    assert!(String::from_utf8_lossy(&good.stdout).contains("\"errors\":0"), "chess is good");
    assert!(!ask("ulimit -d 2048;").status.success(), "two megabytes are not enough");
}

/// What of a worker's file in `/proc` a line begins with, for each of its threads.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn of_threads(process: u32, line: &str) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).map(Iterator::flatten);
    let status =
        tasks.into_iter().flatten().filter_map(|task| std::fs::read_to_string(task.path().join("status")).ok());
    let of_one = |status: String| status.lines().find_map(|one| Some(one.strip_prefix(line)?.trim().to_string()));
    status.filter_map(of_one).collect()
}

#[test]
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn a_worker_parses_rules_in_a_sandbox_with_all_threads() {
    let mut worker = std::process::Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .arg("worker")
        .env_clear()
        .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    // It waits for the question in jail already.
    let is_in_jail = || {
        let filtered = of_threads(worker.id(), "Seccomp:");
        filtered.len() == 2 && filtered.iter().all(|mode| mode == "2")
    };
    let begun = std::time::Instant::now();
    while !is_in_jail() {
        assert!(begun.elapsed().as_secs() < 30, "{:?}", of_threads(worker.id(), "Seccomp:"));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(of_threads(worker.id(), "NoNewPrivs:").iter().all(|one| one == "1"));
    // And there it reads rules on a large board, plays some of its moves, and answers.
    let rules = "(drf 3) (game \"Large\" (players X O) (board (grid 128 128)) (piece Q (moves (zz adjacent)))
        (rule (zz d) (many d empty) d open) (setup (X (Q a1)) (O (Q b9))) (win stuck no-moves))";
    let part = |bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    let question = [part(b"large.drf"), part(rules.as_bytes())].concat();
    std::io::Write::write_all(worker.stdin.as_mut().expect("a pipe"), &question).expect("it reads");
    let out = worker.wait_with_output().expect("it ends");
    assert!(out.status.success(), "{}", out.status);
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(said.contains("\"title\":\"Large\"") && said.contains("\"errors\":0"), "{said:.400}");
}

/// A question about a text is answered within the bounds of a worker, however the text is made.
#[test]
fn a_worker_answers_questions_about_texts() {
    let ask = |text: &str| {
        let question = json!({ "name": "a.drf", "text": text, "about": { "ask": "check" } }).to_string();
        let mut worker = Command::new(env!("CARGO_BIN_EXE_dagaz"))
            .arg("worker")
            // As the server starts it: memory that is only set aside counts against the bound.
            .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let bytes = [&(question.len() as u32).to_le_bytes()[..], question.as_bytes()].concat();
        worker.stdin.take().expect("it is piped").write_all(&bytes).expect("it reads");
        let out = worker.wait_with_output().expect("it ends");
        assert!(out.status.success(), "{}", out.status);
        serde_json::from_slice::<Value>(&out.stdout[4..]).expect("it is JSON")
    };
    let answer = ask("(drf 3)\n(game \"A\" (playrs White))");
    assert_eq!(answer["findings"][0]["fix"]["edit"]["text"], "players", "{answer}");
    for text in ["(".repeat(1 << 20), "(define a (a a))".repeat(1 << 16), "x".repeat(2 << 20)] {
        let answer = ask(&text);
        assert!(answer["findings"].as_array().is_some_and(|found| !found.is_empty()), "{text:.20}");
    }
}
