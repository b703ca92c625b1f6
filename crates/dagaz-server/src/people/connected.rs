//! Who is there: the sockets of everybody who is connected, and which of them have to end.

use std::sync::Arc;

use dagaz_session::HolderId;
use tokio::sync::{Notify, mpsc};

use super::{People, held};
use crate::wire::Text;

/// A socket of somebody.
#[derive(Clone)]
pub(crate) struct Connected {
    /// Its number among all sockets.
    pub(crate) socket: u64,
    /// The family of the pass by which it came in; none for guests.
    pub(crate) family: Option<Arc<str>>,
    /// Where to send.
    pub(crate) out: mpsc::Sender<Text>,
    /// Told when the pass has ended.
    pub(crate) ended: Arc<Notify>,
    /// Whether it is one of another process, for somebody who is connected there.
    pub(crate) relay: bool,
}

impl People {
    pub(crate) fn connect(&self, holder: &HolderId, socket: Connected) {
        held(&self.connected).entry(holder.clone()).or_default().push(socket);
    }

    /// Whether this was the last socket of somebody.
    pub(crate) fn disconnect(&self, holder: &HolderId, socket: u64) -> bool {
        let mut connected = held(&self.connected);
        let Some(sockets) = connected.get_mut(holder) else { return true };
        sockets.retain(|one| one.socket != socket);
        let gone = sockets.is_empty();
        if gone {
            connected.remove(holder);
        }
        gone
    }

    /// Whether somebody is connected.
    pub(crate) fn is_here(&self, holder: &HolderId) -> bool {
        held(&self.connected).contains_key(holder)
    }

    /// How many people are connected to this process.
    pub(crate) fn count(&self) -> u32 {
        let connected = held(&self.connected);
        connected.values().filter(|sockets| sockets.iter().any(|one| !one.relay)).count() as u32
    }

    /// Tells all sockets of somebody something. Who is too slow to hear hears nothing.
    pub(crate) fn tell(&self, holder: &HolderId, text: &Text) {
        for one in held(&self.connected).get(holder).into_iter().flatten() {
            let _ = one.out.try_send(text.clone());
        }
    }

    /// The same, but only sockets of this process itself.
    pub(crate) fn tell_own(&self, holder: &HolderId, text: &Text) {
        for one in held(&self.connected).get(holder).into_iter().flatten().filter(|one| !one.relay) {
            let _ = one.out.try_send(text.clone());
        }
    }

    /// Closes the sockets of somebody whose pass is of such a family.
    pub(super) fn cut(&self, holder: &HolderId, ended: impl Fn(&str) -> bool) {
        let connected = held(&self.connected);
        for one in connected.get(holder).into_iter().flatten() {
            if one.family.as_deref().is_some_and(&ended) {
                one.ended.notify_one();
            }
        }
    }

    /// Looks whether the passes of all who are connected still hold: another process may have ended them. `changed`: it has
    /// said that something has changed.
    pub(crate) async fn look_after(&self, changed: bool) {
        if changed {
            self.read_anew().await;
        }
        let members: Vec<(HolderId, Arc<str>)> = held(&self.connected)
            .iter()
            .flat_map(|(holder, sockets)| sockets.iter().filter_map(|one| Some((holder.clone(), one.family.clone()?))))
            .collect();
        if members.is_empty() {
            return;
        }
        let gone = self.register(move |register| {
            let mut gone = Vec::new();
            if !register.changed_elsewhere()? && !changed {
                return Ok(gone);
            }
            for (holder, family) in members {
                if !register.has_family(&holder.0, &family)? {
                    gone.push((holder, family));
                }
            }
            Ok(gone)
        });
        for (holder, family) in gone.await.unwrap_or_default() {
            self.cut(&holder, |one| *one == *family);
        }
    }
}
