//! Every game of the library: complete, without a warning, and true to its golden facts.

use std::path::{Path, PathBuf};

use dagaz_core::{Game, Limits};
use dagaz_testkit::exam::{Plan, examine_all};
use dagaz_testkit::facts::Facts;
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{battery, parallel};

/// Golden counts above this are left to `cargo xtask verify`.
const NODES_MAX: u64 = 300_000;

const PLAN: Plan = Plan { playouts: 10, plies: 2_000, states: 50, state_plies: 60, batteries: 3, battery_plies: 60 };

/// Runs `check` on every rules file of the library; panics with all that was found.
fn for_each_game(check: impl Fn(&Path) -> Vec<String> + Sync) {
    let games = source::library();
    assert!(!games.is_empty(), "the library is empty");
    report(&games, parallel::map(&games, |path| check(path)));
}

fn report(files: &[PathBuf], results: Vec<Result<Vec<String>, String>>) {
    let mut faults = Vec::new();
    for (path, result) in files.iter().zip(results) {
        let name = source::short_name(path, &source::root());
        faults.extend(result.unwrap_or_else(|panic| vec![panic]).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_game_has_a_readme_and_golden_facts() {
    for_each_game(|path| {
        let missing = ["README.md", "facts.toml"].into_iter().filter(|name| !path.with_file_name(name).is_file());
        let mut faults: Vec<String> = missing.map(|name| format!("there is no {name} beside it")).collect();
        faults.extend(Facts::beside(path).err());
        faults
    });
}

#[test]
fn every_game_loads_without_a_warning() {
    for_each_game(|path| {
        let mut file = source::read(path, &Limits::default()).expect("the file is there");
        let found = file.check();
        if file.playable().is_empty() {
            return vec!["there is nothing to play".to_string()];
        }
        if found.is_empty() { Vec::new() } else { vec![file.render(&found)] }
    });
}

#[test]
fn every_variant_keeps_the_invariants_and_both_executors_agree() {
    let games = source::root().join("games");
    let mut faults = Vec::new();
    for (item, report) in examine_all(&source::library(), &Limits::default(), &PLAN, |_, _| ()) {
        let name = format!("{}: {}", source::short_name(&item.path, &games), report.title);
        let refused = report.refused.map(|reason| format!("refused: {reason}"));
        faults.extend(report.faults.into_iter().chain(refused).map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_interpreter_keeps_all_invariants() {
    for_each_game(|path| {
        let mut file = source::read(path, &Limits::default()).expect("the file is there");
        let default = file.default_index();
        let Some(rules) = file.rules(default).rules else { return vec!["no rules".to_string()] };
        let pair = Pair::new(rules, &Limits::default()).expect("within the limits");
        battery::run(&pair.interpreter, 1, 6).unwrap_or_else(|hit| vec![hit.to_string()])
    });
}

#[test]
fn every_golden_count_is_met() {
    for_each_game(|path| {
        let limits = Limits::default();
        let facts = Facts::beside(path).unwrap_or_default();
        let mut file = source::read(path, &limits).expect("the file is there");
        let titles: Vec<String> = file.playable().iter().map(|item| item.title.clone()).collect();
        let default = file.default_index();
        let mut faults = Vec::new();
        for perft in &facts.perft {
            let counted = perft.variant_among(&titles, default).and_then(|index| {
                let rules = file.rules(index).rules.ok_or("no rules")?;
                let game = Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled;
                perft.start(&game)?;
                perft.verify(&game, NODES_MAX)?;
                // A table so small that most of what it keeps has to make way.
                perft.verify_in(&game, NODES_MAX / 4, 4 << 10)
            });
            faults.extend(counted.err().map(|fault| match &perft.variant {
                Some(variant) => format!("{variant}: {fault}"),
                None => fault,
            }));
        }
        faults
    });
}

#[test]
fn the_same_seed_gives_the_same_playout() {
    for_each_game(|path| {
        let mut file = source::read(path, &Limits::default()).expect("the file is there");
        let default = file.default_index();
        let Some(rules) = file.rules(default).rules else { return vec!["no rules".to_string()] };
        let game = Pair::new(rules, &Limits::default()).expect("within the limits").compiled;
        let limits = dagaz_core::PlayoutLimits { plies: 100, quiet_plies: Some(50) };
        let play = || {
            let mut state = game.initial();
            let playout = game.playout(&mut state, &mut dagaz_testkit::walk::rng(5), limits);
            (playout, state)
        };
        if play() == play() { Vec::new() } else { vec!["two playouts with one seed differ".to_string()] }
    });
}
