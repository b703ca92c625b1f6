//! What is shown and heard: kept for views, and never looked at by rules.

use std::collections::HashMap;

use dagaz_core::{PieceName, Texts};
use dagaz_rules::{PieceType, ViewHint, ViewValue};

use super::Lower;
use crate::expand::{ItemId, ItemKind};
use crate::section::{DISPLAY_SECTIONS, Key};

/// Values of one keyword that are kept. Translations list hundreds of words.
const VALUES_MAX: usize = 4_096;

impl Lower<'_> {
    /// Keeps the display sections of the game.
    pub(super) fn display_sections(&mut self) {
        for section in self.sections {
            if let Key::Keyword(word) = &section.key
                && (word.ends_with("-sound") || DISPLAY_SECTIONS.contains(&word.as_str()))
            {
                self.display("", section.item);
            }
        }
    }

    /// Keeps a display keyword with all its words and texts.
    pub(super) fn display(&mut self, about: &str, item: ItemId) {
        let Some(key) = self.head(item).map(str::to_string) else { return };
        let mut values = Vec::new();
        let mut waiting: Vec<ItemId> = self.rest(item).iter().rev().copied().collect();
        while let Some(item) = waiting.pop().filter(|_| values.len() < VALUES_MAX) {
            let text = self.x.text(item).unwrap_or_default().to_string();
            self.has_read(text.len() / 64);
            match self.x.kind(item) {
                ItemKind::Word(_) => values.push(ViewValue::Word(text)),
                ItemKind::String(_) => values.push(ViewValue::Text(text)),
                ItemKind::List => waiting.extend(self.members(item).iter().rev()),
            }
        }
        self.view.push(ViewHint { about: about.into(), key, values, span: self.rule_span(item) });
    }

    /// Returns the texts about the game.
    pub(super) fn texts(&self) -> Texts {
        let kept = self.kept_texts();
        let text = |key: &str| kept.get(&("", key)).map(|text| shown(text)).unwrap_or_default();
        Texts {
            description: text("description"),
            history: text("history"),
            strategy: text("strategy"),
            notes: Vec::new(),
        }
    }

    /// Returns the texts about the pieces.
    pub(super) fn piece_texts(&self, pieces: &[PieceType]) -> Vec<PieceName> {
        let kept = self.kept_texts();
        let about = |piece: &PieceType| {
            let text = |key: &str| kept.get(&(piece.name.as_str(), key)).map(|text| shown(text));
            PieceName {
                name: piece.name.clone(),
                letter: text("notation").filter(|letter| !letter.is_empty()),
                help: text("help").unwrap_or_default(),
                description: text("description").unwrap_or_default(),
            }
        };
        pieces.iter().map(about).collect()
    }

    /// Returns the first text under each keyword of each thing; of a keyword given twice, the
    /// later.
    fn kept_texts(&self) -> HashMap<(&str, &str), &str> {
        let first = |hint: &'_ ViewHint| hint.values.iter().position(|value| matches!(value, ViewValue::Text(_)));
        let texts = self.view.iter().filter_map(|hint| match &hint.values[first(hint)?] {
            ViewValue::Text(text) => Some(((hint.about.as_str(), hint.key.as_str()), text.as_str())),
            ViewValue::Word(_) => None,
        });
        texts.collect()
    }
}

/// Returns a text as it is shown: a backslash is a line break, a backquote a quotation mark.
fn shown(text: &str) -> String {
    text.replace('\\', "\n").replace('`', "\"")
}
