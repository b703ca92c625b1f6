//! One turn: all the moves that the rules give, of which some are forbidden, some are put off and
//! some are best.

use dagaz_core::{
    Change, Effect, EndingId, Fuel, LimitHit, LimitKind, MoveList, PlayerId, Points, RuleId, SiteId, SlotId, State,
};
use dagaz_rules::PassRule;
use dagaz_rules::path::{Distinct, NameId, PathEndingKind, PathSlot, Roll, Set, VarId};

use super::draft::Draft;
use super::game::PathGame;
use super::move_equality;
use super::sketch::Ends;
use super::stones::Chains;
use super::tables::LastBy;
use super::walker::{Aim, Flow, Halt, Next, StepDraft, Walker};

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

    /// Lists the legal moves, or tells how the game has ended.
    pub(super) fn list(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        list.clear();
        if let Some(ended) = state.ending(&self.layout) {
            return Ok(Some(ended));
        }
        self.check_extent(state.words())?;
        let limit = || LimitHit::new(LimitKind::Moves, self.limits.moves);
        let mut too_many = self.is_known_as_long(state).then(limit);
        if too_many.is_some() {
            // The whole moves would meet a limit again.
        } else if let Some(ended) = self.bitwise().and_then(|form| form.list(state, list)) {
            fuel.spend(u64::from(Fuel::RUN))?;
            match list.check(&self.limits) {
                Ok(()) => return Ok(ended),
                Err(hit) => too_many = Some(hit),
            }
        } else if state.begun().is_none()
            && let Some(listed) = self.compiled_for_lists().and_then(|compiled| compiled.list(self, state, list, fuel))
        {
            match listed {
                Err(hit) if hit.is_of_chains() => too_many = Some(hit),
                listed => return listed,
            }
        }
        // An ending that does not look at moves is known before there are any.
        let early = self.ended(state, None)?;
        if let Some(ended) = early
            && self.rules.endings[..ended.0.index()].iter().all(|ending| !ending.when.looks_at_moves())
        {
            return Ok(Some(ended));
        }
        let slot = self.slot(state);
        if let Some(roll) = &slot.roll {
            self.list_throws(roll, list);
            return Ok(None);
        }
        if let Err(hit) = too_many.map_or_else(|| self.legal(state, list, fuel, false), Err) {
            super::steps::single(self, state, list, fuel, hit)?;
        }
        let stuck = list.is_empty();
        if let Some(rule) = self.must_leave(state, stuck)? {
            list.clear();
            let mut walker = Walker::new(self, state, slot.mover, fuel.clone());
            match walker.one(rule, SiteId::NONE) {
                Ok(()) | Err(Halt::Enough) => {}
                Err(Halt::Limit(hit)) => return Err(hit),
            }
            walker.drafts.iter().for_each(|draft| draft.push(list));
            if !list.is_empty() {
                return Ok(None);
            }
        }
        if (self.endings_look_at_moves || early.is_some())
            && let Some(ended) = self.ended(state, Some(stuck))?
        {
            list.clear();
            return Ok(Some(ended));
        }
        match self.rules.pass {
            PassRule::Free => list.push_pass(),
            PassRule::Forced
                if stuck && (self.passes_lead_to_an_end(state) || !self.everybody_else_is_stuck(state)?) =>
            {
                list.push_pass();
            }
            _ => {}
        }
        Ok(list.is_empty().then(|| (EndingId::at(self.rules.endings.len()), slot.mover)))
    }

    /// Lists the results of a throw of dice.
    pub(super) fn list_throws(&self, roll: &Roll, list: &mut MoveList) {
        // A throw is made by no rule of the game, so `made` and `last` do not take it for one.
        let no_rule = RuleId::at(self.rules.rules.len());
        for result in &roll.results {
            let set = |(var, value): (&VarId, &i32)| match self.tables.places[var.index()] {
                super::tables::Place::State(variable) => Some(Effect::Assign { variable, value: *value }),
                _ => None,
            };
            let effects: Vec<Effect> = roll.vars.iter().zip(result).filter_map(set).collect();
            list.push_step(Some(no_rule), SiteId::NONE, SiteId::NONE, None, &effects);
        }
    }

    /// The forced move of a player to move who must leave the game. `stuck`: whether they have no
    /// move.
    fn must_leave(&self, state: &State, stuck: bool) -> Result<Option<RuleId>, LimitHit> {
        if self.rules.outs.is_empty() {
            return Ok(None);
        }
        let mut walker = Walker::new(self, state, self.slot(state).mover, Fuel::new(self.limits.fuel));
        walker.known_stuck = Some(stuck);
        for out in &self.rules.outs {
            match walker.holds(&out.when) {
                Ok(true) => return Ok(Some(out.rule)),
                Err(Halt::Limit(hit)) => return Err(hit),
                Ok(false) | Err(Halt::Enough) => {}
            }
        }
        Ok(None)
    }

    /// Whether the rules count consecutive passes, and the count is below their limit: if no player
    /// has a move, the rules decide the meaning.
    fn passes_lead_to_an_end(&self, state: &State) -> bool {
        let passes = self.tables.extras.passes.map(|word| self.variable(state, word));
        passes.is_some_and(|passes| (passes as usize) < self.tables.extras.passes_most)
    }

    /// Whether no player in the order of passes has a move.
    fn everybody_else_is_stuck(&self, state: &State) -> Result<bool, LimitHit> {
        let (mut state, mut log) = (state.clone(), dagaz_core::UndoLog::new());
        let mut seen = vec![state.slot(&self.layout)];
        loop {
            let end = TurnEnd { from: SiteId::NONE, to: SiteId::NONE, rule: None, idle: true, jump: None };
            self.end_turn(&mut Change::begin(&self.layout, &mut state, &mut log), end);
            let now = state.slot(&self.layout);
            if seen.contains(&now) {
                return Ok(true);
            }
            seen.push(now);
            // Chance always has a move, and may change the legal moves.
            if self.slot(&state).roll.is_some() {
                return Ok(false);
            }
            let mut list = MoveList::new();
            self.legal(&state, &mut list, &mut Fuel::new(self.limits.fuel), false)?;
            if !list.is_empty() {
                return Ok(false);
            }
        }
    }

    /// Lists the moves that the rules give, passes aside. `shallow`: forbidden results that look at
    /// moves are not asked about, since one of them is being asked.
    pub(super) fn legal(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
        shallow: bool,
    ) -> Result<(), LimitHit> {
        let slot = self.slot(state);
        if let Some(placement) = &self.placement {
            fuel.spend(u64::from(Fuel::RUN))?;
            placement.list(state, slot.mover, list);
            return list.check(&self.limits);
        }
        if let Some(chains) = self.stones.as_ref().and_then(|stones| Chains::of(stones, state, &self.layout)) {
            fuel.spend(u64::from(Fuel::RUN))?;
            chains.list(list);
            return list.check(&self.limits);
        }
        for draft in &self.drafted(state, fuel, shallow, false)? {
            draft.push(list);
            list.check(&self.limits)?;
        }
        Ok(())
    }

    /// Lists the moves that the rules give the piece on a site, whatever the others must do; none
    /// if the turn is not of that kind.
    pub(super) fn moves_of_piece(
        &self,
        state: &State,
        origin: SiteId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let slot = self.slot(state);
        if origin == SiteId::NONE || slot.roll.is_some() {
            return Ok(());
        }
        let mut walker = Walker::new(self, state, slot.mover, fuel.clone());
        walker.only = Some(origin);
        for draft in &self.drafts_of(walker, slot, fuel)? {
            draft.push(list);
            list.check(&self.limits)?;
        }
        Ok(())
    }

    /// For each move that the rules give, and for each of its steps, the sites that its piece
    /// passes, its origin first; none for a step without a piece.
    pub(super) fn ways_of_moves(&self, state: &State, fuel: &mut Fuel<'_>) -> Result<Vec<Vec<Vec<SiteId>>>, LimitHit> {
        if state.begun().is_some() || self.placement.is_some() || self.slot(state).roll.is_some() {
            return Ok(Vec::new());
        }
        Ok(self.drafted(state, fuel, false, true)?.iter().map(Draft::ways).collect())
    }

    pub(super) fn drafted(
        &self,
        state: &State,
        fuel: &mut Fuel<'_>,
        shallow: bool,
        ways: bool,
    ) -> Result<Vec<Draft>, LimitHit> {
        let slot = self.slot(state);
        if !shallow
            && !ways
            && let Some(drafts) = self.compiled_for_lists().and_then(|compiled| compiled.drafted(self, state, fuel))
        {
            return Ok(drafts);
        }
        let mut walker = Walker::new(self, state, slot.mover, fuel.clone());
        (walker.shallow, walker.keeps_ways) = (shallow, ways);
        let mut drafts = self.drafts_of(walker, slot, fuel)?;
        self.keep_the_best(slot, &mut drafts, false);
        if !self.chance_moves(slot) {
            move_equality::merge(&mut drafts, self.rules.distinct);
        }
        Ok(drafts)
    }

    /// The names of rules that have a pseudo-legal move in a turn, whatever comes first.
    pub(super) fn pseudo_legal_names(&self, state: &State) -> Result<Vec<NameId>, LimitHit> {
        let slot = self.slot(state);
        let mut walker = Walker::new(self, state, slot.mover, Fuel::new(self.limits.fuel));
        walker.keeps_forbidden = true;
        match walker.all_moves(&|name| slot.names.is_empty() || slot.names.contains(&name)) {
            Ok(()) | Err(Halt::Enough) => Ok(walker.drafts.iter().map(|draft| draft.name).collect()),
            Err(Halt::Limit(hit)) => Err(hit),
        }
    }

    /// A draft of a turn.
    pub(super) fn drafts_of<'g>(
        &'g self,
        mut walker: Walker<'g>,
        slot: &'g PathSlot,
        fuel: &mut Fuel<'_>,
    ) -> Result<Vec<Draft>, LimitHit> {
        let units = fuel.left();
        let flow = self.draft(&mut walker, slot);
        let used = units - walker.fuel.left();
        self.note_interpreted(used);
        fuel.spend(used)?;
        match flow {
            Ok(()) | Err(Halt::Enough) => Ok(walker.drafts),
            Err(Halt::Limit(hit)) => Err(hit),
        }
    }

    /// The first ending that holds. `stuck`: whether the player to move has no move; none: endings
    /// that look at moves are not asked.
    pub(super) fn ended(&self, state: &State, stuck: Option<bool>) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        if self.rules.endings.is_empty() {
            return Ok(None);
        }
        let to_move = self.slot(state).mover;
        let fuel = Fuel::new(self.limits.fuel);
        let mut walker = Walker::new(self, state, to_move, fuel);
        walker.known_stuck = stuck;
        walker.at.origin = state.last_from(&self.layout);
        let last = self.variable(state, self.tables.extras.last_mover) - 1;
        let first = if last >= 0 { PlayerId(last as u8) } else { to_move };
        for (index, ending) in self.rules.endings.iter().enumerate() {
            if stuck.is_none() && ending.when.looks_at_moves() {
                continue;
            }
            let mut player = first;
            for _ in 0..self.rules.players.len() {
                walker.at.me = player;
                let holds = match walker.holds(&ending.when) {
                    Ok(holds) => holds,
                    Err(Halt::Limit(hit)) => return Err(hit),
                    Err(Halt::Enough) => false,
                };
                if holds && self.plays(player) && !self.is_out(state, player) {
                    return Ok(Some((EndingId::at(index), player)));
                }
                player = self.after(player);
            }
        }
        Ok(None)
    }

    /// What each player's number is at an ending that counts.
    pub(super) fn scores(&self, state: &State, ending: EndingId) -> Option<Vec<Points>> {
        let PathEndingKind::Score { by, parts } = &self.rules.endings.get(ending.index())?.kind else { return None };
        let mut walker = Walker::new(self, state, PlayerId(0), Fuel::new(self.limits.fuel));
        let score = |player: usize| {
            walker.at.me = PlayerId::at(player);
            let score = walker.number(by).unwrap_or(0);
            if *parts == 2 { Points::halves(score) } else { Points::whole(score) }
        };
        Some((0..self.rules.players.len()).map(score).collect())
    }
}

impl<'g> Walker<'g> {
    /// Drafts all moves by rules whose names are allowed.
    pub(super) fn all_moves(&mut self, allowed: &dyn Fn(NameId) -> bool) -> Flow {
        let game = self.game;
        let me = self.at.me;
        let wanted = |rule: RuleId| allowed(game.rules.rules[rule.index()].name);
        let own: Vec<SiteId> = self.before.sites_of(&game.layout, me).collect();
        let sites: Vec<SiteId> = if game.moves_others { game.rules.topology.site_ids().collect() } else { own };
        for site in sites {
            if self.only.is_some_and(|only| only != site) {
                continue;
            }
            let Some(piece) = self.before.piece(site) else { continue };
            // A piece on a site that has vanished is in no set.
            if game.is_further_part(self.before, site) || self.is_closed(site) {
                continue;
            }
            let rules = &game.rules.pieces[piece.kind.index()];
            let may_move = match &rules.of {
                Set::Mine => piece.owner == me,
                of => self.contains(of, site)?,
            };
            if !may_move {
                continue;
            }
            for call in rules.moves.iter().filter(|call| wanted(call.rule)) {
                self.one(call.rule, site)?;
            }
        }
        if self.only.is_some() {
            return Ok(());
        }
        for call in game.rules.moves_in(game.slot(self.before)).filter(|call| wanted(call.rule)) {
            self.one(call.rule, SiteId::NONE)?;
        }
        Ok(())
    }

    /// Drafts the moves of one rule, with the piece on a site or without a piece.
    pub(super) fn one(&mut self, rule: RuleId, it: SiteId) -> Flow {
        let game = self.game;
        self.fuel.spend(u64::from(Fuel::RUN))?;
        if let Aim::Lots(lots) = &mut self.aim {
            lots.begin(rule, it);
            if it == SiteId::NONE && self.take_lots_of_sites(rule)? {
                return Ok(());
            }
        }
        if it != SiteId::NONE && game.begins_plainly && self.forgiving.is_none() {
            let mut ends = Ends::new();
            if self.sketch(&game.rules.rules[rule.index()].path, it, &mut ends)? {
                let counts = matches!(self.aim, Aim::Lots(_)) && game.ends_surely;
                if counts || ends.is_empty() {
                    return ends.iter().try_for_each(|end| self.take_lot(it, *end));
                }
            }
        }
        self.trying(|walker| {
            walker.begin_move(walker.at.me, it);
            walker.at.rule = rule;
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_start.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_start, &mut |walker| {
                walker.step(rule, it, &mut |walker| walker.complete(rule))
            })
        })
    }

    /// A move is complete: what dead pieces remain are taken off, hooks run, and it is drafted
    /// unless it is forbidden.
    fn complete(&mut self, rule: RuleId) -> Flow {
        let game = self.game;
        self.fuel.spend(1)?;
        if self.so_far.as_ref().is_some_and(|so_far| self.steps.len() <= so_far.keys.len()) {
            // The turn has continued after these steps.
            return Ok(());
        }
        let idle = self.effects.is_empty() && self.taken.is_empty();
        if idle && !game.rules.rules[rule.index()].may_be_idle {
            return Ok(());
        }
        let dead = self.taken.clone();
        self.bury(&dead, &mut |walker| {
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_end.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_end, &mut |walker| {
                walker.completed += 1;
                match (&mut walker.aim, walker.steps.first(), walker.steps.last()) {
                    (Aim::Lots(_), Some(first), Some(last)) => walker.take_lot(first.origin, last.target),
                    (Aim::One(0), ..) => walker.trying(|walker| walker.judge()).and(Err(Halt::Enough)),
                    (Aim::One(before), ..) => {
                        *before -= 1;
                        Ok(())
                    }
                    _ => walker.trying(|walker| walker.judge()),
                }
            })
        })
    }

    /// Takes dead pieces off the board.
    pub(super) fn bury(&mut self, dead: &[SiteId], next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = dead.split_first() else { return next(self) };
        self.trying(|walker| {
            walker.fate_of_part(site, &mut |walker| {
                walker.clear(site);
                walker.bury(rest, next)
            })
        })
    }

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

    /// Drafts a complete move unless its result is forbidden.
    fn judge(&mut self) -> Flow {
        let game = self.game;
        let mut scores = Vec::new();
        for number in game.rules.prefers_in(game.slot(self.before)).flat_map(|prefer| &prefer.by) {
            scores.push(self.number(number)?);
        }
        let rules = &game.rules.rules;
        let (Some(first), Some(last)) = (self.steps.first().copied(), self.steps.last().copied()) else {
            return Ok(());
        };
        let end = self.turn_end(first, last);
        game.end_turn(&mut self.change(), end);
        let forbidden = self.forbidden(end)?.is_some();
        if forbidden && !self.keeps_forbidden {
            return Ok(());
        }
        let limits = &game.limits;
        if self.drafts.len() >= limits.moves {
            return Err(LimitHit::new(LimitKind::Moves, limits.moves).in_rule(first.rule).into());
        }
        let draft = Draft {
            steps: self.steps.clone(),
            effects: self.effects.clone(),
            name: rules[first.rule.index()].name,
            origin: first.origin,
            target: last.target,
            result: self.state.key(),
            forbidden,
            scores,
            passed: if self.keeps_ways { self.passed.clone() } else { Vec::new() },
            captured: if game.rules.distinct == Distinct::Orders { self.captured.clone() } else { Vec::new() },
            open: false,
        };
        self.add(draft)
    }

    /// Adds a draft to the others.
    pub(super) fn add(&mut self, draft: Draft) -> Flow {
        let (limits, forbidden) = (&self.game.limits, draft.forbidden);
        self.parts += draft.parts();
        if self.parts > limits.move_parts {
            let rule = self.steps.first().map_or(self.at.rule, |first| first.rule);
            return Err(LimitHit::new(LimitKind::MoveParts, limits.move_parts).in_rule(rule).into());
        }
        self.drafts.push(draft);
        if self.wants_one && !forbidden { Err(Halt::Enough) } else { Ok(()) }
    }

    /// The forbidden result that a turn which has ended so has, if it has one.
    pub(super) fn forbidden(&mut self, end: TurnEnd) -> Result<Option<usize>, Halt> {
        let game = self.game;
        let shallow = self.shallow;
        let asked = game.nevers.iter().filter(|never| !(shallow && never.looks_at_moves)).map(|never| never.index);
        self.judged = Some((end.from, end.to));
        let mut found = Ok(None);
        for index in asked {
            match self.holds(&game.rules.nevers[index].when) {
                Ok(false) => continue,
                Ok(true) => found = Ok(Some(index)),
                Err(halt) => found = Err(halt),
            }
            break;
        }
        self.judged = None;
        found
    }

    /// Whether the player whose view this is is to move and cannot.
    pub(super) fn stuck(&mut self) -> Result<bool, Halt> {
        if self.game.slot(&self.state).mover != self.at.me {
            return Ok(false);
        }
        self.lacks_moves()
    }

    /// Whether no player would have a move, if the turns passed on one after the other.
    pub(super) fn nobody_moves(&mut self) -> Result<bool, Halt> {
        if self.shallow || !self.lacks_moves()? {
            return Ok(false);
        }
        let state = self.state.clone();
        Ok(self.game.everybody_else_is_stuck(&state)?)
    }

    /// Whether the player to move has no move.
    fn lacks_moves(&mut self) -> Result<bool, Halt> {
        if let Some(known) = self.known_stuck {
            return Ok(known);
        }
        // What is asked about does not outlive this question.
        let state = self.state.clone();
        self.lacks_moves_in(&state)
    }

    fn lacks_moves_in(&mut self, state: &State) -> Result<bool, Halt> {
        if self.shallow {
            return Ok(false);
        }
        let game = self.game;
        let mut walker = Walker::new(game, state, game.slot(state).mover, self.fuel.clone());
        walker.history = self.history;
        let slot = game.slot(state);
        let ordered = game.rules.orders_pseudo_legal(slot);
        (walker.shallow, walker.wants_one) = (true, !ordered);
        let names = &slot.names;
        let flow = match ordered {
            // A class that comes first leaves none to the others, even if all its moves are
            // forbidden.
            true => game.draft(&mut walker, slot),
            false => walker.all_moves(&|name| names.is_empty() || names.contains(&name)),
        };
        let (left, stuck) = (walker.fuel.left(), walker.drafts.is_empty());
        self.fuel.spend(self.fuel.left() - left)?;
        match flow {
            Err(Halt::Limit(hit)) => Err(hit.into()),
            _ => Ok(stuck),
        }
    }

    /// Pieces from which a rule of these names gives a move.
    pub(super) fn can(&mut self, names: &[NameId]) -> Result<super::sites::Sites, Halt> {
        let game = self.game;
        let state = self.seen().clone();
        let mut able = super::sites::Sites::none(game.tables.width);
        if self.shallow {
            return Ok(able);
        }
        let mine: Vec<SiteId> = state.sites_of(&game.layout, self.at.me).collect();
        for site in mine.into_iter().filter(|site| *site != game.tables.hand) {
            let Some(piece) = state.piece(site) else { continue };
            if game.is_further_part(&state, site) {
                continue;
            }
            let mut walker = Walker::new(game, &state, self.at.me, self.fuel.clone());
            walker.history = self.history;
            (walker.shallow, walker.wants_one) = (true, true);
            for call in &game.rules.pieces[piece.kind.index()].moves {
                if !names.contains(&game.rules.rules[call.rule.index()].name) {
                    continue;
                }
                match walker.one(call.rule, site) {
                    Err(Halt::Enough) => able.insert(site),
                    Err(limit) => return Err(limit),
                    Ok(()) => {}
                }
            }
            let left = walker.fuel.left();
            self.fuel.spend(self.fuel.left() - left)?;
        }
        Ok(able)
    }

    /// The number of legal moves of the player to move. Questions about moves cannot be nested, or
    /// the evaluation would not end.
    pub(super) fn count_moves(&mut self) -> Result<usize, Halt> {
        if self.shallow {
            return Ok(0);
        }
        let mut list = MoveList::new();
        let mut fuel = self.fuel.clone();
        let units = fuel.left();
        self.game.legal(&self.state.with_past(self.history), &mut list, &mut fuel, true)?;
        self.fuel.spend(units - fuel.left())?;
        Ok(list.len())
    }
}
