//! Monte-Carlo tree search for any game and any number of players.
//!
//! UCT (Kocsis and Szepesvári 2006) with:
//!
//! - MCTS-Solver (Winands et al. 2008): wins and losses are proved while the tree grows;
//! - implicit minimax (Lanctot et al. 2014) and progressive bias, if there is an evaluation, which
//!   also cuts playouts;
//! - RAVE (Gelly and Silver 2011) in placement games;
//! - the endgame solver (`settle`) near the end of games that fill a board;
//! - tree reuse (`kept`);
//! - MAST (`averages`) where uniform playouts miss obvious moves;
//! - move factoring: with hundreds of moves, they are chosen part by part;
//! - chance nodes, whose children are drawn.

mod averages;
mod endgame;
mod node;
mod playout;
mod root;
mod search_tree;
mod selection;
mod tree_reuse;
mod walk;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_core::{Game, LimitHit};

use crate::evaluation::Evaluation;
use crate::game_analysis::Facts;
use crate::legal_moves::legal_of;
use crate::random::rng;
use crate::search::{moves_of, wanted};
use crate::{Bot, BotError, Budget, Context, Line, MctsOptions, Question, Score, SearchLimits, Thought};
use endgame::Shares;
use root::RootChild;
use search_tree::SearchTree;
use tree_reuse::ReusedTree;
use walk::Walk;

/// How playouts are made and what counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    /// Plies of a playout at most; what is not over then is evaluated.
    pub(crate) plies: usize,
    /// Weight of the implicit minimax value against playout results, from 0 to 1.
    pub(crate) minimax: f32,
    /// How much the evaluation of a move counts before it is tried.
    pub(crate) bias: f32,
    /// How much is explored.
    pub(crate) explore: f32,
    /// Visits at which a move's own results count as much as its RAVE results; 0 without RAVE.
    pub(crate) rave: f32,
    /// Visits that a position must have had for its playouts to tell about moves farther down; 0 if
    /// each move is judged by those of its own position (GRAVE, or RAVE).
    pub(crate) grave: u32,
    /// Plies at the beginning of a playout that are drawn by how such moves have done (MAST).
    pub(crate) mast: usize,
    /// How much that counts in the tree (progressive history).
    pub(crate) history: f32,
    /// Whether the subtree of the next position is kept for the next search.
    pub(crate) keep: bool,
}

impl Style {
    /// Parameters that suit the game.
    pub(crate) fn of(game: &dyn Game, facts: &Facts, evaluation: &Evaluation) -> Style {
        /// Fewer moves than this are all tried soon, and where each has had its playouts nothing
        /// needs to be guessed.
        const FEW: f64 = 20.0;
        // If games end by a row, or by avoiding one, uniform playouts miss obvious moves, and MAST
        // helps. If the board fills up, or playouts are cut and evaluated, uniform playouts are
        // better.
        let sharp = facts.is_placing() && !facts.fills(game) && !facts.is_broad() && facts.branching >= FEW;
        let mast = if sharp && !evaluation.own { 10 } else { 0 };
        Style { mast, keep: !facts.chance, ..Style::plain(facts, evaluation) }
    }

    /// The same with optional parameters.
    pub(crate) fn with(self, habits: MctsOptions) -> Style {
        Style {
            grave: habits.grave.unwrap_or(self.grave),
            mast: habits.mast.map_or(self.mast, usize::from),
            history: habits.history.map_or(self.history, |weight| f32::from(weight) / 100.0),
            keep: habits.keep.unwrap_or(self.keep),
            ..self
        }
    }

    /// Returns whether it counts how moves do, wherever they are made.
    fn learns_moves(&self) -> bool {
        self.mast > 0 || self.history > 0.0
    }

    /// How playouts are made and weighted, without optional parameters.
    fn plain(facts: &Facts, evaluation: &Evaluation) -> Style {
        // In placement games the final board of a playout shows which moves were made.
        let rave = if facts.is_placing() { 1_000.0 } else { 0.0 };
        let (minimax, bias) = (0.0, 0.0);
        let usual =
            Style { plies: 2_000, minimax, bias, explore: 0.5, rave, grave: 0, mast: 0, history: 0.0, keep: true };
        if evaluation.is_blind() || rave > 0.0 && !evaluation.own {
            return Style { explore: if rave > 0.0 { 0.2 } else { 0.7 }, ..usual };
        }
        // Territory is clear after a few plies, and clearer then than at the end of a playout.
        if evaluation.territory.is_some() {
            return Style { plies: 4, explore: 0.4, ..usual };
        }
        // With hundreds of moves not all can be examined, and a blocked player shows late, not in
        // the number of moves.
        if facts.is_broad() && facts.captures <= 0.3 {
            return usual;
        }
        let plies = if facts.captures > 0.3 { 4 } else { 2_000 };
        Style { plies, minimax: 0.3, bias: 0.5, ..usual }
    }
}

/// The bot. See the [module documentation](self).
pub(crate) struct Mcts {
    pub(crate) name: String,
    pub(crate) budget: Budget,
    pub(crate) style: Style,
    pub(crate) facts: Arc<Facts>,
    pub(crate) evaluation: Arc<Evaluation>,
}

/// Progress is reported at each doubling of the playouts, from this number on.
const FIRST_REPORT: u64 = 1_024;

impl Bot for Mcts {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let (game, state, player) = (question.game, &question.view.seen, question.player());
        let mut budget = question.budget.unwrap_or(self.budget);
        // A node here is a playout that begins at it, and there is no depth to reach.
        if let Some(nodes) = budget.nodes.take() {
            budget.playouts = Some(budget.playouts.map_or(nodes, |most| most.min(nodes)));
        }
        if let Some(depth) = budget.depth.take()
            && budget.is_endless()
        {
            budget.playouts = Some(200 * u64::from(depth) * u64::from(depth));
        }
        let list = legal_of(question)?;
        if list.len() == 1 && question.lines <= 1 {
            return Ok(Thought::just(list.get(0).to_move()));
        }
        let shares = Shares::of(game, state, &self.facts, list.len(), budget);
        budget = shares.playouts;
        let mut watch = SearchLimits::new(budget, question.stop, question.clock);
        let evaluation = self.evaluation.at(game, state);
        let (facts, evaluation, style) = (&*self.facts, &*evaluation, self.style);
        if !facts.quick {
            watch.look_at_each_node();
        }
        let memory = context.memory(|| None::<ReusedTree>);
        let kept = memory.take().filter(|_| style.keep);
        let (seed, stop, helpers) = (question.seed, question.stop, question.helpers() as u64);
        let lines = question.lines;
        let done = AtomicBool::new(false);
        let (clock, mut proof) = (question.clock, 0);
        let progress = &mut *question.progress;
        let (children, depth) = std::thread::scope(|scope| -> Result<(Vec<RootChild>, u32), LimitHit> {
            // Every helper grows a tree of its own from another seed; what they think of the moves
            // is put together.
            let helpers: Vec<_> = (1..=helpers)
                .map(|helper| {
                    let mut watch = watch.of_helper(Budget { playouts: None, ..budget }, &done);
                    scope.spawn(move || -> Result<Vec<RootChild>, LimitHit> {
                        // The search may have been over before this thread came to begin.
                        if watch.is_over_now() {
                            return Ok(Vec::new());
                        }
                        let mut rng = rng(seed ^ helper << 32);
                        let walk = Walk::new(game, state, &evaluation.weights, stop);
                        let mut grove = SearchTree::new(game, walk, player, facts, evaluation, style);
                        while !stop.load(Ordering::Relaxed) {
                            if grove.grow(&mut rng, &mut watch)? || !watch.playout() {
                                break;
                            }
                        }
                        let told = grove.told(lines.max(1));
                        grove.end(None);
                        Ok(told)
                    })
                })
                .collect();
            let mut rng = rng(seed);
            let walk = Walk::new(game, state, &evaluation.weights, stop);
            let mut grove = SearchTree::new(game, walk, player, facts, evaluation, style);
            if let Some(mut kept) = kept {
                let nodes = kept.below(game, state, player, &evaluation.weights, stop);
                grove.go_on(nodes, kept);
            }
            let mut report = FIRST_REPORT;
            let (mut grown, mut settled) = (Ok(()), false);
            loop {
                match grove.grow(&mut rng, &mut watch) {
                    Ok(all_known) => {
                        settled = all_known;
                        let goes_on = watch.playout();
                        if settled || !goes_on {
                            break;
                        }
                    }
                    Err(hit) => {
                        grown = Err(hit);
                        break;
                    }
                }
                if lines > 0 && watch.playouts() >= report {
                    report *= 2;
                    let mut children = grove.children();
                    grove.rank(&mut children, lines.max(1));
                    if let Some(thought) =
                        self.thought(question.game, state, &children, &watch, &list, lines, grove.depth(), stop)
                    {
                        progress(&thought);
                    }
                }
            }
            done.store(true, Ordering::Relaxed);
            let mut children = grove.children();
            for helper in helpers {
                if let Ok(Ok(others)) = helper.join() {
                    RootChild::join(&mut children, others);
                }
            }
            let proves = shares.proves() && grown.is_ok() && !settled && !stop.load(Ordering::Relaxed);
            // A proof considers all moves.
            let ranked = if proves { children.len() } else { lines.max(1) };
            grove.rank(&mut children, ranked);
            if proves {
                proof = shares.settle((game, state, player), &mut children, &watch, (stop, clock));
            }
            match grown {
                Err(hit) if children.iter().all(|child| child.visits == 0) => Err(hit),
                _ => {
                    let depth = grove.depth();
                    *memory = grove.end(style.keep.then_some(state));
                    Ok((children, depth))
                }
            }
        })
        .or_else(|hit| if hit.kind == dagaz_core::LimitKind::Stopped { Ok((Vec::new(), 0)) } else { Err(hit) })?;
        let thought = self.thought(game, state, &children, &watch, &list, lines, depth, stop);
        let thought = thought.map(|thought| Thought { nodes: thought.nodes + proof, ..thought });
        Ok(thought.unwrap_or_else(|| Thought::just(list.get(0).to_move())))
    }
}

impl Mcts {
    #[expect(clippy::too_many_arguments, reason = "what is told comes from everywhere")]
    fn thought(
        &self,
        game: &dyn Game,
        state: &dagaz_core::State,
        children: &[RootChild],
        watch: &SearchLimits<'_>,
        list: &dagaz_core::MoveList,
        lines: usize,
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<Thought> {
        let top: Vec<Line> = children
            .iter()
            .filter(|child| child.visits > 0)
            .take(lines.max(1))
            .filter_map(|child| {
                let moves = moves_of(game, state, wanted(&child.keys, lines), Some(list), child.index, stop);
                let score = match child.proven {
                    1 => Some(Score::Win(child.plies)),
                    -1 => Some(Score::Loss(child.plies)),
                    _ => None,
                };
                (!moves.is_empty()).then(|| Line {
                    moves,
                    score,
                    win_chance: Some(f64::from(child.worth) / 2.0 + 0.5),
                    visits: u64::from(child.visits),
                })
            })
            .collect();
        let first = top.first()?;
        Some(Thought {
            chosen: first.moves.first()?.clone(),
            score: first.score,
            win_chance: first.win_chance,
            nodes: watch.nodes(),
            playouts: watch.playouts(),
            depth,
            time: watch.time(),
            top,
        })
    }
}
