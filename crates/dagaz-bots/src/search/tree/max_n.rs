//! Max-n search: with more than two sides, each plays for itself (Luckhardt and Irani 1986).
//!
//! Paranoid search assumes that all others play against the searching player, and can use
//! alpha-beta cutoffs. Here every side chooses its own best value, a position has a value for each
//! side, and almost nothing can be cut off.

use dagaz_core::{Candidate, Found, LimitHit, PlayerId, Verdict};

use super::{MATE, PLIES_MAX, Tree, is_proven};
use crate::evaluation::Evaluation;
use crate::search::table::{Bound, Entry, tag};

/// Value of a position for each side, in the order of its [leaders](crate::Sides::leaders).
pub(super) type Worths = Vec<i32>;

/// Mixed into the table's keys, since these values differ from those of paranoid search.
const SALT: u64 = 0x94d0_49bb_1331_11eb;
/// Maximum consecutive captures in quiescence search.
const DEEP_MAX: usize = 4;

impl Tree<'_, '_> {
    /// Searches all moves of the root and sorts them by their value for the player to move.
    pub(super) fn root_for_each(&mut self, depth: i32, lines: usize) -> Result<(), LimitHit> {
        let own = self.side_of(self.ahead.mover());
        let mut looked_at = 0;
        for place in 0..self.root_moves.len() {
            let (index, before) = (self.root_moves[place].index, self.watch.nodes());
            let ended = self.ahead.play(index)?;
            let key = self.ahead.key();
            let worths = self.each(ended, depth - 1, 1);
            self.ahead.undo();
            let worths = worths?;
            if self.over {
                break;
            }
            let found = &mut self.root_moves[place];
            found.nodes = self.watch.nodes() - before;
            // Replies of others are guesses: only an immediate end is certain.
            found.value = match worths[own] {
                value if is_proven(value) && MATE - value.abs() > 1 => value.signum() * Evaluation::MOST,
                value => value,
            };
            found.keys.clear();
            found.keys.push(key);
            found.keys.extend_from_slice(&self.lines[1]);
            looked_at += 1;
        }
        // The first move is the best one of the last iteration. Without a result in this iteration
        // it stays.
        if looked_at > 0 {
            self.root_moves[..looked_at].sort_by_key(|one| std::cmp::Reverse(one.value));
            let seen = lines.min(looked_at);
            if !self.over {
                (self.depth, self.top) = (depth, self.root_moves[..seen].to_vec());
            } else if self.top.is_empty() || seen > 0 {
                let best = self.root_moves[0].clone();
                self.top.retain(|known| known.index != best.index);
                self.top.insert(0, best);
                self.top.truncate(lines.max(1));
            }
        }
        Ok(())
    }

    /// Returns the index of a player's side among the leaders.
    fn side_of(&self, player: PlayerId) -> usize {
        let leader = self.evaluation.sides.leader(player);
        self.evaluation.sides.leaders().position(|one| one == leader).unwrap_or(0)
    }

    fn worths_of_end(&mut self, ending: (dagaz_core::EndingId, PlayerId), ply: usize) -> Worths {
        self.watch.leaf();
        let verdicts = self.ahead.verdicts(ending);
        let worth = |leader: PlayerId| match verdicts.get(leader.index()) {
            Some(Verdict::Win) => MATE - ply as i32,
            Some(Verdict::Loss) => ply as i32 - MATE,
            _ => 0,
        };
        self.evaluation.sides.leaders().map(worth).collect()
    }

    fn worths(&mut self) -> Worths {
        self.watch.leaf();
        let (game, evaluation) = (self.game, self.evaluation);
        evaluation.sides.leaders().map(|leader| evaluation.of(game, &mut *self.ahead, leader)).collect()
    }

    fn nothing(&self) -> Worths {
        vec![0; self.evaluation.sides.count()]
    }

    /// Returns the value for each side of the position after a move.
    fn each(&mut self, ended: Found, depth: i32, ply: usize) -> Result<Worths, LimitHit> {
        self.lines[ply].clear();
        if !self.watch_node() {
            return Ok(self.nothing());
        }
        if let Some(ending) = ended {
            return Ok(self.worths_of_end(ending, ply));
        }
        if ply >= PLIES_MAX {
            return Ok(self.worths());
        }
        if self.ahead.by_chance() {
            return self.listed(ply, |tree, list| tree.average_of_each(list, depth, ply));
        }
        let key = self.ahead.key();
        if self.path.contains(&key) || self.ahead.occurrences() > 1 {
            return Ok(self.nothing());
        }
        if depth <= 0 {
            if self.manner.sudden
                && let Some(ending) = self.ended_here(ply)?
            {
                return Ok(self.worths_of_end(ending, ply));
            }
            return if self.manner.quiescence { self.quiet_for_each(ply, 0) } else { Ok(self.worths()) };
        }
        self.path.push(key);
        let found = self.listed(ply, |tree, list| tree.best_for_each(list, depth, ply, key ^ SALT));
        self.path.pop();
        found
    }

    /// Lists the moves of the present position for `then`, unless the game is over.
    fn listed(
        &mut self,
        ply: usize,
        then: impl FnOnce(&mut Self, &[Candidate]) -> Result<Worths, LimitHit>,
    ) -> Result<Worths, LimitHit> {
        let mut list = std::mem::take(&mut self.lists[ply]);
        let found = match self.ahead.moves(false, &mut list) {
            Err(hit) => Err(hit),
            Ok(Some(ending)) => Ok(self.worths_of_end(ending, ply)),
            Ok(None) => {
                self.watch.listed(list.len());
                then(self, &list)
            }
        };
        self.lists[ply] = list;
        found
    }

    fn best_for_each(&mut self, list: &[Candidate], depth: i32, ply: usize, key: u64) -> Result<Worths, LimitHit> {
        let own = self.side_of(self.ahead.mover());
        let best_known = self.table.get(key).map_or(0, |entry| entry.best);
        let order = &*self.order;
        let mut places: Vec<usize> = (0..list.len()).collect();
        places.sort_by_cached_key(|&place| std::cmp::Reverse(order.score(&list[place], best_known, ply, 0)));
        let mut best: Option<(Worths, u16)> = None;
        for place in places {
            let ended = self.ahead.play(place)?;
            let child = self.ahead.key();
            let worths = self.each(ended, depth - 1, ply + 1);
            self.ahead.undo();
            let worths = worths?;
            if self.over {
                break;
            }
            if best.as_ref().is_none_or(|(known, _)| worths[own] > known[own]) {
                let wins = worths[own] >= MATE - ply as i32 - 1;
                best = Some((worths, tag(list[place].number())));
                let (above, below) = self.lines.split_at_mut(ply + 1);
                above[ply].clear();
                above[ply].push(child);
                above[ply].extend_from_slice(&below[0]);
                // Nothing is better than an immediate win.
                if wins {
                    break;
                }
            }
        }
        let Some((worths, best)) = best else { return Ok(self.nothing()) };
        if !self.over {
            self.table.put(key, Entry { value: 0, bound: Bound::Lower, depth, best });
        }
        Ok(worths)
    }

    /// Returns the average value of a chance node for each side.
    fn average_of_each(&mut self, list: &[Candidate], depth: i32, ply: usize) -> Result<Worths, LimitHit> {
        let mut sums = vec![0.0; self.evaluation.sides.count()];
        for (index, weight) in self.ahead.chances(list) {
            let ended = self.ahead.play(index)?;
            let worths = self.each(ended, depth, ply + 1);
            self.ahead.undo();
            for (sum, worth) in sums.iter_mut().zip(worths?) {
                *sum += weight * f64::from(worth.clamp(-Evaluation::MOST, Evaluation::MOST));
            }
        }
        self.lines[ply].clear();
        Ok(sums.into_iter().map(|sum| sum as i32).collect())
    }

    /// Quiescence search for several sides: the player to move may capture or stand pat.
    fn quiet_for_each(&mut self, ply: usize, deep: usize) -> Result<Worths, LimitHit> {
        let mut best = self.worths();
        if deep >= DEEP_MAX || ply >= PLIES_MAX {
            return Ok(best);
        }
        let own = self.side_of(self.ahead.mover());
        let mut list = std::mem::take(&mut self.lists[ply]);
        let result = self.settle_for_each(&mut list, &mut best, own, ply, deep);
        self.lists[ply] = list;
        result.map(|()| best)
    }

    fn settle_for_each(
        &mut self,
        list: &mut Vec<Candidate>,
        best: &mut Worths,
        own: usize,
        ply: usize,
        deep: usize,
    ) -> Result<(), LimitHit> {
        if let Some(ending) = self.ahead.moves(true, list)? {
            *best = self.worths_of_end(ending, ply);
            return Ok(());
        }
        self.watch.listed(list.len());
        for place in 0..list.len() {
            let ended = self.ahead.play(place)?;
            let worths = if !self.watch_node() {
                Ok(self.nothing())
            } else if let Some(ending) = ended {
                Ok(self.worths_of_end(ending, ply + 1))
            } else if self.ahead.by_chance() {
                Ok(self.worths())
            } else {
                self.quiet_for_each(ply + 1, deep + 1)
            };
            self.ahead.undo();
            let worths = worths?;
            if self.over {
                break;
            }
            if worths[own] > best[own] {
                *best = worths;
            }
        }
        Ok(())
    }
}
