//! Games and sessions for tests.

use std::sync::Arc;

use dagaz_core::{Game, Limits};
use dagaz_engine::CompiledGame;
use dagaz_session::{
    Actor, Arrival, Beginning, ClockRule, Command, Decided, Event, HolderId, Millis, NodeNo, Record, Refusal, RulesRef,
    Seat, Session,
};
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::{files, root};
use dagaz_zrf::GameFile;

/// A game of the library.
pub(crate) fn game(name: &str) -> Arc<dyn Game> {
    let path =
        files(&root().join("games"), "zrf").into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let bytes = std::fs::read(path.expect("it is in the library")).expect("it can be read");
    of_text(std::str::from_utf8(&bytes).expect("it is text"))
}

/// A game of a text.
pub(crate) fn of_text(text: &str) -> Arc<dyn Game> {
    let mut file = GameFile::parse("test.zrf", text.as_bytes(), &NoIncludes, &Limits::default());
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("the rules have no errors");
    Arc::new(CompiledGame::new(rules.into(), &Limits::default()).expect("it is small"))
}

pub(crate) fn holder(name: &str) -> HolderId {
    HolderId::new(name)
}

pub(crate) fn held(name: &str) -> Seat {
    Seat::Held { by: holder(name), name: name.into() }
}

pub(crate) fn beginning(seats: Vec<Seat>) -> Beginning {
    Beginning {
        rules: RulesRef::default(),
        owner: holder("ann"),
        seats,
        clock: None,
        seed: 7,
        chance: None,
        study: false,
        position: None,
        tree: None,
        at: NodeNo::ROOT,
        rated: false,
        private: false,
        patience: None,
        tournament: None,
    }
}

/// A session with its log.
pub(crate) struct Table {
    pub session: Session,
    pub log: Vec<Record>,
    pub now: u64,
}

impl Table {
    pub(crate) fn new(game: Arc<dyn Game>, beginning: Beginning) -> Table {
        let owner = Actor::Holder(beginning.owner.clone());
        let first = Record { at: Millis(1_000), by: owner, nonce: None, event: Event::Began(Box::new(beginning)) };
        let log = vec![first];
        Table { session: Session::replay(game, &log).expect("it begins"), log, now: 1_000 }
    }

    pub(crate) fn of(game: Arc<dyn Game>) -> Table {
        Table::new(game, beginning(vec![held("ann"), held("bob")]))
    }

    pub(crate) fn with_clock(game: Arc<dyn Game>, clock: ClockRule) -> Table {
        Table::new(game, Beginning { clock: Some(clock), ..beginning(vec![held("ann"), held("bob")]) })
    }

    /// Does something; the session afterwards must be the one that its log makes.
    pub(crate) fn act(&mut self, by: &Actor, command: Command) -> Result<Option<NodeNo>, Refusal> {
        let Decided::New(record) = self.session.decide(Millis(self.now), by, None, &command)? else {
            panic!("nothing was sent twice");
        };
        // What goes through the log is what is applied.
        let bytes = serde_json::to_vec(&*record).expect("a record is JSON");
        let record: Record = serde_json::from_slice(&bytes).expect("a record is JSON");
        let node = self.session.apply(&record).expect("it was decided");
        self.log.push(record);
        Ok(node)
    }

    /// Plays by place in the list; the move was so long on its way.
    pub(crate) fn play_late(&mut self, who: &str, lag: u64) -> Result<Event, Refusal> {
        let arrival = Arrival { at: Millis(self.now), lag: Millis(lag) };
        let command = Command::Play { node: self.session.current(), player: None, index: 0 };
        let Decided::New(record) = self.session.decide(arrival, &Actor::Holder(holder(who)), None, &command)? else {
            panic!("nothing was sent twice");
        };
        let bytes = serde_json::to_vec(&*record).expect("a record is JSON");
        let record: Record = serde_json::from_slice(&bytes).expect("a record is JSON");
        self.session.apply(&record).expect("it was decided");
        self.log.push(record.clone());
        Ok(record.event)
    }

    pub(crate) fn person(&mut self, who: &str, command: Command) -> Result<Option<NodeNo>, Refusal> {
        self.act(&Actor::Holder(holder(who)), command)
    }

    pub(crate) fn play(&mut self, who: &str, text: &str) -> Result<Option<NodeNo>, Refusal> {
        let state = self.session.state().clone();
        let mover = self.session.movers()[0];
        let list = self.session.list_of(mover).expect("within limits");
        let index = dagaz_record::find_typed(&**self.session.game(), &state, &list, text).expect("it is legal");
        let node = self.session.current();
        self.person(who, Command::Play { node, player: None, index: index as u32 })
    }

    /// What the log makes of the game is what the session is.
    pub(crate) fn check(&self) {
        let again = Session::replay(self.session.game().clone(), &self.log).expect("it replays");
        same(&self.session, &again);
        // The origin of a move is only a hint for the lookup: a wrong or missing one does no harm.
        for wrong in [None, Some(0), Some(u16::MAX)] {
            let mut log = self.log.clone();
            for record in &mut log {
                if let Event::Played { from, .. } = &mut record.event {
                    *from = wrong;
                }
            }
            let again = Session::replay(self.session.game().clone(), &log).expect("it replays");
            same(&self.session, &again);
        }
    }
}

/// Checks that two sessions are equal for all viewers.
pub(crate) fn same(one: &Session, other: &Session) {
    assert_eq!(one.version(), other.version());
    assert_eq!(one.current(), other.current());
    assert_eq!(one.state(), other.state());
    assert_eq!(one.phase(), other.phase());
    assert_eq!(one.end(), other.end());
    assert_eq!(one.seats(), other.seats());
    assert_eq!(one.offers(), other.offers());
    assert_eq!(one.draft(), other.draft());
    assert_eq!(one.wants(), other.wants());
    assert!(one.nodes().eq(other.nodes()));
    for node in one.nodes() {
        assert_eq!((one.parent(node), one.is_main(node)), (other.parent(node), other.is_main(node)));
        assert_eq!(one.clock_at(node), other.clock_at(node));
    }
}
