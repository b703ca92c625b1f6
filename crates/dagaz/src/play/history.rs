//! The moves played: a tree, of which the user follows one line.
//!
//! What is taken back stays in the tree, as a variation if another move follows, so that a saved
//! game holds what was tried as well.

use std::collections::VecDeque;

use dagaz_core::{ClockEvent, Game, LimitHit, MoveRef, Outcome, PlayerId, State, Turn, View, view_key};
use dagaz_record::{Cursor, GameTree, NodeId, Wording, fallen, known_at, played_position, thrown};

use crate::start::movers;

/// A move that was played, taken back or played again.
pub(super) struct HistoryMove {
    /// Who played it.
    pub(super) player: PlayerId,
    /// The move in words.
    pub(super) wording: Wording,
    /// The message for it: the random result of a move, or its effects.
    pub(super) said: String,
}

/// See the [module documentation](self).
pub(super) struct History<'a> {
    tree: GameTree,
    cursor: Cursor<'a>,
    /// What has been taken back, the earliest last.
    ahead: Vec<NodeId>,
    /// How the game ended by its record, and after which move.
    recorded: Option<(NodeId, Outcome)>,
    /// Events of the clock in whose place others were played.
    replaced: Vec<NodeId>,
}

impl<'a> History<'a> {
    /// Returns a game that has been played up to `node`.
    pub(super) fn new(game: &'a dyn Game, tree: GameTree, node: NodeId) -> History<'a> {
        let mut cursor = Cursor::new(game, &tree);
        cursor.go_to(&tree, node);
        let mut ahead = tree.line_from(node);
        ahead.reverse();
        let end = end_of(&tree);
        let recorded = tree.facts.result.clone().map(|result| (end, result));
        History { tree, cursor, ahead, recorded, replaced: Vec::new() }
    }

    /// Returns the state now.
    pub(super) fn state(&self) -> &State {
        self.cursor.state()
    }

    /// The position now, with the number of the move.
    pub(super) fn position(&self) -> String {
        played_position(self.cursor.game(), &self.tree, self.cursor.node(), self.state())
    }

    /// Who moves now; the first of those who move together.
    pub(super) fn mover(&self) -> PlayerId {
        movers(self.cursor.game(), self.state()).first().copied().unwrap_or(PlayerId::NONE)
    }

    /// What a player knows now.
    pub(super) fn known_by(&self, player: PlayerId) -> Result<View, LimitHit> {
        known_at(self.cursor.game(), &self.tree, self.cursor.node(), self.state(), player)
    }

    /// Returns whether any of these players notices the last move.
    pub(super) fn is_noticed_by(&mut self, players: &[PlayerId]) -> bool {
        let (game, node) = (self.cursor.game(), self.cursor.node());
        let keys = |state: &State| players.iter().map(|player| view_key(game, state, *player)).collect::<Vec<u64>>();
        let after = keys(self.state());
        if !self.cursor.back(&self.tree) {
            return false;
        }
        let before = keys(self.state());
        self.cursor.go_to(&self.tree, node);
        before != after
    }

    /// Returns how many moves have been played.
    pub(super) fn plies(&self) -> usize {
        self.tree.depth(self.cursor.node())
    }

    /// Returns the game for a file: everything, or, without what `lies_ahead`, what was played up
    /// to now. It has ended as the rules say, or as its record says if nothing was played after
    /// that.
    pub(super) fn to_save(&self, lies_ahead: bool) -> Result<GameTree, LimitHit> {
        let end = if lies_ahead { end_of(&self.tree) } else { self.cursor.node() };
        let last = (!lies_ahead).then_some(end);
        let mut tree = if lies_ahead && self.replaced.is_empty() { self.tree.clone() } else { self.copied(last) };
        let mut cursor = Cursor::new(self.cursor.game(), &self.tree);
        cursor.go_to(&self.tree, end);
        let recorded = self.recorded.as_ref().filter(|(after, _)| *after == end);
        tree.facts.result = cursor.outcome()?.or_else(|| recorded.map(|(_, result)| result.clone()));
        Ok(tree)
    }

    /// The game has ended here in a way that the rules do not know.
    pub(super) fn ends_as(&mut self, outcome: Outcome) {
        self.recorded = Some((self.cursor.node(), outcome));
    }

    /// Plays a legal move. What was taken back becomes a variation.
    pub(super) fn play(&mut self, chosen: MoveRef<'_>) {
        let node = match self.tree.find(self.cursor.node(), chosen) {
            Some(node) => {
                self.cursor.go_to(&self.tree, node);
                node
            }
            None => self.cursor.play(&mut self.tree, chosen),
        };
        self.tree.promote(node);
        self.replaced.retain(|replaced| *replaced != node);
        self.ahead.clear();
    }

    /// Plays an event of the clock in place of the last one.
    pub(super) fn replace_event(&mut self, chosen: MoveRef<'_>) {
        let node = self.cursor.node();
        self.cursor.back(&self.tree);
        if self.tree.children(node).is_empty() {
            self.replaced.push(node);
        }
        self.play(chosen);
    }

    /// Returns the state before the last move and its ticks, if it was an event of the clock.
    pub(super) fn last_event(&mut self) -> Option<(State, u32)> {
        let (game, node) = (self.cursor.game(), self.cursor.node());
        if !self.cursor.back(&self.tree) {
            return None;
        }
        let before = self.state().clone();
        self.cursor.go_to(&self.tree, node);
        game.clock_tick(&before)?;
        Some((before, ClockEvent::ticks_of(self.tree.chosen(node)?)?))
    }

    /// Returns the last move; none at the beginning.
    pub(super) fn last(&mut self) -> Option<HistoryMove> {
        let node = self.cursor.node();
        let played = self.back_quietly()?;
        self.cursor.go_to(&self.tree, node);
        Some(played)
    }

    /// Takes the last move back.
    pub(super) fn back(&mut self) -> Option<HistoryMove> {
        let node = self.cursor.node();
        let played = self.back_quietly()?;
        self.ahead.push(node);
        Some(played)
    }

    /// Plays again what was taken back last.
    pub(super) fn forward(&mut self) -> Option<HistoryMove> {
        let node = self.ahead.pop()?;
        let played = self.described(node);
        self.cursor.go_to(&self.tree, node);
        played
    }

    /// Who chooses the move that [`forward`](History::forward) would play again.
    pub(super) fn next_mover(&self) -> Option<PlayerId> {
        (!self.ahead.is_empty()).then(|| chooser(self.cursor.game(), self.state()))
    }

    /// Returns whether the next move is random: dice, thrown by any player.
    pub(super) fn by_chance(&self) -> bool {
        matches!(self.cursor.game().turn(self.state()), Turn::Chance(_))
    }

    /// Returns the player of each move so far; [`PlayerId::NONE`] for random moves.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        let mut cursor = Cursor::new(self.cursor.game(), &self.tree);
        let mut players = Vec::new();
        for node in self.tree.path(self.cursor.node()) {
            players.push(chooser(self.cursor.game(), cursor.state()));
            cursor.go_to(&self.tree, node);
        }
        players
    }

    /// The same tree without what follows a node, and without events of the clock that were
    /// replaced.
    fn copied(&self, last: Option<NodeId>) -> GameTree {
        let tree = &self.tree;
        let mut copy = GameTree::new(tree.start().clone());
        copy.facts = tree.facts.clone();
        copy.set_note(NodeId::ROOT, tree.note(NodeId::ROOT).clone());
        let mut copied = VecDeque::from([(NodeId::ROOT, NodeId::ROOT)]);
        while let Some((node, twin)) = copied.pop_front() {
            let children = tree.children(node).iter().filter(|child| !self.replaced.contains(child));
            for &child in children.filter(|_| Some(node) != last) {
                let added = match (tree.chosen(child), tree.position(child)) {
                    (Some(chosen), _) => copy.add(twin, chosen),
                    (None, Some(state)) => copy.add_position(twin, state.clone()),
                    (None, None) => continue,
                };
                copy.set_note(added, tree.note(child).clone());
                copied.push_back((child, added));
            }
        }
        copy
    }

    fn back_quietly(&mut self) -> Option<HistoryMove> {
        let node = self.cursor.node();
        self.cursor.back(&self.tree).then(|| self.described(node)).flatten()
    }

    /// Returns the move to `node`, which follows the present one.
    fn described(&self, node: NodeId) -> Option<HistoryMove> {
        let (game, chosen) = (self.cursor.game(), self.tree.chosen(node)?);
        let wording = Wording::of(game, self.state(), chosen);
        let fallen = if game.throws(self.state()) { fallen(game, chosen) } else { Vec::new() };
        let said = match thrown(game, self.state(), chosen) {
            Some(event) if game.clock_tick(self.state()).is_some() => event,
            _ if fallen.is_empty() => wording.short(),
            _ => fallen.join(" "),
        };
        Some(HistoryMove { player: self.mover(), wording, said })
    }
}

/// Returns the last node of the main line.
fn end_of(tree: &GameTree) -> NodeId {
    tree.main_line().last().copied().unwrap_or(NodeId::ROOT)
}

/// Returns the player who chooses in a state, the first of several who move together;
/// [`PlayerId::NONE`] for a random move.
fn chooser(game: &dyn Game, state: &State) -> PlayerId {
    match game.turn(state) {
        Turn::Chance(_) => PlayerId::NONE,
        _ => movers(game, state).first().copied().unwrap_or(PlayerId::NONE),
    }
}
