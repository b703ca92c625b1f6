//! USI: games of shogi and its relatives, each as the `position` line of the Universal Shogi
//! Interface.
//!
//! `position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e`, or `position sfen …` with an
//! [SFEN](crate::position::sfen). Files are counted from the right, ranks are letters from the top,
//! both as the player sees them who begins. `position` may be missing, and so may `sfen`. Lines
//! that begin with `#` are comments. Whether a piece promotes is always said: a move without `+`
//! does not.

use dagaz_core::{Effect, Game, MoveList, MoveRef, Piece, PieceTypeId, PlayerId, Position, SiteId, State};

use crate::Fault;
use crate::formats::protocol::{self, Protocol};
use crate::formats::{WriteFault, Written};
use crate::position::sfen::Sfen;
use crate::position::two_player::TwoPlayerGame;
use crate::reading::{ReadLimits, Reading};
use crate::tree::GameTree;

/// Ranks are letters, so there are no more.
const MOST_RANKS: usize = 26;
/// Files that a person would still count.
const MOST_FILES: usize = 99;

/// Whether this format can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    Usi::of(game).is_some()
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    match Usi::of(game) {
        Some(usi) => protocol::read(game, &usi, text, limits),
        None => protocol::not_this_game(WHICH),
    }
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let usi = Usi::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    protocol::write(game, &usi, trees)
}

/// Returns the text of a legal move; `None` if the game has no such texts, or none for the move.
pub fn move_text(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<String> {
    Usi::of(game)?.text(state, chosen)
}

/// The index of the one legal move of `list` that a USI text means; none if the game has no such
/// texts.
pub fn find(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    protocol::find(&Usi::of(game)?, state, list, typed).ok()
}

const WHICH: &str = "shogi and its relatives";

/// What a USI move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) from: From,
    pub(crate) to: SiteId,
    pub(crate) promotes: bool,
}

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Site(SiteId),
    Hand(PieceTypeId),
}

/// How USI says the positions and moves of a game.
pub(crate) struct Usi<'a> {
    pub(crate) sfen: Sfen<'a>,
}

impl<'a> Usi<'a> {
    pub(crate) fn of(game: &'a dyn Game) -> Option<Usi<'a>> {
        let sfen = Sfen::of(game)?;
        (sfen.duel.height() <= MOST_RANKS && sfen.duel.width() <= MOST_FILES).then_some(Usi { sfen })
    }

    pub(crate) fn duel(&self) -> &TwoPlayerGame<'a> {
        &self.sfen.duel
    }

    /// What a legal move does, in the words of USI; none if they do not suffice.
    pub(crate) fn said(&self, state: &State, chosen: MoveRef<'_>) -> Option<Said> {
        let mut steps = chosen.steps();
        let (Some((step, effects)), None) = (steps.next(), steps.next()) else { return None };
        let to = chosen.target().some().or_else(|| appears(effects))?;
        self.duel().place(to)?;
        let (mut from, mut arrived, mut becomes) = (None, false, None);
        for effect in effects {
            match *effect {
                Effect::Move { from: origin, to: target } if target == to && origin == step.origin => {
                    let kind = state.piece(origin)?.kind;
                    let beside = self.duel().place(origin).is_none();
                    from = Some((if beside { From::Hand(kind) } else { From::Site(origin) }, kind));
                    arrived = true;
                }
                Effect::Drop { site, kind, .. } if site == to => {
                    from = Some((From::Hand(kind), kind));
                    arrived = true;
                }
                // The type of a piece that was captured there may change before; that is not the
                // mover's.
                Effect::Become { site, kind } if site == to && arrived => becomes = Some(kind),
                // Where hands are numbers, a piece appears and the number goes down.
                Effect::Place { site, kind, owner }
                    if site == to && step.origin.some().is_none() && self.leaves_hand(state, kind, owner, effects) =>
                {
                    from = Some((From::Hand(kind), kind));
                    arrived = true;
                }
                Effect::Place { .. } => return None,
                _ => {}
            }
        }
        let (from, kind) = from?;
        let promotes = becomes.is_some_and(|becomes| becomes != kind);
        if promotes && becomes != self.sfen.promoted(kind) {
            return None;
        }
        Some(Said { from, to, promotes })
    }

    /// Whether some of these effects takes a piece out of its owner's hand.
    fn leaves_hand(&self, state: &State, kind: PieceTypeId, owner: PlayerId, effects: &[Effect]) -> bool {
        let piece = Piece { kind, owner };
        let held = state.supply(self.duel().game.layout(), piece);
        effects.iter().any(|effect| match *effect {
            Effect::Supply { kind, owner, count } => Piece { kind, owner } == piece && u32::from(count) < held,
            _ => false,
        })
    }

    fn parse_move(&self, typed: &str) -> Option<Said> {
        let (text, promotes) = match typed.strip_suffix('+') {
            Some(text) => (text, true),
            None => (typed, false),
        };
        if let Some((letter, square)) = text.split_once('*') {
            let kind = self.duel().kind(&letter.to_uppercase())?;
            return Some(Said { from: From::Hand(kind), to: self.parse_square(square)?, promotes });
        }
        // A square ends with its letter.
        let end = text.find(|c: char| c.is_ascii_alphabetic())? + 1;
        let (from, to) = (self.parse_square(&text[..end])?, self.parse_square(&text[end..])?);
        Some(Said { from: From::Site(from), to, promotes })
    }

    fn parse_square(&self, text: &str) -> Option<SiteId> {
        let rank = text.chars().next_back().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = &text[..text.len() - 1];
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let column = self.duel().width().checked_sub(digits.parse().ok()?)?;
        self.duel().site((rank as u8 - b'a').into(), column)
    }

    fn square(&self, site: SiteId) -> Option<String> {
        let (row, column) = self.duel().place(site)?;
        Some(format!("{}{}", self.duel().width() - column, (b'a' + row as u8) as char))
    }
}

impl Protocol for Usi<'_> {
    fn word(&self) -> &'static str {
        "sfen"
    }

    fn names_start(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        self.sfen.parse(text)
    }

    fn write(&self, position: &Position) -> Option<String> {
        self.sfen.write_exactly(position)
    }

    fn meant(&self, state: &State, list: &MoveList, typed: &str) -> Vec<usize> {
        let Some(typed) = self.parse_move(typed) else { return Vec::new() };
        (0..list.len()).filter(|&index| self.said(state, list.get(index)) == Some(typed)).collect()
    }

    fn text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String> {
        let said = self.said(state, chosen)?;
        let from = match said.from {
            From::Site(site) => self.square(site)?,
            From::Hand(kind) => format!("{}*", self.duel().letter(kind)?),
        };
        Some(format!("{from}{}{}", self.square(said.to)?, if said.promotes { "+" } else { "" }))
    }
}

/// Where a piece appears from nowhere.
fn appears(effects: &[Effect]) -> Option<SiteId> {
    effects.iter().find_map(|effect| match *effect {
        Effect::Place { site, .. } | Effect::Drop { site, .. } => Some(site),
        _ => None,
    })
}

/// Whether the first position of a text is on a board of five files, as mini shogi has it.
pub fn is_mini(text: &str) -> bool {
    let board = text.split_whitespace().find(|word| word.matches('/').count() >= 2);
    board.is_some_and(|board| board.matches('/').count() == 4)
}
