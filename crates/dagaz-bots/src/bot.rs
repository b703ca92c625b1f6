//! Requests to a bot, and its answers.

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dagaz_core::{Game, LimitHit, Move, PlayerId, View};

use crate::{Budget, Clock};

/// Chooses moves. One bot serves any number of games of its game at once, from any number of
/// threads.
pub trait Bot: Send + Sync {
    /// Returns its description, from which it could be made again.
    fn name(&self) -> String;

    /// Chooses a move for the player who looks. With a budget of nodes, playouts or depth the
    /// answer depends only on the question and on what the context has been through.
    ///
    /// A move is always answered while there is a legal one, however small the budget and however
    /// soon the stop.
    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError>;

    /// Chooses a move within the bot's own budget, on one thread, without a stop flag or progress
    /// reports.
    fn answer(
        &self,
        game: &dyn Game,
        view: &View,
        seed: u64,
        clock: &dyn Clock,
        context: &mut Context,
    ) -> Result<Thought, BotError> {
        let stop = AtomicBool::new(false);
        let progress = &mut |_: &Thought| ();
        let mut question =
            Question { game, view, budget: None, seed, lines: 1, threads: 1, stop: &stop, clock, progress };
        self.choose(&mut question, context)
    }
}

/// A request for a move of this player.
pub struct Question<'a> {
    /// The game: the one that the bot was made for.
    pub game: &'a dyn Game,
    /// The player's information about the state, from [`Game::view`]. Bots see nothing else.
    pub view: &'a View,
    /// Instead of the bot's own budget.
    pub budget: Option<Budget>,
    /// Seed of everything random in the answer.
    pub seed: u64,
    /// Number of best moves to report with their lines. 0 reports only the best move, which saves
    /// the time for lines.
    pub lines: usize,
    /// On how many threads to search, at least 1, and no more than the machine runs at once: others
    /// would only take turns with those, and keep them from seeing the clock. Only with one thread
    /// the same question gets the same answer.
    pub threads: usize,
    /// Ends the search when it becomes true.
    pub stop: &'a AtomicBool,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Receives progress reports.
    pub progress: &'a mut dyn FnMut(&Thought),
}

impl Question<'_> {
    /// Returns the player to choose.
    pub fn player(&self) -> PlayerId {
        self.view.player
    }

    /// Number of additional search threads: at most as many as requested and as the machine runs at
    /// once.
    pub(crate) fn helpers(&self) -> usize {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.clamp(1, most) - 1
    }
}

/// Data that a bot keeps from one move of a game to the next. It belongs to one bot, game and seat;
/// a new one is always correct, but slower.
#[derive(Default)]
pub struct Context {
    memory: Option<Box<dyn Any + Send>>,
}

impl Context {
    /// Nothing remembered.
    pub fn new() -> Context {
        Context::default()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory = None;
    }

    /// Returns the memory of this type, made if there is none.
    pub(crate) fn memory<T: Any + Send>(&mut self, make: impl FnOnce() -> T) -> &mut T {
        if !self.memory.as_ref().is_some_and(|memory| memory.is::<T>()) {
            self.memory = None;
        }
        let memory = self.memory.get_or_insert_with(|| Box::new(make()));
        match memory.downcast_mut::<T>() {
            Some(memory) => memory,
            None => unreachable!("it has just been made of this type"),
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("empty", &self.memory.is_none()).finish()
    }
}

/// The value of a position for the searching player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of the game's smallest piece, or of a win if there are no pieces. Positive
    /// values are good.
    Hundredths(i32),
    /// A win within this number of plies.
    Win(u32),
    /// A loss within this number of plies.
    Loss(u32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Hundredths(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Score::Win(plies) => write!(f, "wins in {plies}"),
            Score::Loss(plies) => write!(f, "loses in {plies}"),
        }
    }
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move, and what is expected to follow.
    pub moves: Vec<Move>,
    /// Its value, if known.
    pub score: Option<Score>,
    /// How likely the player wins after it, from 0 to 1; a draw is half a win.
    pub win_chance: Option<f64>,
    /// Nodes or playouts spent on it, where the bot counts that.
    pub visits: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move that it chooses.
    pub chosen: Move,
    /// The value of the position, if known.
    pub score: Option<Score>,
    /// How likely the player wins, from 0 to 1; a draw is half a win.
    pub win_chance: Option<f64>,
    /// The best moves, best first, with what is expected to follow. The first one begins with the
    /// best move known, which a bot that blunders on purpose may not have chosen.
    pub top: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Playouts, or nodes of a tree.
    pub playouts: u64,
    /// Plies that were looked ahead at least.
    pub depth: u32,
    /// How long it has taken.
    pub time: Duration,
}

impl Thought {
    /// Returns a move chosen without any thought.
    pub fn just(chosen: Move) -> Thought {
        Thought {
            top: vec![Line { moves: vec![chosen.clone()], score: None, win_chance: None, visits: 0 }],
            chosen,
            score: None,
            win_chance: None,
            nodes: 0,
            playouts: 0,
            depth: 0,
            time: Duration::ZERO,
        }
    }

    /// Returns the principal variation: what is expected to be played from here on.
    pub fn pv(&self) -> &[Move] {
        self.top.first().map_or(&[], |line| &line.moves)
    }
}

/// Why a bot has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotError {
    /// There is no legal move, or it is not this player's turn.
    NoMove,
    /// The game has met a limit before any move was found.
    Limit(LimitHit),
    /// The player of this seat resigns.
    Resigned,
    /// A program that plays for this seat has failed.
    Program(String),
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::NoMove => f.write_str("there is no legal move for this player"),
            BotError::Limit(hit) => hit.fmt(f),
            BotError::Resigned => f.write_str("the game is given up"),
            BotError::Program(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for BotError {}

impl From<LimitHit> for BotError {
    fn from(hit: LimitHit) -> BotError {
        BotError::Limit(hit)
    }
}
