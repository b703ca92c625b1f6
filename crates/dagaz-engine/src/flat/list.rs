//! Lists of moves on the flat state: small, in one arena, and able to say themselves as a
//! [`MoveList`].

use dagaz_core::{Continuation, Effect, MoveList, RuleId, SiteId};

use super::state::NOWHERE;

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The piece on the origin goes to the target and becomes this code.
    Displace(u8),
    /// A piece of this code comes from that supply.
    Drop {
        code: u8,
        supply: u8,
    },
    /// A piece comes from a supply, and what else happens is found out when the move is played: by
    /// the rule of that number.
    Later(u16),
    /// The effects say it.
    Effects,
    Pass,
}

/// One step of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatStep {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) action: Action,
    pub(crate) then: Option<Continuation>,
    /// The rule that made it, if requested.
    pub(crate) rule: RuleId,
    first: u32,
    last: u32,
}

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatList {
    /// End of each move in `steps`; empty while every step is a move.
    ends: Vec<u32>,
    steps: Vec<FlatStep>,
    effects: Vec<Effect>,
    chained: bool,
}

impl FlatList {
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.steps.clear();
        self.effects.clear();
        self.chained = false;
    }

    /// Whether a step of this list does what a step of another does.
    pub(crate) fn is_same_step(&self, step: &FlatStep, list: &FlatList, other: &FlatStep) -> bool {
        (step.from, step.to, step.action, step.then, step.rule)
            == (other.from, other.to, other.action, other.then, other.rule)
            && self.effects(step) == list.effects(other)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        if self.chained { self.ends.len() } else { self.steps.len() }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Steps and effects of all moves.
    pub(crate) fn parts(&self) -> usize {
        self.steps.len() + self.effects.len()
    }

    /// The steps of a move.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[FlatStep] {
        if !self.chained {
            return &self.steps[index..=index];
        }
        let first = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.steps[first..self.ends[index] as usize]
    }

    #[inline]
    pub(crate) fn effects(&self, step: &FlatStep) -> &[Effect] {
        &self.effects[step.first as usize..step.last as usize]
    }

    /// Adds a step as a move of its own.
    #[inline]
    pub(crate) fn push(&mut self, from: u16, to: u16, action: Action, then: Option<Continuation>, rule: RuleId) {
        let end = self.effects.len() as u32;
        self.steps.push(FlatStep { from, to, action, then, rule, first: end, last: end });
    }

    /// Adds a step with its effects as a move of its own.
    pub(crate) fn push_with(&mut self, mut step: FlatStep, effects: &[Effect]) {
        step.first = self.effects.len() as u32;
        self.effects.extend_from_slice(effects);
        step.last = self.effects.len() as u32;
        self.steps.push(step);
    }

    pub(crate) fn push_pass(&mut self) {
        if self.chained {
            self.ends.push(self.steps.len() as u32 + 1);
        }
        self.push(NOWHERE, NOWHERE, Action::Pass, None, RuleId(u32::MAX));
    }

    /// The list becomes one of chains: from here on a move is what
    /// [`push_chain`](FlatList::push_chain) adds.
    pub(crate) fn become_chained(&mut self) {
        self.chained = true;
    }

    /// Adds a move of the steps of another list, and perhaps one more of a third.
    pub(crate) fn push_chain(&mut self, path: &FlatList, last: Option<(&FlatList, &FlatStep)>) {
        for step in &path.steps {
            self.push_with(*step, path.effects(step));
        }
        if let Some((list, step)) = last {
            self.push_with(*step, list.effects(step));
        }
        self.ends.push(self.steps.len() as u32);
    }

    /// Keeps the longest chains: removes the last chain if it has fewer steps with a continuation
    /// than the others, which have equally many, or removes these if it has more.
    pub(crate) fn keep_longest(&mut self) {
        let Some(last) = self.ends.len().checked_sub(1).filter(|last| *last > 0) else { return };
        let links = |index: usize| self.get(index).iter().filter(|step| step.then.is_some()).count();
        match links(last).cmp(&links(0)) {
            std::cmp::Ordering::Less => {
                self.ends.pop();
                let kept = self.ends.last().map_or(0, |end| *end as usize);
                let effects = self.steps.get(kept).map_or(self.effects.len(), |step| step.first as usize);
                self.effects.truncate(effects);
                self.steps.truncate(kept);
            }
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => {
                let first = self.ends[last - 1] as usize;
                let effects = self.steps[first].first;
                self.steps.drain(..first);
                self.effects.drain(..effects as usize);
                for step in &mut self.steps {
                    (step.first, step.last) = (step.first - effects, step.last - effects);
                }
                self.ends.clear();
                self.ends.push(self.steps.len() as u32);
            }
        }
    }

    /// All steps, where every step is a move.
    pub(crate) fn steps(&self) -> &[FlatStep] {
        &self.steps
    }

    pub(crate) fn pop_step(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.effects.truncate(step.first as usize);
        }
    }

    /// Keeps the moves that are marked.
    pub(crate) fn keep(&mut self, marked: &[bool]) {
        let (mut kept_moves, mut kept_steps, mut first) = (0, 0, 0);
        for (index, &kept) in marked.iter().enumerate().take(self.len()) {
            let end = if self.chained { self.ends[index] as usize } else { index + 1 };
            if kept {
                self.steps.copy_within(first..end, kept_steps);
                kept_steps += end - first;
                if self.chained {
                    self.ends[kept_moves] = kept_steps as u32;
                }
                kept_moves += 1;
            }
            first = end;
        }
        self.steps.truncate(kept_steps);
        if self.chained {
            self.ends.truncate(kept_moves);
        }
    }

    /// Converts the moves to the common form. Every step must have its effects.
    pub(crate) fn say(&self, list: &mut MoveList) {
        let site = |site: u16| if site == NOWHERE { SiteId::NONE } else { SiteId(site) };
        let push = |step: &FlatStep, list: &mut MoveList| {
            let rule = (step.action != Action::Pass).then_some(step.rule);
            list.push_step(rule, site(step.from), site(step.to), step.then, self.effects(step));
        };
        let mut chain = MoveList::new();
        for index in 0..self.len() {
            match self.get(index) {
                [step] => push(step, list),
                steps => {
                    chain.clear();
                    steps.iter().for_each(|step| push(step, &mut chain));
                    list.push_parts(chain.iter().flat_map(dagaz_core::MoveRef::steps));
                }
            }
        }
    }
}

impl FlatStep {
    pub(crate) fn new(from: u16, to: u16, action: Action, then: Option<Continuation>, rule: RuleId) -> FlatStep {
        FlatStep { from, to, action, then, rule, first: 0, last: 0 }
    }
}
