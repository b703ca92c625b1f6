//! The text of a PGN file in pieces.

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A `[` that begins a line, or stands where tags stand.
    Bracket {
        /// Whether nothing stands before it on its line.
        fresh: bool,
    },
    /// A comment without its signs.
    Comment {
        /// What it says.
        text: &'t str,
        /// Whether its end was found.
        closed: bool,
    },
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$` and the digits after it.
    Glyph(&'t str),
    /// A move, a number, a result.
    Word(&'t str),
    /// A sign that has no meaning where it stands.
    Stray(char),
}

/// A tag pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// Its name.
    pub(super) name: String,
    /// Its value, without escapes.
    pub(super) value: String,
    /// Where the name begins.
    pub(super) byte: usize,
    /// Where the value begins.
    pub(super) value_byte: usize,
}

/// The start of a game, also within an unclosed comment.
const GAME_BEGINS: &str = "\n[Event ";

/// See the [module documentation](self).
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether only blanks stand before on this line.
    fresh: bool,
    /// Whether it is known that no `}` follows.
    never_closed: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, fresh: true, never_closed: false }
    }

    /// The next piece and the byte at which it begins.
    pub(super) fn next(&mut self) -> Option<(usize, Token<'t>)> {
        self.skip_blanks();
        let (begin, fresh) = (self.at, std::mem::replace(&mut self.fresh, false));
        let rest = &self.text[begin..];
        let first = rest.chars().next()?;
        self.at += first.len_utf8();
        let token = match first {
            '[' => Token::Bracket { fresh },
            '(' => Token::Open,
            ')' => Token::Close,
            '{' => self.comment(),
            ';' => {
                let text = self.rest_of_line();
                Token::Comment { text, closed: true }
            }
            '$' => {
                let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
                self.at += digits;
                Token::Glyph(&self.text[self.at - digits..self.at])
            }
            '}' | ']' | '"' | '<' | '>' => Token::Stray(first),
            _ => {
                self.at = begin + word_length(rest);
                Token::Word(&self.text[begin..self.at])
            }
        };
        Some((begin, token))
    }

    /// Reads the tag pair whose `[` has just been met. If it is none, its line is skipped; gives
    /// the byte at which it went wrong, and how.
    pub(super) fn tag(&mut self) -> Result<Tag, (usize, &'static str)> {
        let begin = self.at;
        let line = self.rest_of_line();
        let blanks = |text: &str| text.len() - text.trim_start().len();
        let name_at = blanks(line);
        let length = line[name_at..].find(|c: char| c.is_whitespace() || "\"[]{}".contains(c));
        let name_end = length.map_or(line.len(), |length| name_at + length);
        let name = &line[name_at..name_end];
        if name.is_empty() {
            return Err((begin + name_at, "the name of a tag is expected behind `[`"));
        }
        let quote = name_end + blanks(&line[name_end..]);
        if !line[quote..].starts_with('"') {
            return Err((begin + quote, "the value of a tag is expected in quotes"));
        }
        let tag =
            |value: String| Tag { name: name.to_string(), value, byte: begin + name_at, value_byte: begin + quote + 1 };
        let text = &line[quote + 1..];
        let Some((value, length)) = unquote(text) else {
            return Err((begin + quote, "this quote has no end on its line"));
        };
        let behind = text[length..].trim_start();
        if let Some(after) = behind.strip_prefix(']') {
            // Several tags may stand on one line.
            self.at = begin + line.len() - after.len();
            return Ok(tag(value));
        }
        // Unescaped quotes belong to the value if the line ends like a tag.
        match text.trim_end().strip_suffix(']').and_then(|text| text.trim_end().strip_suffix('"')) {
            Some(value) => Ok(tag(value.to_string())),
            None => Err((begin + line.len() - behind.len(), "`]` is missing behind the tag")),
        }
    }

    /// Skips the rest of the line, and gives it.
    pub(super) fn rest_of_line(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.at += line.len();
        line.strip_suffix('\r').unwrap_or(line)
    }

    fn comment(&mut self) -> Token<'t> {
        let rest = &self.text[self.at..];
        let end = if self.never_closed { None } else { rest.find('}') };
        self.never_closed = end.is_none();
        let inside = &rest[..end.unwrap_or(rest.len())];
        let (text, closed) = match (inside.find(GAME_BEGINS), end) {
            (Some(game), _) => (&inside[..game], false),
            (None, Some(_)) => (inside, true),
            (None, None) => (inside, false),
        };
        self.at += text.len() + usize::from(closed);
        Token::Comment { text, closed }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            // A `%` in the first column hides its line.
            if rest.starts_with('%') && (self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n') {
                self.rest_of_line();
                continue;
            }
            match rest.chars().next() {
                Some('\n') => {
                    self.fresh = true;
                    self.at += 1;
                }
                Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                _ => return,
            }
        }
    }
}

/// How far a word goes: to a blank or a sign of its own. `(Q)` behind a rank is a promotion, and
/// part of the word.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let promotion = || {
            at > 0
                && bytes[at - 1].is_ascii_digit()
                && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
                && bytes.get(at + 2) == Some(&b')')
        };
        match c {
            '(' if promotion() => return at + 3,
            '(' | ')' | '{' | '}' | '[' | ']' | ';' | '$' | '"' | '<' | '>' => return at,
            c if c.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

/// The text up to the closing quote, without its escapes, and how many bytes it has with the quote.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, at + 1)),
            '\\' => match chars.next()? {
                (_, escaped @ ('"' | '\\')) => value.push(escaped),
                (_, other) => value.extend(['\\', other]),
            },
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next().map(|(_, token)| token)).collect()
    }

    #[test]
    fn movetext_in_pieces() {
        use Token::{Close, Comment, Glyph, Open, Stray, Word};
        assert_eq!(
            tokens("% hidden\n1.e4$1 (1. d4{x}) ; to the end\r\n e8(Q)+ } 1-0"),
            [
                Word("1.e4"),
                Glyph("1"),
                Open,
                Word("1."),
                Word("d4"),
                Comment { text: "x", closed: true },
                Close,
                Comment { text: " to the end", closed: true },
                Word("e8(Q)"),
                Word("+"),
                Stray('}'),
                Word("1-0"),
            ]
        );
    }

    #[test]
    fn a_missing_brace_ends_at_the_next_game() {
        let found = tokens("{a\n[Event \"x\"] }{b");
        assert_eq!(found[0], Token::Comment { text: "a", closed: false });
        assert_eq!(found[1], Token::Bracket { fresh: true });
        assert_eq!(found.last(), Some(&Token::Comment { text: "b", closed: false }));
    }

    #[test]
    fn tags_are_distinguished_from_other_text() {
        let tag = |text| {
            let mut lexer = Lexer::new(text);
            lexer.next();
            lexer.tag().map(|tag| (tag.name, tag.value))
        };
        let pair = |name: &str, value: &str| Ok((name.to_string(), value.to_string()));
        assert_eq!(tag("[Event \"a \\\"b\\\" \\\\ c\"]"), pair("Event", "a \"b\" \\ c"));
        assert_eq!(tag("[ Event\t\"\" ] [Site \"\"]"), pair("Event", ""));
        assert_eq!(tag("[Event \"the \"big\" one\"]\r\n"), pair("Event", "the \"big\" one"));
        assert_eq!(tag("[Event]").map_err(|error| error.0), Err(6));
        assert_eq!(tag("[Event \"x]").map_err(|error| error.0), Err(7));
        assert_eq!(tag("[Event \"x\" 3").map_err(|error| error.0), Err(11));
        assert_eq!(tag("[").map_err(|error| error.0), Err(1));
    }
}
