//! Effects on pieces at sites and on numbers.

use crate::board::SiteType;
use crate::ludeme::op::{Bound, Facet, Number, Pieces, Place, Players, To};

use super::action::{Action, Moves};
use super::run::Run;

impl<'g> Run<'g> {
    pub(crate) fn add(
        &mut self,
        pieces: Option<&'g Pieces>,
        to: &'g To,
        count: Option<&'g Number>,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let mover = self.mover() as i32;
        let kinds: Vec<i32> = match pieces {
            Some(pieces) => pieces.components.iter().map(|one| self.number(one)).collect(),
            None => vec![mover],
        };
        let state = pieces.and_then(|pieces| pieces.state.as_ref()).map_or(0, |state| self.number(state));
        let count = count.map_or(1, |count| self.number(count));
        let targets = match &to.sites {
            Some(place) => self.slots(place, to.ty),
            None => {
                let site = self.get(Bound::To);
                super::run::Slots::One(self.slot(to.ty, site))
            }
        };
        for what in kinds {
            if what < 1 || what as usize >= self.rules.components.len() {
                continue;
            }
            let plain = to.test.is_none() && to.apply.is_none();
            let chain = if plain { out.chain(then) } else { super::action::NONE };
            let mut at = targets.next(0);
            while let Some(slot) = at {
                at = targets.next(slot + 1);
                let site = self.rules.ground.number(slot);
                let action =
                    Action::Add { slot: slot as u32, what: what as u16, stack, count, state, value: 0, rotation: 0 };
                if plain {
                    out.push(mover as u8, (site, site), action, chain);
                    continue;
                }
                let saved = self.bound;
                self.bind(Bound::To, site);
                if self.holds(to.test.as_ref()) {
                    let prior = self.prior(to.apply.as_ref()).unwrap_or(None);
                    self.emit(out, prior.as_ref(), (site, site), &[action], then);
                    // Ludii lists a placement in a region with an effect twice.
                    if to.apply.is_some() && matches!(to.sites, Some(Place::Many(_))) {
                        self.emit(out, prior.as_ref(), (site, site), &[action], then);
                    }
                    self.give_prior(prior);
                }
                self.bound = saved;
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn remove(
        &mut self,
        ty: SiteType,
        sites: &'g Place,
        level: Option<&'g Number>,
        deferred: bool,
        count: Option<&'g Number>,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let slots = self.slots(sites, ty);
        let level = level.map_or(-1, |level| self.number(level)) as i16;
        let count = count.map_or(0, |count| self.number(count));
        let mut at = slots.next(0);
        while let Some(slot) = at {
            at = slots.next(slot + 1);
            if !self.position.full.contains(slot) {
                continue;
            }
            let site = self.rules.ground.number(slot);
            let action = Action::Remove { slot: slot as u32, level, count, deferred };
            self.emit(out, None, (site, site), &[action], then);
        }
    }

    pub(crate) fn promote(
        &mut self,
        ty: SiteType,
        site: &'g Number,
        pieces: &'g Pieces,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let site = self.number(site);
        let Some(slot) = self.slot(ty, site) else { return };
        if !self.position.full.contains(slot) {
            return;
        }
        let level = if self.rules.stacking { self.get(Bound::Level) as i16 } else { -1 };
        for one in &pieces.components {
            let what = self.number(one);
            if 0 < what && (what as usize) < self.rules.components.len() {
                let action = Action::Promote { slot: slot as u32, level, what: what as u16 };
                self.emit(out, None, (site, site), &[action], then);
            }
        }
    }

    pub(crate) fn swap_pieces(&mut self, one: &'g Number, two: &'g Number, then: Option<usize>, out: &mut Moves) {
        let (one, two) = (self.number(one), self.number(two));
        let ty = self.default_type();
        let (Some(a), Some(b)) = (self.slot(ty, one), self.slot(ty, two)) else { return };
        let (x, y) = (self.position.top[a], self.position.top[b]);
        let gone = |slot: usize| Action::Remove { slot: slot as u32, level: -1, count: 0, deferred: false };
        if !self.rules.stacking && x.what != 0 && y.what != 0 {
            // The first piece moves with its state, the other one is placed again.
            let moved = Action::Move { from: a as u32, to: b as u32, level: -1, count: 0, stack: false };
            let added =
                Action::Add { slot: a as u32, what: y.what, stack: false, count: 1, state: 0, value: 0, rotation: 0 };
            self.emit(out, None, (one, two), &[moved, added], then);
            return;
        }
        // A swapped piece loses its state.
        let put = |slot: usize, token: super::position::Token| Action::Add {
            slot: slot as u32,
            what: token.what,
            stack: false,
            count: 1,
            state: 0,
            value: 0,
            rotation: 0,
        };
        let mut actions = vec![gone(a), gone(b)];
        if y.what != 0 {
            actions.push(put(a, y));
        }
        if x.what != 0 {
            actions.push(put(b, x));
        }
        self.emit(out, None, (one, two), &actions, then);
    }

    pub(crate) fn flip(&mut self, ty: SiteType, site: &'g Number, then: Option<usize>, out: &mut Moves) {
        let site = self.number(site);
        let Some(slot) = self.slot(ty, site) else { return };
        let mut actions = Vec::new();
        let levels = if self.rules.stacking { self.position.height(slot) } else { 1 };
        for level in 0..levels {
            let token = self.position.token(slot, Some(level as i32));
            let Some((a, b)) = self.rules.components[usize::from(token.what)].flips else { continue };
            let state = if token.state == a {
                b
            } else if token.state == b {
                a
            } else {
                continue;
            };
            let level = if self.rules.stacking { level as i16 } else { -1 };
            actions.push(Action::State { slot: slot as u32, level, state });
        }
        if !actions.is_empty() {
            self.emit(out, None, (site, site), &actions, then);
        }
    }

    pub(crate) fn add_score(&mut self, pairs: &'g [(Players, Number)], then: Option<usize>, out: &mut Moves) {
        let mut actions = Vec::new();
        for (players, add) in pairs {
            let players = self.players(players);
            let add = self.number(add);
            for player in 1..=self.rules.ground.players {
                if players >> player & 1 != 0 {
                    actions.push(Action::Score { player: player as u8, add });
                }
            }
        }
        self.emit(out, None, (-1, -1), &actions, then);
    }

    pub(crate) fn set_players(&mut self, players: u32, block: usize, value: i32, then: Option<usize>, out: &mut Moves) {
        for player in 1..=self.rules.ground.players {
            if players >> player & 1 != 0 {
                self.one(out, Action::Register { register: (block + player) as u32, value }, then);
            }
        }
    }

    pub(crate) fn set_pending(&mut self, place: Option<&'g Place>, then: Option<usize>, out: &mut Moves) {
        match place {
            None => self.one(out, Action::Pending { value: 1 }, then),
            Some(Place::One(value)) => {
                let value = self.number(value);
                self.one(out, Action::Pending { value }, then);
            }
            Some(Place::Many(region)) => {
                let region = self.region(region);
                let values: Vec<Action> =
                    region.iter().map(|slot| Action::Pending { value: self.rules.ground.number(slot) }).collect();
                if !values.is_empty() {
                    self.emit(out, None, (-1, -1), &values, then);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn set_facet(
        &mut self,
        facet: Facet,
        ty: SiteType,
        at: &'g Number,
        level: Option<&'g Number>,
        value: &'g Number,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let site = self.number(at);
        let level = level.map_or(-1, |level| self.number(level)) as i16;
        let value = self.number(value);
        let Some(slot) = self.slot(ty, site) else { return };
        let slot = slot as u32;
        let action = match facet {
            Facet::State => Action::State { slot, level, state: value },
            Facet::Rotation => Action::Rotation { slot, level, rotation: value },
            _ => Action::Value { slot, level, value },
        };
        self.emit(out, None, (site, site), &[action], then);
    }

    pub(crate) fn set_count(
        &mut self,
        ty: SiteType,
        at: &'g Number,
        value: &'g Number,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let site = self.number(at);
        let count = self.number(value);
        let Some(slot) = self.slot(ty, site) else { return };
        let what = self.position.top[slot].what;
        self.emit(out, None, (site, site), &[Action::Count { slot: slot as u32, what, count }], then);
    }

    /// Forgets one value of a list, or all values of it; of all lists if no list is given.
    pub(crate) fn forget(
        &mut self,
        list: Option<usize>,
        value: Option<&'g Number>,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let lists = match list {
            Some(list) => list..list + 1,
            None => 0..self.position.remembered.len(),
        };
        for list in lists {
            let values = match value {
                Some(value) => vec![self.number(value)],
                None => self.position.remembered[list].clone(),
            };
            for value in values {
                self.one(out, Action::Forget { list: list as u32, value }, then);
            }
        }
    }

    pub(crate) fn roll(&mut self, then: Option<usize>, out: &mut Moves) {
        let rules = self.rules;
        let Some((_, faces)) = rules.ground.dice() else { return };
        if self.rolled.is_empty() {
            for (die, faces) in faces.iter().enumerate() {
                let fed = self.fed.get(die).copied();
                let face = fed.unwrap_or_else(|| self.below(faces.len().max(1) as u32));
                self.rolled.push(face);
            }
        }
        let value = |die: usize, face: u32| faces[die].get(face as usize).copied().unwrap_or(0);
        let mut actions: Vec<Action> =
            self.rolled.iter().enumerate().map(|(die, face)| Action::Die { die: die as u32, face: *face }).collect();
        let mut values = self.rolled.iter().enumerate().map(|(die, face)| value(die, *face));
        let first = values.next();
        let equal = values.all(|value| Some(value) == first);
        actions.push(Action::DiceEqual { equal });
        self.emit(out, None, (-1, -1), &actions, then);
    }
}
