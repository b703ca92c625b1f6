//! Games written in ForthScript: a script, what it loads, and the rules file that goes with it.
//!
//! Such a file (its extension is `.zrf`) has the board's pictures and names a foreign program as the one that knows
//! the rules. It is looked for beside the script.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_axiom::{AxiomGame, Fault, IncludeError, Includes, Script, Severity, Stub};
use dagaz_core::{EndingId, Fuel, Game, Limits, MoveList, PlayerId, UndoLog, below};
use dagaz_rules::{PassRule, Rules, ViewValue};
use dagaz_zrf::GameFile;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::load::Source;
use crate::output;

/// Files beside a script that are looked at for one that goes with it.
const STUBS_MAX: usize = 64;

/// Plies of the random game that shows what goes wrong in play.
const PLAY_PLIES: usize = 24;
/// Fuel for all lists of moves of that game.
const PLAY_FUEL: u64 = 20_000_000;
/// Fuel for each of a script's own searches in it.
const SEARCH_FUEL: u64 = 5_000_000;

/// Whether a file of that name is a script.
pub(crate) fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("4th"))
}

/// What a script loads: the same files as rules may include.
struct Beside<'a> {
    /// The folder of the script, as a prefix of paths.
    folder: PathBuf,
    includes: &'a dyn dagaz_zrf::source::Includes,
}

impl Includes for Beside<'_> {
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError> {
        // Scripts were written on Windows.
        let path = self.folder.join(name.replace('\\', "/"));
        self.includes.load("", &path.to_string_lossy()).map_err(|error| match error {
            dagaz_zrf::source::IncludeError::NotFound => IncludeError::NotFound,
            dagaz_zrf::source::IncludeError::Forbidden => IncludeError::Forbidden,
            dagaz_zrf::source::IncludeError::Unreadable(why) => IncludeError::Unreadable(why),
        })
    }
}

/// A script that has been read, and what the rules file that goes with it says.
pub(crate) struct ScriptText {
    pub(crate) script: Script,
    pub(crate) beside: Option<Arc<Rules>>,
    /// What is wrong with the file that goes with it, or would, with its place.
    pub(crate) damage: Option<String>,
}

impl Deref for ScriptText {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.script
    }
}

impl ScriptText {
    /// The game.
    pub(crate) fn game(&self, limits: &Limits) -> Result<AxiomGame, Box<Fault>> {
        let stub = self.beside.as_deref().map(stub).unwrap_or_default();
        AxiomGame::new(&self.script, &stub, limits)
    }

    /// The options of the rules file that goes with it, each with its value, as far as they differ from the usual. The
    /// script alone decides what happens; they are what another program shows and allows.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let Some(rules) = &self.beside else { return Vec::new() };
        let pass = match rules.pass {
            PassRule::Never => None,
            PassRule::Forced => Some("forced"),
            PassRule::Free => Some("true"),
        };
        let flags = [("pass partial", rules.may_stop), ("maximal captures", rules.longest_chain)];
        let flags = flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name, "true"));
        let own = pass.map(|value| ("pass turn", value)).into_iter().chain(flags);
        let own = own.map(|(name, value)| (name.to_string(), value.to_string()));
        let shown =
            rules.view.iter().filter(|hint| hint.key == "option").filter_map(|hint| match hint.values.as_slice() {
                [ViewValue::Text(name), ViewValue::Word(value)] => Some((name.clone(), value.clone())),
                _ => None,
            });
        own.chain(shown).collect()
    }

    /// What is wrong if the rules file that goes with the script names other players: the script decides, so records and
    /// seats that go by the file's names do not fit.
    pub(crate) fn misnamed_players(&self, game: &AxiomGame) -> Option<Fault> {
        let names = |glossary: &dagaz_core::Glossary| {
            let mut names: Vec<String> = glossary.players.iter().map(|player| player.name.clone()).collect();
            names.sort();
            names
        };
        let (theirs, ours) = (names(&self.beside.as_ref()?.glossary), names(game.glossary()));
        // A damaged file may name none; that is told already.
        (theirs != ours && !theirs.is_empty()).then(|| Fault {
            severity: Severity::Warning,
            hint: Some("the script decides; give both the same players".to_string()),
            ..game_fault(&format!(
                "the players are {}, but the rules file that goes with the script has {}",
                ours.join(", "),
                theirs.join(", ")
            ))
        })
    }

    /// What is wrong if not all of the rules file that goes with the script can be used.
    pub(crate) fn damaged_file(&self) -> Option<Fault> {
        let why = self.damage.as_ref()?;
        let empty = "this script sets up no pieces itself: they come from that file, as far as it can be read";
        Some(Fault {
            severity: Severity::Warning,
            hint: (!self.script.has_setup()).then(|| empty.to_string()),
            ..game_fault(&format!("the rules file that goes with the script is not in order: {why}"))
        })
    }

    /// The files of the pictures that the rules file names.
    pub(crate) fn pictures(&self) -> Vec<String> {
        self.beside.as_deref().map_or_else(Vec::new, pictures)
    }
}

/// The files of the pictures that rules name, each once; those elsewhere than beside the rules or below are left out.
pub(crate) fn pictures(rules: &Rules) -> Vec<String> {
    let images = rules.view.iter().filter(|hint| hint.key == "image");
    let named = images.flat_map(|hint| &hint.values).filter_map(|value| match value {
        ViewValue::Text(text) if !text.is_empty() && !text.contains("..") => Some(text.clone()),
        _ => None,
    });
    let mut names: Vec<String> = named.collect();
    names.sort();
    names.dedup();
    names
}

/// A script that a rules file leaves its rules to.
pub(crate) struct Found {
    /// The script.
    pub(crate) script: Source,
    /// The rules file, if the script lies in another folder.
    pub(crate) rules: Option<PathBuf>,
}

/// Reads a script and what it loads, and the file that goes with it: `rules`, or one that is found beside the script.
pub(crate) fn parse(source: &Source, rules: Option<&Path>, limits: &Limits) -> Result<ScriptText, Failure> {
    let name = source.name();
    match source {
        Source::File(path) => {
            let bytes = read(path, limits.source_bytes)
                .map_err(|error| Failure::Errors(format!("{name} cannot be read: {error}")))?;
            let includes = FolderIncludes::of(path, limits.source_bytes);
            let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            let script = Script::load(&name, &bytes, &Beside { folder, includes: &includes }, limits);
            let beside = rules_with(path, rules, limits).map(|(_, rules)| Arc::new(rules));
            let damage = damage_with(path, rules, !script.has_setup(), limits);
            Ok(ScriptText { script, beside, damage })
        }
        Source::Library(entry) => {
            let beside = Beside { folder: PathBuf::new(), includes: &LibraryIncludes(entry) };
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
            // Where the pieces come from is worth a word even if nobody checks.
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

/// What a script has printed since it was asked last, set in under a line that says so; none if it printed nothing.
pub(crate) fn printed(script: &Script, game: &AxiomGame) -> Option<String> {
    let printed = game.take_printed();
    let lines: Vec<String> =
        printed.trim_end().lines().map(|line| format!("   {line}").trim_end().to_string()).collect();
    (!lines.is_empty()).then(|| format!("{} prints:\n{}\n", script.name(), lines.join("\n")))
}

/// The script that goes with a rules file which leaves its rules to a foreign program: beside the file, or in the folder
/// where that program lies.
pub(crate) fn script_of(source: &Source, file: &mut GameFile, index: usize) -> Option<Found> {
    let Source::File(path) = source else { return None };
    let engine = file.engine(index)?;
    let among = |file: &mut GameFile, mut files: Vec<PathBuf>| {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        script_among(&source.name(), file, index, &names).map(|place| Source::File(files.swap_remove(place)))
    };
    if let Some(script) = among(file, files_beside(path)) {
        return Some(Found { script, rules: None });
    }
    // Such files were written on Windows.
    let engine = PathBuf::from(engine.replace('\\', "/"));
    if engine.has_root() {
        return None;
    }
    let program = path.parent().unwrap_or(Path::new("")).join(engine);
    let folder = crate::includes::existing(program.parent().filter(|folder| !folder.as_os_str().is_empty())?)?;
    let script = among(file, files_in(&folder))?;
    Some(Found { script, rules: Some(path.clone()) })
}

/// Which of several files is the script that goes with a rules file: the one named after the title, blanks written as
/// hyphens, or else after the file. None for rules that are complete.
pub(crate) fn script_among(rules: &str, file: &mut GameFile, index: usize, names: &[String]) -> Option<usize> {
    file.stub(index)?;
    let title = file.playable().get(index).map_or(String::new(), |item| hyphened(&item.title));
    [title, stem(rules)]
        .iter()
        .find_map(|wanted| names.iter().position(|name| is_script(name) && stem(name) == *wanted))
}

/// Which of several files is the rules file that goes with a script, and what it says: the one of the same name, or one
/// with a game of that title, blanks written as hyphens. `read` reads the file of that number.
pub(crate) fn rules_among(
    script: &str,
    names: &[String],
    mut read: impl FnMut(usize) -> Option<GameFile>,
) -> Option<(usize, Rules)> {
    candidates(script, names).find_map(|place| {
        let mut file = read(place)?;
        let index = index_for(script, &names[place], &file)?;
        Some((place, file.stub(index)?))
    })
}

/// What is wrong with the rules file that goes with a script, or would: its first error, with its place; none if there
/// is no such file. A file may also be in order as far as it goes, and be cut off before its set-up, which counts if the
/// script has none (`bare`).
pub(crate) fn damage_among(
    script: &str,
    bare: bool,
    names: &[String],
    mut read: impl FnMut(usize) -> Option<GameFile>,
) -> Option<String> {
    candidates(script, names).find_map(|place| {
        let mut file = read(place)?;
        let index = index_for(script, &names[place], &file)?;
        let mut found = file.stub_errors(index).list().first().cloned();
        if found.is_none() && bare && file.stub(index).is_some_and(|rules| rules.setup.pieces.is_empty()) {
            found = file.diagnostics().list().first().cloned();
        }
        let first = found?;
        let source = file.sources().file(first.span.file);
        let at = source.line_column(first.span.start);
        Some(format!("{}:{}:{}: {}", source.name(), at.line, at.column, first.message))
    })
}

/// The files that may go with a script: first those of the same name.
fn candidates(script: &str, names: &[String]) -> impl Iterator<Item = usize> {
    let wanted = stem(script);
    let mut places: Vec<usize> =
        (0..names.len()).filter(|place| names[*place].to_lowercase().ends_with(".zrf")).collect();
    places.sort_by_key(|place| stem(&names[*place]) != wanted);
    places.into_iter().take(STUBS_MAX)
}

/// Which item of a rules file goes with a script: the one that is called like it, or the first of a file of its name.
fn index_for(script: &str, name: &str, file: &GameFile) -> Option<usize> {
    let wanted = stem(script);
    let index = file.playable().iter().position(|item| hyphened(&item.title) == wanted);
    index.or_else(|| (stem(name) == wanted).then(|| file.default_index()))
}

/// A title as scripts are named after it, in small letters: blanks are written as hyphens.
fn hyphened(title: &str) -> String {
    title.replace(' ', "-").to_lowercase()
}

/// Whether a script is named after a game or variant of that title.
pub(crate) fn is_named_after(script: &str, title: &str) -> bool {
    stem(script) == hyphened(title)
}

/// The name of the script that is named after a game or variant of that title.
pub(crate) fn named_after(title: &str) -> String {
    format!("{}.4th", hyphened(title))
}

/// The name of a file without its folder and its ending, in small letters.
fn stem(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}

/// The files in the folder of another, by name.
fn files_beside(path: &Path) -> Vec<PathBuf> {
    files_in(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// The files in a folder, by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// What goes wrong when the game is begun: the script's own words, or that nobody can move.
pub(crate) fn first_fault(game: &AxiomGame) -> Option<Fault> {
    let listed = game.ending(&game.initial());
    match (listed, game.take_fault()) {
        (_, Some(fault)) => Some(fault),
        (Ok(None), None) => None,
        (Ok(Some(ending)), None) => Some(game_fault(&over_at_once(game, ending))),
        (Err(hit), None) => Some(game_fault(&hit.to_string())),
    }
}

/// What the script's words do wrong in a short random game: its moves as they are played, its evaluation, its searches.
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

/// How a game ends that is over before it begins.
pub(crate) fn over_at_once(game: &AxiomGame, ending: (EndingId, PlayerId)) -> String {
    let outcome = game.outcome_of(&game.initial(), ending);
    format!("the game is over before it begins: {}", crate::start::outcome_words(game, &outcome))
}

fn game_fault(message: &str) -> Fault {
    Fault {
        severity: Severity::Error,
        place: dagaz_axiom::Place { file: 1, line: 1 },
        message: message.to_string(),
        hint: None,
        trace: Vec::new(),
        stack: Vec::new(),
    }
}

/// The rules file on disk that goes with a script, and what it says: `rules`, or one that is found beside the script.
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

/// A rules file on disk.
fn game_file(path: &Path, limits: &Limits) -> Option<GameFile> {
    let bytes = read(path, limits.source_bytes).ok()?;
    let includes = FolderIncludes::of(path, limits.source_bytes);
    Some(GameFile::parse(&path.display().to_string(), &bytes, &includes, limits))
}

/// What rules say of the script that they go with.
fn stub(rules: &Rules) -> Stub {
    let glossary = &rules.glossary;
    let sites = rules.topology.sites();
    let name = |site: dagaz_core::SiteId| sites.get(site.index()).map_or(String::new(), |site| site.name.clone());
    Stub {
        title: glossary.title.clone(),
        texts: glossary.texts.clone(),
        centers: sites.iter().filter_map(|site| Some((site.name.clone(), site.center?))).collect(),
        pieces: glossary
            .pieces
            .iter()
            .map(|piece| (piece.name.clone(), piece.help.clone(), piece.description.clone()))
            .collect(),
        setup: rules
            .setup
            .pieces
            .iter()
            .map(|placed| {
                let owner = glossary.player(placed.piece.owner).to_string();
                [owner, glossary.piece(placed.piece.kind).to_string(), name(placed.site)]
            })
            .collect(),
    }
}
