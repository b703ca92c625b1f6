//! How much memory compiled games take, counted where memory is handed out, so nothing is
//! forgotten.
//!
//! A program of its own: the allocator that counts is that of the whole program.
#![expect(clippy::print_stderr, reason = "prints the largest games with --no-capture")]
#![expect(clippy::print_stdout, reason = "child processes print what they measured")]

use std::process::{Child, Command, Stdio};

use dagaz_core::Limits;
use dagaz_engine::{CompiledGame, Executors};
use dagaz_testkit::source::{self, path_game};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes that a compiled game may take, ready to be played at full speed.
const BYTES_MAX: usize = 64_000_000;

/// Set in a child process: its number and the number of children, as `0/2`.
const SHARE: &str = "DAGAZ_MEMORY_SHARE";

/// A compiled game: its bytes, the bytes that its executor reports, its name.
type Measured = (usize, usize, String);

/// Shows the largest with `--no-capture`.
///
/// The allocator counts the bytes of all threads together, so games are compiled one by one. Child
/// processes share the work.
#[test]
fn every_compiled_game_fits_64_megabytes() {
    if let Ok(share) = std::env::var(SHARE) {
        // The test runner may have begun a line.
        println!();
        for (bytes, reported, name) in measured(&share) {
            println!("{bytes}\t{reported}\t{name}");
        }
        return;
    }
    if source::corpus().is_none() {
        dagaz_testkit::skipped("the memory of games of the collection; there is none, DAGAZ_CORPUS names its folder");
    }
    let processes = std::thread::available_parallelism().map_or(1, usize::from);
    let children: Vec<_> = (0..processes).map(|number| child(&format!("{number}/{processes}"))).collect();
    let mut games: Vec<Measured> = Vec::new();
    for child in children {
        let output = child.wait_with_output().expect("the child ends");
        let text = String::from_utf8(output.stdout).expect("it is text");
        assert!(output.status.success(), "{text}");
        games.extend(text.lines().filter_map(read));
    }
    games.sort_by(|one, other| other.cmp(one));
    assert!(games.len() > 300, "only {} games", games.len());
    for (bytes, reported, name) in games.iter().take(10) {
        eprintln!("{:>9} KB, reported {:>9} KB: {name}", bytes / 1_024, reported / 1_024);
    }
    let over: Vec<_> = games.iter().filter(|(bytes, ..)| *bytes > BYTES_MAX).collect();
    assert!(over.is_empty(), "more than {BYTES_MAX} bytes: {over:?}");
    let less: Vec<_> = games.iter().filter(|(bytes, reported, _)| reported > bytes).collect();
    assert!(less.is_empty(), "an executor reports more than the game takes: {less:?}");
}

/// This test again, in a process that measures a share of the games.
fn child(share: &str) -> Child {
    let program = std::env::current_exe().expect("this program");
    let arguments = ["--exact", "every_compiled_game_fits_64_megabytes", "--nocapture"];
    let mut command = Command::new(program);
    command.args(arguments).env(SHARE, share).stdout(Stdio::piped()).spawn().expect("it starts")
}

/// A line of a child; none for the lines of the test runner.
fn read(line: &str) -> Option<Measured> {
    let mut fields = line.split('\t');
    let (bytes, reported) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((bytes, reported, fields.next()?.to_string()))
}

/// Compiles the games of a share, one by one.
fn measured(share: &str) -> Vec<Measured> {
    let (number, processes) = share.split_once('/').expect("two numbers");
    let number: usize = number.parse().expect("a number");
    let processes: usize = processes.parse().expect("a number");
    let limits = Limits::default();
    let folders = [Some(source::root().join("games")), source::corpus()];
    let files = folders.iter().flatten().flat_map(|folder| {
        ["zrf", "drf"]
            .into_iter()
            .flat_map(|extension| source::files(folder, extension))
            .map(move |path| (folder, path))
    });
    let mut games = Vec::new();
    for (folder, path) in files.skip(number).step_by(processes) {
        for index in source::own_places(&path, &limits) {
            let before = MEMORY.current_usage();
            let Some((reported, _kept)) = made_ready(&path, index, &limits) else { continue };
            let bytes = MEMORY.current_usage() - before;
            games.push((bytes, reported, format!("{}, {index}", source::short_name(&path, folder))));
        }
    }
    games
}

/// Returns the bytes that the executor of a game reports, and the game, ready to be played; none if
/// the game is refused.
fn made_ready(path: &std::path::Path, index: usize, limits: &Limits) -> Option<(usize, Box<dyn std::any::Any>)> {
    if source::is_of_paths(path) {
        let game = path_game(&source::read_paths(path, limits).ok()?, index, limits).ok()?;
        let reported = game.make_ready().map_or(0, |(report, _)| report.bytes);
        return Some((reported, Box::new(game)));
    }
    let rules = source::read(path, limits).ok()?.rules(index).rules?;
    let game = CompiledGame::with(rules.into(), limits, Executors::Fastest).ok()?;
    let reported = game.make_ready().map_or(0, |report| report.bytes);
    Some((reported, Box::new(game)))
}
