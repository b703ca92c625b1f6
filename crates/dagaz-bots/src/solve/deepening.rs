//! Puzzles of one player by IDA* (Korf 1985): depth-first search to a bound that grows until a
//! solution is found, which then is a shortest one.
//!
//! It needs hardly any memory, and works where breadth-first search runs out of it. An admissible
//! lower bound on the remaining plies ([`Game::plies_to_win`]) prunes; without one this is plain
//! iterative deepening. A transposition table records the depth of failed searches (Reinefeld and
//! Marsland 1994); lost entries are only searched again.

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, State, Weights, look_ahead};

use super::{NotSolvable, Solution, wins, won};
use crate::SearchLimits;

/// Plies from the root at most.
const DEPTH_MAX: u32 = 1_000;
/// A position that cannot be won any more.
const NEVER: u32 = u32::MAX;

/// Returns a shortest solution, or a proof that there is none (`within` the given plies); `None` if
/// it needs more nodes than `until`.
pub(super) fn deepening(
    game: &dyn Game,
    root: &State,
    player: PlayerId,
    weights: &Weights,
    (memory, until, within): (usize, u64, u32),
    watch: &mut SearchLimits<'_>,
) -> Result<Option<Solution>, NotSolvable> {
    let bound = game.plies_to_win(player);
    let left = |state: &dyn Lookahead| bound.as_ref().map_or(0, |bound| bound(&state.state()));
    let mut ahead = look_ahead(game, root, weights);
    let mut limit = left(&*ahead);
    if limit == NEVER {
        return Ok(Some(Solution::Loss));
    }
    // More room than nodes would stay empty.
    let table = FailedDepths::new(memory.min(until.saturating_mul(4).saturating_mul(FailedDepths::ENTRY) as usize));
    let mut search = Search { player, left: &left, until, table, keys: Vec::new(), candidates: Vec::new() };
    while limit <= DEPTH_MAX {
        // Each round has shown that there is no solution of fewer plies.
        if limit > within {
            return Ok(Some(Solution::NoWin));
        }
        match search.round(&mut *ahead, limit, watch)? {
            RoundResult::Solved => return Ok(Some(won(game, root, &search.keys, true))),
            RoundResult::Over => return Ok(if watch.is_over() { Some(Solution::Unknown) } else { None }),
            RoundResult::Cut(NEVER) => return Ok(Some(Solution::Loss)),
            RoundResult::Cut(next) => limit = next,
        }
    }
    Ok(None)
}

/// How a round has ended.
enum RoundResult {
    /// The keys are a solution.
    Solved,
    /// The share or the budget is used up.
    Over,
    /// There is no solution within this number of plies; the minimum of the bounds of the cut
    /// lines.
    Cut(u32),
}

struct Search<'s> {
    player: PlayerId,
    /// How many plies are left at least.
    left: &'s dyn Fn(&dyn Lookahead) -> u32,
    until: u64,
    table: FailedDepths,
    /// Of the positions on the way, without the root.
    keys: Vec<u64>,
    candidates: Vec<Candidate>,
}

impl Search<'_> {
    /// Searches everything that may be solved within this number of plies.
    fn round(
        &mut self,
        ahead: &mut dyn Lookahead,
        limit: u32,
        watch: &mut SearchLimits<'_>,
    ) -> Result<RoundResult, LimitHit> {
        self.keys.clear();
        let mut cut = NEVER;
        // For each ply on the way the moves that are still to be tried.
        let mut plies: Vec<std::ops::Range<usize>> = Vec::new();
        match self.list(ahead)? {
            Listed::Solved => return Ok(RoundResult::Solved),
            Listed::Moves(_) if limit == 0 => return Ok(RoundResult::Cut(1)),
            Listed::Moves(count) => plies.push(0..count),
        }
        while let Some(moves) = plies.last_mut() {
            let Some(index) = moves.next() else {
                plies.pop();
                if self.keys.pop().is_some() {
                    ahead.undo();
                }
                continue;
            };
            if !watch.node() || watch.nodes() > self.until {
                self.keys.iter().for_each(|_| ahead.undo());
                return Ok(RoundResult::Over);
            }
            let ended = ahead.play(index)?;
            let key = ahead.key();
            self.keys.push(key);
            if let Some(ending) = ended {
                if wins(&ahead.verdicts(ending), self.player) {
                    return Ok(RoundResult::Solved);
                }
            } else {
                let gone = self.keys.len() as u32;
                let left = limit - gone;
                if !self.table.is_in_vain(key, left) {
                    let least = (self.left)(ahead);
                    if least > left {
                        cut = cut.min(gone.saturating_add(least));
                    } else {
                        self.table.put(key, left);
                        match self.list(ahead)? {
                            Listed::Solved => return Ok(RoundResult::Solved),
                            Listed::Moves(0) => {}
                            // Whether it was won might have shown only in its list.
                            Listed::Moves(_) if left == 0 => cut = cut.min(gone + 1),
                            Listed::Moves(count) => {
                                plies.push(0..count);
                                continue;
                            }
                        }
                    }
                }
            }
            self.keys.pop();
            ahead.undo();
        }
        Ok(RoundResult::Cut(cut))
    }

    fn list(&mut self, ahead: &mut dyn Lookahead) -> Result<Listed, LimitHit> {
        Ok(match ahead.moves(false, &mut self.candidates)? {
            Some(ending) if wins(&ahead.verdicts(ending), self.player) => Listed::Solved,
            Some(_) => Listed::Moves(0),
            None => Listed::Moves(self.candidates.len()),
        })
    }
}

/// What a move list shows.
enum Listed {
    Solved,
    Moves(usize),
}

/// The depth of failed searches of positions. Two entries share a slot: the deepest one and the
/// latest one.
struct FailedDepths {
    /// The key, and the plies and one more; 0 where nothing is known.
    places: Vec<[(u64, u32); 2]>,
}

impl FailedDepths {
    /// Bytes of an entry.
    const ENTRY: u64 = size_of::<(u64, u32)>() as u64;

    fn new(bytes: usize) -> FailedDepths {
        let places = (bytes / (2 * Self::ENTRY as usize)).max(1);
        FailedDepths { places: vec![[(0, 0); 2]; 1 << places.ilog2()] }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    #[inline]
    fn is_in_vain(&self, key: u64, plies: u32) -> bool {
        self.places[self.place(key)].iter().any(|&(known, most)| known == key && most > plies)
    }

    fn put(&mut self, key: u64, plies: u32) {
        let place = self.place(key);
        let entry = (key, plies + 1);
        let [most, last] = &mut self.places[place];
        if most.0 == key || most.1 <= entry.1 {
            if most.0 != key {
                *last = *most;
            }
            *most = entry;
        } else {
            *last = entry;
        }
    }
}
