//! Descriptions of Ludii against recordings of a collection that is not part of the project.

use dagaz_testkit::ludii::report::{Checked, Total, check, library, totals};
use dagaz_testkit::ludii::truth;
use dagaz_testkit::source;

/// Least share of games whose sites, neighbours, radials, containers and tracks are right, in percent.
const SITES_RIGHT_MIN: usize = 88;

/// Least share of games whose board is right in every table, in percent.
const BOARD_RIGHT_MIN: usize = 70;

/// Least share of games whose first recorded game replays, and greatest share of those in which something differs.
const PLAYS_RIGHT_MIN: usize = 70;
const PLAYS_WRONG_MAX: usize = 15;

/// One recorded game of each description. `cargo xtask ludii` replays all.
const TRIALS_MAX: usize = 1;

#[test]
fn descriptions_are_expanded_built_and_played_as_recorded() {
    let Some(folder) = source::corpus().map(|folder| folder.join("lud")).filter(|folder| folder.is_dir()) else {
        dagaz_testkit::skipped("descriptions of Ludii; there is no collection, DAGAZ_CORPUS names its folder");
        return;
    };
    let library = library(&folder.join("def")).expect("the defines can be read");
    let texts = truth::files_below(&folder.join("dev"), ".lud").expect("the texts can be read");
    let checked: Vec<Checked> = texts
        .iter()
        .map(|(name, path)| {
            let text = String::from_utf8_lossy(&std::fs::read(path).expect("the text can be read")).into_owned();
            let recording = folder.join("trials").join(format!("{name}.jsonl.gz"));
            check(name, &text, &library, &truth::read(&recording).expect("the recording can be read"), TRIALS_MAX)
        })
        .collect();
    let total = |stage: usize| totals(&checked, stage, |_| vec![""]).remove("").unwrap_or_default();
    assert_eq!(total(0), Total { right: checked.len(), wrong: 0, refused: 0 });
    for (stage, least) in [(1, SITES_RIGHT_MIN), (2, BOARD_RIGHT_MIN)] {
        let right = total(stage).right;
        assert!(100 * right >= least * checked.len(), "stage {stage}: {right} of {} are right", checked.len());
    }
    let Total { right, wrong, refused } = total(3);
    assert!(100 * right >= PLAYS_RIGHT_MIN * checked.len(), "{right} replay, {wrong} do not, {refused} are refused");
    assert!(100 * wrong <= PLAYS_WRONG_MAX * checked.len(), "{right} replay, {wrong} do not, {refused} are refused");
}
