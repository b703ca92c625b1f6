//! What each token is, for colours.

use std::collections::HashSet;
use std::ops::Range;

use crate::analysis::Analysis;
use crate::names::SymbolKind;
use crate::tokens::Kind;
use crate::words::words;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticKind {
    /// A comment.
    Comment,
    /// A string.
    String,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// A name.
    Name(SymbolKind),
}

/// A token with its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// The bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: SemanticKind,
    /// Whether a name is declared here.
    pub is_declaration: bool,
}

impl Analysis {
    /// Returns the tokens that have a kind, in the order of the text; none overlap.
    pub fn semantic_tokens(&self) -> Vec<SemanticToken> {
        let known: HashSet<&str> = words(self.language).iter().map(|word| word.name).collect();
        let sites: HashSet<&str> =
            self.topology.iter().flat_map(|topology| topology.sites()).map(|site| site.name.as_str()).collect();
        let mut names = self.names.occurrences.iter().peekable();
        let mut found = Vec::new();
        for token in &self.tokens {
            while names.next_if(|name| name.range.start < token.range.start).is_some() {}
            let text = self.text.get(token.range.clone()).unwrap_or_default();
            let kind = match token.kind {
                Kind::Open | Kind::Close => continue,
                Kind::Comment => SemanticKind::Comment,
                Kind::String => SemanticKind::String,
                Kind::Word => {
                    let before = found.len();
                    while let Some(name) = names.next_if(|name| name.range.end <= token.range.end) {
                        let kind = SemanticKind::Name(self.names.symbols[name.symbol].kind);
                        found.push(SemanticToken {
                            range: name.range.clone(),
                            kind,
                            is_declaration: name.is_declaration,
                        });
                    }
                    if found.len() > before {
                        continue;
                    }
                    match text {
                        _ if text.parse::<f64>().is_ok_and(f64::is_finite) => SemanticKind::Number,
                        _ if known.contains(text) => SemanticKind::Keyword,
                        _ => match self.board_kind(text, &sites) {
                            Some(kind) => SemanticKind::Name(kind),
                            None => continue,
                        },
                    }
                }
            };
            found.push(SemanticToken { range: token.range.clone(), kind, is_declaration: false });
        }
        found
    }

    fn board_kind(&self, text: &str, sites: &HashSet<&str>) -> Option<SymbolKind> {
        let topology = self.topology.as_ref()?;
        let is_site = |name: &str| sites.contains(name);
        if is_site(text) || text.split_once("..").is_some_and(|(from, to)| is_site(from) && is_site(to)) {
            return Some(SymbolKind::Site);
        }
        let is_hop = text.split('.').all(|part| topology.direction_named(part).is_some());
        is_hop.then_some(SymbolKind::Direction)
    }
}
