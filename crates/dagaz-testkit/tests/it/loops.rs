//! Loops with arithmetic, moves that change nothing, and questions about all players' moves.

use dagaz_core::{Game, PlayoutLimits};
use dagaz_engine::PathGame;
use dagaz_testkit::walk;

use crate::common::{game, moves, texts};

/// A ring of six sites with one man, who goes by a rule `go`.
fn ring(rest: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Ring\" (players One) (board (grid a-f 1-1) (wrap (e w))) (setup (One (Man a1)))
           (piece Man (moves (go e))) (var rest of step 0) (var tens of step 0) {rest} (draw long (> turn 50)))"
    ))
}

fn count(game: &PathGame) -> usize {
    moves(game, &game.initial()).len()
}

#[test]
fn a_loop_without_hops_computes_and_a_loop_with_hops_ends_on_a_ring() {
    // Seventeen is five threes and two, sixteen is not.
    let reckoned = |number: usize| {
        let rest = format!(
            "(rule (go d) d (set rest {number}) (most (> rest 2) (add rest -3) (add tens 1)) (= rest 2) (= tens 5))"
        );
        count(&ring(&rest))
    };
    assert_eq!((reckoned(17), reckoned(16)), (1, 0));
    // Any number of rounds is a result: here those that leave 2 of 6.
    assert_eq!(count(&ring("(rule (go d) d (set rest 6) (many (> rest 0) (add rest -2)) (= rest 2))")), 1);
    // However much is counted on the way, a ring has its end.
    let plain = count(&ring("(rule (go d) (run d empty))"));
    assert_eq!(count(&ring("(rule (go d) (run d empty (add tens 1)))")), plain);
    assert_eq!(plain, 5, "all the others, and not where it began");
    // Around once, and again since something was set; a third time all would be as it was.
    let twice =
        "(rule (go d) (at here) (set rest 0) (most (< rest 2) (if (= rest 1) (set tens 1)) (set rest 1) d d d d d d)
        (= tens 1) (move start (d here)))";
    assert_eq!(count(&ring(twice)), 1);
}

#[test]
fn a_move_that_may_change_nothing_is_marked() {
    let sits = |body: &str| count(&ring(&format!("(rule (go d) (see d empty) {body})")));
    assert_eq!((sits(""), sits("pass"), sits("(if mine pass)")), (0, 1, 1));
    let state = ring("(rule (go d) (see d empty) pass)");
    assert_eq!(texts(&state, &state.initial()).len(), 1);
}

#[test]
fn a_game_without_moves_ends_for_any_player() {
    // The turns before those that are repeated never come again.
    for turns in ["", "(turns A (repeat B A))", "(turns A A (repeat (B walk) (A walk)))"] {
        let game = |sites: &str, last: &str, ending: &str| {
            game(&format!(
                "(drf 3) (game \"Row\" (players A B) (board (grid {sites} 1-1)) (setup (A (Man a1)) (B (Man {last})))
                 (piece Man (moves (walk (e w)))) (rule (walk d) d empty) {turns} (pass forced) {ending})"
            ))
        };
        // Of three sites one is always free for a player, although B may have no move.
        let free = game("a-c", "c1", "(win all nobody-moves)");
        let mut state = free.initial();
        let stop = PlayoutLimits { plies: 40, quiet_plies: None };
        let playout = free.playout(&mut state, &mut walk::rng(3), stop).expect("within limits");
        assert_eq!((playout.plies, playout.end), (40, None), "{turns}");
        // On two sites no player can ever move, for any viewer.
        let stuck = game("a-b", "b1", "(win all (me B) nobody-moves)");
        let outcome = stuck.outcome(&stuck.initial()).expect("within limits").expect("it is over");
        assert_eq!(outcome.ending, "all", "{turns}");
    }
}
