//! Running analyses: a limited number, each on a thread of its own, so that no game waits for them.
//!
//! They may run for minutes, so later clients would find no slot. A client with at least two more
//! than a newcomer gives up its longest-running one.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::people::network;

struct Running {
    from: IpAddr,
    flag: Arc<AtomicBool>,
}

/// See the [module documentation](self).
pub(crate) struct Analyses {
    most: usize,
    /// Those that began first come first.
    running: Mutex<Vec<Running>>,
}

/// The place of an analysis, until it has ended.
pub(crate) struct AnalysisSlot {
    all: Arc<Analyses>,
    /// Set when it is to end.
    pub(crate) flag: Arc<AtomicBool>,
}

impl Analyses {
    pub(crate) fn new(most: usize) -> Analyses {
        Analyses { most, running: Mutex::default() }
    }

    fn running(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot, unless all are taken by clients within their share.
    pub(crate) fn take(self: &Arc<Self>, from: IpAddr) -> Option<AnalysisSlot> {
        let from = network(from);
        let mut running = self.running();
        if running.len() >= self.most {
            let count = |of: IpAddr| running.iter().filter(|one| one.from == of).count();
            // Of several who have equally many, the one whose analysis began first.
            let first = (0..running.len()).rev().max_by_key(|&index| count(running[index].from))?;
            if count(running[first].from) <= count(from) + 1 {
                return None;
            }
            running.remove(first).flag.store(true, Ordering::Relaxed);
        }
        let flag = Arc::new(AtomicBool::new(false));
        running.push(Running { from, flag: flag.clone() });
        Some(AnalysisSlot { all: self.clone(), flag })
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        self.all.running().retain(|one| !Arc::ptr_eq(&one.flag, &self.flag));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_cache_user_yields_to_smaller_ones() {
        let all = Arc::new(Analyses::new(4));
        let take = |last: u8| all.take(IpAddr::from([192, 0, 2, last]));
        let stopped = |place: &Option<AnalysisSlot>| place.as_ref().is_some_and(|one| one.flag.load(Ordering::Relaxed));
        let of_one: Vec<_> = (0..4).map(|_| take(1)).collect();
        assert!(of_one.iter().all(Option::is_some) && take(1).is_none());
        let of_two = [take(2), take(2), take(2)];
        assert_eq!(of_two.each_ref().map(Option::is_some), [true, true, false]);
        let ended: Vec<bool> = of_one.iter().map(stopped).collect();
        assert_eq!(ended, [true, true, false, false], "those that began first");
        let (of_three, of_four) = (take(3), take(4));
        assert!(of_three.is_some() && of_four.is_some() && take(5).is_none(), "each has one");
        drop((of_one, of_two));
        assert_eq!(all.running().len(), 2);
        drop((of_three, of_four));
        assert!(all.running().is_empty());
    }
}
