//! Diagnostics as plain text, the same for terminal, log and tests.
//!
//! ```text
//! game.zrf:3:10: error[Z0502]: unknown direction `nne`
//!    |
//!  3 |   (links nne (a1 a2))
//!    |          ^^^
//!    = hint: did you mean `ne`? This board has n, ne
//! ```
//!
//! Control characters of a rules file never reach the output.

use std::fmt::Write;

use crate::code::Severity;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{SourceMap, Span};

/// Characters of a source line that are shown around the place.
const WINDOW: usize = 100;

/// Returns all diagnostics, one below the other, and a last line that counts those left out.
pub fn render_all(diagnostics: &Diagnostics, sources: &SourceMap) -> String {
    let mut text: String = diagnostics.list().iter().map(|diagnostic| render(diagnostic, sources) + "\n").collect();
    if diagnostics.unkept() > 0 {
        let _ = writeln!(text, "and {} more", diagnostics.unkept());
    }
    text
}

/// One diagnostic, with a line end.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut text = String::new();
    let severity = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let place = place(sources, diagnostic.span);
    let _ = writeln!(text, "{place}: {severity}[{}]: {}", diagnostic.code, clean(&diagnostic.message));
    let margin = margin(diagnostic, sources);
    let blank = " ".repeat(margin);
    excerpt(&mut text, sources, diagnostic.span, margin, '^');
    if let (Some(expected), Some(found)) = (&diagnostic.expected, &diagnostic.found) {
        let _ = writeln!(text, "{blank} = expected {}, found {}", clean(expected), clean(found));
    }
    for label in &diagnostic.labels {
        let _ = writeln!(text, "{blank} = {}: {}", self::place(sources, label.span), clean(&label.message));
        excerpt(&mut text, sources, label.span, margin, '-');
    }
    if let Some(hint) = &diagnostic.hint {
        let _ = writeln!(text, "{blank} = hint: {}", clean(hint));
    }
    text
}

/// `file:line:column`.
pub fn place(sources: &SourceMap, span: Span) -> String {
    let file = sources.file(span.file);
    let at = file.line_column(span.start);
    format!("{}:{}:{}", clean(file.name()), at.line, at.column)
}

fn margin(diagnostic: &Diagnostic, sources: &SourceMap) -> usize {
    let spans = std::iter::once(diagnostic.span).chain(diagnostic.labels.iter().map(|label| label.span));
    let line = spans.map(|span| sources.file(span.file).line_column(span.start).line).max().unwrap_or(1);
    line.to_string().len() + 2
}

/// A line of a file, or of a long one what is around a place.
pub struct Near {
    /// What is shown, with dots where something is left out.
    pub text: String,
    /// Characters of it in front of the place.
    pub indent: usize,
    /// Characters from the place on.
    room: usize,
}

/// What is shown of the line of a place.
pub fn near(sources: &SourceMap, span: Span) -> Near {
    let file = sources.file(span.file);
    let number = file.line_column(span.start).line;
    let line = file.line(number);
    // Only what is shown is looked at: lines may be as long as the file.
    let at = file.line_start(number).map_or(0, |start| (span.start.saturating_sub(start) as usize).min(line.len()));
    let (before, after) = (line.get(..at).unwrap_or_default(), line.get(at..).unwrap_or_default());
    let near: Vec<char> = before.chars().rev().take(WINDOW + 1).collect();
    let cut = near.len() > WINDOW;
    let shown: String = near.iter().take(if cut { WINDOW / 2 } else { WINDOW }).rev().collect();
    let indent = shown.chars().count() + usize::from(cut);
    let room = WINDOW - shown.chars().count().min(WINDOW - 1);
    let more: String = after.chars().take(room).collect();
    let (start, end) = (if cut { "…" } else { "" }, if more.len() < after.len() { "…" } else { "" });
    Near { text: format!("{start}{}{end}", clean(&(shown + &more))), indent, room }
}

fn excerpt(text: &mut String, sources: &SourceMap, span: Span, margin: usize, mark: char) {
    let number = sources.file(span.file).line_column(span.start).line;
    let Near { text: line, indent, room } = near(sources, span);
    let marked = sources.text(span).chars().take_while(|c| *c != '\n' && *c != '\r').take(room).collect::<String>();
    let underline: String = std::iter::repeat_n(mark, marked.trim_end().chars().count().max(1)).collect();
    let _ = writeln!(text, "{:margin$} |", "");
    let _ = writeln!(text, "{number:>width$}  | {line}", width = margin - 1);
    let _ = writeln!(text, "{:margin$} | {}{underline}", "", " ".repeat(indent));
}

/// Returns the text with every control character made visible, so that a rules file cannot steer
/// the terminal.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() => '\u{fffd}',
            // Marks that reorder the text around them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;

    fn span(map: &SourceMap, part: &str) -> Span {
        let file = crate::source::FileId(0);
        let start = map.file(file).text().find(part).expect("the part is in the text") as u32;
        Span { file, start, end: start + part.len() as u32 }
    }

    #[test]
    fn a_diagnostic_shows_its_line() {
        let mut map = SourceMap::default();
        map.add("game.zrf", b"(game\n  (board\n\t(links nne (a1 a2))))\n");
        let diagnostic = Diagnostic::new(Code::UnknownDirection, span(&map, "nne"), "unknown direction `nne`")
            .expected("a direction", "`nne`")
            .label(span(&map, "(board"), "in this board")
            .hint("this board has n, ne");
        let expected = "\
game.zrf:3:9: error[Z0502]: unknown direction `nne`
    |
 3  |  (links nne (a1 a2))))
    |         ^^^
    = expected a direction, found `nne`
    = game.zrf:2:3: in this board
    |
 2  |   (board
    |   ------
    = hint: this board has n, ne
";
        assert_eq!(render(&diagnostic, &map), expected);
    }

    #[test]
    fn long_lines_and_control_characters_are_tamed() {
        let mut map = SourceMap::default();
        let text = format!("{}\u{1b}[31m(oops){}", "x".repeat(300), "y".repeat(300));
        map.add("a\u{7}.zrf", text.as_bytes());
        let shown = render(&Diagnostic::new(Code::WrongForm, span(&map, "(oops)"), "\u{1b}no"), &map);
        assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < WINDOW + 12), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let (code, marks) = (lines[2].chars().collect::<Vec<_>>(), lines[3].chars().collect::<Vec<_>>());
        let marked: String = code.iter().zip(&marks).filter(|(_, mark)| **mark == '^').map(|(c, _)| *c).collect();
        assert_eq!(marked, "(oops)");
    }

    #[test]
    fn a_location_at_the_end_of_a_file_is_printed() {
        let mut map = SourceMap::default();
        let file = map.add("x.zrf", b"(game\n");
        let end = Span { file, start: 6, end: 6 };
        let shown = render(&Diagnostic::new(Code::MissingClose, end, "the file ends inside a list"), &map);
        assert!(shown.starts_with("x.zrf:2:1: warning[Z0102]"), "{shown}");
    }
}
