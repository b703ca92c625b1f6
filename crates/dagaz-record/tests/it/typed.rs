//! What a person types, in every notation of a game.

use crate::common::{JUMPS, PAWNS, after, game, moves};
use dagaz_core::{Game, State};
use dagaz_record::{MoveError, find_typed, formats::notation, move_text};

fn meant(game: &dyn Game, state: &State, typed: &str) -> Option<String> {
    let list = moves(game, state);
    find_typed(game, state, &list, typed).ok().map(|index| move_text(game, state, list.get(index)))
}

#[test]
fn every_text_of_a_move_finds_it() {
    for text in [PAWNS, JUMPS] {
        let game = game(text);
        let mut state = game.initial();
        for _ in 0..12 {
            let list = moves(&game, &state);
            for (index, one) in list.iter().enumerate() {
                let text = move_text(&game, &state, one);
                let noted = notation::move_text(&game, &state, &list, index);
                assert_eq!(meant(&game, &state, &noted).as_ref(), Some(&text), "{noted}");
                assert_eq!(meant(&game, &state, &text).as_ref(), Some(&text));
            }
            let Some(last) = list.iter().last().map(|one| move_text(&game, &state, one)) else { break };
            state = after(&game, &state, &last);
        }
    }
}

#[test]
fn the_sign_of_a_drop_means_no_move_of_the_board() {
    let pawns = game(PAWNS);
    let state = pawns.initial();
    assert!(meant(&pawns, &state, "Pa3").is_some(), "a pawn goes there");
    for typed in ["P@a3", "P*a3", "Pawn@a3", "p * a3", "P@a3+", "+P@a3"] {
        assert_eq!(meant(&pawns, &state, typed), None, "{typed}");
    }
    let list = moves(&pawns, &state);
    let mistyped = find_typed(&pawns, &state, &list, "P@a3").expect_err("no drop").to_string();
    assert!(mistyped.contains("the nearest are: Pawn a1 - a3"), "{mistyped}");

    // A man goes to a2, and another can be put there.
    let jumps = game(JUMPS);
    let state = jumps.initial();
    let dropped = meant(&jumps, &state, "Man@a2");
    assert!(dropped.is_some_and(|text| !text.contains('-')));
    assert_eq!(meant(&jumps, &state, "M*a2"), meant(&jumps, &state, "Man@a2"));
    assert!(meant(&jumps, &state, "a1a2").is_some_and(|text| text.contains('-')));
}

#[test]
fn square_numbering_schemes_are_distinguished() {
    let game = game(
        r#"(version "2.0")
(game (title "Numbers")
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("1/2/11/12/21/23" (10 0))) (directions (e 1))))
  (board-setup (White (Man 1 12)))
  (piece (name Man) (moves (e e (verify empty?) add) (e e e e e (verify empty?) add))))"#,
    );
    let state = game.initial();
    let (near, far) = (meant(&game, &state, "1-11"), meant(&game, &state, "1-23"));
    assert!(near.as_deref().is_some_and(|text| text.contains("11")) && far.is_some() && near != far);
    assert_eq!(meant(&game, &state, "12-23"), meant(&game, &state, "1223"));
    assert!(meant(&game, &state, "1223").is_some());
    for typed in ["11-1", "1-2", "2-3", "12-3", "112-3", "122-3"] {
        assert_eq!(meant(&game, &state, typed), None, "{typed}");
    }
}

#[test]
fn sites_that_the_board_does_not_have_are_named() {
    let game = game(PAWNS);
    let state = game.initial();
    let list = moves(&game, &state);
    for (typed, site) in [
        ("z9", Some("z9")),
        ("a1a9", Some("a9")),
        ("Pawn a1 - a9", Some("a9")),
        ("Pxz2", Some("z2")),
        ("a1a4", None),
        ("Pa4", None),
        ("A1-A4", None),
        ("nonsense", None),
        ("O-O", None),
        ("7g7f", None),
        ("H2=5", None),
        ("Pawn-2", None),
    ] {
        let mistyped = find_typed(&game, &state, &list, typed).expect_err(typed);
        assert!(matches!(mistyped.error, MoveError::Unknown { .. }), "{typed}");
        assert_eq!(mistyped.no_site.as_deref(), site, "{typed}");
    }
    let long = find_typed(&game, &state, &list, &"q".repeat(100_000)).expect_err("too long");
    assert!(long.to_string().len() < 1_000);
}
