//! Cached bundles of rules: those of the library, and those stored with games.
//!
//! An upload may be tens of megabytes, and reading it verifies its hash. So a few threads read it,
//! once for all concurrent requests, and it stays in memory while there is room.

use std::sync::Arc;

use dagaz_contract::message::Reason;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::{Semaphore, oneshot};

use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;
use dagaz_table::Bundle;

/// Bytes of the bundles that stay in memory.
const BYTES: u64 = 64 << 20;

/// About how many those are. So few that the cache is not parted: a part of it would have no room
/// for a large one.
const BUNDLES: usize = 32;

/// Bundles that are read at the same time.
const READING: usize = 2;

/// The prefix of ids of uploaded rules; the rest is the hash of their bundle.
const HANDED_IN: &str = "sha256:";

#[derive(Clone)]
struct Bytes;

impl Weighter<Arc<str>, Arc<Bundle>> for Bytes {
    fn weight(&self, _: &Arc<str>, bundle: &Arc<Bundle>) -> u64 {
        1 + bundle.size()
    }
}

/// See the [module documentation](self).
pub(crate) struct Bundles {
    read: Cache<Arc<str>, Arc<Bundle>, Bytes>,
    reading: Semaphore,
}

impl Default for Bundles {
    fn default() -> Bundles {
        Bundles { read: Cache::with_weighter(BUNDLES, BYTES, Bytes), reading: Semaphore::new(READING) }
    }
}

/// Returns the hash in the id of uploaded rules.
pub(crate) fn handed_in(id: &str) -> Option<&str> {
    id.strip_prefix(HANDED_IN)
}

/// Returns the id of uploaded rules, by the hash of their bundle.
pub(crate) fn id_of(hash: &str) -> String {
    format!("{HANDED_IN}{hash}")
}

fn unknown() -> Refused {
    Refused::new(Reason::Unknown, "there are no such rules")
}

impl Host {
    /// Returns the bundle of rules in the library, or of an upload.
    pub(crate) async fn bundle(&self, id: &str) -> Result<Arc<Bundle>, Refused> {
        match handed_in(id) {
            Some(hash) => self.kept(hash).await,
            None => self.rules.bundle(id).ok_or_else(unknown),
        }
    }

    /// Returns the bundle that is kept under a hash.
    pub(crate) async fn kept(&self, hash: &str) -> Result<Arc<Bundle>, Refused> {
        let hash: Arc<str> = hash.into();
        let read = async {
            let _turn = self.bundles.reading.acquire().await.map_err(|_| Refused::busy())?;
            let wanted = hash.clone();
            let found = self.reading(move |store| {
                let right = |bytes: &[u8]| Bundle::from_bytes(bytes).is_some_and(|bundle| *bundle.hash() == *wanted);
                Ok(store.kept(&wanted, right)?.and_then(|bytes| Bundle::from_bytes(&bytes)).map(Arc::new))
            });
            found.await?.ok_or_else(unknown)
        };
        self.bundles.read.get_or_insert_async(&hash, read).await
    }

    /// Returns the bundle of a hash: one that is kept, or of the library before the first game by
    /// it.
    pub(crate) async fn of_hash(&self, hash: &str) -> Result<Arc<Bundle>, Refused> {
        let refused = match self.kept(hash).await {
            Ok(bundle) => return Ok(bundle),
            Err(refused) => refused,
        };
        let (rules, wanted) = (self.rules.clone(), hash.to_string());
        let find = move || {
            let mut bundles = rules.library().into_iter().filter_map(|entry| rules.bundle(&entry.id));
            bundles.find(|bundle| bundle.hash() == wanted)
        };
        let bundle = self.work.run(&Asker::current(), find).await?.ok_or(refused)?;
        self.bundles.read.insert(hash.into(), bundle.clone());
        Ok(bundle)
    }

    /// Holds a bundle in memory alone, until others need the room. Returns its hash.
    pub(crate) fn hold(&self, bundle: Bundle) -> String {
        let hash = bundle.hash();
        self.bundles.read.insert(hash.as_str().into(), Arc::new(bundle));
        hash
    }

    /// Keeps a bundle, so that games played by it can always be opened.
    pub(crate) async fn keep(&self, bundle: &Bundle) -> Result<String, Refused> {
        let hash = bundle.hash();
        let (sender, receiver) = oneshot::channel();
        self.store.keep(&hash, bundle.to_bytes(), move |result| {
            let _ = sender.send(result);
        });
        match receiver.await {
            Ok(Ok(())) => Ok(hash),
            Ok(Err(fault)) => Err(crate::refused::by_store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_bundle_stays_in_memory_and_all_together_stay_within_bounds() {
        let bundles = Bundles::default();
        let of_size = |bytes: usize| {
            let files = vec![("a.zrf".to_string(), vec![0; bytes])];
            Arc::new(Bundle { main: "a.zrf".to_string(), files })
        };
        // The maximum unpacked size of an archive.
        bundles.read.insert("large".into(), of_size(32 << 20));
        assert!(bundles.read.get("large").is_some());
        for number in 0..10 {
            bundles.read.insert(number.to_string().into(), of_size(16 << 20));
        }
        assert!(bundles.read.weight() <= BYTES, "{}", bundles.read.weight());
    }
}
