//! Parentheses and quotes of a file of edition 3. After a mismatch the rest of the text cannot be
//! read reliably, so this error is reported alone.

use dagaz_syntax::Fix;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::lexer::{Lexer, TokenKind};
use dagaz_syntax::source::{FileId, SourceMap, Span};
use dagaz_syntax::tree::Tree;

/// Strings that do not end where they should. A string of this edition has one line, so a quote
/// that is missing is found there, and not at the next string.
pub(super) fn strings(text: &str, diagnostics: &mut Diagnostics) {
    for token in Lexer::new(text) {
        let (start, end) = (token.start as usize, token.end as usize);
        let is_open = match token.kind {
            TokenKind::UnfinishedString => true,
            TokenKind::String => text[start..end].contains('\n'),
            _ => false,
        };
        if is_open {
            let line = text[start..end].find(['\n', '\r']).map_or(end, |line| start + line);
            let span = Span { file: FileId(0), start: token.start, end: line as u32 };
            let fault = Diagnostic::new(Code::UnfinishedString, span, "this string does not end in its line");
            let fix = Fix::Insert { at: Span { start: line as u32, ..span }, text: "\"".to_string() };
            diagnostics.push(fault.hint("put a `\"` at its end: a string has one line").fix(fix));
            return;
        }
    }
}

/// What has been said, with a word on where files to be included are looked for.
pub(super) fn includes(said: Diagnostics) -> Diagnostics {
    if said.list().iter().all(|one| one.code != Code::IncludeFailed) {
        return said;
    }
    let mut faults = Diagnostics::default();
    for one in said.list().iter().cloned() {
        let hint = "a file of the same folder can be included, or one of the library, such as `std/chess.drf`";
        faults.push(if one.code == Code::IncludeFailed { one.hint(hint) } else { one });
    }
    faults
}

/// What the parser has said of parentheses, as errors, without the places in what is read behind
/// the text (`own` bytes).
pub(super) fn lists(said: &Diagnostics, tree: &Tree, sources: &SourceMap, own: usize) -> Diagnostics {
    let is_own = |span: Span| span.file != FileId(0) || (span.start as usize) < own;
    let mut faults = Diagnostics::default();
    for one in said.list().iter().filter(|one| matches!(one.code, Code::MissingClose | Code::SurplusClose)) {
        let mut fault = one.clone().raised();
        fault.labels.retain(|label| is_own(label.span));
        // If line starts show it, the missing parenthesis itself is reported, and not its effect.
        if one.code == Code::MissingClose
            && let Some(label) = fault.labels.pop()
        {
            let message = "a `)` is missing: this list goes on in lines that do not belong to it";
            fault = Diagnostic::new(one.code, label.span, message)
                .raised()
                .hint("close it before the next line that begins as this one does");
            fault.fix = one.fix.clone();
        } else if one.code == Code::SurplusClose
            && let Some((form, after)) = outside(tree, sources)
        {
            let end = Span { start: form.end.saturating_sub(1), ..form };
            fault = Diagnostic::new(one.code, end, "a `)` too many: everything ends here")
                .raised()
                .label(after.head(), "so this stands outside")
                .hint("take one `)` away in this line, or in one before it")
                .fix(Fix::Remove { span: end });
        }
        faults.push(fault);
    }
    faults
}

/// Returns the first list of the top level that is written further in than one should be, and the
/// list before it.
fn outside(tree: &Tree, sources: &SourceMap) -> Option<(Span, Span)> {
    let forms: Vec<Span> = tree.forms().iter().map(|form| tree.node(*form).span).collect();
    let pairs = forms.windows(2).map(|pair| (pair[0], pair[1]));
    let further_in = |span: Span| span.file == FileId(0) && sources.file(span.file).line_column(span.start).column > 1;
    pairs.into_iter().find(|(_, after)| further_in(*after))
}
