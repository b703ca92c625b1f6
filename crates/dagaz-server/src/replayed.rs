//! Games replayed from their logs.
//!
//! After a start all games may be requested at once. A log is read, decoded and replayed on one
//! thread in one go, and only some at a time, so that players of running games do not wait.

use std::sync::Arc;

use dagaz_contract::message::Reason;
use dagaz_session::{Record, Session};
use dagaz_store::Store;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::bundles::handed_in;
use crate::host::Host;
use crate::refused::Refused;
use crate::work::Asker;
use dagaz_table::Prepared;

/// Logs that are played again at the same time, for each processor: some of them wait for the disk.
const EACH: usize = 4;

/// As many turns to play a log again as the machine has use for.
pub(crate) fn turns() -> Semaphore {
    Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from) * EACH)
}

impl Host {
    /// Returns the records of a game as they are on the disk.
    pub(crate) async fn log(&self, id: &Arc<str>) -> Result<Vec<Record>, Refused> {
        let (store, id) = (self.store.clone(), id.clone());
        spawn_blocking(move || read(&store, &id)).await.map_err(|_| Refused::busy())?
    }

    /// Returns a game from its log.
    pub(crate) async fn replayed(&self, id: &Arc<str>) -> Result<(Arc<Prepared>, Session), Refused> {
        let _turn = self.replaying.acquire().await.map_err(|_| Refused::busy())?;
        let (store, shelf, name) = (self.store.clone(), self.prepared.clone(), id.clone());
        let begun = spawn_blocking(move || {
            let log = read(&store, &name)?;
            match shelf.ready(rules_of(&log)?).filter(|made| handed_in(&made.rules.id).is_none()) {
                Some(prepared) => play(prepared, &log).map(Ok),
                None => Ok(Err(log)),
            }
        });
        match begun.await.map_err(|_| Refused::busy())?? {
            Ok(played) => Ok(played),
            // The first game of its rules has to compile them. The cost of moves by uploaded rules
            // is unknown.
            Err(log) => {
                let rules = rules_of(&log)?;
                let prepared = self.prepare_again(rules).await?;
                match handed_in(&rules.id) {
                    Some(hash) => self.work.run(&Asker::rules(hash), move || play(prepared, &log)).await?,
                    None => spawn_blocking(move || play(prepared, &log)).await.map_err(|_| Refused::busy())?,
                }
            }
        }
    }
}

fn read(store: &Store, id: &str) -> Result<Vec<Record>, Refused> {
    let found = store.log(id).map_err(|fault| crate::refused::by_store(&fault))?;
    let (_, kept) = found.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such game"))?;
    let records: Result<_, _> = kept.iter().map(|bytes| serde_json::from_slice(bytes)).collect();
    records.map_err(|_| Refused::new(Reason::Storage, "the log of this game cannot be read"))
}

fn rules_of(log: &[Record]) -> Result<&dagaz_session::RulesRef, Refused> {
    Session::rules_of(log).ok_or_else(|| Refused::new(Reason::Storage, "the log has no rules"))
}

fn play(prepared: Arc<Prepared>, log: &[Record]) -> Result<(Arc<Prepared>, Session), Refused> {
    let session = Session::replay(prepared.game.clone(), log);
    let session = session.map_err(|fault| Refused::new(Reason::Storage, &fault.to_string()))?;
    Ok((prepared, session))
}
