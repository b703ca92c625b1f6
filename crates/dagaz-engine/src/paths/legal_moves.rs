//! Lists of the legal moves of a state, on the fastest executor that has one.

use dagaz_core::{Change, EndingId, Fuel, LimitHit, LimitKind, MoveList, PlayerId, RuleId, SiteId, State};
use dagaz_rules::PassRule;
use dagaz_rules::path::{NameId, PathSlot, Roll};

use super::draft::Draft;
use super::game::PathGame;
use super::move_equality;
use super::stones::Chains;
use super::turn::TurnEnd;
use super::walker::{Halt, Walker};

impl PathGame {
    /// Returns an error if the pieces are farther apart than a board without borders allows. No
    /// move leads there; a position that is set up may be so.
    pub(super) fn check_extent(&self, words: &[u32]) -> Result<(), LimitHit> {
        match &self.window {
            Some(window) if window.is_exceeded(words) => Err(LimitHit::new(LimitKind::Extent, window.extent())),
            _ => Ok(()),
        }
    }

    /// Returns whether a move has led past the extent of a board without borders.
    pub(super) fn leaves_extent(&self, words: &[u32]) -> bool {
        self.window.as_ref().is_some_and(|window| window.is_left(words))
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
            self.list_throws(state.words(), slot.mover, roll, list);
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
            PassRule::Forced if stuck && (self.passes_lead_to_an_end(state) || !self.others_lack_moves(state)?) => {
                list.push_pass();
            }
            _ => {}
        }
        Ok(list.is_empty().then(|| (EndingId::at(self.rules.endings.len()), slot.mover)))
    }

    /// Lists the results of a throw before a turn of a player.
    pub(super) fn list_throws(&self, words: &[u32], player: PlayerId, roll: &Roll, list: &mut MoveList) {
        // A throw is made by no rule of the game, so `made` and `last` do not take it for one.
        let no_rule = RuleId::at(self.rules.rules.len());
        for result in &roll.results {
            let effects = self.throw_effects(words, player, roll, result);
            list.push_step(Some(no_rule), SiteId::NONE, SiteId::NONE, None, &effects);
        }
    }

    /// The forced move of a player to move who must leave the game, or whose time has run out.
    /// `stuck`: whether they have no move.
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
    pub(super) fn others_lack_moves(&self, state: &State) -> Result<bool, LimitHit> {
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
            match &self.slot(&state).roll {
                // No time passes within the question.
                Some(roll) if roll.clock.is_some() => continue,
                // Chance always has a move, and may change the legal moves.
                Some(_) => return Ok(false),
                None => {}
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

    /// Lists the moves that the rules give the piece on a site, without regard to other moves; none
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
        walker.bests = self.bests(slot);
        let mut drafts = self.drafts_of(walker, slot, fuel)?;
        self.keep_the_best(slot, &mut drafts, false);
        if !self.chance_moves(slot) {
            move_equality::merge(&mut drafts, self.rules.distinct);
        }
        Ok(drafts)
    }

    /// The names of rules that have a pseudo-legal move in a turn, without regard to priorities.
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
}
