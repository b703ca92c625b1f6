//! Quiescence search: captures and promotions are played until the position is quiet.

use dagaz_core::{Candidate, Found, LimitHit, PlayerId};

use super::{INFINITE, PLIES_MAX, Tree};

impl Tree<'_, '_> {
    /// Returns the value of a position by quiescence search.
    pub(super) fn quiet(&mut self, mut alpha: i32, beta: i32, ply: usize, deep: usize) -> Result<i32, LimitHit> {
        const DEEP_MAX: usize = 10;
        let mover = self.ahead.mover();
        let ours = self.is_ours(mover);
        let standing = self.leaf(ours);
        if ply >= PLIES_MAX || deep >= DEEP_MAX {
            return Ok(standing);
        }
        if !self.manner.forced && standing >= beta {
            return Ok(standing);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let result = match self.ahead.moves(true, &mut list) {
            Err(hit) => Err(hit),
            Ok(Some(ending)) => Ok(self.ended(ending, ours, ply)),
            Ok(None) => {
                self.watch.listed(list.len());
                let forced = self.manner.forced && list.iter().any(|one| one.captures > 0);
                let mut best = if forced { -INFINITE } else { standing };
                alpha = alpha.max(best);
                self.settle(&list, mover, &mut best, alpha, beta, ply, deep, standing, forced).map(|()| best)
            }
        };
        self.lists[ply] = list;
        result
    }

    #[expect(clippy::too_many_arguments, reason = "it is part of the above")]
    fn settle(
        &mut self,
        list: &[Candidate],
        mover: PlayerId,
        best: &mut i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        deep: usize,
        standing: i32,
        forced: bool,
    ) -> Result<(), LimitHit> {
        let mut scores = std::mem::take(&mut self.scores[ply]);
        scores.clear();
        let order = &*self.order;
        scores.extend(list.iter().enumerate().map(|(at, one)| (order.score(one, 0, ply, 0), at as u32)));
        let mut result = Ok(());
        for place in 0..list.len() {
            let first =
                (place..list.len()).max_by_key(|&at| (scores[at].0, std::cmp::Reverse(scores[at].1))).unwrap_or(place);
            scores.swap(place, first);
            let index = scores[place].1 as usize;
            let one = list[index];
            // Delta pruning: a capture that cannot raise alpha is skipped.
            if !forced && self.manner.margins && standing + self.order.gain(&one) + 150 <= alpha {
                continue;
            }
            let ended = match self.ahead.play(index) {
                Ok(ended) => ended,
                Err(hit) => {
                    result = Err(hit);
                    break;
                }
            };
            let value = self.settled(ended, mover, alpha, beta, ply + 1, deep + 1);
            self.ahead.undo();
            match value {
                Ok(value) => {
                    if self.over {
                        break;
                    }
                    *best = (*best).max(value);
                    alpha = alpha.max(value);
                    if value >= beta {
                        break;
                    }
                }
                Err(hit) => {
                    result = Err(hit);
                    break;
                }
            }
        }
        self.scores[ply] = scores;
        result
    }

    /// Returns the value of a position after a capture, seen by `mover`.
    fn settled(
        &mut self,
        ended: Found,
        mover: PlayerId,
        alpha: i32,
        beta: i32,
        ply: usize,
        deep: usize,
    ) -> Result<i32, LimitHit> {
        let ours = self.is_ours(mover);
        self.lines[ply].clear();
        if !self.watch_node() {
            return Ok(0);
        }
        if let Some(ending) = ended {
            return Ok(self.ended(ending, ours, ply));
        }
        let next = self.ahead.mover();
        if self.ahead.by_chance() {
            return Ok(self.leaf(ours));
        }
        if self.is_ours(next) == ours {
            self.quiet(alpha, beta, ply, deep)
        } else {
            Ok(-self.quiet(-beta, -alpha, ply, deep)?)
        }
    }
}
