//! Hidden facts in the games of the library.

use std::path::{Path, PathBuf};

use dagaz_core::{Game, Limits};
use dagaz_testkit::facts::{Facts, variant_among};
use dagaz_testkit::histories::{swap_faults, tree_faults};
use dagaz_testkit::source;

/// The number of playouts of each variant in which facts are exchanged.
const GAMES: u64 = 20;
const PLIES: usize = 60;
/// How many searches for another state of a variant may find none.
const FAILURES: u32 = 6;

/// The rules files of the library in which something is hidden.
fn hiding() -> Vec<PathBuf> {
    let hides = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("the file is there");
        text.contains("(hidden ") || text.contains("(together ")
    };
    source::path_library().into_iter().filter(hides).collect()
}

fn found(path: &Path, faults: Vec<String>) -> impl Iterator<Item = String> {
    let name = source::short_name(path, &source::root());
    faults.into_iter().map(move |fault| format!("{name}: {fault}"))
}

#[test]
fn exchanging_what_a_player_does_not_see_changes_nothing_for_them() {
    let (mut faults, mut games) = (Vec::new(), 0);
    for path in hiding() {
        let file = source::read_paths(&path, &Limits::default()).expect("the file is there");
        for index in source::own_items(&file) {
            let game = source::path_game(&file, index, &Limits::default()).expect("the library has no errors");
            assert!(game.hides(), "{}", path.display());
            games += 1;
            let mut failures = FAILURES;
            for seed in 0..GAMES {
                let swapped = swap_faults(&game, seed, PLIES, &mut failures);
                faults.extend(found(&path, swapped.expect("within the limits")));
            }
        }
    }
    assert!(games >= 9, "only {games} games hide anything");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
}

#[test]
fn every_tree_of_histories_is_as_others_count_it() {
    let (mut faults, mut trees) = (Vec::new(), 0);
    for path in hiding() {
        for tree in &Facts::beside(&path).expect("they can be read").tree {
            let file = source::read_paths(&path, &Limits::default()).expect("the file is there");
            let titles: Vec<String> = file.playable().iter().map(|item| item.title.clone()).collect();
            let index = variant_among(tree.variant.as_deref(), &titles, file.default_index());
            let index = index.expect("the variant is there");
            let game = source::path_game(&file, index, &Limits::default()).expect("the library has no errors");
            trees += 1;
            faults.extend(found(&path, tree_faults(&game, tree).expect("within the limits")));
        }
    }
    assert!(trees >= 8, "only {trees} trees are counted");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(9)].join("\n"));
}

/// One hides a number, which Two may not see and must guess; `guess` is a test of the guess.
fn guessing(guess: &str) -> dagaz_engine::PathGame {
    let text = format!(
        "(drf 3) (game \"Guess\" (players One Two) (board (sites table)) (var c of game 0) (var ans of game 0)
           (rule (hide k) (set c k)) (rule (guess k) {guess} (set ans k))
           (moves (hide 1..2) (guess 1..2)) (turns (One hide) (Two guess))
           (hidden c (me Two))
           (score end (> ans 0) (if (= ans c) 1 0)))"
    );
    let file = dagaz_drf::DrfFile::parse("guess.drf", text.as_bytes(), &dagaz_syntax::NoIncludes, &Limits::default());
    source::path_game(&file, 0, &Limits::default()).expect("it has no errors")
}

#[test]
fn moves_that_tell_hidden_facts_are_found() {
    let faults = |guess: &str| -> Vec<String> {
        let game = guessing(guess);
        let of_seed = |seed| swap_faults(&game, seed, PLIES, &mut FAILURES.clone()).expect("within the limits");
        (0..GAMES).flat_map(of_seed).collect()
    };
    assert_eq!(faults(""), [""; 0]);
    let found = faults("(= k c)");
    assert!(found.iter().any(|fault| fault.contains("what is hidden changes what is offered")), "{found:?}");
}
