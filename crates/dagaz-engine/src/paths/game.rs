//! A game of edition 3 that can be played.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use dagaz_core::{
    Change, Counting, Effect, EndingId, Fuel, Game, Glossary, Identity, Layout, LimitHit, LimitKind, Limits, Lookahead,
    MoveList, MoveRef, Outcome, PerftTable, PieceTypeId, PlayerId, PlayerKind, Playout, PlayoutLimits, PliesLeft,
    Position, PositionError, Rng, Search, Series, SiteId, SiteSet, State, StepChoice, Topology, Turn, UndoLog, Verdict,
    View, Weights, apply, imagine, playout_by_lists, playout_by_lists_after, word_key,
};
use dagaz_rules::Rules;
use dagaz_rules::path::{PathEndingKind, PathRules, PathSlot, RepeatsOf, Set, Statistic};

use super::attack::Touch;
use super::bitwise::Bitwise;
use super::candidate_playouts::Draws;
use super::choices::QuietPlayout;
use super::counter_games::Tallies;
use super::fallback::Walked;
use super::lowering::NotLowered;
use super::placement::Placement;
use super::plan::NotCompiled;
use super::play::Compiled;
use super::remaining::Remaining;
use super::series::Run as _;
use super::sites::Sites;
use super::stones::Stones;
use super::tables::{LastBy, Place, Runs, Tables};
use super::turn::TurnEnd;
use super::walker::{Halt, Walker};
use super::window::Window;
use crate::flat::Progress;
use crate::game::CompiledGame;
use crate::report::FlatReport;

/// Moves that may be tried in search of a state that a player must think possible.
const IMAGINED_MAX: u64 = 20_000;

/// A forbidden result, as it is asked about.
#[derive(Debug)]
pub(super) struct Ban {
    pub(super) index: usize,
    pub(super) looks_at_moves: bool,
}

/// An ending, as it is asked about.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) looks_at_moves: bool,
}

/// A game made of paths.
#[derive(Debug)]
pub struct PathGame {
    pub(super) rules: Arc<PathRules>,
    pub(super) limits: Limits,
    pub(super) layout: Layout,
    pub(super) tables: Tables,
    pub(super) touch: Touch,
    pub(super) lines: Vec<Runs>,
    pub(super) nevers: Vec<Ban>,
    /// What is known of pieces that cover several sites, if there are any.
    pub(super) bodies: Option<super::walker::Bodies>,
    /// Whether some piece may be moved by another than its owner.
    pub(super) moves_others: bool,
    pub(super) endings: Vec<Ending>,
    pub(super) endings_look_at_moves: bool,
    pub(super) forgets: super::forget::Forgets,
    /// Variables that live with a move, and with a step, with their values at its beginning.
    pub(super) move_starts: Vec<(usize, i64)>,
    pub(super) step_starts: Vec<(usize, i64)>,
    /// Whether legality depends on earlier positions, so that counting must not forget them.
    pub(super) remembers: bool,
    /// The counters that positions tell of.
    told: Vec<usize>,
    glossary: Glossary,
    initial: State,
    /// The window of a board without borders.
    pub(super) window: Option<Window>,
    /// The playout kernel of pure placement games.
    pub(super) placement: Option<Placement>,
    /// The key of the last state whose turn was found to have too many whole moves.
    long_turn: AtomicU64,
    /// The executor for moves and playouts of games with stones and liberties.
    pub(super) stones: Option<Stones>,
    /// The executor for playouts of games whose moves are choices of a site.
    pub(super) draws: Option<Draws>,
    /// How it is played where people do not look, if it has a form on a board of bits.
    bitwise: OnceLock<Option<Box<Bitwise>>>,
    /// The playout kernel of games in which pieces only move.
    going: OnceLock<Option<Box<QuietPlayout>>>,
    /// The playout kernel of counter games.
    tallies: OnceLock<Option<Box<Tallies>>>,
    /// The same game in automata, made when it is first worth it, or why there is none.
    twin: OnceLock<Result<Box<CompiledGame>, NotLowered>>,
    /// The rules compiled for the machine, made when they are first needed, or why they are not.
    pub(super) compiled: OnceLock<Result<Box<Compiled>, NotCompiled>>,
    /// Fuel that the reference interpreter has used for lists of moves, up to a limit.
    pub(super) interpreted: AtomicU64,
    /// Whether executors for some kinds of games may be used.
    pub(super) specialised: bool,
    /// Whether every rule is to be walked.
    pub(super) walks: bool,
    /// Whether nothing happens before a move or step, so that rules begin on the board as it
    /// stands.
    pub(super) begins_plainly: bool,
    /// Whether a move on which a piece comes to another site is sure to become one move.
    pub(super) ends_surely: bool,
}

impl PathGame {
    /// Makes a game of rules. An error if it is larger than the limits allow, or begins from an
    /// impossible position.
    pub fn new(rules: Arc<PathRules>, limits: &Limits) -> Result<PathGame, LimitHit> {
        let (tables, layout) = Tables::new(&rules, limits)?;
        let mut glossary = rules.glossary.clone();
        glossary.endings = rules.endings.iter().map(|ending| ending.name.clone()).collect();
        glossary.endings.push("no legal move".into());
        glossary.variables = tables.variable_names(&rules, &layout);
        glossary.fen.halfmoves = tables.halfmoves(&rules);
        glossary.fen.checks = tables.checks(&rules);
        let starting = |home| {
            let variables = rules.variables.iter().zip(&tables.places);
            let passing = variables.filter_map(move |(variable, place)| match place {
                Place::Passing(place) if variable.home == home => Some((*place, i64::from(variable.start))),
                _ => None,
            });
            passing.collect::<Vec<_>>()
        };
        let (move_starts, step_starts) =
            (starting(dagaz_rules::path::Home::Move), starting(dagaz_rules::path::Home::Step));
        // What endings ask of the past takes no move away.
        let mut asks_repeats = false;
        let mut note = |part: dagaz_rules::path::Part<'_>| {
            asks_repeats |= matches!(
                part,
                dagaz_rules::path::Part::Number(
                    dagaz_rules::path::Number::Repeats(_) | dagaz_rules::path::Number::Cycle
                )
            );
        };
        rules.nevers.iter().for_each(|never| super::survey::in_truth(&never.when, &mut note));
        rules.rules.iter().for_each(|rule| super::survey::in_path(&rule.path, &mut note));
        let told = tables.told_counters(&rules).into_iter().map(|(word, _)| word).collect();
        let initial = State::empty(&layout);
        let mut game = PathGame {
            limits: limits.clone(),
            touch: Touch::new(rules.players.len(), rules.rules.len()),
            lines: rules.lines.iter().map(|lines| Runs::new(&lines.runs, &tables)).collect(),
            nevers: rules
                .nevers
                .iter()
                .enumerate()
                .map(|(index, never)| Ban { index, looks_at_moves: never.when.looks_at_moves() })
                .collect(),
            bodies: super::walker::Bodies::of(&rules, &tables.places),
            moves_others: rules.pieces.iter().any(|piece| piece.of != Set::Mine),
            endings: rules
                .endings
                .iter()
                .map(|ending| Ending { looks_at_moves: ending.when.looks_at_moves() })
                .collect(),
            endings_look_at_moves: rules.endings.iter().any(|ending| ending.when.looks_at_moves()),
            remembers: asks_repeats,
            forgets: super::forget::Forgets::of(&rules, &tables),
            window: Window::of(&rules, &tables, &layout),
            move_starts,
            step_starts,
            tables,
            layout,
            rules,
            told,
            glossary,
            initial,
            placement: None,
            // No state has this key, but an empty board has the key 0.
            long_turn: AtomicU64::new(u64::MAX),
            stones: None,
            draws: None,
            bitwise: OnceLock::new(),
            going: OnceLock::new(),
            tallies: OnceLock::new(),
            twin: OnceLock::new(),
            compiled: OnceLock::new(),
            interpreted: AtomicU64::new(0),
            specialised: true,
            walks: false,
            begins_plainly: false,
            ends_surely: false,
        };
        if game.window.is_some() || game.rules.slots.iter().any(|slot| game.chance_moves(slot)) {
            // How often a move is found says how likely it is: the other forms find each once. None
            // of them has a window.
            game.specialised = false;
        } else {
            game.placement = Placement::of(&game);
            game.stones = Stones::of(&game);
            game.draws = Draws::of(&game.rules);
        }
        game.begins_plainly = super::candidate_playouts::begins_plainly(&game.rules);
        game.ends_surely = super::candidate_playouts::ends_surely(&game.rules);
        let setup = game.rules.setup.clone();
        game.initial = game.begin(&setup, true).map_err(|_| LimitHit::new(LimitKind::Slots, game.rules.slots.len()))?;
        Ok(game)
    }

    /// Whether one of the moves of a slot is drawn by lot.
    pub(super) fn chance_moves(&self, slot: &PathSlot) -> bool {
        self.rules.players[slot.chooser.index()].kind == PlayerKind::Random
    }

    /// The rules that it was made of.
    pub fn rules(&self) -> &Arc<PathRules> {
        &self.rules
    }

    /// The same game without forms that are made for some games only: slow, and the judge of them.
    pub fn only_walking(mut self) -> PathGame {
        (self.placement, self.stones, self.draws, self.walks) = (None, None, None, true);
        self
    }

    /// The game on a board of bits, if it has such a form and may use it.
    pub(super) fn bitwise(&self) -> Option<&Bitwise> {
        if self.walks || !self.specialised {
            return None;
        }
        self.bitwise.get_or_init(|| Bitwise::of(self).map(Box::new)).as_deref()
    }

    /// The playout kernel of games in which pieces only move, if nothing else needs the reference
    /// interpreter.
    fn going(&self) -> Option<&QuietPlayout> {
        if self.walks || !self.specialised {
            return None;
        }
        self.going.get_or_init(|| QuietPlayout::of(self).map(Box::new)).as_deref()
    }

    /// The playout kernel of counter games, if this is one.
    fn tallies(&self) -> Option<&Tallies> {
        if self.walks || !self.specialised {
            return None;
        }
        self.tallies.get_or_init(|| Tallies::of(self).map(Box::new)).as_deref()
    }

    /// The same game in automata, if it has one and may use it.
    pub(super) fn twin(&self) -> Option<&CompiledGame> {
        if self.walks || !self.specialised || self.placement.is_some() || self.stones.is_some() {
            return None;
        }
        let twin = self.twin.get_or_init(|| super::lowering::of(self).map(Box::new)).as_deref().ok()?;
        twin.flat().is_some().then_some(twin)
    }

    /// Makes the game ready to be played at full speed, which happens by itself sooner or later,
    /// and tells what has become of the rules in automata, with those automata; or why they are
    /// walked.
    pub fn make_ready(&self) -> Result<(FlatReport, Arc<Rules>), Walked> {
        if self.placement.is_some() {
            return Err(Walked::Places);
        }
        if self.stones.is_some() {
            return Err(Walked::Stones);
        }
        if let Some(bitwise) = self.bitwise() {
            return Err(if bitwise.jumps() { Walked::Jumps } else { Walked::Chooses });
        }
        if self.tallies().is_some() {
            return Err(Walked::Tallies);
        }
        let twin = self.twin.get_or_init(|| super::lowering::of(self).map(Box::new));
        let twin = twin.as_deref().map_err(|why| Walked::NoTwin(*why))?;
        let report = twin.make_ready().map_err(Walked::NotFlat)?;
        Ok((report, twin.rules().clone()))
    }

    /// The automata in which the game is played, if it is played in automata.
    pub fn automata(&self) -> Option<&CompiledGame> {
        if self.bitwise().is_some() || self.tallies().is_some() { None } else { self.twin() }
    }

    /// Whether this is a pure placement game, whose playouts cost almost nothing.
    pub fn only_places(&self) -> bool {
        self.placement.is_some()
    }

    /// Whether playouts have a specialised kernel.
    pub fn has_quick_playouts(&self) -> bool {
        let quick = self.placement.is_some() || self.stones.is_some() || self.draws.is_some();
        quick
            || self.compiled().is_ok()
            || self.bitwise().is_some()
            || self.going().is_some()
            || self.tallies().is_some()
    }

    pub(super) fn slot(&self, state: &State) -> &PathSlot {
        &self.rules.slots[state.slot(&self.layout).index()]
    }

    /// A variable of a state.
    pub(super) fn variable(&self, state: &State, word: u16) -> i32 {
        match usize::from(word).checked_sub(self.layout.spec().variables) {
            None => state.variable(&self.layout, usize::from(word)) as i32,
            Some(counter) => state.counter(&self.layout, counter) as i32,
        }
    }

    /// Whether a player chooses moves.
    pub(super) fn plays(&self, player: PlayerId) -> bool {
        dagaz_rules::competes(&self.rules.players, player)
    }

    /// Whether a player has left the game.
    pub(super) fn is_out(&self, state: &State, player: PlayerId) -> bool {
        self.tables.extras.outs.is_some_and(|word| self.variable(state, word) >> player.0 & 1 == 1)
    }

    /// Who sits where a player of the rules is: that one, or, once places have been changed, the
    /// other.
    fn seat(&self, state: &State, player: PlayerId) -> PlayerId {
        match self.tables.extras.seats {
            Some(word) if self.variable(state, word) == 1 && self.plays(player) => self.after(player),
            _ => player,
        }
    }

    /// The player who comes after another in order of declaration.
    pub(super) fn after(&self, player: PlayerId) -> PlayerId {
        let count = self.rules.players.len();
        (1..=count)
            .map(|step| PlayerId::at((player.index() + step) % count))
            .find(|next| self.plays(*next))
            .unwrap_or(player)
    }

    /// What is remembered of a state for repetition.
    pub(super) fn history_key(&self, state: &State, of: RepeatsOf) -> u64 {
        match of {
            RepeatsOf::Situation => state.position_key(),
            RepeatsOf::Board => {
                let words = state.words().iter().take(self.layout.sites()).enumerate();
                words.fold(0, |key, (place, word)| key ^ word_key(place, *word))
            }
        }
    }

    fn begin(&self, position: &Position, from_the_start: bool) -> Result<State, Vec<PositionError>> {
        let mut on_board = position.pieces.iter().map(|placement| placement.site);
        if let Some(site) = on_board.find(|site| !self.tables.board.contains(*site)) {
            return Err(vec![PositionError::NoSuchSite(site)]);
        }
        let mut state = crate::setup::set_up(&self.layout, self.rules.slots.len(), position)?;
        let mut log = UndoLog::new();
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        self.part_large_pieces(&mut change);
        if from_the_start {
            for (variable, place) in self.rules.variables.iter().zip(&self.tables.places) {
                let Place::State(first) = place else { continue };
                let words = match variable.home {
                    dagaz_rules::path::Home::Game => 1,
                    dagaz_rules::path::Home::Player => self.rules.players.len(),
                    dagaz_rules::path::Home::Numbers { count, .. } => usize::from(count),
                    _ => self.rules.topology.sites().len(),
                };
                if variable.kind == dagaz_rules::path::VariableKind::Number && variable.start != 0 {
                    (0..words).for_each(|word| change.assign(usize::from(*first) + word, variable.start as u32));
                }
            }
            for (var, site, value) in &self.rules.setup_variables {
                match self.tables.places[var.index()] {
                    Place::State(first) => change.assign(usize::from(first) + site.index(), *value as u32),
                    Place::Piece(attribute) => change.set_attribute(*site, attribute, *value),
                    _ => {}
                }
            }
            let width = self.tables.width;
            for (var, place, sites) in &self.rules.setup_sets {
                let Place::State(first) = self.tables.places[var.index()] else { continue };
                let first = usize::from(first) + usize::from(*place) * 2 * width;
                let halves = Sites::of_set(sites, width);
                halves.halves().enumerate().for_each(|(half, bits)| change.assign(first + half, bits));
            }
        }
        // A position that tells no variables, as FEN tells only the clock, says of the last move
        // only where it went.
        if !self.tells_variables(position)
            && let (Some(_), Some(word), Some(name)) =
                (position.last, self.tables.extras.last_name, self.rules.last_name)
        {
            change.assign(usize::from(word), LastBy::Name(name).word(&self.rules) as u32);
        }
        let mut log = UndoLog::new();
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        if position.pending.is_none() {
            self.settle(&mut change);
        }
        self.forget(&mut change);
        // The position is remembered as the rules ask for it, and as it is with all its variables.
        let history = self.tables.repeats.map(|of| self.history_key(&state, of));
        let (position_key, _) = state.keys_from_scratch(&self.layout);
        let words = state.words().to_vec();
        Ok(State::from_words(&self.layout, words, position_key, history.into_iter().collect(), false))
    }

    /// Whether a position gives a variable other than the half-move clock.
    fn tells_variables(&self, position: &Position) -> bool {
        position.variables.iter().any(|(which, _)| Some(*which) != self.glossary.fen.halfmoves)
    }

    /// Whether a turn that begins in a state is known to have too many whole moves to list.
    pub(super) fn is_known_as_long(&self, begun: &State) -> bool {
        self.long_turn.load(Ordering::Relaxed) == begun.key()
    }

    pub(super) fn note_as_long(&self, begun: &State) {
        self.long_turn.store(begun.key(), Ordering::Relaxed);
    }

    /// Plays steps after which the turn continues; `false` if it does not.
    fn begin_steps(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> bool {
        let Some(on) = step.steps().last().and_then(|(last, _)| Some((last.target, last.then?))) else { return false };
        let mut change = Change::begin(&self.layout, state, log);
        change.begin_turn();
        step.steps().for_each(|(_, effects)| apply(&mut change, effects));
        change.set_pending(Some(on));
        true
    }

    fn remember(&self, change: &mut Change<'_>) {
        if let Some(of) = self.tables.repeats {
            let key = self.history_key(change.state(), of);
            change.remember(key);
        }
    }

    /// Plays the steps that are left of a turn, and ends it. `origin`: where its first step began,
    /// if some have been played. `end`: how the turn ends, if no step is left.
    fn play_parts(&self, change: &mut Change<'_>, origin: Option<SiteId>, end: Option<TurnEnd>, chosen: MoveRef<'_>) {
        let nothing = TurnEnd { from: SiteId::NONE, to: SiteId::NONE, rule: None, idle: true, jump: None };
        let mut end = end.unwrap_or(nothing);
        for (index, (step, effects)) in chosen.steps().enumerate() {
            apply(change, effects);
            end.idle &= effects.is_empty();
            for effect in effects {
                if let Effect::Jump { slot } = effect {
                    end.jump = Some(*slot);
                }
            }
            if let Some(rule) = step.rule {
                if index == 0 {
                    end.from = origin.unwrap_or(step.origin);
                }
                end.to = step.target;
                end.rule = (rule.index() < self.rules.rules.len()).then_some(rule);
            }
        }
        change.set_pending(None);
        self.end_turn(change, end);
        self.settle(change);
        self.forget(change);
        self.remember(change);
    }

    /// Moves the window of a board without borders so that the pieces are in its middle.
    fn settle(&self, change: &mut Change<'_>) {
        if let Some(window) = &self.window {
            let writes = window.settled(change.state().words());
            writes.into_iter().for_each(|(word, value)| change.set_word(word, value));
        }
    }

    /// Returns an error if the pieces are farther apart than a board without borders allows.
    pub(super) fn check_extent(&self, words: &[u32]) -> Result<(), LimitHit> {
        match &self.window {
            Some(window) if window.is_exceeded(words) => Err(LimitHit::new(LimitKind::Extent, window.extent())),
            _ => Ok(()),
        }
    }

    /// One playout on the fastest available executor. `counts`: the choices are counted.
    fn play_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Playout, LimitHit> {
        if let Some(playout) = self.place_at_random(state, rng, limits)? {
            return Ok(playout);
        }
        if let Some(playout) = self.place_stones(state, rng, limits, counts)? {
            return Ok(playout);
        }
        if let Some(progress) = self.going().and_then(|going| going.play(state, rng, limits, counts)) {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if let Some(progress) =
            self.tallies().and_then(|tallies| Some(tallies.run(state)?.play_from(state, rng, limits, counts)))
        {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if let Some(progress) = self.bitwise().and_then(|form| form.play(state, rng, limits, counts)) {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if state.begun().is_none()
            && let Some(progress) = self.twin().and_then(|twin| twin.play_flat(state, rng, limits, counts))
        {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if state.begun().is_none()
            && let Ok(compiled) = self.compiled()
        {
            return compiled.play(self, state, rng, limits, counts);
        }
        match self.draw_at_random(state, rng, limits, counts)? {
            Some(playout) => Ok(playout),
            None => playout_by_lists(self, state, rng, limits),
        }
    }

    /// Completes a playout that began on the bitboard executor.
    pub(super) fn play_to_the_end(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        progress: Progress,
    ) -> Result<Playout, LimitHit> {
        let Progress { playout, quiet, goes_on } = progress;
        if !goes_on {
            return Ok(playout);
        }
        let limits = PlayoutLimits { plies: limits.plies.saturating_sub(playout.plies), ..limits };
        let rest = match playout_by_lists_after(self, state, rng, limits, quiet) {
            Err(hit) => return playout.stopped(Err(hit)),
            rest => rest?,
        };
        Ok(Playout { plies: playout.plies + rest.plies, choices: playout.choices + rest.choices, ..rest })
    }

    fn count(
        &self,
        state: &mut State,
        depth: u32,
        counting: Counting,
        table: &mut Option<&mut PerftTable>,
        log: &mut UndoLog,
    ) -> Result<u64, LimitHit> {
        if depth == 0 {
            return Ok(1);
        }
        // A turn that has been begun has a past of its own.
        let shared = (depth > 1 && table.is_some() && state.begun().is_none()).then(|| Identity::of(state));
        if let (Some(position), Some(table)) = (shared, table.as_ref())
            && let Some(count) = table.find(position, depth)
        {
            return Ok(count);
        }
        let mut list = MoveList::new();
        self.list(state, &mut list, &mut Fuel::new(self.limits.fuel))?;
        if depth == 1 && counting == Counting::Moves {
            return Ok(list.len() as u64);
        }
        let (mut results, mut nodes) = (std::collections::HashSet::new(), 0);
        for chosen in list.iter() {
            self.play(state, chosen, log);
            if counting == Counting::Moves || results.insert(state.key()) {
                nodes += self.count(state, depth - 1, counting, table, log)?;
            }
            self.undo(state, log);
        }
        if let (Some(position), Some(table)) = (shared, table) {
            table.keep(position, depth, nodes);
        }
        Ok(nodes)
    }
}

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
        let best = scores.iter().flatten().max().copied();
        let verdict = |one: PlayerId| match (ending.map(|ending| &ending.kind), &scores) {
            _ if !self.plays(one) => Verdict::Aside,
            (Some(PathEndingKind::Win), _) if team(one) == team(player) => Verdict::Win,
            (Some(PathEndingKind::Win), _) => Verdict::Loss,
            (Some(PathEndingKind::Loss), _) if team(one) == team(player) => Verdict::Loss,
            (Some(PathEndingKind::Loss), _) => Verdict::Win,
            (Some(PathEndingKind::Score { .. }), Some(scores)) => {
                let leaders = scores.iter().filter(|score| Some(**score) == best).count();
                match (Some(scores[one.index()]) == best, leaders) {
                    (true, 1) => Verdict::Win,
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

    fn hinted_search(&self) -> Option<Search> {
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
