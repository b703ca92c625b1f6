//! Puzzles of one player: breadth first, which finds a shortest solution; where that needs more memory than there is, by `deepening`, which finds
//! one too; and then depth first with a table of what leads nowhere, which finds any.

use std::collections::HashMap;

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, State, Weights, below, look_ahead};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::deepening::deepening;
use super::{Course, NotSolvable, REMEMBERED_MAX, Solution, wins, won};
use crate::Watch;
use crate::simple::rng;

/// Solves a puzzle of one player, by one course or by all of them; tells which has found out what there is.
pub(super) fn puzzle(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    (memory, only): (usize, Option<Course>),
    watch: &mut Watch<'_>,
) -> Result<(Solution, Course), NotSolvable> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let nodes = watch.budget().nodes.unwrap_or(u64::MAX);
    for course in [Course::Breadth, Course::Deepening, Course::Depth] {
        // Where the rules do not say how far it is, a long solution is hardly ever found by deepening.
        let until = match course {
            _ if only.is_some() => nodes,
            Course::Breadth => nodes / 2,
            Course::Deepening if game.plies_to_win(player).is_some() => nodes / 8 * 7,
            Course::Deepening => nodes / 8 * 5,
            Course::Depth => nodes,
        };
        if only.is_some_and(|only| only != course) {
            continue;
        }
        let found = match course {
            Course::Breadth => breadth_first(game, state, player, &weights, until, watch)?,
            Course::Deepening => deepening(game, state, player, &weights, (memory, until), watch)?,
            Course::Depth => Some(depth_first(game, state, player, &weights, watch)?),
        };
        if let Some(solution) = found {
            return Ok((solution, course));
        }
    }
    Ok((Solution::Unknown, only.unwrap_or(Course::Depth)))
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
