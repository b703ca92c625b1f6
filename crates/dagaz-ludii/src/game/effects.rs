//! Moves as effects, and back. What the core has an effect for is one; anything else is the game's
//! own, in numbers.
//!
//! The effects of a move say everything about it, so that a move of a list can be played without
//! the list. Own effects are numbered, because moves are the same if their effects are, in any
//! order.

use dagaz_core::{Effect, MoveList, MoveRef, PieceTypeId, PlayerId, RuleId, SiteId};

use crate::play::action::{Action, Move, Moves, NONE};
use crate::rules::Rules;

use super::pieces::Pieces;

/// The rule of all moves but passes.
pub(super) const MOVE: RuleId = RuleId(0);
/// The rule of throws.
pub(super) const THROW: RuleId = RuleId(1);

/// Kinds of own effects that are no actions.
const PLACES: u32 = 30;
const THEN: u32 = 31;

/// Most numbers of one action.
const FIELDS_MAX: usize = 7;

/// Returns the kind and the numbers of an action.
fn numbers(action: &Action) -> (u32, [i32; FIELDS_MAX], usize) {
    let fields = |kind: u32, given: &[i32]| {
        let mut all = [0; FIELDS_MAX];
        all[..given.len()].copy_from_slice(given);
        (kind, all, given.len())
    };
    match *action {
        Action::Move { from, to, level, count, stack } => {
            fields(0, &[from as i32, to as i32, level.into(), count, stack.into()])
        }
        Action::Sow { from, to } => fields(1, &[from as i32, to as i32]),
        Action::Copy { from, to, level } => fields(2, &[from as i32, to as i32, level.into()]),
        Action::Add { slot, what, stack, count, state, value, rotation } => {
            fields(3, &[slot as i32, what.into(), stack.into(), count, state, value, rotation.into()])
        }
        Action::Remove { slot, level, count, deferred } => {
            fields(4, &[slot as i32, level.into(), count, deferred.into()])
        }
        Action::Promote { slot, level, what } => fields(5, &[slot as i32, level.into(), what.into()]),
        Action::Select { from, to } => fields(6, &[from as i32, to as i32]),
        Action::Pass { forced } => fields(7, &[forced.into()]),
        Action::Count { slot, what, count } => fields(8, &[slot as i32, what.into(), count]),
        Action::State { slot, level, state } => fields(9, &[slot as i32, level.into(), state]),
        Action::Rotation { slot, level, rotation } => fields(10, &[slot as i32, level.into(), rotation]),
        Action::Value { slot, level, value } => fields(11, &[slot as i32, level.into(), value]),
        Action::Register { register, value } => fields(12, &[register as i32, value]),
        Action::Score { player, add } => fields(13, &[player.into(), add]),
        Action::Pending { value } => fields(14, &[value]),
        Action::Next { player } => fields(15, &[player.into()]),
        Action::Remember { list, value } => fields(16, &[list as i32, value]),
        Action::Forget { list, value } => fields(17, &[list as i32, value]),
        Action::UseDie { die } => fields(18, &[die as i32]),
        Action::Die { die, face } => fields(19, &[die as i32, face as i32]),
        Action::DiceEqual { equal } => fields(20, &[equal.into()]),
        Action::Swap { one, two } => fields(21, &[one.into(), two.into()]),
    }
}

/// Returns the action of a kind and numbers; `None` if there is no such kind.
fn action(kind: u32, n: &[i32; FIELDS_MAX]) -> Option<Action> {
    let slot = |at: usize| n[at] as u32;
    Some(match kind {
        0 => Action::Move { from: slot(0), to: slot(1), level: n[2] as i16, count: n[3], stack: n[4] != 0 },
        1 => Action::Sow { from: slot(0), to: slot(1) },
        2 => Action::Copy { from: slot(0), to: slot(1), level: n[2] as i16 },
        3 => Action::Add {
            slot: slot(0),
            what: n[1] as u16,
            stack: n[2] != 0,
            count: n[3],
            state: n[4],
            value: n[5],
            rotation: n[6] as i16,
        },
        4 => Action::Remove { slot: slot(0), level: n[1] as i16, count: n[2], deferred: n[3] != 0 },
        5 => Action::Promote { slot: slot(0), level: n[1] as i16, what: n[2] as u16 },
        6 => Action::Select { from: slot(0), to: slot(1) },
        7 => Action::Pass { forced: n[0] != 0 },
        8 => Action::Count { slot: slot(0), what: n[1] as u16, count: n[2] },
        9 => Action::State { slot: slot(0), level: n[1] as i16, state: n[2] },
        10 => Action::Rotation { slot: slot(0), level: n[1] as i16, rotation: n[2] },
        11 => Action::Value { slot: slot(0), level: n[1] as i16, value: n[2] },
        12 => Action::Register { register: slot(0), value: n[1] },
        13 => Action::Score { player: n[0] as u8, add: n[1] },
        14 => Action::Pending { value: n[0] },
        15 => Action::Next { player: n[0] as u8 },
        16 => Action::Remember { list: slot(0), value: n[1] },
        17 => Action::Forget { list: slot(0), value: n[1] },
        18 => Action::UseDie { die: slot(0) },
        19 => Action::Die { die: slot(0), face: slot(1) },
        20 => Action::DiceEqual { equal: n[0] != 0 },
        21 => Action::Swap { one: n[0] as u8, two: n[1] as u8 },
        _ => return None,
    })
}

/// Returns the slots where an action begins and ends, if it is about slots.
fn slots(action: &Action) -> Option<(Option<u32>, u32)> {
    match *action {
        Action::Move { from, to, .. } | Action::Sow { from, to } | Action::Copy { from, to, .. } => {
            Some((Some(from), to))
        }
        Action::Select { from, to } => Some((Some(from), to)),
        Action::Add { slot, .. } => Some((None, slot)),
        Action::Remove { slot, .. }
        | Action::Promote { slot, .. }
        | Action::Count { slot, .. }
        | Action::State { slot, .. }
        | Action::Rotation { slot, .. }
        | Action::Value { slot, .. } => Some((Some(slot), slot)),
        _ => None,
    }
}

/// Returns the numbers of sites and the levels that a move of these actions has unless it says
/// others.
fn usual(rules: &Rules, actions: &[Action]) -> (i32, i32, i16, i16) {
    let level = match actions.first() {
        Some(Action::Move { level, .. }) => *level,
        _ => -1,
    };
    let place = actions.iter().find_map(slots);
    let number = |slot: u32| rules.ground.number(slot as usize);
    place.map_or((-1, -1, level, -1), |(from, to)| (number(from.unwrap_or(to)), number(to), level, -1))
}

/// Translates moves.
pub(super) struct Translator<'a> {
    pub(super) rules: &'a Rules,
    pub(super) pieces: &'a Pieces,
}

impl Translator<'_> {
    /// Returns the effect that the core has for an action.
    fn plain(&self, action: &Action) -> Option<Effect> {
        let site = |slot: u32| SiteId::at(slot as usize);
        Some(match *action {
            Action::Move { from, to, level: -1, count: 0, stack: false } => match self.rules.stacking {
                false => Effect::Move { from: site(from), to: site(to) },
                true => Effect::Pile { from: site(from), to: site(to), count: 1 },
            },
            Action::Move { from, to, level: -1, count: 0, stack: true } if self.rules.stacking => {
                Effect::Pile { from: site(from), to: site(to), count: u16::MAX }
            }
            Action::Add { slot, what, stack: false, count: 1, state: 0, value: 0, rotation: 0 } => {
                let piece = self.pieces.piece(what)?;
                Effect::Place { site: site(slot), kind: piece.kind, owner: piece.owner }
            }
            Action::Remove { slot, level: -1, count: 0, deferred: false } => Effect::Remove { site: site(slot) },
            _ => return None,
        })
    }

    fn action_of(&self, effect: Effect) -> Option<Action> {
        let slot = |site: SiteId| u32::from(site.0);
        Some(match effect {
            Effect::Move { from, to } => {
                Action::Move { from: slot(from), to: slot(to), level: -1, count: 0, stack: false }
            }
            Effect::Pile { from, to, count } => {
                Action::Move { from: slot(from), to: slot(to), level: -1, count: 0, stack: count != 1 }
            }
            Effect::Place { site, kind, owner } => {
                let what = self.what(kind, owner);
                Action::Add { slot: slot(site), what, stack: false, count: 1, state: 0, value: 0, rotation: 0 }
            }
            Effect::Remove { site } => Action::Remove { slot: slot(site), level: -1, count: 0, deferred: false },
            _ => return None,
        })
    }

    fn what(&self, kind: PieceTypeId, owner: PlayerId) -> u16 {
        self.pieces.what(dagaz_core::Piece { kind, owner })
    }

    /// Adds a move of a list. A pass for want of moves has no effects and is not added here.
    pub(super) fn push(&self, moves: &Moves, one: &Move, list: &mut MoveList) {
        let actions = moves.actions_of(one);
        let mut effects = Vec::new();
        let own = |effects: &mut Vec<Effect>, kind: u32, values: &[i32]| {
            let number = effects.len() as u32;
            for (field, value) in values.iter().enumerate() {
                effects.push(Effect::Own { action: number << 8 | kind << 3 | field as u32, value: *value });
            }
        };
        for action in actions {
            match self.plain(action) {
                Some(effect) => effects.push(effect),
                None => {
                    let (kind, values, length) = numbers(action);
                    own(&mut effects, kind, &values[..length]);
                }
            }
        }
        let (from, to, level_from, level_to) = (one.from, one.to, one.level_from, one.level_to);
        if (from, to, level_from, level_to) != usual(self.rules, actions) {
            own(&mut effects, PLACES, &[from, to, level_from.into(), level_to.into()]);
        }
        let mut thens = Vec::new();
        moves.thens(one, &mut thens);
        for then in thens {
            own(&mut effects, THEN, &[then as i32]);
        }
        let place = actions.iter().find_map(slots);
        let site = |slot: Option<u32>| slot.map_or(SiteId::NONE, |slot| SiteId::at(slot as usize));
        let rule = if moves.is_pass(one) { None } else { Some(MOVE) };
        list.push_step(rule, site(place.and_then(|(from, _)| from)), site(place.map(|(_, to)| to)), None, &effects);
    }

    /// Returns the move that effects say, as the only one of a list, and whether it is forced.
    pub(super) fn read(&self, chosen: MoveRef<'_>, mover: u8) -> (Moves, bool) {
        let mut moves = Moves::default();
        let mut places = None;
        let mut then = NONE;
        let effects: Vec<Effect> = chosen.steps().flat_map(|(_, effects)| effects.iter().copied()).collect();
        let mut rest = effects.as_slice();
        while let Some((&first, after)) = rest.split_first() {
            let Effect::Own { action: own, .. } = first else {
                rest = after;
                moves.actions.extend(self.action_of(first));
                continue;
            };
            let same = |effect: &&Effect| matches!(effect, Effect::Own { action: other, .. } if other >> 3 == own >> 3);
            let length = rest.iter().take_while(same).count();
            let mut values = [0; FIELDS_MAX];
            for (value, effect) in values.iter_mut().zip(&rest[..length]) {
                if let Effect::Own { value: number, .. } = effect {
                    *value = *number;
                }
            }
            rest = &rest[length..];
            match own >> 3 & 31 {
                PLACES => places = Some((values[0], values[1], values[2] as i16, values[3] as i16)),
                THEN => {
                    moves.links.push((values[0] as u32, then));
                    then = moves.links.len() as u32 - 1;
                }
                kind => moves.actions.extend(action(kind, &values)),
            }
        }
        let forced = effects.is_empty();
        if forced {
            moves.actions.push(Action::Pass { forced });
        }
        let (from, to, level_from, level_to) = places.unwrap_or_else(|| usual(self.rules, &moves.actions));
        let end = moves.actions.len() as u32;
        moves.list.push(Move { mover, from, to, level_from, level_to, start: 0, end, then });
        (moves, forced)
    }
}
