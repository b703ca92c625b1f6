//! What rules of this family are made into: small programs for a cursor on a board of bits.

use dagaz_core::RuleId;
use dagaz_rules::Comparison;
use dagaz_rules::path::{Continue, Distinct, NameId, Operation};

use super::counters::Counter;
use crate::paths::bits::board::COUNTERS_MAX;
use crate::paths::bits::hop::Hop;
use crate::paths::bits::setting::Setting;

/// In a mask of codes: what stands there is dead.
pub(super) const DEAD: u32 = 1 << 31;

/// A game of this family.
#[derive(Debug)]
pub(in crate::paths) struct Form<B> {
    pub(in crate::paths) setting: Setting<B>,
    /// For each player how it moves.
    pub(super) sides: Vec<Side<B>>,
    /// For each preference the rules whose moves compete.
    pub(super) prefers: Vec<Vec<NameId>>,
    /// What makes two moves different ones.
    pub(super) distinct: Distinct,
    /// The values of variables at the beginning of a move.
    pub(super) starts: Vec<i64>,
    /// How many sites a path can note.
    pub(super) locals: usize,
    /// The variables that count turns.
    pub(super) counters: Vec<Counter>,
    /// Codes of pieces that cannot come back to where they were without capturing.
    pub(super) onward: u32,
    /// For each ending whether it holds for all players or for none.
    pub(super) for_all: Vec<bool>,
}

/// One player's rules.
#[derive(Clone, Debug)]
pub(super) struct Side<B> {
    pub(super) hops: Vec<Hop<B>>,
    pub(super) tests: Vec<Test<B>>,
    pub(super) nodes: Vec<Node>,
    /// Whether some test asks what stood somewhere before the move.
    pub(super) looks_back: bool,
    pub(super) trails: Vec<Trail>,
    /// Moves that are no more than going somewhere.
    pub(super) lines: Vec<Line<B>>,
    /// Compulsory classes: where one gives a move the next ones are not asked. The rules of the
    /// last are always asked.
    pub(super) stages: Vec<Vec<Use>>,
    pub(super) always: Vec<Use>,
    /// For each code the rules with which such a piece can continue.
    pub(super) own: Vec<Vec<(NameId, NodeId)>>,
    /// For each rule the continuing rules by origin.
    pub(super) roots: Vec<Option<NodeId>>,
    /// For each code what it becomes where a move ends: sites, and the codes that it can become
    /// there.
    pub(super) ends: Vec<Vec<(B, Vec<u8>)>>,
    /// For each preference its numbers.
    pub(super) prefers: Vec<Vec<Number>>,
    /// The game's endings, as this player sees them.
    pub(super) endings: Vec<Truth>,
}

/// Where a node is.
pub(super) type NodeId = u16;

/// Which sites pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test<B> {
    /// Codes of what stands there now, [`EMPTY`](crate::paths::bits::board::EMPTY) and [`DEAD`]
    /// among them.
    pub(super) now: u32,
    /// Codes of what stood there before the move, [`EMPTY`] among them.
    pub(super) was: u32,
    pub(super) zone: B,
}

/// One element of a path, and what comes after it.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Go {
        hop: u16,
        then: NodeId,
    },
    Is {
        test: u16,
        then: NodeId,
    },
    /// Hops through sites that pass; `once`: one at least.
    Run {
        hop: u16,
        test: u16,
        once: bool,
        then: NodeId,
    },
    Take {
        later: bool,
        then: NodeId,
    },
    Assign {
        var: u8,
        value: Number,
        add: bool,
        then: NodeId,
    },
    If {
        test: u16,
        yes: NodeId,
        no: NodeId,
    },
    /// The moving piece becomes each of these codes.
    Become {
        codes: Vec<Option<u8>>,
        then: NodeId,
    },
    /// Notes the site under the cursor.
    Note {
        local: u8,
        then: NodeId,
    },
    /// Passes if a site that was noted passes.
    See {
        local: u8,
        test: u16,
        then: NodeId,
    },
    Or(Vec<NodeId>),
    First(Vec<NodeId>),
    /// A step ends; the piece continues with its own rules of these names, and with these rules.
    Continue {
        how: Continue,
        names: Vec<NameId>,
        rules: Vec<RuleId>,
        /// For each code that the piece may have by then where all these begin.
        roots: Vec<Vec<NodeId>>,
    },
    End,
}

impl Node {
    /// Whether what stands there is taken.
    pub(super) fn takes(&self) -> bool {
        matches!(self, Node::Take { .. })
    }

    /// Visits each node that may come next in the same step.
    pub(super) fn followers(&self, mut tell: impl FnMut(NodeId)) {
        match self {
            Node::Or(all) | Node::First(all) => all.iter().copied().for_each(tell),
            Node::If { yes, no, .. } => {
                tell(*yes);
                tell(*no);
            }
            Node::Go { then, .. }
            | Node::Is { then, .. }
            | Node::Run { then, .. }
            | Node::Take { then, .. }
            | Node::Assign { then, .. }
            | Node::Become { then, .. }
            | Node::Note { then, .. }
            | Node::See { then, .. } => tell(*then),
            Node::Continue { .. } | Node::End => {}
        }
    }
}

/// A rule that pieces begin with.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// A mask of their codes; only one for a line.
    pub(super) codes: u32,
    pub(super) name: NameId,
    pub(super) does: Does,
}

/// How a rule is followed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    /// By all pieces at once: that line.
    Line(u16),
    /// From one site after the other, of those from which a step can be made: these are found by
    /// going back over a trail.
    Walk { root: NodeId, trail: u16 },
}

/// From the end of a step back to where it begins.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// What is left of the rule, if not all ways through it are known.
    pub(super) end: Option<NodeId>,
    /// What was done before, the last first.
    pub(super) back: Vec<Back>,
}

/// A part of a [`Trail`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Back {
    /// A hop onto a site that passes.
    Onto {
        hop: u16,
        test: u16,
    },
    Is {
        test: u16,
    },
    Go {
        hop: u16,
    },
    Run {
        hop: u16,
        test: u16,
        once: bool,
    },
}

/// QuietPlayout somewhere straight on.
#[derive(Clone, Debug)]
pub(super) struct Line<B> {
    pub(super) hop: u16,
    /// The condition for sites that the piece passes; `None`: a single hop.
    pub(super) through: Option<u16>,
    /// What a site must pass for the piece to end there.
    pub(super) onto: u16,
    /// Sites, and the codes that the piece can have when it ends there.
    pub(super) ends: Vec<(B, Vec<u8>)>,
    /// Whether that is always just one.
    pub(super) one_end: bool,
    /// Whether it can end where something stands.
    pub(super) captures: bool,
}

/// A number of a move that is being made.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Is(i64),
    Var(u8),
    /// How many captured pieces were such.
    Captured(u16),
    /// Whether the piece that set out was such.
    Origin(u16),
    /// Whether such a piece is under the cursor.
    Here(u16),
    Of(Operation, Vec<Number>),
}

impl Number {
    /// Whether it depends on where the cursor is.
    pub(super) fn asks_here(&self) -> bool {
        match self {
            Number::Here(_) => true,
            Number::Of(_, parts) => parts.iter().any(Number::asks_here),
            _ => false,
        }
    }
}

/// A question about a position.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    Always(bool),
    /// The player whose view this is is to move, and cannot.
    Stuck,
    MyTurn,
    /// There is a site that passes.
    Any(u16),
    Not(Box<Truth>),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    Compare(Amount, Comparison, Amount),
    /// The position has been there so many times or more, now counted; asked so often that it has a
    /// word of its own.
    Repeated(usize),
}

impl Truth {
    /// Whether the position has been there so many times or more, now counted.
    pub(super) fn repeated(times: i64) -> Truth {
        if times <= 1 { Truth::Always(true) } else { Truth::Repeated(times as usize) }
    }

    /// Whether a counter has not come to a number that the truth asks for; quick to see.
    #[inline]
    pub(super) fn has_not_come(&self, counters: &[u16; COUNTERS_MAX]) -> bool {
        match self {
            Truth::Compare(Amount::Counter(counter), comparison, Amount::Is(value)) => {
                !comparison.holds(i64::from(counters[usize::from(*counter)]), *value)
            }
            Truth::Not(inner) => match &**inner {
                Truth::Compare(Amount::Counter(counter), comparison, Amount::Is(value)) => {
                    comparison.holds(i64::from(counters[usize::from(*counter)]), *value)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether it is about the pieces on the board alone.
    pub(super) fn is_of_board(&self) -> bool {
        let of_board = |amount: &Amount| matches!(amount, Amount::Is(_) | Amount::Count(_));
        match self {
            Truth::Always(_) | Truth::Any(_) => true,
            Truth::Stuck | Truth::MyTurn | Truth::Repeated(_) => false,
            Truth::Not(inner) => inner.is_of_board(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().all(Truth::is_of_board),
            Truth::Compare(one, _, other) => of_board(one) && of_board(other),
        }
    }

    /// Whether it does not depend on who asks.
    pub(super) fn is_for_all(&self) -> bool {
        let same = |amount: &Amount| !matches!(amount, Amount::Count(_));
        match self {
            Truth::Always(_) | Truth::Stuck | Truth::MyTurn | Truth::Any(_) => false,
            Truth::Not(inner) => inner.is_for_all(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().all(Truth::is_for_all),
            Truth::Compare(one, _, other) => same(one) && same(other),
            Truth::Repeated(_) => true,
        }
    }
}

/// A number of a position.
#[derive(Clone, Debug)]
pub(super) enum Amount {
    Is(i64),
    Count(u16),
    Repeats,
    /// A variable that counts turns, by its place.
    Counter(u8),
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) struct Move<B> {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The code of the piece before and after.
    pub(super) before: u8,
    pub(super) after: u8,
    pub(super) captured: B,
}
