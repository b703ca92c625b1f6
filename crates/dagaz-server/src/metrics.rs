//! Metrics of the server, in the text format of Prometheus.

use std::sync::atomic::Ordering;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::host::Host;

/// See the [module documentation](self).
pub(crate) struct Metrics {
    /// Commands that were done and are safe.
    pub(crate) commands: Counter,
    /// Commands that were refused.
    pub(crate) refusals: Counter,
    /// Games that were begun.
    pub(crate) begun: Counter,
    /// Requests for new games that were refused because there is too much to do.
    pub(crate) shed: Counter,
    /// Requests for new games that were refused because of a quota of the disk.
    pub(crate) over_quota: Counter,
    /// Old games of guests that were removed.
    pub(crate) removed: Counter,
    /// Sockets that were closed by the server.
    pub(crate) cut: Counter,
    /// From a record to the disk.
    pub(crate) durable: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            commands: Counter::default(),
            refusals: Counter::default(),
            begun: Counter::default(),
            shed: Counter::default(),
            over_quota: Counter::default(),
            removed: Counter::default(),
            cut: Counter::default(),
            // From half a millisecond to four seconds.
            durable: Histogram::new(exponential_buckets(0.0005, 2.0, 14)),
        }
    }
}

impl Metrics {
    pub(crate) fn note_durable(&self, time: Duration) {
        self.durable.observe(time.as_secs_f64());
    }
}

/// Returns all metrics as text, with the number of current tournaments at any process.
pub(crate) fn text(host: &Host, tournaments: usize) -> String {
    let mut registry = Registry::with_prefix("dagaz");
    let own = &host.metrics;
    for (name, what, counter) in [
        ("commands", "Commands that were done and are safe on disk", &own.commands),
        ("refusals", "Commands that were refused", &own.refusals),
        ("games_begun", "Games that were begun", &own.begun),
        ("games_shed", "New games refused because of too much load", &own.shed),
        ("games_over_quota", "New games refused because of a quota of the disk", &own.over_quota),
        ("games_removed", "Old games of guests that were removed", &own.removed),
        ("sockets_cut", "Sockets closed by the server", &own.cut),
    ] {
        registry.register(name, what, counter.clone());
    }
    registry.register_with_unit("durable", "From a record to the disk", Unit::Seconds, own.durable.clone());
    let mut gauge = |name: &str, what: &str, value: u64| {
        let gauge: Gauge = Gauge::default();
        gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        registry.register(name, what, gauge);
    };
    let (commits, records) = host.store.commits();
    gauge("tables", "Games in memory", host.table_count() as u64);
    gauge("sockets", "Open sockets", host.sockets.load(Ordering::Relaxed) as u64);
    gauge("store_commits", "Commits since the start", commits);
    gauge("store_records", "Records written since the start", records);
    gauge("store_reads", "Reads since the start", host.store.reads());
    if host.store.is_shared() {
        gauge("servers", "Servers on the database, this one among them", host.peers.members().borrow().len() as u64);
    }
    gauge("work_waiting", "Pieces of work for those who ask that wait", host.work.waiting() as u64);
    gauge("prepared_bytes", "Memory of games that are ready to be played, as estimated", host.prepared.bytes() as u64);
    gauge("answer_bytes", "Answers that are kept since they are the same for everybody", host.answers.bytes());
    gauge("bots_waiting", "Questions to bots that wait", host.bots.waiting() as u64);
    if let Some(people) = &host.people {
        gauge("tournaments", "Tournaments that are not over", tournaments as u64);
        gauge("people", "People who are connected", u64::from(people.count()));
        gauge(
            "throttled",
            "Requests refused because somebody asked for too much",
            people.allowed.throttled.load(Ordering::Relaxed),
        );
        gauge("logins_failed", "Logins that failed", people.failed_logins.load(Ordering::Relaxed));
        gauge(
            "passes_replayed",
            "Passes that came back after they were replaced",
            people.replayed.load(Ordering::Relaxed),
        );
    }
    if let Some((resident, descriptors)) = process() {
        gauge("resident_bytes", "Memory of the process", resident);
        gauge("descriptors", "Open files and connections", descriptors);
    }
    let mut out = String::new();
    // Writing into a string does not fail.
    let _ = encode(&mut out, &registry);
    out
}

/// Memory and open files of this process, where the system tells.
fn process() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().split(' ').next()?.parse().ok()?;
    Some((kib * 1024, std::fs::read_dir("/proc/self/fd").ok()?.count() as u64))
}
