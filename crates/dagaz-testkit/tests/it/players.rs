//! Who moves when, where that is more than one after the other: players who leave, change places or
//! are passed over.

use dagaz_core::{Fuel, Game, Limits, MoveList, PlayerId, State, Turn, UndoLog, Verdict};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::formats::notation;
use dagaz_syntax::NoIncludes;
use dagaz_testkit::battery;
use dagaz_testkit::source::{self, path_game};

fn game(rules: &str) -> PathGame {
    let limits = Limits::default();
    let file = DrfFile::parse("test.drf", rules.as_bytes(), &NoIncludes, &limits);
    let found = file.check();
    assert!(found.is_empty(), "{}", file.render(&found));
    path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"))
}

/// The texts of the legal moves.
fn texts(game: &PathGame, state: &State) -> Vec<String> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    (0..list.len()).map(|index| notation::move_text(game, state, &list, index)).collect()
}

/// Plays the move of that text.
fn play(game: &PathGame, state: &mut State, text: &str) {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    let found = notation::find_move(game, state, &list, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    game.play(state, list.get(found), &mut UndoLog::new());
}

fn to_move(game: &PathGame, state: &State) -> String {
    match game.turn(state) {
        Turn::Choice(player) => game.glossary().player(player).to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn eliminated_players_have_no_turn_and_the_last_player_wins() {
    let game = game(
        "(drf 3) (game \"Three\" (players A B C) (board (grid a-c 1-2))
           (setup (A (Man a1)) (B (Man b1)) (C (Man c1)))
           (piece Man) (moves hit pass)
           (rule hit (at (or A B C)) (not mine) (take))
           (out gone (no mine)) (on out (at b2) (put Man nobody))
           (win last (all-out enemy)))",
    );
    let mut state = game.initial();
    play(&game, &mut state, "b1 hit");
    assert_eq!(to_move(&game, &state), "B");
    assert_eq!(texts(&game, &state).len(), 1, "he has to leave: {:?}", texts(&game, &state));
    let text = texts(&game, &state).remove(0);
    assert!(text.contains("gone"), "{text}");
    play(&game, &mut state, &text);
    assert!(!state.is_empty(game.topology().site_ids().nth(4).expect("b2")), "what is done on leaving is done");
    assert_eq!(to_move(&game, &state), "C");
    play(&game, &mut state, "pass");
    assert_eq!(to_move(&game, &state), "A");
    play(&game, &mut state, "pass");
    assert_eq!(to_move(&game, &state), "C", "B is passed over");
    let faults = battery::run(&game, 3, 12).expect("within the limits");
    assert!(faults.is_empty(), "{faults:?}");
    play(&game, &mut state, "a1 hit");
    let text = texts(&game, &state).remove(0);
    play(&game, &mut state, &text);
    let outcome = game.outcome(&state).expect("within the limits").expect("it is over");
    assert_eq!(outcome.ending, "last");
    assert_eq!(outcome.verdicts, [Verdict::Loss, Verdict::Loss, Verdict::Win]);
}

#[test]
fn swapping_players_exchange_their_state() {
    let limits = Limits::default();
    let path = source::root().join("games/connection/hex-9x9/hex-9x9.drf");
    let file = source::read_paths(&path, &limits).expect("the file is there");
    let index = file.titled("Hex 9x9 with swap").expect("there is such a variant");
    let lowered = file.rules_with(index, &[("size".to_string(), "3".to_string())]).expect("a size that it may have");
    let game = PathGame::new(lowered.rules.expect("without faults").into(), &limits).expect("it is small");
    let mut state = game.initial();
    let stones = |state: &State, player: u8| state.count_all(game.layout(), PlayerId(player));
    play(&game, &mut state, "b2 place Red Stone");
    assert_eq!((to_move(&game, &state).as_str(), texts(&game, &state).len()), ("Blue", 9));
    play(&game, &mut state, "swap");
    assert_eq!(to_move(&game, &state), "Red", "who laid the first stone answers it now");
    assert_eq!(texts(&game, &state).len(), 8, "nobody swaps twice");
    play(&game, &mut state, "a1 place Blue Stone");
    assert_eq!((stones(&state, 0), stones(&state, 1)), (1, 1));
    assert_eq!(to_move(&game, &state), "Blue");
    play(&game, &mut state, "b1 place Red Stone");
    play(&game, &mut state, "a2 place Blue Stone");
    play(&game, &mut state, "b3 place Red Stone");
    let outcome = game.outcome(&state).expect("within the limits").expect("it is over");
    assert_eq!(outcome.verdicts, [Verdict::Loss, Verdict::Win], "the red stones belong to the seat of Blue");
}

#[test]
fn turns_are_skipped_and_moves_are_shared() {
    let game = game(
        "(drf 3) (game \"Lent\" (players A B C) (board (grid a-c 1-3))
           (setup (A (Page a1) (Knight b1)) (B (Page a3)) (C (Page c3)))
           (piece Page (moves lent)) (piece Knight (moves (jump (leaper 1 2)) again))
           (rule (jump d) d empty) (rule again n empty (skip))
           (rule lent (like (and mine (from here orthogonal)))))",
    );
    let mut state = game.initial();
    let list = texts(&game, &state);
    // The page jumps and steps as the knight may; the knight's own jumps end on sites that are
    // taken.
    assert_eq!(list, ["a1 - b3 lent", "a1 - c2 lent", "a1 - a2 lent", "b1 - b2 again"], "{list:?}");
    play(&game, &mut state, "b1 - b2 again");
    assert_eq!(to_move(&game, &state), "C", "B is left out");
}

#[test]
fn hints_reach_the_player() {
    let game = game(
        "(drf 3) (game \"Hints\" (board (grid a-c 1-3)) (setup (White (Rook a1) (Man b1)) (Black (Man c3)))
           (piece Rook (moves (slide orthogonal))) (piece Man (moves (step n)))
           (hint value (Rook 5) (Man 1)) (hint worth (* 10 (count (and mine (row 1))))) (hint search monte-carlo))",
    );
    let state = game.initial();
    // Two pieces on the first row against one.
    assert_eq!(game.evaluate(&state, PlayerId(0)), Some(600 + 20 - 100 - 10));
    assert_eq!(game.evaluate(&state, PlayerId(1)), Some(110 - 620));
    assert_eq!(game.hinted_search(), Some(dagaz_core::SearchMethod::MonteCarlo));
}

#[test]
fn distances_are_counted_in_hops() {
    let worth = |number: &str| {
        let game = game(&format!(
            "(drf 3) (game \"Far\" (board (grid a-d 1-4) (sites yard) (link out (d4 yard)))
               (setup (White (Man a1 c2)) (Black (Man d1)))
               (piece Man (moves (step adjacent))) (hint worth (if (me White) {number} 0)))"
        ));
        game.evaluate(&game.initial(), PlayerId(0)).expect("the rules say so")
    };
    assert_eq!(worth("(distance mine d4)"), 3 + 2, "a king's hops");
    assert_eq!(worth("(distance mine d4 orthogonal)"), 6 + 3);
    assert_eq!(worth("(distance mine (row -1) n)"), 3 + 2);
    assert_eq!(worth("(distance mine (or a1 c2))"), 0);
    assert_eq!(worth("(distance mine yard (n e out))"), 7 + 4);
    assert_eq!(worth("(distance mine yard)"), 17 + 17, "no usual direction leads there");
}

#[test]
fn players_who_never_choose_take_no_part_in_the_comparison_of_scores() {
    use Verdict::{Aside, Draw, Loss, Win};
    // What the others do has points of its own: more than any player, as many, or fewer.
    let cases = [
        ("(chance Fate)", "", "(if (me A) 1 (if (me Fate) 2 -1))", [Win, Loss, Aside]),
        ("", "(deck Fate (Man 3))", "(if (me A) 1 (if (me B) -1 2))", [Win, Loss, Aside]),
        ("(chance Fate)", "", "(if (me A) -1 1)", [Loss, Win, Aside]),
        ("(chance Fate)", "", "(if (me Fate) 5 0)", [Draw, Draw, Aside]),
    ];
    for (declared, deck, score, verdicts) in cases {
        let game = game(&format!(
            "(drf 3) (game \"Three\" (players A B {declared}) (board (grid a-b 1-1)) (setup (A (Man a1)))
               (piece Man) {deck} (rule place (at empty) (put Man)) (moves place) (turns A B)
               (score full (no empty) {score}))"
        ));
        let mut state = game.initial();
        play(&game, &mut state, "b1");
        let outcome = game.outcome(&state).expect("within the limits").expect("it is over");
        assert_eq!(outcome.verdicts, verdicts, "{declared}{deck}: {score}");
    }
    // One player alone with chance has no rival.
    let game = game(
        "(drf 3) (game \"One\" (players A (chance Fate)) (board (grid a-b 1-1)) (setup (A (Man a1)))
           (piece Man) (rule place (at empty) (put Man)) (moves place) (turns A)
           (score full (no empty) (if (me A) 1 2)))",
    );
    let mut state = game.initial();
    play(&game, &mut state, "b1");
    assert_eq!(game.outcome(&state).expect("within the limits").expect("it is over").verdicts, [Draw, Aside]);
}
