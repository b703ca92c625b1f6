//! Checks that are counted in extra state: by a fast executor as by the reference interpreter.

use std::collections::BTreeMap;

use dagaz_core::{EndingId, Fuel, Game, MoveList, Piece, PlayerId, SiteId, State, UndoLog, Weights, look_ahead};
use dagaz_record::parse_position;
use dagaz_testkit::{source, walk};
use rand_xoshiro::rand_core::Rng;

fn ready(path: &str) -> dagaz_engine::PathGame {
    let limits = dagaz_core::Limits::default();
    let file = source::read_paths(&source::root().join("games").join(path), &limits).expect("it is there");
    let game = source::path_game(&file, source::own_items(&file)[0], &limits).unwrap_or_else(|why| panic!("{why}"));
    assert!(game.make_ready().is_ok(), "{path} has no form of its own");
    game
}

/// Plays playouts from a position, in which one side gives check if it can. In each state search
/// position and game must agree on moves, keys and ends. Returns the number of games by ending.
fn play(game: &dyn Game, position: &str, games: u64) -> BTreeMap<String, u32> {
    let position = parse_position(game, position).unwrap_or_else(|fault| panic!("{fault}"));
    let start = game.set_up(&position).expect("it can be set up");
    let weights = Weights::new(game, |_: Piece, _: SiteId| 0, |_| 0);
    let mut ends = BTreeMap::new();
    let mut count = |(ending, _): (EndingId, PlayerId)| {
        *ends.entry(game.glossary().endings[ending.index()].clone()).or_default() += 1;
    };
    for seed in 0..games {
        let mut rng = walk::rng(seed);
        let (mut state, mut ahead) = (start.clone(), look_ahead(game, &start, &weights));
        assert!(ahead.is_quick(), "it is looked ahead plainly");
        let checker = ahead.mover();
        for _ in 0..120 {
            let (mut list, mut found) = (MoveList::new(), Vec::new());
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
            let ended = ahead.moves(false, &mut found).expect("within the limits");
            assert_eq!(ended, game.ending(&state).expect("within the limits"));
            if let Some(ended) = ended {
                count(ended);
                break;
            }
            assert_eq!(found.len(), list.len());
            let mut checks = Vec::new();
            for index in 0..found.len() {
                let ended = ahead.play(index).expect("within the limits");
                if ended.is_none() && ahead.in_check() == Some(true) {
                    checks.push(index);
                }
                ahead.undo();
            }
            let wanted = checker == ahead.mover() && !checks.is_empty();
            let among: Vec<usize> = if wanted { checks } else { (0..found.len()).collect() };
            let chosen = among[rng.next_u32() as usize % among.len()];
            let ended = ahead.play(chosen).expect("within the limits");
            let next: Vec<State> = list
                .iter()
                .map(|one| {
                    let mut after = state.clone();
                    game.play(&mut after, one, &mut UndoLog::new());
                    after
                })
                .filter(|after| after.key_but_ending(game.layout()) == ahead.key())
                .collect();
            assert_eq!(next.len(), 1, "the states after a move differ");
            state = next[0].clone();
            assert_eq!(ahead.state().words(), state.words());
            if let Some(over) = ended {
                assert_eq!(ended, game.ending(&state).expect("within the limits"));
                count(over);
                break;
            }
        }
    }
    ends
}

#[test]
fn perpetual_check_loses_in_xiangqi() {
    let game = ready("chess/xiangqi/xiangqi.drf");
    let ends = play(&game, "3k5/9/9/9/9/9/9/4R4/9/5K3 w", 200);
    assert!(ends.get("perpetual").is_some_and(|count| *count > 5), "{ends:?}");
    // Without a third check the game is a draw. The Soldier keeps it from being one at once.
    let ends = play(&game, "P2k5/9/9/9/9/9/9/9/9/5K3 w", 200);
    assert!(ends.get("repetition").is_some_and(|count| *count > 3), "{ends:?}");
}

#[test]
fn the_third_check_wins_in_three_check() {
    let game = ready("chess/three-check/three-check.drf");
    let ends = play(&game, "4k3/8/8/8/8/8/8/Q3K2Q w - - 0 1", 20);
    assert!(ends.get("three-checks").is_some_and(|count| *count > 3), "{ends:?}");
}

#[test]
fn a_position_with_facing_generals_uses_the_reference_interpreter() {
    let game = ready("chess/xiangqi/xiangqi.drf");
    let position = parse_position(&game, "4k4/9/9/9/9/9/9/9/4A4/p3K4 w").expect("it has no fault");
    let start = game.set_up(&position).expect("it can be set up");
    let weights = Weights::new(&game, |_: Piece, _: SiteId| 0, |_| 0);
    assert!(look_ahead(&game, &start, &weights).is_quick());
    let position = parse_position(&game, "4k4/9/9/9/9/9/9/9/3A5/p3K4 w").expect("it has no fault");
    let start = game.set_up(&position).expect("it can be set up");
    assert!(!look_ahead(&game, &start, &weights).is_quick());
    let mut list = MoveList::new();
    game.moves(&start, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    // The General steps aside, or the Advisor comes between.
    assert_eq!(game.perft(&start, 1, dagaz_core::Counting::Moves).expect("within the limits"), list.len() as u64);
}

/// Whatever form a game has, it counts what walking its rules counts.
fn counts_as_walked(rules: &str, depth: u32) {
    fn walked(game: &dyn Game, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut list = MoveList::new();
        game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        let after = |one| {
            let mut after = state.clone();
            game.play(&mut after, one, &mut UndoLog::new());
            walked(game, &after, depth - 1)
        };
        list.iter().map(after).sum()
    }
    let game = crate::common::game(rules);
    for depth in 1..=depth {
        let counted = game.perft(&game.initial(), depth, dagaz_core::Counting::Moves).expect("within the limits");
        assert_eq!(counted, walked(&game, &game.initial(), depth), "at depth {depth} of {rules}");
    }
}

#[test]
fn checks_are_counted_without_other_attack_conditions() {
    for turns in ["", "(turns Red Red Black)", "(turns Red Black Black Red)"] {
        for (variable, win) in
            [("", ""), ("", "(win enough (>= checks 1))"), ("uncompared", "(win enough (>= checks 2))")]
        {
            for never in ["", "(never check in-check)"] {
                counts_as_walked(
                    &format!(
                        "(drf 3) (game \"G\" (players Red Black) (board (grid a-d 1-4)) (setup \"kr2/4/4/2RK\") {turns}
                         (piece General \"K\" (moves (stay orthogonal))) (piece Chariot \"R\" (moves (slide orthogonal)))
                         (rule (stay d) d open) (rule (slide d) (run d open))
                         (define in-check (and mine General attacked)) (lose mate no-moves) {never}
                         (var checks of player 0 {variable})
                         (on move-end (if (any (as next in-check)) (add checks 1))) {win})"
                    ),
                    4,
                );
            }
        }
    }
}

#[test]
fn a_facing_rule_gives_check_only_to_its_own_pieces() {
    for asked in ["(and mine Horse attacked)", "(and mine attacked)", "in-check"] {
        counts_as_walked(
            &format!(
                "(drf 3) (game \"G\" (players Red Black) (board (grid a-d 1-4)) (setup \"kn2/4/4/2NK\")
                 (piece General \"K\" (moves (stay orthogonal))) (piece Horse \"N\" (moves (horse orthogonal)))
                 (rule (stay d) d open) (rule (horse d) d empty (beside d) open)
                 (define in-check (and mine General attacked)) (never check in-check)
                 (never facing (from (and mine General) (many n empty) n enemy General))
                 (never facing-back (from (and mine General) (many s empty) s enemy General))
                 (lose mate no-moves) (var checks of player 0)
                 (on move-end (if (any (as next {asked})) (add checks 1))) (win enough (>= checks 1)))"
            ),
            6,
        );
    }
}

#[test]
fn a_piece_may_not_become_a_general_where_it_is_attacked() {
    for becomes in ["(if (row -1) (become General))", "(become General)", "(if (row -1) (become (General Soldier)))"] {
        counts_as_walked(
            &format!(
                "(drf 3) (game \"G\" (players Red Black) (board (grid a-d 1-4)) (setup \"1k2/2P1/4/3K\")
                 (piece General \"K\" (moves (stay orthogonal))) (piece Soldier \"P\" (moves (step n)))
                 (rule (stay d) d open) (rule (step d) d open {becomes})
                 (define in-check (and mine General attacked)) (never check in-check) (lose mate no-moves))"
            ),
            4,
        );
    }
}

#[test]
fn no_piece_is_carried_from_a_vacated_site() {
    for (step, jump) in [
        ("(step e)", "e empty (move (w here) (e here))"),
        ("(slide e)", "e empty e empty (move (w (w here)) (w here))"),
        ("(step orthogonal)", "n empty (move (s here) (e here))"),
        ("(step orthogonal)", "e empty (move (e here) (w here))"),
    ] {
        counts_as_walked(
            &format!(
                "(drf 3) (game \"G\" (players White Black) (board (grid a-e 1-4)) (setup \"4k/4m/1M3/1KM2\")
                 (piece King \"K\" (moves {step} jump)) (piece Man \"M\" (moves (step n)))
                 (rule jump {jump}) (lose taken (no mine)))"
            ),
            3,
        );
    }
}
