//! Reads the rules language DRF, edition 3 of the rules language, into rules made of paths.
//!
//! `dagaz-syntax` makes a tree of the text, as for edition 2; there are no macros. A file is a list
//! of clauses: `clauses` finds the game, its variants and the library modules that they use;
//! `lower` gives every name its kind and every list its meaning, which depends only on what is
//! expected where it stands; the other modules each know one kind of thing.
//!
//! Rules files are untrusted: for any bytes, reading ends soon, in bounded memory, with rules or
//! with diagnostics. The crate does no I/O.

mod act;
mod assign;
mod board;
mod chance;
mod clauses;
mod clock;
mod contradiction;
mod deck;
mod degenerate;
mod dice;
mod directions;
mod elimination;
mod ending;
mod environment;
mod foreign_words;
mod glossary;
mod grid;
mod hidden;
mod hint;
mod initial_values;
mod kinds;
mod line;
mod link;
mod lower;
mod module;
mod names;
mod number;
mod parameter;
mod path;
mod piece;
mod rule;
mod set;
mod setup;
mod shape;
mod source_clauses;
mod squares;
mod standard;
mod syntax;
mod text;
mod truth_variables;
mod turns;
mod unbounded;
mod unused;
mod variable;
mod words;
mod write;
mod zone;

use dagaz_core::{CompactSort, LimitHit, LimitKind, Limits};
use dagaz_rules::path::{Parameter, PathRules};

use dagaz_syntax::Playable;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::parser::parse;
use dagaz_syntax::render::render_all;
use dagaz_syntax::source::{FileId, Includes, SourceFile, SourceMap, Span};
use dagaz_syntax::tree::Tree;

use clauses::Games;
use parameter::Parameters;
use standard::WithLibrary;

pub use parameter::BadSetting;
pub use source_clauses::SourceClauses;

/// Words that begin a list of the top level wherever they begin a line.
const TOP_LEVEL: [&str; 3] = ["game", "variant", "include"];

pub use ending::PSEUDO_LEGAL;

/// Returns whether a word is one of the language's own.
pub fn is_taken(word: &str) -> bool {
    words::is_word(word)
}

/// Returns the labels of one dimension of a grid that a text such as `a-h` means.
pub fn grid_labels(text: &str) -> Option<Vec<String>> {
    grid::labels(text)
}

/// A rules file of edition 3.
#[derive(Debug)]
pub struct DrfFile {
    sources: SourceMap,
    tree: Tree,
    games: Games,
    limits: Limits,
    diagnostics: Diagnostics,
    /// Whether its parentheses or quotes do not match.
    is_broken: bool,
}

/// Base cost of a game or variant: expanding its rules.
const ITEM_WORK: u64 = 20_000;

/// Cost of reading a clause of a game or variant.
const CLAUSE_WORK: u64 = 128;

/// Cost of putting the value of a parameter in place of its name.
const PARAMETER_WORK: u64 = 256;

/// The rules of one playable item, or why there are none.
#[derive(Clone, Debug)]
pub struct DrfLowered {
    /// The rules, unless there are errors.
    pub rules: Option<PathRules>,
    /// What was found.
    pub diagnostics: Diagnostics,
    /// How much work it was, in the units of [`Limits::file_work`].
    pub work: u64,
}

impl DrfFile {
    /// Reads a file and all that it includes. Never fails: what is wrong is in
    /// [`DrfFile::diagnostics`].
    pub fn parse(name: &str, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> DrfFile {
        let mut text = bytes.to_vec();
        text.extend_from_slice(standard::APPENDED.as_bytes());
        let read = |tops: &[&str]| {
            let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
            let tree = parse(name, &text, tops, &WithLibrary(includes), limits, &mut sources, &mut diagnostics);
            (tree, sources, diagnostics)
        };
        // A definition may begin a line within a game; only where a parenthesis is missing, and the
        // other lines do not tell where, it does.
        let mut found = read(&TOP_LEVEL);
        let is_own = |span: Span| span.file == FileId(0) && (span.start as usize) < bytes.len();
        let is_told = |one: &Diagnostic| one.labels.iter().any(|label| is_own(label.span));
        if found.2.list().iter().any(|one| matches!(one.code, Code::MissingClose | Code::LostEnd) && !is_told(one)) {
            found = read(&[&TOP_LEVEL[..], &["define"]].concat());
        }
        let (tree, sources, mut diagnostics) = found;
        let mut faults = Diagnostics::default();
        let own = sources.files().first().map_or("", |file| file.text());
        let own = own.strip_suffix(standard::APPENDED).unwrap_or(own);
        syntax::strings(own, &mut faults);
        if faults.is_empty() {
            faults = syntax::lists(&diagnostics, &tree, &sources, own.len());
        }
        let is_broken = !faults.is_empty();
        diagnostics = if is_broken { faults } else { syntax::includes(diagnostics) };
        // Broken syntax is reported alone; the list of games is useful all the same.
        let mut found = Diagnostics::default();
        let games = Games::find(&tree, &mut found);
        // A text beyond the limits is not read, and so has no games.
        let is_read = diagnostics.list().iter().all(|one| one.code != Code::SourceTooLong);
        if !is_broken && is_read {
            diagnostics.extend(&found);
        }
        DrfFile { sources, tree, games, limits: limits.clone(), diagnostics, is_broken }
    }

    /// What can be played, in the order of the file.
    pub fn playable(&self) -> &[Playable] {
        &self.games.playable
    }

    /// Returns the default item: the first that the file itself has and does not include.
    pub fn default_index(&self) -> usize {
        self.playable().iter().position(|item| item.is_default).unwrap_or(0)
    }

    /// Returns the item of that title.
    pub fn titled(&self, title: &str) -> Option<usize> {
        self.playable().iter().position(|item| item.title == title)
    }

    /// Returns the texts of the file.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the syntax tree of the file and of all that it includes, the standard library too.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the name and the text of each file that was read, the file itself first. What every
    /// file includes unseen is left out.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sources.files().iter().enumerate().filter_map(|(place, file)| match place {
            0 => Some((file.name(), file.text().strip_suffix(standard::APPENDED).unwrap_or(file.text()))),
            _ => (!standard::is_unseen(file.name())).then_some((file.name(), file.text())),
        })
    }

    /// Returns its included files, except those of the standard library.
    pub fn included(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.files().iter().skip(1).filter(|file| !standard::is_library(file.name()))
    }

    /// What was found wrong with the file as a whole.
    pub fn diagnostics(&self) -> Diagnostics {
        self.diagnostics.clone()
    }

    /// Diagnostics of this file as text.
    pub fn render(&self, diagnostics: &Diagnostics) -> String {
        render_all(diagnostics, &self.sources)
    }

    /// Returns the rules of a playable item, its parameters being what they usually are. An index
    /// beyond the list gives none.
    pub fn rules(&self, index: usize) -> DrfLowered {
        let mut diagnostics = Diagnostics::default();
        let parameters = self.declared(index, &mut diagnostics);
        self.lowered(index, &parameters, diagnostics)
    }

    /// Returns the rules of a playable item with some of its parameters set, each named with its
    /// value.
    pub fn rules_with(&self, index: usize, settings: &[(String, String)]) -> Result<DrfLowered, BadSetting> {
        let mut diagnostics = Diagnostics::default();
        let mut parameters = self.declared(index, &mut diagnostics);
        parameters.set(settings)?;
        Ok(self.lowered(index, &parameters, diagnostics))
    }

    fn lowered(&self, index: usize, parameters: &Parameters, mut diagnostics: Diagnostics) -> DrfLowered {
        let Some(playable) = self.playable().get(index) else {
            return DrfLowered { rules: None, diagnostics, work: 0 };
        };
        if self.is_broken || self.games.lacks_base(index) {
            return DrfLowered { rules: None, diagnostics, work: 0 };
        }
        if diagnostics.has_errors() {
            // Every use of a parameter that is none would be a fault of its own.
            return DrfLowered { rules: None, diagnostics, work: 0 };
        }
        let put = match parameters.list.is_empty() {
            true => None,
            false => {
                let clauses = self.games.clauses(&self.tree, index, &mut Diagnostics::default());
                Some(parameters.put_into(&self.tree, &clauses.list, &self.sources, &mut diagnostics))
            }
        };
        let tree = put.as_ref().unwrap_or(&self.tree);
        let clauses = self.games.clauses(tree, index, &mut diagnostics);
        let (title, span) = (&playable.title, playable.span);
        let mut work = 0;
        let (clause_count, parameter_count) = (clauses.list.len() as u64, parameters.list.len() as u64);
        let read = CLAUSE_WORK * clause_count + PARAMETER_WORK * parameter_count + ITEM_WORK;
        let rules = lower::lower(&clauses, title, span, parameters, &self.limits, &mut diagnostics, &mut work);
        diagnostics.sort();
        DrfLowered { rules: rules.filter(|_| !diagnostics.has_errors()), diagnostics, work: work + read }
    }

    /// Returns the parameters of a playable item, in the order of the text; those that are declared
    /// wrongly are left out.
    pub fn parameters(&self, index: usize) -> Vec<Parameter> {
        let parameters = self.declared(index, &mut Diagnostics::default());
        parameters.list.into_iter().map(|(_, parameter)| parameter).collect()
    }

    fn declared(&self, index: usize, diagnostics: &mut Diagnostics) -> Parameters {
        if index >= self.playable().len() {
            return Parameters::default();
        }
        // The set of modules may depend on parameters, so their errors are reported later.
        let clauses = self.games.clauses(&self.tree, index, &mut Diagnostics::default());
        Parameters::find(&clauses.tree, &clauses.list, diagnostics)
    }

    /// Returns the text of the file itself in which the usual values of parameters are others.
    /// Everything else is as it was written; parameters that another file declares are left alone.
    pub fn text_with(&self, index: usize, settings: &[(String, String)]) -> Result<String, BadSetting> {
        let mut parameters = self.declared(index, &mut Diagnostics::default());
        parameters.set(settings)?;
        let text = self.sources.files().first().map_or("", |file| file.text());
        let mut text = text.strip_suffix(standard::APPENDED).unwrap_or(text).to_string();
        let mut places: Vec<&Parameter> = parameters.list.iter().map(|(_, parameter)| parameter).collect();
        places.retain(|parameter| FileId(parameter.default_span.file) == FileId(0));
        places.compact_sort_by_key(|parameter| std::cmp::Reverse(parameter.default_span.start));
        for parameter in places {
            let span = parameter.default_span;
            text.replace_range(span.start as usize..span.end as usize, &parameter.value);
        }
        Ok(text)
    }

    /// Everything that is wrong with the file and all that can be played in it.
    pub fn check(&self) -> Diagnostics {
        let mut all = self.diagnostics();
        let mut work = 0;
        for (index, item) in self.playable().iter().enumerate() {
            if let Some(fault) = self.too_much(work, index, item.span) {
                all.push(fault);
                break;
            }
            let lowered = self.rules(index);
            work += lowered.work;
            all.extend(&lowered.diagnostics);
        }
        if !all.has_errors() {
            all.extend(&self.unused());
        }
        all.sort();
        all
    }

    /// Returns the message if the games before the one with this index have used the whole work
    /// limit.
    pub fn too_much(&self, work: u64, index: usize, span: Span) -> Option<Diagnostic> {
        let max = self.limits.file_work;
        (work > max).then(|| {
            let hit = LimitHit { max, ..LimitHit::new(LimitKind::FileWork, 0) };
            let all = self.playable().len();
            let hint = format!("{index} of {all} games and variants have been checked; those from here on have not");
            Diagnostic::new(Code::LimitReached, span, hit.to_string()).hint(hint)
        })
    }

    /// Returns the rules and definitions that nothing uses, and the lists in which nothing stands.
    /// Only of a file without errors: what is misspelt elsewhere would be missed here.
    pub fn unused(&self) -> Diagnostics {
        let mut found = Diagnostics::default();
        unused::find(&self.tree, &mut found);
        degenerate::find(&self.tree, &mut found);
        found
    }
}
