//! Generators that repeat others: over pieces, sites, directions, values and dice; filters that
//! look ahead.

use crate::board::SiteType;
use crate::ludeme::op::{
    Between, Bound, Directions, ForEachPiece, From, GroupQuery, Play, Region, To, TrackChoice, Truth,
};

use super::action::{Action, Move, Moves};
use super::position::{MOVER, NEXT, OVER, PREV, TEMP};
use super::run::Run;

impl<'g> Run<'g> {
    pub(crate) fn for_each_piece(&mut self, each: &'g ForEachPiece, out: &mut Moves) {
        let rules = self.rules;
        let players = self.players(&each.players);
        let mover = self.mover();
        let within = match &each.container {
            Some(number) => {
                let number = self.number(number);
                match usize::try_from(number).ok().and_then(|at| rules.ground.equipment.containers.get(at)) {
                    Some(container) if number > 0 => rules.ground.container(container.from, container.sites),
                    Some(_) => rules.ground.board(rules.ground.default_type),
                    None => return,
                }
            }
            None => each.within.clone(),
        };
        for player in 0..each.components.len() {
            if players >> player & 1 == 0 {
                continue;
            }
            let start = out.list.len();
            let exchanged = player != mover && 0 < player && player <= rules.ground.players;
            let begun = exchanged.then(|| {
                let begun = self.position.begin();
                self.position.set(MOVER, player as i32);
                self.position.set(NEXT, mover as i32);
                begun
            });
            for component in &each.components[player] {
                let play = match &each.play {
                    Some(play) => play,
                    None => match rules.components[usize::from(*component)].generator {
                        Some(generator) => &rules.generators[generator],
                        None => continue,
                    },
                };
                if rules.stacking {
                    self.for_levels(*component, &within, each.top, play, out);
                } else {
                    let mut slots = self.position.held[usize::from(*component)].clone();
                    slots.intersect_with(&within);
                    let saved = self.bound;
                    let mut at = slots.next(0);
                    while let Some(slot) = at {
                        at = slots.next(slot + 1);
                        self.bind(Bound::From, rules.ground.number(slot));
                        self.bind(Bound::Level, 0);
                        self.generate(play, out);
                    }
                    self.bound = saved;
                }
            }
            if let Some(begun) = begun {
                self.position.back(begun);
                for one in &mut out.list[start..] {
                    one.mover = mover as u8;
                }
            }
        }
    }

    fn for_levels(&mut self, component: u16, within: &super::bits::Bits, top: bool, play: &'g Play, out: &mut Moves) {
        let mut slots = self.position.full.clone();
        slots.intersect_with(within);
        let saved = self.bound;
        let mut at = slots.next(0);
        while let Some(slot) = at {
            at = slots.next(slot + 1);
            let height = self.position.height(slot);
            let first = if top { height.saturating_sub(1) } else { 0 };
            for level in first..height {
                if self.position.stacks[slot][level].what == component {
                    self.bind(Bound::From, self.rules.ground.number(slot));
                    // Where only top pieces count, no level is at hand, so that whole stacks move.
                    self.bind(Bound::Level, if top { -1 } else { level as i32 });
                    self.generate(play, out);
                }
            }
        }
        self.bound = saved;
    }

    pub(crate) fn for_each_site(
        &mut self,
        region: &'g Region,
        play: &'g Play,
        otherwise: Option<&'g Play>,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let region = self.region(region);
        let saved = self.bound;
        let start = out.list.len();
        let mut at = region.next(0);
        while let Some(slot) = at {
            at = region.next(slot + 1);
            let site = self.rules.ground.number(slot);
            self.bind(Bound::Site, site);
            self.bind(Bound::To, site);
            self.generate(play, out);
        }
        self.bound = saved;
        // The consequence belongs to the moves of the sites alone.
        out.append_then(start, then);
        if let Some(otherwise) = otherwise
            && out.list.len() == start
        {
            self.generate(otherwise, out);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "these are the parameters of the ludeme")]
    pub(crate) fn for_each_direction(
        &mut self,
        from: &'g From,
        directions: &'g Directions,
        between: &'g Between,
        to: Option<&'g To>,
        play: Option<&'g Play>,
        then: Option<usize>,
        out: &mut Moves,
    ) {
        let crate::ludeme::op::Place::One(site) = &from.sites else { return };
        let site = self.number(site);
        let Some(slot) = self.slot(from.ty, site) else { return };
        let (low, high) = match &between.range {
            Some((low, high)) => (self.number(low), self.number(high)),
            None => (1, 1),
        };
        let rules = self.rules;
        self.rays(directions, slot, &mut |this, ray| {
            let saved = this.bound;
            for (step, target) in ray.iter().enumerate() {
                let distance = step as i32 + 1;
                if distance > high {
                    break;
                }
                let number = rules.ground.number(usize::from(*target));
                this.bind(Bound::To, number);
                this.bind(Bound::Between, number);
                if distance < low {
                    if this.holds(between.test.as_ref()) {
                        continue;
                    }
                    break;
                }
                let heading = this.heading;
                this.heading =
                    rules.ground.point(slot, usize::from(*target)).map(|point| (usize::from(*target), point));
                match (play, to) {
                    (Some(play), to) => {
                        if this.holds(to.and_then(|to| to.test.as_ref())) {
                            let start = out.list.len();
                            this.generate(play, out);
                            out.append_then(start, then);
                        }
                    }
                    (None, Some(to)) => {
                        if this.holds(to.test.as_ref())
                            && let Some(effect) = to.apply.as_ref().and_then(|apply| apply.effect.as_ref())
                        {
                            let start = out.list.len();
                            this.generate(effect, out);
                            out.append_then(start, then);
                        }
                    }
                    (None, None) => {}
                }
                this.heading = heading;
                // The last site of a way is not between.
                this.bind(Bound::To, number);
                if distance < high && !this.holds(between.test.as_ref()) {
                    break;
                }
            }
            this.bound = saved;
        });
    }

    pub(crate) fn for_each_value(&mut self, bound: Bound, values: Vec<i32>, play: &'g Play, out: &mut Moves) {
        let saved = self.bound;
        for value in values {
            self.bind(bound, value);
            self.generate(play, out);
        }
        self.bound = saved;
    }

    pub(crate) fn for_each_level(
        &mut self,
        ty: SiteType,
        site: &'g crate::ludeme::op::Number,
        from_top: bool,
        play: &'g Play,
        out: &mut Moves,
    ) {
        let site = self.number(site);
        let Some(slot) = self.slot(ty, site) else { return };
        let height = self.position.height(slot);
        let saved = self.bound;
        for step in 0..height {
            let level = if from_top { height - 1 - step } else { step };
            self.bind(Bound::Level, level as i32);
            self.generate(play, out);
        }
        self.bound = saved;
    }

    pub(crate) fn for_each_group(&mut self, query: &'g GroupQuery, play: &'g Play, out: &mut Moves) {
        let groups = self.groups(query);
        let mover = self.mover();
        let saved = self.group.clone();
        for group in groups {
            let owned = |slot: Option<usize>| slot.is_some_and(|slot| self.position.who(slot) == mover);
            if query.test.is_none() && !owned(group.next(0)) {
                continue;
            }
            self.group = group;
            self.generate(play, out);
        }
        self.group = saved;
    }

    pub(crate) fn for_each_die(
        &mut self,
        replay_double: bool,
        test: Option<&'g Truth>,
        play: &'g Play,
        out: &mut Moves,
    ) {
        let dice = self.dice();
        let values: Vec<i32> = (0..dice).map(|die| self.position.get(self.die_register(die))).collect();
        for die in 0..dice {
            let after = self.after_die(&values, die, replay_double);
            self.with_pips(values[die], &after, test, play, out);
        }
    }

    /// Returns what happens after a move by a die. Equal dice can be used twice: the unnamed
    /// variable remembers the first round, and the last die of that round shows all faces again.
    fn after_die(&self, values: &[i32], die: usize, replay_double: bool) -> Vec<Action> {
        let mut actions = vec![Action::UseDie { die: die as u32 }];
        if !replay_double {
            return actions;
        }
        let equal = values.iter().all(|value| *value == values[die]);
        let remembered = self.position.get(TEMP);
        let register = TEMP as u32;
        match (equal, remembered) {
            (true, -1) => actions.push(Action::Register { register, value: values[die] }),
            (true, _) => actions.push(Action::Register { register, value: -1 }),
            (false, -1) => {}
            (false, value) => {
                if let Some((_, faces)) = self.rules.ground.dice() {
                    for (other, faces) in faces.iter().enumerate() {
                        let face = faces.iter().position(|face| *face == i64::from(value)).unwrap_or(0) as u32;
                        actions.push(Action::Die { die: other as u32, face });
                    }
                }
            }
        }
        actions
    }

    fn with_pips(&mut self, pips: i32, after: &[Action], test: Option<&'g Truth>, play: &'g Play, out: &mut Moves) {
        let saved = self.bound;
        self.bind(Bound::Pips, pips);
        if self.holds(test) {
            let start = out.list.len();
            self.generate(play, out);
            for at in start..out.list.len() {
                let (first, end) = (out.list[at].start as usize, out.list[at].end as usize);
                let new = out.actions.len();
                out.actions.extend_from_within(first..end);
                out.actions.extend_from_slice(after);
                out.list[at].start = new as u32;
                out.list[at].end = out.actions.len() as u32;
            }
        }
        self.bound = saved;
    }

    pub(crate) fn first_on_track(&mut self, track: &'g TrackChoice, play: &'g Play, out: &mut Moves) {
        let Some(track) = self.track(track) else { return };
        let start = out.list.len();
        let saved = self.bound;
        for element in &track.elements {
            self.bind(Bound::Site, element.site);
            self.generate(play, out);
            if out.list.len() > start {
                break;
            }
        }
        self.bound = saved;
    }

    pub(crate) fn sequence(&mut self, list: &'g [Play], out: &mut Moves) {
        let begun = self.position.begin();
        for one in list {
            let start = out.list.len();
            self.generate(one, out);
            self.apply_listed(out, start);
        }
        self.position.back(begun);
    }

    /// Applies the moves of a list from one on, each with its consequences.
    fn apply_listed(&mut self, out: &Moves, start: usize) {
        for at in start..out.list.len() {
            let one = out.list[at];
            let copy = self.lifted(out, &one);
            self.apply_effects(&copy, &copy.list[0]);
            self.give_list(copy);
        }
    }

    pub(crate) fn while_holds(&mut self, test: &'g Truth, play: &'g Play, out: &mut Moves) {
        let begun = self.position.begin();
        while self.truth(test) && self.enter() {
            self.leave();
            let start = out.list.len();
            self.generate(play, out);
            if out.list.len() == start {
                break;
            }
            self.apply_listed(out, start);
        }
        self.position.back(begun);
    }

    fn lifted(&mut self, list: &Moves, one: &Move) -> Moves {
        let mut copy = self.take_list();
        copy.copy_from(list, one);
        copy
    }

    pub(crate) fn perform(
        &mut self,
        prior: &'g Play,
        next: Option<&'g Play>,
        after: Option<&'g Truth>,
        out: &mut Moves,
    ) {
        let first = out.list.len();
        let postpones = std::mem::take(&mut self.postpones);
        match next {
            None => self.generate(prior, out),
            Some(next) => self.perform_first(prior, next, out),
        }
        let Some(after) = after else { return };
        if postpones {
            self.provisos.push(super::playout::Proviso { start: first, end: out.list.len(), after });
            return;
        }
        let mut kept = first;
        for at in first..out.list.len() {
            let one = out.list[at];
            if self.leads_to(out, &one, after) {
                out.list[kept] = one;
                kept += 1;
            }
        }
        out.list.truncate(kept);
    }

    fn perform_first(&mut self, prior: &'g Play, next: &'g Play, out: &mut Moves) {
        let mut before = self.take_list();
        self.generate(prior, &mut before);
        let begun = self.position.begin();
        let outer = self.trace.replace(Vec::new());
        for at in 0..before.list.len() {
            let one = before.list[at];
            self.apply_effects(&before, &one);
        }
        let actions = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        let start = out.list.len();
        self.generate(next, out);
        if out.list.len() == start && self.dice() > 0 {
            self.one(out, Action::Pass { forced: true }, None);
        }
        self.position.back(begun);
        out.prepend(start, &actions);
        self.give_list(before);
    }

    /// Returns whether a condition holds after a move with its consequences.
    pub(crate) fn leads_to(&mut self, list: &Moves, one: &Move, after: &'g Truth) -> bool {
        let begun = self.position.begin();
        let saved = self.bound;
        let trace = self.trace.take();
        self.apply_whole(list, one);
        if self.moves_again() {
            let prev = self.position.get(PREV);
            self.position.set(NEXT, prev);
        }
        let holds = self.truth(after);
        self.trace = trace;
        self.bound = saved;
        self.position.back(begun);
        holds
    }

    pub(crate) fn longest(&mut self, play: &'g Play, captures: bool, out: &mut Moves) {
        let first = out.list.len();
        self.generate(play, out);
        if out.list.len() == first {
            return;
        }
        let mut lengths = Vec::new();
        for at in first..out.list.len() {
            let one = out.list[at];
            let outer = self.trace.replace(Vec::new());
            let length = self.length(out, &one, captures);
            let actions = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
            let start = out.actions.len() as u32;
            if !captures {
                out.actions.extend_from_slice(&actions);
                let one = &mut out.list[at];
                one.start = start;
                one.end = start + actions.len() as u32;
                one.then = super::action::NONE;
            }
            lengths.push(length);
        }
        let most = lengths.iter().copied().max().unwrap_or(0);
        let mut kept = first;
        for at in first..out.list.len() {
            if lengths[at - first] == most {
                out.list[kept] = out.list[at];
                kept += 1;
            }
        }
        out.list.truncate(kept);
    }

    /// Returns how long the longest continuation of a move by the same player is, or how many
    /// pieces the move takes.
    fn length(&mut self, list: &Moves, one: &Move, captures: bool) -> i32 {
        let begun = self.position.begin();
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        let length = if captures {
            self.apply_whole(list, one);
            let removed = |action: &&Action| matches!(action, Action::Remove { .. });
            self.trace.as_ref().map_or(0, |trace| trace.iter().filter(removed).count() as i32)
        } else {
            let mover = self.mover();
            self.play_out(list, one);
            let mut most = 0;
            if self.position.get(OVER) == 0 && self.mover() == mover && self.enter() {
                let trace = self.trace.take();
                let mut after = self.take_list();
                self.generate_legal(&mut after);
                for at in 0..after.list.len() {
                    let next = after.list[at];
                    most = most.max(self.length(&after, &next, false));
                }
                self.give_list(after);
                self.leave();
                self.trace = trace;
            }
            1 + most
        };
        self.bound = saved;
        self.position.back(begun);
        length
    }
}
