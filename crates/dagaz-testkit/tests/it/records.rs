//! Records of playouts of the whole library, in every format that supports the game: the text is
//! read back as the same game, state by state, and written again it is the same text.

use std::path::{Path, PathBuf};

use dagaz_core::{Game, Limits};
use dagaz_record::Format;
use dagaz_testkit::records::{random_tree, round_trip};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// Plies of a game; a few games for each item.
const PLIES: usize = 60;
const SEEDS: std::ops::Range<u64> = 0..3;

/// How many items a format took, and what went wrong.
fn every_item(format: Format) -> (usize, Vec<String>) {
    let files: Vec<PathBuf> = source::library();
    let mut taken = 0;
    let mut faults = Vec::new();
    for (path, result) in files.iter().zip(parallel::map(&files, |path| file_faults(path, format))) {
        match result {
            Ok((count, found)) => {
                taken += count;
                faults.extend(found);
            }
            Err(panic) => faults.push(format!("{}: {panic}", path.display())),
        }
    }
    (taken, faults)
}

fn file_faults(path: &Path, format: Format) -> (usize, Vec<String>) {
    let limits = Limits::default();
    let mut file = source::read(path, &limits).expect("the file is there");
    let (mut taken, mut faults) = (0, Vec::new());
    for index in 0..file.playable().len() {
        let rules = file.rules(index).rules.expect("the library is without faults");
        let game: &dyn Game = &Pair::new(rules, &limits).expect("within the limits").compiled;
        if !format.fits(game) {
            continue;
        }
        taken += 1;
        for seed in SEEDS {
            // Variations where the format has them.
            let branching = seed > 0 && !matches!(format, Format::Zsg | Format::Usi | Format::Ucci | Format::Csa);
            let done = random_tree(game, &mut walk::rng(seed), PLIES, branching)
                .and_then(|tree| round_trip(game, format, &tree));
            faults.extend(done.err());
        }
    }
    (taken, faults)
}

fn check(format: Format, at_least: usize) {
    let (taken, faults) = every_item(format);
    assert!(faults.is_empty(), "{} faults, the first:\n{}", faults.len(), faults[0]);
    assert!(taken >= at_least, "only {taken} games were written as {}", format.name());
}

#[test]
fn zsg_holds_every_game() {
    check(Format::Zsg, 35);
}

#[test]
fn text_holds_every_game() {
    check(Format::Text, 35);
}

#[test]
fn json_holds_every_game() {
    check(Format::Json, 35);
}

#[test]
fn sgf_holds_every_game() {
    check(Format::Sgf, 35);
}

#[test]
fn pgn_holds_chess() {
    check(Format::Pgn, 1);
}

#[test]
fn pdn_holds_draughts() {
    check(Format::Pdn, 4);
}

#[test]
fn usi_holds_shogi() {
    check(Format::Usi, 2);
}

#[test]
fn kif_and_csa_hold_shogi() {
    check(Format::Kif, 2);
    check(Format::Ki2, 2);
    check(Format::Csa, 2);
}

#[test]
fn ucci_holds_xiangqi() {
    check(Format::Ucci, 1);
}
