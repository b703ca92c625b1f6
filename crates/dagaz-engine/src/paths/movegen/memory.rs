//! What a machine allocates, kept from one question or playout to the next.
//!
//! A machine borrows its game, so it cannot be kept with it; its memory can.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::BuildHasherDefault;
use std::sync::{Mutex, PoisonError};

use super::super::configurations::Configurations;
use super::super::game::PathGame;
use super::super::plan::{Plan, Tail};
use super::super::position::{Bitset, Board, Position};
use super::super::tables::Place;
use super::memo::{KeptFor, KeptSet};
use super::{
    Candidate, Choice, Draft, Frame, Judged, Level, Machine, Mode, NONE, PlayerId, Registers, RuleId, Situation, Step,
    Tables, record,
};
use crate::fast_hash::FastHasher;

/// The position, the lists and the kept values of a machine. Kept values stay valid: they carry
/// the version of the position or the number of the turn, and neither comes back.
pub(in crate::paths) struct Memory<const W: usize> {
    pub(in crate::paths) position: Position<W>,
    /// The board before the move, and the version of its position.
    pub(super) before: Board<W>,
    pub(super) before_version: u64,
    /// The number of the turn, and what was computed for the moves that are listed in it.
    pub(super) turn: u64,
    pub(super) listed_sets: Vec<(u64, Bitset<W>)>,
    pub(super) listed_truths: Vec<(u64, bool)>,
    /// The keys of earlier positions.
    pub(in crate::paths) history: Vec<u64>,
    /// Sets and numbers that depend on the position alone, with the version of the position.
    pub(super) kept_sets: Vec<KeptSet<W>>,
    pub(super) kept_numbers: Vec<(KeptFor, i64)>,
    /// Moves that were found, with the numbers by which they are preferred, and verdicts on them.
    pub(in crate::paths) candidates: Vec<Candidate>,
    pub(in crate::paths) scores: Vec<i64>,
    pub(super) verdicts: Vec<Judged>,
    /// Choice points, return addresses, and the sets and calls that these go through.
    pub(super) choices: Vec<Choice>,
    pub(super) frames: Vec<Frame>,
    pub(super) bitsets: Vec<Bitset<W>>,
    pub(super) calls: Vec<(RuleId, u16)>,
    /// Sites of the move; the registers have the lengths that count.
    pub(super) captured: Vec<u16>,
    pub(super) taken: Vec<u16>,
    pub(super) visited: Vec<u16>,
    pub(super) passed: Vec<u16>,
    pub(in crate::paths) steps: Vec<Step>,
    pub(super) situations: Vec<Situation>,
    /// The configurations of the move that have been continued, and whether that led to a move.
    pub(super) continued: HashMap<u64, bool, BuildHasherDefault<FastHasher>>,
    /// Whether a line was full before the moves of a turn, by the last tail that asked.
    pub(super) full_before: Option<(u64, Tail, bool)>,
    /// Rules, ends and results of the moves of several steps that have been found in the turn.
    pub(super) results: HashSet<(RuleId, u16, u16, u64), BuildHasherDefault<FastHasher>>,
    /// Effects of the move, and moves with their effects.
    pub(super) notes: Vec<record::Note>,
    pub(in crate::paths) drafts: Vec<Draft>,
    /// Variables of the move and step, then bound numbers; and what was overwritten.
    pub(super) numbers: Vec<i64>,
    pub(super) overwritten: Vec<(u16, i64)>,
    pub(super) bound_sets: Vec<Bitset<W>>,
    pub(super) overwritten_sets: Vec<(u16, Bitset<W>)>,
    /// The configurations of loops, and those of them that are free.
    pub(super) known: Vec<Configurations>,
    pub(super) free: Vec<u32>,
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
            position: Position::new(&game.layout, closed, &plan.variable_planes),
            before: Board::default(),
            before_version: 0,
            turn: 0,
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
            continued: HashMap::default(),
            full_before: None,
            results: HashSet::default(),
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
        Machine {
            game,
            plan,
            tables,
            memory: tables.pool.take().unwrap_or_else(|| Memory::new(game, plan)),
            me: PlayerId(0),
            key: 0,
            board_key: 0,
            was: false,
            level: Level::Top,
            attacked_site: NONE,
            mode: Mode::List,
            judged: None,
            stopped: Registers::at_rest(),
            completed: 0,
            found: 0,
            counted_choices: 0,
            at_work: (RuleId(0), NONE),
            lists_judged_moves: false,
            lists_made_moves: false,
            jumps: false,
            way_end: NONE,
            chosen: NONE,
            columns: 0,
            listing: false,
            sees_vanished: false,
            fuel: game.limits.fuel,
            budget: game.limits.fuel,
            used: 0,
            stop: None,
            ahead: None,
            is_ahead: false,
            drafts_moves: false,
            notes_effects: plan.asks_now,
            draft_parts: 0,
            too_long: None,
            bests: None,
            keeps_forbidden: false,
            passing: game.tables.passing,
            merges_continuations: false,
        }
    }

    /// Leaves its memory to the next machine of the game.
    pub(in crate::paths) fn retire(mut self) {
        if let Some(ahead) = self.ahead.take() {
            ahead.retire();
        }
        // A run that met a limit leaves choices and drafts.
        self.cut(0);
        self.memory.drafts.clear();
        self.tables.pool.put(self.memory);
    }
}
