//! Words and strings stored once each, so that the rest of the crate compares numbers.

use std::collections::HashMap;
use std::sync::Arc;

/// A stored text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty text, present in every [`Symbols`].
    pub const EMPTY: Symbol = Symbol(0);
}

/// The table of stored texts.
#[derive(Clone, Debug)]
pub struct Symbols {
    texts: Vec<Arc<str>>,
    known: HashMap<Arc<str>, Symbol>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols { texts: Vec::new(), known: HashMap::new() };
        symbols.intern("");
        symbols
    }
}

impl Symbols {
    /// Returns the symbol of a text, stored now if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let symbol = Symbol(self.texts.len() as u32);
        let text: Arc<str> = text.into();
        self.texts.push(text.clone());
        self.known.insert(text, symbol);
        symbol
    }

    /// Returns the symbol of a text, if it is stored.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.known.get(text).copied()
    }

    /// Returns the text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
}
