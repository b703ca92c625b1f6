//! Application of actions, of moves with their consequences, and nothing of what ends a turn.

use crate::ludeme::Block;

use super::action::{Action, Move, Moves};
use super::position::{
    DICE_EQUAL, LAST_AFTER, LAST_AFTER_FROM, LAST_FROM, LAST_LEVEL_FROM, LAST_LEVEL_TO, LAST_MOVER, LAST_PASS,
    LAST_SLOT_TYPE, LAST_TO, NEXT, PLIES, REPLAYED, Token,
};
use super::run::Run;

impl<'g> Run<'g> {
    /// Applies a move as the move of a ply: pending values go, and it becomes the last move.
    pub(crate) fn apply_whole(&mut self, list: &Moves, one: &Move) {
        if !self.position.pending.is_empty() {
            self.position.set_pending(Vec::new());
        }
        self.position.set(REPLAYED, 0);
        let plies = self.position.get(PLIES) + 1;
        self.position.set(PLIES, plies);
        if self.rules.visits {
            for site in [one.from, one.to] {
                if let Some(slot) = self.slot(self.rules.ground.default_type, site) {
                    self.position.visit(slot);
                }
            }
        }
        for action in list.actions_of(one) {
            self.act(action);
        }
        if let Some(slot) = list.actions_of(one).iter().rev().find_map(Action::target) {
            self.position.set(LAST_SLOT_TYPE, self.rules.ground.site(slot as usize).0 as i32);
        }
        self.position.set(LAST_FROM, one.from);
        self.position.set(LAST_TO, one.to);
        self.position.set(LAST_LEVEL_FROM, one.level_from.max(0).into());
        self.position.set(LAST_LEVEL_TO, one.level_to.max(0).into());
        self.position.set(LAST_PASS, list.is_pass(one).into());
        self.position.set(LAST_MOVER, one.mover.into());
        self.position.set(LAST_AFTER, one.to);
        self.position.set(LAST_AFTER_FROM, one.from);
        self.consequences(list, one);
    }

    /// Applies a move that is a consequence or a part of another one.
    pub(crate) fn apply_effects(&mut self, list: &Moves, one: &Move) {
        for action in list.actions_of(one) {
            self.act(action);
        }
        self.consequences(list, one);
    }

    fn consequences(&mut self, list: &Moves, one: &Move) {
        if one.then == super::action::NONE || !self.enter() {
            return;
        }
        let (last, before) = list.links[one.then as usize];
        if before == super::action::NONE {
            self.consequence(last);
        } else {
            let mut thens = Vec::new();
            list.thens(one, &mut thens);
            for then in thens {
                self.consequence(then);
            }
        }
        self.leave();
    }

    /// Applies all effects of a consequence; they are worked out before the first of them is
    /// applied.
    fn consequence(&mut self, then: u32) {
        let Some(play) = self.rules.thens.get(then as usize) else { return };
        let mut effects = self.take_list();
        self.generate(play, &mut effects);
        for at in 0..effects.list.len() {
            let effect = effects.list[at];
            self.apply_effects(&effects, &effect);
        }
        self.give_list(effects);
    }

    /// Applies one action.
    pub(crate) fn act(&mut self, action: &Action) {
        if let Some(trace) = &mut self.trace {
            trace.push(*action);
        }
        match *action {
            Action::Move { from, to, level, count, stack } => {
                self.carry(from as usize, to as usize, level, count, stack);
                self.note_places(from, to);
            }
            Action::Sow { from, to } => {
                let target = self.position.top[to as usize];
                let state = target.state;
                self.carry(from as usize, to as usize, -1, 0, false);
                if self.position.top[to as usize].state != state {
                    self.reface(to as usize, -1, |token| Token { state, ..token });
                }
                self.note_places(from, to);
            }
            Action::Copy { from, to, level } => {
                let level = (level >= 0).then_some(i32::from(level));
                let token = self.position.token(from as usize, level);
                self.lay(to as usize, token, 1);
                self.note_places(from, to);
            }
            Action::Add { slot, what, count, state, value, rotation, .. } => {
                self.place(slot as usize, Token { what, rotation, state, value }, count);
                self.note_places(slot, slot);
            }
            Action::Remove { slot, level, count, deferred } => {
                if deferred {
                    let mut slots = self.position.to_clear.clone();
                    slots.insert(slot as usize);
                    self.position.set_to_clear(slots);
                } else {
                    self.take_away(slot as usize, level, count);
                }
                self.note_places(slot, slot);
            }
            Action::Promote { slot, level, what } => {
                let level = (level >= 0).then_some(i32::from(level));
                let token = self.position.token(slot as usize, level);
                // A promotion takes the local state off a piece that stands alone.
                let state = if self.rules.stacking { token.state } else { 0 };
                self.position.change(slot as usize, level, Token { what, state, ..token });
                self.note_places(slot, slot);
            }
            Action::Select { from, to } => self.note_places(from, to),
            Action::Pass { .. } => {}
            Action::Count { slot, what, count } => {
                let what = if what == 0 { self.first_piece() } else { what };
                let token = Token { what, ..self.position.top[slot as usize] };
                if self.rules.stacking {
                    while self.position.pop(slot as usize).is_some() {}
                    for _ in 0..count.clamp(0, 10_000) {
                        self.position.push(slot as usize, token);
                    }
                } else {
                    self.position.put(slot as usize, token, count);
                }
                self.note_places(slot, slot);
            }
            Action::State { slot, level, state } => {
                self.reface(slot as usize, level, |token| Token { state, ..token });
            }
            Action::Rotation { slot, level, rotation } => {
                self.reface(slot as usize, level, |token| Token { rotation: rotation as i16, ..token });
            }
            Action::Value { slot, level, value } => {
                self.reface(slot as usize, level, |token| Token { value, ..token });
            }
            Action::Register { register, value } => self.position.set(register as usize, value),
            Action::Score { player, add } => {
                let register = self.block(Block::Score) + usize::from(player);
                let score = self.position.get(register);
                self.position.set(register, score.wrapping_add(add));
            }
            Action::Pending { value } => {
                if !self.position.pending.contains(&value) {
                    let mut pending = self.position.pending.clone();
                    pending.push(value);
                    self.position.set_pending(pending);
                }
            }
            Action::Next { player } => {
                self.position.set(NEXT, player.into());
                self.position.set(REPLAYED, 1);
            }
            Action::Remember { list, value } => {
                let mut values = self.position.remembered[list as usize].clone();
                values.push(value);
                self.position.set_remembered(list as usize, values);
            }
            Action::Forget { list, value } => {
                let mut values = self.position.remembered[list as usize].clone();
                if let Some(at) = values.iter().position(|one| *one == value) {
                    values.remove(at);
                    self.position.set_remembered(list as usize, values);
                }
            }
            Action::UseDie { die } => {
                let register = self.die_register(die as usize);
                self.position.set(register, 0);
            }
            Action::Die { die, face } => {
                let Some((first, faces)) = self.rules.ground.dice() else { return };
                let value = faces.get(die as usize).and_then(|faces| faces.get(face as usize)).copied().unwrap_or(0);
                let register = self.die_register(die as usize);
                self.position.set(register, value as i32);
                self.reface(first + die as usize, -1, |token| Token { state: face as i32, ..token });
            }
            Action::DiceEqual { equal } => self.position.set(DICE_EQUAL, equal.into()),
            Action::Swap { .. } => {}
        }
    }

    fn note_places(&mut self, from: u32, to: u32) {
        let from = self.rules.ground.number(from as usize);
        let to = self.rules.ground.number(to as usize);
        self.position.set(LAST_AFTER_FROM, from);
        self.position.set(LAST_AFTER, to);
    }

    fn first_piece(&self) -> u16 {
        self.rules.components.iter().skip(1).position(|one| !one.is_die).map_or(1, |at| at as u16 + 1)
    }

    fn reface(&mut self, slot: usize, level: i16, change: impl Fn(Token) -> Token) {
        let level = (level >= 0).then_some(i32::from(level));
        let token = self.position.token(slot, level);
        if token.what != 0 || !self.rules.stacking {
            self.position.change(slot, level, change(token));
        }
    }

    /// Puts pieces on a slot: on top of a stack, or replacing its contents.
    pub(crate) fn place(&mut self, slot: usize, token: Token, count: i32) {
        let there = self.position.top[slot];
        if !self.rules.stacking && there.what != 0 && there.what != token.what {
            // A piece does not drive away the one that stands there.
            if self.rules.counted {
                let count = self.position.count[slot].saturating_add(count);
                self.position.put(slot, there, count);
            }
            return;
        }
        self.enter_tracks(token.what, slot, count);
        self.lay(slot, token, count);
    }

    fn lay(&mut self, slot: usize, token: Token, count: i32) {
        if self.rules.stacking {
            for _ in 0..count.clamp(0, 10_000) {
                self.position.push(slot, token);
            }
        } else if self.rules.counted && self.position.top[slot].what == token.what {
            let count = self.position.count[slot].saturating_add(count);
            self.position.put(slot, token, count);
        } else {
            self.position.put(slot, token, count);
        }
    }

    /// Takes pieces off a slot: the top or a level of a stack, or a number of a pile; all of a pile
    /// if 0.
    pub(crate) fn take_away(&mut self, slot: usize, level: i16, count: i32) {
        if self.rules.stacking {
            for _ in 0..if level >= 0 { 1 } else { count.clamp(1, 10_000) } {
                let gone =
                    if level >= 0 { self.position.extract(slot, level as usize) } else { self.position.pop(slot) };
                if let Some(token) = gone {
                    self.leave_tracks(token.what, slot, 1);
                }
            }
            return;
        }
        let have = self.position.count[slot];
        let left = if count > 1 { have.saturating_sub(count) } else { 0 };
        let token = self.position.top[slot];
        self.leave_tracks(token.what, slot, 1);
        self.position.put(slot, token, left);
    }

    fn carry(&mut self, from: usize, to: usize, level: i16, count: i32, stack: bool) {
        if self.rules.stacking {
            if count < 0 {
                return;
            }
            if stack && level < 0 {
                let height = self.position.height(from);
                let first = if count > 0 { height.saturating_sub(count as usize) } else { 0 };
                let mut tokens = Vec::new();
                while self.position.height(from) > first {
                    tokens.extend(self.position.pop(from));
                }
                while let Some(token) = tokens.pop() {
                    self.move_on_tracks(token.what, from, to, 1);
                    self.position.push(to, token);
                }
            } else if level >= 0 {
                if let Some(token) = self.position.extract(from, level as usize) {
                    self.move_on_tracks(token.what, from, to, 1);
                    self.position.push(to, token);
                }
            } else {
                // A piece from the top keeps its facets within one container only.
                let stays = self.rules.ground.container_of(from) == self.rules.ground.container_of(to);
                for _ in 0..count.clamp(1, 10_000) {
                    if let Some(token) = self.position.pop(from) {
                        self.move_on_tracks(token.what, from, to, 1);
                        let token = if stays { token } else { Token { what: token.what, ..Token::default() } };
                        self.position.push(to, token);
                    }
                }
            }
            return;
        }
        let token = self.position.top[from];
        if token.what == 0 || count < 0 {
            return;
        }
        let have = self.position.count[from];
        let taken = if self.rules.counted { count.max(1).min(have) } else { have };
        let target = self.position.top[to];
        self.move_on_tracks(token.what, from, to, taken);
        self.position.put(from, token, have - taken);
        // A number of pieces takes no state along; a single piece does.
        let arriving = match (count, target.what == token.what) {
            (0, _) => token,
            (_, true) if from != to => target,
            // A pile takes over the state that was set on an empty site.
            _ if target.what == 0 && from != to => Token { what: token.what, ..target },
            _ => Token { what: token.what, ..Token::default() },
        };
        self.lay(to, arriving, taken);
    }
}
