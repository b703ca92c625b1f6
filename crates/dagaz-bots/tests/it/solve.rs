//! Solutions that are known from elsewhere.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Budget, SearchLimits, Solution, is_playable, opening, solve};
use dagaz_core::{Fuel, Game, Limits, MoveList, State, Turn, UndoLog, Verdict};
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_testkit::boards;
use dagaz_testkit::source::{self, Pair};

fn named(name: &str) -> CompiledGame {
    let path = source::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let limits = Limits::default();
    let mut file = source::read(&path.unwrap_or_else(|| panic!("there is no {name}")), &limits).expect("it is there");
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("it has no errors");
    Pair::new(rules, &limits).expect("it is within all limits").compiled
}

fn solved(game: &dyn Game, position: Option<&str>, nodes: u64) -> Solution {
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let state = match position {
        Some(text) => {
            let position = dagaz_record::parse_position(game, text).expect("it is a position");
            game.set_up(&position).expect("it is possible")
        }
        None => game.initial(),
    };
    let solution =
        solve(game, &state, &mut SearchLimits::new(Budget::nodes(nodes), &stop, &clock)).expect("it can be solved");
    if let Solution::Win { moves, plies, .. } = &solution {
        assert!(is_playable(game, &state, moves));
        assert_eq!(moves.len(), plies.map_or(1, |plies| plies as usize));
    }
    solution
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(solved(&named("tic-tac-toe"), None, 3_000_000), Solution::Draw);
}

#[test]
fn mates_are_proved() {
    let chess = named("chess");
    for (position, plies) in [("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3)] {
        match solved(&chess, Some(position), 2_000_000) {
            Solution::Win { plies: Some(found), .. } => assert!(found >= plies, "{position}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}

/// The king's one move is answered by mate.
#[test]
fn lost_positions_are_proved_lost() {
    assert_eq!(solved(&named("chess"), Some("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 500_000), Solution::Loss);
}

/// Too wide for proof-number search, so it is searched to the end: no move wins, and none draws. A
/// program with rules of its own, written for this alone, says so of the position and of each of
/// the seven that follow it.
#[test]
fn positions_without_win_or_draw_are_lost() {
    let game = source::named("connect-four").expect("it is in the library");
    let (mut state, mut list) = (game.initial(), MoveList::new());
    for column in "bbfdegeddfgbbfbg".chars() {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("it is within all limits");
        let falls = |index: &usize| game.topology().site(list.get(*index).target()).name.starts_with(column);
        let index = (0..list.len()).find(falls).expect("the column is not full");
        game.play(&mut state, list.get(index), &mut UndoLog::new());
    }
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let solution = solve(&*game, &state, &mut SearchLimits::new(Budget::nodes(1_600_000), &stop, &clock));
    assert_eq!(solution.expect("it can be solved"), Solution::Loss);
}

fn in_a_row(row: usize, width: u8, height: u8) -> PathGame {
    boards::in_a_row(row, width, height).unwrap_or_else(|error| panic!("{error}"))
}

fn kalah(houses: u8, seeds: u8) -> PathGame {
    boards::kalah(houses, seeds).unwrap_or_else(|error| panic!("{error}"))
}

fn reversi(side: u8) -> PathGame {
    boards::reversi(side).unwrap_or_else(|error| panic!("{error}"))
}

/// Published results: Irving, Donkers and Uiterwijk, "Solving Kalah" (2000), for the boards that
/// are solved quickly, by houses and seeds from one on; on the small board of reversi the second
/// player wins.
#[test]
fn small_boards_have_published_values() {
    for (houses, values) in [(2u8, "WLLLWW"), (3, "DWWWW"), (4, "WW")] {
        let solved: String = (1..)
            .zip(values.chars())
            .map(|(seeds, _)| match solved(&kalah(houses, seeds), None, 400_000) {
                Solution::Win { .. } => 'W',
                Solution::Draw => 'D',
                Solution::Loss => 'L',
                other => panic!("kalah {houses}x{seeds}: {other:?}"),
            })
            .collect();
        assert_eq!(solved, values, "{houses} houses");
    }
    assert_eq!(solved(&reversi(4), None, 400_000), Solution::Loss);
}

/// Returns the value of a state for the player to move by the reference interpreter alone: minimax
/// without windows or move ordering, each position once.
fn counted(game: &dyn Game, state: &State, known: &mut HashMap<u64, i32>) -> i32 {
    let Turn::Choice(mover) = game.turn(state) else { panic!("nobody throws dice here") };
    if let Some(outcome) = game.outcome(state).expect("no limit") {
        return match outcome.verdicts[mover.index()] {
            Verdict::Win => 1,
            Verdict::Loss => -1,
            _ => 0,
        };
    }
    if let Some(worth) = known.get(&state.key()) {
        return *worth;
    }
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
    let worth = list.iter().map(|one| {
        let mut after = state.clone();
        game.play(&mut after, one, &mut UndoLog::new());
        let worth = counted(game, &after, known);
        if game.turn(&after) == Turn::Choice(mover) { worth } else { -worth }
    });
    let worth = worth.max().expect("there is a move");
    known.insert(state.key(), worth);
    worth
}

/// What is proved with a window, an order and a table is what looking at every position says, in
/// the start and after some moves.
#[test]
fn proofs_equal_exhaustive_search() {
    for (name, game) in [
        ("three in a row, 3x3", in_a_row(3, 3, 3)),
        ("three in a row, 4x3", in_a_row(3, 4, 3)),
        ("four in a row, 4x3", in_a_row(4, 4, 3)),
        ("kalah 2x2", kalah(2, 2)),
        ("kalah 3x1", kalah(3, 1)),
        ("kalah 3x2", kalah(3, 2)),
    ] {
        let mut known = HashMap::new();
        for plies in 0..4 {
            let state = opening(&game, plies, plies as u64).expect("games last longer");
            let expected = match counted(&game, &state, &mut known) {
                1 => "win",
                0 => "draw",
                _ => "loss",
            };
            let (stop, clock) = (AtomicBool::new(false), Instant::now());
            // So few that proof-number search is soon done with its share, and enough for the rest.
            for nodes in [40_000, 400_000] {
                let watch = &mut SearchLimits::new(Budget::nodes(nodes), &stop, &clock);
                let found = match solve(&game, &state, watch).expect("two players") {
                    Solution::Win { moves, .. } => {
                        assert!(is_playable(&game, &state, &moves), "{name}");
                        "win"
                    }
                    Solution::Draw => "draw",
                    Solution::Loss => "loss",
                    other => panic!("{name} after {plies} plies: {other:?}"),
                };
                assert_eq!(found, expected, "{name} after {plies} plies");
            }
        }
    }
}

/// A depth asks for a win within so many plies: a mate in two is none in one.
#[test]
fn a_win_within_some_plies_is_found_or_refuted() {
    let chess = named("chess");
    let position = dagaz_record::parse_position(&chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").expect("it is a position");
    let state = chess.set_up(&position).expect("it is possible");
    for (depth, wins) in [(1, false), (2, false), (3, true), (4, true)] {
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let budget = Budget { depth: Some(depth), ..Budget::nodes(1_000_000) };
        let found = solve(&chess, &state, &mut SearchLimits::new(budget, &stop, &clock)).expect("two players");
        match found {
            Solution::Win { plies, .. } if wins => assert_eq!(plies, Some(3)),
            Solution::NoWin if !wins => {}
            other => panic!("within {depth}: {other:?}"),
        }
    }
}
