//! Chance nodes: the average over all outcomes.

use dagaz_core::{Candidate, Found, LimitHit};

use super::{PLIES_MAX, Tree};
use crate::evaluation::Evaluation;

impl Tree<'_, '_> {
    /// Returns the average over the outcomes, seen by the side of `ours`. A chance node costs no
    /// depth. Star1 bounds (Ballard 1983) cut averages outside the window.
    pub(super) fn chance(
        &mut self,
        ours: bool,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, LimitHit> {
        const MOST: f64 = Evaluation::MOST as f64;
        if !self.watch_node() || ply >= PLIES_MAX {
            return Ok(0);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let listed = self.ahead.moves(false, &mut list);
        let result = match listed {
            Err(hit) => Err(hit),
            Ok(Some(ending)) => Ok(self.ended(ending, ours, ply)),
            Ok(None) => self.average(&list, ours, depth, alpha, beta, ply, MOST),
        };
        self.lists[ply] = list;
        result
    }

    #[expect(clippy::too_many_arguments, reason = "it is part of the above")]
    fn average(
        &mut self,
        list: &[Candidate],
        ours: bool,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        most: f64,
    ) -> Result<i32, LimitHit> {
        let outcomes = self.ahead.chances(list);
        let (mut sum, mut left) = (0.0, 1.0);
        for (index, weight) in outcomes {
            let ended = self.ahead.play(index)?;
            left -= weight;
            let low = ((f64::from(alpha) - sum - left * most) / weight).clamp(-most, most) as i32;
            let high = ((f64::from(beta) - sum + left * most) / weight).clamp(-most, most) as i32;
            let (low, high) = (low.min(Evaluation::MOST - 1), high.max(low + 1));
            let value = self.lower(ended, ours, depth, low, high, ply + 1);
            self.ahead.undo();
            let value = f64::from(value?).clamp(-most, most);
            sum += weight * value;
            if self.over {
                break;
            }
            if sum + left * most <= f64::from(alpha) {
                return Ok((sum + left * most) as i32);
            }
            if sum - left * most >= f64::from(beta) {
                return Ok((sum - left * most) as i32);
            }
        }
        Ok(sum as i32)
    }

    /// Returns the value of one outcome, seen by the side of `ours`.
    fn lower(
        &mut self,
        ended: Found,
        ours: bool,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, LimitHit> {
        self.lines[ply].clear();
        if let Some(ending) = ended {
            return Ok(self.ended(ending, ours, ply));
        }
        let next = self.ahead.mover();
        if self.ahead.by_chance() {
            self.chance(ours, depth, alpha, beta, ply)
        } else if self.is_ours(next) == ours {
            self.node(depth, alpha, beta, ply, 0, false)
        } else {
            Ok(-self.node(depth, -beta, -alpha, ply, 0, false)?)
        }
    }
}
