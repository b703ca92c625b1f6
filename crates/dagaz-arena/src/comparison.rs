//! Two matches side by side: what has changed, and what may be chance.

use std::fmt::Write as _;

use serde::Serialize;

use crate::figures::{number, percent, plain, signed};
use crate::stats::Z95;
use crate::summary::Reading;
use crate::{Score, Summary};

/// A difference counts as sure from so many standard errors on. Chance alone reaches that in one of 370 comparisons, so a
/// page with eighteen of them has a false one in less than one case of twenty (Bonferroni).
const SURE: f64 = 3.0;

/// See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// All that was compared, in the order in which it is shown.
    pub all: Vec<Change>,
    /// Why the comparison may mislead: other bots, another judge.
    pub caveat: Option<String>,
}

/// One thing that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What it is.
    pub what: String,
    /// Its value in the first match.
    pub before: f64,
    /// Its value in the second.
    pub after: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// Whether it is a share of games or points.
    pub is_share: bool,
}

/// A value with the variance of its mean.
struct Mean {
    value: f64,
    variance: f64,
}

impl Changes {
    /// The rule by which changes are called sure.
    pub const RULE: &'static str = "A difference is called changed if it is at least three times its standard error. The bounds of a \
        difference are those of 95 cases in 100.";

    /// What has changed from one match to another. What only one of them knows is left out.
    pub fn between(before: &Summary, after: &Summary) -> Changes {
        let mut all = Vec::new();
        let mut add = |what: &str, is_share: bool, before: Option<Mean>, after: Option<Mean>| {
            if let (Some(before), Some(after)) = (before, after) {
                all.push(Change {
                    what: plain(what),
                    before: before.value,
                    after: after.value,
                    error: (before.variance + after.variance).sqrt(),
                    is_share,
                });
            }
        };
        let both = |of: fn(&Summary) -> (u64, u64)| (share(of(before)), share(of(after)));
        for (what, of) in [
            ("ended by the rules", (|one| (one.ended.count, one.games)) as fn(&Summary) -> (u64, u64)),
            ("drawn", |one| (one.drawn.count, one.games)),
        ] {
            let (before, after) = both(of);
            add(what, true, before, after);
        }
        if before.seats.len() == after.seats.len() {
            for (one, other) in before.seats.iter().zip(&after.seats) {
                let worth = 1.0 / before.seats.len() as f64;
                add(&format!("points of {}", other.name), true, points(&one.score, worth), points(&other.score, worth));
            }
        }
        add("plies of a game", false, length(before), length(after));
        let known = |all: &[Reading], name: &str| all.iter().find(|reading| reading.name == name).and_then(mean);
        for measure in &after.measures {
            let name = &measure.reading.name;
            let earlier: Vec<Reading> = before.measures.iter().map(|one| one.reading.clone()).collect();
            add(name, false, known(&earlier, name), mean(&measure.reading));
        }
        for counter in &after.counters {
            add(&counter.name, false, known(&before.counters, &counter.name), mean(counter));
        }
        Changes { all, caveat: caveat(before, after) }
    }

    /// How much has changed, in a sentence.
    pub fn headline(&self) -> String {
        let sure: Vec<&str> =
            self.all.iter().filter(|change| change.is_sure()).map(|change| change.what.as_str()).collect();
        match sure[..] {
            [] => format!("Nothing has surely changed: all {} differences may be chance.", self.all.len()),
            [only] => format!("One of {} has surely changed: {only}.", self.all.len()),
            _ => format!("{} of {} have surely changed: {}.", sure.len(), self.all.len(), sure.join(", ")),
        }
    }

    /// The comparison for a terminal, ending with a line feed.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.headline());
        if let Some(caveat) = &self.caveat {
            let _ = writeln!(text, "Beware: {caveat}");
        }
        for change in &self.all {
            let (before, after) = (change.write(change.before), change.write(change.after));
            let mark = if change.is_sure() { "changed" } else { "" };
            let row =
                format!("  {:<24} {before:>10} {after:>10}  {:<22} {mark}", change.what, change.write_difference());
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text
    }
}

impl Change {
    /// Whether chance alone would hardly do this. The one place where that is judged.
    pub fn is_sure(&self) -> bool {
        let difference = (self.after - self.before).abs();
        difference > 1e-12 && difference >= SURE * self.error
    }

    /// A value as text.
    pub(crate) fn write(&self, value: f64) -> String {
        if self.is_share { percent(value) } else { number(value) }
    }

    /// The difference with its bounds as text.
    pub(crate) fn write_difference(&self) -> String {
        let (difference, half) = (self.after - self.before, Z95 * self.error);
        match self.is_share {
            true => format!("{} ± {:.1}", signed(difference), half * 100.0),
            false if difference > 0.0 => format!("+{} ± {}", number(difference), number(half)),
            false => format!("{} ± {}", number(difference), number(half)),
        }
    }
}

/// A share of games. Its variance is that after two more successes and two more failures, so that all or nothing is not taken
/// for certain (Agresti and Coull 1998).
fn share((part, all): (u64, u64)) -> Option<Mean> {
    let (part, all) = (part as f64, all as f64);
    let calm = (part + 2.0) / (all + 4.0);
    (all > 0.0).then(|| Mean { value: part / all, variance: calm * (1.0 - calm) / (all + 4.0) })
}

/// The points by game, a draw being worth so much.
fn points(score: &Score, worth: f64) -> Option<Mean> {
    let games = score.games() as f64;
    let value = (score.wins as f64 + worth * score.draws as f64) / games;
    // As above: two wins and two losses more.
    let (wins, losses, all) = (score.wins as f64 + 2.0, score.losses as f64 + 2.0, games + 4.0);
    let middle = (wins + worth * score.draws as f64) / all;
    let part = |count: f64, points: f64| count * (points - middle).powi(2);
    let spread = part(wins, 1.0) + part(score.draws as f64, worth) + part(losses, 0.0);
    (games > 0.0).then_some(Mean { value, variance: spread / all / all })
}

fn length(summary: &Summary) -> Option<Mean> {
    let lengths = &summary.lengths;
    (lengths.count > 1).then_some(Mean { value: lengths.mean, variance: lengths.error.powi(2) })
}

/// The variance of a mean is that of Welch (1947): each match has its own.
fn mean(reading: &Reading) -> Option<Mean> {
    (reading.count > 1).then_some(Mean { value: reading.mean, variance: reading.error.powi(2) })
}

fn caveat(before: &Summary, after: &Summary) -> Option<String> {
    let mut reasons = Vec::new();
    if before.plan.entrants != after.plan.entrants {
        reasons.push("other bots played");
    }
    if before.plan.opening != after.plan.opening {
        reasons.push("the openings were of another length");
    }
    if before.plan.plies_max != after.plan.plies_max {
        reasons.push("games were cut off at another length");
    }
    if before.judge != after.judge {
        reasons.push("standings were judged in another way");
    }
    if before.seats.len() != after.seats.len() {
        reasons.push("there are more or fewer players");
    }
    let told = format!("not only the rules differ: {}.", reasons.join("; "));
    (!reasons.is_empty()).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: Option<Mean>, after: Option<Mean>) -> Change {
        let (before, after) = (before.expect("it is known"), after.expect("it is known"));
        let error = (before.variance + after.variance).sqrt();
        Change { what: String::new(), before: before.value, after: after.value, error, is_share: true }
    }

    #[test]
    fn only_what_chance_hardly_does_is_sure() {
        // 60 and 45 of 100: 2.1 standard errors; ten times as many games: 6.7.
        assert!(!change(share((60, 100)), share((45, 100))).is_sure());
        let sure = change(share((600, 1_000)), share((450, 1_000)));
        assert!(sure.is_sure());
        assert!((sure.error - 0.022).abs() < 0.001, "{}", sure.error);
        assert_eq!(sure.write_difference(), "−15.0 ± 4.3");
    }

    #[test]
    fn all_or_nothing_of_a_few_is_not_sure() {
        assert!(!change(share((4, 4)), share((2, 4))).is_sure());
        assert!(!change(share((5, 5)), share((5, 5))).is_sure());
        assert!(share((0, 0)).is_none());
        let score = |wins, losses| Score { wins, draws: 0, losses };
        assert!(!change(points(&score(3, 0), 0.5), points(&score(0, 1), 0.5)).is_sure());
        assert!(change(points(&score(300, 0), 0.5), points(&score(0, 300), 0.5)).is_sure());
        assert!(points(&Score::default(), 0.5).is_none());
    }

    #[test]
    fn draws_make_points_surer() {
        let error = |draws| points(&Score { wins: 50, draws, losses: 50 }, 0.5).expect("there are games").variance;
        assert!(error(900) < error(0) / 5.0);
    }
}
