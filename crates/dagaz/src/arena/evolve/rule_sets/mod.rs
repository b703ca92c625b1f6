//! Whole rule sets as what is searched: mutations of one game and crossover with others.
//!
//! Browne's Ludi evolved games so ("Automatic Generation and Evaluation of Recombination Games",
//! 2008): most of what chance makes is no game and is discarded before it is measured.

mod crossover;
mod draft;
mod expression;
mod identity;
mod mutation;
mod rule_set;
mod transplant;

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dagaz_arena::evolve::{Trial, Variation};
use dagaz_core::{Limits, below};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_syntax::NoIncludes;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value, json};

use self::draft::{Discarded, Standard};
use self::identity::Identity;
use self::rule_set::NoRuleSet;
use super::subject::Subject;
use crate::failure::Failure;
use crate::includes::LibraryIncludes;
use crate::library::GAMES;
use crate::paths;

pub(super) use self::mutation::dial;
pub(super) use self::rule_set::RuleSet;

/// Drafts for each child before its parents are given up.
const DRAFTS: usize = 60;

/// Changes that are tried before a draft is given up.
const KINDS_TRIED: usize = 8;

/// Changes that are listed in the text of a candidate.
const CHANGES_MAX: usize = 24;

/// Library games that are tried for each requested donor.
const TRIED: usize = 8;

/// The rule sets that can be made of some games.
pub(super) struct RuleSets<'a> {
    /// The games that were named.
    games: Vec<Arc<RuleSet>>,
    /// Games that rules are taken from: those that were named, and games of the library.
    donors: Vec<Arc<RuleSet>>,
    standard: Standard<'a>,
    known: Mutex<HashSet<Identity>>,
    discarded: Mutex<BTreeMap<Discarded, usize>>,
}

/// Returns the rule set of a game; a reason for people if it has none.
fn rule_set(file: &DrfFile, index: usize) -> Result<RuleSet, String> {
    RuleSet::of(file, index).map_err(|why| match why {
        NoRuleSet::Errors => "its rules have errors".to_string(),
        NoRuleSet::TooLarge => "its text is too long or nests too deeply".to_string(),
    })
}

impl<'a> RuleSets<'a> {
    /// Returns the rule sets that come from these games, each with its name, and from `donors`
    /// games of the library with as many players, drawn by the seed of the trial.
    pub(super) fn of(
        games: &[(String, &DrfFile, usize)],
        donors: usize,
        trial: &'a Trial,
        stop: &'a AtomicBool,
    ) -> Result<RuleSets<'a>, Failure> {
        let mut sets = RuleSets {
            games: Vec::new(),
            donors: Vec::new(),
            standard: Standard { trial, stop, tolerated: Vec::new() },
            known: Mutex::default(),
            discarded: Mutex::default(),
        };
        for (name, file, index) in games {
            let refused = |why: String| Failure::Usage(format!("{name} cannot be varied: {why}"));
            let set = rule_set(file, *index).map_err(refused)?;
            let (set, identity) = sets.standard.given(set).map_err(|why| refused(why.to_string()))?;
            sets.known.lock().unwrap_or_else(PoisonError::into_inner).insert(identity);
            sets.games.push(Arc::new(set));
        }
        sets.donors = sets.games.clone();
        sets.add_library(donors);
        Ok(sets)
    }

    /// Adds games of the library to the donors.
    fn add_library(&mut self, count: usize) {
        let players = self.games.first().map_or(0, |game| game.names.players.len());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.standard.trial.seed ^ 0x6c69_6272_6172_7921);
        let mut entries: Vec<_> = GAMES.iter().filter(|entry| paths::is_paths(entry.main)).collect();
        let wanted = self.donors.len() + count;
        for _ in 0..count.saturating_mul(TRIED) {
            if self.donors.len() >= wanted || entries.is_empty() {
                break;
            }
            let entry = entries.swap_remove(below(&mut rng, entries.len()));
            let file = DrfFile::parse(entry.main, entry.rules(), &LibraryIncludes(entry), &Limits::default());
            let Ok(set) = rule_set(&file, file.default_index()) else { continue };
            let is_known = self.donors.iter().any(|donor| donor.title == set.title);
            if set.names.players.len() == players && !is_known {
                self.donors.push(Arc::new(set));
            }
        }
    }

    /// Returns a rule set with one or two changes, each a mutation or something of the donor.
    fn draft(&self, set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<RuleSet> {
        let mut draft = set.clone();
        for _ in 0..1 + below(rng, 2) {
            // Not every kind of change has a place in every game.
            let changed = (0..KINDS_TRIED).find_map(|_| match below(rng, 2) {
                0 => crossover::crossed(&draft, donor, rng),
                _ => mutation::mutated(&draft, rng),
            });
            let (changed, said) = changed?;
            draft = changed;
            draft.changes.push(said);
        }
        let surplus = draft.changes.len().saturating_sub(CHANGES_MAX);
        draft.changes.drain(..surplus);
        Some(draft)
    }

    /// Returns a new game made of a rule set and others.
    fn varied(&self, set: &RuleSet, donors: &[&Arc<RuleSet>], rng: &mut dyn Rng) -> Option<Arc<RuleSet>> {
        for _ in 0..DRAFTS {
            if self.standard.stop.load(Ordering::Relaxed) {
                return None;
            }
            let donor = mutation::any(donors, rng)?;
            let finished = match self.draft(set, donor, rng) {
                None => Err(Discarded::NoPlace),
                Some(draft) => self.standard.finished(draft),
            };
            let why = match finished {
                Ok((set, identity)) => {
                    if self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(identity) {
                        return Some(Arc::new(set));
                    }
                    Discarded::Duplicate
                }
                Err(why) => why,
            };
            *self.discarded.lock().unwrap_or_else(PoisonError::into_inner).entry(why).or_default() += 1;
        }
        None
    }
}

impl Variation for RuleSets<'_> {
    type Genome = Arc<RuleSet>;

    const TRIES: usize = 2;

    fn unknown(&self, _: &HashSet<Arc<RuleSet>>, rng: &mut dyn Rng) -> Option<Arc<RuleSet>> {
        let set = mutation::any(&self.games, rng)?;
        self.varied(set, &self.donors.iter().collect::<Vec<_>>(), rng)
    }

    fn child(&self, one: &Arc<RuleSet>, other: &Arc<RuleSet>, rng: &mut dyn Rng) -> Option<Arc<RuleSet>> {
        // Half of what is taken comes from the other parent.
        let donors: Vec<&Arc<RuleSet>> = match one == other || below(rng, 2) == 0 {
            true => self.donors.iter().collect(),
            false => vec![other],
        };
        self.varied(one, &donors, rng)
    }
}

impl Subject for RuleSets<'_> {
    fn usual(&self) -> Vec<Arc<RuleSet>> {
        self.games.clone()
    }

    fn columns(&self) -> Vec<String> {
        vec!["game".to_string()]
    }

    fn cells(&self, set: &Arc<RuleSet>) -> Vec<String> {
        vec![set.said_title()]
    }

    fn words(&self, set: &Arc<RuleSet>) -> Vec<String> {
        let title = set.said_title();
        match set.changes.len() {
            0 => vec![title],
            _ => std::iter::once(format!("{title}, from {}:", set.title)).chain(set.changes.iter().cloned()).collect(),
        }
    }

    fn short_words(&self, set: &Arc<RuleSet>) -> String {
        match set.changes.last() {
            Some(change) => format!("{}: {change}", set.said_title()),
            None => set.said_title(),
        }
    }

    fn json(&self, set: &Arc<RuleSet>) -> Map<String, Value> {
        let text = set.text().unwrap_or_default();
        let all = json!({ "title": set.said_title(), "changes": set.changes, "text": text });
        all.as_object().cloned().unwrap_or_default()
    }

    fn summary_json(&self) -> Map<String, Value> {
        let titles = |sets: &[Arc<RuleSet>]| sets.iter().map(|set| set.title.clone()).collect::<Vec<_>>();
        let discarded: Map<String, Value> =
            self.discarded().into_iter().map(|(why, count)| (why, count.into())).collect();
        let all = json!({
            "games": titles(&self.games),
            "donors": titles(&self.donors[self.games.len()..]),
            "discarded": discarded,
        });
        all.as_object().cloned().unwrap_or_default()
    }

    fn game(&self, set: &Arc<RuleSet>) -> Result<PathGame, String> {
        let limits = Limits::default();
        let file = DrfFile::parse("candidate.drf", set.placed_text().0.as_bytes(), &NoIncludes, &limits);
        let rules = file.rules(0).rules.ok_or_else(|| Discarded::Error.to_string())?;
        paths::make(rules, &limits).map_err(|fault| fault.to_string())
    }

    fn text(&self, set: &Arc<RuleSet>) -> Result<String, Failure> {
        set.text().map_err(|fault| Failure::Errors(fault.to_string()))
    }

    fn included(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn discarded(&self) -> Vec<(String, usize)> {
        let discarded = self.discarded.lock().unwrap_or_else(PoisonError::into_inner);
        discarded.iter().map(|(why, count)| (why.to_string(), *count)).collect()
    }
}
