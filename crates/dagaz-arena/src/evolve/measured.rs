//! What is known of a candidate after its match: numbers by name.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::measures::of_match::{Facts, MATCH_MEASURES};
use crate::{MEASURES, Sums};

/// Something that a match tells, and that may be wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Its name.
    pub name: String,
    /// A shorter name for it.
    pub alias: Option<&'static str>,
    /// Whether it lies between 0 and 1 always.
    pub is_share: bool,
    /// Whether games must be looked at ply by ply to know it.
    pub needs_detail: bool,
}

/// Measures of matches that need more than one match: a ladder of bots, a wanted length (which a
/// goal says itself), or the text of the rules.
const ELSEWHERE: [&str; 3] = ["duration", "depth", "complexity"];

/// Measures of matches that look at positions.
const OF_POSITIONS: &str = "state-space-use";

const ALIASES: [(&str, &str); 2] = [("mean-length", "length"), ("first-mover-advantage", "first-mover")];

/// Everything that may be wanted of a game: measures of matches, measures of single games, and the
/// statistics that its rules declare.
pub fn qualities(statistics: &[String]) -> Vec<Quality> {
    let of_matches =
        MATCH_MEASURES.iter().filter(|measure| !ELSEWHERE.contains(&measure.name)).map(|measure| Quality {
            name: measure.name.to_string(),
            alias: ALIASES.into_iter().find(|(name, _)| *name == measure.name).map(|(_, alias)| alias),
            is_share: measure.is_share,
            needs_detail: measure.name == OF_POSITIONS,
        });
    let of_games = MEASURES.iter().map(|measure| Quality {
        name: measure.name.to_string(),
        alias: None,
        is_share: measure.is_share,
        needs_detail: true,
    });
    let mut qualities: Vec<Quality> = of_matches.chain(of_games).collect();
    for name in statistics {
        // A measure keeps its name.
        if !qualities.iter().any(|quality| quality.name == *name || quality.alias == Some(name)) {
            qualities.push(Quality { name: name.clone(), alias: None, is_share: false, needs_detail: false });
        }
    }
    qualities
}

/// What is known of a candidate after its match: numbers by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Measured {
    values: BTreeMap<String, f64>,
    /// The entrants that could tell no two positions apart.
    #[serde(skip)]
    blind: Vec<usize>,
}

impl Measured {
    /// What the sums of a match tell.
    pub fn of(sums: &Sums) -> Measured {
        let blind = (0..sums.entrants.len()).filter(|entrant| sums.sights_of(*entrant).are_blind()).collect();
        let mut measured = Measured { blind, ..Measured::default() };
        for (name, moments) in sums.counters.iter().filter(|(_, moments)| moments.count > 0) {
            measured.set(name, moments.mean());
        }
        for (measure, moments) in MEASURES.iter().zip(&sums.detail.measures).filter(|(_, moments)| moments.count > 0) {
            measured.set(measure.name, moments.mean());
        }
        let facts = Facts { sums, wanted: None, ladder: &[], words: None };
        for measure in MATCH_MEASURES.iter().filter(|measure| !ELSEWHERE.contains(&measure.name)) {
            if let Some(interval) = (measure.of)(&facts) {
                measured.set(measure.name, interval.value);
            }
        }
        measured
    }

    /// Returns the entrants that could tell no two positions apart, so that the numbers say little
    /// about good play.
    pub fn blind(&self) -> &[usize] {
        &self.blind
    }

    /// Notes a value; one that is not finite is passed over.
    pub fn set(&mut self, name: &str, value: f64) {
        if value.is_finite() {
            self.values.insert(name.to_string(), value);
        }
    }

    /// Returns a value by its name; `None` if the match did not tell.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied()
    }
}
