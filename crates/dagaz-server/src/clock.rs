//! The server's time.
//!
//! The system clock can jump when it is corrected. A jump must not take a player's time, end a
//! session, or open a rate limit. So time here is the system time at the start plus the time of a
//! monotonic clock. While the machine sleeps, no time passes, since no player can move either. Only
//! calendar dates, such as the start of a tournament, use the system clock.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use dagaz_session::Millis;
use tokio::time::Instant;

/// The server's time: that of the system at the start, plus the time since then.
#[derive(Clone)]
pub struct Clock {
    machine: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    /// The monotonic clock of timers, which a simulation controls.
    began: Instant,
    /// The system clock at that moment.
    date: Millis,
}

impl Clock {
    /// By the machine's clock.
    pub fn of_machine() -> Clock {
        Clock::by(SystemTime::now)
    }

    /// Returns a clock based on a system clock that may jump.
    pub fn by(machine: impl Fn() -> SystemTime + Send + Sync + 'static) -> Clock {
        let date = millis(machine());
        Clock { machine: Arc::new(machine), began: Instant::now(), date }
    }

    /// Returns the monotonic time of the server, which never goes back and never jumps.
    pub(crate) fn now(&self) -> Millis {
        Millis(self.date.0.saturating_add(self.began.elapsed().as_millis() as u64))
    }

    /// Returns the date of the system clock.
    pub(crate) fn date(&self) -> Millis {
        millis((self.machine)())
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clock").field("now", &self.now()).field("date", &self.date()).finish()
    }
}

/// Returns a moment as sessions count it.
fn millis(moment: SystemTime) -> Millis {
    Millis(moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
