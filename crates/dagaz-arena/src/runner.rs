//! The match runner: any number of threads play games, which are delivered in order.
//!
//! Games are played in batches. The receiver gets the batches in order, whichever thread was ready
//! first, so a match may be stopped after any batch and resumed. A thread that is too far ahead
//! waits, so memory is bounded.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use dagaz_bots::{Bot, BotError, Clock, Contest, Judge, opening_moves};
use dagaz_core::{EndingId, Game, PlayerId, Playout, PlayoutLimits, Series, State, Verdict};
use dagaz_record::GameTree;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::trace::Looker;
use crate::{Fixture, Moments, Plan, Shard, Sums, Trace, choosers};

/// Stack of a thread, as large as that of a main thread on most systems.
const STACK_BYTES: usize = 8 << 20;
/// Playouts in a batch.
const QUICK: u64 = 256;
/// If evaluating the statistics takes longer than a playout, one of this many is evaluated.
const ASKED_EVERY: u64 = 32;
/// Batches that may wait for one before them, for each thread.
const AHEAD: u64 = 16;

/// What became of one game: a line of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its number in the plan.
    pub number: u64,
    /// Its opening.
    pub opening_number: u64,
    /// Which entrant sat in each seat.
    pub seats: Vec<usize>,
    /// Its plies; those of a random opening count.
    pub plies: u32,
    /// The name of the ending, or why there is none.
    pub ending: String,
    /// Whether it ended by its rules.
    pub ended: bool,
    /// For each seat 1 if it won, -1 if it lost, else 0.
    pub results: Vec<i32>,
    /// For each seat the points that the ending gave to it; empty if it counts none.
    pub scores: Vec<f64>,
    /// The counters that the rules declare.
    pub counters: Vec<(String, f64)>,
    /// The first two moves, if the game was looked at.
    pub opening: Vec<String>,
}

/// Games handed over, one after the other.
#[derive(Default)]
pub struct Batch {
    /// The number of the first game.
    pub first: u64,
    /// The games, if a line for each is requested; else empty.
    pub rows: Vec<Row>,
    /// Traces of the analysed games, if requested.
    pub traces: Vec<Option<Trace>>,
    /// The game records, if requested.
    pub trees: Vec<GameTree>,
    /// The games summed up.
    pub sums: Sums,
    /// How long each entrant has thought, and about how many moves.
    pub thinking: Vec<(std::time::Duration, u64)>,
}

/// Why a match has not been held to its end.
#[derive(Debug)]
pub enum Failed<E> {
    /// A game could not be played.
    Bot {
        /// Its number.
        number: u64,
        /// What happened.
        error: BotError,
    },
    /// The receiver has stopped.
    Taker(E),
    /// A thread could not be had.
    Thread(std::io::Error),
}

/// Requested outputs of a match in addition to its sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// How many threads, at least 1.
    pub threads: usize,
    /// A row for each game.
    pub rows: bool,
    /// The traces of the games that are looked at.
    pub traces: bool,
    /// The games as trees. Only games that are looked at have one.
    pub trees: bool,
}

/// A match: a plan and all its participants.
pub struct Match<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The plan.
    pub plan: &'a Plan,
    /// The bots in the order of the plan; `None` for a random player.
    pub bots: Vec<Option<&'a dyn Bot>>,
    /// For each of them the rules by which it plays, if they are not those of the game. May be
    /// shorter than the bots.
    pub rules: Vec<Option<&'a dyn Game>>,
    /// Who tells how games stand.
    pub judge: &'a Judge,
    /// Ends the match when it becomes true: the games begun are dropped.
    pub stop: &'a AtomicBool,
    /// What time it is.
    pub clock: &'a dyn Clock,
}

/// What the threads share.
struct Desk<E> {
    /// What waits to be handed over; a failure waits for its turn as well, so that it is the same
    /// with any number of threads.
    ready: BTreeMap<u64, Result<Batch, Failed<E>>>,
    /// The number of the batch that is handed over next.
    next: u64,
    /// Whether the receiver has stopped: games in progress are dropped.
    closed: bool,
    failed: Option<Failed<E>>,
}

impl Match<'_> {
    /// Returns whether games without analysis are played without move lists.
    fn is_random(&self) -> bool {
        self.bots.iter().all(Option::is_none)
    }

    /// Plays a part of the plan. `take` gets the games in their order, and says whether it wants
    /// more.
    pub fn hold<E: Send>(
        &self,
        part: Shard,
        hold: Hold,
        take: &mut (dyn FnMut(Batch) -> Result<bool, E> + Send),
    ) -> Result<(), Failed<E>> {
        let batches = self.batches(part);
        let number = AtomicU64::new(0);
        // No batch from this one on is needed.
        let end = AtomicU64::new(u64::MAX);
        let desk = Mutex::new((Desk { ready: BTreeMap::new(), next: 0, closed: false, failed: None }, take));
        let moved = Condvar::new();
        let threads = hold.threads.max(1);
        let work = || {
            loop {
                let index = number.fetch_add(1, Ordering::Relaxed);
                let Some(games) = batches.get(index) else { return };
                {
                    let mut guard = lock(&desk);
                    while index >= guard.0.next + AHEAD * threads as u64 && index < end.load(Ordering::Relaxed) {
                        guard = moved.wait(guard).unwrap_or_else(PoisonError::into_inner);
                    }
                }
                if index >= end.load(Ordering::Relaxed) {
                    return;
                }
                let played = self.batch(games, hold).map_err(|(number, error)| Failed::Bot { number, error });
                let mut guard = lock(&desk);
                let (desk, take) = &mut *guard;
                if self.stop.load(Ordering::Relaxed) {
                    // What was being played may have been broken off.
                    end.store(0, Ordering::Relaxed);
                } else {
                    if played.is_err() {
                        end.fetch_min(index, Ordering::Relaxed);
                    }
                    desk.ready.insert(index, played);
                }
                while !desk.closed
                    && let Some(played) = desk.ready.remove(&desk.next)
                {
                    desk.next += 1;
                    let wants = played.and_then(|batch| take(batch).map_err(Failed::Taker));
                    desk.closed = !matches!(wants, Ok(true));
                    desk.failed = wants.err();
                }
                if desk.closed {
                    end.store(0, Ordering::Relaxed);
                }
                moved.notify_all();
            }
        };
        let spawned = thread::scope(|scope| {
            for _ in 0..threads {
                let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    end.store(0, Ordering::Relaxed);
                    moved.notify_all();
                    return Err(Failed::Thread(error));
                }
            }
            Ok(())
        });
        spawned?;
        match desk.into_inner().unwrap_or_else(PoisonError::into_inner).0.failed {
            Some(failed) => Err(failed),
            None => Ok(()),
        }
    }

    fn batches(&self, part: Shard) -> Batches {
        // Batches that bots play are short, so that a match can be broken off.
        let quick = if self.is_random() { self.plan.detail.clamp(part.first, part.end) } else { part.end };
        Batches { part, quick }
    }

    fn batch(&self, games: Shard, hold: Hold) -> Result<Batch, (u64, BotError)> {
        let mut batch = Batch {
            first: games.first,
            thinking: vec![Default::default(); self.plan.entrants.len()],
            ..Batch::default()
        };
        if self.is_random() && games.first >= self.plan.detail {
            self.quick_games(games, hold, &mut batch).map_err(|error| (games.first, error))?;
            return Ok(batch);
        }
        for number in games.first..games.end {
            self.game(number, hold, &mut batch).map_err(|error| (number, error))?;
        }
        Ok(batch)
    }

    /// Plays one game move by move.
    fn game(&self, number: u64, hold: Hold, batch: &mut Batch) -> Result<(), BotError> {
        let (game, fixture) = (self.game, self.plan.fixture(number));
        let choosers = choosers(game);
        let opening = opening_moves(game, self.plan.opening, fixture.opening_seed)?;
        let players = game.glossary().players.len();
        let mut seats: Vec<Option<&dyn Bot>> = vec![None; players];
        let mut rules: Vec<Option<&dyn Game>> = vec![None; players];
        for (player, entrant) in choosers.iter().zip(&fixture.seats) {
            seats[player.index()] = self.bots[*entrant];
            rules[player.index()] = self.rules.get(*entrant).copied().flatten();
        }
        let looks = number < self.plan.detail;
        let mut looker = Looker::new(game, &choosers, looks.then_some(self.judge), hold.trees);
        let start = looker.opening(&opening)?;
        let contest = Contest {
            game,
            seats,
            rules,
            plies_max: self.plan.plies_max.saturating_sub(opening.len()),
            stop: self.stop,
            clock: self.clock,
            budget: None,
        };
        let mut met = None;
        let played = match contest.play_before(&start, fixture.seed, &mut looker) {
            // A position with too much in it ends the game, not the match.
            Err(BotError::Limit(hit)) if looker.has_moved() => {
                met = Some(hit);
                dagaz_bots::Played { ending: None, resigned: None, verdicts: Vec::new(), plies: looker.plies() }
            }
            played => played?,
        };
        let plies = opening.len() + played.plies;
        let mut row = self.row(number, &fixture, &choosers, plies);
        match (played.ending, met) {
            (None, None) if played.resigned.is_some() => {
                let name = played.resigned.map_or("", |player| game.glossary().player(player));
                row.ended = true;
                row.ending = format!("{name} resigned");
                row.results = results(&choosers, &played.verdicts);
            }
            (Some(ending), _) => self.ended(&mut row, &choosers, looker.last(), ending),
            (None, Some(hit)) => row.ending = format!("cut off: {hit}"),
            (None, None) => row.ending = cut_off(self.plan.plies_max),
        }
        row.counters = self.counters(looker.last());
        row.opening = looker.first_moves();
        for (player, time) in looker.thinking() {
            if let Some(seat) = choosers.iter().position(|chooser| *chooser == player) {
                let (sum, count) = &mut batch.thinking[fixture.seats[seat]];
                *sum += time;
                *count += 1;
            }
        }
        if hold.trees {
            batch.trees.push(looker.tree(&row, &self.plan.entrants));
        }
        batch.sums.look(&row, looker.sights(row.ended));
        let trace = looks.then(|| looker.trace(&row));
        batch.sums.add(&row, trace.as_ref(), self.plan.entrants.len());
        batch.sums.count(&row.counters);
        if hold.traces {
            batch.traces.push(trace);
        }
        if hold.rows {
            batch.rows.push(row);
        }
        Ok(())
    }

    fn row(&self, number: u64, fixture: &Fixture, choosers: &[PlayerId], plies: usize) -> Row {
        Row {
            number,
            opening_number: fixture.opening,
            seats: fixture.seats.clone(),
            plies: plies.try_into().unwrap_or(u32::MAX),
            results: vec![0; choosers.len()],
            ..Row::default()
        }
    }

    fn ended(&self, row: &mut Row, choosers: &[PlayerId], last: &State, ending: (EndingId, PlayerId)) {
        let outcome = self.game.outcome_of(last, ending);
        row.ended = true;
        row.results = results(choosers, &outcome.verdicts);
        if let Some(scores) = &outcome.scores {
            row.scores =
                choosers.iter().map(|player| scores.get(player.index()).copied().unwrap_or_default().value()).collect();
        }
        row.ending = outcome.ending;
    }

    fn counters(&self, last: &State) -> Vec<(String, f64)> {
        self.game.statistics(last).into_iter().map(|(name, value)| (name, value as f64)).collect()
    }

    /// Plays games at random as fast as the game can.
    fn quick_games(&self, games: Shard, hold: Hold, batch: &mut Batch) -> Result<(), BotError> {
        let mut number = games.first;
        while number < games.end {
            // Games with the same opening begin in the same state.
            let fixture = self.plan.fixture(number);
            let mut end = games.end;
            let mut start = self.game.initial();
            let mut opening = Vec::new();
            if self.plan.opening > 0 {
                end = end.min(number + self.plan.cycle() - number % self.plan.cycle());
                opening = opening_moves(self.game, self.plan.opening, fixture.opening_seed)?;
            }
            for chosen in &opening {
                self.game.play(&mut start, chosen.as_ref(), &mut dagaz_core::UndoLog::new());
            }
            let plies = self.plan.plies_max.saturating_sub(opening.len());
            let mut run = Run {
                held: self,
                choosers: choosers(self.game),
                cycle: self.plan.cycle(),
                opening: opening.len(),
                end,
                number,
                asked_every: match (self.game.statistics(&start).is_empty(), self.game.states_are_dear()) {
                    (true, _) => u64::MAX,
                    (false, true) => ASKED_EVERY,
                    (false, false) => 1,
                },
                bits: Xoshiro256PlusPlus::seed_from_u64(0),
                rows: hold.rows,
                known: Vec::new(),
                batch,
            };
            self.game.playouts(&start, PlayoutLimits { plies, quiet_plies: None }, &mut run)?;
            run.sum_up();
            number = end;
        }
        Ok(())
    }
}

/// Plays playouts, one after the other.
struct Run<'a, 'g> {
    held: &'a Match<'g>,
    choosers: Vec<PlayerId>,
    cycle: u64,
    /// Plies of the opening.
    opening: usize,
    end: u64,
    number: u64,
    /// The counters are asked after each game whose number is a multiple of this.
    asked_every: u64,
    bits: Xoshiro256PlusPlus,
    rows: bool,
    known: Vec<Known>,
    batch: &'a mut Batch,
}

/// Games of the same seating that came to the same end, which depends on nothing but who met it.
/// They are many, so they are only counted.
struct Known {
    end: (EndingId, PlayerId),
    /// The place in the cycle of seatings.
    place: u64,
    row: Row,
    /// How many games were so many plies long.
    lengths: BTreeMap<u32, u64>,
    /// The counters of those that were asked for them.
    counters: Vec<(String, Moments)>,
}

impl Series for Run<'_, '_> {
    fn begin(&mut self) -> Option<&mut dyn Rng> {
        if self.number >= self.end || self.held.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.bits = Xoshiro256PlusPlus::seed_from_u64(self.held.plan.seed_of(self.number));
        Some(&mut self.bits)
    }

    fn end(&mut self, playout: &Playout, stopped: &mut dyn FnMut() -> State) {
        let plies = playout.plies + self.opening;
        let place = self.number % self.cycle;
        let asks = self.asks();
        let known = self.known.iter_mut().find(|known| Some(known.end) == playout.end && known.place == place);
        match known {
            Some(known) if !self.rows => {
                *known.lengths.entry(plies.try_into().unwrap_or(u32::MAX)).or_default() += 1;
                if asks {
                    known.count(self.held.counters(&stopped()));
                }
            }
            _ => self.first(playout, plies, place, stopped),
        }
        self.number += 1;
    }
}

impl Run<'_, '_> {
    /// Returns whether the game that is played now is asked for its counters.
    fn asks(&self) -> bool {
        self.number.is_multiple_of(self.asked_every)
    }

    /// Returns a game that ended as none before.
    fn first(&mut self, playout: &Playout, plies: usize, place: u64, stopped: &mut dyn FnMut() -> State) {
        let held = self.held;
        let mut row = held.row(self.number, &held.plan.fixture(self.number), &self.choosers, plies);
        let last = stopped();
        if self.rows || self.asks() {
            row.counters = held.counters(&last);
        }
        match (playout.end, &playout.cut) {
            (Some(end), _) => {
                held.ended(&mut row, &self.choosers, &last, end);
                if row.scores.is_empty() && !self.rows {
                    let lengths = BTreeMap::from([(row.plies, 1)]);
                    let counters = std::mem::take(&mut row.counters);
                    let mut known = Known { end, place, row, lengths, counters: Vec::new() };
                    known.count(counters);
                    self.known.push(known);
                    return;
                }
            }
            (None, Some(hit)) => row.ending = format!("cut off: {hit}"),
            (None, None) => row.ending = cut_off(held.plan.plies_max),
        }
        self.batch.sums.add(&row, None, held.plan.entrants.len());
        if self.asks() {
            self.batch.sums.count(&row.counters);
        }
        if self.rows {
            self.batch.rows.push(row);
        }
    }

    /// Sums up the games that were only counted.
    fn sum_up(self) {
        for Known { row, lengths, counters, .. } in self.known {
            self.batch.sums.add_many(&row, &lengths, self.held.plan.entrants.len());
            for (name, moments) in counters {
                self.batch.sums.counters.entry(name).or_default().merge(&moments);
            }
        }
    }
}

impl Known {
    /// Adds the counters of a game.
    fn count(&mut self, counters: Vec<(String, f64)>) {
        for (name, value) in counters {
            match self.counters.iter_mut().find(|(known, _)| *known == name) {
                Some((_, moments)) => moments.add(value),
                None => {
                    let mut moments = Moments::default();
                    moments.add(value);
                    self.counters.push((name, moments));
                }
            }
        }
    }
}

/// What each seat has got, by the verdicts of all players.
fn results(choosers: &[PlayerId], verdicts: &[Verdict]) -> Vec<i32> {
    let result = |player: &PlayerId| match verdicts.get(player.index()) {
        Some(Verdict::Win) => 1,
        Some(Verdict::Loss) => -1,
        _ => 0,
    };
    choosers.iter().map(result).collect()
}

fn cut_off(plies: usize) -> String {
    format!("cut off after {plies} plies")
}

/// The parts in which a part of a plan is played.
struct Batches {
    part: Shard,
    /// From this game on games are not analysed. Before it each game is a batch of its own, so that
    /// an interruption loses little.
    quick: u64,
}

impl Batches {
    fn get(&self, index: u64) -> Option<Shard> {
        let slow = self.quick.max(self.part.first) - self.part.first;
        let (first, size, end) = if index < slow {
            (self.part.first + index, 1, self.quick)
        } else {
            (self.quick.max(self.part.first) + (index - slow) * QUICK, QUICK, self.part.end)
        };
        (first < end).then(|| Shard { first, end: end.min(first + size) })
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
