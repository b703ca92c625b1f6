//! What all tables and requests share.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use dagaz_contract::catalog::{GameSummary, NewGame};
use dagaz_contract::command::{ClockRule as WireClock, Sitter};
use dagaz_contract::draw::Drawing;
use dagaz_contract::message::Reason;
use dagaz_contract::view::BotChoice;
use dagaz_contract::{Board, Tell};
use dagaz_core::{Game, PlayerKind, State};
use dagaz_record::{parse_position, write_position};
use dagaz_session::{Actor, Beginning, Bot, ClockRule, Event, HolderId, Millis, Record, RulesRef, Seat, Session};
use dagaz_store::{Append, Appended, Store, StoreFault};
use tokio::sync::{Notify, broadcast, oneshot};

use crate::bots::Bots;
use crate::guard::{Guard, Token};
use crate::judge::Judges;
use crate::limits::Limits;
use crate::meeting::Meeting;
use crate::metrics::Metrics;
use crate::peers::{Peers, Where, here};
use crate::people::People;
use crate::pictures;
use crate::refused::Refused;
use crate::rules::{Bundle, Loaded, RulesSource, hex};
use crate::summary::{summary, tags};
use crate::table::{Table, TableAsk, TableHandle};
use crate::tournaments::Tournaments;
use crate::wire::{self, Text};
use crate::{Assets, Setup};

/// A game made ready to be played and shown.
pub(crate) struct Prepared {
    pub(crate) rules: RulesRef,
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) loaded: Loaded,
    pub(crate) game: Arc<dyn Game>,
    pub(crate) drawing: Drawing,
    pub(crate) board: Arc<Board>,
    pub(crate) mind: crate::bots::Mind,
}

/// Prepared games that are kept though nobody plays them.
const PREPARED_MAX: usize = 64;

/// Tries to append when too much waits to be written.
const TRIES: u32 = 20;

/// See the [module documentation](self).
pub(crate) struct Host {
    pub(crate) rules: Arc<dyn RulesSource>,
    pub(crate) store: Arc<Store>,
    pub(crate) token: Token,
    pub(crate) guard: Guard,
    pub(crate) limits: Limits,
    pub(crate) assets: &'static Assets,
    pub(crate) bots: Bots,
    pub(crate) sockets: AtomicUsize,
    pub(crate) next_socket: AtomicU64,
    pub(crate) closing: Notify,
    pub(crate) closed: std::sync::atomic::AtomicBool,
    /// What every socket is told: news of rules.
    pub(crate) news: broadcast::Sender<Text>,
    /// Sockets by address.
    pub(crate) addresses: Mutex<HashMap<IpAddr, usize>>,
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
    opening: Mutex<HashMap<Arc<str>, Arc<tokio::sync::Mutex<()>>>>,
    prepared: Mutex<HashMap<String, Arc<Prepared>>>,
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
        let tournaments = Arc::new(Tournaments::default());
        let peers = Peers::new(&setup.store, &setup.token, people.as_ref(), &tournaments);
        Ok(Host {
            peers,
            rules: setup.rules,
            store: Arc::new(setup.store),
            token: setup.token,
            guard,
            bots: Bots::start(setup.bot_threads, setup.limits.thoughts),
            addresses: Mutex::default(),
            people,
            meeting: Meeting::new(&setup.limits),
            tournaments,
            metrics: Metrics::default(),
            judges: Judges::new(setup.worker),
            commit_us: AtomicU64::new(0),
            limits: setup.limits,
            assets: setup.assets,
            sockets: AtomicUsize::new(0),
            next_socket: AtomicU64::new(1),
            closing: Notify::new(),
            closed: false.into(),
            news: broadcast::Sender::new(16),
            tables: Mutex::default(),
            opening: Mutex::default(),
            prepared: Mutex::default(),
        })
    }

    pub(crate) fn now(&self) -> Millis {
        millis(SystemTime::now())
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.closing.notify_waiters();
    }

    pub(crate) fn seat_of(&self, holder: &HolderId) -> Seat {
        Seat::Held { by: holder.clone(), name: "".into() }
    }

    pub(crate) fn seat(&self, holder: &HolderId, by: &Sitter) -> Result<Seat, Refused> {
        Ok(match by {
            Sitter::Me => self.seat_of(holder),
            Sitter::Anyone => Seat::Open,
            Sitter::Bot(BotChoice { bot, level }) => {
                if self.bots.is_full() {
                    return Err(Refused::new(Reason::Busy, "the bots have too much to do; try again"));
                }
                if !Bots::knows(bot, *level) {
                    return Err(Refused::new(Reason::Unknown, "there is no such bot"));
                }
                Seat::Bot(Bot { name: bot.as_str().into(), level: *level })
            }
        })
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

    /// Refuses what would make more work while there is too much: the games that go on come first.
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

    /// A new id of a game.
    pub(crate) fn new_id(&self) -> Result<Arc<str>, Refused> {
        let nonce = crate::passes::family().map_err(|_| Refused::busy())?;
        Ok(self.id_from(&nonce))
    }

    /// The id that follows from a text and the server's secret.
    pub(crate) fn id_from(&self, text: &str) -> Arc<str> {
        game_id(text, &self.token).into()
    }

    /// A game of the store as the archive shows it.
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

    /// Does something with the store that may wait for the disk.
    pub(crate) async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, Refused> {
        let store = self.store.clone();
        match tokio::task::spawn_blocking(move || read(&store)).await {
            Ok(result) => result.map_err(|fault| Refused::store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }

    /// The bundle of rules in the library, or of what was handed in.
    pub(crate) async fn bundle(&self, id: &str) -> Result<Arc<Bundle>, Refused> {
        let unknown = || Refused::new(Reason::Unknown, "there are no such rules");
        match id.strip_prefix("sha256:") {
            Some(hash) => self.kept(hash).await?.ok_or_else(unknown),
            None => self.rules.bundle(id).ok_or_else(unknown),
        }
    }

    async fn kept(&self, hash: &str) -> Result<Option<Arc<Bundle>>, Refused> {
        let hash = hash.to_string();
        self.reading(move |store| {
            let right = |bytes: &[u8]| Bundle::from_bytes(bytes).is_some_and(|bundle| bundle.hash() == hash);
            Ok(store.kept(&hash, right)?.and_then(|bytes| Bundle::from_bytes(&bytes)).map(Arc::new))
        })
        .await
    }

    /// Keeps a bundle, so that games played by it can always be opened.
    pub(crate) async fn keep(&self, bundle: &Bundle) -> Result<String, Refused> {
        let hash = bundle.hash();
        let (sender, receiver) = oneshot::channel();
        self.store.keep(&hash, bundle.to_bytes(), move |result| {
            let _ = sender.send(result);
        });
        match receiver.await {
            Ok(Ok(())) => Ok(hash),
            Ok(Err(fault)) => Err(Refused::store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }

    /// A game ready to be played, by a bundle. Compiled off the asynchronous threads.
    pub(crate) async fn prepare(
        &self,
        id: &str,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
    ) -> Result<Arc<Prepared>, Refused> {
        let hash = bundle.hash();
        let whose = hash.clone();
        let key = |variant: u32| format!("{whose}:{variant}");
        if let Some(variant) = variant
            && let Ok(prepared) = self.prepared.lock()
            && let Some(known) = prepared.get(&key(variant)).filter(|known| *known.rules.id == *id)
        {
            return Ok(known.clone());
        }
        let (rules, id) = (self.rules.clone(), id.to_string());
        let made = tokio::task::spawn_blocking(move || {
            let loaded = rules.load(&bundle, variant)?;
            let whole = sha_of(&hash, loaded.variant);
            let rules_ref = RulesRef {
                id: id.as_str().into(),
                variant: loaded.variant,
                hash: hash.as_str().into(),
                title: loaded.title.as_str().into(),
            };
            let mut drawing = Drawing::new(&*loaded.game, &whole);
            drawing.board_mut().title.clone_from(&loaded.title);
            if drawing.board().texts.description.is_empty() {
                drawing.board_mut().texts.description.clone_from(&loaded.about);
            }
            drawing.board_mut().images = loaded
                .images
                .iter()
                .map(|(kind, owner, file)| {
                    let url = format!("/api/v1/rules/{hash}/files/{}", encoded(file));
                    drawing.picture(kind.clone(), owner.clone(), url, bundle.file(file).and_then(pictures::size))
                })
                .collect();
            let board = Arc::new(drawing.board().clone());
            let game = loaded.game.clone();
            Ok(Arc::new(Prepared {
                rules: rules_ref,
                bundle,
                game,
                loaded,
                drawing,
                board,
                mind: crate::bots::Mind::default(),
            }))
        })
        .await
        .map_err(|_| Refused::busy())?
        .map_err(|problems| Refused::new(Reason::BadRules, "the rules have errors").with(problems))?;
        if let Ok(mut prepared) = self.prepared.lock() {
            if prepared.len() >= PREPARED_MAX {
                // Those that some table plays by stay anyway.
                prepared.retain(|_, known| Arc::strong_count(known) > 1);
            }
            prepared.insert(key(made.rules.variant), made.clone());
        }
        Ok(made)
    }

    /// Begins a game, or finds the one that the same request has begun before.
    pub(crate) async fn begin(self: &Arc<Self>, holder: &HolderId, new: NewGame) -> Result<Arc<str>, Refused> {
        self.begin_with(holder, new, None).await
    }

    /// Looks whether a game may be begun as it is wanted on a server where people meet.
    fn may_begin(&self, holder: &HolderId, new: &NewGame) -> Result<(), Refused> {
        let wrong = |say| Err(Refused::new(Reason::Malformed, say));
        if !new.rated {
            return Ok(());
        }
        let member = self.people.is_some() && crate::passes::is_member(&holder.0);
        if !member {
            return Err(crate::people::members_only());
        }
        if new.clock.is_none() {
            return wrong("a game that counts needs a clock");
        }
        if new.study || new.position.is_some() || new.from.is_some() {
            return wrong("a game that counts begins as the rules say");
        }
        if new.seats.iter().any(|seat| matches!(seat.by, Sitter::Bot(_))) {
            return wrong("a game against a bot does not count");
        }
        Ok(())
    }

    async fn begin_with(
        self: &Arc<Self>,
        holder: &HolderId,
        new: NewGame,
        planted: Option<Arc<str>>,
    ) -> Result<Arc<str>, Refused> {
        if new.nonce.is_empty() || new.nonce.len() > dagaz_session::limits::NONCE_BYTES {
            return Err(Refused::new(Reason::Malformed, "the nonce has 1 to 64 letters"));
        }
        self.may_begin(holder, &new)?;
        // The id follows from the request, so that the same one cannot begin two games.
        let id: Arc<str> = game_id(&format!("{}\n{}", holder.0, new.nonce), &self.token).into();
        if self.exists(&id).await? {
            return Ok(id);
        }
        self.not_pressed()?;
        let bundle = self.bundle(&new.rules).await?;
        let prepared = self.prepare(&new.rules, bundle, new.variant).await?;
        let game = prepared.game.clone();
        let mut seats = Vec::new();
        for player in &game.glossary().players {
            seats.push(match new.seats.iter().find(|seat| seat.player == player.name) {
                _ if player.kind != PlayerKind::Chooser => Seat::Aside,
                Some(rule) => self.seat(holder, &rule.by)?,
                None => self.seat_of(holder),
            });
        }
        if let Some(unknown) = new.seats.iter().find(|seat| game.glossary().player_named(&seat.player).is_none()) {
            return Err(Refused::new(Reason::Unknown, &format!("there is no player {}", unknown.player)));
        }
        let position = new.position.as_deref().map(|text| start_position(&*game, text)).transpose()?;
        let (mut tree, mut at) = (planted, dagaz_session::NodeNo::ROOT);
        if let Some(from) = &new.from {
            let text = self.record_json(&from.game).await?;
            (tree, at) = (Some(text), dagaz_session::NodeNo(from.node.unwrap_or(0)));
        }
        let own = seats.iter().filter(|seat| seat.is_held_by(holder)).count();
        if new.rated && (own != 1 || seats.iter().filter(|seat| **seat != Seat::Aside).count() != 2) {
            return Err(Refused::new(
                Reason::Malformed,
                "a game that counts has one seat for you and one for somebody else",
            ));
        }
        // Whoever could choose the seed of a game against others would know what the dice will show.
        let seed = match new.seed.filter(|_| self.people.is_none()) {
            Some(seed) => u64::from(seed),
            None => random_u64(),
        };
        let clock = new.clock.map(clock_rule).transpose()?;
        let beginning = Beginning {
            rules: prepared.rules.clone(),
            owner: holder.clone(),
            seats,
            clock,
            seed,
            study: new.study,
            position,
            tree,
            at,
            rated: new.rated,
            private: new.private,
            patience: if self.people.is_some() { patience(clock) } else { None },
            tournament: None,
        };
        self.begin_as(&id, &prepared, beginning).await?;
        Ok(id)
    }

    /// Begins a study with the moves of a record.
    pub(crate) async fn begin_study(
        self: &Arc<Self>,
        holder: &HolderId,
        new: NewGame,
        tree: Arc<str>,
    ) -> Result<Arc<str>, Refused> {
        self.begin_with(holder, new, Some(tree)).await
    }

    /// Writes the first record of a game. One that is there already is left as it is.
    pub(crate) async fn begin_as(&self, id: &str, prepared: &Prepared, beginning: Beginning) -> Result<(), Refused> {
        self.keep(&prepared.bundle).await?;
        let record = Record {
            at: self.now(),
            by: Actor::Holder(beginning.owner.clone()),
            nonce: None,
            event: Event::Began(Box::new(beginning)),
        };
        let session = Session::replay(prepared.game.clone(), std::slice::from_ref(&record))
            .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        let bytes = serde_json::to_vec(&record).map_err(|_| Refused::busy())?;
        let (summary, tags) = (summary(&session), Some(tags(&session, &[])));
        let append = Append { game: id.to_string(), after: 0, records: vec![bytes], summary, tags };
        self.metrics.begun.inc();
        match self.append(append).await {
            Ok(_) | Err(StoreFault::Conflict { .. } | StoreFault::Elsewhere(_)) => Ok(()),
            Err(fault) => Err(Refused::store(&fault)),
        }
    }

    /// Whether there is a game of that id.
    pub(crate) async fn exists(&self, id: &Arc<str>) -> Result<bool, Refused> {
        if self.tables.lock().is_ok_and(|tables| tables.contains_key(id)) {
            return Ok(true);
        }
        let id = id.clone();
        self.reading(move |store| Ok(store.log(&id)?.is_some())).await
    }

    /// The table of a game if it may be here, set up from its log if it is not there.
    pub(crate) async fn table(self: &Arc<Self>, id: &str) -> Result<TableHandle, Refused> {
        self.whereabouts(id).await.and_then(here)
    }

    /// Where the table of a game is. It is set up here if it is nowhere.
    pub(crate) async fn whereabouts(self: &Arc<Self>, id: &str) -> Result<Where<TableHandle>, Refused> {
        // Nobody sits down at a table whose game may be somebody else's by now.
        if self.peers.must_give_up() {
            self.give_up_all().await;
        }
        let known = || self.tables.lock().ok().and_then(|tables| tables.get(id).cloned());
        if let Some(table) = known().filter(|table| !table.sender.is_closed()) {
            return Ok(Where::Here(table));
        }
        // Two requests must not set up two tables.
        let id: Arc<str> = id.into();
        let opening = match self.opening.lock() {
            Ok(mut opening) => opening.entry(id.clone()).or_default().clone(),
            Err(_) => return Err(Refused::busy()),
        };
        let lock = opening.lock().await;
        if let Some(table) = known().filter(|table| !table.sender.is_closed()) {
            return Ok(Where::Here(table));
        }
        let opened = match self.claim(&id).await {
            Ok(Where::Here(())) => self.open_table(&id).await.map(Where::Here),
            Ok(Where::There(member)) => Ok(Where::There(member)),
            Err(refused) => Err(refused),
        };
        drop(lock);
        if let Ok(mut opening) = self.opening.lock() {
            opening.remove(&id);
        }
        opened
    }

    /// The records of a game as they are on the disk.
    pub(crate) async fn log(&self, id: &Arc<str>) -> Result<Vec<Record>, Refused> {
        let name = id.clone();
        let found = self.reading(move |store| store.log(&name)).await?;
        let (_, bytes) = found.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such game"))?;
        let damaged = |_| Refused::new(Reason::Storage, "the log of this game cannot be read");
        bytes.iter().map(|bytes| serde_json::from_slice(bytes)).collect::<Result<_, _>>().map_err(damaged)
    }

    /// A game as its log tells it.
    pub(crate) async fn replayed(&self, id: &Arc<str>) -> Result<(Arc<Prepared>, Session), Refused> {
        let log = self.log(id).await?;
        let rules =
            Session::rules_of(&log).cloned().ok_or_else(|| Refused::new(Reason::Storage, "the log has no rules"))?;
        let bundle = self.kept(&rules.hash).await?;
        let bundle = bundle.ok_or_else(|| Refused::new(Reason::Storage, "the rules of this game are gone"))?;
        let prepared = self.prepare(&rules.id, bundle, Some(rules.variant)).await?;
        let game = prepared.game.clone();
        let session = tokio::task::spawn_blocking(move || Session::replay(game, &log))
            .await
            .map_err(|_| Refused::busy())?
            .map_err(|fault| Refused::new(Reason::Storage, &fault.to_string()))?;
        Ok((prepared, session))
    }

    async fn open_table(self: &Arc<Self>, id: &Arc<str>) -> Result<TableHandle, Refused> {
        let (prepared, session) = self.replayed(id).await?;
        let table = Table::start(id.clone(), self.clone(), prepared, session);
        if let Ok(mut tables) = self.tables.lock() {
            tables.insert(id.clone(), table.clone());
        }
        Ok(table)
    }

    /// Takes a table out of the list; it ends by itself.
    pub(crate) fn forget(&self, id: &str) {
        if let Ok(mut tables) = self.tables.lock() {
            tables.remove(id);
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

    /// How many tables there are.
    pub(crate) fn table_count(&self) -> usize {
        self.tables.lock().map_or(0, |tables| tables.len())
    }

    /// All tables.
    pub(crate) fn tables(&self) -> Vec<TableHandle> {
        self.tables.lock().map(|tables| tables.values().cloned().collect()).unwrap_or_default()
    }

    /// Begins the game that follows one: the same players, each with the seat before its own.
    pub(crate) async fn rematch(&self, id: &str, session: &Session) -> Option<Arc<str>> {
        let next: Arc<str> = game_id(&format!("after {id}"), &self.token).into();
        let before = session.beginning();
        let bundle = self.kept(&before.rules.hash).await.ok()??;
        let prepared = self.prepare(&before.rules.id, bundle, Some(before.rules.variant)).await.ok()?;
        let mut seats = session.seats().to_vec();
        let taking: Vec<usize> = (0..seats.len()).filter(|&player| seats[player] != Seat::Aside).collect();
        for (place, &player) in taking.iter().enumerate() {
            seats[player] = session.seats()[taking[(place + taking.len() - 1) % taking.len()]].clone();
        }
        let (rules, at) = (prepared.rules.clone(), Default::default());
        let beginning = Beginning { rules, seats, seed: random_u64(), tree: None, at, ..before.clone() };
        self.begin_as(&next, &prepared, beginning).await.ok()?;
        Some(next)
    }

    /// A game as JSON record, for another one to begin with.
    async fn record_json(self: &Arc<Self>, id: &str) -> Result<Arc<str>, Refused> {
        if let Where::There(member) = self.whereabouts(id).await? {
            return self.record_there(&member, id).await;
        }
        let (game, tree) = self.record(id).await?;
        let written = dagaz_record::Format::Json
            .write(&*game, std::slice::from_ref(&tree))
            .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        Ok(written.text.into())
    }

    /// A game as record.
    pub(crate) async fn record(self: &Arc<Self>, id: &str) -> Result<(Arc<dyn Game>, dagaz_record::GameTree), Refused> {
        let table = self.table(id).await?;
        ask(&table, |reply| TableAsk::Record { reply }).await
    }

    /// Looks now and then after games whose time has come, and after rules that have changed on disk.
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
            let tell = Tell::Rules { rules: id, problems };
            let _ = self.news.send(wire::text(&tell));
        }
    }

    /// Lets all open games by rules of this id go on by changed ones.
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

/// The state that a text describes.
pub(crate) fn placed(game: &dyn Game, text: &str) -> Result<State, Refused> {
    let bad = |say: &str| Refused::new(Reason::BadRecord, say);
    if text.len() > 65_536 {
        return Err(Refused::new(Reason::TooLarge, "the position is too long"));
    }
    let position = parse_position(game, text).map_err(|fault| bad(&fault.to_string()))?;
    game.set_up(&position).map_err(|errors| bad(&errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
}

fn start_position(game: &dyn Game, text: &str) -> Result<Arc<str>, Refused> {
    Ok(write_position(game, &placed(game, text)?).into())
}

pub(crate) fn clock_rule(rule: WireClock) -> Result<ClockRule, Refused> {
    let time = |ms: u32| Millis(u64::from(ms));
    let bad = || Refused::new(Reason::Malformed, "this clock leaves no time to move");
    Ok(match rule {
        WireClock::Fischer { main_ms, add_ms } if main_ms > 0 => {
            ClockRule::Fischer { main: time(main_ms), add: time(add_ms) }
        }
        WireClock::Byoyomi { main_ms, period_ms, periods } if period_ms > 0 && periods > 0 => {
            ClockRule::Byoyomi { main: time(main_ms), period: time(period_ms), periods }
        }
        WireClock::Correspondence { move_ms } if move_ms > 0 => ClockRule::Correspondence { per_move: time(move_ms) },
        _ => return Err(bad()),
    })
}

/// How long the first move of a game with such a clock may take: what a move may take at most, within bounds.
pub(crate) fn patience(clock: Option<ClockRule>) -> Option<Millis> {
    const SHORTEST: u64 = 30_000;
    const LONGEST: u64 = 120_000;
    Some(match clock? {
        ClockRule::Fischer { main, .. } | ClockRule::Byoyomi { main, .. } => Millis(main.0.clamp(SHORTEST, LONGEST)),
        ClockRule::Correspondence { per_move } => per_move,
    })
}

/// 128 random bits would do; these follow from a text and from the server's secret, so that a resend finds the same game.
fn game_id(text: &str, token: &Token) -> String {
    const LETTERS: &[u8] = b"23456789abcdefghijkmnpqrstuvwxyz";
    let hash = token.mix(text.as_bytes());
    hash.iter().take(16).map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

fn sha_of(hash: &str, variant: u32) -> String {
    use sha2::Digest;
    hex(&sha2::Sha256::digest(format!("{hash}:{variant}:{}", dagaz_contract::VERSION)))
}

pub(crate) fn random_u64() -> u64 {
    let mut bytes = [0; 8];
    // Without randomness of the system the time has to do: nothing secret depends on it.
    if getrandom::fill(&mut bytes).is_err() {
        return millis(SystemTime::now()).0;
    }
    u64::from_le_bytes(bytes)
}

/// A file name in an address.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// A moment as the session counts it.
pub(crate) fn millis(now: std::time::SystemTime) -> Millis {
    Millis(now.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
