//! A record from a file: which format it is in, which rules it was played by, and what was read.
//!
//! Rules are searched in the usual places: the path of `--rules`, the folder of the record, the
//! library. Names are compared without regard to case, since records come from Windows.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use dagaz_core::{CompactSort, Game};
use dagaz_record::formats::{pgn, sgf};
use dagaz_record::{Format, GameTree, Part, ReadLimits, Reading, RecordFault, RecordFaultKind, RulesIdentity};
use dagaz_record::{encoding, usual_game};
use dagaz_syntax::decode::decode;

use crate::cli::{GameArgs, RecordArgs};
use crate::failure::Failure;
use crate::includes::read;
use crate::library;
use crate::load::{Loaded, Source};
use crate::output::{self, brief, clean};
use crate::script;

/// Folders below the one that `--rules` names in which rules are looked for.
const FOLDERS_MAX: usize = 10_000;

/// What is typed for a record on standard input.
const STANDARD_INPUT: &str = "-";

/// A file with records.
pub(crate) struct RecordFile {
    /// Where it is; none for standard input.
    path: Option<PathBuf>,
    /// Its format.
    pub(crate) format: Format,
    text: String,
}

impl RecordFile {
    /// Reads a file, and finds out its format unless it is given.
    pub(crate) fn open(typed: &str, format: Option<&str>) -> Result<RecordFile, Failure> {
        let path = (typed != STANDARD_INPUT).then(|| PathBuf::from(typed));
        let name = name_of(path.as_deref());
        let most = ReadLimits::default().bytes;
        let bytes = match &path {
            Some(path) => read(path, most),
            None => read_input(most),
        };
        let bytes = bytes.map_err(|error| {
            let said = format!("{name} cannot be read: {error}");
            if error.kind() == std::io::ErrorKind::NotFound { Failure::Usage(said) } else { Failure::Errors(said) }
        })?;
        if bytes.len() > most {
            return Err(Failure::Errors(format!("{name} has more than {most} bytes")));
        }
        let text = encoding::decode(&bytes).unwrap_or_else(|| decode(&bytes));
        let by_name = path.as_deref().and_then(of_path);
        let format = match format {
            Some(name) => format_named(name)?,
            // `.txt` is the ending of any text.
            None => by_name
                .filter(|format| *format != Format::Text)
                .or_else(|| Format::guess(&text))
                .or(by_name)
                .ok_or_else(|| {
                    Failure::Usage(format!("{name}: the format is not known; say it with `--from`: {}", names()))
                })?,
        };
        Ok(RecordFile { path, format, text })
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> String {
        name_of(self.path.as_deref())
    }

    /// Returns the board size of an SGF record.
    pub(crate) fn board_size(&self) -> Option<usize> {
        sgf::board_size(&self.text)
    }

    /// Returns the komi of an SGF record.
    pub(crate) fn komi(&self) -> Option<String> {
        sgf::komi(&self.text)
    }

    /// Reads the games, each by its own rules. Games whose rules are not here are a failure, or are
    /// left out with a remark if `args` ask for what is good.
    pub(crate) fn sections(&self, args: &RecordArgs) -> Result<Vec<Section>, Failure> {
        let mut loaded: Vec<(RulesUsed, Rc<Loaded>)> = Vec::new();
        let mut sections: Vec<Section> = Vec::new();
        let mut before = 0;
        let parts = self.format.parts(&self.text);
        let several = parts.len() > 1;
        for part in parts {
            let game = match self.loaded(&part, args, &mut loaded) {
                Ok(game) => game,
                Err(failure) if several => {
                    let games = self.format.games(part.text).len();
                    let said = failure.message().unwrap_or_else(|| "its rules have errors".to_string());
                    let said = format!("game {}: {said}", before + 1);
                    if !args.lenient {
                        return Err(Failure::Errors(said));
                    }
                    output::remark(&format!("left out: {said}"));
                    before += games;
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let reading = part.read(&*game.game, &ReadLimits::default());
            let games = reading.games.len();
            match sections.last_mut() {
                Some(Section { loaded, reading: known, before: earlier })
                    if Rc::ptr_eq(loaded, &game) && *earlier + known.games.len() == before =>
                {
                    known.append(reading);
                }
                _ => sections.push(Section { loaded: game, reading, before }),
            }
            before += games;
        }
        Ok(sections)
    }

    /// Returns the game of a part, made once for each set of rules.
    fn loaded(
        &self,
        part: &Part<'_>,
        args: &RecordArgs,
        loaded: &mut Vec<(RulesUsed, Rc<Loaded>)>,
    ) -> Result<Rc<Loaded>, Failure> {
        let used = self.rules_used(part, args)?;
        if let Some((_, game)) = loaded.iter().find(|(known, _)| *known == used) {
            return Ok(game.clone());
        }
        let game = Rc::new(used.load()?);
        loaded.push((used, game.clone()));
        Ok(game)
    }

    /// Returns the rules that the games of a part were played by.
    fn rules_used(&self, part: &Part<'_>, args: &RecordArgs) -> Result<RulesUsed, Failure> {
        let named = part.named.clone();
        let file = match self.rules_file(&args.rules, part) {
            // What is no record names no rules either; then that is what is wrong.
            Err(failure) if named.file.is_empty() => return Err(self.unreadable().unwrap_or(failure)),
            found => found?,
        };
        // A description of Ludii is one game: its title names no variant.
        let title = Some(named.title).filter(|title| !pgn::means("", title) && !crate::lud::is_description(&file));
        let title = title.and_then(|title| match library::find(&file) {
            Some(game) => game.title_meant(title),
            None => Some(title),
        });
        // A record of a board of another size is one of the game of that size.
        let told = args.rules.is_empty() && title.is_none();
        let (file, title, own) = if told { of_board(part, file) } else { (file, title, Vec::new()) };
        // What is typed goes before what the record says of parameters.
        let mut set = args.set.clone();
        for (name, value) in named.settings.into_iter().chain(own) {
            if set.iter().all(|(known, _)| *known != name) {
                set.push((name, value));
            }
        }
        Ok(RulesUsed { file, variant: args.variant.clone().or(title), set, defines: args.defines.clone() })
    }

    /// What is wrong if the text cannot be read in its format, whatever the game. Any game shows
    /// it.
    fn unreadable(&self) -> Option<Failure> {
        let any = GameArgs { file: "tic-tac-toe".to_string(), ..GameArgs::default() };
        let reading = self.read(&*Loaded::new(&any).ok()?.game);
        if reading.games.iter().any(|tree| tree.moves() > 0) {
            return None;
        }
        let first = reading.faults.first();
        first.filter(|fault| fault.kind == RecordFaultKind::Form).map(|fault| Failure::Errors(self.said(fault, &[], 0)))
    }

    /// What is typed for FILE to mean the rules of a part.
    fn rules_file(&self, given: &[String], part: &Part<'_>) -> Result<String, Failure> {
        let named = &part.named;
        if !given.is_empty() {
            return rules_given(given, &named.file);
        }
        let folder =
            |path: &'_ Path| path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_path_buf);
        let beside = self.path.as_deref().map(|path| folder(path).unwrap_or(PathBuf::from(".")));
        if let Some(found) = beside.as_deref().and_then(|beside| find_in(beside, &named.file)) {
            return Ok(found.display().to_string());
        }
        let library = library::GAMES.iter().find(|game| game.main.eq_ignore_ascii_case(&named.file));
        // A variant of a rules file may be a script, which can be here without that file.
        let own = beside.filter(|_| library.is_none() && !named.title.is_empty());
        if let Some(found) = own.and_then(|beside| find_in(&beside, &script::named_after(&named.title))) {
            return Ok(found.display().to_string());
        }
        if let Some(game) = library.map(|game| game.name).or_else(|| game_of_library(part)) {
            return Ok(game.to_string());
        }
        let name = self.name();
        Err(Failure::Usage(if named.file.is_empty() {
            format!("{name} does not say which rules it was played by; `--rules FILE` does")
        } else {
            format!(
                "{name} was played by the rules in {}, which are neither beside it nor in the library; \
                 `--rules FILE` or `--rules FOLDER` says where they are",
                named.file
            )
        }))
    }

    /// Reads the games.
    pub(crate) fn read(&self, game: &dyn Game) -> Reading {
        self.format.read(game, &self.text, &ReadLimits::default())
    }

    /// Returns a fault with the name of the file in front, and with the number of its game if there
    /// are several: as many games as `before` are in earlier parts of the file.
    pub(crate) fn said(&self, fault: &RecordFault, games: &[GameTree], before: usize) -> String {
        let RecordFault { line, column, message, .. } = fault;
        let place = match fault.at.filter(|_| before + games.len() > 1) {
            Some((game, node)) => match games.get(game).map_or(0, |tree| tree.depth(node)) {
                0 => format!("game {}, at its beginning: ", before + game + 1),
                ply => format!("game {}, after ply {ply}: ", before + game + 1),
            },
            None => String::new(),
        };
        format!("{}:{line}:{column}: {place}{}", self.name(), clean(&brief(message)))
    }

    /// Reads the first game alone.
    pub(crate) fn read_first(&self, game: &dyn Game) -> Reading {
        let part = self.format.game(&self.text, 0).unwrap_or_else(|| Part::whole(self.format, &self.text));
        part.read(game, &ReadLimits::default())
    }

    /// Says what was read in another way than it is written.
    pub(crate) fn remark(&self, reading: &Reading) {
        for remark in &reading.remarks {
            output::remark(&format!("{}: {}", self.name(), clean(&brief(remark))));
        }
    }

    /// Returns the games by given rules; faults are errors.
    pub(crate) fn games(&self, loaded: &Loaded) -> Result<Vec<GameTree>, Failure> {
        let games = self.good(loaded, self.read(&*loaded.game), 0, false)?;
        if games.is_empty() { Err(self.without_games()) } else { Ok(games) }
    }

    /// The failure of a file in which no game is.
    pub(crate) fn without_games(&self) -> Failure {
        Failure::Errors(format!("{} holds no game", self.name()))
    }

    /// Returns the games of a reading, of which `lenient` takes what is good; faults are then
    /// remarks. As many games as `before` are in earlier parts of the file.
    pub(crate) fn good(
        &self,
        loaded: &Loaded,
        reading: Reading,
        before: usize,
        lenient: bool,
    ) -> Result<Vec<GameTree>, Failure> {
        if !lenient && let Some(fault) = reading.faults.first() {
            return Err(Failure::Errors(self.said(fault, &reading.games, before)));
        }
        self.remark(&reading);
        for fault in &reading.faults {
            output::remark(&format!("left out: {}", self.said(fault, &reading.games, before)));
        }
        let mut games = reading.games;
        let identity = loaded.identity();
        for tree in &mut games {
            if let Some(other) = differs(&tree.facts.rules, &identity) {
                output::remark(&format!("{other}; its moves are legal by these."));
            }
            tree.facts.rules = identity.clone();
        }
        Ok(games)
    }
}

/// Games of a file that were played by the same rules.
pub(crate) struct Section {
    /// Their rules.
    pub(crate) loaded: Rc<Loaded>,
    /// What was read.
    pub(crate) reading: Reading,
    /// The number of games in earlier parts of the file.
    pub(crate) before: usize,
}

/// The rules of a part of a file, as they are typed.
#[derive(Clone, PartialEq, Eq)]
struct RulesUsed {
    file: String,
    variant: Option<String>,
    set: Vec<(String, String)>,
    defines: Option<PathBuf>,
}

impl RulesUsed {
    fn load(&self) -> Result<Loaded, Failure> {
        let RulesUsed { file, variant, set, defines } = self.clone();
        Loaded::new(&GameArgs { file, variant, set, defines })
    }
}

/// Returns the game of a family that has the board of an SGF record, its title, and the parameters
/// that follow from what the record says of the board and of komi.
fn of_board(part: &Part<'_>, file: String) -> (String, Option<String>, Vec<(String, String)>) {
    let mut set = Vec::new();
    let Some(mut entry) = library::find(&file).filter(|_| part.format == Format::Sgf) else {
        return (file, None, set);
    };
    let mut title = None;
    if let Some(size) = sgf::board_size(part.text) {
        match entry.titles().next().and_then(|family| library::sized(family, size)) {
            Some((other, known)) => (entry, title) = (other, other.title_meant(known.to_string())),
            None if entry.has_parameter("size") => set.push(("size".to_string(), size.to_string())),
            None => {}
        }
    }
    if let Some(komi) = sgf::komi(part.text).filter(|_| entry.has_parameter("komi")) {
        set.push(("komi".to_string(), komi));
    }
    (entry.name.to_string(), title, set)
}

/// Returns the game of the library that is meant where no file is named: by its title, else the
/// usual one of the format.
fn game_of_library(part: &Part<'_>) -> Option<&'static str> {
    let named = &part.named;
    let usual = usual_game(part.format, part.text).map(|names| names.game);
    let other = usual.is_none_or(|usual| !pgn::means(usual, &named.title));
    let titled = library::titled(&named.title).filter(|_| other && named.file.is_empty());
    titled.map(|game| game.name).or(usual)
}

/// By what other rules than these a record was made, if it says so.
pub(crate) fn differs(said: &RulesIdentity, rules: &RulesIdentity) -> Option<String> {
    let set = |rules: &RulesIdentity| -> Vec<String> {
        let mut set: Vec<String> = rules.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        set.sort();
        set
    };
    let (theirs, ours) = (set(said), set(rules));
    if said.hash.is_none() || said.hash == rules.hash {
        None
    } else if theirs == ours {
        Some("The record was made with another text of these rules".to_string())
    } else {
        let with = if theirs.is_empty() { "no parameter set".to_string() } else { clean(&theirs.join(", ")) };
        Some(format!("The record was made with other values of parameters: {with}"))
    }
}

/// Returns the format that a file name ends with.
pub(crate) fn of_path(path: &Path) -> Option<Format> {
    Format::named(path.extension()?.to_str()?)
}

/// Returns the format of that name.
pub(crate) fn format_named(name: &str) -> Result<Format, Failure> {
    let unknown = || Failure::Usage(format!("there is no format `{name}`; there are {}", names()));
    Format::named(name).ok_or_else(unknown)
}

/// Returns the names of all formats.
pub(crate) fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

fn name_of(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard input".to_string(), |path| path.display().to_string())
}

/// Standard input, and one byte more than `most` at the most.
fn read_input(most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn rules_words(file: &str) -> String {
    if file.is_empty() { "rules file that the record names".to_string() } else { file.to_string() }
}

/// What `--rules` means: the first of these that has the name, in a folder or as a file; else the
/// first file, whatever its name is.
fn rules_given(given: &[String], name: &str) -> Result<String, Failure> {
    let mut other = None;
    for typed in given {
        let folder = Path::new(typed);
        if folder.is_dir() {
            if let Some(found) = find_below(folder, name) {
                return Ok(found.display().to_string());
            }
        } else if Source::find(typed)?.file_name().eq_ignore_ascii_case(name) {
            return Ok(typed.clone());
        } else {
            other = other.or(Some(typed));
        }
    }
    other.cloned().ok_or_else(|| Failure::Usage(format!("there is no {} in {}", rules_words(name), given.join(", "))))
}

/// Returns the file of that name in a folder: as it is written, else in other capitals.
fn find_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok().filter(|_| !name.is_empty())?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.file_name().is_some_and(|found| found.eq_ignore_ascii_case(name)) && path.is_file());
    found.compact_sort_by_key(|path| (path.file_name().is_none_or(|found| found != name), path.clone()));
    found.into_iter().next()
}

/// Returns the first file of that name in a folder or below.
fn find_below(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut folders = std::collections::VecDeque::from([folder.to_path_buf()]);
    for _ in 0..FOLDERS_MAX {
        let folder = folders.pop_front()?;
        if let Some(found) = find_in(&folder, name) {
            return Some(found);
        }
        let mut below: Vec<PathBuf> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        below.retain(|path| path.is_dir() && !path.is_symlink());
        below.sort();
        folders.extend(below);
    }
    None
}
