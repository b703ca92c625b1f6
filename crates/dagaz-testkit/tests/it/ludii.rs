//! Descriptions of Ludii against recordings of a collection that is not part of the project.

use std::ops::ControlFlow;
use std::path::Path;

use dagaz_core::{Fuel, Game, Limits, MoveList, Rng, State, below};
use dagaz_ludii::{Defines, Description, LudiiGame, Options};
use dagaz_record::formats::notation;
use dagaz_record::{parse_position, write_position};
use dagaz_testkit::ludii::report::{Checked, Total, check, library, totals};
use dagaz_testkit::ludii::{fuzzing, through, truth};
use dagaz_testkit::{battery, parallel, source, walk};

/// Least share of games whose sites, neighbours, radials, containers and tracks are right, in
/// percent.
const SITES_RIGHT_MIN: usize = 94;

/// Least share of games whose board is right in every table, in percent.
const BOARD_RIGHT_MIN: usize = 87;

/// Least share of all games that are right in everything, in percent.
const ALL_RIGHT_MIN: usize = 80;

/// Least share of all games whose first recorded game replays, and greatest share of those in which
/// something differs.
const PLAYS_RIGHT_MIN: usize = 90;
const PLAYS_WRONG_MAX: usize = 2;

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
    let checked = parallel::map(&texts, |(name, path)| {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("the text can be read")).into_owned();
        let recording = folder.join("trials").join(format!("{name}.jsonl.gz"));
        check(name, &text, &library, &truth::read(&recording).expect("the recording can be read"), TRIALS_MAX)
    });
    let checked: Vec<Checked> = checked.into_iter().collect::<Result<_, _>>().expect("no check panics");
    let total = |stage: usize| totals(&checked, stage, |_| vec![""]).remove("").unwrap_or_default();
    assert_eq!(total(0), Total { right: checked.len(), wrong: 0, refused: 0 });
    for (stage, least) in [(1, SITES_RIGHT_MIN), (2, BOARD_RIGHT_MIN), (4, ALL_RIGHT_MIN)] {
        let right = total(stage).right;
        assert!(100 * right >= least * checked.len(), "stage {stage}: {right} of {} are right", checked.len());
    }
    let Total { right, wrong, refused } = total(3);
    assert!(100 * right >= PLAYS_RIGHT_MIN * checked.len(), "{right} replay, {wrong} do not, {refused} are refused");
    assert!(100 * wrong <= PLAYS_WRONG_MAX * checked.len(), "{right} replay, {wrong} do not, {refused} are refused");
}

/// Mutants of the collection's texts that are read and played.
const MUTANTS: usize = 100;

/// Returns a text with up to three changes: parts are taken out, doubled or moved.
fn mutant(text: &str, rng: &mut dyn Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, 3) {
        let at = below(rng, chars.len().max(1));
        let end = (at + below(rng, 30)).min(chars.len());
        let to = below(rng, chars.len().max(1));
        match below(rng, 4) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let part = chars[at..end].to_vec();
                chars.splice(to..to, part);
            }
            2 => chars.insert(at, ['(', ')', '{', '}', '"', '<', '-', '9', ':', '#'][below(rng, 10)]),
            _ => chars.truncate(at.max(1)),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn seeds_and_mutants_are_read_and_played_without_a_panic() {
    let mut rng = walk::rng(11);
    let seeds: Vec<Vec<u8>> = source::files(&source::root().join("fuzz/seeds/ludii"), "lud")
        .into_iter()
        .map(|path| std::fs::read(path).expect("the seed can be read"))
        .collect();
    for seed in &seeds {
        assert!(fuzzing::read(seed, &Defines::default()).is_some(), "{}", String::from_utf8_lossy(seed));
    }
    let mut inputs: Vec<String> = seeds.iter().map(|seed| String::from_utf8_lossy(seed).into_owned()).collect();
    inputs.extend((0..MUTANTS).map(|at| mutant(&String::from_utf8_lossy(&seeds[at % seeds.len()]), &mut rng)));
    let mut defines = Defines::default();
    if let Some(folder) = source::corpus().map(|folder| folder.join("lud")).filter(|folder| folder.is_dir()) {
        defines = library(&folder.join("def")).expect("the defines can be read");
        let texts = truth::files_below(&folder.join("dev"), ".lud").expect("the texts can be read");
        for _ in 0..MUTANTS {
            let (_, path) = &texts[below(&mut rng, texts.len())];
            let text = std::fs::read(path).expect("the text can be read");
            inputs.push(mutant(&String::from_utf8_lossy(&text), &mut rng));
        }
    }
    for (input, result) in inputs.iter().zip(parallel::map(&inputs, |input| fuzzing::play(input.as_bytes(), &defines)))
    {
        assert!(result.is_ok(), "{result:?}: {input}");
    }
}

/// The number of plies of the playout through the trait and by the crate alone.
const PLIES: usize = 80;

/// Plies along which every invariant is tested.
const BATTERY_PLIES: usize = 8;

/// Lists longer than this are not tested move by move.
const MOVES_MAX: usize = 120;

/// Least number of games that can be played.
const PLAYED_MIN: usize = 440;

/// What does not hold of a position: its text, or the texts of its moves.
fn text_fault(game: &dyn Game, state: &State, list: &MoveList) -> Option<String> {
    let position = write_position(game, state);
    let again = match parse_position(game, &position) {
        Ok(read) => game.set_up(&read).map_err(|faults| format!("{faults:?}")),
        Err(fault) => Err(format!("{fault:?}")),
    };
    match again {
        Ok(again) if again.position_key() == state.position_key() => {}
        Ok(_) => return Some(format!("`{position}` has another key")),
        Err(fault) => return Some(format!("`{position}`: {fault}")),
    }
    (0..list.len()).find_map(|index| {
        let text = notation::move_text(game, state, list, index);
        match notation::find_move(game, state, list, &text) {
            Ok(found) if list.get(found).same_as(list.get(index)) => None,
            found => Some(format!("`{text}` is found as {found:?}")),
        }
    })
}

fn faults_of(game: &LudiiGame) -> Vec<String> {
    let mut faults: Vec<String> = through::difference(game, &mut walk::rng(7), PLIES).into_iter().collect();
    let mut ply = 0;
    let walked = walk::walk(game, game.initial(), 3, BATTERY_PLIES, &mut |state, list| {
        if list.len() <= MOVES_MAX {
            match battery::state_faults(game, state, list) {
                Ok(found) => faults.extend(found.into_iter().map(|fault| format!("ply {ply}: {fault}"))),
                Err(hit) => faults.push(format!("ply {ply}: {hit}")),
            }
            faults.extend(text_fault(game, state, list).map(|fault| format!("ply {ply}: {fault}")));
        }
        ply += 1;
        if faults.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    faults.extend(walked.err().map(|hit| hit.to_string()));
    faults
}

/// Returns the game of a text with the usual options, if it is not refused.
fn game_of(name: &str, path: &Path, library: &Defines) -> Option<LudiiGame> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let description = Description::read(name, &text, library, &Options::default()).ok()?;
    let game = LudiiGame::new(&description, &Limits::default()).ok()?;
    // Where even the first list meets a limit, the commands refuse the game.
    let mut list = MoveList::new();
    game.moves(&game.initial(), &mut list, &mut Fuel::new(game.limits().fuel)).ok().map(|()| game)
}

#[test]
fn games_through_the_trait_are_those_of_the_crate_and_hold_the_invariants() {
    let Some(folder) = source::corpus().map(|folder| folder.join("lud")).filter(|folder| folder.is_dir()) else {
        dagaz_testkit::skipped("games of Ludii; there is no collection, DAGAZ_CORPUS names its folder");
        return;
    };
    let library = library(&folder.join("def")).expect("the defines can be read");
    let texts = truth::files_below(&folder.join("dev"), ".lud").expect("the texts can be read");
    let results = parallel::map(&texts, |(name, path)| game_of(name, path, &library).map(|game| faults_of(&game)));
    let (mut played, mut wrong) = (0, Vec::new());
    for ((name, _), result) in texts.iter().zip(results) {
        match result {
            Ok(Some(faults)) => {
                played += 1;
                wrong.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
            }
            Ok(None) => {}
            Err(panic) => wrong.push(format!("{name}: {panic}")),
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    assert!(played >= PLAYED_MIN, "{played} games can be played");
}
