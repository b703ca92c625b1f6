//! Bots: a few threads that serve all games in turn.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use dagaz_contract::catalog::Thought;
use dagaz_contract::message::Reason;
use dagaz_contract::view::BotChoice;
use dagaz_table::Refused;
use dagaz_table::bots::{Asked, Pondered, chosen, list, think};

use crate::analyses::Analyses;
use crate::fair_queue::{Turns, Whose};

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

type BotTask = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    waiting: Mutex<Turns<BotTask>>,
    ready: Condvar,
}

/// See the [module documentation](self).
pub(crate) struct Bots {
    queue: Arc<Queue>,
    most: usize,
    analyses: Arc<Analyses>,
}

impl Bots {
    /// Starts a number of threads; no more games begin while `most` requests wait.
    pub(crate) fn start(threads: usize, most: usize) -> Bots {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let work = move || {
                crate::low_priority::yield_to_others();
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

    /// Returns how many questions wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.waiting.lock().map_or(0, |waiting| waiting.len())
    }

    /// Returns whether too many requests wait for more games against bots.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.waiting.lock().is_ok_and(|waiting| waiting.waiting() >= self.most)
    }

    /// Lets a bot choose a move; returns its index in the list of legal moves, or `None` if it
    /// failed.
    pub(crate) fn choose(&self, whose: Whose, asked: Asked, done: impl FnOnce(Option<u32>) + Send + 'static) {
        let work = move || done(catch_unwind(AssertUnwindSafe(|| chosen(&asked))).unwrap_or(None));
        let Ok(mut waiting) = self.queue.waiting.lock() else { return };
        // Each game waits for one move at a time and the number of games is limited, so the queue
        // is bounded.
        waiting.push(whose, Box::new(work));
        self.queue.ready.notify_one();
    }

    /// Lets a bot analyse a position for a client; results are sent once or until it is stopped.
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
        if !list().iter().any(|known| known.id == bot.bot && known.analyses) {
            return Err(Refused::new(Reason::Unknown, "there is no such bot, or it cannot say what it thinks"));
        }
        let place = self.analyses.take(from).ok_or_else(Refused::busy)?;
        let flag = place.flag.clone();
        let work = move || {
            crate::low_priority::yield_to_others();
            let _ = catch_unwind(AssertUnwindSafe(|| think(&pondered, &bot, lines, endless, &place.flag, &mut tell)));
        };
        std::thread::Builder::new().name("dagaz-analysis".to_string()).spawn(work).map_err(|_| Refused::busy())?;
        Ok(Stop(Some(flag)))
    }
}
