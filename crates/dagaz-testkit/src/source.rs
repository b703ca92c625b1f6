//! Where rules files are: the library of the project, and a collection of other people's files if
//! one is at hand.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_core::{Game, LimitHit, Limits};
use dagaz_drf::DrfFile;
use dagaz_engine::{CompiledGame, Executors, Interpreter, PathGame};
use dagaz_rules::Rules;
use dagaz_syntax::{IncludeError, Includes, NoIncludes};
use dagaz_zrf::GameFile;

use crate::facts::Facts;

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the folder with other authors' rules files: `DAGAZ_CORPUS`, else `../shared/corpus` next
/// to the workspace. `None` if it is missing; callers print a note and skip.
pub fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("DAGAZ_CORPUS").map_or_else(|| root().join("../shared/corpus"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// All files below `folder` with that extension, in order of path.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The rules files of the library, in order of path.
pub fn library() -> Vec<PathBuf> {
    files(&root().join("games"), "zrf")
}

/// The files of edition 3 of the library, in order of path.
pub fn path_library() -> Vec<PathBuf> {
    files(&root().join("games"), "drf")
}

/// Whether a rules file is of edition 3: its name says so.
pub fn is_of_paths(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "drf")
}

/// The places of what a rules file of either edition has itself among all that it offers; none if
/// it cannot be read.
pub fn own_places(path: &Path, limits: &Limits) -> Vec<usize> {
    if is_of_paths(path) {
        return read_paths(path, limits).map(|file| own_items(&file)).unwrap_or_default();
    }
    read(path, limits).map(|file| (0..file.playable().len()).collect()).unwrap_or_default()
}

/// Reads a file of edition 3.
pub fn read_paths(path: &Path, limits: &Limits) -> std::io::Result<DrfFile> {
    let bytes = std::fs::read(path)?;
    Ok(DrfFile::parse(&path.to_string_lossy(), &bytes, &OnDisk, limits))
}

/// The items that a file has itself, and does not include; all of them if it does nothing but
/// include.
pub fn own_items(file: &DrfFile) -> Vec<usize> {
    let all = 0..file.playable().len();
    let own: Vec<usize> = all.clone().filter(|index| file.playable()[*index].span.file.0 == 0).collect();
    if own.is_empty() { all.collect() } else { own }
}

/// One item of a file of edition 3 as a game, or why it is none.
pub fn path_game(file: &DrfFile, index: usize, limits: &Limits) -> Result<PathGame, String> {
    let lowered = file.rules(index);
    let rules = lowered.rules.ok_or_else(|| file.render(&lowered.diagnostics))?;
    PathGame::new(Arc::new(rules), limits).map_err(|hit| hit.to_string())
}

/// The game of a text of edition 2 that includes no other, in all executors, or why it is none.
pub fn pair_of_text(text: &str) -> Result<Pair, String> {
    let limits = Limits::default();
    let mut file = GameFile::parse("game.zrf", text.as_bytes(), &NoIncludes, &limits);
    let lowered = file.rules(0);
    let rules = lowered.rules.ok_or_else(|| file.render(&lowered.diagnostics))?;
    Pair::new(rules, &limits).map_err(|hit| hit.to_string())
}

/// The game of a text of edition 3 that includes no other, or why it is none.
pub fn path_game_of_text(text: &str) -> Result<PathGame, String> {
    let limits = Limits::default();
    path_game(&DrfFile::parse("game.drf", text.as_bytes(), &NoIncludes, &limits), 0, &limits)
}

/// Included files on disk. The names of files are their paths, so the path of an included one is
/// complete.
#[derive(Clone, Copy, Debug)]
pub struct OnDisk;

impl Includes for OnDisk {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        std::fs::read(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => IncludeError::NotFound,
            _ => IncludeError::Unreadable(error.to_string()),
        })
    }
}

/// Reads a rules file.
pub fn read(path: &Path, limits: &Limits) -> std::io::Result<GameFile> {
    let bytes = std::fs::read(path)?;
    Ok(GameFile::parse(&path.to_string_lossy(), &bytes, &OnDisk, limits))
}

/// The game that a rules file of either edition offers first.
pub fn open(path: &Path) -> Result<Box<dyn Game>, String> {
    let limits = Limits::default();
    if is_of_paths(path) {
        let file = read_paths(path, &limits).map_err(|error| error.to_string())?;
        return Ok(Box::new(path_game(&file, file.default_index(), &limits)?));
    }
    let mut file = read(path, &limits).map_err(|error| error.to_string())?;
    let index = file.default_index();
    let rules = file.rules(index).rules.ok_or_else(|| format!("{} has errors", path.display()))?;
    Ok(Box::new(Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled))
}

/// The game that people get from the library by that name: a text of edition 3 goes before one of
/// edition 2, if the facts of the game do not say otherwise.
pub fn named(name: &str) -> Result<Box<dyn Game>, String> {
    let of_name =
        |paths: Vec<PathBuf>| paths.into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let path = of_name(path_library()).or_else(|| of_name(library()));
    let path = path.ok_or_else(|| format!("there is no {name} in the library"))?;
    let plays = Facts::beside(&path)?.plays;
    open(&plays.map_or(path.clone(), |ending| path.with_extension(ending)))
}

/// The variant with a title of the game of that name in the library.
pub fn variant(name: &str, title: &str) -> Result<Box<dyn Game>, String> {
    let limits = Limits::default();
    let is_of_name = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == name);
    for path in path_library().iter().filter(is_of_name) {
        let file = read_paths(path, &limits).map_err(|error| error.to_string())?;
        if let Some(index) = file.playable().iter().position(|item| item.title == title) {
            return Ok(Box::new(path_game(&file, index, &limits)?));
        }
    }
    Err(format!("there is no {title} in {name}"))
}

/// The name of a rules file for people: its path below `folder`.
pub fn short_name(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned()
}

/// A game in all executors.
pub struct Pair {
    /// The fastest that can.
    pub compiled: CompiledGame,
    /// The virtual machine alone.
    pub machine: CompiledGame,
    /// Its judge.
    pub interpreter: Interpreter,
}

impl Pair {
    /// Compiles rules for all executors.
    pub fn new(rules: Rules, limits: &Limits) -> Result<Pair, LimitHit> {
        let rules = Arc::new(rules);
        let compiled = |executors| CompiledGame::with(rules.clone(), limits, executors);
        let (fastest, machine) = (compiled(Executors::Fastest)?, compiled(Executors::Machine)?);
        // Why it cannot be is for others to ask.
        let _ = fastest.make_ready();
        Ok(Pair { compiled: fastest, machine, interpreter: Interpreter::new(rules, limits)? })
    }
}
