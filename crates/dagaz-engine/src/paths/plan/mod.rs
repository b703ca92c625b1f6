//! Compiled rules: a program for each player, with the sets, numbers and questions that it refers
//! to.
//!
//! Lowering resolves everything that does not change during a game: players, friends, links, zones,
//! tables of rules. Equal operations and equal nodes are stored once (hash consing). `movegen` runs
//! a plan.

mod agenda;
mod analysis;
mod chain;
mod flood;
mod image;
mod lane;
mod lower;
mod memo;
mod merging;
mod number;
mod op;
mod path;
mod program;
mod set;
mod sure;
mod tail;
mod unroll;

use dagaz_core::{PieceTypeId, PlayerId, RuleId, SlotId};
use dagaz_rules::path::NameId;

pub(super) use agenda::{Agenda, Class};
pub(super) use chain::FirstHop;
pub(super) use flood::Hop;
pub(super) use image::ImageNode;
pub(super) use lane::{Lane, LanePart, Lanes};
pub(super) use lower::FAIL;
pub(super) use memo::{Memo, Memos};
pub(super) use merging::{Merging, continues};
pub(super) use op::*;
pub(super) use program::{DEPTH, SetOp};
pub(super) use sure::{Changes, Sure};
pub(super) use tail::{Tail, Ways};

use super::game::PathGame;
use super::position::VariablePlane;
use super::sites::Sites;

/// Why rules are not compiled: they use a feature that only the reference interpreter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCompiled {
    /// Pieces that cover several sites.
    LargePieces,
    /// Pieces that come to the next player or an enemy where players leave the game.
    Eliminations,
    /// Paths that are walked on the position before the move, and change it.
    ActsBefore,
    /// `first` or `prefer` among legal moves together with one among pseudo-legal moves.
    MixedChoices,
    /// A capture hook with several results.
    BranchingCaptureHook,
    /// Moves are distinguished by the destination of each piece.
    PieceIdentity,
    /// More sites than the widest bitset has.
    WideBoard,
    /// The caller asked for the reference interpreter, or the game needs it to draw moves.
    ByRequest,
}

impl std::fmt::Display for NotCompiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NotCompiled::LargePieces => "pieces cover several sites",
            NotCompiled::Eliminations => "who gets a piece depends on who has left the game",
            NotCompiled::ActsBefore => "a path in `was` changes the position",
            NotCompiled::MixedChoices => "some of `first` and `prefer` choose among legal moves, some among all",
            NotCompiled::BranchingCaptureHook => "an `on capture` hook has several results",
            NotCompiled::PieceIdentity => "moves differ by which piece comes where",
            NotCompiled::WideBoard => "the board is too large",
            NotCompiled::ByRequest => "the reference interpreter is used for all of it",
        })
    }
}

/// A question whether some enemy attacks a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attack {
    pub(super) me: PlayerId,
    /// Only by rules of these names; by any if empty.
    pub(super) names: Box<[NameId]>,
    /// Only from these sites.
    pub(super) from: Option<SetId>,
}

/// Hooks of a piece type: its own, then those of the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Hooks {
    pub(super) of: [Box<[Pc]>; 5],
    /// From which place on all hooks at the end of a move have exactly one result.
    pub(super) sure_from: usize,
}

/// How many moves follow the choice of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// One at most, whose target is that site, unless the tail of the rule has more.
    Here,
    /// One at most, whose target is known when it has been made.
    Anywhere,
    /// Any number.
    Several,
}

/// A move that begins with the choice of a site.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// Conditions of the move.
    pub(super) guards: Vec<TruthId>,
    /// The sites to choose from.
    pub(super) sites: SetId,
    /// The operations after the choice.
    pub(super) rest: Pc,
    pub(super) tail: Option<Tail>,
    pub(super) ends: Ends,
}

/// The compiled rules of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// For each rule its operations as a step.
    pub(super) steps: Vec<Pc>,
    /// For each rule the hop with which a step by it begins, if it begins with one.
    pub(super) first_hops: Vec<Option<FirstHop>>,
    /// For each rule its operations as another type borrows them; empty if no rule borrows.
    pub(super) borrowed: Vec<Pc>,
    /// For each rule its operations as the first step of a move.
    pub(super) moves: Vec<Pc>,
    /// For each rule the sites outside of which it gives no move.
    pub(super) starts: Vec<Option<SetId>>,
    /// For each rule that only hops, its targets; its leading tests are part of its start set.
    pub(super) targets: Vec<Option<ImageId>>,
    /// For each rule its lanes, if it is nothing else.
    pub(super) lanes: Vec<Option<Lanes>>,
    /// For each rule that hops and has a tail, its ways.
    pub(super) ways: Vec<Option<Ways>>,
    /// The targets of rules without tests, for questions about attacks.
    pub(super) attacks: Vec<Option<ImageId>>,
    /// For each rule the sites that a move is the choice of, if it is.
    pub(super) placements: Vec<Option<Placement>>,
    /// For each piece type, then for no piece, its hooks.
    pub(super) hooks: Vec<Hooks>,
    /// For each piece type whose pieces the player may move; `None`: their own.
    pub(super) movable: Vec<Option<SetId>>,
    /// Forbidden results.
    pub(super) nevers: Vec<TruthId>,
    /// Endings in order.
    pub(super) endings: Vec<TruthId>,
    /// The same where the player to move has no move; `endings` are asked where there is one.
    pub(super) endings_without_moves: Vec<TruthId>,
    /// On what conditions the player leaves the game, where there is a move.
    pub(super) outs: Vec<TruthId>,
    /// For each slot the preferences there.
    pub(super) prefers: Vec<Vec<(Vec<NameId>, Vec<NumberId>)>>,
}

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) ops: Vec<Op>,
    pub(super) sets: Vec<SetNode>,
    pub(super) numbers: Vec<NumberNode>,
    pub(super) truths: Vec<TruthNode>,
    pub(super) images: Vec<ImageNode>,
    pub(super) families: Vec<FamilyNode>,
    pub(super) effects: Vec<Effect>,
    /// For each choice of a site on what condition exactly one move follows.
    pub(super) sure: Vec<Option<Sure>>,
    pub(super) memos: Memos,
    /// For each set that is kept its straight-line program; empty if it has none.
    pub(super) programs: Vec<Box<[SetOp]>>,
    /// Continuations of moves.
    pub(super) onward: Vec<Box<[Next]>>,
    pub(super) attacks: Vec<Attack>,
    pub(super) constants: Vec<Sites>,
    /// Comparisons of variables of sites that the position keeps as planes.
    pub(super) variable_planes: Vec<VariablePlane>,
    pub(super) sides: Vec<Side>,
    /// The operations after the last step of a move.
    pub(super) complete: Pc,
    /// For each jump of the turn order the slot of each player.
    pub(super) gotos: Vec<Vec<SlotId>>,
    /// Which continuations of moves are tried once for each configuration.
    pub(super) merging: Merging,
    /// Whether questions look at the position before the move.
    pub(super) asks_before: bool,
    /// Whether questions ask where pieces of the position before the move stand now.
    pub(super) asks_now: bool,
    /// Whether a way on which a piece comes to another site is sure to become one move.
    pub(super) one_completion: bool,
    /// Whether such a way becomes one move at most, so that it can be made when it is drawn.
    pub(super) at_most_one_completion: bool,
    /// For each rule whether it matters how often a move is found.
    pub(super) counted: Vec<bool>,
    /// For each player who comes after them in order of declaration.
    pub(super) after: Vec<PlayerId>,
    /// For each rule whether some of its alternatives are only tried if others complete no move.
    pub(super) asks_completion: Vec<bool>,
    /// Whether `first` or `prefer` chooses among legal moves while results are forbidden.
    pub(super) legal_moves_compete: bool,
    /// For each slot which rules are tried.
    pub(super) agendas: Vec<Agenda>,
    pub(super) has_capture_hooks: bool,
    pub(super) has_visit_marks: bool,
}

impl Plan {
    /// Compiles the rules of a game.
    pub(super) fn of(game: &PathGame) -> Result<Plan, NotCompiled> {
        lower::lower(game)
    }

    #[inline]
    pub(super) fn side(&self, player: PlayerId) -> &Side {
        &self.sides[player.index()]
    }

    /// The hooks of a piece type, or of a move without a piece.
    #[inline]
    pub(super) fn hooks(&self, player: PlayerId, kind: Option<PieceTypeId>, hook: Hook) -> &[Pc] {
        let hooks = &self.side(player).hooks;
        let place = kind.map_or(hooks.len() - 1, PieceTypeId::index);
        &hooks[place].of[hook as usize]
    }

    /// The operations of a rule as the first step of a move.
    #[inline]
    pub(super) fn entry(&self, player: PlayerId, rule: RuleId) -> Pc {
        self.side(player).moves[rule.index()]
    }
}
