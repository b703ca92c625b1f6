//! Counting the positions that so many plies lead to.

use std::collections::HashSet;

use dagaz_core::{Counting, State};

use super::board::Board;
use super::endings::Past;
use super::form::{Form, Move};
use super::turn::{Declined, Turn};
use crate::paths::bits::Bits;

/// Counts them, or says that this form does not do it.
pub(super) fn count<B: Bits>(form: &Form<B>, state: &State, depth: u32, counting: Counting) -> Option<u64> {
    let board = Board::of(form, state)?;
    let past = Past::new(state.history(), state.is_forgetful());
    let turns = (0..depth).map(|_| (Turn::new(form, board), Vec::new())).collect();
    Counter { form, counting, past, turns }.below(board, depth as usize).ok()
}

struct Counter<'f, B> {
    form: &'f Form<B>,
    counting: Counting,
    past: Past,
    /// For each number of plies that are left the memory for finding moves, and for their list.
    turns: Vec<(Turn<'f, B>, Vec<Move<B>>)>,
}

impl<B: Bits> Counter<'_, B> {
    fn below(&mut self, board: Board<B>, depth: usize) -> Result<u64, Declined> {
        let Some(left) = depth.checked_sub(1) else { return Ok(1) };
        let (turn, list) = &mut self.turns[left];
        turn.turn_to(board);
        turn.find()?;
        if turn.ended(&self.past).is_some() {
            return Ok(0);
        }
        if left == 0 && self.counting == Counting::Moves {
            return Ok(turn.len() as u64);
        }
        list.clear();
        turn.each(|one| list.push(one));
        let moves = list.len();
        let (mut nodes, mut results) = (0, HashSet::new());
        for index in 0..moves {
            let played = self.turns[left].1[index];
            let mut next = board;
            next.play(self.form, &played);
            if self.counting == Counting::Moves || results.insert((next.key, next.last_mover)) {
                let mark = self.past.mark();
                self.past.note(self.form, &played, &next);
                nodes += self.below(next, left)?;
                self.past.back_to(mark);
            }
        }
        Ok(nodes)
    }
}
