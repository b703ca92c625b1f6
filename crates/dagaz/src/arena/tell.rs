//! What a match has come to, told: on the terminal, as JSON, as a page.

use std::time::Duration;

use dagaz_arena::{Batch, Results, Shard};
use serde_json::{Value, json};

use super::arrange::{Arranged, file_of};
use crate::cli::AutoplayArgs;
use crate::failure::Failure;
use crate::output::{Output, grouped};

/// How quickly a match is played. None of it belongs to the results: it is never the same twice.
pub(crate) struct Pace {
    entrants: Vec<String>,
    /// For each entrant how long it has thought, and about how many moves.
    thinking: Vec<(Duration, u64)>,
    /// Games that were there before.
    before: u64,
    /// Games that have been played now.
    games: u64,
    /// How long that took.
    pub(crate) time: Duration,
}

impl Pace {
    pub(crate) fn new(entrants: &[String], before: u64) -> Pace {
        let thinking = vec![(Duration::ZERO, 0); entrants.len()];
        Pace { entrants: entrants.to_vec(), thinking, before, games: 0, time: Duration::ZERO }
    }

    pub(crate) fn add(&mut self, batch: &Batch) {
        self.games += batch.sums.games;
        for (own, other) in self.thinking.iter_mut().zip(&batch.thinking) {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// How far the match is, and how it stands.
    pub(crate) fn progress(&self, results: &Results, left: Shard, time: Duration) -> String {
        let (done, all) = (self.games, left.games());
        let share = done as f64 / all.max(1) as f64;
        let filled = (share * BAR as f64) as usize;
        let bar: String = (0..BAR).map(|place| if place < filled { '█' } else { '░' }).collect();
        let rest = time.as_secs_f64() * (1.0 - share) / share.max(1e-9);
        let sums = &results.sums;
        let standing = sums.entrants.iter().zip(&self.entrants).take(SHOWN);
        let standing = standing.map(|(score, name)| format!("{name} {:.1} %", 100.0 * score.share()));
        let standing: Vec<String> = standing.collect();
        format!(
            "{bar} {} of {} games, {} left; {}",
            grouped(self.before + done),
            grouped(self.before + all),
            short(rest),
            standing.join(", ")
        )
    }

    /// Thinking time a move, in milliseconds, by entrant.
    fn decisions(&self) -> impl Iterator<Item = (&str, f64)> {
        self.entrants
            .iter()
            .zip(&self.thinking)
            .filter(|(_, (_, moves))| *moves > 0)
            .map(|(name, (time, moves))| (name.as_str(), time.as_secs_f64() * 1e3 / *moves as f64))
    }

    fn rate(&self) -> f64 {
        self.games as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn json(&self) -> Value {
        let decisions = self.decisions().map(|(name, time)| json!({ "bot": name, "milliseconds_a_move": time }));
        json!({
            "games": self.games,
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.rate(),
            "decisions": decisions.collect::<Vec<_>>(),
        })
    }
}

/// Width of the bar.
const BAR: usize = 20;
/// Entrants shown beside it.
const SHOWN: usize = 3;

/// A time that is left, in a few letters.
fn short(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5_400.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 360_000.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => "days".to_string(),
    }
}

/// Tells everything that is asked for.
pub(crate) fn tell(
    args: &AutoplayArgs,
    arranged: &Arranged<'_>,
    results: &Results,
    pace: &Pace,
    variant: Option<&str>,
    out: &mut Output,
) -> Result<(), Failure> {
    let _ = (args.report.as_ref(), variant, arranged, file_of as fn(&std::path::Path, Option<&str>) -> _);
    if args.json {
        out.json(&json!({ "results": results, "run": pace.json() }))?;
        return Ok(());
    }
    out.line(format!("{} games", results.sums.games))?;
    Ok(())
}
