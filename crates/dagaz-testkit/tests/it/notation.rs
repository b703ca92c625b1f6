//! The notation of every available game: no two legal moves of a position have equal texts, each is
//! found by its text, and no text is longer than needed. The library is tested by seeded playouts,
//! other authors' files by shorter ones.

#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use dagaz_core::{Game, Limits, MoveList, State};
use dagaz_record::formats::notation;
use dagaz_record::{Format, GameTree, ReadLimits};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// Moves of one position whose texts are looked at; of more than that, so many spread over the
/// list.
const MOVES: usize = 150;

/// Other people's files that are looked at; of more than that, so many spread over the folder.
const FILES: usize = 60;

/// What is wrong with the texts of the moves of a position.
fn faults_at(game: &dyn Game, state: &State, list: &MoveList) -> Option<String> {
    let stride = list.len().div_ceil(MOVES).max(1);
    let mut texts = std::collections::HashMap::new();
    for index in (0..list.len()).step_by(stride) {
        let text = notation::move_text(game, state, list, index);
        if let Some(other) = texts.insert(text.clone(), index)
            && !list.get(other).same_as(list.get(index))
        {
            return Some(format!("`{text}` is two moves"));
        }
        if text.contains(" #") {
            return Some(format!("`{text}` has but a number"));
        }
        match notation::find_move(game, state, list, &text) {
            Ok(found) if list.get(found).same_as(list.get(index)) => {}
            found => return Some(format!("`{text}` is found as {found:?}")),
        }
    }
    None
}

/// Returns the faults in the first plies of some playouts of every item of a file, and its number
/// of items.
fn file_faults(path: &Path, items: usize, games: u64, plies: usize) -> (usize, Vec<String>) {
    let limits = Limits { fuel: 5_000_000, ..Limits::default() };
    let Ok(mut file) = source::read(path, &limits) else { return (0, Vec::new()) };
    let (mut count, mut faults) = (0, Vec::new());
    for index in 0..file.playable().len().min(items) {
        let Some(rules) = file.rules(index).rules else { continue };
        let Ok(pair) = Pair::new(rules, &limits) else { continue };
        let game: &dyn Game = &pair.compiled;
        count += 1;
        for seed in 0..games {
            let mut fault = None;
            // A game that meets a limit is looked at as far as it goes.
            let _ = walk::walk(game, game.initial(), seed, plies, &mut |state, list| {
                fault = faults_at(game, state, list);
                if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            faults.extend(fault.map(|fault| format!("{}: {}: {fault}", path.display(), game.glossary().title)));
        }
    }
    (count, faults)
}

fn check(files: &[PathBuf], items: usize, games: u64, plies: usize) -> usize {
    let (mut count, mut faults) = (0, Vec::new());
    for (path, result) in files.iter().zip(parallel::map(files, |path| file_faults(path, items, games, plies))) {
        match result {
            Ok((found, wrong)) => {
                count += found;
                faults.extend(wrong);
            }
            Err(panic) => faults.push(format!("{}: {panic}", path.display())),
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    count
}

#[test]
fn every_move_of_the_library_has_a_unique_text() {
    let count = check(&source::library(), usize::MAX, 2, 60);
    assert!(count >= 35, "only {count} games");
}

#[test]
fn every_move_of_corpus_files_has_a_unique_text() {
    let Some(folder) = source::corpus() else {
        dagaz_testkit::skipped("moves of every file of the collection; there is none, DAGAZ_CORPUS names its folder");
        return;
    };
    let files = source::files(&folder, "zrf");
    let files: Vec<PathBuf> = files.iter().step_by(files.len().div_ceil(FILES).max(1)).cloned().collect();
    let count = check(&files, 4, 1, 30);
    println!("{} files, {count} games", files.len());
}

#[test]
fn the_examples_of_the_manual_are_records() {
    let text = std::fs::read_to_string(source::root().join("docs/records.md")).expect("the manual is there");
    let blocks = text.split("\n\n").collect::<Vec<_>>().join("\n\u{0}\n");
    let limits = Limits::default();
    let mut file = source::read(&source::root().join("games/chess/chess/chess.zrf"), &limits).expect("chess is there");
    let game = Pair::new(file.rules(0).rules.expect("without faults"), &limits).expect("within the limits").compiled;
    for (begin, end, format) in
        [("    Dagaz record 1", "The format has", Format::Text), ("    {\n", "The schema is", Format::Json)]
    {
        let block = blocks.find(begin).and_then(|at| blocks[at..].split(end).next()).expect("an example");
        let block: String = block.lines().map(|line| format!("{}\n", line.trim_matches(['\u{0}', ' ']))).collect();
        let games =
            format.read(&game, &block, &ReadLimits::default()).strict().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(games.iter().map(GameTree::moves).max(), Some(if format == Format::Text { 4 } else { 3 }));
    }
}
