//! Sweeps: all moves of a side at once, counted or listed.
//!
//! Sets of targets stay sets: counting is a population count, and a list is written only where it
//! is needed. The walking executor ([`moves`](super::moves)) gives the same result more slowly.

use dagaz_core::{Effect, PlayerId, RuleId};
use dagaz_rules::PassRule;

use super::checks::Safety;
use super::draft::Draft;
use super::fixed::Fixed;
use super::list::{Action, FlatList, FlatStep};
use super::move_sink::{Count, Sink};
use super::moves::{Declined, Runner};
use super::piece_generators::{Finder, PieceGenerator, SideGenerator};
use super::shared::Shared;
use super::sites::Sites;
use super::state::{FlatState, NOWHERE};

/// The requested moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Legal,
    /// Those too that leave a royal piece attacked.
    PseudoLegal,
}

/// Whether effects found out on the board may be no more than those of a step that only moves a
/// piece.
pub(crate) fn says_little(effects: &[Effect]) -> bool {
    let more = |effect: &&Effect| !matches!(effect, Effect::Set { .. } | Effect::Become { .. } | Effect::Give { .. });
    let mut more = effects.iter().filter(more);
    matches!(more.next(), Some(Effect::Move { .. })) && more.next().is_none()
}

impl<'g, const W: usize> Runner<'g, W> {
    /// The number of legal moves, passes aside, if it can be had without a list; else none.
    pub(crate) fn count(&mut self, state: &mut FlatState<W>) -> Result<Option<u64>, Declined> {
        let mut count = Count::default();
        Ok(self.sweep(state, &mut count, Wanted::Legal)?.then_some(count.0))
    }

    /// Lists the legal moves, passes aside; false if they must be listed by walking.
    pub(crate) fn list(&mut self, state: &mut FlatState<W>, list: &mut FlatList) -> Result<bool, Declined> {
        list.clear();
        self.sweep(state, list, Wanted::Legal)
    }

    /// Drafts the moves, passes aside; false if they must be listed.
    pub(crate) fn draft(
        &mut self,
        state: &mut FlatState<W>,
        draft: &mut Draft<'g, W>,
        wanted: Wanted,
    ) -> Result<bool, Declined> {
        draft.clear();
        self.sweep(state, draft, wanted)
    }

    /// Whether a pass may be among the moves of a list that is not empty.
    pub(crate) fn may_add_pass(&self) -> bool {
        self.game.pass == PassRule::Free
    }

    /// Sends the moves, passes aside, to a sink; false if they must be listed by walking.
    pub(crate) fn sweep(
        &mut self,
        state: &mut FlatState<W>,
        sink: &mut impl Sink<'g, W>,
        wanted: Wanted,
    ) -> Result<bool, Declined> {
        let game = self.game;
        if state.facts.pending.is_some() || !game.slot(state.facts.slot).merges {
            return Ok(false);
        }
        let slot = *game.slot(state.facts.slot);
        game.masks.standing(state, slot.side.index(), &mut self.standing);
        let armies = &game.armies[slot.side.index()];
        if let Some(class) = slot.class {
            return match armies.classes.get(class.index()) {
                Some(Some(army)) => Ok(self.army(state, army, slot.side, sink, wanted)?.is_some()),
                _ => Ok(false),
            };
        }
        for army in &armies.groups {
            match self.army(state, army, slot.side, sink, wanted)? {
                None => return Ok(false),
                Some(true) => return Ok(true),
                Some(false) => {}
            }
        }
        Ok(self.army(state, &armies.rest, slot.side, sink, wanted)?.is_some())
    }

    /// Sends the moves of a side generator to the sink. Returns whether there were any steps, legal
    /// or not; `None` if they have continuations.
    fn army(
        &mut self,
        state: &mut FlatState<W>,
        army: &'g SideGenerator<W>,
        side: PlayerId,
        sink: &mut impl Sink<'g, W>,
        wanted: Wanted,
    ) -> Result<Option<bool>, Declined> {
        let game = self.game;
        let has_royals = game.royals[side.index()] != 0;
        if army.goes_on {
            return self.chained(state, army, has_royals, sink);
        }
        let bound = has_royals && wanted == Wanted::Legal;
        let mut safety = if bound { self.safety.take() } else { None };
        if bound {
            safety.get_or_insert_default().look(game, state, side);
        }
        let told = safety.as_deref();
        let mut result = Ok(());
        let mut any = self.shared(state, &army.shared, side, told, sink);
        for &unit in &army.apart {
            let unit = &army.units[unit];
            let mut from = self.starts_of(state, unit);
            if from.is_empty() {
                continue;
            }
            if let Some(supply) = unit.supply {
                if !sink.wants_drops_from(supply) && game.groups.is_empty() {
                    continue;
                }
                if bound && game.mates.is_some() {
                    from = from.less(self.mating(state, (unit.code, supply), from)?);
                }
            }
            let walks = self.walks(state, unit, from);
            if let Some(number) = unit.later.filter(|_| !has_royals) {
                any |= !walks.is_empty();
                sink.later(walks, number);
            } else if !walks.is_empty() {
                let one = self.walked(state, unit, walks, side, told, sink);
                any |= one == Ok(true);
                result = result.and(one.map(|_| ()));
            }
            any |= self.family(state, unit, from, side, told, sink);
            // After all others, since they find out which sites are not attacked.
            if unit.fixed.starts.meets(&from) {
                let one = self.fixed(state, unit, from, side, told, sink);
                any |= one == Ok(true);
                result = result.and(one.map(|_| ()));
            }
        }
        if bound {
            self.safety = safety;
        }
        result.map(|()| Some(any))
    }

    /// The steps of one unit, legal or not: those that only move a piece to the sink, the others to
    /// the list.
    pub(crate) fn unit_alone(
        &mut self,
        state: &mut FlatState<W>,
        unit: &'g PieceGenerator<W>,
        sink: &mut impl Sink<'g, W>,
        list: &mut FlatList,
    ) -> Result<(), Declined> {
        let from = self.starts_of(state, unit);
        let walks = self.walks(state, unit, from);
        self.walk(state, unit, walks, list)?;
        self.fixed(state, unit, from, PlayerId(0), None, sink)?;
        self.masked(state, unit, from, sink);
        self.family(state, unit, from, PlayerId(0), None, sink);
        Ok(())
    }

    /// The moves of a side generator, some with continuations: `None` if there are any steps and
    /// they must be listed.
    fn chained(
        &mut self,
        state: &mut FlatState<W>,
        army: &'g SideGenerator<W>,
        bound: bool,
        sink: &mut impl Sink<'g, W>,
    ) -> Result<Option<bool>, Declined> {
        let mut steps = self.extra.pop().unwrap_or_default();
        steps.clear();
        let mut goes_on = false;
        for unit in &army.units {
            let from = self.starts_of(state, unit);
            if from.is_empty() {
                continue;
            }
            let walks = self.walks(state, unit, from);
            let first = steps.len();
            goes_on |= self.walk(state, unit, walks, &mut steps)?;
            let little = |step: &FlatStep| step.action == Action::Effects && says_little(steps.effects(step));
            if unit.may_repeat || unit.has_sets() && steps.steps()[first..].iter().any(little) {
                return Ok(None);
            }
            self.fixed(state, unit, from, PlayerId(0), None, &mut steps)?;
            self.masked(state, unit, from, &mut steps);
            self.family(state, unit, from, PlayerId(0), None, &mut steps);
        }
        goes_on |= steps.steps().iter().any(|step| step.then.is_some());
        let any = !steps.is_empty();
        let mut done = Some(any);
        if any {
            done = if !bound && sink.chains(self, state, &steps)? {
                Some(true)
            } else if goes_on || bound {
                None
            } else {
                steps.steps().iter().for_each(|step| sink.step(&steps, step));
                Some(true)
            };
        }
        self.extra.push(steps);
        Ok(done)
    }

    /// Where a unit's rules can begin: its pieces, or any site while one waits in supply.
    #[inline]
    fn starts_of(&self, state: &FlatState<W>, unit: &PieceGenerator<W>) -> Sites<W> {
        match unit.supply {
            Some(supply) if state.supply(supply) == 0 => Sites::EMPTY,
            Some(_) => self.game.open_to_drop(state, unit.code),
            None => state.set(unit.code),
        }
    }

    /// The starts from which a unit's rules must be walked; for each rule they are left in `found`.
    #[inline]
    fn walks(&mut self, state: &FlatState<W>, unit: &'g PieceGenerator<W>, from: Sites<W>) -> Sites<W> {
        let mut walks = Sites::EMPTY;
        let (last_from, last_to) = (usize::from(state.facts.last_from), usize::from(state.facts.last_to));
        // Nowhere is no site: then a closer look is needed.
        if unit.wakes.get(last_to).is_some_and(|from| !from.contains(last_from)) {
            return walks;
        }
        self.found.clear();
        let reaching = if unit.reaching.is_empty() { Sites::EMPTY } else { self.reaching(state, unit, from) };
        for walked in &unit.walked {
            let from = from.and(walked.starts);
            let found = match &walked.finder {
                _ if from.is_empty() => from,
                Finder::Always(starts) => from.and(*starts),
                Finder::Reaching => reaching,
                Finder::After(after) => after.get(last_to).map_or(Sites::EMPTY, |after| from.and(after.starts)),
                Finder::Scouts(scouts) => {
                    scouts.iter().fold(Sites::EMPTY, |found, scout| found.or(scout.open(from, &self.standing)))
                }
                Finder::Lockstep(lockstep) => lockstep.hits(state, from, &self.standing, &mut self.slots),
            };
            walks = walks.or(found);
            self.found.push(found);
        }
        walks
    }

    /// The starts from which a piece can go where it would do more than move.
    fn reaching(&self, state: &FlatState<W>, unit: &'g PieceGenerator<W>, from: Sites<W>) -> Sites<W> {
        let occupied = Sites([u64::MAX; W]).less(state.empty());
        let mut found = Sites::EMPTY;
        for landing in &unit.reaching {
            for start in from.and(landing.starts).iter() {
                if !self.game.masks.targets(landing, start, &occupied, &self.standing).is_empty() {
                    found.insert(start);
                }
            }
        }
        found
    }

    /// The steps of what is walked, from the starts that have just been found.
    fn walk(
        &mut self,
        state: &FlatState<W>,
        unit: &'g PieceGenerator<W>,
        from: Sites<W>,
        steps: &mut FlatList,
    ) -> Result<bool, Declined> {
        let mut goes_on = false;
        for start in from.iter() {
            self.begin_piece(steps);
            for (index, walked) in unit.walked.iter().enumerate() {
                if self.found[index].contains(start) {
                    self.but_plain = walked.but_plain;
                    let went = self.entry(state, &walked.entry, start, unit.code, unit.supply, steps);
                    self.but_plain = false;
                    goes_on |= went?;
                }
            }
        }
        Ok(goes_on)
    }

    fn walked(
        &mut self,
        state: &mut FlatState<W>,
        unit: &'g PieceGenerator<W>,
        from: Sites<W>,
        side: PlayerId,
        safety: Option<&Safety<W>>,
        sink: &mut impl Sink<'g, W>,
    ) -> Result<bool, Declined> {
        let mut steps = self.extra.pop().unwrap_or_default();
        steps.clear();
        let walked = self.walk(state, unit, from, &mut steps);
        let mut result = Ok(());
        if walked.is_ok() {
            let repeats = unit.may_repeat;
            for step in steps.steps() {
                if unit.has_sets() && step.action == Action::Effects && says_little(steps.effects(step)) {
                    result = Err(Declined);
                }
                if repeats && self.is_swept(state, unit, step) {
                    continue;
                }
                if let Some(safety) = safety {
                    let told = match step.action {
                        Action::Effects => safety.survives(self.game, state, side, steps.effects(step)),
                        Action::Displace(_) => safety.goes(usize::from(step.from), usize::from(step.to)),
                        Action::Drop { .. } => safety.comes(usize::from(step.to)),
                        _ => None,
                    };
                    if !told.map_or_else(|| self.is_safe(state, &steps, step, side), Ok)? {
                        continue;
                    }
                }
                sink.step(&steps, step);
            }
        }
        let any = !steps.is_empty();
        self.extra.push(steps);
        walked.and(result).map(|()| any)
    }

    /// The steps of a unit that are fixed.
    fn fixed(
        &mut self,
        state: &mut FlatState<W>,
        unit: &'g PieceGenerator<W>,
        from: Sites<W>,
        side: PlayerId,
        safety: Option<&Safety<W>>,
        sink: &mut impl Sink<'g, W>,
    ) -> Result<bool, Declined> {
        let mut any = false;
        let starts = from.and(unit.fixed.starts);
        for way in starts.iter().flat_map(|start| unit.fixed.of(start)) {
            let stands = |(set, sites): &(u16, Sites<W>)| sites.less(self.standing[usize::from(*set)]).is_empty();
            if !way.needs.iter().all(stands) || !self.answers(state, way, safety) {
                continue;
            }
            if self.game.bans.forbid_step(&self.game.tables, state, unit.fixed.list.effects(&way.step)) {
                continue;
            }
            any = true;
            let start = usize::from(way.step.from);
            if self.game.takes_a_leader(state, unit.fixed.list.effects(&way.step), start) {
                return Err(Declined);
            }
            if let Some(safety) = safety {
                let told = safety.survives(self.game, state, side, unit.fixed.list.effects(&way.step));
                if !told.map_or_else(|| self.is_safe(state, &unit.fixed.list, &way.step, side), Ok)? {
                    continue;
                }
            }
            sink.step(&unit.fixed.list, &way.step);
        }
        Ok(any)
    }

    /// Whether what a fixed step asks about attacks is as it must be.
    fn answers(&self, state: &FlatState<W>, way: &Fixed<W>, safety: Option<&Safety<W>>) -> bool {
        let side = self.game.slot(state.facts.slot).side;
        way.attacked.iter().all(|&(site, wanted)| {
            let attacked = match safety {
                Some(safety) => safety.attacked(self.game, state, site.index(), side, way.fresh),
                None => self.game.attacked(state, site.index(), side, way.fresh),
            };
            attacked == wanted
        })
    }

    /// Whether the families or masks of a unit have a step as well.
    fn is_swept(&self, state: &FlatState<W>, unit: &'g PieceGenerator<W>, step: &FlatStep) -> bool {
        let Action::Displace(code) = step.action else { return false };
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let occupied = Sites([u64::MAX; W]).less(state.empty());
        let masked = unit.landings.iter().any(|landing| {
            landing.codes.contains(&code)
                && landing.starts.contains(from)
                && self.game.masks.targets(landing, from, &occupied, &self.standing).contains(to)
        });
        masked
            || unit.families.iter().any(|family| {
                family.codes.contains(&code)
                    && from as i32 + family.step == to as i32
                    && family.open(Sites::of(from), &self.standing).contains(from)
            })
    }

    /// Whether a step leaves no royal piece attacked.
    fn is_safe(
        &self,
        state: &mut FlatState<W>,
        list: &FlatList,
        step: &FlatStep,
        side: PlayerId,
    ) -> Result<bool, Declined> {
        let mark = state.mark();
        let played = self.game.step(state, step, list.effects(step));
        let safe = played.is_ok() && !self.game.any_attacked(state, side, self.game.royals[side.index()]);
        state.undo(&self.game.tables, mark);
        played.map(|()| safe)
    }

    /// Whether a plain move leaves no royal piece attacked.
    fn goes_safely(&self, state: &mut FlatState<W>, from: u16, to: usize, action: Action, side: PlayerId) -> bool {
        let step = FlatStep::new(from, to as u16, action, None, RuleId(u32::MAX));
        // Without effects there is nothing to decline.
        self.is_safe(state, &FlatList::default(), &step, side).unwrap_or(false)
    }

    /// The steps of a unit that masks tell, legal or not.
    fn masked(&self, state: &FlatState<W>, unit: &'g PieceGenerator<W>, from: Sites<W>, sink: &mut impl Sink<'g, W>) {
        let occupied = Sites([u64::MAX; W]).less(state.empty());
        for landing in &unit.landings {
            for start in from.and(landing.starts).iter() {
                let targets = self.game.masks.targets(landing, start, &occupied, &self.standing);
                sink.targets(start, targets, &landing.codes, landing.then);
            }
        }
    }

    /// The steps that the masks of all units tell; whether there are any, legal or not.
    #[inline]
    fn shared(
        &self,
        state: &mut FlatState<W>,
        shared: &'g [Shared<W>],
        side: PlayerId,
        safety: Option<&Safety<W>>,
        sink: &mut impl Sink<'g, W>,
    ) -> bool {
        let occupied = Sites([u64::MAX; W]).less(state.empty());
        let mut any = false;
        for shared in shared {
            let landing = &shared.landing;
            for start in state.any_of(shared.codes).and(landing.starts).iter() {
                let mut targets = self.game.masks.targets(landing, start, &occupied, &self.standing);
                let codes = shared.lands(state.code(start));
                any |= !targets.is_empty();
                if let Some(safety) = safety.filter(|safety| !safety.free.contains(start)) {
                    targets = self.safe_targets(state, safety, start, targets, codes[0], side);
                }
                sink.targets(start, targets, codes, landing.then);
            }
        }
        any
    }

    /// Those of a piece's targets where it leaves no royal piece attacked.
    #[inline]
    fn safe_targets(
        &self,
        state: &mut FlatState<W>,
        safety: &Safety<W>,
        start: usize,
        targets: Sites<W>,
        code: u8,
        side: PlayerId,
    ) -> Sites<W> {
        if safety.royals.contains(start) {
            let mut safe = targets;
            for to in targets.iter() {
                let goes = safety.royal_goes(self.game, state, side, start, to);
                if !goes.unwrap_or_else(|| self.goes_safely(state, start as u16, to, Action::Displace(code), side)) {
                    safe.remove(to);
                }
            }
            return safe;
        }
        if safety.try_all {
            let mut safe = targets;
            for to in
                targets.iter().filter(|&to| !self.goes_safely(state, start as u16, to, Action::Displace(code), side))
            {
                safe.remove(to);
            }
            return safe;
        }
        let mut safe = targets.and(safety.targets(start));
        if !safety.reads.is_empty() {
            let tried = if safety.reads.contains(start) { safe } else { safe.and(safety.reads) };
            for to in tried.iter() {
                if !self.goes_safely(state, start as u16, to, Action::Displace(code), side) {
                    safe.remove(to);
                }
            }
        }
        safe
    }

    #[inline]
    fn family(
        &self,
        state: &mut FlatState<W>,
        unit: &'g PieceGenerator<W>,
        from: Sites<W>,
        side: PlayerId,
        safety: Option<&Safety<W>>,
        sink: &mut impl Sink<'g, W>,
    ) -> bool {
        let mut any = false;
        for family in &unit.families {
            let mut open = family.open(from, &self.standing);
            if open.is_empty() {
                continue;
            }
            any = true;
            if let Some(safety) = safety.filter(|safety| !open.less(safety.free).is_empty()) {
                // Those that need a closer look get it one by one.
                let close = if safety.try_all {
                    open
                } else if unit.supply.is_some() {
                    // Nothing is left, so only where it comes down can it matter.
                    open.and(safety.reads.moved(-family.step))
                } else {
                    let apart = safety.pinned.or(safety.royals).or(safety.reads);
                    open.and(apart).or(open.and(safety.reads.moved(-family.step)))
                };
                open = open.less(close).and(safety.allowed.moved(-family.step));
                for start in close.iter() {
                    let to = (start as i32 + family.step) as usize;
                    let safe = match unit.supply {
                        Some(supply) => {
                            let action = Action::Drop { code: family.codes[0], supply: supply as u8 };
                            self.goes_safely(state, NOWHERE, to, action, side)
                        }
                        None => {
                            let code = family.codes[0];
                            !self.safe_targets(state, safety, start, Sites::of(to), code, side).is_empty()
                        }
                    };
                    if safe {
                        open.insert(start);
                    }
                }
            }
            sink.starts(open, family, unit.supply);
        }
        any
    }
}
