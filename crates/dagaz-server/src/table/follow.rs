//! The followers of a game: their first message, and their presence.

use std::net::IpAddr;
use std::sync::Arc;

use dagaz_contract::ServerMessage;
use dagaz_table::{Refused, Viewer};
use tokio::sync::mpsc;

use super::Table;
use crate::encoded::{self, Text};

/// A socket that follows a game.
#[derive(Clone)]
pub(crate) struct Follower {
    /// Its number among all sockets.
    pub(crate) socket: u64,
    /// Who.
    pub(crate) viewer: Viewer,
    /// From where.
    pub(crate) from: IpAddr,
    /// Where to send.
    pub(crate) out: mpsc::Sender<Text>,
    /// Notified when `out` is full: the socket must close.
    pub(crate) slow: Arc<tokio::sync::Notify>,
}

impl Follower {
    pub(super) fn tell(&self, tell: &ServerMessage) {
        self.send(encoded::text(tell));
    }

    pub(super) fn send(&self, text: Text) {
        if self.out.try_send(text).is_err() {
            self.slow.notify_one();
        }
    }
}

impl Table {
    /// Subscribes a client. The full state uses the same queue as later updates, so it comes first.
    pub(super) fn join(&mut self, follower: Follower, re: u32, board: Option<&str>) -> Result<(), Refused> {
        let viewer = follower.viewer.clone();
        self.followers.retain(|other| other.socket != follower.socket);
        self.followers.push(follower.clone());
        let changed = self.note_here();
        let tell = self.played.joined(&viewer, re, board, self.host.now())?;
        follower.tell(&tell);
        if changed {
            self.show_current();
        }
        Ok(())
    }

    pub(super) fn here_changed(&mut self) {
        if self.note_here() {
            self.show_current();
        }
    }

    /// Records who is present now; returns whether that has changed.
    pub(super) fn note_here(&mut self) -> bool {
        let here = self.followers.iter().map(|follower| follower.viewer.holder.clone()).collect();
        std::mem::replace(&mut self.played.presence.here, here) != self.played.presence.here
    }
}
