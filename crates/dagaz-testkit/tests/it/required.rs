//! What the requirements ask for in so many words and no game of the library shows by itself: games
//! of a few lines.

use dagaz_core::{Fuel, Game, MoveList, State, Turn, UndoLog};
use dagaz_engine::PathGame;
use dagaz_record::{move_text, write_position};
use dagaz_testkit::source;

use crate::common::{at, ending, game, moves, texts};

/// Plays the one legal move whose text has this in it.
fn play(game: &PathGame, state: &mut State, part: &str) {
    let list = moves(game, state);
    let fitting: Vec<_> = list.iter().filter(|one| move_text(game, state, *one).contains(part)).collect();
    assert_eq!(fitting.len(), 1, "`{part}` among {:?}", texts(game, state));
    game.play(state, fitting[0], &mut UndoLog::new());
}

fn mover(game: &PathGame, state: &State) -> usize {
    match game.turn(state) {
        Turn::Choice(player) => player.index(),
        other => panic!("{other:?}"),
    }
}

/// Requirement 93: the Turkish strike. What has been taken and still stands is jumped no second
/// time, and is in the way.
#[test]
fn immediately_captured_pieces_do_not_block() {
    let path = source::root().join("games/draughts/international-draughts/international-draughts.drf");
    let later = std::fs::read_to_string(path).expect("the file is there");
    let at_once = later.replace("(take later)", "(take)");
    assert_ne!(later, at_once);
    let captured = |rules: &str| {
        let game = game(rules);
        let strike = at(&game, "turn=White; White King=i3; Black Man=c7,e7,e9,f4,g7,h6");
        let mut counts: Vec<usize> = texts(&game, &strike).iter().map(|text| text.matches("x ").count()).collect();
        counts.dedup();
        counts
    };
    assert_eq!(captured(&later), [2]);
    // From f10 back over e9, which is no more, to c7.
    assert_eq!(captured(&at_once), [3]);
}

/// Requirements 101 and 102: the moments of a move come in one order, and those of a step with each
/// step.
#[test]
fn hooks_run_in_order_for_each_step() {
    let game = game(
        r#"(drf 3)
           (game "Moments"
             (players White Black)
             (board (grid a-g 1-7))
             (setup (White (Man a1)) (Black (Man b2 d4 f6)))
             (var trace of game 0)
             (var more of game 0)
             (define (told n) (if (< trace 100000000) (set trace (+ n (* 10 trace))) (set more (+ n (* 10 more)))))
             (piece Man (moves (jump (n.e))))
             (rule (jump d) ne enemy (told 3) (take) ne empty (then jump))
             (on move-start (told 1))
             (on step-start (told 2))
             (on capture    (told 4))
             (on step-end   (told 5))
             (on move-end   (told 6))
             (draw told (> trace 0)))"#,
    );
    let mut state = game.initial();
    let list = moves(&game, &state);
    assert_eq!(list.len(), 1);
    game.play(&mut state, list.iter().next().expect("the jump"), &mut UndoLog::new());
    // The start of the move; thrice a step's start, its own doing, what it captures and its end;
    // the end of the move.
    let traced = write_position(&game, &state);
    assert!(traced.contains("trace=123452345") && traced.contains("more=23456"), "{traced}");
    assert_eq!(ending(&game, &state).as_deref(), Some("told"), "asked when all is done");
}

/// Requirement 148: of two endings that hold at once the one of the higher rank counts, whichever
/// is written first.
#[test]
fn of_two_endings_that_hold_the_higher_rank_counts() {
    let with = |first: &str, second: &str| {
        let rules = format!(
            r#"(drf 3)
               (game "Ranks" (players White Black) (board (grid a-c 1-3)) (setup (White (Man a1)) (Black (Man c3)))
                 (piece Man (moves (step n)))
                 (draw even (any (and mine (row 2))) (any (as next mine)){first})
                 (win there (any (and mine (row 2))){second}))"#
        );
        let game = game(&rules);
        let mut state = game.initial();
        play(&game, &mut state, "a2");
        ending(&game, &state).expect("both hold")
    };
    assert_eq!(with("", ""), "even", "as written");
    assert_eq!(with(" (rank 2)", " (rank 1)"), "even");
    assert_eq!(with(" (rank 1)", " (rank 2)"), "there");
}

/// Requirement 48: four quarter turns are none, for pieces and what they carry.
#[test]
fn four_quarter_turns_are_the_identity() {
    let game = game(
        r#"(drf 3)
           (game "Turning" (players White Black) (board (grid a-c 1-3) (regions all a1..c3))
             (setup (White (Man a1 b1) (King c2)) (Black (Man a3)))
             (var mark of piece 0)
             (piece Man (moves (note)))
             (piece King)
             (rule note (set mark (+ 1 mark)))
             (rule (twist k) (rotate all k))
             (moves (twist 1))
             (draw long (> turn 90)))"#,
    );
    let mut state = game.initial();
    // So that pieces differ by more than their type.
    play(&game, &mut state, "@ a1");
    let pieces = |state: &State| {
        let text = write_position(&game, state);
        let parts = text.split("; ").filter(|part| !part.starts_with("turn=") && !part.starts_with("value "));
        parts.collect::<Vec<_>>().join("; ")
    };
    let before = pieces(&state);
    let mut seen = vec![before.clone()];
    for _ in 0..4 {
        let list = moves(&game, &state);
        let turned = list.iter().find(|one| !move_text(&game, &state, *one).starts_with('@'));
        let turned = turned.unwrap_or_else(|| panic!("{:?}", texts(&game, &state)));
        game.play(&mut state, turned, &mut UndoLog::new());
        seen.push(pieces(&state));
    }
    assert_eq!(seen[4], before);
    assert!(seen[1..4].iter().all(|one| *one != before), "{seen:?}");
}

/// Requirement 127: after a jump by any player, the turns of the new phase begin with the next
/// player.
#[test]
fn a_new_phase_starts_with_the_next_player() {
    let game = game(
        r#"(drf 3)
           (game "Two phases" (players South North) (board (grid a-c 1-9))
             (setup (South (Man a1)) (North (Man c9)))
             (piece Man (moves (walk n) (leap n)))
             (rule (walk d) d empty)
             (rule (leap d) (phase near) d d empty (goto far))
             (turns (phase near South North) (phase far South North))
             (lose stuck no-moves))"#,
    );
    for (begun, expected) in [(vec!["a3"], [1, 0, 1]), (vec!["a2", "c7"], [0, 1, 0])] {
        let mut state = game.initial();
        begun.iter().for_each(|text| play(&game, &mut state, text));
        let mut movers = Vec::new();
        for _ in 0..3 {
            movers.push(mover(&game, &state));
            let list = texts(&game, &state);
            assert!(list.iter().all(|text| text.contains("Man")) && list.len() == 1, "no leap any more: {list:?}");
            play(&game, &mut state, "Man");
        }
        assert_eq!(movers, expected, "{begun:?}");
    }
}

/// Requirement 77: classes behind one that has a move are not generated at all, however dear they
/// are.
#[test]
fn lower_priority_classes_are_not_generated() {
    let spent = |white: &str, black: &str| {
        let rules = format!(
            r#"(drf 3)
               (game "Dear" (players White Black) (board (grid a-h 1-8))
                 (setup (White (Man {white}) (Rook h1)) (Black (Man {black})))
                 (piece Man  (moves (strike (n e)) (step (n e))))
                 (piece Rook (moves wander))
                 (rule (strike d) d enemy)
                 (rule (step d) d empty)
                 (rule wander (see (times 40 (see (run adjacent empty)))) w)
                 (first strike step wander)
                 (lose stuck no-moves))"#
        );
        let game = game(&rules);
        let most = game.limits().fuel;
        let mut fuel = Fuel::new(most);
        game.moves(&game.initial(), &mut MoveList::new(), &mut fuel).expect("within the limits");
        most - fuel.left()
    };
    let (strike, step, wander) = (spent("a1", "a2"), spent("a1", "c8"), spent("h8", "c8"));
    assert!(strike <= step && step * 5 < wander, "{strike}, {step}, {wander}");
}

/// Requirement 37: boards of more than three dimensions.
#[test]
fn a_grid_may_have_four_dimensions() {
    let game = game(
        r#"(drf 3)
           (game "Hypercube" (players White Black) (board (grid a-c 1-3 1-3 1-3))
             (piece Man)
             (rule place (at empty) (put Man))
             (moves place)
             (draw full (no empty)))"#,
    );
    assert_eq!(game.topology().sites().len(), 81);
    let neighbours = |name: &str| {
        let site = game.topology().site_named(name).expect("a site");
        game.topology().neighbours(site).len()
    };
    // Eight in the plane of the first two, and one to each side along each further dimension; fewer
    // at the edges.
    assert_eq!(neighbours("b222"), 8 + 2 + 2);
    assert_eq!(neighbours("a111"), 3 + 1 + 1);
    assert_eq!(neighbours("b211"), 8 + 1 + 1);
    for direction in ["u", "d", "u4", "d4"] {
        assert!(game.topology().direction_named(direction).is_some(), "{direction}");
    }
}
