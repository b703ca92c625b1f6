//! How games of the library end: `results/` has positions, moves and the results that other
//! programs or rules give them.

use dagaz_core::{Game, Limits, UndoLog, Verdict};
use dagaz_record::find_typed;
use dagaz_testkit::source::{Pair, files, is_of_paths, path_game, path_library, read, read_paths, root};
use serde::Deserialize;

use crate::common::{at, moves};

const FOLDER: &str = "crates/dagaz-testkit/tests/results";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The file of the library or in the folder of the cases, and the variant in it; none: the
    /// first of its own.
    game: String,
    variant: Option<String>,
    position: Option<String>,
    moves: String,
    result: String,
    /// Which rule says so.
    rule: String,
}

/// The game of a case in its fastest executor and in the reference interpreter.
fn open(case: &Case) -> [Box<dyn Game>; 2] {
    let limits = Limits::default();
    let is_meant = |path: &std::path::PathBuf| path.file_stem().is_some_and(|stem| *stem == *case.game);
    let own = ["drf", "zrf"].into_iter().flat_map(|edition| files(&root().join(FOLDER), edition));
    let path = path_library().into_iter().chain(own).find(is_meant);
    let path = path.unwrap_or_else(|| panic!("{}: no such game", case.game));
    let index = |titles: &[String], default: usize| match &case.variant {
        Some(meant) => titles.iter().position(|title| title == meant).expect("it has the variant"),
        None => default,
    };
    if is_of_paths(&path) {
        let file = read_paths(&path, &limits).expect("it can be read");
        let titles: Vec<String> = file.playable().iter().map(|item| item.title.to_string()).collect();
        let index = index(&titles, file.default_index());
        let game = || path_game(&file, index, &limits).unwrap_or_else(|why| panic!("{}: {why}", case.game));
        return [Box::new(game()), Box::new(game().only_walking())];
    }
    let mut file = read(&path, &limits).expect("it can be read");
    let titles: Vec<String> = file.playable().iter().map(|item| item.title.to_string()).collect();
    let rules = file.rules(index(&titles, 0)).rules.unwrap_or_else(|| panic!("{}: it has errors", case.game));
    let pair = Pair::new(rules, &limits).unwrap_or_else(|hit| panic!("{}: {hit}", case.game));
    [Box::new(pair.compiled), Box::new(pair.interpreter)]
}

/// Who has won by which ending, in the words of the files.
fn result(game: &dyn Game, case: &Case) -> String {
    let mut state = case.position.as_ref().map_or_else(|| game.initial(), |position| at(game, position));
    for typed in case.moves.split(';').map(str::trim).filter(|typed| !typed.is_empty()) {
        let list = moves(game, &state);
        let index =
            find_typed(game, &state, &list, typed).unwrap_or_else(|error| panic!("{}: {typed}: {error}", case.name));
        game.play(&mut state, list.get(index), &mut UndoLog::new());
    }
    let Some(ending) = game.ending(&state).expect("within the limits") else { return "goes on".to_string() };
    let outcome = game.outcome_of(&state, ending);
    let winner = outcome.verdicts.iter().position(|verdict| *verdict == Verdict::Win);
    let name = &game.glossary().endings[ending.0.index()];
    match winner {
        Some(player) => format!("{}, {name}", game.glossary().players[player].name),
        None => format!("drawn, {name}"),
    }
}

#[test]
fn games_end_as_their_rules_say() {
    let mut wrong = Vec::new();
    for path in files(&root().join(FOLDER), "toml") {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let cases: Cases = toml::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        for case in &cases.case {
            for (form, game) in ["fast", "walked"].into_iter().zip(open(case)) {
                let found = result(&*game, case);
                if found != case.result {
                    wrong.push(format!("{} ({form}): {found}, not {} ({})", case.name, case.result, case.rule));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
