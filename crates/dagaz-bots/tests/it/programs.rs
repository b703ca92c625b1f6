//! The description of a game for external programs.

use dagaz_bots::position_text;
use dagaz_core::{Fuel, Game, MoveList, UndoLog};
use dagaz_record::parse_position;
use dagaz_testkit::source;

/// The position after a move from one site to another of a position.
fn after(game: &dyn Game, position: &str, from: &str, to: &str) -> String {
    let position = parse_position(game, position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let (mut state, mut list) = (game.set_up(&position).expect("it is sound"), MoveList::new());
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("it is within all limits");
    let site = |name: &str| game.topology().site_named(name).expect("the board has it");
    let goes = |index: &usize| (list.get(*index).origin(), list.get(*index).target()) == (site(from), site(to));
    let index = (0..list.len()).find(goes).expect("there is the move");
    game.play(&mut state, list.get(index), &mut UndoLog::new());
    position_text(game, &state)
}

/// Antichess keeps the rule of the last move, which no FEN contains. The en passant square is still
/// written.
#[test]
fn a_pawn_that_may_be_captured_en_passant_is_reported() {
    for name in ["chess", "antichess"] {
        let game = source::named(name).expect("it is in the library");
        let position = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        let told = after(&*game, position, "d2", "d4");
        let pawns = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR";
        assert!(told.starts_with(pawns) && told.ends_with(" d3 0 1"), "{name}: {told}");
        let told = after(&*game, position, "d2", "d3");
        assert!(told.ends_with(" - 0 1"), "{name}: {told}");
    }
    // No pawn can capture en passant, so the square is not written.
    let game = source::named("antichess").expect("it is in the library");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert!(after(&*game, start, "e2", "e4").ends_with(" - 0 1"));
}
