//! Two clocks: the one on the wall, and the one that runs only while a processor works for us.
//!
//! Other programs on the same machine change the wall time. A rate in processor time measures this
//! program alone, and is the one to compare between versions; wall time shows the effect of
//! threads.

use std::time::Duration;

use serde_json::{Map, Value};

use super::per_second;
use crate::output::counted;

/// How long work took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    /// From its begin to its end.
    pub(super) wall: Duration,
    /// While a processor worked on it, summed over all threads.
    pub(super) cpu: Duration,
    /// On how many threads it was done.
    pub(super) threads: usize,
}

impl Time {
    /// So many in a second on the wall; 0 if no time has passed.
    pub(super) fn per_second(&self, count: u64) -> f64 {
        rate(count, self.wall)
    }

    /// So many in a second of processor time; 0 if the clock has not moved.
    pub(super) fn per_cpu_second(&self, count: u64) -> f64 {
        rate(count, self.cpu)
    }

    /// Returns how much sooner it was done than one thread would have done it: processor time by
    /// wall time.
    pub(super) fn speed_up(&self) -> f64 {
        if self.wall.is_zero() { 0.0 } else { self.cpu.as_secs_f64() / self.wall.as_secs_f64() }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        let (wall, cpu) = (self.wall.as_secs_f64(), self.cpu.as_secs_f64());
        let threads = counted(self.threads, "thread");
        format!("{wall:.2} s by the clock, {cpu:.2} s of CPU time ({threads}, speed-up {:.2})", self.speed_up())
    }

    /// Returns a rate in words, by both clocks.
    pub(super) fn rates(&self, count: u64) -> String {
        format!(
            "{} in a CPU-second, {} by the clock",
            per_second(self.per_cpu_second(count)),
            per_second(self.per_second(count))
        )
    }

    /// As JSON, with the rates of what was counted: each a noun and its number.
    pub(super) fn json(&self, counts: &[(&str, u64)]) -> Value {
        let mut speed = Map::new();
        speed.insert("wall_seconds".to_string(), self.wall.as_secs_f64().into());
        speed.insert("cpu_seconds".to_string(), self.cpu.as_secs_f64().into());
        speed.insert("threads".to_string(), self.threads.into());
        speed.insert("speed_up".to_string(), self.speed_up().into());
        for &(noun, count) in counts {
            speed.insert(format!("{noun}_per_second"), self.per_second(count).into());
            speed.insert(format!("{noun}_per_cpu_second"), self.per_cpu_second(count).into());
        }
        speed.into()
    }
}

fn rate(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { count as f64 / time.as_secs_f64() }
}

/// Returns the processor time that this thread has used since it began.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Returns the processor time that this thread has used since it began; none where the system does
/// not count it.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) fn thread_time() -> Duration {
    cpu_time::ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_clock_counts_processor_time_only() {
        let begin = thread_time();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_time() - begin < Duration::from_millis(40), "sleep is no work");
        let mut sum = 0u64;
        while thread_time() - begin < Duration::from_millis(40) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }

    #[test]
    fn rates_by_both_clocks() {
        let time = Time { wall: Duration::from_secs(2), cpu: Duration::from_secs(3), threads: 2 };
        assert_eq!((time.per_second(6), time.per_cpu_second(6), time.speed_up()), (3.0, 2.0, 1.5));
        assert_eq!(time.words(), "2.00 s by the clock, 3.00 s of CPU time (2 threads, speed-up 1.50)");
        assert_eq!(time.rates(600), "200 in a CPU-second, 300 by the clock");
        assert_eq!(time.json(&[("plies", 6)])["plies_per_cpu_second"], 2.0);
        let none = Time { wall: Duration::ZERO, cpu: Duration::ZERO, threads: 1 };
        assert_eq!((none.per_second(6), none.per_cpu_second(6), none.speed_up()), (0.0, 0.0, 0.0));
    }
}
