//! How lists of edition 3 are read: on a path each hop leads away from the cursor, also within
//! `or`, `and` and `not`. A choice that is made again is a move.

use dagaz_core::Game;

use crate::common::{after, game, moves};

/// The boards after the moves of a man on c2, where an enemy is on c3 and a friend on b2.
fn results(rule: &str) -> Vec<String> {
    let game = game(&format!(
        "(drf 3) (game \"Reading\" (players White Black) (board (grid a-e 1-4))
           (setup (White (Man c2) (Post b2)) (Black (Post c3)))
           (piece Man (moves go)) (piece Post) (rule go {rule}))"
    ));
    let after = after(&game, "turn=White; White Man=c2; White Post=b2; Black Post=c3");
    after.iter().map(|text| text.trim_end_matches(" b - -").to_string()).collect()
}

#[test]
fn alternatives_of_hops_are_walked() {
    let (south, east) = ("5/2p2/1P3/2M2", "5/2p2/1P1M1/5");
    assert_eq!(results("(or (e empty) (s empty))"), [east, south]);
    assert_eq!(results("(or (n empty) (e empty))"), [east]);
    // A member that cannot be a set changes nothing.
    assert_eq!(results("(or (n empty s empty) (e empty))"), [east]);
}

#[test]
fn conditions_on_hops_look_away_from_the_cursor() {
    for (condition, holds) in [
        ("(not (n enemy))", false),
        ("(not (s enemy))", true),
        ("(and mine (n enemy))", true),
        ("(and mine (s enemy))", false),
        ("(and mine (not (s enemy)))", true),
        ("(and (> turn 0) mine (not (n enemy)))", false),
        ("(see (and mine (or (n enemy) (s enemy))))", true),
        ("(not (or (w mine) (s enemy)))", false),
    ] {
        let found = results(&format!("{condition} e"));
        assert_eq!(found.len(), usize::from(holds), "{condition}: {found:?}");
    }
    // The same by a definition, with a direction for an argument.
    let of_define = game(
        "(drf 3) (game \"Reading\" (players White Black) (board (grid a-e 1-4))
           (setup (White (Man c2)) (Black (Post c3)))
           (piece Man (moves (go n) (go s))) (piece Post)
           (define (foe d) (d enemy)) (rule (go d) (not (foe d)) e))",
    );
    assert_eq!(moves(&of_define, &of_define.initial()).len(), 1);
}

#[test]
fn a_set_of_sets_stays_a_set_where_a_set_is_expected() {
    // West of one's own post.
    assert_eq!(results("(fly (and empty (w mine)))"), ["5/2p2/MP3/5"]);
}

#[test]
fn players_who_choose_together_may_choose_the_same_again() {
    let game = game(
        "(drf 3) (game \"Bids\" (players First Second (chance Umpire)) (board (sites table))
           (var coins of player 9) (var stake of player 0) (var rounds of game 0)
           (rule (bid k) (<= k coins) (set stake k)) (rule settle (add coins (- stake)) (add rounds 1))
           (moves (bid 1..3) settle)
           (turns (together (First bid) (Second bid)) (by Umpire (First settle)) (by Umpire (Second settle)))
           (draw long (> rounds 8)))",
    );
    let mut state = game.initial();
    for wanted in [3, 3, 1, 1, 3, 3] {
        let list = moves(&game, &state);
        assert_eq!(list.len(), wanted);
        let last = list.get(list.len() - 1);
        game.play(&mut state, last, &mut dagaz_core::UndoLog::new());
    }
}
