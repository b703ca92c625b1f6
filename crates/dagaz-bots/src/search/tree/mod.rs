//! The tree of one search, walked by one thread.
//!
//! Here is the root; the rest of the tree is parted by what is met in it: positions where somebody chooses ([`node`]), turns of chance
//! ([`chance`]), and captures where the depth is used up ([`quiet`]). Where each of several sides plays for itself the tree is walked in
//! another way ([`several`]).

mod chance;
mod node;
mod quiet;
mod several;

use dagaz_core::{Candidate, Found, Fuel, Game, LimitHit, LimitKind, Lookahead, MoveList, PlayerId, State, Verdict};

use super::Manner;
use super::order::Order;
use super::table::Table;
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
    /// For each player whether it is on that one's side.
    ours: Vec<bool>,
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
    /// A list that nobody needs, of a position that is only asked whether the game is over there.
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
        manner: Manner,
        table: &'t Table,
        order: &'t mut Order,
        watch: &'t mut Watch<'a>,
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

    /// Whether whoever is to move plays for the player who is asked.
    #[inline]
    fn is_ours(&self, mover: PlayerId) -> bool {
        self.ours.get(mover.index()).copied().unwrap_or(false)
    }

    /// What an ending is worth to the side of `ours`.
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

    /// What a position is thought to be worth that is not looked at any further.
    fn leaf(&mut self, ours: bool) -> i32 {
        self.watch.leaf();
        self.evaluate(ours)
    }

    fn evaluate(&mut self, ours: bool) -> i32 {
        let value = self.evaluation.of(self.game, &mut *self.ahead, self.player);
        if ours { value } else { -value }
    }

    /// How the game has ended in the present position, if that shows only where moves are listed. Where lists take long, those endings alone
    /// are asked for that look at no moves.
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
            // The best so far is good even if not all were looked at: the first one was the best of the last round.
            if self.over && self.root_moves[line].value == -INFINITE {
                break;
            }
            done.push(self.root_moves[line].clone());
            if self.over {
                break;
            }
        }
        // A later line may have turned out to be worth more than one before it.
        done.sort_by_key(|line| -line.value);
        if !self.over {
            self.depth = depth;
            self.top = done;
        } else if self.top.is_empty() {
            self.top = done;
        } else if lines > 1 {
            // Only lines of one depth can be compared.
        } else if let Some(best) = done.into_iter().next() {
            // What is better than the best of the last round is the best now.
            self.top.retain(|known| known.index != best.index);
            self.top.insert(0, best);
            self.top.truncate(1);
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
}
