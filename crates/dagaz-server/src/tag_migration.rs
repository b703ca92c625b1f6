//! Games of before are given the tags by which games are found now.
//!
//! Their logs are read and played again, a few at a time, newest first, and most of the time
//! nothing is done: games that are played come first. One process of several does it. It is done
//! once for each [`EDITION`] of tags.

use std::sync::Arc;
use std::time::Duration;

use dagaz_store::{Claim, Retag, StoreFault};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::host::Host;
use crate::refused::Refused;
use crate::{opening, summary};

/// Raised when games are found by other tags than before, or by tags that are made in another way.
const EDITION: u32 = 3;

/// Games of which it is noted together that they are done.
const PIECE: usize = 32;

/// The ratio of pauses to work.
const RESTS: u32 = 3;

/// Interval between checks whether another process that does this has died, or the store is back.
const PAUSE: Duration = Duration::from_secs(5);

/// Tries with a game that is moved on while it is read.
const TRIES: u32 = 8;

impl Host {
    /// Ends when all games have their tags.
    pub(crate) async fn tag_games_of_before(self: Arc<Self>) {
        let mut done = 0;
        loop {
            match self.tag_a_piece().await {
                Ok(0) => break,
                Ok(games) => done += games,
                Err(failure) => {
                    tracing::debug!(%failure, "games of before wait for their tags");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        if done > 0 {
            tracing::info!(games = done, "games of before have their tags now");
        }
    }

    /// Gives some games their tags; how many.
    async fn tag_a_piece(&self) -> Result<usize, StoreFault> {
        let post = self.with_store(|store| store.take_post("tags")).await?;
        if let Claim::Elsewhere(member) = post {
            return Err(StoreFault::Elsewhere(member.address));
        }
        let piece = self.with_store(|store| store.untagged(EDITION, PIECE)).await?;
        for game in &piece.games {
            let began = Instant::now();
            self.tag_game(&game.as_str().into()).await?;
            tokio::time::sleep(began.elapsed() * RESTS).await;
        }
        let down_to = piece.down_to;
        if !piece.games.is_empty() {
            self.with_store(move |store| store.note_tagged(EDITION, down_to)).await?;
        }
        Ok(piece.games.len())
    }

    async fn tag_game(&self, id: &Arc<str>) -> Result<(), StoreFault> {
        for _ in 0..TRIES {
            let (records, tags) = match self.tags_of(id).await {
                Ok(found) => found,
                Err(refused) => {
                    let name = id.clone();
                    match self.with_store(move |store| store.log(&name)).await {
                        // A client that requests it gets the reason.
                        Ok(_) | Err(StoreFault::Damaged(_)) => {}
                        Err(fault) => return Err(fault),
                    }
                    tracing::warn!(game = &**id, why = &*refused.say, "a game of before gets no tags");
                    return Ok(());
                }
            };
            let (sender, receiver) = oneshot::channel();
            self.store.retag(Retag { game: id.to_string(), records, tags }, move |result| {
                let _ = sender.send(result);
            });
            match receiver.await.unwrap_or(Err(StoreFault::Closed)) {
                Err(StoreFault::Conflict { .. }) => {}
                result => return result,
            }
        }
        Err(StoreFault::Busy)
    }

    /// Returns how many records a game has, and the tags that follow from them.
    async fn tags_of(&self, id: &Arc<str>) -> Result<(u32, Vec<String>), Refused> {
        let (_, session) = self.replayed(id).await?;
        let made = tokio::task::spawn_blocking(move || {
            let opening = opening::tags(&session);
            (session.version(), summary::tags(&session, &opening))
        });
        made.await.map_err(|_| Refused::busy())
    }
}
