//! The tree of one search, walked by one thread.
//!
//! This module has the root. Its submodules are decision nodes ([`node`]), chance nodes
//! ([`chance`]), quiescence search ([`quiescence`]) and max-n search for several sides ([`max_n`]).

mod chance;
mod max_n;
mod node;
mod quiescence;

use dagaz_core::{Candidate, Found, Fuel, Game, LimitHit, LimitKind, Lookahead, MoveList, PlayerId, State, Verdict};

use super::SearchParameters;
use super::order::Order;
use super::table::TranspositionTable;
use crate::SearchLimits;
use crate::evaluation::Evaluation;

/// Value of an immediate win. A win after `n` plies has `n` less.
pub(crate) const MATE: i32 = 1_000_000;
/// Greater than any value.
const INFINITE: i32 = MATE + 1;
/// Maximum plies below the root.
const PLIES_MAX: usize = 200;

/// Returns whether a value is a proved win or loss.
pub(crate) fn is_proven(value: i32) -> bool {
    value.abs() > MATE - 10_000
}

/// A root move with its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// Its index in the list of the search position.
    pub(crate) index: usize,
    candidate: Candidate,
    pub(crate) value: i32,
    /// Keys of the positions along the principal variation.
    pub(crate) keys: Vec<u64>,
    pub(crate) nodes: u64,
}

/// See the [module documentation](self).
pub(crate) struct Tree<'a, 't> {
    game: &'a dyn Game,
    ahead: Box<dyn Lookahead + 'a>,
    /// The searching player. Values in the tree are those of the player to move or, for other
    /// sides, of all against the searching player (paranoid search).
    player: PlayerId,
    /// For each player, whether it is on the searching player's side.
    ours: Vec<bool>,
    evaluation: &'a Evaluation,
    manner: SearchParameters,
    table: &'t TranspositionTable,
    order: &'t mut Order,
    watch: &'t mut SearchLimits<'a>,
    /// Keys of the positions from the root to here, and of the game before the root.
    path: Vec<u64>,
    root_moves: Vec<RootMove>,
    top: Vec<RootMove>,
    depth: i32,
    /// The nominal depth of this iteration.
    aim: usize,
    /// Whether the game defines its own search extensions.
    asks_game: bool,
    /// An unused list, for positions that are only tested for an ending.
    asked: MoveList,
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
        manner: SearchParameters,
        table: &'t TranspositionTable,
        order: &'t mut Order,
        watch: &'t mut SearchLimits<'a>,
    ) -> Tree<'a, 't> {
        if !ahead.is_quick() {
            watch.look_at_each_node();
        }
        let players = (0..game.glossary().players.len()).map(PlayerId::at);
        let ours = players.map(|one| evaluation.sides.are_allied(one, player)).collect();
        let mut path: Vec<u64> = state.history().to_vec();
        path.retain(|key| *key != ahead.key());
        path.push(ahead.key());
        Tree {
            game,
            ahead,
            player,
            ours,
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
            asked: MoveList::new(),
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

    /// Returns whether the player to move is on the side of the searching player.
    #[inline]
    fn is_ours(&self, mover: PlayerId) -> bool {
        self.ours.get(mover.index()).copied().unwrap_or(false)
    }

    /// Value of an ending for the side of `ours`.
    fn ended(&mut self, ending: (dagaz_core::EndingId, PlayerId), ours: bool, ply: usize) -> i32 {
        self.watch.leaf();
        let verdicts = self.ahead.verdicts(ending);
        let value = match verdicts.get(self.player.index()) {
            Some(Verdict::Win) => MATE - ply as i32,
            Some(Verdict::Loss) => ply as i32 - MATE,
            _ => 0,
        };
        if ours { value } else { -value }
    }

    /// Static evaluation of a leaf.
    fn leaf(&mut self, ours: bool) -> i32 {
        self.watch.leaf();
        self.evaluate(ours)
    }

    fn evaluate(&mut self, ours: bool) -> i32 {
        let value = self.evaluation.of(self.game, &mut *self.ahead, self.player);
        if ours { value } else { -value }
    }

    /// Tests for an ending that shows only when moves are listed. If lists are slow, only endings
    /// that do not depend on moves are tested.
    fn ended_here(&mut self, ply: usize) -> Result<Found, LimitHit> {
        if !self.ahead.is_quick() {
            let found = self.game.moves_or_ending(&self.ahead.state(), &mut self.asked, &mut Fuel::new(1));
            return found.or_else(|hit| if hit.kind == LimitKind::Fuel { Ok(None) } else { Err(hit) });
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let found = self.ahead.moves(true, &mut list);
        self.watch.listed(list.len());
        self.lists[ply] = list;
        found
    }

    /// Returns whether the game asks for an extension at the present position, if it has an
    /// opinion.
    fn looks_on(&mut self, ply: usize) -> Option<bool> {
        /// Maximum plies beyond the nominal depth, since extensions by rules must not run without
        /// end.
        const FARTHER_MAX: usize = 4;
        if !self.asks_game {
            return None;
        }
        let farther = ply > self.aim + FARTHER_MAX;
        self.game.looks_on(&self.ahead.state()).map(|on| on && !farther)
    }

    /// Searches all root moves to a depth, and finds the best `lines`. Results before the end of
    /// the limits are kept.
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
        if self.manner.selfish {
            return self.root_for_each(depth, lines);
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
            // The best move so far is valid even if not all were searched: the first one was best
            // in the last iteration.
            if self.over && self.root_moves[line].value == -INFINITE {
                break;
            }
            done.push(self.root_moves[line].clone());
            if self.over {
                break;
            }
        }
        // A later line may have a greater value than an earlier one.
        done.sort_by_key(|line| -line.value);
        if !self.over {
            self.depth = depth;
            self.top = done;
        } else if self.top.is_empty() {
            self.top = done;
        } else if lines > 1 {
            // Only lines of the same depth are comparable.
        } else if let Some(best) = done.into_iter().next() {
            // A move that beats the best one of the last iteration is the new best.
            self.top.retain(|known| known.index != best.index);
            self.top.insert(0, best);
            self.top.truncate(1);
        }
        Ok(())
    }

    /// Multi-PV: searches the root moves from `line` on, and puts the best of them there.
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
                    // The new best move goes to the front; the others keep their order.
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

    /// Returns the value of the position after a move by `mover`, seen by that player.
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
}
