//! Reports: what a compiled game has made of its rules, and why it is no faster than it is.

use std::fmt;

use dagaz_core::{Piece, RuleId};

/// Why a game is played by the virtual machine alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// More sites than sets are made for: so many, of at most so many.
    Sites(usize, usize),
    /// More pieces, by owner, type and attributes, than codes: at most this number.
    Codes(usize),
    /// A piece carries more attributes than so many, or more than truths.
    Attributes(usize),
    /// The extra state has more counters than are supported: variables, counters, the supplies of
    /// too many pieces.
    Counted,
    /// A piece would be dropped that stands for nothing that the rules ever make.
    Drops,
    /// Something about turns or lists that only the general executor does.
    Turns,
    /// A result is forbidden that is not about attacked pieces, or pieces become such while they
    /// move.
    Never,
    /// An ending asks for more than patterns and counts.
    Ending,
    /// A rule that cannot be followed without a board.
    Rule(RuleId),
    /// Attacks that cannot be turned around.
    AttackIndex,
    /// What is left of the rules would be too large.
    Size,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Sites(sites, max) => {
                return write!(f, "the board has {sites} sites, and sets are made for at most {max}");
            }
            Unfit::Codes(max) => {
                return write!(
                    f,
                    "there are more than {max} pieces, told apart by owner, type and attributes, with the empty site"
                );
            }
            Unfit::Attributes(max) => {
                return write!(f, "a piece carries more than {max} attributes, or one that is more than a truth");
            }
            Unfit::Counted => "something beside the board is counted: variables, or the supplies of too many pieces",
            Unfit::Drops => "a piece is dropped that the rules never make",
            Unfit::Turns => {
                "turns or lists of moves need more than lists of what can be done (merged results, a mover of \
                             other pieces, endings in spite of moves)"
            }
            Unfit::Never => {
                "a result is forbidden that is about more than pieces that are attacked or in sight of others, or a piece \
                 becomes one of these as it moves"
            }
            Unfit::Ending => "an ending asks for more than patterns and counts",
            Unfit::Rule(_) => "a rule asks for too much that only the board knows",
            Unfit::AttackIndex => "it cannot be told beforehand from where a piece is attacked",
            Unfit::Size => "what is left of the rules would be too large",
        })
    }
}

/// How a rule finds its steps, fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// For all pieces at once, by moving sets of sites.
    Families,
    /// By tables of what is occupied around each start.
    Masks,
    /// By few steps that are known beforehand, with what they ask.
    Fixed,
    /// Its graph is walked from starts that are found for all pieces at once.
    Scouted,
    /// The same, where the starts are found by running the rule from all of them in lockstep.
    Lockstep,
    /// Its graph is walked from where the last move makes it possible.
    AfterLast,
    /// Its graph is walked from each piece.
    Walked,
}

impl Form {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Families => "families",
            Form::Masks => "masks",
            Form::Fixed => "fixed steps",
            Form::Scouted => "scouted",
            Form::Lockstep => "lockstep",
            Form::AfterLast => "after last",
            Form::Walked => "walked",
        }
    }
}

/// What has become of one rule of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleReport {
    /// Whose rule.
    pub piece: Piece,
    /// Which.
    pub rule: RuleId,
    /// Whether the piece is dropped by it.
    pub drops: bool,
    /// Its form.
    pub form: Form,
    /// Why it is no faster; empty if it is as fast as rules are.
    pub why: &'static str,
}

/// The forms of the rules of a game on the bitboard executor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatReport {
    /// Codes of pieces, the empty site counted.
    pub codes: usize,
    /// Graphs: one for each rule and start.
    pub graphs: usize,
    /// Nodes of all graphs.
    pub nodes: usize,
    /// Memory of graphs, tables and the index of threats, in bytes.
    pub bytes: usize,
    /// The rules, piece by piece.
    pub rules: Vec<RuleReport>,
}
