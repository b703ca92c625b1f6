//! Which games are played in the form of those whose moves are choices of sites, and that they are
//! then played by their rules.

use dagaz_core::{Counting, Game};
use dagaz_engine::Walked;

use crate::draughts::{game, is_played_by_the_rules};

/// A small game with these clauses, on a board of four by four.
fn small(clauses: &str) -> String {
    format!(
        "(drf 3) (game \"Small\" (players White Black) (board (grid a-d 1-4) (lines three 3)
           (regions quarter a1..b2 c1..d2 a3..b4 c3..d4))
         (piece Man) {clauses} (lose no-move no-moves) (draw repetition (>= (repeats) 3)) (draw full (no empty)))"
    )
}

/// Men who walk after they have been placed from the hand; with these rules for closing lines and
/// captures.
fn mills(rules: &str) -> String {
    small(&format!("(setup (each (hand (Man 4)))) (moves place) (first place (go leap)) {rules}"))
}

const FLANKED: &str = "(let turned (from here (along d adjacent (run d enemy) (see (many d enemy) d mine))))";
const ENDS: &str = "(score most (= passes 2) (count mine))";
const REMOVE: &str = "(rule remove (at (first (and enemy (not (sites (full three enemy)))) enemy)) (take))";

#[test]
fn all_kinds_of_choices_are_legal() {
    let setup = "(setup (White (Man b2 c3)) (Black (Man b3 c2)))";
    let rows = "(setup (each (Man (row 1))))";
    let walkers = |rest: &str| format!("(piece Walker (moves (go adjacent) leap)) {rest}");
    let mut texts = vec![
        // Rows that are turned over; who has no move passes.
        small(&format!(
            "{setup} (moves place) (pass forced) {ENDS} (rule place (at empty) {FLANKED} (any turned) (put Man) (give mover turned))"
        )),
        // Something may be turned over, and something is taken.
        small(&format!(
            "{setup} (moves place) (rule place (at empty) {FLANKED} (put Man) (give mover turned)
             (take (where (and enemy (row 4)) (see n enemy))))"
        )),
        // A move is none if it has led to nothing; what closes a line ends it, what does not has to
        // turn a quarter.
        small("(moves place) (rule place (at empty) (put Man) (any (from here adjacent (or empty mine))))"),
        small(
            "(moves place) (rule place (at empty) (put Man) (unless (any (full three mine)) (must (twist quarter (1 -1)))))
             (rule (twist q k) (rotate q k)) (win three (full three mine))",
        ),
        // A player who closes a line and does not win continues.
        small(
            "(moves place) (rule place (at empty) (put Man) (if (any (full three mine)) (must (twist quarter (1 2)))))
             (rule (twist q k) (rotate q k)) (win all (= 8 (count mine)))",
        ),
        // To turn a quarter so that nothing changes is the same as not to turn it.
        small(
            "(moves place) (rule place (at empty) (put Man) (may (twist quarter (1 -1)))) (rule (twist q k) (rotate q k))
             (win three (full three mine))",
        ),
    ];
    // A player who closes a line captures a man: must, if they can, if they like.
    for how in ["must", "then", "may"] {
        let (go, leap) =
            ("(rule (go d) d empty (land) close)", "(rule leap (= (count mine) 3) (fly empty) (land) close)");
        let close = format!("(define close (if (any (full three mine here)) ({how} remove)))");
        let place = "(rule place (at empty) (drop Man) close)";
        let clauses = format!("{place} {go} {leap} {close} {REMOVE} (lose few (= (hand Man) 0) (< (count mine) 3))");
        texts.push(mills(&clauses).replace("(piece Man)", "(piece Man (moves (go orthogonal) leap))"));
        // The same where what may be taken depends on what was done.
        let near = "(rule remove (at (and enemy (from mine adjacent enemy))) (take))";
        texts.push(
            mills(&clauses.replace(REMOVE, near)).replace("(piece Man)", "(piece Man (moves (go orthogonal) leap))"),
        );
    }
    // Pieces that go, and take what they enclose, surround or land on, or win it over.
    for hook in [
        "(on step-end (take (from here (along d orthogonal d enemy (see d mine)))))",
        "(on step-end (take (where enemy (<= 2 (ways here orthogonal mine)))))",
        "(on move-end (give mover (from here adjacent enemy)))",
    ] {
        for rule in ["(run d empty)", "(run d empty) (not (row 2))", "(many d empty) d enemy", "d (or empty enemy)"] {
            let rules = format!("{rows} (rule (march d) {rule}) {hook}");
            texts.push(small(&rules).replace("(piece Man)", "(piece Man (moves (march orthogonal)))"));
        }
    }
    // Who jumps over something takes it; others are seen as the enemy sees them.
    texts.push(
        small(&format!(
            "{rows} (rule (go d) d empty (not (column 2))) (rule (jump d) d enemy (take) d empty (not (row 4)))
             (win home (<= 2 (count (and mine (as enemy (row 1))))) (as enemy (any (and mine (row 2 3)))))"
        ))
        .replace("(piece Man)", "(piece Man (moves (go adjacent) (jump orthogonal)))"),
    );
    // Men are put, walkers go.
    texts.push(small(&walkers(&format!(
        "(setup (White (Walker a1)) (Black (Walker d4))) (moves place) (rule place (at (from mine adjacent empty)) (put Man))
         (rule (go d) d empty) (rule leap (no (and mine Man)) (fly empty)) {ENDS}"
    ))));
    for text in texts {
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Chooses), "{text}");
        is_played_by_the_rules(&text);
        let (quick, walked) = (game(&text), game(&text).only_walking());
        for counting in [Counting::Moves, Counting::Results] {
            let count = |game: &dyn Game| game.perft(&game.initial(), 3, counting).expect("within limits");
            assert_eq!(count(&quick), count(&walked), "{text}");
        }
    }
}

#[test]
fn move_then_shoot_games_have_legal_playouts() {
    let shots = ["(run d empty)", "d empty", "(many d enemy) d empty"];
    let goes = [
        "(rule (go d) (run d empty) (must (shoot adjacent)))",
        "(rule (go d) d (or empty enemy) (must (shoot orthogonal)))",
        "(rule go (fly empty) (must (shoot diagonal)))",
    ];
    let mut texts = Vec::new();
    for shot in shots {
        let shoot = format!(
            "(setup (White (Man b2 c3)) (Black (Man b3 d1))) (rule (shoot d) (at here) {shot} (put Man nobody))"
        );
        for go in goes {
            let moves = if go.contains("fly") { "go" } else { "(go adjacent)" };
            let man = format!("(piece Man (moves {moves}))");
            texts.push(small(&format!("{shoot} {go}")).replace("(piece Man)", &man));
        }
        // Some moves end where others continue; a man that is placed shoots as well.
        let others = "(rule (go d) (run d empty) (must (shoot adjacent))) (rule (hit d) (many d empty) d enemy)";
        texts.push(
            small(&format!("{shoot} {others}"))
                .replace("(piece Man)", "(piece Man (moves (go orthogonal) (hit diagonal)))"),
        );
        texts
            .push(small(&format!("{shoot} (moves place) (rule place (at empty) (put Man) (must (shoot orthogonal)))")));
    }
    for text in texts {
        assert_eq!(game(&text).make_ready().err(), Some(Walked::Chooses), "{text}");
        is_played_by_the_rules(&text);
        let (quick, walked) = (game(&text), game(&text).only_walking());
        for counting in [Counting::Moves, Counting::Results] {
            let count = |game: &dyn Game| game.perft(&game.initial(), 2, counting).expect("within limits");
            assert_eq!(count(&quick), count(&walked), "{text}");
        }
    }
}

#[test]
fn hopping_pieces_have_legal_playouts() {
    let home = "(on move-end (if (any (and origin (row -1))) (any (and here (row -1)))))
        (win home (= 3 (count (and mine (row -1))))) (draw long (>= turn 30))";
    for (moves, rules) in [
        ("(walk orthogonal) (hop adjacent)", "(rule (hop d) d occupied d empty (not visited) (may (hop adjacent)))"),
        ("(walk orthogonal) (hop adjacent)", "(rule (hop d) d enemy d empty (not visited) (may (hop adjacent)))"),
        (
            "(hop adjacent) (walk diagonal)",
            "(rule (hop d) d mine d (and empty (row 1 3)) (not visited) (may hop)) (first hop walk)",
        ),
        ("(walk orthogonal) (hop orthogonal)", "(rule (hop d) d occupied d empty)"),
        // They continue in other directions than they begin in, and other rules capture.
        (
            "(walk orthogonal) (hop orthogonal)",
            "(rule (hop d) d occupied d empty (not visited) (may (on adjacent)))
             (rule (on d) d occupied d empty (not visited) (may (on adjacent)))",
        ),
        (
            "(hop orthogonal) (hit diagonal)",
            "(rule (hop d) d occupied d empty (not visited) (may (hop orthogonal))) (rule (hit d) d enemy)",
        ),
    ] {
        for home in ["", home] {
            let setup = "(setup (White (Man a1 b1 c2)) (Black (Man d4 c4 b3)))";
            let text = small(&format!("{setup} {rules} {home}"))
                .replace("(piece Man)", &format!("(piece Man (moves {moves}))"));
            assert_eq!(game(&text).make_ready().err(), Some(Walked::Chooses), "{text}");
            is_played_by_the_rules(&text);
            let (quick, walked) = (game(&text), game(&text).only_walking());
            for counting in [Counting::Moves, Counting::Results] {
                let count = |game: &dyn Game| game.perft(&game.initial(), 3, counting).expect("within limits");
                assert_eq!(count(&quick), count(&walked), "{text}");
            }
        }
    }
}

#[test]
fn games_of_single_hops_have_legal_playouts() {
    for (rule, endings) in [
        ("d empty", "(win through (and mine Man (row -1))) (lose no-move no-moves)"),
        ("d (or empty enemy)", "(lose few (no mine)) (draw stuck no-moves)"),
        ("d (or empty (and enemy Man))", "(draw mixed (and Stone (row 4))) (win king (no (and enemy Stone)))"),
    ] {
        let text = format!(
            "(drf 3) (game \"Hops\" (players White Black) (board (grid a-d 1-4))
               (setup (White (Man a1 b1 c1) (Stone d1)) (Black (Man a4 b4 c4) (Stone d4)))
             (piece Man (moves (step (n ne nw)))) (piece Stone (moves (step orthogonal)))
             (rule (step d) {rule}) {endings})"
        );
        assert!(game(&text).has_quick_playouts(), "{text}");
        is_played_by_the_rules(&text);
    }
}

#[test]
fn games_beyond_the_choice_executor_use_the_reference_interpreter() {
    let place = "(moves place) (rule place (at empty) (put Man) (if (any (full three mine)) (must remove)))";
    for clauses in [
        // Three steps, one's own men taken, the same site chosen by two rules.
        format!("{place} (rule remove (at enemy) (take) (may remove))"),
        format!("{place} (rule remove (at mine) (take))"),
        "(moves place other) (rule place (at empty) (put Man)) (rule other (at empty) (put Man) (take (row 1)))"
            .to_string(),
        // Shots that not everything of a kind stops.
        "(moves place) (rule place (at empty) (put Man) (must (shoot adjacent)))
         (rule (shoot d) (at here) (run d empty) (not (row 2)) (put Man nobody))"
            .to_string(),
        // Chains that continue as far as they can, or back to their origin; hops to sites that can
        // be reached by a step as well.
        "(piece Hopper (moves (hop adjacent))) (setup (White (Hopper a1)) (Black (Man b2 d3)))
         (rule (hop d) d occupied d empty (not visited) (then (hop adjacent)))"
            .to_string(),
        "(piece Hopper (moves (hop adjacent))) (setup (White (Hopper a1)) (Black (Man b2 d3)))
         (rule (hop d) d occupied d empty (may (hop adjacent)))"
            .to_string(),
        "(piece Hopper (moves (hop adjacent) (far adjacent))) (setup (White (Hopper a1)) (Black (Man b2 d3)))
         (rule (hop d) d occupied d empty (not visited) (may (hop adjacent))) (rule (far d) (run d empty))"
            .to_string(),
        // Memory, forbidden results, what happens to the captured, whose turn it is.
        format!("{place} {REMOVE} (never alone (= 2 (count mine)))"),
        format!("{place} {REMOVE} (on capture (if (row 2) (extra-turn)))"),
        format!("{place} {REMOVE} (var met of game 0) (on move-end (add met 1))"),
        format!("{place} {REMOVE} (turns (White place) (Black place))"),
    ] {
        let text = small(&clauses);
        assert_ne!(game(&text).make_ready().err(), Some(Walked::Chooses), "{text}");
    }
}
