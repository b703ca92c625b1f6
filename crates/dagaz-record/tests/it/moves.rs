//! Moves as text, and typed moves.

use crate::common::{JUMPS, PAWNS, after, game, moves};
use dagaz_core::{Game, State};
use dagaz_record::{MoveError, find_move, move_text, parse_position};

fn texts(game: &dyn Game, state: &State) -> Vec<String> {
    moves(game, state).iter().map(|one| move_text(game, state, one)).collect()
}

/// The text of the move that is meant.
fn meant(game: &dyn Game, state: &State, typed: &str) -> Result<String, MoveError> {
    let list = moves(game, state);
    find_move(game, state, &list, typed).map(|index| move_text(game, state, list.get(index)))
}

#[test]
fn every_move_has_a_unique_text_that_is_read_back() {
    for text in [PAWNS, JUMPS] {
        let game = game(text);
        let mut state = game.initial();
        for _ in 0..12 {
            let texts = texts(&game, &state);
            for (index, text) in texts.iter().enumerate() {
                assert!(!texts[..index].contains(text), "{text} twice");
                assert_eq!(meant(&game, &state, text).as_ref(), Ok(text));
            }
            match texts.last() {
                Some(last) => state = after(&game, &state, last),
                None => break,
            }
        }
    }
}

#[test]
fn moves_captures_promotions_and_attributes() {
    let game = game(PAWNS);
    let state = game.initial();
    assert_eq!(
        texts(&game, &state),
        [
            "Pawn a1 - a2",
            "Pawn a1 - a3",
            "Pawn b1 - b2",
            "Pawn b1 - b3",
            "King d1 - d2 @ d2 0 0",
            "King d1 - c1 @ c1 0 0",
        ]
    );
    let state = after(&game, &state, "b1-b3");
    assert!(texts(&game, &state).contains(&"Pawn c4 - c3".to_string()));
    let state = after(&game, &state, "c4 c2");
    let state = after(&game, &state, "b3b4q");
    let fen = dagaz_record::position::fen::Fen::of(&game).and_then(|fen| fen.write(&game.position(&state)));
    assert_eq!(fen.as_deref(), Some("1Q1k/4/2p1/P2K b - -"));
}

#[test]
fn a_capture_beside_the_path_is_named() {
    let game = game(PAWNS);
    let position =
        parse_position(&game, "turn=White; White Pawn=b2; Black Pawn=a2; White King=d1; Black King=d4; last=a4-a2");
    let state = game.set_up(&position.expect("a good line")).expect("a good position");
    assert!(texts(&game, &state).contains(&"Pawn b2 - a3 x a2".to_string()), "{:?}", texts(&game, &state));
    for typed in ["b2a3", "b2-a3", "B2 A3", "b2xa3", "Pb2-a3 x a2", "pawn b2 - a3 x a2"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("Pawn b2 - a3 x a2"), "{typed}");
    }
}

#[test]
fn a_promotion_must_be_named() {
    let game = game(PAWNS);
    let state = game.set_up(&parse_position(&game, "2k1/P3/4/3K w - -").expect("a good FEN")).expect("a good position");
    for typed in ["a3-a4=Queen", "a3a4q", "a3a4=q", "Pawn a3 - a4 = queen", "a3 a4 Queen"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("Pawn a3 - a4 = Queen"), "{typed}");
    }
    match meant(&game, &state, "a3a4") {
        Err(MoveError::Several { moves, count: 2, .. }) => {
            assert_eq!(moves, ["Pawn a3 - a4 = Queen", "Pawn a3 - a4 = Knight"]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn illegal_moves_get_suggestions() {
    let game = game(PAWNS);
    let state = game.initial();
    let error = meant(&game, &state, "b1b4").expect_err("too far");
    assert!(
        error.to_string().starts_with("`b1b4` is not a legal move here; the nearest are: Pawn b1 - b2; Pawn b1 - b3"),
        "{error}"
    );
    assert_eq!(meant(&game, &state, " "), Err(MoveError::Empty));
}

#[test]
fn drops_chains_and_passes() {
    let game = game(JUMPS);
    let state = game.initial();
    let chain = "partial 1 Man a1 - c1 x b1 + partial 1 Man c1 - e1 x d1";
    let stop = "partial 1 Man a1 - c1 x b1 + Pass";
    let texts = texts(&game, &state);
    assert!(texts.contains(&chain.to_string()) && texts.contains(&stop.to_string()), "{texts:?}");
    for typed in ["a1c1e1", "a1-c1-e1", "a1 x c1 x e1", "Man a1 - c1 x b1 + Man c1 - e1 x d1", "a1e1"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok(chain), "{typed}");
    }
    assert_eq!(meant(&game, &state, "a1c1").as_deref(), Ok(stop));
    for typed in ["White Man f2", "f2", "Man f2", "man@f2"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("White Man f2"), "{typed}");
    }
    // A man can go to a2 or be dropped there.
    assert_eq!(meant(&game, &state, "a1a2").as_deref(), Ok("Man a1 - a2"));
    assert_eq!(meant(&game, &state, "a2").as_deref(), Ok("White Man a2"), "a site alone is a drop before it is a move");
}
