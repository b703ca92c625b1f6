//! A server in a process of its own, and all who play there.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::client_address::ClientAddress;
use super::guest::Guest;
use super::http::Http;
use super::play::{GAMES, Place, Rules, play};
use crate::judge::judge;
use crate::server::{Server, descriptors, free_port, processor_us, resident, start};
use crate::storage::{Kept, Storage};

/// Setting up is done by so many at a time.
const AT_ONCE: usize = 64;

/// After this long it is measured though not all games have begun.
const LONGEST_BEGINNING: Duration = Duration::from_secs(300);

/// See the [module documentation](self).
pub(super) struct Field {
    pub(super) place: Arc<Place>,
    games: usize,
    server: Server,
    /// Opens the figures of the server.
    token: String,
    storage: Storage,
    /// Those who do not play yet, and those who do.
    pairs: Vec<[Guest; 2]>,
    playing: Vec<JoinHandle<Result<(), String>>>,
    /// Memory of the server for a silent socket, in bytes.
    pub(super) socket_bytes: u64,
}

/// What a while of play was like.
pub(super) struct Figures {
    /// Moves that were acknowledged, a second.
    pub(super) moves: f64,
    /// From a move to its acknowledgement, in microseconds, in order.
    times: Vec<u32>,
    /// How many processors the server has kept busy.
    pub(super) server_busy: f64,
    /// Processor time for a move, in microseconds: of the server, and of all who play.
    pub(super) server_us: f64,
    pub(super) players_us: f64,
    commits: f64,
    records_a_commit: f64,
    /// Of the server, in bytes.
    pub(super) memory: u64,
    pub(super) descriptors: u64,
    /// Games in the memory of the server.
    tables: u64,
}

impl Figures {
    /// The time within which a part of all moves was acknowledged, in microseconds.
    pub(super) fn within(&self, part: f64) -> u32 {
        let place = (self.times.len() as f64 * part) as usize;
        self.times.get(place.min(self.times.len().saturating_sub(1))).copied().unwrap_or(u32::MAX)
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |part| f64::from(self.within(part)) / 1e3;
        write!(
            f,
            "{:.0} moves/s, acknowledged p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms; processor time of a move: server {:.0} µs, players \
             {:.0} µs; {:.0} commits/s of {:.1} records, {} MiB, {} descriptors, {} games at hand",
            self.moves,
            ms(0.5),
            ms(0.99),
            ms(0.999),
            self.server_us,
            self.players_us,
            self.commits,
            self.records_a_commit,
            self.memory >> 20,
            self.descriptors,
            self.tables,
        )
    }
}

impl Field {
    /// Starts a server and connects all clients, the two of each game from a separate address; no
    /// moves are made yet. The server has its default limits, except for these.
    pub(super) async fn open(
        program: &Path,
        kept: Kept,
        data: &Path,
        games: usize,
        limits: &[String],
    ) -> Result<Field, String> {
        let port = free_port()?;
        let origin = format!("http://127.0.0.1:{port}");
        let mut options = vec!["--public", &origin];
        options.extend(limits.iter().flat_map(|limit| ["--limit", limit.as_str()]));
        let storage = Storage::new(kept, data)?;
        let kept = storage.options();
        options.extend(kept.iter().map(String::as_str));
        let (child, answer) = start(program, port, &options)?;
        let server = Server::new(child);
        let token = answer["metrics"].as_str().unwrap_or_default().to_string();
        let place = Arc::new(Place::new(port, rules(port).await?));
        let mut field =
            Field { place, games, server, token, storage, pairs: Vec::new(), playing: Vec::new(), socket_bytes: 0 };
        let before = field.memory()?;
        let pairs = come_in(port, games).await?;
        let sockets = pairs.len() as u64 * 2;
        let connected = field.memory()?;
        field.socket_bytes = connected.saturating_sub(before) / sockets.max(1);
        println!(
            "{sockets} sockets: {:.1} KiB each in the server ({} MiB before, {} MiB now)",
            field.socket_bytes as f64 / 1024.0,
            before >> 20,
            connected >> 20
        );
        field.pairs = pairs;
        Ok(field)
    }

    /// Lets all games begin, at so many moves a second together.
    pub(super) async fn begin(&mut self, rate: u32, seed: u64) -> Result<(), String> {
        let began = Instant::now();
        self.set_rate(rate);
        let pairs = std::mem::take(&mut self.pairs).into_iter().enumerate();
        self.playing = pairs.map(|(number, pair)| tokio::spawn(play(self.place.clone(), number, pair, seed))).collect();
        while self.place.begun() < self.games && began.elapsed() < LONGEST_BEGINNING {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let (begun, seconds) = (self.place.begun(), began.elapsed().as_secs_f64());
        println!("{begun} games begun in {seconds:.0} s; {} MiB", self.memory()? >> 20);
        // What has piled up meanwhile is done first.
        tokio::time::sleep(Duration::from_secs(3)).await;
        Ok(())
    }

    /// Where the server keeps everything: the name of an option, and its value.
    pub(super) fn kept(&self) -> [String; 2] {
        self.storage.options()
    }

    pub(super) fn set_rate(&self, rate: u32) {
        self.place.set_rate(self.games, rate);
    }

    /// The resident bytes of the server.
    pub(super) fn memory(&self) -> Result<u64, String> {
        resident(self.server.id())
    }

    /// Looks on for a while.
    pub(super) async fn measure(&self, time: Duration) -> Result<Figures, String> {
        let (server, players) = (self.server.id(), std::process::id());
        self.place.take_times();
        let (from, before, commits, records) = self.now(server, players).await?;
        tokio::time::sleep(time).await;
        let (until, after, commits_after, records_after) = self.now(server, players).await?;
        let mut times = self.place.take_times();
        times.sort_unstable();
        let (seconds, moves) = ((until - from).as_secs_f64(), times.len().max(1) as f64);
        let (commits, records) = (commits_after - commits, records_after - records);
        Ok(Figures {
            moves: times.len() as f64 / seconds,
            times,
            server_busy: (after.0 - before.0) as f64 / 1e6 / seconds,
            server_us: (after.0 - before.0) as f64 / moves,
            players_us: (after.1 - before.1) as f64 / moves,
            commits: commits as f64 / seconds,
            records_a_commit: records as f64 / commits.max(1) as f64,
            memory: self.memory()?,
            descriptors: descriptors(server)?,
            tables: self.metric("dagaz_tables").await?,
        })
    }

    /// The time, the processor times of server and players, and what the store has done.
    async fn now(&self, server: u32, players: u32) -> Result<(Instant, (u64, u64), u64, u64), String> {
        let times = (processor_us(server)?, processor_us(players)?);
        let (commits, records) = (self.metric("dagaz_store_commits").await?, self.metric("dagaz_store_records").await?);
        Ok((Instant::now(), times, commits, records))
    }

    /// A metric of the server.
    async fn metric(&self, name: &str) -> Result<u64, String> {
        // On a connection of its own: the server ends one that was idle while games were played.
        let text = Http::connect(ClientAddress::usual(self.place.port))
            .await?
            .text("GET", "/metrics", &self.token, None)
            .await?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = line.and_then(|value| value.trim().parse().ok());
        value.ok_or_else(|| format!("the server does not tell {name}"))
    }

    /// Returns an error if a player has failed, so that failures are reported at once.
    pub(super) async fn all_play(&mut self) -> Result<(), String> {
        match self.playing.iter().position(JoinHandle::is_finished) {
            Some(place) => self.playing.swap_remove(place).await.map_err(|_| "a player failed")?,
            None => Ok(()),
        }
    }

    /// Ends all games and the server, and compares the disk with all that was acknowledged;
    /// `others`: whether there may be games of others.
    pub(super) async fn close(mut self, others: bool) -> Result<(), String> {
        self.place.stop();
        for one in self.playing.drain(..) {
            one.await.map_err(|_| "a player failed")??;
        }
        self.server.stop()?;
        let (done, games) = self.place.take_all();
        let most = if others { usize::MAX } else { games.len() };
        let records = judge(&self.storage.open()?, &done, games.len()..=most)?;
        println!(
            "{} games, {} commands acknowledged, {} connections lost and made again, {records} records on the disk; none lost, none reordered.",
            games.len(),
            done.len(),
            self.place.reconnections.load(Ordering::Relaxed),
        );
        Ok(())
    }
}

/// The limits of a server that so many sockets come to.
pub(super) fn limits(sockets: usize) -> Vec<String> {
    // For fewer it has room by itself.
    const ENOUGH: usize = 10_000;
    let names = ["sockets", "connections", "tables"].into_iter().filter(|_| sockets > ENOUGH);
    names.map(|name| format!("{name}={sockets}")).collect()
}

/// The games that are played, as the server has them.
pub(super) async fn rules(port: u16) -> Result<Vec<Rules>, String> {
    let mut http = Http::connect(ClientAddress::usual(port)).await?;
    let mut rules = Vec::new();
    for (id, _) in GAMES {
        let board = http.ask("GET", &format!("/api/v1/library/{id}/board"), "", None).await?;
        let players = board["players"].as_array().ok_or("a board without players")?;
        let choosers = players.iter().filter(|player| player["kind"] == "chooser");
        let players = choosers.filter_map(|player| Some(player["id"].as_str()?.to_string())).collect();
        rules.push(Rules { id, players, board: board["rules"].as_str().unwrap_or_default().to_string() });
    }
    Ok(rules)
}

/// Two guests for each game, all with an open socket that has said nothing yet.
async fn come_in(port: u16, games: usize) -> Result<Vec<[Guest; 2]>, String> {
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    let coming: Vec<_> = (0..games * 2)
        .map(|number| {
            let at_once = at_once.clone();
            tokio::spawn(async move {
                let _permit = at_once.acquire().await.map_err(|error| error.to_string())?;
                Guest::come(ClientAddress::of_players(port, number / 2)).await
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
