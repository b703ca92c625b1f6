//! What the numbers say in plain words, and never more than they say: every sentence holds for all
//! values between the bounds of what it speaks of.

use serde::Serialize;

use super::{Seat, Share, Summary};
use crate::figures::{count, interval, list, mean_text, percent, points};
use crate::stats::Interval;

/// An advantage of so many points by game is small, whatever it is.
const SMALL: f64 = 0.05;
/// One of so many is large.
const LARGE: f64 = 0.15;
/// Where one of more than two seats is singled out, its bounds must be so much wider, which is safe
/// for up to fifteen seats (2.94 standard errors; Bonferroni).
const SINGLED_OUT: f64 = 1.5;
/// Below this number of games only numbers are reported.
const FEW: u64 = 20;
/// Of what is not known at the beginning a judge must know so much shortly before the end, or it
/// judges nothing.
const FORESEEN: f64 = 0.25;

/// How good or bad it is for a game, as far as most designers agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// As one would wish.
    Good,
    /// To be looked at.
    Fair,
    /// A value that is rarely desirable.
    Poor,
    /// The games do not tell.
    Unknown,
    /// Neither good nor bad.
    Plain,
}

/// An answer to a question that a designer asks first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The question, in a few words.
    pub question: &'static str,
    /// The answer, in a few words.
    pub answer: String,
    /// The numbers behind it, in a sentence or two.
    pub reason: String,
    /// How good it is.
    pub tone: Tone,
}

/// Returns all verdicts, in the order in which they are shown.
pub(super) fn verdicts(summary: &Summary) -> Vec<Verdict> {
    if summary.games == 0 {
        return Vec::new();
    }
    let asked = [balance, ends, draws, length, tension];
    asked.iter().filter_map(|ask| ask(summary)).collect()
}

fn balance(summary: &Summary) -> Option<Verdict> {
    let question = "Is it balanced?";
    let seats = &summary.seats;
    if seats.len() < 2 {
        return None;
    }
    if summary.is_tied_to_seats() {
        return Some(Verdict {
            question,
            answer: "These games cannot tell".to_string(),
            reason: "Each bot kept its seat, so a better seat looks like a better bot.".to_string(),
            tone: Tone::Unknown,
        });
    }
    if summary.cut_off() * 2 > summary.games {
        return Some(Verdict {
            question,
            answer: "Too few games ended to say".to_string(),
            reason: format!("{} ended by the rules.", of(summary.ended.count, summary.games)),
            tone: Tone::Unknown,
        });
    }
    if let Some(who) = summary.blind_bots() {
        let shares =
            list(seats.iter().map(|seat| format!("{} {}", seat.name, interval(&seat.standing.share, percent))));
        return Some(Verdict {
            question,
            answer: format!("Not known: {who} could tell no two positions apart"),
            reason: format!(
                "Each position was worth the same, except near the end. Points by game, with 95 % bounds: {shares}."
            ),
            tone: Tone::Unknown,
        });
    }
    let even = summary.even();
    let widened = |seat: &Seat| {
        let Interval { value, low, high } = seat.standing.share;
        let factor = if seats.len() > 2 { SINGLED_OUT } else { 1.0 };
        Interval {
            value: value - even,
            low: (low - value) * factor + value - even,
            high: (high - value) * factor + value - even,
        }
    };
    let (seat, off) = match seats.len() {
        2 => (0, widened(&seats[0])),
        _ => {
            let all = seats.iter().map(widened).enumerate();
            all.max_by(|(_, one), (_, other)| one.value.abs().total_cmp(&other.value.abs()))?
        }
    };
    let shares = list(seats.iter().map(|seat| format!("{} {}", seat.name, interval(&seat.standing.share, percent))));
    let mut reason = format!("Points by game, with 95 % bounds: {shares}.");
    if summary.cut_off() > 0 {
        let were = if summary.cut_off() == 1 { "was" } else { "were" };
        reason += &format!(" {} {were} cut off, and count as drawn.", games(summary.cut_off()));
    }
    let name = |ahead: bool| match (seats.len(), ahead) {
        (2, false) => seats[1].name.clone(),
        _ => seats[seat].name.clone(),
    };
    let (answer, tone) = if summary.games < FEW {
        (format!("Too few games to say: {}", count(summary.games)), Tone::Unknown)
    } else if off.low > 0.0 || off.high < 0.0 {
        let nearest = if off.low > 0.0 { off.low } else { -off.high };
        let farthest = if off.low > 0.0 { off.high } else { -off.low };
        let ahead = off.low > 0.0 || seats.len() == 2;
        let (name, better) = (name(off.low > 0.0), if ahead { "better" } else { "worse" });
        let (size, tone) = match () {
            () if nearest >= LARGE => ("much ", Tone::Poor),
            () if farthest <= SMALL => ("slightly ", Tone::Good),
            () => ("", Tone::Fair),
        };
        (format!("{name} does {size}{better}"), tone)
    } else {
        let most = off.high.max(-off.low);
        if most <= SMALL {
            (format!("Yes, to within {}", points(most)), Tone::Good)
        } else {
            reason += &format!(" A difference of up to {} is possible.", points(most));
            ("No seat is shown to be better".to_string(), Tone::Unknown)
        }
    };
    Some(Verdict { question, answer, reason, tone })
}

fn ends(summary: &Summary) -> Option<Verdict> {
    let (ended, cut_off) = (summary.ended.share, summary.cut_off());
    let (answer, reason, tone) = if cut_off == 0 {
        (
            "Yes, always so far".to_string(),
            format!("All {} ended by the rules; the lower bound is {}.", games(summary.games), percent(ended.low)),
            Tone::Good,
        )
    } else {
        let reason = format!(
            "{} ended by the rules: {}. The others were cut off, at {} plies if not before.",
            of(summary.ended.count, summary.games),
            interval(&ended, percent),
            count(summary.plan.plies_max as u64),
        );
        match () {
            () if ended.low >= 0.99 => ("Yes, nearly always".to_string(), reason, Tone::Good),
            () if ended.low >= 0.9 => ("Mostly".to_string(), reason, Tone::Fair),
            () if ended.high < 0.5 => ("Mostly not within the bound".to_string(), reason, Tone::Poor),
            () if ended.high < 0.9 => ("Not reliably".to_string(), reason, Tone::Poor),
            () => ("Too few games to say".to_string(), reason, Tone::Unknown),
        }
    };
    Some(Verdict { question: "Does it end?", answer, reason, tone })
}

fn draws(summary: &Summary) -> Option<Verdict> {
    if summary.seats.len() < 2 {
        return None;
    }
    // The result of cut-off games is unknown.
    let drawn = Share::of(summary.drawn.count, summary.ended.count);
    let Interval { low, high, .. } = drawn.share;
    let ended = if summary.cut_off() > 0 { " that ended" } else { "" };
    let reason = match drawn.count {
        0 => format!("None of {}{ended} was drawn; the upper bound is {}.", games(summary.ended.count), percent(high)),
        _ => {
            format!("{}{ended} were drawn: {}.", of(drawn.count, summary.ended.count), interval(&drawn.share, percent))
        }
    };
    let (answer, tone) = match () {
        () if summary.ended.count < FEW || high - low > 0.3 => ("Too few games to say", Tone::Unknown),
        () if drawn.count == 0 => ("No draw was seen", Tone::Good),
        () if high <= 0.05 => ("Hardly ever", Tone::Good),
        () if low >= 0.5 => ("Yes, most games are drawn", Tone::Poor),
        () if low >= 0.2 => ("Rather: draws are common", Tone::Fair),
        () if high <= 0.3 => ("Now and then", Tone::Good),
        () => ("Now and then, perhaps often", Tone::Fair),
    };
    Some(Verdict { question: "Is it drawish?", answer: answer.to_string(), reason, tone })
}

fn length(summary: &Summary) -> Option<Verdict> {
    let lengths = &summary.lengths;
    let range = |low: u32, high: u32| {
        if low == high { count(low.into()) } else { format!("{}–{}", count(low.into()), count(high.into())) }
    };
    let cut_off = if summary.cut_off() > 0 { " Games cut off count as long as they had become." } else { "" };
    Some(Verdict {
        question: "How long is it?",
        answer: if summary.cut_off() * 2 > summary.games {
            format!("More than {} plies", count(lengths.median.into()))
        } else {
            format!("About {} plies", count(lengths.median.into()))
        },
        reason: format!(
            "Half of the games took {} plies, nine of ten {}; the mean is {}.{cut_off}",
            range(lengths.lower_quarter, lengths.upper_quarter),
            range(lengths.low, lengths.high),
            mean_text(lengths.mean, lengths.error),
        ),
        tone: Tone::Plain,
    })
}

/// How open a game stays, by the chance that the later winner had half-way and later. These are
/// means without bounds, so little is made of them.
fn tension(summary: &Summary) -> Option<Verdict> {
    let at =
        |time: f64| summary.course.winners.iter().find(|part| (part.time - time).abs() < 1e-9).map(|part| part.mean);
    let (half, late, last) = (at(0.5)?, at(0.75)?, at(0.95)?);
    let even = 1.0 / summary.seats.len().max(1) as f64;
    if summary.seats.len() < 2 || summary.detailed < FEW {
        return None;
    }
    // From nothing known to all known.
    let known = |chance: f64| ((chance - even) / (1.0 - even)).clamp(0.0, 1.0);
    let (answer, tone) = match (known(half), known(late)) {
        // A judge that cannot decide shortly before the end cannot distinguish an open game from an
        // unclear one.
        _ if known(last) < FORESEEN => ("The games do not tell", Tone::Unknown),
        (half, _) if half >= 0.6 => ("Little: often decided by half-time", Tone::Fair),
        (_, late) if late < 0.3 => ("Yes: open until late", Tone::Good),
        _ => ("Some: it is decided step by step", Tone::Good),
    };
    let mut reason = format!(
        "Half-way through, the later winner's chance stood at {} on average, after three quarters at {}",
        percent(half),
        percent(late)
    );
    if let Some(drama) = summary.measures.iter().find(|measure| measure.reading.name == "drama") {
        let reading = &drama.reading;
        reason += &format!("; drama {}", mean_text(reading.mean, reading.error));
    }
    reason += &format!(", as judged by {}", summary.judge);
    reason +=
        if known(last) < FORESEEN { ", which hardly foresees who wins even shortly before the end." } else { "." };
    Some(Verdict { question: "Is there drama?", answer: answer.to_string(), reason, tone })
}

/// So many games of all.
fn of(part: u64, all: u64) -> String {
    format!("{} of {}", count(part), games(all))
}

fn games(games: u64) -> String {
    if games == 1 { "1 game".to_string() } else { format!("{} games", count(games)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Plan, Score, Sights, Subject, Sums};

    /// Returns a match between two, the first of whom won so many games; the others are drawn, lost
    /// or cut off.
    fn summary(wins: u64, draws: u64, losses: u64, cut_off: u64) -> Summary {
        let games = wins + draws + losses + cut_off;
        let entrants = vec!["random".to_string()];
        let plan = Plan { games, entrants, seats: 2, opening: 0, plies_max: 300, seed: 1, detail: 0, fixed: false };
        let nobody = draws + cut_off;
        let endings = [("mate", (wins + losses, 0)), ("stalemate", (draws, draws)), ("cut off", (cut_off, cut_off))];
        let sums = Sums {
            games,
            ended: games - cut_off,
            endings: endings.iter().map(|(name, counts)| (name.to_string(), *counts)).collect(),
            lengths: BTreeMap::from([(40, games - cut_off), (300, cut_off)]),
            seats: vec![Score { wins, draws: nobody, losses }, Score { wins: losses, draws: nobody, losses: wins }],
            ..Sums::default()
        };
        let seats = ["White", "Black"].map(str::to_string).to_vec();
        Summary::new(Subject { title: "Test".into(), seats, ..Subject::default() }, &plan, &sums)
    }

    fn answer(summary: &Summary, question: &str) -> (String, Tone) {
        let verdicts = summary.verdicts();
        let found = verdicts.iter().find(|verdict| verdict.question.contains(question)).expect("it is asked");
        (found.answer.clone(), found.tone)
    }

    #[test]
    fn balance_is_told_as_far_as_it_is_known() {
        let told = |wins, losses| answer(&summary(wins, 0, losses, 0), "balanced");
        assert_eq!(told(6, 4), ("Too few games to say: 10".to_string(), Tone::Unknown));
        // 55 of 100 is what chance does every third time.
        assert_eq!(told(55, 45), ("No seat is shown to be better".to_string(), Tone::Unknown));
        assert_eq!(told(5_010, 4_990), ("Yes, to within 1.1 points of 100".to_string(), Tone::Good));
        assert_eq!(told(5_300, 4_700), ("White does slightly better".to_string(), Tone::Good));
        assert_eq!(told(460, 540), ("Black does better".to_string(), Tone::Fair));
        assert_eq!(told(700, 300), ("White does much better".to_string(), Tone::Poor));
        let fixed = Summary {
            plan: Plan { fixed: true, entrants: vec!["a".into(), "b".into()], ..summary(9, 0, 9, 0).plan },
            ..summary(90, 0, 10, 0)
        };
        assert_eq!(answer(&fixed, "balanced").1, Tone::Unknown);
    }

    #[test]
    fn draws_count_finished_games_only() {
        let told = |wins, draws, cut_off| answer(&summary(wins, draws, wins, cut_off), "drawish").0;
        assert_eq!(told(200, 0, 0), "No draw was seen");
        assert_eq!(told(1_000, 20, 0), "Hardly ever");
        assert_eq!(told(100, 30, 0), "Now and then");
        assert_eq!(told(10, 5, 0), "Too few games to say");
        assert_eq!(told(30, 17, 0), "Now and then, perhaps often");
        assert_eq!(told(100, 100, 0), "Rather: draws are common");
        assert_eq!(told(100, 600, 0), "Yes, most games are drawn");
        // A hundred games, of which ten ended.
        assert_eq!(told(4, 2, 90), "Too few games to say");
    }

    #[test]
    fn unfinished_games_are_reported() {
        let told = |cut_off| answer(&summary(500 - cut_off / 2, 0, 500 - cut_off / 2, cut_off), "end");
        assert_eq!(told(0), ("Yes, always so far".to_string(), Tone::Good));
        assert_eq!(told(2).1, Tone::Good);
        assert_eq!(told(50).1, Tone::Fair);
        assert_eq!(told(600), ("Mostly not within the bound".to_string(), Tone::Poor));
        assert_eq!(answer(&summary(10, 0, 10, 80), "long").0, "More than 300 plies");
        assert_eq!(answer(&summary(50, 0, 50, 0), "long").0, "About 40 plies");
    }

    #[test]
    fn bots_that_see_hidden_facts_give_no_balance() {
        let with = |all: &[Sights]| {
            let plan = Plan { entrants: vec!["greedy".into()], ..summary(900, 0, 100, 0).plan };
            let sums = Sums {
                games: 1_000,
                ended: 1_000,
                seats: vec![Score { wins: 900, draws: 0, losses: 100 }, Score { wins: 100, draws: 0, losses: 900 }],
                sights: all.to_vec(),
                ..Sums::default()
            };
            let seats = ["White", "Black"].map(str::to_string).to_vec();
            Summary::new(Subject { title: "Test".into(), seats, ..Subject::default() }, &plan, &sums)
        };
        let (blind, sees) =
            (Sights { others: 50, ..Sights::default() }, Sights { others: 50, greatest: 3, ..Sights::default() });
        let told = |all: &[Sights]| answer(&with(all), "balanced");
        assert_eq!(
            told(&[blind, blind]),
            ("Not known: the bots could tell no two positions apart".into(), Tone::Unknown)
        );
        assert_eq!(told(&[sees, blind]).0, "Not known: greedy as Black could tell no two positions apart");
        assert_eq!(told(&[sees, sees]).0, "White does much better");
        // Few positions prove nothing, and a bot that sees the ends of games is not blind.
        let (few, ends) = (Sights { others: 10, ..blind }, Sights { ends: 60, ..blind });
        assert_eq!((told(&[few, few]).0, told(&[ends, ends]).0), (told(&[sees, sees]).0, told(&[sees, sees]).0));
        assert_eq!(with(&[sees, sees]).blindness(), None);
    }
}
