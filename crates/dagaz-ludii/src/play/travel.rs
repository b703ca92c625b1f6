//! Moves of a piece from site to site.

use crate::board::SiteType;
use crate::ludeme::op::{Between, Bound, Directions, From, Leaps, Number, Pieces, Place, To, Truth};

use super::action::{Action, Moves};
use super::run::Run;

/// A target of a move: its slot and the number of its site.
type Target = (usize, i32);

impl<'g> Run<'g> {
    /// Returns the origin of a move of one piece, with its level in games with stacks.
    fn origin(&mut self, from: &'g From) -> Option<(usize, i32, i16)> {
        let site = match &from.sites {
            Place::One(site) => self.number(site),
            Place::Many(region) => {
                let region = self.region(region);
                region.next(0).map_or(-1, |slot| self.rules.ground.number(slot))
            }
        };
        // A way can be looked up from an empty site too.
        let slot = self.slot(from.ty, site)?;
        let level = match &from.level {
            Some(level) => self.number(level) as i16,
            None if self.rules.stacking => self.get(Bound::Level) as i16,
            None => -1,
        };
        if let Some(test) = &from.test {
            let saved = self.bound;
            self.bind(Bound::From, site);
            let holds = self.truth(test);
            self.bound = saved;
            if !holds {
                return None;
            }
        }
        Some((slot, site, level))
    }

    fn moved(&self, slot: usize, to: usize, level: i16, stack: bool) -> Action {
        let level = if level >= self.position.height(slot) as i16 { -1 } else { level };
        Action::Move { from: slot as u32, to: to as u32, level, count: 0, stack }
    }

    /// Adds a move to a target whose condition is known to hold; `false` if its effect's condition
    /// fails.
    #[allow(clippy::too_many_arguments, reason = "these are the parts of a move")]
    fn arrive(
        &mut self,
        out: &mut Moves,
        to: &'g To,
        (from, level): ((usize, i32), i16),
        target: Target,
        stack: bool,
        prior: Option<&Moves>,
        then: Option<usize>,
    ) -> bool {
        let saved = self.bound;
        self.bind(Bound::From, from.1);
        self.bind(Bound::To, target.1);
        let action = self.moved(from.0, target.0, if stack { -1 } else { level }, stack);
        let applied = self.prior(to.apply.as_ref());
        self.bound = saved;
        let held = applied.is_ok();
        let own = applied.unwrap_or(None);
        match (prior, own) {
            (None, own) => {
                self.emit(out, own.as_ref(), (from.1, target.1), &[action], then);
                self.give_prior(own);
            }
            (Some(prior), None) => self.emit(out, Some(prior), (from.1, target.1), &[action], then),
            (Some(prior), Some(mut own)) => {
                for one in &prior.list {
                    own.copy_from(prior, one);
                }
                self.emit(out, Some(&own), (from.1, target.1), &[action], then);
                self.give_list(own);
            }
        }
        held
    }

    fn allows(&mut self, test: Option<&'g Truth>, bound: Bound, from: i32, site: i32) -> bool {
        let Some(test) = test else { return true };
        let saved = self.bound;
        self.bind(Bound::From, from);
        self.bind(bound, site);
        let holds = self.truth(test);
        self.bound = saved;
        holds
    }

    pub(crate) fn step(
        &mut self,
        from: &'g From,
        directions: &'g Directions,
        to: &'g To,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site, level)) = self.origin(from) else { return };
        let start = out.list.len();
        let chain = if to.apply.is_none() { out.chain(then) } else { super::action::NONE };
        let mover = self.mover() as u8;
        self.rays(directions, slot, &mut |this, ray| {
            let Some(first) = ray.first() else { return };
            let target = (usize::from(*first), this.rules.ground.number(usize::from(*first)));
            if out.list[start..].iter().any(|one| one.to == target.1)
                || !this.allows(to.test.as_ref(), Bound::To, site, target.1)
            {
                return;
            }
            if to.apply.is_none() {
                let action = this.moved(slot, target.0, if stack { -1 } else { level }, stack);
                out.push(mover, (site, target.1), action, chain);
                return;
            }
            this.arrive(out, to, ((slot, site), level), target, stack, None, then);
        });
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn slide(
        &mut self,
        from: &'g From,
        directions: &'g Directions,
        between: &'g Between,
        to: &'g To,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site, level)) = self.origin(from) else { return };
        let (low, high) = self.bounds(between, (1, i32::MAX));
        let trail = between.trail.as_ref().map(|trail| self.number(trail));
        if to.apply.is_none() && between.apply.is_none() && trail.is_none() {
            let chain = out.chain(then);
            let mover = self.mover() as u8;
            let level = if stack { -1 } else { level };
            let saved = self.bound;
            self.bind(Bound::From, site);
            self.rays(directions, slot, &mut |this, ray| {
                for (step, next) in ray.iter().enumerate() {
                    let distance = step as i32 + 1;
                    if distance > high {
                        break;
                    }
                    let next = usize::from(*next);
                    let target = this.rules.ground.number(next);
                    this.bind(Bound::To, target);
                    this.bind(Bound::Between, target);
                    let stops = distance >= low && to.test.as_ref().is_some_and(|test| this.truth(test));
                    let free = stops
                        || match &between.test {
                            Some(test) => this.truth(test),
                            None => !this.position.full.contains(next),
                        };
                    if free && distance >= low {
                        out.push(mover, (site, target), this.moved(slot, next, level, stack), chain);
                    }
                    if stops || !free {
                        break;
                    }
                }
            });
            self.bound = saved;
            return;
        }
        self.rays(directions, slot, &mut |this, ray| {
            let mut passed: Option<Moves> = None;
            for (step, next) in ray.iter().enumerate() {
                let distance = step as i32 + 1;
                if distance > high {
                    break;
                }
                let next = usize::from(*next);
                let target = (next, this.rules.ground.number(next));
                let saved = this.bound;
                this.bind(Bound::From, site);
                this.bind(Bound::To, target.1);
                this.bind(Bound::Between, target.1);
                let stops = to.test.as_ref().is_some_and(|test| this.truth(test));
                let free = match &between.test {
                    Some(test) => this.truth(test),
                    None => !this.position.full.contains(next),
                };
                this.bound = saved;
                if stops && distance >= low {
                    this.slide_to(
                        out,
                        to,
                        ((slot, site), level),
                        target,
                        stack,
                        passed.as_ref(),
                        trail,
                        &ray[..step],
                        then,
                    );
                    break;
                }
                if !free {
                    break;
                }
                if distance >= low {
                    this.slide_to(
                        out,
                        to,
                        ((slot, site), level),
                        target,
                        stack,
                        passed.as_ref(),
                        trail,
                        &ray[..step],
                        then,
                    );
                }
                if between.apply.is_some() {
                    let saved = this.bound;
                    this.bind(Bound::Between, target.1);
                    if let Ok(Some(effect)) = this.prior(between.apply.as_ref()) {
                        let list = passed.get_or_insert_with(Moves::default);
                        for one in &effect.list {
                            list.copy_from(&effect, one);
                        }
                        this.give_list(effect);
                    }
                    this.bound = saved;
                }
            }
        });
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parts of a move")]
    fn slide_to(
        &mut self,
        out: &mut Moves,
        to: &'g To,
        from: ((usize, i32), i16),
        target: Target,
        stack: bool,
        passed: Option<&Moves>,
        trail: Option<i32>,
        way: &[u16],
        then: Option<usize>,
    ) {
        let saved = self.bound;
        self.bind(Bound::From, from.0.1);
        self.bind(Bound::To, target.1);
        let applied = self.prior(to.apply.as_ref());
        self.bound = saved;
        let Ok(mut own) = applied else { return };
        if let Some(passed) = passed {
            let list = own.get_or_insert_with(Moves::default);
            for one in &passed.list {
                list.copy_from(passed, one);
            }
        }
        let action = self.moved(from.0.0, target.0, if stack { -1 } else { from.1 }, stack);
        let start = out.list.len();
        self.emit(out, own.as_ref(), (from.0.1, target.1), &[action], then);
        self.give_prior(own);
        if let Some(what) = trail {
            let add = |slot: u32| Action::Add {
                slot,
                what: what as u16,
                stack: false,
                count: 1,
                state: 0,
                value: 0,
                rotation: 0,
            };
            for slot in std::iter::once(from.0.0 as u32).chain(way.iter().map(|slot| u32::from(*slot))) {
                out.actions.push(add(slot));
            }
            out.list[start].end = out.actions.len() as u32;
        }
    }

    /// Returns the bounds of a range, or a default.
    fn bounds(&mut self, between: &'g Between, default: (i32, i32)) -> (i32, i32) {
        match &between.range {
            Some((low, high)) => (self.number(low), self.number(high)),
            None => default,
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn slide_track(
        &mut self,
        turns: bool,
        from: &'g From,
        tracks: &'g [usize],
        between: &'g Between,
        to: &'g To,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site, level)) = self.origin(from) else { return };
        let (low, high) = self.bounds(between, (1, i32::MAX));
        let rules = self.rules;
        for track in tracks {
            let elements = &rules.ground.equipment.tracks[*track].elements;
            for start in 0..elements.len() {
                if elements[start].site != site {
                    continue;
                }
                let mut at = elements[start].next_index;
                let mut bumps = elements[start].bump;
                let mut distance = 0;
                while let Some(element) = usize::try_from(at).ok().and_then(|at| elements.get(at)) {
                    distance += 1;
                    if distance > high || distance > elements.len() as i32 || at as usize == start {
                        break;
                    }
                    let Some(next) = self.slot(from.ty, element.site) else { break };
                    let stops = to.test.is_some() && self.allows(to.test.as_ref(), Bound::To, site, element.site);
                    if stops {
                        if distance >= low && (bumps > 0 || !turns) {
                            self.arrive(out, to, ((slot, site), level), (next, element.site), false, None, then);
                        }
                        break;
                    }
                    let free = match &between.test {
                        Some(test) => self.allows(Some(test), Bound::Between, site, element.site),
                        None => !self.position.full.contains(next),
                    };
                    if !free {
                        break;
                    }
                    if distance >= low && (to.apply.is_none() || !turns) {
                        self.arrive(out, to, ((slot, site), level), (next, element.site), false, None, then);
                    }
                    bumps += element.bump;
                    at = element.next_index;
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn hop(
        &mut self,
        from: &'g From,
        directions: &'g Directions,
        between: &'g Between,
        to: &'g To,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site, level)) = self.origin(from) else { return };
        let start = out.list.len();
        let (low, high) = self.bounds(between, (1, 1));
        let before = between.before.as_ref().map_or(0, |number| self.number(number));
        let after = between.after.as_ref().map_or(0, |number| self.number(number));
        // A condition of the effect at the target means: land only where it holds and the plain
        // condition does not.
        let stop = to.apply.as_ref().and_then(|apply| apply.test.as_ref());
        self.rays(directions, slot, &mut |this, ray| {
            let number = |this: &Self, at: usize| this.rules.ground.number(usize::from(ray[at]));
            if low == 0 && !ray.is_empty() {
                let site_to = number(this, 0);
                let known = out.list[start..].iter().any(|one| one.to == site_to);
                if !known && this.allows(to.test.as_ref(), Bound::To, site, site_to) {
                    this.arrive(out, to, ((slot, site), level), (usize::from(ray[0]), site_to), stack, None, then);
                }
            }
            for first in 0..ray.len() {
                if first as i32 > before {
                    break;
                }
                if first > 0 {
                    let free = number(this, first - 1);
                    if !this.allows(to.test.as_ref(), Bound::To, site, free) {
                        break;
                    }
                }
                if !this.hurdle(between, site, number(this, first)) {
                    continue;
                }
                let mut hurdles = 1;
                loop {
                    if hurdles >= low.max(1) {
                        // Conditions of the target can ask for the last hurdle.
                        let saved = this.bound;
                        this.bind(Bound::Between, number(this, first + hurdles as usize - 1));
                        this.land(
                            out,
                            ray,
                            first,
                            hurdles as usize,
                            after,
                            (between, to, stop),
                            ((slot, site), level),
                            stack,
                            then,
                        );
                        this.bound = saved;
                    }
                    let next = first + hurdles as usize;
                    if hurdles >= high || next >= ray.len() || !this.hurdle(between, site, number(this, next)) {
                        break;
                    }
                    hurdles += 1;
                }
                break;
            }
        });
    }

    fn hurdle(&mut self, between: &'g Between, from: i32, site: i32) -> bool {
        self.allows(between.test.as_ref(), Bound::Between, from, site)
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parts of a hop")]
    fn land(
        &mut self,
        out: &mut Moves,
        ray: &'g [u16],
        first: usize,
        hurdles: usize,
        after: i32,
        (between, to, stop): (&'g Between, &'g To, Option<&'g Truth>),
        from: ((usize, i32), i16),
        stack: bool,
        then: Option<usize>,
    ) {
        for distance in 0..=after.max(0) as usize {
            let Some(next) = ray.get(first + hurdles + distance) else { return };
            let target = (usize::from(*next), self.rules.ground.number(usize::from(*next)));
            let plain = self.allows(to.test.as_ref(), Bound::To, from.0.1, target.1);
            match stop {
                Some(stop) => {
                    if plain {
                        continue;
                    }
                    if !self.allows(Some(stop), Bound::To, from.0.1, target.1) {
                        return;
                    }
                }
                None if !plain => return,
                None => {}
            }
            let mut prior: Option<Moves> = None;
            if between.apply.is_some() {
                let saved = self.bound;
                for hurdle in &ray[first..first + hurdles] {
                    self.bind(Bound::Between, self.rules.ground.number(usize::from(*hurdle)));
                    self.bind(Bound::From, from.0.1);
                    self.bind(Bound::To, target.1);
                    if let Ok(Some(effect)) = self.prior(between.apply.as_ref()) {
                        match &mut prior {
                            None => prior = Some(effect),
                            Some(list) => {
                                for one in &effect.list {
                                    list.copy_from(&effect, one);
                                }
                                self.give_list(effect);
                            }
                        }
                    }
                }
                self.bound = saved;
            }
            let saved = self.bound;
            let last = usize::from(ray[first + hurdles - 1]);
            self.bind(Bound::Between, self.rules.ground.number(last));
            self.arrive(out, to, from, target, stack, prior.as_ref(), then);
            self.bound = saved;
            self.give_prior(prior);
            if stop.is_some() {
                return;
            }
        }
    }

    pub(crate) fn leap(
        &mut self,
        from: &'g From,
        targets: &'g Leaps,
        forward: bool,
        to: &'g To,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let Some((slot, site, level)) = self.origin(from) else { return };
        let component = &self.rules.components[usize::from(self.position.top[slot].what)];
        let facing = component.facing as u8;
        let start = out.list.len();
        for (target, point) in targets.from(component.facing, slot) {
            let turn = (point + 16 - facing) % 16;
            let target = (usize::from(*target), self.rules.ground.number(usize::from(*target)));
            let known = out.list[start..].iter().any(|one| one.to == target.1);
            if known || forward && (4..=12).contains(&turn) || !self.allows(to.test.as_ref(), Bound::To, site, target.1)
            {
                continue;
            }
            self.arrive(out, to, ((slot, site), level), target, false, None, then);
        }
    }

    pub(crate) fn shoot(
        &mut self,
        pieces: &'g Pieces,
        from: &'g From,
        directions: &'g Directions,
        to: &'g To,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let site = match &from.sites {
            Place::One(site) => self.number(site),
            Place::Many(_) => return,
        };
        let Some(slot) = self.slot(from.ty, site) else { return };
        let Some(what) = pieces.components.first() else { return };
        let what = self.number(what) as u16;
        self.rays(directions, slot, &mut |this, ray| {
            for next in ray {
                let next = usize::from(*next);
                let target = this.rules.ground.number(next);
                let free = match &to.test {
                    Some(test) => this.allows(Some(test), Bound::To, site, target),
                    None => !this.position.full.contains(next),
                };
                if !free {
                    break;
                }
                let action =
                    Action::Add { slot: next as u32, what, stack: false, count: 1, state: 0, value: 0, rotation: 0 };
                this.emit(out, None, (target, target), &[action], then);
            }
        });
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn carry_from_to(
        &mut self,
        from: &'g From,
        to: &'g To,
        count: Option<&'g Number>,
        copy: Option<&'g Truth>,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let origins = self.slots(&from.sites, from.ty);
        let mut at = origins.next(0);
        while let Some(slot) = at {
            at = origins.next(slot + 1);
            if !self.position.full.contains(slot) {
                continue;
            }
            let site = self.rules.ground.number(slot);
            let saved = self.bound;
            self.bind(Bound::From, site);
            if self.holds(from.test.as_ref()) {
                let level = match &from.level {
                    Some(level) => self.number(level) as i16,
                    // The level at hand is that of the piece at hand; elsewhere the top piece goes.
                    None if self.rules.stacking && saved[Bound::From as usize] == site => {
                        saved[Bound::Level as usize] as i16
                    }
                    None => -1,
                };
                let copy = copy.is_some_and(|copy| self.truth(copy));
                // The number is worked out before the target is bound.
                let count = count.map(|count| self.number(count));
                self.carry_to((slot, site, level), to, count, copy, stack, then, out);
            }
            self.bound = saved;
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    fn carry_to(
        &mut self,
        (slot, site, level): (usize, i32, i16),
        to: &'g To,
        count: Option<i32>,
        copy: bool,
        stack: bool,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let targets = match &to.sites {
            Some(place) => self.slots(place, to.ty),
            None => {
                let site = self.get(Bound::To);
                super::run::Slots::One(self.slot(to.ty, site))
            }
        };
        let mut at = targets.next(0);
        while let Some(target) = at {
            at = targets.next(target + 1);
            if target == slot && self.rules.stacking {
                continue;
            }
            let target_site = self.rules.ground.number(target);
            let saved = self.bound;
            self.bind(Bound::To, target_site);
            if self.holds(to.test.as_ref()) {
                let mut action = self.moved(slot, target, level, stack);
                if let Action::Move { count: number, .. } = &mut action {
                    // A move of a given number of pieces: none is -1, one without a number is 0.
                    *number = count.map_or(0, |count| if count > 0 { count } else { -1 });
                }
                if copy {
                    action = Action::Copy { from: slot as u32, to: target as u32, level };
                }
                let prior = self.prior(to.apply.as_ref()).unwrap_or(None);
                self.emit(out, prior.as_ref(), (site, target_site), &[action], then);
                self.give_prior(prior);
            }
            self.bound = saved;
        }
    }

    pub(crate) fn select(&mut self, from: &'g From, to: Option<&'g To>, then: Option<usize>, out: &mut Moves) {
        let origins = self.slots(&from.sites, from.ty);
        let mut at = origins.next(0);
        while let Some(slot) = at {
            at = origins.next(slot + 1);
            let site = self.rules.ground.number(slot);
            let saved = self.bound;
            self.bind(Bound::From, site);
            self.bind(Bound::To, site);
            if self.holds(from.test.as_ref()) {
                match to.filter(|to| to.sites.is_some()) {
                    None => {
                        let action = Action::Select { from: slot as u32, to: slot as u32 };
                        let level = match &from.level {
                            Some(level) => self.number(level) as i16,
                            None => -1,
                        };
                        self.emit(out, None, (site, site), &[action], then);
                        if let Some(one) = out.list.last_mut() {
                            (one.level_from, one.level_to) = (level, level);
                        }
                    }
                    Some(to) => self.select_targets((slot, site), to, then, out),
                }
            }
            self.bound = saved;
        }
    }

    fn select_targets(&mut self, (slot, site): Target, to: &'g To, then: Option<usize>, out: &mut Moves) {
        let Some(place) = &to.sites else { return };
        let targets = self.slots(place, to.ty);
        let mut at = targets.next(0);
        while let Some(target) = at {
            at = targets.next(target + 1);
            let target_site = self.rules.ground.number(target);
            self.bind(Bound::To, target_site);
            if self.holds(to.test.as_ref()) {
                let action = Action::Select { from: slot as u32, to: target as u32 };
                let prior = self.prior(to.apply.as_ref()).unwrap_or(None);
                self.emit(out, prior.as_ref(), (site, target_site), &[action], then);
                self.give_prior(prior);
            }
        }
    }

    /// Returns the default element type.
    pub(crate) fn default_type(&self) -> SiteType {
        self.rules.ground.default_type
    }
}
