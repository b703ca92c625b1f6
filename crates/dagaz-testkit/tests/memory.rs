//! How much memory compiled games take, counted where memory is handed out, so nothing is
//! forgotten.
//!
//! A program of its own: the allocator that counts is that of the whole program.
#![expect(clippy::print_stderr, reason = "prints the largest games with --no-capture")]

use dagaz_core::Limits;
use dagaz_engine::{CompiledGame, Executors};
use dagaz_testkit::source::{self, path_game};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes that a compiled game may take, ready to be played at full speed.
const MOST: usize = 64_000_000;

/// Shows the largest with `--no-capture`.
#[test]
fn every_compiled_game_fits_64_megabytes() {
    let limits = Limits::default();
    let corpus = source::corpus();
    if corpus.is_none() {
        dagaz_testkit::skipped("the memory of games of the collection; there is none, DAGAZ_CORPUS names its folder");
    }
    let folders = [Some(source::root().join("games")), corpus];
    let files = folders.iter().flatten().flat_map(|folder| {
        ["zrf", "drf"]
            .into_iter()
            .flat_map(|extension| source::files(folder, extension))
            .map(move |path| (folder, path))
    });
    let mut games: Vec<(usize, usize, String)> = Vec::new();
    for (folder, path) in files {
        for index in source::own_places(&path, &limits) {
            let before = MEMORY.current_usage();
            let Some((said, _kept)) = made_ready(&path, index, &limits) else { continue };
            let bytes = MEMORY.current_usage() - before;
            games.push((bytes, said, format!("{}, {index}", source::short_name(&path, folder))));
        }
    }
    games.sort_by(|one, other| other.cmp(one));
    assert!(games.len() > 300, "only {} games", games.len());
    for (bytes, said, name) in games.iter().take(10) {
        eprintln!("{:>9} KB, of which the form says {:>9} KB: {name}", bytes / 1_024, said / 1_024);
    }
    let over: Vec<_> = games.iter().filter(|(bytes, ..)| *bytes > MOST).collect();
    assert!(over.is_empty(), "more than {MOST} bytes: {over:?}");
    let told_more: Vec<_> = games.iter().filter(|(bytes, said, _)| said > bytes).collect();
    assert!(told_more.is_empty(), "a form says that it takes more than the game does: {told_more:?}");
}

/// A game that is ready, and how many bytes its form says that it takes; none if it is refused.
fn made_ready(path: &std::path::Path, index: usize, limits: &Limits) -> Option<(usize, Box<dyn std::any::Any>)> {
    if source::is_of_paths(path) {
        let game = path_game(&source::read_paths(path, limits).ok()?, index, limits).ok()?;
        let said = game.make_ready().map_or(0, |(report, _)| report.bytes);
        return Some((said, Box::new(game)));
    }
    let rules = source::read(path, limits).ok()?.rules(index).rules?;
    let game = CompiledGame::with(rules.into(), limits, Executors::Fastest).ok()?;
    let said = game.make_ready().map_or(0, |report| report.bytes);
    Some((said, Box::new(game)))
}
