//! Tokens of expanded text.
//!
//! Comments are removed and ranges are expanded before. The lexer separates numbers from words.
//! Enum words and the special integers (`Off`, `End`) are words, because their meaning depends on
//! the expected type.

use super::{Diagnostic, Span, Traced};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `{`.
    OpenBrace,
    /// `}`.
    CloseBrace,
    /// `name:`, which belongs to the value behind it.
    Name(Box<str>),
    /// A ludeme, an enum word or an operator.
    Word(Box<str>),
    /// An integer.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// `True` or `False`, in any case.
    Boolean(bool),
    /// A quoted text, without its quotes.
    Text(Box<str>),
}

/// A token and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it came from.
    pub span: Span,
}

/// Returns the tokens of a text, or the first fault in it.
pub fn lex(text: &Traced) -> Result<Vec<Token>, Diagnostic> {
    let bytes = text.bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'(' => TokenKind::Open,
            b')' => TokenKind::Close,
            b'{' => TokenKind::OpenBrace,
            b'}' => TokenKind::CloseBrace,
            b'"' => {
                at = string_end(bytes, start)
                    .ok_or_else(|| Diagnostic::error(text.span(start, start + 1), "this quoted text has no end"))?;
                TokenKind::Text(lossy(&bytes[start + 1..at]))
            }
            _ => {
                while at + 1 < bytes.len() && is_word_byte(bytes[at + 1]) && bytes[at] != b':' {
                    at += 1;
                }
                word(&bytes[start..=at])
            }
        };
        at += 1;
        tokens.push(Token { kind, span: text.span(start, at) });
    }
    Ok(tokens)
}

/// Returns the position of the quote that ends the string which starts at `start`.
///
/// A quote directly behind a backslash belongs to the string, even if the backslash has one before
/// it.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    (start + 1..bytes.len()).find(|&at| bytes[at] == b'"' && bytes[at - 1] != b'\\')
}

/// Returns whether a byte can stand inside a word.
fn is_word_byte(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, b'(' | b')' | b'{' | b'}' | b'"')
}

fn lossy(bytes: &[u8]) -> Box<str> {
    String::from_utf8_lossy(bytes).into()
}

fn word(bytes: &[u8]) -> TokenKind {
    let text = lossy(bytes);
    if let Some(name) = text.strip_suffix(':').filter(|name| !name.is_empty()) {
        return TokenKind::Name(name.into());
    }
    if let Ok(number) = text.parse::<i64>() {
        return TokenKind::Integer(number);
    }
    let numeric = text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E'));
    if let (true, Ok(number)) = (numeric, text.parse::<f64>()) {
        return TokenKind::Float(number);
    }
    match text.as_ref() {
        word if word.eq_ignore_ascii_case("true") => TokenKind::Boolean(true),
        word if word.eq_ignore_ascii_case("false") => TokenKind::Boolean(false),
        _ => TokenKind::Word(text),
    }
}
