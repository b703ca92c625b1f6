//! The session: what the records of a log have made of a game.

use std::sync::Arc;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, MoveRef, PlayerId, PlayerKind, State, Turn, UndoLog};
use dagaz_record::formats::json;
use dagaz_record::{GameTree, NodeId, Note, ReadLimits, Wording, find_move, parse_position};

use crate::clock::{ClockFace, Clocks, Millis};
use crate::done::Done;
use crate::ending::{End, EndReason};
use crate::lag::Arrival;
use crate::offers::{Offer, OfferKind};
use crate::record::{Actor, Beginning, Event, Nonce, Record, Rerated};
use crate::seat::{HolderId, Seat};
use crate::tree::NodeNo;
use crate::wants::Wants;

/// Whether play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat is open.
    Waiting,
    /// It goes on.
    Playing,
    /// It rests.
    Paused,
    /// It has ended.
    Ended,
    /// An analysis: it never ends.
    Study,
    /// The rules have met one of their limits.
    Stuck,
}

/// Why a log cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayFault {
    /// It does not begin with a beginning, or has a second one.
    NoBeginning,
    /// The position to begin with cannot be set up.
    Position,
    /// The tree to begin with cannot be read.
    Tree,
    /// A record speaks of a node or a player that there is not.
    Unknown,
    /// The rules have met one of their limits.
    Limit(LimitHit),
}

impl std::fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayFault::NoBeginning => f.write_str("the log does not begin with the beginning of a game"),
            ReplayFault::Position => f.write_str("the position to begin with cannot be set up by these rules"),
            ReplayFault::Tree => f.write_str("the moves to begin with cannot be played by these rules"),
            ReplayFault::Unknown => f.write_str("a record speaks of something that the game does not have"),
            ReplayFault::Limit(hit) => hit.fmt(f),
        }
    }
}

impl std::error::Error for ReplayFault {}

/// A line of talk at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its number in this game, from 1.
    pub number: u32,
    /// Who said it.
    pub by: HolderId,
    /// For whom they played then.
    pub player: PlayerId,
    /// When.
    pub at: Millis,
    /// What.
    pub text: Arc<str>,
}

/// A node and what the session knows of it beside the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeFacts {
    /// Its place in the tree; none: its move is gone.
    pub(crate) id: Option<NodeId>,
    /// Who moved.
    pub(crate) player: PlayerId,
    /// Whether chance decided.
    pub(crate) by_chance: bool,
    /// What the mover's clock showed afterwards.
    pub(crate) clock: Option<Millis>,
    /// Removed, or behind something removed.
    pub(crate) gone: bool,
}

/// Where the last move was played: whoever shows it needs that, and the way from the start is long.
struct Before {
    node: NodeNo,
    state: Arc<State>,
    /// The legal moves there, as long as somebody looks on.
    moves: Option<Arc<MoveList>>,
}

/// The move that was decided last, and the state behind it: the record that comes next is likely to be its.
struct Ahead {
    node: NodeNo,
    player: PlayerId,
    index: u32,
    state: Arc<State>,
}

/// See the [module documentation](self).
pub struct Session {
    pub(crate) game: Arc<dyn Game>,
    pub(crate) beginning: Beginning,
    pub(crate) tree: GameTree,
    /// By [`NodeNo`].
    pub(crate) nodes: Vec<NodeFacts>,
    /// By place in the tree.
    pub(crate) numbers: Vec<NodeNo>,
    pub(crate) current: NodeNo,
    pub(crate) state: Arc<State>,
    before: Option<Before>,
    ahead: Option<Ahead>,
    pub(crate) version: u32,
    pub(crate) seats: Vec<Seat>,
    pub(crate) choosers: Vec<bool>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) offers: Vec<Offer>,
    pub(crate) draft: Option<(u8, Arc<str>)>,
    pub(crate) paused: bool,
    pub(crate) end: Option<End>,
    pub(crate) stuck: Option<LimitHit>,
    pub(crate) next: Option<Arc<str>>,
    pub(crate) rematch: bool,
    pub(crate) said: std::collections::VecDeque<Said>,
    pub(crate) lines: u32,
    pub(crate) rated: Option<Vec<Rerated>>,
    pub(crate) began: Millis,
    /// When the last seat was taken.
    pub(crate) seated: Millis,
    pub(crate) last_at: Millis,
    pub(crate) done: Done,
    /// Moves that no longer exist by the present rules: the node, and the move in words.
    pub(crate) lost: Vec<(NodeNo, Arc<str>)>,
    /// How many records of the log come before the present rules: their moves are found by their words.
    old_rules: u32,
    legal: Option<Arc<MoveList>>,
}

impl Session {
    /// Plays a log. The game must be that of the last rules that the log names, see [`Session::rules_of`]; moves made
    /// before by other rules are found by their words, and those that no longer exist are [lost](Session::lost).
    pub fn replay(game: Arc<dyn Game>, log: &[Record]) -> Result<Session, ReplayFault> {
        let Some(Record { event: Event::Began(beginning), at, .. }) = log.first() else {
            return Err(ReplayFault::NoBeginning);
        };
        let ruled = log.iter().rposition(|record| matches!(record.event, Event::Ruled { .. }));
        let mut session = Session::begin(game, (**beginning).clone(), *at, ruled.is_some())?;
        session.old_rules = ruled.map_or(0, |place| place as u32);
        session.note_done(&log[0], None);
        for record in &log[1..] {
            session.apply(record)?;
        }
        Ok(session)
    }

    /// The rules that hold at the end of a log.
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
            NodeFacts { id: Some(NodeId::ROOT), player: PlayerId::NOBODY, by_chance: false, clock: None, gone: false };
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
            offers: Vec::new(),
            draft: None,
            paused: false,
            end: None,
            stuck: None,
            next: None,
            rematch: false,
            said: std::collections::VecDeque::new(),
            lines: 0,
            rated: None,
            began: at,
            seated: at,
            last_at: at,
            done: Done::default(),
            lost: Vec::new(),
            old_rules: 0,
            legal: None,
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

    /// Applies a record that [`decide`](Session::decide) gave, or that stands in the log.
    pub fn apply(&mut self, record: &Record) -> Result<Option<NodeNo>, ReplayFault> {
        let at = record.at.max(self.last_at);
        self.last_at = at;
        let mut node = None;
        match &record.event {
            Event::Began(_) => return Err(ReplayFault::NoBeginning),
            Event::Played { node: parent, player, index, key, text, lag } => {
                let arrival = Arrival { at, lag: *lag };
                node = Some(self.played(*parent, PlayerId(*player), *index, *key, text, arrival)?);
            }
            Event::Went { node } => {
                self.go(*node)?;
                self.settle();
            }
            Event::Drafted { player, draft } => {
                self.draft = (!draft.is_empty()).then(|| (*player, draft.clone()));
            }
            Event::Agreed { kind, players, node } => self.agreed(*kind, players, *node, at)?,
            Event::Declined { kind, .. } => self.offers.retain(|offer| offer.kind != *kind),
            Event::Resigned { player } => self.finish(EndReason::Resigned(PlayerId(*player)), at),
            Event::Flagged { player } => self.finish(EndReason::Time(PlayerId(*player)), at),
            Event::Resumed => {
                self.paused = false;
                self.run_clocks(at);
            }
            Event::Seated { player, seat } => {
                *self.seats.get_mut(usize::from(*player)).ok_or(ReplayFault::Unknown)? = seat.clone();
                self.offers.clear();
                self.seated = at;
            }
            Event::Commented { node, text } => {
                let id = self.node_id(*node)?;
                self.tree.note_mut(id).comment = text.to_string();
            }
            Event::Judged { node, glyphs } => {
                let id = self.node_id(*node)?;
                self.tree.note_mut(id).glyphs = glyphs.clone();
            }
            Event::Promoted { node } => {
                let id = self.node_id(*node)?;
                self.tree.promote(id);
            }
            Event::Pruned { node } => self.prune(*node)?,
            Event::Ruled { rules } => {
                self.beginning.rules = rules.clone();
                self.offers.clear();
                self.draft = None;
            }
            Event::Followed { game } => self.next = Some(game.clone()),
            Event::Said { player, text } => {
                let Actor::Holder(by) = record.by.clone() else { return Err(ReplayFault::Unknown) };
                self.lines += 1;
                if self.said.len() >= crate::limits::LINES {
                    self.said.pop_front();
                }
                let player = PlayerId(*player);
                self.said.push_back(Said { number: self.lines, by, player, at, text: text.clone() });
            }
            Event::Abandoned => self.finish(EndReason::Aborted, at),
            Event::Rated { changes } => self.rated = Some(changes.clone()),
        }
        self.version += 1;
        self.note_done(record, node);
        Ok(node)
    }

    fn note_done(&mut self, record: &Record, node: Option<NodeNo>) {
        if let Some(nonce) = &record.nonce {
            self.done.note(&record.by, nonce, self.version, node);
        }
    }

    fn node_id(&self, node: NodeNo) -> Result<NodeId, ReplayFault> {
        let facts = self.nodes.get(node.index()).ok_or(ReplayFault::Unknown)?;
        // A node lost by other rules takes what is said of it along.
        facts.id.ok_or(ReplayFault::Unknown).or(Ok(NodeId::ROOT))
    }

    fn played(
        &mut self,
        parent: NodeNo,
        player: PlayerId,
        index: u32,
        key: u64,
        text: &Arc<str>,
        Arrival { at, lag }: Arrival,
    ) -> Result<NodeNo, ReplayFault> {
        let number = NodeNo(self.nodes.len() as u32);
        if parent.index() >= self.nodes.len() {
            return Err(ReplayFault::Unknown);
        }
        let mut facts = NodeFacts { id: None, player, by_chance: false, clock: None, gone: true };
        let parent_id = self.nodes[parent.index()].id.filter(|_| !self.nodes[parent.index()].gone);
        let Some(parent_id) = parent_id else {
            self.nodes.push(facts);
            return Ok(number);
        };
        if self.current != parent {
            self.go(parent)?;
        }
        let list = self.list_of(player).map_err(ReplayFault::Limit)?;
        let Some((place, after)) = self.find(&list, player, index, key, text) else {
            self.lost.push((number, text.clone()));
            self.nodes.push(facts);
            return Ok(number);
        };
        let chosen = list.get(place);
        let (_, by_chance) = mover_of(&*self.game, &self.state);
        let id = self.tree.add(parent_id, chosen);
        if !self.beginning.study {
            // What is played is the main line, whatever was tried and taken back before.
            self.tree.promote(id);
        }
        let state = std::mem::replace(&mut self.state, after);
        self.before = Some(Before { node: parent, state, moves: Some(list) });
        self.legal = None;
        facts = NodeFacts { id: Some(id), player, by_chance, clock: None, gone: false };
        self.nodes.push(facts);
        self.numbers.push(number);
        self.current = number;
        self.draft = None;
        // A rematch or an end may still be talked about; everything else was about the position before.
        self.offers.retain(|offer| offer.kind == OfferKind::Pause);
        self.settle();
        if self.clocks.is_some() && !self.beginning.study {
            if let Some(clocks) = &mut self.clocks {
                clocks.stop(player, at, lag);
            }
            self.run_clocks(at);
            if let Some(clocks) = self.clocks.as_mut().filter(|_| !by_chance) {
                clocks.reward(player);
                self.nodes[number.index()].clock = Some(clocks.face(player, at).left);
            }
        }
        Ok(number)
    }

    /// The place of a recorded move in the present list, and the state behind it.
    fn find(
        &mut self,
        list: &MoveList,
        player: PlayerId,
        index: u32,
        key: u64,
        text: &str,
    ) -> Option<(usize, Arc<State>)> {
        let place = index as usize;
        if place < list.len() && self.version >= self.old_rules {
            let after = self.after(list, player, index);
            self.ahead = None;
            if after.key() == key {
                return Some((place, after));
            }
        }
        let place = find_move(&*self.game, &self.state, list, text).ok()?;
        Some((place, self.play(list.get(place))))
    }

    /// The state behind a move of the list of a player where the game stands.
    pub(crate) fn after(&mut self, list: &MoveList, player: PlayerId, index: u32) -> Arc<State> {
        let node = self.current;
        let is_it = |ahead: &&Ahead| (ahead.node, ahead.player, ahead.index) == (node, player, index);
        if let Some(ahead) = self.ahead.as_ref().filter(is_it) {
            return ahead.state.clone();
        }
        let state = self.play(list.get(index as usize));
        self.ahead = Some(Ahead { node, player, index, state: state.clone() });
        state
    }

    fn play(&self, chosen: MoveRef<'_>) -> Arc<State> {
        let mut state = (*self.state).clone();
        self.game.play(&mut state, chosen, &mut UndoLog::new());
        Arc::new(state)
    }

    fn agreed(&mut self, kind: OfferKind, players: &[u8], node: Option<NodeNo>, at: Millis) -> Result<(), ReplayFault> {
        match self.offers.iter_mut().find(|offer| offer.kind == kind) {
            Some(offer) => {
                if node.is_some() && offer.node != node {
                    // Another takeback than the one on the table is a new offer.
                    *offer = Offer { kind, agreed: players.to_vec(), node };
                } else {
                    offer.agreed.extend(
                        players.iter().filter(|player| !offer.agreed.contains(player)).copied().collect::<Vec<_>>(),
                    );
                }
            }
            None => self.offers.push(Offer { kind, agreed: players.to_vec(), node }),
        }
        let Some(offer) = self.offers.iter().find(|offer| offer.kind == kind).cloned() else { return Ok(()) };
        let agrees = |player: usize| match &self.seats[player] {
            Seat::Bot(_) => kind.bots_agree(),
            Seat::Open => true,
            _ => !self.choosers[player] || offer.agreed.contains(&(player as u8)),
        };
        if !(0..self.seats.len()).all(agrees) {
            return Ok(());
        }
        self.offers.retain(|offer| offer.kind != kind);
        match kind {
            OfferKind::Draw => self.finish(EndReason::Agreed, at),
            OfferKind::Abort => self.finish(EndReason::Aborted, at),
            OfferKind::Pause => {
                self.paused = true;
                self.stop_clocks(at);
            }
            OfferKind::Rematch => self.rematch = true,
            OfferKind::Takeback => {
                self.end = None;
                self.go(offer.node.unwrap_or(NodeNo::ROOT))?;
                self.offers.clear();
                self.settle();
                self.run_clocks(at);
            }
        }
        Ok(())
    }

    fn finish(&mut self, reason: EndReason, at: Millis) {
        if self.end.is_none() {
            self.end = Some(End::beside_rules(reason, &self.choosers));
        }
        self.stop_clocks(at);
        self.offers.clear();
        self.draft = None;
    }

    fn prune(&mut self, node: NodeNo) -> Result<(), ReplayFault> {
        let top = self.nodes.get(node.index()).filter(|_| node != NodeNo::ROOT).ok_or(ReplayFault::Unknown)?;
        let Some(top) = top.id else { return Ok(()) };
        let parent = self.tree.parent(top).unwrap_or(NodeId::ROOT);
        let mut ids = vec![top];
        while let Some(id) = ids.pop() {
            ids.extend(self.tree.children(id));
            self.nodes[self.numbers[id.index()].index()].gone = true;
        }
        if self.nodes[self.current.index()].gone {
            self.go(self.numbers[parent.index()])?;
            self.settle();
        }
        Ok(())
    }

    /// Goes to a node, and to the one before it if its move is gone.
    fn go(&mut self, node: NodeNo) -> Result<(), ReplayFault> {
        if node.index() >= self.nodes.len() {
            return Err(ReplayFault::Unknown);
        }
        let Some(id) = self.nodes[node.index()].id else { return Ok(()) };
        self.state = Arc::new(self.state_at_id(id));
        self.current = node;
        self.legal = None;
        self.draft = None;
        Ok(())
    }

    /// Looks whether the game has ended by its rules where it stands, and keeps the moves that are found on the way.
    fn settle(&mut self) {
        self.stuck = None;
        if self.beginning.study {
            return;
        }
        let mut list = MoveList::new();
        match self.game.moves_or_ending(&self.state, &mut list, &mut Fuel::new(self.game.limits().fuel)) {
            Ok(Some(ending)) => {
                let outcome = self.game.outcome_of(&self.state, ending);
                self.end = Some(End { reason: EndReason::Rules, outcome });
                self.offers.clear();
                let at = self.last_at;
                self.stop_clocks(at);
            }
            Ok(None) if matches!(self.game.turn(&self.state), Turn::Together(_)) => {}
            Ok(None) => self.legal = Some(Arc::new(list)),
            Err(hit) => self.stuck = Some(hit),
        }
    }

    /// Lets the clocks of those run who act next: from the second move on, so that nobody loses time before the start.
    fn run_clocks(&mut self, at: Millis) {
        let running = self.phase() == Phase::Playing && self.current != NodeNo::ROOT;
        let movers = if running { self.movers() } else { Vec::new() };
        let choosers = self.choosers.clone();
        if let Some(clocks) = &mut self.clocks {
            clocks.switch(movers.into_iter().filter(|player| choosers.get(player.index()) == Some(&true)), at);
        }
    }

    fn stop_clocks(&mut self, at: Millis) {
        if let Some(clocks) = &mut self.clocks {
            clocks.switch(std::iter::empty(), at);
        }
    }
}

/// Reading.
impl Session {
    /// The game by whose rules is played.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// How it began. Its rules are the present ones.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// How many records have been applied.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The node at which the game stands.
    pub fn current(&self) -> NodeNo {
        self.current
    }

    /// The state there.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether play goes on.
    pub fn phase(&self) -> Phase {
        if self.beginning.study {
            Phase::Study
        } else if self.end.is_some() {
            Phase::Ended
        } else if self.stuck.is_some() {
            Phase::Stuck
        } else if self.paused {
            Phase::Paused
        } else if self.seats.contains(&Seat::Open) {
            Phase::Waiting
        } else {
            Phase::Playing
        }
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Which limit of the rules has been met, if one has.
    pub fn stuck(&self) -> Option<&LimitHit> {
        self.stuck.as_ref()
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The offers on the table.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// What has been picked of a move, and for whom.
    pub fn draft(&self) -> Option<(u8, &str)> {
        self.draft.as_ref().map(|(player, draft)| (*player, &**draft))
    }

    /// What a player's clock shows; none in a game without clocks.
    pub fn clock(&self, player: PlayerId, now: Millis) -> Option<ClockFace> {
        let chooses = self.choosers.get(player.index()) == Some(&true);
        self.clocks.as_ref().filter(|_| chooses).map(|clocks| clocks.face(player, now.max(self.last_at)))
    }

    /// The game that goes on from this one.
    pub fn next(&self) -> Option<&Arc<str>> {
        self.next.as_ref()
    }

    /// Moves that no longer exist by the present rules: the node, and the move in words.
    pub fn lost(&self) -> &[(NodeNo, Arc<str>)] {
        &self.lost
    }

    /// What was said last at the table.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.said.iter()
    }

    /// What the result did to ratings, once it has been counted.
    pub fn rated(&self) -> Option<&[Rerated]> {
        self.rated.as_deref()
    }

    /// When the first move must have come, if nobody has made it yet and it must.
    pub(crate) fn first_move_until(&self) -> Option<Millis> {
        let patience = self.beginning.patience.filter(|_| self.nodes.len() == 1)?;
        (self.phase() == Phase::Playing).then(|| Millis(self.seated.0.saturating_add(patience.0)))
    }

    /// When it began.
    pub fn began(&self) -> Millis {
        self.began
    }

    /// When something last happened.
    pub fn touched(&self) -> Millis {
        self.last_at
    }

    /// Who acts next.
    pub fn movers(&self) -> Vec<PlayerId> {
        movers_of(&*self.game, &self.state)
    }

    /// The players whose seats somebody holds; in a study its owner holds all.
    pub fn held_by(&self, holder: &HolderId) -> Vec<PlayerId> {
        let holds = |player: usize| {
            self.choosers[player]
                && (self.seats[player].is_held_by(holder) || self.beginning.study && self.beginning.owner == *holder)
        };
        (0..self.seats.len()).filter(|&player| holds(player)).map(PlayerId::at).collect()
    }

    /// What became of a command of that nonce, if it was done before: the version afterwards, and the node it led to.
    pub fn done(&self, by: &Actor, nonce: &Nonce) -> Option<(u32, Option<NodeNo>)> {
        self.done.of(by, nonce)
    }

    /// Whether a node is there.
    pub fn has(&self, node: NodeNo) -> bool {
        self.nodes.get(node.index()).is_some_and(|facts| !facts.gone && facts.id.is_some())
    }

    /// The nodes that are there, without the start.
    pub fn nodes(&self) -> impl Iterator<Item = NodeNo> + '_ {
        (1..self.nodes.len() as u32).map(NodeNo).filter(|node| self.has(*node))
    }

    /// How many numbers of nodes are given.
    pub fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Who moved to a node.
    pub fn mover_to(&self, node: NodeNo) -> PlayerId {
        self.nodes.get(node.index()).map_or(PlayerId::NOBODY, |facts| facts.player)
    }

    /// What the mover's clock showed after the move to a node.
    pub fn clock_at(&self, node: NodeNo) -> Option<Millis> {
        self.nodes.get(node.index()).and_then(|facts| facts.clock)
    }

    /// The tree. Nodes that are [not there](Session::has) any more are still in it.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Where a node is in the tree.
    pub fn id(&self, node: NodeNo) -> Option<NodeId> {
        self.nodes.get(node.index()).filter(|facts| !facts.gone).and_then(|facts| facts.id)
    }

    /// The number of a node of the tree.
    pub fn number(&self, id: NodeId) -> NodeNo {
        self.numbers.get(id.index()).copied().unwrap_or_default()
    }

    /// The node before one.
    pub fn parent(&self, node: NodeNo) -> Option<NodeNo> {
        self.tree.parent(self.id(node)?).map(|id| self.number(id))
    }

    /// Whether a node is the main continuation of its parent.
    pub fn is_main(&self, node: NodeNo) -> bool {
        let Some(id) = self.id(node) else { return false };
        let Some(parent) = self.tree.parent(id) else { return true };
        let there = |child: &&NodeId| !self.nodes[self.number(**child).index()].gone;
        self.tree.children(parent).iter().find(there) == Some(&id)
    }

    /// The state at a node.
    pub fn state_at(&self, node: NodeNo) -> Option<Arc<State>> {
        if node == self.current {
            return Some(self.state.clone());
        }
        if let Some(before) = self.before.as_ref().filter(|before| before.node == node && self.has(node)) {
            return Some(before.state.clone());
        }
        Some(Arc::new(self.state_at_id(self.id(node)?)))
    }

    /// The legal moves where the last move was played, if that was at this node and they are still known.
    pub fn moves_before(&self, node: NodeNo) -> Option<Arc<MoveList>> {
        self.before.as_ref().filter(|before| before.node == node)?.moves.clone()
    }

    fn state_at_id(&self, id: NodeId) -> State {
        let mut state = self.tree.start().clone();
        let mut log = UndoLog::new();
        for chosen in self.tree.path(id).into_iter().filter_map(|node| self.tree.chosen(node)) {
            self.game.play(&mut state, chosen, &mut log);
            log = UndoLog::new();
        }
        state
    }

    /// The legal moves of a player where the game stands. They are kept until something is played.
    pub fn list_of(&mut self, player: PlayerId) -> Result<Arc<MoveList>, LimitHit> {
        let together = matches!(self.game.turn(&self.state), Turn::Together(_));
        if let Some(list) = self.legal.as_ref().filter(|_| !together) {
            return Ok(if self.movers().contains(&player) { list.clone() } else { Arc::default() });
        }
        let list = Arc::new(legal(&*self.game, &self.state, player)?);
        if !together && self.movers().contains(&player) {
            self.legal = Some(list.clone());
        }
        Ok(list)
    }

    /// Forgets lists of moves: to save memory while nobody looks.
    pub fn forget(&mut self) {
        self.legal = None;
        self.ahead = None;
        if let Some(before) = &mut self.before {
            before.moves = None;
        }
    }

    /// What the session waits for. Chance and bots are waited for only while the game goes on.
    pub fn wants(&self) -> Wants {
        let mut wants = Wants { rematch: self.rematch && self.next.is_none(), ..Wants::default() };
        let phase = self.phase();
        wants.rate = phase == Phase::Ended && self.beginning.rated && self.rated.is_none();
        if phase != Phase::Playing {
            return wants;
        }
        if let Turn::Chance(_) = self.game.turn(&self.state) {
            wants.chance = true;
        } else {
            for player in self.movers() {
                if let Some(Seat::Bot(bot)) = self.seats.get(player.index()) {
                    wants.think.push((player.0, bot.clone(), self.current));
                }
            }
        }
        let clock = self.clocks.as_ref().and_then(Clocks::deadline).map(|(_, at)| at);
        wants.wake = clock.into_iter().chain(self.first_move_until()).min();
        wants
    }

    /// The words of a move that is legal where the game stands.
    pub(crate) fn words(&self, chosen: MoveRef<'_>) -> String {
        Wording::of(&*self.game, &self.state, chosen).text()
    }

    /// The game as a tree of records: without what is gone, with who played and how it ended.
    pub fn record(&self) -> GameTree {
        let mut out = GameTree::new(self.tree.start().clone());
        let mut places: Vec<Option<NodeId>> = vec![None; self.tree.moves() + 1];
        places[0] = Some(NodeId::ROOT);
        out.set_note(NodeId::ROOT, self.tree.note(NodeId::ROOT).clone());
        // By depth first, so that the order of variations is kept.
        let mut waiting = vec![NodeId::ROOT];
        while let Some(id) = waiting.pop() {
            let Some(parent) = places[id.index()] else { continue };
            for &child in self.tree.children(id) {
                let facts = &self.nodes[self.number(child).index()];
                let Some(chosen) = self.tree.chosen(child).filter(|_| !facts.gone) else { continue };
                let copy = out.add(parent, chosen);
                let clock = facts.clock.map(|clock| std::time::Duration::from_millis(clock.0));
                out.set_note(copy, Note { clock, ..self.tree.note(child).clone() });
                places[child.index()] = Some(copy);
                waiting.push(child);
            }
        }
        out.facts = self.tree.facts.clone();
        out.facts.rules.title = self.beginning.rules.title.to_string();
        out.facts.rules.hash = Some(self.beginning.rules.hash.to_string());
        if self.beginning.tree.is_none() {
            out.facts.seed = Some(self.beginning.seed);
            for (player, seat) in self.seats.iter().enumerate() {
                match seat {
                    Seat::Held { name, .. } => out.facts.seat_mut(player).name = name.to_string(),
                    Seat::Bot(bot) => {
                        let level = bot.level.map_or(String::new(), |level| format!(" level {level}"));
                        out.facts.seat_mut(player).bot = Some(format!("{}{level}", bot.name));
                    }
                    Seat::Open | Seat::Aside => {}
                }
            }
        }
        if let Some(end) = &self.end {
            out.facts.result = Some(end.outcome.clone());
        }
        out
    }
}

/// The legal moves of a player.
pub(crate) fn legal(game: &dyn Game, state: &State, player: PlayerId) -> Result<MoveList, LimitHit> {
    let mut list = MoveList::new();
    game.moves_of(state, player, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(list)
}

/// Who acts next in a state.
pub(crate) fn movers_of(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

/// Who acts next, the first of several, and whether that is chance.
fn mover_of(game: &dyn Game, state: &State) -> (PlayerId, bool) {
    match game.turn(state) {
        Turn::Choice(player) => (player, false),
        Turn::Chance(player) => (player, true),
        Turn::Together(players) => (players.first().copied().unwrap_or(PlayerId::NOBODY), false),
    }
}
