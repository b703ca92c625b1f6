//! Quality measures in the tradition of Ludi.
//!
//! This module has those of single games: each maps a [`Trace`] to a number or `None`. Those of
//! many games are in [`of_match`]. `docs/measures.md` has source and interpretation of each; the
//! formula is next to the function.
//!
//! Many use the *standings* of a trace: the judge's winning chance of each seat in each position. A
//! seat's *lead* is its chance minus the best chance of any other. The last standing of a finished
//! game is the result; measures of swings exclude it, or the last ply would be the largest swing of
//! every game.

mod pace;
mod space;
mod swing;
mod tension;

pub mod of_match;

use crate::Trace;

/// A difference between chances that is no rounding error.
const LEAST: f64 = 1e-9;

/// One measure of a game.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its name: a word or two in lower case, joined by hyphens.
    pub name: &'static str,
    /// What it tells, in a line.
    pub meaning: &'static str,
    /// Its formula in words.
    pub formula: &'static str,
    /// Where the formula comes from.
    pub source: &'static str,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
    /// Works it out; none where the game has no such number.
    pub of: fn(&Trace) -> Option<f64>,
}

/// All of them, in the order in which they are shown.
pub const MEASURES: &[Measure] = &[
    pace::LENGTH,
    pace::MOVES,
    pace::BRANCHING,
    pace::FORCED,
    pace::PASSES,
    pace::CAPTURES,
    pace::IRREVERSIBLE,
    tension::DRAMA,
    tension::GREATEST_DRAMA,
    tension::LEAD_CHANGE,
    tension::UNCERTAINTY,
    tension::LATE_UNCERTAINTY,
    tension::DECISIVENESS,
    tension::CONTROL,
    swing::KILLER_MOVE,
    swing::PERMANENCE,
    swing::STABILITY,
    swing::MOMENTUM,
    swing::CORRECTION,
    space::COVERAGE,
    space::VARIETY,
];

/// Number of judged positions of a game: all but the result. `None` with fewer than two players.
fn judged(trace: &Trace) -> usize {
    let count = trace.standings.len();
    match trace.standings.first() {
        Some(standing) if standing.len() >= 2 => count - usize::from(trace.ended),
        _ => 0,
    }
}

/// Returns the mean of some numbers; `None` of no numbers.
fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// Returns how many of some things are so, as a share; `None` of no things.
fn share(things: impl IntoIterator<Item = bool>) -> Option<f64> {
    mean(things.into_iter().map(|is_so| f64::from(u8::from(is_so))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ply;

    /// Returns a game between two in turns, with the first seat's chance in each position, the last
    /// being the result.
    pub(super) fn duel(chances: &[f64], winner: Option<usize>) -> Trace {
        let plies = (0..chances.len() - 1).map(|ply| Ply { seat: Some(ply % 2), choices: 3, ..Ply::default() });
        Trace {
            plies: plies.collect(),
            standings: chances.iter().map(|chance| vec![*chance, 1.0 - chance]).collect(),
            keys: (0..chances.len() as u64).collect(),
            winners: winner.into_iter().collect(),
            ended: true,
            sites: 4,
            ..Trace::default()
        }
    }

    /// That a measure has this value, but for rounding.
    #[track_caller]
    pub(super) fn is(measure: &Measure, trace: &Trace, known: impl Into<Option<f64>>) {
        let (own, known) = ((measure.of)(trace), known.into());
        let same = match (own, known) {
            (Some(own), Some(known)) => (own - known).abs() < 1e-9,
            (own, known) => own == known,
        };
        assert!(same, "{}: {own:?}, not {known:?}", measure.name);
    }

    #[test]
    fn every_measure_has_a_name_of_its_own() {
        for (place, measure) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..place].iter().all(|other| other.name != measure.name), "{}", measure.name);
            assert!(
                measure.name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'),
                "{}",
                measure.name
            );
        }
    }

    #[test]
    fn a_report_without_games_has_few_figures() {
        for measure in MEASURES {
            let value = (measure.of)(&Trace::default());
            assert_eq!(value, ["length", "moves"].contains(&measure.name).then_some(0.0), "{}", measure.name);
        }
    }

    #[test]
    fn solitaire_games_have_no_lead() {
        let alone = Trace { standings: vec![vec![1.0]; 5], ..duel(&[0.5; 5], Some(0)) };
        let known = MEASURES.iter().filter(|measure| (measure.of)(&alone).is_some()).map(|measure| measure.name);
        let of_plies =
            ["length", "moves", "branching", "forced", "passes", "captures", "irreversible", "coverage", "variety"];
        assert_eq!(known.collect::<Vec<_>>(), of_plies);
    }

    /// Games of chance in everything: no measure leaves its range.
    #[test]
    fn shares_lie_between_nothing_and_all() {
        let mut word = 1u64;
        let mut dice = |bound: u64| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (word >> 33) % bound
        };
        let mut known = vec![0; MEASURES.len()];
        for _ in 0..3_000 {
            let (seats, plies) = (1 + dice(4) as usize, dice(12) as usize);
            let ended = dice(3) > 0;
            let mut trace = Trace { ended, sites: 9, ..Trace::default() };
            for number in 0..=plies {
                let parts: Vec<f64> = (0..seats).map(|_| dice(3) as f64 + 1e-6).collect();
                trace.standings.push(parts.iter().map(|part| part / parts.iter().sum::<f64>()).collect());
                trace.keys.push(dice(8));
                if number < plies {
                    trace.plies.push(Ply {
                        seat: (dice(5) > 0).then(|| dice(seats as u64) as usize),
                        choices: dice(4) as u32,
                        pass: dice(4) == 0,
                        irreversible: dice(2) == 0,
                        target: (dice(3) > 0).then(|| dagaz_core::SiteId::at(dice(9) as usize)),
                        captured: Vec::new(),
                    });
                }
            }
            if ended && dice(4) > 0 {
                let winner = dice(seats as u64) as usize;
                trace.winners = vec![winner];
                trace.standings[plies] = (0..seats).map(|seat| f64::from(u8::from(seat == winner))).collect();
            }
            for (measure, known) in MEASURES.iter().zip(&mut known) {
                let Some(value) = (measure.of)(&trace) else { continue };
                *known += 1;
                let most = if measure.is_share { 1.0 } else { f64::MAX };
                assert!((0.0..=most).contains(&value), "{}: {value} {trace:?}", measure.name);
            }
        }
        for (measure, known) in MEASURES.iter().zip(known) {
            assert!(known > 500, "{} is known of {known} games only", measure.name);
        }
    }
}
