//! What all tables and requests share.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_contract::ServerMessage;
use dagaz_contract::catalog::GameSummary;
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_session::{Millis, Record, Session};
use dagaz_store::{Append, Appended, Store, StoreFault};
use tokio::sync::{Notify, Semaphore, broadcast, oneshot};

use crate::answers::Answers;
use crate::bots::Bots;
use crate::bundles::Bundles;
use crate::clock::Clock;
use crate::compiled_games::Shelf;
use crate::encoded::{self, Text};
use crate::guard::{Guard, Token};
use crate::isolated_threads::IsolatedThreads;
use crate::limits::Limits;
use crate::lobby::Meeting;
use crate::metrics::Metrics;
use crate::peers::{Peers, Where, here};
use crate::people::People;
use crate::per_address::PerAddress;
use crate::refused::Refused;
use crate::table::{Log, Table, TableAsk, TableHandle};
use crate::table_setup::TableSetup;
use crate::tournaments::Tournaments;
use crate::upload_check::Judges;
use crate::work::WorkPool;
use crate::{Assets, Setup};
use dagaz_table::{Bundle, Names, Prepared, RulesSource};

/// Tries to append when too much waits to be written.
const TRIES: u32 = 20;

/// See the [module documentation](self).
pub(crate) struct Host {
    pub(crate) rules: Arc<dyn RulesSource>,
    pub(crate) store: Arc<Store>,
    pub(crate) token: Token,
    /// By which figures are asked for.
    pub(crate) metrics_token: Token,
    pub(crate) guard: Guard,
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) assets: &'static Assets,
    pub(crate) bots: Bots,
    pub(crate) sockets: AtomicUsize,
    pub(crate) next_socket: AtomicU64,
    pub(crate) closing: Notify,
    pub(crate) closed: std::sync::atomic::AtomicBool,
    /// Broadcast to all sockets: changes of rules.
    pub(crate) news: broadcast::Sender<Text>,
    /// Sockets by address.
    pub(crate) sockets_of: Arc<PerAddress>,
    /// The people of a public server.
    pub(crate) people: Option<Arc<People>>,
    pub(crate) meeting: Meeting,
    /// Other processes that serve the same database.
    pub(crate) peers: Arc<Peers>,
    pub(crate) tournaments: Arc<Tournaments>,
    pub(crate) metrics: Metrics,
    pub(crate) judges: Judges,
    /// How long commits take, in microseconds: a mean in which the last sixteen count for most.
    commit_us: AtomicU64,
    tables: Mutex<HashMap<Arc<str>, TableHandle>>,
    pub(crate) setting_up: TableSetup,
    pub(crate) answers: Answers,
    /// Where games by rules that were handed in are played.
    pub(crate) apart: IsolatedThreads,
    /// All work for those who ask.
    pub(crate) work: WorkPool,
    pub(crate) bundles: Bundles,
    pub(crate) prepared: Arc<Shelf>,
    /// Turns of those who play logs again.
    pub(crate) replaying: Semaphore,
}

impl Host {
    pub(crate) fn new(setup: Setup, address: SocketAddr) -> std::io::Result<Host> {
        let (guard, people) = match setup.public {
            None => (Guard::private(address, setup.origins), None),
            Some(public) => {
                let guard = Guard::public(address, &public.origin, setup.origins, public.proxied);
                let (register, cost, passes) = (public.register.into(), public.password_cost, public.passes);
                let people = People::new(register, setup.token.clone(), cost, passes, &setup.limits)?;
                (guard, Some(Arc::new(people)))
            }
        };
        // A single process has no waiting members.
        let shelf = Shelf::new(&setup.limits);
        let most_work = people.is_some().then_some(setup.limits.address_work);
        let tournaments = Arc::new(Tournaments::default());
        let peers = Peers::new(&setup.store, &setup.token, people.as_ref(), &tournaments);
        Ok(Host {
            peers,
            rules: setup.rules,
            store: Arc::new(setup.store),
            token: setup.token,
            metrics_token: setup.metrics,
            guard,
            bots: Bots::start(setup.bot_threads, setup.limits.thoughts),
            sockets_of: Arc::default(),
            people,
            meeting: Meeting::new(&setup.limits),
            tournaments,
            metrics: Metrics::default(),
            judges: Judges::new(setup.worker),
            commit_us: AtomicU64::new(0),
            limits: setup.limits,
            clock: setup.clock,
            assets: setup.assets,
            sockets: AtomicUsize::new(0),
            next_socket: AtomicU64::new(1),
            closing: Notify::new(),
            closed: false.into(),
            news: broadcast::Sender::new(16),
            tables: Mutex::default(),
            setting_up: TableSetup::default(),
            answers: Answers::default(),
            apart: IsolatedThreads::start()?,
            work: WorkPool::start(std::thread::available_parallelism().map_or(1, usize::from).min(4), most_work),
            bundles: Bundles::default(),
            prepared: Arc::new(shelf),
            replaying: crate::replayed::turns(),
        })
    }

    /// Returns the time by which everything lasts.
    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.closing.notify_waiters();
    }

    /// Appends to a log, and waits until it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, StoreFault> {
        let mut tries = 0;
        let began = Instant::now();
        loop {
            let (sender, receiver) = oneshot::channel();
            self.store.append(append.clone(), move |result| {
                let _ = sender.send(result);
            });
            match receiver.await {
                Ok(Err(StoreFault::Busy)) if tries < TRIES => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(5 << tries.min(6))).await;
                }
                Ok(result) => {
                    self.note_durable(began.elapsed());
                    return result;
                }
                Err(_) => return Err(StoreFault::Closed),
            }
        }
    }

    fn note_durable(&self, time: Duration) {
        self.metrics.note_durable(time);
        let (known, new) = (self.commit_us.load(Ordering::Relaxed), time.as_micros() as u64);
        // Two at once may overwrite one another: it is a mean.
        self.commit_us.store(known - known / 16 + new / 16, Ordering::Relaxed);
    }

    /// Refuses additional work under overload: games in progress have priority.
    pub(crate) fn not_pressed(&self) -> Result<(), Refused> {
        let slow = Duration::from_micros(self.commit_us.load(Ordering::Relaxed)) >= self.limits.slow;
        if slow {
            // Nothing may be on its way any more that could show that it is better now.
            self.commit_us.fetch_sub(self.limits.slow.as_micros() as u64 / 64, Ordering::Relaxed);
        }
        if self.table_count() >= self.limits.tables || slow {
            self.metrics.shed.inc();
            return Err(Refused::new(Reason::Busy, "the server has as many games as it can hold; try again later"));
        }
        Ok(())
    }

    /// Returns a new id of a game.
    pub(crate) fn new_id(&self) -> Result<Arc<str>, Refused> {
        let nonce = crate::tokens::family().map_err(|_| Refused::busy())?;
        Ok(self.id_from(&nonce))
    }

    /// Returns the id that follows from a text and the server's secret.
    pub(crate) fn id_from(&self, text: &str) -> Arc<str> {
        game_id(text, &self.token).into()
    }

    /// Returns a game of the store as the archive shows it.
    pub(crate) fn listed(&self, row: dagaz_store::Row) -> Option<GameSummary> {
        let mut summary: GameSummary = serde_json::from_str(&row.summary.text).ok()?;
        summary.game = row.game;
        if let Some(people) = &self.people {
            for seat in &mut summary.seats {
                if let Some(person) = &seat.person {
                    seat.name = people.name_of(person).to_string();
                }
            }
        }
        Some(summary)
    }

    /// Returns whether games may be kept in memory alone. Other processes on the same database would
    /// not find them.
    pub(crate) fn has_drafts(&self) -> bool {
        !self.store.is_shared()
    }

    /// Does something with the store that may wait for the disk.
    pub(crate) async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, Refused> {
        self.with_store(read).await.map_err(|fault| crate::refused::by_store(&fault))
    }

    /// The same for requests from other processes.
    pub(crate) async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let store = self.store.clone();
        tokio::task::spawn_blocking(move || work(&store)).await.unwrap_or(Err(StoreFault::Busy))
    }

    /// Returns whether there is a game of that id.
    pub(crate) async fn exists(&self, id: &Arc<str>) -> Result<bool, Refused> {
        if self.tables.lock().is_ok_and(|tables| tables.contains_key(id)) {
            return Ok(true);
        }
        let id = id.clone();
        self.reading(move |store| Ok(store.log(&id)?.is_some())).await
    }

    /// Returns the table of a game if it may be here, set up from its log if it is not there.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<TableHandle, Refused> {
        self.whereabouts(id).await.and_then(here)
    }

    /// Where the table of a game is. It is set up here if it is nowhere.
    pub(crate) async fn whereabouts(self: &Arc<Self>, id: &str) -> Result<Where<TableHandle>, Refused> {
        // No client may join a table whose game may have moved to another process.
        if self.peers.must_give_up() {
            self.give_up_all().await;
        }
        let known = || self.tables.lock().ok().and_then(|tables| tables.get(id).cloned());
        if let Some(table) = known().filter(|table| !table.sender.is_closed()) {
            return Ok(Where::Here(table));
        }
        // Two requests must not set up two tables.
        let id: Arc<str> = id.into();
        let turn = self.setting_up.come(&id);
        let _lock = turn.lock.lock().await;
        if let Some(table) = known().filter(|table| !table.sender.is_closed()) {
            return Ok(Where::Here(table));
        }
        match self.claim(&id).await? {
            Where::Here(()) => self.open_table(&id).await.map(Where::Here),
            Where::There(member) => Ok(Where::There(member)),
        }
    }

    async fn open_table(self: &Arc<Self>, id: &Arc<str>) -> Result<TableHandle, Refused> {
        let (prepared, session) = self.replayed(id).await?;
        let table = Table::start(id.clone(), self.clone(), prepared, session, Log::Stored);
        self.add_table(id, &table);
        Ok(table)
    }

    fn add_table(&self, id: &Arc<str>, table: &TableHandle) {
        if let Ok(mut tables) = self.tables.lock() {
            tables.insert(id.clone(), table.clone());
        }
    }

    /// Starts a game whose log is in memory alone.
    pub(crate) fn open_draft(
        self: &Arc<Self>,
        id: &Arc<str>,
        prepared: Arc<Prepared>,
        session: Session,
        first: Record,
    ) {
        let table = Table::start(id.clone(), self.clone(), prepared, session, Log::Draft(vec![first]));
        self.add_table(id, &table);
    }

    /// Takes a table out of the list; it ends by itself.
    pub(crate) fn forget(&self, id: &str) {
        if let Ok(mut tables) = self.tables.lock() {
            tables.remove(id);
        }
    }

    /// Gives the table of a game up, if it is open.
    pub(crate) async fn give_up(&self, id: &str) {
        let table = self.tables.lock().ok().and_then(|mut tables| tables.remove(id));
        if let Some(table) = table {
            let _ = table.sender.send(TableAsk::GiveUp).await;
        }
    }

    /// Gives all tables up: others may have their games now.
    async fn give_up_all(&self) {
        let tables = self.tables();
        self.forget_all();
        for table in tables {
            let _ = table.sender.send(TableAsk::GiveUp).await;
        }
    }

    /// Takes all tables out of the list.
    pub(crate) fn forget_all(&self) {
        if let Ok(mut tables) = self.tables.lock() {
            tables.clear();
        }
    }

    /// Returns how many tables there are.
    pub(crate) fn table_count(&self) -> usize {
        self.tables.lock().map_or(0, |tables| tables.len())
    }

    /// Returns all tables.
    pub(crate) fn tables(&self) -> Vec<TableHandle> {
        self.tables.lock().map(|tables| tables.values().cloned().collect()).unwrap_or_default()
    }

    /// Returns a game as record.
    pub(crate) async fn record(self: &Arc<Self>, id: &str) -> Result<(Arc<dyn Game>, dagaz_record::GameTree), Refused> {
        let table = self.table(id).await?;
        ask(&table, |reply| TableAsk::Record { reply }).await
    }

    /// Looks now and then after games whose time has come, and after rules that have changed on
    /// disk.
    pub(crate) async fn keep_time(self: Arc<Self>) {
        let mut tick = tokio::time::interval(Duration::from_millis(500));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut rounds = 0u64;
        while !self.closed.load(Ordering::SeqCst) {
            tick.tick().await;
            self.look_at_rules().await;
            if self.peers.must_give_up() {
                self.give_up_all().await;
            }
            self.store.set_load(self.load());
            if let Some(people) = &self.people {
                people.look_after(self.peers.people_changed()).await;
                self.meeting.refresh(people, self.crowd());
            }
            if rounds.is_multiple_of(10) {
                let now = self.now().0;
                let due = self.reading(move |store| store.due(now)).await.unwrap_or_default();
                for id in due {
                    if let Ok(table) = self.table(&id).await {
                        let _ = table.sender.try_send(TableAsk::Tick);
                    }
                }
            }
            rounds += 1;
        }
    }

    async fn look_at_rules(self: &Arc<Self>) {
        let rules = self.rules.clone();
        let Ok(changed) = tokio::task::spawn_blocking(move || rules.changed()).await else { return };
        for id in changed {
            let Some(bundle) = self.rules.bundle(&id) else { continue };
            let problems = match self.prepare(&id, bundle.clone(), None).await {
                Err(refused) => refused.problems,
                Ok(_) => {
                    let _ = self.keep(&bundle).await;
                    self.change_rules(&id, &bundle).await
                }
            };
            let tell = ServerMessage::Rules { rules: id, problems };
            let _ = self.news.send(encoded::text(&tell));
        }
    }

    /// Lets all open games of these rules continue with changed ones.
    async fn change_rules(self: &Arc<Self>, id: &str, bundle: &Arc<Bundle>) -> Vec<dagaz_contract::catalog::Problem> {
        let mut problems = Vec::new();
        for table in self.tables() {
            let Ok(rules) = ask(&table, |reply| TableAsk::RulesOf { reply }).await else { continue };
            if *rules.id != *id {
                continue;
            }
            match self.prepare(id, bundle.clone(), Some(rules.variant)).await {
                Ok(prepared) => {
                    let _ = ask(&table, |reply| TableAsk::Rules { prepared, reply }).await;
                }
                Err(refused) => problems.extend(refused.problems),
            }
        }
        problems
    }
}

/// Asks a table something, and waits for the answer.
pub(crate) async fn ask<T>(
    table: &TableHandle,
    make: impl FnOnce(oneshot::Sender<Result<T, Refused>>) -> TableAsk,
) -> Result<T, Refused> {
    let (sender, receiver) = oneshot::channel();
    table.sender.try_send(make(sender)).map_err(|_| Refused::busy())?;
    receiver.await.map_err(|_| Refused::busy())?
}

/// 128 random bits would do; these follow from a text and from the server's secret, so that a
/// resend finds the same game.
pub(crate) fn game_id(text: &str, token: &Token) -> String {
    const LETTERS: &[u8] = b"23456789abcdefghijkmnpqrstuvwxyz";
    let hash = token.mix(text.as_bytes());
    hash.iter().take(16).map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

pub(crate) fn random_u64() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness of the system the time has to do: bots and pairings depend on it, and no
    // throw of dice.
    if getrandom::fill(&mut bytes).is_err() {
        return std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    }
    u64::from_le_bytes(bytes)
}
