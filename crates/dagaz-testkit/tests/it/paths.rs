//! Every game of edition 3 in the library: complete, without a warning, and true to its golden
//! facts.

use std::collections::HashMap;
use std::path::Path;

use dagaz_core::{Fuel, Game, Limits, MoveList, PlayoutLimits, UndoLog, Verdict};
use dagaz_engine::{PathGame, Walked};
use dagaz_testkit::facts::Facts;
use dagaz_testkit::source::{self, own_items, path_game, path_game_of_text};
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
fn every_game_has_a_readme_and_facts_and_loads_without_warnings() {
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
        let mut games = HashMap::new();
        for perft in &facts.perft {
            let counted = perft.variant_among(&titles, file.default_index()).and_then(|index| {
                let game = games.entry(index).or_insert_with(|| path_game(&file, index, &limits));
                let game = game.as_ref().map_err(Clone::clone)?;
                perft.start(game)?;
                perft.verify(game, NODES_MAX)?;
                // A table so small that most of what it keeps has to make way.
                perft.verify_in(game, NODES_MAX / 4, 4 << 10)
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
            let play = || {
                let mut state = game.initial();
                let stop = PlayoutLimits { plies: 120, quiet_plies: None };
                let playout = game.playout(&mut state, &mut walk::rng(1), stop);
                (playout, state)
            };
            let (playout, state) = play();
            match playout {
                Ok(ref made) if made.cut.is_some() => faults.push(format!("{title}: cut off: {:?}", made.cut)),
                Ok(_) => {}
                Err(ref hit) => faults.push(format!("{title}: {hit}")),
            }
            if play() != (playout, state) {
                faults.push(format!("{title}: two playouts with the same seed differ"));
            }
        }
        faults
    });
}

#[test]
fn fast_playouts_are_legal() {
    let played = std::sync::atomic::AtomicUsize::new(0);
    for_each_game(|path| {
        let limits = Limits::default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let games = own_items(&file).into_iter().filter_map(|index| path_game(&file, index, &limits).ok());
        let quick: Vec<_> = games.filter(|game| game.has_quick_playouts()).collect();
        played.fetch_add(quick.len(), std::sync::atomic::Ordering::Relaxed);
        let walking = own_items(&file).into_iter().filter_map(|index| path_game(&file, index, &limits).ok());
        let walking = walking.filter(|game| game.has_quick_playouts()).map(PathGame::only_walking);
        let pairs = quick.iter().zip(walking);
        pairs.flat_map(|(game, judge)| (0..3).filter_map(move |seed| astray(game, &judge, seed).err())).collect()
    });
    assert!(played.into_inner() >= 4, "too few games have the form");
}

#[test]
fn endings_about_several_groups_use_the_reference_interpreter() {
    let north_south = "(from (and north mine) (many orthogonal mine) south)";
    let east_west = "(from (and east mine) (many orthogonal mine) west)";
    for (ending, quick) in [
        (format!("(any {north_south})"), true),
        ("(and (any (and group north)) (any (and group east)))".to_string(), true),
        (format!("(and (any {north_south}) (any {east_west}))"), false),
        ("(any (and group north east))".to_string(), false),
        ("(any (from (and north mine) (many orthogonal mine) south east))".to_string(), false),
    ] {
        let text = format!(
            "(drf 3) (game \"Groups\" (players A B) (board (grid a-e 1-5) (zone north (row 5)) (zone south (row 1))
             (zone east (column 5)) (zone west (column 1))) (piece Stone) (rule place (at empty) (put Stone)) (moves place)
             (define group (from (and last-to mine) (many orthogonal mine)))
             (win joined {ending}) (draw full (no empty)))"
        );
        let limits = Limits::default();
        let file = dagaz_drf::DrfFile::parse("groups.drf", text.as_bytes(), &dagaz_syntax::NoIncludes, &limits);
        let game = path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.only_places(), quick, "{ending}");
        let judge = path_game(&file, 0, &limits).expect("it was read before").only_walking();
        for seed in 0..4 {
            assert_eq!(astray(&game, &judge, seed), Ok(()), "{ending}");
        }
    }
}

#[test]
fn mutual_passes_reach_the_counting_ending() {
    let game = |ending: &str| {
        let text = format!(
            "(drf 3) (game \"Full\" (players A B) (board (grid a-b 1-1)) (piece Stone)
             (rule place (at (and empty a1)) (put Stone)) (moves place) (pass forced) {ending})"
        );
        path_game_of_text(&text).unwrap_or_else(|why| panic!("{why}"))
    };
    let end = |game: &PathGame| {
        let mut state = game.initial();
        let stop = PlayoutLimits { plies: 10, quiet_plies: None };
        let playout = game.playout(&mut state, &mut walk::rng(1), stop).expect("within limits");
        (playout.plies, game.outcome_of(&state, playout.end.expect("it ends")))
    };
    let (plies, outcome) = end(&game("(score most (= passes 2) (count mine))"));
    assert_eq!((plies, outcome.ending.as_str(), outcome.verdicts[0]), (3, "most", Verdict::Win));
    let (plies, outcome) = end(&game("(win seven (= passes 7))"));
    assert_eq!((plies, outcome.ending.as_str()), (8, "seven"), "as many as are counted");
    let (plies, outcome) = end(&game("(win three (= passes 3) (= turn 99))"));
    assert_eq!((plies, outcome.ending.as_str()), (5, "no legal move"), "passes that lead nowhere come to an end");
    let (plies, outcome) = end(&game("(win two (= 2 (count mine)))"));
    assert_eq!((plies, outcome.ending.as_str()), (1, "no legal move"));
}

#[test]
fn a_piece_may_move_to_the_start_of_the_carried_piece() {
    let position = |text: &str, after: &str| {
        let game = path_game_of_text(text).unwrap_or_else(|why| panic!("{why}"));
        let (mut state, mut list) = (game.initial(), MoveList::new());
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
        assert_eq!(list.len(), 1);
        game.play(&mut state, list.get(0), &mut UndoLog::new());
        let stand = |name: &str| game.topology().site_named(name).is_some_and(|site| !state.is_empty(site));
        after.split(' ').for_each(|name| assert!(stand(name), "{name} is empty"));
        state
    };
    position(
        "(drf 3) (game \"Places\" (players A B) (board (grid a-c 1-2)) (setup (A (Man a1)) (B (Man b1)))
         (piece Man (moves (change e))) (rule (change d) d enemy (move here start)) (draw never (= turn 9)))",
        "a1 b1",
    );
    position(
        "(drf 3) (game \"Behind\" (players One) (board (grid a-d 1)) (setup (One (Man b1 c1)))
         (piece Man (moves (together w))) (draw never (= turn 99))
         (rule (together d) (let others (from here (back d) mine)) (any others) d empty (shift others d)))",
        "a1 b1",
    );
}

/// Returns where a playout leaves the rules: each of its plies must be a move of the judge's list,
/// each position is over just when the judge says so, and the move list is the judge's own.
pub(crate) fn astray(game: &PathGame, judge: &PathGame, seed: u64) -> Result<(), String> {
    let cut_after = |plies: usize| {
        let mut state = game.initial();
        let stop = PlayoutLimits { plies, quiet_plies: None };
        let playout = game.playout(&mut state, &mut walk::rng(seed), stop).map_err(|hit| hit.to_string())?;
        Ok::<_, String>((playout, state))
    };
    // Where games are long in the making, their beginning must do.
    let most = match game.make_ready() {
        Err(Walked::Places) => usize::MAX,
        Err(Walked::Jumps | Walked::Stones | Walked::Chooses | Walked::Tallies) => 40,
        _ => 8,
    };
    let (whole, last) = cut_after(most)?;
    let mut uncounted = game.initial();
    let stop = PlayoutLimits { plies: most, quiet_plies: None };
    let same = game.playout_uncounted(&mut uncounted, &mut walk::rng(seed), stop).map_err(|hit| hit.to_string())?;
    if (same.end, same.plies) != (whole.end, whole.plies) || uncounted != last {
        return Err(format!("seed {seed}: another game if its choices are not counted"));
    }
    let (mut list, mut log) = (MoveList::new(), UndoLog::new());
    let (mut before, mut choices) = (game.initial(), 0);
    for plies in 0..=whole.plies {
        let (playout, state) = cut_after(plies)?;
        if plies > 0 {
            let found = list.iter().any(|chosen| {
                let mut after = before.clone();
                judge.play(&mut after, chosen, &mut log);
                after == state
            });
            if !found {
                return Err(format!("seed {seed}: ply {plies} is no move"));
            }
            choices += list.len() as u64;
        }
        let ending = judge.ending(&state).map_err(|hit| hit.to_string())?;
        if (playout.end, playout.choices, playout.plies) != (ending, choices, plies) {
            return Err(format!(
                "seed {seed}: after {plies} plies {playout:?}, but {ending:?} after {choices} choices"
            ));
        }
        let mut own = MoveList::new();
        for (game, list) in [(game, &mut own), (judge, &mut list)] {
            game.moves(&state, list, &mut Fuel::new(game.limits().fuel)).map_err(|hit| hit.to_string())?;
        }
        if own.len() != list.len() || !own.iter().zip(list.iter()).all(|(one, other)| one.same_as(other)) {
            return Err(format!("seed {seed}: after {plies} plies the lists of moves differ"));
        }
        before = state;
    }
    if before == last { Ok(()) } else { Err(format!("seed {seed}: it stops elsewhere")) }
}
