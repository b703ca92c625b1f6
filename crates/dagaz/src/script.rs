//! Games written in ForthScript: a script, what it loads, and the rules file that goes with it.
//!
//! Such a file (its extension is `.zrf`) has the board's pictures and names an external program
//! that knows the rules. It is searched in the folder of the script.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_axiom::{AxiomGame, Fault, IncludeError, Includes, Script, Severity};
use dagaz_core::{Fuel, Game, Limits, MoveList, PlayerId, UndoLog, below};
use dagaz_rules::Rules;
use dagaz_zrf::GameFile;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::load::Source;
use crate::output;

pub(crate) use dagaz_front::script::{
    ScriptText, damage_among, first_fault, is_named_after, is_script, named_after, over_at_once, pictures, rules_among,
    script_among,
};

/// The number of plies of the playout that finds runtime faults.
const PLAY_PLIES: usize = 24;
/// Fuel for all lists of moves of that game.
const PLAY_FUEL: u64 = 20_000_000;
/// Fuel for each of a script's own searches in it.
const SEARCH_FUEL: u64 = 5_000_000;

/// What a script loads: the same files as rules may include.
struct ScriptFolder<'a> {
    /// The folder of the script, as a prefix of paths.
    folder: PathBuf,
    includes: &'a dyn dagaz_syntax::source::Includes,
}

impl Includes for ScriptFolder<'_> {
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError> {
        // Scripts were written on Windows.
        let path = self.folder.join(name.replace('\\', "/"));
        self.includes.load("", &path.to_string_lossy()).map_err(|error| match error {
            dagaz_syntax::source::IncludeError::NotFound => IncludeError::NotFound,
            dagaz_syntax::source::IncludeError::Forbidden => IncludeError::Forbidden,
            dagaz_syntax::source::IncludeError::Unreadable(why) => IncludeError::Unreadable(why),
        })
    }
}

/// A script that a rules file leaves its rules to.
pub(crate) struct FoundScript {
    /// The script.
    pub(crate) script: Source,
    /// The rules file, if the script lies in another folder.
    pub(crate) rules: Option<PathBuf>,
}

/// Reads a script with its included files, and its rules file: `rules`, or one that is found in the
/// folder of the script.
pub(crate) fn parse(source: &Source, rules: Option<&Path>, limits: &Limits) -> Result<ScriptText, Failure> {
    let name = source.name();
    match source {
        Source::File(path) => {
            let bytes = read(path, limits.source_bytes)
                .map_err(|error| Failure::Errors(format!("{name} cannot be read: {error}")))?;
            let includes = FolderIncludes::of(path, limits.source_bytes);
            let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            let script = Script::load(&name, &bytes, &ScriptFolder { folder, includes: &includes }, limits);
            let beside = rules_with(path, rules, limits).map(|(_, rules)| Arc::new(rules));
            let damage = damage_with(path, rules, !script.has_setup(), limits);
            Ok(ScriptText { script, beside, damage })
        }
        Source::Library(entry) => {
            let beside = ScriptFolder { folder: PathBuf::new(), includes: &LibraryIncludes(entry) };
            let script = Script::load(&name, entry.rules(), &beside, limits);
            Ok(ScriptText { script, beside: None, damage: None })
        }
    }
}

/// Loads the game of a script.
pub(crate) fn load(source: &Source, rules: Option<&Path>, limits: &Limits) -> Result<(ScriptText, AxiomGame), Failure> {
    let script = parse(source, rules, limits)?;
    match script.game(limits) {
        Ok(game) => {
            // The origin of the pieces is reported even without a check.
            if let Some(fault) = script.damaged_file().filter(|_| !script.has_setup()) {
                output::remark(render(&script, &[&fault]).trim_end());
            }
            Ok((script, game))
        }
        Err(_) if script.has_errors() => {
            let errors: Vec<&Fault> =
                script.faults().iter().filter(|fault| fault.severity == Severity::Error).collect();
            output::remark(render(&script, &errors).trim_end());
            Err(Failure::Reported)
        }
        Err(fault) => {
            output::remark(render(&script, &[&fault]).trim_end());
            Err(Failure::Reported)
        }
    }
}

/// Faults as text, each with an empty line after it.
pub(crate) fn render(script: &Script, faults: &[&Fault]) -> String {
    let shown = faults.iter().map(|fault| format!("{}\n\n", fault.render(script.sources())));
    crate::load::painted(&shown.collect::<String>())
}

/// What a script has printed since it was asked last, set in under a line that says so; `None` if
/// it printed nothing.
pub(crate) fn printed(script: &Script, game: &AxiomGame) -> Option<String> {
    let printed = game.take_printed();
    let lines: Vec<String> =
        printed.trim_end().lines().map(|line| format!("   {line}").trim_end().to_string()).collect();
    (!lines.is_empty()).then(|| format!("{} prints:\n{}\n", script.name(), lines.join("\n")))
}

/// Returns the script of a rules file that leaves its rules to an external program: in the folder
/// of the file, or in that of the program.
pub(crate) fn script_of(source: &Source, file: &mut GameFile, index: usize) -> Option<FoundScript> {
    let Source::File(path) = source else { return None };
    let engine = file.engine(index)?;
    let among = |file: &mut GameFile, mut files: Vec<PathBuf>| {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        script_among(&source.name(), file, index, &names).map(|place| Source::File(files.swap_remove(place)))
    };
    if let Some(script) = among(file, files_beside(path)) {
        return Some(FoundScript { script, rules: None });
    }
    // Such files were written on Windows.
    let engine = PathBuf::from(engine.replace('\\', "/"));
    if engine.has_root() {
        return None;
    }
    let program = path.parent().unwrap_or(Path::new("")).join(engine);
    let folder = crate::includes::existing(program.parent().filter(|folder| !folder.as_os_str().is_empty())?)?;
    let script = among(file, files_in(&folder))?;
    Some(FoundScript { script, rules: Some(path.clone()) })
}

/// Returns the files in the folder of another, by name.
fn files_beside(path: &Path) -> Vec<PathBuf> {
    files_in(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// Returns the files in a folder, by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Returns the runtime faults of a script in a short playout: in its moves, its evaluation and its
/// searches.
pub(crate) fn faults_of_play(game: &AxiomGame) -> Vec<Fault> {
    let (mut state, mut list) = (game.initial(), MoveList::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut fuel = Fuel::new(PLAY_FUEL);
    let side = PlayerId(0);
    for ply in 0..PLAY_PLIES {
        if ply == 0 {
            for bot in game.own_bots() {
                // One that would search longer is cut off, which is no fault.
                let _ = game.own_bot_move(&bot, &state, &mut rng, &mut Fuel::new(SEARCH_FUEL));
            }
        }
        game.evaluate(&state, side);
        if game.moves(&state, &mut list, &mut fuel).is_err() || list.is_empty() {
            break;
        }
        game.play(&mut state, list.get(below(&mut rng, list.len())), &mut UndoLog::new());
        let faults = game.take_faults();
        if !faults.is_empty() {
            return faults;
        }
    }
    game.take_faults()
}

/// Returns the rules file on disk for a script, with its contents: `rules`, or one that is found in
/// the folder of the script.
pub(crate) fn rules_with(script: &Path, rules: Option<&Path>, limits: &Limits) -> Option<(PathBuf, Rules)> {
    let mut files = rules.map_or_else(|| files_beside(script), |rules| vec![rules.to_path_buf()]);
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let found = rules_among(&script.display().to_string(), &names, |place| game_file(&files[place], limits));
    found.map(|(place, rules)| (files.swap_remove(place), rules))
}

/// What is wrong with the rules file on disk that goes with a script.
fn damage_with(script: &Path, rules: Option<&Path>, bare: bool, limits: &Limits) -> Option<String> {
    let files = rules.map_or_else(|| files_beside(script), |rules| vec![rules.to_path_buf()]);
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    damage_among(&script.display().to_string(), bare, &names, |place| game_file(&files[place], limits))
}

/// Returns a rules file on disk.
fn game_file(path: &Path, limits: &Limits) -> Option<GameFile> {
    let bytes = read(path, limits.source_bytes).ok()?;
    let includes = FolderIncludes::of(path, limits.source_bytes);
    Some(GameFile::parse(&path.display().to_string(), &bytes, &includes, limits))
}
