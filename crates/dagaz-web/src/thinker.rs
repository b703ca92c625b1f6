//! Runs the searches of bots outside of the host: a search may take seconds, in which the page
//! needs answers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dagaz_contract::ServerMessage;
use dagaz_core::PlayerId;
use dagaz_session::{NodeNo, Session};
use dagaz_table::bots::{Memory, chosen, think};
use dagaz_table::{Bundle, Played, Prepared, Presence};

use crate::host::viewer;
use crate::outbox::{Job, Work, thought};
use crate::sources::Rules;

/// A message of a thinker.
#[derive(Debug)]
pub enum ThinkerMessage {
    /// The move of a bot in a seat, by its place in the list; none if it could not choose.
    Chosen(Option<u32>),
    /// A message for the page.
    ServerMessage(Box<ServerMessage>),
}

/// Runs searches for bots, one at a time.
#[derive(Default)]
pub struct Thinker {
    bundles: HashMap<String, Arc<Bundle>>,
    prepared: HashMap<(String, u32), Arc<Prepared>>,
    /// What bots remember, by game and seat.
    memories: HashMap<(String, u8), Memory>,
}

impl Thinker {
    /// Returns a thinker without rules.
    pub fn new() -> Thinker {
        Thinker::default()
    }

    /// Returns whether it has the files of that hash.
    pub fn has(&self, hash: &str) -> bool {
        self.bundles.contains_key(hash)
    }

    /// Takes files of rules.
    pub fn supply(&mut self, bundle: &[u8]) {
        if let Some(bundle) = Bundle::from_bytes(bundle) {
            self.bundles.insert(bundle.hash(), Arc::new(bundle));
        }
    }

    /// Runs a job, and sends its results.
    pub fn work(&mut self, job: &Job, tell: &mut dyn FnMut(ThinkerMessage)) {
        let played = self.played(job);
        match &job.work {
            Work::Choose { player, bot, .. } => {
                let memory = self.memories.entry((job.game.clone(), *player)).or_default().clone();
                let found = played.filter(|played| played.session.current() == NodeNo(job.node)).and_then(|played| {
                    let asked = played.asked(PlayerId(*player), bot, memory, job.now);
                    chosen(&asked)
                });
                tell(ThinkerMessage::Chosen(found));
            }
            Work::Ponder { re, bot, lines, endless } => {
                let Some(mut played) = played else { return };
                let Ok(pondered) = played.ponder(&viewer(), NodeNo(job.node)) else { return };
                let mut told = |found| tell(ThinkerMessage::ServerMessage(Box::new(thought(job, *re, found))));
                // It is stopped by ending its worker.
                think(&pondered, bot, *lines, *endless, &AtomicBool::new(false), &mut told);
            }
        }
    }

    /// Returns the game of a piece of work, as its log has made it.
    fn played(&mut self, job: &Job) -> Option<Played> {
        let rules = Session::rules_of(&job.log)?;
        let key = (job.hash.clone(), rules.variant);
        let prepared = match self.prepared.get(&key) {
            Some(prepared) => prepared.clone(),
            None => {
                let bundle = self.bundles.get(&job.hash)?.clone();
                let id = rules.id.clone();
                let hash = job.hash.as_str().into();
                let made = Prepared::new(&Rules::of(&id), id, hash, bundle, Some(rules.variant), |_| None).ok()?;
                let made = Arc::new(made);
                self.prepared.insert(key, made.clone());
                made
            }
        };
        let session = Session::replay(prepared.game.clone(), &job.log).ok()?;
        Some(Played::new(job.game.as_str().into(), prepared, session, Presence::default()))
    }
}
