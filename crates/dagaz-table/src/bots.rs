//! Bots at a table: which there are, which move one chooses, and what one thinks of a position.
//!
//! Everything here runs where it is called; threads and turns are the caller's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dagaz_bots::{Budget, Context, Description, Question};
use dagaz_contract::catalog::{BotInfo, Thought, ThoughtLine};
use dagaz_contract::view::BotChoice;
use dagaz_core::{Fuel, Game, Move, MoveList, MoveRef, PlayerId, State, UndoLog, View, below, find_like};
use dagaz_record::Wording;
use dagaz_session::Bot;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use web_time::Instant;

use crate::compiled_game::Prepared;

/// Levels of the bot that has levels.
const LEVELS: u8 = 10;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// The time limit of an analysis that is not stopped.
const ANALYSIS: Duration = Duration::from_secs(300);

/// Between two reports of an analysis.
const REPORTS: Duration = Duration::from_millis(250);

/// What a bot in a seat remembers from one move to the next.
pub type Memory = Arc<Mutex<Context>>;

/// A request for the move of a bot in a seat.
pub struct Asked {
    /// The game.
    pub prepared: Arc<Prepared>,
    /// The position.
    pub state: State,
    /// The player's view of it.
    pub view: View,
    /// The player to move.
    pub player: PlayerId,
    /// The bot.
    pub bot: Bot,
    /// What its choices by chance follow from.
    pub seed: u64,
    /// Its memory.
    pub memory: Memory,
    /// What the clock leaves for this move.
    pub time: Option<Duration>,
}

/// A position for a bot to analyse for a viewer.
pub struct Pondered {
    /// The game.
    pub prepared: Arc<Prepared>,
    /// The position.
    pub state: Arc<State>,
    /// The player's view of it.
    pub view: View,
    /// The player to move.
    pub player: PlayerId,
    /// What its choices by chance follow from.
    pub seed: u64,
}

/// Returns the bots that there are.
pub fn list() -> Vec<BotInfo> {
    let bot = |id: &str, levels, analyses| BotInfo { id: id.to_string(), levels, analyses };
    vec![
        bot("level", Some(LEVELS), false),
        bot("best", None, true),
        bot("alphabeta", None, true),
        bot("mcts", None, true),
        bot("greedy", None, false),
        bot("random", None, false),
    ]
}

/// Returns whether there is a bot of that name and level.
pub fn knows(name: &str, level: Option<u8>) -> bool {
    let fits = |bot: &BotInfo| match bot.levels {
        Some(most) => level.is_some_and(|level| (1..=most).contains(&level)),
        None => level.is_none(),
    };
    list().iter().any(|bot| bot.id == name && fits(bot))
}

fn legal(game: &dyn Game, state: &State, player: PlayerId) -> Option<MoveList> {
    let mut list = MoveList::new();
    game.moves_of(state, player, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
    (!list.is_empty()).then_some(list)
}

/// Returns the index of a bot's move. With hidden facts the bot has chosen it in a sampled state.
fn place(game: &dyn Game, list: &MoveList, chosen: &Move) -> Option<u32> {
    let place = match game.hides() {
        true => find_like(list, chosen.as_ref()),
        false => list.iter().position(|other| other.same_as(chosen.as_ref())),
    };
    place.map(|index| index as u32)
}

fn description(bot: &str, level: Option<u8>) -> Option<Description> {
    match level {
        Some(level) => format!("{bot}:{level}").parse().ok(),
        None => bot.parse().ok(),
    }
}

/// Returns the index of a bot's move in the list of legal moves. A bot that fails plays a random
/// move, so that its game continues.
pub fn chosen(asked: &Asked) -> Option<u32> {
    let game = &*asked.prepared.game;
    let list = legal(game, &asked.state, asked.player)?;
    let thought = || {
        let description = description(&asked.bot.name, asked.bot.level)?;
        let bot = asked.prepared.maker.bot(game, description).ok()?;
        let budget = asked.time.map(Budget::time);
        let mut memory = asked.memory.lock().ok()?;
        let mut question = Question {
            game,
            view: &asked.view,
            budget,
            seed: asked.seed,
            lines: 1,
            threads: 1,
            stop: &AtomicBool::new(false),
            clock: &Instant::now(),
            progress: &mut |_| (),
        };
        place(game, &list, &bot.choose(&mut question, &mut memory).ok()?.chosen)
    };
    let found = catch_unwind(AssertUnwindSafe(thought)).unwrap_or(None);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed);
    Some(found.unwrap_or_else(|| below(&mut rng, list.len()) as u32))
}

/// Reports a bot's evaluation of a position: once, or regularly until it is stopped.
pub fn think(
    pondered: &Pondered,
    choice: &BotChoice,
    lines: usize,
    endless: bool,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Thought),
) {
    let Pondered { prepared, state, view, player, seed } = pondered;
    let game = &*prepared.game;
    let (Some(list), Some(description)) = (legal(game, state, *player), description(&choice.bot, choice.level)) else {
        return;
    };
    let Ok(bot) = prepared.maker.bot_until(game, description, stop) else { return };
    // A bot with one legal move does not search; here its evaluation matters.
    let lines = if list.len() == 1 { lines.max(2) } else { lines };
    let told = |thought: &dagaz_bots::Thought, going_on| {
        let line = |line: &dagaz_bots::Line| {
            let id = place(game, &list, line.moves.first()?)?;
            let expected = line.win_chance.unwrap_or_else(|| expectation(line.score)) as f32;
            Some(ThoughtLine { id, moves: texts(game, state, &line.moves), expected })
        };
        let expected = thought.win_chance.unwrap_or_else(|| expectation(thought.score)) as f32;
        let score = match thought.score {
            Some(dagaz_bots::Score::Hundredths(score)) => Some(score),
            _ => None,
        };
        Thought {
            bot: choice.clone(),
            player: game.glossary().player(*player).to_string(),
            expected,
            score,
            depth: (thought.depth > 0).then_some(thought.depth),
            nodes: thought.nodes.max(thought.playouts),
            lines: thought.top.iter().filter_map(line).collect(),
            going_on,
        }
    };
    let mut reported = Instant::now();
    let mut progress = |thought: &dagaz_bots::Thought| {
        if endless && reported.elapsed() >= REPORTS {
            reported = Instant::now();
            tell(told(thought, true));
        }
    };
    let mut question = Question {
        game,
        view,
        budget: Some(Budget::time(if endless { ANALYSIS } else { HINT })),
        seed: *seed,
        lines,
        threads: 1,
        stop,
        clock: &Instant::now(),
        progress: &mut progress,
    };
    if let Ok(thought) = bot.choose(&mut question, &mut Context::new()) {
        tell(told(&thought, false));
    }
}

/// Returns the expected result of a score, for bots that do not give one: the logistic curve of PGN
/// annotations, in which three of the smallest pieces win about 85 of 100 games.
fn expectation(score: Option<dagaz_bots::Score>) -> f64 {
    match score {
        None => 0.5,
        Some(dagaz_bots::Score::Win(_)) => 1.0,
        Some(dagaz_bots::Score::Loss(_)) => 0.0,
        Some(dagaz_bots::Score::Hundredths(score)) => 1.0 / (1.0 + (-f64::from(score) / 173.0).exp()),
    }
}

/// The moves of a line in words.
fn texts(game: &dyn Game, state: &State, moves: &[Move]) -> Vec<String> {
    let mut state = state.clone();
    moves
        .iter()
        .map(|chosen| {
            let chosen: MoveRef<'_> = chosen.as_ref();
            let text = Wording::of(game, &state, chosen).short();
            game.play(&mut state, chosen, &mut UndoLog::new());
            text
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_known_by_name_and_level() {
        assert!(knows("level", Some(1)) && knows("level", Some(10)) && knows("random", None));
        assert!(!knows("level", None) && !knows("level", Some(11)) && !knows("nobody", None));
        for bot in list() {
            assert!(description(&bot.id, bot.levels).is_some(), "{}", bot.id);
        }
    }
}
