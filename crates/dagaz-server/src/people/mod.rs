//! The users of a public server: sessions, presence, mutes and ratings.
//!
//! `dagaz-club` has the decisions, and the register has the data.

mod connected;
mod directory;
mod login;
mod rate_limits;
mod ratings;
mod second_factor;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_club::PassRules;
use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use dagaz_store::{Register, StoreFault};

pub(crate) use self::connected::Connected;
use self::directory::RegisterCache;
pub(crate) use self::login::{Admitted, Origin};
pub(crate) use self::rate_limits::{Matter, RateLimits, network};
pub(crate) use self::ratings::rating_view;
use crate::guard::Token;
use crate::limits::Limits;
use crate::passwords::{PasswordCost, Passwords};
use crate::refused::Refused;

/// See the [module documentation](self).
pub(crate) struct People {
    /// Rate limits of all users.
    pub(crate) allowed: RateLimits,
    register: Arc<Register>,
    token: Token,
    passwords: Passwords,
    rules: PassRules,
    names: Mutex<HashMap<Arc<str>, Arc<str>>>,
    mutes: Mutex<HashMap<HolderId, HashSet<HolderId>>>,
    /// Guests whose sessions were revoked, and whether they are locked out.
    ended_guests: Mutex<HashMap<HolderId, bool>>,
    connected: Mutex<HashMap<HolderId, Vec<Connected>>>,
    /// Whether a read of the register failed and must be repeated.
    unsure: AtomicBool,
    /// Logins that failed.
    pub(crate) failed_logins: AtomicU64,
    /// Passes that came back after they were replaced.
    pub(crate) replayed: AtomicU64,
}

/// Returns a lock, ignoring poisoning: its data changes in single steps.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl People {
    pub(crate) fn new(
        register: Arc<Register>,
        token: Token,
        cost: PasswordCost,
        rules: PassRules,
        limits: &Limits,
    ) -> std::io::Result<People> {
        directory::note_looks(&register).map_err(|fault| std::io::Error::other(fault.to_string()))?;
        let known = RegisterCache::read(&register).map_err(|fault| std::io::Error::other(fault.to_string()))?;
        Ok(People {
            allowed: RateLimits::new(limits),
            register,
            token,
            passwords: Passwords::start(cost, limits.passwords)?,
            rules,
            names: Mutex::default(),
            mutes: Mutex::new(known.mutes),
            ended_guests: Mutex::new(known.ended_guests),
            connected: Mutex::default(),
            unsure: AtomicBool::new(false),
            failed_logins: AtomicU64::new(0),
            replayed: AtomicU64::new(0),
        })
    }

    /// Runs work on the register, which may wait for the disk.
    pub(crate) async fn register<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Register) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, Refused> {
        let register = self.register.clone();
        match tokio::task::spawn_blocking(move || work(&register)).await {
            Ok(result) => result.map_err(|fault| crate::refused::by_store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }
}

/// Returns the refusal for guests.
pub(crate) fn members_only() -> Refused {
    Refused::new(Reason::Forbidden, "this needs an account")
}

/// Users of a register in a folder, for tests.
#[cfg(test)]
pub(crate) mod of_tests {
    use super::*;
    use crate::caller::Who;

    pub(crate) fn people(folder: &tempfile::TempDir) -> People {
        let register = Register::open(&folder.path().join("people.sqlite")).expect("it opens");
        let token = Token::from_text(&"0".repeat(32)).expect("it is one");
        let cost = PasswordCost { kib: 64, rounds: 1 };
        People::new(register.into(), token, cost, PassRules::default(), &Limits::default()).expect("a thread")
    }

    /// Returns a person with an account, just admitted.
    pub(crate) async fn new_user(people: &People, name: &str) -> (HolderId, Who) {
        let wanted = dagaz_contract::people::Credentials { name: name.to_string(), password: "a password".to_string() };
        let admitted = people.enrol(&wanted, [127, 0, 0, 1].into(), 0).await;
        let Ok(Admitted { who, .. }) = admitted else { panic!("there is room for {name}") };
        (who.holder(), who)
    }
}
