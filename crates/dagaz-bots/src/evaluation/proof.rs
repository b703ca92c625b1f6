//! The proof of an evaluation: searches with it must win.

use std::sync::Arc;
use std::time::Duration;

use dagaz_core::{Game, LimitHit, PlayerId};

use super::Evaluation;
use crate::effort::Effort;
use crate::search::AlphaBeta;
use crate::study::Facts;
use crate::{Bot, Budget, Clock, Contest, opening};

/// Games in which an evaluation must show that it is better, and the nodes of each move.
const PROOF_GAMES: u64 = 30;
const PROOF_NODES: u64 = 200;
/// The share of points that shows it.
const PROOF: f64 = 0.56;
/// Plies of all these games together, after which no other is begun: where looking ahead is quick, and where it is not.
const PROOF_PLIES: [usize; 2] = [6_000, 1_500];

/// What a glance makes of the games, of the nodes of a move, and of the plies of a game.
const GLANCE: (u64, u64, usize) = (1, 20, 10);

/// Whether searches with an evaluation win against the same searches with another one.
pub(super) fn is_better(
    game: &dyn Game,
    facts: &Facts,
    learned: &Evaluation,
    known: &Evaluation,
    effort: Effort<'_>,
) -> Result<bool, LimitHit> {
    let (most, nodes, plies_max) = if effort.is_glance() { GLANCE } else { (PROOF_GAMES, PROOF_NODES, 200) };
    let bot = |evaluation: &Evaluation| AlphaBeta {
        name: String::new(),
        budget: Budget::nodes(nodes),
        selfish: false,
        facts: Arc::new(facts.clone()),
        evaluation: Arc::new(evaluation.clone()),
    };
    let bots = [bot(learned), bot(known)];
    let (mut points, mut plies, mut games) = (0.0, 0, 0);
    let enough = PROOF * most as f64;
    for number in 0..most {
        effort.go_on()?;
        // What is left cannot change the answer, or takes too long.
        let left = (most - number) as f64;
        if points >= enough || points + left < enough || plies >= PROOF_PLIES[usize::from(!facts.quick)] {
            break;
        }
        games += 1;
        let first = number as usize % 2;
        let mut seats: Vec<Option<&dyn Bot>> = vec![None; game.glossary().players.len()];
        for (place, player) in facts.choosers.iter().enumerate() {
            seats[player.index()] = Some(&bots[(place + first) % 2]);
        }
        let contest =
            Contest { game, seats, rules: Vec::new(), plies_max, stop: effort.stop, clock: &NoClock, budget: None };
        let start = opening(game, 4, number / 2);
        let played = start.and_then(|start| contest.play(&start, number));
        let own = facts.choosers.get(first).copied().unwrap_or(PlayerId::NOBODY);
        plies += played.as_ref().map_or(0, |played| played.plies);
        points += played.map_or(0.5, |played| played.points(own));
    }
    effort.go_on()?;
    Ok(points / f64::from(games.max(1)) >= PROOF)
}

/// A clock that stands still, where nodes are counted.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
