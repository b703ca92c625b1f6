//! Games written in ForthScript: a script, what it loads, and the rules file that goes with it.
//!
//! Such a file (its extension is `.zrf`) has the board's pictures and names a foreign program as the one that knows
//! the rules. It is looked for beside the script.

use std::path::{Path, PathBuf};

use dagaz_axiom::{AxiomGame, Fault, IncludeError, Includes, Script, Severity, Stub};
use dagaz_core::{Game, Limits};
use dagaz_zrf::GameFile;

use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::load::Source;
use crate::output;

/// Files beside a script that are looked at for one that goes with it.
const STUBS_MAX: usize = 64;

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

/// Reads a script and what it loads, and the file that goes with it.
pub(crate) fn parse(source: &Source, limits: &Limits) -> Result<(Script, Stub), Failure> {
    let name = source.name();
    match source {
        Source::File(path) => {
            let bytes = read(path, limits.source_bytes)
                .map_err(|error| Failure::Errors(format!("{name} cannot be read: {error}")))?;
            let includes = FolderIncludes::of(path, limits.source_bytes);
            let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
            let script = Script::load(&name, &bytes, &Beside { folder, includes: &includes }, limits);
            Ok((script, stub_beside(path, limits)))
        }
        Source::Library(entry) => {
            let beside = Beside { folder: PathBuf::new(), includes: &LibraryIncludes(entry) };
            Ok((Script::load(&name, entry.rules(), &beside, limits), Stub::default()))
        }
    }
}

/// Loads the game of a script.
pub(crate) fn load(source: &Source, limits: &Limits) -> Result<(Script, AxiomGame), Failure> {
    let (script, stub) = parse(source, limits)?;
    match AxiomGame::new(&script, &stub, limits) {
        Ok(game) => Ok((script, game)),
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

/// The script that goes with a rules file which leaves its rules to a foreign program: the one named after the title,
/// blanks written as hyphens, or else after the file.
pub(crate) fn script_of(source: &Source, file: &mut GameFile, index: usize) -> Option<Source> {
    file.stub(index)?;
    let Source::File(path) = source else { return None };
    let title = file.playable().get(index).map_or("", |item| item.title.as_str()).replace(' ', "-");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    scripts.retain(|path| is_script(&path.to_string_lossy()));
    scripts.sort();
    [title, stem].iter().find_map(|name| {
        let named =
            |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem.to_string_lossy().eq_ignore_ascii_case(name));
        scripts.iter().find(named).map(|path| Source::File(path.clone()))
    })
}

/// What goes wrong when the game is begun: the script's own words, or that nobody can move.
pub(crate) fn first_fault(game: &AxiomGame) -> Option<Fault> {
    let listed = game.ending(&game.initial());
    match (listed, game.take_fault()) {
        (_, Some(fault)) => Some(fault),
        (Ok(None), None) => None,
        (Ok(Some(_)), None) => Some(game_fault("the game is over before it begins")),
        (Err(hit), None) => Some(game_fault(&hit.to_string())),
    }
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

/// What the rules file that goes with a script says; nothing if there is none. It is the one of the same name, or one
/// with a game of that title, blanks written as hyphens.
fn stub_beside(script: &Path, limits: &Limits) -> Stub {
    let folder = script.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = script.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let Ok(entries) = std::fs::read_dir(folder) else { return Stub::default() };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zrf")))
        .collect();
    files.sort();
    let same_name = |path: &PathBuf| path.file_stem().is_some_and(|own| own.to_string_lossy().to_lowercase() == stem);
    // The one of the same name comes first.
    files.sort_by_key(|path| !same_name(path));
    for path in files.iter().take(STUBS_MAX) {
        let Ok(bytes) = read(path, limits.source_bytes) else { continue };
        let includes = FolderIncludes::of(path, limits.source_bytes);
        let mut file = GameFile::parse(&path.to_string_lossy(), &bytes, &includes, limits);
        let titled = |title: &str| title.replace(' ', "-").to_lowercase() == stem;
        let index = file.playable().iter().position(|item| titled(&item.title));
        let index = index.or_else(|| same_name(path).then(|| file.default_index()));
        if let Some(index) = index
            && let Some(rules) = file.stub(index)
        {
            return stub(&rules);
        }
    }
    Stub::default()
}

fn stub(rules: &dagaz_rules::Rules) -> Stub {
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
