//! Which games are played as numbers alone, and that they are then played by their rules.

use dagaz_engine::Walked;

use crate::draughts::{game, is_played_by_the_rules};

/// A small game of two rows around which is sown, with these clauses.
fn small(clauses: &str) -> String {
    format!(
        "(drf 3) (game \"Small\" (players South North) (board (grid a-d 1-2) (track next a1..d1 d2..a2 a1)
           (zone house South a1..d1) (zone house North a2..d2) (zone end South d1) (zone end North a2))
         (var seeds of site 0) (var store of player 0) (var rounds of game 0 uncompared) (var laps of move 0)
         (setup (seeds 3 board)) (define there (as enemy house)) {clauses})"
    )
}

const SOW: &str = "(let k seeds) (set seeds 0) (times k next (add seeds 1))";
const ENDINGS: &str = "(win most (> store 12)) (score tally no-moves (+ store (seeds house)))
    (score cycle (>= (repeats) 3) (+ store (if my-turn 0 (seeds (or house there)))))";

#[test]
fn counter_games_have_legal_playouts() {
    for rules in [
        // Sown seeds are won, row by row, and a player whose last seed is on their own last site
        // continues.
        format!("(rule sow (at (and house seeds)) {SOW} (add store seeds) (set seeds 0) (if end (extra-turn))) (moves sow)"),
        format!(
            "(rule sow (at (and house seeds)) {SOW} (let prize (from here (many there (= seeds 2) (back next)) there (= seeds 2)))
             (unless (= (count prize) 4) (add store (seeds prize)) (set seeds 0 prize))) (moves sow)"
        ),
        // Round after round, as long as others lie there, or for so many times; a player who can
        // must feed the other.
        format!(
            "(rule sow (at (and house (> seeds 1))) lap (most (> seeds 1) (< laps 5) lap) (add rounds laps))
             (define lap (add laps 1) {SOW}) (moves sow) (prefer (sow) (min 2 (count (and there seeds))) (- 0 laps))"
        ),
        format!(
            "(rule sow (at (and house seeds)) {SOW} (most next (not end) (= seeds 0)) (if (n (see seeds)) (add store 1)))
             (moves sow) (draw long (> rounds 9)) (draw turns (> turn 30))"
        ),
        // Rules of different names, one of which competes; moves with equal results; doing nothing
        // is not a move.
        format!(
            "(rule sow (at (and house seeds)) {SOW}) (rule give (at (and house end seeds)) (add store 0))
             (rule swap (at (where house (see n seeds))) (if (= 0 (mod (seeds (n here)) 2)) (set seeds 0 (n here)) (add store -1)))
             (moves sow swap) (prefer (sow) (seeds end))"
        ),
        // Who has no move passes.
        format!("(rule sow (at (and house (= 3 seeds))) {SOW} takes) (define takes (add store seeds) (set seeds 0)) (moves sow) (pass forced)
             (draw stuck (= passes 2))"),
    ] {
        let text = small(&format!("{rules} {ENDINGS}"));
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Tallies), "{text}");
        is_played_by_the_rules(&text);
    }
}

#[test]
fn games_beyond_counters_use_the_reference_interpreter() {
    for rules in [
        // A path with more than one result, pieces, forbidden results, what happens at the end of
        // moves.
        format!("(rule sow (at (and house seeds)) {SOW} (maybe (add store 1))) (moves sow)"),
        format!("(piece Man) (rule sow (at (and house seeds)) {SOW} (put Man)) (moves sow)"),
        format!("(rule sow (at (and house seeds)) {SOW}) (moves sow) (never bare (= 0 (seeds house)))"),
        format!("(rule sow (at (and house seeds)) {SOW}) (moves sow) (on move-end (add store 1))"),
    ] {
        let text = small(&format!("{rules} {ENDINGS}"));
        assert_ne!(game(&text).make_ready().err(), Some(Walked::Tallies), "{text}");
    }
}
