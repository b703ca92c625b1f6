//! Work for those who ask: reading rules, making games ready, explaining, writing records. All of it goes through one
//! scheduler, on threads of its own that give way to those that serve sockets.
//!
//! Everybody who waits has a line of their own, by the network from where they ask. The next piece of work comes from the
//! line that has used least processor time of late, whoever asks how often; one piece of a line runs at a time as long as
//! others wait. What a line, or an account from wherever it asks, has used is remembered with a half-life; beyond a bound
//! it is refused until enough has been forgotten. Work that nobody waits for any more is not begun.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dagaz_contract::message::Reason;
use dagaz_session::HolderId;
use tokio::sync::oneshot;

use crate::refused::Refused;
use crate::turns::Whose;
use crate::who::Who;

/// Pieces of work of one line that wait; more are refused.
const LINE_MAX: usize = 64;

/// Pieces of work of all that wait.
const WAITING_MAX: usize = 4_096;

/// Lines and accounts of which it is remembered what they have used.
const KNOWN_MAX: usize = 16_384;

/// The line in which everybody waits for what is made of the library once.
const LIBRARY: &str = "library";

/// After so long half of what was used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// For whom work is done.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    /// Whose line it waits in.
    pub(crate) whose: Whose,
    /// The account that is charged as well, from wherever its owner asks.
    pub(crate) account: Option<HolderId>,
}

tokio::task_local! {
    /// For whom this task works: a request, or a message on a socket.
    static ASKER: Asker;
}

impl Asker {
    /// Does something for somebody: work in between is theirs.
    pub(crate) async fn working<T>(self, what: impl Future<Output = T>) -> T {
        ASKER.scope(self, what).await
    }

    /// For whom this task works; without a request or a message it is the server itself.
    pub(crate) fn current() -> Asker {
        ASKER.try_with(Asker::clone).unwrap_or_else(|_| Asker::server())
    }

    /// Somebody at an address.
    pub(crate) fn new(from: std::net::IpAddr, who: &Who) -> Asker {
        Asker { whose: Whose::from(from), account: who.is_member().then(|| who.holder()) }
    }

    /// All who play by some rules: their games are opened from their logs for whoever comes first.
    pub(crate) fn rules(hash: &str) -> Asker {
        Asker { whose: Whose::Away(HolderId::new(&format!("rules {hash}"))), account: None }
    }

    /// Everybody who looks at the library: what is made for them is made once, and nobody has to pay for it.
    pub(crate) fn library() -> Asker {
        Asker { whose: Whose::Away(HolderId::new(LIBRARY)), account: None }
    }

    /// The server itself.
    pub(crate) fn server() -> Asker {
        Asker { whose: Whose::Away(HolderId::new("server")), account: None }
    }
}

/// Hands the result over to the asker.
type Answer = Box<dyn FnOnce() + Send>;

type Run = Box<dyn FnOnce() -> Answer + Send>;

struct Piece {
    account: Option<HolderId>,
    /// Whether nobody waits for it any more.
    is_left: Box<dyn Fn() -> bool + Send>,
    run: Run,
}

/// Processor time that was used, of which half is forgotten now and then.
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

/// Lines, and what was used by whom.
#[derive(Default)]
struct Lines {
    lines: HashMap<Whose, VecDeque<Piece>>,
    running: HashMap<Whose, u32>,
    used: HashMap<Whose, Used>,
    by_account: HashMap<HolderId, Used>,
    waiting: usize,
    closed: bool,
}

impl Lines {
    fn used_by(&self, whose: &Whose, now: Instant) -> f64 {
        self.used.get(whose).map_or(0.0, |used| used.now(now))
    }

    fn used_by_account(&self, account: Option<&HolderId>, now: Instant) -> f64 {
        account.and_then(|account| self.by_account.get(account)).map_or(0.0, |used| used.now(now))
    }

    /// The next piece of work: of a line of which least runs, and among those of the one that has used least.
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

    fn charge(&mut self, whose: &Whose, account: Option<&HolderId>, seconds: f64) {
        let now = Instant::now();
        if let Some(running) = self.running.get_mut(whose) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(whose);
            }
        }
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
        // Who has used next to nothing of late is as good as new.
        all.retain(|_, used| used.now(now) > 0.05);
    }
    let before = all.get(whose).map_or(0.0, |used| used.now(now));
    all.insert(whose.clone(), Used { seconds: before + seconds, at: now });
}

#[derive(Default)]
struct Queue {
    lines: Mutex<Lines>,
    ready: Condvar,
}

impl Queue {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See the [module documentation](self).
pub(crate) struct Work {
    queue: Arc<Queue>,
    /// Seconds of processor time that a line or an account may have used of late.
    most: f64,
}

impl Work {
    /// Starts so many threads. Where `most` is set they give way to all others; whoever is alone waits for nothing else.
    pub(crate) fn start(threads: usize, most: Option<Duration>) -> Work {
        let queue = Arc::new(Queue::default());
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            let gives_way = most.is_some();
            let work = move || {
                if gives_way {
                    crate::yielding::yield_to_others();
                }
                serve(&queue);
            };
            let _ = std::thread::Builder::new().name(format!("dagaz-work-{number}")).spawn(work);
        }
        Work { queue, most: most.map_or(f64::INFINITY, |most| most.as_secs_f64()) }
    }

    /// Does a piece of work for somebody when it is their turn, unless they are gone by then.
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
        let run = move || -> Answer {
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

    fn push(&self, asker: &Asker, piece: Piece) -> Result<(), Refused> {
        let now = Instant::now();
        let mut lines = self.queue.lines();
        let used = lines.used_by(&asker.whose, now).max(lines.used_by_account(asker.account.as_ref(), now));
        let is_away = matches!(asker.whose, Whose::Away(_));
        if used > self.most && !is_away {
            let say = "what you have asked for takes too much of the processor: wait a little";
            return Err(Refused::new(Reason::TooMany, say));
        }
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

    /// How many pieces of work wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.lines().waiting
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.queue.lines().closed = true;
        self.queue.ready.notify_all();
    }
}

/// What a thread does.
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
        // What fails must not take the others' thread along.
        let answer = wanted.then(|| catch_unwind(AssertUnwindSafe(piece.run)).ok()).flatten();
        let seconds = processor_time().saturating_sub(begun).as_secs_f64();
        // The work is charged before its asker can ask for more.
        queue.lines().charge(&whose, piece.account.as_ref(), seconds);
        if let Some(answer) = answer {
            answer();
        }
        lines = queue.lines();
    }
}

/// The processor time of this thread; where the system does not tell it, the time that passes.
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
    async fn who_asks_for_much_waits_for_who_asks_for_little() {
        let (work, done) = (Arc::new(Work::start(1, Some(Duration::from_secs(60)))), Arc::new(AtomicU32::new(0)));
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
            // The piece that was running, and one that may have ended before the question was in its line.
            assert!(between.is_ok_and(|between| between <= 2), "{between:?}");
        }
        assert!(done.load(Ordering::SeqCst) < 40, "the flood waits");
        for one in flood {
            assert!(one.await.expect("it ends"));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_has_used_too_much_is_refused_at_every_address() {
        let work = Work::start(1, Some(Duration::from_millis(30)));
        let member = Who::Member { holder: HolderId::new("m1"), name: "Ann".into(), family: "f".into() };
        let at = |last: u8| Asker::new(IpAddr::from([192, 0, 2, last]), &member);
        assert!(work.run(&at(1), || burn(40)).await.is_ok());
        let refused = |result: Result<(), Refused>| result.err().map(|refused| refused.reason);
        assert_eq!(refused(work.run(&at(1), || ()).await), Some(Reason::TooMany), "the address");
        assert_eq!(refused(work.run(&at(2), || ()).await), Some(Reason::TooMany), "the account, elsewhere");
        assert_eq!(refused(work.run(&from(1), || ()).await), Some(Reason::TooMany), "another one of the address");
        assert_eq!(refused(work.run(&from(2), || ()).await), None, "somebody else");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_nobody_waits_for_is_not_done() {
        let (work, done) = (Arc::new(Work::start(1, Some(Duration::from_secs(60)))), Arc::new(AtomicU32::new(0)));
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
    async fn a_line_has_an_end_and_what_fails_harms_nobody() {
        let work = Arc::new(Work::start(1, Some(Duration::from_secs(60))));
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
