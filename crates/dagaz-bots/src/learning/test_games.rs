//! Test games of a learned evaluation: searches with it must win.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dagaz_core::{Game, LimitHit, LimitKind, PlayerId};

use crate::analysis_budget::Effort;
use crate::evaluation::Evaluation;
use crate::game_analysis::Facts;
use crate::search::AlphaBeta;
use crate::{Bot, BotError, Budget, Clock, Contest, ContestMove, ContestObserver, opening};

/// Games in which an evaluation must show that it is better, and the nodes of each move.
const PROOF_GAMES: u64 = 30;
const PROOF_NODES: u64 = 200;
/// The share of points that shows it.
const PROOF: f64 = 0.56;
/// Plies of all these games together, after which no other is begun: where looking ahead is quick,
/// and where it is not.
const PROOF_PLIES: [usize; 2] = [6_000, 1_500];

/// Fewer games show nothing, where the fuel of the study is at an end before the others.
const ENOUGH: u32 = 8;
/// Lists of moves of a search, as a share of its nodes: the least that is to be expected.
const LISTS_LEAST: f64 = 1.0 / 16.0;
/// Additional move lists per ply of a test game: for the ending, the legal moves, and the root of
/// the search.
const LISTS_BESIDE: u64 = 4;

/// The reduced numbers of a short analysis: games, nodes of a move, plies of a game.
const GLANCE: (u64, u64, usize) = (1, 20, 10);

/// Returns whether searches with an evaluation win against the same searches with another one.
pub(super) fn is_better(
    game: &dyn Game,
    facts: &Facts,
    learned: &Evaluation,
    known: &Evaluation,
    effort: Effort<'_>,
) -> Result<bool, LimitHit> {
    let (most, nodes, plies_max) = if effort.is_glance() { GLANCE } else { (PROOF_GAMES, PROOF_NODES, 200) };
    // Where even those few games would cost more than is left, none is begun.
    let cheapest = f64::from(ENOUGH) * facts.length.min(plies_max as f64) * nodes as f64 * LISTS_LEAST * facts.fuel;
    if !facts.quick && cheapest > effort.left() as f64 {
        return Ok(false);
    }
    let lists = Arc::new(AtomicU64::new(0));
    let mut purse = EvaluationBudget { effort, facts, lists: &lists };
    let bot = |evaluation: &Evaluation| AlphaBeta {
        name: String::new(),
        budget: Budget::nodes(nodes),
        selfish: false,
        facts: Arc::new(facts.clone()),
        evaluation: Arc::new(evaluation.clone()),
        lists: Some(lists.clone()),
    };
    let bots = [bot(learned), bot(known)];
    let (mut points, mut plies, mut games) = (0.0, 0, 0);
    let enough = PROOF * most as f64;
    for number in 0..most {
        effort.go_on()?;
        // The remaining games cannot change the decision, or take too long.
        let left = (most - number) as f64;
        if points >= enough || points + left < enough || plies >= PROOF_PLIES[usize::from(!facts.quick)] {
            break;
        }
        let first = number as usize % 2;
        let mut seats: Vec<Option<&dyn Bot>> = vec![None; game.glossary().players.len()];
        for (place, player) in facts.choosers.iter().enumerate() {
            seats[player.index()] = Some(&bots[(place + first) % 2]);
        }
        let contest =
            Contest { game, seats, rules: Vec::new(), plies_max, stop: effort.stop, clock: &NoClock, budget: None };
        let start = opening(game, 4, number / 2);
        let played = start.and_then(|start| contest.play_before(&start, number, &mut purse));
        // A game that was broken off tells nothing.
        if purse.is_empty() {
            break;
        }
        games += 1;
        let own = facts.choosers.get(first).copied().unwrap_or(PlayerId::NONE);
        plies += played.as_ref().map_or(0, |played| played.plies);
        points += played.map_or(0.5, |played| played.points(own));
    }
    effort.go_on()?;
    if purse.is_empty() && games < ENOUGH {
        return Ok(false);
    }
    Ok(points / f64::from(games.max(1)) >= PROOF)
}

/// Pays for the lists of moves that the searches of a game make, where looking ahead is not quick,
/// and breaks the game off when there is nothing left.
struct EvaluationBudget<'a> {
    effort: Effort<'a>,
    facts: &'a Facts,
    /// Those that have not been paid for.
    lists: &'a AtomicU64,
}

impl EvaluationBudget<'_> {
    fn is_empty(&self) -> bool {
        !self.facts.quick && self.effort.left() == 0
    }
}

impl ContestObserver for EvaluationBudget<'_> {
    fn observe(&mut self, _: &ContestMove<'_>) -> Result<(), BotError> {
        if !self.facts.quick {
            self.effort.pay(self.lists.swap(0, Ordering::Relaxed) + LISTS_BESIDE, self.facts.fuel);
        }
        if self.is_empty() { Err(LimitHit::new(LimitKind::Fuel, 0).into()) } else { Ok(()) }
    }
}

/// A clock that stands still, where nodes are counted.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
