//! Immediate wins: tested before any search.
//!
//! A search of a few nodes does not reach every move of a broad game. Many games detect their end
//! only when the next moves are requested, so at the horizon a finished game looks unfinished. A
//! growing tree may not try the move at all. So each move is tested first, by the exact position
//! after it. The search runs only if none wins. The test does not count against a budget of nodes,
//! and gets a share of a budget of time.

use std::sync::Arc;

use dagaz_core::{
    Candidate, Found, Fuel, LimitHit, Lookahead, Move, MoveList, Turn, UndoLog, Verdict, Weights, look_ahead_until,
};

use super::moves_of;
use crate::game_analysis::Facts;
use crate::{Bot, BotError, Budget, Context, Line, Question, Score, SearchLimits, Thought};

/// Of a budget of time looking for a win at once takes no more than this share.
const SHARE: u32 = 4;
/// Fuel for a position with slow move generation: endings that do not depend on moves are tested
/// before any of it is spent.
const GLANCE: u64 = 500;
/// Fuel for all positions of a question together that must be listed to be understood: some two
/// tenths of a second.
const LISTS: u64 = 4_000_000;

/// A bot that looks for a win at once before it searches. See the [module documentation](self).
pub(crate) struct ImmediateWins {
    pub(crate) inner: Box<dyn Bot>,
    /// That of the bot.
    pub(crate) budget: Budget,
    pub(crate) facts: Arc<Facts>,
}

impl Bot for ImmediateWins {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let budget = question.budget.unwrap_or(self.budget);
        let share = Budget { time: budget.time.map(|time| time / SHARE), ..Budget::default() };
        let mut watch = SearchLimits::new(share, question.stop, question.clock);
        let won = win(question, self.facts.quick, &mut watch);
        let spent = watch.time();
        let lines = question.lines;
        if let Some(won) = &won
            && lines <= 1
        {
            let chosen = won.moves[0].clone();
            let (score, win_chance, top) = (won.score, won.win_chance, vec![won.clone()]);
            return Ok(Thought { score, win_chance, top, nodes: 1, depth: 1, time: spent, ..Thought::just(chosen) });
        }
        let progress = &mut *question.progress;
        let told = &mut |thought: &Thought| match &won {
            Some(won) => progress(&led_by(won, thought.clone(), lines)),
            None => progress(thought),
        };
        let mut rest = Question {
            game: question.game,
            view: question.view,
            budget: Some(Budget { time: budget.time.map(|time| time.saturating_sub(spent)), ..budget }),
            seed: question.seed,
            lines,
            threads: question.threads,
            stop: question.stop,
            clock: question.clock,
            progress: told,
        };
        let thought = self.inner.choose(&mut rest, context)?;
        let thought = Thought { time: thought.time + spent, ..thought };
        Ok(match &won {
            Some(won) => led_by(won, thought, lines),
            None => thought,
        })
    }
}

/// Returns the result with an immediate win as its best line.
fn led_by(won: &Line, mut thought: Thought, lines: usize) -> Thought {
    let same = |line: &Line| line.moves.first().is_some_and(|one| one.as_ref().same_as(won.moves[0].as_ref()));
    let visits = thought.top.iter().find(|line| same(line)).map_or(won.visits, |line| line.visits);
    thought.top.retain(|line| !same(line));
    thought.top.insert(0, Line { visits, ..won.clone() });
    thought.top.truncate(lines);
    Thought { chosen: won.moves[0].clone(), score: won.score, win_chance: won.win_chance, ..thought }
}

/// Returns the first immediate win of the searching player as a line; `None` if the limits were
/// reached first.
fn win(question: &Question<'_>, quick: bool, watch: &mut SearchLimits<'_>) -> Option<Line> {
    if question.game.turn(&question.view.seen) != Turn::Choice(question.player()) {
        return None;
    }
    let found = if quick { by_lookahead(question, watch) } else { by_rules(question, watch) };
    found.map(|won| Line { moves: vec![won], score: Some(Score::Win(1)), win_chance: Some(1.0), visits: 1 })
}

/// The same where looking ahead is quick.
fn by_lookahead(question: &Question<'_>, watch: &mut SearchLimits<'_>) -> Option<Move> {
    let (game, state, player) = (question.game, &question.view.seen, question.player());
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut ahead = look_ahead_until(game, state, &weights, question.stop);
    let (mut moves, mut next) = (Vec::new(), Vec::new());
    // A position may be none for the quick form.
    if !ahead.is_quick() {
        return by_rules(question, watch);
    }
    if !matches!(ahead.moves(false, &mut moves), Ok(None)) || moves.len() < 2 {
        return None;
    }
    for index in 0..moves.len() {
        if watch.is_over_soon() {
            return None;
        }
        // Moves that meet a limit are left to the search.
        let Ok(told) = ahead.play(index) else { continue };
        let ended = told.map_or_else(|| ended_here(&mut *ahead, &mut next), |ending| Ok(Some(ending)));
        watch.listed(next.len());
        if let Ok(Some(ending)) = ended
            && ahead.verdicts(ending).get(player.index()) == Some(&Verdict::Win)
        {
            return moves_of(game, state, &[ahead.key()], None, index, question.stop).pop();
        }
        ahead.undo();
    }
    None
}

/// How the game has ended in the present position, if it has.
fn ended_here(ahead: &mut dyn Lookahead, list: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
    // Search positions that know checks report all endings when a move is played, except those of a
    // player who cannot move. Counting is faster than listing.
    if ahead.in_check().is_some() {
        let mover = ahead.mover();
        if ahead.mobility(mover).is_some_and(|count| count > 0) {
            list.clear();
            return Ok(None);
        }
    }
    ahead.moves(false, list)
}

/// The same by the rules, if lists are slow: first all endings that do not depend on moves, and
/// then, as far as the fuel lasts, the others.
fn by_rules(question: &Question<'_>, watch: &mut SearchLimits<'_>) -> Option<Move> {
    let (game, player) = (question.game, question.player());
    let (mut state, mut log) = (question.view.seen.clone(), UndoLog::new());
    let (mut list, mut next) = (MoveList::new(), MoveList::new());
    game.moves(&state, &mut list, &mut watch.fuel(game.limits().fuel)).ok()?;
    // An only move is played without any thought.
    if list.len() < 2 {
        return None;
    }
    // Whether a move wins; `None` if this fuel does not suffice.
    let mut wins = |index: usize, fuel: &mut Fuel<'_>| {
        game.play(&mut state, list.get(index), &mut log);
        let found = game.moves_or_ending(&state, &mut next, fuel).ok().map(|ended| {
            let verdicts = ended.map_or(Vec::new(), |ending| game.outcome_of(&state, ending).verdicts);
            verdicts.get(player.index()) == Some(&Verdict::Win)
        });
        game.undo(&mut state, &mut log);
        found
    };
    let mut open = Vec::new();
    for index in 0..list.len() {
        if watch.is_over_now() {
            return None;
        }
        match wins(index, &mut watch.fuel(GLANCE)) {
            Some(true) => return Some(list.get(index).to_move()),
            Some(false) => {}
            None => open.push(index),
        }
    }
    let mut left = LISTS;
    for index in open {
        if watch.is_over_now() {
            return None;
        }
        let given = left.min(game.limits().fuel);
        let mut fuel = watch.fuel(given);
        if wins(index, &mut fuel) == Some(true) {
            return Some(list.get(index).to_move());
        }
        left = left.saturating_sub(given - fuel.left());
        if left == 0 {
            break;
        }
    }
    None
}
