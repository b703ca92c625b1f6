//! The server's time.
//!
//! The clock of a machine is set, by hand or by a program that finds out that it was wrong, and then it leaps. A leap must
//! not take the time that somebody has for a move, end a pass, or let a flood in. So time here is what the machine's clock said when the server
//! began, and what has passed since by a clock that is never set; while the machine sleeps none passes, when nobody can move either.
//! Only what people have agreed on by the calendar, such as the beginning of a tournament, goes by the machine's clock as it is.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use dagaz_session::Millis;

/// See the [module documentation](self).
#[derive(Clone)]
pub struct Clock {
    machine: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    began: Instant,
    /// What the machine's clock said then.
    date: Millis,
}

impl Clock {
    /// By the machine's clock.
    pub fn of_machine() -> Clock {
        Clock::by(SystemTime::now)
    }

    /// By a clock that says the date, and that may leap.
    pub fn by(machine: impl Fn() -> SystemTime + Send + Sync + 'static) -> Clock {
        let date = millis(machine());
        Clock { machine: Arc::new(machine), began: Instant::now(), date }
    }

    /// The time by which everything lasts: it never goes back, and never leaps.
    pub(crate) fn now(&self) -> Millis {
        Millis(self.date.0.saturating_add(self.began.elapsed().as_millis() as u64))
    }

    /// The date that the machine's clock says.
    pub(crate) fn date(&self) -> Millis {
        millis((self.machine)())
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clock").field("now", &self.now()).field("date", &self.date()).finish()
    }
}

/// A moment as sessions count it.
fn millis(moment: SystemTime) -> Millis {
    Millis(moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
