//! Every game of edition 3 in the library: complete, without a warning, and true to its golden facts.

use std::path::Path;

use dagaz_core::{Game, Limits, PlayoutLimits};
use dagaz_testkit::facts::Facts;
use dagaz_testkit::source::{self, own_items, path_game};
use dagaz_testkit::{battery, parallel, walk};

/// Golden counts above this are left to `cargo xtask verify`.
const NODES_MAX: u64 = 60_000;

/// Runs `check` on every file; panics with all that was found.
fn for_each_game(check: impl Fn(&Path) -> Vec<String> + Sync) {
    let games = source::path_library();
    assert!(!games.is_empty(), "the library is empty");
    let results = parallel::map(&games, |path| check(path));
    let mut faults = Vec::new();
    for (path, result) in games.iter().zip(results) {
        let name = source::short_name(path, &source::root());
        faults.extend(result.unwrap_or_else(|panic| vec![panic]).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_game_has_its_note_and_its_facts_and_loads_without_a_warning() {
    for_each_game(|path| {
        let missing = ["README.md", "facts.toml"].into_iter().filter(|name| !path.with_file_name(name).is_file());
        let mut faults: Vec<String> = missing.map(|name| format!("there is no {name} beside it")).collect();
        faults.extend(Facts::beside(path).err());
        let file = source::read_paths(path, &Limits::default()).expect("the file is there");
        let found = file.check();
        if own_items(&file).is_empty() {
            faults.push("there is nothing to play".to_string());
        }
        if !found.is_empty() {
            faults.push(file.render(&found));
        }
        faults
    });
}

#[test]
fn every_golden_count_is_met() {
    for_each_game(|path| {
        let limits = Limits::default();
        let facts = Facts::beside(path).unwrap_or_default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let titles: Vec<String> = file.playable().iter().map(|item| item.title.clone()).collect();
        let mut faults = Vec::new();
        for perft in &facts.perft {
            let counted = perft.variant_among(&titles, file.default_index()).and_then(|index| {
                let game = path_game(&file, index, &limits)?;
                perft.start(&game)?;
                perft.verify(&game, NODES_MAX)
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
fn every_item_keeps_the_invariants_and_random_games_come_to_an_end_or_a_limit() {
    for_each_game(|path| {
        let limits = Limits::default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let mut faults = Vec::new();
        for index in own_items(&file) {
            let title = &file.playable()[index].title;
            let game = match path_game(&file, index, &limits) {
                Ok(game) => game,
                Err(why) => {
                    faults.push(format!("{title}: {why}"));
                    continue;
                }
            };
            let found = battery::run(&game, 1, 20).unwrap_or_else(|hit| vec![hit.to_string()]);
            faults.extend(found.into_iter().map(|fault| format!("{title}: {fault}")));
            for seed in 0..2 {
                let play = || {
                    let mut state = game.initial();
                    let stop = PlayoutLimits { plies: 120, quiet_plies: None };
                    let playout = game.playout(&mut state, &mut walk::rng(seed), stop);
                    (playout, state)
                };
                let (playout, state) = play();
                match playout {
                    Ok(ref made) if made.cut.is_some() => faults.push(format!("{title}: cut off: {:?}", made.cut)),
                    Ok(_) => {}
                    Err(ref hit) => faults.push(format!("{title}: {hit}")),
                }
                if play() != (playout, state) {
                    faults.push(format!("{title}: two playouts with seed {seed} differ"));
                }
            }
        }
        faults
    });
}
