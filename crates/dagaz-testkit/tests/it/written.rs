//! Texts of moves of their own: `(write RULE "TEXT")` is what records write where nothing else could be meant, and no more.

use dagaz_core::{Game, State};
use dagaz_engine::PathGame;
use dagaz_record::formats::notation;
use dagaz_record::{MoveError, find_typed, parse_position};
use dagaz_testkit::source;

use crate::common::{game, moves};

/// Men of White's in a row who go east or west, or hop over others.
fn row(men: &str, rest: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Row\" (board (grid a-f 1-1)) (setup (White (Man {men})) (Black (Man f1)))
           (piece Man (moves (go (e w)) (hop (e w))))
           (rule (go d) d empty) (rule (hop d) d occupied d empty (then hop)) {rest})"
    ))
}

fn texts(game: &dyn Game, state: &State) -> Vec<String> {
    let list = moves(game, state);
    (0..list.len()).map(|index| notation::move_text(game, state, &list, index)).collect()
}

/// Every text finds its own move again, read from a record and typed.
fn reads_back(game: &dyn Game, state: &State) {
    let list = moves(game, state);
    for (index, text) in texts(game, state).iter().enumerate() {
        assert_eq!(notation::find_move(game, state, &list, text), Ok(index), "{text}");
        assert_eq!(find_typed(game, state, &list, text), Ok(index), "{text}");
    }
}

#[test]
fn a_rule_has_a_text_of_its_own() {
    let game = row("c1", "(write (go e) \"on\") (write (go w) \"and back\")");
    let start = game.initial();
    assert_eq!(texts(&game, &start), ["on", "and back"]);
    reads_back(&game, &start);
    // What is written by other means is read as ever.
    let list = moves(&game, &start);
    for typed in ["c1 - d1 go e", "c1 - d1", "c1d1"] {
        assert_eq!(notation::find_move(&game, &start, &list, typed), Ok(0), "{typed}");
    }
}

#[test]
fn what_several_moves_would_share_is_written_as_ever() {
    let game = row("b1 d1", "(write (go e) \"on\")");
    let start = game.initial();
    assert_eq!(texts(&game, &start)[..2], ["b1 - c1 go e", "b1 - a1 go w"]);
    reads_back(&game, &start);
    match notation::find_move(&game, &start, &moves(&game, &start), "on") {
        Err(MoveError::Several { moves, count: 2, .. }) => assert_eq!(moves, ["b1 - c1 go e", "d1 - e1 go e"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_that_reads_like_another_move_is_not_used() {
    let game = row("c1", "(rule enter (at a1) (put Man)) (moves enter) (write (go w) \"a1 enter White Man\")");
    let start = game.initial();
    assert_eq!(texts(&game, &start), ["c1 - d1 go e", "c1 - b1 go w", "a1 enter White Man"]);
    reads_back(&game, &start);
}

#[test]
fn steps_of_a_chain_have_their_texts() {
    let game = row("a1 b1 d1", "(write (hop e) \"hop\")");
    let start = game.initial();
    let all = texts(&game, &start);
    assert_eq!(all[0], "+ hop + hop + e1 - c1 hop w +", "{all:?}");
    reads_back(&game, &start);
}

#[test]
fn chess_castles_as_people_write_it() {
    for path in ["chess/chess960/chess960.drf", "chess/three-check/three-check.drf"] {
        let game = source::open(&source::root().join("games").join(path)).unwrap_or_else(|why| panic!("{why}"));
        let position =
            parse_position(&*game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap_or_else(|fault| panic!("{fault}"));
        let state = game.set_up(&position).expect("it can be set up");
        let all = texts(&*game, &state);
        for text in ["O-O", "O-O-O", "e1 - e2 step n"] {
            assert!(all.contains(&text.to_string()), "{path}: {all:?}");
        }
        reads_back(&*game, &state);
    }
}
