//! What each effect of a ZRF does to cascaded, created, copied, dropped and arriving pieces.
//!
//! Each file of `effects/` is one row of the table in `docs/semantics.md`. Its last comments say
//! what each first move leads to: the pieces of the position after it.

use std::path::Path;

use dagaz_core::{Fuel, Game, Limits, MoveList, UndoLog};
use dagaz_record::{move_text, usual_position};
use dagaz_testkit::exam::{Plan, examine_all};
use dagaz_testkit::source::{Pair, files, read, root};

const ROWS: usize = 18;

fn folder() -> std::path::PathBuf {
    root().join("crates/dagaz-testkit/tests/effects")
}

/// Each first move of a game with the pieces after it, sorted.
fn results(game: &dyn Game) -> Vec<String> {
    let (state, mut list) = (game.initial(), MoveList::new());
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    let mut results: Vec<String> = list
        .iter()
        .map(|chosen| {
            let text = move_text(game, &state, chosen);
            let mut after = state.clone();
            game.play(&mut after, chosen, &mut UndoLog::new());
            let position = usual_position(game, &after);
            let pieces: Vec<&str> = position.split("; ").filter(|part| !part.starts_with("turn=")).collect();
            format!("{text} => {}", pieces.join("; "))
        })
        .collect();
    results.sort();
    results
}

/// What the comments of a file say.
fn said(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("it can be read");
    let mut said: Vec<String> = text.lines().filter_map(|line| line.strip_prefix("; > ")).map(str::to_string).collect();
    said.sort();
    said
}

#[test]
fn each_effect_finds_the_piece_that_stands_there_after_the_step() {
    let texts = files(&folder(), "zrf");
    assert_eq!(texts.len(), ROWS, "a row of the table is gone, or is not counted");
    let limits = Limits::default();
    for path in texts {
        let mut file = read(&path, &limits).expect("it can be read");
        let rules = file.rules(0).rules.unwrap_or_else(|| panic!("{} has errors", path.display()));
        let pair = Pair::new(rules, &limits).expect("small");
        let said = said(&path);
        assert_eq!(results(&pair.compiled), said, "{}: the compiled game", path.display());
        assert_eq!(results(&pair.interpreter), said, "{}: the interpreter", path.display());
    }
}

#[test]
fn all_executors_agree_in_every_position() {
    let texts = files(&folder(), "zrf");
    let plan = Plan { playouts: 20, plies: 60, states: 60, state_plies: 40, batteries: 1, battery_plies: 30 };
    for (_, report) in examine_all(&texts, &Limits::default(), &plan, |_, _| ()) {
        assert_eq!((&report.refused, &report.faults), (&None, &Vec::new()), "{}", report.title);
    }
}
