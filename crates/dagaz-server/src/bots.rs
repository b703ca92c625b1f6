//! Bots: a few threads that think, and a queue of questions that is never longer than it may be.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use dagaz_contract::catalog::{BotInfo, Thought};
use dagaz_contract::message::Reason;
use dagaz_contract::view::BotChoice;
use dagaz_core::{Fuel, MoveList, PlayerId, State, below};
use dagaz_session::Bot;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::host::Prepared;
use crate::refused::Refused;
use crate::table::Pondered;

/// What bots know of a game.
#[derive(Debug, Default)]
pub(crate) struct Mind {}

/// A question: which move shall this player make here?
pub(crate) struct Asked {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) state: State,
    pub(crate) player: PlayerId,
    pub(crate) bot: Bot,
    pub(crate) seed: u64,
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
    waiting: Mutex<VecDeque<Work>>,
    ready: Condvar,
}

pub(crate) struct Bots {
    queue: Arc<Queue>,
    most: usize,
}

impl Bots {
    pub(crate) fn start(threads: usize, most: usize) -> Bots {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let work = move || {
                loop {
                    let Ok(mut waiting) = queue.waiting.lock() else { return };
                    let next = loop {
                        if let Some(next) = waiting.pop_front() {
                            break next;
                        }
                        let Ok(woken) = queue.ready.wait(waiting) else { return };
                        waiting = woken;
                    };
                    drop(waiting);
                    // A bot that fails must not take the others' thread along.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(next));
                }
            };
            let _ = std::thread::Builder::new().name(format!("dagaz-bot-{number}")).spawn(work);
        }
        Bots { queue, most }
    }

    /// The bots that there are.
    pub(crate) fn list() -> Vec<BotInfo> {
        vec![BotInfo { id: "random".to_string(), levels: None, analyses: false }]
    }

    pub(crate) fn knows(name: &str, level: Option<u8>) -> bool {
        Bots::list()
            .iter()
            .any(|bot| bot.id == name && level.is_none_or(|level| level >= 1 && Some(level) <= bot.levels))
    }

    /// Lets a bot think about a position for somebody; what it thinks is told until it is stopped.
    pub(crate) fn ponder(
        &self,
        _pondered: Pondered,
        _bot: Option<BotChoice>,
        _lines: usize,
        _endless: bool,
        _tell: impl FnMut(Thought) + Send + 'static,
    ) -> Result<Stop, Refused> {
        Err(Refused::new(Reason::NotHere, "no bot here can analyse yet"))
    }

    /// Lets a bot choose a move, and tells its place in the list of legal moves; none if it could not.
    pub(crate) fn choose(&self, asked: Asked, done: impl FnOnce(Option<u32>) + Send + 'static) {
        let work = move || {
            let choose = || {
                let mut list = MoveList::new();
                let game = &*asked.prepared.game;
                game.moves_of(&asked.state, asked.player, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed);
                let _ = &asked.bot;
                (!list.is_empty()).then(|| below(&mut rng, list.len()) as u32)
            };
            let chosen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(choose)).unwrap_or(None);
            done(chosen);
        };
        let Ok(mut waiting) = self.queue.waiting.lock() else { return };
        if waiting.len() >= self.most {
            // Whoever waits longest is asked again by its table.
            drop(waiting);
            work();
            return;
        }
        waiting.push_back(Box::new(work));
        self.queue.ready.notify_one();
    }
}
