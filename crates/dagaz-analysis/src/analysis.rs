//! A text, read once.

use std::ops::Range;
use std::sync::Arc;

use dagaz_axiom::Script;
use dagaz_core::{CompactSort, Limits, Topology};
use dagaz_drf::DrfFile;
use dagaz_front::script::{self, ScriptText};
use dagaz_rules::path::PathRules;
use dagaz_syntax::source::{FileId, Includes, SourceMap, Span};
use dagaz_syntax::{Diagnostic, Diagnostics, Fix, Severity};
use dagaz_zrf::GameFile;

use crate::check::{Values, check_drf, check_script, check_zrf};
use crate::edits::Edit;
use crate::finding::{Finding, QuickFix, Related};
use crate::language::Language;
use crate::names::Names;
use crate::outline::{self, OutlineItem};
use crate::tokens::{Kind, Token, tokens};

/// What is before the text that the front ends see.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// See the [module documentation](crate).
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    pub(crate) names: Names,
    findings: Vec<Finding>,
    outline: Vec<OutlineItem>,
    /// The board of the first game without errors.
    pub(crate) topology: Option<Topology>,
    /// The rules of that game, in DRF.
    pub(crate) rules: Option<PathRules>,
}

struct FolderIncludes<'a>(&'a dyn Includes);

impl dagaz_axiom::Includes for FolderIncludes<'_> {
    fn load(&self, name: &str) -> Result<Vec<u8>, dagaz_axiom::IncludeError> {
        self.0.load("", &name.replace('\\', "/")).map_err(|_| dagaz_axiom::IncludeError::NotFound)
    }
}

impl Analysis {
    /// Reads a text. `None` if the name is not that of a rules file.
    pub fn new(name: &str, text: &str, includes: &dyn Includes, limits: &Limits) -> Option<Analysis> {
        let language = Language::of(name)?;
        // A mark has the width of a blank place, so that all offsets stay those of the text.
        let body = text.strip_prefix(BYTE_ORDER_MARK).map_or_else(|| text.to_string(), |rest| format!("   {rest}"));
        let mut analysis = Analysis {
            name: name.to_string(),
            language,
            // A longer text is refused as a whole.
            tokens: if body.len() <= limits.source_bytes { tokens(language, &body) } else { Vec::new() },
            text: body,
            names: Names::default(),
            findings: Vec::new(),
            outline: Vec::new(),
            topology: None,
            rules: None,
        };
        match language {
            Language::Drf => analysis.read_drf(includes, limits),
            Language::Zrf => analysis.read_zrf(includes, limits),
            Language::ForthScript => analysis.read_script(includes, limits),
        }
        analysis.findings.compact_sort_by_key(|finding| (finding.range.start, finding.range.end));
        Some(analysis)
    }

    /// Returns the language of the text.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the text. A byte order mark is replaced by blanks of the same width.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns what is wrong, in the order of the text.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the games, clauses and definitions of the text, in order.
    pub fn outline(&self) -> &[OutlineItem] {
        &self.outline
    }

    /// Returns the formatted text as one edit; `None` if it is formatted, or if its parentheses or
    /// quotes do not match. Scripts have no format.
    pub fn format(&self) -> Option<Edit> {
        let has_format = self.language.has_lists() && !self.tokens.is_empty();
        let text = has_format.then(|| dagaz_syntax::format::format(&self.text).ok())??;
        Edit::between(&self.text, &text)
    }

    fn read_drf(&mut self, includes: &dyn Includes, limits: &Limits) {
        let file = DrfFile::parse(&self.name, self.text.as_bytes(), includes, limits);
        if self.is_read(file.sources()) {
            self.names = Names::of_drf(file.tree(), file.sources(), self.text.len());
            self.outline = outline::of_lists(file.tree(), self.text.len());
        }
        let found = check_drf(&file, limits, Values::Defaults);
        self.take(&found, file.sources());
        if !found.has_errors() {
            self.rules = file.rules(file.default_index()).rules;
            self.topology = self.rules.as_ref().map(|rules| rules.topology.clone());
        }
    }

    fn read_zrf(&mut self, includes: &dyn Includes, limits: &Limits) {
        let mut file = GameFile::parse(&self.name, self.text.as_bytes(), includes, limits);
        if self.is_read(file.sources()) {
            self.names = Names::of_zrf(file.tree(), file.sources(), self.text.len());
            self.outline = outline::of_lists(file.tree(), self.text.len());
        }
        let index = file.default_index();
        // The rules of some files are in a script; of these only board, pictures and set-up count.
        let found = match file.stub(index) {
            Some(_) => file.stub_errors(index),
            None => check_zrf(&mut file, limits),
        };
        self.take(&found, file.sources());
        if !found.has_errors() {
            self.topology = file.rules(file.default_index()).rules.map(|rules| rules.topology);
        }
    }

    fn read_script(&mut self, includes: &dyn Includes, limits: &Limits) {
        self.names = Names::of_script(&self.text, &self.tokens);
        self.outline = outline::of_symbols(&self.names.symbols);
        let script = Script::load(&self.name, self.text.as_bytes(), &FolderIncludes(includes), limits);
        let script = self.with_rules_file(script, includes, limits);
        for fault in check_script(&script, limits) {
            // File 0 is the prelude, file 1 the script.
            let is_own = fault.place.file == 1;
            let range = if is_own { self.script_range(fault.place.line as usize, &fault.message) } else { 0..0 };
            let message = match script.sources().get(usize::from(fault.place.file)).filter(|_| !is_own) {
                Some(source) => format!("{}:{}: {}", source.name, fault.place.line, fault.message),
                None => fault.message.clone(),
            };
            self.findings.push(Finding {
                range,
                is_error: fault.severity == dagaz_axiom::Severity::Error,
                code: fault.severity.code().to_string(),
                message,
                hint: fault.hint.clone(),
                related: Vec::new(),
                fix: None,
            });
        }
    }

    /// Returns a script with the rules file of the same name.
    fn with_rules_file(&self, script: Script, includes: &dyn Includes, limits: &Limits) -> ScriptText {
        let stem = self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem);
        let name = format!("{stem}.zrf");
        let Ok(bytes) = includes.load(&self.name, &name) else {
            return ScriptText { script, beside: None, damage: None };
        };
        let read = |_| Some(GameFile::parse(&name, &bytes, includes, limits));
        let names = [name.clone()];
        let beside = script::rules_among(&self.name, &names, read).map(|(_, rules)| Arc::new(rules));
        let damage = script::damage_among(&self.name, !script.has_setup(), &names, read);
        ScriptText { script, beside, damage }
    }

    /// Returns whether the front end has read the text as it is: some encodings without marks are
    /// guessed from zero bytes.
    fn is_read(&self, sources: &SourceMap) -> bool {
        sources.files().first().is_some_and(|file| file.text().starts_with(&self.text))
    }

    /// Returns the word of a line of a script that a message quotes, or else the line.
    fn script_range(&self, line: usize, message: &str) -> Range<usize> {
        let start = match line {
            0 | 1 => 0,
            _ => self.text.match_indices('\n').nth(line - 2).map_or(self.text.len(), |(at, _)| at + 1),
        };
        let end = self.text[start..].find('\n').map_or(self.text.len(), |end| start + end);
        let quoted = message.split('`').nth(1).unwrap_or_default();
        let first = self.tokens.partition_point(|token| token.range.start < start);
        let tokens = self.tokens[first..].iter().take_while(|token| token.range.start < end);
        let word = tokens.clone().find(|token| self.text.get(token.range.clone()) == Some(quoted));
        let whole = tokens.clone().next().map(|token| token.range.start).zip(tokens.last().map(|last| last.range.end));
        word.map(|token| token.range.clone()).or_else(|| whole.map(|(start, end)| start..end)).unwrap_or(start..end)
    }

    fn take(&mut self, found: &Diagnostics, sources: &SourceMap) {
        let is_read = self.is_read(sources);
        for diagnostic in found.list() {
            let finding = self.finding(diagnostic, sources, is_read);
            self.findings.push(finding);
        }
    }

    fn finding(&self, diagnostic: &Diagnostic, sources: &SourceMap, is_read: bool) -> Finding {
        let is_own = |span: Span| is_read && span.file == FileId(0);
        let labels = diagnostic.labels.iter().filter(|label| is_own(label.span));
        let related = labels.map(|label| Related { range: self.range(label.span), message: label.message.clone() });
        let (range, message) = if is_own(diagnostic.span) {
            (self.range(diagnostic.span), diagnostic.message.clone())
        } else {
            let file = sources.file(diagnostic.span.file);
            let place = file.line_column(diagnostic.span.start);
            (0..0, format!("{}:{}:{}: {}", file.name(), place.line, place.column, diagnostic.message))
        };
        Finding {
            is_error: diagnostic.severity == Severity::Error,
            code: diagnostic.code.to_string(),
            hint: diagnostic.hint.clone(),
            related: related.collect(),
            fix: diagnostic
                .fix
                .as_ref()
                .filter(|_| is_own(diagnostic.span))
                .and_then(|fix| self.quick_fix(fix, &range)),
            range,
            message,
        }
    }

    /// Returns the bytes of a span in the text itself. The first byte of a list stands for the list
    /// up to the word at its head.
    fn range(&self, span: Span) -> Range<usize> {
        let clamp = |byte: u32| self.text.floor_char_boundary((byte as usize).min(self.text.len()));
        let (start, end) = (clamp(span.start), clamp(span.end));
        let first = self.tokens.partition_point(|token| token.range.start < start);
        let is_head = end == start + 1 && self.text[start..].starts_with('(');
        let head = self.tokens.get(first + 1).filter(|token| is_head && token.kind == Kind::Word);
        start..head.map_or(end.max(start), |token| token.range.end)
    }

    fn quick_fix(&self, fix: &Fix, range: &Range<usize>) -> Option<QuickFix> {
        match fix {
            Fix::Word { found, text } => {
                let range = self.word_in(found, range)?;
                let title = format!("Write `{text}` instead of `{found}`");
                Some(QuickFix { title, edit: Edit { range, text: text.clone() } })
            }
            Fix::Insert { at, text } => {
                let at = self.range(*at).start;
                let title = format!("Insert `{}`", text.trim());
                Some(QuickFix { title, edit: Edit { range: at..at, text: text.clone() } })
            }
            Fix::Remove { span } => {
                let range = span.start as usize..span.end as usize;
                let title = format!("Remove `{}`", self.text.get(range.clone())?);
                Some(QuickFix { title, edit: Edit { range, text: String::new() } })
            }
        }
    }

    /// Returns the first place in a range at which a word stands, alone or as a part of a hop such
    /// as `n.ne`.
    fn word_in(&self, word: &str, range: &Range<usize>) -> Option<Range<usize>> {
        let first = self.tokens.partition_point(|token| token.range.start < range.start);
        let inside = self.tokens[first..].iter().take_while(|token| token.range.start < range.end);
        inside.filter(|token| token.kind == Kind::Word).find_map(|token| {
            let text = self.text.get(token.range.clone())?;
            let mut at = token.range.start;
            if text == word {
                return Some(token.range.clone());
            }
            text.split('.').find_map(|part| {
                let start = at;
                at += part.len() + 1;
                (part == word).then(|| start..start + part.len())
            })
        })
    }
}
