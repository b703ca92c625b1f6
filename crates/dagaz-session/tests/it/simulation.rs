//! A simulated world around a session: clients, a network that delays, drops, doubles and reorders,
//! a disk that forgets what it has not written, clocks that jump, and a host that dies. One seed is
//! one world.
//!
//! `DAGAZ_SEEDS=100000` plays more worlds; `DAGAZ_SEED=17` plays one of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::common::{beginning, game, held, holder, same};
use dagaz_core::{Game, below};
use dagaz_session::{
    Actor, Beginning, Bot, ClockRule, Command, Decided, Event, HolderId, Millis, NodeNo, Nonce, OfferKind, Phase,
    Record, Seat, Session,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What is under way in the network, by the moment of its arrival.
enum Letter {
    Ask {
        client: usize,
        nonce: Nonce,
        command: Command,
    },
    Done {
        client: usize,
        nonce: Nonce,
        version: u32,
        node: Option<NodeNo>,
    },
    /// Where the game stands.
    News {
        client: usize,
        version: u32,
        node: NodeNo,
        choices: u32,
        mine: bool,
    },
}

struct Client {
    holder: HolderId,
    /// The command that waits for its answer, and when it is sent again.
    waiting: Option<(Nonce, Command, u64)>,
    sent: u64,
    /// All that was acknowledged: nonce, version, node.
    done: Vec<(Nonce, u32, Option<NodeNo>)>,
    seen: u32,
}

struct World {
    rng: Xoshiro256PlusPlus,
    game: Arc<dyn Game>,
    /// What is on the disk.
    disk: Vec<Record>,
    /// What is written but not yet on the disk: with the answer that waits for it.
    unsafe_yet: Vec<(Record, Option<(usize, Nonce)>)>,
    session: Option<Session>,
    clients: Vec<Client>,
    network: BTreeMap<(u64, u64), Letter>,
    letters: u64,
    now: u64,
    crashes: u32,
    resends: u32,
}

impl World {
    fn new(seed: u64, game: Arc<dyn Game>) -> World {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bot = below(&mut rng, 3) == 0;
        let second = if bot { Seat::Bot(Bot { name: "random".into(), level: None }) } else { held("bob") };
        let clock = match below(&mut rng, 3) {
            0 => None,
            1 => Some(ClockRule::Fischer { main: Millis(20_000), add: Millis(500) }),
            _ => Some(ClockRule::Byoyomi { main: Millis(5_000), period: Millis(3_000), periods: 3 }),
        };
        let began = Beginning { clock, seed, ..beginning(vec![held("ann"), second]) };
        let record = Record { at: Millis(0), by: Actor::Host, nonce: None, event: Event::Began(Box::new(began)) };
        let client = |name: &str| Client { holder: holder(name), waiting: None, sent: 0, done: Vec::new(), seen: 0 };
        let mut world = World {
            rng,
            game,
            disk: vec![record],
            unsafe_yet: Vec::new(),
            session: None,
            clients: vec![client("ann"), client("bob")],
            network: BTreeMap::new(),
            letters: 0,
            now: 1,
            crashes: 0,
            resends: 0,
        };
        world.restart();
        world
    }

    fn chance(&mut self, one_in: usize) -> bool {
        below(&mut self.rng, one_in) == 0
    }

    /// Sends a letter: it may be lost, late, or come twice.
    fn send(&mut self, make: impl Fn() -> Letter) {
        let copies = match below(&mut self.rng, 20) {
            0 | 1 => 0,
            2 | 3 => 2,
            _ => 1,
        };
        for _ in 0..copies {
            let late = if self.chance(8) { 4_000 } else { 60 };
            let delay = 1 + below(&mut self.rng, late) as u64;
            self.letters += 1;
            self.network.insert((self.now + delay, self.letters), make());
        }
    }

    fn restart(&mut self) {
        let session = Session::replay(self.game.clone(), &self.disk).expect("what is on the disk replays");
        self.session = Some(session);
        self.news();
    }

    /// The host dies: what is not on the disk is gone, or some of it has got there after all.
    fn crash(&mut self) {
        self.crashes += 1;
        self.session = None;
        let kept = below(&mut self.rng, self.unsafe_yet.len() + 1);
        self.disk.extend(self.unsafe_yet.drain(..).take(kept).map(|(record, _)| record));
        self.unsafe_yet.clear();
        self.restart();
    }

    fn news(&mut self) {
        // Only what is safe is shown.
        if !self.unsafe_yet.is_empty() {
            return;
        }
        let Some(session) = self.session.as_mut() else { return };
        let movers = session.movers();
        let mut letters = Vec::new();
        for client in 0..2 {
            let held = session.held_by(&holder(["ann", "bob"][client]));
            let mover = movers.iter().find(|mover| held.contains(mover)).copied();
            let choices = mover.map_or(0, |mover| session.list_of(mover).expect("within limits").len() as u32);
            letters.push((client, session.version(), session.current(), choices, mover.is_some()));
        }
        for (client, version, node, choices, mine) in letters {
            self.send(|| Letter::News { client, version, node, choices, mine });
        }
    }

    /// The host decides a command. One record at a time waits for the disk.
    fn decide(&mut self, by: &Actor, nonce: Option<Nonce>, command: &Command, client: Option<usize>) {
        let Some(session) = self.session.as_mut() else { return };
        let (version, key) = (session.version(), session.state().key());
        let decided = session.decide(Millis(self.now), by, nonce.as_ref(), command);
        assert_eq!((version, key), (session.version(), session.state().key()), "deciding changes nothing");
        match decided {
            Ok(Decided::New(record)) => {
                session.apply(&record).expect("it was decided");
                self.unsafe_yet.push((*record, client.zip(nonce)));
            }
            Ok(Decided::Again { version, node }) => {
                // What is not safe yet is not acknowledged to a resend either.
                let (Some(client), Some(nonce)) = (client, nonce) else { return };
                if self.unsafe_yet.is_empty() {
                    self.send(|| Letter::Done { client, nonce: nonce.clone(), version, node });
                }
            }
            // A refusal ends the wait: it is sent like an answer, and may be lost like one.
            Err(_) => {
                if let (Some(client), Some(nonce)) = (client, nonce) {
                    self.send(|| Letter::Done { client, nonce: nonce.clone(), version: 0, node: None });
                }
            }
        }
    }

    /// The disk has written everything: acknowledgements may be sent.
    fn sync(&mut self) {
        let written: Vec<_> = self.unsafe_yet.drain(..).collect();
        for (record, answer) in written {
            self.disk.push(record);
            let (version, current) = match &self.session {
                Some(session) => (session.version(), session.current()),
                None => continue,
            };
            if let Some((client, nonce)) = answer {
                let node = matches!(self.disk.last().map(|record| &record.event), Some(Event::Played { .. }))
                    .then_some(current);
                self.send(|| Letter::Done { client, nonce: nonce.clone(), version, node });
            }
        }
        self.news();
    }

    /// The host does what the session waits for.
    fn serve(&mut self) {
        if !self.unsafe_yet.is_empty() {
            return;
        }
        let Some(session) = self.session.as_ref() else { return };
        let wants = session.wants();
        if wants.chance {
            self.decide(&Actor::Host, None, &Command::Chance, None);
        } else if wants.wake.is_some_and(|at| at.0 <= self.now) {
            self.decide(&Actor::Host, None, &Command::Flag, None);
        } else if let Some((player, _, node)) = wants.think.first().cloned() {
            let index = self.rng.next_u32() % 40;
            self.decide(&Actor::Bot(player), None, &Command::Play { node, player: Some(player), index }, None);
        }
    }

    /// A client acts, or resends an unanswered request.
    fn client(&mut self, number: usize) {
        let now = self.now;
        if let Some((nonce, command, again)) = self.clients[number].waiting.clone() {
            if now >= again {
                self.resends += 1;
                self.clients[number].waiting = Some((nonce.clone(), command.clone(), now + 300));
                self.send(|| Letter::Ask { client: number, nonce: nonce.clone(), command: command.clone() });
            }
            return;
        }
        if self.chance(6) {
            let offers = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Pause, OfferKind::Abort];
            let kind = offers[below(&mut self.rng, 4)];
            let command = match below(&mut self.rng, 12) {
                0 => Command::Resign { player: None },
                1 | 2 => Command::Decline { kind },
                3..6 => Command::Resume,
                _ => Command::Offer { kind, node: None },
            };
            self.ask(number, command);
        }
    }

    fn ask(&mut self, number: usize, command: Command) {
        let client = &mut self.clients[number];
        client.sent += 1;
        let nonce: Nonce = format!("{number}-{}", client.sent).into();
        client.waiting = Some((nonce.clone(), command.clone(), self.now + 300));
        self.send(|| Letter::Ask { client: number, nonce: nonce.clone(), command: command.clone() });
    }

    fn arrive(&mut self, letter: Letter) {
        match letter {
            Letter::Ask { client, nonce, command } => {
                if self.unsafe_yet.is_empty() {
                    let by = Actor::Holder(self.clients[client].holder.clone());
                    self.decide(&by, Some(nonce), &command, Some(client));
                } else {
                    // The table is busy with the disk: the letter waits before its door.
                    self.letters += 1;
                    self.network.insert((self.now + 5, self.letters), Letter::Ask { client, nonce, command });
                }
            }
            Letter::Done { client, nonce, version, node } => {
                let client = &mut self.clients[client];
                if client.waiting.as_ref().is_some_and(|(waiting, _, _)| *waiting == nonce) {
                    client.waiting = None;
                }
                if version > 0 {
                    client.done.push((nonce, version, node));
                }
            }
            Letter::News { client, version, node, choices, mine } => {
                if version < self.clients[client].seen {
                    return;
                }
                self.clients[client].seen = version;
                if mine && choices > 0 && self.clients[client].waiting.is_none() {
                    let index = self.rng.next_u32() % choices;
                    self.ask(client, Command::Play { node, player: None, index });
                }
            }
        }
    }

    fn run(&mut self) {
        for _ in 0..1_500 {
            self.now += 1 + below(&mut self.rng, 25) as u64;
            if self.chance(400) {
                // The machine's clock is set back.
                self.now = self.now.saturating_sub(2_000);
            }
            if self.chance(150) {
                self.crash();
            }
            if self.chance(3) {
                self.sync();
            }
            self.serve();
            let number = below(&mut self.rng, 2);
            self.client(number);
            while let Some((&(at, number), _)) = self.network.first_key_value()
                && at <= self.now
            {
                let letter = self.network.remove(&(at, number)).expect("it is there");
                self.arrive(letter);
            }
            if self.session.as_ref().is_some_and(|session| session.phase() == Phase::Ended)
                && self.unsafe_yet.is_empty()
            {
                break;
            }
        }
        self.sync();
    }

    /// What must be true of every world.
    fn judge(&self) {
        // The stored log reproduces the session that all clients have seen.
        let again = Session::replay(self.game.clone(), &self.disk).expect("the log replays");
        same(self.session.as_ref().expect("the host is up"), &again);
        let mut by_nonce: HashMap<(String, &str), usize> = HashMap::new();
        for (place, record) in self.disk.iter().enumerate() {
            if let (Some(nonce), Actor::Holder(holder)) = (&record.nonce, &record.by) {
                let twice = by_nonce.insert((holder.0.to_string(), nonce), place);
                assert_eq!(twice, None, "{nonce} was done twice");
            }
        }
        for client in &self.clients {
            for (nonce, version, node) in &client.done {
                let place = by_nonce.get(&(client.holder.0.to_string(), &**nonce));
                let place = *place.unwrap_or_else(|| panic!("{nonce} was acknowledged and is lost"));
                assert_eq!(*version as usize, place + 1, "{nonce} was acknowledged at another place");
                if let (Some(node), Event::Played { .. }) = (node, &self.disk[place].event) {
                    let played = self.disk[..=place]
                        .iter()
                        .filter(|record| matches!(record.event, Event::Played { .. }))
                        .count();
                    assert_eq!(node.0 as usize, played, "{nonce} led to another node");
                }
            }
        }
        // One move a turn: each is played at the node that was current then.
        let mut session = Session::replay(self.game.clone(), &self.disk[..1]).expect("it begins");
        for record in &self.disk[1..] {
            if let Event::Played { node, player, .. } = &record.event {
                assert_eq!(*node, session.current());
                assert!(session.movers().iter().any(|mover| mover.0 == *player));
            }
            session.apply(record).expect("it replays");
        }
        let times: Vec<u64> = self.disk.iter().map(|record| record.at.0).collect();
        assert!(times.is_sorted(), "time never goes back in a log");
    }
}

#[test]
fn simulated_faults_lose_and_repeat_no_acknowledged_move() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let games = [
        game("tic-tac-toe"),
        game("twenty-squares"),
        game("nine-mens-morris"),
        Arc::new(dagaz_testkit::hidden::ThreeCups::new().expect("it is small")),
        Arc::new(dagaz_testkit::simultaneous::RockPaperScissors::new().expect("it is small")),
    ];
    let seeds = match number("DAGAZ_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = number("DAGAZ_FIRST_SEED").unwrap_or(0);
            first..first + number("DAGAZ_SEEDS").unwrap_or(10_000)
        }
    };
    let (mut records, mut crashes, mut resends, mut acknowledged, mut ended) = (0, 0, 0, 0, 0);
    for seed in seeds.clone() {
        let mut world = World::new(seed, games[seed as usize % games.len()].clone());
        let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            world.run();
            world.judge();
        }));
        assert!(
            judged.is_ok(),
            "world {seed} failed; repeat it with: DAGAZ_SEED={seed} cargo test -p dagaz-session --test it simulation"
        );
        records += world.disk.len();
        crashes += world.crashes;
        resends += world.resends;
        acknowledged += world.clients.iter().map(|client| client.done.len()).sum::<usize>();
        ended += usize::from(world.session.as_ref().is_some_and(|session| session.phase() == Phase::Ended));
    }
    if seeds.end - seeds.start > 100 {
        // The worlds are not empty.
        let worlds = (seeds.end - seeds.start) as usize;
        assert!(
            records > worlds * 5
                && crashes as usize > worlds / 2
                && resends as usize > worlds
                && acknowledged > worlds * 2
                && ended > worlds / 4,
            "{worlds} worlds: {records} records, {crashes} crashes, {resends} resends, {acknowledged} acknowledged, {ended} ended"
        );
    }
}
