//! Bots: a few threads that think, for everybody in turn.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use dagaz_bots::{Budget, Context, Description, Maker, Question};
use dagaz_contract::catalog::{BotInfo, Thought, ThoughtLine};
use dagaz_contract::message::Reason;
use dagaz_contract::view::BotChoice;
use dagaz_core::{Fuel, Game, Move, MoveList, MoveRef, PlayerId, State, UndoLog, View, below, find_like};
use dagaz_record::Wording;
use dagaz_session::Bot;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::analyses::Analyses;
use crate::prepared::Prepared;
use crate::refused::Refused;
use crate::table::Pondered;
use crate::turns::{Turns, Whose};

/// What bots know of a game.
#[derive(Debug, Default)]
pub(crate) struct Mind {
    maker: Maker,
}

/// What a bot in a seat remembers from one move to the next.
pub(crate) type Memory = Arc<Mutex<Context>>;

/// A question: which move shall this player make here?
pub(crate) struct Asked {
    pub(crate) whose: Whose,
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) state: State,
    /// What the player knows of it.
    pub(crate) view: View,
    pub(crate) player: PlayerId,
    pub(crate) bot: Bot,
    pub(crate) seed: u64,
    pub(crate) memory: Memory,
    /// What the clock leaves for this move.
    pub(crate) time: Option<Duration>,
}

/// Stops a bot when it is dropped.
pub(crate) struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// Lets the bot end by itself.
    pub(crate) fn let_go(mut self) {
        self.0 = None;
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

type Work = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    waiting: Mutex<Turns<Work>>,
    ready: Condvar,
}

/// See the [module documentation](self).
pub(crate) struct Bots {
    queue: Arc<Queue>,
    most: usize,
    analyses: Arc<Analyses>,
}

/// Levels of the bot that has levels.
const LEVELS: u8 = 10;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// After so long an analysis that nobody stops ends by itself.
const ANALYSIS: Duration = Duration::from_secs(300);

/// Between two reports of an analysis.
const REPORTS: Duration = Duration::from_millis(250);

impl Bots {
    /// Starts so many threads; more games are not begun while questions of so many wait.
    pub(crate) fn start(threads: usize, most: usize) -> Bots {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let work = move || {
                crate::yielding::yield_to_others();
                loop {
                    let Ok(mut waiting) = queue.waiting.lock() else { return };
                    let next = loop {
                        if let Some(next) = waiting.pop() {
                            break next;
                        }
                        let Ok(woken) = queue.ready.wait(waiting) else { return };
                        waiting = woken;
                    };
                    drop(waiting);
                    // A bot that fails must not take the others' thread along.
                    let _ = catch_unwind(AssertUnwindSafe(next));
                }
            };
            let _ = std::thread::Builder::new().name(format!("dagaz-bot-{number}")).spawn(work);
        }
        Bots { queue, most, analyses: Arc::new(Analyses::new(threads.max(1) * 2)) }
    }

    /// The bots that there are.
    pub(crate) fn list() -> Vec<BotInfo> {
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

    pub(crate) fn knows(name: &str, level: Option<u8>) -> bool {
        let fits = |bot: &BotInfo| match bot.levels {
            Some(most) => level.is_some_and(|level| (1..=most).contains(&level)),
            None => level.is_none(),
        };
        Bots::list().iter().any(|bot| bot.id == name && fits(bot))
    }

    /// How many questions wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.waiting.lock().map_or(0, |waiting| waiting.len())
    }

    /// Whether questions of so many wait that no more games against bots should begin.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.waiting.lock().is_ok_and(|waiting| waiting.waiting() >= self.most)
    }

    /// Lets a bot choose a move, and tells its place in the list of legal moves; none if it could not.
    pub(crate) fn choose(&self, asked: Asked, done: impl FnOnce(Option<u32>) + Send + 'static) {
        let whose = asked.whose.clone();
        let work = move || done(catch_unwind(AssertUnwindSafe(|| chosen(&asked))).unwrap_or(None));
        let Ok(mut waiting) = self.queue.waiting.lock() else { return };
        // Each game waits for one move at a time, and there are only so many games: it cannot grow for ever.
        waiting.push(whose, Box::new(work));
        self.queue.ready.notify_one();
    }

    /// Lets a bot think about a position for somebody there; what it thinks is told, once or until it is stopped.
    pub(crate) fn ponder(
        &self,
        from: IpAddr,
        pondered: Pondered,
        bot: Option<BotChoice>,
        lines: usize,
        endless: bool,
        mut tell: impl FnMut(Thought) + Send + 'static,
    ) -> Result<Stop, Refused> {
        let bot = bot.unwrap_or(BotChoice { bot: "best".to_string(), level: None });
        if !Bots::list().iter().any(|known| known.id == bot.bot && known.analyses) {
            return Err(Refused::new(Reason::Unknown, "there is no such bot, or it cannot say what it thinks"));
        }
        let place = self.analyses.take(from).ok_or_else(Refused::busy)?;
        let flag = place.flag.clone();
        let work = move || {
            crate::yielding::yield_to_others();
            let _ = catch_unwind(AssertUnwindSafe(|| think(&pondered, &bot, lines, endless, &place.flag, &mut tell)));
        };
        std::thread::Builder::new().name("dagaz-analysis".to_string()).spawn(work).map_err(|_| Refused::busy())?;
        Ok(Stop(Some(flag)))
    }
}

fn legal(game: &dyn Game, state: &State, player: PlayerId) -> Option<MoveList> {
    let mut list = MoveList::new();
    game.moves_of(state, player, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
    (!list.is_empty()).then_some(list)
}

/// The place of a bot's move. Where something is hidden the bot has chosen it in a state that it thinks possible.
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

/// The move of a bot. One that finds none, for whatever reason, plays any: its game must go on.
fn chosen(asked: &Asked) -> Option<u32> {
    let game = &*asked.prepared.game;
    let list = legal(game, &asked.state, asked.player)?;
    let thought = || {
        let description = description(&asked.bot.name, asked.bot.level)?;
        let bot = asked.prepared.mind.maker.bot(game, description).ok()?;
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

fn think(
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
    let Ok(bot) = prepared.mind.maker.bot_until(game, description, stop) else { return };
    // Whoever is asked for one line among one move need not think; here it matters what it is worth.
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

/// What a score says about winning, where a bot has not said it: the logistic curve of PGN annotations, in which three of
/// the smallest pieces win about 85 games of 100.
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
        assert!(Bots::knows("level", Some(1)) && Bots::knows("level", Some(10)) && Bots::knows("random", None));
        assert!(!Bots::knows("level", None) && !Bots::knows("level", Some(11)) && !Bots::knows("nobody", None));
        for bot in Bots::list() {
            assert!(description(&bot.id, bot.levels).is_some(), "{}", bot.id);
        }
    }
}
