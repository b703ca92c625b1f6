//! What the server answers to each request about a text.

use std::collections::HashMap;

use dagaz_analysis::{Analysis, CompletionKind, LineIndex, OutlineItem, Place};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CompletionItem, CompletionItemKind,
    CompletionTextEdit, DocumentSymbol, Documentation, Hover, HoverContents, InlayHint, InlayHintLabel, Location,
    MarkupContent, MarkupKind, Position, PrepareRenameResponse, SemanticTokens, TextEdit, Uri, WorkspaceEdit,
};

use crate::convert::{completion_kind, diagnostic, edit, range, semantic_tokens, symbol_kind};
use crate::documents::{Document, Documents};

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

fn one_text(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    // The key of this map is an address, which no answer changes.
    #[allow(clippy::mutable_key_type)]
    let changes = HashMap::from([(uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Returns the diagnostics of a text.
pub(crate) fn diagnostics(document: &Document, analysis: Option<&Analysis>) -> Vec<lsp_types::Diagnostic> {
    let findings = analysis.into_iter().flat_map(Analysis::findings);
    findings.map(|finding| diagnostic(document, finding)).collect()
}

/// Returns what may stand at a position.
pub(crate) fn completion(document: &Document, analysis: &Analysis, at: Position) -> Vec<CompletionItem> {
    let found = analysis.complete(document.byte(at)).into_iter().enumerate();
    let item = |(place, one): (usize, dagaz_analysis::Completion)| CompletionItem {
        kind: Some(match one.kind {
            CompletionKind::Word => CompletionItemKind::KEYWORD,
            CompletionKind::Name(kind) => completion_kind(kind),
        }),
        detail: Some(one.form),
        documentation: Some(Documentation::String(one.meaning)),
        sort_text: Some(format!("{place:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: range(&document.text, &document.index, &one.range),
            new_text: one.name.clone(),
        })),
        label: one.name,
        ..CompletionItem::default()
    };
    found.map(item).collect()
}

/// Returns what is known of the word at a position.
pub(crate) fn hover(document: &Document, analysis: &Analysis, at: Position) -> Option<Hover> {
    let hover = analysis.hover(document.byte(at))?;
    let range = range(&document.text, &document.index, &hover.range);
    Some(Hover { contents: HoverContents::Markup(markdown(hover.text)), range: Some(range) })
}

/// Returns where the name at a position is declared.
pub(crate) fn definition(documents: &mut Documents<'_>, uri: &Uri, at: Position) -> Vec<Location> {
    let Some((document, Some(analysis))) = documents.analysed(uri) else { return Vec::new() };
    let places: Vec<Place> = analysis.definition(document.byte(at)).to_vec();
    let mut found = Vec::new();
    for place in places {
        let text = match &place.file {
            None => documents.analysed(uri).map(|(document, _)| (uri.clone(), document.text.clone())),
            Some(file) => documents.text_of(file),
        };
        let Some((uri, text)) = text else { continue };
        let range = range(&text, &LineIndex::new(&text), &place.range);
        found.push(Location { uri, range });
    }
    found
}

/// Returns where the name at a position stands.
pub(crate) fn references(document: &Document, analysis: &Analysis, at: Position, declared: bool) -> Vec<Location> {
    let found = analysis.references(document.byte(at)).into_iter();
    let found = found.filter(|one| declared || !one.is_declaration);
    let location = |one: &dagaz_analysis::Occurrence| Location {
        uri: document.uri.clone(),
        range: range(&document.text, &document.index, &one.range),
    };
    found.map(location).collect()
}

/// Returns the name at a position, if it can be changed.
pub(crate) fn prepare_rename(document: &Document, analysis: &Analysis, at: Position) -> Option<PrepareRenameResponse> {
    let (symbol, occurrence) = analysis.symbol_at(document.byte(at))?;
    let is_own = symbol.declared.iter().all(|place| place.file.is_none());
    is_own.then(|| PrepareRenameResponse::RangeWithPlaceholder {
        range: range(&document.text, &document.index, &occurrence.range),
        placeholder: symbol.name.clone(),
    })
}

/// Returns the edits that give the name at a position another name; an error in words if it cannot
/// have it.
pub(crate) fn rename(
    documents: &mut Documents<'_>,
    uri: &Uri,
    at: Position,
    name: &str,
) -> Result<Option<WorkspaceEdit>, String> {
    let Some((document, _)) = documents.analysed(uri) else { return Ok(None) };
    let byte = document.byte(at);
    match documents.rename(uri, byte, name) {
        None => Ok(None),
        Some(Err(fault)) => Err(fault.to_string()),
        Some(Ok(edits)) => {
            let Some((document, _)) = documents.analysed(uri) else { return Ok(None) };
            Ok(Some(one_text(uri, edits.iter().map(|one| edit(document, one)).collect())))
        }
    }
}

/// Returns the fixes of the findings in a range.
pub(crate) fn code_actions(
    document: &Document,
    analysis: &Analysis,
    asked: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let (start, end) = (document.byte(asked.range.start), document.byte(asked.range.end));
    let near = analysis.findings().iter().filter(|finding| finding.range.start <= end && finding.range.end >= start);
    let action = |finding: &dagaz_analysis::Finding| {
        let fix = finding.fix.as_ref()?;
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(document, finding)]),
            edit: Some(one_text(&document.uri, vec![edit(document, &fix.edit)])),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    near.filter_map(action).collect()
}

/// Returns the change that formats a text.
pub(crate) fn formatting(document: &Document, analysis: &Analysis) -> Vec<TextEdit> {
    analysis.format().iter().map(|one| edit(document, one)).collect()
}

/// Returns the kinds of all tokens.
pub(crate) fn semantic(document: &Document, analysis: &Analysis) -> SemanticTokens {
    SemanticTokens { result_id: None, data: semantic_tokens(document, &analysis.semantic_tokens()) }
}

/// Returns the outline of a text.
pub(crate) fn symbols(document: &Document, items: &[OutlineItem]) -> Vec<DocumentSymbol> {
    let symbol = |item: &OutlineItem| {
        let children = symbols(document, &item.children);
        #[allow(deprecated)]
        DocumentSymbol {
            name: item.name.clone(),
            detail: Some(item.detail.clone()),
            kind: symbol_kind(item.kind),
            tags: None,
            deprecated: None,
            range: range(&document.text, &document.index, &item.range),
            selection_range: range(&document.text, &document.index, &item.name_range),
            children: (!children.is_empty()).then_some(children),
        }
    };
    items.iter().map(symbol).collect()
}

/// Returns the sizes of zones behind their names.
pub(crate) fn inlay_hints(document: &Document, analysis: &Analysis, asked: lsp_types::Range) -> Vec<InlayHint> {
    let (start, end) = (document.byte(asked.start), document.byte(asked.end));
    let near = analysis.zone_sizes().into_iter().filter(|(at, _)| (start..=end).contains(at));
    let hint = |(at, size): (usize, usize)| InlayHint {
        position: range(&document.text, &document.index, &(at..at)).end,
        label: InlayHintLabel::String(format!("{size} sites")),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    near.map(hint).collect()
}
