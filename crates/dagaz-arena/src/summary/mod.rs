//! The summary of a match: shares with bounds, ratings, lengths, openings, and the course of the
//! games.
//!
//! A [`Summary`] depends on [`Sums`] alone, so it is the same for one run and for merged shards.
//! Terminal, page and JSON show it; its lists are capped, with the reason next to each cap.

mod course;
mod length;
mod opening;
mod verdict;

use dagaz_bots::Judge;
use dagaz_core::{CompactSort, Game};
use serde::Serialize;

use crate::figures::{bounds, count, list, signed};
use crate::measures::MEASURES;
use crate::measures::of_match::first_mover_advantage;
use crate::stats::{Difference, Interval, PieceValue, least_squares};
use crate::{Moments, Plan, Score, Sights, Sums, choosers};

pub use crate::share::{Share, standing};
pub use course::{Branching, Course, Part, Sample};
pub use length::{Bin, Lengths};
pub use opening::{OPENINGS_MAX, Opening, Openings, REPLIES_MAX, Reply};
pub use verdict::{Tone, Verdict};

/// Counters of the rules that are kept, by name.
const COUNTERS_MAX: usize = 40;

/// Statements about the game in addition to its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The title of the game.
    pub title: String,
    /// The players who choose, in the order of the turns.
    pub seats: Vec<String>,
    /// The sites, in the order of the rules.
    pub sites: Vec<String>,
    /// How the standing of a game was judged.
    pub judge: String,
}

impl Subject {
    /// What a summary says of a game.
    pub fn of(game: &dyn Game, judge: &Judge) -> Subject {
        let glossary = game.glossary();
        Subject {
            title: glossary.title.clone(),
            seats: choosers(game).iter().map(|player| glossary.player(*player).to_string()).collect(),
            sites: game.topology().sites().iter().map(|site| site.name.clone()).collect(),
            judge: judge.method().to_string(),
        }
    }
}

/// See the [module documentation](self). In JSON what is infinite is `null`.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The title of the game.
    pub title: String,
    /// How the standing of a game was judged.
    pub judge: String,
    /// Which games were played by whom.
    pub plan: Plan,
    /// How many games were played: fewer than planned if the match was broken off.
    pub games: u64,
    /// Games that ended by the rules.
    pub ended: Share,
    /// Games that ended by the rules without a winner.
    pub drawn: Share,
    /// Decided games: a win, or a loss of the only player.
    pub decided: Share,
    /// How games ended, the most frequent ending first.
    pub endings: Vec<Ending>,
    /// The seats, in the order of the turns.
    pub seats: Vec<Seat>,
    /// The measure [`first_mover_advantage`];
    /// none for one player alone, and where bots kept their seats, since a better bot looks like a
    /// better seat there.
    pub first_mover: Option<Interval>,
    /// The bots, in the order of the plan.
    pub entrants: Vec<Entrant>,
    /// The plies of a game.
    pub lengths: Lengths,
    /// What the endings and counters of the rules counted, by name.
    pub counters: Vec<Reading>,
    /// How many games were looked at ply by ply: all that follows is known of them alone.
    pub detailed: u64,
    /// The measures of quality.
    pub measures: Vec<Measured>,
    /// How the games went.
    pub course: Course,
    /// How they began.
    pub openings: Openings,
    /// What happened where.
    pub heat: Heat,
    /// How much pieces are worth, the cheapest one that is surely worth something having 1.
    pub pieces: Vec<PieceValue>,
    /// The positions seen.
    pub positions: Positions,
    /// About how many of the games that were looked at are different.
    pub different: f64,
    /// The bots that could tell no two positions apart.
    pub blind: Vec<Blind>,
    /// Whether all bots that score positions are among them.
    #[serde(skip)]
    all_blind: bool,
}

/// A bot that could tell no two positions apart in a seat: all were worth the same to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blind {
    /// The name of the bot in the plan.
    pub bot: String,
    /// The name of the seat.
    pub seat: String,
}

/// A way in which games ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ending {
    /// Its name in the rules, or why there is no ending.
    pub name: String,
    /// How many games ended so.
    pub share: Share,
    /// Number of them without a winner.
    pub draws: u64,
}

/// A choosing player, whichever bot played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seat {
    /// The name in the rules.
    pub name: String,
    /// Its games.
    pub score: Score,
    /// Its points by game, and what they would be in Elo.
    pub standing: Difference,
    /// The points that endings gave to it, where they count any.
    pub points: Option<Reading>,
}

/// A bot, in any seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entrant {
    /// The name in the plan.
    pub name: String,
    /// Its games.
    pub score: Score,
    /// Its points by game, and its difference to the others in Elo.
    pub standing: Difference,
    /// Its points by game in each seat.
    pub seats: Vec<Difference>,
    /// Its games against each entrant; its own place is empty.
    pub against: Vec<Score>,
}

/// A number that each game has, over all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reading {
    /// What was counted.
    pub name: String,
    /// Of how many games it is known.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The standard deviation of the games.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

/// A measure of quality over all games that were looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Its numbers, under its name.
    #[serde(flatten)]
    pub reading: Reading,
    /// What it tells.
    pub meaning: &'static str,
    /// Its formula in words.
    pub formula: &'static str,
    /// Where the formula comes from.
    pub source: &'static str,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
}

/// What happened on each site: all rows are in the order of `sites`, and empty if no game was
/// looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Heat {
    /// The names of the sites.
    pub sites: Vec<String>,
    /// Moves that ended there.
    pub visits: Vec<u64>,
    /// Pieces captured there.
    pub captures: Vec<u64>,
    /// Games that ended with a move to it.
    pub lasts: Vec<u64>,
}

/// How many positions were seen, and how many of them were different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Positions {
    /// All of them, the same one as often as it came.
    pub seen: u64,
    /// About how many different ones; the error is about 1.6 %.
    pub distinct: f64,
}

/// Below this share of different games, all are called equal.
const ALIKE: f64 = 0.75;

impl Reading {
    /// What has been summed up under a name.
    pub fn of(name: &str, moments: &Moments) -> Reading {
        Reading {
            name: name.to_string(),
            count: moments.count,
            mean: moments.mean(),
            error: moments.error(),
            deviation: moments.deviation(),
            least: moments.least(),
            greatest: moments.greatest(),
        }
    }
}

impl Summary {
    /// What the sums of a match mean.
    pub fn new(subject: Subject, plan: &Plan, sums: &Sums) -> Summary {
        let (games, seats) = (sums.games, plan.seats);
        let cut_off = games - sums.ended.min(games);
        let detail = &sums.detail;
        let mut summary = Summary {
            title: subject.title,
            judge: subject.judge,
            plan: plan.clone(),
            games,
            ended: Share::of(sums.ended, games),
            drawn: Share::of(sums.draws().saturating_sub(cut_off), games),
            decided: Share::of(games.saturating_sub(sums.draws()), games),
            endings: endings(sums),
            seats: Vec::new(),
            first_mover: first_mover_advantage(sums),
            entrants: entrants(plan, sums),
            lengths: Lengths::of(&sums.lengths),
            counters: sums.counters.iter().take(COUNTERS_MAX).map(|(name, sum)| Reading::of(name, sum)).collect(),
            detailed: detail.games,
            measures: MEASURES.iter().zip(&detail.measures).filter_map(measured).collect(),
            course: Course::of(detail, seats),
            openings: Openings::of(&detail.openings, seats),
            heat: Heat {
                sites: if detail.visits.is_empty() { Vec::new() } else { subject.sites },
                visits: detail.visits.clone(),
                captures: detail.captures.clone(),
                lasts: detail.lasts.clone(),
            },
            pieces: least_squares(&sums.detail.material),
            positions: Positions {
                seen: detail.plies + detail.games,
                distinct: detail.positions.distinct().min((detail.plies + detail.games) as f64),
            },
            different: detail.different.distinct().min(detail.games as f64),
            blind: Vec::new(),
            all_blind: sums.sights.iter().filter(|sights| sights.others > 0).all(Sights::are_blind),
        };
        for (place, _) in sums.sights.iter().enumerate().filter(|(_, sights)| sights.are_blind()) {
            let (bot, seat) = (plan.entrants.get(place / seats.max(1)), subject.seats.get(place % seats.max(1)));
            if let (Some(bot), Some(seat)) = (bot, seat) {
                summary.blind.push(Blind { bot: bot.clone(), seat: seat.clone() });
            }
        }
        let seated = subject.seats.iter().enumerate();
        summary.seats = seated.map(|(seat, name)| seat_of(name, seat, seats, sums)).collect();
        if summary.is_tied_to_seats() {
            summary.first_mover = None;
        }
        summary
    }

    /// Returns whether different bots kept their seats, so seats cannot be compared.
    pub fn is_tied_to_seats(&self) -> bool {
        self.plan.fixed && self.plan.entrants.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Returns the first mover's points as against the others', for people: `+4.2 points of 100
    /// ahead of the other`.
    pub(crate) fn first_mover_text(&self) -> Option<String> {
        let first = self.first_mover?;
        let others = if self.seats.len() == 2 { "the other" } else { "the average of the others" };
        let (ahead, bounds) = (signed(first.value), bounds(&first, signed));
        Some(format!("{ahead} points of 100 ahead of {others} ({bounds})"))
    }

    /// Returns the points by game of an average seat.
    pub fn even(&self) -> f64 {
        let shares: f64 = self.seats.iter().map(|seat| seat.standing.share.value).sum();
        shares / self.seats.len().max(1) as f64
    }

    /// Games without a winner, including cut-off ones.
    pub fn draws(&self) -> u64 {
        self.games - self.decided.count
    }

    /// Games that were cut off.
    pub fn cut_off(&self) -> u64 {
        self.games - self.ended.count
    }

    /// What the numbers say in plain words, no more than they say.
    pub fn verdicts(&self) -> Vec<Verdict> {
        verdict::verdicts(self)
    }

    /// Warning about bots whose evaluation is constant.
    pub fn blindness(&self) -> Option<String> {
        self.blind_bots().map(|who| blindness_of(&who))
    }

    /// Returns the bots that could tell no two positions apart, for people.
    pub(crate) fn blind_bots(&self) -> Option<String> {
        match self.blind.as_slice() {
            [] => None,
            _ if self.all_blind => Some("the bots".to_string()),
            some => Some(list(some.iter().map(|one| format!("{} as {}", one.bot, one.seat)))),
        }
    }

    /// Warning about repeated games: the intervals assume independence and are too narrow.
    pub fn repetition(&self) -> Option<String> {
        let few = self.detailed >= 10 && self.different < ALIKE * self.detailed as f64;
        let different = count(self.different.round().max(1.0) as u64);
        few.then(|| {
            format!(
                "only about {different} of the {} games that were looked at are different, but the bounds take all of them for independent and \
                 promise too much; random plies at the beginning (--openings) make games differ",
                count(self.detailed)
            )
        })
    }
}

/// Returns the warning about bots that could tell no two positions apart.
pub fn blindness_of(who: &str) -> String {
    format!(
        "{who} could tell no two positions apart: each was worth the same, except near the end; the results say little \
         about good play. Bots that play games out know more (--bots mcts:500p), and so does a `(hint worth …)`"
    )
}

fn endings(sums: &Sums) -> Vec<Ending> {
    let ending = |(name, (games, draws)): (&String, &(u64, u64))| Ending {
        name: name.clone(),
        share: Share::of(*games, sums.games),
        draws: *draws,
    };
    let mut endings: Vec<Ending> = sums.endings.iter().map(ending).collect();
    endings.compact_sort_by_key(|ending| std::cmp::Reverse(ending.share.count));
    endings
}

fn seat_of(name: &str, seat: usize, seats: usize, sums: &Sums) -> Seat {
    let score = sums.seats.get(seat).copied().unwrap_or_default();
    let points = sums.scores.get(seat).filter(|points| points.count > 0);
    Seat {
        name: name.to_string(),
        score,
        standing: standing(&score, seats, sums.games),
        points: points.map(|points| Reading::of("points", points)),
    }
}

fn entrants(plan: &Plan, sums: &Sums) -> Vec<Entrant> {
    let count = plan.entrants.len();
    let entrant = |(index, name): (usize, &String)| {
        let score = sums.entrants.get(index).copied().unwrap_or_default();
        Entrant {
            name: name.clone(),
            score,
            standing: standing(&score, plan.seats, sums.games),
            seats: (0..plan.seats).map(|seat| standing(&sums.seated(index, seat), plan.seats, sums.games)).collect(),
            against: (0..count).map(|other| sums.between(index, other)).collect(),
        }
    };
    plan.entrants.iter().enumerate().map(entrant).collect()
}

fn measured((measure, moments): (&crate::Measure, &Moments)) -> Option<Measured> {
    (moments.count > 0).then(|| Measured {
        reading: Reading::of(measure.name, moments),
        meaning: measure.meaning,
        formula: measure.formula,
        source: measure.source,
        is_share: measure.is_share,
    })
}
