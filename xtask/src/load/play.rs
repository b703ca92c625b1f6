//! Two guests who play one game after the other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dagaz_core::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::json;
use tokio::sync::Semaphore;

use super::guest::{Guest, State};
use super::http::Http;
use crate::judge::{Acknowledged, played};

/// What is played, and by how many in ten.
pub(super) const GAMES: [(&str, usize); 3] = [("chess", 5), ("international-draughts", 3), ("hex", 2)];

/// Of how many moves one is followed by a lost connection.
const LOSES: usize = 400;

/// Number of moves before a player resigns, minimum and maximum. Random moves rarely mate: without
/// this, games would only grow longer, unlike those of people.
const PLIES: (usize, usize) = (40, 240);

/// Games that are begun at the same time.
const AT_ONCE: usize = 64;

/// How often the beginning of a game that the server refuses for its load is tried again, and after
/// what time.
const AGAIN: u32 = 300;
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// A game that can be played: its players, and the hash of its board.
pub(super) struct Rules {
    pub(super) id: &'static str,
    pub(super) players: Vec<String>,
    pub(super) board: String,
}

/// What all players share.
pub(super) struct Place {
    pub(super) port: u16,
    pub(super) rules: Vec<Rules>,
    /// The time of a game between two moves, in microseconds.
    pause_us: AtomicU64,
    running: AtomicBool,
    done: Mutex<Vec<Acknowledged>>,
    /// Microseconds from each command to its acknowledgement, since they were last taken.
    times: Mutex<Vec<u32>>,
    games: Mutex<Vec<Arc<str>>>,
    /// Games that are begun at the same time.
    beginning: Semaphore,
    pub(super) reconnections: AtomicU64,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Place {
    pub(super) fn new(port: u16, rules: Vec<Rules>) -> Place {
        Place {
            port,
            rules,
            pause_us: AtomicU64::new(1_000_000),
            running: AtomicBool::new(true),
            done: Mutex::default(),
            times: Mutex::default(),
            games: Mutex::default(),
            beginning: Semaphore::new(AT_ONCE),
            reconnections: AtomicU64::new(0),
        }
    }

    /// Sets how many moves a second so many games make together.
    pub(super) fn set_rate(&self, games: usize, rate: u32) {
        self.pause_us.store(games as u64 * 1_000_000 / u64::from(rate.max(1)), Ordering::Relaxed);
    }

    pub(super) fn stop(&self) {
        self.running.store(false, Ordering::SeqCst);
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed)
    }

    /// How many games were begun.
    pub(super) fn begun(&self) -> usize {
        held(&self.games).len()
    }

    /// The games that were begun last.
    pub(super) fn latest(&self, count: usize) -> Vec<String> {
        held(&self.games).iter().rev().take(count).map(|game| game.to_string()).collect()
    }

    /// Microseconds from each move to its acknowledgement, since this was last asked.
    pub(super) fn take_times(&self) -> Vec<u32> {
        std::mem::take(&mut *held(&self.times))
    }

    /// All that was acknowledged, and all games that were begun.
    pub(super) fn take_all(&self) -> (Vec<Acknowledged>, Vec<Arc<str>>) {
        (std::mem::take(&mut *held(&self.done)), std::mem::take(&mut *held(&self.games)))
    }
}

/// Two play until all are to stop.
pub(super) async fn play(place: Arc<Place>, number: usize, mut pair: [Guest; 2], seed: u64) -> Result<(), String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (number as u64) << 20);
    let mut round = 0;
    while place.is_running() {
        let tenth = (number + round) % 10;
        let sums = GAMES.iter().scan(0, |sum, (_, tenths)| {
            *sum += tenths;
            Some(*sum)
        });
        let kind = sums.into_iter().position(|sum| tenth < sum).unwrap_or(0);
        let mut table =
            Table { place: &place, rules: &place.rules[kind], pair: &mut pair, rng: &mut rng, game: "".into() };
        table.begin(&format!("{number}-{round}")).await?;
        table.play().await?;
        table.leave().await?;
        round += 1;
    }
    Ok(())
}

/// One game.
struct Table<'a> {
    place: &'a Place,
    rules: &'a Rules,
    pair: &'a mut [Guest; 2],
    rng: &'a mut Xoshiro256PlusPlus,
    /// Its id.
    game: Arc<str>,
}

impl Table<'_> {
    async fn begin(&mut self, nonce: &str) -> Result<(), String> {
        // Not all at once.
        let pause = self.place.pause_us.load(Ordering::Relaxed).max(1) as usize;
        tokio::time::sleep(Duration::from_micros(below(self.rng, pause.min(20_000_000)) as u64)).await;
        let (rules, place) = (self.rules, self.place);
        let seats = json!([{ "player": rules.players[0], "by": "me" }, { "player": rules.players[1], "by": "anyone" }]);
        let request = json!({ "rules": rules.id, "seats": seats, "nonce": nonce });
        for again in 0.. {
            // Connections that are all made at once have to wait for minutes if there is no room
            // for them.
            let permit = place.beginning.acquire().await.map_err(|error| error.to_string())?;
            let mut http = Http::connect(self.pair[0].road).await?;
            let begun = http.ask("POST", "/api/v1/games", &self.pair[0].pass, Some(request.clone())).await?;
            if let Some(game) = begun["game"].as_str() {
                self.game = game.into();
                break;
            }
            // While the disk is slow no games are started, so that those in progress are served.
            if begun["reason"] != "busy" || again == AGAIN {
                return Err(format!("no game was begun: {begun}"));
            }
            drop(permit);
            let [one, other] = &mut *self.pair;
            tokio::try_join!(one.rest(AGAIN_AFTER), other.rest(AGAIN_AFTER))?;
        }
        for guest in self.pair.iter_mut() {
            guest.join(&self.game, &rules.board).await?;
        }
        let sit = format!(r#"{{"do":"sit","player":"{}"}}"#, rules.players[1]);
        self.act(1, format!("sit-{nonce}"), &sit).await?;
        held(&place.games).push(self.game.clone());
        Ok(())
    }

    async fn leave(&mut self) -> Result<(), String> {
        for guest in self.pair.iter_mut() {
            guest.leave(&self.game).await?;
        }
        Ok(())
    }

    /// Does something and notes that it is acknowledged.
    async fn act(&mut self, who: usize, nonce: String, command: &str) -> Result<(), String> {
        let question = format!(r#"{{"ask":"do","game":"{}","nonce":"{nonce}","command":{command}"#, self.game);
        let done = self.pair[who].ask(&question).await?;
        let Some(version) = done.version.filter(|_| done.good) else {
            return Err(format!("{nonce} of {} was refused: {:?}", self.game, done.reason));
        };
        let played = serde_json::from_str(command).ok().and_then(|command| played(&command));
        held(&self.place.done).push(Acknowledged { game: self.game.clone(), nonce, version, node: done.node, played });
        Ok(())
    }

    async fn play(&mut self) -> Result<(), String> {
        let mut due = tokio::time::Instant::now();
        let mut node = 0;
        let longest = PLIES.0 + below(self.rng, PLIES.1 - PLIES.0);
        loop {
            // Both see every move before the next one is made.
            for guest in self.pair.iter_mut() {
                while guest.seen.is_none_or(|seen| seen.node < node || seen.state == State::Waiting) {
                    guest.hear().await?;
                }
            }
            let over = self.pair[0].seen.is_none_or(|seen| seen.state != State::Playing);
            if over || !self.place.is_running() {
                return Ok(());
            }
            let pause = self.place.pause_us.load(Ordering::Relaxed);
            due += Duration::from_micros(below(self.rng, 2 * pause.max(1) as usize) as u64);
            due = due.max(tokio::time::Instant::now());
            tokio::time::sleep_until(due).await;
            let mover = self.pair.iter().position(|guest| guest.seen.is_some_and(|seen| seen.own_turn));
            let mover = mover.ok_or_else(|| format!("nobody moves in {}", self.game))?;
            if node >= longest as u64 {
                return self.act(mover, format!("resign-{node}"), r#"{"do":"resign"}"#).await;
            }
            let seen = self.pair[mover].seen.filter(|seen| seen.choices > 0);
            let seen = seen.ok_or_else(|| format!("there is no move at node {node} of {}", self.game))?;
            let chosen = below(self.rng, seen.choices as usize);
            node = seen.node + 1;
            let sent = Instant::now();
            let command = format!(r#"{{"do":"play","node":{},"move":{chosen}}}"#, seen.node);
            self.act(mover, format!("n{node}"), &command).await?;
            held(&self.place.times).push(sent.elapsed().as_micros().min(u128::from(u32::MAX)) as u32);
            if below(self.rng, LOSES) == 0 {
                let who = below(self.rng, 2);
                self.pair[who].reconnect(&self.game, &self.rules.board).await?;
                self.place.reconnections.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
