//! Pieces that stand on one another: what the words for them do, and that positions and moves keep
//! their text.

use std::collections::HashSet;
use std::ops::ControlFlow;

use dagaz_core::{Game, Limits, Turn};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::formats::notation;
use dagaz_record::{parse_position, write_position};
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::{self, path_game};
use dagaz_testkit::walk;

use crate::common::{after, game};

/// A row of squares on which a man moves by a rule `go`.
fn row(rules: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Row\" (board (grid a-f 1-1) (columns 5)) (setup (White (Man a1)) (Black (Man f1)))
           (piece Man (moves (go e))) (piece Lord) (rule (go d) {rules}))"
    ))
}

#[test]
fn a_column_moves_whole_and_lands_on_top() {
    let game = row("d");
    let found = after(&game, "turn=White; White Man=a1^1; Black Man=a1,b1");
    assert_eq!(found, ["White Man=b1^2; Black Man=b1,b1^1"]);
}

#[test]
fn a_landing_above_the_height_limit_is_illegal() {
    let game = row("d");
    let found = after(&game, "turn=White; White Man=a1,a1^1,a1^2,d1; Black Man=b1,b1^1,b1^2");
    assert_eq!(found, ["White Man=a1,a1^1,a1^2,e1; Black Man=b1,b1^1,b1^2"]);
}

#[test]
fn a_part_of_a_column_leaves_the_rest_behind() {
    let game = row("(pick k 1 3) (lift k) (times k d)");
    let found = after(&game, "turn=White; White Man=a1^1; Black Man=a1; White Lord=b1");
    let goes = ["White Man=b1^1; White Lord=b1; Black Man=a1", "White Man=c1^1; White Lord=b1; Black Man=c1"];
    // The lord has no moves; the man may go alone, one square, or take the other along, two
    // squares.
    assert_eq!(found, goes);
}

#[test]
fn only_the_lifted_part_leaves_the_board() {
    let position = "turn=White; White Man=a1,a1^1,a1^2; Black Man=f1";
    for rules in ["(pick k 1 2) (lift k) (leave)", "(pick k 1 2) (lift k) d (leave)"] {
        for game in [row(rules).only_walking(), row(rules).only_compiled()] {
            assert_eq!(
                after(&game, position),
                ["White Man=a1,a1^1; Black Man=f1", "White Man=a1; Black Man=f1"],
                "{rules}"
            );
        }
    }
}

#[test]
fn tucked_pieces_go_under_the_moving_part() {
    let whole = row("d enemy (tuck) d empty");
    let position = "turn=White; White Man=a1,a1^1; Black Man=b1,b1^1";
    assert_eq!(after(&whole, position), ["White Man=c1^1,c1^2; Black Man=b1,c1"]);
    let part = row("(lift 1) d enemy (tuck) d empty");
    assert_eq!(after(&part, position), ["White Man=a1,c1^1; Black Man=b1,c1"]);
    // Two victims in one step, and others where it lands.
    let twice = row("(lift 1) d enemy (tuck) d enemy (tuck) d enemy");
    let position = "turn=White; White Man=a1,a1^1; Black Man=b1,c1,d1";
    assert_eq!(after(&twice, position), ["White Man=a1,d1^3; Black Man=d1,d1^1,d1^2"]);
}

#[test]
fn other_pieces_of_a_column_can_be_asked_about_and_taken() {
    let game = row("(bottom enemy) (beneath Lord) (= (height) 3) (take bottom) d (pocket bottom) d");
    let position = "turn=White; White Man=a1^2,b1^1; White Lord=a1^1,b1; Black Man=a1";
    assert_eq!(after(&game, position), ["White Man=b1,c1^1; White Lord=c1; supply White Lord=1"]);
    assert!(after(&game, "turn=White; White Man=a1^1; White Lord=a1").is_empty(), "nothing of the enemy's below");
}

#[test]
fn coverable_sites_count_as_attacked() {
    let game = game(
        "(drf 3) (game \"Check\" (board (grid a-c 1-3) (columns 4)) (setup (White (King a1)) (Black (Rook c3)))
           (piece King (moves (step adjacent))) (piece Rook (moves (slide orthogonal)))
           (never check (and mine King attacked)))",
    );
    let found = after(&game, "turn=White; White King=a1^1; Black Rook=a1,c2");
    // On the rook's row and column no king is safe; on top of the rook each is, but it is too far
    // away.
    assert_eq!(found, ["White King=b1^1; Black Rook=b1,c2"]);
}

#[test]
fn only_boards_of_columns_have_words_for_them() {
    let limits = Limits::default();
    let rules = "(drf 3) (game \"Flat\" (board (grid a-c 1-1)) (piece Man (moves (go e)))
                   (rule (go d) (lift 1) d (tuck)) (setup (White (Man a1))))";
    let file = DrfFile::parse("flat.drf", rules.as_bytes(), &NoIncludes, &limits);
    let said = file.render(&file.check());
    assert_eq!(said.matches("on this board pieces do not stand on one another").count(), 2, "{said}");
    assert!(said.contains("(columns)"), "{said}");
}

#[test]
fn a_column_with_a_gap_is_refused() {
    let game = row("d");
    let fault = |text: &str| parse_position(&game, text).expect_err("it has a fault").to_string();
    assert!(fault("White Man=a1,a1^2").contains("nothing beneath"));
    assert!(fault("White Man=b1^1").contains("nothing beneath"));
    assert!(fault("White Man=b1^5").contains("at most 5"));
    assert!(fault("White Man=b1^1,b1; Black Man=b1^1").contains("already holds"));
}

#[test]
fn positions_of_columns_are_read_back_and_their_moves_have_texts_of_their_own() {
    let limits = Limits::default();
    for name in ["lasca", "bashni", "stapeldammen", "focus", "tak", "backgammon"] {
        let path = source::path_library().into_iter().find(|path| path.ends_with(format!("{name}/{name}.drf")));
        let file = source::read_paths(&path.expect("it is in the library"), &limits).expect("the file is there");
        let game = path_game(&file, file.default_index(), &limits).unwrap_or_else(|why| panic!("{why}"));
        let mut highest = 0;
        for seed in 0..3 {
            walk::walk(&game, game.initial(), seed, 60, &mut |state, list| {
                let text = write_position(&game, state);
                let read = parse_position(&game, &text).unwrap_or_else(|fault| panic!("{name}: {text}: {fault}"));
                let again = game.set_up(&read).unwrap_or_else(|errors| panic!("{name}: {text}: {errors:?}"));
                assert_eq!(again.position_key(), state.position_key(), "{name}: {text}");
                let heights = game.topology().site_ids().map(|site| state.height(game.layout(), site));
                highest = heights.max().unwrap_or(0).max(highest);
                if matches!(game.turn(state), Turn::Choice(_)) {
                    let stride = list.len().div_ceil(100).max(1);
                    let texts: Vec<String> = (0..list.len())
                        .step_by(stride)
                        .map(|index| notation::move_text(&game, state, list, index))
                        .collect();
                    let different: HashSet<&String> = texts.iter().collect();
                    assert_eq!(different.len(), texts.len(), "{name}: {text}: {texts:?}");
                }
                ControlFlow::Continue(())
            })
            .expect("within the limits");
        }
        assert!(highest > 2, "{name}: no column was higher than {highest}");
    }
}
