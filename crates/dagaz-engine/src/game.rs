//! `CompiledGame`: rules made ready to be played.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use dagaz_core::{
    Change, Counting, EndingId, Fuel, Game, Glossary, Identity, Layout, LimitHit, LimitKind, Limits, Lookahead,
    MoveClassId, MoveList, MoveRef, Outcome, PerftTable, PieceTypeId, PlayerId, PlayerKind, Playout, PlayoutLimits,
    Position, PositionError, Rng, RuleId, Series, SiteId, SiteSet, State, StepChoice, Topology, Turn, UndoLog, Weights,
    below,
};
use dagaz_rules::{Entry, Merge, Rules, Slot};

use crate::board::Board;
use crate::compile::{Owners, compile};
use crate::extra_state::ExtraState;
use crate::flat::{Course, Flat, Progress, Unlisted};
use crate::generate::{Generator, Selection, play_effects};
use crate::long_turns::LongTurns;
use crate::program::Program;
use crate::reach::Reach;
use crate::report::{FlatReport, Unfit};
use crate::reversibility::Retreat;
use crate::setup::{check_limits, drawn_by_repetition, layout_of, set_up};
use crate::turn::{EndingCode, Judgement, Phase, begin_step};

/// A game compiled from rules. Programs are compiled when they are first run, so that loading is
/// quick.
#[derive(Debug)]
pub struct CompiledGame {
    rules: Arc<Rules>,
    limits: Limits,
    layout: Layout,
    glossary: Glossary,
    board: Board,
    owners: Vec<Owners>,
    enemies: Vec<Vec<PlayerId>>,
    /// One for each rule and side. Boxed, since most of many may never be asked for.
    programs: Vec<OnceLock<Box<Program>>>,
    all: Selection,
    unclassed: Selection,
    classes: Vec<Selection>,
    groups: Vec<Selection>,
    nevers: Vec<Vec<Judgement>>,
    endings: Vec<EndingCode>,
    can_end_unstuck: bool,
    asks_all_stuck: bool,
    reach: Reach,
    retreat: Retreat,
    initial: State,
    executors: Executors,
    /// The extra state, for states of a game of edition 3.
    beside: Option<ExtraState>,
    /// The bitboard game, compiled on demand.
    flat: OnceLock<Result<Flat, Unfit>>,
    /// Lists of moves made without it.
    asked: AtomicU32,
    long_turns: LongTurns,
    /// Limits of the lists of whole moves in playouts, once they have met a long turn.
    playout_limits: Limits,
}

/// Which executors a compiled game may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executors {
    /// The fastest that can do what is asked.
    Fastest,
    /// The virtual machine alone.
    Machine,
}

/// Number of move lists after which the bitboard game is compiled, if neither counting nor playouts
/// have requested it. A caller with few questions, as a person at a board, need not wait for it.
const PATIENCE: u32 = 1_000;

/// By what the limits of lists are divided in playouts that have met a long turn.
const PLAYOUT_SHARE: usize = 32;

impl CompiledGame {
    /// Compiles a game. An error if it is larger than the limits allow, or begins from an
    /// impossible position.
    pub fn new(rules: Arc<Rules>, limits: &Limits) -> Result<CompiledGame, LimitHit> {
        CompiledGame::with(rules, limits, Executors::Fastest)
    }

    /// Compiles a game for some executors, which give equal results.
    pub fn with(rules: Arc<Rules>, limits: &Limits, executors: Executors) -> Result<CompiledGame, LimitHit> {
        check_limits(&rules, limits)?;
        let layout = layout_of(&rules);
        let initial = set_up(&layout, rules.turns.slots.len(), &rules.setup)
            .map_err(|_| LimitHit::new(LimitKind::Slots, rules.turns.slots.len()))?;
        CompiledGame::on_states(rules, limits, executors, layout, initial, None)
    }

    /// Compiles rules that are equivalent to a game of edition 3, for the states of that game. Only
    /// the bitboard executor can use them, since the virtual machine does not know the extra state.
    pub(crate) fn for_paths(
        rules: Arc<Rules>,
        limits: &Limits,
        layout: Layout,
        initial: State,
        beside: ExtraState,
    ) -> Result<CompiledGame, LimitHit> {
        check_limits(&rules, limits)?;
        CompiledGame::on_states(rules, limits, Executors::Fastest, layout, initial, Some(beside))
    }

    fn on_states(
        rules: Arc<Rules>,
        limits: &Limits,
        executors: Executors,
        layout: Layout,
        initial: State,
        beside: Option<ExtraState>,
    ) -> Result<CompiledGame, LimitHit> {
        let board = Board::new(&rules.topology);
        let players = || (0..rules.players.len()).map(PlayerId::at);
        let chooses = |player: &PlayerId| rules.players[player.index()].kind != PlayerKind::Neutral;
        let mut glossary = rules.glossary.clone();
        glossary.endings = rules.endings.iter().map(|ending| ending.name.clone()).collect();
        glossary.endings.push("no legal move".into());
        let nevers = players()
            .map(|player| {
                let bound = rules.nevers.iter().filter(|never| never.players.contains(&player));
                bound.map(|never| Judgement::new(&rules, &board, player, &never.when)).collect()
            })
            .collect();
        let endings = EndingCode::all(&rules, &board);
        let can_end_unstuck = endings
            .iter()
            .filter(|ending| ending.phase == Phase::Moves)
            .flat_map(|ending| &ending.judgements)
            .any(|judgement| judgement.check.can_hold_unstuck());
        let all_stuck = |truth: &dagaz_rules::Truth| truth.mentions(&|part| *part == dagaz_rules::Truth::AllStuck);
        let groups = rules.first.iter().flat_map(|first| &first.groups);
        Ok(CompiledGame {
            owners: players().map(|side| Owners::seen_by(&rules, side)).collect(),
            enemies: players().map(|side| players().filter(|other| *other != side).filter(chooses).collect()).collect(),
            programs: (0..rules.rules.len() * rules.players.len()).map(|_| OnceLock::new()).collect(),
            all: Selection::of(&rules, |_| true),
            unclassed: Selection::of(&rules, |class| class.is_none()),
            classes: (0..rules.classes.len())
                .map(|class| Selection::of(&rules, |other| other == Some(MoveClassId::at(class))))
                .collect(),
            groups: groups
                .map(|group| Selection::of(&rules, |class| class.is_some_and(|class| group.contains(&class))))
                .collect(),
            nevers,
            endings,
            can_end_unstuck,
            asks_all_stuck: rules.endings.iter().any(|ending| all_stuck(&ending.when)),
            reach: Reach::new(rules.players.len(), rules.topology.sites().len()),
            retreat: Retreat::new(rules.players.len() * rules.pieces.len()),
            executors,
            beside,
            flat: OnceLock::new(),
            asked: AtomicU32::new(0),
            long_turns: LongTurns::default(),
            playout_limits: Limits {
                moves: limits.moves / PLAYOUT_SHARE,
                move_parts: limits.move_parts / PLAYOUT_SHARE,
                ..limits.clone()
            },
            limits: limits.clone(),
            initial,
            glossary,
            layout,
            board,
            rules,
        })
    }

    /// The bitboard game, if supported and allowed.
    pub(crate) fn flat(&self) -> Option<&Flat> {
        if self.executors != Executors::Fastest {
            return None;
        }
        self.flat.get_or_init(|| Flat::of(self)).as_ref().ok()
    }

    /// The bitboard game, unless it is not worth compiling yet.
    fn flat_if_worth_it(&self) -> Option<&Flat> {
        let made = self.flat.get().is_some() || self.asked.fetch_add(1, Ordering::Relaxed) >= PATIENCE;
        if made { self.flat() } else { None }
    }

    /// Counts on the bitboard executor, if supported.
    pub(crate) fn count_flat(
        &self,
        state: &State,
        depth: u32,
        counting: Counting,
        table: Option<&mut PerftTable>,
    ) -> Option<u64> {
        self.flat()?.perft(self, state, depth, counting, table).ok()
    }

    /// Continues a playout on the bitboard executor as far as possible.
    pub(crate) fn play_flat(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Option<Progress> {
        // Of pieces alone it is not known whether they can come back, so that they can.
        let course = Course { limits, returns: &|_, _, _| true, counts };
        self.flat()?.playout(self, state, rng, course).ok()
    }

    /// Plays playouts one after the other on the bitboard executor; `go_on` completes those that
    /// fall back.
    pub(crate) fn play_flat_series(
        &self,
        start: &State,
        series: &mut dyn Series,
        limits: PlayoutLimits,
        go_on: &crate::flat::GoOn<'_>,
    ) -> Option<Result<(), LimitHit>> {
        let course = Course { limits, returns: &|_, _, _| true, counts: false };
        self.flat()?.playouts(self, start, series, course, go_on).ok()
    }

    /// The ending of a state, by the bitboard executor; `None` if unknown there.
    pub(crate) fn ending_flat(&self, state: &State) -> Option<Option<(EndingId, PlayerId)>> {
        self.flat()?.ending(self, state).ok()
    }

    /// A search position of the bitboard executor from a state of `owner`.
    pub(crate) fn look_ahead_flat<'a>(
        &'a self,
        owner: &'a dyn Game,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        self.flat()?.lookahead(self, owner, state, weights)
    }

    /// Makes the game ready to be played at full speed, which happens by itself sooner or later,
    /// and tells what has become of the rules, or why the virtual machine serves alone.
    pub fn make_ready(&self) -> Result<FlatReport, Unfit> {
        self.flat.get_or_init(|| Flat::of(self)).as_ref().map(Flat::report).map_err(|unfit| *unfit)
    }

    /// What the forms of the rules disagree about in a state; none where they agree, as they must.
    pub fn disagreement_of_forms(&self, state: &State) -> Option<String> {
        let flat = self.flat().filter(|_| state.ending(&self.layout).is_none())?;
        flat.disagreement(self, state)
    }

    /// Lists the legal moves, or tells how the game has ended.
    fn list(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        list.clear();
        if let Some(ended) = state.ending(&self.layout) {
            return Ok(Some(ended));
        }
        let mut generator = Generator::new(self);
        if self.long_turns.knows(state) {
            generator.list_single_steps();
            return generator.moves(self, &mut state.clone(), list, fuel);
        }
        let enough = fuel.left() >= self.limits.fuel;
        if let Some(flat) = self.flat_if_worth_it().filter(|flat| flat.fuel() <= fuel.left()) {
            match flat.moves(self, state, list) {
                Ok(listed) => {
                    fuel.spend(1 + list.len() as u64)?;
                    return Ok(listed);
                }
                Err(Unlisted::TooLong) => {
                    // The attempt was work, by which bots measure what lists cost.
                    fuel.spend((self.limits.move_parts as u64).min(fuel.left()))?;
                    generator.list_single_steps();
                }
                Err(Unlisted::Declined) => {}
            }
        }
        let listed = generator.moves(self, &mut state.clone(), list, fuel)?;
        if enough && list.is_stepwise() {
            self.long_turns.note(state);
        }
        Ok(listed)
    }

    /// The rules that it was compiled from.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Lists the legal moves, and tells how much fuel that has used, what was asked about attacks
    /// counted.
    pub fn moves_with_cost(&self, state: &State, list: &mut MoveList, fuel: u64) -> Result<u64, LimitHit> {
        let (mut generator, mut left) = (Generator::new(self), Fuel::new(fuel));
        generator.moves(self, &mut state.clone(), list, &mut left)?;
        Ok(fuel - left.left() + self.limits.fuel - generator.scratch.probe.fuel)
    }

    pub(crate) fn initial_words(&self) -> &[u32] {
        self.initial.words()
    }

    pub(crate) fn layout_ref(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn limits_ref(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    pub(crate) fn all_sites(&self, index: usize) -> u64 {
        self.reach.all_sites(index)
    }

    pub(crate) fn owners(&self, side: PlayerId) -> Owners {
        self.owners[side.index()]
    }

    pub(crate) fn enemies(&self, side: PlayerId) -> &[PlayerId] {
        &self.enemies[side.index()]
    }

    pub(crate) fn entries(&self, kind: PieceTypeId) -> &[Entry] {
        &self.rules.pieces[kind.index()].moves
    }

    pub(crate) fn kind_count(&self) -> usize {
        self.rules.pieces.len()
    }

    pub(crate) fn player_count(&self) -> usize {
        self.rules.players.len()
    }

    /// The number of a position flag on one site, among all of a run.
    #[inline]
    pub(crate) fn site_flag(&self, flag: u16, site: SiteId) -> usize {
        usize::from(flag) * self.board.sites() + site.index()
    }

    pub(crate) fn set_words(&self) -> usize {
        self.board.sites().div_ceil(64)
    }

    pub(crate) fn loop_turns(&self) -> u64 {
        self.limits.loop_turns
    }

    pub(crate) fn fuel(&self) -> u64 {
        self.limits.fuel
    }

    pub(crate) fn effects_max(&self) -> usize {
        self.limits.effects
    }

    pub(crate) fn too_many_effects(&self, rule: RuleId) -> LimitHit {
        LimitHit { kind: LimitKind::Effects, max: self.limits.effects as u64, rule: Some(rule) }
    }

    pub(crate) fn slot(&self, state: &State) -> &Slot {
        &self.rules.turns.slots[state.slot(&self.layout).index()]
    }

    pub(crate) fn is_bound(&self, side: PlayerId) -> bool {
        !self.nevers[side.index()].is_empty()
    }

    pub(crate) fn is_random_mover(&self, player: PlayerId) -> bool {
        self.rules.players[player.index()].kind == PlayerKind::Random
    }

    pub(crate) fn nevers(&self, side: PlayerId) -> &[Judgement] {
        &self.nevers[side.index()]
    }

    pub(crate) fn endings(&self) -> &[EndingCode] {
        &self.endings
    }

    pub(crate) fn can_end_unstuck(&self) -> bool {
        self.can_end_unstuck
    }

    pub(crate) fn asks_all_stuck(&self) -> bool {
        self.asks_all_stuck
    }

    /// The ending of a game in which nothing else can happen.
    pub(crate) fn no_move_ending(&self) -> EndingId {
        self.beside.as_ref().map_or(EndingId::at(self.endings.len()), |beside| beside.no_move)
    }

    /// The extra state, for states of a game of edition 3.
    pub(crate) fn what_is_beside(&self) -> Option<&ExtraState> {
        self.beside.as_ref()
    }

    pub(crate) fn all_entries(&self) -> &Selection {
        &self.all
    }

    pub(crate) fn unclassed(&self) -> &Selection {
        &self.unclassed
    }

    pub(crate) fn of_class(&self, class: MoveClassId) -> &Selection {
        self.classes.get(class.index()).unwrap_or(&self.unclassed)
    }

    pub(crate) fn groups(&self) -> &[Selection] {
        &self.groups
    }

    /// The next player who chooses, after `owner`.
    pub(crate) fn next_player(&self, owner: PlayerId) -> PlayerId {
        self.rules.next_player(owner)
    }

    /// A rule's program for one side.
    #[inline]
    pub(crate) fn program(&self, rule: RuleId, side: PlayerId) -> &Program {
        self.programs[rule.index() * self.rules.players.len() + side.index()].get_or_init(|| {
            let automaton = &self.rules.rules[rule.index()].automaton;
            Box::new(compile(&self.rules, &self.board, automaton, side))
        })
    }

    /// Whether every step leads to a legal move, so that steps can be listed without assembling
    /// moves.
    fn steps_are_free(&self, state: &State) -> bool {
        !self.rules.longest_chain
            && self.rules.merge == Merge::Effects
            && !self.is_bound(self.slot(state).side)
            && !self.can_end_unstuck
            && state.ending(&self.layout).is_none()
    }

    fn count_leaves(
        &self,
        counter: &mut Counter<'_, '_>,
        state: &mut State,
        depth: u32,
        log: &mut UndoLog,
    ) -> Result<u64, LimitHit> {
        if depth == 0 {
            return Ok(1);
        }
        let shared = (depth > 1 && counter.table.is_some()).then(|| Identity::of(state));
        let known = shared.and_then(|position| counter.table.as_ref()?.find(position, depth));
        if let Some(count) = known {
            return Ok(count);
        }
        let mut list = counter.spare.pop().unwrap_or_default();
        counter.generator.moves(self, state, &mut list, &mut Fuel::new(self.limits.fuel))?;
        let mut nodes = 0;
        if depth == 1 && counter.counting == Counting::Moves {
            nodes = list.len() as u64;
        } else {
            let mut results = std::collections::HashSet::new();
            for chosen in list.iter() {
                self.play_whole(state, chosen, log, &mut counter.generator.scratch);
                if counter.counting == Counting::Moves || results.insert(state.key()) {
                    nodes += self.count_leaves(counter, state, depth - 1, log)?;
                }
                self.undo(state, log);
            }
        }
        if let (Some(position), Some(table)) = (shared, &mut counter.table) {
            table.keep(position, depth, nodes);
        }
        counter.spare.push(list);
        Ok(nodes)
    }
}

/// What [`CompiledGame::count_leaves`] needs at every ply.
struct Counter<'g, 't> {
    generator: Generator<'g>,
    counting: Counting,
    table: Option<&'t mut PerftTable>,
    spare: Vec<MoveList>,
}

impl CompiledGame {
    /// Plays on at random with the virtual machine.
    fn play_on(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        progress: Progress,
    ) -> Result<Playout, LimitHit> {
        let Progress { mut playout, mut quiet, .. } = progress;
        let (mut generator, mut list, mut log) = (Generator::new(self), MoveList::new(), UndoLog::new());
        loop {
            if let Some(ended) = state.ending(&self.layout) {
                playout.end = Some(ended);
                return Ok(playout);
            }
            if playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most) {
                // The last move may have left no player a move.
                match generator.moves(self, state, &mut list, &mut Fuel::new(self.limits.fuel)) {
                    Err(hit) if playout.plies > 0 => playout.cut = Some(hit),
                    ended => playout.end = ended?,
                }
                return Ok(playout);
            }
            match generator.moves(self, state, &mut list, &mut Fuel::new(self.limits.fuel)) {
                Ok(Some(ended)) => {
                    playout.end = Some(ended);
                    return Ok(playout);
                }
                Ok(None) => {}
                Err(hit) if playout.plies > 0 => {
                    playout.cut = Some(hit);
                    return Ok(playout);
                }
                Err(hit) => return Err(hit),
            }
            if list.is_stepwise() {
                // Turns of this game are long: the next ones are not tried whole for as long.
                generator.limit_whole_moves(&self.playout_limits);
                self.random_steps(state, rng)?;
                // The whole turn is a ply, as it is where its moves can be listed.
                playout.choices += list.len() as u64;
                playout.plies += 1;
                continue;
            }
            let chosen = list.get(below(rng, list.len()));
            if limits.quiet_plies.is_some() {
                quiet = if self.is_irreversible(state, chosen) { 0 } else { quiet + 1 };
            }
            playout.choices += list.len() as u64;
            playout.plies += 1;
            log.clear();
            self.play_whole(state, chosen, &mut log, &mut generator.scratch);
        }
    }
}

impl Selection {
    fn of(rules: &Rules, fits: impl Fn(Option<MoveClassId>) -> bool) -> Selection {
        let chosen = |entries: &[Entry]| entries.iter().filter(|entry| fits(entry.class)).copied().collect();
        let moves = rules.pieces.iter().map(|piece| chosen(&piece.moves)).collect();
        let drops = rules.pieces.iter().enumerate().map(|(kind, piece)| (PieceTypeId::at(kind), chosen(&piece.drops)));
        Selection { moves, drops: drops.filter(|(_, entries): &(_, Box<[Entry]>)| !entries.is_empty()).collect() }
    }
}

impl Game for CompiledGame {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.rules.topology
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        set_up(&self.layout, self.rules.turns.slots.len(), position)
    }

    fn turn(&self, state: &State) -> Turn {
        let mover = self.slot(state).mover;
        if self.is_random_mover(mover) { Turn::Chance(mover) } else { Turn::Choice(mover) }
    }

    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        if let Some(ended) = state.ending(&self.layout) {
            return Ok(Some(ended));
        }
        self.list(state, &mut MoveList::new(), &mut Fuel::new(self.limits.fuel))
    }

    fn outcome_of(&self, state: &State, ending: (EndingId, PlayerId)) -> Outcome {
        crate::verdict::outcome(&self.rules, &self.layout, state, ending)
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        self.list(state, list, fuel).map(|_| ())
    }

    fn recall(
        &self,
        state: &State,
        _index: usize,
        origin: SiteId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        let flat = self.flat_if_worth_it().filter(|_| origin != SiteId::NONE && state.ending(&self.layout).is_none());
        if let Some(flat) = flat.filter(|flat| flat.fuel() <= fuel.left())
            && let Ok(true) = flat.moves_of_piece(self, state, origin, list)
            // Whether chains are listed whole is known by the list of all pieces alone.
            && list.iter().all(|one| one.links() == 0)
        {
            return fuel.spend(1 + list.len() as u64);
        }
        self.list(state, list, fuel).map(|_| ())
    }

    fn moves_or_ending(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        self.list(state, list, fuel)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        if self.steps_are_free(state) && Generator::new(self).free_steps(&mut state.clone(), list, fuel)? {
            return Ok(StepChoice { may_stop: list.iter().any(MoveRef::is_pass) });
        }
        let mut whole = MoveList::new();
        self.moves(state, &mut whole, fuel)?;
        list.clear();
        for first in whole.iter().filter_map(|one| one.steps().next()) {
            list.push_parts([first].into_iter());
        }
        list.merge_same_steps();
        Ok(StepChoice { may_stop: list.iter().any(MoveRef::is_pass) })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        self.play_whole(state, chosen, log, &mut Default::default());
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        let mut change = Change::begin(&self.layout, state, log);
        let mut then = None;
        begin_step(&mut change);
        for (step, effects) in step.steps() {
            play_effects(&mut change, step, effects);
            then = step.then.map(|then| (step.target, then));
        }
        change.set_pending(then);
        let mut generator = Generator::new(self);
        let goes_on = match then {
            Some(_) => generator.can_go_on(&mut state.clone(), &mut Fuel::new(self.limits.fuel)),
            None => Ok(false),
        };
        match goes_on {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.end_turn(&mut Change::resume(&self.layout, state, log), &mut generator.scratch);
                Ok(())
            }
            Err(hit) => {
                self.undo(state, log);
                Err(hit)
            }
        }
    }

    fn perft_by(
        &self,
        state: &State,
        depth: u32,
        counting: Counting,
        mut table: Option<&mut PerftTable>,
    ) -> Result<u64, LimitHit> {
        let (mut state, mut log) = (state.clone(), UndoLog::new());
        state.forget_history();
        if let Some(leaves) = self.count_flat(&state, depth, counting, table.as_deref_mut()) {
            return Ok(leaves);
        }
        let mut counter = Counter { generator: Generator::new(self), counting, table, spare: Vec::new() };
        self.count_leaves(&mut counter, &mut state, depth, &mut log)
    }

    fn playout(&self, state: &mut State, rng: &mut dyn Rng, limits: PlayoutLimits) -> Result<Playout, LimitHit> {
        let returns = |piece, from, to| self.retreat.can_return(self, piece, from, to);
        let course = Course { limits, returns: &returns, counts: true };
        let progress = match self.flat().map(|flat| flat.playout(self, state, rng, course)) {
            Some(Ok(progress)) if !progress.goes_on => return Ok(progress.playout),
            Some(Ok(progress)) => progress,
            _ => Progress::default(),
        };
        self.play_on(state, rng, limits, progress)
    }

    fn playouts(&self, start: &State, limits: PlayoutLimits, series: &mut dyn Series) -> Result<(), LimitHit> {
        let returns = |piece, from, to| self.retreat.can_return(self, piece, from, to);
        let course = Course { limits, returns: &returns, counts: false };
        let go_on =
            |state: &mut State, rng: &mut dyn Rng, progress: Progress| self.play_on(state, rng, limits, progress);
        if let Some(flat) = self.flat()
            && let Ok(played) = flat.playouts(self, start, series, course, &go_on)
        {
            return played;
        }
        let mut state = start.clone();
        while let Some(rng) = series.begin() {
            state.clone_from(start);
            let playout = self.play_on(&mut state, rng, limits, Progress::default())?;
            series.end(&playout, &mut || state.clone());
        }
        Ok(())
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        self.retreat.is_irreversible(self, state, chosen)
    }

    fn drawn_by_repetition(&self) -> Option<u32> {
        drawn_by_repetition(&self.rules)
    }

    fn lookahead<'a>(&'a self, state: &State, weights: &'a Weights) -> Option<Box<dyn Lookahead + 'a>> {
        self.flat()?.lookahead(self, self, state, weights)
    }

    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        let next = self.slot(state).next;
        let mut change = Change::begin(&self.layout, state, log);
        change.set_pending(None);
        change.set_slot(next);
        true
    }

    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        Generator::new(self).scratch.attacked(self, state, site, side, PieceTypeId(0))
    }

    fn goal(&self, player: PlayerId) -> Option<SiteSet> {
        crate::goals::of(&self.rules, player)
    }

    fn royals(&self, state: &State, side: PlayerId) -> Vec<SiteId> {
        let binding = self.rules.nevers.iter().filter(|never| never.players.contains(&side));
        let mut sites: Vec<SiteId> = Vec::new();
        for kinds in binding.filter_map(|never| never.when.kinds_attacked()) {
            let royal =
                |site: &SiteId| state.piece(*site).is_some_and(|piece| kinds.is_empty() || kinds.contains(&piece.kind));
            sites.extend(state.sites_of(&self.layout, side).filter(royal));
        }
        sites.sort_unstable();
        sites.dedup();
        sites
    }
}
