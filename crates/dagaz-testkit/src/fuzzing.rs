//! Bodies of the ZRF fuzz targets: functions that panic if an invariant fails.
//!
//! The targets themselves are a line each; tests replay their seeds and findings through the same
//! functions.

use dagaz_core::{Fuel, Game, LimitHit, Limits, MoveList, UndoLog, below};
use dagaz_syntax::{Diagnostics, MemoryIncludes};
use dagaz_zrf::GameFile;

use crate::source::Pair;
use crate::{agreement, battery, walk};

/// Plies played of each game.
const PLIES: usize = 12;
/// Plies at which the executors are compared and the battery is run.
const COMPARED: usize = 4;
/// Variants played of each file.
const VARIANTS: usize = 3;
/// More moves than this are not compared: it would take too long for a fuzz run.
const MOVES: usize = 300;

/// Limits so small that no text can keep a target busy.
pub fn limits() -> Limits {
    Limits {
        source_bytes: 32_768,
        nesting: 64,
        expanded_tokens: 200_000,
        expanded_nodes: 50_000,
        file_work: 2_000_000,
        sites: 512,
        directions: 32,
        links: 8_192,
        piece_types: 64,
        players: 6,
        zones: 32,
        attributes: 16,
        classes: 64,
        flags: 256,
        position_flags: 1 << 16,
        column_places: 4_096,
        slots: 64,
        rule_nodes: 50_000,
        ending_work: 200_000,
        fuel: 200_000,
        loop_turns: 64,
        moves: 2_048,
        move_parts: 32_768,
        effects: 64,
        steps: 16,
        plies: 64,
    }
}

/// The file as it would be read with itself and a small other text at hand for inclusion.
pub fn read(bytes: &[u8]) -> GameFile {
    let includes =
        MemoryIncludes::new([("fuzz.zrf", bytes), ("part.inc", b"(define part (verify empty?) add)" as &[u8])]);
    GameFile::parse("fuzz.zrf", bytes, &includes, &limits())
}

/// Any bytes are read, in full, and come with diagnostics that can be shown.
///
/// # Panics
/// If that does not hold.
pub fn parse(bytes: &[u8]) {
    let mut file = read(bytes);
    let diagnostics = file.check();
    check_spans(&file, &diagnostics);
    let shown = file.render(&diagnostics);
    assert_eq!(shown.is_empty(), diagnostics.is_empty(), "diagnostics are shown if there are any");
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!shown.contains(steers), "no control character of the text reaches the terminal");
    for index in 0..file.playable().len() {
        let lowered = file.rules(index);
        let broken = lowered.diagnostics.has_errors() || file.diagnostics().has_errors();
        assert!(lowered.rules.is_some() || broken, "a game without rules has an error");
    }
}

fn check_spans(file: &GameFile, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.list() {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        for span in std::iter::once(diagnostic.span).chain(labels) {
            let text = file.sources().files().get(usize::from(span.file.0)).map(|source| source.text());
            let inside = text.is_some_and(|text| text.get(span.start as usize..span.end as usize).is_some());
            assert!(inside, "{}: the span {span:?} is not in the text", diagnostic.code);
        }
    }
}

/// Any bytes that are a game can be played: nothing panics, undo restores, both executors agree.
///
/// # Panics
/// If that does not hold.
pub fn play(bytes: &[u8]) {
    let mut file = read(bytes);
    for index in 0..file.playable().len().min(VARIANTS) {
        let Some(rules) = file.rules(index).rules else { continue };
        let flaws = dagaz_rules::validate(&rules);
        assert!(flaws.is_empty(), "the rules contradict themselves: {flaws:?}");
        // A game too large for the limits is refused; a limit met on the way ends the game.
        if let Ok(pair) = Pair::new(rules, &limits()) {
            let _ = play_some(&pair, seed_of(bytes));
        }
    }
}

/// A seed that follows from the bytes, so that a finding needs no other input (FNV-1a).
pub(crate) fn seed_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn play_some(pair: &Pair, seed: u64) -> Result<(), LimitHit> {
    let game = &pair.compiled;
    let (mut state, mut list, mut log) = (game.initial(), MoveList::new(), UndoLog::new());
    let mut rng = walk::rng(seed);
    for ply in 0..PLIES {
        let listed = game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel));
        let compared = ply < COMPARED && list.len() <= MOVES;
        if compared && let Err(found) = agreement::agree(game, &pair.interpreter, &state) {
            panic!("ply {ply}: the executors disagree: {found}");
        }
        listed?;
        if compared {
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
