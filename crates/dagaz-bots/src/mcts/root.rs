//! The moves of the root: what a search says about them in the end.

use std::collections::HashMap;

use super::node::{MovePart, Node, NodeKind};
use super::search_tree::SearchTree;

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootChild {
    /// Its place in the list.
    pub(crate) index: usize,
    pub(super) node: usize,
    /// How often its parts were visited: where it begins, and where it ends.
    pub(super) parts: [u32; 2],
    pub(crate) visits: u32,
    /// From -1 to 1, seen by the searching player.
    pub(crate) worth: f32,
    pub(crate) proven: i8,
    /// If something is proven, the plies to the end at most, this one included.
    pub(crate) plies: u32,
    /// Keys along the principal variation, or along the proof; empty until requested.
    pub(crate) keys: Vec<u64>,
}

impl RootChild {
    pub(super) fn best_first(a: &RootChild, b: &RootChild) -> std::cmp::Ordering {
        let rank = |one: &RootChild| match one.proven {
            1 => 2,
            -1 => 0,
            _ => 1,
        };
        // Of moves that all lose the one that does so last is best.
        let longest = |one: &RootChild| if one.proven == -1 { one.plies } else { 0 };
        let key = |one: &RootChild| (rank(one), longest(one), one.parts, one.visits);
        key(b).cmp(&key(a)).then(b.worth.total_cmp(&a.worth))
    }

    /// Puts together what two trees know of the same moves.
    pub(crate) fn join(own: &mut [RootChild], others: Vec<RootChild>) {
        let mut others: HashMap<usize, RootChild> = others.into_iter().map(|other| (other.index, other)).collect();
        for own in own {
            let Some(other) = others.remove(&own.index) else { continue };
            own.parts = [0, 1].map(|part| own.parts[part] + other.parts[part]);
            let visits = own.visits + other.visits;
            if visits > 0 {
                own.worth = (own.worth * own.visits as f32 + other.worth * other.visits as f32) / visits as f32;
            }
            own.visits = visits;
            // A proof has a distance and a line.
            if own.proven == 0 && other.proven != 0 {
                (own.proven, own.worth) = (other.proven, f32::from(other.proven));
                (own.plies, own.keys) = (other.plies, other.keys);
            }
        }
    }
}

impl SearchTree<'_> {
    /// The moves of the root with what is known of them.
    pub(crate) fn children(&self) -> Vec<RootChild> {
        let (mut found, mut open) = (Vec::new(), vec![(0, [0; 2])]);
        while let Some((above, parts)) = open.pop() {
            let Node { first_child, children, .. } = self.nodes[above];
            for child in first_child as usize..(first_child + children) as usize {
                let node = &self.nodes[child];
                match node.part {
                    MovePart::From => open.push((child, [node.visits, 0])),
                    MovePart::FromTo => open.push((child, [parts[0], node.visits])),
                    MovePart::Whole => {
                        let worth = match node.proven {
                            0 if node.visits > 0 => node.total / node.visits as f32,
                            proven => f32::from(proven),
                        };
                        // A move that wins at once counts as tried.
                        let (visits, proven) = (node.visits.max(u32::from(node.proven != 0)), node.proven);
                        let (index, plies, keys) = (node.index as usize, u32::from(node.plies) + 1, Vec::new());
                        found.push(RootChild { index, node: child, parts, visits, worth, proven, plies, keys });
                    }
                }
            }
        }
        found.sort_by_key(|child| child.index);
        found
    }

    /// A helper's report on the root moves. Proved moves have their line, or at least its
    /// beginning, since the receiver's tree may lack it.
    pub(super) fn told(&self, lines: usize) -> Vec<RootChild> {
        let mut children = self.children();
        self.rank(&mut children, lines);
        for child in children.iter_mut().filter(|child| child.proven != 0 && child.keys.is_empty()) {
            child.keys = vec![self.nodes[child.node].key];
        }
        children
    }

    /// Puts what is known of the moves of the root in order, best first, and finds what would
    /// follow the first `lines` of them.
    pub(crate) fn rank(&self, children: &mut [RootChild], lines: usize) {
        children.sort_by(RootChild::best_first);
        for child in children.iter_mut().take(lines).filter(|child| child.visits > 0 && child.keys.is_empty()) {
            child.keys = self.line(child.node);
        }
    }

    /// Keys of the positions along the most visited line from a child of the root.
    fn line(&self, child: usize) -> Vec<u64> {
        const LONGEST: usize = 30;
        let ways = std::iter::successors(Some(child), |place| self.follows(*place));
        ways.take(LONGEST).map(|place| self.nodes[place].key).collect()
    }

    /// Returns the most visited move of a position, or the move of a proof: the soonest win, the
    /// longest defence. `None` if there is none.
    fn follows(&self, place: usize) -> Option<usize> {
        let mut at = place;
        loop {
            let node = &self.nodes[at];
            if node.kind != NodeKind::Grown {
                return None;
            }
            let range = node.first_child as usize..(node.first_child + node.children) as usize;
            let score = |index: &usize| {
                let child = &self.nodes[*index];
                let far = match child.proven {
                    1 => u16::MAX - child.plies,
                    -1 if node.proven != 0 => child.plies,
                    _ => 0,
                };
                (child.proven == 1, far, child.visits)
            };
            let is_known = |index: &usize| self.nodes[*index].visits > 0 || self.nodes[*index].proven != 0;
            at = range.max_by_key(score).filter(is_known)?;
            if self.nodes[at].part == MovePart::Whole {
                return Some(at);
            }
        }
    }
}
