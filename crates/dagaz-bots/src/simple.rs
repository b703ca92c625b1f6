//! Bots that hardly think: random, first and greedy.

use std::sync::Arc;

use dagaz_core::{Candidate, Fuel, Game, MoveList, Plain, PlayerId, Roster, State, Turn, UndoLog, Verdict, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::evaluation::Evaluation;
use crate::game_analysis::Facts;
use crate::{Bot, BotError, Context, Line, Question, Score, SearchLimits, Thought};

/// The legal moves of the player. An error if there are none. The list is completed even after a
/// stop, since without it there is no answer.
pub(crate) fn legal_of(question: &Question<'_>) -> Result<MoveList, BotError> {
    let game = question.game;
    let fuel = &mut Fuel::new(game.limits().fuel);
    // What is seen is no state of a game where something is hidden: one that may be the true one
    // has the same moves.
    let possible = game.hides().then(|| game.sample(question.view, &mut rng(question.seed)));
    legal(game, possible.as_ref().unwrap_or(&question.view.seen), question.player(), fuel)
}

/// The legal moves of a player, by what the player sees. An error if there are none.
pub(crate) fn legal(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    fuel: &mut Fuel<'_>,
) -> Result<MoveList, BotError> {
    let mut list = MoveList::new();
    match game.turn(state) {
        Turn::Choice(mover) | Turn::Chance(mover) if mover != player => return Err(BotError::NoMove),
        Turn::Choice(_) | Turn::Chance(_) => match game.moves(state, &mut list, fuel) {
            Err(hit) if hit.is_of_length() => list = by_steps(game, state, player)?,
            other => other?,
        },
        Turn::Together(_) => game.moves_of(state, player, &mut list, fuel)?,
    }
    if list.is_empty() { Err(BotError::NoMove) } else { Ok(list) }
}

/// Some whole moves of a position that has too many to be listed: each is put together step by step
/// by lot, always the same lots for the same position.
fn by_steps(game: &dyn Game, state: &State, player: PlayerId) -> Result<MoveList, BotError> {
    const WANTED: u64 = 32;
    let mut found = MoveList::new();
    for number in 0..WANTED {
        let mut rng = rng(state.key() ^ number);
        let (mut state, mut steps, mut parts) = (state.clone(), MoveList::new(), MoveList::new());
        for _ in 0..game.limits().steps {
            game.steps(&state, &mut steps, &mut Fuel::new(game.limits().fuel))?;
            if steps.is_empty() {
                parts.clear();
                break;
            }
            let step = steps.get(below(&mut rng, steps.len()));
            parts.push_parts(step.steps());
            game.play_step(&mut state, step, &mut UndoLog::new())?;
            if state.pending(game.layout()).is_none() {
                break;
            }
        }
        if !parts.is_empty() && state.pending(game.layout()).is_none() {
            let steps: Vec<_> = parts.iter().collect();
            found.push_parts(steps.iter().flat_map(|one| one.steps()));
        }
    }
    found.merge_same();
    debug_assert!(game.turn(state) == Turn::Choice(player) || game.is_random(player));
    Ok(found)
}

/// Returns a generator of random bits that is the same for the same seed.
pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

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
