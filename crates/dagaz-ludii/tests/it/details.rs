//! Details of ludemes that decide which moves there are, as recorded games show them.

use super::play::{compile, count, play, rules};

const STONES: &str = "(board (rectangle 1 4)) (piece \"Stone\" Each)";

#[test]
fn forgetting_all_values_without_a_name_empties_every_list() {
    let game = rules(
        STONES,
        "(play (if (is In 7 (sites (values Remembered \"Marks\"))) (move Pass) (move Add (to (sites Empty)) \
         (then (remember Value \"Marks\" 7 (then (forget Value All))))))) (end (if (is Full) (result Mover Win)))",
    );
    assert_eq!(count(&mut play(&game, &[(0, 0)])), 3);
}

#[test]
fn sites_of_the_hand_without_a_player_are_none() {
    let game = rules(
        "(board (rectangle 1 2)) (hand Each) (piece \"Stone\" Each)",
        "(start (place \"Stone\" \"Hand\" count:2)) (play (or (move Add (to (sites Empty))) \
         (move (from (sites Hand)) (to (sites Empty))))) (end (if (is Full) (result Mover Win)))",
    );
    assert_eq!(count(&mut play(&game, &[])), 2);
}

#[test]
fn first_move_of_a_turn_may_not_repeat_a_position_of_the_turn_before() {
    let ball = "(move (from (where \"Ball\" Shared)) (to (sites Empty))";
    let game = rules(
        "(board (rectangle 1 3)) (piece \"Ball\" Shared)",
        &format!(
            "(meta (no Repeat PositionalInTurn)) (start (place \"Ball\" 0)) \
             (play (if (is Prev Mover) {ball}) {ball} (then (moveAgain))))) (end (if (is Full) (result Mover Win)))"
        ),
    );
    // The first move of a turn forgets the positions before it.
    assert_eq!(count(&mut play(&game, &[(0, 1)])), 2);
    assert_eq!(count(&mut play(&game, &[(0, 1), (1, 2)])), 1);
    play(&game, &[(0, 1), (1, 2), (2, 0)]);
}

#[test]
fn swapped_piece_takes_its_state_along_and_the_other_loses_it() {
    let game = rules(
        "(board (rectangle 1 2)) (piece \"Light\" Shared)",
        "(start { (place \"Light\" 0 state:1) (place \"Light\" 1 state:1) }) \
         (play (move Select (from 0) (then (swap Pieces 0 1)))) (end (if (= 9 (counter)) (result Mover Win)))",
    );
    assert_eq!(play(&game, &[(0, 0)]).position_text(), "0=1 1=1s1");
}

#[test]
fn difference_of_arrays_takes_one_of_equal_values_away() {
    let game = rules(
        STONES,
        "(play (move Add (to (sites Empty)) (then (set Score P1 (size Array \
         (difference (array {3 3 4}) (array {3 4}))))))) (end (if (is Full) (result Mover Win)))",
    );
    let run = play(&game, &[(0, 0)]);
    let block = dagaz_ludii::ludeme::block_start(2, dagaz_ludii::ludeme::Block::Score);
    assert_eq!(run.position.get(block + 1), 1);
}

#[test]
fn last_seed_that_jumps_over_the_start_captures_nothing() {
    let game = rules(
        "(mancalaBoard 2 2 (track \"Track\" \"1,E,N,W\" loop:True)) (piece \"Seed\" Shared) \
         (regions P1 (sites Bottom)) (regions P2 (sites Top))",
        "(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Mover)) \
         (then (sow if:True apply:(remove (to)) includeSelf:False)))) (end (if (= 9 (counter)) (result Mover Win)))",
    );
    // Three seeds go to the other holes, the fourth to the first of them once more.
    assert_eq!(play(&game, &[(1, 1)]).position_text(), "2=1x6 3=1x5 4=1x5");
}

#[test]
fn piece_of_the_player_of_an_iteration_is_the_number_of_the_player() {
    let game = rules(
        "(board (rectangle 1 4)) (piece \"Pawn\" Each) (piece \"Rook\" Each)",
        "(start (place \"Rook1\" 3)) (play (move Add (piece (id \"Pawn\" Mover)) (to (sites Empty)) \
         (then (forEach Player (if (= (what at:3) (id \"Rook\" Player)) (remove 3)))))) \
         (end (if (is Full) (result Mover Win)))",
    );
    assert_eq!(play(&game, &[(0, 0)]).position_text(), "0=1 3=3");
}

#[test]
fn slide_from_an_empty_site_shows_where_it_leads() {
    let game = rules(
        STONES,
        "(play (move Add (to (sites To (slide (from 0) Orthogonal))))) (end (if (is Full) (result Mover Win)))",
    );
    assert_eq!(count(&mut play(&game, &[])), 3);
}

#[test]
fn what_cannot_be_played_as_recorded_is_refused_where_it_stands() {
    let refused = |equipment: &str, rules: &str| match compile(equipment, rules) {
        Ok(_) => String::new(),
        Err(fault) => fault.message,
    };
    let hop =
        "(board (square 4)) (piece \"Stone\" Each (move Hop (between (range 0 2) if:True) (to if:(is Empty (to)))))";
    let end = "(play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))";
    assert!(refused(hop, end).contains("hop over any or no site"));
    let levels = "(board (square 4)) (piece \"Stone\" Each (move Step (to (apply (forEach Level (to) \
         (remove (to) level:(level)))))))";
    assert!(refused(levels, end).contains("removal of levels"));
}
