//! Turns of states: how their steps are played, how they end, and which slot follows.

use dagaz_core::{Change, Effect, MoveRef, RuleId, SiteId, SlotId, State, UndoLog, apply};
use dagaz_rules::path::PathSlot;

use super::game::PathGame;
use super::tables::LastBy;
use super::walker::{StepDraft, Walker};

/// The end of a turn, apart from its effects.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnEnd {
    pub(super) from: SiteId,
    pub(super) to: SiteId,
    /// The rule of the last step; none: a pass that the rules force or allow.
    pub(super) rule: Option<RuleId>,
    /// Whether nothing was done: a pass, by whichever rule.
    pub(super) idle: bool,
    /// Where the turn order goes, if not to the next slot.
    pub(super) jump: Option<SlotId>,
}

/// What a move says about the turn that follows. All parts count, in whichever order the effects
/// stand on the path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnOrder<'g> {
    /// The phase that play goes to: for each player the first slot there. A later `goto` replaces
    /// an earlier one.
    pub(super) phase: Option<&'g [SlotId]>,
    /// Whether the next turn is the mover's.
    pub(super) extra: bool,
    /// How many turns are left out. Several `skip`s add up.
    pub(super) skipped: u16,
}

impl PathGame {
    /// The first slot from this one on whose player has not left the game.
    fn slot_in_play(&self, state: &State, mut slot: SlotId) -> SlotId {
        for _ in 0..self.rules.slots.len() {
            let PathSlot { mover, next, .. } = &self.rules.slots[slot.index()];
            if !self.is_out(state, *mover) {
                break;
            }
            slot = *next;
        }
        slot
    }

    /// The slot behind a turn: a throw of dice belongs to the turn behind it.
    pub(super) fn slot_behind_turn(&self, mut slot: SlotId) -> SlotId {
        for _ in 0..self.rules.slots.len() {
            let PathSlot { roll, next, .. } = &self.rules.slots[slot.index()];
            slot = *next;
            if roll.is_none() {
                break;
            }
        }
        slot
    }

    /// The next slot of the turn order after a move in `slot` with these effects on it.
    fn slot_by_order(&self, state: &State, slot: &PathSlot, order: TurnOrder<'_>) -> SlotId {
        let usual = if order.extra { slot.again } else { slot.next };
        let phase = order.phase.and_then(|slots| {
            let player =
                if order.extra { slot.mover } else { self.rules.slots[self.slot_in_play(state, usual).index()].mover };
            slots.get(player.index()).copied()
        });
        let turns = usize::from(order.skipped).min(self.rules.slots.len());
        (0..turns).fold(phase.unwrap_or(usual), |slot, _| self.slot_behind_turn(self.slot_in_play(state, slot)))
    }

    /// Ends a turn: who moved, by what, and who is next.
    pub(super) fn end_turn(&self, change: &mut Change<'_>, end: TurnEnd) {
        let slot = self.slot(change.state());
        let mover = slot.mover;
        let next = self.slot_in_play(change.state(), end.jump.unwrap_or(slot.next));
        let extras = self.tables.extras;
        let every = self.tables.keeps_every_last;
        let by = end.rule.map_or(LastBy::Other, |rule| self.tables.last_by(&self.rules, rule));
        if !every && by == LastBy::Other {
            change.set_last(SiteId::NONE, SiteId::NONE);
        } else if end.rule.is_some() || end.from != SiteId::NONE {
            change.set_last(end.from, end.to);
        }
        let set = |change: &mut Change<'_>, word: Option<u16>, value: i32| {
            if let Some(word) = word {
                change.assign(usize::from(word), value as u32);
            }
        };
        set(change, extras.last_name, by.word(&self.rules));
        let passes = extras.passes.map_or(0, |word| self.variable(change.state(), word));
        set(change, extras.passes, if end.idle { passes + 1 } else { 0 });
        let turns = extras.turns.map_or(0, |word| self.variable(change.state(), word));
        set(change, extras.turns, turns + 1);
        set(change, Some(extras.last_mover), i32::from(mover.0) + 1);
        change.set_slot(next);
    }

    /// Plays steps after which the turn continues; `false` if it does not.
    pub(super) fn begin_steps(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> bool {
        let Some(on) = step.steps().last().and_then(|(last, _)| Some((last.target, last.then?))) else { return false };
        let mut change = Change::begin(&self.layout, state, log);
        change.begin_turn();
        step.steps().for_each(|(_, effects)| apply(&mut change, effects));
        change.set_pending(Some(on));
        true
    }

    pub(super) fn remember(&self, change: &mut Change<'_>) {
        if let Some(of) = self.tables.repeats {
            let key = self.history_key(change.state(), of);
            change.remember(key);
        }
    }

    /// Moves the window of a board without borders so that the pieces are in its middle.
    pub(super) fn settle(&self, change: &mut Change<'_>) {
        if let Some(window) = &self.window {
            let writes = window.settled(change.state().words());
            writes.into_iter().for_each(|(word, value)| change.set_word(word, value));
        }
    }

    /// Plays the steps that are left of a turn, and ends it. `origin`: where its first step began,
    /// if some have been played. `end`: how the turn ends, if no step is left.
    pub(super) fn play_parts(
        &self,
        change: &mut Change<'_>,
        origin: Option<SiteId>,
        end: Option<TurnEnd>,
        chosen: MoveRef<'_>,
    ) {
        let nothing = TurnEnd { from: SiteId::NONE, to: SiteId::NONE, rule: None, idle: true, jump: None };
        let mut end = end.unwrap_or(nothing);
        for (index, (step, effects)) in chosen.steps().enumerate() {
            apply(change, effects);
            end.idle &= effects.is_empty();
            for effect in effects {
                if let Effect::Jump { slot } = effect {
                    end.jump = Some(*slot);
                }
            }
            if let Some(rule) = step.rule {
                if index == 0 {
                    end.from = origin.unwrap_or(step.origin);
                }
                end.to = step.target;
                end.rule = (rule.index() < self.rules.rules.len()).then_some(rule);
            }
        }
        change.set_pending(None);
        self.end_turn(change, end);
        self.settle(change);
        self.forget(change);
        self.remember(change);
    }
}

impl<'g> Walker<'g> {
    /// Adds to what the move says about the turn that follows.
    pub(super) fn order_turns(&mut self, says: impl FnOnce(&mut TurnOrder<'g>)) {
        says(&mut self.order);
        let slot = self.game.slot_by_order(&self.state, self.game.slot(self.before), self.order);
        self.effects.push(Effect::Jump { slot });
    }

    /// How the turn of a complete move ends. The last step says where the turn order goes, so that
    /// it is not forgotten where steps are played one by one.
    pub(super) fn turn_end(&mut self, first: StepDraft, last: StepDraft) -> TurnEnd {
        let jump = self.effects.iter().enumerate().rev().find_map(|(index, effect)| match effect {
            Effect::Jump { slot } => Some((index, *slot)),
            _ => None,
        });
        let before_last = self.steps.len().checked_sub(2).map_or(0, |step| self.steps[step].effects);
        if let Some((index, slot)) = jump
            && index < before_last
        {
            self.effects.push(Effect::Jump { slot });
        }
        TurnEnd {
            from: first.origin,
            to: last.target,
            rule: Some(last.rule),
            idle: self.effects.is_empty(),
            jump: jump.map(|(_, slot)| slot),
        }
    }
}
