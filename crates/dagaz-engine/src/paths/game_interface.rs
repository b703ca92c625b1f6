//! The interface of a game, answered by the fastest executor for each question.

use std::borrow::Cow;

use dagaz_core::{
    Change, Counting, Effect, EndingId, Fuel, Game, Glossary, Layout, LimitHit, Limits, Lookahead, MoveList, MoveRef,
    Outcome, PerftTable, PieceTypeId, PlayerId, Playout, PlayoutLimits, PliesLeft, Position, PositionError, Rng,
    SearchMethod, Series, SiteId, SiteSet, State, StepChoice, Topology, Turn, UndoLog, Verdict, View, Weights, imagine,
    playout_by_lists,
};
use dagaz_rules::path::{PathEndingKind, PathSlot, Statistic};

use super::game::PathGame;
use super::remaining::Remaining;
use super::series::Run as _;
use super::turn::TurnEnd;
use super::walker::{Halt, Walker};
use crate::flat::Progress;

/// Moves that may be tried in search of a state that a player must think possible.
const IMAGINED_MAX: u64 = 20_000;

impl Game for PathGame {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.rules.topology
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn memory(&self) -> usize {
        let lines: usize = self.lines.iter().map(|runs| runs.memory()).sum();
        // The lowered rules, the compiled rules and the tables of bots come later, with about the
        // same size.
        2 * (lines + self.tables.memory() + self.rules.topology.memory()) + (1 << 20)
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        self.begin(position, !self.tells_variables(position))
    }

    /// Of counters only those that can affect the rest of the game are written.
    fn position(&self, state: &State) -> Position {
        let mut position = dagaz_core::position_of(self, state);
        let told = self.told.iter().map(|word| (*word, self.variable(state, *word as u16)));
        position.variables.extend(told.filter(|(_, value)| *value != 0));
        // A position without variables is completed by those of the set-up, so one 0 says that all
        // are 0.
        if !self.tells_variables(&position)
            && let Some(word) = self.first_number_of_the_start()
        {
            position.variables.push((word, 0));
        }
        position
    }

    fn turn(&self, state: &State) -> Turn {
        let slot = self.slot(state);
        if slot.roll.is_some() || self.chance_moves(slot) {
            Turn::Chance(slot.chooser)
        } else {
            Turn::Choice(self.seat(state, slot.chooser))
        }
    }

    fn throws(&self, state: &State) -> bool {
        self.slot(state).roll.is_some()
    }

    fn has_chance(&self) -> bool {
        let rolls = |slot: &PathSlot| slot.roll.as_ref().is_some_and(|roll| roll.clock.is_none());
        self.rules.slots.iter().any(|slot| rolls(slot) || self.chance_moves(slot))
    }

    fn clock_tick(&self, state: &State) -> Option<u32> {
        self.slot(state).roll.as_ref()?.clock.as_ref().map(|clock| clock.tick)
    }

    fn site_name(&self, state: &State, site: SiteId) -> Cow<'_, str> {
        match &self.window {
            Some(window) if self.tables.board.contains(site) => window.name(state.words(), site).into(),
            _ => self.topology().sites().get(site.index()).map_or("?", |site| &site.name).into(),
        }
    }

    fn sites_in_reach(&self, state: &State) -> Option<SiteSet> {
        let window = self.window.as_ref()?;
        let exists = |site: &SiteId| window.exists(state.words(), *site);
        Some(SiteSet::of(self.topology().sites().len(), self.topology().site_ids().filter(exists)))
    }

    fn site_called(&self, state: &State, name: &str) -> Option<SiteId> {
        match &self.window {
            Some(window) => window.named(state.words(), name),
            None => self.topology().site_named(name),
        }
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        self.check_extent(state.words())?;
        // If automata are compiled already, they decide whether the game continues, without the
        // reference interpreter.
        let twin = self.twin.get().filter(|_| !self.walks && state.begun().is_none());
        let quick = twin.and_then(|twin| twin.as_deref().ok()?.ending_flat(state));
        if let Some(ended) = quick {
            return Ok(ended);
        }
        if state.begun().is_none()
            && state.ending(&self.layout).is_none()
            && let Some(ended) = self.compiled_for_lists().and_then(|compiled| compiled.ending(self, state))
        {
            return Ok(ended);
        }
        self.list(state, &mut MoveList::new(), &mut Fuel::new(self.limits.fuel))
    }

    fn outcome_of(&self, state: &State, (id, player): (EndingId, PlayerId)) -> Outcome {
        let ending = self.rules.endings.get(id.index());
        let name = ending.map_or("no legal move".to_string(), |ending| ending.name.clone());
        let scores = self.scores(state, id);
        let team = |player: PlayerId| self.rules.teams[player.index()];
        // A player who never chooses has points, but takes no part in the comparison.
        let compared = || scores.iter().flatten().zip(0..).filter(|(_, one)| self.plays(PlayerId(*one)));
        let best = compared().map(|(score, _)| *score).max();
        let verdict = |one: PlayerId| match (ending.map(|ending| &ending.kind), &scores) {
            _ if !self.plays(one) => Verdict::Aside,
            (Some(PathEndingKind::Win), _) if team(one) == team(player) => Verdict::Win,
            (Some(PathEndingKind::Win), _) => Verdict::Loss,
            (Some(PathEndingKind::Loss), _) if team(one) == team(player) => Verdict::Loss,
            (Some(PathEndingKind::Loss), _) => Verdict::Win,
            (Some(PathEndingKind::Score { .. }), Some(scores)) => {
                let leaders = compared().filter(|(score, _)| Some(**score) == best).count();
                // If only one player chooses, there is no one to beat: the score is the result.
                let no_rival = self.rules.players.len() > 1 && compared().count() == 1;
                match (Some(scores[one.index()]) == best, leaders) {
                    (true, 1) if !no_rival => Verdict::Win,
                    (true, _) => Verdict::Draw,
                    (false, _) => Verdict::Loss,
                }
            }
            _ => Verdict::Draw,
        };
        let seats = || (0..self.rules.players.len()).map(PlayerId::at).map(|player| self.seat(state, player));
        let verdicts = seats().map(verdict).collect();
        let scores = scores.as_ref().map(|scores| seats().map(|player| scores[player.index()]).collect());
        Outcome { ending: name, verdicts, scores }
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        match state.begun() {
            Some(begun) => super::steps::rest(self, begun, state, list, fuel),
            None => self.list(state, list, fuel).map(|_| ()),
        }
    }

    fn recall(
        &self,
        state: &State,
        index: usize,
        origin: SiteId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        list.clear();
        if state.begun().is_none() {
            if let Some(()) = self.bitwise().and_then(|form| form.list_nth(state, index, list)) {
                return fuel.spend(u64::from(Fuel::RUN));
            }
            match self.moves_of_piece(state, origin, list, fuel) {
                Err(hit) if hit.is_of_chains() => list.clear(),
                listed => listed?,
            }
        }
        // Whether chains are listed whole is known by the list of all pieces alone.
        if list.is_empty() || list.iter().any(|one| one.links() > 0) { self.moves(state, list, fuel) } else { Ok(()) }
    }

    fn moves_or_ending(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        if state.begun().is_none() {
            return self.list(state, list, fuel);
        }
        // In the middle of a turn the moves are what is left of it.
        let ended = self.ending(state)?;
        self.moves(state, list, fuel)?;
        Ok(ended)
    }

    fn ways(&self, state: &State, fuel: &mut Fuel<'_>) -> Result<Vec<Vec<Vec<SiteId>>>, LimitHit> {
        self.ways_of_moves(state, fuel)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        super::steps::list(self, state, list, fuel)?;
        Ok(StepChoice { may_stop: list.iter().any(MoveRef::is_pass) })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        if chosen.is_open() && self.begin_steps(state, chosen, log) {
            return;
        }
        let ends_here = state.begun().is_some() && chosen.steps().all(|(step, _)| step.rule.is_none());
        let (origin, end) = match ends_here {
            true => (None, super::steps::stopped(self, state)),
            false => (super::steps::origin(self, state), None),
        };
        let mut change = Change::begin(&self.layout, state, log);
        self.play_parts(&mut change, origin, end, chosen);
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        if !self.begin_steps(state, step, log) {
            self.play(state, step, log);
        }
        Ok(())
    }

    fn random_steps(&self, state: &mut State, rng: &mut dyn Rng) -> Result<(), LimitHit> {
        super::steps::at_random(self, state, rng)
    }

    fn perft_by(
        &self,
        state: &State,
        depth: u32,
        counting: Counting,
        mut table: Option<&mut PerftTable>,
    ) -> Result<u64, LimitHit> {
        let mut state = state.clone();
        if !self.remembers {
            state.forget_history();
        }
        if depth > 0
            && let Some(form) = self.bitwise()
            && let Some(leaves) = form.count(&state, depth, counting, table.as_deref_mut())
        {
            return Ok(leaves);
        }
        if depth > 0
            && state.begun().is_none()
            && let Some(twin) = self.twin()
            && let Some(leaves) = twin.count_flat(&state, depth, counting, table.as_deref_mut())
        {
            return Ok(leaves);
        }
        // What is below a position is not always the same where the past matters.
        let mut table = table.filter(|_| !self.remembers);
        self.count(&mut state, depth, counting, &mut table, &mut UndoLog::new())
    }

    fn playout(&self, state: &mut State, rng: &mut dyn Rng, limits: PlayoutLimits) -> Result<Playout, LimitHit> {
        self.play_at_random(state, rng, limits, true)
    }

    fn playout_uncounted(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Playout, LimitHit> {
        self.play_at_random(state, rng, limits, false)
    }

    fn playouts(&self, start: &State, limits: PlayoutLimits, series: &mut dyn Series) -> Result<(), LimitHit> {
        if self.place_in_series(start, limits, series)? || self.place_stones_in_series(start, limits, series)? {
            return Ok(());
        }
        if let Some(played) = self.going().and_then(|going| going.play_series(self, start, limits, series)) {
            return played;
        }
        let go_on = |state: &mut State, rng: &mut dyn Rng, progress: Progress| {
            self.play_to_the_end(state, rng, limits, progress)
        };
        if let Some(played) =
            self.tallies().and_then(|tallies| Some(tallies.run(start)?.play_series(self, limits, series)))
        {
            return played;
        }
        if let Some(played) = self.bitwise().and_then(|form| form.play_series(self, start, limits, series)) {
            return played;
        }
        if start.begun().is_none()
            && let Some(played) = self.twin().and_then(|twin| twin.play_flat_series(start, series, limits, &go_on))
        {
            return played;
        }
        if start.begun().is_none()
            && let Ok(compiled) = self.compiled()
        {
            return compiled.play_series(self, start, limits, series);
        }
        if self.draw_in_series(start, limits, series)? {
            return Ok(());
        }
        let mut state = start.clone();
        while let Some(rng) = series.begin() {
            state.clone_from(start);
            let playout = playout_by_lists(self, &mut state, rng, limits)?;
            series.end(&playout, &mut || state.clone());
        }
        Ok(())
    }

    fn lookahead<'a>(&'a self, state: &State, weights: &'a Weights) -> Option<Box<dyn Lookahead + 'a>> {
        if state.begun().is_some() {
            return None;
        }
        if let Some(ahead) = self.look_ahead_placing(state, weights) {
            return Some(ahead);
        }
        if let Some(ahead) = self.bitwise().and_then(|form| form.look_ahead(self, state, weights)) {
            return Some(ahead);
        }
        if let Some(ahead) = self.tallies().and_then(|tallies| tallies.look_ahead(self, state, weights)) {
            return Some(ahead);
        }
        self.twin()?.look_ahead_flat(self, state, weights)
    }

    fn states_are_dear(&self) -> bool {
        self.placement.is_some()
    }

    fn drawn_by_repetition(&self) -> Option<u32> {
        super::repetition::drawn_by_repetition(&self.rules)
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        chosen.steps().flat_map(|(_, effects)| effects).any(|effect| match effect {
            Effect::Move { to, .. } => !state.is_empty(*to),
            Effect::Remove { .. } | Effect::Place { .. } | Effect::Drop { .. } | Effect::Become { .. } => true,
            Effect::Give { .. } => true,
            _ => false,
        })
    }

    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        let mut change = Change::begin(&self.layout, state, log);
        let end = TurnEnd { from: SiteId::NONE, to: SiteId::NONE, rule: None, idle: true, jump: None };
        self.end_turn(&mut change, end);
        true
    }

    /// A statistic that meets a limit in this state is left out.
    fn statistics(&self, state: &State) -> Vec<(String, i64)> {
        let value = |statistic: &Statistic| {
            let mut walker = Walker::new(self, state, PlayerId(0), Fuel::new(self.limits.fuel));
            let value = walker.number(&statistic.of).ok()?;
            Some((statistic.name.clone(), value))
        };
        self.rules.statistics.iter().filter_map(value).collect()
    }

    fn are_allied(&self, one: PlayerId, other: PlayerId) -> bool {
        let team = |player: PlayerId| self.rules.teams.get(player.index());
        one == other || team(one).is_some() && team(one) == team(other)
    }

    /// What the rules hint at, on average of a player's team, the others' taken off on average.
    fn evaluate(&self, state: &State, player: PlayerId) -> Option<i32> {
        let worth = self.rules.hints.worth.as_ref()?;
        let mut walker = Walker::new(self, state, player, Fuel::new(self.limits.fuel));
        let mut of = |player: PlayerId| {
            walker.at.me = player;
            let pieces = self.rules.hints.values.iter().map(|&(kind, value)| {
                let count = state.count(&self.layout, dagaz_core::Piece { kind, owner: player });
                i64::from(value) * count as i64
            });
            Some(pieces.sum::<i64>() + walker.number(worth).ok()?)
        };
        let player = self.seat(state, player);
        let everybody = (0..self.rules.players.len()).map(PlayerId::at).filter(|one| self.plays(*one));
        let (ours, theirs): (Vec<PlayerId>, Vec<PlayerId>) = everybody.partition(|one| self.are_allied(*one, player));
        let mut mean = |players: &[PlayerId]| {
            let worths: Option<Vec<i64>> = players.iter().map(|one| of(*one)).collect();
            Some(worths?.iter().sum::<i64>() / players.len().max(1) as i64)
        };
        let balance = mean(&ours)? - mean(&theirs)?;
        Some(balance.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    fn hinted_value(&self, kind: PieceTypeId) -> Option<i32> {
        self.rules.hints.values.iter().rev().find(|(known, _)| *known == kind).map(|(_, value)| *value)
    }

    fn goal(&self, player: PlayerId) -> Option<SiteSet> {
        super::goals::of(&self.rules, player)
    }

    fn rows(&self, _: PlayerId) -> Vec<SiteSet> {
        super::goals::rows(&self.rules)
    }

    fn plies_to_win(&self, player: PlayerId) -> Option<PliesLeft<'_>> {
        let remaining = Remaining::of(&self.rules, player)?;
        Some(Box::new(move |state| remaining.plies(state)))
    }

    fn hinted_search(&self) -> Option<SearchMethod> {
        self.rules.hints.search
    }

    fn hides(&self) -> bool {
        !self.rules.hidden.is_empty()
    }

    fn blotted(&self, state: &State, player: PlayerId) -> Option<State> {
        self.seen_by(state, player)
    }

    fn sample(&self, view: &View, rng: &mut dyn Rng) -> State {
        let found = view.past.as_ref().and_then(|past| imagine(self, &self.initial, past, rng, IMAGINED_MAX).ok()?);
        found.unwrap_or_else(|| view.seen.clone())
    }

    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        let mut walker = Walker::new(self, state, side, Fuel::new(self.limits.fuel));
        match walker.attacked(site, None) {
            Ok(attacked) => Ok(attacked),
            Err(Halt::Limit(hit)) => Err(hit),
            Err(Halt::Enough) => Ok(false),
        }
    }

    fn royals(&self, state: &State, side: PlayerId) -> Vec<SiteId> {
        self.royal_sites(state, side)
    }
}
