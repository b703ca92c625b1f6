//! A compiled description as a [`Game`].
//!
//! Each question takes a workspace from a pool, makes it hold the position of the state, asks, and
//! gives it back. The answer depends on the state alone: numbers drawn by the rules, apart from
//! dice, follow from its key.
//!
//! Where the rules roll dice while they list moves, a move of chance comes first and says what
//! falls.

mod effects;
mod notation;
mod outside;
mod pieces;
mod throws;
mod words;

use std::sync::{Mutex, PoisonError};

use dagaz_core::{
    Change, EndingId, Fuel, Game, Glossary, Layout, LimitHit, LimitKind, Limits, MoveList, MoveRef, Outcome, PlayerId,
    Points, Position, PositionError, SiteId, State, StepChoice, Topology, Turn, UndoLog, Verdict,
};

use crate::Description;
use crate::ludeme::{self, Block, block_start};
use crate::play::action::{Action, Moves};
use crate::play::position::{MOVER, MOVES_THIS_TURN, OVER};
use crate::play::{FUEL_MAX, Run, Workspace};
use crate::rules::Rules;
use crate::text::{Diagnostic, Diagnostics};

use effects::Translator;
use notation::Namer;
use words::Words;

const WON: EndingId = EndingId(0);
const LOST: EndingId = EndingId(1);
const DRAWN: EndingId = EndingId(2);
const RANKED: EndingId = EndingId(3);

/// Workspaces that are kept for the next question.
const POOL_MAX: usize = 64;
/// Steps for which a caller's budget has one unit.
const STEPS_OF_FUEL: u64 = 4;

type Ending = Option<(EndingId, PlayerId)>;

/// A compiled Ludii description as a [`Game`].
#[derive(Debug)]
pub struct LudiiGame {
    rules: Rules,
    words: Words,
    glossary: Glossary,
    topology: Topology,
    limits: Limits,
    initial: State,
    pool: Mutex<Vec<Workspace>>,
}

impl LudiiGame {
    /// Compiles a description.
    pub fn new(description: &Description, limits: &Limits) -> Result<LudiiGame, Diagnostics> {
        let failed = |fault: Diagnostic| {
            let mut all = Diagnostics { sources: description.sources.clone(), list: Vec::new() };
            all.push(fault);
            all
        };
        let rules = ludeme::compile(&description.tree, description.equipment.clone()).map_err(&failed)?;
        let span = description.tree.span;
        LudiiGame::of(rules, &description.title, &description.metadata, limits)
            .map_err(|hit| failed(Diagnostic::error(span, hit.to_string())))
    }

    /// Returns the game of compiled rules.
    pub fn of(rules: Rules, title: &str, metadata: &crate::Metadata, limits: &Limits) -> Result<LudiiGame, LimitHit> {
        let run = Run::new(&rules, 0);
        let sites = outside::site_names(&rules);
        // Registers are compared with those of an empty game with player 1 to move.
        let empty = Run::empty(&rules, 0).position;
        let registers = outside::registers(&rules, empty.registers.len());
        let words = Words::new(&rules, &empty, &sites, &registers);
        if words.layout.sites() * words.layout.levels() > limits.column_places {
            return Err(LimitHit::new(LimitKind::ColumnPlaces, limits.column_places));
        }
        let topology = outside::topology(&rules, &sites, limits)?;
        let glossary = outside::glossary(&rules, &words, title, metadata);
        let initial = State::empty(&words.layout);
        let workspace = run.into_workspace();
        let mut game = LudiiGame {
            rules,
            words,
            glossary,
            topology,
            limits: limits.clone(),
            initial,
            pool: Mutex::new(Vec::new()),
        };
        let mut initial = game.initial.clone();
        {
            let mut run = Run::resume(&game.rules, workspace);
            let mut log = UndoLog::new();
            let mut change = Change::begin(&game.words.layout, &mut initial, &mut log);
            game.write(&mut run, &mut change)?;
        }
        game.initial = initial;
        Ok(game)
    }

    /// Returns the compiled rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the legal moves that a run has listed as the trait lists them, one for each, equal
    /// ones included.
    pub fn translated(&self, run: &Run<'_>, moves: &Moves) -> MoveList {
        let mut list = MoveList::new();
        if run.is_stalemated() {
            list.push_pass();
        } else {
            moves.list.iter().for_each(|one| self.translator().push(moves, one, &mut list));
        }
        list
    }

    /// Returns the faces of the dice that have been thrown in a state, from 0; none where they have
    /// not.
    pub fn faces(&self, state: &State) -> Vec<u32> {
        self.words.faces(state).unwrap_or_default()
    }

    /// Returns what differs between the position of a state and that of a run; `None` if nothing
    /// does.
    pub fn difference(&self, state: &State, run: &Run<'_>) -> Option<String> {
        self.ask(state, |own| {
            let (ours, theirs) = (&own.position, &run.position);
            let texts = (own.position_text(), run.position_text());
            if texts.0 != texts.1 {
                return Some(format!("pieces {} instead of {}", texts.0, texts.1));
            }
            let register = (0..ours.registers.len()).find(|at| {
                // Whether the mover has no move is found out with the list of moves.
                let stalemated = block_start(self.rules.ground.players, Block::Stalemated) + run.mover();
                *at != stalemated && ours.get(*at) != theirs.get(*at)
            });
            if let Some(at) = register {
                let name = self.words.register_name(at);
                return Some(format!("{name} is {} instead of {}", ours.get(at), theirs.get(at)));
            }
            let lists = |position: &crate::play::position::Position| {
                let slots = [&position.visited, &position.to_clear].map(|bits| bits.iter().collect::<Vec<_>>());
                (position.pending.clone(), position.remembered.clone(), slots, position.history.clone())
            };
            let (ours, theirs) = (lists(ours), lists(theirs));
            (ours != theirs).then(|| format!("lists {ours:?} instead of {theirs:?}"))
        })
    }

    /// Asks something of the position of a state.
    fn ask<T>(&self, state: &State, question: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let kept = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut run = match kept {
            Some(workspace) => Run::resume(&self.rules, workspace),
            None => Run::empty(&self.rules, 0),
        };
        self.words.read(state, &mut run);
        let answer = question(&mut run);
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.len() < POOL_MAX {
            pool.push(run.into_workspace());
        }
        answer
    }

    /// Writes the position of a run, who moves in it, whether dice are thrown first, and how the
    /// game has ended.
    fn write(&self, run: &mut Run<'_>, change: &mut Change<'_>) -> Result<(), LimitHit> {
        self.words.write(&self.rules, &run.position, change);
        let mover = run.position.get(MOVER).max(1) as usize;
        self.words.write_turn(&self.rules, mover, false, change);
        if let Some((ending, player)) = self.ending_of(run) {
            change.set_ending(ending, player);
            return Ok(());
        }
        if self.rules.ground.dice().is_some() {
            run.fed.clear();
            let mut moves = Moves::default();
            run.legal(&mut moves);
            let rolls = run.has_rolled();
            self.words.write_turn(&self.rules, mover, rolls, change);
        }
        Ok(())
    }

    fn ending_of(&self, run: &Run<'_>) -> Ending {
        if !run.is_over() {
            return None;
        }
        let ranks = run.ranks();
        let first = |wanted: i32| ranks.iter().position(|rank| *rank == wanted).map(PlayerId::at);
        Some(match ranks.as_slice() {
            [2] => (WON, PlayerId(0)),
            [_] => (LOST, PlayerId(0)),
            [a, b] if a == b => (DRAWN, PlayerId(0)),
            [_, _] => (WON, first(2).unwrap_or(PlayerId(0))),
            all if all.iter().all(|rank| *rank == all[0]) => (DRAWN, PlayerId(0)),
            _ => (RANKED, first(2).unwrap_or(PlayerId(0))),
        })
    }

    fn rank(&self, state: &State, player: usize) -> i32 {
        let register = block_start(self.rules.ground.players, Block::Rank) + player + 1;
        self.words.register(state, register)
    }

    fn translator(&self) -> Translator<'_> {
        Translator { rules: &self.rules, pieces: &self.words.pieces }
    }

    /// Lists the moves of a run, or returns the exceeded limit.
    fn list(&self, run: &mut Run<'_>, moves: &mut Moves, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        let most = FUEL_MAX.min(fuel.left().saturating_mul(STEPS_OF_FUEL));
        run.exhausted = false;
        run.legal_within(moves, most);
        fuel.spend(run.spent(most) / STEPS_OF_FUEL)?;
        if run.exhausted { Err(LimitHit::new(LimitKind::Fuel, fuel.left() as usize)) } else { Ok(()) }
    }

    fn changes_for_good(&self, state: &State, actions: &[Action]) -> bool {
        actions.iter().any(|action| match *action {
            Action::Move { to, .. } => !state.is_empty(SiteId::at(to as usize)),
            Action::Add { .. }
            | Action::Remove { .. }
            | Action::Promote { .. }
            | Action::Copy { .. }
            | Action::Sow { .. }
            | Action::Count { .. }
            | Action::Score { .. } => true,
            _ => false,
        })
    }
}

impl Game for LudiiGame {
    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn layout(&self) -> &Layout {
        &self.words.layout
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        let mut state = self.words.set_up(self.glossary.slots.len(), position)?;
        // Dice are to be thrown where the position says nothing of them, and the game may be over.
        let asked = self.is_throw(&state) || self.words.faces(&state).is_some() && self.rules.ground.dice().is_some();
        let mut log = UndoLog::new();
        self.ask(&state.clone(), |run| {
            let mut change = Change::begin(&self.words.layout, &mut state, &mut log);
            if let Some((ending, player)) = self.ending_of(run) {
                change.set_ending(ending, player);
            } else if !asked && self.rules.ground.dice().is_some() {
                let mut moves = Moves::default();
                run.legal(&mut moves);
                let mover = run.position.get(MOVER).max(1) as usize;
                let rolls = run.has_rolled();
                self.words.write_turn(&self.rules, mover, rolls, &mut change);
            }
        });
        Ok(state)
    }

    fn turn(&self, state: &State) -> Turn {
        let slot = state.slot(&self.words.layout).index();
        if slot < self.rules.ground.players {
            Turn::Choice(PlayerId::at(slot))
        } else {
            Turn::Chance(Words::thrower(&self.rules))
        }
    }

    fn ending(&self, state: &State) -> Result<Ending, LimitHit> {
        Ok(state.ending(&self.words.layout))
    }

    fn outcome_of(&self, state: &State, (ending, player): (EndingId, PlayerId)) -> Outcome {
        let players = self.rules.ground.players;
        let ranks: Vec<i32> = (0..players).map(|player| self.rank(state, player)).collect();
        let verdict = |one: usize| match ending {
            WON => {
                if one == player.index() {
                    Verdict::Win
                } else {
                    Verdict::Loss
                }
            }
            LOST => Verdict::Loss,
            RANKED if ranks[one] == 2 => Verdict::Win,
            RANKED if ranks.iter().all(|rank| *rank >= ranks[one]) => Verdict::Draw,
            RANKED => Verdict::Loss,
            _ => Verdict::Draw,
        };
        let aside = self.glossary.players.len() - players;
        let verdicts = (0..players).map(verdict).chain((0..aside).map(|_| Verdict::Aside)).collect();
        // Points of a ranking: how many players are behind, ties by half.
        let points = |one: usize| Points::halves(i64::from(2 * players as i32 - ranks[one]));
        let scores =
            (ending == RANKED).then(|| (0..players).map(points).chain((0..aside).map(|_| Points::default())).collect());
        let name = match (ending, self.glossary.players.get(player.index())) {
            (WON | LOST, Some(player)) => format!("{} has {}", player.name, outside::ENDINGS[ending.index()]),
            _ => outside::ENDINGS[ending.index().min(RANKED.index())].to_string(),
        };
        Outcome { ending: name, verdicts, scores }
    }

    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        list.clear();
        if state.ending(&self.words.layout).is_some() {
            return Ok(());
        }
        if self.is_throw(state) {
            self.throws_of(state, list);
            return list.check(&self.limits);
        }
        self.ask(state, |run| {
            let mut moves = run.take_list();
            let listed = self.list(run, &mut moves, fuel);
            if listed.is_ok() {
                *list = self.translated(run, &moves);
            }
            run.give_list(moves);
            listed
        })?;
        list.merge_same();
        list.check(&self.limits)
    }

    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.moves(state, list, fuel)?;
        Ok(StepChoice { may_stop: false })
    }

    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        if self.is_throw(state) {
            return self.play_throw(state, chosen, log);
        }
        let before = state.clone();
        self.ask(&before, |run| {
            let mover = run.position.get(MOVER).max(1);
            let (moves, forced) = self.translator().read(chosen, mover as u8);
            run.play_listed(&moves, forced);
            let mut change = Change::begin(&self.words.layout, state, log);
            // A limit exceeded here is exceeded again when the caller lists the moves.
            let _ = self.write(run, &mut change);
        });
    }

    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.play(state, step, log);
        Ok(())
    }

    fn in_mid_turn(&self, state: &State) -> bool {
        self.words.register(state, MOVES_THIS_TURN) > 0 && self.words.register(state, OVER) == 0
    }

    fn own_text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String> {
        if self.is_throw(state) {
            return chosen.is_pass().then(|| "Pass".to_string());
        }
        let mover = self.words.register(state, MOVER).max(1);
        let (moves, _) = self.translator().read(chosen, mover as u8);
        let namer =
            Namer { rules: &self.rules, words: &self.words, glossary: &self.glossary, topology: &self.topology, state };
        moves.list.first().map(|one| namer.text(&moves, one))
    }

    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        if self.is_throw(state) {
            return false;
        }
        let mover = state.slot(&self.words.layout).index() + 1;
        let (moves, _) = self.translator().read(chosen, mover as u8);
        let Some(one) = moves.list.first() else { return false };
        if self.changes_for_good(state, moves.actions_of(one)) {
            return true;
        }
        one.then != crate::play::action::NONE
            && self.ask(state, |run| {
                run.refuel();
                let all = run.consequences_of(&moves, one);
                self.changes_for_good(state, &all)
            })
    }

    fn null_move(&self, _state: &mut State, _log: &mut UndoLog) -> bool {
        false
    }

    /// Searches the moves of all other players for one that moves to the site or captures there.
    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        self.ask(state, |run| {
            let mut moves = run.take_list();
            let takes = |action: &Action| match *action {
                Action::Move { to, from, .. } => to as usize == site.index() && from != to,
                Action::Remove { slot, .. } => slot as usize == site.index(),
                _ => false,
            };
            let mut found = false;
            for player in (1..=self.rules.ground.players).filter(|player| *player != side.index() + 1) {
                run.position.set(MOVER, player as i32);
                self.list(run, &mut moves, &mut Fuel::new(self.limits.fuel))?;
                found |= moves.list.iter().any(|one| moves.actions_of(one).iter().any(takes));
            }
            run.give_list(moves);
            Ok(found)
        })
    }
}
