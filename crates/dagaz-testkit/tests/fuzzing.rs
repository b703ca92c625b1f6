//! What the fuzz targets start from and what they have found, replayed.

use std::path::PathBuf;

use dagaz_record::Format;
use dagaz_testkit::{fuzzing, parallel, record_fuzzing, source};

fn replay(folder: &str, at_least: usize) {
    let folder = source::root().join("fuzz").join(folder);
    let files = source::files(&folder, "zrf");
    assert!(files.len() >= at_least, "{} holds {} files", folder.display(), files.len());
    let results = parallel::map(&files, |path: &PathBuf| {
        let bytes = std::fs::read(path).expect("the file is there");
        fuzzing::parse(&bytes);
        fuzzing::play(&bytes);
    });
    let faults: Vec<String> = files
        .iter()
        .zip(results)
        .filter_map(|(path, result)| Some(format!("{}: {}", source::short_name(path, &folder), result.err()?)))
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn seeds_hold() {
    replay("seeds/rules", 5);
}

#[test]
fn what_was_found_once_is_not_found_again() {
    replay("regressions/rules", 0);
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
fn seeds_of_records_hold() {
    replay_records("seeds/records", 1);
}

#[test]
fn what_was_found_once_in_records_is_not_found_again() {
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
