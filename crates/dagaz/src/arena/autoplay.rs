//! `dagaz autoplay`: a game is played against itself many times, and tells what it is like.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dagaz_arena::stats::{Decision, Risks};
use dagaz_arena::{Batch, Failed, Hold, Match, Results, Score, Shard};
use dagaz_bots::BotError;
use dagaz_core::Game;

use super::arrange::{Arranged, Asked, file_of};
use super::book::Book;
use super::shard::{self, Part};
use super::tables::Tables;
use super::tell::{self, Pace, Told};
use super::{classic, depth, interrupt, records};
use crate::cli::AutoplayArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, Progress, counted, remark};

pub(crate) fn run(args: &AutoplayArgs, out: &mut Output) -> Result<(), Failure> {
    let asked = Asked::of(args)?;
    let stop = interrupt::watch();
    let several = asked.games.len() > 1;
    for named in &asked.games {
        let loaded = Loaded::new(named)?;
        let second = asked.second.as_ref().map(Loaded::new).transpose()?;
        let variant = if several { named.variant.as_deref() } else { None };
        loaded.with(|loaded| {
            let arranged = Arranged::new(args, asked.count, loaded, second.as_ref())?;
            let session = Session { args, arranged: &arranged, variant, stop: &stop };
            let played = session.run(out)?;
            let told = Told {
                identity: &arranged.identity,
                sums: &played.results.sums,
                ladder: &played.ladder,
                wanted: args.wanted_length,
            };
            tell::tell(&told, &arranged, args, &played.pace, variant, out)?;
            if stop.load(Ordering::Relaxed) {
                remark(&format!("stopped after {}", counted(played.results.sums.games as usize, "game")));
            }
            Ok(())
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
    }
    Ok(())
}

/// One match, as it is asked for on the command line.
pub(super) struct Session<'a> {
    pub(super) args: &'a AutoplayArgs,
    pub(super) arranged: &'a Arranged<'a>,
    /// The name of the variant, if there are several matches.
    pub(super) variant: Option<&'a str>,
    pub(super) stop: &'a AtomicBool,
}

/// A match that has been played.
pub(super) struct Played {
    pub(super) results: Results,
    pub(super) pace: Pace,
    /// What the bots of a ladder have scored against those below them; empty if it was not climbed.
    pub(super) ladder: Vec<Score>,
}

impl Session<'_> {
    /// Plays the match, or goes on with it.
    pub(super) fn run(&self, out: &mut Output) -> Result<Played, Failure> {
        let (args, arranged) = (self.args, self.arranged);
        let file = |path: &Option<String>| path.as_ref().map(|path| file_of(Path::new(path), self.variant));
        let part = self.part()?;
        let mut book = Book::open(file(&args.resume).as_deref(), arranged.identity.clone())?;
        let identity = &arranged.identity;
        let mut tables = Tables::open(
            [file(&args.csv).as_deref(), file(&args.plies).as_deref()],
            |name| book.table(name),
            arranged.game(),
            &identity.seats,
            &identity.plan.entrants,
        )?;
        let records = file(&args.records).map(|folder| records::Records::new(&folder, &args.formats)).transpose()?;
        let mut pace = Pace::new(&identity.plan.entrants, book.results().sums.games);
        let left = if self.is_decided(book.results()) { NOTHING } else { book.results().left(part) };
        if arranged.timed && (args.resume.is_some() || part != identity.plan.whole()) {
            remark("these bots think by the clock: the same seed need not give the same games");
        }
        // Two scripts that meet are told of as they always were.
        let mut log = (arranged.second.is_some() && !args.json).then(|| classic::Log::new(arranged));
        if let Some(log) = &log {
            out.text(&log.heading())?;
        }
        let begin = Instant::now();
        let progress = Progress::new();
        let mut shown = Instant::now();
        let (rows, plies) = tables.wanted();
        let trees = records.is_some() || log.is_some();
        let held = self.hold(left, (rows || log.is_some(), plies), trees, &mut |batch| {
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
                progress.show(&pace.progress(book.results(), left, begin.elapsed()));
            }
            Ok(!self.is_decided(book.results()))
        });
        progress.clear();
        pace.time = begin.elapsed();
        let lengths = tables.lengths()?;
        // A match that is over says nothing about tables, so that it is the same however it was played.
        let over = book.results().left(part).is_empty() || self.is_decided(book.results());
        book.write(if over { Default::default() } else { lengths })?;
        held?;
        let ladder = match args.depth {
            Some(games) if over => depth::climb(arranged, games, threads(self.args.threads), self.stop)?,
            _ => Vec::new(),
        };
        Ok(Played { results: book.into_results(), pace, ladder })
    }

    /// The part of the match that is to be played here.
    fn part(&self) -> Result<Shard, Failure> {
        let plan = self.arranged.plan();
        let told = || shard::of_environment(|name| std::env::var(name).ok());
        let part = match (self.args.shard, told()) {
            (Some(part), _) => part,
            (None, Some((part, variable))) => {
                remark(&format!("part {} of {}, as {variable} says", part.index, part.count));
                part
            }
            (None, None) => Part { index: 1, count: 1 },
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

    /// Whether a sequential test has decided. It is asked whenever everybody has sat in every seat.
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
        let hold = Hold { threads: threads(self.args.threads), rows: rows || plies, traces: rows || plies, trees };
        held.hold(part, hold, take).map_err(failed)
    }
}

/// How many threads are meant: 0 is one for each processor.
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

/// No games.
const NOTHING: Shard = Shard { first: 0, end: 0 };

/// How often the progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
