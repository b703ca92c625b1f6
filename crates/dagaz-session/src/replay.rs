//! From a log to the session that its records make.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use dagaz_core::{Game, PlayerId, PlayerKind, State, UndoLog};
use dagaz_record::formats::json;
use dagaz_record::{GameTree, NodeId, ReadLimits, parse_position};

use crate::clock::Clocks;
use crate::clock_rule::Millis;
use crate::completed::Done;
use crate::movers::mover_of;
use crate::record::{Beginning, Event, Record};
use crate::replay_fault::ReplayFault;
use crate::seat::Seat;
use crate::session::{NodeFacts, Session};
use crate::tree::NodeNo;

impl Session {
    /// Plays a log. The game must be that of the last rules that the log names, see
    /// [`Session::rules_of`]; moves made before by other rules are found by their words, and those
    /// that no longer exist are [lost](Session::lost).
    pub fn replay(game: Arc<dyn Game>, log: &[Record]) -> Result<Session, ReplayFault> {
        let Some(Record { event: Event::Began(beginning), at, .. }) = log.first() else {
            return Err(ReplayFault::NoBeginning);
        };
        let ruled = log.iter().rposition(|record| matches!(record.event, Event::Ruled { .. }));
        let mut session = Session::begin(game, (**beginning).clone(), *at, ruled.is_some())?;
        session.old_rules = ruled.map_or(0, |place| place as u32);
        session.note_done(&log[0], None);
        let plays = |record: &&Record| matches!(record.event, Event::Played { .. });
        for (place, record) in log.iter().enumerate().skip(1) {
            session.onward = log[place + 1..].iter().take(2).take_while(plays).count();
            session.apply(record)?;
        }
        Ok(session)
    }

    /// Returns the rules that hold at the end of a log.
    pub fn rules_of(log: &[Record]) -> Option<&crate::RulesRef> {
        log.iter().rev().find_map(|record| match &record.event {
            Event::Began(beginning) => Some(&beginning.rules),
            Event::Ruled { rules } => Some(rules),
            _ => None,
        })
    }

    fn begin(game: Arc<dyn Game>, beginning: Beginning, at: Millis, other_rules: bool) -> Result<Session, ReplayFault> {
        let start = match &beginning.position {
            Some(text) => {
                let position = parse_position(&*game, text).map_err(|_| ReplayFault::Position)?;
                game.set_up(&position).map_err(|_| ReplayFault::Position)?
            }
            None => game.initial(),
        };
        let players = &game.glossary().players;
        let choosers: Vec<bool> = players.iter().map(|player| player.kind == PlayerKind::Chooser).collect();
        let mut seats = beginning.seats.clone();
        seats.resize(players.len(), Seat::Aside);
        for (seat, chooses) in seats.iter_mut().zip(&choosers) {
            if !chooses {
                *seat = Seat::Aside;
            } else if *seat == Seat::Aside {
                *seat = Seat::Open;
            }
        }
        let clocks = beginning.clock.map(|rule| Clocks::new(rule, players.len()));
        let root =
            NodeFacts { id: Some(NodeId::ROOT), player: PlayerId::NONE, by_chance: false, clock: None, gone: false };
        let mut session = Session {
            tree: GameTree::new(start.clone()),
            state: Arc::new(start),
            before: None,
            ahead: None,
            nodes: vec![root],
            numbers: vec![NodeNo::ROOT],
            current: NodeNo::ROOT,
            version: 1,
            seats,
            choosers,
            clocks,
            timing: None,
            offers: Vec::new(),
            draft: None,
            paused: false,
            end: None,
            stuck: None,
            next: None,
            rematch: false,
            said: VecDeque::new(),
            commented: HashMap::new(),
            lines: 0,
            asides: 0,
            rated: None,
            began: at,
            seated: at,
            last_at: at,
            done: Done::default(),
            lost: Vec::new(),
            old_rules: 0,
            legal: None,
            onward: 0,
            game,
            beginning,
        };
        if let Some(text) = session.beginning.tree.clone() {
            session.plant(&text, other_rules)?;
        }
        session.go(session.beginning.at)?;
        session.settle();
        Ok(session)
    }

    /// Begins with the moves of a record.
    fn plant(&mut self, text: &str, other_rules: bool) -> Result<(), ReplayFault> {
        let limits = ReadLimits { games: 1, moves: crate::limits::NODES, ..ReadLimits::default() };
        let mut reading = json::read(&*self.game, text, &limits);
        if reading.games.len() != 1 || !other_rules && !reading.faults.is_empty() {
            return Err(ReplayFault::Tree);
        }
        let tree = reading.games.remove(0);
        let mut states: Vec<Option<State>> = vec![None; tree.moves() + 1];
        states[0] = Some(tree.start().clone());
        for node in tree.nodes().skip(1) {
            let Some(parent) = tree.parent(node) else { continue };
            let mut state = states[parent.index()].clone().ok_or(ReplayFault::Tree)?;
            let (player, by_chance) = mover_of(&*self.game, &state);
            if let Some(changed) = tree.position(node) {
                state = changed.clone();
            }
            if let Some(chosen) = tree.chosen(node) {
                self.game.play(&mut state, chosen, &mut UndoLog::new());
            }
            states[node.index()] = Some(state);
            let clock = tree.note(node).clock.map(|clock| Millis(clock.as_millis() as u64));
            self.numbers.push(NodeNo(self.nodes.len() as u32));
            self.nodes.push(NodeFacts { id: Some(node), player, by_chance, clock, gone: false });
        }
        self.tree = tree;
        self.state = Arc::new(self.tree.start().clone());
        Ok(())
    }
}
