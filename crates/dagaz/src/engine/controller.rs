//! The desk: the game, the position, and the thread that thinks about it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use dagaz_bots::{Context, Description, Dialect, Thought};
use dagaz_core::{Game, MoveList, PlayerId, State, UndoLog};
use dagaz_record::with_turn;

use super::analysed_game::AnalysedGame;
use super::place::SearchRoot;
use super::search_request::Wish;
use super::work::SearchJob;
use super::{Event, SearchAnswer};
use crate::cli::GameArgs;
use crate::failure::Failure;
use crate::library;
use crate::load::Source;
use crate::start::legal;

/// How long everything may take that was asked before the other side has left.
const AFTERWARDS: Duration = Duration::from_secs(10);

/// Returns the game of some arguments.
fn table(args: &GameArgs) -> Result<AnalysedGame, String> {
    let errors = || format!("{} has errors; see `dagaz check`", args.file);
    AnalysedGame::new(args).map_err(|failure| failure.message().unwrap_or_else(errors))
}

fn set_parameter(args: &mut GameArgs, name: &str, value: &str) {
    args.set.retain(|(known, _)| known != name);
    args.set.push((name.to_string(), value.to_string()));
}

/// A question that is being thought about.
struct PendingSearch {
    number: u64,
    about: SearchRoot,
    stop: Arc<AtomicBool>,
    /// Whether the answer waits until it is asked for.
    waits: Arc<AtomicBool>,
    /// Whether it ends only by a command.
    endless: bool,
    /// Whether the search has begun: what must be known of the game is known.
    begun: bool,
    /// The deadline, if one was given.
    due: Option<Instant>,
    thread: JoinHandle<SearchAnswer>,
}

/// A question that was ended because something else has come.
pub(super) struct Ended {
    pub(super) about: SearchRoot,
    /// Whether its answer had been asked for before.
    pub(super) stopped: bool,
    pub(super) answer: SearchAnswer,
}

/// A game analysis in progress.
struct Study {
    number: u64,
    stop: Arc<AtomicBool>,
}

/// See the [module documentation](self).
pub(super) struct Desk {
    /// The game, who thinks, and where the game stands now.
    place: SearchRoot,
    /// The game that it began with.
    home: AnalysedGame,
    seed: u64,
    /// The states before each move that was played, to take moves back.
    before: Vec<State>,
    /// What was remembered of the game: a memory belongs to one seat, so there is one for each
    /// player.
    contexts: HashMap<PlayerId, Arc<Mutex<Context>>>,
    events: Sender<Event>,
    asked: Option<PendingSearch>,
    ended: Option<Ended>,
    study: Option<Study>,
    /// Whether the bot has all that it needs to know of the game.
    is_ready: bool,
    number: u64,
    /// Whether the other side has left.
    is_left: bool,
    /// The deadline for all of it. A game analysis in progress is exempt: it ends by itself, and
    /// there is no answer without it.
    leaves: Option<Instant>,
    /// The number of requested principal variations.
    pub(super) lines: usize,
    /// On how many threads to search.
    pub(super) threads: usize,
}

impl Desk {
    pub(super) fn new(game: &GameArgs, bot: Description, seed: u64, events: Sender<Event>) -> Result<Desk, Failure> {
        let table = AnalysedGame::new(game)?;
        let state = table.loaded.game.initial();
        Ok(Desk {
            home: table.clone(),
            place: SearchRoot { table, bot, state },
            seed,
            before: Vec::new(),
            contexts: HashMap::new(),
            events,
            asked: None,
            ended: None,
            study: None,
            is_ready: false,
            number: 0,
            is_left: false,
            leaves: None,
            lines: 1,
            threads: 1,
        })
    }

    /// Plays another game from now on.
    pub(super) fn load(&mut self, file: &str, variant: Option<&str>) -> Result<(), String> {
        let args = GameArgs { file: file.to_string(), variant: variant.map(str::to_string), ..GameArgs::default() };
        self.sit_down_at(table(&args)?);
        Ok(())
    }

    /// Plays the game on a board of another size from now on: another game of its family, or the
    /// same with another value of its parameter. False, and nothing is changed, if there is none.
    pub(super) fn resize(&mut self, size: usize) -> Result<bool, String> {
        let own = &self.place.table;
        let mut args = match (library::sized(self.title(), size), &own.loaded.source) {
            (Some((entry, title)), _) => GameArgs {
                file: entry.name.to_string(),
                variant: entry.title_meant(title.to_string()),
                set: own.args.set.clone(),
                ..GameArgs::default()
            },
            (None, Source::Library(entry)) if entry.has_parameter("size") => {
                let mut args = own.args.clone();
                set_parameter(&mut args, "size", &size.to_string());
                args
            }
            (None, _) => return Ok(false),
        };
        args.set.retain(|(name, _)| library::find(&args.file).is_none_or(|entry| entry.has_parameter(name)));
        let Ok(table) = table(&args) else { return Ok(false) };
        self.sit_down_at(table);
        Ok(true)
    }

    /// Gives a parameter of the rules another value. The position and the moves stay the same.
    pub(super) fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Source::Library(entry) = &self.place.table.loaded.source else { return Ok(()) };
        if !entry.has_parameter(name) {
            return Ok(());
        }
        let mut args = self.place.table.args.clone();
        set_parameter(&mut args, name, value);
        let table = table(&args)?;
        let same = |game: &dyn Game| (game.layout().words(), game.topology().sites().len());
        let keeps = same(self.game()) == same(&*table.loaded.game);
        let (state, before) = (self.place.state.clone(), std::mem::take(&mut self.before));
        self.sit_down_at(table);
        if keeps {
            (self.place.state, self.before) = (state, before);
        }
        Ok(())
    }

    /// Gives the turn to a player, as if the others had been left out; false if the game has no
    /// such position.
    pub(super) fn give_turn(&mut self, player: PlayerId) -> bool {
        let Some(state) = with_turn(self.game(), self.state(), player) else { return false };
        self.cancel();
        self.place.state = state;
        true
    }

    /// Plays a move of a player who need not be to move.
    pub(super) fn play_as(&mut self, player: PlayerId, dialect: Dialect, word: &str) -> Result<(), String> {
        let before = self.place.state.clone();
        if self.mover() != player && !self.give_turn(player) {
            return Err(format!("it is not the turn of {}", self.game().glossary().player(player)));
        }
        let played = self.play(dialect, word);
        match (&played, self.before.last_mut()) {
            (Ok(()), Some(last)) => *last = before,
            (Ok(()), None) => {}
            (Err(_), _) => self.place.state = before,
        }
        played
    }

    /// Goes to a state that no move of the rules leads to; it can be taken back.
    pub(super) fn change(&mut self, state: State) {
        let mut before = std::mem::take(&mut self.before);
        before.push(self.place.state.clone());
        self.follow(before, state);
    }

    /// Goes to the state that some states lead to; those before can be taken back.
    pub(super) fn follow(&mut self, before: Vec<State>, state: State) {
        self.set_state(state);
        self.before = before;
    }

    /// Plays the game that it began with.
    pub(super) fn go_home(&mut self) {
        if Arc::ptr_eq(&self.place.table.loaded, &self.home.loaded) {
            self.begin();
        } else {
            self.sit_down_at(self.home.clone());
        }
    }

    fn sit_down_at(&mut self, table: AnalysedGame) {
        self.cancel();
        self.place.table = table;
        self.study_again();
        self.begin();
    }

    pub(super) fn game(&self) -> &dyn Game {
        self.place.game()
    }

    pub(super) fn title(&self) -> &str {
        self.place.table.loaded.title()
    }

    /// Returns the name used to select the game: its name in the library, or its file.
    pub(super) fn name(&self) -> &str {
        &self.place.table.name
    }

    pub(super) fn state(&self) -> &State {
        &self.place.state
    }

    pub(super) fn bot(&self) -> Description {
        self.place.bot
    }

    pub(super) fn set_bot(&mut self, text: &str) -> Result<(), String> {
        self.place.bot = text.parse().map_err(|error: dagaz_bots::DescriptionError| error.to_string())?;
        self.forget();
        self.study_again();
        Ok(())
    }

    /// Starts a new game.
    pub(super) fn begin(&mut self) {
        self.set_state(self.game().initial());
        self.forget();
    }

    /// What was remembered belongs to another game.
    pub(super) fn forget(&mut self) {
        self.cancel();
        self.contexts.clear();
    }

    pub(super) fn set_state(&mut self, state: State) {
        self.cancel();
        self.place.state = state;
        self.before.clear();
    }

    /// Returns the position of a text.
    pub(super) fn position_of(&self, text: &str) -> Result<State, String> {
        crate::start::state(self.game(), Some(text))
            .map_err(|failure| failure.message().unwrap_or_default().lines().next().unwrap_or_default().to_string())
    }

    /// Goes to the position of a text.
    pub(super) fn set_position(&mut self, text: &str) -> Result<(), String> {
        let state = self.position_of(text)?;
        self.set_state(state);
        Ok(())
    }

    /// Plays moves written in a dialect, from a state, or else from the present one. On an error
    /// none is played.
    pub(super) fn play_all<'w>(
        &mut self,
        from: Option<State>,
        dialect: Dialect,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let begins = from.is_some();
        let (mut state, mut before) = (from.unwrap_or_else(|| self.place.state.clone()), Vec::new());
        for word in words {
            let game = self.game();
            let list = legal(game, &state).map_err(|hit| hit.to_string())?;
            let index = dialect.find(game, &state, &list, word);
            let index = index.ok_or_else(|| format!("`{word}` is no legal move here"))?;
            before.push(state.clone());
            game.play(&mut state, list.get(index), &mut UndoLog::new());
        }
        self.cancel();
        if begins {
            self.before.clear();
        }
        self.before.append(&mut before);
        self.place.state = state;
        Ok(())
    }

    /// Plays a move written in a dialect. An invalid move changes nothing.
    pub(super) fn play(&mut self, dialect: Dialect, word: &str) -> Result<(), String> {
        self.play_all(None, dialect, std::iter::once(word))
    }

    /// Plays a move that was thought of.
    pub(super) fn play_thought(&mut self, thought: &Thought) {
        self.before.push(self.place.state.clone());
        self.place.table.loaded.game.play(&mut self.place.state, thought.chosen.as_ref(), &mut UndoLog::new());
    }

    /// Takes so many moves back; false, and nothing is changed, if there are fewer.
    pub(super) fn take_back(&mut self, moves: usize) -> bool {
        let Some(place) = self.before.len().checked_sub(moves) else { return false };
        self.cancel();
        if let Some(state) = self.before.drain(place..).next() {
            self.place.state = state;
        }
        true
    }

    /// Returns how many moves were played since the position was set.
    pub(super) fn plies(&self) -> usize {
        self.before.len()
    }

    /// Who is to move.
    pub(super) fn mover(&self) -> PlayerId {
        self.place.mover()
    }

    /// Those who choose, in the order of the turns.
    pub(super) fn players(&self) -> Vec<PlayerId> {
        dagaz_arena::choosers(self.game())
    }

    /// The legal moves, each with its word.
    pub(super) fn moves(&self, dialect: Dialect) -> Result<(MoveList, Vec<String>), String> {
        let list = legal(self.game(), &self.place.state).map_err(|hit| hit.to_string())?;
        let words = dialect.words(self.game(), &self.place.state, &list);
        Ok((list, words))
    }

    /// Starts the game analysis, unless it is known; an event reports its end.
    pub(super) fn study(&mut self) {
        if self.study.is_some() {
            return;
        }
        self.number += 1;
        let (number, bot, events) = (self.number, self.place.bot, self.events.clone());
        let (table, stop) = (self.place.table.clone(), Arc::new(AtomicBool::new(self.has_left_long_ago())));
        let stopped = stop.clone();
        std::thread::spawn(move || {
            // If that fails, the next request of a move returns the reason.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _ = table.maker.bot_until(&*table.loaded.game, bot, &stopped);
            }));
            let _ = events.send(Event::Studied(number));
        });
        self.study = Some(Study { number, stop });
    }

    /// Discards the analysis; if a request waits for it, it is started again.
    fn study_again(&mut self) {
        self.is_ready = false;
        if let Some(study) = self.study.take() {
            study.stop.store(true, Ordering::Relaxed);
            self.study();
        }
    }

    /// Hears that a study is done; whether it is the one that was begun last.
    pub(super) fn studied(&mut self, number: u64) -> bool {
        let is_last = self.study.as_ref().is_some_and(|study| study.number == number);
        if is_last {
            self.study = None;
            self.know();
        }
        is_last
    }

    /// Hears that the search for an answer has begun.
    pub(super) fn begun(&mut self, number: u64) {
        if let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) {
            asked.begun = true;
            self.know();
        }
    }

    /// What must be known of the game is known.
    fn know(&mut self) {
        self.is_ready = true;
        if self.is_left && self.leaves.is_none() {
            self.leaves = Some(Instant::now() + AFTERWARDS);
        }
    }

    /// Returns whether the bot has all that it needs to know of the game.
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Begins to think; the answer comes as an event. What is being thought about is ended.
    pub(super) fn think(&mut self, wish: Wish) {
        self.cancel();
        self.number += 1;
        let (number, about) = (self.number, self.place.clone());
        let player = about.mover();
        let endless = wish.waits || wish.budget.is_some_and(|budget| budget.is_endless());
        // Who has left does not wait for what has no end.
        let stop = Arc::new(AtomicBool::new(self.has_left_long_ago() || self.is_left && endless));
        let waits = Arc::new(AtomicBool::new(wish.waits));
        let work = SearchJob {
            number,
            about: about.clone(),
            seed: self.seed,
            player,
            budget: wish.budget,
            only: wish.only,
            lines: self.lines.max(1),
            threads: self.threads.max(1),
            context: self.contexts.entry(player).or_default().clone(),
            stop: stop.clone(),
            waits: waits.clone(),
            events: self.events.clone(),
        };
        let thread = std::thread::spawn(move || work.done());
        self.asked = Some(PendingSearch { number, about, stop, waits, endless, begun: false, due: None, thread });
    }

    /// The answer may be reported from now on, and must be after this time.
    pub(super) fn release(&mut self, within: Option<Duration>) {
        if let Some(asked) = &mut self.asked {
            asked.waits.store(false, Ordering::Relaxed);
            asked.due = within.and_then(|within| Instant::now().checked_add(within));
            asked.endless = false;
        }
    }

    /// Returns the question that is being thought about.
    pub(super) fn asked(&self) -> Option<u64> {
        self.asked.as_ref().map(|asked| asked.number)
    }

    /// What the question that is being thought about is about.
    pub(super) fn about(&self) -> Option<&SearchRoot> {
        self.asked.as_ref().map(|asked| &asked.about)
    }

    /// The answer has come; what it is about.
    pub(super) fn answered(&mut self) -> Option<SearchRoot> {
        let asked = self.asked.take()?;
        let _ = asked.thread.join();
        Some(asked.about)
    }

    /// Asks for the answer now; it comes as an event.
    pub(super) fn stop(&self) {
        if let Some(asked) = &self.asked {
            asked.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the present search. Its answer can be [taken](Desk::take_ended), since its request
    /// still waits for it.
    pub(super) fn cancel(&mut self) {
        let Some(asked) = self.asked.take() else { return };
        let stopped = asked.stop.swap(true, Ordering::Relaxed);
        let answer = asked.thread.join().unwrap_or_else(|_| Err("the bot has failed".to_string()));
        self.ended = Some(Ended { about: asked.about, stopped, answer });
    }

    /// Returns the request that was stopped last, unless it was taken already.
    pub(super) fn take_ended(&mut self) -> Option<Ended> {
        self.ended.take()
    }

    /// The input has ended: searches get a deadline, also endless ones.
    pub(super) fn leave(&mut self) {
        self.is_left = true;
        let studies = self.study.is_some() || self.asked.as_ref().is_some_and(|asked| !asked.begun);
        if !studies && self.leaves.is_none() {
            self.leaves = Some(Instant::now() + AFTERWARDS);
        }
        if self.asked.as_ref().is_some_and(|asked| asked.endless) {
            self.stop();
        }
    }

    /// Returns whether the other side has left.
    pub(super) fn is_left(&self) -> bool {
        self.is_left
    }

    fn has_left_long_ago(&self) -> bool {
        self.leaves.is_some_and(|leaves| leaves <= Instant::now())
    }

    /// Returns whether nothing is thought about or studied.
    pub(super) fn is_idle(&self) -> bool {
        self.asked.is_none() && self.study.is_none()
    }

    /// When something is to be [hurried](Desk::hurry) next; `None` if that is not known.
    pub(super) fn due(&self) -> Option<Instant> {
        let goes_on = |stop: &Arc<AtomicBool>| !stop.load(Ordering::Relaxed);
        let asked = self.asked.as_ref().filter(|asked| goes_on(&asked.stop));
        let study = self.study.as_ref().filter(|study| goes_on(&study.stop));
        let leaves = self.leaves.filter(|_| asked.is_some() || study.is_some());
        asked.and_then(|asked| asked.due).into_iter().chain(leaves).min()
    }

    /// Ends whatever is due.
    pub(super) fn hurry(&mut self) {
        let now = Instant::now();
        let late = self.has_left_long_ago();
        if late || self.asked.as_ref().is_some_and(|asked| asked.due.is_some_and(|due| due <= now)) {
            self.stop();
        }
        if let Some(study) = self.study.as_ref().filter(|_| late) {
            study.stop.store(true, Ordering::Relaxed);
        }
    }
}
