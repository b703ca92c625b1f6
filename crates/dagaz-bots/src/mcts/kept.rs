//! What is kept of a tree from one move of a game to the next.
//!
//! The other's answer was looked at before it was played, so the next search begins with what is known below it. It is found by its key, with
//! the moves of the tree itself; whatever else was played, nothing is found and the tree begins anew.

use dagaz_core::{Game, Lookahead, State, Weights, look_ahead};

use super::node::{Kind, Node, Part};
use super::root::RootChild;

/// Nodes that are kept at most: about 7 MB for each game.
const NODES_MAX: usize = 100_000;
/// Plies of others that are looked through, and moves tried in all of them together, where looking ahead is quick and where it is not.
const PLIES: usize = 3;
const TRIED_MAX: [usize; 2] = [4_000, 200];

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// The position from which the move was made, and the place of the move in its list; none if nothing is kept.
    root: Option<(State, usize)>,
    /// What is below the move, the position after it first.
    nodes: Vec<Node>,
}

impl Kept {
    /// What is below a child of the root.
    pub(super) fn of(nodes: &[Node], state: &State, child: &RootChild) -> Kept {
        Kept { root: Some((state.clone(), child.index)), nodes: below(nodes, child.node) }
    }

    /// The tree below the position of that key; none if it is not in what is kept.
    pub(super) fn below(&self, game: &dyn Game, weights: &Weights, key: u64) -> Option<Vec<Node>> {
        let (state, index) = self.root.as_ref()?;
        if self.nodes.first()?.kind != Kind::Grown {
            return None;
        }
        let mut ahead = look_ahead(game, state, weights);
        let mut tries = TRIED_MAX[usize::from(!ahead.is_quick())];
        ahead.moves(false, &mut Vec::new()).ok()?;
        ahead.play(*index).ok()?;
        let found = self.find(&mut *ahead, 0, key, PLIES, &mut tries)?;
        let nodes = below(&self.nodes, found);
        (nodes[0].kind == Kind::Grown).then_some(nodes)
    }

    /// The node of the position of that key, at most so many plies below a node.
    fn find(&self, ahead: &mut dyn Lookahead, at: usize, key: u64, plies: usize, tries: &mut usize) -> Option<usize> {
        if ahead.key() == key {
            return Some(at);
        }
        if plies == 0 || self.nodes[at].kind != Kind::Grown || ahead.moves(false, &mut Vec::new()).ok()?.is_some() {
            return None;
        }
        let mut open = vec![at];
        while let Some(above) = open.pop() {
            let Node { first_child, children, .. } = self.nodes[above];
            for child in first_child as usize..(first_child + children) as usize {
                let node = &self.nodes[child];
                if node.visits == 0 {
                    continue;
                }
                if node.part != Part::Whole {
                    open.extend((node.kind == Kind::Grown).then_some(child));
                    continue;
                }
                *tries = tries.checked_sub(1)?;
                ahead.play(node.index as usize).ok()?;
                let found = self.find(ahead, child, key, plies - 1, tries);
                ahead.undo();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// A copy of the tree below a node, that first. What there is no room for will be found out again.
fn below(nodes: &[Node], root: usize) -> Vec<Node> {
    let mut copied = vec![Node { part: Part::Whole, ..nodes[root].clone() }];
    let mut next = 0;
    while next < copied.len() {
        let Node { first_child, children, kind, .. } = copied[next];
        if kind == Kind::Grown {
            let range = first_child as usize..(first_child + children) as usize;
            if copied.len() + range.len() <= NODES_MAX {
                copied[next].first_child = copied.len() as u32;
                copied.extend_from_slice(&nodes[range]);
            } else {
                (copied[next].kind, copied[next].children) = (Kind::Fresh, 0);
            }
        }
        next += 1;
    }
    copied
}
