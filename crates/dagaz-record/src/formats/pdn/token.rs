//! The words of a record: tags, comments, brackets, numbers of moves, moves.

use std::borrow::Cow;

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`.
    Tag {
        name: &'t str,
        value: Cow<'t, str>,
        /// Where the value begins, in bytes of the text.
        at: usize,
    },
    /// `{…}`, or `;` and the rest of the line.
    Comment {
        text: &'t str,
        /// Whether its end was found.
        closed: bool,
    },
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `12.`, `12...`, `...`.
    Number,
    /// `$7`.
    Glyph(&'t str),
    /// `/FEN "…"/`: the position.
    Setup(&'t str),
    /// Anything else without a blank in it: a move with its strength, a result.
    Word(&'t str),
    /// Something that has no meaning here.
    Bad(&'static str),
}

/// The start of a game, also within an unclosed comment.
const GAME_BEGINS: &str = "\n[Event ";

/// Takes a text apart, from its beginning to its end, looking at each byte a bounded number of
/// times.
pub(super) struct Tokens<'t> {
    text: &'t str,
    next: usize,
    /// Whether it is known that no `}` follows.
    never_closed: bool,
}

impl<'t> Tokens<'t> {
    /// The tokens of a text.
    pub(super) fn of(text: &'t str) -> Tokens<'t> {
        Tokens { text, next: 0, never_closed: false }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.next..].chars().next()
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.next..];
        let found = &rest[..rest.find(|c| !skipped(c)).unwrap_or(rest.len())];
        self.next += found.len();
        found
    }

    fn rest_of_line(&mut self) -> &'t str {
        self.skip(|c| c != '\n')
    }

    /// Blanks, and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            self.skip(|c| c.is_whitespace() || c == '\0' || c == '\u{feff}');
            let at_line = self.next == 0 || self.text.as_bytes()[self.next - 1] == b'\n';
            if self.peek() != Some('%') || !at_line {
                return;
            }
            self.rest_of_line();
        }
    }

    /// A comment, behind its brace. One without an end ends where the next game seems to begin.
    fn comment(&mut self) -> Token<'t> {
        let rest = &self.text[self.next..];
        let end = if self.never_closed { None } else { rest.find('}') };
        self.never_closed = end.is_none();
        let inside = &rest[..end.unwrap_or(rest.len())];
        let text = inside.find(GAME_BEGINS).map_or(inside, |game| &inside[..game]);
        let closed = end == Some(text.len());
        self.next += text.len() + usize::from(closed);
        Token::Comment { text, closed }
    }

    /// A tag, behind its bracket. A damaged one ends with its line.
    fn tag(&mut self) -> Token<'t> {
        self.skip(char::is_whitespace);
        let name = self.skip(|c| c.is_alphanumeric() || c == '_');
        self.skip(|c| c.is_whitespace() && c != '\n');
        if name.is_empty() || self.peek() != Some('"') {
            self.rest_of_line();
            return Token::Bad("a tag is a name and a value in quotes, in brackets");
        }
        self.next += 1;
        let at = self.next;
        let mut escaped = false;
        loop {
            self.skip(|c| !matches!(c, '"' | '\\' | '\n'));
            match self.peek() {
                Some('\\') => {
                    escaped = true;
                    self.next += 1;
                    self.next += self.peek().filter(|c| *c != '\n').map_or(0, char::len_utf8);
                }
                Some('"') => break,
                _ => return Token::Bad("the value of this tag has no end on its line"),
            }
        }
        let value = &self.text[at..self.next];
        self.next += 1;
        let value = if escaped { Cow::Owned(unescaped(value)) } else { Cow::Borrowed(value) };
        self.skip(|c| c.is_whitespace() && c != '\n');
        if self.peek() != Some(']') {
            self.rest_of_line();
            return Token::Bad("this tag has no bracket at its end");
        }
        self.next += 1;
        Token::Tag { name, value, at }
    }

    /// `/FEN "…"/`, behind the first stroke.
    fn setup(&mut self) -> Token<'t> {
        const WHAT: &str = "a position within a game is written /FEN \"…\"/";
        let line = self.text[self.next..].lines().next().unwrap_or_default();
        let Some(body) = line.find('/').map(|end| &line[..end]) else {
            self.rest_of_line();
            return Token::Bad(WHAT);
        };
        self.next += body.len() + 1;
        let fen = body.trim().strip_prefix("FEN").map(str::trim);
        match fen.and_then(|fen| fen.strip_prefix('"')?.strip_suffix('"')) {
            Some(fen) => Token::Setup(fen),
            None => Token::Bad(WHAT),
        }
    }

    /// A move, a result, or whatever else has no blank in it.
    fn word(&mut self) -> Token<'t> {
        let begin = self.next;
        let digits = self.skip(|c| c.is_ascii_digit());
        if self.peek() == Some('.') {
            self.skip(|c| c == '.');
            return Token::Number;
        }
        self.next = begin + digits.len();
        self.skip(|c| !c.is_whitespace() && !matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '"' | '\0'));
        // `29-23(?)`: a strength in brackets belongs to its move.
        let rest = &self.text[self.next..];
        if let Some(inner) = rest.strip_prefix('(').filter(|_| self.next > begin) {
            let strength = inner.len() - inner.trim_start_matches(['!', '?']).len();
            if strength > 0 && inner[strength..].starts_with(')') {
                self.next += strength + 2;
            }
        }
        if self.next == begin {
            self.next += self.peek().map_or(0, char::len_utf8);
            return Token::Bad("this has no meaning here");
        }
        Token::Word(&self.text[begin..self.next])
    }
}

/// A token, and the byte at which it begins.
impl<'t> Iterator for Tokens<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<(usize, Token<'t>)> {
        self.skip_blanks();
        let begin = self.next;
        let first = self.peek()?;
        if matches!(first, '[' | '{' | '(' | ')' | ';' | '$' | '/' | '.') {
            self.next += 1;
        }
        let token = match first {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => Token::Comment { text: self.rest_of_line(), closed: true },
            '(' => Token::Open,
            ')' => Token::Close,
            '$' => Token::Glyph(self.skip(|c| c.is_ascii_digit())),
            '/' => self.setup(),
            '.' => {
                self.skip(|c| c == '.');
                Token::Number
            }
            _ => self.word(),
        };
        Some((begin, token))
    }
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        // A stroke before anything but a quote or a stroke is only itself.
        match (c, chars.clone().next()) {
            ('\\', Some(next @ ('"' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text).map(|(_, token)| token).collect()
    }

    #[test]
    fn words_combine() {
        use Token::*;
        assert_eq!(
            words("1.11-15!{x y}23-19(?) 2... ( $7 ) 1/2-1/2 ; z\n% w\n*"),
            [
                Number,
                Word("11-15!"),
                Comment { text: "x y", closed: true },
                Word("23-19(?)"),
                Number,
                Open,
                Glyph("7"),
                Close,
                Word("1/2-1/2"),
                Comment { text: " z", closed: true },
                Word("*")
            ]
        );
        let tag = Tag { name: "White", value: Cow::Borrowed(r#"a "b" \"#), at: 8 };
        assert_eq!(words(r#"[White "a \"b\" \\"]/FEN "W:W1:B2"/"#), [tag, Setup("W:W1:B2")]);
    }

    #[test]
    fn damaged_scripts_end_within_limits() {
        for text in
            ["[", "[White", "[White \"", "[White \"x", "[White \"x\\", "{", "/", "/x/", "$", "\"", "]", "}", "("]
        {
            assert!(!words(text).is_empty(), "{text}");
        }
        assert_eq!(
            words("[White \"x\n1-5"),
            [Token::Bad("the value of this tag has no end on its line"), Token::Word("1-5")]
        );
    }
}
