//! What may stand at a place: words of the language and names of the text.

use std::collections::HashSet;
use std::ops::Range;

use dagaz_core::CompactSort;

use crate::analysis::Analysis;
use crate::language::Language;
use crate::names::SymbolKind;
use crate::tokens::{Around, around, word_at};
use crate::words::{Word, words};

/// Completions that are offered at once.
const COMPLETIONS_MAX: usize = 400;

/// Clauses of DRF that may stand outside of games.
const SHARED: [&str; 8] = ["rule", "define", "class", "table", "var", "use", "parameter", "statistic"];

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A word of the language.
    Word,
    /// A name of the text.
    Name(SymbolKind),
}

/// A word that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub name: String,
    /// What is replaced by it.
    pub range: Range<usize>,
    /// What it is.
    pub kind: CompletionKind,
    /// How it is written, with its arguments.
    pub form: String,
    /// What it means, in one line.
    pub meaning: String,
}

impl Analysis {
    /// Returns the words that may stand at a byte and begin with what is before it.
    pub fn complete(&self, at: usize) -> Vec<Completion> {
        let at = self.text.floor_char_boundary(at.min(self.text.len()));
        let around = match self.language.has_lists() {
            true => around(&self.text, &self.tokens, at),
            false => Around::default(),
        };
        if around.is_text {
            return Vec::new();
        }
        let token = word_at(&self.tokens, at).filter(|token| token.range.start < at);
        let mut range = token.map_or(at..at, |token| token.range.clone());
        // Of a hop such as `n.ne` the part under the cursor.
        let before = &self.text[range.start..at];
        if self.language == Language::Drf
            && let Some(dot) = before.rfind('.')
        {
            range.start += dot + 1;
        }
        let begun = self.text[range.start..at].to_lowercase();
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut add = |completion: Completion| {
            let fits = completion.name.to_lowercase().starts_with(&begun);
            if fits && found.len() < COMPLETIONS_MAX && known.insert(completion.name.clone()) {
                found.push(completion);
            }
        };
        self.names_for(at, &around, &range).into_iter().for_each(&mut add);
        let fitting = words(self.language).iter().filter(|word| self.fits(word, &around));
        fitting
            .map(|word| Completion {
                name: word.name.to_string(),
                range: range.clone(),
                kind: CompletionKind::Word,
                form: word.form.to_string(),
                meaning: word.meaning.to_string(),
            })
            .for_each(&mut add);
        // A board may have more sites than there is room for.
        self.names_of_board(&around, &range).for_each(&mut add);
        found
    }

    /// Returns whether a word of the language may stand there.
    fn fits(&self, word: &Word, around: &Around<'_>) -> bool {
        if word.is_pattern() {
            return false;
        }
        if !self.language.has_lists() {
            return true;
        }
        if around.heads.is_empty() {
            return false;
        }
        let outer = around.heads.len().checked_sub(2).map(|outer| around.heads[outer]);
        let head = around.heads.last().copied().unwrap_or_default();
        let place = if around.is_head { outer } else { Some(head) };
        match (place, word.kind) {
            (None, kind) => kind == "file" || SHARED.contains(&word.name) && kind == "clause",
            (Some("game" | "variant" | "module"), kind) => {
                around.is_head && matches!(kind, "clause" | "section" | "display")
            }
            (Some("board"), kind) => around.is_head && kind == "board",
            (Some(place), "clause") => {
                let is_part = ["moves", "on", "var"].contains(&word.name);
                around.is_head && is_part && matches!(place, "piece" | "phase")
            }
            (Some(_), "file" | "section") => false,
            (Some(place), "board") => self.language == Language::Zrf && matches!(place, "grid" | "zone" | "positions"),
            (Some(_), _) => around.is_head == word.begins_list(),
        }
    }

    fn names_for(&self, at: usize, around: &Around<'_>, range: &Range<usize>) -> Vec<Completion> {
        let outer = around.heads.len().checked_sub(2).map(|outer| around.heads[outer]);
        let is_clause = around.is_head && matches!(outer, None | Some("game" | "variant" | "module" | "board"));
        if self.language == Language::Drf && (around.heads.is_empty() || is_clause) {
            return Vec::new();
        }
        // A clause that is being written ends before the blanks in front of the cursor.
        let reaches = |end: usize| end <= at && self.text[end..at].trim().is_empty();
        let in_scope = |scope: &Option<Range<usize>>| match scope {
            Some(scope) => scope.contains(&at) || reaches(scope.end),
            None => true,
        };
        let symbols = self.names.symbols.iter().filter(|symbol| in_scope(&symbol.scope));
        let own = symbols.map(|symbol| {
            let line = symbol.detail.lines().next().unwrap_or_default();
            named(&symbol.name, symbol.kind, line, range)
        });
        let mut found: Vec<Completion> = own.collect();
        // Bound names first, since they are the nearest.
        found.compact_sort_by_key(|one| one.kind != CompletionKind::Name(SymbolKind::Local));
        found
    }

    /// Returns the directions and sites of the board where a word may stand that begins no list.
    fn names_of_board(&self, around: &Around<'_>, range: &Range<usize>) -> impl Iterator<Item = Completion> {
        let topology = self.topology.as_ref().filter(|_| !around.is_head);
        let directions = topology.into_iter().flat_map(|topology| topology.directions());
        let sites = topology.into_iter().flat_map(|topology| topology.sites());
        let directions = directions.map(|name| named(name, SymbolKind::Direction, name, range));
        directions.chain(sites.map(|site| named(&site.name, SymbolKind::Site, &site.name, range)))
    }
}

/// Returns the completion by a name.
fn named(name: &str, kind: SymbolKind, form: &str, range: &Range<usize>) -> Completion {
    Completion {
        name: name.to_string(),
        range: range.clone(),
        kind: CompletionKind::Name(kind),
        form: form.to_string(),
        meaning: kind.words().to_string(),
    }
}
