//! The names of a ForthScript text.

use std::collections::{HashMap, HashSet};

use super::{DETAIL_BYTES_MAX, Names, Occurrence, Place, Symbol, SymbolKind};
use crate::tokens::{Kind, Token};

/// Words behind which a name is declared.
const DECLARING: [(&str, SymbolKind); 15] = [
    (":", SymbolKind::Rule),
    ("CONSTANT", SymbolKind::Value),
    ("VARIABLE", SymbolKind::Variable),
    ("CREATE", SymbolKind::Variable),
    ("TIMER", SymbolKind::Variable),
    ("[]", SymbolKind::Variable),
    ("DEFER", SymbolKind::Rule),
    ("{variable}", SymbolKind::Variable),
    ("{array}", SymbolKind::Variable),
    ("{carray}", SymbolKind::Variable),
    ("{position}", SymbolKind::Site),
    ("{direction}", SymbolKind::Direction),
    ("{player}", SymbolKind::Player),
    ("{piece}", SymbolKind::Piece),
    ("{moves", SymbolKind::Class),
];

/// Returns the names of a script with these tokens.
pub(super) fn names(text: &str, tokens: &[Token]) -> Names {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.kind == Kind::Word).collect();
    let word = |token: &Token| text.get(token.range.clone()).unwrap_or_default();
    let (mut names, mut known, mut declared) = (Names::default(), HashMap::new(), HashSet::new());
    for pair in words.windows(2) {
        let Some((_, kind)) = DECLARING.iter().find(|(declaring, _)| *declaring == word(pair[0])) else { continue };
        let place = Place { file: None, range: pair[1].range.clone() };
        declared.insert(pair[1].range.start);
        let symbol = *known.entry(word(pair[1])).or_insert(names.symbols.len());
        match names.symbols.get_mut(symbol) {
            Some(symbol) => symbol.declared.push(place),
            None => names.symbols.push(Symbol {
                name: word(pair[1]).to_string(),
                kind: *kind,
                declared: vec![place],
                detail: detail(text, pair[0]),
                scope: None,
            }),
        }
    }
    for token in words {
        let Some(&symbol) = known.get(word(token)) else { continue };
        let is_declaration = declared.contains(&token.range.start);
        names.occurrences.push(Occurrence { range: token.range.clone(), symbol, is_declaration });
    }
    names
}

/// Returns the text of a declaration: a definition up to its end, anything else to the end of the
/// line.
fn detail(text: &str, begin: &Token) -> String {
    let rest = &text[begin.range.start..];
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let end = match &text[begin.range.clone()] {
        ":" => rest.find(" ;").map_or(line, |end| end + 2),
        _ => line,
    };
    let kept = rest.floor_char_boundary(end.min(DETAIL_BYTES_MAX));
    if kept < end { format!("{} …", &rest[..kept]) } else { rest[..kept].to_string() }
}
