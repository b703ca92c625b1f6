//! Truths and numbers: what rules and endings ask about a state.

use dagaz_core::{AttributeId, DirectionId, MoveClassId, PieceTypeId, SiteId, ZoneId};

/// The site that a test is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The site under the cursor.
    Here,
    /// That many steps from the cursor, along the player's directions. Leads nowhere if a link is
    /// missing.
    Along(Vec<DirectionId>),
    /// Along a direction backwards: the site from which the player's direction leads here.
    Against(DirectionId),
    /// A site by itself.
    At(SiteId),
    /// The remembered site.
    Mark,
    /// Where the moving piece stands.
    Origin,
    /// Where the last step began.
    LastFrom,
    /// Where the last step ended.
    LastTo,
}

/// Whose piece, as seen by the player who asks (in rules: the side whose pieces move).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// The asking player's own.
    Own,
    /// An enemy's: another player's who is not neutral.
    Enemy,
    /// A neutral player's, or without an owner.
    Neutral,
    /// Anyone's.
    Anyone,
}

/// A test of one site. All but [`SiteTest::OnBoard`] are false if a place leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SiteTest {
    /// The place leads to a site.
    OnBoard,
    /// No piece is there.
    Empty,
    /// Such a piece is there: of that holder, and of one of these types (none given: of any type).
    Holds(Holder, Vec<PieceTypeId>),
    /// It is this site.
    Is(SiteId),
    /// It is in the player's zone.
    In(ZoneId),
    /// The piece there has a value other than 0 for the attribute.
    Has(AttributeId),
    /// The site flag is raised there. Site flags live while one run of a rule lasts.
    Flagged(u16),
    /// The last step began there.
    LastFrom,
    /// The last step ended there.
    LastTo,
    /// It is the remembered site.
    Marked,
    /// An enemy's piece stands one link away.
    NextToEnemy,
    /// An enemy could capture a piece of the asking player's that stood there, with a move of this
    /// class if one is given. False while this question itself is being answered.
    Attacked(Option<MoveClassId>),
    /// The asking player's own side could recapture there, with a move of this class if one is
    /// given.
    Defended(Option<MoveClassId>),
}

/// A question that is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Always the same.
    Always(bool),
    /// The contrary.
    Not(Box<Truth>),
    /// Every one.
    All(Vec<Truth>),
    /// At least one.
    Any(Vec<Truth>),
    /// About one site.
    Site(Place, SiteTest),
    /// The flag is raised. Flags live while one run of a rule lasts.
    Flag(u16),
    /// There is a site such that, with the cursor there, the truth holds.
    Somewhere(Box<Truth>),
    /// Two numbers compare so.
    Compare(Number, Comparison, Number),
    /// A piece of the asking player's, of one of these types (none given: of any type), was
    /// captured since the turn began. Only for endings.
    Captured(Vec<PieceTypeId>),
    /// The asking player is to move and has no legal move, a pass aside. Only for endings.
    Stuck,
    /// No player of the turn order has a legal move, passes aside. Only for endings.
    AllStuck,
    /// The present position has occurred at least so often. Only for endings.
    Repeated(u32),
}

impl Truth {
    /// Returns the test that a piece of the asking player, of one of these types, is attacked by an
    /// enemy.
    pub fn attacked_piece(kinds: Vec<PieceTypeId>) -> Truth {
        Truth::Somewhere(Box::new(Truth::All(vec![
            Truth::Site(Place::Here, SiteTest::Holds(Holder::Own, kinds)),
            Truth::Site(Place::Here, SiteTest::Attacked(None)),
        ])))
    }

    /// Returns the types of an [attacked](Truth::attacked_piece) test; empty for any type, `None`
    /// for other tests.
    pub fn kinds_attacked(&self) -> Option<&[PieceTypeId]> {
        let Truth::Somewhere(inner) = self else { return None };
        match &**inner {
            Truth::All(parts) => match parts.as_slice() {
                [
                    Truth::Site(Place::Here, SiteTest::Holds(Holder::Own, kinds)),
                    Truth::Site(Place::Here, SiteTest::Attacked(None)),
                ] => Some(kinds),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the contrary, with double negation removed.
    pub fn negate(self) -> Truth {
        match self {
            Truth::Not(inner) => *inner,
            Truth::Always(value) => Truth::Always(!value),
            other => Truth::Not(Box::new(other)),
        }
    }

    /// Returns whether the truth, or a part of it, satisfies `found`.
    pub fn mentions(&self, found: &dyn Fn(&Truth) -> bool) -> bool {
        found(self)
            || match self {
                Truth::Not(inner) | Truth::Somewhere(inner) => inner.mentions(found),
                Truth::All(parts) | Truth::Any(parts) => parts.iter().any(|part| part.mentions(found)),
                _ => false,
            }
    }

    /// Returns whether answering needs generation of moves, of whichever side.
    pub fn looks_at_moves(&self) -> bool {
        self.mentions(&|part| {
            matches!(
                part,
                Truth::Stuck | Truth::AllStuck | Truth::Site(_, SiteTest::Attacked(_) | SiteTest::Defended(_))
            )
        })
    }
}

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Itself.
    Is(i32),
    /// How many such pieces there are: on the board, and in supply too if `supplied`.
    Count {
        /// Whose.
        holder: Holder,
        /// Of which types; none given: of any type but those that do not count as material.
        kinds: Vec<PieceTypeId>,
        /// Whether those in supply count too.
        supplied: bool,
    },
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The same.
    Equal,
    /// The first is less.
    Less,
    /// The first is greater.
    Greater,
}

impl Comparison {
    /// Returns the comparison of the same numbers in the other order.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Equal,
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
        }
    }

    /// Returns whether two numbers compare so.
    #[inline]
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Less => a < b,
            Comparison::Greater => a > b,
        }
    }
}
