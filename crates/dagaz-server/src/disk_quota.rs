//! The space that games take on the disk: the quota of a person, and the removal of the games that
//! guests left long ago.
//!
//! Only new games are refused. A game in progress always continues: `dagaz_session` bounds its
//! records.

use std::sync::Arc;
use std::time::Duration;

use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use dagaz_store::{Expired, Removal, StoreFault};
use dagaz_table::Refused;
use tokio::sync::oneshot;

use crate::host::Host;
use crate::summary::{GUESTS, creator_tag};
use crate::tokens::{DAY, is_member};

/// Games that are removed without a pause.
const PIECE: usize = 32;

/// Between two pieces: games in progress come first.
const PAUSE: Duration = Duration::from_secs(1);

/// Between two searches for old games.
const INTERVAL: Duration = Duration::from_secs(3600);

impl Host {
    /// Refuses a new game to a person whose games take all the space that they may.
    pub(crate) async fn has_room(&self, holder: &HolderId) -> Result<(), Refused> {
        if self.people.is_none() {
            return Ok(());
        }
        let member = is_member(&holder.0);
        let most = if member { self.limits.person_disk_bytes } else { self.limits.guest_disk_bytes } as u64;
        let tag = creator_tag(&holder.0);
        let used = self.reading(move |store| store.usage(&tag)).await?;
        if used.bytes < most {
            return Ok(());
        }
        self.metrics.over_quota.inc();
        let say = format!(
            "your {} games take {} of {} KiB on this server, so no new game begins; those in progress continue{}",
            used.games,
            used.bytes.div_ceil(1024),
            most / 1024,
            if member { "" } else { "; an account has more space" }
        );
        Err(Refused::new(Reason::TooMany, &say))
    }

    /// Removes games in which only guests had a part, and which have not changed for long.
    pub(crate) async fn remove_games_of_guests(self: Arc<Self>) {
        if self.people.is_none() {
            return;
        }
        loop {
            let rest = match self.remove_a_piece().await {
                Ok(0) => INTERVAL,
                Ok(games) => {
                    tracing::info!(games, "old games of guests are removed");
                    PAUSE
                }
                Err(failure) => {
                    tracing::debug!(%failure, "old games of guests wait for their removal");
                    INTERVAL
                }
            };
            tokio::time::sleep(rest).await;
        }
    }

    /// Removes some old games; returns how many.
    async fn remove_a_piece(&self) -> Result<usize, StoreFault> {
        let before = self.now().0.saturating_sub(self.limits.guest_game_days as u64 * DAY);
        let wanted = Expired { tag: GUESTS.to_string(), before, count: PIECE };
        let mut removed = 0;
        for removal in self.with_store(move |store| store.expired(&wanted)).await? {
            match self.remove_game(removal).await {
                Ok(()) => removed += 1,
                // It has changed meanwhile, or belongs to another process now.
                Err(StoreFault::Conflict { .. } | StoreFault::Elsewhere(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        self.metrics.removed.inc_by(removed as u64);
        Ok(removed)
    }

    async fn remove_game(&self, removal: Removal) -> Result<(), StoreFault> {
        let game: Arc<str> = removal.game.as_str().into();
        // A request that reads the log just now must not open a table of it after the removal.
        let turn = self.setting_up.come(&game);
        let _lock = turn.lock.lock().await;
        let (sender, receiver) = oneshot::channel();
        self.store.remove(removal, move |result| {
            let _ = sender.send(result);
        });
        let removed = receiver.await.unwrap_or(Err(StoreFault::Closed));
        if removed.is_ok() {
            // A table that is open would show a game that is not there any more.
            self.give_up(&game).await;
        }
        removed
    }
}
