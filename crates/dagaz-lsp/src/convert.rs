//! From bytes and kinds of the analysis to types of the protocol.

use std::ops::Range;

use dagaz_analysis::{Edit, Finding, LineIndex, SemanticKind, SemanticToken, SymbolKind};
use lsp_types::{
    CompletionItemKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    SemanticTokenType, TextEdit,
};

use crate::documents::Document;

/// The types of semantic tokens, in the order of their numbers.
pub(crate) const TOKEN_TYPES: [SemanticTokenType; 12] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::CLASS,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::MACRO,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::NAMESPACE,
];

/// Returns the range of some bytes of a text.
pub(crate) fn range(text: &str, index: &LineIndex, bytes: &Range<usize>) -> lsp_types::Range {
    let position = |byte| {
        let position = index.position(text, byte);
        lsp_types::Position { line: position.line, character: position.column }
    };
    lsp_types::Range { start: position(bytes.start), end: position(bytes.end) }
}

/// Returns a change of an open text.
pub(crate) fn edit(document: &Document, edit: &Edit) -> TextEdit {
    TextEdit { range: range(&document.text, &document.index, &edit.range), new_text: edit.text.clone() }
}

/// Returns a finding as a diagnostic.
pub(crate) fn diagnostic(document: &Document, finding: &Finding) -> Diagnostic {
    let message = match &finding.hint {
        Some(hint) => format!("{}\n{hint}", finding.message),
        None => finding.message.clone(),
    };
    let related = finding.related.iter().map(|related| DiagnosticRelatedInformation {
        location: Location { uri: document.uri.clone(), range: range(&document.text, &document.index, &related.range) },
        message: related.message.clone(),
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: range(&document.text, &document.index, &finding.range),
        severity: Some(if finding.is_error { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
        code: Some(NumberOrString::String(finding.code.clone())),
        source: Some("dagaz".to_string()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// Returns the kind of a completion.
pub(crate) fn completion_kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Player | SymbolKind::Piece => CompletionItemKind::CLASS,
        SymbolKind::Rule | SymbolKind::Definition => CompletionItemKind::FUNCTION,
        SymbolKind::Class | SymbolKind::Table | SymbolKind::Module => CompletionItemKind::MODULE,
        SymbolKind::Variable | SymbolKind::Chance | SymbolKind::Parameter | SymbolKind::Local => {
            CompletionItemKind::VARIABLE
        }
        SymbolKind::Zone | SymbolKind::Site => CompletionItemKind::FIELD,
        SymbolKind::Direction | SymbolKind::Phase | SymbolKind::Ending | SymbolKind::Value => {
            CompletionItemKind::ENUM_MEMBER
        }
    }
}

/// Returns the kind of an entry of an outline.
pub(crate) fn symbol_kind(kind: Option<SymbolKind>) -> lsp_types::SymbolKind {
    match kind {
        None => lsp_types::SymbolKind::OBJECT,
        Some(SymbolKind::Player | SymbolKind::Piece) => lsp_types::SymbolKind::CLASS,
        Some(SymbolKind::Rule | SymbolKind::Definition) => lsp_types::SymbolKind::FUNCTION,
        Some(SymbolKind::Variable | SymbolKind::Chance | SymbolKind::Local) => lsp_types::SymbolKind::VARIABLE,
        Some(SymbolKind::Parameter | SymbolKind::Value) => lsp_types::SymbolKind::CONSTANT,
        Some(SymbolKind::Class | SymbolKind::Table | SymbolKind::Module) => lsp_types::SymbolKind::MODULE,
        Some(SymbolKind::Zone | SymbolKind::Site) => lsp_types::SymbolKind::FIELD,
        Some(SymbolKind::Direction | SymbolKind::Phase) => lsp_types::SymbolKind::ENUM_MEMBER,
        Some(SymbolKind::Ending) => lsp_types::SymbolKind::EVENT,
    }
}

fn token_type(kind: SemanticKind) -> SemanticTokenType {
    match kind {
        SemanticKind::Comment => SemanticTokenType::COMMENT,
        SemanticKind::String => SemanticTokenType::STRING,
        SemanticKind::Number => SemanticTokenType::NUMBER,
        SemanticKind::Keyword => SemanticTokenType::KEYWORD,
        SemanticKind::Name(kind) => match kind {
            SymbolKind::Player => SemanticTokenType::TYPE,
            SymbolKind::Piece => SemanticTokenType::CLASS,
            SymbolKind::Rule => SemanticTokenType::FUNCTION,
            SymbolKind::Definition => SemanticTokenType::MACRO,
            SymbolKind::Local | SymbolKind::Parameter => SemanticTokenType::PARAMETER,
            SymbolKind::Variable | SymbolKind::Chance => SemanticTokenType::VARIABLE,
            SymbolKind::Class | SymbolKind::Table | SymbolKind::Module => SemanticTokenType::NAMESPACE,
            SymbolKind::Zone
            | SymbolKind::Site
            | SymbolKind::Direction
            | SymbolKind::Phase
            | SymbolKind::Ending
            | SymbolKind::Value => SemanticTokenType::ENUM_MEMBER,
        },
    }
}

/// Returns semantic tokens in the code of the protocol: each relative to the one before. A token
/// of several lines is one for each line.
pub(crate) fn semantic_tokens(document: &Document, tokens: &[SemanticToken]) -> Vec<lsp_types::SemanticToken> {
    let (mut found, mut line, mut column) = (Vec::new(), 0, 0);
    for token in tokens {
        let kind = token_type(token.kind);
        let number = TOKEN_TYPES.iter().position(|known| *known == kind).unwrap_or_default() as u32;
        let text = document.text.get(token.range.clone()).unwrap_or_default();
        let mut start = token.range.start;
        for part in text.split_inclusive(['\n', '\r']) {
            let length = part.trim_end_matches(['\n', '\r']).encode_utf16().count() as u32;
            let at = document.index.position(&document.text, start);
            start += part.len();
            if length == 0 {
                continue;
            }
            let delta_line = at.line - line;
            found.push(lsp_types::SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 { at.column - column } else { at.column },
                length,
                token_type: number,
                token_modifiers_bitset: u32::from(token.is_declaration),
            });
            (line, column) = (at.line, at.column);
        }
    }
    found
}
