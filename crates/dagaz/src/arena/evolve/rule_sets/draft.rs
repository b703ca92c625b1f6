//! Drafts: what a mutation or crossover made, before it is known to be a game.

use std::fmt;
use std::sync::atomic::AtomicBool;

use dagaz_analysis::check::{Values, check_drf};
use dagaz_arena::evolve::Trial;
use dagaz_core::Limits;
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_syntax::source::Span;
use dagaz_syntax::{Code, NoIncludes, Severity};

use super::identity::{Identity, identity};
use super::rule_set::{Names, RuleSet};
use crate::paths;

/// Rounds in which clauses that nothing uses any longer are removed.
const ROUNDS: usize = 8;

/// The greatest work to make the rules of a candidate, so that thousands of drafts can be read.
const WORK_MAX: u64 = 1_000_000;

/// Clauses that may be removed if nothing uses them.
const REMOVABLE: [&str; 6] = ["rule", "define", "class", "table", "var", "lines"];

/// Why a draft was discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Discarded {
    /// The change has no place in these rules, or a name has no meaning in them.
    NoPlace,
    /// `dagaz check` would find an error.
    Error,
    /// `dagaz check` would find a warning.
    Warning,
    /// Its text is too large, or its game meets a limit.
    Limit,
    /// It is over at once, does not end, or is too slow.
    Unplayable,
    /// It plays as a game that was made before.
    Duplicate,
}

impl fmt::Display for Discarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Discarded::NoPlace => "the change had no place in the rules",
            Discarded::Error => "the rules had an error",
            Discarded::Warning => "the rules had a warning",
            Discarded::Limit => "a limit was met",
            Discarded::Unplayable => "no playout ended, or the game was over at once or too slow",
            Discarded::Duplicate => "it played as an earlier game",
        })
    }
}

/// What a draft must be to become a candidate.
pub(super) struct Standard<'a> {
    pub(super) trial: &'a Trial,
    pub(super) stop: &'a AtomicBool,
    /// Warnings that the games have which were named.
    pub(super) tolerated: Vec<Code>,
}

/// Returns the limits of a draft.
fn limits() -> Limits {
    Limits { file_work: WORK_MAX, ..Limits::default() }
}

/// Returns the text of a rule set as a file.
fn read(text: &str, limits: &Limits) -> DrfFile {
    DrfFile::parse("candidate.drf", text.as_bytes(), &NoIncludes, limits)
}

impl Standard<'_> {
    /// Returns a game that was named, whose warnings are tolerated from now on. It need not be
    /// playable: other games may be made of it.
    pub(super) fn given(&mut self, set: RuleSet) -> Result<(RuleSet, Identity), Discarded> {
        let (limits, text) = (limits(), set.placed_text().0);
        let found = check_drf(&read(&text, &limits), &limits, Values::Others);
        let warnings = found.list().iter().filter(|one| one.severity == Severity::Warning);
        self.tolerated.extend(warnings.map(|one| one.code).filter(|code| *code != Code::Unused));
        let (set, game) = self.sound(set)?;
        let identity = identity(&set, &game).map_err(|_| Discarded::Limit)?;
        Ok((set, identity))
    }

    /// Returns a draft as a game that can be measured: it has no errors and no new warnings,
    /// clauses that nothing uses are gone, and playouts end.
    pub(super) fn finished(&self, set: RuleSet) -> Result<(RuleSet, Identity), Discarded> {
        let (set, game) = self.sound(set)?;
        self.trial.screen(&game, self.stop).map_err(|_| Discarded::Unplayable)?;
        let identity = identity(&set, &game).map_err(|_| Discarded::Limit)?;
        Ok((set, identity))
    }

    /// Returns a draft with its game, without clauses that nothing uses.
    fn sound(&self, mut set: RuleSet) -> Result<(RuleSet, PathGame), Discarded> {
        let limits = limits();
        for _ in 0..ROUNDS {
            let (text, places) = set.placed_text();
            let file = read(&text, &limits);
            let found = check_drf(&file, &limits, Values::Others);
            if let Some(error) = found.list().iter().find(|one| one.severity == Severity::Error) {
                return Err(if error.code == Code::LimitReached { Discarded::Limit } else { Discarded::Error });
            }
            let warnings: Vec<(Code, Span)> = found
                .list()
                .iter()
                .filter(|one| one.severity == Severity::Warning && !self.tolerated.contains(&one.code))
                .map(|one| (one.code, one.span))
                .collect();
            if warnings.is_empty() {
                let game = game(&mut set, &file, &limits)?;
                return Ok((set, game));
            }
            let mut unused = Vec::new();
            for (code, span) in warnings {
                // A part of the board comes before the board, which also contains it.
                let place =
                    places.iter().find(|(range, _)| range.contains(&(span.start as usize))).map(|(_, place)| place);
                let removable = place.filter(|place| set.at(place).is_some_and(|one| REMOVABLE.contains(&one.head())));
                match removable {
                    Some(place) if code == Code::Unused => unused.push(place.clone()),
                    _ => return Err(Discarded::Warning),
                }
            }
            // From the end, so that the other places stay what they are.
            unused.sort();
            unused.dedup();
            unused.iter().rev().for_each(|place| {
                set.remove(place);
            });
        }
        Err(Discarded::Warning)
    }
}

/// Returns the game of a rule set, and notes what its rules say of its words.
fn game(set: &mut RuleSet, file: &DrfFile, limits: &Limits) -> Result<PathGame, Discarded> {
    let rules = file.rules(0).rules.ok_or(Discarded::Error)?;
    set.names = Names::of(&rules, &file.parameters(0));
    paths::make(rules, limits).map_err(|_| Discarded::Limit)
}
