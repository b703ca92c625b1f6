//! Solving: what can be proved about a position.
//!
//! A puzzle of one player is searched breadth first, which finds a shortest solution, and, where that needs more memory than there
//! is, depth first with a table of what leads nowhere. With two players proof-number search (Allis 1994) looks for a proof that
//! the player to move wins, whatever the other does; and if there is none, for one that the player does not lose.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use dagaz_core::{
    Candidate, Game, LimitHit, Lookahead, Move, MoveList, PlayerId, State, Turn, UndoLog, Verdict, Weights, below,
    look_ahead,
};

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Watch;
use crate::search::moves_of;
use crate::simple::rng;

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// Whoever is to move wins: these moves show how, the defender's being those that hold out longest in the proof. With
    /// `shortest` there is no shorter way.
    Win {
        /// The line.
        moves: Vec<Move>,
        /// Plies until the end at most, whatever the other does.
        plies: u32,
        /// Whether it is known that there is no shorter way.
        shortest: bool,
    },
    /// With best play nobody wins.
    Draw,
    /// Whoever is to move loses against best play; a puzzle has no solution.
    Loss,
    /// Whoever is to move cannot force a win; more is not known.
    NoWin,
    /// The search was over before anything was proved.
    Unknown,
}

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSolvable {
    /// Chance, hidden facts, or more than two players.
    Kind,
    /// The game has met a limit.
    Limit(LimitHit),
}

impl From<LimitHit> for NotSolvable {
    fn from(hit: LimitHit) -> NotSolvable {
        NotSolvable::Limit(hit)
    }
}

/// Positions that are remembered at most: about 500 MB.
const REMEMBERED_MAX: usize = 8_000_000;

/// Finds out what it can about a state until the watch says that it is over.
pub fn solve(game: &dyn Game, state: &State, watch: &mut Watch<'_>) -> Result<Solution, NotSolvable> {
    let slots = &game.glossary().slots;
    let mut players: Vec<PlayerId> = slots.iter().map(|slot| slot.mover).collect();
    players.sort_unstable();
    players.dedup();
    let hides = (0..game.glossary().players.len()).any(|player| game.view(state, PlayerId::at(player)).seen != *state);
    let random = players.iter().any(|player| game.is_random(*player));
    if hides || random || matches!(game.turn(state), Turn::Chance(_)) {
        return Err(NotSolvable::Kind);
    }
    match players.len() {
        1 => puzzle(game, state, players[0], watch),
        2 => duel(game, state, watch),
        _ => Err(NotSolvable::Kind),
    }
}

/// Solves a puzzle of one player.
fn puzzle(game: &dyn Game, state: &State, player: PlayerId, watch: &mut Watch<'_>) -> Result<Solution, NotSolvable> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let share = watch.budget().nodes.map_or(u64::MAX, |nodes| nodes / 2);
    match breadth_first(game, state, player, &weights, share, watch)? {
        Some(solution) => Ok(solution),
        None => depth_first(game, state, player, &weights, watch),
    }
}

fn wins(verdicts: &[Verdict], player: PlayerId) -> bool {
    verdicts.get(player.index()) == Some(&Verdict::Win)
}

/// A shortest solution, or that there is none; nothing if that takes more than its share.
fn breadth_first(
    game: &dyn Game,
    root: &State,
    player: PlayerId,
    weights: &Weights,
    share: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Solution>, NotSolvable> {
    /// Bytes of the states that wait at most.
    const WAITING_MAX: usize = 400 << 20;
    let room = WAITING_MAX / game.layout().state_bytes().max(1);
    // By key: the key of the position before.
    let mut known: HashMap<u64, u64> = HashMap::new();
    let mut wave = vec![root.clone()];
    known.insert(root.key_but_ending(game.layout()), 0);
    let mut candidates = Vec::new();
    while !wave.is_empty() {
        let mut next = Vec::new();
        for state in &wave {
            let mut ahead = look_ahead(game, state, weights);
            let from = ahead.key();
            match ahead.moves(false, &mut candidates)? {
                Some(ending) if wins(&ahead.verdicts(ending), player) => {
                    return Ok(Some(traced(game, root, from, &known)));
                }
                Some(_) => continue,
                None => {}
            }
            for index in 0..candidates.len() {
                if !watch.node() {
                    return Ok(Some(Solution::Unknown));
                }
                let ended = ahead.play(index)?;
                let key = ahead.key();
                if let std::collections::hash_map::Entry::Vacant(place) = known.entry(key) {
                    place.insert(from);
                    match ended {
                        Some(ending) if wins(&ahead.verdicts(ending), player) => {
                            return Ok(Some(traced(game, root, key, &known)));
                        }
                        Some(_) => {}
                        None => next.push(ahead.state()),
                    }
                }
                ahead.undo();
                if watch.nodes() > share || known.len() > REMEMBERED_MAX || next.len() > room {
                    return Ok(None);
                }
            }
        }
        wave = next;
    }
    Ok(Some(Solution::Loss))
}

/// The way from the root to a position.
fn traced(game: &dyn Game, root: &State, last: u64, known: &HashMap<u64, u64>) -> Solution {
    let start = root.key_but_ending(game.layout());
    let mut keys = Vec::new();
    let mut key = last;
    while key != start {
        keys.push(key);
        key = known.get(&key).copied().unwrap_or(start);
    }
    keys.reverse();
    won(game, root, &keys, true)
}

fn won(game: &dyn Game, root: &State, keys: &[u64], shortest: bool) -> Solution {
    let mut list = MoveList::new();
    let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel);
    let moves = match game.moves(root, &mut list, fuel) {
        Ok(()) => moves_of(game, root, keys, &list, 0, &AtomicBool::new(false)),
        Err(_) => Vec::new(),
    };
    Solution::Win { plies: keys.len() as u32, moves, shortest }
}

/// Some solution, or that there is none: depth first, from a new order of moves now and then, remembering what leads nowhere.
fn depth_first(
    game: &dyn Game,
    root: &State,
    player: PlayerId,
    weights: &Weights,
    watch: &mut Watch<'_>,
) -> Result<Solution, NotSolvable> {
    const DEPTH_MAX: usize = 1_000;
    const ROUND: u64 = 400_000;
    let mut dead: std::collections::HashSet<u64> = std::collections::HashSet::new();
    for round in 0.. {
        let mut rng = rng(round);
        let mut ahead = look_ahead(game, root, weights);
        let until = watch.nodes() + ROUND * (round + 1);
        // For each ply the moves that are still to be tried, and whether all tried so far lead nowhere.
        let mut plies: Vec<(Vec<u32>, bool)> = Vec::new();
        let mut keys: Vec<u64> = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        let list = |ahead: &mut dyn Lookahead,
                    candidates: &mut Vec<Candidate>,
                    rng: &mut Xoshiro256PlusPlus|
         -> Result<(Vec<u32>, bool), LimitHit> {
            let ended = ahead.moves(false, candidates)?;
            if let Some(ending) = ended {
                return Ok((Vec::new(), wins(&ahead.verdicts(ending), player)));
            }
            let mut order: Vec<u32> = (0..candidates.len() as u32).collect();
            for last in (1..order.len()).rev() {
                order.swap(last, below(rng, last + 1));
            }
            Ok((order, false))
        };
        let (order, already) = list(&mut *ahead, &mut candidates, &mut rng)?;
        if already {
            return Ok(won(game, root, &[], false));
        }
        plies.push((order, true));
        while let Some((order, whole)) = plies.last_mut() {
            if watch.is_over() {
                return Ok(Solution::Unknown);
            }
            if watch.nodes() > until {
                break;
            }
            let Some(index) = order.pop() else {
                let whole = *whole;
                plies.pop();
                if let Some(key) = keys.pop() {
                    if whole && dead.len() < REMEMBERED_MAX {
                        dead.insert(key);
                    }
                    ahead.undo();
                    if let Some((_, above)) = plies.last_mut() {
                        *above &= whole;
                    }
                }
                continue;
            };
            watch.node();
            let ended = ahead.play(index as usize)?;
            let key = ahead.key();
            if let Some(ending) = ended
                && wins(&ahead.verdicts(ending), player)
            {
                keys.push(key);
                return Ok(won(game, root, &keys, false));
            }
            let circle = keys.contains(&key);
            if ended.is_some() || dead.contains(&key) || circle || plies.len() >= DEPTH_MAX {
                if (circle || plies.len() >= DEPTH_MAX)
                    && let Some((_, whole)) = plies.last_mut()
                {
                    // Another way there may still lead on.
                    *whole = false;
                }
                ahead.undo();
                continue;
            }
            keys.push(key);
            let (order, solved) = list(&mut *ahead, &mut candidates, &mut rng)?;
            if solved {
                return Ok(won(game, root, &keys, false));
            }
            plies.push((order, true));
        }
        if plies.is_empty() {
            return Ok(Solution::Loss);
        }
    }
    Ok(Solution::Unknown)
}

/// Proves what can be proved for two players.
fn duel(game: &dyn Game, state: &State, watch: &mut Watch<'_>) -> Result<Solution, NotSolvable> {
    let attacker = match game.turn(state) {
        dagaz_core::Turn::Choice(player) => player,
        _ => return Err(NotSolvable::Kind),
    };
    let mut proof = Proof::new(game, state, attacker, false);
    match proof.run(watch)? {
        Some(true) => {
            let keys = proof.line()?;
            let plies = proof.lengths()[0];
            return Ok(match won(game, state, &keys, false) {
                Solution::Win { moves, .. } => Solution::Win { moves, plies, shortest: false },
                other => other,
            });
        }
        None => return Ok(Solution::Unknown),
        Some(false) => {}
    }
    match Proof::new(game, state, attacker, true).run(watch)? {
        Some(true) => Ok(Solution::Draw),
        Some(false) => Ok(Solution::Loss),
        None => Ok(Solution::NoWin),
    }
}

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

/// Proof-number search for one goal. A position that occurs again on the way to itself counts as not reached.
struct Proof<'a> {
    game: &'a dyn Game,
    state: State,
    weights: Weights,
    attacker: PlayerId,
    /// Whether a draw is enough.
    holds: bool,
    nodes: Vec<Node>,
}

impl<'a> Proof<'a> {
    fn new(game: &'a dyn Game, state: &State, attacker: PlayerId, holds: bool) -> Proof<'a> {
        let root = Node { proof: 1, disproof: 1, first_child: 0, children: 0, attacks: true, grown: false };
        let weights = Weights::new(game, |_, _| 0, |_| 0);
        Proof { game, state: state.clone(), weights, attacker, holds, nodes: vec![root] }
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

    /// Whether the goal is reached, if that was found out.
    fn run(&mut self, watch: &mut Watch<'_>) -> Result<Option<bool>, LimitHit> {
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
            if watch.is_over() || self.nodes.len() > NODES_MAX {
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
            // Back up as far as something has changed.
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
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitHit> {
        watch.node();
        if let Some(ending) = ahead.moves(false, candidates)? {
            let reached = self.reached(&ahead.verdicts(ending));
            self.settle(here, reached);
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

    /// Plies to the end in the proof below each node, the attacker taking the shortest way and the defender the longest.
    fn lengths(&self) -> Vec<u32> {
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
    fn line(&self) -> Result<Vec<u64>, LimitHit> {
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

/// Whether a line of moves can be played one after the other from a state.
pub fn is_playable(game: &dyn Game, state: &State, moves: &[Move]) -> bool {
    let (mut state, mut list) = (state.clone(), MoveList::new());
    moves.iter().all(|one| {
        let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel);
        let legal = game.moves(&state, &mut list, fuel).is_ok() && list.iter().any(|other| other.same_as(one.as_ref()));
        game.play(&mut state, one.as_ref(), &mut UndoLog::new());
        legal
    })
}
