//! Numbered pieces of work, done by several threads and timed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::{Time, thread_time};
use crate::failure::Failure;
use crate::output::Progress;

/// Stack of a worker: as much as the main thread has on most systems, since what it does is the
/// same.
const STACK_BYTES: usize = 8 << 20;

/// How often the progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// Work in pieces with the numbers 0, 1, 2 and so on, each of which any thread may do.
pub(super) trait Job: Sync {
    /// What one thread keeps between its pieces: its results, and what it needs to make more of
    /// them.
    type Part: Send;

    /// What a thread begins with.
    fn part(&self) -> Self::Part;

    /// Returns whether this piece is to be done. Once it is not, no later one is.
    fn wants(&self, number: u64) -> bool;

    /// Does one piece after another, as long as `next` gives their numbers. An error is that of the
    /// last one.
    fn work(&self, next: &mut dyn FnMut() -> Option<u64>, part: &mut Self::Part) -> Result<(), Failure>;

    /// Returns how far it is, in words, when so many pieces have been begun.
    fn progress(&self, begun: u64) -> String;
}

/// Does the pieces of a job, each once and in about their order. Gives what the threads have kept.
///
/// If pieces fail, the failure of the lowest number is given: all pieces before it have been done,
/// so it is the same for every number of threads.
pub(super) fn run<J: Job>(job: &J, threads: usize) -> Result<(Vec<J::Part>, Time), Failure> {
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        let begin = thread_time();
        let (mut part, mut last) = (job.part(), 0);
        let mut number = || {
            last = next.fetch_add(1, Ordering::Relaxed);
            (!stopped.load(Ordering::Relaxed) && job.wants(last)).then_some(last)
        };
        let worked = job.work(&mut number, &mut part);
        let failed = worked.err().map(|failure| (last, failure));
        if failed.is_some() {
            stopped.store(true, Ordering::Relaxed);
        }
        (part, thread_time().saturating_sub(begin), failed)
    };
    let (progress, begin) = (Progress::new(), Instant::now());
    let (mut parts, mut cpu, mut failures) = (Vec::new(), Duration::ZERO, Vec::new());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                // Sending fails only if a further thread could not be started, and then no results
                // are read.
                let _ = sender.send(work());
            });
            if let Err(error) = spawned {
                stopped.store(true, Ordering::Relaxed);
                return Err(Failure::Io(error));
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(SHOWN_EVERY) {
                Ok((part, used, failed)) => {
                    parts.push(part);
                    cpu += used;
                    failures.extend(failed);
                }
                Err(RecvTimeoutError::Timeout) => progress.show(&job.progress(next.load(Ordering::Relaxed))),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })?;
    let wall = begin.elapsed();
    progress.clear();
    match failures.into_iter().min_by_key(|(number, _)| *number) {
        Some((_, failure)) => Err(failure),
        None => Ok((parts, Time { wall, cpu, threads })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the numbers up to one; one fails.
    struct Numbers {
        most: u64,
        bad: Option<u64>,
    }

    impl Job for Numbers {
        type Part = Vec<u64>;

        fn part(&self) -> Vec<u64> {
            Vec::new()
        }

        fn wants(&self, number: u64) -> bool {
            number < self.most
        }

        fn work(&self, next: &mut dyn FnMut() -> Option<u64>, part: &mut Vec<u64>) -> Result<(), Failure> {
            while let Some(number) = next() {
                part.push(number);
                if self.bad.is_some_and(|bad| number >= bad) {
                    return Err(Failure::Errors(format!("number {number}")));
                }
            }
            Ok(())
        }

        fn progress(&self, begun: u64) -> String {
            begun.to_string()
        }
    }

    #[test]
    fn each_work_item_is_done_once_by_any_number_of_threads() {
        for threads in 1..5 {
            let (parts, time) = run(&Numbers { most: 100, bad: None }, threads).expect("nothing fails");
            let mut numbers = parts.concat();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..100).collect::<Vec<u64>>());
            assert_eq!((parts.len(), time.threads), (threads, threads));
        }
    }

    #[test]
    fn the_first_failure_is_reported() {
        for threads in 1..5 {
            let failed = run(&Numbers { most: 100, bad: Some(7) }, threads).err();
            assert_eq!(failed.and_then(|failure| failure.message()), Some("number 7".to_string()));
        }
    }
}
