//! The nodes of a session's tree: which are there, who moved to them, the positions at them, and
//! all of them as a record.

use std::sync::Arc;

use dagaz_core::{MoveList, PlayerId, State, UndoLog};
use dagaz_record::{GameTree, NodeId, Note};

use crate::clock_rule::Millis;
use crate::seat::Seat;
use crate::session::{Phase, Session};
use crate::tree::NodeNo;

impl Session {
    /// Returns whether a node is there.
    pub fn has(&self, node: NodeNo) -> bool {
        self.nodes.get(node.index()).is_some_and(|facts| !facts.gone && facts.id.is_some())
    }

    /// Returns the nodes that are there, without the start.
    pub fn nodes(&self) -> impl Iterator<Item = NodeNo> + '_ {
        (1..self.nodes.len() as u32).map(NodeNo).filter(|node| self.has(*node))
    }

    /// Returns how many numbers of nodes are given.
    pub fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Who moved to a node.
    pub fn mover_to(&self, node: NodeNo) -> PlayerId {
        self.nodes.get(node.index()).map_or(PlayerId::NONE, |facts| facts.player)
    }

    /// What the mover's clock showed after the move to a node.
    pub fn clock_at(&self, node: NodeNo) -> Option<Millis> {
        self.nodes.get(node.index()).and_then(|facts| facts.clock)
    }

    /// Returns the tree. Nodes that are [not there](Session::has) any more are still in it.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Where a node is in the tree.
    pub fn id(&self, node: NodeNo) -> Option<NodeId> {
        self.nodes.get(node.index()).filter(|facts| !facts.gone).and_then(|facts| facts.id)
    }

    /// Returns the number of a node of the tree.
    pub fn number(&self, id: NodeId) -> NodeNo {
        self.numbers.get(id.index()).copied().unwrap_or_default()
    }

    /// Returns the node before one.
    pub fn parent(&self, node: NodeNo) -> Option<NodeNo> {
        self.tree.parent(self.id(node)?).map(|id| self.number(id))
    }

    /// Returns whether a node is the main continuation of its parent.
    pub fn is_main(&self, node: NodeNo) -> bool {
        let Some(id) = self.id(node) else { return false };
        let Some(parent) = self.tree.parent(id) else { return true };
        let there = |child: &&NodeId| !self.nodes[self.number(**child).index()].gone;
        self.tree.children(parent).iter().find(there) == Some(&id)
    }

    /// Returns the state at a node.
    pub fn state_at(&self, node: NodeNo) -> Option<Arc<State>> {
        if node == self.current {
            return Some(self.state.clone());
        }
        if let Some(before) = self.before.as_ref().filter(|before| before.node == node && self.has(node)) {
            return Some(before.state.clone());
        }
        Some(Arc::new(self.state_at_id(self.id(node)?)))
    }

    /// The legal moves where the last move was played, if that was at this node and they are still
    /// known.
    pub fn moves_before(&self, node: NodeNo) -> Option<Arc<MoveList>> {
        self.before.as_ref().filter(|before| before.node == node)?.moves.clone()
    }

    pub(crate) fn state_at_id(&self, id: NodeId) -> State {
        let mut state = self.tree.start().clone();
        let mut log = UndoLog::new();
        for node in self.tree.path(id) {
            if let Some(changed) = self.tree.position(node) {
                state = changed.clone();
            }
            if let Some(chosen) = self.tree.chosen(node) {
                self.game.play(&mut state, chosen, &mut log);
                log = UndoLog::new();
            }
        }
        state
    }

    /// Returns the game as a tree of records: without removed nodes, with players and result.
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
                if facts.gone {
                    continue;
                }
                let copy = match (self.tree.chosen(child), self.tree.position(child)) {
                    (Some(chosen), _) => out.add(parent, chosen),
                    (None, Some(state)) => out.add_position(parent, state.clone()),
                    (None, None) => continue,
                };
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
            // Bots and rolls depend on this data, so it is published when the game has ended.
            if self.phase() == Phase::Ended {
                out.facts.seed = Some(self.beginning.seed);
            }
            if let Some(proof) = self.proof() {
                out.facts.set_tag("ChanceCommitment", proof.commitment);
                if let Some(secret) = proof.secret {
                    out.facts.set_tag("ChanceSecret", secret);
                }
            }
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
