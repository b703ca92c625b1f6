//! The work of the thread that thinks: from a question to its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dagaz_bots::{Budget, Context, Description, Kind, Question};
use dagaz_core::{LimitKind, Move, PlayerId};

use super::place::SearchRoot;
use super::search_request::{LINES_MAX, charged, narrowed};
use super::{Event, SearchAnswer};

/// The interval at which a waiting answer is checked.
const GLANCE: Duration = Duration::from_millis(2);

/// See the [module documentation](self).
pub(super) struct SearchJob {
    /// The number of the request, which identifies all its events.
    pub(super) number: u64,
    pub(super) about: SearchRoot,
    pub(super) seed: u64,
    pub(super) player: PlayerId,
    pub(super) budget: Option<Budget>,
    /// The only moves that may be chosen; any if there are none.
    pub(super) only: Vec<Move>,
    pub(super) lines: usize,
    pub(super) threads: usize,
    pub(super) context: Arc<Mutex<Context>>,
    pub(super) stop: Arc<AtomicBool>,
    /// Whether the answer waits until it is asked for.
    pub(super) waits: Arc<AtomicBool>,
    pub(super) events: Sender<Event>,
}

impl SearchJob {
    /// Runs the work, sends events of its progress, and returns the answer, which is sent as well.
    pub(super) fn done(self) -> SearchAnswer {
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer()));
        let answer = answer.unwrap_or_else(|_| Err("the bot has failed".to_string()));
        // There is no receiver any more if the connection has ended.
        let _ = self.events.send(Event::Answer(self.number, answer.clone()));
        answer
    }

    fn answer(&self) -> SearchAnswer {
        let SearchRoot { table, bot, state } = &self.about;
        let game = self.about.game();
        let clock = Instant::now();
        let bot = match table.maker.bot_until(game, *bot, &self.stop) {
            // Told to stop before the game has been studied: any move will do.
            Err(hit) if hit.kind == LimitKind::Stopped => table.maker.bot(game, Description::of(Kind::First)),
            studied => {
                let _ = self.events.send(Event::Begun(self.number));
                studied
            }
        };
        let bot = bot.map_err(|hit| hit.to_string())?;
        let view = game.view(state, self.player);
        let mut question = Question {
            game,
            view: &view,
            budget: self.budget.map(|budget| charged(budget, clock.elapsed())),
            seed: self.seed,
            // To know what each of some moves is worth, all are looked at.
            lines: if self.only.is_empty() { self.lines } else { LINES_MAX },
            threads: self.threads,
            stop: &self.stop,
            clock: &clock,
            progress: &mut |thought| {
                let thought = narrowed(thought.clone(), &self.only, self.lines);
                let _ = self.events.send(Event::Thought(self.number, Box::new(thought)));
            },
        };
        let mut context = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        let thought = bot.choose(&mut question, &mut context).map_err(|error| error.to_string());
        // Who asks to think until told otherwise gets no answer before.
        while self.waits.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
        }
        thought.map(|thought| Box::new(narrowed(thought, &self.only, self.lines)))
    }
}
