//! What a machine allocates, kept from one question or playout to the next.
//!
//! A machine borrows its game, so it cannot be kept with it; its memory can.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::super::configurations::Configurations;
use super::super::game::PathGame;
use super::super::plan::Plan;
use super::super::position::{Bitset, Board, Position};
use super::super::tables::Place;
use super::memo::{KeptFor, KeptSet};
use super::{
    Candidate, Choice, Draft, Frame, Judged, Level, Machine, Mode, NONE, PlayerId, Registers, RuleId, Situation, Step,
    Tables, record,
};

/// The position and the lists of a machine that is not at work. Kept values stay valid: they carry
/// the version of the position or the number of the turn, and neither comes back.
pub(super) struct Memory<const W: usize> {
    position: Position<W>,
    before: Board<W>,
    before_version: u64,
    turn: u64,
    ahead: Option<Box<Memory<W>>>,
    history: Vec<u64>,
    listed_sets: Vec<(u64, Bitset<W>)>,
    listed_truths: Vec<(u64, bool)>,
    kept_sets: Vec<KeptSet<W>>,
    kept_numbers: Vec<(KeptFor, i64)>,
    verdicts: Vec<Judged>,
    candidates: Vec<Candidate>,
    scores: Vec<i64>,
    choices: Vec<Choice>,
    frames: Vec<Frame>,
    bitsets: Vec<Bitset<W>>,
    calls: Vec<(RuleId, u16)>,
    captured: Vec<u16>,
    taken: Vec<u16>,
    visited: Vec<u16>,
    passed: Vec<u16>,
    steps: Vec<Step>,
    notes: Vec<record::Note>,
    drafts: Vec<Draft>,
    situations: Vec<Situation>,
    numbers: Vec<i64>,
    overwritten: Vec<(u16, i64)>,
    bound_sets: Vec<Bitset<W>>,
    overwritten_sets: Vec<(u16, Bitset<W>)>,
    known: Vec<Configurations>,
    free: Vec<u32>,
}

/// The memories of machines that are not at work: at most as many as have been at work at once.
pub(super) struct Pool<const W: usize>(Mutex<Vec<Memory<W>>>);

impl<const W: usize> Pool<W> {
    pub(super) fn new() -> Pool<W> {
        Pool(Mutex::new(Vec::new()))
    }

    fn take(&self) -> Option<Memory<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, memory: Memory<W>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

impl<const W: usize> fmt::Debug for Pool<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}

impl<const W: usize> Memory<W> {
    fn new(game: &PathGame, plan: &Plan) -> Memory<W> {
        let closed = game.rules.closed.and_then(|var| match game.tables.places[var.index()] {
            Place::State(first) => Some(first),
            _ => None,
        });
        Memory {
            position: Position::new(&game.layout, closed),
            before: Board::default(),
            before_version: 0,
            turn: 0,
            ahead: None,
            history: Vec::new(),
            listed_sets: Vec::new(),
            listed_truths: Vec::new(),
            kept_sets: vec![KeptSet::NONE; plan.memos.set_places],
            kept_numbers: vec![(KeptFor::NEVER, 0); plan.memos.number_places],
            verdicts: Vec::new(),
            candidates: Vec::new(),
            scores: Vec::new(),
            choices: Vec::new(),
            frames: Vec::new(),
            bitsets: Vec::new(),
            calls: Vec::new(),
            captured: Vec::new(),
            taken: Vec::new(),
            visited: Vec::new(),
            passed: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
            drafts: Vec::new(),
            situations: Vec::new(),
            numbers: vec![0; game.tables.passing + game.rules.locals],
            overwritten: Vec::new(),
            bound_sets: vec![[0; W]; game.rules.locals],
            overwritten_sets: Vec::new(),
            known: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<'g, const W: usize> Machine<'g, W> {
    /// A machine with the memory of an earlier one, if one is left.
    pub(in crate::paths) fn new(game: &'g PathGame, plan: &'g Plan, tables: &'g Tables<W>) -> Machine<'g, W> {
        let memory = tables.pool.take().unwrap_or_else(|| Memory::new(game, plan));
        Machine::with_memory(game, plan, tables, memory)
    }

    fn with_memory(game: &'g PathGame, plan: &'g Plan, tables: &'g Tables<W>, memory: Memory<W>) -> Machine<'g, W> {
        let ahead = memory.ahead.map(|memory| {
            let mut ahead = Box::new(Machine::with_memory(game, plan, tables, *memory));
            ahead.is_ahead = true;
            ahead
        });
        Machine {
            game,
            plan,
            position: memory.position,
            before: memory.before,
            before_version: memory.before_version,
            tables,
            me: PlayerId(0),
            key: 0,
            board_key: 0,
            history: memory.history,
            was: false,
            level: Level::Top,
            probe: NONE,
            mode: Mode::List,
            verdicts: memory.verdicts,
            judged: None,
            stopped: Registers::at_rest(),
            completed: 0,
            found: 0,
            counted_choices: 0,
            candidates: memory.candidates,
            scores: memory.scores,
            at_work: (RuleId(0), NONE),
            judges: false,
            makes: false,
            jumps: false,
            columns: 0,
            listing: false,
            turn: memory.turn,
            listed_sets: memory.listed_sets,
            listed_truths: memory.listed_truths,
            kept_sets: memory.kept_sets,
            kept_numbers: memory.kept_numbers,
            whole: false,
            fuel: game.limits.fuel,
            budget: game.limits.fuel,
            used: 0,
            stop: None,
            ahead,
            is_ahead: false,
            choices: memory.choices,
            frames: memory.frames,
            bitsets: memory.bitsets,
            calls: memory.calls,
            captured: memory.captured,
            taken: memory.taken,
            visited: memory.visited,
            passed: memory.passed,
            steps: memory.steps,
            drafts_moves: false,
            notes_effects: plan.asks_now,
            notes: memory.notes,
            drafts: memory.drafts,
            draft_parts: 0,
            keeps_forbidden: false,
            situations: memory.situations,
            numbers: memory.numbers,
            overwritten: memory.overwritten,
            bound_sets: memory.bound_sets,
            overwritten_sets: memory.overwritten_sets,
            passing: game.tables.passing,
            known: memory.known,
            free: memory.free,
        }
    }

    /// Leaves its memory to the next machine of the game.
    pub(in crate::paths) fn retire(self) {
        let pool = &self.tables.pool;
        pool.put(self.into_memory());
    }

    fn into_memory(mut self) -> Memory<W> {
        // A run that met a limit leaves choices and drafts.
        self.cut(0);
        self.drafts.clear();
        Memory {
            position: self.position,
            before: self.before,
            before_version: self.before_version,
            turn: self.turn,
            ahead: self.ahead.map(|ahead| Box::new(ahead.into_memory())),
            history: self.history,
            listed_sets: self.listed_sets,
            listed_truths: self.listed_truths,
            kept_sets: self.kept_sets,
            kept_numbers: self.kept_numbers,
            verdicts: self.verdicts,
            candidates: self.candidates,
            scores: self.scores,
            choices: self.choices,
            frames: self.frames,
            bitsets: self.bitsets,
            calls: self.calls,
            captured: self.captured,
            taken: self.taken,
            visited: self.visited,
            passed: self.passed,
            steps: self.steps,
            notes: self.notes,
            drafts: self.drafts,
            situations: self.situations,
            numbers: self.numbers,
            overwritten: self.overwritten,
            bound_sets: self.bound_sets,
            overwritten_sets: self.overwritten_sets,
            known: self.known,
            free: self.free,
        }
    }
}
