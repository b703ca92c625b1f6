//! The compiled form of these rules: sets of sites computed at once, and short lists of effects.

use dagaz_core::RuleId;
use dagaz_rules::Comparison;
use dagaz_rules::path::{Continue, Operation};

use crate::paths::bits::board::EMPTY;
use crate::paths::bits::hop::Hop;
use crate::paths::bits::setting::Setting;

/// Sets that one rule may bind.
pub(super) const LOCALS_MAX: usize = 4;

/// In a mask of codes: pieces that wait.
pub(super) const HANDS: u32 = 1 << 29;

/// In a mask of codes: something else than pieces.
pub(super) const ELSE: u32 = 1 << 31;

/// Binary digits of how many hops lead into an area.
pub(super) const TALLY_DIGITS: usize = 5;

/// A game whose moves are choices of sites.
#[derive(Debug)]
pub(in crate::paths) struct Form<B> {
    pub(in crate::paths) setting: Setting<B>,
    /// Kinds of lines.
    pub(super) lines: Vec<Lines<B>>,
    /// For each player its rules.
    pub(super) sides: Vec<Side<B>>,
    /// Whether who has no move passes.
    pub(super) passes: bool,
    /// Whether pieces are only ever put, or only ever taken: then no earlier position comes again
    /// after either.
    pub(super) only_grows_or_shrinks: bool,
    /// What rules have bound that have bound nothing.
    pub(super) unbound: [B; LOCALS_MAX],
    /// For each ending whether it holds for all players or for none.
    pub(super) for_all: Vec<bool>,
}

/// Runs of sites that patterns are looked for in.
#[derive(Debug)]
pub(super) struct Lines<B> {
    pub(super) all: Vec<B>,
    /// For each site those that go through it.
    pub(super) through: Vec<Vec<B>>,
}

/// One player's rules.
#[derive(Debug)]
pub(super) struct Side<B> {
    pub(super) hops: Vec<Hop<B>>,
    pub(super) lines: Vec<Line<B>>,
    pub(super) chains: Vec<Chain>,
    /// Whether a capture happens before the capturing piece has landed.
    pub(super) jumps: bool,
    pub(super) rules: Vec<Rule<B>>,
    /// Compulsory classes: where one gives a move the next ones are not asked. The rules of the
    /// last are always asked.
    pub(super) stages: Vec<Vec<RuleIndex>>,
    pub(super) always: Vec<RuleIndex>,
    /// Whether two moves with the same first choice can lead to the same position, and so be one.
    pub(super) may_coincide: bool,
    pub(super) endings: Vec<Truth<B>>,
}

/// Which of a player's rules.
pub(super) type RuleIndex = u16;

/// A rule: a choice, and what follows from it.
#[derive(Debug)]
pub(super) struct Rule<B> {
    pub(super) id: RuleId,
    /// What must hold before anything is chosen.
    pub(super) given: Vec<Truth<B>>,
    pub(super) start: Start,
    /// Where pieces may end, whatever the board looks like, by where they set out: all of those and
    /// all of these. Every origin is in one of these sets at most.
    pub(super) bounds: Vec<(B, B)>,
    /// Where the choice can fall, whatever the chosen site itself looks like then.
    pub(super) sites: Area<B>,
    pub(super) actions: Vec<Action<B>>,
    pub(super) fate: Fate<B>,
    /// Whether some choice may turn out to be none.
    pub(super) may_fail: bool,
    pub(super) weigh: Weigh<B>,
    /// The sites on which it may change something, if it changes nothing elsewhere.
    pub(super) touches: B,
}

/// The continuation of a move that has completed a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// It ends.
    Ends,
    /// It must continue with a rule that does not depend on the first choice.
    By(RuleIndex),
    /// That has to be looked at.
    Somehow,
}

/// Number of continuations per first step.
#[derive(Debug)]
pub(super) enum Weigh<B> {
    /// In so many from each site.
    Alike(u32),
    /// This number, unless the new piece completes a line within an area: then as `filled` says.
    /// `here`: the test is about that site; otherwise about any, and all are equal only while no
    /// line is full.
    Unless { lines: u16, within: Area<B>, here: bool, ways: u32, filled: Filled },
    /// In as many as a fan is wide that opens there.
    Fan(Fan),
    /// That depends on the site.
    Each,
}

/// Second steps straight on from where the first one has ended, all over sites of the same kind.
#[derive(Debug)]
pub(super) struct Fan {
    /// Rules, and the hops by which they lead on.
    pub(super) rays: Vec<(RuleIndex, u16)>,
    /// Masks of what they lead over, further than one hop if there is any, and of where they end.
    pub(super) through: Option<u32>,
    pub(super) onto: u32,
    /// The code of what the first step has brought there.
    pub(super) comes: u8,
    /// For each site where it may open all that it may lead to on an empty board: by which ray, and
    /// where.
    pub(super) steps: Vec<Vec<(u8, u8)>>,
    /// How many these are at most.
    pub(super) most: u32,
}

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Nothing: everything happens where the last step has ended.
    Stay,
    /// A site.
    Site,
    /// A piece of a code, and the site that it goes to straight on: that line of the player's.
    Line { code: u8, line: u16 },
    /// A piece of a code, and the site that it goes to, wherever that is.
    Fly { code: u8 },
    /// A piece of a code, and the site that it comes to by hops over others: that chain of the
    /// player's.
    Chain { code: u8, chain: u16 },
    /// A site straight on from where the last step has ended, by that line.
    Ray { line: u16 },
}

/// Hop after hop over others, of which nothing is taken; the piece may stay wherever one has ended.
/// So the moves are the sites that can be come to, by whichever way.
#[derive(Debug)]
pub(super) struct Chain {
    /// For each site over which others hops lead from there to which, the first ones and those that
    /// follow.
    pub(super) firsts: Vec<Vec<(u8, u8)>>,
    pub(super) ons: Vec<Vec<(u8, u8)>>,
    /// A mask of the codes over which they lead. They lead onto nothing.
    pub(super) over: u32,
}

/// QuietPlayout somewhere straight on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line<B> {
    pub(super) hop: u16,
    /// The sites over which the piece continues; `None`: a single hop.
    pub(super) through: Option<Area<B>>,
}

/// What happens, one after the other, at the chosen site.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action<B> {
    /// There is no such move unless this holds.
    When(Truth<B>),
    Bind(u8, Area<B>),
    Put {
        code: u8,
    },
    /// A piece comes from the hand; there is no such move without one.
    Drop {
        code: u8,
    },
    Take(Area<B>),
    /// Pieces become a player's: for each code the one that it becomes.
    Give {
        codes: Vec<u8>,
        at: Area<B>,
    },
    /// Pieces on some sites move to others: the destination for each site of the board, and the
    /// same step by step.
    Round {
        sites: B,
        to: Box<[u8]>,
        steps: Vec<(u8, u8)>,
    },
}

/// The continuation of a move after its effects.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fate<B> {
    /// It does not.
    Done,
    /// By one of these rules.
    On {
        how: Continue,
        rules: Vec<RuleIndex>,
    },
    If(Truth<B>, Box<Fate<B>>, Box<Fate<B>>),
}

/// A set of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Area<B> {
    Fixed(B),
    /// Where pieces of a mask of codes stand, or nothing.
    Codes(u32),
    /// Where those of one code stand.
    Code(u8),
    /// Where nothing stands.
    Empty,
    /// The chosen site.
    Here,
    /// What a rule has bound.
    Bound(u8),
    And(Vec<Area<B>>),
    Or(Vec<Area<B>>),
    Not(Box<Area<B>>),
    /// The first of them that is not empty.
    First(Vec<Area<B>>),
    /// Where a course leads from there.
    Ahead(Box<Area<B>>, Box<Course<B>>),
    /// Those from which a course can be followed.
    Behind(Box<Course<B>>),
    /// The sites from which so many of some hops lead into an area: that many compare so with a
    /// number.
    Tally {
        hops: Vec<u16>,
        into: Box<Area<B>>,
        comparison: Comparison,
        number: u32,
    },
    /// The lines that lie wholly in a set.
    Full(u16, Box<Area<B>>),
}

/// A way over the board on which nothing happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Course<B> {
    /// One hop, by any of these.
    Go(Vec<u16>),
    Is(Area<B>),
    Seq(Vec<Course<B>>),
    Or(Vec<Course<B>>),
    /// Hop after hop within a set; `once`: one at least.
    Run {
        hops: Vec<u16>,
        within: Area<B>,
        once: bool,
    },
    /// At least one hop within a set, then one to a site of another set.
    Bracket {
        hop: u16,
        within: Area<B>,
        end: Area<B>,
    },
    /// Stays, if a course can be followed.
    See(Box<Course<B>>),
    /// Stays, if it cannot.
    Not(Box<Course<B>>),
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Truth<B> {
    Always(bool),
    /// The player whose view this is is to move, and cannot.
    Stuck,
    MyTurn,
    Any(Area<B>),
    /// Some line lies wholly in the set; with another set, one that meets it.
    Full(u16, Area<B>, Option<Area<B>>),
    Within(Area<B>, Area<B>),
    Not(Box<Truth<B>>),
    And(Vec<Truth<B>>),
    Or(Vec<Truth<B>>),
    Compare(Number<B>, Comparison, Number<B>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number<B> {
    Is(i64),
    Count(Area<B>),
    /// Pieces of a code that wait.
    Held(u8),
    Passes,
    Turn,
    Repeats,
    Of(Operation, Vec<Number<B>>),
}

/// A move: the choices that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) struct Move {
    /// None: a pass.
    pub(super) rule: Option<RuleIndex>,
    /// Where a piece sets out, if one goes; the site that is chosen.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The continuing rule and its destination.
    pub(super) then: Option<(RuleIndex, u8)>,
}

impl Move {
    pub(super) const PASS: Move = Move { rule: None, from: u8::MAX, to: u8::MAX, then: None };
}

impl Start {
    /// The code of the piece that goes, if one does.
    pub(super) fn goes(self) -> Option<u8> {
        match self {
            Start::Line { code, .. } | Start::Fly { code } | Start::Chain { code, .. } => Some(code),
            Start::Stay | Start::Site | Start::Ray { .. } => None,
        }
    }
}

impl<B> Fate<B> {
    /// The rules that continue a move unless a question holds.
    pub(super) fn mostly(&self) -> Option<&[RuleIndex]> {
        match self {
            Fate::Done => None,
            Fate::On { rules, .. } => Some(rules),
            Fate::If(_, _, no) => no.mostly(),
        }
    }
}

impl<B> Fate<B> {
    /// All rules that may continue a move.
    pub(super) fn rules(&self) -> Box<dyn Iterator<Item = RuleIndex> + '_> {
        match self {
            Fate::Done => Box::new(std::iter::empty()),
            Fate::On { rules, .. } => Box::new(rules.iter().copied()),
            Fate::If(_, yes, no) => Box::new(yes.rules().chain(no.rules())),
        }
    }

    /// Whether several rules may continue a move, so that two of them may be equal.
    pub(super) fn may_coincide(&self) -> bool {
        match self {
            Fate::Done => false,
            Fate::On { how, rules } => rules.len() > 1 || *how == Continue::May,
            Fate::If(_, yes, no) => yes.may_coincide() || no.may_coincide(),
        }
    }
}

impl<B> Area<B> {
    /// A mask of the codes, and [`EMPTY`], on whose sites it depends; all of them if unknown.
    pub(super) fn asks_of(&self) -> u32 {
        match self {
            Area::Fixed(_) => 0,
            Area::Codes(_) | Area::Code(_) | Area::Empty => self.codes_at_most(),
            Area::And(parts) | Area::Or(parts) | Area::First(parts) => {
                parts.iter().fold(0, |mask, part| mask | part.asks_of())
            }
            Area::Not(inner) | Area::Full(_, inner) => inner.asks_of(),
            Area::Tally { into, .. } => into.asks_of(),
            Area::Here | Area::Bound(_) | Area::Ahead(..) | Area::Behind(_) => u32::MAX,
        }
    }

    /// Where pieces of a mask of codes stand, or nothing.
    pub(super) fn of_codes(mask: u32) -> Area<B> {
        match mask {
            EMPTY => Area::Empty,
            mask if mask.is_power_of_two() => Area::Code(mask.trailing_zeros() as u8),
            mask => Area::Codes(mask),
        }
    }

    /// A mask of codes of which all are that stand there, and [`EMPTY`].
    pub(super) fn codes_at_most(&self) -> u32 {
        match self {
            Area::Codes(mask) => *mask,
            Area::Code(code) => 1 << code,
            Area::Empty => EMPTY,
            Area::And(parts) => parts.iter().fold(u32::MAX, |mask, part| mask & part.codes_at_most()),
            Area::Or(parts) | Area::First(parts) => parts.iter().fold(0, |mask, part| mask | part.codes_at_most()),
            Area::Full(_, within) => within.codes_at_most(),
            _ => u32::MAX,
        }
    }
}

impl<B> Number<B> {
    /// A mask of the codes, [`EMPTY`], [`HANDS`] and [`ELSE`], on which it depends.
    fn asks_of(&self) -> u32 {
        match self {
            Number::Is(_) => 0,
            Number::Count(area) => area.asks_of(),
            Number::Held(_) => HANDS,
            Number::Passes | Number::Turn | Number::Repeats => ELSE,
            Number::Of(_, parts) => parts.iter().fold(0, |mask, part| mask | part.asks_of()),
        }
    }
}

impl<B> Truth<B> {
    /// A mask of the codes, [`EMPTY`], [`HANDS`] and [`ELSE`], on which it depends.
    pub(super) fn asks_of(&self) -> u32 {
        match self {
            Truth::Always(_) => 0,
            Truth::Stuck | Truth::MyTurn => ELSE,
            Truth::Any(area) => area.asks_of(),
            Truth::Full(_, area, meets) => area.asks_of() | meets.as_ref().map_or(0, Area::asks_of),
            Truth::Within(inner, outer) => inner.asks_of() | outer.asks_of(),
            Truth::Not(inner) => inner.asks_of(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().fold(0, |mask, part| mask | part.asks_of()),
            Truth::Compare(one, _, other) => one.asks_of() | other.asks_of(),
        }
    }

    /// Whether it depends on whether one can move.
    pub(super) fn asks_stuck(&self) -> bool {
        match self {
            Truth::Stuck => true,
            Truth::Not(inner) => inner.asks_stuck(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().any(Truth::asks_stuck),
            _ => false,
        }
    }
}

impl<B: PartialEq> Truth<B> {
    /// Whether it does not depend on who asks, so that it is asked once.
    pub(super) fn is_for_all(&self) -> bool {
        match self {
            Truth::Compare(Number::Passes | Number::Turn | Number::Repeats | Number::Is(_), _, other) => {
                matches!(other, Number::Passes | Number::Turn | Number::Repeats | Number::Is(_))
            }
            Truth::Any(area) => *area == Area::Empty,
            Truth::Not(inner) => inner.is_for_all(),
            Truth::And(parts) | Truth::Or(parts) => parts.iter().all(Truth::is_for_all),
            _ => false,
        }
    }
}
