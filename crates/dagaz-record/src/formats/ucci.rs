//! UCCI: games of xiangqi and its relatives, each as the `position` line of the Universal Chinese
//! Chess Interface.
//!
//! `position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2
//! h9g7`. Files are letters from the left and ranks digits from below, beginning with 0, both as
//! seen by the first player, `w` (or `r`). The horse is `N` and the elephant `B`; `H` and `E` are
//! read as well. Moves may also be given as on the ICCS (`H2-E2`) or in [WXF](crate::formats::wxf)
//! notation (`C2=5`), with numbers (`1.`) between them. `startpos` may stand for the usual start,
//! `position` and `fen` may be missing, and lines that begin with `#` are comments. Moves alone are
//! a game from the usual start, which continues in lines that begin with a number other than 1. The
//! counters at the end of a FEN must be numbers, but are ignored.

use dagaz_core::{Game, MoveList, MoveRef, Position, SiteId, SlotId, State};

use crate::Fault;
use crate::formats::protocol::{self, Protocol};
use crate::formats::wxf::{Wxf, is_wxf};
use crate::formats::{WriteFault, Written};
use crate::position::draft::ordered;
use crate::position::fen_fields::fields;
use crate::position::two_player::TwoPlayerGame;
use crate::reading::{ReadLimits, Reading};
use crate::tree::GameTree;

pub use crate::formats::wxf::wxf;

/// Ranks are single digits.
const MOST_RANKS: usize = 10;
/// Files are letters.
const MOST_FILES: usize = 26;
/// General, advisor, elephant, horse, chariot, cannon and soldier, with the other letters of horse
/// and elephant.
const LETTERS: [&str; 9] = ["K", "A", "B", "E", "N", "H", "R", "C", "P"];

/// Whether this format can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    Ucci::of(game).is_some()
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    match Ucci::of(game) {
        Some(ucci) => protocol::read(game, &ucci, text, limits),
        None => protocol::not_this_game(WHICH),
    }
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let ucci = Ucci::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    protocol::write(game, &ucci, trees)
}

/// Returns the text of a legal move; `None` if the game has no such texts, or none for the move.
pub fn move_text(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<String> {
    Ucci::of(game)?.text(state, chosen)
}

/// The index of the one legal move of `list` that a text of UCCI, ICCS or WXF means; none if the
/// game has no such texts.
pub fn find(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let mut meant = Ucci::of(game)?.meant(state, list, typed).into_iter();
    let first = meant.next()?;
    meant.all(|other| list.get(other).same_as(list.get(first))).then_some(first)
}

/// Writes a legal move as on the Internet Chinese Chess Server, `H2-E2`; none if the game has no
/// such texts.
pub(crate) fn iccs(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<String> {
    let text = Ucci::of(game)?.text(state, chosen)?.to_ascii_uppercase();
    let (from, to) = text.split_at_checked(2)?;
    Some(format!("{from}-{to}"))
}

const WHICH: &str = "xiangqi and its relatives";

/// How UCCI says the positions and moves of a game.
pub(crate) struct Ucci<'a> {
    pub(crate) duel: TwoPlayerGame<'a>,
}

impl<'a> Ucci<'a> {
    /// For a duel without drops and without rights, of a general, a cannon, and other pieces of
    /// xiangqi only.
    pub(crate) fn of(game: &'a dyn Game) -> Option<Ucci<'a>> {
        let mut duel = TwoPlayerGame::of(game)?;
        let has = |letter: &str| duel.kind(letter).is_some();
        let plain = game.layout().spec().supplies.is_empty() && game.glossary().fen.rights.is_empty();
        if !plain || duel.height() > MOST_RANKS || duel.width() > MOST_FILES || !has("K") || !has("C") {
            return None;
        }
        if !duel.is_lettered() || duel.letters().any(|(letter, _)| !LETTERS.contains(&letter)) {
            return None;
        }
        duel.equate("N", "H");
        duel.equate("B", "E");
        Some(Ucci { duel })
    }

    /// Returns origin and target of a legal move; `None` if they do not identify it.
    fn ends(&self, chosen: MoveRef<'_>) -> Option<(SiteId, SiteId)> {
        let (from, to) = (chosen.origin().some()?, chosen.target().some()?);
        (chosen.steps().len() == 1).then_some((from, to))
    }

    fn parse_ends(&self, typed: &str) -> Option<(SiteId, SiteId)> {
        let bytes: Vec<u8> = typed.bytes().map(|byte| byte.to_ascii_lowercase()).collect();
        match bytes[..] {
            [a, b, c, d] | [a, b, b'-', c, d] => Some((self.parse_square(a, b)?, self.parse_square(c, d)?)),
            _ => None,
        }
    }

    fn parse_square(&self, file: u8, rank: u8) -> Option<SiteId> {
        if !file.is_ascii_lowercase() || !rank.is_ascii_digit() {
            return None;
        }
        let row = (self.duel.height() - 1).checked_sub(usize::from(rank - b'0'))?;
        self.duel.site(row, usize::from(file - b'a'))
    }

    fn square(&self, site: SiteId) -> Option<String> {
        let (row, column) = self.duel.place(site)?;
        Some(format!("{}{}", (b'a' + column as u8) as char, self.duel.height() - 1 - row))
    }
}

impl Protocol for Ucci<'_> {
    fn word(&self) -> &'static str {
        "fen"
    }

    /// Not every engine of this protocol knows `startpos`.
    fn names_start(&self) -> bool {
        false
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        let chars: Vec<char> = text.chars().collect();
        let fields = fields(&chars);
        let mut rest = fields.iter().copied();
        let Some(board) = rest.next() else { return Err(Fault::at(0, "a position is expected")) };
        let word = |field: (usize, usize)| chars[field.0..field.1].iter().take(20).collect::<String>();
        let mut position = self.duel.emptied();
        position.pieces.extend(self.duel.parse_rows(&chars, board)?);
        if let Some(field) = rest.next() {
            position.slot = match word(field).as_str() {
                "w" | "W" | "r" | "R" => Some(SlotId(0)),
                "b" | "B" => Some(SlotId(1)),
                other => {
                    let [first, second] = self.duel.players.map(|player| self.duel.game.glossary().player(player));
                    let message = format!("`{other}` is nobody to move; `w` is {first} and `b` is {second}");
                    return Err(Fault::at(field.0, message));
                }
            };
        }
        for (number, field) in rest.enumerate() {
            let word = word(field);
            match number {
                0 | 1 if word != "-" => return Err(Fault::at(field.0, format!("`-` is expected, not `{word}`"))),
                2 | 3 if !chars[field.0..field.1].iter().all(char::is_ascii_digit) => {
                    return Err(Fault::at(field.0, format!("`{word}` is no number")));
                }
                0..=3 => {}
                _ => return Err(Fault::at(field.0, format!("`{word}` is too much; `moves` is expected"))),
            }
        }
        Ok(ordered(position))
    }

    fn write(&self, position: &Position) -> Option<String> {
        let board = self.duel.write_rows(position)?;
        let side = if position.slot.unwrap_or(SlotId(0)).index() == 0 { 'w' } else { 'b' };
        let text = format!("{board} {side} - - 0 1");
        self.parse(&text).is_ok_and(|read| read == *position).then_some(text)
    }

    fn meant(&self, state: &State, list: &MoveList, typed: &str) -> Vec<usize> {
        match self.parse_ends(typed) {
            Some(ends) => (0..list.len()).filter(|&index| self.ends(list.get(index)) == Some(ends)).collect(),
            None => Wxf { duel: &self.duel }.meant(state, list, typed),
        }
    }

    fn text(&self, _state: &State, chosen: MoveRef<'_>) -> Option<String> {
        let (from, to) = self.ends(chosen)?;
        Some(format!("{}{}", self.square(from)?, self.square(to)?))
    }

    fn text_like(&self, state: &State, chosen: MoveRef<'_>, word: &str) -> Option<String> {
        if is_wxf(word) { Wxf { duel: &self.duel }.text(state, chosen) } else { self.text(state, chosen) }
    }

    fn begins_moves(&self, word: &str) -> bool {
        self.parse_ends(word).is_some() || is_wxf(word)
    }

    /// Numbers of moves, as in `1. C2=5 H8+7`.
    fn skips(&self, word: &str) -> bool {
        word.strip_suffix('.').is_some_and(|number| {
            let digits = number.trim_end_matches('.');
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}
