//! Where an abuse happens: from which houses, for how long, and what has become of it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;

use super::raw::{Raw, request};
use crate::load::client_address::ClientAddress;

/// Houses that each abuse has room for.
const HOUSES: usize = 256;

/// Maximum duration of an attempt after the end of the time.
const LINGER: Duration = Duration::from_secs(3);

/// Data about the attacked server: no more than a player could know, except for `kept`.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) port: u16,
    /// Games that others play.
    pub(super) games: Vec<String>,
    /// The address of the server's register, for passes of long ago.
    pub(super) kept: [String; 2],
    /// Seed of whatever is guessed.
    pub(super) seed: u64,
}

/// How often something was tried, and how it was answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) answers: BTreeMap<String, u64>,
    /// The first time that something was let through.
    pub(super) breach: Option<String>,
}

impl Tally {
    pub(super) fn attempts(&self) -> u64 {
        self.answers.values().sum()
    }
}

/// See the [module documentation](self).
pub(super) struct Scenario {
    pub(super) target: Target,
    /// Which abuse of all: each has houses of its own, so that none pays for another.
    number: usize,
    /// How many of its houses it may use.
    houses: usize,
    pub(super) until: Instant,
    tally: RefCell<Tally>,
    next: Cell<u64>,
}

impl Scenario {
    pub(super) fn new(target: Target, (number, houses): (usize, usize), time: Duration) -> Scenario {
        let (tally, next) = (RefCell::default(), Cell::new(0));
        Scenario { target, number, houses: houses.min(HOUSES), until: Instant::now() + time, tally, next }
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// The way from one of the houses.
    pub(super) fn road(&self, house: usize) -> ClientAddress {
        ClientAddress::of_others(self.target.port, self.number * HOUSES + house % self.houses)
    }

    /// A number that no other attempt has.
    pub(super) fn next(&self) -> u64 {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }

    /// Notes how an attempt was answered.
    pub(super) fn count(&self, answer: impl Into<String>) {
        *self.tally.borrow_mut().answers.entry(answer.into()).or_default() += 1;
    }

    /// Notes that something was let through.
    pub(super) fn breach(&self, what: impl Into<String>) {
        self.tally.borrow_mut().breach.get_or_insert_with(|| what.into());
    }

    pub(super) fn tally(&self) -> Tally {
        self.tally.borrow().clone()
    }

    /// The pass of a new guest, as a header.
    pub(super) async fn guest(&self, house: usize) -> Result<String, String> {
        self.come_in(house, "/api/v1/guests", "{}").await
    }

    /// The same for a new account.
    pub(super) async fn member(&self, house: usize) -> Result<(String, String), String> {
        let name = format!("eve{}of{}", self.next(), self.number);
        let body = format!(r#"{{"name":"{name}","password":"password of {name}"}}"#);
        self.come_in(house, "/api/v1/accounts", &body).await.map(|pass| (pass, name))
    }

    async fn come_in(&self, house: usize, path: &str, body: &str) -> Result<String, String> {
        let answered = request(self.road(house), "POST", path, JSON, body.as_bytes()).await;
        let answered = answered.ok_or("nobody was let in")?;
        let said = format!("{}: {}", answered.status, answered.body);
        answered.pass.map(|pass| bearer(&pass)).ok_or(said)
    }

    /// A socket of a client.
    pub(super) async fn socket(&self, house: usize, shown: &str) -> Result<Raw, String> {
        Raw::open(self.road(house), shown).await
    }

    /// Lets so many do something again and again, so many times a second together, as far as they
    /// get to it; each attempt gives how it was answered.
    pub(super) async fn repeat(&self, workers: usize, a_second: u32, attempt: impl AsyncFn(usize) -> String) {
        let pause = Duration::from_secs_f64(workers as f64 / f64::from(a_second.max(1)));
        let attempt = &attempt;
        join_all((0..workers).map(|worker| async move {
            let mut due = Instant::now() + pause.mul_f64(worker as f64 / workers as f64);
            loop {
                tokio::time::sleep_until(due).await;
                match tokio::time::timeout_at(self.until + LINGER, attempt(worker)).await {
                    Ok(answer) => self.count(answer),
                    Err(_) => self.count("unanswered at the end"),
                }
                due = Instant::now().max(due + pause);
                // Once is tried however long it took to get ready.
                if due >= self.until {
                    return;
                }
            }
        }))
        .await;
    }
}

/// Headers of a body in JSON.
pub(super) const JSON: &str = "Content-Type: application/json\r\n";

/// A pass as a header.
pub(super) fn bearer(pass: &str) -> String {
    format!("Authorization: Bearer {pass}\r\n")
}
