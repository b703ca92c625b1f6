//! `dagaz autoplay`: plays a game against itself many times and reports statistics.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dagaz_arena::stats::{Decision, Risks};
use dagaz_arena::{Batch, Failed, Hold, Match, Results, Score, Shard};
use dagaz_bots::BotError;
use dagaz_core::Game;

use super::match_report::{self, Pace, ReportInput};
use super::match_setup::{Arranged, MatchRequest, file_of};
use super::results_file::Book;
use super::shard::{self, ShardSelector};
use super::tables::Tables;
use super::{autoplay_log, depth, interrupt, outputs, records};
use crate::cli::AutoplayArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, Progress, counted, remark};

pub(crate) fn run(args: &AutoplayArgs, out: &mut Output) -> Result<(), Failure> {
    let asked = MatchRequest::of(args)?;
    check_files(args)?;
    let several = asked.games.len() > 1;
    let stop = std::sync::OnceLock::new();
    let is_stopped = || stop.get().is_some_and(|stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed));
    let mut documents = Vec::new();
    for named in &asked.games {
        let loaded = Loaded::new(named)?;
        let second = asked.second.as_ref().map(Loaded::new).transpose()?;
        let variant = if several { named.variant.as_deref() } else { None };
        let done = loaded.with(|loaded| {
            let arranged = Arranged::new(args, asked.count, loaded, second.as_ref())?;
            // Until now Ctrl-C has ended everything at once.
            let stop = stop.get_or_init(interrupt::watch);
            let session = Session { args, arranged: &arranged, variant, stop, alone: false };
            let played = session.run(out)?;
            let told = ReportInput {
                identity: &arranged.identity,
                sums: &played.results.sums,
                ladder: &played.ladder,
                wanted: args.wanted_length,
            };
            if arranged.second.is_some() {
                let summary = told.summary(None);
                for warning in [summary.blindness(), summary.repetition()].into_iter().flatten() {
                    remark(&format!("beware: {warning}"));
                }
            }
            documents.extend(match_report::tell(&told, &arranged, args, &played.pace, variant, out)?);
            if stop.load(Ordering::Relaxed) {
                remark(&format!("stopped after {}", counted(played.results.sums.games as usize, "game")));
            }
            Ok(())
        });
        second.iter().for_each(Loaded::tell_faults);
        done?;
        if is_stopped() {
            break;
        }
    }
    match documents.len() {
        0 => {}
        _ if several => out.json(&documents.into())?,
        _ => documents.iter().try_for_each(|document| out.json(document))?,
    }
    if is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Returns whether everything can be written. The folder of the records is made.
fn check_files(args: &AutoplayArgs) -> Result<(), Failure> {
    let named = [&args.resume, &args.report, &args.csv, &args.plies];
    let written: Vec<&str> = named.into_iter().flatten().map(String::as_str).collect();
    let read: Vec<&str> = [Some(&args.file), args.second.as_ref(), args.records.as_ref()]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    outputs::check(&written, &read)
}

/// One match, as it is asked for on the command line.
pub(super) struct Session<'a> {
    pub(super) args: &'a AutoplayArgs,
    pub(super) arranged: &'a Arranged<'a>,
    /// The name of the variant, if there are several matches.
    pub(super) variant: Option<&'a str>,
    pub(super) stop: &'a AtomicBool,
    /// Whether the priority is left unchanged, as for a process outside of a batch.
    pub(super) alone: bool,
}

/// A match that has been played.
pub(super) struct PlayedMatch {
    pub(super) results: Results,
    pub(super) pace: Pace,
    /// What the bots of a ladder have scored against those below them; empty if it was not climbed.
    pub(super) ladder: Vec<Score>,
}

impl Session<'_> {
    /// Plays the match, or continues it.
    pub(super) fn run(&self, out: &mut Output) -> Result<PlayedMatch, Failure> {
        let (args, arranged) = (self.args, self.arranged);
        let file = |path: &Option<String>| path.as_ref().map(|path| file_of(Path::new(path), self.variant));
        let part = self.part()?;
        let mut book = Book::open(file(&args.resume).as_deref(), arranged.identity.clone())?;
        let identity = &arranged.identity;
        let mut tables = Tables::open(
            [file(&args.csv).as_deref(), file(&args.plies).as_deref()],
            |name| book.table(name),
            arranged.game(),
            book.results(),
        )?;
        let records = file(&args.records).map(|folder| records::Records::new(&folder, &args.formats)).transpose()?;
        if let Some(records) = &records {
            records.tell_missing(&book.results().played);
        }
        let mut pace = Pace::new(&identity.plan.entrants, book.results().sums.games);
        let left = if self.is_decided(book.results()) { Vec::new() } else { book.results().left(part) };
        let games_left = left.iter().map(Shard::games).sum();
        if arranged.timed {
            remark("these bots think by the clock: the same seed need not give the same games");
        }
        // Two scripts that play each other keep their earlier form of report.
        let mut log = (arranged.second.is_some() && !args.json).then(|| autoplay_log::Log::new(arranged));
        if let Some(log) = &log {
            out.text(&log.heading())?;
        }
        let begin = Instant::now();
        let progress = Progress::new();
        // The first game may take a while.
        progress.show(&pace.progress(book.results(), games_left, Duration::ZERO));
        let mut shown = Instant::now();
        let (rows, plies) = tables.wanted();
        let trees = records.is_some() || log.is_some();
        let wanted = (rows || log.is_some(), plies);
        let decided = AtomicBool::new(false);
        let take = &mut |batch: Batch| {
            let games = Shard { first: batch.first, end: batch.first + batch.sums.games };
            tables.add(&batch)?;
            if let Some(records) = &records {
                records.add(arranged, &batch)?;
            }
            if let Some(log) = &mut log {
                out.text(&log.games(&batch))?;
            }
            pace.add(&batch);
            book.add(games, batch.sums);
            if book.is_due() {
                book.write(tables.lengths()?)?;
            }
            if shown.elapsed() >= SHOWN_EVERY {
                shown = Instant::now();
                progress.show(&pace.progress(book.results(), games_left, begin.elapsed()));
            }
            decided.store(self.is_decided(book.results()), Ordering::Relaxed);
            Ok(!decided.load(Ordering::Relaxed))
        };
        // Between games that others have played there may be holes.
        let held = left
            .into_iter()
            .take_while(|_| !decided.load(Ordering::Relaxed))
            .try_for_each(|hole| self.hold(hole, wanted, trees, &mut *take));
        progress.clear();
        pace.time = begin.elapsed();
        let lengths = tables.lengths()?;
        // A match that is over says nothing about tables, so that it is the same however it was
        // played.
        let over = book.results().left(part).is_empty() || self.is_decided(book.results());
        book.write(if over { Default::default() } else { lengths })?;
        held?;
        let ladder = match args.depth {
            Some(games) if over => depth::climb(arranged, games, threads(self.args.crew.threads), self.stop)?,
            _ => Vec::new(),
        };
        Ok(PlayedMatch { results: book.into_results(), pace, ladder })
    }

    /// Returns the part of the match that is to be played here.
    fn part(&self) -> Result<Shard, Failure> {
        let plan = self.arranged.plan();
        let told = || shard::of_environment(|name| std::env::var(name).ok());
        let told = if self.args.shard.is_none() && self.alone { None } else { told().map_err(Failure::Usage)? };
        let part = match (self.args.shard, told) {
            (Some(part), _) => part,
            (None, Some((part, variable))) => {
                remark(&format!("part {} of {}, as {variable} says", part.index, part.count));
                part
            }
            (None, None) => ShardSelector { index: 1, count: 1 },
        };
        if part.count > 1 && self.args.sprt.is_some() {
            let message = "--sprt looks at all games so far, which one part of a match does not know";
            return Err(Failure::Usage(message.to_string()));
        }
        if part.count > 1 && self.args.resume.is_none() {
            let message = "a part of a match needs a file for its results: --resume part.json";
            return Err(Failure::Usage(message.to_string()));
        }
        Ok(plan.shard(part.index - 1, part.count))
    }

    /// Returns whether a sequential test has decided. It is evaluated when every bot has had every
    /// seat equally often.
    fn is_decided(&self, results: &Results) -> bool {
        let Some(test) = self.args.sprt() else { return false };
        let sums = &results.sums;
        sums.games.is_multiple_of(self.arranged.plan().cycle())
            && test.decide(&sums.between(0, 1), &Risks::default()) != Decision::GoOn
    }

    fn hold(
        &self,
        part: Shard,
        (rows, plies): (bool, bool),
        trees: bool,
        take: &mut (dyn FnMut(Batch) -> Result<bool, Failure> + Send),
    ) -> Result<(), Failure> {
        let arranged = self.arranged;
        let clock = Instant::now();
        let second = arranged.second.map(|second| &*second.game as &dyn Game);
        let held = Match {
            game: arranged.game(),
            plan: arranged.plan(),
            bots: arranged.bots.iter().map(Option::as_deref).collect(),
            rules: vec![None, second],
            judge: &arranged.judge,
            stop: self.stop,
            clock: &clock,
        };
        let hold = Hold { threads: threads(self.args.crew.threads), rows: rows || plies, traces: rows || plies, trees };
        held.hold(part, hold, take).map_err(failed)
    }
}

/// Returns how many threads are meant: 0 is one for each processor.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Why a match was not held, for people.
pub(crate) fn failed(failed: Failed<Failure>) -> Failure {
    match failed {
        Failed::Taker(failure) => failure,
        Failed::Bot { error: BotError::Limit(hit), .. } => hit.into(),
        Failed::Bot { number, error } => Failure::Errors(format!("game {}: {error}", number + 1)),
        Failed::Thread(error) => error.into(),
    }
}

/// How often the progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
