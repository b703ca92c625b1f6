//! The fair scheduler of requests that cost processor time: reading rules, preparing games,
//! explanations, records. Its threads have a lower priority than those that serve sockets.
//!
//! Each network has a queue. The next task comes from the queue that has used least processor time
//! of late, however many requests it has; a second task of a queue runs only when no other queue
//! waits. The time that a queue or an account has used decays with a half-life. Beyond a bound its
//! requests are refused until enough has decayed. A task whose client is gone is dropped.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use tokio::sync::oneshot;

use crate::caller::Who;
use crate::fair_queue::Whose;
use crate::refused::Refused;

/// Waiting tasks of one queue; more are refused.
const LINE_MAX: usize = 64;

/// Waiting tasks of all queues.
const WAITING_MAX: usize = 4_096;

/// Queues and accounts whose used time is kept.
const KNOWN_MAX: usize = 16_384;

/// The queue of answers about the library, which are computed once for all clients.
const LIBRARY: &str = "library";

/// After this time half of the used time counts no more.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// The client that a task is for.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    /// The queue in which its tasks wait.
    pub(crate) whose: Whose,
    /// The account that is charged as well, from any network.
    pub(crate) account: Option<HolderId>,
}

tokio::task_local! {
    /// The client of the request or message that is being answered.
    static ASKER: Asker;
}

thread_local! {
    /// Time that other processes have used for the task of this thread.
    static ELSEWHERE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Charges the client of the task that this thread runs for the time of another process.
pub(crate) fn charge_elsewhere(time: Duration) {
    ELSEWHERE.set(ELSEWHERE.get().saturating_add(time));
}

impl Asker {
    /// Runs a future; the tasks that it starts are charged to this client.
    pub(crate) async fn working<T>(self, what: impl Future<Output = T>) -> T {
        ASKER.scope(self, what).await
    }

    /// Returns the client that is being answered; the server itself outside of a request.
    pub(crate) fn current() -> Asker {
        ASKER.try_with(Asker::clone).unwrap_or_else(|_| Asker::server())
    }

    /// Returns a client at an address.
    pub(crate) fn new(from: std::net::IpAddr, who: &Who) -> Asker {
        Asker { whose: Whose::from(from), account: who.is_member().then(|| who.holder()) }
    }

    /// Returns all players of a game by these rules: its log is replayed for the first of them.
    pub(crate) fn rules(hash: &str) -> Asker {
        Asker { whose: Whose::Away(HolderId::new(&format!("rules {hash}"))), account: None }
    }

    /// Returns the client for work on the library, whose answers are shared and charged to none.
    pub(crate) fn library() -> Asker {
        Asker { whose: Whose::Away(HolderId::new(LIBRARY)), account: None }
    }

    /// Returns the server itself.
    pub(crate) fn server() -> Asker {
        Asker { whose: Whose::Away(HolderId::new("server")), account: None }
    }
}

/// Hands the result over to the asker.
type Delivery = Box<dyn FnOnce() + Send>;

type WorkItem = Box<dyn FnOnce() -> Delivery + Send>;

struct Piece {
    account: Option<HolderId>,
    /// Whether its client is gone.
    is_left: Box<dyn Fn() -> bool + Send>,
    run: WorkItem,
}

/// Used processor time, which decays.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn now(self, now: Instant) -> f64 {
        let halves = now.saturating_duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * (-halves).exp2()
    }
}

/// The queues, and the processor time that each has used.
#[derive(Default)]
struct WorkQueues {
    lines: HashMap<Whose, VecDeque<Piece>>,
    running: HashMap<Whose, u32>,
    used: HashMap<Whose, Used>,
    by_account: HashMap<HolderId, Used>,
    waiting: usize,
    closed: bool,
}

impl WorkQueues {
    fn used_by(&self, whose: &Whose, now: Instant) -> f64 {
        self.used.get(whose).map_or(0.0, |used| used.now(now))
    }

    fn used_by_account(&self, account: Option<&HolderId>, now: Instant) -> f64 {
        account.and_then(|account| self.by_account.get(account)).map_or(0.0, |used| used.now(now))
    }

    /// Returns the next task: from the queue with fewest running tasks, among equals from the one
    /// that has used least.
    fn pop(&mut self, now: Instant) -> Option<(Whose, Piece)> {
        let order = |whose: &Whose| (self.running.get(whose).copied().unwrap_or(0), self.used_by(whose, now));
        let next = self.lines.keys().map(|whose| (order(whose), whose));
        let (_, whose) = next.min_by(|(one, _), (other, _)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)))?;
        let whose = whose.clone();
        let line = self.lines.get_mut(&whose)?;
        let piece = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&whose);
        }
        self.waiting -= 1;
        *self.running.entry(whose.clone()).or_default() += 1;
        Some((whose, piece))
    }

    /// Counts a task of a queue as ended.
    fn finish(&mut self, whose: &Whose) {
        if let Some(running) = self.running.get_mut(whose) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(whose);
            }
        }
    }

    fn charge(&mut self, whose: &Whose, account: Option<&HolderId>, seconds: f64) {
        let now = Instant::now();
        if !matches!(whose, Whose::Away(line) if *line.0 == *LIBRARY) {
            add(&mut self.used, whose, seconds, now);
        }
        if let Some(account) = account {
            add(&mut self.by_account, account, seconds, now);
        }
    }
}

fn add<K: Clone + Eq + std::hash::Hash>(all: &mut HashMap<K, Used>, whose: &K, seconds: f64, now: Instant) {
    if all.len() >= KNOWN_MAX {
        // An entry that has decayed to almost nothing equals a new one.
        all.retain(|_, used| used.now(now) > 0.05);
    }
    let before = all.get(whose).map_or(0.0, |used| used.now(now));
    all.insert(whose.clone(), Used { seconds: before + seconds, at: now });
}

#[derive(Default)]
struct Queue {
    lines: Mutex<WorkQueues>,
    ready: Condvar,
}

impl Queue {
    fn lines(&self) -> MutexGuard<'_, WorkQueues> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See the [module documentation](self).
pub(crate) struct WorkPool {
    queue: Arc<Queue>,
    /// Seconds of decayed processor time that a queue or an account may have used.
    most: f64,
}

impl WorkPool {
    /// Starts the threads. They have a low priority if `most` is set; a private server has one user
    /// and needs none.
    pub(crate) fn start(threads: usize, most: Option<Duration>) -> WorkPool {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let gives_way = most.is_some();
            let work = move || {
                if gives_way {
                    crate::low_priority::yield_to_others();
                }
                serve(&queue);
            };
            let _ = std::thread::Builder::new().name(format!("dagaz-work-{number}")).spawn(work);
        }
        WorkPool { queue, most: most.map_or(f64::INFINITY, |most| most.as_secs_f64()) }
    }

    /// Runs a task when its queue is next. It is dropped if its client is gone by then.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        asker: &Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (sender, receiver) = oneshot::channel();
        let sender = Arc::new(Mutex::new(Some(sender)));
        let waits = sender.clone();
        let is_left = move || {
            let sender = waits.lock().unwrap_or_else(PoisonError::into_inner);
            sender.as_ref().is_none_or(oneshot::Sender::is_closed)
        };
        let run = move || -> Delivery {
            let made = work();
            Box::new(move || {
                if let Some(sender) = sender.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    let _ = sender.send(made);
                }
            })
        };
        self.push(asker, Piece { account: asker.account.clone(), is_left: Box::new(is_left), run: Box::new(run) })?;
        receiver.await.map_err(|_| Refused::busy())
    }

    /// Refuses a client that has used up its allowance.
    pub(crate) fn admit(&self, asker: &Asker) -> Result<(), Refused> {
        self.admit_among(&self.queue.lines(), asker)
    }

    fn admit_among(&self, lines: &WorkQueues, asker: &Asker) -> Result<(), Refused> {
        let now = Instant::now();
        let used = lines.used_by(&asker.whose, now).max(lines.used_by_account(asker.account.as_ref(), now));
        if used > self.most && !matches!(asker.whose, Whose::Away(_)) {
            let say = "what you have asked for takes too much of the processor: wait a little";
            return Err(Refused::new(Reason::TooMany, say));
        }
        Ok(())
    }

    /// Does short work on this thread, and charges the client for its time.
    pub(crate) fn charged<T>(&self, asker: &Asker, work: impl FnOnce() -> T) -> T {
        let begun = processor_time();
        let made = work();
        let seconds = processor_time().saturating_sub(begun).as_secs_f64();
        self.queue.lines().charge(&asker.whose, asker.account.as_ref(), seconds);
        made
    }

    fn push(&self, asker: &Asker, piece: Piece) -> Result<(), Refused> {
        let mut lines = self.queue.lines();
        let is_away = matches!(asker.whose, Whose::Away(_));
        self.admit_among(&lines, asker)?;
        let own = lines.lines.get(&asker.whose).map_or(0, VecDeque::len);
        if lines.waiting >= WAITING_MAX || own >= LINE_MAX && !is_away {
            return Err(Refused::busy());
        }
        lines.waiting += 1;
        lines.lines.entry(asker.whose.clone()).or_default().push_back(piece);
        drop(lines);
        self.queue.ready.notify_one();
        Ok(())
    }

    /// Returns the number of waiting tasks.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.lines().waiting
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        self.queue.lines().closed = true;
        self.queue.ready.notify_all();
    }
}

/// The loop of a worker thread.
fn serve(queue: &Queue) {
    let mut lines = queue.lines();
    loop {
        if lines.closed {
            return;
        }
        let Some((whose, piece)) = lines.pop(Instant::now()) else {
            lines = queue.ready.wait(lines).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(lines);
        let begun = processor_time();
        let wanted = !(piece.is_left)();
        // A panic in one task must not end the thread.
        let answer = wanted.then(|| catch_unwind(AssertUnwindSafe(piece.run)).ok()).flatten();
        let used = processor_time().saturating_sub(begun).saturating_add(ELSEWHERE.take());
        let seconds = used.as_secs_f64();
        // Charged before the client gets its answer and can send more.
        {
            let mut lines = queue.lines();
            lines.finish(&whose);
            lines.charge(&whose, piece.account.as_ref(), seconds);
        }
        if let Some(answer) = answer {
            answer();
        }
        lines = queue.lines();
    }
}

/// Returns the processor time of this thread; wall time on systems that do not measure it.
pub(crate) fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.max(0) as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::LazyLock;
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGUN.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn from(last: u8) -> Asker {
        Asker::new(IpAddr::from([192, 0, 2, last]), &Who::Nobody)
    }

    /// Uses processor time.
    fn burn(ms: u64) {
        let begun = processor_time();
        while processor_time() - begun < Duration::from_millis(ms) {
            std::hint::black_box(0);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_flood_of_requests_waits_for_a_single_request() {
        let (work, done) = (Arc::new(WorkPool::start(1, Some(Duration::from_secs(60)))), Arc::new(AtomicU32::new(0)));
        let flood: Vec<_> = (0..40)
            .map(|_| {
                let (work, done) = (work.clone(), done.clone());
                let piece = move || {
                    burn(10);
                    done.fetch_add(1, Ordering::SeqCst);
                };
                tokio::spawn(async move { work.run(&from(1), piece).await.is_ok() })
            })
            .collect();
        while done.load(Ordering::SeqCst) < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for _ in 0..5 {
            let (before, seen) = (done.load(Ordering::SeqCst), done.clone());
            let between = work.run(&from(2), move || seen.load(Ordering::SeqCst) - before).await.map_err(|_| ());
            // The piece that was running, and one that may have ended before the question was in
            // its line.
            assert!(between.is_ok_and(|between| between <= 2), "{between:?}");
        }
        assert!(done.load(Ordering::SeqCst) < 40, "the flood waits");
        for one in flood {
            assert!(one.await.expect("it ends"));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_account_over_its_allowance_is_refused_at_every_address() {
        let work = WorkPool::start(1, Some(Duration::from_millis(30)));
        let member = Who::Member { holder: HolderId::new("m1"), name: "Ann".into(), family: "f".into() };
        let at = |last: u8| Asker::new(IpAddr::from([192, 0, 2, last]), &member);
        assert!(work.run(&at(1), || burn(40)).await.is_ok());
        let refused = |result: Result<(), Refused>| result.err().map(|refused| refused.reason);
        assert_eq!(refused(work.run(&at(1), || ()).await), Some(Reason::TooMany), "the address");
        assert_eq!(refused(work.run(&at(2), || ()).await), Some(Reason::TooMany), "the account, elsewhere");
        assert_eq!(refused(work.run(&from(1), || ()).await), Some(Reason::TooMany), "another one of the address");
        assert_eq!(refused(work.run(&from(2), || ()).await), None, "another address");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_time_of_other_processes_is_charged_once() {
        let work = WorkPool::start(1, Some(Duration::from_secs(10)));
        assert!(work.run(&from(1), || charge_elsewhere(Duration::from_secs(20))).await.is_ok());
        let refused = |result: Result<(), Refused>| result.err().map(|refused| refused.reason);
        assert_eq!(refused(work.run(&from(1), || ()).await), Some(Reason::TooMany));
        for _ in 0..2 {
            assert_eq!(refused(work.run(&from(2), || ()).await), None, "another address");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn abandoned_tasks_are_dropped() {
        let (work, done) = (Arc::new(WorkPool::start(1, Some(Duration::from_secs(60)))), Arc::new(AtomicU32::new(0)));
        let first = tokio::spawn({
            let work = work.clone();
            async move { work.run(&from(1), || burn(50)).await.is_ok() }
        });
        tokio::time::sleep(Duration::from_millis(10)).await;
        for _ in 0..10 {
            let done = done.clone();
            let asker = from(2);
            let gone = work.run(&asker, move || done.fetch_add(1, Ordering::SeqCst));
            assert!(tokio::time::timeout(Duration::from_millis(1), gone).await.is_err(), "it is given up");
        }
        assert!(first.await.expect("it ends"));
        assert!(work.run(&from(3), || ()).await.is_ok());
        let all_are_dropped = async {
            while work.waiting() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        assert!(tokio::time::timeout(Duration::from_secs(20), all_are_dropped).await.is_ok(), "nothing waits");
        assert_eq!(done.load(Ordering::SeqCst), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_queue_is_bounded_and_survives_a_panic() {
        let work = Arc::new(WorkPool::start(1, Some(Duration::from_secs(60))));
        let failed = work.run(&from(1), || panic!("as a test wants it")).await;
        assert_eq!(failed.err().map(|refused| refused.reason), Some(Reason::Busy));
        let many: Vec<_> = (0..2 * LINE_MAX)
            .map(|_| {
                let work = work.clone();
                tokio::spawn(async move { work.run(&from(1), || burn(2)).await.is_ok() })
            })
            .collect();
        let mut done = 0;
        for one in many {
            done += usize::from(one.await.expect("it ends"));
        }
        assert!((LINE_MAX..2 * LINE_MAX).contains(&done), "{done}");
        assert!(work.run(&from(2), || ()).await.is_ok());
    }
}
