//! Which games are played in the forms of draughts and of Go, and that they are then played by
//! their rules.

use dagaz_engine::{PathGame, Walked};
use dagaz_testkit::source::path_game_of_text;

use crate::paths::astray;

/// A small game of men and kings with these rules.
fn draughts(rules: &str) -> String {
    format!(
        "(drf 3) (game \"Draughts\" (players White Black) (board (grid a-f 1-6) (keep dark)) (setup (each (Man (row 1 2))))
         (piece Man  (moves (walk (nw ne)) (jump diagonal)))
         (piece King (moves (glide diagonal) (swoop diagonal)))
         (rule (glide d) (run d empty)) {rules}
         (lose no-move no-moves) (draw repetition (>= (repeats) 3)) (draw long (>= (repeats) 9)))"
    )
}

/// A small game of stones with these clauses.
fn stones(clauses: &str) -> String {
    format!(
        "(drf 3) (game \"Stones\" (players Black White) (board (grid a-d 1-4)) (piece Stone)
         (rule place (at empty) (put Stone) (take (dead enemy))) (use liberties) {clauses})"
    )
}

pub(crate) fn game(text: &str) -> PathGame {
    path_game_of_text(text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// Checks that playouts follow the move lists of the reference interpreter, ply by ply, and end
/// when it says so.
pub(crate) fn is_played_by_the_rules(text: &str) {
    for seed in 0..6 {
        assert_eq!(astray(&game(text), &game(text).only_walking(), seed), Ok(()), "{text}");
    }
}

#[test]
fn chains_of_all_kinds_are_played_by_the_rules() {
    let crown = "(if (row -1) (become King))";
    for rules in [
        // The mover may stop, continues with any type it has become, chooses its type.
        format!(
            "(rule (walk d) d empty {crown}) (rule (jump d) d enemy (take) d empty {crown} (may jump))
             (rule (swoop d) (many d empty) d enemy (take) d empty (may swoop)) (first (jump swoop) (walk glide))"
        ),
        "(rule (walk d) d empty (if (row -1) (become (King Man))))
         (rule (jump d) d enemy (take later) d empty (if (row -1) (become (King Man))) (then jump swoop))
         (rule (swoop d) (many d empty) d enemy (take later) (run d empty) (then swoop)) (first (jump swoop) (walk glide))"
            .to_string(),
        // Different ways are different moves; only the longest are allowed, or those that take
        // kings.
        format!(
            "(rule (walk d) d empty {crown}) (rule (jump d) d enemy (take later) d empty {crown} (then jump swoop))
             (rule (swoop d) (many d empty) d enemy (take later) (run d empty) (then swoop)) (distinct paths)
             (first (jump swoop) (walk glide)) (prefer (jump swoop) (count captured))"
        ),
        format!(
            "(rule (walk d) d empty {crown}) (rule (jump d) d enemy (take later) d empty {crown} (then jump swoop))
             (rule (swoop d) (many d empty) d enemy (take later) (run d empty) (must swoop))
             (prefer (jump swoop) (- (* 2 (count (and captured (was King)))) (count captured)) (count (and origin (was Man))))"
        ),
        // Captured by replacement; capturing is optional.
        format!(
            "(rule (walk d) d (or empty enemy) {crown}) (rule (jump d) d enemy (take) d empty {crown} (then jump))
             (rule (swoop d) (many d empty) d enemy)"
        ),
    ] {
        let text = draughts(&rules);
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Jumps), "{text}");
        is_played_by_the_rules(&text);
    }
}

#[test]
fn turns_are_counted_by_the_rules() {
    let moves = "(rule (walk d) d empty (if (row -1) (become King))) (first (jump swoop) (walk glide))
                 (rule (jump d) d enemy (take later) d empty (if (row -1) (become King)) (then jump swoop))
                 (rule (swoop d) (many d empty) d enemy (take later) (run d empty) (then swoop))";
    for counts in [
        "(use (idle 6 Man))",
        // Since few pieces were left, since the men are as many as before, by two.
        "(var few of game 0 uncompared) (draw few (>= few 3))
         (define (lone a b) (and (= (count a) 1) (any (and a King)) (<= (count b) 3)))
         (on move-end (if (and (or (lone mine enemy) (lone enemy mine)) (was (or (lone mine enemy) (lone enemy mine))))
                          (add few 1) (set few 0)))",
        "(var still of game 0 uncompared) (draw still (> still 7) (any King))
         (on move-end (if (or (any captured) (!= (count Man) (was (count Man)))) (set still 0) (add still 2)))",
        // While few pieces stand there, by numbers of all, of one side, of men, and of a row.
        "(var same of game 0 uncompared) (draw same (>= same 4))
         (on move-end (if (and (<= (count occupied) 9) (no captured) (= (count Man) (was (count Man))))
                          (add same 1) (set same 0)))",
        "(var lead of game 0 uncompared) (draw lead (>= lead 3))
         (on move-end (if (or (< (count enemy) 4) (and (<= 2 (count mine)) (not (> (count mine) 4))) (= (count Man) 2)
                              (> 1 (count (and occupied (row 3)))))
                          (add lead 1) (set lead 0)))",
        "(use (idle 9 Man)) (var kings of game 0 uncompared) (draw kings (>= kings 4))
         (on move-end (if (no Man) (add kings 1) (set kings 0)))",
    ] {
        let text = draughts(&format!("{moves} {counts}"));
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Jumps), "{text}");
        is_played_by_the_rules(&text);
    }
}

#[test]
fn games_beyond_the_draughts_executor_use_the_reference_interpreter() {
    let plain = "(rule (walk d) d empty) (rule (swoop d) (many d empty) d enemy (take) d empty (then swoop))";
    for rules in [
        // Chains that take nothing, rules that look under the piece or remember, forbidden results.
        format!("{plain} (rule (jump d) d enemy d empty (not visited) (then jump))"),
        format!("{plain} (rule (jump d) (row 1) d enemy (take) d empty (then jump))"),
        format!("{plain} (rule (jump d) d enemy (take) d empty (set met 1) (then jump)) (var met of game 0)"),
        format!("{plain} (rule (jump d) d enemy (take) d empty (then jump)) (never alone (= 1 (count mine)))"),
        format!("{plain} (rule (jump d) d enemy (take) d empty (then jump)) (pass forced)"),
        // A counter that tells positions apart, and hooks that change the board.
        format!(
            "{plain} (rule (jump d) d enemy (take) d empty (then jump)) (var past of game 0)
             (on move-end (if (any captured) (set past 0) (add past 1)))"
        ),
        format!(
            "{plain} (rule (jump d) d enemy (take) d empty (then jump)) (var past of game 0 uncompared)
             (on move-end (if (any captured) (set past 0) (add past 1)) (take (and enemy (row 1))))"
        ),
    ] {
        let text = draughts(&rules);
        assert_ne!(game(&text).make_ready().err(), Some(Walked::Jumps), "{text}");
    }
}

#[test]
fn stone_placement_and_capture_have_legal_playouts() {
    let suicide = "(never suicide (dead mine))";
    let score = "(score most (= passes 2) (count mine))";
    for clauses in [
        format!("(moves place pass) {suicide} (never ko (made place) (> (repeats position) 1)) {score}"),
        format!("(moves place) {suicide} (never ko (> (repeats) 1)) (lose no-move no-moves)"),
        format!(
            "(moves pass place) {suicide} (never ko (made place) (> (repeats) 1)) {score}
             (win joined (from (and (row 1) mine) (many orthogonal mine) (row -1)))"
        ),
    ] {
        let text = stones(&clauses);
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Stones), "{text}");
        is_played_by_the_rules(&text);
    }
    for clauses in [
        // Suicide, passes that may not repeat, other connections of groups, forbidden sites.
        format!("(moves place pass) {score}"),
        format!("(moves place pass) {suicide} (never ko (> (repeats) 1)) {score}"),
        format!("(moves place) {suicide} (win joined (from (and (row 1) mine) (many adjacent mine) (row -1)))"),
        format!("(moves place) {suicide} (never corner (any (and mine a1)))"),
    ] {
        let text = stones(&clauses);
        assert_ne!(game(&text).make_ready().err(), Some(Walked::Stones), "{text}");
    }
}
