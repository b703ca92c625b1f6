//! PGN, the Portable Game Notation of chess, for every game that has
//! [SAN](crate::formats::pgn::san).
//!
//! The reader takes what the standard calls import format and more: tags in any order, comments,
//! variations, judgements, clocks, `0-0`, `e7e8q`, superfluous signs. It plays every move by the
//! rules of the game. The writer makes export format.

pub(crate) mod bare;
pub(crate) mod commands;
mod lexer;
mod movetext;
mod notation;
mod read;
pub(crate) mod result;
pub mod san;
mod san_text;
pub(crate) mod tags;
pub(crate) mod wrap;
mod write;

use dagaz_core::Game;

use crate::formats::pgn::lexer::{Lexer, Token};
use crate::formats::pgn::san::San;
use crate::formats::{WriteFault, Written};
use crate::names;
use crate::reading::{ReadLimits, Reading, RecordFaultKind};
use crate::tree::GameTree;

/// The games that PGN is for, in words.
const WHICH: &str = "two players on a board of files and ranks, with lettered pieces and a King `K`";

/// The title of the game that a PGN is about if it does not say so.
const UNSAID: &str = "Chess";

/// Whether this format can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    San::of(game).is_some()
}

/// Whether a `Variant` tag means the game of that title: `crazyhouse` and `Crazyhouse chess` do,
/// without regard to capitals and signs, and so does every word for the usual game of any title
/// (`Standard`, `From Position`).
pub fn means(title: &str, said: &str) -> bool {
    tags::is_variant(title, said) || same_game(title, said)
}

/// Whether both are names of one game in the table of [names](crate::names), or of a variant of its
/// rules file.
fn same_game(title: &str, said: &str) -> bool {
    let known = |name: &str| names::meant(name).map(|names| (names.game, names.variant));
    !title.is_empty() && known(said).is_some() && known(title) == known(said)
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let (kind, message) = match San::of(game) {
        Some(_) if text.len() > limits.bytes => {
            (RecordFaultKind::Limit, format!("the file has more than {} bytes", limits.bytes))
        }
        Some(san) => {
            let bare = bare::as_pgn(text);
            return read::Reader::new(game, &san, bare.as_deref().unwrap_or(text), limits).run();
        }
        None => (RecordFaultKind::Setup, format!("this format is for {WHICH}")),
    };
    Reading::refused(text, kind, message)
}

/// Whether a text without tags begins with the first move of a game: `1. e4`, `1.Nf3`, `1. 32-28`.
pub(crate) fn is_movetext(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("1.") else { return false };
    let mut words = rest.split_whitespace();
    let (first, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    // Moves of our own notation have blanks between their parts.
    let bare = first.trim_end_matches(['+', '#', '!', '?']);
    let is_move = bare.len() > 1 && bare.ends_with(|c: char| c.is_ascii_digit()) || bare.starts_with("O-O");
    is_move && !next.starts_with(['-', 'x', '+'])
}

/// Returns the names of the players that the tags of the first game say.
pub(crate) fn players(text: &str) -> Vec<String> {
    let mut lexer = Lexer::new(text);
    let mut names = Vec::new();
    while let Some((_, token)) = lexer.next() {
        match token {
            Token::Bracket { .. } => {
                let named = lexer.tag().ok().filter(|tag| tags::is_player(&tag.name) && tag.value.trim() != "?");
                names.extend(named.map(|tag| tags::plain(&tag.value)));
            }
            Token::Comment { .. } => {}
            _ => break,
        }
    }
    names
}

/// Returns the bytes at which the games of a text begin: its tags, behind moves.
pub(crate) fn game_begins(text: &str) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let mut begins = Vec::new();
    let mut behind_moves = true;
    while let Some((byte, token)) = lexer.next() {
        match token {
            Token::Bracket { fresh } if fresh || !behind_moves => {
                if std::mem::take(&mut behind_moves) {
                    begins.push(byte);
                }
                // What is wrong with a tag, the reader says.
                let _ = lexer.tag();
            }
            Token::Bracket { .. } => {
                lexer.rest_of_line();
            }
            Token::Comment { .. } => {}
            _ => {
                behind_moves = true;
                if begins.is_empty() {
                    begins.push(byte);
                }
            }
        }
    }
    begins
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let san = San::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    write::Writer::new(game, &san).run(trees)
}
