//! The signs and properties of a text, one after the other.
//!
//! Tokens do not nest, and a fault is a token like any other: reading continues after it.

use std::borrow::Cow;

/// One value, without its brackets and still escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value<'t> {
    /// Where it begins, as a byte of the text.
    pub(super) at: usize,
    /// The value.
    pub(super) raw: &'t str,
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property<'t> {
    /// Where its name begins.
    pub(super) at: usize,
    /// Its name in capitals: of the long names of older files (`AddBlack`) only the capitals count.
    pub(super) name: Cow<'t, str>,
    /// At least one.
    pub(super) values: Vec<Value<'t>>,
}

impl<'t> Property<'t> {
    /// Its first value.
    pub(super) fn first(&self) -> &'t str {
        self.values.first().map_or("", |value| value.raw)
    }
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property.
    Property(Property<'t>),
    /// Something that belongs nowhere, with what is wrong about it.
    Wrong(String),
}

/// Values that a property may have, and all those of a node. No list of points is as long, and
/// memory has an end.
pub(super) const VALUES: usize = 1 << 16;

/// Goes through a text.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    /// The tokens of a text.
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0 }
    }

    /// How far it is, as a byte of the text.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether nothing more comes.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at >= self.text.len()
    }

    /// Leaves the rest out.
    pub(super) fn finish(&mut self) {
        self.at = self.text.len();
    }

    /// Goes to the `(` of the next game, which a `;` must follow. Gives where something else stood
    /// before it, if it did; none if there is no further game.
    pub(super) fn seek_game(&mut self) -> Result<Option<usize>, Option<usize>> {
        self.skip_blanks();
        let begin = self.at;
        let bytes = self.text.as_bytes();
        let mut open = None;
        for (at, byte) in bytes.iter().enumerate().skip(begin) {
            match (byte, open) {
                (b'(', _) => open = Some(at),
                (b';', Some(game)) => {
                    self.at = game;
                    return Ok((game > begin).then_some(begin));
                }
                (byte, _) if byte.is_ascii_whitespace() => {}
                _ => open = None,
            }
        }
        self.at = self.text.len();
        Err((begin < self.text.len()).then_some(begin))
    }

    /// The next token and where it begins; none at the end.
    pub(super) fn take(&mut self) -> Option<(usize, Token<'t>)> {
        self.skip_blanks();
        let at = self.at;
        let &byte = self.text.as_bytes().get(at)?;
        let token = match byte {
            b'(' => self.sign(Token::Open),
            b')' => self.sign(Token::Close),
            b';' => self.sign(Token::Node),
            byte if byte.is_ascii_alphabetic() => self.property(),
            b'[' => {
                let closed = self.value().is_some();
                Token::Wrong(if closed { "this value belongs to no property" } else { NO_END }.to_string())
            }
            _ => self.junk(),
        };
        Some((at, token))
    }

    fn sign(&mut self, token: Token<'t>) -> Token<'t> {
        self.at += 1;
        token
    }

    fn property(&mut self) -> Token<'t> {
        let begin = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let written = &self.text[begin..self.at];
        let name = if written.bytes().any(|byte| byte.is_ascii_lowercase()) {
            Cow::Owned(written.chars().filter(|c| !c.is_ascii_lowercase()).collect())
        } else {
            Cow::Borrowed(written)
        };
        let mut values = Vec::new();
        let mut more = false;
        loop {
            let behind = self.at;
            self.skip_blanks();
            if self.text.as_bytes().get(self.at) != Some(&b'[') {
                self.at = behind;
                break;
            }
            match self.value() {
                Some(value) if values.len() < VALUES => values.push(value),
                Some(_) => more = true,
                None => return Token::Wrong(format!("a value of `{}` has no end: `]` is missing", shown(written))),
            }
        }
        if values.is_empty() {
            return Token::Wrong(format!("`{}` has no value: `[` is expected behind it", shown(written)));
        }
        if more {
            return Token::Wrong(format!("`{}` has more than {VALUES} values; it is left out", shown(written)));
        }
        if name.is_empty() {
            return Token::Wrong(format!("`{}` names no property: it has no capital letter", shown(written)));
        }
        Token::Property(Property { at: begin, name, values })
    }

    /// The value that begins with the `[` here; none if it has no end.
    fn value(&mut self) -> Option<Value<'t>> {
        let at = self.at + 1;
        let bytes = self.text.as_bytes();
        self.at = at;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b']' => {
                    self.at += 1;
                    return Some(Value { at, raw: &self.text[at..self.at - 1] });
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.text.len();
        None
    }

    fn junk(&mut self) -> Token<'t> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| matches!(c, '(' | ')' | ';' | '[') || c.is_ascii_alphabetic());
        let junk = &rest[..end.unwrap_or(rest.len())];
        self.at += junk.len();
        let sign: String = junk.chars().take(1).flat_map(char::escape_debug).collect();
        Token::Wrong(format!("`{sign}` is not expected here"))
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'\x0b') {
            self.at += 1;
        }
    }
}

const NO_END: &str = "this value has no end: `]` is missing";

/// The beginning of a text from a file, for a message.
pub(super) fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut short: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut tokens = Tokens::new(text);
        std::iter::from_fn(|| tokens.take())
            .map(|(at, token)| match token {
                Token::Property(property) => {
                    let values: Vec<&str> = property.values.iter().map(|value| value.raw).collect();
                    format!("{at} {}={}", property.name, values.join("|"))
                }
                Token::Wrong(what) => format!("{at} {what}"),
                sign => format!("{at} {sign:?}"),
            })
            .collect()
    }

    #[test]
    fn sgf_properties_of_all_versions_are_read() {
        assert_eq!(
            words("(;GaMe[1] AddBlack [aa]\n[bb:c\\]c])"),
            ["0 Open", "1 Node", "2 GM=1", "10 AB=aa|bb:c\\]c", "33 Close"]
        );
    }

    #[test]
    fn invalid_entries_are_skipped() {
        assert_eq!(
            words("(;B W[aa] §§5;[x]C[never"),
            [
                "0 Open",
                "1 Node",
                "2 `B` has no value: `[` is expected behind it",
                "4 W=aa",
                "10 `§` is not expected here",
                "15 Node",
                "16 this value belongs to no property",
                "19 a value of `C` has no end: `]` is missing"
            ]
        );
        assert_eq!(words("(;C[\\"), ["0 Open", "1 Node", "2 a value of `C` has no end: `]` is missing"]);
    }

    #[test]
    fn games_are_found_between_other_texts() {
        let mut tokens = Tokens::new("Dear (all),\n( ;B[aa])");
        assert_eq!((tokens.seek_game(), tokens.at()), (Ok(Some(0)), 12));
        assert_eq!(Tokens::new(" \n").seek_game(), Err(None));
        assert_eq!(Tokens::new(" (x;").seek_game(), Err(Some(1)));
    }
}
