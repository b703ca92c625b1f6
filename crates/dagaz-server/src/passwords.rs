//! Passwords: argon2id on a thread of its own, behind a short queue, so that no flood of logins
//! takes time from games.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Instant;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::oneshot;

/// Bytes of a password. The longest keeps hashing short; every passphrase fits.
pub(crate) const BYTES: std::ops::RangeInclusive<usize> = 8..=256;

/// What a hash costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory, in KiB.
    pub kib: u32,
    /// Rounds over it.
    pub rounds: u32,
}

impl Default for PasswordCost {
    /// What OWASP recommends as the least for argon2id (Password Storage Cheat Sheet, 2024): 19 MiB
    /// and two rounds.
    fn default() -> PasswordCost {
        PasswordCost { kib: 19_456, rounds: 2 }
    }
}

/// Why there is no answer about a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// Too many wait.
    Busy,
    /// It could not be hashed.
    Failed,
}

enum PasswordJob {
    Make(String, oneshot::Sender<Option<String>>),
    Check(String, Option<String>, oneshot::Sender<bool>),
}

/// See the [module documentation](self).
pub(crate) struct Passwords {
    queue: SyncSender<PasswordJob>,
}

impl Passwords {
    /// Starts the thread; so many may wait for it.
    pub(crate) fn start(cost: PasswordCost, most: usize) -> std::io::Result<Passwords> {
        let params =
            Params::new(cost.kib, cost.rounds, 1, None).map_err(|error| std::io::Error::other(error.to_string()))?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        // An unknown name must take as long as a known one.
        let nobody =
            argon.hash_password(b"nobody").map_err(|error| std::io::Error::other(error.to_string()))?.to_string();
        let (queue, jobs) = sync_channel(most);
        std::thread::Builder::new().name("dagaz-password".to_string()).spawn(move || work(&argon, &nobody, &jobs))?;
        Ok(Passwords { queue })
    }

    fn send(&self, job: PasswordJob) -> Result<(), Unanswered> {
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Unanswered::Busy,
            TrySendError::Disconnected(_) => Unanswered::Failed,
        })
    }

    /// What is to be kept of a new password.
    pub(crate) async fn make(&self, password: &str) -> Result<String, Unanswered> {
        let (sender, receiver) = oneshot::channel();
        self.send(PasswordJob::Make(password.to_string(), sender))?;
        receiver.await.ok().flatten().ok_or(Unanswered::Failed)
    }

    /// Returns whether a password is the one of which this was kept; if nothing was, it is not, and
    /// it takes as long.
    pub(crate) async fn check(&self, password: &str, kept: Option<Arc<str>>) -> Result<bool, Unanswered> {
        let (sender, receiver) = oneshot::channel();
        self.send(PasswordJob::Check(password.to_string(), kept.map(|kept| kept.to_string()), sender))?;
        receiver.await.map_err(|_| Unanswered::Failed)
    }
}

fn work(argon: &Argon2<'_>, nobody: &str, jobs: &Receiver<PasswordJob>) {
    crate::low_priority::yield_to_others();
    while let Ok(job) = jobs.recv() {
        let began = Instant::now();
        match job {
            PasswordJob::Make(password, answer) => {
                let made = argon.hash_password(password.as_bytes()).ok().map(|hash| hash.to_string());
                let _ = answer.send(made);
            }
            PasswordJob::Check(password, kept, answer) => {
                let text = kept.as_deref().unwrap_or(nobody);
                let right =
                    PasswordHash::new(text).is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok());
                let _ = answer.send(right && kept.is_some());
            }
        }
        // Half of one core at most, however many wait.
        std::thread::sleep(began.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_verified() {
        let passwords = Passwords::start(PasswordCost { kib: 64, rounds: 1 }, 4).expect("a thread");
        let kept: Arc<str> = passwords.make("correct horse").await.expect("it is hashed").into();
        assert!(kept.starts_with("$argon2id$v=19$m=64,t=1,p=1$") && !kept.contains("horse"), "{kept}");
        assert_eq!(passwords.check("correct horse", Some(kept.clone())).await, Ok(true));
        assert_eq!(passwords.check("Correct horse", Some(kept.clone())).await, Ok(false));
        assert_eq!(passwords.check("nobody", None).await, Ok(false), "nobody has no password");
        assert_ne!(passwords.make("correct horse").await.expect("it is hashed"), *kept, "each has a salt of its own");
    }

    #[tokio::test]
    async fn a_flood_is_refused_at_once() {
        let passwords = Arc::new(Passwords::start(PasswordCost { kib: 8_192, rounds: 4 }, 2).expect("a thread"));
        let ask = |passwords: Arc<Passwords>| async move { passwords.check("x", None).await };
        let all: Vec<_> = (0..50).map(|_| tokio::spawn(ask(passwords.clone()))).collect();
        let mut refused = 0;
        for one in all {
            refused += usize::from(one.await.expect("it ends") == Err(Unanswered::Busy));
        }
        assert!((40..50).contains(&refused), "{refused} of 50 were refused");
    }
}
