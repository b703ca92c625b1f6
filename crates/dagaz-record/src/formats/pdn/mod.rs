//! Portable Draughts Notation, version 3.0: games of the draughts family.
//!
//! The format fits every game of two players on a board of columns and rows whose pieces are men,
//! and kings that come into being later: two types, of which all pieces of the start have one and
//! `K` is the letter of the other; the squares in use are all, or those of one colour. Nothing else
//! is asked about the rules.
//!
//! **Which squares.** PDN numbers the squares in use, or names them by letters and digits, from one
//! of the four corners *as the player sees it who begins*; the tag `GameType` says which. If a game
//! has a type of its own in the table of the standard, it is written as that type asks; of several
//! types with the same board and the same first player the one named in the title of the game is
//! taken, else the first. A board that no type has is written with letters if it is full, or if
//! White begins and it has at most eight columns; otherwise with numbers, square 1 in the right
//! corner of Black. A record may say otherwise in its `GameType`, and is read as it says. In a
//! record with letters a numbered square is understood as most draughts programs do: square 1 is in
//! the right corner of Black. In one with numbers, a lettered square is counted from the left
//! corner of the player who begins.
//!
//! **Who is White.** The player with that name, or with a name that begins with it; else the one
//! who is not named Black; else the first player. Results have White first, for any first player:
//! `1-0`, in international and Canadian draughts `2-0`.
//!
//! **Captures** are written by their ends (`32x23`) unless that could be another move that leads
//! elsewhere; then by all squares on which the piece turns or, going straight on, the squares next
//! behind what it takes. They are read from their ends and any squares between, in order, on which
//! the piece landed or over which it went. What fits several moves is read only if they all lead to
//! the same state.
//!
//! A game ends with `*`, as the standard asks of writers; its result stands in its tags. Readers of
//! older texts take a result there as well. Clocks and times of moves stand in comments, `[%clk
//! 0:09:58]` and `[%emt 0:00:02]`; a line end in a comment is a blank.

mod board;
mod fen;
mod first_moves;
mod game;
mod gametype;
mod numbering;
mod path;
mod read;
mod result;
mod tags;
mod token;
mod typed;
mod write;

use dagaz_core::Game;

use crate::formats::{WriteFault, Written};
use crate::reading::{ReadLimits, Reading};
use crate::tree::GameTree;

use board::Draughts;
use first_moves::Squares;
pub(crate) use typed::write_position;
pub use typed::{DraughtsNotation, find, parse_position};

/// Whether this format can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    Draughts::of(game).is_some()
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    match Draughts::of(game) {
        Some(draughts) => read::read(&draughts, text, limits),
        None => read::not_this_game(text),
    }
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    match Draughts::of(game) {
        Some(draughts) => write::write(&draughts, trees),
        None => Err(WriteFault::NotThisGame(WHICH)),
    }
}

/// The games for which the format is, for messages.
const WHICH: &str = "games of men and kings on the squares of a board, such as draughts";

/// The number of the first `GameType` tag of a text.
pub fn game_type(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("[GameType")?;
    let rest = rest.trim_start().strip_prefix('"')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    rest[..digits].parse().ok()
}

/// The number of the game type that a text is of: that of its tag, else the usual one of the
/// squares of its moves.
pub fn usual_type(text: &str) -> Option<u32> {
    game_type(text).or_else(|| Squares::of(text).map(Squares::game_type))
}

/// Whether a text with tags is one of draughts: it has a `GameType`, or moves between numbers.
pub(crate) fn is_pdn(text: &str) -> bool {
    game_type(text).is_some() || matches!(Squares::of(text), Some(Squares::Numbers(_)))
}
