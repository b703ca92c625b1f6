//! Bodies of the fuzz targets for descriptions of Ludii: functions that panic if an invariant
//! fails.

use std::ops::ControlFlow;

use dagaz_core::{Game, Limits, UndoLog};
use dagaz_ludii::{Defines, Description, LudiiGame, Options, ludeme};

use crate::walk;

/// Plies played of each game.
const PLIES: usize = 12;
/// More moves than this are not taken back one by one.
const MOVES_MAX: usize = 100;

/// Reads any text with a library of defines; returns the description if it is one whose rules
/// compile.
///
/// # Panics
///
/// Panics if a fault cannot be shown.
pub fn read(bytes: &[u8], library: &Defines) -> Option<Description> {
    let text = String::from_utf8_lossy(bytes);
    match Description::read("fuzz.lud", &text, library, &Options::default()) {
        Ok(description) => match ludeme::compile(&description.tree, description.equipment.clone()) {
            Ok(_) => Some(description),
            Err(fault) => {
                assert!(!fault.message.is_empty());
                None
            }
        },
        Err(all) => {
            assert!(!all.render().is_empty());
            None
        }
    }
}

/// Reads any text, and plays some plies if it is a game.
///
/// # Panics
///
/// Panics if taking a move back does not restore the position.
pub fn play(bytes: &[u8], library: &Defines) {
    let Some(description) = read(bytes, library) else { return };
    let limits = Limits { fuel: 200_000, ..Limits::default() };
    let Ok(game) = LudiiGame::new(&description, &limits) else { return };
    let start = game.initial();
    // A limit ends the game.
    let _ = walk::walk(&game, start, 1, PLIES, &mut |state, list| {
        let mut copy = state.clone();
        for index in 0..list.len().min(MOVES_MAX) {
            let mut log = UndoLog::new();
            game.play(&mut copy, list.get(index), &mut log);
            game.undo(&mut copy, &mut log);
            assert_eq!(copy.key(), state.key(), "taking move {index} back does not restore the position");
        }
        ControlFlow::Continue(())
    });
}
