//! Text into tokens: parentheses, strings, words and comments.
//!
//! A string runs to the next quote, over lines if need be; there is no escape. A word runs to the
//! next blank, parenthesis, quote or semicolon. Every byte of a text is in a token or is a blank.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Quotes and what is between them.
    String,
    /// A quote without its partner, and the rest of its line.
    UnfinishedString,
    /// Anything else.
    Word,
    /// From `;` to the end of the line.
    Comment,
}

/// A token and its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// The tokens of a text, in order.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Reads from the start of a text.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text: text.as_bytes(), at: 0 }
    }

    /// Returns the first byte from `from` on that ends a token, or the end of the text.
    fn until(&self, from: usize, ends: impl Fn(u8) -> bool) -> usize {
        self.text[from..].iter().position(|&byte| ends(byte)).map_or(self.text.len(), |found| from + found)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let start = self.until(self.at, |byte| !is_blank(byte));
        let (kind, end) = match *self.text.get(start)? {
            b'(' => (TokenKind::Open, start + 1),
            b')' => (TokenKind::Close, start + 1),
            b';' => (TokenKind::Comment, self.until(start, is_line_end)),
            b'"' => match self.until(start + 1, |byte| byte == b'"') {
                // Only the first line is taken for the string, so that what follows is still read.
                end if end == self.text.len() => (TokenKind::UnfinishedString, self.until(start, is_line_end)),
                end => (TokenKind::String, end + 1),
            },
            _ => (TokenKind::Word, self.until(start, ends_word)),
        };
        self.at = end;
        Some(Token { kind, start: start as u32, end: end as u32 })
    }
}

fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'(' | b')' | b'"' | b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of a text between bars, with a letter for the kind.
    fn tokens(text: &str) -> String {
        let shown = Lexer::new(text).map(|token| {
            let letter = match token.kind {
                TokenKind::Open | TokenKind::Close => "",
                TokenKind::String => "S",
                TokenKind::UnfinishedString => "U",
                TokenKind::Word => "W",
                TokenKind::Comment => "C",
            };
            format!("{letter}{}", &text[token.start as usize..token.end as usize])
        });
        shown.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn texts_and_their_tokens() {
        let cases = [
            ("", ""),
            ("(add)", "(|Wadd|)"),
            ("a\"b c\"d", "Wa|S\"b c\"|Wd"),
            ("never-moved? ; why\r\nx", "Wnever-moved?|C; why|Wx"),
            ("\"; no\n comment\" p$1-02", "S\"; no\n comment\"|Wp$1-02"),
            ("a;b;c", "Wa|C;b;c"),
            ("\"open (\n(add)", "U\"open (|(|Wadd|)"),
            ("\u{1}\u{2}x\u{7f}é", "Wx\u{7f}é"),
            ("x\u{1a}", "Wx"),
        ];
        for (text, expected) in cases {
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }
}
