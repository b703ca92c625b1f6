//! The compiled executor: which games it runs, and that it may draw exactly the legal moves.

use dagaz_core::{Game, Limits, PlayoutLimits};
use dagaz_testkit::source::{self, own_items, path_game, path_game_of_text};
use dagaz_testkit::{forms, parallel, walk};

/// Games of the library that only the reference interpreter plays, with the reasons.
const EXCEPTIONS: &str = include_str!("../compiled/exceptions.txt");

#[test]
fn all_games_of_the_library_but_the_listed_ones_are_compiled() {
    let games = source::path_library();
    let found = parallel::map(&games, |path| {
        let limits = Limits::default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let name = source::short_name(path, &source::root());
        let why = own_items(&file).into_iter().filter_map(|index| {
            let game = path_game(&file, index, &limits).expect("the library is right");
            let why = game.compiled_size().err()?;
            Some(format!("{name}: {}: {why}", file.playable()[index].title))
        });
        why.collect::<Vec<_>>()
    });
    let mut found: Vec<String> = found.into_iter().flat_map(|one| one.expect("no panic")).collect();
    found.sort();
    let listed: Vec<&str> = EXCEPTIONS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(found, listed);
}

/// The lengths of the playouts from which states are compared.
const PLIES: [usize; 3] = [2, 9, 24];

#[test]
fn every_game_of_the_library_agrees_with_the_reference_interpreter() {
    let games = source::path_library();
    let faults = parallel::map(&games, |path| {
        let limits = Limits::default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let index = *own_items(&file).first().expect("there is a game");
        let make = || path_game(&file, index, &limits).expect("the library is right");
        let (game, judge) = (make(), make().only_walking());
        let compare = |(seed, plies): (u64, usize)| {
            let (mut state, stop) = (game.initial(), PlayoutLimits { plies, quiet_plies: None });
            let played = game.playout_uncounted(&mut state, &mut walk::rng(seed), stop);
            played.map_err(|hit| hit.to_string()).and_then(|_| forms::compiled(&game, &judge, &state)).err()
        };
        let compared = (0..).zip(PLIES).filter_map(compare);
        compared.map(|fault| format!("{}: {fault}", source::short_name(path, &source::root()))).collect::<Vec<_>>()
    });
    let faults: Vec<String> = faults.into_iter().flat_map(|one| one.unwrap_or_else(|panic| vec![panic])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Small games: each with a feature that is rare in the library, and games of new authors.
const FEATURES: &str = include_str!("../compiled/features.drf");
const AUTHORS: &str = include_str!("../compiled/authors.drf");

#[test]
fn rare_features_agree_with_the_reference_interpreter() {
    agree(FEATURES);
}

#[test]
fn games_of_new_authors_agree_with_the_reference_interpreter() {
    agree(AUTHORS);
}

fn agree(texts: &str) {
    let texts: Vec<&str> = texts.split("\n\n").filter(|text| text.contains("(drf 3)")).collect();
    assert!(texts.len() > 5, "{} texts", texts.len());
    for text in texts {
        let game = path_game_of_text(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(game.compiled_size().err(), None, "{text}");
        let judge = path_game_of_text(text).expect("it was read before").only_walking();
        let states = walk::sample(&judge, 3, 60, 30).expect("no limit is met");
        assert!(!states.is_empty(), "{text}");
        for state in states {
            assert_eq!(forms::compiled(&game, &judge, &state), Ok(()), "{text}");
        }
    }
}
