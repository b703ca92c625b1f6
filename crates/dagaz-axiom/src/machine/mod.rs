//! The machine: stacks, memory, the board under the cursor, and the moves being made.
//!
//! Between two calls a machine keeps only the pages of its memory. The caller loads a state first
//! and global variables are restored, so a result depends on the state alone. Popping an empty
//! stack gives 0, and accesses out of bounds have no effect, because published scripts do both.

mod board;
mod memory;
mod moves;
mod prims;
mod run;

pub(crate) use board::{ACTION_LITERAL, ACTION_NOTHING, ACTION_PARTIAL, Register, action, action_token};
pub(crate) use memory::{
    BASE, BOARD_SPACE, FIRST_CELLS, GUARD_CELLS, MEMORY_CELLS_MAX, REGISTER_SPACE, STRING_BUFFER, STRING_BYTES,
};
pub(crate) use moves::MoveItem;
pub(crate) use run::Stop;

use std::collections::VecDeque;

use dagaz_core::{Effect, Fuel, LimitHit, LimitKind};

use crate::fault::{Fault, Frame};
use crate::machine::moves::MoveTable;
use crate::op::Op;
use crate::program::Program;

/// Cells of the data stack that may be in use; the ring is larger, so that it never has to be
/// looked at in between. It is as deep as the return stack, since words that call themselves leave
/// something for each call.
const STACK_MAX: usize = 12_288;
const STACK_RING: usize = 16_384;
/// The same for the return stack.
const RETURNS_MAX: usize = 12_288;
const RETURNS_RING: usize = 16_384;
/// How deep events may be nested in generation, and generation in events.
const NESTING_MAX: u32 = 16;
/// Boards and lists of moves that a script may have pushed.
const PUSHED_MAX: usize = 256;
/// Characters of texts that are being put together.
const TEXT_MAX: usize = 1_024;

/// The maximum number of printed bytes kept for the caller.
pub(crate) const PRINTED_MAX: usize = 4_096;

/// Why the machine stopped before its time.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// A limit was met, and where, if a word of the script was running.
    Limit(LimitHit, Option<Box<Fault>>),
    /// The script is wrong.
    Fault(Box<Fault>),
}

impl From<LimitHit> for Trouble {
    fn from(hit: LimitHit) -> Trouble {
        Trouble::Limit(hit, None)
    }
}

impl Trouble {
    /// Converts a fault to a limit; faults of the script itself are reported separately.
    pub(crate) fn into_limit(self) -> LimitHit {
        match self {
            Trouble::Limit(hit, _) => hit,
            Trouble::Fault(_) => LimitHit::new(LimitKind::Failure, 0),
        }
    }
}

/// The cursor of a generator.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    pub(crate) here: i32,
    pub(crate) from: i32,
    pub(crate) piece: i32,
    pub(crate) class: i32,
    pub(crate) rule: u32,
    /// Whether a piece is dropped: it comes from nowhere.
    pub(crate) drops: bool,
}

/// What a search of the script's own has said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// The last move that was called best.
    pub(crate) best: Option<Vec<u8>>,
}

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) memory: Vec<i32>,
    /// A bit for each page of memory that was written to.
    dirty: Vec<u64>,
    pub(crate) board: Vec<i32>,
    /// The first cell of the board's variables.
    pub(crate) variables_at: usize,
    boards: Vec<Vec<i32>>,
    stack: Box<[i32; STACK_RING]>,
    tos: i32,
    depth: usize,
    returns: Box<[u32; RETURNS_RING]>,
    return_depth: usize,
    /// Where execution continues after a [`Stop::Host`].
    at: usize,
    pub(crate) cursor: Cursor,
    effects: Vec<Effect>,
    passed: bool,
    lists: Vec<MoveTable>,
    /// What `^"` and its like have put together.
    pub(crate) text: Vec<u8>,
    /// Output of words such as `.`, until the caller takes it.
    pub(crate) printed: Vec<u8>,
    pub(crate) report: Report,
    random: [u64; 2],
    rings: [VecDeque<i32>; 2],
    nesting: u32,
    /// Operations done so far: the only clock there is.
    pub(crate) clock: u64,
    /// Fuel at which a search had better come to an end.
    pub(crate) hurry: u64,
    /// Whether `COMPILE` means the word being defined.
    pub(crate) compiling: bool,
    /// The number of occurrences of the present position, set by the caller.
    pub(crate) occurrences: i32,
}

impl Machine {
    /// Returns a machine without anything in its memory.
    pub(crate) fn new() -> Machine {
        Machine {
            memory: Vec::new(),
            dirty: Vec::new(),
            board: vec![0; Register::COUNT],
            variables_at: Register::COUNT,
            boards: Vec::new(),
            stack: Box::new([0; STACK_RING]),
            tos: 0,
            depth: 0,
            returns: Box::new([0; RETURNS_RING]),
            return_depth: 0,
            at: 0,
            cursor: Cursor::default(),
            effects: Vec::new(),
            passed: false,
            lists: vec![MoveTable::default()],
            text: Vec::new(),
            printed: Vec::new(),
            report: Report::default(),
            random: [1, 2],
            rings: [VecDeque::new(), VecDeque::new()],
            nesting: 0,
            clock: 0,
            hurry: 0,
            compiling: false,
            occurrences: 1,
        }
    }

    /// Returns a machine that runs a program which has been loaded.
    pub(crate) fn of(program: &Program) -> Machine {
        let mut machine = Machine::new();
        machine.memory = program.memory.clone();
        machine.dirty = vec![0; program.memory.len().div_ceil(memory::PAGE_CELLS).div_ceil(64)];
        machine.board = vec![0; program.board_cells.max(Register::COUNT)];
        machine.variables_at = Register::COUNT + program.sites.len();
        machine
    }

    /// Puts back what an earlier question may have left: a question begins. `seed` is what chance
    /// begins with.
    pub(crate) fn begin(&mut self, program: &Program, seed: u64) {
        self.restore_memory(program);
        self.tos = 0;
        self.depth = 0;
        self.return_depth = 0;
        self.nesting = 0;
        self.cursor = Cursor::default();
        self.effects.clear();
        self.passed = false;
        self.boards.clear();
        self.lists.truncate(1);
        self.lists[0].clear();
        self.text.clear();
        self.report = Report::default();
        self.reseed(seed);
        self.rings.iter_mut().for_each(VecDeque::clear);
        self.clock = 0;
        self.hurry = 0;
        self.occurrences = 1;
    }

    /// Seeds both random number streams.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.random = [seed, seed ^ 0x5851_f42d_4c95_7f2d];
    }

    /// Returns how many cells are in use.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    #[inline]
    pub(crate) fn push(&mut self, value: i32) {
        self.stack[self.depth & (STACK_RING - 1)] = self.tos;
        self.depth += 1;
        self.tos = value;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> i32 {
        let value = self.tos;
        self.depth = self.depth.saturating_sub(1);
        self.tos = self.stack[self.depth & (STACK_RING - 1)];
        value
    }

    /// Drops everything above `depth`, or fills up to it with zeros.
    pub(crate) fn set_depth(&mut self, depth: usize) {
        while self.depth < depth {
            self.push(0);
        }
        if self.depth > depth {
            self.tos = self.stack[depth & (STACK_RING - 1)];
            self.depth = depth;
        }
    }

    /// Returns the top cells of the stack, bottom first.
    pub(crate) fn top_cells(&self, most: usize) -> Vec<i32> {
        let shown = self.depth.min(most);
        let below = (self.depth - shown + 1)..self.depth;
        let mut cells: Vec<i32> = below.map(|cell| self.stack[cell & (STACK_RING - 1)]).collect();
        if shown > 0 {
            cells.push(self.tos);
        }
        cells
    }

    /// Returns the next number of a stream of chance (SplitMix64, Steele et al. 2014).
    fn chance(&mut self, stream: usize) -> u64 {
        let state = &mut self.random[stream & 1];
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Runs a word as an event: the stack is afterwards as it was. Gives what the word left on top.
    pub(crate) fn event(&mut self, program: &Program, token: u32, fuel: &mut Fuel<'_>) -> Result<i32, Trouble> {
        let Some(entry) = program.entry(token as i32) else { return Ok(0) };
        let depth = self.depth;
        let outcome = self.nested(program, entry, fuel);
        let top = if self.depth > 0 { self.tos } else { 0 };
        self.set_depth(depth);
        outcome.map(|_| top)
    }

    /// Runs a word from inside another.
    fn nested(&mut self, program: &Program, entry: u32, fuel: &mut Fuel<'_>) -> Result<Stop, Trouble> {
        if self.nesting >= NESTING_MAX {
            return Err(self.fault(program, entry as usize, "events call each other without end"));
        }
        self.nesting += 1;
        let (at, base) = (self.at, self.return_depth);
        let stop = self.run(program, entry as usize, base, fuel);
        self.nesting -= 1;
        if let Ok(Stop::Host(_)) = stop {
            let message = "this word reads the script, which it can do only while the script is loaded";
            let fault = self.fault(program, self.at.saturating_sub(1), message);
            (self.return_depth, self.at) = (base, at);
            return Err(fault);
        }
        (self.return_depth, self.at) = (base, at);
        stop
    }

    /// Adds the source position of an operation to a fault or limit, unless the caller stopped the
    /// run.
    pub(crate) fn located(&self, program: &Program, op: usize, trouble: impl Into<Trouble>) -> Trouble {
        match trouble.into() {
            Trouble::Limit(hit, None) if hit.kind != LimitKind::Stopped => {
                // The words of others speak of lists of moves; here it may have been any of the
                // script's words.
                let said = match hit.kind {
                    LimitKind::Fuel => {
                        format!("limit reached: work of the script's words at a time (at most {})", hit.max)
                    }
                    _ => hit.to_string(),
                };
                let fault = match self.fault(program, op, said) {
                    Trouble::Fault(fault) if hit.kind == LimitKind::Fuel => {
                        Some(Box::new(fault.hint("this word, or one that calls it, may go round without end")))
                    }
                    Trouble::Fault(fault) => Some(fault),
                    Trouble::Limit(_, fault) => fault,
                };
                Trouble::Limit(hit, fault)
            }
            trouble => trouble,
        }
    }

    /// Returns a fault of the script at an operation.
    pub(crate) fn fault(&self, program: &Program, op: usize, message: impl Into<String>) -> Trouble {
        let mut trace: Vec<Frame> = program.frames(op).collect();
        for level in (0..self.return_depth).rev().take(64) {
            let back = self.returns[level & (RETURNS_RING - 1)] as usize;
            let called = back.checked_sub(1).and_then(|call| program.ops.get(call));
            if called.is_some_and(|op| matches!(op, Op::Call(_) | Op::Execute | Op::Deferred(_))) && trace.len() < 12 {
                trace.extend(program.frames(back - 1));
            }
        }
        // The line of the script, also where a word of the kit runs there.
        let place = trace.iter().map(|frame| frame.place).find(|place| place.file > 0).unwrap_or_default();
        let fault = Fault { trace, stack: self.top_cells(8), ..Fault::error(place, message) };
        Trouble::Fault(Box::new(fault))
    }
}
