//! Rate limits: token buckets by key.
//!
//! A token bucket: it holds a number of units and refills at an even rate; requests take units out
//! of it. Requests that have been made already, such as received bytes, are taken out even if too
//! few are left. The bucket then has a debt, which must be refilled first.

use std::collections::HashMap;
use std::hash::Hash;

/// The size of a bucket, and its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// At once, at least 1.
    pub burst: u32,
    /// In a minute, in the long run.
    pub per_minute: u32,
}

/// The rest of an allowance: a token bucket.
///
/// ```
/// use dagaz_club::{Allowance, Measure};
///
/// let measure = Measure { burst: 2, per_minute: 60 };
/// let mut allowance = Allowance::new(measure, 0);
/// assert!(allowance.take(measure, 0) && allowance.take(measure, 0));
/// assert!(!allowance.take(measure, 0));
/// assert!(allowance.take(measure, 1_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    left: f64,
    at: u64,
}

impl Allowance {
    /// Returns a whole one.
    pub fn new(measure: Measure, now: u64) -> Allowance {
        Allowance { left: f64::from(measure.burst), at: now }
    }

    fn fill(&mut self, measure: Measure, now: u64) {
        let passed = now.saturating_sub(self.at) as f64 / 60_000.0;
        self.left = (self.left + passed * f64::from(measure.per_minute)).min(f64::from(measure.burst));
        // A clock that goes back refills nothing.
        self.at = self.at.max(now);
    }

    /// Takes one, if there is one.
    pub fn take(&mut self, measure: Measure, now: u64) -> bool {
        self.fill(measure, now);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    /// Takes as many as have been used already; milliseconds until nothing is owed any more.
    pub fn charge(&mut self, measure: Measure, used: u32, now: u64) -> u64 {
        self.fill(measure, now);
        self.left -= f64::from(used);
        let owed = (-self.left).max(0.0);
        (owed * 60_000.0 / f64::from(measure.per_minute.max(1))).ceil() as u64
    }
}

/// Allowances of many: of each address, of each person. Only those that are not whole are
/// remembered.
#[derive(Debug)]
pub struct Allowances<K> {
    measure: Measure,
    known: HashMap<K, Allowance>,
    most: usize,
}

impl<K: Eq + Hash> Allowances<K> {
    /// Returns buckets of this measure, for at most that many keys at a time.
    pub fn new(measure: Measure, most: usize) -> Allowances<K> {
        Allowances { measure, known: HashMap::new(), most: most.max(1) }
    }

    /// Takes one request from the allowance of a key. Returns whether one was left.
    pub fn take(&mut self, who: K, now: u64) -> bool {
        let measure = self.measure;
        // The table is full: a new key has to wait until an entry is free.
        self.of(who, now).is_some_and(|one| one.take(measure, now))
    }

    /// Charges requests that have been made already. Returns the milliseconds until the debt is
    /// paid.
    pub fn charge(&mut self, who: K, used: u32, now: u64) -> u64 {
        let measure = self.measure;
        match self.of(who, now) {
            Some(one) => one.charge(measure, used, now),
            None => Allowance { left: 0.0, at: now }.charge(measure, used, now),
        }
    }

    /// Returns the allowance of a key, or `None` if the table is full.
    fn of(&mut self, who: K, now: u64) -> Option<&mut Allowance> {
        let measure = self.measure;
        if self.known.len() >= self.most && !self.known.contains_key(&who) {
            self.forget_whole(now);
            if self.known.len() >= self.most {
                return None;
            }
        }
        Some(self.known.entry(who).or_insert_with(|| Allowance::new(measure, now)))
    }

    fn forget_whole(&mut self, now: u64) {
        let measure = self.measure;
        self.known.retain(|_, one| {
            one.fill(measure, now);
            one.left < f64::from(measure.burst)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEASURE: Measure = Measure { burst: 3, per_minute: 60 };

    #[test]
    fn a_rate_limit_allows_a_burst_and_then_a_steady_rate() {
        let mut one = Allowance::new(MEASURE, 0);
        assert_eq!([0; 4].map(|now| one.take(MEASURE, now)), [true, true, true, false]);
        assert!(!one.take(MEASURE, 999));
        assert!(one.take(MEASURE, 1_000));
        assert!(!one.take(MEASURE, 1_000));
        // After a long time there is a burst again, and no more.
        assert_eq!([9_000_000; 4].map(|now| one.take(MEASURE, now)), [true, true, true, false]);
        // A clock that goes back refills nothing.
        assert!(!one.take(MEASURE, 0));
    }

    #[test]
    fn an_allowance_recovers_over_time() {
        let mut one = Allowance::new(MEASURE, 0);
        assert_eq!([2, 1, 1, 4].map(|used| one.charge(MEASURE, used, 0)), [0, 0, 1_000, 5_000]);
        assert_eq!(one.charge(MEASURE, 0, 2_000), 3_000);
        assert!(!one.take(MEASURE, 5_999) && one.take(MEASURE, 6_000));
        let mut all: Allowances<u32> = Allowances::new(MEASURE, 1);
        assert_eq!(
            [all.charge(1, 4, 0), all.charge(2, 4, 0)],
            [1_000, 4_000],
            "whoever is new when there is no room has nothing"
        );
    }

    #[test]
    fn clients_are_isolated_and_memory_is_bounded() {
        let mut all: Allowances<u32> = Allowances::new(MEASURE, 2);
        assert_eq!([1, 1, 1, 1, 2].map(|who| all.take(who, 0)), [true, true, true, false, true]);
        assert!(!all.take(3, 0), "two are busy, and there is no room for a third");
        assert!(all.take(3, 60_000), "the others' allowances are whole again and need no room");
        assert!(all.known.len() <= 2);
    }
}
