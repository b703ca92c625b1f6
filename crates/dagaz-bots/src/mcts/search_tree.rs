//! The tree of one Monte-Carlo search, in one arena.

use dagaz_core::{Candidate, Game, LimitHit, PlayerId, Rank, SiteId, State, Verdict};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Style;
use super::averages::Averages;
use super::node::{MovePart, Node, NodeKind};
use super::selection::Reference;
use super::tree_reuse::{self, ReusedTree};
use super::walk::Walk;
use crate::SearchLimits;
use crate::evaluation::{Evaluation, Scratch};
use crate::game_analysis::{BROAD, Facts};

/// Nodes at most: about 112 MB.
const NODES_MAX: usize = 2_000_000;
/// Plies from the root at most.
const PLIES_MAX: usize = 400;

/// See the [module documentation](self).
pub(crate) struct SearchTree<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) walk: Walk<'a>,
    pub(super) facts: &'a Facts,
    pub(super) evaluation: &'a Evaluation,
    pub(super) style: Style,
    pub(super) nodes: Vec<Node>,
    pub(super) averages: Averages,
    /// Moves of the last playout that were not left to the engine: who made them, and their
    /// numbers.
    pub(super) drawn: Vec<(u8, u32)>,
    /// The content of each site at the end of the last playout.
    pub(super) stones: Vec<Rank>,
    /// Whose moves tell about those of a position that is hardly known.
    pub(super) reference: Reference,
    deepest: u32,
    /// Whether lists are slow, as far as known.
    pub(super) dear_lists: bool,
    /// Two players and no chance: then what is lost for one is won for the other.
    solves: bool,
    pub(super) candidates: Vec<Candidate>,
    pub(super) scratch: Scratch,
}

impl<'a> SearchTree<'a> {
    pub(crate) fn new(
        game: &'a dyn Game,
        walk: Walk<'a>,
        player: PlayerId,
        facts: &'a Facts,
        evaluation: &'a Evaluation,
        style: Style,
    ) -> SearchTree<'a> {
        SearchTree {
            game,
            walk,
            facts,
            evaluation,
            style,
            nodes: vec![Node::fresh(player, MovePart::Whole, 0, &Candidate::PASS)],
            averages: Averages::new(style.learns_moves()),
            drawn: Vec::new(),
            reference: Reference::default(),
            stones: Vec::new(),
            deepest: 0,
            dear_lists: !facts.quick && !game.states_are_dear(),
            solves: facts.choosers.len() == 2 && !facts.chance,
            candidates: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Starts from earlier results: the subtree of this position, if there is one, and the move
    /// averages.
    pub(super) fn go_on(&mut self, nodes: Option<Vec<Node>>, kept: ReusedTree) {
        if let Some(nodes) = nodes {
            self.nodes = nodes;
        }
        self.averages = kept.into_averages();
        self.averages.fade();
    }

    /// Ends the search. Returns what the next search from this root can reuse, and leaves freeing
    /// of large memory to another thread, so a stop is not delayed.
    pub(super) fn end(mut self, root: Option<&State>) -> Option<ReusedTree> {
        let (lists, count) = (self.walk.take_lists(), self.nodes.len());
        let listed = lists.len();
        tree_reuse::free_elsewhere(lists, listed);
        match root {
            Some(root) => Some(ReusedTree::new(root.clone(), self.nodes, self.averages)),
            None => {
                tree_reuse::free_elsewhere(self.nodes, count);
                None
            }
        }
    }

    /// Returns how deep the tree is.
    pub(crate) fn depth(&self) -> u32 {
        self.deepest
    }

    /// One iteration of MCTS. Returns true if the result is proved.
    pub(crate) fn grow(
        &mut self,
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut SearchLimits<'_>,
    ) -> Result<bool, LimitHit> {
        let mut path: Vec<usize> = vec![0];
        let result = self.descend(&mut path, rng, watch);
        let moves = path[1..].iter().filter(|&&node| self.nodes[node].part == MovePart::Whole).count();
        self.walk.back(moves);
        self.deepest = self.deepest.max(moves as u32);
        let rewards = result?;
        self.back_up(&path, &rewards);
        let root = &self.nodes[0];
        let children = &self.nodes[root.first_child as usize..][..root.children as usize];
        let open = children.iter().filter(|child| child.proven == 0).count();
        Ok(children.iter().any(|child| child.proven == 1) || root.children > 0 && open == 0)
    }

    /// Goes down to a position that is new, or the end of a game, and tells what each player wins
    /// there.
    fn descend(
        &mut self,
        path: &mut Vec<usize>,
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut SearchLimits<'_>,
    ) -> Result<Vec<f32>, LimitHit> {
        // The node of the present position.
        let mut place = path[0];
        self.drawn.clear();
        self.reference.begin();
        loop {
            let here = path[path.len() - 1];
            watch.node();
            if self.nodes[here].kind != NodeKind::Grown {
                // The root and parts of moves are grown at once, others when they are visited
                // again.
                let full = self.nodes.len() >= NODES_MAX || path.len() >= PLIES_MAX;
                let waits = self.nodes[here].kind == NodeKind::Fresh && (self.nodes[here].visits == 0 || full);
                if here != 0 && here == place && waits {
                    return self.play_out(path, rng, watch);
                }
                let mut candidates = std::mem::take(&mut self.candidates);
                let listed = self.walk.list(place, &mut candidates);
                self.candidates = candidates;
                if let Some(ending) = listed? {
                    return Ok(self.over(here, ending, path));
                }
                watch.listed(self.candidates.len());
                self.expand(here, watch)?;
            }
            let child = self.select(here, rng);
            if self.nodes[child].part != MovePart::Whole {
                path.push(child);
                continue;
            }
            let ended = self.walk.play(place, self.nodes[child].index as usize, &mut self.candidates)?;
            path.push(child);
            place = child;
            self.nodes[child].key = self.walk.here().key();
            if let Some(ending) = ended {
                return Ok(self.over(child, ending, path));
            }
            self.nodes[child].mover = self.walk.here().mover().0;
        }
    }

    /// Notes that the game is over at a node, and tells what each player has won.
    pub(super) fn over(&mut self, here: usize, ending: (dagaz_core::EndingId, PlayerId), path: &[usize]) -> Vec<f32> {
        if self.style.rave > 0.0 {
            let state = self.walk.here().state();
            self.look_at_stones(&state);
        }
        let rewards = rewards(&self.walk.here().verdicts(ending));
        let chooser = path.len().checked_sub(2).map(|above| self.nodes[path[above]].mover);
        let own = chooser.and_then(|chooser| rewards.get(usize::from(chooser))).copied().unwrap_or(0.0);
        let node = &mut self.nodes[here];
        node.kind = NodeKind::Over;
        if self.solves {
            node.proven = proof(own);
        }
        node.minimax = own;
        rewards
    }

    /// Gives a node its children: moves, or parts of moves.
    fn expand(&mut self, here: usize, watch: &mut SearchLimits<'_>) -> Result<(), LimitHit> {
        let first = self.nodes.len();
        let (mover, chance) = (self.walk.here().mover(), self.walk.here().by_chance());
        let (next, chosen) = self.choices(here, chance);
        let mut looks = self.style.bias > 0.0 && !chance && next == MovePart::Whole;
        for index in chosen {
            let mut child = Node::fresh(mover, next, index, &self.candidates[index]);
            if looks {
                let ahead = self.walk.here();
                let ended = ahead.play(index)?;
                child.minimax = match ended {
                    Some(ending) => {
                        let won = rewards(&ahead.verdicts(ending)).get(mover.index()).copied().unwrap_or(0.0);
                        child.kind = NodeKind::Over;
                        child.key = ahead.key();
                        child.proven = if self.solves { proof(won) } else { 0 };
                        won
                    }
                    None => self.evaluation.squashed(self.evaluation.of(self.game, ahead, mover)),
                };
                ahead.undo();
                // After a stop request there is no time for hundreds of moves.
                looks = !watch.is_over_soon();
            }
            self.nodes.push(child);
        }
        let children = (self.nodes.len() - first) as u32;
        let node = &mut self.nodes[here];
        (node.first_child, node.children, node.kind) = (first as u32, children, NodeKind::Grown);
        (node.mover, node.chance) = (mover.0, chance);
        Ok(())
    }

    /// Returns the choices at a node, each with the first move of the list that belongs to it.
    fn choices(&self, here: usize, chance: bool) -> (MovePart, Vec<usize>) {
        let Node { part, from, to, .. } = self.nodes[here];
        let all = || {
            self.candidates.iter().enumerate().filter(move |(_, one)| match part {
                MovePart::Whole => true,
                MovePart::From => one.from == from,
                MovePart::FromTo => one.from == from && one.to == to,
            })
        };
        let whole = || (MovePart::Whole, all().map(|(index, _)| index).collect());
        if chance || part == MovePart::FromTo || part == MovePart::Whole && self.candidates.len() <= BROAD {
            return whole();
        }
        let firsts = |site: fn(&Candidate) -> SiteId| {
            let sites = self.game.layout().sites();
            let mut seen = vec![false; sites + 1];
            let mut new = |one: &Candidate| !std::mem::replace(&mut seen[site(one).index().min(sites)], true);
            all().filter(|(_, one)| new(one)).map(|(index, _)| index).collect::<Vec<usize>>()
        };
        // A part of a move gets a node of its own if it at least halves the choice.
        let halves = |parts: &[usize]| parts.len() > 1 && 2 * parts.len() <= all().count();
        if part == MovePart::Whole {
            let parts = firsts(|one| one.from);
            if parts.len() > 1 {
                return if halves(&parts) { (MovePart::From, parts) } else { whole() };
            }
        }
        let parts = firsts(|one| one.to);
        if halves(&parts) { (MovePart::FromTo, parts) } else { whole() }
    }

    /// Tells the children of a node whether the last playout has put their pieces where they would.
    fn back_up_stones(&mut self, here: usize, rewards: &[f32]) {
        let node = &self.nodes[here];
        let worth = rewards.get(usize::from(node.mover)).copied().unwrap_or(0.0);
        let range = node.first_child as usize..(node.first_child + node.children) as usize;
        for child in &mut self.nodes[range] {
            if self.stones.get(child.to.index()) == Some(&child.piece) {
                child.ever += 1;
                child.ever_total += worth;
            }
        }
    }

    /// Notes how moves of the tree and those drawn behind it have done.
    fn learn_moves(&mut self, path: &[usize], rewards: &[f32]) {
        let worth = |mover: u8| rewards.get(usize::from(mover)).copied().unwrap_or(0.0);
        for step in path.windows(2) {
            let (above, child) = (&self.nodes[step[0]], &self.nodes[step[1]]);
            if !above.chance && child.part == MovePart::Whole {
                self.averages.learn(above.mover, child.number(), worth(above.mover));
            }
        }
        for &(mover, number) in &self.drawn {
            self.averages.learn(mover, number, worth(mover));
        }
    }

    fn back_up(&mut self, path: &[usize], rewards: &[f32]) {
        if self.style.learns_moves() {
            self.learn_moves(path, rewards);
        }
        for (place, &here) in path.iter().enumerate().rev() {
            self.nodes[here].visits += 1;
            if !self.stones.is_empty() && self.nodes[here].kind == NodeKind::Grown {
                self.back_up_stones(here, rewards);
            }
            let Some(above) = place.checked_sub(1).map(|above| path[above]) else { break };
            let chooser = self.nodes[above].mover;
            self.nodes[here].total += rewards.get(usize::from(chooser)).copied().unwrap_or(0.0);
            if self.nodes[here].kind == NodeKind::Grown {
                self.settle(here, chooser);
            }
        }
    }

    /// Works out what the children of a node say about it.
    fn settle(&mut self, here: usize, chooser: u8) {
        let node = &self.nodes[here];
        let own = node.mover == chooser;
        if node.chance || !self.solves && self.style.minimax == 0.0 {
            return;
        }
        let children = &self.nodes[node.first_child as usize..][..node.children as usize];
        let sign = if own { 1.0 } else { -1.0 };
        let (mut proven, mut plies) = (0, 0);
        if self.solves {
            // The soonest of the ways that win, or the longest of those that all lose.
            let far = |child: &Node| child.plies.saturating_add(u16::from(child.part == MovePart::Whole));
            if let Some(soonest) = children.iter().filter(|child| child.proven == 1).map(far).min() {
                (proven, plies) = (if own { 1 } else { -1 }, soonest);
            } else if children.iter().all(|child| child.proven == -1) {
                (proven, plies) = (if own { -1 } else { 1 }, children.iter().map(far).max().unwrap_or(0));
            }
        }
        let best = children.iter().map(|child| child.minimax).fold(f32::NEG_INFINITY, f32::max);
        let node = &mut self.nodes[here];
        (node.proven, node.plies) = (proven, plies);
        if self.style.minimax > 0.0 && best.is_finite() {
            node.minimax = sign * best;
        }
    }
}

/// Returns the proof value of a result: 1 for a win, -1 for a loss.
fn proof(worth: f32) -> i8 {
    i8::from(worth > 0.5) - i8::from(worth < -0.5)
}

/// Returns the values of verdicts for each player.
pub(super) fn rewards(verdicts: &[Verdict]) -> Vec<f32> {
    verdicts
        .iter()
        .map(|verdict| match verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => -1.0,
            Verdict::Draw | Verdict::Aside => 0.0,
        })
        .collect()
}
