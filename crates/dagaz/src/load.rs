//! From what was typed for FILE to a game that can be played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_core::{LimitHit, Limits};
use dagaz_engine::CompiledGame;
use dagaz_rules::Rules;
use dagaz_zrf::GameFile;
use dagaz_zrf::diagnostic::{Diagnostic, Diagnostics};
use dagaz_zrf::source::{FileId, Span};
use dagaz_zrf::{Code, Severity};

use crate::cli::GameArgs;
use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::library::{self, Entry};
use crate::output::{self, ERROR, FAINT, HINT, WARNING, styled};

/// Where rules come from.
#[derive(Clone)]
pub(crate) enum Source {
    /// A file on disk.
    File(PathBuf),
    /// A game of the library.
    Library(&'static Entry),
}

impl Source {
    /// What is meant by FILE: a file if there is one, else a game of the library.
    pub(crate) fn find(typed: &str) -> Result<Source, Failure> {
        let path = Path::new(typed);
        if path.is_file() {
            return Ok(Source::File(path.to_path_buf()));
        }
        if let Some(entry) = library::find(typed) {
            return Ok(Source::Library(entry));
        }
        if path.is_dir() {
            return Err(Failure::Usage(format!("`{typed}` is a folder; name a rules file in it")));
        }
        if path.exists() {
            // A pipe, for example.
            return Ok(Source::File(path.to_path_buf()));
        }
        let mut message = format!("there is no file `{typed}`, and no game of that name in the library");
        let near = library::near(path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(typed));
        message += &match near.as_slice() {
            [] => "; `dagaz games` lists the library".to_string(),
            near => format!("; did you mean {}?", near.join(", ")),
        };
        Err(Failure::Usage(message))
    }

    /// The name under which faults are reported.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Library(entry) => entry.main.to_string(),
        }
    }

    /// The name of the rules file without its folder.
    pub(crate) fn file_name(&self) -> String {
        match self {
            Source::File(path) => {
                path.file_name().map_or_else(|| self.name(), |name| name.to_string_lossy().into_owned())
            }
            Source::Library(entry) => entry.main.to_string(),
        }
    }

    /// Reads the rules file and what it includes.
    pub(crate) fn parse(&self, limits: &Limits) -> Result<GameFile, Failure> {
        let name = self.name();
        if name.to_lowercase().ends_with(".drf") {
            return Err(Failure::Errors(format!(
                "{name} is written in edition 3 of the language (DRF), which cannot be read yet"
            )));
        }
        Ok(match self {
            Source::File(path) => {
                let bytes = read(path, limits.source_bytes)
                    .map_err(|error| Failure::Errors(format!("{name} cannot be read: {error}")))?;
                GameFile::parse(&name, &bytes, &FolderIncludes::of(path, limits.source_bytes), limits)
            }
            Source::Library(entry) => GameFile::parse(&name, entry.rules(), &LibraryIncludes(entry), limits),
        })
    }
}

/// A game ready to be played.
pub(crate) struct Loaded {
    /// Where it comes from.
    pub(crate) source: Source,
    /// The file it was read from.
    pub(crate) file: GameFile,
    /// Which of the file's games and variants it is.
    pub(crate) index: usize,
    /// Its rules.
    pub(crate) rules: Arc<Rules>,
    /// The game.
    pub(crate) game: CompiledGame,
}

impl Loaded {
    /// Loads the game that the arguments name. Warnings are left to `dagaz check`; errors are shown.
    pub(crate) fn new(args: &GameArgs) -> Result<Loaded, Failure> {
        let limits = Limits::default();
        let source = Source::find(&args.file)?;
        let mut file = source.parse(&limits)?;
        if file.playable().is_empty() {
            report(&file, &file.diagnostics());
            return Err(Failure::Reported);
        }
        let index = match &args.variant {
            Some(name) => variant(&file, name)?,
            None => file.default_index(),
        };
        let lowered = file.rules(index);
        let mut diagnostics = file.diagnostics();
        diagnostics.extend(&lowered.diagnostics);
        let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) else {
            report(&file, &diagnostics);
            return Err(Failure::Reported);
        };
        let rules = Arc::new(rules);
        match compile(&rules, &limits) {
            Ok(game) => Ok(Loaded { source, file, index, rules, game }),
            Err(fault) => {
                diagnostics.push(fault.diagnostic(&rules, file.playable()[index].span));
                report(&file, &diagnostics);
                Err(Failure::Reported)
            }
        }
    }

    /// The title of the game.
    pub(crate) fn title(&self) -> &str {
        &self.file.playable()[self.index].title
    }
}

/// Why good rules could not be compiled.
pub(crate) enum CompileFault {
    /// Nobody can move in the start position.
    OverAtOnce,
    /// They ask for too much.
    Limit(LimitHit),
    /// The front end has made a mistake.
    Flaw(dagaz_rules::Flaw),
}

impl CompileFault {
    /// The fault as the reader of the rules would report it.
    pub(crate) fn diagnostic(&self, rules: &Rules, item: Span) -> Diagnostic {
        match self {
            CompileFault::Limit(hit) => {
                let rule = hit.rule.and_then(|rule| rules.rules.get(rule.index()));
                let span = rule.map_or(item, |rule| span_of(rule.span));
                Diagnostic::new(Code::LimitReached, span, hit.to_string())
            }
            CompileFault::OverAtOnce => {
                let message = "the game is over before it begins: nobody can move in the start position";
                let hint = "look at `board-setup`, and at the moves of the pieces that it names";
                Diagnostic::new(Code::OverAtOnce, item, message).hint(hint)
            }
            CompileFault::Flaw(flaw) => {
                let message = format!("a mistake of dagaz, not of this file: {}", flaw.what);
                Diagnostic::new(Code::LimitReached, span_of(flaw.span), message)
            }
        }
    }
}

fn span_of(span: dagaz_rules::Span) -> Span {
    Span { file: FileId(span.file), start: span.start, end: span.end }
}

/// Compiles rules, which must hold together.
pub(crate) fn compile(rules: &Arc<Rules>, limits: &Limits) -> Result<CompiledGame, CompileFault> {
    if let Some(flaw) = dagaz_rules::validate(rules).into_iter().next() {
        return Err(CompileFault::Flaw(flaw));
    }
    CompiledGame::new(rules.clone(), limits).map_err(CompileFault::Limit)
}

/// Says on standard error what is wrong with a file, errors only.
fn report(file: &GameFile, diagnostics: &Diagnostics) {
    let mut errors = Diagnostics::default();
    let warnings = diagnostics.list().iter().filter(|one| one.severity == Severity::Warning).count();
    diagnostics.list().iter().filter(|one| one.severity == Severity::Error).for_each(|one| errors.push(one.clone()));
    output::remark(painted(&file.render(&errors)).trim_end());
    if warnings > 0 {
        let text = format!("`dagaz check` also shows {}", output::counted(warnings, "warning"));
        output::remark(&styled(FAINT, text));
    }
}

/// Diagnostics in colours.
pub(crate) fn painted(text: &str) -> String {
    let mut style = ERROR;
    text.lines()
        .map(|line| {
            let (bar, rest) = line.split_once('|').unwrap_or(("", ""));
            if let Some((place, what)) = line.split_once(": error[") {
                style = ERROR;
                format!("{place}: {}\n", styled(style, format!("error[{what}")))
            } else if let Some((place, what)) = line.split_once(": warning[") {
                style = WARNING;
                format!("{place}: {}\n", styled(style, format!("warning[{what}")))
            } else if line.trim_start().starts_with("= hint: ") {
                format!("{}\n", styled(HINT, line))
            } else if bar.trim().is_empty()
                && !rest.trim().is_empty()
                && rest.trim().chars().all(|c| matches!(c, '^' | '-'))
            {
                format!("{bar}|{}\n", styled(style, rest))
            } else {
                format!("{line}\n")
            }
        })
        .collect()
}

/// The item of a file that `name` means: its title, its number, or what only one title contains.
fn variant(file: &GameFile, name: &str) -> Result<usize, Failure> {
    if let Some(index) = file.titled(name) {
        return Ok(index);
    }
    let titles: Vec<&str> = file.playable().iter().map(|item| item.title.as_str()).collect();
    let folded = name.to_lowercase();
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..titles.len()).filter(|&index| fits(&titles[index].to_lowercase())).collect()
    };
    if let [index] = fitting(&|title| title == folded)[..] {
        return Ok(index);
    }
    if let Ok(number) = name.parse::<usize>()
        && (1..=titles.len()).contains(&number)
    {
        return Ok(number - 1);
    }
    match fitting(&|title| title.contains(&folded))[..] {
        [index] => Ok(index),
        [] => {
            let known = list(&titles, &(0..titles.len()).collect::<Vec<_>>());
            Err(Failure::Usage(format!("there is no variant `{name}` in {}; there are:\n{known}", file_name(file))))
        }
        ref several => Err(Failure::Usage(format!(
            "`{name}` fits several variants; take one by its number:\n{}",
            list(&titles, several)
        ))),
    }
}

fn list(titles: &[&str], indices: &[usize]) -> String {
    indices
        .iter()
        .map(|&index| format!("{:>5}. {}", index + 1, output::clean(titles[index])))
        .collect::<Vec<_>>()
        .join("\n")
}

fn file_name(file: &GameFile) -> String {
    file.sources().files().first().map_or_else(String::new, |file| file.name().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_nothing_but_colours() {
        let text = "a.zrf:1:2: error[Z0101]: no | yes\n   |\n 1 | (x\n   | ^^\n   = hint: close it\n";
        let painted = painted(text);
        assert!(painted.contains('\u{1b}'));
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), text);
    }
}
