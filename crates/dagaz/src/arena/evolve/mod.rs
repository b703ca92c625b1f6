//! `dagaz evolve`: the parameters of a rules file are tried out, and the values that make the best
//! game are kept.
//!
//! Each candidate is the file with other values. Candidates of one generation are tried at the same
//! time, each on a thread of its own and all from the same seed, so the same command gives the same
//! bytes on any number of threads.

mod dials;
mod lineage;
mod saved;
mod table;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use dagaz_arena::evolve::{Candidate, Evolution, Failure as NoMeasure, Origin, Target, Trial, qualities};
use dagaz_core::Limits;
use dagaz_zrf::Severity;

use self::dials::Dials;
use self::lineage::{Entry, Lineage, Outcome};
use self::saved::Folder;
use super::{interrupt, players};
use crate::cli::EvolveArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable, Text};
use crate::output::{Output, Progress, counted, grouped, remark};
use crate::paths;

/// Stack of a thread that reads rules and plays by them.
const STACK_BYTES: usize = 32 << 20;

pub(crate) fn run(args: &EvolveArgs, out: &mut Output) -> Result<(), Failure> {
    let players = players::read(&args.bots)?;
    // The file must be right as it stands; what else it may be is tried later.
    let loaded = Loaded::new(&args.game)?;
    let (Text::Paths(text), Playable::Paths(game)) = (&loaded.text, &loaded.game) else {
        return Err(Failure::Usage(format!(
            "{} has no parameters to search: only rules of edition 3 (.drf) have some",
            loaded.source.file_name()
        )));
    };
    let statistics: Vec<String> = game.rules().statistics.iter().map(|statistic| statistic.name.clone()).collect();
    let qualities = qualities(&statistics);
    let target =
        Target::parse(&args.target, &qualities).map_err(|fault| Failure::Usage(format!("--target: {fault}")))?;
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
    let folder = args.out.as_deref().map(|folder| Folder::open(folder, args.force)).transpose()?;
    if players.iter().any(players::is_timed) {
        remark("these bots think by the clock: the same seed need not give the same result");
    }
    let wanted = |name: &str| qualities.iter().any(|quality| quality.name == name && quality.needs_detail);
    let stop = interrupt::watch();
    let search = Search {
        dials: &dials,
        trial: Trial {
            names: players::names(&players),
            players,
            games: args.games,
            opening: args.openings,
            plies_max: args.max_plies,
            seed: args.crew.seed,
            detail: target.goals.iter().any(|goal| wanted(&goal.name)),
        },
        target: &target,
        stop: &stop,
        progress: Progress::new(),
        threads: super::autoplay::threads(args.crew.threads),
    };
    let entries = if args.grid { search.grid() } else { search.evolve(args) }?;
    search.progress.clear();
    let mut lineage = Lineage::new(args, &loaded, &dials, &target, &search.trial, entries);
    lineage.is_complete = !stop.load(Ordering::Relaxed);
    if let Some(folder) = &folder {
        folder.save(&mut lineage, text)?;
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

/// Everything that a search needs.
struct Search<'a> {
    dials: &'a Dials<'a>,
    trial: Trial,
    target: &'a Target,
    stop: &'a AtomicBool,
    progress: Progress,
    threads: usize,
}

impl Search<'_> {
    /// Tries all combinations.
    fn grid(&self) -> Result<Vec<Entry>, Failure> {
        let genomes = (0..self.dials.space.size()).map(|number| self.dials.space.at(number));
        let candidate = |(number, genome)| {
            let origin = if genome == self.dials.usual { Origin::Usual } else { Origin::Grid };
            Candidate { number, generation: 0, origin, parents: Vec::new(), genome }
        };
        self.try_all(genomes.enumerate().map(candidate).collect(), "grid")
    }

    /// Lets the best have children, generation by generation.
    fn evolve(&self, args: &EvolveArgs) -> Result<Vec<Entry>, Failure> {
        let mut evolution = Evolution::new(&self.dials.space, args.population, args.crew.seed);
        let mut batch = evolution.first(self.dials.usual.clone());
        let mut entries: Vec<Entry> = Vec::new();
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
    fn try_all(&self, candidates: Vec<Candidate>, title: &str) -> Result<Vec<Entry>, Failure> {
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
        done.sort_by_key(|(index, _)| *index);
        let entry = |(candidate, (_, outcome))| Entry { candidate, outcome, file: None };
        Ok(candidates.into_iter().zip(done).map(entry).collect())
    }

    /// Makes the game of a candidate and measures it.
    fn try_one(&self, candidate: &Candidate) -> Outcome {
        if self.stop.load(Ordering::Relaxed) {
            return Outcome::Stopped;
        }
        let limits = Limits::default();
        let text = self.dials.text;
        let lowered = match text.file.rules_with(text.index, &self.dials.settings(&candidate.genome)) {
            Ok(lowered) => lowered,
            Err(bad) => return Outcome::Failed(bad.to_string()),
        };
        let errors = lowered.diagnostics.list().iter().filter(|one| one.severity == Severity::Error);
        let why = errors.map(|one| one.message.clone()).next();
        let Some(rules) = lowered.rules else { return Outcome::Failed(why.unwrap_or_default()) };
        let game = match paths::make(rules, &limits) {
            Ok(game) => game,
            Err(fault) => return Outcome::Failed(fault.to_string()),
        };
        match self.trial.of(&game, self.stop, &Instant::now()) {
            Ok(measured) => Outcome::Measured { score: self.target.score(&measured), measured },
            Err(NoMeasure::Stopped) => Outcome::Stopped,
            Err(failure) => Outcome::Failed(failure.to_string()),
        }
    }
}
