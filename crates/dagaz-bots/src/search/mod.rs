//! Alpha-beta search for any game.
//!
//! With two players, or two teams, this is principal variation search with the usual techniques of
//! chess programs, as far as they suit the game. With more sides it is paranoid search (all others
//! play against the searching player) or max-n search (each plays for itself). Chance nodes use
//! Star1 bounds (Ballard 1983). The parameters that depend on the game are in [`SearchParameters`];
//! the game analysis sets them.

mod immediate_wins;
mod order;
mod table;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dagaz_core::{
    Fuel, Game, LimitHit, Move, MoveList, Roster, State, Turn, UndoLog, Weights, look_ahead, look_ahead_until,
};

pub(crate) use immediate_wins::ImmediateWins;
pub(crate) use order::Order;
pub(crate) use table::TranspositionTable;
pub(crate) use tree::{MATE, Tree, is_proven};

use crate::evaluation::Evaluation;
use crate::game_analysis::Facts;
use crate::legal_moves::{legal, legal_of};
use crate::{Bot, BotError, Budget, Context, Line, Question, Score, SearchLimits, Thought};

/// Maximum bytes of a transposition table, with and without a fast search position. Slower searches
/// cannot fill more, and its allocation would delay a stop.
const TABLE_BYTES: [usize; 2] = [32 << 20, 2 << 20];
/// Maximum plies.
const DEPTH_MAX: u32 = 120;

/// Search parameters that follow from the facts of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchParameters {
    /// Whether quiescence search is used.
    pub(crate) quiescence: bool,
    /// Whether captures are compulsory.
    pub(crate) forced: bool,
    /// Null-move pruning: whether passing is nearly always worse than some move.
    pub(crate) null_move: bool,
    /// Futility pruning: whether the evaluation counts material, so that margins are meaningful.
    pub(crate) margins: bool,
    /// Max-n in place of paranoid search, with more than two sides.
    pub(crate) selfish: bool,
    /// Whether leaves are tested for an ending: where games end in the middle of play and the last
    /// move does not show it. Elsewhere the test costs more than it finds.
    pub(crate) sudden: bool,
}

impl SearchParameters {
    pub(crate) fn of(facts: &Facts, evaluation: &Evaluation, selfish: bool) -> SearchParameters {
        let forced = facts.forced > 0.9;
        let two = facts.choosers.len() == 2 && !facts.chance;
        let material = facts.captures > 0.3 && !evaluation.own;
        SearchParameters {
            quiescence: facts.captures > 0.1 && facts.tells_loud(),
            forced,
            // Zugzwang guard: with few moves, passing would often be the best move.
            null_move: two && material && !forced && facts.branching > 12.0 && facts.narrow < 0.1 && facts.quick,
            margins: two && material && facts.tells_loud(),
            selfish: selfish && facts.sides.count() > 2,
            sudden: facts.sudden > 0.5,
        }
    }
}

/// The bot. See the [module documentation](self).
pub(crate) struct AlphaBeta {
    pub(crate) name: String,
    pub(crate) budget: Budget,
    /// Max-n in place of paranoid search, with more than two sides.
    pub(crate) selfish: bool,
    pub(crate) facts: Arc<Facts>,
    pub(crate) evaluation: Arc<Evaluation>,
    /// Counter of its move lists, if their work is charged.
    pub(crate) lists: Option<Arc<AtomicU64>>,
}

/// Data that a search keeps for the next one.
struct Memory {
    table: TranspositionTable,
    order: Order,
}

impl Bot for AlphaBeta {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let game = question.game;
        let budget = question.budget.unwrap_or(self.budget);
        let mut watch = SearchLimits::new(budget, question.stop, question.clock);
        let state = &question.view.seen;
        // With a fast search position, the rules' own move list may take a hundred times as long as
        // the search's list. It is made only where it is needed.
        let list = if self.facts.quick && has_choice(question) { None } else { Some(legal_of(question)?) };
        if let Some(list) = &list {
            if list.len() == 1 && question.lines <= 1 && budget.depth.is_none() {
                return Ok(Thought::just(list.get(0).to_move()));
            }
            // The list alone may have exceeded the time.
            if watch.is_over_now() {
                return Ok(Thought::just(list.get(0).to_move()));
            }
        }
        let evaluation = self.evaluation.at(game, state);
        let most = TABLE_BYTES[usize::from(!self.facts.quick)];
        let make = || Memory {
            // A search of few nodes needs no large table, whose allocation would delay it.
            table: TranspositionTable::new(
                budget.nodes.map_or(most, |nodes| (nodes as usize).saturating_mul(64).clamp(1 << 16, most)),
            ),
            order: Order::new(&Roster::of(game), &evaluation.weights, game.layout().sites(), self.facts.tells_loud()),
        };
        let memory = context.memory(make);
        memory.table.grow_older();
        memory.order.fade();
        let player = question.player();
        let manner = SearchParameters::of(&self.facts, &evaluation, self.selfish);
        let depth_max = budget.depth.unwrap_or(DEPTH_MAX).clamp(1, DEPTH_MAX);
        let helpers = question.helpers();
        let done = AtomicBool::new(false);
        let (evaluation, table) = (&*evaluation, &memory.table);
        let stop = question.stop;
        let any = || match &list {
            Some(list) => Ok(Thought::just(list.get(0).to_move())),
            None => legal(game, state, player, &mut Fuel::new(game.limits().fuel))
                .map(|list| Thought::just(list.get(0).to_move())),
        };
        let (lines, progress) = (question.lines, &mut *question.progress);
        let order = &mut memory.order;
        let thought = std::thread::scope(|scope| {
            for helper in 0..helpers {
                let (done, order) = (&done, order.clone());
                let mut watch = watch.of_helper(Budget::default(), done);
                scope.spawn(move || {
                    // The search may have ended before this thread started.
                    if watch.is_over_now() {
                        return;
                    }
                    let mut order = order;
                    let ahead = look_ahead_until(game, state, &evaluation.weights, done);
                    let mut tree =
                        Tree::new(game, ahead, state, player, evaluation, manner, table, &mut order, &mut watch);
                    // Lazy SMP: every other helper starts a ply deeper.
                    for depth in 1 + helper as i32 % 2..=depth_max as i32 {
                        if tree.root(depth, 1).is_err() || tree.is_over() {
                            break;
                        }
                    }
                });
            }
            let ahead = look_ahead_until(game, state, &evaluation.weights, stop);
            let mut tree = Tree::new(game, ahead, state, player, evaluation, manner, table, order, &mut watch);
            let result = deepen(&mut tree, depth_max as i32, lines, &mut |tree| {
                if let Some(thought) = thought_of(game, state, evaluation, tree, (list.as_ref(), lines), stop) {
                    progress(&thought);
                }
            });
            done.store(true, Ordering::Relaxed);
            let thought = thought_of(game, state, evaluation, &tree, (list.as_ref(), lines), stop);
            match (thought, result) {
                (Some(thought), _) => Ok(thought),
                (None, Err(hit)) if hit.kind != dagaz_core::LimitKind::Stopped => Err(hit.into()),
                (None, _) => any(),
            }
        });
        if let Some(lists) = &self.lists {
            lists.fetch_add(watch.lists(), Ordering::Relaxed);
        }
        thought
    }
}

/// Share of the time for reports: finding the moves of a line may need the reference interpreter.
const TELLING: u32 = 8;

/// Iterative deepening until the limits are reached or the result is proved. Reports if lines are
/// requested.
fn deepen(
    tree: &mut Tree<'_, '_>,
    depth_max: i32,
    lines: usize,
    report: &mut dyn FnMut(&Tree<'_, '_>),
) -> Result<(), LimitHit> {
    let mut told = Duration::ZERO;
    for depth in 1..=depth_max {
        tree.root(depth, lines.max(1))?;
        if tree.is_over() {
            break;
        }
        let begun = tree.time();
        if lines > 0 && told * TELLING <= begun {
            report(tree);
            told += tree.time().saturating_sub(begun);
        }
        let settled = tree.best().is_some_and(|best| is_proven(best.value) && MATE - best.value.abs() <= depth);
        if settled && lines <= 1 || !tree.is_worth_going_on() {
            break;
        }
    }
    Ok(())
}

/// Returns the result of a tree so far; `None` before the first iteration is complete.
fn thought_of(
    game: &dyn Game,
    state: &State,
    evaluation: &Evaluation,
    tree: &Tree<'_, '_>,
    (list, lines): (Option<&MoveList>, usize),
    stop: &AtomicBool,
) -> Option<Thought> {
    let top: Vec<Line> = tree
        .top()
        .iter()
        .filter_map(|found| {
            let moves = moves_of(game, state, wanted(&found.keys, lines), list, found.index, stop);
            (!moves.is_empty()).then(|| Line {
                moves,
                score: Some(score_of(found.value)),
                win_chance: Some(chance_of(evaluation, found.value)),
                visits: found.nodes,
            })
        })
        .collect();
    let first = top.first()?;
    Some(Thought {
        chosen: first.moves.first()?.clone(),
        score: first.score,
        win_chance: first.win_chance,
        nodes: tree.nodes(),
        playouts: 0,
        depth: tree.depth(),
        time: tree.time(),
        top,
    })
}

pub(crate) fn score_of(value: i32) -> Score {
    match value {
        value if is_proven(value) && value > 0 => Score::Win((MATE - value) as u32),
        value if is_proven(value) => Score::Loss((MATE + value) as u32),
        value => Score::Hundredths(value),
    }
}

fn chance_of(evaluation: &Evaluation, value: i32) -> f64 {
    match score_of(value) {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Hundredths(value) => evaluation.win_chance(value),
    }
}

/// Maximum moves that are examined to find a line, with and without a fast search position: about a
/// millisecond. The first move of a line is always found.
const LOOKED_AT_MAX: [usize; 2] = [4_000, 200];

/// Returns the part of a line to look up: only the move if no lines are requested.
pub(crate) fn wanted(keys: &[u64], lines: usize) -> &[u64] {
    if lines == 0 { keys.get(..1).unwrap_or(keys) } else { keys }
}

/// Returns the moves that lead from a state to the states of these keys, one after the other, as
/// far as they are found quickly. `first` is the move list of the state, if known; `hint` is the
/// index of the first move in the search position's list. If lists are slow, only the first move is
/// found after `stop`.
pub(crate) fn moves_of(
    game: &dyn Game,
    state: &State,
    keys: &[u64],
    first: Option<&MoveList>,
    hint: usize,
    stop: &AtomicBool,
) -> Vec<Move> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut ahead = look_ahead(game, state, &weights);
    let quick = ahead.is_quick();
    let (mut state, mut log) = (state.clone(), UndoLog::new());
    let (mut moves, mut candidates, mut looked_at) = (Vec::new(), Vec::new(), 0);
    for (ply, &key) in keys.iter().enumerate() {
        if ply > 0 && (looked_at > LOOKED_AT_MAX[usize::from(!quick)] || !quick && stop.load(Ordering::Relaxed)) {
            break;
        }
        let (mut list, mut found) = (MoveList::new(), None);
        if quick {
            if !matches!(ahead.moves(false, &mut candidates), Ok(None)) {
                break;
            }
            // The search position identifies the move approximately; only moves with the same
            // origin are examined.
            let wanted = (0..candidates.len()).find(|&index| {
                let fits = ahead.play(index).is_ok();
                let same = fits && ahead.key() == key;
                if fits && !same {
                    ahead.undo();
                }
                same
            });
            let Some(index) = wanted else { break };
            let fuel = &mut Fuel::new(game.limits().fuel);
            if game.recall(&state, index, candidates[index].from, &mut list, fuel).is_ok() {
                looked_at += list.len();
                found = leading_to(game, &mut state, &list, key, index, &mut log);
            }
        }
        if found.is_none() {
            match first.filter(|_| ply == 0) {
                Some(first) => list.clone_from(first),
                None => {
                    let fuel = Fuel::new(game.limits().fuel);
                    let fuel = &mut if quick || ply == 0 { fuel } else { fuel.with_stop(stop) };
                    if game.moves(&state, &mut list, fuel).is_err() {
                        break;
                    }
                }
            }
            looked_at += list.len();
            found = leading_to(game, &mut state, &list, key, if ply == 0 { hint } else { 0 }, &mut log);
        }
        let Some(index) = found else { break };
        moves.push(list.get(index).to_move());
        game.play(&mut state, list.get(index), &mut log);
    }
    moves
}

/// Returns the index of the move in a list that leads from a state to that of a key; the one at
/// `hint` is tried first.
fn leading_to(
    game: &dyn Game,
    state: &mut State,
    list: &MoveList,
    key: u64,
    hint: usize,
    log: &mut UndoLog,
) -> Option<usize> {
    let hinted = Some(hint).filter(|hint| *hint < list.len());
    hinted.into_iter().chain((0..list.len()).filter(|index| *index != hint)).find(|&index| {
        game.play(state, list.get(index), log);
        let leads = state.key_but_ending(game.layout()) == key;
        game.undo(state, log);
        leads
    })
}

/// Returns whether a search position has more than one move for the player.
fn has_choice(question: &Question<'_>) -> bool {
    let (game, state) = (question.game, &question.view.seen);
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut candidates = Vec::new();
    game.turn(state) == Turn::Choice(question.player())
        && game.lookahead(state, &weights).is_some_and(|mut ahead| {
            ahead.is_quick() && ahead.moves(false, &mut candidates) == Ok(None) && candidates.len() > 1
        })
}
