//! Questions about games and lobbies that another process has: they are passed on to it.

use std::sync::atomic::Ordering;

use dagaz_contract::message::ClientMessage;
use dagaz_store::Member;

use super::Connection;
use crate::peers::{PAUSE, WAITED, Where, gone};
use crate::refused::Refused;
use crate::relay::{Ears, Relay};

/// Games with other processes that a socket remembers.
const ELSEWHERE_MAX: usize = 1_024;

/// What a question is about, where that may be with another process.
enum Matter<'a> {
    Lobby,
    Game(&'a str),
}

fn matter(message: &ClientMessage) -> Option<(u32, Matter<'_>)> {
    Some(match message {
        ClientMessage::Ping { .. } | ClientMessage::Analyse { node: None, .. } => return None,
        // The process with the lobby runs the tournaments too.
        ClientMessage::Lobby { re, .. }
        | ClientMessage::Seek { re, .. }
        | ClientMessage::Withdraw { re, .. }
        | ClientMessage::Accept { re, .. }
        | ClientMessage::Tournament { re, .. } => (*re, Matter::Lobby),
        ClientMessage::Join { re, game, .. }
        | ClientMessage::Leave { re, game }
        | ClientMessage::Do { re, game, .. }
        | ClientMessage::Look { re, game, .. }
        | ClientMessage::Expand { re, game, .. }
        | ClientMessage::Why { re, game, .. }
        | ClientMessage::Hint { re, game, .. }
        | ClientMessage::Analyse { re, game, .. } => (*re, Matter::Game(game)),
    })
}

impl Connection {
    /// Where that is done which is asked, if it is another process.
    async fn elsewhere(&mut self, matter: &Matter<'_>) -> Result<Option<Member>, Refused> {
        let game = match matter {
            Matter::Lobby => {
                return Ok(match self.host.lobby_at().await? {
                    Where::Here(()) => None,
                    Where::There(member) => Some(member),
                });
            }
            Matter::Game(game) => *game,
        };
        if self.follows.get(game).is_some_and(|(table, _)| !table.sender.is_closed()) {
            return Ok(None);
        }
        if let Some(member) = self.elsewhere.get(game) {
            return Ok(Some(member.clone()));
        }
        match self.host.whereabouts(game).await? {
            Where::Here(_) => Ok(None),
            Where::There(member) => {
                if self.elsewhere.len() >= ELSEWHERE_MAX {
                    self.elsewhere.clear();
                }
                self.elsewhere.insert(game.to_string(), member.clone());
                Ok(Some(member))
            }
        }
    }

    /// Forwards a request to the process that owns its object; returns whether there is one. If it
    /// has died the request waits for the new owner.
    pub(super) async fn pass_on(&mut self, message: &ClientMessage, text: &str) -> Result<bool, (u32, Refused)> {
        let Some((re, matter)) = matter(message) else { return Ok(false) };
        if matches!(message, ClientMessage::Leave { game, .. } if !self.elsewhere.contains_key(game)) {
            return Ok(false);
        }
        let until = tokio::time::Instant::now() + WAITED;
        loop {
            // The owner reports errors in the request.
            let Ok(Some(member)) = self.elsewhere(&matter).await else { return Ok(false) };
            let lag = self.way.lag();
            // A forwarded request whose owner has just changed is not forwarded again.
            if !self.relay && self.relay_to(&member).await.is_some_and(|relay| relay.ask(text, lag)) {
                // Whether clocks run there is not known here.
                self.timed = matches!(message, ClientMessage::Do { .. });
                return Ok(true);
            }
            self.relays.remove(&member.epoch);
            self.elsewhere.retain(|_, known| known.epoch != member.epoch);
            if self.relay || tokio::time::Instant::now() >= until || self.host.closed.load(Ordering::SeqCst) {
                return Err((re, gone()));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn relay_to(&mut self, member: &Member) -> Option<&mut Relay> {
        if !self.relays.contains_key(&member.epoch) {
            let (out, slow, broken) = (self.out.clone(), self.slow.clone(), self.broken.clone());
            let relay = Relay::open(&self.host, member, &self.who, self.from, Ears { out, slow, broken }).await?;
            self.relays.insert(member.epoch, relay);
        }
        self.relays.get_mut(&member.epoch)
    }
}
