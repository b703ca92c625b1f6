//! Draws by counted moves and by material in the chess games of the library, as other programs
//! judge them. The positions are in `drawn/positions.txt`.

use std::collections::HashMap;

use dagaz_core::{Game, UndoLog};
use dagaz_record::{find_typed, parse_position, whole_position, write_position};
use dagaz_testkit::source::named;

use crate::common::{at, ending, moves};

const POSITIONS: &str = include_str!("../drawn/positions.txt");

/// A line of the file: game, position, moves and ending.
fn cases() -> Vec<[&'static str; 4]> {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let split = |line: &'static str| {
        let (game, rest) = line.split_once(';').expect("a game");
        let (rest, ending) = rest.rsplit_once(';').expect("an ending");
        let (position, moves) = rest.rsplit_once(';').expect("moves");
        [game, position, moves, ending].map(str::trim)
    };
    lines.map(split).collect()
}

#[test]
fn counted_moves_and_material_draw_as_in_other_programs() {
    let mut games: HashMap<&str, Box<dyn Game>> = HashMap::new();
    let cases = cases();
    assert!(cases.len() > 40, "the positions are gone");
    for [name, position, played, expected] in cases {
        let game = &**games.entry(name).or_insert_with(|| named(name).expect("a game of the library"));
        let mut state = at(game, position);
        for typed in played.split(',').map(str::trim).filter(|typed| !typed.is_empty()) {
            let list = moves(game, &state);
            let index =
                find_typed(game, &state, &list, typed).unwrap_or_else(|why| panic!("{position}: {typed}: {why}"));
            game.play(&mut state, list.get(index), &mut UndoLog::new());
        }
        let found = ending(game, &state).unwrap_or("-".to_string());
        assert_eq!(found, expected, "{name}: {position}: {played}");
    }
}

#[test]
fn the_half_move_clock_is_written_as_it_was_read() {
    let game = named("chess").expect("a game of the library");
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 57", "4k3/8/8/8/8/8/8/4K2R w - -"] {
        let state = at(&*game, fen);
        assert_eq!(write_position(&*game, &state), fen);
        let whole = whole_position(&*game, &state);
        assert_eq!(whole.contains("halfmoves=57"), fen.ends_with("57"), "{whole}");
        assert_eq!(parse_position(&*game, &whole), parse_position(&*game, fen));
    }
    // Castling rights, the passed square and the clock are read one after another.
    let start = game.position(&game.initial());
    let counted = parse_position(&*game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9").expect("a FEN");
    let counted = game.set_up(&counted).expect("a position of chess");
    assert_eq!(counted.position_key(), game.initial().position_key());
    assert_eq!(start.variables.len() + 1, game.position(&counted).variables.len());
    let fault = parse_position(&*game, "4k3/8/8/8/8/8/8/4K2R w - - 99999999999 1").expect_err("too large");
    assert!(fault.message.contains("too large"), "{fault}");
    // A game without the clock has no such part.
    let fault =
        parse_position(&*named("breakthrough").expect("a game"), "turn=White; halfmoves=3").expect_err("no clock");
    assert!(fault.message.contains("no half-move clock"), "{fault}");
}
