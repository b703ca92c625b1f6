//! The compiled executor: runs a plan on a position.
//!
//! Operations run one after the other; one with several alternatives leaves a choice point on an
//! explicit stack, and a failure goes back to the last of them, with everything as it was there
//! (Warren's abstract machine, 1983). What a call returns to is a frame in an arena, so that a
//! frame can be returned to several times. A question inside an operation is a run of its own above
//! the present choices.
//!
//! This file has the machine; `run` its operations, `choice` their alternatives, `chain` and
//! `continuation` moves of several steps, `round` loops, `effect`, `assign` and `relocate` changes
//! of the position, `record` the effects of a move, `set`, `number`, `truth` and `image` the
//! questions of rules, `bitset` sets without a position, `memo` sets that are kept, `memory` what
//! is kept between questions, `attack` attacked sites, `lane` targets of all pieces of a type,
//! `ray` lines that pieces slide along, `tail` rules that may continue behind their way,
//! `candidate` and `complete` the moves that are found, `registers` and `stack` the state.

mod assign;
mod attack;
mod bitset;
mod candidate;
mod chain;
mod choice;
mod complete;
mod continuation;
mod effect;
mod image;
mod lane;
mod memo;
mod memory;
mod move_questions;
mod number;
mod ray;
mod record;
mod registers;
mod relocate;
mod round;
mod run;
mod set;
mod stack;
mod tables;
mod tail;
mod truth;

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_core::{Fuel, LimitHit, PlayerId, RuleId, SiteId, State};
use dagaz_rules::path::Level;

pub(super) use bitset::{and, bits, but, has, is_empty};
pub(super) use candidate::UNKNOWN;
use memory::Memory;
pub(super) use registers::Registers;
use registers::{Alternative, Choice, Frame, FrameKind};
pub(super) use tables::Tables;

use super::draft::Draft;
use super::game::PathGame;
use super::plan::{Merging, Pc, Plan};
use super::priority::Bests;

/// No site.
pub(super) const NONE: u16 = SiteId::NONE.0;
/// No frame: what is returned to is the end of the run.
const ROOT: u32 = u32::MAX;

/// A step of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) rule: RuleId,
    pub(super) origin: u16,
    pub(super) target: u16,
}

/// The configurations from which a chain has continued, with their rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Situation {
    here: u16,
    onward: u16,
    key: u64,
    /// The number of unused dice.
    unused: u32,
}

/// A move that has been found and not been judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The rule that it begins with, and the moving piece.
    pub(super) rule: RuleId,
    pub(super) it: u16,
    /// The site that the rule chooses, or where its way ends, if the move begins or is known by
    /// that.
    pub(super) choice: u16,
    /// The number of moves of the rule and piece before this one; `None` if the target identifies
    /// the move.
    pub(super) nth: Option<u32>,
    pub(super) origin: u16,
    pub(super) target: u16,
    /// Candidates of the same choice, from 1, have different results; 0: it is not known.
    pub(super) counted_choice: u32,
    /// Whether it is known to be a move, legal or not.
    pub(super) is_sure: bool,
    /// Whether its origin and target are unknown until it is made.
    pub(super) has_unknown_ends: bool,
    /// The number of its verdict, from 1, once the move has been judged.
    pub(super) judged: Option<NonZeroU32>,
}

impl Candidate {
    /// A candidate by a rule with a piece, or without one.
    pub(super) fn of(rule: RuleId, it: u16) -> Candidate {
        Candidate {
            rule,
            it,
            choice: NONE,
            nth: None,
            origin: NONE,
            target: NONE,
            counted_choice: 0,
            is_sure: false,
            has_unknown_ends: false,
            judged: None,
        }
    }
}

/// A move that has been made and judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Judged {
    pub(super) legal: bool,
    /// The key of its result, and of the order of its captures if that makes moves different.
    pub(super) result: u64,
    pub(super) order: u64,
}

/// How complete moves are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Each becomes a candidate.
    List,
    /// The same, and each is judged.
    Judge,
    /// Each is judged and becomes a draft with its effects.
    Draft,
    /// So many are passed over, and the next is kept.
    Make(u32),
    /// The first that ends there is kept.
    MakeTo(u16),
}

/// See the [module documentation](self).
pub(super) struct Machine<'g, const W: usize> {
    pub(super) game: &'g PathGame,
    pub(super) plan: &'g Plan,
    tables: &'g Tables<W>,
    pub(super) memory: Memory<W>,
    /// The player whose move it is.
    pub(super) me: PlayerId,
    /// The keys of the situation and of the board at the beginning of the log.
    pub(super) key: u64,
    pub(super) board_key: u64,
    was: bool,
    /// Whether the targets of rules are being listed, on the position as it is before the move.
    pub(super) listing: bool,
    /// Whether sites that have vanished are looked at as if they were there.
    sees_vanished: bool,
    level: Level,
    /// The site whose capture is asked for.
    attacked_site: u16,
    mode: Mode,
    /// The end of the move that is being judged.
    pub(super) judged: Option<(u16, u16)>,
    /// Registers where the last run stopped.
    pub(super) stopped: Registers,
    completed: u64,
    found: u32,
    /// How many choices were counted as a whole.
    counted_choices: u32,
    at_work: (RuleId, u16),
    /// Whether candidates are judged when they are listed.
    pub(super) lists_judged_moves: bool,
    /// Whether the moves that are being listed have to be made.
    lists_made_moves: bool,
    /// Whether the target of the move that is being made is the site that its rule chooses.
    jumps: bool,
    /// Where the way of the move must end that is listed or made; [`NONE`]: anywhere.
    way_end: u16,
    /// The site that the rule of the moves that are being listed has chosen; [`NONE`]: any.
    chosen: u16,
    /// The numbers of all preferences of the turn.
    pub(super) columns: usize,
    /// Operations and sets that a turn may still take; at 0 the reference interpreter takes over.
    pub(super) fuel: u64,
    /// The fuel of a turn, and what earlier turns used.
    budget: u64,
    used: u64,
    stop: Option<&'g AtomicBool>,
    /// The machine that answers questions about moves, and whether this is such a machine.
    ahead: Option<Box<Machine<'g, W>>>,
    pub(super) is_ahead: bool,
    /// Whether moves that are made become drafts.
    pub(super) drafts_moves: bool,
    /// Whether effects are noted: for drafts, and where rules ask for them.
    pub(super) notes_effects: bool,
    /// Steps, effects and captures of all drafts.
    pub(super) draft_parts: usize,
    /// The limit that the number or the length of moves has met.
    pub(in crate::paths) too_long: Option<LimitHit>,
    /// The greatest numbers so far, if drafts with lesser ones are dropped.
    pub(in crate::paths) bests: Option<Bests>,
    /// Whether forbidden moves are drafted.
    pub(super) keeps_forbidden: bool,
    passing: usize,
    /// Whether a configuration that several orders of steps lead to is continued once.
    merges_continuations: bool,
}

impl<'g, const W: usize> Machine<'g, W> {
    /// Limits what a question may take to what is left of a budget.
    pub(super) fn set_budget(&mut self, fuel: &Fuel<'g>) {
        (self.budget, self.fuel, self.used) = (fuel.left(), fuel.left(), 0);
        self.stop = fuel.stop();
        self.too_long = None;
    }

    /// Gives a new question its fuel.
    pub(super) fn renew_fuel(&mut self) {
        self.used += self.budget - self.fuel.min(self.budget);
        self.fuel = self.budget;
        self.too_long = None;
    }

    /// The fuel used since the budget was set.
    pub(super) fn used(&self) -> u64 {
        self.used + self.budget - self.fuel.min(self.budget)
    }

    /// Takes a unit of fuel; `false` if there is none left or the caller has stopped the work.
    #[inline]
    fn take_fuel(&mut self) -> bool {
        // The flag is looked at every thousand units.
        if self.fuel & 0x3ff == 0 && (self.fuel == 0 || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))) {
            self.fuel = 0;
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// Begins at a state.
    pub(super) fn load(&mut self, state: &State) {
        self.memory.position.load(state);
        self.key = state.position_key();
        self.board_key = self.game.history_key(state, dagaz_rules::path::RepeatsOf::Board);
        self.memory.history.clear();
        self.memory.history.extend_from_slice(state.history());
        self.stopped = Registers::at_rest();
    }

    #[inline]
    pub(super) fn shape(&self) -> &super::position::Shape {
        &self.memory.position.shape
    }

    /// Prepares for the moves of a turn.
    pub(super) fn begin_turn(&mut self, me: PlayerId) {
        self.me = me;
        self.memory.turn += 1;
        self.counted_choices = 0;
        self.renew_fuel();
        self.completed = 0;
        self.memory.candidates.clear();
        self.memory.verdicts.clear();
        self.memory.scores.clear();
        self.memory.results.clear();
        let slot = &self.game.rules.slots[self.slot().index()];
        // A random player draws each move as often as it is found.
        self.merges_continuations = self.plan.merging != Merging::None && !self.game.chance_moves(slot);
        let prefers = &self.plan.side(me).prefers[self.slot().index()];
        self.columns = prefers.iter().map(|(_, numbers)| numbers.len()).sum();
        self.keep_board();
    }

    /// Keeps the board as it is before the move.
    pub(super) fn keep_board(&mut self) {
        if self.plan.asks_before && self.memory.before_version != self.memory.position.version() {
            self.memory.before.clone_from(&self.memory.position.board);
            self.memory.before_version = self.memory.position.version();
        }
    }

    /// Runs until there are no alternatives left.
    fn attempt(&mut self, entry: Pc, registers: Registers) {
        let (base, mark) = (self.memory.choices.len(), self.marks());
        self.run(entry, registers, base);
        self.cut(base);
        self.restore_marks(mark);
    }

    fn begin_move(&mut self, rule: RuleId, it: u16) -> Registers {
        self.memory.frames.clear();
        self.memory.bitsets.clear();
        self.memory.calls.clear();
        self.memory.overwritten.clear();
        self.memory.overwritten_sets.clear();
        self.memory.continued.clear();
        self.memory.frames.push(Frame { parent: ROOT, next: self.plan.complete, kind: FrameKind::Call });
        for (place, start) in &self.game.move_starts {
            self.memory.numbers[*place] = *start;
        }
        let mut registers = Registers {
            here: it,
            start: it,
            origin: it,
            it,
            carrying: it != NONE,
            rule: rule.0,
            frame: 0,
            ..Registers::at_rest()
        };
        self.visit(&mut registers, it);
        registers
    }

    fn begin_step(&mut self, registers: Registers, rule: RuleId, from: u16) -> Registers {
        for (place, start) in &self.game.step_starts {
            if self.memory.numbers[*place] != *start {
                self.memory.overwritten.push((*place as u16, self.memory.numbers[*place]));
                self.memory.numbers[*place] = *start;
            }
        }
        Registers {
            rule: rule.0,
            start: from,
            here: from,
            step_open: true,
            carrying: registers.it != NONE,
            has_left: false,
            lift: 0,
            borrows: false,
            passed_from: registers.passed,
            ..registers
        }
    }

    /// A hash of where a move captured, in that order.
    pub(super) fn order_of_captures(&self, at: &Registers) -> u64 {
        let captured = &self.memory.captured[..at.captured.into()];
        captured.iter().fold(0, |key: u64, site| dagaz_core::word_key(usize::from(*site), 1) ^ key.rotate_left(7))
    }

    /// A hash of everything that a move did, in that order, and of where its steps end.
    pub(super) fn trace(&self, at: &Registers) -> u64 {
        let steps = self.memory.steps[..at.steps.into()].iter().map(|step| (usize::from(step.target), 2));
        let all = steps.chain(self.memory.position.writes());
        all.fold(0, |hash: u64, (place, value)| {
            (hash.rotate_left(7) ^ dagaz_core::word_key(place, value.wrapping_add(1)))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    #[inline]
    fn visit(&mut self, registers: &mut Registers, site: u16) {
        if site != NONE && self.plan.has_visit_marks {
            self.memory.visited.truncate(registers.visited.into());
            self.memory.visited.push(site);
            registers.visited += 1;
        }
    }
}
