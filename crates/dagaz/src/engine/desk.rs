//! The desk: the game, the position, and the thread that thinks about it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use dagaz_bots::{Budget, Context, Description, Dialect, Kind, Maker, Question, Thought};
use dagaz_core::{Game, LimitKind, MoveList, PlayerId, State, UndoLog};

use super::Event;
use crate::cli::GameArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::start::{legal, movers};

/// A question that is being thought about.
struct Asked {
    number: u64,
    stop: Arc<AtomicBool>,
    /// Whether it ends only when it is told to.
    endless: bool,
    thread: JoinHandle<Result<Box<Thought>, String>>,
}

/// See the [module documentation](self).
pub(super) struct Desk {
    loaded: Arc<Loaded>,
    maker: Arc<Maker>,
    bot: Description,
    seed: u64,
    state: State,
    /// The states before each move that was played, to take moves back.
    before: Vec<State>,
    context: Arc<Mutex<Context>>,
    events: Sender<Event>,
    asked: Option<Asked>,
    number: u64,
    /// How many best moves are wanted.
    pub(super) lines: usize,
    /// On how many threads to search.
    pub(super) threads: usize,
}

impl Desk {
    pub(super) fn new(game: &GameArgs, bot: Description, seed: u64, events: Sender<Event>) -> Result<Desk, Failure> {
        let loaded = Arc::new(Loaded::new(game)?);
        let state = loaded.game.initial();
        Ok(Desk {
            loaded,
            maker: Arc::new(Maker::new()),
            bot,
            seed,
            state,
            before: Vec::new(),
            context: Arc::default(),
            events,
            asked: None,
            number: 0,
            lines: 1,
            threads: 1,
        })
    }

    /// Plays another game from now on.
    pub(super) fn load(&mut self, file: &str, variant: Option<&str>) -> Result<(), String> {
        let args = GameArgs { file: file.to_string(), variant: variant.map(str::to_string), ..GameArgs::default() };
        let loaded = Loaded::new(&args)
            .map(Arc::new)
            .map_err(|failure| failure.message().unwrap_or_else(|| format!("{file} has errors; see `dagaz check`")))?;
        self.cancel();
        self.loaded = loaded;
        self.maker = Arc::new(Maker::new());
        self.begin();
        Ok(())
    }

    pub(super) fn game(&self) -> &dyn Game {
        &*self.loaded.game
    }

    pub(super) fn title(&self) -> &str {
        self.loaded.title()
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn bot(&self) -> Description {
        self.bot
    }

    pub(super) fn set_bot(&mut self, text: &str) -> Result<(), String> {
        self.bot = text.parse().map_err(|error: dagaz_bots::DescriptionError| error.to_string())?;
        self.forget();
        Ok(())
    }

    /// Begins anew.
    pub(super) fn begin(&mut self) {
        self.set_state(self.loaded.game.initial());
        self.forget();
    }

    /// What was remembered belongs to another game.
    pub(super) fn forget(&mut self) {
        self.cancel();
        self.context = Arc::default();
    }

    pub(super) fn set_state(&mut self, state: State) {
        self.cancel();
        self.state = state;
        self.before.clear();
    }

    /// The position of a text.
    pub(super) fn set_position(&mut self, text: &str) -> Result<(), String> {
        let state = crate::start::state(&*self.loaded.game, Some(text))
            .map_err(|failure| failure.message().unwrap_or_default().lines().next().unwrap_or_default().to_string())?;
        self.set_state(state);
        Ok(())
    }

    /// Plays a move that is said in a dialect.
    pub(super) fn play(&mut self, dialect: Dialect, word: &str) -> Result<(), String> {
        self.cancel();
        let game: &dyn Game = &*self.loaded.game;
        let list = legal(game, &self.state).map_err(|hit| hit.to_string())?;
        let index = dialect.find(game, &self.state, &list, word);
        let index = index.ok_or_else(|| format!("`{word}` is no legal move here"))?;
        self.before.push(self.state.clone());
        self.loaded.game.play(&mut self.state, list.get(index), &mut UndoLog::new());
        Ok(())
    }

    /// Plays a move that was thought of.
    pub(super) fn play_thought(&mut self, thought: &Thought) {
        self.before.push(self.state.clone());
        self.loaded.game.play(&mut self.state, thought.chosen.as_ref(), &mut UndoLog::new());
    }

    /// Takes the last move back; false if there is none.
    pub(super) fn take_back(&mut self) -> bool {
        self.cancel();
        match self.before.pop() {
            Some(state) => {
                self.state = state;
                true
            }
            None => false,
        }
    }

    /// Who is to move.
    pub(super) fn mover(&self) -> PlayerId {
        movers(self.game(), &self.state).first().copied().unwrap_or(PlayerId::NOBODY)
    }

    /// The legal moves, each with its word.
    pub(super) fn moves(&self, dialect: Dialect) -> Result<(MoveList, Vec<String>), String> {
        let list = legal(self.game(), &self.state).map_err(|hit| hit.to_string())?;
        let words = dialect.words(self.game(), &self.state, &list);
        Ok((list, words))
    }

    /// The words of moves that follow each other.
    pub(super) fn line(&self, dialect: Dialect, moves: &[dagaz_core::Move]) -> Vec<String> {
        let mut state = self.state.clone();
        let mut said = Vec::new();
        for one in moves {
            let Ok(list) = legal(self.game(), &state) else { break };
            let Some(index) = (0..list.len()).find(|&index| list.get(index).same_as(one.as_ref())) else { break };
            said.push(dialect.words(self.game(), &state, &list)[index].clone());
            self.loaded.game.play(&mut state, list.get(index), &mut UndoLog::new());
        }
        said
    }

    /// Begins to think; the answer comes as an event. What is being thought about is given up.
    pub(super) fn think(&mut self, budget: Option<Budget>, waits_for_stop: bool) {
        self.cancel();
        self.number += 1;
        let (number, seed, bot) = (self.number, self.seed, self.bot);
        let (lines, threads, player) = (self.lines.max(1), self.threads.max(1), self.mover());
        let stop = Arc::new(AtomicBool::new(false));
        let (loaded, maker, context) = (self.loaded.clone(), self.maker.clone(), self.context.clone());
        let (events, state, stopped) = (self.events.clone(), self.state.clone(), stop.clone());
        let thread = std::thread::spawn(move || {
            let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let game: &dyn Game = &*loaded.game;
                let clock = Instant::now();
                let bot = match maker.bot_until(game, bot, &stopped) {
                    // Told to stop before the game has been studied: any move will do.
                    Err(hit) if hit.kind == LimitKind::Stopped => maker.bot(game, Description::of(Kind::First)),
                    other => other,
                };
                let bot = bot.map_err(|hit| hit.to_string())?;
                let view = game.view(&state, player);
                let mut question = Question {
                    game,
                    view: &view,
                    budget,
                    seed,
                    lines,
                    threads,
                    stop: &stopped,
                    clock: &clock,
                    progress: &mut |thought| {
                        let _ = events.send(Event::Thought(number, Box::new(thought.clone())));
                    },
                };
                let mut context = context.lock().unwrap_or_else(PoisonError::into_inner);
                let thought = bot.choose(&mut question, &mut context).map_err(|error| error.to_string())?;
                // Who asks to think until told otherwise gets no answer before.
                while waits_for_stop && !stopped.load(Ordering::Relaxed) {
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                Ok(Box::new(thought))
            }));
            let answer = answer.unwrap_or_else(|_| Err("the bot has failed".to_string()));
            let _ = events.send(Event::Answer(number, answer.clone()));
            answer
        });
        let endless = waits_for_stop || budget.is_some_and(|budget| budget.is_endless());
        self.asked = Some(Asked { number, stop, endless, thread });
    }

    /// The question that is being thought about.
    pub(super) fn asked(&self) -> Option<u64> {
        self.asked.as_ref().map(|asked| asked.number)
    }

    /// The answer has come.
    pub(super) fn answered(&mut self) {
        if let Some(asked) = self.asked.take() {
            let _ = asked.thread.join();
        }
    }

    /// Asks for the answer now; it comes as an event.
    pub(super) fn stop(&self) {
        if let Some(asked) = &self.asked {
            asked.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Takes the question back.
    pub(super) fn cancel(&mut self) {
        self.stop();
        self.answered();
    }

    /// Waits for the answer, if a question is open. One without an end is stopped.
    pub(super) fn finish(&mut self) -> Option<Result<Box<Thought>, String>> {
        let asked = self.asked.take()?;
        if asked.endless {
            asked.stop.store(true, Ordering::Relaxed);
        }
        asked.thread.join().ok()
    }
}
