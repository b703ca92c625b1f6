//! Why no executor of its own plays a game in all its parts.

use super::lowering::NotLowered;
use crate::report::Unfit;

/// Why a game is walked as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// Pure placement: playouts have a kernel of their own.
    Places,
    /// Stones: moves and playouts have a specialised executor.
    Stones,
    /// Pieces go straight on or take one another in chains: everything but lists has a form of its
    /// own.
    Jumps,
    /// Moves are choices of sites, with what then happens to them: everything but lists has a form
    /// of its own.
    Chooses,
    /// Counter game: playouts and searches have a specialised executor.
    Tallies,
    /// It cannot be lowered to automata.
    NoTwin(NotLowered),
    /// It can be lowered, but the bitboard executor does not support the result.
    NotFlat(Unfit),
}

impl Walked {
    /// The name of the form that the game has instead of automata; `walked` if it has none.
    pub fn form(self) -> &'static str {
        match self {
            Walked::Places => "placements",
            Walked::Stones => "stones",
            Walked::Jumps => "draughts",
            Walked::Chooses => "choices",
            Walked::Tallies => "numbers",
            Walked::NoTwin(_) | Walked::NotFlat(_) => "walked",
        }
    }
}

impl std::fmt::Display for Walked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Walked::Places => {
                f.write_str("moves only put pieces on empty sites, which have a specialised playout executor")
            }
            Walked::Stones => {
                f.write_str("stones are put down and taken without liberties, which have a specialised executor")
            }
            Walked::Jumps => f.write_str("it is of the draughts family, which has a specialised executor"),
            Walked::Chooses => f.write_str("its moves are choices of sites, which have a specialised executor"),
            Walked::Tallies => f.write_str("nothing but numbers ever changes, which has a specialised executor"),
            Walked::NoTwin(why) => why.fmt(f),
            Walked::NotFlat(why) => why.fmt(f),
        }
    }
}
