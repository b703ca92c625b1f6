//! ForthScript games: those of the library, and what fuzz targets do with bytes that are meant to
//! be one.

use std::path::{Path, PathBuf};

use dagaz_axiom::{AxiomGame, Fault, IncludeError, Includes, MemoryIncludes, Script, Stub};
use dagaz_core::{Fuel, Game, LimitHit, Limits, MoveList, PlayerId, UndoLog, below};
use dagaz_drf::DrfFile;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::{Code, NoIncludes, Severity};

use crate::source::{files, root};
use crate::{battery, fuzzing, walk};

/// Plies played of each fuzzed game.
const PLIES: usize = 12;
/// Plies at which the battery is run.
const EXAMINED: usize = 4;
/// More moves than this are not examined: it would take too long for a fuzz run.
const MOVES: usize = 200;

/// Files in the folder of a script.
#[derive(Clone, Debug)]
pub struct Beside(pub PathBuf);

impl Includes for Beside {
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError> {
        std::fs::read(self.0.join(name)).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => IncludeError::NotFound,
            _ => IncludeError::Unreadable(error.to_string()),
        })
    }
}

/// The scripts of the library that are games, in order of path: not those that only others load.
pub fn library() -> Vec<PathBuf> {
    let mut found = files(&root().join("games"), "4th");
    found.retain(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.contains("{board") || text.contains("LOAD ")
    });
    found
}

/// Reads a script from disk.
pub fn read(path: &Path, limits: &Limits) -> std::io::Result<Script> {
    let bytes = std::fs::read(path)?;
    let beside = Beside(path.parent().map(Path::to_path_buf).unwrap_or_default());
    Ok(Script::load(&path.to_string_lossy(), &bytes, &beside, limits))
}

/// The game of a script on disk, or what is wrong with it.
pub fn load(path: &Path, limits: &Limits) -> Result<AxiomGame, String> {
    made(&read(path, limits).map_err(|error| error.to_string())?, limits)
}

/// The game of a text that loads no other file.
pub fn of_text(text: &str) -> Result<AxiomGame, String> {
    let limits = Limits::default();
    let includes = MemoryIncludes::new(std::iter::empty::<(&str, &[u8])>());
    made(&Script::load("script.4th", text.as_bytes(), &includes, &limits), &limits)
}

fn made(script: &Script, limits: &Limits) -> Result<AxiomGame, String> {
    let told =
        |faults: &[Fault]| faults.iter().map(|fault| fault.render(script.sources())).collect::<Vec<_>>().join("\n");
    if !script.faults().is_empty() {
        return Err(told(script.faults()));
    }
    AxiomGame::new(script, &Stub::default(), limits).map_err(|fault| told(&[*fault]))
}

/// Any bytes are read as a script, in full, with faults that can be shown; what is a game can be
/// played: nothing panics, undo restores, and the same question has the same answer. What becomes
/// of it in the other language is a game too.
///
/// # Panics
/// If that does not hold.
pub fn fuzz(bytes: &[u8]) {
    let limits = Limits { fuel: 100_000, ..fuzzing::limits() };
    let part: &[u8] = b": part empty? verify add-move ; VARIABLE parts";
    let includes = MemoryIncludes::new([("fuzz.4th", bytes), ("part.4th", part)]);
    let script = Script::load("fuzz.4th", bytes, &includes, &limits);
    for fault in script.faults() {
        let shown = fault.render(script.sources());
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!shown.contains(steers), "no control character of the text reaches the terminal");
    }
    if let Ok(game) = AxiomGame::new(&script, &Stub::default(), &limits) {
        upgraded(&game);
        // A limit met on the way, or a mistake of the script, ends the game.
        let _ = play(&game);
    }
}

/// The skeleton of rules that a script becomes can be read, unless a board of its size is beyond
/// all bounds there: each direction has a way back, and comments take room.
fn upgraded(game: &AxiomGame) {
    let upgrade = dagaz_axiom::upgrade(game);
    assert!(upgrade == dagaz_axiom::upgrade(game), "the same script becomes the same text");
    let file = DrfFile::parse("fuzz.drf", upgrade.text.as_bytes(), &NoIncludes, &Limits::default());
    let found = file.check();
    let is_fault = |one: &&Diagnostic| one.severity == Severity::Error && one.code != Code::LimitReached;
    if let Some(fault) = found.list().iter().find(is_fault) {
        panic!("{}\n{}", fault.message, upgrade.text);
    }
}

fn play(game: &AxiomGame) -> Result<(), LimitHit> {
    let (mut state, mut list, mut log) = (game.initial(), MoveList::new(), UndoLog::new());
    let mut rng = walk::rng(1);
    for ply in 0..PLIES {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
        if ply < EXAMINED && list.len() <= MOVES {
            let faults = battery::state_faults(game, &state, &list)?;
            assert!(faults.is_empty(), "ply {ply}: {}", faults.join("; "));
            let _ = game.evaluate(&state, PlayerId(0));
            for bot in game.own_bots() {
                let fuel = &mut Fuel::new(game.limits().fuel);
                let _ = game.own_bot_move(&bot, &state, &mut rng, fuel);
            }
        }
        if list.is_empty() {
            let _ = game.outcome(&state)?;
            break;
        }
        game.play(&mut state, list.get(below(&mut rng, list.len())), &mut log);
    }
    while game.undo(&mut state, &mut log) {}
    assert!(state == game.initial(), "undo of the whole game does not restore the start");
    Ok(())
}
