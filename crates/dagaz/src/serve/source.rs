//! The rules that the server offers: the library, what was named on the command line, and what is
//! handed in.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use dagaz_bots::AnalysisStore;
use dagaz_contract::catalog::{LibraryEntry, Problem, RulesFile};
use dagaz_contract::look_file::FILE;
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_core::{Limits, SiteId, State};
use dagaz_front::{Front, Reading};
use dagaz_server::{is_picture, may_be_picture};
use dagaz_syntax::source::{IncludeError, Includes};
use dagaz_table::{Bundle, Explained, Loaded, RulesSource};
use dagaz_zrf::GameFile;

use super::why_answer::{explained, why};
use crate::analysis_cache::AnalysisFile;
use crate::failure::Failure;
use crate::library::{GAMES, find};
use crate::load::Source;
use crate::script::{self, FoundScript};

/// The `id` of the file on the command line.
const OWN: &str = "file";

/// Fuel of one list of moves on a server: a tenth of what a person at a terminal is patient enough
/// for.
const FUEL: u64 = 5_000_000;

/// See the [module documentation](self).
pub(super) struct Rules {
    own: Option<Mutex<OwnFile>>,
    library: OnceLock<Vec<LibraryEntry>>,
    open: Option<String>,
}

/// A rules file on disk, as it was when it was last looked at.
struct OwnFile {
    path: PathBuf,
    /// Where the files of the bundle lie: a script may lie elsewhere than the file that leaves its
    /// rules to it.
    folder: PathBuf,
    bundle: Arc<Bundle>,
    stamps: Vec<(PathBuf, Option<SystemTime>, u64)>,
}

impl Rules {
    /// Returns the library and, if one is named, a file or a game of the library that is opened at
    /// once.
    pub(super) fn new(file: Option<&str>) -> Result<Rules, Failure> {
        let mut rules = Rules { own: None, library: OnceLock::new(), open: None };
        match file.map(Source::find).transpose()? {
            Some(Source::File(path)) => {
                let own = OwnFile::read(path)?;
                rules.own = Some(Mutex::new(own));
                rules.open = Some(OWN.to_string());
            }
            Some(Source::Library(entry)) => rules.open = Some(entry.name.to_string()),
            None => {}
        }
        Ok(rules)
    }
}

impl OwnFile {
    fn read(path: PathBuf) -> Result<OwnFile, Failure> {
        let (folder, bundle) = bundle_of(&path)?;
        let stamps = stamps(&path, &folder, &bundle);
        Ok(OwnFile { path, folder, bundle: Arc::new(bundle), stamps })
    }
}

/// When the files of a bundle were last changed, and how long they are.
fn stamps(main: &Path, folder: &Path, bundle: &Bundle) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    let names = bundle.files.iter().map(|(name, _)| folder.join(name));
    let mut paths: Vec<PathBuf> = names.collect();
    // A look may be written after the rules.
    paths.push(folder.join(FILE));
    if !paths.contains(&main.to_path_buf()) {
        paths.push(main.to_path_buf());
    }
    let stamp = |path: PathBuf| {
        let facts = std::fs::metadata(&path).ok();
        (path, facts.as_ref().and_then(|facts| facts.modified().ok()), facts.map_or(0, |facts| facts.len()))
    };
    paths.into_iter().map(stamp).collect()
}

/// Returns a rules file on disk with what it includes and the pictures that it names, and the
/// folder where it lies.
fn bundle_of(path: &Path) -> Result<(PathBuf, Bundle), Failure> {
    bundle_with(path, None)
}

/// The same of a script, with the rules file that leaves its rules to it.
fn bundle_with(path: &Path, rules: Option<&Path>) -> Result<(PathBuf, Bundle), Failure> {
    let limits = Limits::default();
    let unreadable = |error: std::io::Error| Failure::Errors(format!("{} cannot be read: {error}", path.display()));
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if name.to_lowercase().ends_with(".zip") {
        let bytes = crate::includes::read(path, 64 << 20).map_err(unreadable)?;
        return unpack(&name, &bytes).map(|bundle| (PathBuf::new(), bundle)).map_err(|problems| {
            Failure::Errors(problems.first().map_or_else(String::new, |problem| format!("{name}: {}", problem.say)))
        });
    }
    let bytes = crate::includes::read(path, limits.source_bytes).map_err(unreadable)?;
    let folder = crate::includes::FolderIncludes::of(path, limits.source_bytes);
    if let Some(FoundScript { script: Source::File(script), rules }) = script_of(path, &bytes, &folder, &limits) {
        return bundle_with(&script, rules.as_deref());
    }
    // Scripts name included files relative to their own folder.
    let below = Below(&folder);
    let is_script = script::is_script(&name);
    let noting = Noting { inner: if is_script { &below } else { &folder }, loaded: Mutex::default() };
    let own = Bundle { main: name.clone(), files: Vec::new() };
    let file = Front::parse(&own, &bytes, &noting, &limits);
    let mut files = vec![(name.clone(), bytes)];
    let mut pictures = Vec::new();
    let mut pictures_in = crate::includes::FolderIncludes::of(path, limits.source_bytes);
    match file {
        Front::Rules(mut file) if !file.playable().is_empty() => {
            let rules = file.rules(file.default_index()).rules;
            pictures.extend(rules.iter().flat_map(script::pictures));
        }
        Front::Script(_) => {
            if let Some((beside, rules)) = script::rules_with(path, rules, &limits) {
                pictures_in = crate::includes::FolderIncludes::of(&beside, limits.source_bytes);
                let name = beside.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                files.push((name, crate::includes::read(&beside, limits.source_bytes).map_err(unreadable)?));
                pictures.extend(script::pictures(&rules));
            }
        }
        _ => {}
    }
    let included = noting.loaded.into_inner().unwrap_or_default();
    for (path, bytes) in included {
        let short = Path::new(&path).strip_prefix(folder.folder()).unwrap_or(Path::new(&path));
        files.push((short.to_string_lossy().replace('\\', "/"), bytes));
    }
    for picture in pictures {
        // Pictures may lie where the includes may.
        let place = pictures_in.folder().join(picture.replace('\\', "/"));
        if let Ok(bytes) = pictures_in.load("", &place.display().to_string()) {
            files.push((picture, bytes));
        }
    }
    if let Ok(bytes) = crate::includes::read(&path.with_file_name(FILE), limits.source_bytes) {
        files.push((FILE.to_string(), bytes));
    }
    files.sort();
    files.dedup_by(|one, other| one.0.eq_ignore_ascii_case(&other.0));
    Ok((path.parent().map(PathBuf::from).unwrap_or_default(), Bundle { main: name, files }))
}

/// Returns the script on disk that a rules file leaves its rules to.
fn script_of(path: &Path, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> Option<FoundScript> {
    let source = Source::File(path.to_path_buf());
    if script::is_script(&source.name()) || crate::paths::is_paths(&source.name()) {
        return None;
    }
    let mut file = GameFile::parse(&source.name(), bytes, includes, limits);
    let index = file.default_index();
    script::script_of(&source, &mut file, index)
}

/// Includes by what they are called in a folder.
struct Below<'a>(&'a crate::includes::FolderIncludes);

impl Includes for Below<'_> {
    fn load(&self, from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        self.0.load(from, &self.0.folder().join(path).display().to_string())
    }
}

/// Includes that notes what was loaded.
struct Noting<'a> {
    inner: &'a dyn Includes,
    loaded: Mutex<Vec<(String, Vec<u8>)>>,
}

impl Includes for Noting<'_> {
    fn load(&self, from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        let bytes = self.inner.load(from, path)?;
        if let Ok(mut loaded) = self.loaded.lock() {
            loaded.push((path.to_string(), bytes.clone()));
        }
        Ok(bytes)
    }
}

/// Returns a file that was handed in, as a bundle.
fn unpack(name: &str, bytes: &[u8]) -> Result<Bundle, Vec<Problem>> {
    let name = name.replace('\\', "/");
    let name = name.rsplit('/').next().unwrap_or_default().to_string();
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase());
    if bytes.starts_with(b"PK\x03\x04") || ending == "zip" {
        let files = super::zip::unpack(bytes)
            .map_err(|say| vec![Problem::fatal("archive", &format!("the archive cannot be read: {say}"))])?;
        let is_rules = |name: &str| [".zrf", ".drf", ".4th"].iter().any(|ending| name.to_lowercase().ends_with(ending));
        // Of several rules files the one nearest to the top, then the largest: the others are
        // mostly its parts.
        let main = files
            .iter()
            .filter(|(name, _)| is_rules(name))
            .min_by_key(|(name, bytes)| (name.matches('/').count(), std::cmp::Reverse(bytes.len())));
        let Some(main) = main.map(|(name, _)| name.clone()) else {
            return Err(vec![Problem::fatal("archive", "there is no rules file (.zrf, .drf or .4th) in the archive")]);
        };
        return Ok(Bundle { main, files });
    }
    if may_be_picture(bytes) {
        let say = "this is a picture: it goes into a zip beside the rules file that names it";
        return Err(vec![Problem::fatal("picture", say)]);
    }
    if bytes.len() > Limits::default().source_bytes {
        return Err(vec![Problem::fatal("size", "the file is longer than rules may be")]);
    }
    let name = if name.is_empty() { "game.zrf".to_string() } else { name };
    Ok(Bundle { main: name.clone(), files: vec![(name, bytes.to_vec())] })
}

/// What a game may cost: those of the library are known, and have the usual limits.
fn limits(bundle: &Bundle) -> Limits {
    let is_ours = GAMES.iter().any(|game| game.main == bundle.main && library_bundle(game) == *bundle);
    if is_ours { Limits::default() } else { Limits { fuel: FUEL, ..Limits::default() } }
}

/// How the files of a bundle are read.
fn reading(bundle: &Bundle) -> Reading {
    Reading { limits: limits(bundle), is_picture }
}

impl RulesSource for Rules {
    fn library(&self) -> Vec<LibraryEntry> {
        let built_in = self.library.get_or_init(|| {
            GAMES
                .iter()
                .map(|game| {
                    let bundle = library_bundle(game);
                    reading(&bundle).entry(game.name, Some(game.family), &bundle).0
                })
                .collect()
        });
        let own = self.own.as_ref().and_then(|own| Some(own.lock().ok()?.bundle.clone()));
        let own = own.map(|bundle| reading(&bundle).entry(OWN, None, &bundle).0);
        own.into_iter().chain(built_in.iter().cloned()).collect()
    }

    fn open(&self) -> Option<String> {
        self.open.clone()
    }

    fn bundle(&self, id: &str) -> Option<Arc<Bundle>> {
        if id == OWN {
            return Some(self.own.as_ref()?.lock().ok()?.bundle.clone());
        }
        find(id).map(|game| Arc::new(library_bundle(game)))
    }

    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<Bundle, Vec<Problem>> {
        unpack(name, bytes)
    }

    fn entry(&self, id: &str, bundle: &Bundle) -> (LibraryEntry, Vec<Problem>) {
        reading(bundle).checked(id, bundle)
    }

    fn load(&self, bundle: &Bundle, variant: Option<u32>) -> Result<Loaded, Vec<Problem>> {
        reading(bundle).load(bundle, variant)
    }

    fn with_settings(&self, bundle: &Bundle, variant: Option<u32>, settings: &[(String, String)]) -> Option<Bundle> {
        reading(bundle).with_settings(bundle, variant, settings)
    }

    fn texts(&self, bundle: &Bundle) -> Vec<RulesFile> {
        reading(bundle).texts(bundle)
    }

    fn answer(&self, question: &TextQuestion) -> Option<TextAnswer> {
        dagaz_analysis::answer(question, &Limits { fuel: FUEL, ..Limits::default() })
    }

    fn explain(&self, bundle: &Bundle, loaded: &Loaded, state: &State, sites: &[SiteId]) -> Option<Explained> {
        let front = reading(bundle).parse(bundle).ok()?;
        why(front, loaded.variant as usize, &*loaded.game, state, sites).map(explained)
    }

    fn analysis_store(&self, id: &str, key: &str) -> Option<Box<dyn AnalysisStore>> {
        find(id)?;
        Some(Box::new(AnalysisFile::named(&[key])?))
    }

    fn changed(&self) -> Vec<String> {
        let Some(own) = &self.own else { return Vec::new() };
        let Ok(mut own) = own.lock() else { return Vec::new() };
        let now = stamps(&own.path, &own.folder, &own.bundle);
        if now == own.stamps {
            return Vec::new();
        }
        own.stamps = now;
        // While an editor writes, the file may be gone or half: then the next look finds it.
        let Ok((folder, bundle)) = bundle_of(&own.path) else { return Vec::new() };
        if bundle == *own.bundle {
            return Vec::new();
        }
        own.bundle = Arc::new(bundle);
        own.folder = folder;
        own.stamps = stamps(&own.path, &own.folder, &own.bundle);
        vec![OWN.to_string()]
    }
}

/// Returns the faults of the look file of valid rules.
pub(crate) fn look_problems_of(source: &Source) -> Vec<Problem> {
    let bundle = match source {
        Source::File(path) if path.with_file_name(FILE).is_file() => bundle_of(path).map(|(_, bundle)| bundle).ok(),
        Source::File(_) => None,
        Source::Library(entry) => Some(library_bundle(entry)),
    };
    bundle.map_or_else(Vec::new, |bundle| reading(&bundle).look_problems(&bundle))
}

fn library_bundle(game: &crate::library::Entry) -> Bundle {
    let mut files: Vec<(String, Vec<u8>)> =
        game.files().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect();
    files.sort();
    Bundle { main: game.main.to_string(), files }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "{board 1 3 {grid} board} {directions 0 1 {direction} e directions}
        {players {player} White {player} Black players} {turn-order {turn} White {turn} Black turn-order}
        LOAD part.4th {moves steps {move} step moves} {pieces {piece} man {moves} steps pieces}";
    const PART: &str = ": step e verify empty? verify from here move add-move ;";
    const BESIDE: &str = "(game (title \"The Walk\") (engine \"axiom.dll\") (description \"Two men.\")
        (players White Black) (turn-order White Black)
        (board (image \"x.bmp\") (positions (a1 0 0 9 9) (b1 10 0 19 9) (c1 20 0 29 9)))
        (piece (name man) (image White \"w.bmp\")) (piece (name Dummy) (dummy) (moves (b1 (verify enemy?) add)))
        (board-setup (White (man a1)) (Black (man c1))))";
    /// A GIF of one pixel.
    const PICTURE: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xFF\xFF\xFF\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    const FILES: [(&str, &[u8]); 5] = [
        ("Game.zrf", BESIDE.as_bytes()),
        ("The-Walk.4th", SCRIPT.as_bytes()),
        ("part.4th", PART.as_bytes()),
        ("x.bmp", PICTURE),
        ("w.bmp", PICTURE),
    ];

    fn is_whole(rules: &Rules, bundle: &Bundle) {
        let loaded = rules.load(bundle, None).expect("it can be played");
        assert_eq!(loaded.title, "The Walk");
        let images: Vec<(Option<&str>, Option<&str>, &str)> = loaded
            .images
            .iter()
            .map(|(kind, owner, name)| (kind.as_deref(), owner.as_deref(), name.as_str()))
            .collect();
        assert!(images.contains(&(None, None, "x.bmp")) && images.contains(&(Some("man"), Some("White"), "w.bmp")));
        let (entry, problems) = rules.entry("x", bundle);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!((entry.about.as_str(), entry.choosers), ("Two men.", 2));
    }

    #[test]
    fn the_rules_file_beside_a_script_gives_title_set_up_and_pictures() {
        let folder = std::env::temp_dir().join(format!("dagaz-source-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        for (name, text) in FILES {
            std::fs::write(folder.join(name), text).expect("a file for the test");
        }
        for name in ["The-Walk.4th", "Game.zrf"] {
            let path = folder.join(name).display().to_string();
            let rules = Rules::new(Some(&path)).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            is_whole(&rules, &rules.bundle(OWN).expect("the file"));
        }
        let files = FILES.map(|(name, bytes)| (name.to_string(), bytes.to_vec()));
        let rules = Rules::new(None).unwrap_or_else(|failure| panic!("{failure}"));
        for main in ["The-Walk.4th", "Game.zrf"] {
            is_whole(&rules, &Bundle { main: main.to_string(), files: files.to_vec() });
        }
        std::fs::remove_dir_all(&folder).expect("the test cleans up");
    }

    #[test]
    fn a_rules_file_is_served_with_its_pictures_and_the_script_in_the_folder_of_its_engine() {
        let folder = std::env::temp_dir().join(format!("dagaz-source-engine-{}", std::process::id()));
        for (name, text) in FILES {
            let beside = folder.join(if name.ends_with(".4th") { "scripts" } else { "rules" });
            std::fs::create_dir_all(&beside).expect("a folder for the test");
            let text = match std::str::from_utf8(text) {
                Ok(text) => text.replace("axiom.dll", "../scripts/axiom.dll").into_bytes(),
                Err(_) => text.to_vec(),
            };
            std::fs::write(beside.join(name), text).expect("a file for the test");
        }
        let path = folder.join("rules/Game.zrf").display().to_string();
        let rules = Rules::new(Some(&path)).unwrap_or_else(|failure| panic!("{failure}"));
        let bundle = rules.bundle(OWN).expect("the file");
        is_whole(&rules, &bundle);
        for picture in ["x.bmp", "w.bmp"] {
            let served = bundle.files.iter().any(|(name, bytes)| name == picture && bytes == PICTURE);
            assert!(served, "{picture}: {:?}", bundle.files.iter().map(|(name, _)| name).collect::<Vec<_>>());
        }
        std::fs::remove_dir_all(&folder).expect("the test cleans up");
    }
}
