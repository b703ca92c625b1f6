//! Variables that hold sets: what they hold at the start, and what they say where a question is
//! asked.

use dagaz_core::{Game, State};
use dagaz_engine::PathGame;
use dagaz_record::{parse_position, write_position};

use crate::common::{game, moves};

/// A board of three by three with a man of White's and one of Black's.
fn small(rest: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Small\" (board (grid a-c 1-3)) (piece Man (moves (go adjacent)))
           (rule (go d) d empty) {rest})"
    ))
}

fn told(game: &PathGame, state: &State, names: &[&str]) -> Vec<i64> {
    let all = game.statistics(state);
    let one = |name: &&str| all.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1;
    names.iter().map(one).collect()
}

#[test]
fn a_set_as_condition_tests_for_a_member() {
    let game = small(
        "(setup (White (Man a1)) (Black (Man c3)) (trail b1 b2 1)) (var trail of 1..2 none)
         (statistic first (if (trail 1) 1 0)) (statistic second (if (trail 2) 1 0)) (statistic all (if trail 1 0))
         (statistic not (if (not (trail 2)) 1 0)) (statistic both (if (and (trail 1) (= turn 1)) 1 0))
         (statistic theirs (if (as Black (trail 1)) 1 0)) (statistic before (if (was (trail 1)) 1 0))
         (statistic named (if (crossed 1) 1 0)) (define (crossed k) (trail k))
         (win crossed (trail 2))",
    );
    let start = game.initial();
    let names = ["first", "second", "all", "both", "theirs", "before", "named"];
    assert_eq!(told(&game, &start, &names), [1, 0, 1, 1, 1, 1, 1]);
    // Of sets the complement is a set, and that of none has all sites.
    assert_eq!(told(&game, &start, &["not"]), [1]);
    assert!(game.outcome(&start).expect("tiny").is_none(), "nothing is in the second set");
}

#[test]
fn sets_are_set_up() {
    let game = small(
        "(setup (White (Man a1)) (Black (Man c3)) (marked a1 (row 2)) (home (row 1)) (camp a2 Black)
                (trail b1 1..2) (trail (or b2 c2) c3 2) (left 7) (own 3) (owned 4 Black))
         (var marked of game none) (var home of player none) (var camp of player none) (var trail of 1..3 none)
         (var left of game 0) (var own of player 0) (var owned of player 0)
         (statistic marked (count marked)) (statistic home (count (and home (row 1))))
         (statistic theirs (count (as Black (and home (row 1))))) (statistic far (count (as Black (and home c3))))
         (statistic camp (count camp)) (statistic their-camp (count (as Black camp)))
         (statistic first (count (trail 1))) (statistic second (count (trail 2))) (statistic third (count (trail 3)))
         (statistic left left) (statistic own (+ own (as Black own))) (statistic owned (- (as Black owned) owned))",
    );
    let start = game.initial();
    assert_eq!(told(&game, &start, &["marked", "home", "theirs", "far"]), [4, 3, 3, 1], "as each player sees it");
    assert_eq!(told(&game, &start, &["camp", "their-camp"]), [0, 1], "one player's alone");
    // A later value replaces an earlier one.
    assert_eq!(told(&game, &start, &["first", "second", "third"]), [1, 3, 0]);
    assert_eq!(told(&game, &start, &["left", "own", "owned"]), [7, 6, 4]);
    // The text of the position says all that.
    let position = parse_position(&game, &write_position(&game, &start)).unwrap_or_else(|fault| panic!("{fault}"));
    let again = game.set_up(&position).expect("it can be set up");
    assert_eq!(again.position_key(), start.position_key());
    assert!(!moves(&game, &start).is_empty());
}
