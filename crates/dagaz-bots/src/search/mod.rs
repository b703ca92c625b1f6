//! Alpha-beta search and its kin, for any game.
//!
//! With two players it is a principal variation search with everything that has proved good in chess programs, as far as the game
//! allows it, partners playing as one; with more sides it is paranoid (all others play against the one who is asked), or max-n (each plays for
//! itself); turns of chance are averaged over, with bounds (Star1, Ballard 1983). What depends on the game is in [`Manner`], which a study has found out.

mod at_once;
mod order;
mod table;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dagaz_core::{
    Fuel, Game, LimitHit, Move, MoveList, Roster, State, Turn, UndoLog, Weights, look_ahead, look_ahead_until,
};

pub(crate) use at_once::AtOnce;
pub(crate) use order::Order;
pub(crate) use table::Table;
pub(crate) use tree::{MATE, Tree, is_proven};

use crate::evaluation::Evaluation;
use crate::simple::{legal, legal_of};
use crate::study::Facts;
use crate::{Bot, BotError, Budget, Context, Line, Question, Score, Thought, Watch};

/// Bytes of a transposition table at most, where looking ahead is quick, and where it is not: there is no time to fill more, and making it
/// would take longer than a search may take to stop.
const TABLE_BYTES: [usize; 2] = [32 << 20, 2 << 20];
/// Plies at most.
const DEPTH_MAX: u32 = 120;

/// What of the search suits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Whether captures are searched on where the depth is used up.
    pub(crate) quiescence: bool,
    /// Whether whoever can capture must.
    pub(crate) forced: bool,
    /// Whether giving the turn up is nearly always worse than some move.
    pub(crate) null_move: bool,
    /// Whether the evaluation counts material, so that margins mean something.
    pub(crate) margins: bool,
    /// Whether each of more than two sides is thought to play for itself, and not all others against the one who is asked.
    pub(crate) selfish: bool,
    /// Whether a position that is not looked at any further is asked whether the game is over there: where games end in the midst of play,
    /// and the move that ends one does not tell. Elsewhere that would cost more than it finds.
    pub(crate) sudden: bool,
}

impl Manner {
    pub(crate) fn of(facts: &Facts, evaluation: &Evaluation, selfish: bool) -> Manner {
        let forced = facts.forced > 0.9;
        let two = facts.choosers.len() == 2 && !facts.chance;
        let material = facts.captures > 0.3 && !evaluation.own;
        Manner {
            quiescence: facts.captures > 0.1 && facts.tells_loud(),
            forced,
            // Where few moves are left, having to move is a burden.
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
    /// Whether each of more than two sides is thought to play for itself.
    pub(crate) selfish: bool,
    pub(crate) facts: Arc<Facts>,
    pub(crate) evaluation: Arc<Evaluation>,
    /// Where the lists of moves that it makes are counted, if somebody has to pay for them.
    pub(crate) lists: Option<Arc<AtomicU64>>,
}

/// What a search remembers for the next one.
struct Memory {
    table: Table,
    order: Order,
}

impl Bot for AlphaBeta {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let game = question.game;
        let budget = question.budget.unwrap_or(self.budget);
        let mut watch = Watch::new(budget, question.stop, question.clock);
        let state = &question.view.seen;
        // Where looking ahead is quick, a list of the rules' own moves may take a hundred times as long as one of those looked at, and is
        // made only where it is needed.
        let list = if self.facts.quick && has_choice(question) { None } else { Some(legal_of(question)?) };
        if let Some(list) = &list {
            if list.len() == 1 && question.lines <= 1 && budget.depth.is_none() {
                return Ok(Thought::just(list.get(0).to_move()));
            }
            // The list alone may have taken longer than there was time.
            if watch.is_over_now() {
                return Ok(Thought::just(list.get(0).to_move()));
            }
        }
        let evaluation = self.evaluation.at(game, state);
        let most = TABLE_BYTES[usize::from(!self.facts.quick)];
        let make = || Memory {
            // A few nodes need no large table, and would wait for it.
            table: Table::new(
                budget.nodes.map_or(most, |nodes| (nodes as usize).saturating_mul(64).clamp(1 << 16, most)),
            ),
            order: Order::new(&Roster::of(game), &evaluation.weights, game.layout().sites(), self.facts.tells_loud()),
        };
        let memory = context.memory(make);
        memory.table.grow_older();
        memory.order.fade();
        let player = question.player();
        let manner = Manner::of(&self.facts, &evaluation, self.selfish);
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
                    // The search may have been over before this thread came to begin.
                    if watch.is_over_now() {
                        return;
                    }
                    let mut order = order;
                    let ahead = look_ahead_until(game, state, &evaluation.weights, done);
                    let mut tree =
                        Tree::new(game, ahead, state, player, evaluation, manner, table, &mut order, &mut watch);
                    // Every other helper is a ply ahead, so that they do not all do the same.
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

/// To tell what is thought takes no more than this share of the time: to find the moves of a line, rules may have to be walked.
const TELLING: u32 = 8;

/// Searches deeper and deeper until the watch says that it is over, or nothing is left to be found out. Reports if somebody wants lines.
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

/// What a tree has found out so far; none before the first ply is done.
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

/// Moves that are looked at to find a line, at most, where looking ahead is quick and where it is not: about a millisecond. The first
/// move of a line is always found.
const LOOKED_AT_MAX: [usize; 2] = [4_000, 200];

/// What is looked up of a line: only the move if nobody reads lines.
pub(crate) fn wanted(keys: &[u64], lines: usize) -> &[u64] {
    if lines == 0 { keys.get(..1).unwrap_or(keys) } else { keys }
}

/// The moves that lead from a state to the states of these keys, one after the other, as far as they are soon found. `first` is the
/// list of moves of the state, where there is one; `hint` is the place of the first one in the list that a lookahead makes. Where
/// lists take long, only the first one is found after `stop`.
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
            // The lookahead is quick to tell which one it is, roughly; only those that begin where it does are looked at.
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

/// The place of the move in a list that leads from a state to that of a key; the one at `hint` is tried first.
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

/// Whether a lookahead sees more than one move for whoever is asked.
fn has_choice(question: &Question<'_>) -> bool {
    let (game, state) = (question.game, &question.view.seen);
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut candidates = Vec::new();
    game.turn(state) == Turn::Choice(question.player())
        && game.lookahead(state, &weights).is_some_and(|mut ahead| {
            ahead.is_quick() && ahead.moves(false, &mut candidates) == Ok(None) && candidates.len() > 1
        })
}
