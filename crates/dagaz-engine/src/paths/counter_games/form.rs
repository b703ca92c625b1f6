//! What rules of this kind are made into. Players are known by now: ways are tables, variables are
//! words.

use dagaz_core::{Layout, PlayerId};
use dagaz_rules::Comparison;
use dagaz_rules::path::{NameId, Operation};

/// A set of sites: bit *n* is the site of that number.
pub(super) type Sites = u128;

/// A game in which only numbers change.
#[derive(Debug)]
pub(in crate::paths) struct Tallies {
    pub(super) layout: Layout,
    pub(super) sites: usize,
    pub(super) sides: Vec<Side>,
    pub(super) slots: Vec<Slot>,
    /// Variables that live with a move, with their values at its beginning, and how many sets and
    /// numbers rules bind.
    pub(super) starts: Vec<i64>,
    pub(super) locals: usize,
    /// For each preference the rules whose moves compete.
    pub(super) prefers: Vec<Vec<NameId>>,
    /// The places of last mover, passes and turns in a state, if any rule asks.
    pub(super) last_mover: usize,
    pub(super) passes: Option<usize>,
    pub(super) turns: Option<usize>,
    /// Words from here on are not compared.
    pub(super) counters: usize,
    /// Whether any rule asks for repetition, and whether a player without a move passes.
    pub(super) remembers: bool,
    pub(super) passes_if_stuck: bool,
    pub(super) moves_max: usize,
}

/// A slot of the turn order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) mover: PlayerId,
    pub(super) next: u16,
    pub(super) again: u16,
}

/// What one player does and asks.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// All sites.
    pub(super) board: Sites,
    pub(super) rules: Vec<Rule>,
    /// For each preference its numbers.
    pub(super) prefers: Vec<Vec<Number>>,
    pub(super) endings: Vec<Truth>,
    /// For each way that is gone where it leads from each site.
    pub(super) ways: Vec<Box<[u8]>>,
}

/// A choice of a site, and what follows.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: NameId,
    pub(super) at: Area,
    pub(super) steps: Vec<Step>,
    pub(super) may_be_idle: bool,
}

/// Which of the ways of a player.
pub(super) type Way = u16;

/// An element of a path that has one result at most.
#[derive(Debug)]
pub(super) enum Step {
    Go(Way),
    /// There is no result unless this holds.
    When(Truth),
    Times(Number, Vec<Step>),
    Most {
        body: Vec<Step>,
        /// The variables of the move that distinguish its rounds.
        set: Vec<usize>,
    },
    If(Truth, Vec<Step>, Vec<Step>),
    Let(u16, Number),
    LetSet(u16, Area),
    /// A variable of the state, or of the move, becomes a number or grows by it.
    Assign {
        word: usize,
        value: Number,
        add: bool,
    },
    AssignPassing {
        place: usize,
        value: Number,
        add: bool,
    },
    /// The same on some sites; the word of the first site.
    AssignAt {
        first: usize,
        at: Area,
        value: Number,
        add: bool,
    },
    Again,
}

/// An element of a path on which nothing happens, which may have any number of results.
#[derive(Debug)]
pub(super) enum Look {
    Go(Vec<Way>),
    When(Truth),
    Or(Vec<Vec<Look>>),
    Many { least: u8, body: Vec<Look> },
    Times(Number, Vec<Look>),
    If(Truth, Vec<Look>, Vec<Look>),
}

#[derive(Debug)]
pub(super) enum Area {
    Fixed(Sites),
    Here,
    Local(u16),
    /// Where the variable whose word for the first site this is is not 0.
    Where(usize),
    And(Vec<Area>),
    Or(Vec<Area>),
    Not(Sites, Box<Area>),
    If(Box<Truth>, Box<Area>, Box<Area>),
    /// Where a path leads from there.
    From(Box<Area>, Vec<Look>),
    /// Those of the sites where this holds.
    Holding(Box<Area>, Box<Truth>),
}

#[derive(Debug)]
pub(super) enum Truth {
    Always(bool),
    Any(Area),
    /// The site under the cursor is one of these.
    Is(Area),
    Compare(Number, Comparison, Number),
    Not(Box<Truth>),
    And(Vec<Truth>),
    Or(Vec<Truth>),
    /// A path can be walked from here.
    Sees(Vec<Look>),
    /// This player is to move; and cannot.
    ToMove(PlayerId),
    Stuck(PlayerId),
}

#[derive(Debug)]
pub(super) enum Number {
    Is(i64),
    Local(u16),
    Word(usize),
    Passing(usize),
    /// Of a variable of sites that of the site under the cursor; without a cursor the sum over
    /// these.
    Here(usize, Sites),
    Sum(usize, Area),
    Count(Area),
    Of(Operation, Vec<Number>),
    If(Box<Truth>, Box<Number>, Box<Number>),
    Repeats,
}
