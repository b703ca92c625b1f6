//! Extra state of edition 3 in addition to that of edition 2.
//!
//! A game of paths that is lowered to automata runs on the bitboard executor, on its own states.
//! These have a few more words: the rule of the last move, its player, the number of idle turns.
//! This module has their places, and how a turn changes them.

use dagaz_core::{AttributeId, EndingId, PieceTypeId, PlayerId, SiteId};

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct ExtraState {
    /// The word that says who moved last: a player's number from 1 on.
    pub(crate) last_mover: usize,
    /// What is kept of the last move.
    pub(crate) named: Option<Named>,
    /// Whether the last move is dropped where it does not change the legal moves.
    pub(crate) forgets_last: bool,
    /// The `unmoved` attribute, and the types whose right depends on other types.
    pub(crate) rights: Option<(AttributeId, Vec<Right>)>,
    /// The turns in which nothing happened.
    pub(crate) idle: Option<Idle>,
    /// The checks that each player has given.
    pub(crate) checks: Option<Checks>,
    /// Where captured pieces go, if they go into hands.
    pub(crate) pockets: Option<Pockets>,
    /// The drops that may not mate.
    pub(crate) mates: Option<Mates>,
    /// For each ending of the automata the one that it is of the game of paths, in order.
    pub(crate) endings: Vec<EndingId>,
    /// Endings, by their place among those of the automata, that ask nothing but what is counted
    /// here.
    pub(crate) counted: Vec<(usize, Counted)>,
    /// Endings that ask whether a piece of the other player, of these types or of any if there are
    /// none, is attacked.
    pub(crate) attacking: Vec<(usize, Vec<PieceTypeId>)>,
    /// For each ending of the automata whether it is asked of a player who is to move, or of one
    /// who is not; none: of all.
    pub(crate) of_mover: Vec<Option<bool>>,
    /// The ending of a game in which nothing else can happen.
    pub(crate) no_move: EndingId,
}

/// Moves of which it is kept where they went; of all others nothing is.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The word that says by which rule the last move was.
    pub(crate) word: usize,
    /// What it says after one of these moves.
    pub(crate) value: u32,
    /// Whether the piece that made one of them is of the same type behind it.
    pub(crate) stays: bool,
    /// The moves: no other move of a piece that is of such a type before goes from the one site to
    /// the other.
    pub(crate) moves: Vec<NamedMove>,
}

/// See [`Named`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedMove {
    pub(crate) player: PlayerId,
    pub(crate) kind: PieceTypeId,
    pub(crate) from: SiteId,
    pub(crate) to: SiteId,
}

/// A type whose `unmoved` matters only while pieces of other types are unmoved too, or wait in the
/// hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Right {
    pub(crate) kind: PieceTypeId,
    /// The alternatives: unmoved pieces of each of these sets of types keep the right.
    pub(crate) beside: Vec<Vec<Vec<PieceTypeId>>>,
    /// A piece of these types in the player's hand keeps the right as well.
    pub(crate) hand: Vec<PieceTypeId>,
}

/// A counter of turns in which nothing is captured and none of these pieces moves.
#[derive(Clone, Debug)]
pub(crate) struct Idle {
    /// The word that counts them.
    pub(crate) word: usize,
    /// The pieces.
    pub(crate) kinds: Vec<PieceTypeId>,
}

/// Counters of the checks that each of two players has given.
#[derive(Clone, Debug)]
pub(crate) struct Checks {
    /// The word of the first player; that of the other follows.
    pub(crate) word: usize,
    /// The types of which a piece is attacked by a check.
    pub(crate) kinds: Vec<PieceTypeId>,
    /// Whether a turn without a check resets the count.
    pub(crate) in_a_row: bool,
    /// Whether positions in which they differ are not the same.
    pub(crate) compared: bool,
}

/// What captured pieces become in the capturer's hand.
#[derive(Clone, Debug)]
pub(crate) struct Pockets {
    /// How many attributes pieces have.
    pub(crate) attributes: usize,
    /// For each type, and for each row of values of its attributes, the first in the lowest bit;
    /// none: it is gone.
    pub(crate) into: Vec<Option<PieceTypeId>>,
}

/// A forbidden result of drops: the next player has no move, and one of their pieces is attacked.
#[derive(Clone, Debug)]
pub(crate) struct Mates {
    /// What may not be dropped so.
    pub(crate) dropped: Vec<PieceTypeId>,
    /// The types of which a piece is attacked.
    pub(crate) kings: Vec<PieceTypeId>,
}

/// What an ending asks of the counters alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// So many turns were idle.
    Idle(u32),
    /// The player has given so many checks.
    Checks(u32),
    /// The position has been there `times` times, and the checks of the player, each counted for so
    /// many `turns`, are no fewer than the turns since it was there before: 2, where every other
    /// turn is the player's.
    Perpetual { times: u32, turns: u32 },
}
