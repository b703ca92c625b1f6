//! What the fuzz targets start from and what they have found, replayed.

use std::path::PathBuf;

use dagaz_record::Format;
use dagaz_testkit::{fuzzing, mutants, parallel, path_fuzzing, record_fuzzing, source};

fn replay(folder: &str, at_least: usize) {
    replay_with(folder, "zrf", at_least, |bytes| {
        fuzzing::parse(bytes);
        fuzzing::play(bytes);
    });
}

fn replay_with(folder: &str, ending: &str, at_least: usize, run: impl Fn(&[u8]) + Sync) {
    let folder = source::root().join("fuzz").join(folder);
    let files = source::files(&folder, ending);
    assert!(files.len() >= at_least, "{} holds {} files", folder.display(), files.len());
    let results = parallel::map(&files, |path: &PathBuf| {
        run(&std::fs::read(path).expect("the file is there"));
    });
    let faults: Vec<String> = files
        .iter()
        .zip(results)
        .filter_map(|(path, result)| Some(format!("{}: {}", source::short_name(path, &folder), result.err()?)))
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn fuzz_seeds_pass() {
    replay("seeds/rules", 5);
}

#[test]
fn past_findings_stay_fixed() {
    replay("regressions/rules", 0);
}

#[test]
fn fuzz_seeds_of_edition_3_and_the_library_pass() {
    replay_with("seeds/paths", "drf", 5, path_fuzzing::run);
    replay_with("../games", "drf", 100, path_fuzzing::run);
    replay_with("regressions/paths", "drf", 1, path_fuzzing::run);
}

/// Texts that are nearly rules: those of the library with something cut out, doubled or put
/// elsewhere.
#[test]
fn damaged_rules_of_edition_3_give_errors() {
    let files = source::path_library();
    let results = parallel::map(&files, |path: &PathBuf| {
        let text = std::fs::read(path).expect("the file is there");
        let mut rng = dagaz_testkit::walk::rng(text.len() as u64);
        for _ in 0..12 {
            let mut damaged = text.clone();
            let mut place = |most: usize| dagaz_core::below(&mut rng, most.max(1));
            let (from, length, to) = (place(text.len()), place(24), place(text.len()));
            let piece: Vec<u8> = damaged.drain(from..(from + length).min(text.len())).collect();
            if place(2) == 0 {
                let to = to.min(damaged.len());
                damaged.splice(to..to, piece);
            }
            path_fuzzing::run(&damaged);
        }
    });
    let faults: Vec<String> = files
        .iter()
        .zip(results)
        .filter_map(|(path, result)| Some(format!("{}: {}", path.display(), result.err()?)))
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Records, in the folder of their format.
fn replay_records(folder: &str, at_least: usize) {
    let mut faults = Vec::new();
    for format in Format::ALL {
        let name = if format == Format::Text { "text" } else { format.name() };
        let folder = source::root().join("fuzz").join(folder).join(name);
        let files = source::files(&folder, format.name());
        assert!(files.len() >= at_least, "{} holds {} files", folder.display(), files.len());
        let results = parallel::map(&files, |path: &PathBuf| {
            record_fuzzing::read(format, &std::fs::read(path).expect("the file is there"));
        });
        faults.extend(
            files
                .iter()
                .zip(results)
                .filter_map(|(path, result)| Some(format!("{}: {}", source::short_name(path, &folder), result.err()?))),
        );
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn fuzz_seeds_of_positions_pass() {
    let files = source::files(&source::root().join("fuzz/seeds/positions"), "txt");
    assert!(files.len() >= 9, "a seed for each game");
    for path in files {
        record_fuzzing::read_position(&std::fs::read(path).expect("the file is there"));
    }
}

#[test]
fn fuzz_seeds_of_records_pass() {
    replay_records("seeds/records", 1);
}

#[test]
fn past_findings_in_records_stay_fixed() {
    replay_records("regressions/records", 0);
}

/// The seeds are to reach the engine: each has something that can be played.
#[test]
fn seeds_can_be_played() {
    for path in source::files(&source::root().join("fuzz/seeds/rules"), "zrf") {
        let mut file = fuzzing::read(&std::fs::read(&path).expect("the file is there"));
        let playable = (0..file.playable().len()).filter(|&index| file.rules(index).rules.is_some()).count();
        assert!(playable > 0, "{}:\n{}", path.display(), {
            let found = file.check();
            file.render(&found)
        });
    }
}

/// Texts like those of the library, but for a few changes each.
const MUTANTS: u64 = 300;

#[test]
fn mutated_games_of_edition_3_never_crash() {
    let texts: Vec<String> =
        source::path_library().iter().map(|path| std::fs::read_to_string(path).expect("the file is there")).collect();
    let texts_of = mutants::Mutants::of(&texts);
    let seeds: Vec<u64> = (0..MUTANTS).collect();
    let results = parallel::map(&seeds, |seed: &u64| path_fuzzing::run(texts_of.text(*seed).as_bytes()));
    let faults: Vec<String> = seeds
        .iter()
        .zip(results)
        .filter_map(|(seed, result)| Some(format!("{}\n{}", result.err()?, texts_of.text(*seed))))
        .collect();
    assert!(faults.is_empty(), "{} faults, the first:\n{}", faults.len(), faults[0]);
}
