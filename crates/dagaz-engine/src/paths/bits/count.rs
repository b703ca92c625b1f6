//! Counting the positions that so many plies lead to.

use std::collections::HashSet;

use dagaz_core::{Counting, PerftTable, State};

use super::board::Board;
use super::past::Past;
use super::turning::{Declined, Turning};

/// Counts them from the position of a turn, or says that this form does not do it; `state` is the
/// same one.
pub(in crate::paths) fn count<'f, T: Turning<'f>>(
    turn: &T,
    state: &State,
    depth: u32,
    counting: Counting,
    table: Option<&mut PerftTable>,
) -> Option<u64> {
    let board = *turn.board();
    let past = Past::new(state.history(), state.is_forgetful(), turn.setting().remembers);
    let turns = (0..depth).map(|_| (turn.beside(board), Vec::new())).collect();
    // What is below a position is not always the same where the past matters.
    let table = table.filter(|_| !past.matters());
    Counter { counting, past, table, turns }.below(board, depth as usize).ok()
}

struct Counter<'f, 't, T: Turning<'f>> {
    counting: Counting,
    past: Past,
    table: Option<&'t mut PerftTable>,
    /// For each number of plies that are left the memory for finding moves, and for their list.
    turns: Vec<(T, Vec<T::Move>)>,
}

impl<'f, T: Turning<'f>> Counter<'f, '_, T> {
    fn below(&mut self, board: Board<T::Bits>, depth: usize) -> Result<u64, Declined> {
        let Some(left) = depth.checked_sub(1) else { return Ok(1) };
        if left == 0 || self.table.is_none() {
            return self.counted(board, left);
        }
        let position = board.identity();
        if let Some(count) = self.table.as_ref().and_then(|table| table.find(position, depth as u32)) {
            return Ok(count);
        }
        let count = self.counted(board, left)?;
        if let Some(table) = &mut self.table {
            table.keep(position, depth as u32, count);
        }
        Ok(count)
    }

    /// Counts one ply without further facts, and then the `left` ones.
    fn counted(&mut self, board: Board<T::Bits>, left: usize) -> Result<u64, Declined> {
        let (turn, list) = &mut self.turns[left];
        turn.turn_to(board);
        turn.find()?;
        if turn.ended(&self.past).is_some() {
            return Ok(0);
        }
        if left == 0 && self.counting == Counting::Moves {
            return Ok(turn.count() as u64);
        }
        list.clear();
        turn.each(|one| list.push(one));
        let moves = list.len();
        let (mut nodes, mut results) = (0, HashSet::new());
        for index in 0..moves {
            let (turn, list) = &self.turns[left];
            let chosen = list[index];
            let next = turn.played(chosen);
            if self.counting == Counting::Results && !results.insert((next.key, next.last_mover, next.passes)) {
                continue;
            }
            if !self.past.matters() {
                nodes += self.below(next, left)?;
                continue;
            }
            let mark = self.past.mark();
            self.past.note(next.key, turn.is_for_good(chosen, turn.is_quiet(chosen, Some(&next)), &next));
            nodes += self.below(next, left)?;
            self.past.back_to(mark);
        }
        Ok(nodes)
    }
}
