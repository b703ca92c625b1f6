//! The state of a walk through the automaton of a rule.

use dagaz_core::{MoveClassId, PieceTypeId};
use dagaz_rules::Automaton;

use super::act::{Act, What};
use super::draft::Draft;
use super::place::CursorPlace;
use super::static_facts::StaticFacts;
use super::stop::Untranslated;
use super::text::Sx;

/// What a rule has noted so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RuleState {
    /// Whether the cursor may have left the start.
    pub(super) has_left: bool,
    /// Whether it has gone a hop on the way, not only in loops, and whether it has gone to a place
    /// that it knew.
    pub(super) hopped: bool,
    pub(super) jumped: bool,
    pub(super) start: CursorPlace,
    pub(super) origin: CursorPlace,
    pub(super) target: Option<CursorPlace>,
    pub(super) mark: Option<CursorPlace>,
    /// Pieces that move with it: from where to where.
    pub(super) moves: Vec<(CursorPlace, CursorPlace)>,
    pub(super) acts: Vec<Act>,
    pub(super) known: StaticFacts,
}

impl RuleState {
    pub(super) fn spots(&mut self) -> impl Iterator<Item = &mut CursorPlace> {
        let RuleState { start, origin, target, mark, moves, acts, .. } = self;
        let moves = moves.iter_mut().flat_map(|(from, to)| [from, to]);
        let acts = acts.iter_mut().map(|act| &mut act.at);
        [start, origin].into_iter().chain(target.as_mut()).chain(mark.as_mut()).chain(moves).chain(acts)
    }
}

/// One rule of one piece type that is being translated.
pub(super) struct Walk<'d, 'a> {
    pub(super) draft: &'d Draft<'a>,
    pub(super) automaton: &'d Automaton,
    /// The type of the moving piece.
    pub(super) kind: PieceTypeId,
    pub(super) class: Option<MoveClassId>,
    pub(super) drops: bool,
    /// Whether the cursor goes alone.
    pub(super) alone: bool,
    /// What notes are called.
    pub(super) notes: Vec<&'static str>,
    pub(super) parts: usize,
    pub(super) depth: usize,
    /// Whether pieces move on in a loop.
    pub(super) chain: bool,
    /// Whether no hops of the rule can lead back to where they began.
    pub(super) goes_one_way: bool,
    /// Whether the piece goes no farther before the next emission.
    pub(super) lands: bool,
    /// How many answers are kept.
    pub(super) answers: usize,
    /// Site flags that the rule raises.
    pub(super) raised: Vec<u16>,
    /// Pending effects in branches and loops.
    pub(super) put_off: Vec<What>,
    /// For each attribute whether some emission does not clear it for a piece that moves.
    pub(super) keeps: Vec<bool>,
}

/// How a path is walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether the cursor goes alone.
    pub(super) alone: bool,
    /// Whether the path is to be written; otherwise only its bindings are collected.
    pub(super) read: bool,
}

/// A path; none if it leads to no move.
pub(super) type Walked = Result<Option<Vec<Sx>>, Untranslated>;
