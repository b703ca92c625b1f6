//! Proof-number search (Allis 1994): it looks where the fewest positions have still to be proved,
//! and so finds narrow ways to a win that are long. A position that occurs again on the way to
//! itself counts as not reached.

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, State, Verdict, Weights, look_ahead};

use crate::SearchLimits;

const INFINITE: u32 = u32::MAX;
/// Nodes of a proof at most: about 600 MB.
const NODES_MAX: usize = 25_000_000;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The least number of positions that must be proved to prove this one, and to disprove it.
    proof: u32,
    disproof: u32,
    first_child: u32,
    children: u32,
    /// Whether the attacker is to move.
    attacks: bool,
    grown: bool,
}

/// The search's share of the limits, in sixteenths of nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LimitShare(pub(super) u32);

impl LimitShare {
    /// All of it.
    pub(super) const ALL: LimitShare = LimitShare(16);

    pub(super) fn is_used(self, watch: &SearchLimits<'_>) -> bool {
        let budget = watch.budget();
        self.0 < LimitShare::ALL.0
            && (budget.nodes.is_some_and(|most| watch.nodes() >= most / 16 * u64::from(self.0))
                || budget.time.is_some_and(|most| watch.time() >= most / 16 * self.0))
    }
}

/// Proof-number search for one goal. A position that occurs again on the way to itself counts as
/// not reached.
pub(super) struct Proof<'a> {
    game: &'a dyn Game,
    state: State,
    weights: Weights,
    attacker: PlayerId,
    /// Whether a draw is enough.
    holds: bool,
    /// Plies within which the goal must be reached.
    within: Option<u32>,
    nodes: Vec<Node>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(
        game: &'a dyn Game,
        state: &State,
        attacker: PlayerId,
        holds: bool,
        within: Option<u32>,
    ) -> Proof<'a> {
        let root = Node { proof: 1, disproof: 1, first_child: 0, children: 0, attacks: true, grown: false };
        let weights = Weights::new(game, |_, _| 0, |_| 0);
        Proof { game, state: state.clone(), weights, attacker, holds, within, nodes: vec![root] }
    }

    fn reached(&self, verdicts: &[Verdict]) -> bool {
        match verdicts.get(self.attacker.index()) {
            Some(Verdict::Win) => true,
            Some(Verdict::Loss) => false,
            _ => self.holds,
        }
    }

    fn settle(&mut self, node: usize, reached: bool) {
        let (proof, disproof) = if reached { (0, INFINITE) } else { (INFINITE, 0) };
        (self.nodes[node].proof, self.nodes[node].disproof, self.nodes[node].grown) = (proof, disproof, true);
    }

    /// Returns whether the goal is reached, if proved. Another call continues the search.
    pub(super) fn run(&mut self, watch: &mut SearchLimits<'_>, share: LimitShare) -> Result<Option<bool>, LimitHit> {
        let (game, state, weights) = (self.game, self.state.clone(), self.weights.clone());
        let mut ahead = look_ahead(game, &state, &weights);
        let mut candidates = Vec::new();
        let mut keys = vec![ahead.key()];
        let mut path = vec![0usize];
        loop {
            let root = self.nodes[0];
            if root.proof == 0 || root.disproof == 0 {
                return Ok(Some(root.proof == 0));
            }
            if watch.is_over() || self.nodes.len() > NODES_MAX || share.is_used(watch) {
                return Ok(None);
            }
            // Down to the position that proves most.
            while self.nodes[path[path.len() - 1]].grown {
                let here = self.nodes[path[path.len() - 1]];
                let children = here.first_child as usize..(here.first_child + here.children) as usize;
                let best = children.min_by_key(|&child| {
                    if here.attacks { self.nodes[child].proof } else { self.nodes[child].disproof }
                });
                let Some(child) = best else { break };
                ahead.moves(false, &mut candidates)?;
                ahead.play(child - here.first_child as usize)?;
                path.push(child);
                keys.push(ahead.key());
            }
            self.grow(path[path.len() - 1], &mut *ahead, &mut candidates, &keys, watch)?;
            // Back up while something changes.
            loop {
                let here = path[path.len() - 1];
                let changed = self.update(here);
                if path.len() == 1 || !changed && self.nodes[here].proof != 0 && self.nodes[here].disproof != 0 {
                    break;
                }
                path.pop();
                keys.pop();
                ahead.undo();
            }
        }
    }

    fn grow(
        &mut self,
        here: usize,
        ahead: &mut dyn Lookahead,
        candidates: &mut Vec<Candidate>,
        keys: &[u64],
        watch: &mut SearchLimits<'_>,
    ) -> Result<(), LimitHit> {
        watch.node();
        if let Some(ending) = ahead.moves(false, candidates)? {
            let reached = self.reached(&ahead.verdicts(ending));
            self.settle(here, reached);
            return Ok(());
        }
        if self.within.is_some_and(|within| keys.len() > within as usize) {
            self.settle(here, false);
            return Ok(());
        }
        let first = self.nodes.len();
        for index in 0..candidates.len() {
            watch.node();
            let ended = ahead.play(index)?;
            let attacks = ahead.mover() == self.attacker;
            let child = self.nodes.len();
            self.nodes.push(Node { proof: 1, disproof: 1, first_child: 0, children: 0, attacks, grown: false });
            if let Some(ending) = ended {
                let reached = self.reached(&ahead.verdicts(ending));
                self.settle(child, reached);
            } else if keys.contains(&ahead.key()) {
                self.settle(child, self.holds);
            } else if let Some(replies) = ahead.mobility(ahead.mover()).filter(|replies| *replies > 0) {
                // The fewer answers the sooner it is proved.
                let node = &mut self.nodes[child];
                if attacks { node.disproof = replies } else { node.proof = replies }
            }
            ahead.undo();
        }
        let count = (self.nodes.len() - first) as u32;
        let node = &mut self.nodes[here];
        (node.first_child, node.children, node.grown) = (first as u32, count, true);
        Ok(())
    }

    /// Works a node's numbers out from its children's; whether they have changed.
    fn update(&mut self, here: usize) -> bool {
        let node = self.nodes[here];
        if node.children == 0 {
            return true;
        }
        let children = &self.nodes[node.first_child as usize..][..node.children as usize];
        let sum = |numbers: &mut dyn Iterator<Item = u32>| {
            numbers.fold(0u32, |sum, number| if number == INFINITE { INFINITE } else { sum.saturating_add(number) })
        };
        let least = |numbers: &mut dyn Iterator<Item = u32>| numbers.min().unwrap_or(INFINITE);
        let (mut proofs, mut disproofs) =
            (children.iter().map(|child| child.proof), children.iter().map(|child| child.disproof));
        let (proof, disproof) = if node.attacks {
            (least(&mut proofs), sum(&mut disproofs))
        } else {
            (sum(&mut proofs), least(&mut disproofs))
        };
        let changed = (proof, disproof) != (node.proof, node.disproof);
        (self.nodes[here].proof, self.nodes[here].disproof) = (proof, disproof);
        changed
    }

    /// Plies to the end in the proof below each node, the attacker taking the shortest way and the
    /// defender the longest.
    pub(super) fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = vec![0; self.nodes.len()];
        // Children stand behind their parents.
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            if node.proof != 0 || node.children == 0 {
                continue;
            }
            let range = node.first_child as usize..(node.first_child + node.children) as usize;
            let proved = range.filter(|&child| self.nodes[child].proof == 0).map(|child| lengths[child]);
            let below = if node.attacks { proved.min() } else { proved.max() };
            lengths[index] = 1 + below.unwrap_or(0);
        }
        lengths
    }

    /// Keys along the line of the proof that the length counts.
    pub(super) fn line(&self) -> Result<Vec<u64>, LimitHit> {
        let mut ahead = look_ahead(self.game, &self.state, &self.weights);
        let (mut candidates, mut keys, mut here) = (Vec::new(), Vec::new(), 0usize);
        let lengths = self.lengths();
        let mut left = lengths[0];
        while left > 0 {
            let node = self.nodes[here];
            let mut range = node.first_child as usize..(node.first_child + node.children) as usize;
            let next = range.find(|&child| self.nodes[child].proof == 0 && lengths[child] + 1 == left);
            let Some(child) = next else { break };
            ahead.moves(false, &mut candidates)?;
            ahead.play(child - node.first_child as usize)?;
            keys.push(ahead.key());
            (here, left) = (child, left - 1);
        }
        Ok(keys)
    }
}
