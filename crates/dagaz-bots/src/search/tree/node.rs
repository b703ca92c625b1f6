//! A decision node: transposition table, pruning, and its moves one by one.

use dagaz_core::{Candidate, Found, LimitHit, PlayerId};

use super::{INFINITE, MATE, PLIES_MAX, Tree, is_proven};
use crate::search::table::{Bound, Entry, tag};

impl Tree<'_, '_> {
    /// Principal variation search: the value of the present position for the side to move.
    pub(super) fn node(
        &mut self,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        before: u32,
        may_pass: bool,
    ) -> Result<i32, LimitHit> {
        self.lines[ply].clear();
        if !self.watch_node() {
            return Ok(0);
        }
        let mover = self.ahead.mover();
        let ours = self.is_ours(mover);
        let key = self.ahead.key();
        if ply >= PLIES_MAX {
            return Ok(self.leaf(ours));
        }
        // Repetition: score as a draw.
        if self.path.contains(&key) || self.ahead.occurrences() > 1 {
            return Ok(0);
        }
        // Mate distance pruning: a win farther away than a known one is useless.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let in_check = self.ahead.in_check();
        // Check extension.
        if in_check == Some(true) {
            depth += 1;
        }
        if depth <= 0 {
            // Search positions that know checks have searched on where a check may be the end.
            if self.manner.sudden
                && in_check.is_none()
                && let Some(ending) = self.ended_here(ply)?
            {
                return Ok(self.ended(ending, ours, ply));
            }
            match self.looks_on(ply) {
                Some(true) => depth = 1,
                None if self.manner.quiescence => return self.quiet(alpha, beta, ply, 0),
                _ => return Ok(self.leaf(ours)),
            }
        }
        // Transposition table probe.
        let side_key = if ours { key } else { key ^ 0x5bd1_e995_9d2c_5680 };
        let pv = beta - alpha > 1;
        let mut best_known = 0;
        if let Some(entry) = self.table.get(side_key) {
            best_known = entry.best;
            let value = from_table(entry.value, ply);
            if entry.depth >= depth && !pv {
                let cuts = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha,
                };
                if cuts {
                    return Ok(value);
                }
            }
        }
        let calm = in_check == Some(false) && !pv && !is_proven(beta);
        let standing = if calm && (self.manner.margins || self.manner.null_move) { self.evaluate(ours) } else { 0 };
        // Reverse futility pruning (static null-move pruning).
        if calm && self.manner.margins && depth <= 4 && standing - 80 * depth >= beta {
            return Ok(standing);
        }
        // Null-move pruning.
        if calm && self.manner.null_move && may_pass && depth >= 3 && standing >= beta && self.has_choice(mover) {
            let less = 3 + depth / 5;
            if self.ahead.pass() {
                self.path.push(key);
                let value = if self.is_ours(self.ahead.mover()) == ours {
                    // The pass did not change the side to move, so its value means nothing.
                    Ok(-INFINITE)
                } else {
                    self.node(depth - 1 - less, -beta, -beta + 1, ply + 1, 0, false).map(|value| -value)
                };
                self.path.pop();
                self.ahead.undo();
                let value = value?;
                if self.over {
                    return Ok(0);
                }
                if value >= beta && !is_proven(value) {
                    // Verification search: at high depth the reduced search is repeated without the
                    // null move, against zugzwang.
                    if depth < 10 {
                        return Ok(value);
                    }
                    let checked = self.node(depth - 1 - less, beta - 1, beta, ply, before, false)?;
                    if checked >= beta {
                        return Ok(value);
                    }
                }
            }
        }
        // Internal iterative reduction.
        if best_known == 0 && depth >= 6 {
            depth -= 1;
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let mut scores = std::mem::take(&mut self.scores[ply]);
        self.path.push(key);
        let found = match self.ahead.moves(false, &mut list) {
            Err(hit) => Err(hit),
            Ok(Some(ending)) => Ok((self.ended(ending, ours, ply), 0, true)),
            Ok(None) => {
                self.watch.listed(list.len());
                scores.clear();
                let order = &*self.order;
                scores.extend(
                    list.iter().enumerate().map(|(at, one)| (order.score(one, best_known, ply, before), at as u32)),
                );
                // Futility pruning of quiet moves.
                let prune = calm && self.manner.margins && depth <= 3 && standing + 120 * depth <= alpha;
                self.best_of(&list, &mut scores, mover, depth, alpha, beta, ply, before, in_check, prune)
                    .map(|(value, best)| (value, best, false))
            }
        };
        self.path.pop();
        self.lists[ply] = list;
        self.scores[ply] = scores;
        let (value, best, _) = found?;
        if self.over {
            return Ok(value);
        }
        let bound = match value {
            value if value >= beta => Bound::Lower,
            value if value > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(side_key, Entry { value: to_table(value, ply), bound, depth, best });
        Ok(value)
    }

    /// Zugzwang guard: whether a player has so many moves that a pass would rarely be best.
    fn has_choice(&mut self, mover: PlayerId) -> bool {
        self.ahead.mobility(mover).is_some_and(|moves| moves >= 8)
    }

    /// Returns the best value among the moves of a list, and the move hash of the best move if one
    /// is better than `alpha`.
    #[expect(clippy::too_many_arguments, reason = "it is the inner loop")]
    fn best_of(
        &mut self,
        list: &[Candidate],
        scores: &mut [(i32, u32)],
        mover: PlayerId,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        before: u32,
        in_check: Option<bool>,
        prune: bool,
    ) -> Result<(i32, u16), LimitHit> {
        let (mut best, mut best_tag) = (-INFINITE, 0);
        let pv = beta - alpha > 1;
        let many = list.len();
        let mut tried: [Candidate; 16] = [Candidate::PASS; 16];
        let mut tried_count = 0;
        for place in 0..many {
            // Lazy selection sort: most nodes cut off early.
            let first =
                (place..many).max_by_key(|&at| (scores[at].0, std::cmp::Reverse(scores[at].1))).unwrap_or(place);
            scores.swap(place, first);
            let index = scores[place].1 as usize;
            let one = list[index];
            let loud = self.order.is_loud(&one);
            if prune && !loud && place > 0 && best > -INFINITE {
                continue;
            }
            let ended = self.ahead.play(index)?;
            let number = one.number();
            let mut value = alpha + 1;
            let mut searched = false;
            // Late move reductions.
            if place >= 3 && depth >= 3 && !loud && in_check != Some(true) && many > 6 {
                let mut less = 1 + i32::from(place >= 8) + i32::from(place >= 20 && depth >= 5) + i32::from(depth >= 8);
                less -= i32::from(pv) + self.order.history(&one) / 4_000;
                if less > 0 {
                    value = self.stepped(ended, mover, depth - 1 - less, alpha, alpha + 1, ply, number)?;
                    searched = value <= alpha;
                }
            }
            // Principal variation search: null window first, then the full window.
            if !searched && place > 0 && value > alpha {
                value = self.stepped(ended, mover, depth - 1, alpha, alpha + 1, ply, number)?;
                searched = value <= alpha || value >= beta;
            }
            if !searched {
                value = self.stepped(ended, mover, depth - 1, alpha, beta, ply, number)?;
            }
            let key = self.ahead.key();
            self.ahead.undo();
            if self.over {
                return Ok((best.max(-MATE), best_tag));
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_tag = tag(number);
                    if pv {
                        let (above, below) = self.lines.split_at_mut(ply + 1);
                        above[ply].clear();
                        above[ply].push(key);
                        above[ply].extend_from_slice(&below[0]);
                    }
                    alpha = value;
                    if value >= beta {
                        if !loud {
                            self.order.refuted(&one, &tried[..tried_count], depth, ply, before);
                        }
                        break;
                    }
                }
            }
            if tried_count < tried.len() {
                tried[tried_count] = one;
                tried_count += 1;
            }
        }
        Ok((best, best_tag))
    }

    /// Returns the value of a move that was played; the move is undone after a limit error.
    #[expect(clippy::too_many_arguments, reason = "it is the inner loop")]
    #[inline]
    fn stepped(
        &mut self,
        ended: Found,
        mover: PlayerId,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        before: u32,
    ) -> Result<i32, LimitHit> {
        self.child(ended, mover, depth, alpha, beta, ply + 1, before).inspect_err(|_| self.ahead.undo())
    }
}

/// Wins are counted from the root in the tree, and from the position in the table.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if is_proven(value) && value > 0 => value + ply as i32,
        value if is_proven(value) => value - ply as i32,
        value => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        value if is_proven(value) && value > 0 => value - ply as i32,
        value if is_proven(value) => value + ply as i32,
        value => value,
    }
}
