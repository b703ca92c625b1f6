//! Small games of a few lines, and where their moves lead.

use dagaz_core::{Fuel, Game, Limits, MoveList, State, UndoLog};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::{move_text, parse_position, write_position};
use dagaz_syntax::NoIncludes;
use dagaz_testkit::battery;
use dagaz_testkit::source::path_game;

/// The first game of a text without errors; a test may well leave some of its rules unused.
pub(crate) fn game(rules: &str) -> PathGame {
    let limits = Limits::default();
    let file = DrfFile::parse("test.drf", rules.as_bytes(), &NoIncludes, &limits);
    let found = file.check();
    assert!(!found.has_errors(), "{}", file.render(&found));
    path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"))
}

/// The moves of a state.
pub(crate) fn moves(game: &dyn Game, state: &State) -> MoveList {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    list
}

/// A position of a game.
pub(crate) fn at(game: &dyn Game, position: &str) -> State {
    let position = parse_position(game, position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    game.set_up(&position).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The texts of the legal moves, sorted.
pub(crate) fn texts(game: &dyn Game, state: &State) -> Vec<String> {
    let mut texts: Vec<String> = moves(game, state).iter().map(|one| move_text(game, state, one)).collect();
    texts.sort();
    texts
}

/// The name of the ending that holds.
pub(crate) fn ending(game: &dyn Game, state: &State) -> Option<String> {
    let (ending, _) = game.ending(state).expect("within the limits")?;
    Some(game.glossary().endings[ending.index()].clone())
}

/// The positions that the moves from a position lead to, without whose turn it is.
pub(crate) fn after(game: &PathGame, position: &str) -> Vec<String> {
    let position = parse_position(game, position).unwrap_or_else(|fault| panic!("{fault}"));
    let state = game.set_up(&position).expect("it can be set up");
    let faults = battery::state_faults(game, &state, &moves(game, &state)).expect("within the limits");
    assert!(faults.is_empty(), "{faults:?}");
    let mut after = Vec::new();
    for chosen in moves(game, &state).iter() {
        let mut state = state.clone();
        game.play(&mut state, chosen, &mut UndoLog::new());
        let text = write_position(game, &state);
        after.push(text.split_once("; ").map_or(text.clone(), |(_, pieces)| pieces.to_string()));
    }
    after.sort();
    after
}
