//! The notation of the moves of a game: SAN, or those of xiangqi, which the tag `Format` names.

use dagaz_core::{Game, MoveList, MoveRef};

use super::tags::GAME;
use crate::Cursor;
use crate::formats::{ucci, wxf};
use crate::tree::Facts;

/// The tag that names the notation of the moves.
pub(super) const FORMAT: &str = "Format";

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    San,
    /// `C2=5`.
    Wxf,
    /// `H2-E2`.
    Iccs,
}

impl Notation {
    /// The notation of a game by its tags. What names the game by the tag `Game` is for programs of
    /// xiangqi, which know no SAN; Chinese characters are written as squares.
    pub(super) fn of(game: &dyn Game, facts: &Facts) -> Notation {
        match facts.tag(FORMAT).or_else(|| facts.tag(GAME)) {
            Some(said) if ucci::fits(game) => match said.to_ascii_uppercase().as_str() {
                "WXF" => Notation::Wxf,
                _ => Notation::Iccs,
            },
            _ => Notation::San,
        }
    }

    /// The value of the tag `Format`; none if the notation has none.
    pub(super) fn format(self) -> Option<&'static str> {
        match self {
            Notation::San => None,
            Notation::Wxf => Some("WXF"),
            Notation::Iccs => Some("ICCS"),
        }
    }

    /// The tag that names the player who begins.
    pub(super) fn first_player(self) -> &'static str {
        if self == Notation::San { "White" } else { "Red" }
    }

    /// Writes a move of `list`, which are the legal moves where the cursor is; none if the notation
    /// is SAN, or has no words for the move.
    pub(super) fn text(
        self,
        game: &dyn Game,
        cursor: &Cursor<'_>,
        list: &MoveList,
        chosen: MoveRef<'_>,
    ) -> Option<String> {
        let state = cursor.state();
        let iccs = || ucci::iccs(game, state, chosen);
        match self {
            Notation::San => None,
            Notation::Wxf => wxf::wxf(game, state, list, chosen).or_else(iccs),
            Notation::Iccs => iccs(),
        }
    }
}
