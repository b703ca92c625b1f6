//! The writer: one thread that puts all waiting jobs into one commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::Summary;
use crate::fault::StoreFault;

/// Injected disk fault: called before each commit with its number; an error makes that commit fail.
#[derive(Clone)]
pub struct Weather(pub Arc<dyn Fn(u64) -> Result<(), String> + Send + Sync>);

impl std::fmt::Debug for Weather {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Weather")
    }
}

/// Records to append to the log of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The name of the game; a log begins with its first append.
    pub game: String,
    /// The length of the log that the writer expects.
    pub after: u32,
    /// The records.
    pub records: Vec<Vec<u8>>,
    /// The game afterwards.
    pub summary: Summary,
    /// The tags by which the game is found from now on, if they have changed.
    pub tags: Option<Vec<String>>,
}

/// An append is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// How many records the log has now.
    pub records: u32,
}

/// Other tags for a game, made by reading its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retag {
    /// The name of the game.
    pub game: String,
    /// How many records the log had.
    pub records: u32,
    /// The tags by which the game is found from now on.
    pub tags: Vec<String>,
}

/// A game to be removed with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The name of the game.
    pub game: String,
    /// The length of its log; if that has changed, the game stays.
    pub records: u32,
}

type Done<T> = Box<dyn FnOnce(Result<T, StoreFault>) + Send>;

pub(crate) enum Job {
    Append(Append, Done<Appended>),
    Keep(String, Vec<u8>, Done<()>),
    Retag(Retag, Done<()>),
    Remove(Removal, Done<()>),
    Note(String, i64, Done<()>),
    Flush(Done<()>),
}

impl Job {
    pub(crate) fn refuse(self, fault: StoreFault) {
        match self {
            Job::Append(_, done) => done(Err(fault)),
            Job::Keep(_, _, done)
            | Job::Retag(_, done)
            | Job::Remove(_, done)
            | Job::Note(_, _, done)
            | Job::Flush(done) => done(Err(fault)),
        }
    }

    /// Answers a job that is durable; an append with the length of its log.
    pub(crate) fn answer(self, result: Result<u32, StoreFault>) {
        match self {
            Job::Append(_, done) => done(result.map(|records| Appended { records })),
            Job::Keep(_, _, done)
            | Job::Retag(_, done)
            | Job::Remove(_, done)
            | Job::Note(_, _, done)
            | Job::Flush(done) => done(result.map(|_| ())),
        }
    }
}

/// Statistics of the writer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    commits: Arc<AtomicU64>,
    records: Arc<AtomicU64>,
    failed: Arc<AtomicBool>,
}

impl Counts {
    /// Counts a commit with that many records.
    pub(crate) fn committed(&self, records: u64) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
        self.failed.store(false, Ordering::Relaxed);
    }

    /// Notes that nothing can be written, for now.
    pub(crate) fn failed(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Records that writing works again.
    fn mended(&self) {
        self.failed.store(false, Ordering::Relaxed);
    }
}

/// What the writer's thread works with.
pub(crate) trait Batches: Send {
    /// Executes the jobs and commits them together, and only then answers them. After an error
    /// nothing is written until [`recover`](Batches::recover) succeeds, and the counters show this
    /// before the jobs are refused.
    fn commit(&mut self, jobs: Vec<Job>) -> Result<(), StoreFault>;

    /// Determines the contents of the disk after an error, and makes them durable.
    fn recover(&mut self) -> Result<(), StoreFault>;

    /// Called at the end, when nothing failed.
    fn close(&mut self);
}

#[derive(Debug)]
pub(crate) struct Writer {
    sender: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    counts: Counts,
}

/// Refuses all requests until recovery succeeds; returns `None` when no sender is left.
fn mended(batches: &mut dyn Batches, receiver: &Receiver<Job>, pause: Duration, mut fault: StoreFault) -> Option<()> {
    loop {
        let until = Instant::now() + pause;
        loop {
            match receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(job) => job.refuse(fault.clone()),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        match batches.recover() {
            Ok(()) => return Some(()),
            Err(other) => fault = other,
        }
    }
}

fn run(batches: &mut dyn Batches, receiver: &Receiver<Job>, counts: &Counts, most: usize, pause: Duration) {
    while let Ok(first) = receiver.recv() {
        let mut jobs = vec![first];
        while jobs.len() < most
            && let Ok(job) = receiver.try_recv()
        {
            jobs.push(job);
        }
        if let Err(fault) = batches.commit(jobs) {
            if mended(batches, receiver, pause, fault).is_none() {
                return;
            }
            counts.mended();
        }
    }
    batches.close();
}

impl Writer {
    /// Starts the thread with the size of its queue and of a commit, and the pause between two
    /// attempts to recover.
    pub(crate) fn start(
        mut batches: impl Batches + 'static,
        counts: Counts,
        [queue, most]: [usize; 2],
        recovery: Duration,
    ) -> Result<Writer, StoreFault> {
        let (sender, receiver) = sync_channel(queue);
        let known = counts.clone();
        let thread = std::thread::Builder::new()
            .name("dagaz-store".to_string())
            .spawn(move || run(&mut batches, &receiver, &known, most, recovery))
            .map_err(|error| StoreFault::Open(error.to_string()))?;
        Ok(Writer { sender: Some(sender), thread: Some(thread), counts })
    }

    pub(crate) fn send(&self, job: Job) {
        let Some(sender) = &self.sender else { return job.refuse(StoreFault::Closed) };
        match sender.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.refuse(StoreFault::Busy),
            Err(TrySendError::Disconnected(job)) => job.refuse(StoreFault::Closed),
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.counts.failed.load(Ordering::Relaxed)
    }

    pub(crate) fn commits(&self) -> (u64, u64) {
        (self.counts.commits.load(Ordering::Relaxed), self.counts.records.load(Ordering::Relaxed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Jobs that were sent are still written.
        self.sender = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}
