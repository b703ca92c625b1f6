//! Reachability analysis: the code reachable from a word, and what it reads and writes.
//!
//! Globals are scratch: they are put back before each question, so that generation has no memory.
//! But some scripts keep a count in a global that only play writes (a word that is `COMPILE`d, or
//! `OnNextTurn`). Such a cell is a fact of the game, and becomes part of the state.

use std::collections::HashSet;

use crate::machine::{BOARD_SPACE, Machine};
use crate::op::{Op, Prim};
use crate::program::{Engine, Program};

/// The operations that can be reached.
pub(crate) struct Reach<'a> {
    program: &'a Program,
    seen: Vec<bool>,
}

impl<'a> Reach<'a> {
    /// What these tokens reach. A deferred word reaches what it means now.
    pub(crate) fn of(program: &'a Program, memory: &Machine, tokens: impl IntoIterator<Item = u32>) -> Reach<'a> {
        let mut seen = vec![false; program.ops.len()];
        let mut open: Vec<u32> = tokens.into_iter().filter_map(|token| program.entry(token as i32)).collect();
        while let Some(start) = open.pop() {
            let mut at = start as usize;
            while at < seen.len() && !seen[at] {
                seen[at] = true;
                let op = program.ops[at];
                at += 1;
                match op {
                    Op::Exit => break,
                    Op::Jump(to) => {
                        open.push(to);
                        break;
                    }
                    Op::Call(to) => open.push(to),
                    Op::Deferred(address) => open.extend(program.entry(memory.load(address as i32))),
                    _ => open.extend(op.target()),
                }
            }
        }
        Reach { program, seen }
    }

    fn ops(&self) -> impl Iterator<Item = (usize, Op)> + '_ {
        self.seen.iter().enumerate().filter(|(_, seen)| **seen).map(|(at, _)| (at, self.program.ops[at]))
    }

    /// Returns whether any of it does one of these.
    pub(crate) fn does(&self, prims: &[Prim]) -> bool {
        self.ops().any(|(_, op)| matches!(op, Op::Prim(prim) if prims.contains(&prim)))
    }

    /// Addresses of single cells that it writes by name.
    fn writes(&self) -> Vec<u32> {
        let mut found: Vec<u32> = self
            .ops()
            .filter_map(|(at, op)| match (op, self.program.ops.get(at + 1)) {
                (Op::StoreAt(address) | Op::IncrementAt(address), _) => Some(address),
                (Op::Lit(address), Some(Op::AddStore | Op::Decrement | Op::On | Op::Off)) => Some(address as u32),
                _ => None,
            })
            .filter(|address| *address < BOARD_SPACE)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Addresses of single cells that it leaves on the stack, for whatever comes: `c IF a ELSE b
    /// ENDIF ++`, or a word that takes the address.
    fn hands_on(&self) -> impl Iterator<Item = u32> + '_ {
        self.ops().filter_map(|(_, op)| match op {
            Op::Lit(address) if (0..BOARD_SPACE as i32).contains(&address) => Some(address as u32),
            _ => None,
        })
    }

    /// Returns the addresses of the arrays that it uses, or only of those that it writes to.
    fn arrays(&self, written: bool) -> HashSet<u32> {
        let used = self.ops().filter_map(|(at, op)| match op {
            Op::Index(array) if !written || stores(self.program.ops.get(at + 1)) => Some(array),
            _ => None,
        });
        used.collect()
    }

    /// Addresses of single cells that it may read.
    fn reads(&self) -> Vec<u32> {
        self.ops()
            .filter_map(|(_, op)| match op {
                Op::FetchAt(address) | Op::IncrementAt(address) => Some(address),
                Op::Lit(address) => Some(address as u32),
                _ => None,
            })
            .collect()
    }
}

/// Returns the tokens with which questions begin: generation, endings, evaluation, searches.
fn questions(program: &Program) -> Vec<u32> {
    let events = &program.events;
    let engines = program.players.iter().filter_map(|player| match player.engine {
        Engine::Word(_, token) => Some(token),
        _ => None,
    });
    let lists = program.lists.iter().flatten().map(|entry| entry.token);
    let asked =
        [events.is_game_over, events.evaluate, events.is_terminal, events.search, events.generate, events.friends];
    lists.chain(asked).chain(engines).collect()
}

/// Returns whether an operation writes to the address on top of the stack.
fn stores(op: Option<&Op>) -> bool {
    matches!(op, Some(Op::Store | Op::AddStore | Op::Increment | Op::Decrement | Op::On | Op::Off))
}

/// Returns the global cells that only play writes and something reads: their addresses.
pub(crate) fn kept(program: &Program, machine: &Machine) -> Vec<u32> {
    let deferred = program.ops.iter().filter_map(|op| match op {
        Op::CompileWord(token) => Some(*token),
        _ => None,
    });
    let played = deferred.chain([program.events.next_turn, program.events.make_move]);
    let play = Reach::of(program, machine, played);
    let questions = Reach::of(program, machine, questions(program));
    let scratch = questions.writes();
    let read: HashSet<u32> = questions.reads().into_iter().chain(play.reads()).collect();
    let mut kept = play.writes();
    // An address may also be handed to a word that is run with the move.
    let handed = questions.ops().filter_map(|(at, op)| match (op, program.ops.get(at + 1)) {
        (Op::Lit(address), Some(Op::Prim(Prim::CompileLiteral))) => Some(address as u32),
        _ => None,
    });
    let single: HashSet<u32> = program.globals.iter().filter(|(_, cells)| *cells == 1).map(|(at, _)| *at).collect();
    kept.extend(handed.chain(play.hands_on()).filter(|address| single.contains(address)));
    kept.retain(|address| scratch.binary_search(address).is_err() && read.contains(address));
    // Of an array all cells are kept.
    let (noted, looked, scratched) = (play.arrays(true), questions.arrays(false), questions.arrays(true));
    for &(array, cells) in program.globals.iter().filter(|(_, cells)| *cells > 1) {
        if noted.contains(&array) && looked.contains(&array) && !scratched.contains(&array) {
            kept.extend((0..cells as u32).map(|cell| array + 4 * cell));
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}
