//! Each text in `language/` is a tiny game with its own answers, found by hand, in comments that
//! begin with `;=`:
//!
//! - `;= moves A | B` the legal moves now, all of them, in any order (with `x2` for one that is
//!   listed twice);
//! - `;= play A` plays one of them;
//! - `;= ending NAME` the game has ended so (`none`: it continues), with `White loses` and the like
//!   after a colon.
//!
//! `;= start` begins again. Both executors must give every answer.

use std::path::Path;

use dagaz_core::{Fuel, Game, Limits, MoveList, State, UndoLog, Verdict};
use dagaz_record::move_text;
use dagaz_testkit::source::{Pair, files, read, root};

#[test]
fn every_text_gives_its_expected_answers() {
    let folder = root().join("crates/dagaz-testkit/tests/language");
    let texts = files(&folder, "zrf");
    assert!(texts.len() >= 12, "the texts are gone");
    let faults: Vec<String> = texts.iter().flat_map(|path| faults_of(path)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn faults_of(path: &Path) -> Vec<String> {
    let limits = Limits::default();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut file = read(path, &limits).expect("the file is there");
    let lowered = file.rules(0);
    let Some(rules) = lowered.rules else { return vec![format!("{name}: {}", file.render(&lowered.diagnostics))] };
    let pair = Pair::new(rules, &limits).expect("tiny");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut faults = Vec::new();
    for (executor, game) in [("compiled", &pair.compiled as &dyn Game), ("interpreter", &pair.interpreter)] {
        let mut state = game.initial();
        let mut answers = 0;
        for (line, words) in (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, text.strip_prefix(";= ")?)))
        {
            let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
            let result = match word {
                "start" => {
                    state = game.initial();
                    Ok(())
                }
                "moves" => moves(game, &state, rest),
                "play" => play(game, &mut state, rest),
                "ending" => ending(game, &state, rest),
                _ => Err(format!("unknown answer `{word}`")),
            };
            answers += 1;
            if let Err(fault) = result {
                faults.push(format!("{name}:{line} ({executor}): {fault}"));
            }
        }
        assert!(answers > 0, "{name} has no answers");
    }
    faults
}

fn listed(game: &dyn Game, state: &State) -> (MoveList, Vec<String>) {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("tiny");
    let texts = list.iter().map(|one| move_text(game, state, one)).collect();
    (list, texts)
}

fn moves(game: &dyn Game, state: &State, expected: &str) -> Result<(), String> {
    let (_, mut found) = listed(game, state);
    let mut wanted: Vec<String> = Vec::new();
    for text in expected.split('|').map(str::trim).filter(|text| !text.is_empty()) {
        match text.strip_suffix(" x2") {
            Some(text) => wanted.extend([text.to_string(), text.to_string()]),
            None => wanted.push(text.to_string()),
        }
    }
    found.sort();
    wanted.sort();
    if found == wanted { Ok(()) } else { Err(format!("moves are {}", found.join(" | "))) }
}

fn play(game: &dyn Game, state: &mut State, wanted: &str) -> Result<(), String> {
    let (list, texts) = listed(game, state);
    let place = texts.iter().position(|text| text == wanted);
    let place = place.ok_or_else(|| format!("`{wanted}` is not among {}", texts.join(" | ")))?;
    game.play(state, list.get(place), &mut UndoLog::new());
    Ok(())
}

fn ending(game: &dyn Game, state: &State, wanted: &str) -> Result<(), String> {
    let found = match game.outcome(state).expect("tiny") {
        None => "none".to_string(),
        Some(outcome) => {
            let players = game.glossary().players.iter().zip(&outcome.verdicts);
            let words = players.filter_map(|(player, verdict)| match verdict {
                Verdict::Win => Some(format!("{} wins", player.name)),
                Verdict::Loss => Some(format!("{} loses", player.name)),
                Verdict::Draw => Some(format!("{} draws", player.name)),
                Verdict::Aside => None,
            });
            format!("{}: {}", outcome.ending, words.collect::<Vec<_>>().join(", "))
        }
    };
    if found == wanted { Ok(()) } else { Err(format!("ending is `{found}`, not `{wanted}`")) }
}
