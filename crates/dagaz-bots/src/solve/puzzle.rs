//! Puzzles of one player. Breadth-first search finds a shortest solution. If memory does not
//! suffice, `deepening` finds one too. Then depth-first search with a table of dead ends finds any
//! solution.
//!
//! If the budget has a depth, longer solutions are not searched, and "no solution within so many
//! plies" is an answer.

use std::collections::{HashMap, HashSet};

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, State, Weights, below, look_ahead};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::deepening::deepening;
use super::{NotSolvable, PuzzleMethod, REMEMBERED_MAX, Solution, Solved, Way, wins, won};
use crate::SearchLimits;
use crate::random::rng;

/// The common part of the methods.
struct Search<'a, 's> {
    game: &'a dyn Game,
    root: &'s State,
    player: PlayerId,
    weights: &'a Weights,
    /// Bytes of what is remembered, at most.
    memory: usize,
    /// Plies of a solution, at most.
    within: u32,
    /// Whether something did not fit into the memory.
    crowded: bool,
}

/// Solves a puzzle of one player, by one method or by all; reports which method found the result.
pub(super) fn puzzle(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    (memory, only): (usize, Option<PuzzleMethod>),
    watch: &mut SearchLimits<'_>,
) -> Result<Solved, NotSolvable> {
    let weights = &Weights::new(game, |_, _| 0, |_| 0);
    let (nodes, within) = (watch.budget().nodes.unwrap_or(u64::MAX), watch.budget().depth.unwrap_or(u32::MAX));
    let mut search = Search { game, root: state, player, weights, memory, within, crowded: false };
    let (mut solution, mut last) = (Solution::Unknown, only.unwrap_or(PuzzleMethod::Depth));
    for course in [PuzzleMethod::Breadth, PuzzleMethod::Deepening, PuzzleMethod::Depth] {
        // Where the rules do not say how far it is, a long solution is hardly ever found by
        // deepening.
        let until = match course {
            _ if only.is_some() => nodes,
            PuzzleMethod::Breadth => nodes / 2,
            PuzzleMethod::Deepening if game.plies_to_win(player).is_some() => nodes / 8 * 7,
            PuzzleMethod::Deepening => nodes / 8 * 5,
            PuzzleMethod::Depth => nodes,
        };
        if only.is_some_and(|only| only != course) {
            continue;
        }
        let found = match course {
            PuzzleMethod::Breadth => search.breadth_first(until, watch)?,
            PuzzleMethod::Deepening => deepening(game, state, player, weights, (memory, until, within), watch)?,
            PuzzleMethod::Depth => Some(search.depth_first(watch)?),
        };
        if let Some(found) = found {
            (solution, last) = (found, course);
            break;
        }
    }
    // Where all is known nothing is missed.
    let is_all = matches!(solution, Solution::Win { shortest: true, .. } | Solution::Loss | Solution::NoWin);
    let crowded = search.crowded && !is_all;
    Ok(Solved { solution, best: Vec::new(), plies: None, way: Way::Puzzle(last), crowded })
}

/// Bytes of a hash table with one more entry of this size: while it grows there are two of them.
fn bytes_of_table(length: usize, capacity: usize, entry: usize) -> usize {
    /// One of eight slots stays empty, and each has a byte in addition to its entry.
    const ROOM: (usize, usize) = (8, 7);
    let places = (capacity * ROOM.0 / ROOM.1).next_power_of_two();
    let bytes = places * (entry + 1);
    if length < capacity { bytes } else { 3 * bytes }
}

impl Search<'_, '_> {
    /// Returns a shortest solution, or that there is none; nothing if that takes more than its
    /// share, or more memory than there is.
    fn breadth_first(&mut self, share: u64, watch: &mut SearchLimits<'_>) -> Result<Option<Solution>, NotSolvable> {
        let (game, root, player) = (self.game, self.root, self.player);
        let (of_state, of_past) = (game.layout().state_bytes(), size_of_val(root.history()));
        let remembers = game.layout().spec().keeps_history;
        // By key: the key of the position before.
        let mut known: HashMap<u64, u64> = HashMap::new();
        let mut wave = vec![root.clone()];
        known.insert(root.key_but_ending(game.layout()), 0);
        let mut candidates = Vec::new();
        for gone in 0.. {
            if wave.is_empty() {
                break;
            }
            let (mut next, mut cut) = (Vec::new(), false);
            for state in &wave {
                let mut ahead = look_ahead(game, state, self.weights);
                let from = ahead.key();
                match ahead.moves(false, &mut candidates)? {
                    Some(ending) if wins(&ahead.verdicts(ending), player) => {
                        return Ok(Some(traced(game, root, from, &known)));
                    }
                    Some(_) => continue,
                    None => {}
                }
                // Whether it is won might have shown only in its list.
                if gone >= self.within {
                    cut |= !candidates.is_empty();
                    continue;
                }
                for index in 0..candidates.len() {
                    if !watch.node() {
                        return Ok(Some(Solution::Unknown));
                    }
                    let of_past = if remembers { of_past + gone as usize * size_of::<u64>() } else { 0 };
                    let waiting = (wave.len() + next.len()) * (of_state + of_past);
                    let table = bytes_of_table(known.len(), known.capacity(), size_of::<(u64, u64)>());
                    if waiting + table > self.memory || known.len() > REMEMBERED_MAX {
                        self.crowded = true;
                        return Ok(None);
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
                    if watch.nodes() > share {
                        return Ok(None);
                    }
                }
            }
            if cut {
                return Ok(Some(Solution::NoWin));
            }
            wave = next;
        }
        Ok(Some(Solution::Loss))
    }

    /// Some solution, or that there is none: depth first, from a new order of moves now and then,
    /// remembering what leads nowhere.
    fn depth_first(&mut self, watch: &mut SearchLimits<'_>) -> Result<Solution, NotSolvable> {
        const DEPTH_MAX: usize = 1_000;
        const ROUND: u64 = 400_000;
        let (game, root, player) = (self.game, self.root, self.player);
        let deepest = DEPTH_MAX.min(self.within as usize);
        let mut dead: HashSet<u64> = HashSet::new();
        for round in 0.. {
            let mut rng = rng(round);
            let mut ahead = look_ahead(game, root, self.weights);
            let until = watch.nodes() + ROUND * (round + 1);
            // For each ply the moves that are still to be tried, and whether all tried so far lead
            // nowhere.
            let mut plies: Vec<(Vec<u32>, bool)> = Vec::new();
            let mut keys: Vec<u64> = Vec::new();
            let mut candidates: Vec<Candidate> = Vec::new();
            // Whether a line was cut because it is long enough.
            let mut cut = false;
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
                        if whole {
                            self.bury(key, &mut dead);
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
                if ended.is_some() || dead.contains(&key) || circle {
                    // In a circle another way there may still lead on.
                    *whole &= !circle;
                    ahead.undo();
                    continue;
                }
                keys.push(key);
                let (order, solved) = list(&mut *ahead, &mut candidates, &mut rng)?;
                if solved {
                    return Ok(won(game, root, &keys, false));
                }
                if keys.len() >= deepest && !order.is_empty() {
                    (*whole, cut) = (false, true);
                    keys.pop();
                    ahead.undo();
                    continue;
                }
                plies.push((order, true));
            }
            if plies.is_empty() {
                return Ok(match cut {
                    false => Solution::Loss,
                    true if deepest < self.within as usize => Solution::Unknown,
                    true => Solution::NoWin,
                });
            }
        }
        Ok(Solution::Unknown)
    }

    /// Remembers that a position leads nowhere, if there is room.
    fn bury(&mut self, key: u64, dead: &mut HashSet<u64>) {
        let bytes = bytes_of_table(dead.len(), dead.capacity(), size_of::<u64>());
        if bytes <= self.memory && dead.len() < REMEMBERED_MAX {
            dead.insert(key);
        } else {
            self.crowded = true;
        }
    }
}

/// Returns the way from the root to a position.
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
