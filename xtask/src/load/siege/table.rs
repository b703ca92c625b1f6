//! The table of results of a siege: each abuse, its answers, and its effect on players.

use serde::Serialize;

use super::health::Health;
use super::scenario::Tally;
use crate::load::field::Figures;

/// One abuse, and the peace before it.
#[derive(Debug, Serialize)]
pub(super) struct While {
    abuse: &'static str,
    attempts: u64,
    /// How often each answer was given.
    answers: std::collections::BTreeMap<String, u64>,
    /// What was let through that must not be.
    breach: Option<String>,
    /// The p99 of the players' acknowledgements, in milliseconds: without and with the abuse.
    peace_ms: f64,
    beside_ms: f64,
    /// Their moves a second, without and with the abuse.
    peace_moves: f64,
    beside_moves: f64,
    /// Processors used by the server, without and with the abuse; independent of other load.
    peace_busy: f64,
    beside_busy: f64,
    /// The longest time until `/healthz` was answered, in milliseconds.
    health_ms: f64,
    /// The most memory of the server, in bytes.
    memory: u64,
}

/// The upper bound of the memory of the server during each attack.
const MEMORY: u64 = 1 << 30;

/// The longest time until `/healthz` is answered, in milliseconds.
const HEALTH_MS: f64 = 100.0;

/// The p99 of others that must not be exceeded while all abuse comes at once, in milliseconds.
const WORST_MS: f64 = 50.0;

/// The time within which 99 of 100 moves were acknowledged, in milliseconds.
pub(super) fn p99_ms(figures: &Figures) -> f64 {
    f64::from(figures.within(0.99)) / 1e3
}

impl While {
    pub(super) fn new(abuse: &'static str, peace: &Figures, beside: &Figures, tally: Tally, health: Health) -> While {
        While {
            abuse,
            attempts: tally.attempts(),
            answers: tally.answers,
            breach: tally.breach,
            peace_ms: p99_ms(peace),
            beside_ms: p99_ms(beside),
            peace_moves: peace.moves,
            beside_moves: beside.moves,
            peace_busy: peace.server_busy,
            beside_busy: beside.server_busy,
            health_ms: health.longest_ms,
            memory: health.memory,
        }
    }

    fn ratio(&self) -> f64 {
        self.beside_ms / self.peace_ms.max(0.001)
    }

    /// The answers, those that were given most often first.
    fn answered(&self) -> String {
        let mut answers: Vec<(&String, &u64)> = self.answers.iter().collect();
        answers.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        answers.iter().map(|(answer, count)| format!("{count} {answer}")).collect::<Vec<_>>().join(", ")
    }
}

impl std::fmt::Display for While {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let While {
            abuse,
            attempts,
            peace_ms,
            beside_ms,
            peace_busy,
            beside_busy,
            beside_moves,
            health_ms,
            memory,
            ..
        } = self;
        let (ratio, answered) = (self.ratio(), self.answered());
        write!(
            f,
            "{abuse:24} {attempts:>8} {peace_ms:>9.1} {beside_ms:>9.1} {ratio:>6.2} {beside_moves:>8.0} {peace_busy:>6.2} {beside_busy:>6.2} {health_ms:>7.1} {:>5}  {answered}",
            memory >> 20
        )
    }
}

/// See the [module documentation](self).
#[derive(Debug, Serialize)]
pub(super) struct Siege {
    pub(super) whiles: Vec<While>,
    /// In peace when all is over.
    pub(super) after_ms: f64,
    /// How many times the time in peace is too long, and from which time on at all.
    pub(super) times: f64,
    pub(super) floor_ms: u32,
}

impl std::fmt::Display for Siege {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "abuse                    attempts  p99 peace    beside  ratio  moves/s  busy beside healthz   MiB  answers (times in ms)"
        )?;
        self.whiles.iter().try_for_each(|one| writeln!(f, "{one}"))?;
        write!(f, "in peace again: {:.1} ms", self.after_ms)
    }
}

impl Siege {
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Whether those who play had to wait too long, where in peace it is so long.
    fn is_long(&self, ms: f64, peace_ms: f64) -> bool {
        ms > f64::from(self.floor_ms).max(self.times * peace_ms)
    }

    /// An error that tells all that must not be.
    pub(super) fn verdict(&self) -> Result<(), String> {
        let mut faults = Vec::new();
        for one in &self.whiles {
            if let Some(breach) = &one.breach {
                faults.push(format!("{}: {breach}", one.abuse));
            }
            if one.attempts == 0 {
                faults.push(format!("{}: nothing was tried", one.abuse));
            }
            if one.memory >= MEMORY {
                faults.push(format!("{}: the server takes {} MiB", one.abuse, one.memory >> 20));
            }
            if one.health_ms >= HEALTH_MS.max(f64::from(self.floor_ms)) {
                faults.push(format!("{}: /healthz took {:.0} ms", one.abuse, one.health_ms));
            }
            if one.beside_ms >= WORST_MS.max(f64::from(self.floor_ms)) {
                faults.push(format!("{}: the p99 of others is {:.1} ms", one.abuse, one.beside_ms));
            }
            if self.is_long(one.beside_ms, one.peace_ms) {
                faults.push(format!("{}: the p99 of others is {:.1} times that in peace", one.abuse, one.ratio()));
            }
        }
        if self.whiles.first().is_some_and(|first| self.is_long(self.after_ms, first.peace_ms)) {
            faults.push(format!("in peace again the p99 is {:.1} ms: something has stayed", self.after_ms));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }
}
