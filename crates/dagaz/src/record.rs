//! A record from a file: which format it is in, which rules it was played by, and what was read.
//!
//! Rules are searched in the usual places: the path of `--rules`, the folder of the record, the
//! library. Names are compared without regard to case, since records come from Windows.

use std::io::Read;
use std::path::{Path, PathBuf};

use dagaz_core::{CompactSort, Game};
use dagaz_record::formats::{pgn, sgf};
use dagaz_record::{Format, GameTree, ReadLimits, Reading, RecordFault, RecordFaultKind, RulesIdentity};
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
            None => by_name.or_else(|| Format::guess(&text)).ok_or_else(|| {
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

    /// The rules it was played by, ready to be played.
    pub(crate) fn load(&self, args: &RecordArgs) -> Result<Loaded, Failure> {
        let named = self.format.rules_named(&self.text);
        let file = match self.rules_file(&args.rules, &named) {
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
        let (file, title, own) = if told { self.of_board(file) } else { (file, title, Vec::new()) };
        // What is typed goes before what the record says of parameters.
        let mut set = args.set.clone();
        for (name, value) in named.settings.into_iter().chain(own) {
            if set.iter().all(|(known, _)| *known != name) {
                set.push((name, value));
            }
        }
        let defines = args.defines.clone();
        Loaded::new(&GameArgs { file, variant: args.variant.clone().or(title), set, defines })
    }

    /// Returns the game of a family that has the board of an SGF record, its title, and the
    /// parameters that follow from what the record says of the board and of komi.
    fn of_board(&self, file: String) -> (String, Option<String>, Vec<(String, String)>) {
        let mut set = Vec::new();
        let Some(mut entry) = library::find(&file).filter(|_| self.format == Format::Sgf) else {
            return (file, None, set);
        };
        let mut title = None;
        if let Some(size) = sgf::board_size(&self.text) {
            match entry.titles().next().and_then(|family| library::sized(family, size)) {
                Some((other, known)) => (entry, title) = (other, other.title_meant(known.to_string())),
                None if entry.has_parameter("size") => set.push(("size".to_string(), size.to_string())),
                None => {}
            }
        }
        if let Some(komi) = sgf::komi(&self.text).filter(|_| entry.has_parameter("komi")) {
            set.push(("komi".to_string(), komi));
        }
        (entry.name.to_string(), title, set)
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
        first.filter(|fault| fault.kind == RecordFaultKind::Form).map(|fault| Failure::Errors(self.said(fault, &[])))
    }

    /// What is typed for FILE to mean these rules.
    fn rules_file(&self, given: &[String], named: &RulesIdentity) -> Result<String, Failure> {
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
        if let Some(game) = library.map(|game| game.name).or_else(|| self.game_of_library(named)) {
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

    /// Returns the game of the library that is meant where no file is named: by its title, else the
    /// usual one of the format.
    fn game_of_library(&self, named: &RulesIdentity) -> Option<&'static str> {
        let usual = usual_game(self.format, &self.text).map(|names| names.game);
        let other = usual.is_none_or(|usual| !pgn::means(usual, &named.title));
        let titled = library::titled(&named.title).filter(|_| other && named.file.is_empty());
        titled.map(|game| game.name).or(usual)
    }

    /// Reads the games.
    pub(crate) fn read(&self, game: &dyn Game) -> Reading {
        self.format.read(game, &self.text, &ReadLimits::default())
    }

    /// Returns a fault with the name of the file in front, and with the number of its game if there
    /// are several.
    pub(crate) fn said(&self, fault: &RecordFault, games: &[GameTree]) -> String {
        let RecordFault { line, column, message, .. } = fault;
        let place = match fault.at.filter(|_| games.len() > 1) {
            Some((game, node)) => match games.get(game).map_or(0, |tree| tree.depth(node)) {
                0 => format!("game {}, at its beginning: ", game + 1),
                ply => format!("game {}, after ply {ply}: ", game + 1),
            },
            None => String::new(),
        };
        format!("{}:{line}:{column}: {place}{}", self.name(), clean(&brief(message)))
    }

    /// Says what was read in another way than it is written.
    pub(crate) fn remark(&self, reading: &Reading) {
        for remark in &reading.remarks {
            output::remark(&format!("{}: {}", self.name(), clean(&brief(remark))));
        }
    }

    /// Returns the games, of which `lenient` takes what is good; faults are then remarks.
    pub(crate) fn games(&self, loaded: &Loaded, lenient: bool) -> Result<Vec<GameTree>, Failure> {
        let reading = self.read(&*loaded.game);
        if !lenient && let Some(fault) = reading.faults.first() {
            return Err(Failure::Errors(self.said(fault, &reading.games)));
        }
        self.remark(&reading);
        for fault in &reading.faults {
            output::remark(&format!("left out: {}", self.said(fault, &reading.games)));
        }
        if reading.games.is_empty() {
            return Err(Failure::Errors(format!("{} holds no game", self.name())));
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
