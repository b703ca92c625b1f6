//! `dagaz evolve`: the parameters of a rules file, or the rules themselves, are varied, and the
//! best games are kept.
//!
//! Candidates of one generation are tried at the same time, each on a thread of its own and all
//! from the same seed, so the same command gives the same bytes on any number of threads.

mod dials;
mod lineage;
mod rule_sets;
mod saved;
mod subject;
mod table;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use dagaz_arena::evolve::{Candidate, Evolution, Failure as NoMeasure, Genome, Origin, Target, Trial, qualities};
use dagaz_core::{CompactSort, Limits};
use dagaz_drf::DrfFile;

use self::dials::Dials;
use self::lineage::{Entry, Lineage, Outcome};
use self::rule_sets::RuleSets;
use self::saved::Folder;
use self::subject::Subject;
use super::{interrupt, players};
use crate::cli::{EvolveArgs, GameArgs};
use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes};
use crate::load::{Loaded, Playable, Source, Text};
use crate::output::{Output, Progress, counted, grouped, remark};
use crate::paths::{self, PathText};

/// Stack of a thread that reads rules and plays by them.
const STACK_BYTES: usize = 32 << 20;

/// Library games that rule sets take rules from, if one game is named.
const DONORS: usize = 8;

pub(crate) fn run(args: &EvolveArgs, out: &mut Output) -> Result<(), Failure> {
    let players = players::read(&args.bots)?;
    // The files must be right as they stand; what else they may be is tried later.
    let games = loaded(args)?;
    let mut statistics: Vec<String> = Vec::new();
    for game in &games {
        let Playable::Paths(playable) = &game.game else { continue };
        statistics.extend(playable.rules().statistics.iter().map(|statistic| statistic.name.clone()));
    }
    let qualities = qualities(&statistics);
    let target =
        Target::parse(&args.target, &qualities).map_err(|fault| Failure::Usage(format!("--target: {fault}")))?;
    let wanted = |name: &str| qualities.iter().any(|quality| quality.name == name && quality.needs_detail);
    let trial = Trial {
        names: players::names(&players),
        games: args.games,
        opening: args.openings,
        plies_max: args.max_plies,
        seed: args.crew.seed,
        detail: target.goals.iter().any(|goal| wanted(&goal.name)),
        players,
    };
    let session = Session { args, games: &games, trial: &trial, target: &target };
    let texts: Vec<&PathText> = games.iter().filter_map(text_of).collect();
    let has_parameters = texts.iter().any(|text| !text.file.parameters(text.index).is_empty());
    let is_of_values = args.grid || !args.vary.is_empty();
    if !is_of_values && (args.rules || games.len() > 1 || !has_parameters) {
        session.rule_sets(&texts, out)
    } else {
        session.values(texts[0], out)
    }
}

/// Loads the games that were named, all of edition 3.
fn loaded(args: &EvolveArgs) -> Result<Vec<Loaded>, Failure> {
    let more = args.more.iter().map(|file| GameArgs { file: file.clone(), ..GameArgs::default() });
    let mut games = Vec::new();
    for named in std::iter::once(args.game.clone()).chain(more) {
        let game = Loaded::new(&named)?;
        if text_of(&game).is_none() {
            return Err(Failure::Usage(format!(
                "{} cannot be varied: only rules of edition 3 (.drf) can",
                game.source.file_name()
            )));
        }
        games.push(game);
    }
    Ok(games)
}

fn text_of(game: &Loaded) -> Option<&PathText> {
    match &game.text {
        Text::Paths(text) => Some(text),
        _ => None,
    }
}

/// What was asked for.
struct Session<'a> {
    args: &'a EvolveArgs,
    games: &'a [Loaded],
    trial: &'a Trial,
    target: &'a Target,
}

impl Session<'_> {
    /// Searches the values of the parameters of a file.
    fn values(&self, text: &PathText, out: &mut Output) -> Result<(), Failure> {
        let args = self.args;
        let dials = Dials::of(text, &args.game.set, &args.vary)?;
        let combinations = dials.space.size();
        if args.grid && combinations > args.limit as u64 {
            let said = format!(
                "--grid has {} combinations, more than the {} of --limit; fix parameters with --set, or name those to vary with --vary",
                grouped(combinations),
                grouped(args.limit as u64)
            );
            return Err(Failure::Usage(said));
        }
        self.search(
            &dials,
            &interrupt::watch(),
            out,
            |search| {
                if args.grid { search.grid() } else { search.evolve(args) }
            },
        )
    }

    /// Searches rule sets.
    fn rule_sets(&self, texts: &[&PathText], out: &mut Output) -> Result<(), Failure> {
        let (args, stop) = (self.args, interrupt::watch());
        let mut files = Vec::new();
        for (game, text) in self.games.iter().zip(texts) {
            let settings = if files.is_empty() { args.game.set.as_slice() } else { &[] };
            files.push((game.source.file_name(), with_settings(game, text, settings)?, text.index));
        }
        let games: Vec<(String, &DrfFile, usize)> =
            files.iter().map(|(name, file, index)| (name.clone(), file, *index)).collect();
        let donors = args.donors.unwrap_or(if games.len() > 1 { 0 } else { DONORS });
        let sets = RuleSets::of(&games, donors, self.trial, &stop)?;
        self.search(&sets, &stop, out, |search| search.evolve(args))
    }

    /// Searches, saves and shows.
    fn search<S: Subject>(
        &self,
        subject: &S,
        stop: &AtomicBool,
        out: &mut Output,
        found: impl FnOnce(&Search<'_, S>) -> Result<Vec<Entry<S::Genome>>, Failure>,
    ) -> Result<(), Failure> {
        let args = self.args;
        let folder = args.out.as_deref().map(|folder| Folder::open(folder, args.force)).transpose()?;
        if self.trial.players.iter().any(players::is_timed) {
            remark("these bots think by the clock: the same seed need not give the same result");
        }
        let search = Search {
            subject,
            trial: self.trial,
            target: self.target,
            stop,
            progress: Progress::new(),
            threads: super::autoplay::threads(args.crew.threads),
        };
        let entries = found(&search)?;
        search.progress.clear();
        let games: Vec<(String, String)> =
            self.games.iter().map(|game| (game.title().to_string(), game.source.file_name())).collect();
        let mut lineage = Lineage::new(args, &games, &search, entries);
        lineage.is_complete = !stop.load(Ordering::Relaxed);
        if let Some(folder) = &folder {
            folder.save(&mut lineage)?;
        }
        if args.json {
            out.json(&lineage.json())?;
        } else {
            out.text(&table::text(&lineage, args.keep))?;
            if let Some(folder) = &folder {
                out.line(folder.said(&lineage))?;
            }
        }
        if !lineage.is_complete {
            remark(&format!("stopped after {}", counted(lineage.tried(), "candidate")));
            return Err(Failure::Interrupted);
        }
        if lineage.best().is_empty() {
            return Err(Failure::Errors("none of the candidates could be played and measured".to_string()));
        }
        Ok(())
    }
}

/// Returns the file of a game in which the usual values of parameters are those that were set.
fn with_settings(game: &Loaded, text: &PathText, settings: &[(String, String)]) -> Result<DrfFile, Failure> {
    let limits = Limits::default();
    let file = paths::parse(&game.source, &limits)?;
    if settings.is_empty() {
        return Ok(file);
    }
    let set = text.file.text_with(text.index, settings).map_err(|bad| Failure::Usage(bad.to_string()))?;
    let name = game.source.name();
    Ok(match &game.source {
        Source::File(path) => {
            DrfFile::parse(&name, set.as_bytes(), &FolderIncludes::of(path, limits.source_bytes), &limits)
        }
        Source::Library(entry) => DrfFile::parse(&name, set.as_bytes(), &LibraryIncludes(entry), &limits),
    })
}

/// Everything that a search needs.
struct Search<'a, S: Subject> {
    subject: &'a S,
    trial: &'a Trial,
    target: &'a Target,
    stop: &'a AtomicBool,
    progress: Progress,
    threads: usize,
}

impl Search<'_, Dials<'_>> {
    /// Tries all combinations.
    fn grid(&self) -> Result<Vec<Entry<Genome>>, Failure> {
        let genomes = (0..self.subject.space.size()).map(|number| self.subject.space.at(number));
        let candidate = |(number, genome)| {
            let origin = if genome == self.subject.usual { Origin::Usual } else { Origin::Grid };
            Candidate { number, generation: 0, origin, parents: Vec::new(), genome }
        };
        self.try_all(genomes.enumerate().map(candidate).collect(), "grid")
    }
}

impl<S: Subject> Search<'_, S> {
    /// Lets the best have children, generation by generation.
    fn evolve(&self, args: &EvolveArgs) -> Result<Vec<Entry<S::Genome>>, Failure> {
        let mut evolution = Evolution::new(self.subject, args.population, args.crew.seed);
        let mut batch = evolution.first(self.subject.usual());
        let mut entries: Vec<Entry<S::Genome>> = Vec::new();
        for generation in 0..args.generations.max(1) {
            batch.truncate(args.limit.saturating_sub(entries.len()));
            if batch.is_empty() || self.stop.load(Ordering::Relaxed) {
                break;
            }
            let title = format!("generation {} of {}", generation + 1, args.generations.max(1));
            let tried = self.try_all(batch, &title)?;
            batch = evolution.next(tried.iter().map(|entry| (entry.candidate.clone(), entry.score())).collect());
            entries.extend(tried);
        }
        Ok(entries)
    }

    /// Tries candidates on several threads; what comes back is in their order.
    fn try_all(&self, candidates: Vec<Candidate<S::Genome>>, title: &str) -> Result<Vec<Entry<S::Genome>>, Failure> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Outcome)>> = Mutex::new(Vec::with_capacity(candidates.len()));
        let show = |done: &[(usize, Outcome)]| {
            let best = done.iter().filter_map(|(_, outcome)| outcome.score()).fold(0.0, f64::max);
            self.progress.show(&format!("{title}: {} of {} tried, best score {best:.3}", done.len(), candidates.len()));
        };
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(index) else { return };
                let outcome = self.try_one(candidate);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.push((index, outcome));
                show(&done);
            }
        };
        show(&[]);
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, candidates.len().max(1)) {
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            }
            Ok::<(), std::io::Error>(())
        })?;
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.compact_sort_by_key(|(index, _)| *index);
        let entry = |(candidate, (_, outcome))| Entry { candidate, outcome, file: None };
        Ok(candidates.into_iter().zip(done).map(entry).collect())
    }

    /// Makes the game of a candidate and measures it.
    fn try_one(&self, candidate: &Candidate<S::Genome>) -> Outcome {
        if self.stop.load(Ordering::Relaxed) {
            return Outcome::Stopped;
        }
        let game = match self.subject.game(&candidate.genome) {
            Ok(game) => game,
            Err(why) => return Outcome::Failed(why),
        };
        match self.trial.of(&game, self.stop, &Instant::now()) {
            Ok(measured) => Outcome::Measured { score: self.target.score(&measured), measured },
            Err(NoMeasure::Stopped) => Outcome::Stopped,
            Err(failure) => Outcome::Failed(failure.to_string()),
        }
    }
}
