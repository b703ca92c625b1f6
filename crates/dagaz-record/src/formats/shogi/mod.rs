//! Games of shogi as people and servers of shogi write them: KIF and KI2 ([`kif`], [`kif_write`]),
//! and CSA ([`csa`], [`csa_write`]).
//!
//! All of them say a move by its squares, counted from the right and from the top, and by the name
//! of the piece. Here is what they share: names of pieces, squares, the endings, and the place in a
//! tree where the next move is played.

pub mod csa;
pub mod csa_write;
mod diagram;
mod draft;
mod ending;
pub mod kif;
pub mod kif_write;
mod line;
mod pieces;
mod relative;

use dagaz_core::{Game, PieceTypeId, PlayerId, SiteId};

use crate::formats::WriteFault;
use crate::formats::usi::Usi;
use crate::reading::{ReadLimits, Reading, RecordFaultKind};
use pieces::Named;

/// The games that these formats are for, in words.
const WHICH: &str = "shogi and its relatives with the same pieces";

/// Files and ranks that have digits.
const MOST: usize = 9;

/// What the formats need of a game.
struct Shogi<'a> {
    game: &'a dyn Game,
    usi: Usi<'a>,
}

impl<'a> Shogi<'a> {
    /// For a game whose pieces are those of shogi, on a board of at most nine files and ranks.
    fn of(game: &'a dyn Game) -> Option<Shogi<'a>> {
        let usi = Usi::of(game)?;
        let duel = usi.duel();
        let known = duel.letters().all(|(letter, _)| pieces::of_letter(letter).is_some());
        (known && duel.width() <= MOST && duel.height() <= MOST).then_some(Shogi { game, usi })
    }

    /// Returns the game of a text, or the refusal of a text that is too long or of another game.
    fn for_text(game: &'a dyn Game, text: &str, limits: &ReadLimits) -> Result<Shogi<'a>, Reading> {
        let shogi = Shogi::of(game).ok_or_else(|| {
            Reading::refused(text, RecordFaultKind::Setup, WriteFault::NotThisGame(WHICH).to_string())
        })?;
        if text.len() > limits.bytes {
            let message = format!("the file has more than {} bytes", limits.bytes);
            return Err(Reading::refused(text, RecordFaultKind::Limit, message));
        }
        Ok(shogi)
    }

    /// The title of the game.
    fn title(&self) -> &'a str {
        &self.game.glossary().title
    }

    /// The names of a piece type.
    fn named(&self, kind: PieceTypeId) -> Option<&'static Named> {
        pieces::of_letter(self.usi.duel().letter(kind)?)
    }

    /// The site on a file, counted from the right, and a rank, counted from the top, both from 1.
    fn square(&self, file: usize, rank: usize) -> Option<SiteId> {
        let duel = self.usi.duel();
        duel.site(rank.checked_sub(1)?, duel.width().checked_sub(file)?)
    }

    /// File and rank of a site.
    fn place(&self, site: SiteId) -> Option<(usize, usize)> {
        let (row, column) = self.usi.duel().place(site)?;
        Some((self.usi.duel().width() - column, row + 1))
    }

    /// The player who begins an even game, and the other.
    fn players(&self) -> [PlayerId; 2] {
        self.usi.duel().players
    }
}

/// Returns a line with blanks in place of control characters. Its length is the same, so that
/// offsets of faults are too.
fn without_controls(line: &str) -> String {
    line.chars().fold(String::with_capacity(line.len()), |mut clean, c| {
        match c.is_control() {
            true => clean.extend(std::iter::repeat_n(' ', c.len_utf8())),
            false => clean.push(c),
        }
        clean
    })
}

/// Returns a text as the value of one line: without control characters and outer blanks.
fn one_line(text: &str) -> String {
    without_controls(text).trim().to_string()
}

/// Whether these formats can hold games of this kind.
pub fn fits(game: &dyn Game) -> bool {
    Shogi::of(game).is_some()
}
