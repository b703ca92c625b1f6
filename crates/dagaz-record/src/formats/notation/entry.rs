//! The syntax of a text record, line by line, before its meaning is checked.

use super::facts::KeyLine;
use super::remark::{FIRST_WORDS, comment_end};

/// One part of a record. Places are bytes of the text.
pub(super) enum Entry<'t> {
    /// The first line of a game, with the version that it gives.
    Game(&'t str),
    /// A comment, between its braces; and whether something follows in the same line.
    Comment(&'t str, bool),
    /// A comment has no end.
    Unclosed,
    /// A variation begins.
    Open,
    /// It ends.
    Close,
    /// The start, as what a comment stands before.
    Start,
    /// A move or one step of it.
    Move(&'t str),
    /// Judgements and clocks.
    Marks(&'t str),
    /// A fact.
    Key(KeyLine<'t>),
    /// None of these.
    Unknown,
}

/// Gives the parts of a text.
pub(super) struct Entries<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str) -> Entries<'t> {
        Entries { text, at: 0 }
    }

    /// Continues at the next line that begins a game.
    pub(super) fn skip_game(&mut self) {
        let rest = &self.text[self.at..];
        if rest.starts_with(FIRST_WORDS) && (self.at == 0 || self.text[..self.at].ends_with('\n')) {
            return;
        }
        self.at = rest.find(&format!("\n{FIRST_WORDS}")).map_or(self.text.len(), |found| self.at + found + 1);
    }
}

impl<'t> Iterator for Entries<'t> {
    /// A part with the byte where it begins; for a move where its text does.
    type Item = (usize, Entry<'t>);

    fn next(&mut self) -> Option<(usize, Entry<'t>)> {
        let rest = self.text[self.at..].trim_start();
        let at = self.text.len() - rest.len();
        self.at = at;
        if rest.is_empty() {
            return None;
        }
        if rest.starts_with('{') {
            return Some(match comment_end(rest) {
                Ok(end) => {
                    self.at = at + end;
                    let line = self.text[self.at..].split('\n').next().unwrap_or_default();
                    (at, Entry::Comment(&rest[1..end - 1], !line.trim().is_empty()))
                }
                Err(end) => {
                    self.at = at + end;
                    (at, Entry::Unclosed)
                }
            });
        }
        let line = rest.split('\n').next().unwrap_or_default();
        self.at = at + line.len();
        let line = line.trim_end();
        let number = line.bytes().take_while(u8::is_ascii_digit).count();
        let entry = match line {
            "(" => Entry::Open,
            ")" => Entry::Close,
            "start" => Entry::Start,
            _ if line.starts_with(FIRST_WORDS) => Entry::Game(line[FIRST_WORDS.len()..].trim()),
            _ if number > 0 && line[number..].starts_with('.') => {
                let text = line[number..].trim_start_matches('.').trim_start();
                return Some((at + line.len() - text.len(), Entry::Move(text)));
            }
            _ if ["$", "clock ", "spent "].iter().any(|begin| line.starts_with(begin)) => Entry::Marks(line),
            _ => KeyLine::of(line).map_or(Entry::Unknown, Entry::Key),
        };
        Some((at, entry))
    }
}
