//! Places in the texts of rules, as people read them.

use dagaz_syntax::source::{FileId, SourceMap, Span};

/// Where rules say that something was written, as a place in the texts.
pub(crate) fn span_of_text(span: dagaz_rules::Span) -> Span {
    Span { file: FileId(span.file), start: span.start, end: span.end }
}

/// Returns a place in the texts: file without its folder, and line.
pub(crate) fn place(sources: &SourceMap, span: Span) -> String {
    let file = sources.file(span.file);
    let name = file.name();
    // The folder of a library file says something, that of another is known.
    let short = if name.starts_with("std/") { name } else { name.rsplit(['/', '\\']).next().unwrap_or(name) };
    format!("{short}:{}", file.line_column(span.start).line)
}
