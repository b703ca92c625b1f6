//! Fair queues: each client has a queue of its own, and the queues are served in turn.
//!
//! A client with a thousand requests waits longest for them, and delays others by at most one. Work
//! that no client watches is done when nothing else is left.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use dagaz_session::HolderId;

use crate::people::network;

/// The client of a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Whose {
    /// For watching clients: an address or the smallest network of a subscriber.
    Address(IpAddr),
    /// For a person who is not connected.
    Away(HolderId),
}

impl Whose {
    pub(crate) fn from(address: IpAddr) -> Whose {
        Whose::Address(network(address))
    }
}

/// Lines that are served one after the other.
struct RoundRobinQueues<W> {
    /// No queue is empty.
    lines: HashMap<Whose, VecDeque<W>>,
    /// Who is served next, each of them once.
    order: VecDeque<Whose>,
}

impl<W> RoundRobinQueues<W> {
    fn new() -> RoundRobinQueues<W> {
        RoundRobinQueues { lines: HashMap::new(), order: VecDeque::new() }
    }

    fn push(&mut self, whose: Whose, work: W) {
        let line = self.lines.entry(whose.clone()).or_default();
        if line.is_empty() {
            self.order.push_back(whose);
        }
        line.push_back(work);
    }

    fn pop(&mut self) -> Option<W> {
        let whose = self.order.pop_front()?;
        let line = self.lines.get_mut(&whose)?;
        let work = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&whose);
        } else {
            self.order.push_back(whose);
        }
        work
    }
}

/// See the [module documentation](self).
pub(crate) struct Turns<W> {
    here: RoundRobinQueues<W>,
    away: RoundRobinQueues<W>,
}

impl<W> Default for Turns<W> {
    fn default() -> Turns<W> {
        Turns { here: RoundRobinQueues::new(), away: RoundRobinQueues::new() }
    }
}

impl<W> Turns<W> {
    pub(crate) fn push(&mut self, whose: Whose, work: W) {
        match whose {
            Whose::Address(_) => self.here.push(whose, work),
            Whose::Away(_) => self.away.push(whose, work),
        }
    }

    pub(crate) fn pop(&mut self) -> Option<W> {
        self.here.pop().or_else(|| self.away.pop())
    }

    /// Returns how much waits.
    pub(crate) fn len(&self) -> usize {
        [&self.here, &self.away].iter().flat_map(|lines| lines.lines.values()).map(VecDeque::len).sum()
    }

    /// Returns the number of spectators with waiting tasks.
    pub(crate) fn waiting(&self) -> usize {
        self.here.order.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(last: u8) -> Whose {
        Whose::from(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn heavy_clients_delay_others_by_at_most_one_task() {
        let mut turns = Turns::default();
        for number in 0..100 {
            turns.push(Whose::Away(HolderId::new("away")), ('a', number));
        }
        for number in 0..100 {
            turns.push(from(1), ('x', number));
        }
        assert_eq!(turns.pop(), Some(('x', 0)));
        turns.push(from(2), ('y', 0));
        turns.push(from(2), ('y', 1));
        turns.push(from(3), ('z', 0));
        assert_eq!((turns.len(), turns.waiting()), (202, 3));
        let next: Vec<_> = (0..6).filter_map(|_| turns.pop()).collect();
        assert_eq!(next, [('x', 1), ('y', 0), ('z', 0), ('x', 2), ('y', 1), ('x', 3)]);
        let rest: Vec<_> = std::iter::from_fn(|| turns.pop()).collect();
        let (here, away) = rest.split_at(96);
        assert!(here.iter().all(|work| work.0 == 'x') && away.len() == 100, "what nobody looks at comes last");
        assert!(turns.here.lines.is_empty() && turns.away.lines.is_empty(), "whoever has nothing left needs no room");
    }
}
