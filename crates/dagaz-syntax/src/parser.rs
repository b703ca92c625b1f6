//! Tokens into the syntax tree, whatever the tokens are.
//!
//! Several real files have a parenthesis too many or too few. A surplus `)` is ignored; a missing
//! one is guessed where a form of the top level starts at the beginning of a line. The parser keeps
//! its own stack, so the depth of a text costs no call stack.

use dagaz_core::Limits;

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fix::Fix;
use crate::lexer::{Lexer, Token, TokenKind};
use crate::source::{FileId, IncludeError, Includes, SourceMap, Span, resolve};
use crate::tree::{NodeId, NodeKind, Tree};

/// The words with which a form of the top level begins.
pub const TOP_LEVEL: [&str; 5] = ["define", "game", "include", "variant", "version"];

/// So many lists open at the end of a file mean that its end is missing.
const LOST_END_DEPTH: usize = 3;

/// Inclusions in one rules file. Real files include one or two.
const INCLUSIONS_MAX: usize = 256;

/// Reads a rules file and all that it includes.
///
/// A list that is still open where one begins a line with a word of `tops` is taken to lack its
/// end.
pub fn parse(
    name: &str,
    bytes: &[u8],
    tops: &[&str],
    includes: &dyn Includes,
    limits: &Limits,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Tree {
    let mut parser =
        Parser { limits, tops, includes, sources, diagnostics, tree: Tree::default(), open: Vec::new(), bytes: 0 };
    if !parser.file(name, bytes) {
        parser.sources.add(name, b"");
        parser.too_long(Span::default());
    }
    parser.run();
    parser.tree
}

/// A file that is being read.
struct OpenFile {
    /// The file.
    file: FileId,
    /// What it is known as, for finding loops.
    path: String,
    tokens: Vec<Token>,
    next: usize,
}

struct Parser<'a> {
    limits: &'a Limits,
    tops: &'a [&'a str],
    includes: &'a dyn Includes,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    tree: Tree,
    /// The files being read, each included by the one before.
    open: Vec<OpenFile>,
    /// Bytes of all files so far.
    bytes: usize,
}

impl Parser<'_> {
    fn run(&mut self) {
        while let Some(reading) = self.open.last_mut() {
            let file = reading.file;
            let tokens = std::mem::take(&mut reading.tokens);
            let mut next = reading.next;
            let mut lists = Lists::default();
            let mut include = None;
            while let (None, Some(&token)) = (&include, tokens.get(next)) {
                let span = Span { file, start: token.start, end: token.end };
                let ended = if self.starts_form(token, tokens.get(next + 1), file) && !lists.open.is_empty() {
                    self.unclosed(&mut lists, span, code_end(&tokens[..next]))
                } else {
                    next += 1;
                    self.token(token, span, &mut lists)
                };
                include = ended.and_then(|form| self.form(form));
            }
            if include.is_none() {
                let end = self.sources.file(file).text().len() as u32;
                let ended = self.unclosed(&mut lists, Span { file, start: end, end }, code_end(&tokens));
                include = ended.and_then(|form| self.form(form));
            }
            match (include, self.open.last_mut()) {
                (Some(include), Some(reading)) => {
                    reading.tokens = tokens;
                    reading.next = next;
                    self.include(include);
                }
                _ => drop(self.open.pop()),
            }
        }
    }

    /// Starts to read a file; tells whether the limits allow it.
    fn file(&mut self, path: &str, bytes: &[u8]) -> bool {
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > self.limits.source_bytes || self.sources.files().len() > INCLUSIONS_MAX {
            return false;
        }
        let file = self.sources.add(path, bytes);
        let tokens = Lexer::new(self.sources.file(file).text()).filter(|token| token.kind != TokenKind::Comment);
        let tokens = tokens.collect();
        self.open.push(OpenFile { file, path: path.replace('\\', "/"), tokens, next: 0 });
        true
    }

    fn too_long(&mut self, span: Span) {
        let max = self.limits.source_bytes;
        let message = match self.bytes > max {
            true => format!("the rules are longer than {max} bytes, with all that they include"),
            false => format!("the rules include more than {INCLUSIONS_MAX} files"),
        };
        self.diagnostics.push(Diagnostic::new(Code::SourceTooLong, span, message));
    }

    /// Handles one token; gives the list of the top level that it ends, if it does.
    fn token(&mut self, token: Token, span: Span, lists: &mut Lists) -> Option<NodeId> {
        match token.kind {
            TokenKind::Open => {
                self.open_list(span, lists);
                None
            }
            TokenKind::Close => self.close_list(span, lists),
            TokenKind::String | TokenKind::UnfinishedString | TokenKind::Word => {
                if token.kind == TokenKind::UnfinishedString {
                    let message = "this string does not end";
                    let hint = "put a `\"` at its end, or look for a missing `\"` in the strings before it";
                    let fix = Fix::Insert { at: Span { start: span.end, ..span }, text: "\"".to_string() };
                    self.diagnostics.push(Diagnostic::new(Code::UnfinishedString, span, message).hint(hint).fix(fix));
                }
                if lists.skipped > 0 {
                    return None;
                }
                if lists.open.is_empty() {
                    if !lists.stray {
                        let message = "text outside all lists is ignored";
                        self.diagnostics.push(Diagnostic::new(Code::StrayText, span, message));
                    }
                    lists.stray = true;
                    return None;
                }
                let text = self.sources.text(span);
                let kind = if token.kind == TokenKind::Word {
                    NodeKind::Word(self.tree.symbols.intern(text))
                } else {
                    let inner = text.strip_prefix('"').unwrap_or(text);
                    NodeKind::String(self.tree.symbols.intern(inner.strip_suffix('"').unwrap_or(inner)))
                };
                self.tree.push(kind, span);
                None
            }
            TokenKind::Comment => None,
        }
    }

    fn open_list(&mut self, span: Span, lists: &mut Lists) {
        lists.stray = false;
        if lists.skipped > 0 || lists.open.len() >= self.limits.nesting {
            if lists.skipped == 0 {
                let message =
                    format!("lists are nested more than {} deep; what is deeper is left out", self.limits.nesting);
                self.diagnostics.push(Diagnostic::new(Code::NestingTooDeep, span, message));
            }
            lists.skipped += 1;
            return;
        }
        let list = self.tree.push(NodeKind::List, span);
        lists.open.push(list);
    }

    fn close_list(&mut self, span: Span, lists: &mut Lists) -> Option<NodeId> {
        if lists.skipped > 0 {
            lists.skipped -= 1;
            return None;
        }
        let Some(list) = lists.open.pop() else {
            let message = "this `)` closes nothing and is ignored";
            let hint = "remove it, or look for a `)` too many in the list before it";
            let fault = Diagnostic::new(Code::SurplusClose, span, message).hint(hint);
            self.diagnostics.push(fault.fix(Fix::Remove { span }));
            return None;
        };
        self.tree.close(list, span.end);
        lists.open.is_empty().then_some(list)
    }

    /// Returns whether a `(` starts a form of the top level for sure: at the start of a line, with
    /// one of the words for that.
    fn starts_form(&self, open: Token, next: Option<&Token>, file: FileId) -> bool {
        let text = self.sources.file(file).text();
        let line_starts = || open.start == 0 || matches!(text.as_bytes()[open.start as usize - 1], b'\n' | b'\r');
        let word = |token: &Token| &text[token.start as usize..token.end as usize];
        open.kind == TokenKind::Open
            && line_starts()
            && next.is_some_and(|next| next.kind == TokenKind::Word && self.tops.contains(&word(next)))
    }

    /// Closes all lists that are open at `at`, if any, and says which is likely to blame. Gives the
    /// outermost. `code_end` is the end of the last token before `at`.
    fn unclosed(&mut self, lists: &mut Lists, at: Span, code_end: u32) -> Option<NodeId> {
        let &form = lists.open.first()?;
        let text = self.sources.file(at.file).text();
        let end = text[..at.start as usize].trim_end().len() as u32;
        let (depth, is_end) = (lists.open.len(), at.start == at.end);
        while let Some(list) = lists.open.pop() {
            self.tree.close(list, end);
        }
        lists.skipped = 0;
        let span = self.tree.node(form).span.head();
        // A parenthesis or two are forgotten; a text that stops deep inside has lost its end.
        if is_end && depth >= LOST_END_DEPTH {
            let message = format!("the file ends in the middle of this list, {depth} lists deep: its end is missing");
            let fix = Fix::Insert { at: Span { start: code_end, end: code_end, ..at }, text: ")".repeat(depth) };
            self.diagnostics.push(Diagnostic::new(Code::LostEnd, span, message).fix(fix));
            return Some(form);
        }
        let mut diagnostic = Diagnostic::new(Code::MissingClose, span, "a `)` is missing in the list that starts here");
        if at.start < at.end {
            diagnostic = diagnostic.label(at, "it is taken to end before this");
        }
        let mut missing = code_end;
        if let Some(suspect) = self.suspect(form) {
            let here = self.tree.node(suspect).span.head();
            missing = end_by_indentation(&self.sources.file(at.file).text()[..at.start as usize], here.start);
            diagnostic = diagnostic.label(here, "the line breaks suggest that this one should have ended earlier");
        }
        let fix = Fix::Insert { at: Span { start: missing, end: missing, ..at }, text: ")".to_string() };
        self.diagnostics.push(diagnostic.fix(fix));
        Some(form)
    }

    /// Returns the first list in a form that begins a line and holds a list which begins a line no
    /// further in.
    fn suspect(&self, form: NodeId) -> Option<NodeId> {
        let file = self.tree.node(form).span.file;
        let text = self.sources.file(file).text();
        // The blanks before a place, if nothing else is before it on its line.
        let indent = |at: u32| {
            let before = &text[..at as usize];
            let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
            line.bytes().all(|byte| byte == b' ' || byte == b'\t').then_some(line.len())
        };
        let mut around: Vec<(NodeId, Option<usize>)> = Vec::new();
        let end = self.tree.node(form).end;
        for index in form.0..end.0 {
            let id = NodeId(index);
            let node = self.tree.node(id);
            while around.last().is_some_and(|(list, _)| self.tree.node(*list).end <= id) {
                around.pop();
            }
            if node.kind != NodeKind::List {
                continue;
            }
            let own = indent(node.span.start);
            let around_it = around.iter().rev().find_map(|(list, outer)| Some((*list, (*outer)?)));
            if let (Some(own), Some((list, outer))) = (own, around_it)
                && own <= outer
                && list != form
            {
                return Some(list);
            }
            around.push((id, own));
        }
        None
    }

    /// Takes in a finished list of the top level; gives the path if it is an include.
    fn form(&mut self, form: NodeId) -> Option<(NodeId, String)> {
        let head = self.tree.head(form).map(|head| self.tree.symbols.text(head));
        if head != Some("include") {
            self.tree.add_form(form);
            return None;
        }
        let path = self.tree.members(form).nth(1).map(|id| self.tree.node(id).kind);
        match path {
            Some(NodeKind::String(path) | NodeKind::Word(path)) => {
                Some((form, self.tree.symbols.text(path).to_string()))
            }
            _ => {
                let message = "`include` needs the name of a file";
                let span = self.tree.node(form).span;
                self.diagnostics
                    .push(Diagnostic::new(Code::IncludeFailed, span, message).hint("(include \"file.inc\")"));
                None
            }
        }
    }

    fn include(&mut self, (form, path): (NodeId, String)) {
        let span = self.tree.node(form).span;
        let from = self.open.last().map(|reading| reading.path.clone()).unwrap_or_default();
        let failed =
            |why: IncludeError| Diagnostic::new(Code::IncludeFailed, span, format!("cannot include `{path}`: {why}"));
        let resolved = match resolve(&from, &path) {
            Ok(resolved) => resolved,
            Err(why) => return self.diagnostics.push(failed(why)),
        };
        if self.open.iter().any(|reading| reading.path == resolved) {
            let message = format!("`{path}` includes itself");
            return self
                .diagnostics
                .push(Diagnostic::new(Code::IncludeLoop, span, message).hint("remove one of the includes"));
        }
        match self.includes.load(&from, &resolved) {
            Ok(bytes) => {
                if !self.file(&resolved, &bytes) {
                    self.too_long(span);
                }
            }
            Err(why) => self.diagnostics.push(failed(why)),
        }
    }
}

/// Returns the byte after the last of some tokens, none of which is a comment.
fn code_end(tokens: &[Token]) -> u32 {
    tokens.last().map_or(0, |token| token.end)
}

/// Returns the byte at which a list ends by the indentation of the lines: behind the last token
/// before the first line that begins no further in than the list does.
fn end_by_indentation(text: &str, list: u32) -> u32 {
    let mut line = text[..list as usize].rfind('\n').map_or(0, |end| end + 1);
    let own = list as usize - line;
    let (mut end, mut before) = (list + 1, list as usize + 1);
    for token in Lexer::new(&text[list as usize..]).skip(1).filter(|token| token.kind != TokenKind::Comment) {
        let start = (list + token.start) as usize;
        let new_line = text[before..start].rfind('\n').map(|end| before + end + 1);
        line = new_line.unwrap_or(line);
        if new_line.is_some() && start - line <= own {
            break;
        }
        end = list + token.end;
        before = end as usize;
    }
    end
}

/// The lists that are open in one file.
#[derive(Default)]
struct Lists {
    open: Vec<NodeId>,
    /// How many lists beyond the nesting limit are open.
    skipped: usize,
    /// Whether text outside all lists was just reported.
    stray: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::render_all;
    use crate::source::{MemoryIncludes, NoIncludes};

    fn read(text: &str, includes: &dyn Includes, limits: &Limits) -> (String, String) {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let tree = parse("game.zrf", text.as_bytes(), &TOP_LEVEL, includes, limits, &mut sources, &mut diagnostics);
        let forms: Vec<String> = tree.forms().iter().map(|&form| tree.text(form)).collect();
        let said = diagnostics.list().iter();
        let said = said.map(|d| format!("{}@{}", d.code, crate::render::place(&sources, d.span)));
        let _ = render_all(&diagnostics, &sources);
        (forms.join("\n"), said.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn texts_forms_and_messages() {
        let cases = [
            ("(a (b \"c d\") () e)", "(a (b \"c d\") () e)", ""),
            ("(a))\n(b)", "(a)\n(b)", "Z0103@game.zrf:1:4"),
            ("x y (a) z", "(a)", "Z0104@game.zrf:1:1 Z0104@game.zrf:1:9"),
            ("(define a (b c)\n(game (t))", "(define a (b c))\n(game (t))", "Z0102@game.zrf:1:1"),
            ("(define a\n (define b))", "(define a (define b))", ""),
            ("(game (a", "(game (a))", "Z0102@game.zrf:1:1"),
            ("(game \"a)\n(b))", "(game \"a)\" (b))", "Z0101@game.zrf:1:7"),
            ("", "", ""),
        ];
        for (text, forms, said) in cases {
            assert_eq!(read(text, &NoIncludes, &Limits::default()), (forms.to_string(), said.to_string()), "{text}");
        }
    }

    #[test]
    fn indentation_locates_a_missing_parenthesis() {
        let text = "(game\n  (title \"x\"\n  (players A B)\n  (board (grid))\n)\n";
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        parse("game.zrf", text.as_bytes(), &TOP_LEVEL, &NoIncludes, &Limits::default(), &mut sources, &mut diagnostics);
        let expected = "\
game.zrf:1:1: warning[Z0102]: a `)` is missing in the list that starts here
    |
 1  | (game
    | ^
    = game.zrf:2:3: the line breaks suggest that this one should have ended earlier
    |
 2  |   (title \"x\"
    |   -

";
        assert_eq!(render_all(&diagnostics, &sources), expected);
    }

    #[test]
    fn included_forms_stand_where_they_are_included() {
        let files = MemoryIncludes::new([
            ("lib/b.inc", b"(define b)(include \"c.inc\")(define d)" as &[u8]),
            ("lib/c.inc", b"(define c)"),
            ("loop.inc", b"(include \"./loop.inc\")(define l)"),
        ]);
        let cases = [
            ("(a) (include \"lib\\b.inc\") (e)", "(a)\n(define b)\n(define c)\n(define d)\n(e)", ""),
            ("(include \"lib/c.inc\")(include \"lib/c.inc\")", "(define c)\n(define c)", ""),
            ("(include \"loop.inc\")", "(define l)", "Z0112@loop.inc:1:1"),
            ("(include \"game.zrf\")(a)", "(a)", "Z0112@game.zrf:1:1"),
            (
                "(include \"../x\")(include)(include \"no\")",
                "",
                "Z0111@game.zrf:1:1 Z0111@game.zrf:1:17 Z0111@game.zrf:1:26",
            ),
            ("(include \"lib/c.inc\"", "(define c)", "Z0102@game.zrf:1:1"),
        ];
        for (text, forms, said) in cases {
            assert_eq!(read(text, &files, &Limits::default()), (forms.to_string(), said.to_string()), "{text}");
        }
    }

    #[test]
    fn a_text_beyond_the_limits_is_refused() {
        let limits = Limits { source_bytes: 60, nesting: 3, ..Limits::default() };
        let files = MemoryIncludes::new([
            ("big.inc", " ".repeat(100).as_bytes()),
            ("twice.inc", b"(include \"one.inc\")(include \"one.inc\")"),
            ("one.inc", b"(define one)"),
        ]);
        let cases = [
            ("(include \"big.inc\")(a)", "(a)", "Z0001@game.zrf:1:1"),
            ("(a (b (c (d (e)) f)))(g)", "(a (b (c f)))\n(g)", "Z0002@game.zrf:1:10"),
            ("(include \"twice.inc\")", "", "Z0001@twice.inc:1:1 Z0001@twice.inc:1:20"),
        ];
        for (text, forms, said) in cases {
            assert_eq!(read(text, &files, &limits), (forms.to_string(), said.to_string()), "{text}");
        }
        assert_eq!(read(&" ".repeat(61), &files, &limits).1, "Z0001@game.zrf:1:1");
    }

    /// A reader that went back over what it has read would not come to an end here.
    #[test]
    fn a_million_parentheses_are_reported_briefly() {
        let limits = Limits { source_bytes: 1 << 21, ..Limits::default() };
        for (text, faulty) in [
            ("(".repeat(1 << 20), true),
            (")".repeat(1 << 20), true),
            ("(\"".repeat(1 << 19), true),
            ("()".repeat(1 << 19), false),
        ] {
            let (_, said) = read(&text, &NoIncludes, &limits);
            let words = said.split_whitespace().count();
            assert!(words <= 1_000 && (words > 0 || !faulty), "{words} of {}…", &text[..4]);
        }
    }
}
