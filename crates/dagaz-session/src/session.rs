//! The session: the state of a game after the records of its log.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayerId, State, Turn};
use dagaz_record::{GameTree, NodeId};

use crate::clock::Clocks;
use crate::clock_rule::Millis;
use crate::completed::Done;
use crate::ending::{End, EndReason};
use crate::lag::Arrival;
use crate::movers::mover_of;
use crate::offers::{Offer, OfferKind};
use crate::record::{Actor, Beginning, Event, Record, Rerated};
use crate::recorded_move::{FoundMove, Recorded};
use crate::replay_fault::ReplayFault;
use crate::seat::{HolderId, Seat};
use crate::tree::NodeNo;
use crate::turn_time::Timing;

/// Whether the game is in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat is open.
    Waiting,
    /// In progress.
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

/// A line of talk at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its number in this game, from 1.
    pub number: u32,
    /// The sender.
    pub by: HolderId,
    /// For whom they played then.
    pub player: PlayerId,
    /// When.
    pub at: Millis,
    /// What.
    pub text: Arc<str>,
}

/// A node with the session's data in addition to the move.
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
    /// Removed, or below a removed node.
    pub(crate) gone: bool,
}

/// The position of the last move: views need it, and replaying from the start is slow.
pub(crate) struct Before {
    pub(crate) node: NodeNo,
    pub(crate) state: Arc<State>,
    /// The legal moves there, cached while a client watches.
    pub(crate) moves: Option<Arc<MoveList>>,
}

/// The move that was decided last, and the state behind it: the record that comes next is likely to
/// be its.
pub(crate) struct Ahead {
    pub(crate) node: NodeNo,
    pub(crate) player: PlayerId,
    pub(crate) index: u32,
    pub(crate) state: Arc<State>,
}

/// The state of a game after the records of its log.
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
    pub(crate) before: Option<Before>,
    pub(crate) ahead: Option<Ahead>,
    pub(crate) version: u32,
    pub(crate) seats: Vec<Seat>,
    pub(crate) choosers: Vec<bool>,
    pub(crate) clocks: Option<Clocks>,
    /// The time of the turn, if the rules have a clock.
    pub(crate) timing: Option<Timing>,
    pub(crate) offers: Vec<Offer>,
    pub(crate) draft: Option<(u8, Arc<str>)>,
    pub(crate) paused: bool,
    pub(crate) end: Option<End>,
    pub(crate) stuck: Option<LimitHit>,
    pub(crate) next: Option<Arc<str>>,
    pub(crate) rematch: bool,
    pub(crate) said: VecDeque<Said>,
    /// Whose the comments are that were written at this table.
    pub(crate) commented: HashMap<NodeNo, HolderId>,
    pub(crate) lines: u32,
    /// Total number of records other than moves and the end.
    pub(crate) asides: u32,
    pub(crate) rated: Option<Vec<Rerated>>,
    pub(crate) began: Millis,
    /// When the last seat was taken.
    pub(crate) seated: Millis,
    pub(crate) last_at: Millis,
    pub(crate) done: Done,
    /// Moves that no longer exist by the present rules: the node, and the move in words.
    pub(crate) lost: Vec<(NodeNo, Arc<str>)>,
    /// How many records of the log come before the present rules: their moves are found by their
    /// words.
    pub(crate) old_rules: u32,
    pub(crate) legal: Option<Arc<MoveList>>,
    /// During a replay, the number of next records that only continue the main line: their
    /// alternatives are not generated.
    pub(crate) onward: usize,
}

impl Session {
    /// Applies a record that [`decide`](Session::decide) gave, or that stands in the log.
    pub fn apply(&mut self, record: &Record) -> Result<Option<NodeNo>, ReplayFault> {
        let at = record.at.max(self.last_at);
        self.last_at = at;
        let mut node = None;
        self.asides += u32::from(record.event.is_aside());
        match &record.event {
            Event::Began(_) => return Err(ReplayFault::NoBeginning),
            Event::Played { node: parent, player, index, key, text, from, lag, ticks } => {
                let (mut parent, mut arrival) = (*parent, Arrival { at, lag: *lag });
                if let Some(ticks) = ticks {
                    parent = self.retime(parent, *ticks, arrival)?;
                    // The clock of the session has stopped for that event already.
                    arrival.lag = Millis(0);
                }
                let recorded = Recorded { player: PlayerId(*player), index: *index, key: *key, text, from: *from };
                node = Some(self.played(parent, recorded, arrival)?);
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
                self.pause_timing(at, false);
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
                if let Actor::Holder(by) = &record.by {
                    self.commented.insert(*node, by.clone());
                }
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

    pub(crate) fn note_done(&mut self, record: &Record, node: Option<NodeNo>) {
        if let Some(nonce) = &record.nonce {
            self.done.note(&record.by, nonce, self.version, node);
        }
    }

    fn node_id(&self, node: NodeNo) -> Result<NodeId, ReplayFault> {
        let facts = self.nodes.get(node.index()).ok_or(ReplayFault::Unknown)?;
        // A node that changed rules remove takes its comments along.
        facts.id.ok_or(ReplayFault::Unknown).or(Ok(NodeId::ROOT))
    }

    pub(crate) fn played(
        &mut self,
        parent: NodeNo,
        recorded: Recorded<'_>,
        Arrival { at, lag }: Arrival,
    ) -> Result<NodeNo, ReplayFault> {
        let number = NodeNo(self.nodes.len() as u32);
        if parent.index() >= self.nodes.len() {
            return Err(ReplayFault::Unknown);
        }
        let player = recorded.player;
        let mut facts = NodeFacts { id: None, player, by_chance: false, clock: None, gone: true };
        let parent_id = self.nodes[parent.index()].id.filter(|_| !self.nodes[parent.index()].gone);
        let Some(parent_id) = parent_id else {
            self.nodes.push(facts);
            return Ok(number);
        };
        if self.current != parent {
            self.go(parent)?;
        }
        let Some(FoundMove { list, whole, place, after }) = self.recall(recorded)? else {
            self.lost.push((number, recorded.text.clone()));
            self.nodes.push(facts);
            return Ok(number);
        };
        self.drop_events(parent_id);
        let chosen = list.get(place);
        let (_, by_chance) = mover_of(&*self.game, &self.state);
        let id = self.tree.add(parent_id, chosen);
        if !self.beginning.study {
            // Played moves are the main line, regardless of variations taken back before.
            self.tree.promote(id);
        }
        let state = std::mem::replace(&mut self.state, after);
        self.before = Some(Before { node: parent, state, moves: whole.then_some(list) });
        self.legal = None;
        facts = NodeFacts { id: Some(id), player, by_chance, clock: None, gone: false };
        self.nodes.push(facts);
        self.numbers.push(number);
        self.current = number;
        self.draft = None;
        // A rematch or an end may still be talked about; everything else was about the position
        // before.
        self.offers.retain(|offer| offer.kind == OfferKind::Pause);
        self.settle();
        self.begin_timing(at);
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
                self.pause_timing(at, true);
                self.stop_clocks(at);
            }
            OfferKind::Rematch => self.rematch = true,
            OfferKind::Takeback => {
                self.end = None;
                self.go(offer.node.unwrap_or(NodeNo::ROOT))?;
                self.offers.clear();
                self.settle();
                // The turn continues with the ticks of its last event.
                self.timing = None;
                self.begin_timing(at);
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

    /// Goes to a node, or to its parent if its move was removed.
    pub(crate) fn go(&mut self, node: NodeNo) -> Result<(), ReplayFault> {
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

    /// Tests for an ending by the rules, and caches the generated moves.
    pub(crate) fn settle(&mut self) {
        self.stuck = None;
        if self.beginning.study || self.onward > 1 {
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

    /// Starts the clocks of the next players: from the second move on, so the start costs no time.
    pub(crate) fn run_clocks(&mut self, at: Millis) {
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
