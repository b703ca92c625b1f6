//! Rules in edition 3 with unlistable moves: each meets a named limit, or has few moves after all,
//! in every executor. Work is counted, not timed: uncounted work would let such a test run for
//! hours.

use dagaz_core::{Fuel, Game, LimitKind, Limits, MoveList};
use dagaz_drf::DrfFile;
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::path_game;

/// Rounds of a part that follow each other.
const ROUNDS: usize = 12;

/// What comes of the first moves of a game whose men move by a rule with this path; limits are
/// small, so that they are met soon.
fn first_moves(path: &str) -> Result<usize, LimitKind> {
    let rules = format!(
        "(drf 3) (game \"Endless\" (players White Black) (board (grid a-h 1-8) (wrap (n s) (e w))) (var q of game 0)
         (setup (White (Man d4 f6)) (Black (Man e5 h8))) (piece Man (moves x)) (rule x {path}) (lose stuck no-moves))"
    );
    let limits = Limits { fuel: 2_000_000, moves: 20_000, ..Limits::default() };
    let file = DrfFile::parse("endless.drf", rules.as_bytes(), &NoIncludes, &limits);
    let found = file.check();
    assert!(!found.has_errors(), "{}", file.render(&found));
    let game = path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"));
    let mut list = MoveList::new();
    let met = game.moves(&game.initial(), &mut list, &mut Fuel::new(limits.fuel));
    met.map(|()| list.len()).map_err(|hit| hit.kind)
}

#[test]
fn repeatedly_branching_paths_end() {
    let around = "(or n e s w ne nw se sw)";
    let rounds = |part: &str| [part; ROUNDS].join(" ");
    let picks: Vec<String> = (0..ROUNDS).map(|number| format!("(pick v{number}z 1 8)")).collect();
    let some: [(String, LimitKind); 8] = [
        (rounds(around), LimitKind::Moves),
        (rounds("(or (many n) (many s))"), LimitKind::Moves),
        (rounds("(maybe (or n s))"), LimitKind::Moves),
        (rounds("(or (slide n) (slide e))"), LimitKind::Moves),
        (rounds("(at board)"), LimitKind::Fuel),
        (picks.join(" "), LimitKind::Fuel),
        ("(many (add q 1)) n".to_string(), LimitKind::MoveParts),
        ("(most (add q 1)) n".to_string(), LimitKind::Effects),
    ];
    for (path, limit) in some {
        assert_eq!(first_moves(&path), Err(limit), "{path}");
        // The same after a capture, of which draughts are made: there it may also be another limit
        // that is met first.
        let captures = first_moves(&format!("ne enemy (take) {path} (then x)"));
        assert!(captures.is_err_and(|kind| kind != LimitKind::Failure), "{path}: {captures:?}");
    }
}

#[test]
fn long_paths_end() {
    for length in [300, 3_000, 15_000] {
        let path = vec!["n"; length].join(" ");
        // Two men of White, each with one way.
        assert_eq!(first_moves(&path), Ok(if length % 8 == 0 { 0 } else { 2 }), "{length} steps");
    }
}

/// What has stood there before counts for a rule as it does for an ending.
#[test]
fn a_rule_may_count_earlier_occurrences_of_a_position() {
    let game = crate::common::game(
        "(drf 3) (game \"Toggle\" (players White Black) (board (grid a-b 1-2))
         (setup (White (Man a1)) (Black (Man b1))) (piece Man (moves fresh))
         (rule fresh (< (repeats) 3) (or n s) empty) (lose stuck no-moves))",
    );
    let mut state = game.initial();
    for ply in 0..8 {
        let list = crate::common::moves(&game, &state);
        assert_eq!(list.len(), 1, "after {ply} moves");
        let only = list.iter().next().expect("one move");
        game.play(&mut state, only, &mut dagaz_core::UndoLog::new());
    }
    // The start is there for the third time.
    assert_eq!(crate::common::moves(&game, &state).len(), 0);
}
