//! Effects on pieces around a site: custodial capture and its relatives.

use crate::board::SiteType;
use crate::ludeme::op::{Between, Bound, Directions, Number, To, Truth};
use crate::rules::radials::Line;

use super::action::{Action, Moves};
use super::run::Run;

impl<'g> Run<'g> {
    fn centre(&mut self, from: &'g Number, ty: SiteType) -> Option<(usize, i32)> {
        let site = self.number(from);
        Some((self.slot(ty, site)?, site))
    }

    /// Returns whether a condition holds with a bound site on a slot.
    fn holds_at(&mut self, bound: Bound, slot: usize, test: &'g Truth) -> bool {
        let saved = self.bound;
        self.bind(bound, self.rules.ground.number(slot));
        let holds = self.truth(test);
        self.bound = saved;
        holds
    }

    /// Returns whether a slot holds a target: by the condition, else an enemy.
    fn is_target(&mut self, between: &'g Between, slot: usize) -> bool {
        match &between.test {
            Some(test) => self.holds_at(Bound::Between, slot, test),
            None => self.is_enemy(self.position.who(slot)),
        }
    }

    /// Returns whether a slot holds a friend: by the condition, else a piece of the mover.
    fn is_helper(&mut self, to: &'g To, slot: usize) -> bool {
        match &to.test {
            Some(test) => self.holds_at(Bound::To, slot, test),
            None => self.position.full.contains(slot) && self.is_friend(self.position.who(slot)),
        }
    }

    /// Adds the effect on one target; its removal if none is given.
    fn strike(&mut self, between: &'g Between, slot: usize, out: &mut Moves) {
        let saved = self.bound;
        let site = self.rules.ground.number(slot);
        self.bind(Bound::Between, site);
        match &between.apply {
            Some(apply) => {
                if self.holds(apply.test.as_ref())
                    && let Some(effect) = &apply.effect
                {
                    self.generate(effect, out);
                }
            }
            None => {
                let action = Action::Remove { slot: slot as u32, level: -1, count: 0, deferred: false };
                self.emit(out, None, (site, site), &[action], None);
            }
        }
        self.bound = saved;
    }

    fn limits(&mut self, between: &'g Between, default: (i32, i32)) -> (i32, i32) {
        match &between.range {
            Some((low, high)) => (self.number(low), self.number(high)),
            None => default,
        }
    }

    pub(crate) fn custodial(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        directions: &'g Directions,
        between: &'g Between,
        to: &'g To,
        out: &mut Moves,
    ) {
        let Some((slot, site)) = self.centre(from, ty) else { return };
        let (_, high) = self.limits(between, (1, i32::MAX));
        let saved = self.bound;
        self.bind(Bound::From, site);
        self.rays(directions, slot, &mut |this, ray| {
            let mut run = 0;
            for next in ray {
                if run as i32 >= high || !this.is_target(between, usize::from(*next)) {
                    break;
                }
                run += 1;
            }
            if run == 0 {
                return;
            }
            let Some(end) = ray.get(run) else { return };
            if this.is_helper(to, usize::from(*end)) {
                for next in &ray[..run] {
                    this.strike(between, usize::from(*next), out);
                }
            }
        });
        self.bound = saved;
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn surround(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        directions: &'g Directions,
        between: &'g Between,
        to: &'g To,
        except: Option<&'g Number>,
        out: &mut Moves,
    ) {
        let Some((slot, site)) = self.centre(from, ty) else { return };
        let except = except.map_or(0, |except| self.number(except));
        let saved = self.bound;
        self.bind(Bound::From, site);
        let Some(table) = self.table(directions, slot) else { return };
        for target in table.steps(slot) {
            if !self.is_target(between, target) {
                continue;
            }
            let mut missing = 0;
            for near in table.steps(target) {
                if near != slot && !self.is_helper(to, near) {
                    missing += 1;
                }
            }
            if missing <= except {
                self.strike(between, target, out);
            }
        }
        self.bound = saved;
    }

    pub(crate) fn enclose(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        directions: &'g Directions,
        between: &'g Between,
        out: &mut Moves,
    ) {
        let Some((slot, _)) = self.centre(from, ty) else { return };
        let Some(table) = self.table(directions, slot) else { return };
        let mut seen = self.none();
        for start in table.steps(slot) {
            if seen.contains(start) || !self.is_target(between, start) {
                continue;
            }
            let mut group = vec![start];
            let mut at = 0;
            seen.insert(start);
            let mut free = self.none();
            while at < group.len() {
                for near in table.steps(group[at]) {
                    if !self.position.full.contains(near) {
                        free.insert(near);
                    } else if !seen.contains(near) && self.is_target(between, near) {
                        seen.insert(near);
                        group.push(near);
                    }
                }
                at += 1;
            }
            if free.is_empty() {
                for target in group {
                    self.strike(between, target, out);
                }
            }
        }
    }

    pub(crate) fn intervene(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        lines: usize,
        between: &'g Between,
        to: &'g To,
        out: &mut Moves,
    ) {
        let Some((slot, _)) = self.centre(from, ty) else { return };
        let (low, high) = self.limits(between, (1, 1));
        let rules = self.rules;
        let through: &'g [Line] = &rules.lines[lines].through[slot];
        let run = |this: &mut Self, ray: &[u16]| {
            let fits = |slot: &&u16| match &to.test {
                Some(test) => {
                    let saved = this.bound;
                    this.bind(Bound::To, this.rules.ground.number(usize::from(**slot)));
                    let holds = this.truth(test);
                    this.bound = saved;
                    holds
                }
                None => this.is_enemy(this.position.who(usize::from(**slot))),
            };
            ray.iter().take(high.max(0) as usize).take_while(fits).count()
        };
        for line in through {
            for opposite in &line.opposite {
                let (one, two) = (run(self, &line.ray), run(self, opposite));
                if (one as i32) < low || (two as i32) < low {
                    continue;
                }
                for target in line.ray[..one].iter().chain(&opposite[..two]) {
                    self.take_at(to, usize::from(*target), out);
                }
            }
        }
    }

    /// Adds the effect of a `to` clause on a target; its removal if none is given.
    fn take_at(&mut self, to: &'g To, slot: usize, out: &mut Moves) {
        let saved = self.bound;
        let site = self.rules.ground.number(slot);
        self.bind(Bound::To, site);
        match to.apply.as_ref().and_then(|apply| apply.effect.as_ref()) {
            Some(effect) => self.generate(effect, out),
            None => {
                let action = Action::Remove { slot: slot as u32, level: -1, count: 0, deferred: false };
                self.emit(out, None, (site, site), &[action], None);
            }
        }
        self.bound = saved;
    }

    pub(crate) fn directional(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        directions: &'g Directions,
        to: &'g To,
        out: &mut Moves,
    ) {
        let Some((slot, _)) = self.centre(from, ty) else { return };
        self.rays(directions, slot, &mut |this, ray| {
            for target in ray {
                let target = usize::from(*target);
                let fits = match &to.test {
                    Some(test) => {
                        let saved = this.bound;
                        this.bind(Bound::To, this.rules.ground.number(target));
                        let holds = this.truth(test);
                        this.bound = saved;
                        holds
                    }
                    None => this.is_enemy(this.position.who(target)),
                };
                if !fits {
                    break;
                }
                this.take_at(to, target, out);
            }
        });
    }

    pub(crate) fn attract(
        &mut self,
        from: &'g Number,
        ty: SiteType,
        directions: &'g Directions,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site)) = self.centre(from, ty) else { return };
        let mut actions = Vec::new();
        self.rays(directions, slot, &mut |this, ray| {
            let mut free = 0;
            for (at, next) in ray.iter().enumerate() {
                if this.position.full.contains(usize::from(*next)) {
                    if at != free {
                        let (from, to) = (u32::from(*next), u32::from(ray[free]));
                        actions.push(Action::Move { from, to, level: -1, count: 0, stack: false });
                    }
                    free += 1;
                }
            }
        });
        if !actions.is_empty() {
            self.emit(out, None, (site, site), &actions, then);
        }
    }
}
