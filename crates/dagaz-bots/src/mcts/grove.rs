//! The tree of one Monte-Carlo search, in one arena.

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, PlayoutLimits, Verdict, below};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Style;
use crate::Watch;
use crate::evaluation::Evaluation;
use crate::study::Facts;

/// Nodes at most: about 100 MB.
const NODES_MAX: usize = 2_500_000;
/// Plies of a slow playout between two looks at the watch.
const PLIES_BETWEEN: usize = 8;
/// Plies from the root at most.
const PLIES_MAX: usize = 400;

/// A position, and what is known of the move that leads to it. Worths are those of whoever made that move, from -1 to 1.
#[derive(Clone, Debug)]
struct Node {
    first_child: u32,
    children: u32,
    visits: u32,
    total: f32,
    /// The best evaluation below, as the one who moved here sees it.
    minimax: f32,
    /// 1: whoever moved here wins; -1: loses; 0: not known.
    proven: i8,
    /// Who is to move here.
    mover: u8,
    /// Whether chance moves here.
    chance: bool,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Its moves have not been listed yet.
    Fresh,
    /// It has children.
    Grown,
    /// The game is over here.
    Over,
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootChild {
    pub(crate) visits: u32,
    /// From -1 to 1, as the player who is asked sees it.
    pub(crate) worth: f32,
    pub(crate) proven: i8,
    /// Keys of the positions along the line that is most looked at.
    pub(crate) keys: Vec<u64>,
}

impl RootChild {
    pub(crate) fn best_first(a: &RootChild, b: &RootChild) -> std::cmp::Ordering {
        let rank = |one: &RootChild| match one.proven {
            1 => 2,
            -1 => 0,
            _ => 1,
        };
        let longest = |one: &RootChild| if one.proven == -1 { one.keys.len() } else { 0 };
        (rank(b), longest(b), b.visits).cmp(&(rank(a), longest(a), a.visits)).then(b.worth.total_cmp(&a.worth))
    }

    /// Puts together what two trees know of the same moves.
    pub(crate) fn join(own: &mut [RootChild], others: Vec<RootChild>) {
        for (own, other) in own.iter_mut().zip(others) {
            let visits = own.visits + other.visits;
            if visits > 0 {
                own.worth = (own.worth * own.visits as f32 + other.worth * other.visits as f32) / visits as f32;
            }
            own.visits = visits;
            if own.proven == 0 {
                own.proven = other.proven;
            }
        }
    }
}

/// See the [module documentation](self).
pub(crate) struct Grove<'a> {
    game: &'a dyn Game,
    ahead: Box<dyn Lookahead + 'a>,
    facts: &'a Facts,
    evaluation: &'a Evaluation,
    style: Style,
    nodes: Vec<Node>,
    deepest: u32,
    /// Two players and no chance: then what is lost for one is won for the other.
    solves: bool,
    candidates: Vec<Candidate>,
}

impl<'a> Grove<'a> {
    pub(crate) fn new(
        game: &'a dyn Game,
        ahead: Box<dyn Lookahead + 'a>,
        player: PlayerId,
        facts: &'a Facts,
        evaluation: &'a Evaluation,
        style: Style,
    ) -> Grove<'a> {
        let root = Node {
            first_child: 0,
            children: 0,
            visits: 0,
            total: 0.0,
            minimax: 0.0,
            proven: 0,
            mover: player.0,
            chance: false,
            kind: Kind::Fresh,
        };
        Grove {
            game,
            ahead,
            facts,
            evaluation,
            style,
            nodes: vec![root],
            deepest: 0,
            solves: facts.choosers.len() == 2 && !facts.chance,
            candidates: Vec::new(),
        }
    }

    /// How deep the tree is.
    pub(crate) fn depth(&self) -> u32 {
        self.deepest
    }

    /// Grows the tree by one playout. True if nothing is left to be found out.
    pub(crate) fn grow(&mut self, rng: &mut Xoshiro256PlusPlus, watch: &mut Watch<'_>) -> Result<bool, LimitHit> {
        let mut path: Vec<usize> = vec![0];
        let result = self.descend(&mut path, rng, watch);
        (1..path.len()).for_each(|_| self.ahead.undo());
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let rewards = result?;
        self.back_up(&path, &rewards);
        let root = &self.nodes[0];
        let children = &self.nodes[root.first_child as usize..][..root.children as usize];
        let open = children.iter().filter(|child| child.proven == 0).count();
        Ok(children.iter().any(|child| child.proven == 1) || root.children > 0 && open == 0)
    }

    /// Goes down to a position that is new, or the end of a game, and tells what each player wins there.
    fn descend(
        &mut self,
        path: &mut Vec<usize>,
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<f32>, LimitHit> {
        loop {
            let here = path[path.len() - 1];
            watch.node();
            let mut candidates = std::mem::take(&mut self.candidates);
            let listed = self.ahead.moves(false, &mut candidates);
            self.candidates = candidates;
            if let Some(ending) = listed? {
                return Ok(self.over(here, ending, path));
            }
            if self.nodes[here].kind == Kind::Fresh {
                // The root is grown at once, others when they are visited again.
                let full = self.nodes.len() + self.candidates.len() > NODES_MAX || path.len() >= PLIES_MAX;
                if here != 0 && (self.nodes[here].visits == 0 || full) {
                    return self.play_out(rng, watch);
                }
                if let Some(rewards) = self.expand(here)? {
                    return Ok(rewards);
                }
            }
            let child = self.select(here, rng);
            let index = child - self.nodes[here].first_child as usize;
            let ended = self.ahead.play(index)?;
            path.push(child);
            if let Some(ending) = ended {
                return Ok(self.over(child, ending, path));
            }
            self.nodes[child].mover = self.ahead.mover().0;
        }
    }

    /// Notes that the game is over at a node, and tells what each player has won.
    fn over(&mut self, here: usize, ending: (dagaz_core::EndingId, PlayerId), path: &[usize]) -> Vec<f32> {
        let rewards = rewards(&self.ahead.verdicts(ending));
        let chooser = path.len().checked_sub(2).map(|above| self.nodes[path[above]].mover);
        let own = chooser.and_then(|chooser| rewards.get(usize::from(chooser))).copied().unwrap_or(0.0);
        let node = &mut self.nodes[here];
        node.kind = Kind::Over;
        if self.solves {
            node.proven = if own > 0.5 {
                1
            } else if own < -0.5 {
                -1
            } else {
                0
            };
        }
        node.minimax = own;
        rewards
    }

    /// Gives a node its children. If one of them ends the game at once with a win for the mover, that is told.
    fn expand(&mut self, here: usize) -> Result<Option<Vec<f32>>, LimitHit> {
        let first = self.nodes.len();
        let mover = self.ahead.mover();
        let chance = self.ahead.by_chance();
        let looks = self.style.bias > 0.0 && !chance;
        for index in 0..self.candidates.len() {
            let mut child = Node {
                first_child: 0,
                children: 0,
                visits: 0,
                total: 0.0,
                minimax: 0.0,
                proven: 0,
                mover: 0,
                chance: false,
                kind: Kind::Fresh,
            };
            if looks {
                let ended = self.ahead.play(index)?;
                child.minimax = match ended {
                    Some(ending) => {
                        let won = rewards(&self.ahead.verdicts(ending)).get(mover.index()).copied().unwrap_or(0.0);
                        child.kind = Kind::Over;
                        if self.solves {
                            child.proven = if won > 0.5 {
                                1
                            } else if won < -0.5 {
                                -1
                            } else {
                                0
                            };
                        }
                        won
                    }
                    None => self.evaluation.squashed(self.evaluation.of(self.game, &mut *self.ahead, mover)),
                };
                self.ahead.undo();
            }
            self.nodes.push(child);
        }
        let node = &mut self.nodes[here];
        (node.first_child, node.children, node.kind) = (first as u32, self.candidates.len() as u32, Kind::Grown);
        (node.mover, node.chance) = (mover.0, chance);
        Ok(None)
    }

    /// The child to go to.
    fn select(&self, here: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
        let node = &self.nodes[here];
        let (first, count) = (node.first_child as usize, node.children as usize);
        if node.chance {
            return first + below(rng, count);
        }
        let Style { minimax, bias, explore, .. } = self.style;
        let logarithm = ((node.visits + 1) as f32).ln();
        // What was never tried is thought a little worse than the position is.
        let usual = if node.visits > 0 && here != 0 { -node.total / node.visits as f32 } else { 0.0 };
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
                    let mean = if child.visits > 0 { child.total / visits } else { usual };
                    let known = if minimax > 0.0 { (1.0 - minimax) * mean + minimax * child.minimax } else { mean };
                    known + explore * (logarithm / (visits + 0.5)).sqrt() + bias * child.minimax / (visits + 1.0)
                }
            };
            if worth > best.0 {
                best = (worth, index);
            }
        }
        best.1
    }

    /// Plays a game out from the present position, or as far as the style goes, and tells what each player wins.
    fn play_out(&mut self, rng: &mut Xoshiro256PlusPlus, watch: &mut Watch<'_>) -> Result<Vec<f32>, LimitHit> {
        let mut state = self.ahead.state();
        // Where a ply takes long, the watch is asked now and then.
        let slow = !self.facts.quick || self.facts.branching > 200.0;
        let mut left = self.style.plies;
        while left > 0 {
            let plies = if slow { left.min(PLIES_BETWEEN) } else { left };
            let played = self.game.playout_uncounted(&mut state, rng, PlayoutLimits { plies, quiet_plies: None })?;
            if let Some(ending) = played.end {
                return Ok(rewards(&self.game.outcome_of(&state, ending).verdicts));
            }
            left -= plies;
            if left > 0 && watch.is_over_now() {
                break;
            }
        }
        let mut worths = vec![0.0; self.game.glossary().players.len()];
        if !self.evaluation.is_blind() {
            let mut plain = dagaz_core::Plain::new(self.game, state, &self.evaluation.weights);
            for &player in &self.facts.choosers {
                worths[player.index()] =
                    self.evaluation.squashed(self.evaluation.of_still(self.game, &mut plain, player));
            }
        }
        Ok(worths)
    }

    fn back_up(&mut self, path: &[usize], rewards: &[f32]) {
        for (place, &here) in path.iter().enumerate().rev() {
            self.nodes[here].visits += 1;
            let Some(above) = place.checked_sub(1).map(|above| path[above]) else { break };
            let chooser = self.nodes[above].mover;
            self.nodes[here].total += rewards.get(usize::from(chooser)).copied().unwrap_or(0.0);
            if self.nodes[here].kind == Kind::Grown {
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
        let mut proven = 0;
        if self.solves {
            if children.iter().any(|child| child.proven == 1) {
                proven = if own { 1 } else { -1 };
            } else if children.iter().all(|child| child.proven == -1) {
                proven = if own { -1 } else { 1 };
            }
        }
        let best = children.iter().map(|child| child.minimax).fold(f32::NEG_INFINITY, f32::max);
        let node = &mut self.nodes[here];
        node.proven = proven;
        if self.style.minimax > 0.0 && best.is_finite() {
            node.minimax = sign * best;
        }
    }

    /// The moves of the root with what is known of them, in the order of the list.
    pub(crate) fn children(&mut self) -> Vec<RootChild> {
        let root = &self.nodes[0];
        let (first, count) = (root.first_child as usize, root.children as usize);
        (first..first + count)
            .map(|child| {
                let node = &self.nodes[child];
                let worth = match node.proven {
                    0 if node.visits > 0 => node.total / node.visits as f32,
                    proven => f32::from(proven),
                };
                let (visits, proven) = (node.visits.max(u32::from(proven_now(node))), node.proven);
                RootChild { visits, worth, proven, keys: self.line(child) }
            })
            .collect()
    }

    /// Keys of the positions along the line that is most looked at from a child of the root on.
    fn line(&mut self, child: usize) -> Vec<u64> {
        const LONGEST: usize = 30;
        let mut keys = Vec::new();
        let mut at = (0, child);
        let mut candidates = std::mem::take(&mut self.candidates);
        while keys.len() < LONGEST {
            let index = at.1 - self.nodes[at.0].first_child as usize;
            if !matches!(self.ahead.moves(false, &mut candidates), Ok(None)) || self.ahead.play(index).is_err() {
                break;
            }
            keys.push(self.ahead.key());
            let node = &self.nodes[at.1];
            let range = node.first_child as usize..(node.first_child + node.children) as usize;
            let score = |index: &usize| (self.nodes[*index].proven == 1, self.nodes[*index].visits);
            match range.max_by_key(score) {
                Some(next) if node.kind == Kind::Grown && score(&next) > (false, 0) => at = (at.1, next),
                _ => break,
            }
        }
        self.candidates = candidates;
        keys.iter().for_each(|_| self.ahead.undo());
        keys
    }
}

/// A move that wins at once counts as tried.
fn proven_now(node: &Node) -> bool {
    node.proven != 0
}

fn rewards(verdicts: &[Verdict]) -> Vec<f32> {
    verdicts
        .iter()
        .map(|verdict| match verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => -1.0,
            Verdict::Draw | Verdict::Aside => 0.0,
        })
        .collect()
}
