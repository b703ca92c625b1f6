//! Body of the fuzz target of edition 3: a function that panics if an invariant fails.

use std::sync::Arc;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, UndoLog, below};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_rules::path::Words;
use dagaz_syntax::format::format;
use dagaz_syntax::lexer::Lexer;
use dagaz_syntax::{Diagnostics, MemoryIncludes};

use crate::fuzzing::{limits, seed_of};
use crate::{battery, walk};

/// Plies played of each game.
const PLIES: usize = 8;
/// Plies at which the battery is run.
const EXAMINED: usize = 4;
/// Items played of each file.
const ITEMS: usize = 3;
/// More moves than this are not examined one by one.
const MOVES: usize = 200;

/// The file as it would be read with itself and a small other text at hand for inclusion.
pub fn read(bytes: &[u8]) -> DrfFile {
    let includes = MemoryIncludes::new([("fuzz.drf", bytes), ("part.drf", b"(define part (d empty))" as &[u8])]);
    DrfFile::parse("fuzz.drf", bytes, &includes, &limits())
}

/// Any bytes are read as rules of edition 3, and what is wrong with them can be shown; they are
/// laid out without a change to what they say; and if they are a game it can be put into words and
/// played, and undo restores.
///
/// # Panics
/// If that does not hold.
pub fn run(bytes: &[u8]) {
    lay_out(bytes);
    let file = read(bytes);
    let found = file.check();
    check_spans(&file, &found);
    let shown = file.render(&found);
    assert_eq!(shown.is_empty(), found.is_empty(), "diagnostics are shown if there are any");
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "no control character reaches the terminal");
    for index in 0..file.playable().len().min(ITEMS) {
        let lowered = file.rules(index);
        let broken = lowered.diagnostics.has_errors() || file.diagnostics().has_errors();
        let Some(rules) = lowered.rules else {
            assert!(broken, "a game without rules has an error");
            continue;
        };
        let words = Words::new(&rules);
        for rule in &rules.rules {
            assert!(!words.outline(&rule.path).is_empty(), "every rule can be said");
        }
        // A game too large for the limits is refused; a limit met on the way ends the game.
        if let Ok(game) = PathGame::new(Arc::new(rules), &limits()) {
            let _ = play(&game, seed_of(bytes));
        }
    }
}

/// What is formatted says the same and stays as it is.
fn lay_out(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(formatted) = format(text) else { return };
    let tokens = |text: &str| -> Vec<String> {
        let all = Lexer::new(text.strip_prefix('\u{feff}').unwrap_or(text)).map(|token| (token.start, token.end));
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        all.map(|(start, end)| text[start as usize..end as usize].trim_end().to_string()).collect()
    };
    assert_eq!(tokens(text), tokens(&formatted), "only blanks change");
    assert_eq!(format(&formatted).as_deref(), Ok(formatted.as_str()), "what is formatted stays");
}

fn check_spans(file: &DrfFile, found: &Diagnostics) {
    for one in found.list() {
        for span in std::iter::once(one.span).chain(one.labels.iter().map(|label| label.span)) {
            let text = file.sources().files().get(usize::from(span.file.0)).map(|source| source.text());
            let inside = text.is_some_and(|text| text.get(span.start as usize..span.end as usize).is_some());
            assert!(inside, "{}: the span {span:?} is not in the text", one.code);
        }
    }
}

fn play(game: &PathGame, seed: u64) -> Result<(), LimitHit> {
    let (mut state, mut list, mut log) = (game.initial(), MoveList::new(), UndoLog::new());
    let mut rng = walk::rng(seed);
    // Where rules ask by which rule the last move was, two moves may differ in that alone, which no
    // judge can see.
    let seen_whole = !game.glossary().variables.iter().any(|name| name == "last-rule");
    for ply in 0..PLIES {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
        if seen_whole && ply < EXAMINED && list.len() <= MOVES {
            let faults = battery::state_faults(game, &state, &list)?;
            assert!(faults.is_empty(), "ply {ply}: {}", faults.join("; "));
        }
        if list.is_empty() {
            break;
        }
        game.play(&mut state, list.get(below(&mut rng, list.len())), &mut log);
    }
    while game.undo(&mut state, &mut log) {}
    assert!(state == game.initial(), "undo of the whole game does not restore the start");
    Ok(())
}
