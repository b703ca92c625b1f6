//! Counting the positions that so many plies lead to.

use std::collections::HashSet;

use dagaz_core::{Counting, Identity, PerftTable, State};

use super::board::Board;
use super::past::Past;
use super::turning::{Declined, Turning};

/// Counts them from the position of a turn, or says that this form does not do it; `state` is the same one.
pub(in crate::paths) fn count<'f, T: Turning<'f>>(
    turn: &T,
    state: &State,
    depth: u32,
    counting: Counting,
    table: Option<&mut PerftTable>,
) -> Option<u64> {
    let board = *turn.board();
    let past = Past::new(state.history(), state.is_forgetful(), turn.setting().remembers);
    let level = || Level { turn: turn.beside(board), moves: Vec::new(), unknown: Vec::new() };
    let levels = (0..depth).map(|_| level()).collect();
    // What is below a position is not always the same where the past matters.
    let table = table.filter(|_| !past.matters());
    Counter { counting, past, table, levels }.below(board, depth as usize).ok()
}

struct Counter<'f, 't, T: Turning<'f>> {
    counting: Counting,
    past: Past,
    table: Option<&'t mut PerftTable>,
    /// For each number of plies that are left after a move.
    levels: Vec<Level<T, T::Move, Board<T::Bits>>>,
}

/// The memory for finding moves, for their list, and for the positions that they lead to and of which nothing is known.
struct Level<T, M, B> {
    turn: T,
    moves: Vec<M>,
    unknown: Vec<(B, Identity)>,
}

impl<'f, T: Turning<'f>> Counter<'f, '_, T> {
    fn below(&mut self, board: Board<T::Bits>, depth: usize) -> Result<u64, Declined> {
        match depth.checked_sub(1) {
            None => Ok(1),
            Some(left) => self.counted(board, left),
        }
    }

    /// Counts a ply and then those that are `left`.
    fn counted(&mut self, board: Board<T::Bits>, left: usize) -> Result<u64, Declined> {
        let Level { turn, moves, .. } = &mut self.levels[left];
        turn.turn_to(board);
        turn.find()?;
        if turn.ended(&self.past).is_some() {
            return Ok(0);
        }
        if left == 0 && self.counting == Counting::Moves {
            return Ok(turn.count() as u64);
        }
        moves.clear();
        turn.each(|one| moves.push(one));
        let count = moves.len();
        let (mut nodes, mut results) = (0, HashSet::new());
        self.levels[left].unknown.clear();
        for index in 0..count {
            let Level { turn, moves, unknown } = &mut self.levels[left];
            let chosen = moves[index];
            let next = turn.played(chosen);
            if self.counting == Counting::Results && !results.insert((next.key, next.last_mover, next.passes)) {
                continue;
            }
            if self.past.matters() {
                let mark = self.past.mark();
                self.past.note(next.key, turn.is_for_good(chosen, turn.is_quiet(chosen, Some(&next)), &next));
                nodes += self.below(next, left)?;
                self.past.back_to(mark);
                continue;
            }
            let Some(table) = self.table.as_ref().filter(|_| left > 1) else {
                nodes += self.below(next, left)?;
                continue;
            };
            // All are looked up before any is counted: what the memory is slow to tell of one, others need not wait for.
            let position = next.identity();
            match table.find(position, left as u32) {
                Some(known) => nodes += known,
                None => unknown.push((next, position)),
            }
        }
        for index in 0..self.levels[left].unknown.len() {
            let (next, position) = self.levels[left].unknown[index];
            let count = self.below(next, left)?;
            if let Some(table) = &mut self.table {
                table.keep(position, left as u32, count);
            }
            nodes += count;
        }
        Ok(nodes)
    }
}
