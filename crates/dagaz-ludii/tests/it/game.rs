//! Descriptions through the `Game` trait.

use dagaz_core::{Counting, Fuel, Game, Limits, MoveList, Turn, UndoLog};
use dagaz_ludii::{Defines, Description, LudiiGame, Options};

fn game(rest: &str) -> LudiiGame {
    let text = format!("(game \"A\" (players 2) {rest})");
    let description = Description::read("a.lud", &text, &Defines::default(), &Options::default());
    let description = description.unwrap_or_else(|faults| panic!("{}", faults.render()));
    LudiiGame::new(&description, &Limits::default()).unwrap_or_else(|faults| panic!("{}", faults.render()))
}

fn moves(game: &LudiiGame, state: &dagaz_core::State) -> MoveList {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("few moves");
    list
}

#[test]
fn three_in_a_row_has_the_known_number_of_sequences() {
    let game = game(
        "(equipment { (board (square 3)) (piece \"Disc\" P1) (piece \"Cross\" P2) })
         (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))",
    );
    let counts: Vec<u64> =
        [5, 6, 7].map(|depth| game.perft(&game.initial(), depth, Counting::Moves).expect("few moves")).to_vec();
    assert_eq!(counts, [15_120, 54_720, 148_176]);
}

#[test]
fn dice_are_thrown_before_the_move_and_undo_brings_the_throw_back() {
    let game = game(
        "(equipment { (board (square 3)) (dice d:2 num:2) (piece \"Disc\" Each) })
         (rules (play (do (roll) next:(forEach Die (move Add (to (sites Empty)))))) (end (if (is Line 3) (result Mover Win))))",
    );
    let (mut state, mut log) = (game.initial(), UndoLog::new());
    assert!(matches!(game.turn(&state), Turn::Chance(_)));
    let throws = moves(&game, &state);
    assert_eq!(throws.len(), 4);
    game.play(&mut state, throws.get(3), &mut log);
    assert!(matches!(game.turn(&state), Turn::Choice(_)));
    assert_eq!(game.faces(&state), [1, 1]);
    let (thrown, list) = (state.clone(), moves(&game, &state));
    game.play(&mut state, list.get(0), &mut log);
    assert!(matches!(game.turn(&state), Turn::Chance(_)), "the other player throws");
    assert!(game.undo(&mut state, &mut log));
    assert_eq!(state, thrown);
    assert!(game.undo(&mut state, &mut log));
    assert_eq!(state, game.initial());
}

#[test]
fn stacks_deeper_than_the_levels_of_a_state_come_back() {
    let game = game(
        "(equipment { (board (square 2)) (piece \"Disc\" Each) })
         (rules (start (place Stack \"Disc1\" 0 count:40)) (play (move Add (to (sites Board)) stack:True)) (end (if (no Moves Next) (result Mover Win))))",
    );
    let state = game.initial();
    assert!(!state.tail().is_empty());
    let again = game.set_up(&game.position(&state)).expect("its own position");
    assert_eq!(again.position_key(), state.position_key());
    assert_eq!(game.difference(&again, &dagaz_ludii::play::Run::new(game.rules(), 0)), None);
}
