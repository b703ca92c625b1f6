//! Paths: the ways a step can go.

use dagaz_core::{PieceTypeId, RuleId};

use super::{Act, LocalId, NameId, Number, Set, Truth, WayId};

/// A path, or a part of one. It is walked from a *configuration* (site under the cursor, state as
/// changed so far, moving piece in hand or not, bindings) and gives any number of configurations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// The cursor hops, with the moving piece while it is carried: one result for each of these
    /// hops.
    Go(Vec<WayId>),
    /// Passes if the site under the cursor is one of these.
    Is(Set),
    /// Passes if this holds.
    Holds(Truth),
    /// One after the other.
    Seq(Vec<Path>),
    /// Each of them.
    Or(Vec<Path>),
    /// The first that leads to a complete move.
    First(Vec<Path>),
    /// At least so many times, 0 or 1; every count is a result. A round that returns to an earlier
    /// configuration of this loop is not continued. Variables with the lifetime of the step or the
    /// move are part of the configuration if the body sets them to a given value, or changes them
    /// and [`stays`](Path::stays).
    Many {
        /// The least number of times.
        least: u8,
        /// The repeated path.
        body: Box<Path>,
    },
    /// As often as possible.
    Most(Box<Path>),
    /// Exactly so often.
    Times(Number, Box<Path>),
    /// Passes if the path can be walked from here; nothing moves and nothing changes.
    See(Box<Path>),
    /// Passes if it cannot.
    Not(Box<Path>),
    /// The second if the first can be walked from here, else the third.
    If(Box<Path>, Box<Path>, Box<Path>),
    /// The moving piece is put down, and the cursor alone goes to each of these sites.
    At(Set),
    /// The cursor goes to each of these sites with the moving piece.
    Fly(Set),
    /// The moving piece lands here and now.
    Land,
    /// The path once from each of these sites, one after the other, in order of the board.
    Each(Set, Box<Path>),
    /// Binds each number from the one to the other.
    Pick(LocalId, Number, Number),
    /// Binds each number that one of the unused dice shows, once.
    PickDie(LocalId, u16),
    /// Binds each set of sites that a piece of the type covers when the player lays it with its
    /// first site under the cursor.
    PickCells(LocalId, PieceTypeId),
    /// Binds a number.
    Let(LocalId, Number),
    /// Binds a set, as it is now.
    LetSet(LocalId, Set),
    /// What the types that stand on these sites have for moves, walked from here; a type that
    /// borrows itself lends nothing.
    Like(Set),
    /// Ends the step; the move may, must or will continue if it can.
    Continue(Continue, Vec<Onward>),
    /// An effect, at once.
    Do(Act),
}

impl Path {
    /// Returns the empty path.
    pub const fn here() -> Path {
        Path::Seq(Vec::new())
    }

    /// Calls `visit` with this part and all parts of it that are paths.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Path)) {
        visit(self);
        match self {
            Path::Seq(parts) | Path::Or(parts) | Path::First(parts) => {
                parts.iter().for_each(|part| part.each_part(visit));
            }
            Path::Many { body, .. }
            | Path::Most(body)
            | Path::Times(_, body)
            | Path::See(body)
            | Path::Not(body)
            | Path::Each(_, body) => body.each_part(visit),
            Path::If(question, yes, no) => [question, yes, no].into_iter().for_each(|part| part.each_part(visit)),
            _ => {}
        }
    }

    /// Returns whether walking it never takes the cursor anywhere else. A loop of such a path is
    /// over numbers.
    pub fn stays(&self) -> bool {
        match self {
            Path::Go(_) | Path::At(_) | Path::Fly(_) | Path::Like(_) | Path::Continue(..) | Path::Each(..) => false,
            Path::Seq(parts) | Path::Or(parts) | Path::First(parts) => parts.iter().all(Path::stays),
            Path::Many { body, .. } | Path::Most(body) | Path::Times(_, body) => body.stays(),
            Path::If(_, yes, no) => yes.stays() && no.stays(),
            Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) | Path::Land | Path::Do(_) => true,
            Path::Pick(..) | Path::PickDie(..) | Path::PickCells(..) | Path::Let(..) | Path::LetSet(..) => true,
        }
    }

    /// Returns whether the path only tests: no effect, no continuation.
    pub fn only_looks(&self) -> bool {
        let mut pure = true;
        let does = |part: &Path| matches!(part, Path::Do(_) | Path::Continue(..) | Path::Land | Path::Like(_));
        self.each_part(&mut |part| pure &= !does(part));
        pure
    }
}

/// How a move continues after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Continue {
    /// If it can.
    Then,
    /// If the player wishes.
    May,
    /// Without a continuation the move is illegal.
    Must,
}

/// The rules with which a move continues.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onward {
    /// With this rule.
    Rule(RuleId),
    /// With the moves of these names that the piece under the cursor has of its own.
    Own(Vec<NameId>),
    /// With any ordinary move of the turn.
    Play,
}
