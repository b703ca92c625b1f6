//! What is kept of the games of a match: sums of whole numbers.
//!
//! Fractions are kept in millionths, so that adding is exact: any parts, merged in any order, give
//! the same bytes as one run.

use std::collections::BTreeMap;

use dagaz_core::CompactSort;

use serde::{Deserialize, Serialize};

use crate::measures::MEASURES;
use crate::trace::Sight;
use crate::{Row, Sketch, Trace};

/// Plies up to which the numbers of moves are kept ply by ply.
pub(crate) const PLIES: usize = 400;
/// Parts into which a game's time is divided for curves.
pub const PARTS: usize = 40;
/// So many games, the first ones, keep their curves.
const CURVES: u64 = 12;
/// An odd number without a pattern, so that games with the same positions in another order differ.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Numbers summed up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// How many.
    pub count: u64,
    /// Their sum in millionths.
    sum: i64,
    /// The sum of their squares in millionths.
    #[serde(with = "as_text")]
    squares: i128,
    /// The least, in millionths.
    least: i64,
    /// The greatest, in millionths.
    greatest: i64,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games without winner or loser, including cut-off ones.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// What became of a first move, from the view of the first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The games that began so.
    pub score: Score,
    /// The second moves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub replies: BTreeMap<String, Opened>,
}

/// How one game went: the first seat's chance of winning in each position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The number of the game.
    pub game: u64,
    /// In thousandths.
    pub chances: Vec<u16>,
    /// The seats that won.
    pub winners: Vec<usize>,
}

/// What tells how much pieces are worth: sums for a regression of results on who had more of what.
///
/// In each position of a game the first seat has `x[k]` pieces of kind k more than the second, and
/// the game was worth `y` = 1, 0 or -1 to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Material {
    /// Names of the kinds.
    pub kinds: Vec<String>,
    /// Sums of `x[k] x[l]`, row by row.
    pub squares: Vec<i64>,
    /// Sums of `x[k] y`.
    pub results: Vec<i64>,
    /// How many positions.
    pub positions: u64,
    /// Number of them with a winner: the sum of `y y`.
    pub decided: u64,
    /// How many games the positions are of.
    pub games: u64,
}

/// What a bot's scores said of the positions in which it had a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sights {
    /// Positions from which the search reached the end of the game.
    pub ends: u64,
    /// Other positions.
    pub others: u64,
    /// The least worth of the others, in hundredths.
    pub least: i32,
    /// The greatest worth of the others, in hundredths.
    pub greatest: i32,
}

impl Sights {
    fn add(&mut self, sight: Sight) {
        match sight {
            Sight::End => self.ends += 1,
            Sight::Worth(worth) => self.merge(&Sights { ends: 0, others: 1, least: worth, greatest: worth }),
        }
    }

    /// Adds the scores of other games.
    pub fn merge(&mut self, other: &Sights) {
        if self.others == 0 {
            (self.least, self.greatest) = (other.least, other.greatest);
        } else if other.others > 0 {
            (self.least, self.greatest) = (self.least.min(other.least), self.greatest.max(other.greatest));
        }
        self.ends += other.ends;
        self.others += other.others;
    }

    /// Returns whether the bot could tell no two positions apart: all were worth the same to it,
    /// and seldom was the end within reach.
    pub fn are_blind(&self) -> bool {
        /// Fewer positions prove nothing.
        const FEW: u64 = 20;
        self.others >= FEW && self.ends < self.others && self.least == self.greatest
    }
}

/// What is only known of games that were looked at ply by ply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Detail {
    /// How many games.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// For each of the [`MEASURES`] its values.
    pub measures: Vec<Moments>,
    /// For each ply the legal moves summed, and in how many games there was a choice at that ply.
    pub branching: Vec<(u64, u64)>,
    /// For each part of a game's time, what the later winner's chance was, in millionths, and of
    /// how many positions.
    pub winners: Vec<(u64, u64)>,
    /// For each part of a game's time, how far the leader was ahead, in millionths, and of how many
    /// positions.
    pub leads: Vec<(u64, u64)>,
    /// For each site how many moves ended there.
    pub visits: Vec<u64>,
    /// For each site how many pieces were captured there.
    pub captures: Vec<u64>,
    /// For each site how many games ended with a move to it.
    pub lasts: Vec<u64>,
    /// The positions.
    pub positions: Sketch,
    /// The games, distinguished by their positions.
    pub different: Sketch,
    /// The first moves, and the second ones.
    pub openings: BTreeMap<String, Opened>,
    /// What pieces are worth.
    pub material: Material,
    /// Some games as they went.
    pub curves: Vec<Curve>,
}

/// Sums over the games of a match; any parts, merged in any order, give the same sums.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sums {
    /// How many games.
    pub games: u64,
    /// Those that ended by their rules.
    pub ended: u64,
    /// Frequency of each ending, and of the games without a winner among them.
    pub endings: BTreeMap<String, (u64, u64)>,
    /// How many games were so many plies long.
    pub lengths: BTreeMap<u32, u64>,
    /// For each seat.
    pub seats: Vec<Score>,
    /// For each entrant.
    pub entrants: Vec<Score>,
    /// For each entrant and seat, row by row.
    pub seated: Vec<Score>,
    /// For each entrant against each, row by row.
    pub cross: Vec<Score>,
    /// The values of the counters that the rules declare, at the end of a game: of all games, or of
    /// some of the random ones where it takes longer to ask than to play.
    pub counters: BTreeMap<String, Moments>,
    /// Points that the ending gave to each seat, where it counts any.
    pub scores: Vec<Moments>,
    /// For each entrant and seat, row by row, what the scores of the bot said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sights: Vec<Sights>,
    /// What is known of games looked at ply by ply.
    pub detail: Detail,
}

impl Moments {
    /// Adds a number; one that is not finite is passed over.
    pub fn add(&mut self, value: f64) {
        if !value.is_finite() {
            return;
        }
        let value = (value * 1e6).round().clamp(-1e12, 1e12) as i64;
        self.least = if self.count == 0 { value } else { self.least.min(value) };
        self.greatest = if self.count == 0 { value } else { self.greatest.max(value) };
        self.count += 1;
        self.sum = self.sum.saturating_add(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// Adds what another has summed up.
    pub fn merge(&mut self, other: &Moments) {
        if other.count == 0 {
            return;
        }
        self.least = if self.count == 0 { other.least } else { self.least.min(other.least) };
        self.greatest = if self.count == 0 { other.greatest } else { self.greatest.max(other.greatest) };
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares += other.squares;
    }

    /// Their mean; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / 1e6 / self.count.max(1) as f64
    }

    /// Their standard deviation, that of a sample: with n - 1; 0 if there are fewer than two.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = i128::from(self.count);
        // Exact up to here: the difference of two large numbers would lose what matters.
        let spread = self.squares * count - i128::from(self.sum) * i128::from(self.sum);
        (spread.max(0) as f64 / (count * (count - 1)) as f64).sqrt() / 1e6
    }

    /// Returns the standard error of the mean; infinite for fewer than two.
    pub fn error(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        self.deviation() / (self.count.max(1) as f64).sqrt()
    }

    /// Returns the least one; 0 if there are none.
    pub fn least(&self) -> f64 {
        self.least as f64 / 1e6
    }

    /// Returns the greatest one; 0 if there are none.
    pub fn greatest(&self) -> f64 {
        self.greatest as f64 / 1e6
    }
}

impl Score {
    /// Returns how many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points by game, a draw being half a win; a half if there was no game.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The same from the other side.
    pub fn turned(&self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds so many games with one result: more than 0 is a win, less a loss.
    pub fn add(&mut self, result: i32, games: u64) {
        match result {
            1.. => self.wins += games,
            0 => self.draws += games,
            _ => self.losses += games,
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Opened {
    fn merge(&mut self, other: Opened) {
        self.score.merge(&other.score);
        for (reply, opened) in other.replies {
            self.replies.entry(reply).or_default().merge(opened);
        }
    }
}

impl Sums {
    /// Adds a game.
    pub fn add(&mut self, row: &Row, trace: Option<&Trace>, entrants: usize) {
        self.add_results(row, entrants, 1);
        *self.lengths.entry(row.plies).or_default() += 1;
        grow(&mut self.scores, row.scores.len());
        for (sum, score) in self.scores.iter_mut().zip(&row.scores) {
            sum.add(*score);
        }
        if let Some(trace) = trace {
            self.detail.add(row, trace);
        }
    }

    /// Adds the evaluations of the bots in a game, by seats. It is separate from
    /// [adding](Sums::add) the game, since playouts have none.
    pub fn look(&mut self, row: &Row, sights: impl Iterator<Item = (usize, Sight)>) {
        for (seat, sight) in sights {
            let Some(entrant) = row.seats.get(seat) else { continue };
            let place = entrant * row.seats.len() + seat;
            grow(&mut self.sights, place + 1);
            self.sights[place].add(sight);
        }
    }

    /// Returns what the scores of an entrant said in all seats together.
    pub fn sights_of(&self, entrant: usize) -> Sights {
        let seats = self.seats.len().max(1);
        self.sights.iter().skip(entrant * seats).take(seats).fold(Sights::default(), |mut all, one| {
            all.merge(one);
            all
        })
    }

    /// Adds what the counters of the rules say of a game. It is not part of [adding](Sums::add) the
    /// game, since not every game need be asked.
    pub fn count(&mut self, counters: &[(String, f64)]) {
        for (name, value) in counters {
            self.counters.entry(name.clone()).or_default().add(*value);
        }
    }

    /// Adds games that differ in nothing but their number and length, and of which nothing is
    /// counted. `lengths` tells how many were so many plies long.
    pub fn add_many(&mut self, row: &Row, lengths: &BTreeMap<u32, u64>, entrants: usize) {
        self.add_results(row, entrants, lengths.values().sum());
        for (plies, games) in lengths {
            *self.lengths.entry(*plies).or_default() += games;
        }
    }

    fn add_results(&mut self, row: &Row, entrants: usize, games: u64) {
        self.games += games;
        self.ended += if row.ended { games } else { 0 };
        let ending = self.endings.entry(row.ending.clone()).or_default();
        ending.0 += games;
        ending.1 += if row.results.iter().all(|result| *result == 0) { games } else { 0 };
        let seats = row.seats.len();
        grow(&mut self.seats, seats);
        grow(&mut self.entrants, entrants);
        grow(&mut self.seated, entrants * seats);
        grow(&mut self.cross, entrants * entrants);
        for (seat, (&entrant, &result)) in row.seats.iter().zip(&row.results).enumerate() {
            self.seats[seat].add(result, games);
            self.entrants[entrant].add(result, games);
            self.seated[entrant * seats + seat].add(result, games);
            for (&other, &theirs) in row.seats.iter().zip(&row.results) {
                if other != entrant {
                    self.cross[entrant * entrants + other].add((result - theirs).signum(), games);
                }
            }
        }
    }

    /// Adds other games of the same plan.
    pub fn merge(&mut self, other: Sums) {
        self.games += other.games;
        self.ended += other.ended;
        for (ending, (games, draws)) in other.endings {
            let own = self.endings.entry(ending).or_default();
            *own = (own.0 + games, own.1 + draws);
        }
        for (plies, games) in other.lengths {
            *self.lengths.entry(plies).or_default() += games;
        }
        let scores = [
            (&mut self.seats, &other.seats),
            (&mut self.entrants, &other.entrants),
            (&mut self.seated, &other.seated),
            (&mut self.cross, &other.cross),
        ];
        for (own, theirs) in scores {
            fold(own, theirs, Score::merge);
        }
        for (name, values) in &other.counters {
            self.counters.entry(name.clone()).or_default().merge(values);
        }
        fold(&mut self.scores, &other.scores, Moments::merge);
        fold(&mut self.sights, &other.sights, Sights::merge);
        self.detail.merge(other.detail);
    }

    /// Returns the mean number of plies.
    pub fn mean_length(&self) -> f64 {
        let plies: u64 = self.lengths.iter().map(|(plies, games)| u64::from(*plies) * games).sum();
        plies as f64 / self.games.max(1) as f64
    }

    /// Games without a winner, including cut-off ones.
    pub fn draws(&self) -> u64 {
        self.endings.values().map(|(_, draws)| draws).sum()
    }

    /// Returns the score of an entrant against another.
    pub fn between(&self, entrant: usize, other: usize) -> Score {
        self.cross.get(entrant * self.entrants.len() + other).copied().unwrap_or_default()
    }

    /// Returns the score of an entrant in a seat.
    pub fn seated(&self, entrant: usize, seat: usize) -> Score {
        self.seated.get(entrant * self.seats.len() + seat).copied().unwrap_or_default()
    }
}

impl Detail {
    fn add(&mut self, row: &Row, trace: &Trace) {
        self.games += 1;
        self.plies += trace.plies.len() as u64;
        grow(&mut self.measures, MEASURES.len());
        for (sum, measure) in self.measures.iter_mut().zip(MEASURES) {
            if let Some(value) = (measure.of)(trace) {
                sum.add(value);
            }
        }
        grow(&mut self.branching, trace.plies.len().min(PLIES));
        for ((choices, games), ply) in self.branching.iter_mut().zip(&trace.plies) {
            if ply.seat.is_some() {
                *choices += u64::from(ply.choices);
                *games += 1;
            }
        }
        for heat in [&mut self.visits, &mut self.captures, &mut self.lasts] {
            grow(heat, trace.sites);
        }
        for ply in &trace.plies {
            if let Some(target) = ply.target {
                self.visits[target.index()] += 1;
            }
            for (_, site) in &ply.captured {
                self.captures[site.index()] += 1;
            }
        }
        if trace.ended
            && let Some(target) = trace.plies.iter().rev().find(|ply| ply.seat.is_some()).and_then(|ply| ply.target)
        {
            self.lasts[target.index()] += 1;
        }
        trace.keys.iter().for_each(|key| self.positions.add(*key));
        self.different.add(trace.keys.iter().fold(0, |all, key| all.rotate_left(7).wrapping_mul(MIX) ^ key));
        self.opened(row);
        self.curve(row, trace);
        self.material.add(trace);
    }

    fn opened(&mut self, row: &Row) {
        let Some(first) = row.opening.first() else { return };
        let result = row.results.first().copied().unwrap_or(0);
        let opened = self.openings.entry(first.clone()).or_default();
        opened.score.add(result, 1);
        if let Some(reply) = row.opening.get(1) {
            opened.replies.entry(reply.clone()).or_default().score.add(result, 1);
        }
    }

    fn curve(&mut self, row: &Row, trace: &Trace) {
        grow(&mut self.winners, PARTS + 1);
        grow(&mut self.leads, PARTS + 1);
        if trace.standings.iter().any(Vec::is_empty) {
            return;
        }
        let last = trace.standings.len().saturating_sub(1).max(1);
        for (position, standing) in trace.standings.iter().enumerate() {
            let part = position * PARTS / last;
            let millionths = |chance: f64| (chance.clamp(0.0, 1.0) * 1e6).round() as u64;
            if let Some(winner) = trace.winner() {
                self.winners[part].0 += millionths(standing.get(winner).copied().unwrap_or(0.0));
                self.winners[part].1 += 1;
            }
            let lead = trace.leader(position).map_or(0.0, |seat| trace.lead(position, seat));
            self.leads[part].0 += millionths(lead);
            self.leads[part].1 += 1;
        }
        if row.number < CURVES {
            let chance = |standing: &Vec<f64>| (standing.first().copied().unwrap_or(0.0) * 1e3).round() as u16;
            let chances = trace.standings.iter().map(chance).collect();
            self.curves.push(Curve { game: row.number, chances, winners: trace.winners.clone() });
        }
    }

    fn merge(&mut self, other: Detail) {
        self.games += other.games;
        self.plies += other.plies;
        fold(&mut self.measures, &other.measures, Moments::merge);
        let pairs = [
            (&mut self.branching, &other.branching),
            (&mut self.winners, &other.winners),
            (&mut self.leads, &other.leads),
        ];
        for (own, theirs) in pairs {
            fold(own, theirs, |own, theirs| *own = (own.0 + theirs.0, own.1 + theirs.1));
        }
        let heats =
            [(&mut self.visits, &other.visits), (&mut self.captures, &other.captures), (&mut self.lasts, &other.lasts)];
        for (own, theirs) in heats {
            fold(own, theirs, |own, theirs| *own += theirs);
        }
        self.positions.merge(&other.positions);
        self.different.merge(&other.different);
        for (first, opened) in other.openings {
            self.openings.entry(first).or_default().merge(opened);
        }
        self.curves.extend(other.curves);
        self.curves.compact_sort_by_key(|curve| curve.game);
        self.material.merge(other.material);
    }
}

impl Material {
    /// Adds every position of a game between two seats.
    fn add(&mut self, trace: &Trace) {
        let count = trace.kinds.len();
        if self.kinds.is_empty() {
            self.kinds.clone_from(&trace.kinds);
        }
        grow(&mut self.squares, count * count);
        grow(&mut self.results, count);
        let result = match trace.winner() {
            Some(0) => 1,
            Some(_) => -1,
            None => 0,
        };
        self.games += u64::from(!trace.material.is_empty());
        for more in &trace.material {
            self.positions += 1;
            self.decided += u64::from(result != 0);
            for (k, &x) in more.iter().enumerate().filter(|(_, x)| **x != 0) {
                self.results[k] += i64::from(x) * result;
                for (l, &y) in more.iter().enumerate() {
                    self.squares[k * count + l] += i64::from(x) * i64::from(y);
                }
            }
        }
    }

    fn merge(&mut self, other: Material) {
        if self.kinds.is_empty() {
            self.kinds = other.kinds;
        }
        fold(&mut self.squares, &other.squares, |own, theirs| *own += theirs);
        fold(&mut self.results, &other.results, |own, theirs| *own += theirs);
        self.positions += other.positions;
        self.decided += other.decided;
        self.games += other.games;
    }
}

fn grow<T: Default + Clone>(row: &mut Vec<T>, length: usize) {
    if row.len() < length {
        row.resize(length, T::default());
    }
}

fn fold<T: Default + Clone>(own: &mut Vec<T>, theirs: &[T], add: impl Fn(&mut T, &T)) {
    grow(own, theirs.len());
    own.iter_mut().zip(theirs).for_each(|(own, theirs)| add(own, theirs));
}

/// Numbers that are too long for those of JSON.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
