//! The tree of one Monte-Carlo search, in one arena.

use dagaz_core::{Candidate, Game, LimitHit, MoveList, PlayerId, Playout, PlayoutLimits, Rank, Roster, SiteId, State};
use dagaz_core::{UndoLog, Verdict, below};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Style;
use super::node::{Kind, Node, Part};
use super::root::RootChild;
use super::walk::Walk;
use crate::Watch;
use crate::evaluation::{Evaluation, Scratch};
use crate::study::Facts;

/// Nodes at most: about 100 MB.
const NODES_MAX: usize = 2_000_000;
/// Of a list longer than this a move is chosen in parts: first which piece moves, then where to, then the rest. So a tree need not try
/// thousands of moves before it knows anything.
pub(crate) const BROAD: usize = 100;
/// Plies of a playout between two looks at the watch, where lists are long and where looking ahead is slow.
const PLIES_BETWEEN: [usize; 2] = [8, 2];
/// Fuel above which a list takes so long that it must be possible to stop it: about a millisecond.
const DEAR: u64 = 20_000;
/// Plies from the root at most.
const PLIES_MAX: usize = 400;

/// See the [module documentation](self).
pub(crate) struct Grove<'a> {
    game: &'a dyn Game,
    walk: Walk<'a>,
    facts: &'a Facts,
    evaluation: &'a Evaluation,
    style: Style,
    nodes: Vec<Node>,
    /// What stood on each site when the last playout was over.
    stones: Vec<Rank>,
    deepest: u32,
    /// Whether lists take long, as far as is known.
    dear_lists: bool,
    /// Two players and no chance: then what is lost for one is won for the other.
    solves: bool,
    candidates: Vec<Candidate>,
    scratch: Scratch,
}

impl<'a> Grove<'a> {
    pub(crate) fn new(
        game: &'a dyn Game,
        walk: Walk<'a>,
        player: PlayerId,
        facts: &'a Facts,
        evaluation: &'a Evaluation,
        style: Style,
    ) -> Grove<'a> {
        Grove {
            game,
            walk,
            facts,
            evaluation,
            style,
            nodes: vec![Node::fresh(player, Part::Whole, 0, &Candidate::PASS)],
            stones: Vec::new(),
            deepest: 0,
            dear_lists: !facts.quick && !game.states_are_dear(),
            solves: facts.choosers.len() == 2 && !facts.chance,
            candidates: Vec::new(),
            scratch: Scratch::default(),
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
        let moves = path[1..].iter().filter(|&&node| self.nodes[node].part == Part::Whole).count();
        self.walk.back(moves);
        self.deepest = self.deepest.max(moves as u32);
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
        // The node of the present position.
        let mut place = path[0];
        loop {
            let here = path[path.len() - 1];
            watch.node();
            if self.nodes[here].kind != Kind::Grown {
                // The root and parts of moves are grown at once, others when they are visited again.
                let full = self.nodes.len() >= NODES_MAX || path.len() >= PLIES_MAX;
                let waits = self.nodes[here].kind == Kind::Fresh && (self.nodes[here].visits == 0 || full);
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
            if self.nodes[child].part != Part::Whole {
                path.push(child);
                continue;
            }
            let ended = self.walk.play(place, self.nodes[child].index as usize, &mut self.candidates)?;
            path.push(child);
            place = child;
            if let Some(ending) = ended {
                return Ok(self.over(child, ending, path));
            }
            self.nodes[child].mover = self.walk.here().mover().0;
        }
    }

    /// Notes that the game is over at a node, and tells what each player has won.
    fn over(&mut self, here: usize, ending: (dagaz_core::EndingId, PlayerId), path: &[usize]) -> Vec<f32> {
        if self.style.rave > 0.0 {
            let state = self.walk.here().state();
            self.look_at_stones(&state);
        }
        let rewards = rewards(&self.walk.here().verdicts(ending));
        let chooser = path.len().checked_sub(2).map(|above| self.nodes[path[above]].mover);
        let own = chooser.and_then(|chooser| rewards.get(usize::from(chooser))).copied().unwrap_or(0.0);
        let node = &mut self.nodes[here];
        node.kind = Kind::Over;
        if self.solves {
            node.proven = proof(own);
        }
        node.minimax = own;
        rewards
    }

    /// Gives a node its children: moves, or parts of moves.
    fn expand(&mut self, here: usize, watch: &mut Watch<'_>) -> Result<(), LimitHit> {
        let first = self.nodes.len();
        let (mover, chance) = (self.walk.here().mover(), self.walk.here().by_chance());
        let (next, chosen) = self.choices(here, chance);
        let mut looks = self.style.bias > 0.0 && !chance && next == Part::Whole;
        for index in chosen {
            let mut child = Node::fresh(mover, next, index, &self.candidates[index]);
            if looks {
                let ahead = self.walk.here();
                let ended = ahead.play(index)?;
                child.minimax = match ended {
                    Some(ending) => {
                        let won = rewards(&ahead.verdicts(ending)).get(mover.index()).copied().unwrap_or(0.0);
                        child.kind = Kind::Over;
                        child.proven = if self.solves { proof(won) } else { 0 };
                        won
                    }
                    None => self.evaluation.squashed(self.evaluation.of(self.game, ahead, mover)),
                };
                ahead.undo();
                // Whoever is told to stop has no time to look at hundreds of moves.
                looks = !watch.is_over_soon();
            }
            self.nodes.push(child);
        }
        let children = (self.nodes.len() - first) as u32;
        let node = &mut self.nodes[here];
        (node.first_child, node.children, node.kind) = (first as u32, children, Kind::Grown);
        (node.mover, node.chance) = (mover.0, chance);
        Ok(())
    }

    /// What is chosen next at a node, and of each choice the first move in the list.
    fn choices(&self, here: usize, chance: bool) -> (Part, Vec<usize>) {
        let Node { part, from, to, .. } = self.nodes[here];
        let all = || {
            self.candidates.iter().enumerate().filter(move |(_, one)| match part {
                Part::Whole => true,
                Part::From => one.from == from,
                Part::FromTo => one.from == from && one.to == to,
            })
        };
        let whole = || (Part::Whole, all().map(|(index, _)| index).collect());
        if chance || part == Part::FromTo || part == Part::Whole && self.candidates.len() <= BROAD {
            return whole();
        }
        let firsts = |site: fn(&Candidate) -> SiteId| {
            let sites = self.game.layout().sites();
            let mut seen = vec![false; sites + 1];
            let mut new = |one: &Candidate| !std::mem::replace(&mut seen[site(one).index().min(sites)], true);
            all().filter(|(_, one)| new(one)).map(|(index, _)| index).collect::<Vec<usize>>()
        };
        // A part is worth a step of its own where it halves the choice at least.
        let halves = |parts: &[usize]| parts.len() > 1 && 2 * parts.len() <= all().count();
        if part == Part::Whole {
            let parts = firsts(|one| one.from);
            if parts.len() > 1 {
                return if halves(&parts) { (Part::From, parts) } else { whole() };
            }
        }
        let parts = firsts(|one| one.to);
        if halves(&parts) { (Part::FromTo, parts) } else { whole() }
    }

    /// The child to go to.
    fn select(&self, here: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
        let node = &self.nodes[here];
        let (first, count) = (node.first_child as usize, node.children as usize);
        if node.chance {
            return first + below(rng, count);
        }
        let Style { minimax, bias, explore, rave, .. } = self.style;
        let logarithm = ((node.visits + 1) as f32).ln();
        // What was never tried is thought a little worse than the position is.
        let own = if node.part == Part::Whole { -1.0 } else { 1.0 };
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
                    if child.ever > 0 {
                        // What is known of it for certain counts the more, the more often it was tried (Gelly and Silver 2011).
                        let share = (rave / (3.0 * visits + rave)).sqrt();
                        mean += share * (child.ever_total / child.ever as f32 - mean);
                    }
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
    fn play_out(
        &mut self,
        path: &[usize],
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<f32>, LimitHit> {
        let mut state = self.walk.here().state();
        // Where a ply takes long, the watch is asked now and then; but a form of the game's own is entered once.
        let between = match self.facts {
            _ if self.game.states_are_dear() => usize::MAX,
            facts if !facts.quick => PLIES_BETWEEN[1],
            facts if facts.branching > 200.0 => PLIES_BETWEEN[0],
            _ => usize::MAX,
        };
        let mut left = self.style.plies;
        while left > 0 {
            let played = if self.dear_lists {
                self.play_by_list(&mut state, rng, watch)?
            } else {
                let limits = PlayoutLimits { plies: left.min(between), quiet_plies: None };
                self.game.playout_uncounted(&mut state, rng, limits)?
            };
            if let Some(ending) = played.end {
                if played.plies == 0 && left == self.style.plies {
                    return Ok(self.over(path[path.len() - 1], ending, path));
                }
                if self.style.rave > 0.0 {
                    self.look_at_stones(&state);
                }
                return Ok(rewards(&self.game.outcome_of(&state, ending).verdicts));
            }
            left = left.saturating_sub(played.plies.max(1));
            if left > 0 && watch.is_over_now() {
                break;
            }
        }
        self.stones.clear();
        if self.evaluation.is_blind() {
            return Ok(vec![0.0; self.game.glossary().players.len()]);
        }
        let mut plain = dagaz_core::Plain::new(self.game, state, &self.evaluation.weights);
        Ok(self.evaluation.shares(self.game, &mut plain, &mut self.scratch))
    }

    /// Plays one ply at random by a list that ends when the search is stopped. If the list turns out to be cheap, no other is made.
    fn play_by_list(
        &mut self,
        state: &mut State,
        rng: &mut Xoshiro256PlusPlus,
        watch: &Watch<'_>,
    ) -> Result<Playout, LimitHit> {
        let units = self.game.limits().fuel;
        let (mut list, mut fuel) = (MoveList::new(), watch.fuel(units));
        self.game.moves(state, &mut list, &mut fuel)?;
        self.dear_lists = units - fuel.left() > DEAR;
        if list.is_empty() {
            return Ok(Playout { end: self.game.ending(state)?, cut: None, plies: 0, choices: 0 });
        }
        self.game.play(state, list.get(below(rng, list.len())), &mut UndoLog::new());
        Ok(Playout { end: state.ending(self.game.layout()), cut: None, plies: 1, choices: list.len() as u64 })
    }

    /// Notes what stands where at the end of a playout.
    fn look_at_stones(&mut self, state: &State) {
        let roster = Roster::of(self.game);
        let on = |site| state.piece(site).map_or(Rank::NONE, |piece| roster.rank(piece));
        self.stones.clear();
        self.stones.extend(self.game.topology().site_ids().map(on));
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

    fn back_up(&mut self, path: &[usize], rewards: &[f32]) {
        for (place, &here) in path.iter().enumerate().rev() {
            self.nodes[here].visits += 1;
            if !self.stones.is_empty() && self.nodes[here].kind == Kind::Grown {
                self.back_up_stones(here, rewards);
            }
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

    /// The moves of the root with what is known of them.
    pub(crate) fn children(&mut self) -> Vec<RootChild> {
        let (mut found, mut open) = (Vec::new(), vec![(0, [0; 2])]);
        while let Some((above, parts)) = open.pop() {
            let Node { first_child, children, .. } = self.nodes[above];
            for child in first_child as usize..(first_child + children) as usize {
                let node = &self.nodes[child];
                match node.part {
                    Part::From => open.push((child, [node.visits, 0])),
                    Part::FromTo => open.push((child, [parts[0], node.visits])),
                    Part::Whole => {
                        let worth = match node.proven {
                            0 if node.visits > 0 => node.total / node.visits as f32,
                            proven => f32::from(proven),
                        };
                        // A move that wins at once counts as tried.
                        let (visits, proven) = (node.visits.max(u32::from(node.proven != 0)), node.proven);
                        let index = node.index as usize;
                        found.push(RootChild { index, node: child, parts, visits, worth, proven, keys: Vec::new() });
                    }
                }
            }
        }
        found.sort_by_key(|child| child.index);
        found
    }

    /// Puts what is known of the moves of the root in order, best first, and finds what would follow the first `lines` of them.
    pub(crate) fn rank(&mut self, children: &mut [RootChild], lines: usize) {
        if children.iter().all(|child| child.proven == -1) {
            // Of moves that all lose the one that does so last is best.
            children.iter_mut().for_each(|child| child.keys = self.line(child.node));
        }
        children.sort_by(RootChild::best_first);
        for child in children.iter_mut().take(lines).filter(|child| child.visits > 0 && child.keys.is_empty()) {
            child.keys = self.line(child.node);
        }
    }

    /// Keys of the positions along the line that is most looked at from a child of the root on.
    fn line(&mut self, child: usize) -> Vec<u64> {
        const LONGEST: usize = 30;
        let mut keys = Vec::new();
        let (mut place, mut next) = (0, child);
        let mut scratch = std::mem::take(&mut self.candidates);
        while keys.len() < LONGEST {
            if self.walk.play(place, self.nodes[next].index as usize, &mut scratch).is_err() {
                break;
            }
            keys.push(self.walk.here().key());
            place = next;
            match self.most_visited(place) {
                Some(found) => next = found,
                None => break,
            }
        }
        self.candidates = scratch;
        self.walk.back(keys.len());
        keys
    }

    /// The move that is most looked at from a position; none if none is.
    fn most_visited(&self, place: usize) -> Option<usize> {
        let mut at = place;
        loop {
            let node = &self.nodes[at];
            if node.kind != Kind::Grown {
                return None;
            }
            let range = node.first_child as usize..(node.first_child + node.children) as usize;
            let score = |index: &usize| (self.nodes[*index].proven == 1, self.nodes[*index].visits);
            at = range.max_by_key(score).filter(|next| score(next) > (false, 0))?;
            if self.nodes[at].part == Part::Whole {
                return Some(at);
            }
        }
    }
}

/// What a result proves: 1 for a win, -1 for a loss.
fn proof(worth: f32) -> i8 {
    i8::from(worth > 0.5) - i8::from(worth < -0.5)
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
