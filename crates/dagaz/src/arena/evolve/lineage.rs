//! The lineage: every candidate that was tried, where it comes from, and what became of it.

use dagaz_arena::evolve::{Candidate, Measured, Target, Trial};
use dagaz_core::CompactSort;
use serde_json::{Value, json};

use super::Search;
use super::subject::Subject;
use crate::arena::match_report::typed;
use crate::cli::EvolveArgs;

/// What became of a candidate.
pub(super) enum Outcome {
    /// It was played and measured.
    Measured {
        /// What was measured.
        measured: Measured,
        /// How near that is to the target, from 0 to 1.
        score: f64,
    },
    /// It is no game, or was not worth a match.
    Failed(String),
    /// The search was interrupted before it was measured.
    Stopped,
}

/// A candidate that was tried.
pub(super) struct Entry<G> {
    pub(super) candidate: Candidate<G>,
    pub(super) outcome: Outcome,
    /// The name of the file in which it was saved.
    pub(super) file: Option<String>,
}

/// See the [module documentation](self).
pub(super) struct Lineage<'a, S: Subject> {
    pub(super) title: String,
    /// The name of the rules file; of several, the first.
    pub(super) source: String,
    pub(super) subject: &'a S,
    pub(super) target: &'a Target,
    pub(super) trial: &'a Trial,
    /// How candidates were found, for people.
    pub(super) search: String,
    /// The command that finds them again.
    pub(super) command: String,
    keep: usize,
    /// Whether the search was not interrupted.
    pub(super) is_complete: bool,
    pub(super) entries: Vec<Entry<S::Genome>>,
}

/// Returns the command that makes the same search: nothing of it says where the files went or how
/// many threads there were.
fn command(args: &EvolveArgs, files: &[String]) -> String {
    let mut words = vec!["evolve".to_string()];
    words.extend(files.iter().cloned());
    let mut say = |option: &str, value: String| words.extend([option.to_string(), value]);
    if let Some(variant) = &args.game.variant {
        say("--variant", variant.clone());
    }
    args.game.set.iter().for_each(|(name, value)| say("--set", format!("{name}={value}")));
    if !args.vary.is_empty() {
        say("--vary", args.vary.join(","));
    }
    say("--target", args.target.clone());
    say("--bots", args.bots.clone());
    say("-n", args.games.to_string());
    say("--openings", args.openings.to_string());
    say("--max-plies", args.max_plies.to_string());
    say("--seed", args.crew.seed.to_string());
    say("--limit", args.limit.to_string());
    if !args.grid {
        say("--generations", args.generations.to_string());
        say("--population", args.population.to_string());
    }
    words.extend(args.grid.then(|| "--grid".to_string()));
    words.extend(args.rules.then(|| "--rules".to_string()));
    if let Some(donors) = args.donors {
        words.extend(["--donors".to_string(), donors.to_string()]);
    }
    typed(words.into_iter())
}

impl Outcome {
    /// Returns its score, if it was measured.
    pub(super) fn score(&self) -> Option<f64> {
        match self {
            Outcome::Measured { score, .. } => Some(*score),
            _ => None,
        }
    }
}

impl<G> Entry<G> {
    pub(super) fn score(&self) -> Option<f64> {
        self.outcome.score()
    }
}

impl<'a, S: Subject> Lineage<'a, S> {
    /// Returns the lineage of a search in games with these titles and files, at least one.
    pub(super) fn new(
        args: &EvolveArgs,
        games: &[(String, String)],
        search: &Search<'a, S>,
        entries: Vec<Entry<S::Genome>>,
    ) -> Lineage<'a, S> {
        let generations = entries.last().map_or(0, |entry| entry.candidate.generation + 1);
        let said = match args.grid {
            true => "all combinations".to_string(),
            false => format!("{} of {}", crate::output::counted(generations, "generation"), args.population.max(1)),
        };
        let titles: Vec<&str> = games.iter().map(|(title, _)| title.as_str()).collect();
        let files: Vec<String> = games.iter().map(|(_, file)| file.clone()).collect();
        Lineage {
            title: titles.join(", "),
            command: command(args, &files),
            source: files.into_iter().next().unwrap_or_default(),
            subject: search.subject,
            target: search.target,
            trial: search.trial,
            search: said,
            keep: args.keep,
            is_complete: true,
            entries,
        }
    }

    /// Returns the places of those that were measured, the best first; equal ones in the order in
    /// which they were made.
    pub(super) fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<(usize, f64)> =
            self.entries.iter().enumerate().filter_map(|(place, entry)| Some((place, entry.score()?))).collect();
        ranked.compact_sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        ranked.into_iter().map(|(place, _)| place).collect()
    }

    /// Returns the best of them, as many as are kept.
    pub(super) fn best(&self) -> Vec<usize> {
        let mut best = self.ranked();
        best.truncate(self.keep.max(1));
        best
    }

    /// Returns the bots that could tell no two positions of the best candidates apart.
    pub(super) fn blind(&self) -> Vec<&str> {
        let is_blind = |entrant: usize| {
            self.best().into_iter().any(|place| match &self.entries[place].outcome {
                Outcome::Measured { measured, .. } => measured.blind().contains(&entrant),
                _ => false,
            })
        };
        let names = self.trial.names.iter().enumerate();
        names.filter(|(entrant, _)| is_blind(*entrant)).map(|(_, name)| name.as_str()).collect()
    }

    /// Returns how many candidates were tried to the end.
    pub(super) fn tried(&self) -> usize {
        self.entries.iter().filter(|entry| !matches!(entry.outcome, Outcome::Stopped)).count()
    }

    /// Returns a candidate by its number.
    pub(super) fn numbered(&self, number: usize) -> Option<&Entry<S::Genome>> {
        self.entries.iter().find(|entry| entry.candidate.number == number)
    }

    /// Everything as JSON: the same bytes for the same command.
    pub(super) fn json(&self) -> Value {
        let candidates = self.entries.iter().filter(|entry| !matches!(entry.outcome, Outcome::Stopped));
        let mut value = json!({
            "game": self.title,
            "file": self.source,
            "search": self.search,
            "complete": self.is_complete,
            "target": self.target.to_string(),
            "bots": self.trial.names,
            "games": self.trial.games,
            "opening": self.trial.opening,
            "max_plies": self.trial.plies_max,
            "seed": self.trial.seed,
            "blind": self.blind(),
            "best": self.best().into_iter().map(|place| self.entries[place].candidate.number).collect::<Vec<_>>(),
            "candidates": candidates.map(|entry| self.entry_json(entry)).collect::<Vec<_>>(),
        });
        if let Value::Object(value) = &mut value {
            value.extend(self.subject.summary_json());
        }
        value
    }

    fn entry_json(&self, entry: &Entry<S::Genome>) -> Value {
        let candidate = &entry.candidate;
        let mut value = json!({
            "number": candidate.number,
            "generation": candidate.generation,
            "origin": candidate.origin,
            "parents": candidate.parents,
        });
        let more = match &entry.outcome {
            Outcome::Measured { measured, score } => json!({ "score": score, "measures": measured }),
            Outcome::Failed(why) => json!({ "failed": why }),
            Outcome::Stopped => json!({}),
        };
        if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
            value.extend(self.subject.json(&candidate.genome));
            value.extend(more);
            value.extend(entry.file.iter().map(|file| ("file".to_string(), file.as_str().into())));
        }
        value
    }
}
