//! From what was typed for FILE to a game that can be played.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_axiom::AxiomGame;
use dagaz_core::{Game, Limits, State};
use dagaz_engine::{CompiledGame, PathGame};
use dagaz_ludii::{Description, LudiiGame};
use dagaz_record::{Cursor, GameTree, NodeId, RulesIdentity, played_position};
use dagaz_rules::Rules;
use dagaz_syntax::diagnostic::Diagnostics;
use dagaz_zrf::GameFile;
use sha2::{Digest, Sha256};

pub(crate) use dagaz_front::{GameFault, compile, first_moves};

use crate::cli::{GameArgs, HistoryArgs, StartArgs};
use crate::failure::Failure;
use crate::includes::{FolderIncludes, LibraryIncludes, read};
use crate::library::{self, Entry};
use crate::lud;
use crate::output::{self, ERROR, FAINT, HINT, WARNING, plies, styled};
use crate::paths::{self, PathText};
use crate::record::RecordFile;
use crate::script::{self, ScriptText};
use crate::start::{play_moves, record_moves, state};

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
        if let Some((entry, _)) = library::meant(typed) {
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

    /// Returns the name under which faults are reported.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::Library(entry) => entry.main.to_string(),
        }
    }

    /// Returns the name of the rules file without its folder.
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
    /// What was read.
    pub(crate) text: Text,
    /// The game.
    pub(crate) game: Playable,
}

/// What was read of a game.
pub(crate) enum Text {
    /// A rules file.
    Rules(Box<RulesText>),
    /// A rules file of edition 3.
    Paths(Box<PathText>),
    /// A script.
    Script(Box<ScriptText>),
    /// A description of Ludii.
    Ludii(Box<Description>),
}

/// A rules file, and what of it is played.
pub(crate) struct RulesText {
    /// The file it was read from.
    pub(crate) file: GameFile,
    /// Which of the file's games and variants it is.
    pub(crate) index: usize,
    /// Its rules.
    pub(crate) rules: Arc<Rules>,
}

/// A game of any front end.
pub(crate) enum Playable {
    /// Compiled from rules.
    Rules(Box<CompiledGame>),
    /// Made of paths.
    Paths(Box<PathGame>),
    /// A script.
    Script(Box<AxiomGame>),
    /// A description of Ludii.
    Ludii(Box<LudiiGame>),
}

impl Deref for Playable {
    type Target = dyn Game;

    fn deref(&self) -> &(dyn Game + 'static) {
        match self {
            Playable::Rules(game) => &**game,
            Playable::Paths(game) => &**game,
            Playable::Script(game) => &**game,
            Playable::Ludii(game) => &**game,
        }
    }
}

impl Loaded {
    /// Loads the game that the arguments name. Warnings are left to `dagaz check`; errors are
    /// shown.
    pub(crate) fn new(args: &GameArgs) -> Result<Loaded, Failure> {
        let limits = Limits::default();
        let source = Source::find(&args.file)?;
        // The name may be that of a variant: `5check`.
        let args = &match (&source, &args.variant, library::meant(&args.file)) {
            (Source::Library(_), None, Some((_, Some(variant)))) => {
                GameArgs { variant: Some(variant.to_string()), ..args.clone() }
            }
            _ => args.clone(),
        };
        if script::is_script(&source.name()) {
            return Loaded::script(source, None, args, &limits);
        }
        if lud::is_description(&source.name()) {
            return Loaded::description(source, args, &limits);
        }
        if paths::is_paths(&source.name()) {
            return Loaded::paths(source, args, &limits);
        }
        refuse_settings(&source, args)?;
        let mut file = source.parse(&limits)?;
        if file.playable().is_empty() {
            report(&file, &file.diagnostics());
            return Err(Failure::Reported);
        }
        let index = match &args.variant {
            Some(name) => variant(file.playable(), &source.file_name(), name)?,
            None => file.default_index(),
        };
        if let Some(found) = script::script_of(&source, &mut file, index) {
            let args = GameArgs { variant: None, ..args.clone() };
            return Loaded::script(found.script, found.rules.as_deref(), &args, &limits);
        }
        let lowered = file.rules(index);
        let mut diagnostics = file.diagnostics();
        diagnostics.extend(&lowered.diagnostics);
        let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) else {
            report(&file, &diagnostics);
            return Err(Failure::Reported);
        };
        let rules = Arc::new(rules);
        match compile(&rules, &limits) {
            Ok(game) => {
                let text = Text::Rules(Box::new(RulesText { file, index, rules }));
                Ok(Loaded { source, text, game: Playable::Rules(Box::new(game)) })
            }
            Err(fault) => {
                diagnostics.push(fault.diagnostic(&rules, file.playable()[index].span));
                report(&file, &diagnostics);
                Err(Failure::Reported)
            }
        }
    }

    /// Returns a game of edition 3.
    fn paths(source: Source, args: &GameArgs, limits: &Limits) -> Result<Loaded, Failure> {
        let file = paths::parse(&source, limits)?;
        let mut diagnostics = file.diagnostics();
        if file.playable().is_empty() {
            show(&diagnostics, &file.render(&diagnostics.errors_alone()));
            return Err(Failure::Reported);
        }
        let index = match &args.variant {
            Some(name) => variant(file.playable(), &source.file_name(), name)?,
            None => file.default_index(),
        };
        let lowered = file
            .rules_with(index, &args.set)
            .map_err(|bad| Failure::Usage(format!("{}: {bad}", file.playable()[index].title)))?;
        diagnostics.extend(&lowered.diagnostics);
        if let Some(rules) = lowered.rules.filter(|_| !diagnostics.has_errors()) {
            match paths::make(rules, limits) {
                Ok(game) => {
                    let text = Text::Paths(Box::new(PathText { file, index }));
                    return Ok(Loaded { source, text, game: Playable::Paths(Box::new(game)) });
                }
                Err(fault) => diagnostics.push(paths::diagnostic(&fault, None, file.playable()[index].span)),
            }
        }
        show(&diagnostics, &file.render(&diagnostics.errors_alone()));
        Err(Failure::Reported)
    }

    /// Returns a description of Ludii.
    fn description(source: Source, args: &GameArgs, limits: &Limits) -> Result<Loaded, Failure> {
        let description = lud::read(&source, args.defines.as_deref(), &lud::options(args))?;
        let made = description.and_then(|text| LudiiGame::new(&text, limits).map(|game| (text, game)));
        match made {
            Ok((text, game)) => {
                Ok(Loaded { source, text: Text::Ludii(Box::new(text)), game: Playable::Ludii(Box::new(game)) })
            }
            Err(faults) => {
                output::remark(painted(&faults.render()).trim_end());
                Err(Failure::Reported)
            }
        }
    }

    /// Returns the game of a script.
    fn script(source: Source, rules: Option<&Path>, args: &GameArgs, limits: &Limits) -> Result<Loaded, Failure> {
        refuse_settings(&source, args)?;
        let (script, game) = script::load(&source, rules, limits)?;
        let other =
            |name: &&String| **name != game.glossary().title && !script::is_named_after(&source.file_name(), name);
        if let Some(name) = args.variant.as_ref().filter(other) {
            let file = source.file_name();
            let message = format!(
                "{file} is one game, `{}`; variants of a script are scripts too, not `{name}`",
                game.glossary().title
            );
            return Err(Failure::Usage(message));
        }
        Ok(Loaded { source, text: Text::Script(Box::new(script)), game: Playable::Script(Box::new(game)) })
    }

    /// Calls `work` with the game. Errors caused by its rules are printed as `dagaz check` prints
    /// them.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&Loaded) -> Result<T, Failure>) -> Result<T, Failure> {
        let done = work(self).map_err(|failure| self.explain(failure));
        self.tell_faults();
        done
    }

    /// Tells what the words of a script did wrong while it was played, each fault once.
    pub(crate) fn tell_faults(&self) {
        if let (Text::Script(script), Playable::Script(game)) = (&self.text, &self.game) {
            let faults = game.take_faults();
            let text = script::render(script, &faults.iter().collect::<Vec<_>>());
            if !text.is_empty() {
                output::remark(text.trim_end());
            }
        }
    }

    /// Tells what a script has printed since this was called last, on standard error.
    pub(crate) fn tell_printed(&self) {
        if let (Text::Script(script), Playable::Script(game)) = (&self.text, &self.game)
            && let Some(printed) = script::printed(script, game)
        {
            output::remark(printed.trim_end());
        }
    }

    /// Returns a failure with its place in the rules, if it is because of them.
    pub(crate) fn explain(&self, failure: Failure) -> Failure {
        let Failure::Game(fault) = failure else { return failure };
        match (&self.text, &self.game) {
            (Text::Rules(text), _) => {
                let RulesText { file, index, rules } = &**text;
                let mut diagnostics = Diagnostics::default();
                diagnostics.push(fault.diagnostic(rules, file.playable()[*index].span));
                Failure::Explained(painted(&file.render(&diagnostics)).trim_end().to_string())
            }
            (Text::Paths(text), Playable::Paths(game)) => {
                let mut diagnostics = Diagnostics::default();
                diagnostics.push(paths::diagnostic(&fault, Some(game), text.file.playable()[text.index].span));
                Failure::Explained(painted(&text.file.render(&diagnostics)).trim_end().to_string())
            }
            (Text::Script(script), Playable::Script(game)) => match game.take_fault() {
                Some(found) => Failure::Explained(script::render(script, &[&found]).trim_end().to_string()),
                None => Failure::Explained(format!("{}: {fault}", self.source.name())),
            },
            _ => Failure::Explained(fault.to_string()),
        }
    }

    /// Returns the state to begin with: the given position, or the start of the game, in which a
    /// player must be able to move.
    pub(crate) fn begin(&self, position: Option<&str>) -> Result<State, Failure> {
        if position.is_none() {
            match &self.game {
                Playable::Rules(game) => first_moves(game, game.limits().fuel).1,
                Playable::Paths(game) => paths::first_fault(game).map_or(Ok(()), Err),
                Playable::Script(game) => match game.ending(&game.initial()) {
                    Ok(None) => Ok(()),
                    Ok(Some(ending)) => return Err(Failure::Errors(script::over_at_once(game, ending))),
                    Err(hit) => Err(GameFault::Limit(hit)),
                },
                Playable::Ludii(game) => match game.ending(&game.initial()) {
                    Ok(None) => Ok(()),
                    Ok(Some(_)) => Err(GameFault::OverAtOnce),
                    Err(hit) => Err(GameFault::Limit(hit)),
                },
            }
            .map_err(Failure::Game)?;
        }
        state(&*self.game, position)
    }

    /// Returns the game tree to begin with, and the node in it: a record's, or one without moves.
    pub(crate) fn history(&self, start: &StartArgs, history: &HistoryArgs) -> Result<(GameTree, NodeId), Failure> {
        let Some(name) = &history.record else {
            let mut tree = GameTree::new(self.begin(start.position.as_deref())?);
            tree.facts.rules = self.identity();
            return Ok((tree, NodeId::ROOT));
        };
        let file = RecordFile::open(name, None)?;
        let mut games = file.games(self)?;
        if games.len() != 1 {
            return Err(Failure::Errors(format!("{name} holds {} games; one is expected", games.len())));
        }
        let tree = games.remove(0);
        let line = tree.main_line();
        let ply = history.ply.unwrap_or(line.len());
        let node = if ply == 0 { Some(NodeId::ROOT) } else { line.get(ply - 1).copied() };
        match node {
            Some(node) => Ok((tree, node)),
            None => Err(Failure::Usage(format!("--ply {ply}: the record has only {}", plies(line.len())))),
        }
    }

    /// Returns the state that a record or a position leads to, and then the moves typed behind
    /// `--after`.
    pub(crate) fn reached(
        &self,
        start: &StartArgs,
        history: &HistoryArgs,
        after: Option<&str>,
    ) -> Result<State, Failure> {
        let (tree, node) = self.history(start, history)?;
        let mut cursor = Cursor::new(&*self.game, &tree);
        cursor.go_to(&tree, node);
        let mut state = cursor.state().clone();
        play_moves(&*self.game, &mut state, after.unwrap_or_default())?;
        Ok(state)
    }

    /// Returns what [`Loaded::reached`] does, and the position as text with the number of the move:
    /// that of a FEN that is typed is counted on.
    pub(crate) fn reached_text(
        &self,
        start: &StartArgs,
        history: &HistoryArgs,
        after: Option<&str>,
    ) -> Result<(State, String), Failure> {
        let (mut tree, node) = self.history(start, history)?;
        if let Some(text) = &start.position {
            tree.facts.set_tag("FEN", text.clone());
        }
        let mut cursor = Cursor::new(&*self.game, &tree);
        cursor.go_to(&tree, node);
        record_moves(&mut cursor, &mut tree, after.unwrap_or_default())?;
        let text = played_position(&*self.game, &tree, cursor.node(), cursor.state());
        Ok((cursor.state().clone(), text))
    }

    /// What a record says of these rules.
    pub(crate) fn identity(&self) -> RulesIdentity {
        let (texts, edition): (Vec<&[u8]>, _) = match &self.text {
            Text::Rules(text) => {
                (text.file.sources().files().iter().map(|file| file.text().as_bytes()).collect(), Some(2))
            }
            Text::Paths(text) => {
                (text.file.sources().files().iter().map(|file| file.text().as_bytes()).collect(), Some(3))
            }
            // The first text is not the script's.
            Text::Script(script) => {
                (script.sources().iter().skip(1).map(|source| source.bytes.as_slice()).collect(), None)
            }
            Text::Ludii(text) => (text.sources.texts().map(str::as_bytes).collect(), None),
        };
        // Rules in which something else has been chosen are other rules.
        let chosen = match &self.game {
            Playable::Paths(game) => game.rules().parameters.iter().filter(|one| one.value != one.default).collect(),
            _ => Vec::new(),
        };
        let options: Vec<(String, String)> = match &self.text {
            Text::Ludii(text) => text.settings().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            _ => Vec::new(),
        };
        let settings: Vec<(String, String)> =
            chosen.iter().map(|one| (one.name.clone(), one.value.to_string())).chain(options).collect();
        let chosen: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let texts = texts.into_iter().chain(chosen.iter().map(String::as_bytes));
        let mut hash = Sha256::new();
        for text in texts {
            // The length keeps the borders of files in the hash.
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let title = self.title().to_string();
        RulesIdentity { file: self.source.file_name(), title, edition, hash: Some(hash), settings }
    }

    /// Returns the title of the game.
    pub(crate) fn title(&self) -> &str {
        match &self.text {
            Text::Rules(text) => &text.file.playable()[text.index].title,
            Text::Paths(text) => &text.file.playable()[text.index].title,
            Text::Script(_) | Text::Ludii(_) => &self.game.glossary().title,
        }
    }

    /// Returns whether it is what the file offers first.
    pub(crate) fn is_default(&self) -> bool {
        match &self.text {
            Text::Rules(text) => text.index == text.file.default_index(),
            Text::Paths(text) => text.index == text.file.default_index(),
            Text::Script(_) => true,
            Text::Ludii(text) => text.is_default(),
        }
    }
}

/// Only files of edition 3 leave something open.
fn refuse_settings(source: &Source, args: &GameArgs) -> Result<(), Failure> {
    match args.set.first() {
        None => Ok(()),
        Some((name, _)) => Err(Failure::Usage(format!(
            "{} has no parameter `{name}`: only rules of edition 3 (.drf) have parameters",
            source.file_name()
        ))),
    }
}

/// Says on standard error what is wrong with a file, errors only.
pub(crate) fn report(file: &GameFile, diagnostics: &Diagnostics) {
    show(diagnostics, &file.render(&diagnostics.errors_alone()));
}

/// Says on standard error what is wrong: `errors` is the text of the errors.
fn show(diagnostics: &Diagnostics, errors: &str) {
    let warnings = diagnostics.warnings();
    output::remark(painted(errors).trim_end());
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

/// Returns the item of a file that `name` means: its title, its number, or what only one title
/// contains.
pub(crate) fn variant(playable: &[dagaz_syntax::Playable], file_name: &str, name: &str) -> Result<usize, Failure> {
    if let Some(index) = playable.iter().position(|item| item.title == name) {
        return Ok(index);
    }
    let titles: Vec<&str> = playable.iter().map(|item| item.title.as_str()).collect();
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
            Err(Failure::Usage(format!("there is no variant `{name}` in {file_name}; there are:\n{known}")))
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
