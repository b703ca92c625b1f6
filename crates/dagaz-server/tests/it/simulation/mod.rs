//! A simulation of the whole server: processes on a simulated disk, players behind a simulated
//! network, simulated time. Processes are killed, the power fails, the disk refuses operations,
//! connections break, and the date of the machine jumps.
//!
//! Each acknowledged move is there afterwards, once, at its place, with equal content. A refused
//! command is not there. What one process has read is never different for the next.
//!
//! One seed makes one plan of faults, moves and delays. The thread that writes the store is not
//! simulated: how many of its commits fall between two steps of time can differ.
//! `DAGAZ_SEEDS=10000` runs more seeds, `DAGAZ_SEED=17` runs one.

#[path = "../../../../dagaz-store/tests/it/simulation/disk.rs"]
mod disk;
mod network;
mod player;
#[cfg(unix)]
mod uploads;
#[path = "../../../../dagaz-store/tests/it/simulation/vfs.rs"]
mod vfs;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dagaz_server::{Limits, Measure, PassRules, PasswordCost, Public, Worker};
use dagaz_session::{Event, Record, Session};
use dagaz_store::{Options, Register, Store};
use dagaz_table::RulesSource;
use disk::{Trouble, World};
use network::Network;
use player::{Answers, Player, request};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::common::{ORIGIN, Running, TestRules};
use crate::leaps::Machine;

/// Games of a history.
const GAMES: usize = 2;

/// How long a history lasts at most, in simulated time, after its last fault.
const LONGEST: Duration = Duration::from_secs(60);

/// A step of simulated time.
const STEP: Duration = Duration::from_millis(10);

/// A game, with what is known about it.
struct Game {
    id: String,
    answers: Vec<Arc<Mutex<Answers>>>,
    /// The records that a process has read from the disk.
    read: Vec<Vec<u8>>,
}

struct History {
    rng: Xoshiro256PlusPlus,
    world: World,
    network: Network,
    machine: Machine,
    folder: TempDir,
    rules: Arc<TestRules>,
    worker: Option<Worker>,
    running: Option<Running>,
    games: Vec<Game>,
    restarts: u32,
}

impl History {
    fn new(seed: u64) -> History {
        History {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            world: World::new(seed),
            network: Network::new(seed),
            machine: Machine::default(),
            folder: TempDir::new().expect("a folder"),
            rules: Arc::default(),
            worker: None,
            running: None,
            games: Vec::new(),
            restarts: 0,
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.rng.next_u64() % bound
    }

    fn options(&self) -> Options {
        Options { disk: Some(self.world.disk()), recovery: Duration::from_millis(1), ..Options::default() }
    }

    /// Starts a process, and another one if the power fails during the start.
    async fn start(&mut self) {
        for _ in 0..5 {
            let Ok(store) = Store::open(Path::new(&self.world.path()), self.options()) else {
                self.world.restart();
                continue;
            };
            let register = Register::open(&self.folder.path().join("people.sqlite")).expect("it opens");
            let password_cost = PasswordCost { kib: 64, rounds: 1 };
            let public = Public { password_cost, passes: PassRules::default(), ..Public::new(ORIGIN, register) };
            let many = Measure { burst: 1_000_000, per_minute: 1_000_000 };
            let limits = Limits {
                address_requests: many,
                address_guests: many,
                address_games: many,
                person_games: many,
                person_records: many,
                request_time: 2 * LONGEST,
                ..Limits::default()
            };
            let (rules, worker) = (self.rules.clone(), self.worker.clone());
            let running = Running::start_with(store, rules, Some(public), worker, limits, self.machine.clock()).await;
            self.network.lead_to(Some(running.connector.clone()));
            self.running = Some(running);
            return;
        }
        panic!("no process starts");
    }

    /// The process ends without notice.
    fn kill(&mut self) {
        self.network.lead_to(None);
        if let Some(running) = self.running.take() {
            running.abandon();
        }
        self.restarts += 1;
    }

    /// Begins the games, without faults.
    async fn begin(&mut self) -> Vec<JoinHandle<()>> {
        let calm = self.network.calm();
        let mut passes = Vec::new();
        for _ in 0..2 {
            let made = request(&calm, "", "/guests", &json!({})).await;
            let Some((200, Some(pass), _)) = made else { panic!("no guest is admitted: {made:?}") };
            passes.push(pass);
        }
        let mut players = Vec::new();
        for number in 0..GAMES {
            let (rules, seats) = match self.below(3) {
                0 => ("tic-tac-toe", ["X", "O"]),
                _ => ("breakthrough", ["White", "Black"]),
            };
            let seats = json!([{ "player": seats[0], "by": "me" }, { "player": seats[1], "by": "anyone" }]);
            let wanted = json!({ "rules": rules, "nonce": format!("begin {number}"), "seats": seats });
            let begun = request(&calm, &passes[0], "/games", &wanted).await;
            let Some((201, _, begun)) = begun else { panic!("no game begins: {begun:?}") };
            let id = begun["game"].as_str().expect("an id").to_string();
            let mut game = Game { id: id.clone(), answers: Vec::new(), read: Vec::new() };
            for (at, pass) in passes.iter().enumerate() {
                let answers = Arc::new(Mutex::new(Answers::default()));
                game.answers.push(answers.clone());
                let (network, pass, seed) = (self.network.clone(), pass.clone(), self.rng.next_u64());
                let player = Player { network, pass, game: id.clone(), seed, answers };
                let sits = (at == 1).then(|| self.network.calm());
                players.push(tokio::spawn(async move {
                    if let Some(calm) = sits {
                        player.sit(&calm).await;
                    }
                    player.run().await;
                }));
            }
            self.games.push(game);
        }
        players
    }

    /// One fault.
    async fn trouble(&mut self) {
        let wait = 50 + self.below(2_000);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let at = self.world.operations() + 1 + self.below(60);
        match self.below(6) {
            0 | 1 => {
                self.kill();
                self.world.kill();
                self.check();
                self.start().await;
            }
            2 | 3 => {
                self.world.plan(Some((at, Trouble::PowerFails)));
                let lasts = 500 + self.below(3_000);
                tokio::time::sleep(Duration::from_millis(lasts)).await;
                self.kill();
                self.world.restart();
                self.check();
                self.start().await;
            }
            4 => self.world.plan(Some((at, Trouble::Fails))),
            _ => {
                let hours = self.below(96) as i64 - 48;
                self.machine.leap(hours * 3_600_000);
                self.network.cut();
            }
        }
    }

    /// Compares the disk with all answers.
    fn check(&mut self) {
        self.world.plan(None);
        let store = Store::open(Path::new(&self.world.path()), self.options()).expect("the store opens");
        for game in &mut self.games {
            let (_, log) = store.log(&game.id).expect("no log is damaged").expect("the game is there");
            assert!(log.starts_with(&game.read), "records that were read before are different now");
            game.read = log;
            game.check(&self.rules);
        }
    }

    async fn run(&mut self) -> Totals {
        self.start().await;
        let mut players = self.begin().await;
        for _ in 0..1 + self.below(4) {
            self.trouble().await;
        }
        let all = async {
            for player in &mut players {
                player.await.expect("no player has failed");
            }
        };
        let in_time = tokio::time::timeout(LONGEST, all).await.is_ok();
        // What was acknowledged is there although the power fails after the end.
        self.kill();
        self.world.restart();
        self.check();
        let mut totals = Totals { restarts: self.restarts as usize, ended: usize::from(in_time), ..Totals::default() };
        for answers in self.games.iter().flat_map(|game| &game.answers) {
            let answers = answers.lock().expect("no test has failed");
            totals.moves += answers.done.len();
            totals.resent += answers.resent as usize;
            totals.refused += answers.refused.len();
        }
        totals
    }
}

/// Sums over histories.
#[derive(Debug, Default)]
struct Totals {
    /// Acknowledged moves.
    moves: usize,
    /// Commands that were sent again.
    resent: usize,
    refused: usize,
    restarts: usize,
    /// Histories whose games ended in time.
    ended: usize,
}

impl Game {
    fn check(&self, rules: &TestRules) {
        let records: Vec<Record> =
            self.read.iter().map(|bytes| serde_json::from_slice(bytes).expect("a record")).collect();
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, record) in records.iter().enumerate() {
            if let Some(nonce) = &record.nonce {
                places.entry(nonce.to_string()).or_default().push(at);
            }
        }
        for answers in &self.answers {
            let answers = answers.lock().expect("no test has failed");
            for (played, version) in &answers.done {
                let at = places.get(&played.nonce).map(Vec::as_slice).unwrap_or_default();
                assert_eq!(at, [*version as usize - 1], "{played:?} is not at its place, once");
                let Event::Played { node, index, .. } = &records[at[0]].event else {
                    panic!("{played:?} is another event: {:?}", records[at[0]])
                };
                assert_eq!((u64::from(node.0), u64::from(*index)), (played.node, played.index), "another move");
            }
            for nonce in &answers.refused {
                assert!(!places.contains_key(nonce), "{nonce} was refused and is there");
            }
            let versions: Vec<u64> = answers.done.iter().map(|(_, version)| *version).collect();
            assert!(versions.is_sorted(), "moves of one player are in another order: {versions:?}");
        }
        // Each move is legal, and leads to the position that its record names.
        let Event::Began(began) = &records[0].event else { panic!("a log begins with the beginning") };
        let bundle = rules.bundle(&began.rules.id).expect("it is in the library");
        let loaded = rules.load(&bundle, Some(began.rules.variant)).expect("it has no errors");
        Session::replay(loaded.game, &records).expect("the log replays");
    }
}

/// Runs work on a history in simulated time.
fn simulate<T>(seed: u64, work: impl AsyncFnOnce(&mut History) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let result = runtime.block_on(async move {
        // While a blocking task runs, the runtime does not move time forward by itself.
        let holding = tokio::task::spawn_blocking(move || ended.recv());
        let pump = async {
            loop {
                for _ in 0..8 {
                    tokio::task::yield_now().await;
                }
                // The writer of the store is a thread of its own.
                std::thread::yield_now();
                tokio::time::advance(STEP).await;
            }
        };
        let mut history = History::new(seed);
        let result = tokio::select! {
            biased;
            result = work(&mut history) => result,
            () = pump => unreachable!("it has no end"),
        };
        drop(end);
        let _ = holding.await;
        result
    });
    runtime.shutdown_background();
    result
}

#[test]
fn simulated_servers_lose_repeat_and_alter_no_acknowledged_move() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("DAGAZ_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = number("DAGAZ_FIRST_SEED").unwrap_or(0);
            first..first + number("DAGAZ_SEEDS").unwrap_or(12)
        }
    };
    let mut totals = Totals::default();
    for seed in seeds.clone() {
        let judged = std::panic::catch_unwind(|| simulate(seed, History::run));
        let Ok(Totals { moves, resent, refused, restarts, ended }) = judged else {
            panic!(
                "seed {seed} failed; repeat it with: DAGAZ_SEED={seed} cargo test -p dagaz-server --test it simulated"
            )
        };
        totals.moves += moves;
        totals.resent += resent;
        totals.refused += refused;
        totals.restarts += restarts;
        totals.ended += ended;
    }
    let histories = (seeds.end - seeds.start) as usize;
    let _ = writeln!(std::io::stderr(), "{histories} histories: {totals:?}");
    let enough = totals.moves >= histories * 10
        && totals.resent >= histories
        && totals.restarts >= 2 * histories
        && 2 * totals.ended >= histories;
    assert!(histories < 10 || enough, "{totals:?} in {histories} histories");
}
