//! Reuse of a search for the next one of the same game: the tree and the move averages.
//!
//! The subtree of the current position is reused. It is found by key and verified: replaying its
//! moves must give an equal state, its past included. Cutting and freeing a large tree takes tens
//! of milliseconds, so a separate thread does it, and the next search waits for it if necessary.

use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use dagaz_core::{Game, LimitHit, PlayerId, State, Weights, look_ahead_until};

use super::averages::Averages;
use super::node::{MovePart, Node, NodeKind};

/// Nodes that are kept at most: 11 MB. A server holds many games, and what was hardly ever visited
/// is soon found again.
const KEPT_MAX: usize = 200_000;

/// See the [module documentation](self).
pub(super) struct ReusedTree {
    /// Where the search began.
    root: State,
    nodes: Vec<Node>,
    /// The thread that cuts the tree down, until it is joined.
    coming: Option<JoinHandle<Vec<Node>>>,
    averages: Averages,
}

impl ReusedTree {
    /// Keeps the results of a search, up to the limit.
    pub(super) fn new(root: State, nodes: Vec<Node>, averages: Averages) -> ReusedTree {
        let mut kept = ReusedTree { root, nodes: Vec::new(), coming: None, averages };
        if nodes.len() <= KEPT_MAX {
            kept.nodes = nodes;
            kept.nodes.shrink_to_fit();
        } else {
            // Where no thread can be had, nothing is kept.
            kept.coming = aside(move || pruned(&nodes));
        }
        kept
    }

    /// How moves have done so far.
    pub(super) fn into_averages(self) -> Averages {
        self.averages
    }

    /// Returns the subtree of a state in which a player is to move; `None` if the search did not
    /// reach it.
    pub(super) fn below(
        &mut self,
        game: &dyn Game,
        state: &State,
        player: PlayerId,
        weights: &Weights,
        stop: &AtomicBool,
    ) -> Option<Vec<Node>> {
        /// So many places are tried at most; there is more than one where several ways lead to the
        /// position.
        const TRIES: usize = 4;
        if let Some(coming) = self.coming.take() {
            self.nodes = coming.join().unwrap_or_default();
        }
        let key = state.key_but_ending(game.layout());
        let is_here = |node: &Node| {
            node.kind == NodeKind::Grown && node.part == MovePart::Whole && node.key == key && node.mover == player.0
        };
        let mut places: Vec<usize> = (0..self.nodes.len()).filter(|&place| is_here(&self.nodes[place])).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(self.nodes[place].visits));
        let mut tried = places.into_iter().take(TRIES);
        let found = tried.find(|&place| self.leads_to(game, place, state, weights, stop).unwrap_or(false))?;
        Some(below(&self.nodes, found, 1))
    }

    /// Returns whether playing from the root to a node gives this state, as far as known before a
    /// stop.
    fn leads_to(
        &self,
        game: &dyn Game,
        place: usize,
        state: &State,
        weights: &Weights,
        stop: &AtomicBool,
    ) -> Result<bool, LimitHit> {
        let mut ahead = look_ahead_until(game, &self.root, weights, stop);
        let mut found = Vec::new();
        for index in self.moves_to(place) {
            if ahead.moves(false, &mut found)?.is_some() || index >= found.len() || ahead.play(index)?.is_some() {
                return Ok(false);
            }
        }
        Ok(ahead.state() == *state)
    }

    /// The moves that lead from the root to a node, by their places in the lists.
    fn moves_to(&self, place: usize) -> Vec<usize> {
        let (mut at, mut moves) = (place, Vec::new());
        while at != 0 {
            if self.nodes[at].part == MovePart::Whole {
                moves.push(self.nodes[at].index as usize);
            }
            let has = |node: &Node| {
                at.checked_sub(node.first_child as usize).is_some_and(|place| place < node.children as usize)
            };
            // Parents precede their children.
            at = self.nodes[..at].iter().position(has).unwrap_or(0);
        }
        moves.reverse();
        moves
    }
}

/// Runs a task on a separate thread without waiting; returns `None` if no thread is available.
fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<JoinHandle<T>> {
    std::thread::Builder::new().name("dagaz-kept".to_string()).spawn(work).ok()
}

/// Frees nodes or lists, on a separate thread if that may be slow.
pub(super) fn free_elsewhere<T: Send + 'static>(much: T, count: usize) {
    /// So many take no more than about a millisecond.
    const FEW: usize = 10_000;
    if count > FEW {
        aside(move || drop(much));
    }
}

/// Returns the part of a large tree that is known best.
fn pruned(nodes: &[Node]) -> Vec<Node> {
    // Nodes with the fewest visits are dropped. Of n times too many nodes, about one n-th has that
    // many visits.
    let first = (nodes.len() / KEPT_MAX).max(1).ilog2();
    // The visits alone determine how many are kept: no node has more visits than its parent.
    let mut counts = [0u64; u32::BITS as usize];
    for node in nodes.iter().skip(1).filter(|node| node.kind == NodeKind::Grown && node.visits > 0) {
        counts[node.visits.ilog2() as usize] += u64::from(node.children);
    }
    let always = 1 + u64::from(nodes[0].children);
    let left = |power: u32| always + counts[power as usize..].iter().sum::<u64>();
    let power = (first..u32::BITS).find(|power| left(*power) <= KEPT_MAX as u64);
    power.map_or(Vec::new(), |power| below(nodes, 0, 1 << power))
}

/// Returns the nodes below one that comes first now, without the children of those that have had
/// fewer visits than `least`.
fn below(nodes: &[Node], root: usize, least: u32) -> Vec<Node> {
    let mut kept = vec![nodes[root].clone()];
    let mut at = 0;
    while at < kept.len() {
        let Node { first_child, children, visits, kind, .. } = kept[at];
        if kind == NodeKind::Grown {
            if at > 0 && visits < least {
                (kept[at].first_child, kept[at].children, kept[at].kind) = (0, 0, NodeKind::Fresh);
            } else {
                kept[at].first_child = kept.len() as u32;
                kept.extend_from_slice(&nodes[first_child as usize..][..children as usize]);
            }
        }
        at += 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use dagaz_core::Candidate;

    /// A tree in which each position has ten children, visited the less the deeper they are.
    fn tree(levels: u32) -> Vec<Node> {
        let fresh = || Node::fresh(PlayerId(0), MovePart::Whole, 0, &Candidate::PASS);
        let mut nodes = vec![Node { visits: 10u32.pow(levels), ..fresh() }];
        let mut level = 0..1;
        for depth in 1..=levels {
            for place in level.clone() {
                (nodes[place].first_child, nodes[place].children) = (nodes.len() as u32, 10);
                nodes[place].kind = NodeKind::Grown;
                nodes.extend((0..10).map(|_| Node { visits: 10u32.pow(levels - depth), ..fresh() }));
            }
            level = level.end..nodes.len();
        }
        nodes
    }

    #[test]
    fn the_best_known_part_of_a_large_tree_is_kept() {
        let nodes = tree(6);
        let kept = pruned(&nodes);
        assert_eq!(kept.len(), 111_111, "all but the last level, whose parents were hardly visited");
        assert!(kept.iter().all(|node| (node.kind == NodeKind::Grown) == (node.children > 0)));
        assert_eq!(kept[0].visits, 1_000_000);
        assert_eq!(below(&tree(3), 1, 1).len(), 111, "below the first move");
    }
}
