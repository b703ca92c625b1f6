//! Selection: the next move to examine at a node, by its value and its uncertainty (UCB).

use dagaz_core::{Rank, below};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Style;
use super::node::{MovePart, Node};
use super::search_tree::SearchTree;

/// Of each player the position on the way whose moves tell about those that it has farther down
/// (GRAVE, Cazenave 2015): the last one that has been visited often enough.
#[derive(Debug, Default)]
pub(super) struct Reference {
    /// By player; 0 is the root, which tells about itself.
    places: Vec<usize>,
    /// By site, of the moves of such a position: what is put there, in how many playouts it was,
    /// and what they were worth together.
    moves: Vec<(Rank, u32, f32)>,
}

impl Reference {
    /// Another way begins at the root.
    pub(super) fn begin(&mut self) {
        self.places.clear();
    }

    /// Comes to a node, and looks up the moves of whatever tells about those that it has; whether
    /// that is another node.
    fn come_to(&mut self, nodes: &[Node], here: usize, visits: u32) -> bool {
        let player = usize::from(nodes[here].mover);
        if self.places.len() <= player {
            self.places.resize(player + 1, usize::MAX);
        }
        if nodes[here].visits >= visits || self.places[player] == usize::MAX {
            self.places[player] = here;
            return false;
        }
        self.moves.clear();
        let Node { first_child, children, .. } = nodes[self.places[player]];
        for child in &nodes[first_child as usize..][..children as usize] {
            let Some(site) = child.to.some().filter(|_| child.part == MovePart::Whole) else { continue };
            if self.moves.len() <= site.index() {
                self.moves.resize(site.index() + 1, (Rank::NONE, 0, 0.0));
            }
            self.moves[site.index()] = (child.piece, child.ever, child.ever_total);
        }
        true
    }

    /// In how many playouts what a move puts came to stand there, and what they were worth
    /// together.
    fn of(&self, child: &Node) -> (u32, f32) {
        match self.moves.get(child.to.index()) {
            Some(&(piece, ever, total)) if piece == child.piece && child.part == MovePart::Whole => (ever, total),
            _ => (child.ever, child.ever_total),
        }
    }
}

impl SearchTree<'_> {
    /// Returns the child to go to.
    pub(super) fn select(&mut self, here: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
        let node = &self.nodes[here];
        let (first, count) = (node.first_child as usize, node.children as usize);
        if node.chance {
            return first + below(rng, count);
        }
        let Style { minimax, bias, explore, rave, grave, history, .. } = self.style;
        let elsewhere = grave > 0 && rave > 0.0 && self.reference.come_to(&self.nodes, here, grave);
        let node = &self.nodes[here];
        let logarithm = ((node.visits + 1) as f32).ln();
        // First-play urgency: an untried move counts slightly less than its parent.
        let own = if node.part == MovePart::Whole { -1.0 } else { 1.0 };
        let usual = if node.visits > 0 && here != 0 { own * node.total / node.visits as f32 } else { 0.0 };
        let mut best = (f32::NEG_INFINITY, first);
        // Equal children are tried in an order of chance.
        let turn = below(rng, count);
        for step in 0..count {
            let index = first + (turn + step) % count;
            let child = &self.nodes[index];
            let worth = match child.proven {
                1 => return index,
                -1 => -10.0,
                _ => {
                    let visits = child.visits as f32;
                    let mut mean = if child.visits > 0 { child.total / visits } else { usual };
                    // In the share of wins, as the formula of progressive history has it.
                    let losses = visits * (0.5 - 0.5 * mean);
                    let (ever, ever_total) =
                        if elsewhere { self.reference.of(child) } else { (child.ever, child.ever_total) };
                    if ever > 0 {
                        // RAVE: the weight of a move's own results grows with its visits (Gelly and
                        // Silver 2011).
                        let share = (rave / (3.0 * visits + rave)).sqrt();
                        mean += share * (ever_total / ever as f32 - mean);
                    }
                    let known = if minimax > 0.0 { (1.0 - minimax) * mean + minimax * child.minimax } else { mean };
                    let mut worth =
                        known + explore * (logarithm / (visits + 0.5)).sqrt() + bias * child.minimax / (visits + 1.0);
                    if history > 0.0 && child.part == MovePart::Whole {
                        // Progressive history (Nijssen and Winands 2011): its weight falls quickly
                        // for bad moves.
                        worth += history * self.averages.share(node.mover, child.number()) / (losses + 1.0);
                    }
                    worth
                }
            };
            if worth > best.0 {
                best = (worth, index);
            }
        }
        best.1
    }
}
