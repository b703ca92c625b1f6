//! A move as it is found, before it is known which moves come first and which are one.

use dagaz_core::{Continuation, Effect, MoveList, SiteId};
use dagaz_rules::path::NameId;

use super::walker::StepDraft;

/// A move that the rules give.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// At least one.
    pub(super) steps: Vec<StepDraft>,
    pub(super) effects: Vec<Effect>,
    /// The name of the rule of its first step.
    pub(super) name: NameId,
    pub(super) origin: SiteId,
    pub(super) target: SiteId,
    /// The key of the state that it leads to; of all drafts of one turn relative to one key.
    pub(super) result: u64,
    /// Whether its result is forbidden: such a draft only takes part in the order of moves.
    pub(super) forbidden: bool,
    /// For each number of each preference its value.
    pub(super) scores: Vec<i64>,
    /// The sites that were passed, step after step, if the caller asked for them.
    pub(super) passed: Vec<SiteId>,
    /// Where it captures, in that order, if that makes moves different.
    pub(super) captured: Vec<SiteId>,
    /// Whether it is only the beginning of moves, whose turn continues after its last step.
    pub(super) open: bool,
}

impl Draft {
    /// How much memory it holds: steps, effects and captures.
    pub(super) fn parts(&self) -> usize {
        1 + self.steps.len() + self.effects.len() + self.captured.len()
    }

    /// Whether it is the same move step by step, by the same rules and with the same effects.
    pub(super) fn is_equal(&self, other: &Draft) -> bool {
        let steps = |draft: &Draft| -> Vec<_> {
            let targets = draft.steps.iter().map(|step| (step.rule, step.origin, step.target));
            targets.collect()
        };
        steps(self) == steps(other) && self.step_effects().eq(other.step_effects())
    }

    /// Where each step ends.
    pub(super) fn step_targets(&self) -> impl Iterator<Item = SiteId> {
        self.steps.iter().map(|step| step.target)
    }

    /// What each step does; the last has what comes after it, too.
    pub(super) fn step_effects(&self) -> impl Iterator<Item = &[Effect]> {
        let mut from = 0;
        self.steps.iter().enumerate().map(move |(index, step)| {
            let last = index + 1 == self.steps.len();
            let to = if last { self.effects.len() } else { step.effects };
            &self.effects[std::mem::replace(&mut from, to)..to]
        })
    }

    /// Adds the move to a list.
    pub(super) fn push(&self, list: &mut MoveList) {
        self.push_rest(list, 0);
    }

    /// Adds the move without the steps that have been played.
    pub(super) fn push_rest(&self, list: &mut MoveList, played: usize) {
        let last = self.steps.len() - 1;
        if played > last {
            // The turn ends, which is no step of a piece.
            let effects = &self.effects[self.steps[last].effects..];
            return list.push_step(None, SiteId::NONE, SiteId::NONE, None, effects);
        }
        let steps = self.steps.iter().zip(self.step_effects()).enumerate().skip(played);
        list.push_steps(steps.map(|(index, (step, effects))| {
            let then = (self.open || index < last).then_some(Continuation::Unclassed);
            (Some(step.rule), step.origin, step.target, then, effects)
        }));
        if self.open {
            list.leave_open();
        }
    }

    /// For each step the sites that its piece passes, its origin first; none for a step without a
    /// piece.
    pub(super) fn ways(&self) -> Vec<Vec<SiteId>> {
        let way = |step: &StepDraft| match step.origin.some() {
            Some(origin) => {
                let passed = self.passed.get(step.passed.0..step.passed.1).unwrap_or_default();
                std::iter::once(origin).chain(passed.iter().copied()).collect()
            }
            None => Vec::new(),
        };
        self.steps.iter().map(way).collect()
    }
}

/// Returns an effect on the piece in the hand as one on the site where it has come down.
pub(super) fn landed(effect: Effect, to: SiteId) -> Effect {
    match effect {
        Effect::Become { kind, .. } => Effect::Become { site: to, kind },
        Effect::Give { owner, .. } => Effect::Give { site: to, owner },
        Effect::Set { attribute, value, .. } => Effect::Set { site: to, attribute, value },
        other => other,
    }
}
