//! Presence: the sockets of all connected users, and which of them must close.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use dagaz_session::HolderId;
use tokio::sync::{Notify, mpsc};

use super::{People, held};
use crate::encoded::Text;
use crate::refused::Refused;

/// A person's socket.
#[derive(Clone)]
pub(crate) struct Connected {
    /// Its number among all sockets.
    pub(crate) socket: u64,
    /// The family of the pass by which it came in; none for guests.
    pub(crate) family: Option<Arc<str>>,
    /// Where to send.
    pub(crate) out: mpsc::Sender<Text>,
    /// Notified when the session has ended.
    pub(crate) ended: Arc<Notify>,
    /// Whether it is a socket of another process, for a person connected there.
    pub(crate) relay: bool,
}

impl People {
    /// Registers a person's socket. Ending a session closes the registered sockets, so the session
    /// is checked again after the registration.
    pub(crate) async fn connect(&self, holder: &HolderId, socket: Connected) {
        let (family, ended) = (socket.family.clone(), socket.ended.clone());
        held(&self.connected).entry(holder.clone()).or_default().push(socket);
        let person = holder.0.clone();
        let holds = match family {
            Some(family) => self.register(move |register| register.has_family(&person, &family)).await,
            None => Ok(!self.has_ended(holder)),
        };
        match holds {
            Ok(true) => {}
            Ok(false) => ended.notify_one(),
            Err(_) => self.unsure.store(true, Ordering::SeqCst),
        }
    }

    /// Returns whether this was the person's last socket.
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

    /// Returns whether a person is connected.
    pub(crate) fn is_here(&self, holder: &HolderId) -> bool {
        held(&self.connected).contains_key(holder)
    }

    /// Returns the number of users connected to this process.
    pub(crate) fn count(&self) -> u32 {
        let connected = held(&self.connected);
        connected.values().filter(|sockets| sockets.iter().any(|one| !one.relay)).count() as u32
    }

    /// Sends a message to all sockets of a person. A socket whose queue is full misses it.
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

    /// Closes the sockets of a person's session family.
    pub(super) fn cut(&self, holder: &HolderId, ended: impl Fn(&str) -> bool) {
        let connected = held(&self.connected);
        for one in connected.get(holder).into_iter().flatten() {
            if one.family.as_deref().is_some_and(&ended) {
                one.ended.notify_one();
            }
        }
    }

    /// Closes the sockets of guests whose passes have ended.
    fn cut_guests(&self) {
        let connected = held(&self.connected);
        for (_, sockets) in connected.iter().filter(|(holder, _)| self.has_ended(holder)) {
            sockets.iter().filter(|one| one.family.is_none()).for_each(|one| one.ended.notify_one());
        }
    }

    /// Checks whether the sessions of all connected users are still valid, since another process
    /// may have ended them. `told`: it has reported a change.
    pub(crate) async fn look_after(&self, told: bool) {
        // What could not be learnt the last time is asked again.
        let unsure = self.unsure.swap(false, Ordering::SeqCst);
        if self.look_again(told || unsure).await.is_err() {
            self.unsure.store(true, Ordering::SeqCst);
        }
    }

    async fn look_again(&self, told: bool) -> Result<(), Refused> {
        if !self.register(|register| register.changed_elsewhere()).await? && !told {
            return Ok(());
        }
        self.read_anew().await?;
        self.cut_guests();
        let members: Vec<(HolderId, Arc<str>)> = held(&self.connected)
            .iter()
            .flat_map(|(holder, sockets)| sockets.iter().filter_map(|one| Some((holder.clone(), one.family.clone()?))))
            .collect();
        if members.is_empty() {
            return Ok(());
        }
        let gone = self.register(move |register| {
            let mut gone = Vec::new();
            for (holder, family) in members {
                if !register.has_family(&holder.0, &family)? {
                    gone.push((holder, family));
                }
            }
            Ok(gone)
        });
        for (holder, family) in gone.await? {
            self.cut(&holder, |one| *one == *family);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::caller::Who;
    use crate::people::of_tests;

    fn socket(who: &Who) -> Connected {
        let Who::Member { family, .. } = who else { panic!("they have an account") };
        let (out, _) = mpsc::channel(1);
        Connected { socket: 1, family: Some(family.clone()), out, ended: Arc::default(), relay: false }
    }

    /// Returns whether a socket must close.
    async fn has_ended(socket: &Connected) -> bool {
        // A notified receiver is ready at once.
        tokio::select! {
            biased;
            () = socket.ended.notified() => true,
            () = std::future::ready(()) => false,
        }
    }

    /// Between the door and the first message of a socket its pass may end.
    #[tokio::test]
    async fn a_token_revoked_during_the_handshake_closes_the_socket() {
        let folder = TempDir::new().expect("a folder");
        let people = of_tests::people(&folder);
        let (ann, who) = of_tests::new_user(&people, "Ann").await;
        let in_time = socket(&who);
        people.connect(&ann, in_time.clone()).await;
        assert!(!has_ended(&in_time).await, "the pass is good");
        assert!(people.log_out(&who).await.is_ok());
        assert!(has_ended(&in_time).await);
        let late = socket(&who);
        people.connect(&ann, late.clone()).await;
        assert!(has_ended(&late).await, "it was let in before, and came here afterwards");
    }

    /// An end that cannot be looked up, since the register has a fault, is looked up again.
    #[tokio::test]
    async fn game_over_is_detected_although_the_registry_fails() {
        let folder = TempDir::new().expect("a folder");
        let people = of_tests::people(&folder);
        let (ann, who) = of_tests::new_user(&people, "Ann").await;
        let (early, late) = (socket(&who), socket(&who));
        people.connect(&ann, early.clone()).await;
        people.look_after(false).await;
        let file = rusqlite::Connection::open(folder.path().join("people.sqlite")).expect("it opens");
        file.execute_batch("DELETE FROM passes; ALTER TABLE passes RENAME TO elsewhere").expect("it is renamed");
        people.look_after(false).await;
        people.connect(&ann, late.clone()).await;
        assert!(!has_ended(&early).await && !has_ended(&late).await, "nobody knows");
        file.execute_batch("ALTER TABLE elsewhere RENAME TO passes").expect("it is renamed");
        // The notification was consumed by a reader that failed.
        people.look_after(false).await;
        assert!(has_ended(&early).await && has_ended(&late).await);
    }
}
