//! Games made ready, as long as they are played and while there is room.
//!
//! A compiled game is megabytes and takes a good part of a second. All tables with the same rules
//! share one, and concurrent requests wait for the same compilation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_core::CompactSort;

use dagaz_contract::message::Reason;
use dagaz_session::RulesRef;
use dagaz_table::{Bundle, Prepared, Refused};
use tokio::sync::OnceCell;

use crate::bundles::handed_in;
use crate::host::Host;
use crate::limits::Limits;
use crate::pictures;
use crate::work::Asker;

/// Rules of which it is remembered which of their games is offered first.
const OFFERED_MAX: usize = 1_024;

/// The name by which rules are asked for, and the hash of their bundle.
type Whose = (Arc<str>, Arc<str>);

/// One game made ready, or just being made.
type CompiledSlot = Arc<OnceCell<Arc<Prepared>>>;

/// All games that are ready.
pub(crate) struct Shelf {
    places: Mutex<Places>,
    /// Maximum bytes of compiled games without users.
    kept: usize,
    /// Maximum bytes of compiled games of uploaded rules, in use or not. Beyond it no other one is
    /// compiled. Those in use continue, and games of the library are never evicted for them.
    handed_in: usize,
}

#[derive(Default)]
struct Places {
    /// By the number of the game among those of its rules, with the number of the last use.
    made: HashMap<(Whose, u32), (CompiledSlot, u64)>,
    uses: u64,
    /// Which game is offered first.
    offered: HashMap<Whose, Arc<OnceCell<u32>>>,
}

impl Shelf {
    pub(crate) fn new(limits: &Limits) -> Shelf {
        Shelf { places: Mutex::default(), kept: limits.prepared_bytes, handed_in: limits.handed_in_bytes }
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the slot of a game. Refused if it is not ready, and games by uploaded rules use all
    /// of their memory.
    fn place(&self, whose: &Whose, variant: u32) -> Result<CompiledSlot, Refused> {
        let mut places = self.places();
        places.make_room(self.kept);
        let key = (whose.clone(), variant);
        let is_ready = |(place, _): &(CompiledSlot, u64)| place.get().is_some();
        if handed_in(&whose.0).is_some()
            && !places.made.get(&key).is_some_and(is_ready)
            && places.bytes_handed_in() >= self.handed_in
        {
            places.make_room(0);
            if places.bytes_handed_in() >= self.handed_in {
                let say = "games by rules that were handed in take all memory that there is for them; try again later";
                return Err(Refused::new(Reason::Busy, say));
            }
        }
        places.uses += 1;
        let now = places.uses;
        let (place, used) = places.made.entry(key).or_default();
        *used = now;
        Ok(place.clone())
    }

    /// Bytes of all games that are ready.
    pub(crate) fn bytes(&self) -> usize {
        self.places().made.values().filter_map(|(place, _)| place.get()).map(|made| made.bytes).sum()
    }

    /// Returns the game by which another one was begun, if it is ready.
    pub(crate) fn ready(&self, rules: &RulesRef) -> Option<Arc<Prepared>> {
        let whose: Whose = (rules.id.clone(), rules.hash.clone());
        self.places().made.get(&(whose, rules.variant))?.0.get().cloned()
    }

    /// Which game of some rules is offered first.
    fn offered(&self, whose: &Whose) -> Arc<OnceCell<u32>> {
        let mut places = self.places();
        if places.offered.len() >= OFFERED_MAX {
            places.offered.retain(|_, number| Arc::strong_count(number) > 1);
        }
        places.offered.entry(whose.clone()).or_default().clone()
    }
}

impl Places {
    /// Returns the bytes of games by uploaded rules.
    fn bytes_handed_in(&self) -> usize {
        let handed_in = self.made.iter().filter(|((whose, _), _)| handed_in(&whose.0).is_some());
        handed_in.filter_map(|(_, (place, _))| place.get()).map(|made| made.bytes).sum()
    }

    /// Evicts games without a table, the least recently used first, until they are below the given
    /// bytes. Games in compilation stay.
    fn make_room(&mut self, bytes: usize) {
        let is_played = |place: &CompiledSlot| {
            Arc::strong_count(place) > 1 || place.get().is_some_and(|made| Arc::strong_count(made) > 1)
        };
        let unused = self.made.iter().filter(|(_, (place, _))| !is_played(place));
        let mut unused: Vec<_> =
            unused.map(|(key, (place, used))| (*used, place.get().map_or(0, |made| made.bytes), key.clone())).collect();
        let mut left: usize = unused.iter().map(|(_, bytes, _)| bytes).sum();
        unused.compact_sort_by_key(|(used, _, _)| *used);
        for (_, of_one, key) in unused {
            if left <= bytes {
                break;
            }
            self.made.remove(&key);
            left -= of_one;
        }
    }
}

impl Host {
    /// Returns a game ready to be played, by a bundle; by its number, or the one that is offered
    /// first.
    pub(crate) async fn prepare(
        &self,
        id: &str,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
    ) -> Result<Arc<Prepared>, Refused> {
        // Uploads are identified by their hash, and were read by it.
        let hash: Arc<str> = handed_in(id).map_or_else(|| bundle.hash().into(), Arc::from);
        let whose: Whose = (id.into(), hash);
        let variant = match variant {
            Some(variant) => variant,
            None => {
                let offered = self.prepared.offered(&whose);
                *offered.get_or_try_init(|| self.make_offered(&whose, bundle.clone())).await?
            }
        };
        let place = self.prepared.place(&whose, variant)?;
        let make = || self.make(&whose, bundle, Some(variant), Asker::current());
        place.get_or_try_init(make).await.cloned()
    }

    /// Returns the game of an existing table. The bundle is read only if the game is not ready: ten
    /// thousand games may be requested at once.
    pub(crate) async fn prepare_again(&self, rules: &RulesRef) -> Result<Arc<Prepared>, Refused> {
        let whose: Whose = (rules.id.clone(), rules.hash.clone());
        let place = self.prepared.place(&whose, rules.variant)?;
        let make = async || {
            let bundle = self.kept(&rules.hash).await.map_err(|refused| match refused.reason {
                Reason::Unknown => Refused::new(Reason::Storage, "the rules of this game are gone"),
                _ => refused,
            })?;
            self.make(&whose, bundle, Some(rules.variant), Asker::rules(&rules.hash)).await
        };
        place.get_or_try_init(make).await.cloned()
    }

    /// Makes the game ready that is offered first, and gives its number.
    async fn make_offered(&self, whose: &Whose, bundle: Arc<Bundle>) -> Result<u32, Refused> {
        let made = self.make(whose, bundle, None, Asker::current()).await?;
        let variant = made.rules.variant;
        self.prepared.place(whose, variant)?.get_or_init(async || made).await;
        Ok(variant)
    }

    /// Compiles a game, in the queue of its clients.
    async fn make(
        &self,
        (id, hash): &Whose,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
        asker: Asker,
    ) -> Result<Arc<Prepared>, Refused> {
        let (rules, id, hash) = (self.rules.clone(), id.clone(), hash.clone());
        let make = move || {
            let handed_in = handed_in(&id).is_some();
            let mut made = Prepared::new(&*rules, id, hash, bundle, variant, pictures::size)?;
            if handed_in {
                // A bundle may have tens of megabytes, for as long as a game uses it.
                made.bundle = Arc::new(made.bundle.without(pictures::has_head));
            }
            Ok(Arc::new(made))
        };
        self.work.run(&asker, make).await?
    }
}
