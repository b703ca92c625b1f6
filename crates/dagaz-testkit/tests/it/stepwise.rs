//! Turns with too many complete moves to list continue step by step, with the same steps in all
//! executors.

use std::path::PathBuf;

use dagaz_core::{Fuel, Game, LimitKind, Limits, MoveList, MoveRef, PlayoutLimits, State, Turn, UndoLog, below};
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_record::{Cursor, Format, GameTree, ListNotation, ReadLimits};
use dagaz_syntax::NoIncludes;
use dagaz_testkit::agreement;
use dagaz_testkit::source::{Pair, files, path_game, read, read_paths, root};
use dagaz_testkit::walk::rng;

/// Limits that chains meet already, and no other moves: by the title of the game.
fn narrow(title: &str) -> Limits {
    let usual = Limits::default();
    match title {
        "Long chains" => Limits { moves: 400, move_parts: 1_500, ..usual },
        "Hexagonal chains" => Limits { moves: 100, move_parts: 400, ..usual },
        _ => Limits { moves: 40, move_parts: 300, ..usual },
    }
}

/// Limits under which the whole moves of most positions can be listed.
fn wide(_: &str) -> Limits {
    Limits { moves: 4_000, move_parts: 60_000, ..Limits::default() }
}

fn texts() -> Vec<PathBuf> {
    files(&root().join("crates/dagaz-testkit/tests/chains"), "zrf")
}

/// How the title of the game begins in which only the longest chains are moves.
const LONGEST: &str = "The longest";

/// The executor that counts the fuel of chains.
fn counting(title: &str, pair: Pair) -> CompiledGame {
    if title.starts_with(LONGEST) { pair.machine } else { pair.compiled }
}

/// The most fuel with which the whole moves of the start position cannot be listed.
fn just_too_little(game: &CompiledGame) -> u64 {
    let (mut little, mut enough) = (0, Limits::default().fuel);
    while enough - little > 1 {
        let fuel = little + (enough - little) / 2;
        let mut list = MoveList::new();
        let listed = game.moves(&game.initial(), &mut list, &mut Fuel::new(fuel));
        let whole = listed.is_ok() && !list.is_stepwise();
        (little, enough) = if whole { (little, fuel) } else { (fuel, enough) };
    }
    little
}

/// Every game and variant of the files, each under the limits for it.
fn games(limits: impl Fn(&str) -> Limits) -> Vec<(String, Pair)> {
    let mut games = Vec::new();
    for path in texts() {
        let mut file = read(&path, &Limits::default()).expect("it can be read");
        for index in 0..file.playable().len() {
            let title = file.playable()[index].title.clone();
            let rules = file.rules(index).rules.unwrap_or_else(|| panic!("{title} has errors"));
            let mut limits = limits(&title);
            if title.starts_with(LONGEST) && limits.moves < Limits::default().moves {
                // Only the longest chains are kept, so that the work to find them is the limit: a
                // little too small.
                let machine = Pair::new(rules.clone(), &Limits::default()).expect("small").machine;
                limits = Limits { fuel: just_too_little(&machine), ..Limits::default() };
            }
            games.push((title, Pair::new(rules, &limits).expect("small")));
        }
    }
    assert_eq!(games.len(), 4, "a game is gone, or is not counted");
    games
}

fn listed(game: &dyn Game, state: &State) -> MoveList {
    let mut list = MoveList::new();
    let fuel = &mut Fuel::new(game.limits().fuel);
    game.moves(state, &mut list, fuel).unwrap_or_else(|hit| panic!("{}: {hit}", game.glossary().title));
    list
}

/// The effects of the steps of a move.
fn effects(one: MoveRef<'_>) -> Vec<dagaz_core::Effect> {
    one.steps().flat_map(|(_, effects)| effects.iter().copied()).collect()
}

#[test]
fn a_position_with_millions_of_chains_lists_their_first_steps() {
    let games = games(|_| Limits::default());
    let (_, pair) = games.iter().find(|(title, _)| title == "Long chains").expect("it is there");
    let (game, mut state) = (&pair.compiled, pair.compiled.initial());
    let list = listed(game, &state);
    assert!(list.is_stepwise());
    assert!(list.iter().all(|one| one.steps().len() == 1), "single steps");
    let mover = game.turn(&state);
    game.play(&mut state, list.get(0), &mut UndoLog::new());
    assert!(game.in_mid_turn(&state) && game.turn(&state) == mover, "the same player continues");
}

#[test]
fn the_first_steps_are_those_of_the_whole_moves() {
    let (wide, narrow) = (games(wide), games(narrow));
    let mut compared = 0;
    for ((title, whole), (_, stepwise)) in wide.iter().zip(&narrow) {
        let (mut state, mut rng) = (whole.compiled.initial(), rng(7));
        for _ in 0..60 {
            let list = listed(&whole.compiled, &state);
            if list.is_empty() {
                break;
            }
            // Whole moves of the same position, where they can be listed.
            let steps = listed(&stepwise.compiled, &state);
            if steps.is_stepwise() && !list.is_stepwise() {
                let mut first: Vec<_> = list.iter().filter_map(|one| Some(one.steps().next()?.1.to_vec())).collect();
                let mut single: Vec<_> = steps.iter().map(effects).collect();
                first.sort();
                first.dedup();
                single.sort();
                single.dedup();
                assert_eq!(single, first, "{title}");
                compared += 1;
            }
            whole.compiled.play(&mut state, list.get(below(&mut rng, list.len())), &mut UndoLog::new());
        }
    }
    assert!(compared > 3, "{compared} turns were compared");
}

#[test]
fn all_executors_list_the_same_steps() {
    for (title, pair) in games(narrow) {
        let (mut stepwise, mut rng) = (0, rng(3));
        let compiled = if title.starts_with(LONGEST) { &pair.machine } else { &pair.compiled };
        for _ in 0..4 {
            let mut state = compiled.initial();
            for _ in 0..40 {
                agreement::agree(compiled, &pair.interpreter, &state).unwrap_or_else(|what| panic!("{title}: {what}"));
                agreement::agree(&pair.machine, &pair.interpreter, &state)
                    .unwrap_or_else(|what| panic!("{title}: {what}"));
                let list = listed(compiled, &state);
                stepwise += usize::from(list.is_stepwise());
                if list.is_empty() {
                    break;
                }
                let chosen = list.get(below(&mut rng, list.len()));
                let (mut log, before) = (UndoLog::new(), state.clone());
                compiled.play(&mut state, chosen, &mut log);
                assert_eq!(compiled.in_mid_turn(&state), chosen.is_open(), "{title}");
                let mut back = state.clone();
                assert!(compiled.undo(&mut back, &mut log) && back == before, "{title}: taken back");
            }
        }
        assert!(stepwise > 0, "{title}: never step by step");
    }
}

#[test]
fn games_and_records_continue() {
    for (title, pair) in games(narrow) {
        let game = &counting(&title, pair);
        let limits = PlayoutLimits { plies: 200, quiet_plies: None };
        for seed in 0..10 {
            let playout = game.playout(&mut game.initial(), &mut rng(seed), limits).expect("no limit");
            assert_eq!(playout.cut, None, "{title}");
        }
        let mut tree = GameTree::of(game);
        let mut cursor = Cursor::new(game, &tree);
        let (mut open, mut rng) = (0, rng(11));
        for _ in 0..30 {
            let list = cursor.legal().expect("no limit");
            if list.is_empty() {
                break;
            }
            let chosen = list.get(below(&mut rng, list.len()));
            open += usize::from(chosen.is_open());
            cursor.play(&mut tree, chosen);
        }
        assert!(open > 0, "{title}: no open move in the record");
        tree.facts.result = cursor.outcome().expect("no limit");
        for format in [Format::Zsg, Format::Json, Format::Sgf, Format::Text] {
            // A record of saved games does not end in the middle of a turn.
            if format == Format::Zsg && game.in_mid_turn(cursor.state()) {
                continue;
            }
            let text = format.write(game, std::slice::from_ref(&tree)).expect("it can be written").text;
            let read = format.read(game, &text, &ReadLimits::default());
            assert_eq!(read.faults, [], "{title}: {}\n{text}", format.name());
            assert_eq!(read.games[0].moves(), tree.moves(), "{title}: {}", format.name());
            let mut end = Cursor::new(game, &read.games[0]);
            read.games[0].main_line().last().into_iter().for_each(|node| end.go_to(&read.games[0], *node));
            assert_eq!(end.state(), cursor.state(), "{title}: {}", format.name());
        }
    }
}

/// Returns the first steps of all moves of a list, each once.
fn first_steps(list: &MoveList) -> Vec<Vec<dagaz_core::Effect>> {
    let mut first: Vec<_> = list.iter().filter_map(|one| Some(one.steps().next()?.1.to_vec())).collect();
    first.sort();
    first.dedup();
    first
}

#[test]
fn executors_agree_on_steps_where_the_longest_chain_is_not_found() {
    let path = root().join("crates/dagaz-testkit/tests/longest/long-chains.zrf");
    let rules = read(&path, &Limits::default()).expect("it can be read").rules(0).rules.expect("no error");
    // The search for the longest chain runs out of fuel as well.
    let pair = Pair::new(rules, &Limits { fuel: 400_000, ..Limits::default() }).expect("small");
    let (mut state, mut rng, mut stepwise, mut equal) = (pair.compiled.initial(), rng(5), 0, 0);
    for _ in 0..30 {
        let lists = [&pair.compiled as &dyn Game, &pair.machine, &pair.interpreter].map(|game| listed(game, &state));
        let [compiled, machine, interpreted] = lists.each_ref().map(first_steps);
        assert_eq!(compiled, machine);
        // The interpreter needs other fuel than the machine. Where only one of them finds the
        // longest chain, it lists those steps of the other that begin it.
        let (few, many) =
            if machine.len() < interpreted.len() { (&machine, &interpreted) } else { (&interpreted, &machine) };
        assert!(few.iter().all(|step| many.contains(step)), "{few:?} {many:?}");
        equal += usize::from(machine == interpreted);
        stepwise += usize::from(lists[1].is_stepwise() && lists[2].is_stepwise());
        let [list, ..] = &lists;
        if list.is_empty() {
            break;
        }
        pair.compiled.play(&mut state, list.get(below(&mut rng, list.len())), &mut UndoLog::new());
    }
    assert!(stepwise > 3 && equal >= stepwise, "{equal} equal lists, {stepwise} of single steps");
}

#[test]
fn single_steps_are_not_written_as_chess_moves() {
    let path = root().join("crates/dagaz-testkit/tests/chains/long-chains.zrf");
    let text = std::fs::read_to_string(path).expect("it can be read").replace("stalemated", "(checkmated King)");
    let mut file = dagaz_zrf::GameFile::parse("mate.zrf", text.as_bytes(), &NoIncludes, &Limits::default());
    let game = Pair::new(file.rules(0).rules.expect("no error"), &Limits::default()).expect("small").compiled;
    let (notation, state) = (ListNotation::of(&game), game.initial());
    let list = listed(&game, &state);
    assert!(list.is_stepwise() && notation.san().is_some());
    assert!(notation.native(&game, &state, &list).iter().all(Option::is_none));
}

#[test]
fn hostile_text_still_meets_its_limit() {
    // No step continues: there are many moves anyway.
    let limits = |_: &str| Limits { moves: 5, ..Limits::default() };
    let (_, pair) = games(limits).into_iter().find(|(title, _)| title == "Hexagonal chains").expect("it is there");
    let mut state = pair.compiled.initial();
    let Turn::Choice(_) = pair.compiled.turn(&state) else { panic!("a player moves") };
    // Black has more steps than the limit, and none with a continuation.
    pair.compiled.null_move(&mut state, &mut UndoLog::new());
    let mut list = MoveList::new();
    let hit = pair.compiled.moves(&state, &mut list, &mut Fuel::new(pair.compiled.limits().fuel));
    assert_eq!(hit.map_err(|hit| hit.kind), Err(LimitKind::Moves));
}

/// Texts of edition 3 with such chains, under the usual limits or narrow ones.
fn path_games(narrow: bool) -> Vec<(String, PathGame)> {
    let texts = files(&root().join("crates/dagaz-testkit/tests/chains"), "drf");
    assert_eq!(texts.len(), 4, "a text is gone, or is not counted");
    let read = |path: &PathBuf| {
        let usual = Limits::default();
        let limits = match narrow {
            // Chains meet them, and no other moves.
            true if path.ends_with("pinned-hopper.drf") => Limits { move_parts: 150, ..usual },
            true => Limits { move_parts: 1_500, ..usual },
            false => usual,
        };
        let file = read_paths(path, &limits).expect("it can be read");
        let game = path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        (game.glossary().title.clone(), game)
    };
    texts.iter().map(read).collect()
}

#[test]
fn a_position_of_edition_3_with_millions_of_chains_lists_their_first_steps() {
    let mut long = 0;
    for (title, game) in path_games(false) {
        let mut state = game.initial();
        let list = listed(&game, &state);
        if !list.is_stepwise() {
            continue;
        }
        long += 1;
        assert!(list.iter().all(|one| one.steps().len() == 1), "{title}: single steps");
        let mover = game.turn(&state);
        let open = list.iter().find(|one| one.is_open()).expect("an open move");
        game.play(&mut state, open, &mut UndoLog::new());
        assert!(game.in_mid_turn(&state) && game.turn(&state) == mover, "{title}: the same player continues");
        assert!(!listed(&game, &state).is_empty(), "{title}: the turn continues");
    }
    assert_eq!(long, 3, "texts with too many chains");
}

#[test]
fn turns_of_edition_3_played_by_steps_lead_where_whole_moves_do() {
    let (wide, narrow) = (path_games(false), path_games(true));
    let (whole, stepwise) = wide.iter().zip(&narrow).find(|(one, _)| one.0 == "Pinned hopper").expect("the text");
    let start = whole.1.initial();
    let list = listed(&whole.1, &start);
    assert!(!list.is_stepwise() && list.len() > 3);
    let after = |game: &PathGame, state: &State, one: MoveRef<'_>| {
        let mut after = state.clone();
        game.play(&mut after, one, &mut UndoLog::new());
        after
    };
    let mut all: Vec<u64> = list.iter().map(|one| after(&whole.1, &start, one).key()).collect();
    // Every way through the lists of steps.
    let (mut found, mut open, mut opened) = (Vec::new(), vec![start], 0);
    while let Some(state) = open.pop() {
        let steps = listed(&stepwise.1, &state);
        assert!(!steps.is_empty(), "a turn does not end in the middle");
        for one in steps.iter() {
            let next = after(&stepwise.1, &state, one);
            match one.is_open() {
                true => open.push(next),
                false => found.push(next.key()),
            }
            opened += usize::from(one.is_open());
        }
    }
    assert!(opened > 3, "{opened} steps after which the turn continued");
    for keys in [&mut all, &mut found] {
        keys.sort_unstable();
        keys.dedup();
    }
    assert_eq!(found, all);
}

#[test]
fn games_and_records_of_edition_3_continue_by_steps() {
    for (title, game) in path_games(true) {
        let limits = PlayoutLimits { plies: 8, quiet_plies: None };
        for seed in 0..2 {
            let playout = game.playout(&mut game.initial(), &mut rng(seed), limits).expect("no limit");
            assert_eq!(playout.cut, None, "{title}");
        }
        let mut tree = GameTree::of(&game);
        let mut cursor = Cursor::new(&game, &tree);
        let (mut open, mut rng) = (0, rng(11));
        for _ in 0..12 {
            let list = cursor.legal().expect("no limit");
            if list.is_empty() {
                break;
            }
            let (before, chosen) = (cursor.state().clone(), list.get(below(&mut rng, list.len())));
            let (mut after, mut log) = (before.clone(), UndoLog::new());
            game.play(&mut after, chosen, &mut log);
            assert!(game.undo(&mut after, &mut log) && after == before, "{title}: taken back");
            open += usize::from(chosen.is_open());
            cursor.play(&mut tree, chosen);
        }
        assert!(open > 0, "{title}: no open move in the record");
        tree.facts.result = cursor.outcome().expect("no limit");
        for format in [Format::Json, Format::Sgf, Format::Text] {
            let text = format.write(&game, std::slice::from_ref(&tree)).expect("it can be written").text;
            let read = format.read(&game, &text, &ReadLimits::default());
            assert_eq!(read.faults, [], "{title}: {}\n{text}", format.name());
            assert_eq!(read.games[0].moves(), tree.moves(), "{title}: {}", format.name());
        }
    }
}

/// The game of the text in which only the moves with the most captures are legal.
fn taking_most(limits: &Limits) -> PathGame {
    let path = root().join("crates/dagaz-testkit/tests/most/kings-that-take-most.drf");
    let file = read_paths(&path, limits).expect("it can be read");
    path_game(&file, 0, limits).unwrap_or_else(|why| panic!("{why}"))
}

/// The keys of the states to which the moves of the start lead.
fn results_of(game: &PathGame) -> Vec<u64> {
    let start = game.initial();
    let list = listed(game, &start);
    assert!(!list.is_stepwise(), "whole moves");
    let mut keys: Vec<u64> = list
        .iter()
        .map(|one| {
            let mut after = start.clone();
            game.play(&mut after, one, &mut UndoLog::new());
            after.key()
        })
        .collect();
    keys.sort_unstable();
    keys
}

#[test]
fn moves_that_are_not_among_the_best_do_not_count_towards_the_limits() {
    let all = results_of(&taking_most(&Limits::default()));
    // Most captures are shorter than the longest.
    let few = Limits { moves: 300, ..Limits::default() };
    assert_eq!(results_of(&taking_most(&few)), all, "by the executor that lists first");
    assert_eq!(results_of(&taking_most(&few).only_compiled()), all, "compiled");
    assert_eq!(results_of(&taking_most(&few).only_walking()), all, "by the reference interpreter");
}

#[test]
fn turns_whose_best_moves_are_too_many_are_played_by_steps() {
    let game = taking_most(&Limits { move_parts: 400, ..Limits::default() });
    let mut state = game.initial();
    let list = listed(&game, &state);
    assert!(list.is_stepwise() && list.iter().any(|one| one.is_open()));
    let mut steps = 0;
    loop {
        let list = listed(&game, &state);
        let open = list.iter().find(|one| one.is_open());
        let chosen = open.unwrap_or_else(|| list.get(0));
        let ends = !chosen.is_open();
        game.play(&mut state, chosen, &mut UndoLog::new());
        steps += 1;
        if ends {
            break;
        }
    }
    assert!(steps > 1 && !game.in_mid_turn(&state), "the turn ends after {steps} steps");
    for seed in 0..4 {
        let limits = PlayoutLimits { plies: 8, quiet_plies: None };
        for game in [taking_most(game.limits()), taking_most(game.limits()).only_walking()] {
            let playout = game.playout(&mut game.initial(), &mut rng(seed), limits).expect("no limit");
            assert_eq!(playout.cut, None);
        }
    }
}
