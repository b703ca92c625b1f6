//! A record from a file: which format it is in, which rules it was played by, and what was read.
//!
//! Rules are looked for where people keep them: where `--rules` says, beside the record, in the library. Names are
//! compared without regard to capitals, since records come from Windows.

use std::path::{Path, PathBuf};

use dagaz_core::Game;
use dagaz_record::{Format, ReadLimits, Reading, RecordFault, RulesIdentity};
use dagaz_zrf::decode::decode;

use crate::cli::{GameArgs, RecordArgs};
use crate::failure::Failure;
use crate::includes::read;
use crate::library;
use crate::load::Loaded;
use crate::output;

/// Folders below the one that `--rules` names in which rules are looked for.
const FOLDERS_MAX: usize = 10_000;

/// A file with records.
pub(crate) struct RecordFile {
    path: PathBuf,
    /// Its format.
    pub(crate) format: Format,
    text: String,
}

impl RecordFile {
    /// Reads a file, and finds out its format unless it is given.
    pub(crate) fn open(typed: &str, format: Option<&str>) -> Result<RecordFile, Failure> {
        let path = PathBuf::from(typed);
        let most = ReadLimits::default().bytes;
        let bytes = read(&path, most).map_err(|error| Failure::Usage(format!("{typed} cannot be read: {error}")))?;
        if bytes.len() > most {
            return Err(Failure::Errors(format!("{typed} has more than {most} bytes")));
        }
        let text = decode(&bytes);
        let format = match format {
            Some(name) => format_named(name)?,
            None => of_path(&path).or_else(|| Format::guess(&text)).ok_or_else(|| {
                Failure::Usage(format!("{typed}: the format is not known; say it with `--from`: {}", names()))
            })?,
        };
        Ok(RecordFile { path, format, text })
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The rules it was played by, ready to be played.
    pub(crate) fn load(&self, args: &RecordArgs) -> Result<Loaded, Failure> {
        let named = self.format.rules_named(&self.text);
        let file = self.rules_file(args.rules.as_deref(), &named)?;
        let title = Some(named.title).filter(|title| !title.is_empty());
        Loaded::new(&GameArgs { file, variant: args.variant.clone().or(title) })
    }

    /// What is typed for FILE to mean these rules.
    fn rules_file(&self, given: Option<&str>, named: &RulesIdentity) -> Result<String, Failure> {
        if let Some(given) = given {
            let folder = Path::new(given);
            if !folder.is_dir() {
                return Ok(given.to_string());
            }
            if let Some(found) = find_below(folder, &named.file) {
                return Ok(found.display().to_string());
            }
            return Err(Failure::Usage(format!("there is no {} in {given}", rules_words(&named.file))));
        }
        let beside = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Some(found) = find_in(beside, &named.file) {
            return Ok(found.display().to_string());
        }
        let library = library::GAMES.iter().find(|game| game.main.eq_ignore_ascii_case(&named.file));
        if let Some(game) = library.map(|game| game.name).or_else(|| usual_game(self.format, &self.text)) {
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

    /// A fault with the name of the file in front.
    pub(crate) fn said(&self, fault: &RecordFault) -> String {
        format!("{}:{fault}", self.name())
    }

    /// The games, of which `lenient` takes what is good; faults are then remarks.
    pub(crate) fn games(&self, loaded: &Loaded, lenient: bool) -> Result<Vec<dagaz_record::GameTree>, Failure> {
        let reading = self.read(&loaded.game);
        if !lenient && let Some(fault) = reading.faults.first() {
            return Err(Failure::Errors(self.said(fault)));
        }
        for fault in &reading.faults {
            output::remark(&format!("left out: {}", self.said(fault)));
        }
        let mut games = reading.games;
        let identity = loaded.identity();
        for tree in &mut games {
            let known = tree.facts.rules.hash.as_ref();
            if known.is_some() && known != identity.hash.as_ref() {
                output::remark(
                    "The record was made with another text of these rules; its moves are legal by this one.",
                );
            }
            tree.facts.rules = identity.clone();
        }
        Ok(games)
    }
}

/// The format that a file name ends with.
pub(crate) fn of_path(path: &Path) -> Option<Format> {
    Format::named(path.extension()?.to_str()?)
}

/// The format of that name.
pub(crate) fn format_named(name: &str) -> Result<Format, Failure> {
    let unknown = || Failure::Usage(format!("there is no format `{name}`; there are {}", names()));
    Format::named(name).ok_or_else(unknown)
}

/// The names of all formats.
pub(crate) fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

fn rules_words(file: &str) -> String {
    if file.is_empty() { "rules file that the record names".to_string() } else { file.to_string() }
}

/// The game of the library that records in a format are of, unless they say something else.
fn usual_game(format: Format, text: &str) -> Option<&'static str> {
    match format {
        Format::Pgn => Some("chess"),
        Format::Ucci => Some("xiangqi"),
        Format::Usi => Some(if dagaz_record::formats::usi::is_mini(text) { "minishogi" } else { "shogi" }),
        Format::Pdn => match dagaz_record::formats::pdn::game_type(text) {
            Some(20) => Some("international-draughts"),
            Some(30) => Some("turkish-draughts"),
            Some(25) => Some("russian-draughts"),
            _ => Some("english-draughts"),
        },
        Format::Sgf => match dagaz_record::formats::sgf::game_number(text) {
            Some(2) => Some("reversi"),
            Some(4) => Some("gomoku"),
            Some(11) => Some("hex"),
            _ => None,
        },
        Format::Zsg | Format::Text | Format::Json => None,
    }
}

/// The file of that name in a folder, in capitals or not.
fn find_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok().filter(|_| !name.is_empty())?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.is_file());
    let named = |path: &PathBuf| path.file_name().is_some_and(|found| found.eq_ignore_ascii_case(name));
    found.into_iter().find(named)
}

/// The first file of that name in a folder or below.
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
