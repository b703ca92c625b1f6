//! Moves: the play of a whole turn, in steps, each with a list of effects.
//!
//! Effects are plain data, applied in order, so that front ends, executors, records and views
//! interpret them in the same way. The moves of a list share one arena ([`MoveList`]). A
//! [`MoveRef`] borrows one of them, and a [`Move`] owns one.

use crate::{
    AttributeId, Change, LimitHit, LimitKind, Limits, MoveClassId, Piece, PieceTypeId, PlayerId, RuleId, SiteId, SlotId,
};

/// One change to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A piece moves from one site to another, and captures the piece there.
    Move {
        /// Where it stands.
        from: SiteId,
        /// The target.
        to: SiteId,
    },
    /// The next `count` effects are moves that happen at once: all pieces are lifted before the
    /// first lands.
    Together {
        /// How many.
        count: u16,
    },
    /// The topmost pieces of a column, or all of them, go onto what stands on another site; nothing
    /// is captured.
    Pile {
        /// Where they stand.
        from: SiteId,
        /// Where they go.
        to: SiteId,
        /// How many.
        count: u16,
    },
    /// The topmost piece of a stack is captured by another one, under which it is put.
    Tuck {
        /// Where it stands.
        from: SiteId,
        /// Where the column stands that takes it in.
        to: SiteId,
    },
    /// One piece of a stack is captured, by any player.
    Pluck {
        /// Where the column stands.
        site: SiteId,
        /// How many pieces stand on top of it.
        level: u16,
    },
    /// A piece is captured; of a column all pieces are.
    Remove {
        /// Where it stands.
        site: SiteId,
    },
    /// A new piece appears from nowhere; what stood there is captured.
    Place {
        /// Where.
        site: SiteId,
        /// The type.
        kind: PieceTypeId,
        /// Whose it is.
        owner: PlayerId,
    },
    /// A piece comes from its owner's supply; what stood there is captured.
    Drop {
        /// Where.
        site: SiteId,
        /// The type.
        kind: PieceTypeId,
        /// Whose it is.
        owner: PlayerId,
    },
    /// The piece on a site becomes another type.
    Become {
        /// Where it stands.
        site: SiteId,
        /// The new type.
        kind: PieceTypeId,
    },
    /// The piece on a site changes its owner.
    Give {
        /// Where it stands.
        site: SiteId,
        /// Whose it becomes.
        owner: PlayerId,
    },
    /// An attribute of the piece on a site is set.
    Set {
        /// Where it stands.
        site: SiteId,
        /// Which attribute.
        attribute: AttributeId,
        /// To what.
        value: i32,
    },
    /// A variable of the game is set: one of the [variables](crate::LayoutSpec::variables), or
    /// beyond them one of the counters.
    Assign {
        /// Which.
        variable: u16,
        /// To what.
        value: i32,
    },
    /// Sets the number of pieces of a type in a player's supply.
    Supply {
        /// What.
        kind: PieceTypeId,
        /// Whose.
        owner: PlayerId,
        /// How many.
        count: u16,
    },
    /// The turn order continues with that slot, instead of the next one.
    Jump {
        /// The slot.
        slot: SlotId,
    },
    /// An effect of the game's own, such as a change of its variables. Only the game can [`apply`]
    /// it.
    Own {
        /// What.
        action: u32,
        /// With which number.
        value: i32,
    },
}

/// The moves with which a piece may continue within its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Continuation {
    /// With those that belong to no class.
    Unclassed,
    /// With those of this class.
    Class(MoveClassId),
}

/// One step of a move. Its effects stand in the list that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule that made it; `None` for a pass.
    pub rule: Option<RuleId>,
    /// Where the moving piece stood; [`SiteId::NONE`] for a drop or a pass.
    pub origin: SiteId,
    /// Where the piece that moves last ends; [`SiteId::NONE`] for a pass.
    pub target: SiteId,
    /// The same piece may continue within this turn, with these moves.
    pub then: Option<Continuation>,
    /// The move ends with this step but the turn does not: the same player moves again. It is set
    /// only if the complete moves of a turn are too many to list.
    pub open: bool,
    first_effect: u32,
    last_effect: u32,
}

impl Step {
    /// Returns whether this step is a pass: the turn, or the rest of it, is given up.
    pub fn is_pass(&self) -> bool {
        self.rule.is_none()
    }

    /// Returns whether this step, with these effects, equals a pass although a rule makes it: it
    /// has no origin and target, and changes nothing but the game's own memory.
    pub fn is_idle(&self, effects: &[Effect]) -> bool {
        let nowhere = self.origin == SiteId::NONE && self.target == SiteId::NONE;
        nowhere && effects.iter().all(|effect| matches!(effect, Effect::Assign { .. } | Effect::Jump { .. }))
    }
}

/// A move owned by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    steps: Box<[Step]>,
    effects: Box<[Effect]>,
}

impl Move {
    /// Returns a reference to the move.
    pub fn as_ref(&self) -> MoveRef<'_> {
        MoveRef { steps: &self.steps, effects: &self.effects }
    }
}

/// A reference to one move of a list.
#[derive(Clone, Copy, Debug)]
pub struct MoveRef<'a> {
    steps: &'a [Step],
    effects: &'a [Effect],
}

impl<'a> MoveRef<'a> {
    /// Returns the steps, with the effects of each.
    pub fn steps(self) -> impl DoubleEndedIterator<Item = (&'a Step, &'a [Effect])> + ExactSizeIterator {
        self.steps.iter().map(move |step| (step, &self.effects[step.first_effect as usize..step.last_effect as usize]))
    }

    /// Returns the number of steps with a continuation.
    pub fn links(self) -> usize {
        self.steps.iter().filter(|step| step.then.is_some()).count()
    }

    /// Returns whether the whole move is a pass.
    pub fn is_pass(self) -> bool {
        self.steps.len() == 1 && self.steps[0].is_pass()
    }

    /// Returns whether the move only ends the turn: a pass, or a rule with the same effect.
    pub fn is_idle(self) -> bool {
        self.is_pass() || self.steps.len() == 1 && self.steps().all(|(step, effects)| step.is_idle(effects))
    }

    /// Returns whether the turn continues after the move: it is one step of a turn whose complete
    /// moves are too many to list.
    pub fn is_open(self) -> bool {
        self.steps.last().is_some_and(|step| step.open)
    }

    /// Where the move begins; [`SiteId::NONE`] for a drop or a pass.
    pub fn origin(self) -> SiteId {
        self.steps.first().map_or(SiteId::NONE, |step| step.origin)
    }

    /// Where the moving piece ends; [`SiteId::NONE`] for a pass. Of several pieces that move in one
    /// step it is the one on the origin, or else the first: the king, when a king castles.
    pub fn target(self) -> SiteId {
        let Some((step, effects)) = self.steps().rev().find(|(step, _)| !step.is_pass()) else { return SiteId::NONE };
        let moves = || {
            effects.iter().filter_map(|effect| match *effect {
                Effect::Move { from, to } | Effect::Pile { from, to, .. } => Some((from, to)),
                _ => None,
            })
        };
        let moved = moves().find(|(from, _)| *from == step.origin).or_else(|| moves().next());
        moved.map_or(step.target, |(_, to)| to)
    }

    /// Returns a copy that owns itself.
    pub fn to_move(self) -> Move {
        let mut effects = Vec::new();
        let steps = self
            .steps()
            .map(|(step, own)| {
                let first_effect = effects.len() as u32;
                effects.extend_from_slice(own);
                Step { first_effect, last_effect: effects.len() as u32, ..*step }
            })
            .collect();
        Move { steps, effects: effects.into_boxed_slice() }
    }

    /// Returns whether two moves of the same position do the same: step by step the same effects,
    /// in any order.
    pub fn same_as(self, other: MoveRef<'_>) -> bool {
        let sorted = |effects: &[Effect]| {
            let mut effects = effects.to_vec();
            effects.sort_unstable();
            effects
        };
        self.steps.len() == other.steps.len()
            && self.steps().zip(other.steps()).all(|((step, effects), (other_step, other_effects))| {
                step.is_pass() == other_step.is_pass()
                    && (effects == other_effects || sorted(effects) == sorted(other_effects))
            })
    }

    /// Returns whether two moves are the [`same`](MoveRef::same_as), and their steps have the same
    /// sites and continuations. Then a player cannot distinguish them by pointing at sites.
    pub fn same_way_as(self, other: MoveRef<'_>) -> bool {
        let way = |step: &Step| (step.origin, step.target, step.then);
        self.same_as(other) && self.steps().zip(other.steps()).all(|((a, _), (b, _))| way(a) == way(b))
    }

    /// A hash that is equal for moves that are the [`same`](MoveRef::same_as).
    pub fn sameness(self) -> u64 {
        let mut hash = 0u64;
        for (step, effects) in self.steps() {
            let mut sum = if step.is_pass() { 1 } else { 2u64 };
            for effect in effects {
                sum = sum.wrapping_add(effect_hash(effect));
            }
            hash = (hash.rotate_left(23) ^ sum).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash
    }
}

fn effect_hash(effect: &Effect) -> u64 {
    let (tag, a, b, c) = match *effect {
        Effect::Move { from, to } => (1, from.0, to.0, 0),
        Effect::Together { count } => (2, count, 0, 0),
        Effect::Remove { site } => (3, site.0, 0, 0),
        Effect::Place { site, kind, owner } => (4 | (owner.0 as u64) << 8, site.0, kind.0, 0),
        Effect::Drop { site, kind, owner } => (5 | (owner.0 as u64) << 8, site.0, kind.0, 0),
        Effect::Become { site, kind } => (6, site.0, kind.0, 0),
        Effect::Give { site, owner } => (7 | (owner.0 as u64) << 8, site.0, 0, 0),
        Effect::Set { site, attribute, value } => (8 | (attribute.0 as u64) << 8, site.0, 0, value),
        Effect::Assign { variable, value } => (9, variable, 0, value),
        Effect::Supply { kind, owner, count } => (10 | (owner.0 as u64) << 8, kind.0, count, 0),
        Effect::Jump { slot } => (11, slot.0, 0, 0),
        Effect::Own { action, value } => (12 | (action as u64) << 8, 0, 0, value),
        Effect::Pile { from, to, count } => (13, from.0, to.0, i32::from(count)),
        Effect::Tuck { from, to } => (14, from.0, to.0, 0),
        Effect::Pluck { site, level } => (15, site.0, level, 0),
    };
    let mut z = (tag << 32 | (a as u64) << 16 | b as u64) ^ (c as u32 as u64) << 24;
    z = (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 32)
}

/// Many moves in one arena. Reusing a list reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// End of each move in `steps`; a move begins where the one before ends.
    moves: Vec<u32>,
    steps: Vec<Step>,
    effects: Vec<Effect>,
}

impl MoveList {
    /// Returns an empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.steps.clear();
        self.effects.clear();
    }

    /// Returns how many moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the move at `index`, which must be less than [`len`](MoveList::len).
    #[inline]
    pub fn get(&self, index: usize) -> MoveRef<'_> {
        let first = if index == 0 { 0 } else { self.moves[index - 1] };
        MoveRef { steps: &self.steps[first as usize..self.moves[index] as usize], effects: &self.effects }
    }

    /// All moves, in the order in which they were found.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = MoveRef<'_>> + ExactSizeIterator {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds a move of one step.
    #[inline]
    pub fn push_step(
        &mut self,
        rule: Option<RuleId>,
        origin: SiteId,
        target: SiteId,
        then: Option<Continuation>,
        effects: &[Effect],
    ) {
        self.push_steps(std::iter::once((rule, origin, target, then, effects)));
    }

    /// Adds a move of several steps. Each is a rule, an origin, a target, the kind of step that may
    /// follow, and effects.
    pub fn push_steps<'a>(
        &mut self,
        steps: impl Iterator<Item = (Option<RuleId>, SiteId, SiteId, Option<Continuation>, &'a [Effect])>,
    ) {
        for (rule, origin, target, then, effects) in steps {
            let first_effect = self.effects.len() as u32;
            self.effects.extend_from_slice(effects);
            let last_effect = self.effects.len() as u32;
            self.steps.push(Step { rule, origin, target, then, open: false, first_effect, last_effect });
        }
        self.moves.push(self.steps.len() as u32);
    }

    /// Adds a pass.
    pub fn push_pass(&mut self) {
        self.push_step(None, SiteId::NONE, SiteId::NONE, None, &[]);
    }

    /// Adds a copy of a move, of which the steps may come from several lists: `parts` are put one
    /// after the other.
    pub fn push_parts<'a>(&mut self, parts: impl Iterator<Item = (&'a Step, &'a [Effect])>) {
        for (step, effects) in parts {
            let first_effect = self.effects.len() as u32;
            self.effects.extend_from_slice(effects);
            self.steps.push(Step { first_effect, last_effect: self.effects.len() as u32, ..*step });
        }
        self.moves.push(self.steps.len() as u32);
    }

    /// Adds a copy of a step as a move after which the turn continues.
    pub fn push_open(&mut self, step: &Step, effects: &[Effect]) {
        self.push_step(step.rule, step.origin, step.target, step.then, effects);
        self.leave_open();
    }

    /// Marks the last move as one after which the turn continues.
    pub fn leave_open(&mut self) {
        if let Some(last) = self.steps.last_mut() {
            last.open = true;
        }
    }

    /// Returns whether the turn is played one step at a time: its whole moves are too many to be
    /// listed.
    pub fn is_stepwise(&self) -> bool {
        self.iter().any(MoveRef::is_open)
    }

    /// Removes the last move if it has fewer steps with a continuation than the others, which all
    /// have equally many. Removes the others if it has more.
    pub fn keep_longest(&mut self) {
        if self.len() < 2 {
            return;
        }
        let last = self.get(self.len() - 1);
        match last.links().cmp(&self.get(0).links()) {
            std::cmp::Ordering::Less => self.pop(),
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => {
                let last = last.to_move();
                self.clear();
                self.push_parts(last.as_ref().steps());
            }
        }
    }

    /// Takes the last move back.
    pub fn pop(&mut self) {
        if self.moves.pop().is_some() {
            let steps = self.moves.last().copied().unwrap_or(0) as usize;
            if let Some(step) = self.steps.get(steps) {
                self.effects.truncate(step.first_effect as usize);
            }
            self.steps.truncate(steps);
        }
    }

    /// Keeps the moves for which `keep` holds, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, MoveRef<'_>) -> bool) {
        let (mut kept_moves, mut kept_steps, mut first) = (0, 0, 0);
        for index in 0..self.moves.len() {
            let end = self.moves[index] as usize;
            if keep(index, MoveRef { steps: &self.steps[first..end], effects: &self.effects }) {
                self.steps.copy_within(first..end, kept_steps);
                kept_steps += end - first;
                self.moves[kept_moves] = kept_steps as u32;
                kept_moves += 1;
            }
            first = end;
        }
        self.moves.truncate(kept_moves);
        self.steps.truncate(kept_steps);
    }

    /// Leaves one of each set of moves that are the [same](MoveRef::same_as), the first found.
    pub fn merge_same(&mut self) {
        self.merge(|a, b| a.same_as(b));
    }

    /// Leaves one of each set of moves that are the same and continue in the same way from the same
    /// site. This distinguishes single steps.
    pub fn merge_same_steps(&mut self) {
        let then = |one: MoveRef<'_>| {
            let last = one.steps().last().map(|(step, _)| step);
            last.and_then(|step| step.then.map(|then| (then, step.target)))
        };
        self.merge(|a, b| a.same_as(b) && then(a) == then(b));
    }

    /// Leaves one of each set of moves that are the [same, by the same way](MoveRef::same_way_as).
    pub fn merge_same_ways(&mut self) {
        self.merge(|a, b| a.same_way_as(b));
    }

    fn merge(&mut self, same: impl Fn(MoveRef<'_>, MoveRef<'_>) -> bool) {
        if self.len() < 2 {
            return;
        }
        let mut order: Vec<(u64, u32)> =
            self.iter().enumerate().map(|(index, one)| (one.sameness(), index as u32)).collect();
        order.sort_unstable();
        let mut doomed = Vec::new();
        for run in order.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            for (place, &(_, index)) in run.iter().enumerate() {
                let earlier = &run[..place];
                let one = self.get(index as usize);
                if earlier.iter().any(|&(_, other)| same(one, self.get(other as usize))) {
                    doomed.push(index);
                }
            }
        }
        if !doomed.is_empty() {
            doomed.sort_unstable();
            self.retain(|index, _| doomed.binary_search(&(index as u32)).is_err());
        }
    }

    /// Returns an error if the list is longer than the limits allow. It names the rule of the last
    /// step.
    #[inline]
    pub fn check(&self, limits: &Limits) -> Result<(), LimitHit> {
        let parts = self.steps.len() + self.effects.len();
        let (kind, max) = if self.moves.len() > limits.moves {
            (LimitKind::Moves, limits.moves)
        } else if parts > limits.move_parts {
            (LimitKind::MoveParts, limits.move_parts)
        } else {
            return Ok(());
        };
        Err(LimitHit { rule: self.last_rule(), ..LimitHit::new(kind, max) })
    }

    /// Returns the rule that made the last step which is no pass.
    pub fn last_rule(&self) -> Option<RuleId> {
        self.steps.iter().rev().find_map(|step| step.rule)
    }
}

/// Applies effects to a state, in the order in which they stand; a game's [own](Effect::Own) it
/// passes over.
pub fn apply(change: &mut Change<'_>, effects: &[Effect]) {
    let mut rest = effects;
    while let Some((&effect, after)) = rest.split_first() {
        rest = after;
        match effect {
            Effect::Move { from, to } => change.relocate(from, to),
            Effect::Together { count } => {
                let (moves, after) = rest.split_at((count as usize).min(rest.len()));
                rest = after;
                change.relocate_together(moves.iter().filter_map(|effect| match *effect {
                    Effect::Move { from, to } => Some((from, to)),
                    _ => None,
                }));
            }
            Effect::Pile { from, to, count } => change.pile(from, to, usize::from(count)),
            Effect::Tuck { from, to } => change.tuck(from, to),
            Effect::Pluck { site, level } => change.pluck(site, usize::from(level)),
            Effect::Remove { site } => change.capture(site),
            Effect::Place { site, kind, owner } => change.place(site, Piece { kind, owner }),
            Effect::Drop { site, kind, owner } => {
                let piece = Piece { kind, owner };
                let left = change.state().supply(change.layout(), piece);
                change.set_supply(piece, left.saturating_sub(1));
                change.place(site, piece);
            }
            Effect::Become { site, kind } => change.change_kind(site, kind),
            Effect::Give { site, owner } => change.change_owner(site, owner),
            Effect::Set { site, attribute, value } => change.set_attribute(site, attribute, value),
            Effect::Assign { variable, value } => change.assign(usize::from(variable), value as u32),
            Effect::Supply { kind, owner, count } => change.set_supply(Piece { kind, owner }, u32::from(count)),
            // Turns are ended by the game.
            Effect::Jump { .. } => {}
            Effect::Own { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> MoveList {
        let mut list = MoveList::new();
        let rule = Some(RuleId(0));
        let moved = Effect::Move { from: SiteId(1), to: SiteId(2) };
        let taken = Effect::Remove { site: SiteId(3) };
        list.push_step(rule, SiteId(1), SiteId(2), None, &[moved, taken]);
        list.push_step(rule, SiteId(1), SiteId(2), None, &[moved]);
        list.push_step(rule, SiteId(1), SiteId(2), None, &[taken, moved]);
        list.push_pass();
        list
    }

    #[test]
    fn moves_with_the_same_effects_in_any_order_are_one() {
        let mut list = list();
        list.merge_same();
        assert_eq!(list.len(), 3);
        assert_eq!(list.get(0).steps().next().map(|(_, effects)| effects.len()), Some(2));
        assert!(list.get(2).is_pass());
    }

    #[test]
    fn long_lists_and_long_moves_meet_limits_that_name_a_rule() {
        let (list, limits) = (list(), Limits::default());
        let met = |limits: Limits| list.check(&limits).map_err(|hit| (hit.kind, hit.rule));
        let rule = Some(RuleId(0));
        // Four steps, one a pass, with five effects.
        assert_eq!(met(Limits { moves: 4, move_parts: 9, ..limits.clone() }), Ok(()));
        assert_eq!(met(Limits { moves: 3, ..limits.clone() }), Err((LimitKind::Moves, rule)));
        assert_eq!(met(Limits { move_parts: 8, ..limits }), Err((LimitKind::MoveParts, rule)));
    }

    #[test]
    fn the_target_is_that_of_the_piece_on_the_origin() {
        let mut list = list();
        let goes = |from, to| Effect::Move { from: SiteId(from), to: SiteId(to) };
        let both = [Effect::Together { count: 2 }, goes(4, 6), goes(7, 5)];
        list.push_step(Some(RuleId(0)), SiteId(4), SiteId(5), None, &both);
        let targets: Vec<SiteId> = list.iter().map(MoveRef::target).collect();
        assert_eq!(targets, [SiteId(2), SiteId(2), SiteId(2), SiteId::NONE, SiteId(6)]);
    }

    #[test]
    fn the_longest_chain_is_kept() {
        let mut list = MoveList::new();
        let mut lengths = Vec::new();
        for links in [1, 0, 1, 2, 1, 2] {
            let mut chain = MoveList::new();
            for step in 0..=links {
                let then = (step < links).then_some(Continuation::Unclassed);
                let moved = [Effect::Move { from: SiteId(step), to: SiteId(step + 1) }];
                chain.push_step(Some(RuleId(0)), SiteId(step), SiteId(step + 1), then, &moved);
            }
            list.push_parts(chain.iter().flat_map(MoveRef::steps));
            list.keep_longest();
            lengths.push((list.len(), list.get(0).links(), list.effects.len()));
        }
        assert_eq!(lengths, [(1, 1, 2), (1, 1, 2), (2, 1, 4), (1, 2, 3), (1, 2, 3), (2, 2, 6)]);
    }

    #[test]
    fn undo_restores_the_position_exactly() {
        let mut list = list();
        let (first, copy) = (list.get(0).to_move(), list.clone());
        list.pop();
        list.pop();
        list.push_parts(copy.get(2).steps());
        list.push_parts(copy.get(3).steps());
        assert!(list.iter().zip(copy.iter()).all(|(a, b)| a.same_as(b)));
        assert!(first.as_ref().same_as(list.get(2)));
    }
}
