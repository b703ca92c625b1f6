//! What other programs are told of a game.

use dagaz_bots::position_text;
use dagaz_core::{Fuel, Game, MoveList, UndoLog};
use dagaz_testkit::source;

/// The position after a move from one site to another.
fn after(game: &dyn Game, from: &str, to: &str) -> String {
    let (mut state, mut list) = (game.initial(), MoveList::new());
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("it is within all limits");
    let site = |name: &str| game.topology().site_named(name).expect("the board has it");
    let goes = |index: &usize| (list.get(*index).origin(), list.get(*index).target()) == (site(from), site(to));
    let index = (0..list.len()).find(goes).expect("there is the move");
    game.play(&mut state, list.get(index), &mut UndoLog::new());
    position_text(game, &state)
}

/// Antichess asks which rule the pawn went by, which no FEN says; the square is told all the same.
#[test]
fn a_pawn_that_may_be_taken_in_passing_is_told() {
    for name in ["chess", "antichess"] {
        let game = source::named(name).expect("it is in the library");
        let pawns = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        let told = after(&*game, "e2", "e4");
        assert!(told.starts_with(pawns) && told.ends_with(" e3"), "{name}: {told}");
        let told = after(&*game, "e2", "e3");
        assert!(told.ends_with(" -"), "{name}: {told}");
    }
}
