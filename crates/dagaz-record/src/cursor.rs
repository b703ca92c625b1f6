//! A place in a game tree together with the state there.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, MoveRef, Outcome, State, UndoLog};

use crate::tree::{GameTree, NodeId};

/// Walks a tree: forward, back, and straight to any node.
pub struct Cursor<'g> {
    game: &'g dyn Game,
    node: NodeId,
    state: State,
    log: UndoLog,
    /// The states before the changed positions on the way here, each with its log.
    before: Vec<(State, UndoLog)>,
}

impl<'g> Cursor<'g> {
    /// A cursor at the root of a tree of this game.
    pub fn new(game: &'g dyn Game, tree: &GameTree) -> Cursor<'g> {
        Cursor { game, node: NodeId::ROOT, state: tree.start().clone(), log: UndoLog::new(), before: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> &'g dyn Game {
        self.game
    }

    /// Where it is.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The state there.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The legal moves there.
    pub fn legal(&self) -> Result<MoveList, LimitHit> {
        let mut list = MoveList::new();
        self.game.moves(&self.state, &mut list, &mut Fuel::new(self.game.limits().fuel))?;
        Ok(list)
    }

    /// How the game has ended there, if it has.
    pub fn outcome(&self) -> Result<Option<Outcome>, LimitHit> {
        self.game.outcome(&self.state)
    }

    /// Plays a legal move, adding it to the tree as the last variation, and goes to its node.
    pub fn play(&mut self, tree: &mut GameTree, chosen: MoveRef<'_>) -> NodeId {
        self.game.play(&mut self.state, chosen, &mut self.log);
        self.node = tree.add(self.node, chosen);
        self.node
    }

    /// Adds a node with another position to the tree, as the last variation, and moves to it.
    pub fn change(&mut self, tree: &mut GameTree, state: State) -> NodeId {
        self.node = tree.add_position(self.node, state.clone());
        self.enter(state);
        self.node
    }

    fn enter(&mut self, state: State) {
        let state = std::mem::replace(&mut self.state, state);
        self.before.push((state, std::mem::take(&mut self.log)));
    }

    /// Goes to the node before; false at the root.
    pub fn back(&mut self, tree: &GameTree) -> bool {
        let Some(parent) = tree.parent(self.node) else { return false };
        if tree.position(self.node).is_some() {
            if let Some((state, log)) = self.before.pop() {
                (self.state, self.log) = (state, log);
            }
        } else {
            self.game.undo(&mut self.state, &mut self.log);
        }
        self.node = parent;
        true
    }

    /// Goes to a node of the tree, by the shortest way: back to where the two paths part, and
    /// forward from there.
    pub fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        let mut ahead = Vec::new();
        let mut meeting = node;
        while tree.depth(meeting) > tree.depth(self.node) {
            ahead.push(meeting);
            meeting = tree.parent(meeting).unwrap_or(NodeId::ROOT);
        }
        while tree.depth(self.node) > tree.depth(meeting) {
            self.back(tree);
        }
        while self.node != meeting {
            self.back(tree);
            ahead.push(meeting);
            meeting = tree.parent(meeting).unwrap_or(NodeId::ROOT);
        }
        for next in ahead.into_iter().rev() {
            if let Some(chosen) = tree.chosen(next) {
                self.game.play(&mut self.state, chosen, &mut self.log);
            } else if let Some(state) = tree.position(next) {
                self.enter(state.clone());
            }
            self.node = next;
        }
    }
}
