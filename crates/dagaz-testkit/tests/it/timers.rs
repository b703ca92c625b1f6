//! Time in the rules: events of the clock, timers and what happens when one runs out.

use dagaz_core::{Game, State, UndoLog};
use dagaz_engine::PathGame;
use dagaz_record::find_typed;
use dagaz_testkit::source::path_game_of_text;
use dagaz_testkit::{battery, forms, walk};

use crate::common::{game, moves, texts};

/// Players have ten ticks for all their moves, and lose without time.
const BLITZ: &str = "(drf 3) (game \"Blitz\" (players White Black) (board (grid a-c 1-3) (lines row 3))
  (piece Man) (clock spent 4 (tick 5)) (timer bank of player 10)
  (rule place (at empty) (put Man)) (moves place)
  (turns ((clock spent) White) ((clock spent) Black))
  (lose time (and my-turn (= bank 0))) (win row (full row mine)) (draw full (no empty)))";

/// A piece whose time has run out stands still; a move turns it over.
const GLASSES: &str = "(drf 3) (game \"Glasses\" (players White Black) (board (grid a-d 1-4))
  (setup (White (Glass a1 b1)) (Black (Glass c4 d4)))
  (clock spent 3) (timer sand of piece 5)
  (piece Glass (moves (go orthogonal)))
  (rule (go d) (> sand 0) d empty (set sand (- 5 sand)))
  (turns ((clock spent) White) ((clock spent) Black)) (pass forced)
  (lose still no-moves))";

/// The bank of a player is filled once, with a period; then the player loses.
const PERIODS: &str = "(drf 3) (game \"Periods\" (players White Black) (board (grid a-e 1-5))
  (piece Man) (clock spent 3) (timer bank of player 3) (var periods of player 1)
  (rule place (at empty) (put Man)) (moves place)
  (on timeout bank (if (> periods 0) ((add periods -1) (set bank 2) (extra-turn)) ((set periods -1))))
  (turns ((clock spent) White) ((clock spent) Black))
  (lose time (< periods 0)) (draw full (no empty)))";

fn play(game: &PathGame, state: &mut State, typed: &str) {
    let list = moves(game, state);
    let index = find_typed(game, state, &list, typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
    game.play(state, list.get(index), &mut UndoLog::new());
}

fn ending(game: &PathGame, state: &State) -> Option<String> {
    let ended = game.ending(state).expect("within the limits");
    ended.map(|(ending, _)| game.glossary().endings[ending.index()].clone())
}

#[test]
fn every_turn_begins_with_an_event_of_the_clock() {
    let game = game(BLITZ);
    let mut state = game.initial();
    let list = moves(&game, &state);
    let events: Vec<String> = list.iter().filter_map(|one| dagaz_record::thrown(&game, &state, one)).collect();
    assert_eq!(events, ["clock 0", "clock 1", "clock 2", "clock 3", "clock 4"]);
    assert_eq!(game.clock_tick(&state), Some(5_000));
    play(&game, &mut state, "clock 3");
    assert_eq!(game.clock_tick(&state), None);
    assert_eq!(moves(&game, &state).len(), 9);
}

#[test]
fn a_timer_of_a_player_runs_in_turns_of_that_player_alone() {
    let game = game(BLITZ);
    let mut state = game.initial();
    for typed in ["clock 4", "Man a1", "clock 0", "Man b2", "clock 4", "Man a2", "clock 4", "Man b3"] {
        play(&game, &mut state, typed);
    }
    // White has used eight of ten ticks.
    let mut in_time = state.clone();
    play(&game, &mut in_time, "clock 1");
    assert_eq!(ending(&game, &in_time), None);
    play(&game, &mut state, "clock 2");
    assert_eq!(ending(&game, &state).as_deref(), Some("time"));
}

#[test]
fn timers_of_all_pieces_run_and_moves_turn_them_over() {
    let game = game(GLASSES);
    let mut state = game.initial();
    for typed in ["clock 3", "Glass a1 - a2", "clock 1", "Glass c4 - c3"] {
        play(&game, &mut state, typed);
    }
    // a2 had 2 and then 3 ticks, now 2; b1 has 1, c3 4, d4 1.
    play(&game, &mut state, "clock 1");
    let left = texts(&game, &state);
    assert!(!left.is_empty() && left.iter().all(|text| text.contains("a2")), "{left:?}");
    play(&game, &mut state, "Glass a2 - a3");
    play(&game, &mut state, "clock 0");
    assert!(texts(&game, &state).iter().all(|text| text.contains("c3")), "d4 has run out too");
}

#[test]
fn a_timeout_is_the_only_move() {
    let game = game(PERIODS);
    let mut state = game.initial();
    play(&game, &mut state, "clock 3");
    assert_eq!(moves(&game, &state).len(), 1);
    let list = moves(&game, &state);
    game.play(&mut state, list.get(0), &mut UndoLog::new());
    // The turn begins again, with the period.
    play(&game, &mut state, "clock 1");
    assert_eq!(moves(&game, &state).len(), 25);
    play(&game, &mut state, "Man a1");
    play(&game, &mut state, "clock 0");
    play(&game, &mut state, "Man a2");
    play(&game, &mut state, "clock 1");
    let list = moves(&game, &state);
    assert_eq!(list.len(), 1);
    game.play(&mut state, list.get(0), &mut UndoLog::new());
    assert_eq!(ending(&game, &state).as_deref(), Some("time"));
}

#[test]
fn both_executors_agree_on_time() {
    for text in [BLITZ, GLASSES, PERIODS] {
        let game = path_game_of_text(text).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.compiled_size().err(), None);
        let judge = path_game_of_text(text).expect("it was read before").only_walking();
        let states = walk::sample(&judge, 3, 30, 8).expect("no limit is met");
        assert!(!states.is_empty());
        assert_eq!(battery::run(&game, 10, 60), Ok(Vec::new()));
        for state in states {
            assert_eq!(forms::compiled(&game, &judge, &state), Ok(()));
        }
    }
}
