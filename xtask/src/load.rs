//! `cargo xtask load`: as many games as a server is to bear, played at a rate, with what became of every move.
//!
//! The players are in this process and the server in one of its own. Two guests play each game over a socket each; who is to move
//! thinks, plays a random legal move, and waits until it is acknowledged. At the end the log on the disk is compared with
//! all that was acknowledged. With `--ramp` the rate rises until the server no longer keeps up: that is the knee.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_core::below;
use dagaz_store::{Options, Store};
use dagaz_testkit::postgres::Cluster;
use futures_util::{SinkExt, StreamExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};

use crate::kill::{Acknowledged, Kept, built, judge, start};

/// How many, how fast, how long.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games at once; each has two players with a socket each
    #[arg(long, default_value_t = 4_000)]
    games: usize,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// How long, in seconds; of each step with --ramp
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Raise the rate by half again and again until the server no longer keeps up
    #[arg(long)]
    ramp: bool,
    /// What the p99 of an acknowledgement may be at most, in milliseconds
    #[arg(long, default_value_t = 100)]
    p99: u64,
    /// What a silent socket may cost the server at most, in KiB
    #[arg(long, default_value_t = 16)]
    socket_kib: u64,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// Seed of moves and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

/// What is played, and by how many in ten.
const GAMES: [(&str, usize); 3] = [("chess", 5), ("international-draughts", 3), ("hex", 2)];

/// Setting up is done by so many at a time.
const AT_ONCE: usize = 64;

/// Of how many moves one is followed by a lost connection.
const LOSES: usize = 400;

/// What is read of a message. The rest is skipped.
#[derive(Deserialize)]
struct Heard {
    tell: String,
    #[serde(default)]
    re: u32,
    version: Option<u64>,
    node: Option<u64>,
    reason: Option<String>,
    view: Option<Seen>,
}

#[derive(Deserialize)]
struct Seen {
    node: u64,
    moves: Vec<Choice>,
    status: Status,
    me: Vec<String>,
}

#[derive(Deserialize)]
struct Choice {
    id: Option<u32>,
}

#[derive(Deserialize)]
struct Status {
    turn: Vec<String>,
    state: String,
}

/// A game that can be played: its players, and the hash of its board.
struct Rules {
    id: &'static str,
    players: Vec<String>,
    board: String,
}

/// What all players share.
struct Place {
    port: u16,
    rules: Vec<Rules>,
    /// The time of a game between two moves, in microseconds.
    pause_us: AtomicU64,
    running: AtomicBool,
    done: Mutex<Vec<Acknowledged>>,
    /// Microseconds from each command to its acknowledgement, since they were last taken.
    times: Mutex<Vec<u32>>,
    games: Mutex<Vec<String>>,
    reconnections: AtomicU64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => built()?,
    };
    let data = std::env::temp_dir().join(format!("dagaz-load-{}", std::process::id()));
    std::fs::create_dir_all(&data).map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let done = runtime.block_on(load(arguments, &program, &data));
    if done.is_ok() {
        let _ = std::fs::remove_dir_all(&data);
    } else {
        eprintln!("the games are left in {}", data.display());
    }
    done
}

async fn load(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let port = free_port()?;
    let origin = format!("http://127.0.0.1:{port}");
    let many = arguments.games * 4 + 1_000;
    let limits: Vec<String> =
        ["sockets", "connections", "tables", "address-sockets", "address-requests", "address-guests", "address-games"]
            .into_iter()
            .map(|name| format!("{name}={}", if name.starts_with("address") { 10_000_000 } else { many }))
            .collect();
    let mut options = vec!["--public", &origin];
    options.extend(limits.iter().flat_map(|limit| ["--limit", limit.as_str()]));
    let (folder, file) = (data.display().to_string(), data.join("games.sqlite"));
    let cluster = match arguments.db {
        Kept::File => None,
        Kept::Postgres => Some(Cluster::start().map_err(|error| error.to_string())?),
    };
    let database = cluster.as_ref().map(|cluster| cluster.database().map_err(|error| error.to_string())).transpose()?;
    options.extend(match &database {
        Some(address) => ["--db", address],
        None => ["--data", &folder],
    });
    let (child, told) = start(program, port, &options)?;
    let mut child = Server(child);
    let (pid, token) = (child.0.id(), told["token"].as_str().unwrap_or_default().to_string());
    let mut http = Http::connect(port).await?;
    let mut rules = Vec::new();
    for (id, _) in GAMES {
        let board = http.ask("GET", &format!("/api/v1/library/{id}/board"), "", None).await?;
        let players = board["players"].as_array().ok_or("a board without players")?;
        let choosers = players.iter().filter(|player| player["kind"] == "chooser");
        let players = choosers.filter_map(|player| Some(player["id"].as_str()?.to_string())).collect();
        rules.push(Rules { id, players, board: board["rules"].as_str().unwrap_or_default().to_string() });
    }
    let place = Arc::new(Place {
        port,
        rules,
        pause_us: AtomicU64::new(1_000_000),
        running: AtomicBool::new(true),
        done: Mutex::default(),
        times: Mutex::default(),
        games: Mutex::default(),
        reconnections: AtomicU64::new(0),
    });
    let before = resident(pid)?;
    let pairs = come_in(&place, arguments.games).await?;
    let sockets = pairs.len() as u64 * 2;
    let connected = resident(pid)?;
    let each = connected.saturating_sub(before) / sockets.max(1);
    println!(
        "{sockets} sockets: {} KiB each in the server ({} MiB before, {} MiB now)",
        each / 1024,
        before >> 20,
        connected >> 20
    );
    let began = Instant::now();
    let playing: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(number, pair)| tokio::spawn(play(place.clone(), number, pair, arguments.seed)))
        .collect();
    let mut rate = arguments.rate;
    let (mut knee, mut verdict) = (None, Ok(()));
    set_rate(&place, arguments.games, rate);
    // All games begin before anything is measured.
    while held(&place.games).len() < arguments.games && began.elapsed() < Duration::from_secs(300) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!(
        "{} games begun in {:.0} s; {} MiB",
        held(&place.games).len(),
        began.elapsed().as_secs_f64(),
        resident(pid)? >> 20
    );
    loop {
        tokio::time::sleep(Duration::from_secs(3)).await;
        held(&place.times).clear();
        let (from, cpu, metrics) = (Instant::now(), cpu_ticks(pid)?, figures(port, &token).await?);
        tokio::time::sleep(Duration::from_secs(arguments.seconds)).await;
        let (seconds, cpu) = (from.elapsed().as_secs_f64(), cpu_ticks(pid)? - cpu);
        let after = figures(port, &token).await?;
        let mut times = std::mem::take(&mut *held(&place.times));
        times.sort_unstable();
        let at = |part: f64| {
            times
                .get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1)))
                .copied()
                .unwrap_or(u32::MAX)
        };
        let moves = times.len() as f64 / seconds;
        let (commits, records) = (after.0 - metrics.0, after.1 - metrics.1);
        println!(
            "{rate} moves/s wanted: {moves:.0} moves/s, acknowledged p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms; {:.2} processors, \
             {:.0} commits/s of {:.1} records, {} MiB",
            f64::from(at(0.5)) / 1e3,
            f64::from(at(0.99)) / 1e3,
            f64::from(at(0.999)) / 1e3,
            cpu as f64 / 100.0 / seconds,
            commits as f64 / seconds,
            records as f64 / commits.max(1) as f64,
            resident(pid)? >> 20,
        );
        let keeps_up = moves >= f64::from(rate) * 0.95 && u64::from(at(0.99)) < arguments.p99 * 1_000;
        if keeps_up {
            knee = Some((rate, moves));
        } else if knee.is_none() {
            verdict = Err(format!("{rate} moves/s with a p99 under {} ms are not reached", arguments.p99));
        }
        if !arguments.ramp || !keeps_up {
            break;
        }
        rate += rate / 2;
        set_rate(&place, arguments.games, rate);
    }
    if let (true, Some((rate, moves))) = (arguments.ramp, knee) {
        println!("the knee: {moves:.0} moves/s at {rate} wanted");
    }
    place.running.store(false, Ordering::SeqCst);
    for one in playing {
        one.await.map_err(|_| "a player failed")??;
    }
    drop(http);
    child.stop()?;
    let (done, games) = (std::mem::take(&mut *held(&place.done)), std::mem::take(&mut *held(&place.games)));
    let store = match &database {
        Some(address) => Store::open_database(address, Options::default()),
        None => Store::open(&file, Options::default()),
    };
    let records = judge(&store.map_err(|fault| fault.to_string())?, &done, &games)?;
    drop(cluster);
    println!(
        "{} games, {} commands acknowledged, {} connections lost and made again, {records} records on the disk; none lost, none reordered.",
        games.len(),
        done.len(),
        place.reconnections.load(Ordering::Relaxed),
    );
    if each > arguments.socket_kib * 1024 {
        return Err(format!("a socket costs {} KiB and may cost {}", each / 1024, arguments.socket_kib));
    }
    verdict
}

fn set_rate(place: &Place, games: usize, rate: u32) {
    place.pause_us.store(games as u64 * 1_000_000 / u64::from(rate.max(1)), Ordering::Relaxed);
}

fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn free_port() -> Result<u16, String> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
}

/// The server, which does not outlive a failed run.
struct Server(std::process::Child);

impl Server {
    /// Asks it to end, and waits until it has.
    fn stop(&mut self) -> Result<(), String> {
        let number = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw);
        let number = number.ok_or("a process without a number")?;
        rustix::process::kill_process(number, rustix::process::Signal::TERM).map_err(|error| error.to_string())?;
        let status = self.0.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended already cannot be killed, which is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Memory of a process, in bytes.
fn resident(pid: u32) -> Result<u64, String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    kib.map(|kib| kib * 1024).ok_or_else(|| "the memory of the server is not told".to_string())
}

/// Processor time of a process, in hundredths of a second.
fn cpu_ticks(pid: u32) -> Result<u64, String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).map_err(|error| error.to_string())?;
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<u64> = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(fields.iter().sum())
}

/// Commits and records of the store. On a connection of its own: the server ends one that was idle while games were played.
async fn figures(port: u16, token: &str) -> Result<(u64, u64), String> {
    let text = Http::connect(port).await?.text("GET", "/metrics", token, None).await?;
    let of = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    };
    Ok((of("dagaz_store_commits"), of("dagaz_store_records")))
}

/// A connection for requests, one after the other.
struct Http {
    stream: TcpStream,
    port: u16,
    /// The pass that the last answer brought.
    pass: Option<String>,
}

impl Http {
    async fn connect(port: u16) -> Result<Http, String> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(Http { stream, port, pass: None })
    }

    async fn ask(&mut self, method: &str, path: &str, pass: &str, body: Option<Value>) -> Result<Value, String> {
        let text = self.text(method, path, pass, body).await?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}: {text}"))
    }

    async fn text(&mut self, method: &str, path: &str, pass: &str, body: Option<Value>) -> Result<String, String> {
        let body = body.map_or(String::new(), |body| body.to_string());
        let shown = if pass.is_empty() { String::new() } else { format!("Authorization: Bearer {pass}\r\n") };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{shown}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        self.stream.write_all(head.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut answer = Vec::new();
        let mut part = [0; 16_384];
        loop {
            let read = self.stream.read(&mut part).await.map_err(|error| error.to_string())?;
            answer.extend_from_slice(&part[..read]);
            let text = String::from_utf8_lossy(&answer);
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let lower = head.to_lowercase();
                let length =
                    lower.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.trim().parse().ok());
                let length: usize = length.ok_or_else(|| format!("{path}: an answer without a length: {head}"))?;
                if body.len() >= length {
                    let cookie = head.split("__Host-dagaz=").nth(1).and_then(|rest| rest.split(';').next());
                    self.pass = cookie.map(str::to_string);
                    return Ok(body.to_string());
                }
            }
            if read == 0 {
                return Err(format!("{path}: the connection has ended"));
            }
        }
    }
}

type Socket = WebSocketStream<TcpStream>;

/// A guest with a socket.
struct Guest {
    pass: String,
    port: u16,
    socket: Socket,
    next: u32,
    /// The last view that came.
    seen: Option<Seen>,
}

async fn open(port: u16, pass: &str) -> Result<Socket, String> {
    let url = format!("ws://127.0.0.1:{port}/api/v1/socket").parse().map_err(|_| "no address")?;
    let request = ClientRequestBuilder::new(url).with_header("Authorization", format!("Bearer {pass}"));
    let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let config = WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0);
    let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
    opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

/// Two guests for each game, all with an open socket that has said nothing yet.
async fn come_in(place: &Arc<Place>, games: usize) -> Result<Vec<[Guest; 2]>, String> {
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    let coming: Vec<_> = (0..games * 2)
        .map(|_| {
            let (port, at_once) = (place.port, at_once.clone());
            tokio::spawn(async move {
                let _permit = at_once.acquire().await.map_err(|error| error.to_string())?;
                let mut http = Http::connect(port).await?;
                http.ask("POST", "/api/v1/guests", "", Some(json!({}))).await?;
                let pass = http.pass.ok_or("a guest without a pass")?;
                let socket = open(port, &pass).await?;
                Ok::<Guest, String>(Guest { pass, port, socket, next: 0, seen: None })
            })
        })
        .collect();
    let mut guests = Vec::new();
    for one in coming {
        guests.push(one.await.map_err(|error| error.to_string())??);
    }
    let mut pairs = Vec::new();
    while let (Some(one), Some(other)) = (guests.pop(), guests.pop()) {
        pairs.push([one, other]);
    }
    Ok(pairs)
}

impl Guest {
    async fn hear(&mut self) -> Result<Heard, String> {
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await;
            match heard.map_err(|_| "nothing has come for a minute")? {
                Some(Ok(Message::Text(text))) => {
                    let mut heard: Heard =
                        serde_json::from_str(&text).map_err(|error| format!("{error}: {text:.200}"))?;
                    if let Some(view) = heard.view.take() {
                        // A move that comes out of its order shows here.
                        if let Some(known) = &self.seen
                            && view.node != known.node
                            && view.node != known.node + 1
                            && heard.tell == "update"
                        {
                            return Err(format!("node {} came after node {}", view.node, known.node));
                        }
                        self.seen = Some(view);
                    }
                    return Ok(heard);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err("a socket was closed".to_string()),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn ask(&mut self, mut question: Value) -> Result<Heard, String> {
        self.next += 1;
        question["re"] = self.next.into();
        self.socket.send(Message::text(question.to_string())).await.map_err(|error| error.to_string())?;
        loop {
            let heard = self.hear().await?;
            if heard.re == self.next {
                return Ok(heard);
            }
        }
    }

    /// Follows a game anew.
    async fn join(&mut self, game: &str, rules: &Rules) -> Result<(), String> {
        self.seen = None;
        let joined = self.ask(json!({ "ask": "join", "game": game, "board": rules.board })).await?;
        if joined.tell == "joined" { Ok(()) } else { Err(format!("{game} was not joined: {:?}", joined.reason)) }
    }

    /// Loses the connection and makes it again.
    async fn reconnect(&mut self, game: &str, rules: &Rules) -> Result<(), String> {
        let node = self.seen.as_ref().map(|seen| seen.node);
        self.socket = open(self.port, &self.pass).await?;
        self.join(game, rules).await?;
        let now = self.seen.as_ref().map(|seen| seen.node);
        if now >= node {
            Ok(())
        } else {
            Err(format!("{game} was at {node:?} and is at {now:?} after a lost connection"))
        }
    }
}

/// Two play one game after the other, until all are to stop.
async fn play(place: Arc<Place>, number: usize, mut pair: [Guest; 2], seed: u64) -> Result<(), String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (number as u64) << 20);
    let mut round = 0;
    while place.running.load(Ordering::Relaxed) {
        let tenth = (number + round) % 10;
        let mut kind = 0;
        let mut sum = GAMES[0].1;
        while tenth >= sum {
            kind += 1;
            sum += GAMES[kind].1;
        }
        let rules = &place.rules[kind];
        let game = begin(&place, &mut pair, rules, &format!("{number}-{round}"), &mut rng).await?;
        play_one(&place, &mut pair, rules, &game, &mut rng).await?;
        for guest in &mut pair {
            guest.ask(json!({ "ask": "leave", "game": game })).await?;
        }
        round += 1;
    }
    Ok(())
}

async fn begin(
    place: &Place,
    pair: &mut [Guest; 2],
    rules: &Rules,
    nonce: &str,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<String, String> {
    // Not all at once.
    let pause = place.pause_us.load(Ordering::Relaxed).max(1) as usize;
    tokio::time::sleep(Duration::from_micros(below(rng, pause.min(20_000_000)) as u64)).await;
    let [first, second] = pair;
    let seats = json!([{ "player": rules.players[0], "by": "me" }, { "player": rules.players[1], "by": "anyone" }]);
    let request = json!({ "rules": rules.id, "seats": seats, "nonce": nonce });
    let mut http = Http::connect(place.port).await?;
    let begun = http.ask("POST", "/api/v1/games", &first.pass, Some(request)).await?;
    let game = begun["game"].as_str().ok_or_else(|| format!("no game was begun: {begun}"))?.to_string();
    first.join(&game, rules).await?;
    second.join(&game, rules).await?;
    act(place, second, &game, &format!("sit-{nonce}"), json!({ "do": "sit", "player": rules.players[1] }), false)
        .await?;
    held(&place.games).push(game.clone());
    Ok(game)
}

/// Does something and notes that it is acknowledged, and after what time if that is asked for.
async fn act(
    place: &Place,
    guest: &mut Guest,
    game: &str,
    nonce: &str,
    command: Value,
    timed: bool,
) -> Result<(), String> {
    let sent = Instant::now();
    let done = guest.ask(json!({ "ask": "do", "game": game, "nonce": nonce, "command": command })).await?;
    let (Some(version), "done") = (done.version, done.tell.as_str()) else {
        return Err(format!("{nonce} of {game} was refused: {:?}", done.reason));
    };
    if timed {
        held(&place.times).push(sent.elapsed().as_micros().min(u128::from(u32::MAX)) as u32);
    }
    held(&place.done).push(Acknowledged { game: game.to_string(), nonce: nonce.to_string(), version, node: done.node });
    Ok(())
}

async fn play_one(
    place: &Place,
    pair: &mut [Guest; 2],
    rules: &Rules,
    game: &str,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), String> {
    let mut due = tokio::time::Instant::now();
    let mut node = 0;
    loop {
        // Both see every move before the next one is made.
        for guest in pair.iter_mut() {
            while guest.seen.as_ref().is_none_or(|seen| seen.node < node || seen.status.state == "waiting") {
                guest.hear().await?;
            }
        }
        let over = pair[0].seen.as_ref().is_none_or(|seen| seen.status.state != "playing");
        if over || !place.running.load(Ordering::Relaxed) {
            return Ok(());
        }
        let pause = place.pause_us.load(Ordering::Relaxed);
        due += Duration::from_micros(below(rng, 2 * pause.max(1) as usize) as u64);
        due = due.max(tokio::time::Instant::now());
        tokio::time::sleep_until(due).await;
        let mover = pair.iter_mut().find(|guest| {
            guest.seen.as_ref().is_some_and(|seen| seen.status.turn.iter().any(|player| seen.me.contains(player)))
        });
        let Some(mover) = mover else { return Err(format!("nobody moves in {game}")) };
        let seen = mover.seen.as_ref().ok_or("nothing was seen")?;
        let moves: Vec<u32> = seen.moves.iter().filter_map(|one| one.id).collect();
        if moves.is_empty() {
            return Err(format!("there is no move at node {} of {game}", seen.node));
        }
        let command = json!({ "do": "play", "node": seen.node, "move": moves[below(rng, moves.len())] });
        node = seen.node + 1;
        let nonce = format!("n{node}");
        act(place, mover, game, &nonce, command, true).await?;
        if below(rng, LOSES) == 0 {
            let who = below(rng, 2);
            pair[who].reconnect(game, rules).await?;
            place.reconnections.fetch_add(1, Ordering::Relaxed);
        }
    }
}
