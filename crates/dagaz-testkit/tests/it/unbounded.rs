//! Boards without borders: what exists, equality up to translation, names of sites and the limit on
//! the extent.

use dagaz_core::{Fuel, Game, LimitKind, MoveList, State, UndoLog};
use dagaz_engine::PathGame;
use dagaz_record::{find_typed, write_position};
use dagaz_testkit::source::path_game_of_text;
use dagaz_testkit::{battery, forms, walk};

use crate::common::{at, game, moves, texts};

/// Stones that may be put two steps from others.
const STONES: &str = "(drf 3) (game \"Stones\" (players White Black) (board (grid unbounded (reach 2) (extent 6)))
  (piece Stone) (rule place (at empty) (put Stone)) (moves place)
  (draw repetition (> (repeats) 1)))";

/// Two kings.
const KINGS: &str = "(drf 3) (game \"Kings\" (players White Black) (board (grid unbounded (extent 3)))
  (setup (White (King e0n0)) (Black (King e1n0)))
  (piece King (moves (go adjacent))) (rule (go d) d empty)
  (draw repetition (> (repeats) 1)))";

fn play(game: &PathGame, state: &mut State, typed: &str) {
    let list = moves(game, state);
    let index = find_typed(game, state, &list, typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
    game.play(state, list.get(index), &mut UndoLog::new());
}

#[test]
fn only_sites_in_reach_of_a_piece_exist() {
    let game = game(STONES);
    let mut state = game.initial();
    assert_eq!(texts(&game, &state), ["White Stone e0n0"]);
    play(&game, &mut state, "White Stone e0n0");
    // Five by five sites are in reach; the stone is on one.
    assert_eq!(moves(&game, &state).len(), 24);
    let reach = game.sites_in_reach(&state).expect("there are no borders");
    assert_eq!(reach.iter().count(), 25);
    play(&game, &mut state, "Black Stone e2n0");
    // Seven by five sites.
    assert_eq!(moves(&game, &state).len(), 33);
}

#[test]
fn positions_are_equal_up_to_translation() {
    let game = game(STONES);
    let [mut one, mut other] = [game.initial(), game.initial()];
    for typed in ["White Stone e0n0", "Black Stone e2n1"] {
        play(&game, &mut one, typed);
    }
    let moved = at(&game, "turn=White; White Stone=w2n2; Black Stone=e0n3");
    assert_eq!((one.position_key(), one.words().len()), (moved.position_key(), moved.words().len()));
    for typed in ["White Stone e0n0", "Black Stone w2s1"] {
        play(&game, &mut other, typed);
    }
    assert_ne!(one.position_key(), other.position_key(), "the owners are exchanged");
}

#[test]
fn repetition_is_found_wherever_the_pieces_are() {
    let game = game(KINGS);
    let mut state = game.initial();
    // Both kings walk one step to the north and then stand as they stood.
    play(&game, &mut state, "King e0n0 - e0n1");
    assert_eq!(game.ending(&state), Ok(None));
    play(&game, &mut state, "King e1n0 - e1n1");
    assert!(game.ending(&state).expect("within the limits").is_some());
}

#[test]
fn sites_are_named_by_their_distance_from_the_origin() {
    let game = game(&KINGS.replace("(draw repetition (> (repeats) 1))", ""));
    let (mut state, mut log) = (game.initial(), UndoLog::new());
    // Both kings walk far beyond the window.
    for step in 0..40 {
        for column in [0, 1] {
            let typed = format!("King e{column}n{step} - e{column}n{}", step + 1);
            let list = moves(&game, &state);
            let index = find_typed(&game, &state, &list, &typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
            game.play(&mut state, list.get(index), &mut log);
        }
    }
    let names: Vec<String> = texts(&game, &state).iter().map(|text| text[5..].to_string()).collect();
    assert!(names.iter().all(|text| text.starts_with("e0n40 - ")), "{names:?}");
    while game.undo(&mut state, &mut log) {}
    assert_eq!(state, game.initial());
}

#[test]
fn a_move_past_the_extent_is_no_move() {
    let game = game(STONES);
    let mut state = game.initial();
    for typed in ["White Stone e0n0", "Black Stone e2n0", "White Stone e4n0"] {
        play(&game, &mut state, typed);
    }
    // Nine by five sites are in reach: one column more is within the extent, on either side.
    let names = texts(&game, &state);
    assert_eq!(names.len(), 7 * 5 - 3, "{names:?}");
    assert!(names.iter().any(|text| text.ends_with("e5n0")) && names.iter().any(|text| text.ends_with("w1n0")));
    play(&game, &mut state, "Black Stone e5n0");
    // Six columns are occupied, and two rows on either side are in reach.
    assert_eq!(moves(&game, &state).len(), 6 * 5 - 4);
    assert_eq!(game.ending(&state), Ok(None));
}

#[test]
fn every_game_within_an_extent_ends_by_the_rules() {
    let text = "(drf 3) (game \"Nine\" (players White Black) (board (grid unbounded (reach 2) (extent 3)))
      (piece Stone) (rule place (at empty) (put Stone)) (moves place) (win no-room no-moves))";
    let game = game(text);
    let judge = path_game_of_text(text).expect("it was read before").only_walking();
    for game in [&game, &judge] {
        let mut state = game.initial();
        for ply in 0..9 {
            let list = moves(game, &state);
            assert!(!list.is_empty(), "ply {ply}");
            game.play(&mut state, list.get(ply % list.len()), &mut UndoLog::new());
        }
        let (ending, _) = game.ending(&state).expect("within the limits").expect("three by three sites are full");
        assert_eq!(game.glossary().endings[ending.index()], "no-room");
    }
    assert_eq!(battery::run(&game, 20, 20), Ok(Vec::new()));
}

#[test]
fn a_position_past_the_extent_meets_the_limit() {
    let game = game(STONES);
    let state = at(&game, "turn=White; White Stone=w4n0,e5n0");
    let (mut list, mut fuel) = (MoveList::new(), Fuel::new(game.limits().fuel));
    for hit in [game.moves(&state, &mut list, &mut fuel).err(), game.ending(&state).err()] {
        assert_eq!(hit.map(|hit| (hit.kind, hit.max)), Some((LimitKind::Extent, 6)));
    }
}

#[test]
fn variables_of_sites_and_sets_move_with_the_pieces() {
    let game = game(
        "(drf 3) (game \"Trail\" (board (grid unbounded (extent 8)))
           (setup (White (Man e0n0)) (Black (Man e0n1)))
           (var steps-here of site 0) (var trail of game none)
           (piece Man (moves (go e))) (rule (go d) d empty (set steps-here 7) (set trail here))
           (draw never-ends (and (> (count trail) 5) (any steps-here))))",
    );
    let mut state = game.initial();
    for typed in ["Man e0n0 - e1n0", "Man e0n1 - e1n1"] {
        play(&game, &mut state, typed);
    }
    let text = write_position(&game, &state);
    // Both have gone one step, so that the middle is where it was among them.
    assert!(text.contains("steps-here") && text.contains("trail"), "{text}");
    let back = at(&game, &text);
    assert_eq!(back.position_key(), state.position_key(), "{text}");
}

#[test]
fn both_executors_agree_on_boards_without_borders() {
    let hive = include_str!("../../../../games/connection/hive/hive.drf");
    // Two stones in a move may both go farther than either could alone.
    let pairs = STONES.replace("(put Stone)", "(put Stone) (at empty) (put Stone)");
    let kings = KINGS.replace("(extent 3)", "(extent 2)");
    for text in [STONES, &pairs, KINGS, &kings, hive] {
        let game = path_game_of_text(text).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.compiled_size().err(), None);
        let judge = path_game_of_text(text).expect("it was read before").only_walking();
        let states = walk::sample(&judge, 2, 30, 8).expect("no limit is met");
        assert!(!states.is_empty());
        assert_eq!(battery::run(&game, 5, 25), Ok(Vec::new()));
        for state in states {
            assert_eq!(forms::compiled(&game, &judge, &state), Ok(()));
        }
    }
}
