//! Time as the processor counts it: what else runs on the machine changes nothing.
//!
//! A bot with a budget of time and a thread of its own thinks as long with this clock as it would
//! on a machine that has nothing else to do.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dagaz_bots::Clock;

/// Processor time of the calling thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu;

#[cfg(unix)]
impl Clock for Cpu {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
    }
}

/// Elsewhere the time that passes has to do.
#[cfg(not(unix))]
impl Clock for Cpu {
    fn now(&self) -> Duration {
        static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGAN.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// A thread whose processor time others can ask for.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// Where the system tells it, if it does.
    told: Option<PathBuf>,
    began: Instant,
}

impl Watched {
    /// This thread.
    pub(crate) fn this() -> Watched {
        let own = std::fs::read_link("/proc/thread-self").ok();
        Watched { told: own.map(|own| Path::new("/proc").join(own).join("schedstat")), began: Instant::now() }
    }

    /// How long it has had a processor since it began; where the system does not tell, how long ago
    /// this was made.
    pub(crate) fn spent(&self) -> Duration {
        let text = self.told.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        let nanoseconds = text.and_then(|text| text.split_whitespace().next()?.parse().ok());
        nanoseconds.map_or_else(|| self.began.elapsed(), Duration::from_nanos)
    }
}
