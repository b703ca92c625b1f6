//! The tree of one search, walked by one thread.

use dagaz_core::{Candidate, Found, Game, LimitHit, Lookahead, PlayerId, State, Verdict};

use super::Manner;
use super::order::Order;
use super::table::{Bound, Entry, Table, tag};
use crate::Watch;
use crate::evaluation::Evaluation;

/// A win at once. A win after `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 1_000_000;
/// More than any value.
const INFINITE: i32 = MATE + 1;
/// Plies below the root at most.
const PLIES_MAX: usize = 200;

/// Whether a value is a win or a loss that has been proved.
pub(crate) fn is_proven(value: i32) -> bool {
    value.abs() > MATE - 10_000
}

/// A move of the root with what was found out about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// Its place in the list of the lookahead.
    pub(crate) index: usize,
    candidate: Candidate,
    pub(crate) value: i32,
    /// Keys of the positions along the line that is expected.
    pub(crate) keys: Vec<u64>,
    pub(crate) nodes: u64,
}

/// See the [module documentation](self).
pub(crate) struct Tree<'a, 't> {
    game: &'a dyn Game,
    ahead: Box<dyn Lookahead + 'a>,
    /// Who is asked. Values in the tree are those of whoever is to move, or, if that is somebody else, of all against it.
    player: PlayerId,
    evaluation: &'a Evaluation,
    manner: Manner,
    table: &'t Table,
    order: &'t mut Order,
    watch: &'t mut Watch<'a>,
    /// Keys of the positions from the root to here, and what was played before the root.
    path: Vec<u64>,
    root_moves: Vec<RootMove>,
    top: Vec<RootMove>,
    depth: i32,
    /// The depth to which the root is being searched.
    aim: usize,
    /// Whether the game has an opinion of where to look on.
    asks_game: bool,
    lines: Vec<Vec<u64>>,
    lists: Vec<Vec<Candidate>>,
    scores: Vec<Vec<(i32, u32)>>,
    over: bool,
}

impl<'a, 't> Tree<'a, 't> {
    #[expect(clippy::too_many_arguments, reason = "everything is borrowed from different places")]
    pub(crate) fn new(
        game: &'a dyn Game,
        ahead: Box<dyn Lookahead + 'a>,
        state: &State,
        player: PlayerId,
        evaluation: &'a Evaluation,
        manner: Manner,
        table: &'t Table,
        order: &'t mut Order,
        watch: &'t mut Watch<'a>,
    ) -> Tree<'a, 't> {
        if !ahead.is_quick() {
            watch.look_at_each_node();
        }
        let mut path: Vec<u64> = state.history().to_vec();
        path.retain(|key| *key != ahead.key());
        path.push(ahead.key());
        Tree {
            game,
            ahead,
            player,
            evaluation,
            manner,
            table,
            order,
            watch,
            path,
            root_moves: Vec::new(),
            top: Vec::new(),
            depth: 0,
            aim: 0,
            asks_game: game.looks_on(state).is_some(),
            lines: vec![Vec::new(); PLIES_MAX + 2],
            lists: vec![Vec::new(); PLIES_MAX + 2],
            scores: vec![Vec::new(); PLIES_MAX + 2],
            over: false,
        }
    }

    /// The best moves so far, best first.
    pub(crate) fn top(&self) -> &[RootMove] {
        &self.top
    }

    pub(crate) fn best(&self) -> Option<&RootMove> {
        self.top.first()
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth.max(0) as u32
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    pub(crate) fn time(&self) -> std::time::Duration {
        self.watch.time()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn is_worth_going_on(&self) -> bool {
        self.watch.is_worth_going_on()
    }

    /// Whether whoever is to move plays for the player who is asked.
    #[inline]
    fn is_ours(&self, mover: PlayerId) -> bool {
        mover == self.player
    }

    /// What an ending is worth to the side of `ours`.
    fn ended(&mut self, ending: (dagaz_core::EndingId, PlayerId), ours: bool, ply: usize) -> i32 {
        let verdicts = self.ahead.verdicts(ending);
        let value = match verdicts.get(self.player.index()) {
            Some(Verdict::Win) => MATE - ply as i32,
            Some(Verdict::Loss) => ply as i32 - MATE,
            _ => 0,
        };
        if ours { value } else { -value }
    }

    fn evaluate(&mut self, ours: bool) -> i32 {
        let value = self.evaluation.of(self.game, &mut *self.ahead, self.player);
        if ours { value } else { -value }
    }

    /// Whether the game itself wants to be looked at further from the present position, if it has an opinion.
    fn looks_on(&mut self, ply: usize) -> Option<bool> {
        /// Plies beyond the depth: rules that are never content must not keep a search for ever.
        const FARTHER_MAX: usize = 4;
        if !self.asks_game {
            return None;
        }
        let farther = ply > self.aim + FARTHER_MAX;
        self.game.looks_on(&self.ahead.state()).map(|on| on && !farther)
    }

    /// Searches all moves of the root to a depth, and finds the best `lines`. What was found before the watch said that
    /// it is over is kept.
    pub(crate) fn root(&mut self, depth: i32, lines: usize) -> Result<(), LimitHit> {
        self.aim = depth.max(0) as usize;
        let mut list = std::mem::take(&mut self.lists[0]);
        let listed = self.ahead.moves(false, &mut list);
        self.lists[0] = list;
        listed?;
        if self.root_moves.is_empty() {
            let all = self.lists[0].iter().enumerate();
            self.root_moves = all
                .map(|(index, one)| RootMove { index, candidate: *one, value: -INFINITE, keys: Vec::new(), nodes: 0 })
                .collect();
            let order = &*self.order;
            self.root_moves.sort_by_key(|one| -order.score(&one.candidate, 0, 0, 0));
        }
        let mut done: Vec<RootMove> = Vec::new();
        for line in 0..lines.min(self.root_moves.len()) {
            let guess = self.root_moves[line].value;
            let (mut alpha, mut beta, mut window) = (-INFINITE, INFINITE, 30);
            if depth >= 5 && guess > -INFINITE && !is_proven(guess) {
                (alpha, beta) = (guess - window, guess + window);
            }
            loop {
                let best = self.root_moves_between(depth, line, alpha, beta)?;
                if self.over {
                    break;
                }
                window *= 4;
                if best <= alpha && alpha > -INFINITE {
                    alpha = if window > 1_000 { -INFINITE } else { best - window };
                } else if best >= beta && beta < INFINITE {
                    beta = if window > 1_000 { INFINITE } else { best + window };
                } else {
                    break;
                }
            }
            // The best so far is good even if not all were looked at: the first one was the best of the last round.
            if self.over && self.root_moves[line].value == -INFINITE {
                break;
            }
            done.push(self.root_moves[line].clone());
            if self.over {
                break;
            }
        }
        if !self.over {
            self.depth = depth;
            self.top = done;
        } else if self.top.is_empty() {
            self.top = done;
        } else if let Some(best) = done.into_iter().next() {
            // What is better than the best of the last round is the best now.
            self.top.retain(|known| known.index != best.index);
            let lines = lines.max(1);
            self.top.insert(0, best);
            self.top.truncate(lines);
        }
        Ok(())
    }

    /// Searches the moves of the root from `line` on, and puts the best of them there.
    fn root_moves_between(&mut self, depth: i32, line: usize, mut alpha: i32, beta: i32) -> Result<i32, LimitHit> {
        let mut best = -INFINITE;
        let mover = self.ahead.mover();
        for place in line..self.root_moves.len() {
            let (index, before) = (self.root_moves[place].index, self.watch.nodes());
            let candidate = self.root_moves[place].candidate;
            let ended = self.ahead.play(index)?;
            let key = self.ahead.key();
            let result = if place == line {
                self.child(ended, mover, depth - 1, alpha, beta, 1, candidate.number())
            } else {
                match self.child(ended, mover, depth - 1, alpha, alpha + 1, 1, candidate.number()) {
                    Ok(value) if value > alpha && value < beta && !self.over => {
                        self.child(ended, mover, depth - 1, alpha, beta, 1, candidate.number())
                    }
                    other => other,
                }
            };
            self.ahead.undo();
            let value = result?;
            self.root_moves[place].nodes = self.watch.nodes() - before;
            if self.over {
                break;
            }
            if value > best {
                best = value;
            }
            if value > alpha || place == line {
                let mut keys = vec![key];
                keys.extend_from_slice(&self.lines[1]);
                self.root_moves[place].value = value;
                self.root_moves[place].keys = keys;
                if value > alpha {
                    // The new best goes to the front, the others stay in their order.
                    self.root_moves[line..=place].rotate_right(1);
                    alpha = value;
                }
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The value of the position that a move by `mover` has led to, as that one sees it.
    #[expect(clippy::too_many_arguments, reason = "it is the inner loop")]
    fn child(
        &mut self,
        ended: Found,
        mover: PlayerId,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        before: u32,
    ) -> Result<i32, LimitHit> {
        let ours = self.is_ours(mover);
        self.lines[ply].clear();
        if let Some(ending) = ended {
            self.watch_node();
            return Ok(self.ended(ending, ours, ply));
        }
        let next = self.ahead.mover();
        if self.ahead.by_chance() {
            return self.chance(ours, depth, alpha, beta, ply);
        }
        if self.is_ours(next) == ours {
            self.node(depth, alpha, beta, ply, before, true)
        } else {
            Ok(-self.node(depth, -beta, -alpha, ply, before, true)?)
        }
    }

    #[inline]
    fn watch_node(&mut self) -> bool {
        if !self.watch.node() {
            self.over = true;
        }
        !self.over
    }

    /// The average over what chance may bring, as the side of `ours` sees it. A turn of chance costs no depth. Averages
    /// outside of the window are cut short by what the rest can bring at most.
    fn chance(&mut self, ours: bool, depth: i32, alpha: i32, beta: i32, ply: usize) -> Result<i32, LimitHit> {
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

    /// The value of what chance has brought, as the side of `ours` sees it.
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

    /// The value of the present position to the side that is to move.
    fn node(
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
            return Ok(self.evaluate(ours));
        }
        // A way back is worth nothing: whoever could do better need not go it.
        if self.path.contains(&key) || self.ahead.occurrences() > 1 {
            return Ok(0);
        }
        // A win farther away than one already found is of no use.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let in_check = self.ahead.in_check();
        if in_check == Some(true) {
            depth += 1;
        }
        if depth <= 0 {
            match self.looks_on(ply) {
                Some(true) => depth = 1,
                None if self.manner.quiescence => return self.quiet(alpha, beta, ply, 0),
                _ => return Ok(self.evaluate(ours)),
            }
        }
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
        if calm && self.manner.margins && depth <= 4 && standing - 80 * depth >= beta {
            return Ok(standing);
        }
        if calm && self.manner.null_move && may_pass && depth >= 3 && standing >= beta && self.has_choice(mover) {
            let less = 3 + depth / 5;
            if self.ahead.pass() {
                self.path.push(key);
                let value = if self.is_ours(self.ahead.mover()) == ours {
                    // Passing has changed nothing about whose turn it is: it means nothing.
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
                    // Deep down the same is tried without passing, in case having to move is a burden after all.
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

    /// Whether a player has so many ways that giving the turn up would hardly ever be good.
    fn has_choice(&mut self, mover: PlayerId) -> bool {
        self.ahead.mobility(mover).is_some_and(|moves| moves >= 8)
    }

    /// The best value among the moves of a list, and the tag of the best move if one is better than `alpha`.
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
            // The rest is not worth sorting before it is looked at.
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
            if place >= 3 && depth >= 3 && !loud && in_check != Some(true) && many > 6 {
                let mut less = 1 + i32::from(place >= 8) + i32::from(place >= 20 && depth >= 5) + i32::from(depth >= 8);
                less -= i32::from(pv) + self.order.history(&one) / 4_000;
                if less > 0 {
                    value = self.stepped(ended, mover, depth - 1 - less, alpha, alpha + 1, ply, number)?;
                    searched = value <= alpha;
                }
            }
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

    /// The value of a move that has been played; it is taken back if a limit is met.
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

    /// The value of a position whose captures are not yet settled.
    fn quiet(&mut self, mut alpha: i32, beta: i32, ply: usize, deep: usize) -> Result<i32, LimitHit> {
        const DEEP_MAX: usize = 10;
        let mover = self.ahead.mover();
        let ours = self.is_ours(mover);
        let standing = self.evaluate(ours);
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
            // What cannot make good the distance is not worth trying.
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

    /// The value of a position after a capture, as `mover` sees it.
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
            return Ok(self.evaluate(ours));
        }
        if self.is_ours(next) == ours {
            self.quiet(alpha, beta, ply, deep)
        } else {
            Ok(-self.quiet(-beta, -alpha, ply, deep)?)
        }
    }
}

/// Wins count from the root in the tree, and from the position in the table.
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
