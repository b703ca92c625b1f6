//! `cargo xtask kill`: kills the server again and again at random moments of play, and looks whether it has kept its word.
//!
//! Players play random moves through sockets of a server in a process of its own, which is killed with SIGKILL and started anew. A
//! player whose answer does not come sends the same command again, as any client must. At the end the log on the disk is
//! compared with all that was acknowledged.
//!
//! With `--db postgres` two servers share a database, players change between them, and PostgreSQL itself is killed as well, with
//! all its processes at once.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_core::below;
use dagaz_store::{Options, Page, Store};
use dagaz_testkit::postgres::Cluster;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

/// How often, and how many play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often to kill the server
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// How many play at once, each a game of its own after the other
    #[arg(long, default_value_t = 12)]
    players: u64,
    /// The longest time between a start and a kill, in milliseconds
    #[arg(long, default_value_t = 900)]
    longest: u64,
    /// Seed of the moves and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// How often to kill PostgreSQL; a tenth of the kills if not given
    #[arg(long)]
    database_kills: Option<u32>,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Where games are kept.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kept {
    /// In a file
    File,
    /// In a PostgreSQL of its own
    Postgres,
}

/// What is played: short and long games, with dice, with composite moves.
const GAMES: [&str; 5] = ["chess", "international-draughts", "twenty-squares", "tic-tac-toe", "nine-mens-morris"];

/// Something that the server has said is safe.
pub(crate) struct Acknowledged {
    pub(crate) game: String,
    pub(crate) nonce: String,
    pub(crate) version: u64,
    pub(crate) node: Option<u64>,
}

struct Place {
    /// Where the servers listen.
    ports: Vec<u16>,
    token: String,
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// The servers, and what they keep games in.
struct Stage {
    program: PathBuf,
    data: PathBuf,
    cluster: Option<Cluster>,
    /// The options by which a server is started, but its port.
    kept: Vec<String>,
    servers: Vec<(u16, Child)>,
}

impl Stage {
    /// Starts all servers for the first time; gives their token.
    fn set(arguments: &Arguments, program: &Path, data: &Path) -> Result<(Stage, String), String> {
        let told = |error: std::io::Error| error.to_string();
        let cluster = match arguments.db {
            Kept::File => None,
            Kept::Postgres => Some(Cluster::start().map_err(told)?),
        };
        let kept = match &cluster {
            None => vec!["--data".to_string(), data.display().to_string()],
            Some(cluster) => vec!["--db".to_string(), cluster.database().map_err(told)?],
        };
        let count = if cluster.is_some() { 2 } else { 1 };
        let (program, data) = (program.to_path_buf(), data.to_path_buf());
        let mut stage = Stage { program, data, cluster, kept, servers: Vec::new() };
        let mut token = String::new();
        for _ in 0..count {
            // The first start chooses the port and the token, which stay.
            let (child, told) = stage.start(0)?;
            let address = told["address"].as_str().unwrap_or_default();
            let port =
                address.rsplit(':').next().and_then(|port| port.parse().ok()).ok_or("the server told no port")?;
            token = told["token"].as_str().unwrap_or_default().to_string();
            stage.servers.push((port, child));
        }
        Ok((stage, token))
    }

    fn start(&self, port: u16) -> Result<(Child, Value), String> {
        start(&self.program, port, &self.kept.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Kills a server and starts it again; gives how long that took.
    fn kill(&mut self, number: usize) -> Result<Duration, String> {
        let (port, child) = &mut self.servers[number];
        let port = *port;
        child.kill().map_err(|error| error.to_string())?;
        let _ = child.wait();
        let began = Instant::now();
        let (child, _) = self.start(port)?;
        self.servers[number].1 = child;
        Ok(began.elapsed())
    }

    /// Kills the database and starts it again; gives how long that took.
    fn kill_database(&mut self) -> Result<Duration, String> {
        let Some(cluster) = &mut self.cluster else { return Ok(Duration::ZERO) };
        cluster.kill().and_then(|()| cluster.start_again()).map_err(|error| error.to_string())
    }

    fn end(&mut self) {
        for (_, child) in &mut self.servers {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// What was kept, to be compared.
    fn store(&self) -> Result<Store, String> {
        let opened = match &self.cluster {
            None => Store::open(&self.data.join("games.sqlite"), Options::default()),
            Some(_) => Store::open_database(&self.kept[1], Options::default()),
        };
        opened.map_err(|fault| fault.to_string())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.end();
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => built()?,
    };
    let data = std::env::temp_dir().join(format!("dagaz-kill-{}", std::process::id()));
    std::fs::create_dir_all(&data).map_err(|error| error.to_string())?;
    let done = play_and_kill(arguments, &program, &data);
    if done.is_ok() || arguments.db == Kept::Postgres {
        let _ = std::fs::remove_dir_all(&data);
    } else {
        eprintln!("the games are left in {}", data.display());
    }
    done
}

fn play_and_kill(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let (mut stage, token) = Stage::set(arguments, program, data)?;
    let ports = stage.servers.iter().map(|(port, _)| *port).collect();
    let place = Arc::new(Place { ports, token });
    let stop = Arc::new(AtomicBool::new(false));
    let acknowledged: Arc<Mutex<Vec<Acknowledged>>> = Arc::default();
    let (resends, sent) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let longest = Arc::new(AtomicU64::new(0));
    let players: Vec<_> = (0..arguments.players)
        .map(|number| {
            let (place, stop, acknowledged) = (place.clone(), stop.clone(), acknowledged.clone());
            let (resends, sent, longest) = (resends.clone(), sent.clone(), longest.clone());
            let seed = arguments.seed.wrapping_mul(1_000).wrapping_add(number);
            std::thread::spawn(move || {
                Player {
                    place,
                    seed,
                    rng: Xoshiro256PlusPlus::seed_from_u64(seed),
                    acknowledged,
                    resends,
                    sent,
                    longest,
                    socket: None,
                    next: 1,
                }
                .play(&stop)
            })
        })
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let (mut slowest, mut slowest_database) = (Duration::ZERO, Duration::ZERO);
    let database_kills = match &stage.cluster {
        Some(_) => arguments.database_kills.unwrap_or(arguments.kills.div_ceil(10)),
        None => 0,
    };
    let mut left = (arguments.kills, database_kills);
    while left.0 + left.1 > 0 {
        std::thread::sleep(Duration::from_millis(below(&mut rng, arguments.longest as usize) as u64));
        if below(&mut rng, (left.0 + left.1) as usize) < left.1 as usize {
            left.1 -= 1;
            slowest_database = slowest_database.max(stage.kill_database()?);
        } else {
            left.0 -= 1;
            let number = below(&mut rng, place.ports.len());
            slowest = slowest.max(stage.kill(number)?);
        }
    }
    // Whoever waits for an answer still gets it.
    stop.store(true, Ordering::SeqCst);
    let mut games = Vec::new();
    for player in players {
        games.extend(player.join().map_err(|_| "a player failed")??);
    }
    stage.end();
    let acknowledged = std::mem::take(&mut *acknowledged.lock().map_err(|error| error.to_string())?);
    let records = judge(&stage.store()?, &acknowledged, &games)?;
    let of_database = match database_kills {
        0 => String::new(),
        kills => format!(" and {kills} of PostgreSQL"),
    };
    println!(
        "{} kills{of_database}: {} games, {} commands, {} acknowledged, {} sent again, {records} records on the disk; none lost, none \
         doubled. Slowest start {} ms, of PostgreSQL {} ms; longest wait for an answer {} ms.",
        arguments.kills,
        games.len(),
        sent.load(Ordering::Relaxed),
        acknowledged.len(),
        resends.load(Ordering::Relaxed),
        slowest.as_millis(),
        slowest_database.as_millis(),
        longest.load(Ordering::Relaxed),
    );
    if acknowledged.is_empty() {
        return Err("nothing was acknowledged: nothing was tested".to_string());
    }
    Ok(())
}

/// Builds the program.
pub(crate) fn built() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let done = Command::new(env!("CARGO")).args(["build", "-p", "dagaz"]).current_dir(&root).status();
    if !done.is_ok_and(|status| status.success()) {
        return Err("the server cannot be built".to_string());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("debug").join(if cfg!(windows) { "dagaz.exe" } else { "dagaz" }))
}

/// Starts the server; gives what it tells of itself once it listens.
pub(crate) fn start(program: &Path, port: u16, options: &[&str]) -> Result<(Child, Value), String> {
    // The port of a process that has just been killed may be taken for a moment.
    for _ in 0..100 {
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--json", "--port", &port.to_string()])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let mut told = String::new();
        if let Some(out) = child.stdout.take() {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                told += &line;
                if line == "}" {
                    break;
                }
            }
        }
        if let Ok(told) = serde_json::from_str(&told) {
            return Ok((child, told));
        }
        let _ = child.wait();
        std::thread::sleep(Duration::from_millis(50));
    }
    Err("the server does not start".to_string())
}

struct Player {
    place: Arc<Place>,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    acknowledged: Arc<Mutex<Vec<Acknowledged>>>,
    resends: Arc<AtomicU64>,
    sent: Arc<AtomicU64>,
    /// The longest time from a command to its acknowledgement, in milliseconds.
    longest: Arc<AtomicU64>,
    socket: Option<Socket>,
    next: u32,
}

impl Player {
    /// Plays until it is told to stop; gives the games that it began.
    fn play(mut self, stop: &AtomicBool) -> Result<Vec<String>, String> {
        let mut games = Vec::new();
        while !stop.load(Ordering::SeqCst) {
            let rules = GAMES[below(&mut self.rng, GAMES.len())];
            let game = self.begin(rules, games.len())?;
            games.push(game.clone());
            self.play_game(&game, stop)?;
        }
        Ok(games)
    }

    fn begin(&mut self, rules: &str, number: usize) -> Result<String, String> {
        let nonce = format!("begin-{}-{number}", self.seed);
        let body = json!({ "rules": rules, "nonce": nonce, "seed": 5 }).to_string();
        for _ in 0..2_000 {
            if let Some(answer) = self.post("/api/v1/games", &body)
                && let Some(game) = answer["game"].as_str()
            {
                return Ok(game.to_string());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("no game could be begun".to_string())
    }

    /// A request by hand: one line, four headers, and the connection is closed behind it.
    fn post(&mut self, path: &str, body: &str) -> Option<Value> {
        use std::io::{Read, Write};
        let port = self.port();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
        let token = &self.place.token;
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
    }

    fn play_game(&mut self, game: &str, stop: &AtomicBool) -> Result<(), String> {
        // A game of random moves may be long.
        for turn in 0..60 {
            let Some(view) = self.current(game, stop) else { return Ok(()) };
            if stop.load(Ordering::SeqCst) || !view["status"]["ending"].is_null() {
                return Ok(());
            }
            let moves = view["moves"].as_array().map_or(0, Vec::len);
            if moves == 0 {
                // Chance is about to decide.
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            let chosen = &view["moves"][below(&mut self.rng, moves)]["id"];
            let command = json!({ "do": "play", "node": view["node"], "move": chosen });
            let nonce = format!("{game}-{turn}");
            self.sent.fetch_add(1, Ordering::Relaxed);
            self.insist(game, &nonce, &command)?;
        }
        Ok(())
    }

    /// The current view, as often asked for as it takes.
    fn current(&mut self, game: &str, stop: &AtomicBool) -> Option<Value> {
        for _ in 0..1_000 {
            if let Some(answer) = self.ask(&json!({ "ask": "look", "game": game })) {
                return Some(answer["view"].clone()).filter(|view| view.is_object());
            }
            if stop.load(Ordering::SeqCst) {
                return None;
            }
        }
        None
    }

    /// Sends a command until it is answered.
    fn insist(&mut self, game: &str, nonce: &str, command: &Value) -> Result<(), String> {
        let question = json!({ "ask": "do", "game": game, "nonce": nonce, "command": command });
        let began = Instant::now();
        for attempt in 0..3_000 {
            if attempt > 0 {
                self.resends.fetch_add(1, Ordering::Relaxed);
            }
            let Some(answer) = self.ask(&question) else { continue };
            match answer["tell"].as_str() {
                Some("done") => {
                    let version = answer["version"].as_u64().ok_or("an answer without a version")?;
                    let node = answer["node"].as_u64();
                    self.longest.fetch_max(began.elapsed().as_millis() as u64, Ordering::Relaxed);
                    let done = Acknowledged { game: game.to_string(), nonce: nonce.to_string(), version, node };
                    self.acknowledged.lock().map_err(|error| error.to_string())?.push(done);
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

/// Compares the disk with what was acknowledged; gives the number of records.
pub(crate) fn judge(store: &Store, acknowledged: &[Acknowledged], games: &[String]) -> Result<usize, String> {
    let mut place_of: HashMap<(String, String), (usize, u64)> = HashMap::new();
    let mut records = 0;
    let mut page = Page { count: 1_000, ..Page::default() };
    let mut listed = 0;
    loop {
        let rows = store.list(&page).map_err(|fault| fault.to_string())?;
        for row in &rows {
            let (_, log) = store.log(&row.game).map_err(|fault| fault.to_string())?.ok_or("a listed game is gone")?;
            let mut played = 0;
            for (place, bytes) in log.iter().enumerate() {
                let record: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
                if !record["event"]["played"].is_null() {
                    played += 1;
                }
                if let Some(nonce) = record["nonce"].as_str()
                    && place_of.insert((row.game.clone(), nonce.to_string()), (place, played)).is_some()
                {
                    return Err(format!("{nonce} of game {} was done twice", row.game));
                }
            }
            records += log.len();
        }
        listed += rows.len();
        match rows.last() {
            Some(row) => page.behind = Some(row.next),
            None => break,
        }
    }
    if listed != games.len() {
        return Err(format!("{} games were begun and {listed} are there", games.len()));
    }
    for done in acknowledged {
        let Some(&(place, played)) = place_of.get(&(done.game.clone(), done.nonce.clone())) else {
            return Err(format!("{} of game {} was acknowledged and is lost", done.nonce, done.game));
        };
        if done.version != place as u64 + 1 || done.node.is_some_and(|node| node != played) {
            return Err(format!("{} of game {} was acknowledged at another place", done.nonce, done.game));
        }
    }
    Ok(records)
}
