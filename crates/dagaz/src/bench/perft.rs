//! `dagaz bench --perft`: how fast all sequences of moves are counted, again and again from one
//! position.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dagaz_core::{Counting, Game, LimitHit, State, UndoLog};
use serde_json::json;

use super::workers::{self, Job};
use super::{clock::Time, differs};
use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::library::Known;
use crate::load::{Loaded, Source};
use crate::output::{HEADING, Output, clean, grouped, styled};
use crate::start::legal;

/// Pieces of work for each thread that leave no thread idle for long, though some are far larger
/// than others.
const PIECES_PER_THREAD: usize = 8;

/// A part of the tree: all sequences of so many plies from a state.
struct Branch {
    state: State,
    depth: u32,
    /// What the first count of it said.
    leaves: OnceLock<u64>,
}

/// A tree of moves, counted whole again and again until the time is over.
struct PerftJob<'a> {
    game: &'a dyn Game,
    depth: u32,
    branches: Vec<Branch>,
    begin: Instant,
    wanted: Duration,
    /// The number of the first piece of work that is not done, once that is known.
    end: AtomicU64,
}

/// What one thread has counted.
#[derive(Default)]
struct PerftCounts {
    pieces: u64,
    leaves: u64,
}

/// Counts until the time is over, at least once, and reports.
pub(super) fn run(
    args: &BenchArgs,
    depth: u32,
    threads: usize,
    loaded: &Loaded,
    out: &mut Output,
) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let start = loaded.begin(args.start.position.as_deref())?;
    let known = known(loaded, args, depth);
    let branches = divided(game, &start, depth, threads)?;
    warm_up(game, &start, depth, &branches)?;
    let wanted = Duration::from_secs_f64(args.seconds);
    let count = PerftJob { game, depth, branches, begin: Instant::now(), wanted, end: AtomicU64::new(u64::MAX) };
    let (parts, time) = workers::run(&count, threads)?;
    let counted = parts.into_iter().fold(PerftCounts::default(), |sum, part| PerftCounts {
        pieces: sum.pieces + part.pieces,
        leaves: sum.leaves + part.leaves,
    });
    let leaves = count.branches.iter().filter_map(|branch| branch.leaves.get()).sum();
    compare(leaves, known)?;
    // A thread may have begun one more count than was finished; its leaves and its time count as
    // well.
    let times = counted.pieces / count.branches.len() as u64;
    report(args, loaded, &PerftResult { depth, leaves, times, all: counted.leaves, known }, &time, out)
}

/// What was counted.
struct PerftResult {
    depth: u32,
    /// The leaves of the tree.
    leaves: u64,
    /// How often they were counted.
    times: u64,
    /// All leaves counted while the clocks ran.
    all: u64,
    known: Option<(u64, &'static str)>,
}

fn report(
    args: &BenchArgs,
    loaded: &Loaded,
    answer: &PerftResult,
    time: &Time,
    out: &mut Output,
) -> Result<(), Failure> {
    if args.json {
        let mut speed = time.json(&[("leaves", answer.all)]);
        speed["repetitions"] = answer.times.into();
        out.json(&json!({
            "game": loaded.title(),
            "depth": answer.depth,
            "leaves": answer.leaves,
            "known": answer.known.map(|(leaves, from)| json!({ "leaves": leaves, "from": from })),
            "speed": speed,
        }))?;
        return Ok(());
    }
    let checked = match answer.known {
        Some((_, from)) => format!("as others have counted: {from}"),
        None if answer.times > 1 => "the same each time; what others have counted is not at hand".to_string(),
        None => "against nothing: it was counted once, and what others have counted is not at hand".to_string(),
    };
    let times = if answer.times == 1 { "once".to_string() } else { format!("{} times", grouped(answer.times)) };
    out.line(styled(HEADING, clean(loaded.title())))?;
    out.line(format!("leaves           {} at depth {}, counted {times}", grouped(answer.leaves), answer.depth))?;
    out.line(format!("checked          {}", clean(&checked)))?;
    out.line(format!("time             {}", time.words()))?;
    out.line(format!("leaves/s         {}", time.rates(answer.all)))?;
    Ok(())
}

/// What others have counted, if this is a game of the library from its start position.
fn known(loaded: &Loaded, args: &BenchArgs, depth: u32) -> Option<(u64, &'static str)> {
    let Source::Library(entry) = &loaded.source else { return None };
    if args.start.position.is_some() {
        return None;
    }
    let first = loaded.is_default();
    let fits = |known: &&Known| known.variant.map_or(first, |variant| variant == loaded.title());
    let index = usize::try_from(depth).ok()?.checked_sub(1)?;
    entry.known.iter().filter(fits).find_map(|known| Some((*known.counts.get(index)?, known.from)))
}

fn compare(leaves: u64, known: Option<(u64, &'static str)>) -> Result<(), Failure> {
    match known {
        Some((expected, from)) if expected != leaves => {
            Err(differs(format!("{leaves} leaves were counted, but there are {expected} ({from})")))
        }
        _ => Ok(()),
    }
}

/// Returns the tree in pieces, at least one: whole for one thread, else cut at its first moves, or
/// where these are few at its second.
fn divided(game: &dyn Game, start: &State, depth: u32, threads: usize) -> Result<Vec<Branch>, LimitHit> {
    let mut states = vec![start.clone()];
    // As the convention is, nothing in the tree ends by repetition.
    states[0].forget_history();
    let mut left = depth;
    // The last ply is not played but only listed, so it is never worth dividing.
    while threads > 1 && left > 1 && depth - left < 2 && states.len() < threads * PIECES_PER_THREAD {
        let mut after = Vec::new();
        for state in &states {
            for one in legal(game, state)?.iter() {
                let mut next = state.clone();
                game.play(&mut next, one, &mut UndoLog::new());
                after.push(next);
            }
        }
        if after.is_empty() {
            break;
        }
        states = after;
        left -= 1;
    }
    Ok(states.into_iter().map(|state| Branch { state, depth: left, leaves: OnceLock::new() }).collect())
}

/// Counts a ply less, where that costs little: what a game prepares when it is first needed is
/// ready then, and it shows whether the pieces make up the whole.
fn warm_up(game: &dyn Game, start: &State, depth: u32, branches: &[Branch]) -> Result<(), Failure> {
    let Some(less) = depth.checked_sub(1) else { return Ok(()) };
    let whole = game.perft(start, less, Counting::Moves)?;
    if branches.iter().any(|branch| branch.depth == depth) {
        return Ok(());
    }
    let mut sum = 0;
    for branch in branches {
        sum += game.perft(&branch.state, branch.depth - 1, Counting::Moves)?;
    }
    if whole == sum {
        return Ok(());
    }
    Err(differs(format!("at depth {less} there are {whole} leaves counted as a whole, but {sum} counted in parts")))
}

impl Job for PerftJob<'_> {
    type Part = PerftCounts;

    fn part(&self) -> PerftCounts {
        PerftCounts::default()
    }

    /// Every tree that is begun is finished, and at least one is.
    fn wants(&self, number: u64) -> bool {
        let pieces = self.branches.len() as u64;
        if number >= pieces && number.is_multiple_of(pieces) && self.begin.elapsed() >= self.wanted {
            self.end.fetch_min(number, Ordering::Relaxed);
        }
        number < self.end.load(Ordering::Relaxed)
    }

    fn work(&self, next: &mut dyn FnMut() -> Option<u64>, counted: &mut PerftCounts) -> Result<(), Failure> {
        while let Some(number) = next() {
            let branch = &self.branches[(number % self.branches.len() as u64) as usize];
            let leaves = self.game.perft(&branch.state, branch.depth, Counting::Moves)?;
            let first = *branch.leaves.get_or_init(|| leaves);
            if leaves != first {
                return Err(differs(format!("the same moves were counted twice, as {first} and as {leaves}")));
            }
            counted.pieces += 1;
            counted.leaves += leaves;
        }
        Ok(())
    }

    fn progress(&self, begun: u64) -> String {
        let done = begun.saturating_sub(1) / self.branches.len() as u64;
        format!("counting depth {}, {} times so far …", self.depth, grouped(done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::GameArgs;

    fn loaded(file: &str) -> Loaded {
        Loaded::new(&GameArgs { file: file.to_string(), ..GameArgs::default() }).expect("it is in the library")
    }

    #[test]
    fn divided_perft_sums_to_the_whole() {
        for name in ["chess", "english-draughts", "tic-tac-toe"] {
            let game = loaded(name).game;
            let start = game.initial();
            for (depth, threads) in [(0, 3), (1, 3), (2, 3), (3, 2), (4, 40)] {
                let branches = divided(&*game, &start, depth, threads).expect("within the limits");
                let count =
                    |state: &State, depth| game.perft(state, depth, Counting::Moves).expect("within the limits");
                let sum: u64 = branches.iter().map(|branch| count(&branch.state, branch.depth)).sum();
                assert_eq!(sum, count(&start, depth), "{name}, depth {depth}");
                assert!(warm_up(&*game, &start, depth, &branches).is_ok());
                assert_eq!(branches.len() > 1, depth > 1);
            }
            let mut branches = divided(&*game, &start, 3, 2).expect("within the limits");
            branches.pop();
            assert!(warm_up(&*game, &start, 3, &branches).is_err(), "a part is missing");
        }
    }

    #[test]
    fn a_difference_from_a_known_count_is_an_error() {
        assert!(compare(20, None).is_ok() && compare(20, Some((20, "somebody"))).is_ok());
        let failure = compare(21, Some((20, "somebody"))).expect_err("it differs");
        assert_eq!(failure.code(), 1);
        assert!(failure.to_string().starts_with("21 leaves were counted, but there are 20 (somebody)"), "{failure}");
    }

    #[test]
    fn a_count_that_changes_is_an_error() {
        let game = loaded("tic-tac-toe").game;
        let branches = divided(&*game, &game.initial(), 2, 1).expect("within the limits");
        let (begin, wanted) = (Instant::now(), Duration::ZERO);
        let count = PerftJob { game: &*game, depth: 2, branches, begin, wanted, end: AtomicU64::new(u64::MAX) };
        let mut numbers = [0].into_iter();
        assert!(count.work(&mut || numbers.next(), &mut PerftCounts::default()).is_ok());
        count.branches[0].leaves.get().filter(|leaves| **leaves == 72).expect("nine times eight");
        let wrong = OnceLock::from(71);
        let branches = vec![Branch { state: game.initial(), depth: 2, leaves: wrong }];
        let count = PerftJob { branches, ..count };
        let mut numbers = [1].into_iter();
        assert!(count.work(&mut || numbers.next(), &mut PerftCounts::default()).is_err());
    }
}
