//! Bots that hardly think: random, first and greedy.

use std::sync::Arc;

use dagaz_core::{Candidate, Plain, Roster, UndoLog, Verdict, below};

use crate::evaluation::Evaluation;
use crate::game_analysis::Facts;
use crate::legal_moves::legal_of;
use crate::random::rng;
use crate::{Bot, BotError, Context, Line, Question, Score, SearchLimits, Thought};

/// Any legal move, each equally likely.
#[derive(Debug)]
pub(crate) struct Random;

impl Bot for Random {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        Ok(Thought::just(list.get(below(&mut rng(question.seed), list.len())).to_move()))
    }
}

/// The best move by a one-ply search: the evaluation after it, plus a weight on immediate captures.
/// Ties are broken at random.
#[derive(Debug)]
pub(crate) struct Greedy {
    pub(crate) facts: Arc<Facts>,
    pub(crate) evaluation: Arc<Evaluation>,
}

impl Bot for Greedy {
    fn name(&self) -> String {
        "greedy".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        let (game, player) = (question.game, question.player());
        let rng = &mut rng(question.seed);
        let mut watch = SearchLimits::new(question.budget.unwrap_or_default(), question.stop, question.clock);
        // Hidden information is sampled.
        let hidden = self.facts.hidden;
        let mut state = if hidden { game.sample(question.view, rng) } else { question.view.seen.clone() };
        let mut log = UndoLog::new();
        let mut worths: Vec<(i32, usize)> = Vec::new();
        let evaluation = self.evaluation.at(game, &state);
        for index in 0..list.len() {
            if !watch.node() && !worths.is_empty() {
                break;
            }
            let roster = Roster::of(game);
            let captures = i32::from(Candidate::of(&state, &roster, list.get(index)).captures);
            game.play(&mut state, list.get(index), &mut log);
            let worth = match game.outcome(&state)? {
                Some(outcome) => match outcome.verdicts.get(player.index()) {
                    Some(Verdict::Win) => WON,
                    Some(Verdict::Loss) => -WON,
                    _ => 0,
                },
                None if hidden => 0,
                None => {
                    let mut ahead = Plain::new(game, state.clone(), &evaluation.weights);
                    evaluation.of(game, &mut ahead, player) + captures * CAPTURE
                }
            };
            game.undo(&mut state, &mut log);
            worths.push((worth, index));
        }
        let best = worths.iter().map(|(worth, _)| *worth).max().unwrap_or(0);
        let equal: Vec<usize> = worths.iter().filter(|(worth, _)| *worth == best).map(|(_, index)| *index).collect();
        let chosen = equal.get(below(rng, equal.len())).copied().unwrap_or(0);
        worths.sort_by_key(|&(worth, index)| (-worth, index != chosen));
        let line = |&(worth, index): &(i32, usize)| {
            let score = match worth {
                WON => Score::Win(1),
                worth if worth == -WON => Score::Loss(1),
                worth => Score::Hundredths(worth),
            };
            let win_chance = match score {
                Score::Win(_) => 1.0,
                Score::Loss(_) => 0.0,
                Score::Hundredths(worth) => self.evaluation.win_chance(worth),
            };
            let moves = vec![list.get(index).to_move()];
            Line { moves, score: Some(score), win_chance: Some(win_chance), visits: 1 }
        };
        let top: Vec<Line> = worths.iter().take(question.lines.max(1)).map(line).collect();
        Ok(Thought {
            score: top.first().and_then(|line| line.score),
            win_chance: top.first().and_then(|line| line.win_chance),
            nodes: watch.nodes(),
            depth: 1,
            time: watch.time(),
            top,
            ..Thought::just(list.get(chosen).to_move())
        })
    }
}

/// More than any evaluation.
const WON: i32 = 1_000_000;
/// Value of an immediate capture, in addition to the captured piece.
const CAPTURE: i32 = 20;

/// The first legal move of the list.
#[derive(Debug)]
pub(crate) struct First;

impl Bot for First {
    fn name(&self) -> String {
        "first".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        Ok(Thought::just(list.get(0).to_move()))
    }
}
