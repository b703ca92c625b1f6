//! Texts of moves of their own: `(write RULE "TEXT")` is what records write where nothing else
//! could be meant, and no more.

use dagaz_core::{Game, State};
use dagaz_engine::PathGame;
use dagaz_record::formats::notation;
use dagaz_record::{Format, MoveError, ReadLimits, find_typed, parse_position};
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
fn ambiguous_short_texts_fall_back_to_full_texts() {
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
fn ambiguous_move_texts_are_not_used() {
    let game = row("c1", "(rule enter (at a1) (put Man)) (moves enter) (write (go w) \"a1 enter White Man\")");
    let start = game.initial();
    assert_eq!(texts(&game, &start), ["c1 - d1 go e", "c1 - b1 go w", "a1 enter White Man"]);
    reads_back(&game, &start);
}

#[test]
fn steps_of_a_chain_have_texts() {
    let game = row("a1 b1 d1", "(write (hop e) \"hop\")");
    let start = game.initial();
    let all = texts(&game, &start);
    assert_eq!(all[..2], ["+ hop + hop +", "+ hop + c1 - a1 hop w +"], "{all:?}");
    reads_back(&game, &start);
}

/// A board of six by six, of which the dark squares are kept: eighteen.
fn eighteen(numbers: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Eighteen\" (board (grid a-f 1-6) (keep dark))
           (setup (White (Man a1 c1)) (Black (Man b6 f6))) (write squares {numbers})
           (piece Man (moves (go (nw ne)))) (rule (go d) d empty) (win far (and mine (row -1))))"
    ))
}

#[test]
fn squares_are_numbered_from_the_far_row_on() {
    let game = eighteen("1..18");
    let names: Vec<&str> = game.topology().sites().iter().map(|site| site.name.as_str()).collect();
    // The sites follow one another from the near row on, as ever.
    assert_eq!(names[..6], ["16", "17", "18", "13", "14", "15"]);
    assert_eq!(names[15..], ["1", "2", "3"]);
    let start = game.initial();
    assert_eq!(texts(&game, &start), ["16 - 13 go ne", "17 - 13 go nw", "17 - 14 go ne"]);
    reads_back(&game, &start);
    let list = moves(&game, &start);
    for typed in ["17 - 14", "17-14", "1714"] {
        assert_eq!(find_typed(&game, &start, &list, typed), Ok(2), "{typed}");
    }
    let position = dagaz_record::write_position(&game, &start);
    let again = parse_position(&game, &position).unwrap_or_else(|fault| panic!("{fault}: {position}"));
    assert_eq!(game.set_up(&again).expect("it can be set up").position_key(), start.position_key(), "{position}");
}

#[test]
fn squares_are_numbered_downwards_too() {
    // As in English draughts, where the square with the number 1 is in front of the first player,
    // to their right.
    let start = eighteen("18..1").initial();
    assert_eq!(texts(&eighteen("18..1"), &start), ["3 - 6 go ne", "2 - 6 go nw", "2 - 5 go ne"]);
    reads_back(&eighteen("18..1"), &start);
}

#[test]
fn moves_with_equal_texts_are_listed_separately() {
    for path in ["territory/filler/filler.drf", "sowing/kalah/kalah.drf", "columns/tak/tak.drf"] {
        let game = source::open(&source::root().join("games").join(path)).unwrap_or_else(|why| panic!("{why}"));
        let start = game.initial();
        let list = moves(&*game, &start);
        let texts = dagaz_record::listed(&*game, &start, &list);
        for (index, text) in texts.iter().enumerate() {
            assert_eq!(find_typed(&*game, &start, &list, text), Ok(index), "{path}: {text}");
            let worded = dagaz_record::move_text(&*game, &start, list.get(index));
            let found = find_typed(&*game, &start, &list, &worded).map_err(|mistyped| mistyped.error);
            let is_told = found == Ok(index) || worded != *text && matches!(found, Err(MoveError::Several { .. }));
            assert!(is_told, "{path}: {worded}: {found:?}");
        }
    }
    let filler = source::open(&source::root().join("games/territory/filler/filler.drf")).expect("it is there");
    let list = moves(&*filler, &filler.initial());
    assert!(
        matches!(find_typed(&*filler, &filler.initial(), &list, "hue a1"), Err(error) if error.to_string().contains("any of 4"))
    );
}

#[test]
fn pdn_uses_the_square_numbers_of_the_rules() {
    for (numbers, moves, written) in
        [("1..18", "1. 13-10 6-9 2. 14-11", "13-10"), ("18..1", "1. 6-9 13-10 2. 5-8", "6-9")]
    {
        let game = game(&format!(
            "(drf 3) (game \"Eighteen\" (board (grid a-f 1-6) (keep dark)) (setup (each (Man (row 1 2))))
               (write squares {numbers}) (piece Man (moves (go (nw ne))) (on move-end (if (row -1) (become King))))
               (piece King (moves (go diagonal))) (rule (go d) d empty) (win far (and mine (row -1))))"
        ));
        let reading = Format::Pdn.read(&game, moves, &ReadLimits::default());
        let trees = reading.strict().unwrap_or_else(|fault| panic!("{numbers}: {fault}"));
        let text = Format::Pdn.write(&game, &trees).unwrap_or_else(|fault| panic!("{fault}")).text;
        assert!(text.contains(&format!("1. {written}")), "{numbers}: {text}");
    }
}

#[test]
fn chess_castling_is_written_in_san() {
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
