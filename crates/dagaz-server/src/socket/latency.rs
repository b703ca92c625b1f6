//! The round-trip time to a client, measured by pings of the server, never reported by the client.
//!
//! A client that answers pings late on purpose seems to be further away than it is. What that can
//! bring is bounded by the session, which gives only a little back for each move.

use std::collections::VecDeque;
use std::time::Duration;

use dagaz_session::Millis;
use tokio::time::Instant;

/// The number of stored pings: the shortest of them counts, so that one delay has no effect.
const REMEMBERED: usize = 4;

/// Between two pings.
const PAUSE: Duration = Duration::from_secs(4);

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct RoundTrip {
    /// The number of the last ping, and when it was sent.
    number: u32,
    sent: Option<Instant>,
    /// Whether it has been answered.
    answered: bool,
    times: VecDeque<Millis>,
}

impl RoundTrip {
    /// What the next ping has in it, if it is time for one.
    pub(super) fn ping(&mut self, now: Instant) -> Option<[u8; 4]> {
        if self.sent.is_some_and(|sent| now.duration_since(sent) < PAUSE) {
            return None;
        }
        self.number = self.number.wrapping_add(1);
        (self.sent, self.answered) = (Some(now), false);
        Some(self.number.to_be_bytes())
    }

    /// Notes an answer. Only the one to the last ping counts.
    pub(super) fn pong(&mut self, bytes: &[u8], now: Instant) {
        let Some(sent) = self.sent.filter(|_| !self.answered && self.number.to_be_bytes() == *bytes) else { return };
        self.answered = true;
        if self.times.len() >= REMEMBERED {
            self.times.pop_front();
        }
        self.times.push_back(Millis(now.duration_since(sent).as_millis() as u64));
    }

    /// Returns the round-trip time; 0 while it is unknown.
    pub(super) fn lag(&self) -> Millis {
        self.times.iter().min().copied().unwrap_or_default()
    }

    /// Takes what another process of the server has measured.
    pub(super) fn told(&mut self, lag: Millis) {
        self.times = VecDeque::from([lag]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_the_last_ways_counts_and_forged_answers_do_not() {
        let (mut way, begun) = (RoundTrip::default(), Instant::now());
        assert_eq!(way.lag(), Millis(0));
        let mut now = begun;
        for (spent, lag) in [(300, 300), (80, 80), (200, 80), (90, 80), (250, 80), (250, 90)] {
            let ping = way.ping(now).expect("it is time");
            assert_eq!(way.ping(now), None, "not twice at once");
            way.pong(&[0, 0, 9, 9], now + Duration::from_millis(1));
            way.pong(&ping, now + Duration::from_millis(spent));
            way.pong(&ping, now + Duration::from_millis(3_000));
            assert_eq!(way.lag(), Millis(lag));
            now += PAUSE;
        }
    }
}
