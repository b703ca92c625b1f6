//! Two matches side by side: what has changed, and what may be chance.

use std::fmt::Write as _;

use serde::Serialize;

use crate::figures::{number, percent, plain, signed};
use crate::stats::{Comparison, Sample, holm, two_proportions, welch};
use crate::summary::Reading;
use crate::{Score, Summary};

/// The chance of even one false alarm among all that is compared.
const LEVEL: f64 = 0.05;
/// The first of so many sure changes are named in the headline.
const NAMED: usize = 5;
/// Of fewer games on either side nothing is called sure: the tests are approximations.
const GAMES_MIN: u64 = 20;
/// So many endings are compared.
const ENDINGS_MAX: usize = 16;

/// What has changed between two matches of the same plan, and what may be chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// All that was compared, in the order in which it is shown.
    pub all: Vec<Change>,
    /// Why the comparison may mislead: other bots, another judge, too few games.
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
    /// How often chance alone would make such a difference, from 0 to 1, corrected for all that is
    /// compared (Holm 1979).
    pub p: f64,
    /// Whether chance alone would hardly do that.
    pub is_sure: bool,
    /// Whether it is a share of games or points.
    pub is_share: bool,
}

impl Changes {
    /// The rule by which changes are called sure.
    pub const RULE: &'static str = "Shares are compared by the z test, means by Welch's t test. The chance p is corrected for \
        all that is compared (Holm), so that a page calls anything changed by mistake in at most one case of twenty.";

    /// What has changed from one match to another. What only one of them knows is left out.
    pub fn between(before: &Summary, after: &Summary) -> Changes {
        let mut all: Vec<Change> = compared(before, after)
            .into_iter()
            .filter_map(|(what, is_share, found)| {
                let (before, after, Comparison { p, .. }) = found?;
                Some(Change { what: plain(&what), before, after, p, is_sure: false, is_share })
            })
            .collect();
        let enough = before.games.min(after.games) >= GAMES_MIN;
        let values: Vec<f64> = all.iter().map(|change| change.p).collect();
        for (change, p) in all.iter_mut().zip(holm(&values)) {
            (change.p, change.is_sure) = (p, p < LEVEL && enough);
        }
        Changes { all, caveat: caveat(before, after) }
    }

    /// Returns how much has changed, in a sentence.
    pub fn headline(&self) -> String {
        let sure: Vec<&str> =
            self.all.iter().filter(|change| change.is_sure).map(|change| change.what.as_str()).collect();
        match sure[..] {
            [] => format!("Nothing has surely changed: all {} differences may be chance.", self.all.len()),
            [only] => format!("One of {} has surely changed: {only}.", self.all.len()),
            _ => {
                let (named, more) = sure.split_at(sure.len().min(NAMED));
                let among = if more.is_empty() { ":" } else { ", among them" };
                format!("{} of {} have surely changed{among} {}.", sure.len(), self.all.len(), named.join(", "))
            }
        }
    }

    /// Returns the comparison for a terminal, ending with a line feed.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.headline());
        // Writing into a string cannot fail.
        if let Some(caveat) = &self.caveat {
            let _ = writeln!(text, "Beware: {caveat}");
        }
        let _ = writeln!(
            text,
            "  {:<24} {:>10} {:>10} {:>10}  p (corrected for all of them)",
            "", "first", "second", "change"
        );
        for change in &self.all {
            let (before, after) = (change.write(change.before), change.write(change.after));
            let (mark, p) = (if change.is_sure { "changed" } else { "" }, change.write_p());
            let row = format!(
                "  {:<24} {before:>10} {after:>10} {:>10}  p {p:<8} {mark}",
                change.what,
                change.write_difference()
            );
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text
    }
}

/// A comparison with both values.
type Found = Option<(f64, f64, Comparison)>;

/// Returns all that is compared: what it is, whether it is a share, and the comparison if both know
/// it.
fn compared(before: &Summary, after: &Summary) -> Vec<(String, bool, Found)> {
    let share = |of: fn(&Summary) -> u64| shares((of(before), before.games), (of(after), after.games));
    let mut all = vec![
        ("ended by the rules".to_string(), true, share(|one| one.ended.count)),
        ("drawn".to_string(), true, share(|one| one.drawn.count)),
    ];
    all.extend(endings(before, after));
    if before.seats.len() == after.seats.len() {
        for (one, other) in before.seats.iter().zip(&after.seats) {
            all.push(if after.seats.len() == 2 {
                (format!("points of {}", other.name), true, points(&one.score, &other.score))
            } else {
                let wins = shares((one.score.wins, one.score.games()), (other.score.wins, other.score.games()));
                (format!("wins of {}", other.name), true, wins)
            });
        }
    }
    all.push(("plies of a game".to_string(), false, means(&length(before), &length(after))));
    // Their length is known of all games, not only of those that were looked at.
    let measures = |one: &Summary| {
        let readings = one.measures.iter().map(|measured| &measured.reading);
        readings.filter(|reading| reading.name != "length").cloned().collect::<Vec<_>>()
    };
    let counters = (before.counters.clone(), after.counters.clone());
    for (earlier, later) in [(measures(before), measures(after)), counters] {
        for reading in later {
            let known = earlier.iter().find(|one| one.name == reading.name);
            all.push((reading.name.clone(), false, known.and_then(|known| means(&sample(known), &sample(&reading)))));
        }
    }
    all
}

/// Returns the share of each ending, by its name: those of the first match in their order, and then
/// those that only the second has.
fn endings(before: &Summary, after: &Summary) -> Vec<(String, bool, Found)> {
    let mut names: Vec<&str> = before.endings.iter().map(|ending| ending.name.as_str()).collect();
    for ending in &after.endings {
        if !names.contains(&ending.name.as_str()) {
            names.push(&ending.name);
        }
    }
    let count = |summary: &Summary, name: &str| {
        let found = summary.endings.iter().find(|ending| ending.name == name);
        (found.map_or(0, |ending| ending.share.count), summary.games)
    };
    names.truncate(ENDINGS_MAX);
    let compared = |name: &str| shares(count(before, name), count(after, name));
    names.into_iter().map(|name| (format!("ending: {name}"), true, compared(name))).collect()
}

fn shares(before: (u64, u64), after: (u64, u64)) -> Found {
    let [before, after] = [before, after].map(|(part, all)| (part as f64, all as f64));
    let compared = two_proportions(after, before)?;
    Some((before.0 / before.1, after.0 / after.1, compared))
}

fn points(before: &Score, after: &Score) -> Found {
    means(&before.into(), &after.into())
}

fn means(before: &Sample, after: &Sample) -> Found {
    Some((before.mean, after.mean, welch(after, before)?))
}

fn sample(reading: &Reading) -> Sample {
    Sample { count: reading.count as f64, mean: reading.mean, deviation: reading.deviation }
}

fn length(summary: &Summary) -> Sample {
    let lengths = &summary.lengths;
    Sample { count: lengths.count as f64, mean: lengths.mean, deviation: lengths.deviation }
}

impl Change {
    /// Returns a value as text.
    pub(crate) fn write(&self, value: f64) -> String {
        if self.is_share { percent(value) } else { number(value) }
    }

    /// Returns the chance as text.
    pub(crate) fn write_p(&self) -> String {
        if self.p < 0.0005 { "< 0.001".to_string() } else { format!("{:.3}", self.p) }
    }

    /// Returns the difference as text: of shares in points of a hundred.
    pub(crate) fn write_difference(&self) -> String {
        let difference = self.after - self.before;
        match self.is_share {
            true => signed(difference),
            false if difference > 0.0 => format!("+{}", number(difference)),
            false => number(difference),
        }
    }
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
    if !before.blind.is_empty() || !after.blind.is_empty() {
        reasons.push("some bots could tell no two positions apart");
    }
    if before.repetition().or(after.repetition()).is_some() {
        reasons.push("many games are the same, and are taken for independent");
    }
    if before.games.min(after.games) < GAMES_MIN {
        reasons.push("there are too few games to be sure of anything");
    }
    (!reasons.is_empty()).then(|| format!("{}.", reasons.join("; ")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Plan, Subject, Sums};

    /// Returns a match between two of games of so many plies, the first of whom won so many.
    fn summary(wins: u64, losses: u64, plies: u32) -> Summary {
        let games = wins + losses;
        let entrants = vec!["random".to_string()];
        let plan = Plan { games, entrants, seats: 2, opening: 0, plies_max: 300, seed: 1, detail: 0, fixed: false };
        let sums = Sums {
            games,
            ended: games,
            endings: BTreeMap::from([("mate".to_string(), (games, 0))]),
            lengths: BTreeMap::from([(plies, games / 2), (plies + 10, games - games / 2)]),
            seats: vec![Score { wins, draws: 0, losses }, Score { wins: losses, draws: 0, losses: wins }],
            ..Sums::default()
        };
        let seats = ["White", "Black"].map(str::to_string).to_vec();
        Summary::new(Subject { title: "Test".into(), seats, ..Subject::default() }, &plan, &sums)
    }

    fn sure(before: &Summary, after: &Summary) -> Vec<String> {
        let changes = Changes::between(before, after).all;
        changes.into_iter().filter(|change| change.is_sure).map(|change| change.what).collect()
    }

    #[test]
    fn only_significant_results_are_certain() {
        // 60 and 45 of 100 have p = 0.03, which is not enough where five things are compared.
        assert!(sure(&summary(60, 40, 50), &summary(45, 55, 50)).is_empty());
        assert_eq!(sure(&summary(600, 400, 50), &summary(450, 550, 50)), ["points of White", "points of Black"]);
        assert_eq!(sure(&summary(500, 500, 50), &summary(500, 500, 52)), ["plies of a game"]);
        assert!(sure(&summary(600, 400, 50), &summary(600, 400, 50)).is_empty());
    }

    #[test]
    fn a_few_games_are_not_enough() {
        let (before, after) = (summary(9, 0, 50), summary(0, 9, 90));
        assert!(sure(&before, &after).is_empty());
        assert!(Changes::between(&before, &after).caveat.is_some_and(|caveat| caveat.contains("too few")));
        assert_eq!(Changes::between(&summary(30, 30, 50), &summary(30, 30, 50)).caveat, None);
    }

    #[test]
    fn a_report_states_the_direction_of_a_change() {
        let changes = Changes::between(&summary(600, 400, 50), &summary(450, 550, 60));
        let told = |what: &str| changes.all.iter().find(|change| change.what == what).map(Change::write_difference);
        assert_eq!(
            (told("points of White").as_deref(), told("plies of a game").as_deref()),
            (Some("−15.0"), Some("+10.0"))
        );
        assert!(changes.text().lines().any(|line| line.contains("points of White") && line.ends_with("changed")));
    }
}
