//! A rules file as a whole: what can be played in it, and the rules of each.

use dagaz_core::{LimitHit, LimitKind, Limits};
use dagaz_rules::Rules;

use crate::expand::{Expander, ItemId, ItemKind};
use crate::lower::{HINTED_MAX, lower};
use crate::quirks::Quirks;
use crate::section::{DISPLAY_SECTIONS, Key, RULE_SECTIONS, Section, inherit};
use dagaz_syntax::Playable;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics, Label};
use dagaz_syntax::parser::{TOP_LEVEL, parse};
use dagaz_syntax::render::render_all;
use dagaz_syntax::source::{Includes, SourceMap, Span};
use dagaz_syntax::suggest;
use dagaz_syntax::tree::Tree;

/// What copying and looking through a section of an item costs, in the units of
/// [`Limits::file_work`].
const SECTION_WORK: u64 = 8;

/// The rules of one playable item, or why there are none.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The rules, unless there are errors.
    pub rules: Option<Rules>,
    /// What was found.
    pub diagnostics: Diagnostics,
}

/// What else [`GameFile::check_with`] asks of the rules of an item: a fault, if there is one, and
/// how much work that was.
pub type MoreChecks<'a> = dyn FnMut(&Playable, Rules) -> (Option<Diagnostic>, u64) + 'a;

/// A rules file.
#[derive(Debug)]
pub struct GameFile {
    sources: SourceMap,
    expander: Expander,
    limits: Limits,
    quirks: Quirks,
    diagnostics: Diagnostics,
    playable: Vec<Playable>,
    /// For each playable item its own form and that of its game.
    forms: Vec<(ItemId, Option<ItemId>)>,
}

impl GameFile {
    /// Reads a file and all that it includes. Never fails: what is wrong is in
    /// [`GameFile::diagnostics`].
    pub fn parse(name: &str, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> GameFile {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let tree = parse(name, bytes, &TOP_LEVEL, includes, limits, &mut sources, &mut diagnostics);
        let mut file = GameFile {
            sources,
            expander: Expander::new(tree, limits),
            limits: limits.clone(),
            quirks: Quirks::default(),
            diagnostics,
            playable: Vec::new(),
            forms: Vec::new(),
        };
        file.find_playable();
        file.expander.remember();
        file
    }

    /// The same file read with other answers to the open questions of the language.
    pub fn with_quirks(self, quirks: Quirks) -> GameFile {
        GameFile { quirks, ..self }
    }

    /// What can be played, in the order of the file. Separators of menus are left out.
    pub fn playable(&self) -> &[Playable] {
        &self.playable
    }

    /// Returns the default item: the one marked as default, else the first.
    pub fn default_index(&self) -> usize {
        self.playable.iter().position(|item| item.is_default).unwrap_or(0)
    }

    /// Returns the item of that title.
    pub fn titled(&self, title: &str) -> Option<usize> {
        self.playable.iter().position(|item| item.title == title)
    }

    /// Returns how much is stored for the macros expanded so far, in nodes of 16 bytes; see
    /// [`Limits::expanded_nodes`].
    pub fn stored_nodes(&self) -> usize {
        self.expander.stored_nodes()
    }

    /// Returns the texts of the file.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the syntax tree of the file and of all that it includes, before macros are expanded.
    pub fn tree(&self) -> &Tree {
        self.expander.tree()
    }

    /// What was found wrong with the file as a whole: its text, its macros, its top level.
    pub fn diagnostics(&self) -> Diagnostics {
        let mut all = self.diagnostics.clone();
        all.extend(self.expander.diagnostics());
        all.sort();
        all
    }

    /// Diagnostics of this file as text.
    pub fn render(&self, diagnostics: &Diagnostics) -> String {
        render_all(diagnostics, &self.sources)
    }

    /// Returns the rules of a playable item. An index beyond the list gives no rules.
    pub fn rules(&mut self, index: usize) -> Lowered {
        self.lower(index).0
    }

    /// What the file says of an item whose rules are in a program of their own: board, pictures,
    /// players, pieces and texts, as far as they can be read; what is wrong is in
    /// [`GameFile::stub_errors`]. `None` if its rules are here, or if it cannot be expanded. These
    /// rules are for showing: nothing of them may be played.
    pub fn stub(&mut self, index: usize) -> Option<Rules> {
        let (foreign, lowered) = self.lower_without_engine(index);
        lowered.rules.filter(|_| foreign)
    }

    /// Diagnostics of a file that is needed for its board, pictures and set-up, the errors of the
    /// whole text first. If its rules are complete, and so another game's, only those errors are
    /// reported.
    pub fn stub_errors(&mut self, index: usize) -> Diagnostics {
        let (foreign, lowered) = self.lower_without_engine(index);
        let mut all = self.diagnostics();
        if foreign {
            all.extend(&lowered.diagnostics);
        }
        all.errors_alone()
    }

    /// Lowers an item without the section that names a program of its own, and tells whether there
    /// is one.
    fn lower_without_engine(&mut self, index: usize) -> (bool, Lowered) {
        let mut foreign = false;
        let engine = Key::Keyword("engine".to_string());
        let (lowered, _) = self.lower_without(index, true, |section| {
            foreign |= section.key == engine;
            section.key == engine
        });
        (foreign, lowered)
    }

    /// Returns the rules of a playable item, and how much work they were.
    fn lower(&mut self, index: usize) -> (Lowered, u64) {
        self.lower_without(index, false, |_| false)
    }

    /// The same, with sections left out. With `despite_errors` there are rules also where something
    /// is wrong.
    fn lower_without(
        &mut self,
        index: usize,
        despite_errors: bool,
        mut left_out: impl FnMut(&Section) -> bool,
    ) -> (Lowered, u64) {
        let Some(&(form, _)) = self.forms.get(index) else {
            return (Lowered { rules: None, diagnostics: Diagnostics::default() }, 0);
        };
        let mut sections = match self.sections(index) {
            Ok(sections) => sections,
            Err(failure) => {
                let mut diagnostics = Diagnostics::default();
                diagnostics.push(*failure);
                return (Lowered { rules: None, diagnostics }, self.limits.expanded_nodes as u64);
            }
        };
        sections.retain(|section| !left_out(section));
        let x = &self.expander;
        let title = self.playable[index].title.clone();
        let (rules, diagnostics, work) = lower(x, form, title, &sections, &self.limits, &self.quirks, despite_errors);
        let work = work + sections.len() as u64 * SECTION_WORK;
        (Lowered { rules: rules.filter(|_| despite_errors || !diagnostics.has_errors()), diagnostics }, work)
    }

    /// Returns the sections of a playable item, those that it inherits among them.
    fn sections(&mut self, index: usize) -> Result<Vec<Section>, Box<Diagnostic>> {
        let Some(&(form, base)) = self.forms.get(index) else { return Ok(Vec::new()) };
        for form in base.into_iter().chain([form]) {
            self.expander.force_afresh(form)?;
        }
        let x = &self.expander;
        let own = Section::all(x, form, base.is_some());
        Ok(match base {
            Some(base) => inherit(&Section::all(x, base, false), &own, &self.quirks),
            None => own,
        })
    }

    /// Returns the program that an item leaves its rules to, by the path that the file names.
    /// `None` if its rules are in the file.
    pub fn engine(&mut self, index: usize) -> Option<String> {
        let engine = Key::Keyword("engine".to_string());
        let section = self.sections(index).ok()?.into_iter().find(|section| section.key == engine)?;
        let x = &self.expander;
        let name = x.members(section.item).get(1).and_then(|&name| x.text(name));
        Some(name.map_or_else(String::new, |name| name.to_string()))
    }

    /// Everything that is wrong with the file and all that can be played in it. Of a file with
    /// thousands of large games only the first are checked, and an error says so.
    pub fn check(&mut self) -> Diagnostics {
        let mut all = self.check_with(&mut |_, _| (None, 0));
        all.sort();
        all
    }

    /// The same, with the rules of each item that has no errors shown to `more`, which may find
    /// another fault and tells how much work it did, in the units of [`Limits::file_work`]. What
    /// was found comes in the order in which it was found.
    pub fn check_with(&mut self, more: &mut MoreChecks<'_>) -> Diagnostics {
        let mut found = Diagnostics::default();
        let (mut work, max, mut end) = (0u64, self.limits.file_work, None);
        for index in 0..self.playable.len() {
            if work > max {
                let hit = LimitHit { max, ..LimitHit::new(LimitKind::FileWork, 0) };
                let fault = Diagnostic::new(Code::LimitReached, self.playable[index].span, hit.to_string());
                let hint = format!(
                    "{index} of {} games and variants have been checked; those from here on have not",
                    self.playable.len()
                );
                end = Some(fault.hint(hint));
                break;
            }
            let (lowered, its_work) = self.lower(index);
            found.extend(&lowered.diagnostics);
            work += its_work;
            if let Some(rules) = lowered.rules {
                let (fault, its_work) = more(&self.playable[index], rules);
                fault.into_iter().for_each(|fault| found.push(fault));
                work += its_work;
            }
        }
        let mut all = self.diagnostics();
        all.extend(&found);
        end.into_iter().for_each(|fault| all.push_in_any_case(fault));
        all
    }

    fn find_playable(&mut self) {
        let mut game = None;
        let mut orphans = Vec::new();
        for place in 0..self.expander.tree().forms().len() {
            let form = self.expander.tree().forms()[place];
            let head = self.expander.tree().head(form);
            let word = head.map_or("", |head| self.expander.tree().symbols.text(head));
            if word == "define" {
                continue;
            }
            if !["game", "variant", "version"].contains(&word) && !head.is_some_and(|head| self.expander.is_macro(head))
            {
                let word = word.to_string();
                let at = self.expander.tree().members(form).next().unwrap_or(form);
                self.unknown_form(&word, self.expander.tree().node(at).span, Vec::new());
                continue;
            }
            let items = match self.expander.form(place) {
                Ok(items) => items,
                Err(failure) => {
                    self.diagnostics.push(*failure);
                    continue;
                }
            };
            for item in items {
                if let Err(failure) = self.top_level(item, &mut game, &mut orphans) {
                    self.diagnostics.push(*failure);
                }
            }
        }
        // Some files have their variants before their game.
        for index in orphans.into_iter().rev() {
            if let Some(game) = game {
                self.forms[index].1 = Some(game);
                continue;
            }
            self.forms.remove(index);
            let span = self.playable.remove(index).span;
            let message = "this variant has no game to be a variant of";
            let diagnostic = Diagnostic::new(Code::VariantWithoutGame, span, message);
            self.diagnostics.push(diagnostic.hint("put a `(game ...)` before it"));
        }
        if self.playable.is_empty() && !self.diagnostics.has_errors() {
            let message = "there is no game in this file";
            let diagnostic = Diagnostic::new(Code::NothingToPlay, Span::default(), message);
            self.diagnostics.push(diagnostic.hint("a game begins with `(game (title \"...\") ...)`"));
        }
    }

    /// Warns of a list of the top level that means nothing.
    fn unknown_form(&mut self, head: &str, span: Span, labels: Vec<Label>) {
        let message = format!("`{head}` means nothing outside a game, and is ignored");
        let mut diagnostic = Diagnostic { labels, ..Diagnostic::new(Code::UnknownTopLevel, span, message) };
        if head == "drf" {
            let hint = "this is a later edition of the language, which is read where the file's name ends in `.drf`";
            diagnostic = diagnostic.raised().hint(hint);
        } else if RULE_SECTIONS.contains(&head) || DISPLAY_SECTIONS.contains(&head) {
            diagnostic =
                diagnostic.hint("this belongs into a game; a `)` too many before it may have ended the game early");
        } else if self.diagnostics.list().len() < HINTED_MAX {
            let known = TOP_LEVEL.into_iter().chain(self.expander.macro_names());
            diagnostic = match suggest::closest(head, known) {
                Some(name) => diagnostic.hint(suggest::did_you_mean(head, name)),
                None => diagnostic.hint(format!("a file consists of {}", TOP_LEVEL.join(", "))),
            };
        }
        self.diagnostics.push(diagnostic);
    }

    fn top_level(
        &mut self,
        item: ItemId,
        game: &mut Option<ItemId>,
        orphans: &mut Vec<usize>,
    ) -> Result<(), Box<Diagnostic>> {
        // Errors inside a game occur again, and are reported, when its rules are requested.
        let forced = self.expander.force_members(item).map(<[ItemId]>::to_vec);
        let written = self.expander.tree().head(self.expander.node(item));
        let written = written.map(|head| self.expander.tree().symbols.text(head).to_string()).unwrap_or_default();
        let (members, head) = match forced {
            Ok(members) => {
                let head = members.first().and_then(|&head| self.expander.word(head)).unwrap_or_default().to_string();
                (members, head)
            }
            Err(_) if written == "game" || written == "variant" => (vec![item], written),
            Err(failure) => return Err(failure),
        };
        let (span, labels) = self.expander.origin(item);
        if self.expander.kind(item) != ItemKind::List {
            let message = "this text, which a macro puts outside all lists, is ignored";
            self.diagnostics.push(Diagnostic { labels, ..Diagnostic::new(Code::StrayText, span, message) });
            return Ok(());
        }
        let is_variant = match head.as_str() {
            "game" => false,
            "variant" => true,
            "version" => return Ok(()),
            head => {
                let span = self.expander.origin(members.first().copied().unwrap_or(item)).0;
                self.unknown_form(head, span, labels);
                return Ok(());
            }
        };
        let mut title = String::new();
        let mut is_default = false;
        for &section in &members[1..] {
            let Ok(parts) = self.expander.force_members(section).map(<[ItemId]>::to_vec) else { continue };
            match parts.first().and_then(|&head| self.expander.word(head)) {
                Some("title") => {
                    title = parts.get(1).and_then(|&text| self.expander.text(text)).unwrap_or_default().to_string();
                }
                Some("default") => is_default = true,
                _ => {}
            }
        }
        if !is_variant {
            *game = Some(item);
        }
        // A title of `-` makes a line in the menu of variants.
        if title != "-" {
            if is_variant && game.is_none() {
                orphans.push(self.playable.len());
            }
            self.playable.push(Playable { title, is_variant, is_default, span: span.head() });
            self.forms.push((item, if is_variant { *game } else { None }));
        }
        Ok(())
    }
}
