//! The tokens of a text, before names are resolved.

use std::ops::Range;

use dagaz_syntax::lexer::{Lexer, TokenKind};

use crate::language::Language;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Close,
    Word,
    String,
    Comment,
}

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
}

/// Returns the tokens of a text in order.
pub(crate) fn tokens(language: Language, text: &str) -> Vec<Token> {
    if language == Language::ForthScript { script(text) } else { lists(text) }
}

fn lists(text: &str) -> Vec<Token> {
    let token = |token: dagaz_syntax::lexer::Token| Token {
        kind: match token.kind {
            TokenKind::Open => Kind::Open,
            TokenKind::Close => Kind::Close,
            TokenKind::String | TokenKind::UnfinishedString => Kind::String,
            TokenKind::Word => Kind::Word,
            TokenKind::Comment => Kind::Comment,
        },
        range: token.start as usize..token.end as usize,
    };
    Lexer::new(text).map(token).collect()
}

/// Words of ForthScript that a text in quotes follows.
const QUOTED: [&str; 4] = [".\"", "S\"", "^\"", "ABORT\""];

fn script(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let until = |from: usize, is_end: &dyn Fn(u8) -> bool| {
        bytes[from..].iter().position(|byte| is_end(*byte)).map_or(bytes.len(), |found| from + found)
    };
    let (mut found, mut at) = (Vec::new(), 0);
    loop {
        let start = until(at, &|byte| byte > b' ');
        if start == bytes.len() {
            return found;
        }
        let end = until(start, &|byte| byte <= b' ');
        let word = &text[start..end];
        let mut push = |kind, range: Range<usize>| found.push(Token { kind, range });
        at = match word {
            "(" => {
                let close = (until(end, &|byte| byte == b')') + 1).min(bytes.len());
                push(Kind::Comment, start..close);
                close
            }
            "\\" => {
                let line = until(end, &|byte| byte == b'\n' || byte == b'\r');
                push(Kind::Comment, start..line);
                line
            }
            _ => {
                push(Kind::Word, start..end);
                if QUOTED.contains(&word) && end < bytes.len() {
                    let quote = (until(end + 1, &|byte| byte == b'"') + 1).min(bytes.len());
                    push(Kind::String, end + 1..quote);
                    quote
                } else {
                    end
                }
            }
        };
    }
}

/// Returns the token of a word that has the byte or ends at it.
pub(crate) fn word_at(tokens: &[Token], at: usize) -> Option<&Token> {
    let first = tokens.partition_point(|token| token.range.end < at);
    let near = tokens[first..].iter().take_while(|token| token.range.start <= at);
    near.filter(|token| token.kind == Kind::Word).last()
}

/// The lists around a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around<'t> {
    /// The words at the heads of the lists, the outermost first; empty where there is none yet.
    pub(crate) heads: Vec<&'t str>,
    /// Whether the place is that of the head of the innermost list.
    pub(crate) is_head: bool,
    /// Whether the place is in a comment or string.
    pub(crate) is_text: bool,
}

/// Returns what a place of a text of lists is in.
pub(crate) fn around<'t>(text: &'t str, tokens: &[Token], at: usize) -> Around<'t> {
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut found = Around::default();
    for token in tokens.iter().take_while(|token| token.range.start < at) {
        if token.range.end >= at && matches!(token.kind, Kind::Comment | Kind::String) {
            // Behind its closing quote a string has ended.
            let quotes = text.get(token.range.clone()).unwrap_or_default();
            let is_closed = quotes.len() > 1 && quotes.ends_with('"');
            found.is_text = token.kind == Kind::Comment || token.range.end > at || !is_closed;
        }
        match token.kind {
            Kind::Open => open.push(None),
            Kind::Close => drop(open.pop()),
            Kind::Word if token.range.end < at => {
                let word = text.get(token.range.clone()).unwrap_or_default();
                open.last_mut().into_iter().for_each(|head| *head = head.or(Some(word)));
            }
            Kind::String => open.last_mut().into_iter().for_each(|head| *head = head.or(Some(""))),
            _ => {}
        }
    }
    found.is_head = open.last().is_some_and(Option::is_none);
    found.heads = open.into_iter().map(Option::unwrap_or_default).collect();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(language: Language, text: &str) -> Vec<(Kind, &str)> {
        tokens(language, text).iter().map(|token| (token.kind, &text[token.range.clone()])).collect()
    }

    #[test]
    fn scripts_have_comments_and_strings() {
        let text = ": a ( b ) \\ c\n .\" d e\" f";
        let expected = [
            (Kind::Word, ":"),
            (Kind::Word, "a"),
            (Kind::Comment, "( b )"),
            (Kind::Comment, "\\ c"),
            (Kind::Word, ".\""),
            (Kind::String, "d e\""),
            (Kind::Word, "f"),
        ];
        assert_eq!(shown(Language::ForthScript, text), expected);
        for unfinished in ["( a", "\\", ".\"", ".\" a", "S\" \u{e9}"] {
            assert!(!shown(Language::ForthScript, unfinished).is_empty(), "{unfinished:?}");
        }
    }

    #[test]
    fn the_lists_around_a_place_are_found() {
        let text = "(game \"A\" (rule r n ) ; (x\n (";
        let tokens = tokens(Language::Drf, text);
        let heads = |at: usize| around(text, &tokens, at);
        assert_eq!(heads(19).heads, ["game", "rule"]);
        assert!(!heads(19).is_head && heads(7).is_text && heads(25).is_text);
        assert_eq!(heads(text.len()).heads, ["game", ""]);
        assert!(heads(text.len()).is_head);
        assert!(heads(14).is_head, "within the head itself");
        assert_eq!(word_at(&tokens, 16).map(|token| token.range.clone()), Some(16..17));
    }
}
