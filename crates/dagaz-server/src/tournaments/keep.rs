//! Looking after tournaments: by the one process of several that has the lobby
//! ([`keeper`](crate::coordinator)), until it closes.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{held, is_over};
use crate::host::Host;
use crate::peers::Where;
use crate::people::People;
use crate::refused::Refused;

impl Host {
    /// A game of a tournament has ended here.
    pub(crate) fn note_end(&self, tournament: &str, game: &str) {
        self.tournaments.note_end(tournament, game);
        if self.store.is_shared() {
            self.store.say(&format!("\n{tournament}\n{game}"));
        }
    }

    /// Reads the coordinator's data, if this process has just become the coordinator.
    pub(crate) async fn take_up_tournaments(&self) -> Result<(), Refused> {
        let Some(people) = self.people.as_ref().filter(|_| self.store.is_shared()) else { return Ok(()) };
        let mut since = self.tournaments.since.lock().await;
        let epoch = self.store.epoch();
        if *since != Some(epoch) {
            self.tournaments.lay_down();
            self.open_tournaments(people).await?;
            *since = Some(epoch);
        }
        Ok(())
    }

    /// Returns whether this process runs the tournaments; of several it is the one that has the
    /// lobby.
    async fn runs_tournaments(&self) -> Result<bool, Refused> {
        if let Where::There(_) = self.lobby_at().await? {
            if self.tournaments.since.lock().await.take().is_some() {
                self.tournaments.lay_down();
            }
            return Ok(false);
        }
        self.take_up_tournaments().await?;
        Ok(true)
    }

    /// Opens the current tournaments that are not open, which at the start are all, and rereads
    /// changed ones: another process may serve the same users, and the operator may cancel one.
    async fn open_tournaments(&self, people: &People) -> Result<(), Refused> {
        let there = people.register(|register| register.open_tournaments()).await?;
        let there: HashMap<String, u32> = there.into_iter().collect();
        for one in self.tournaments.open() {
            let mut state = one.state.lock().await;
            if there.get(&*one.id) != Some(&state.tournament.version()) {
                self.read_again(&one, &mut state).await?;
            }
        }
        for id in there.keys().filter(|id| !held(&self.tournaments.open).contains_key(id.as_str())) {
            // An unreadable tournament is skipped; requests for it get an error.
            let Ok(one) = self.read_tournament(id).await else { continue };
            // It may have ended meanwhile.
            if !is_over(&one.state.lock().await.tournament) {
                held(&self.tournaments.open).entry(one.id.clone()).or_insert(one.clone());
            }
        }
        Ok(())
    }

    /// Looks after tournaments until the server closes.
    pub(crate) async fn keep_tournaments(self: Arc<Self>) {
        const LOOK: Duration = Duration::from_millis(500);
        /// The register is read after that many rounds.
        const READ: u64 = 10;
        let Some(people) = self.people.clone() else { return };
        let mut looks = 0u64;
        while !self.closed.load(Ordering::SeqCst) {
            // If it cannot be known now, it can be soon.
            let runs = self.runs_tournaments().await.unwrap_or(false);
            if runs && looks.is_multiple_of(READ) {
                // If it cannot be read now, it can be soon.
                let _ = self.open_tournaments(&people).await;
            }
            looks += 1;
            let _ = tokio::time::timeout(LOOK, self.tournaments.stirred.notified()).await;
            let ended = std::mem::take(&mut *held(&self.tournaments.ended));
            if !runs {
                continue;
            }
            for one in self.tournaments.open() {
                let ended = ended.iter().filter(|(tournament, _)| *tournament == one.id).map(|(_, game)| game);
                // What cannot be done now is found again when games are compared.
                let _ = self.advance_tournament(&one, ended).await;
            }
        }
    }
}
