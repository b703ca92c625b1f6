//! Hands and what is forbidden to drops: by a quick form as by walking the rules.

use dagaz_core::{Counting, Game, Piece, SiteId, State, UndoLog, Weights, look_ahead};
use dagaz_engine::PathGame;
use dagaz_testkit::{forms, walk};

use crate::common::{game, moves};

/// The beginning of a small game of Kings, Gold, and Soldiers that step ahead and are promoted in
/// the last row.
const PIECES: &str = "(players Red Black) (board (grid a-e 1-5) (zone camp (row -1)))
    (piece King \"K\" (moves (step adjacent)))
    (piece Gold \"G\" (moves (step (or orthogonal nw ne))))
    (piece Soldier \"S\" (moves (step n)))
    (piece Hero \"H\" (moves (slide orthogonal)))
    (rule (step d) d open promotion) (rule (slide d) (many d empty) d open)
    (rule (enter p) (at empty) (drop p))
    (define in-check (and mine King attacked)) (define mated (and no-moves in-check))
    (lose mate no-moves)";
const PROMOTION: &str = "(table promoted (Soldier Hero))
    (define promotion (if (or camp (any (and start camp))) (maybe (become promoted))))
    (on capture (become (inverse promoted)) (pocket))";
const SETUP: &str = "(setup \"1gk1g/1sss1/5/1SSS1/1GKG1\")";
const HANDS: &str = "(setup \"2k2/1gs2/5/3SG/2K2\" (Red (hand (Soldier 2) (Gold 1))) (Black (hand (Soldier 1))))";
const DROPS: &str = "(moves (enter (Gold Soldier)))";

fn rules(parts: &[&str]) -> String {
    format!("(drf 3) (game \"G\" {PIECES} {})", parts.join(" "))
}

/// The game, and the same game that only walks.
fn both(rules: &str) -> (PathGame, PathGame) {
    (game(rules), game(rules).only_walking())
}

/// Checks that the game, with any executor, equals its reference interpreter in states of playouts.
fn agrees(rules: &str) {
    let (game, judge) = both(rules);
    for state in walk::sample(&judge, 1, 40, 60).expect("within the limits") {
        let found = forms::disagreement(&game, &judge, &state);
        let found = found.and_then(|()| forms::disagreement_further(&game, &judge, &state));
        let position = || dagaz_record::write_position(&judge as &dyn Game, &state);
        found.unwrap_or_else(|why| panic!("{why}, on {} of {rules}", position()));
    }
}

/// The same of a game that has a form of its own.
fn is_quick(rules: &str) {
    let ready = game(rules).make_ready();
    assert!(ready.is_ok(), "{} {rules}", ready.err().map_or(String::new(), |why| why.to_string()));
    agrees(rules);
}

/// The same of a game that has none.
fn is_walked(rules: &str) {
    assert!(game(rules).make_ready().is_err(), "{rules}");
    agrees(rules);
}

#[test]
fn captured_pieces_keep_their_type() {
    for setup in [SETUP, HANDS] {
        is_quick(&rules(&[setup, PROMOTION, DROPS, "(never check in-check)"]));
        is_quick(&rules(&[setup, PROMOTION, DROPS]));
        // What is not promoted stays what it is; nothing but Soldiers can be dropped.
        is_quick(&rules(&[setup, "(define promotion board)", "(on capture (pocket)) (moves (enter Soldier))"]));
        // Who has been promoted is known of the piece, not by its type; and who has come from a
        // hand.
        is_quick(&rules(&[
            setup,
            "(var risen of piece 0) (var dropped of piece 0)
             (define promotion (if (and camp (not risen)) ((become Hero) (set risen 1))))
             (on capture (if risen (become Soldier) (if (and Gold dropped) (become Hero))) (pocket))
             (rule (put p) (at (and empty (not camp))) (drop p) (if (or Gold Hero) (set dropped 1)))
             (moves (put (Gold Soldier Hero)))",
        ]));
    }
    let (game, _) = both(&rules(&[SETUP, PROMOTION, DROPS]));
    let kinds = game.layout().spec().kinds;
    assert_eq!(game.layout().spec().supplies.len(), 2 * kinds, "every piece has a place in every hand");
}

#[test]
fn a_drop_may_change_the_type_and_is_limited_to_its_zone() {
    is_quick(&rules(&[
        HANDS,
        PROMOTION,
        "(rule (turned p q) (at (and empty (row 1 3))) (drop p) (become q))
         (rule (far p) (at (and empty (row -2))) (drop p))
         (moves (far Soldier) (turned Soldier Hero) (enter Gold)) (never check in-check)",
    ]));
    // What drops onto others captures them: that is walked.
    is_walked(&rules(&[HANDS, PROMOTION, "(rule (onto p) (at open) (drop p)) (moves (onto Soldier))"]));
    // The same holds for a drop that two rules make equally.
    is_walked(&rules(&[
        HANDS,
        PROMOTION,
        "(rule (far p) (at (and empty (row -2))) (drop p)) (moves (far Soldier) (enter Soldier))",
    ]));
}

#[test]
fn pieces_never_enter_forbidden_sites() {
    let dead_end = "(never dead-end (and mine Soldier camp))";
    for setup in [SETUP, HANDS] {
        is_quick(&rules(&[setup, PROMOTION, DROPS, dead_end, "(never check in-check)"]));
        is_quick(&rules(&[setup, PROMOTION, DROPS, "(never low (and mine (or (and Gold (row 1)) (and Hero a1))))"]));
        // A step that may not be made gives check all the same.
        is_quick(&rules(&[
            setup,
            "(define promotion board) (on capture (pocket))",
            DROPS,
            dead_end,
            "(never check in-check)",
        ]));
    }
    // In a position in which it stands there already, and while it does, everything else is
    // forbidden.
    let stands = "(setup \"S3k/5/4g/5/K3G\" (Red (hand (Gold 1))))";
    let text = rules(&[stands, PROMOTION, DROPS, dead_end, "(never check in-check)"]);
    let (game, judge) = both(&text);
    assert!(game.make_ready().is_ok());
    assert!(!looks_quickly(&game, &game.initial()));
    assert_eq!(game.perft(&game.initial(), 1, Counting::Moves).expect("within the limits"), 0);
    assert_eq!(forms::disagreement(&game, &judge, &game.initial()), Ok(()));
    // Of whom it is no matter.
    let theirs = "(setup \"4k/5/4g/5/s3K\" (Red (hand (Gold 1))))";
    let (game, judge) = both(&rules(&[theirs, PROMOTION, DROPS, dead_end, "(never check in-check)"]));
    assert!(game.make_ready().is_ok() && !looks_quickly(&game, &game.initial()));
    assert_eq!(forms::disagreement(&game, &judge, &game.initial()), Ok(()));
}

fn looks_quickly(game: &PathGame, state: &State) -> bool {
    let weights = Weights::new(game, |_: Piece, _: SiteId| 0, |_| 0);
    look_ahead(game, state, &weights).is_quick()
}

#[test]
fn forbidden_neighbours_are_never_placed() {
    let two = "(never two (from (and mine Soldier) (run n) mine Soldier))";
    let three = "(never three (from (and mine Soldier) (run n) mine Soldier (run n) mine Soldier))";
    let beside = "(never beside (from (and mine Gold) (e w) mine Soldier))";
    for setup in [SETUP, HANDS] {
        for never in [two, three] {
            is_quick(&rules(&[setup, PROMOTION, DROPS, never, "(never check in-check)"]));
            is_quick(&rules(&[setup, PROMOTION, DROPS, never]));
        }
        // What has to be looked at while pieces go is walked.
        is_walked(&rules(&[setup, PROMOTION, DROPS, beside]));
    }
    let aslant =
        "(piece Guard \"A\" (moves (step (or nw ne)))) (never guards (from (and mine Guard) (run n) mine Guard))";
    is_walked(&rules(&["(setup \"2k2/1a1a1/5/1A1A1/2K2\")", PROMOTION, DROPS, aslant]));
    // Two stand there from the beginning: until one is gone nothing may be done.
    let stand = "(setup \"4k/S4/5/S4/K4\" (Red (hand (Soldier 1))))";
    let (game, judge) = both(&rules(&[stand, PROMOTION, DROPS, two]));
    assert!(game.make_ready().is_ok() && !looks_quickly(&game, &game.initial()));
    for depth in 1..=2 {
        let count = |game: &PathGame| game.perft(&game.initial(), depth, Counting::Moves).expect("within the limits");
        assert_eq!(count(&game), count(&judge));
    }
    assert_eq!(moves(&game, &game.initial()).len(), 1, "the first of them goes on and is promoted");
}

#[test]
fn forbidden_mating_drops_are_illegal() {
    let mates = [
        "(never mate (made enter) (any (and last-to Soldier)) (as next mated))",
        "(never mate (made enter) (as next mated))",
        "(never mate (made enter Soldier) (as next mated))",
    ];
    // A Soldier before the King in the corner mates, and so does a Gold.
    let corner = "(setup \"ks3/1s3/1G3/5/K4\" (Red (hand (Soldier 1) (Gold 1))))";
    let mut counts = Vec::new();
    for never in [mates[0], mates[1], mates[2], ""] {
        for setup in [SETUP, HANDS, corner] {
            is_quick(&rules(&[setup, PROMOTION, DROPS, never, "(never check in-check)"]));
        }
        let game = game(&rules(&[corner, PROMOTION, DROPS, never, "(never check in-check)"]));
        counts.push(game.perft(&game.initial(), 1, Counting::Moves).expect("within the limits"));
    }
    let all = counts[3];
    assert_eq!(counts, [all - 1, all - 2, all - 1, all]);
    // What can come down by another rule as well is walked.
    is_walked(&rules(&[
        HANDS,
        PROMOTION,
        "(rule (far p) (at (and empty (row -2))) (drop p) (become Hero)) (moves (enter Soldier) (far Soldier))",
        mates[0],
        "(never check in-check)",
    ]));
}

#[test]
fn evaluation_by_result_ignores_the_last_move() {
    let text = rules(&[
        "(setup \"k4/5/5/5/4K\" (Red (hand (Soldier 1))))",
        PROMOTION,
        DROPS,
        "(never check in-check) (never mate (made enter) (any (and last-to Soldier)) (as next mated))
         (draw repetition (>= (repeats) 2))",
    ]);
    let (game, judge) = both(&text);
    assert!(game.make_ready().is_ok());
    for game in [&game, &judge] {
        let mut state = game.initial();
        // The first position has come about by no move, and comes again after four.
        for (from, to) in [("e1", "d1"), ("a5", "b5"), ("d1", "e1"), ("b5", "a5")] {
            assert_eq!(game.ending(&state).expect("within the limits"), None);
            let site = |name: &str| game.topology().site_named(name).expect("it is there");
            let list = moves(game, &state);
            let goes = |one: &dagaz_core::MoveRef<'_>| (one.origin(), one.target()) == (site(from), site(to));
            let chosen = list.iter().find(goes).expect("it is a move");
            game.play(&mut state, chosen, &mut UndoLog::new());
        }
        assert!(game.ending(&state).expect("within the limits").is_some());
    }
}
