//! From the ends backwards: who wins where, and in how many plies.

use super::Worth;
use super::reached::{Edges, Index, LOST, PositionKind, WON};

/// No number of plies: the position is not won.
const NEVER: u16 = u16::MAX;

/// The value of each position.
pub(super) struct Worths {
    /// Plies to the end where there is a winner.
    plies: Vec<u16>,
    values: Vec<i8>,
}

impl Worths {
    /// `None` if a line is longer than the counter.
    pub(super) fn of(index: &Index, edges: Edges) -> Option<Worths> {
        let before = Predecessors::of(&edges);
        let mut worths = Worths { plies: vec![NEVER; index.len()], values: vec![0; index.len()] };
        for value in [1, -1] {
            worths.spread(index, &edges, &before, value)?;
        }
        Some(worths)
    }

    pub(super) fn of_node(&self, node: usize) -> Worth {
        match self.values[node] {
            0 => Worth { value: 0, plies: 0 },
            value => Worth { value: i32::from(value), plies: u32::from(self.plies[node]) },
        }
    }

    /// Finds all positions with one value, ply by ply from the ends. A win needs one move to such a
    /// position; a loss needs all moves to such positions.
    fn spread(&mut self, index: &Index, edges: &Edges, before: &Predecessors, value: i8) -> Option<()> {
        let (wanter, ended) = if value > 0 { (PositionKind::Ours, WON) } else { (PositionKind::Theirs, LOST) };
        // Moves that do not lead there yet.
        let mut left: Vec<u16> = Vec::with_capacity(index.len());
        let (mut wave, mut next) = (Vec::new(), Vec::new());
        let mut from = 0;
        for (node, &end) in edges.ends.iter().enumerate() {
            let moves = &edges.to[from as usize..end as usize];
            from = end;
            let there = moves.iter().filter(|to| **to == ended).count();
            left.push((moves.len() - there) as u16);
            match index.kind(node) {
                PositionKind::Over(found) if found == value => {
                    (self.values[node], self.plies[node]) = (value, 0);
                    wave.push(node as u32);
                }
                PositionKind::Over(_) => {}
                kind if there > 0 && (kind == wanter || there == moves.len()) => {
                    (self.values[node], self.plies[node]) = (value, 1);
                    next.push(node as u32);
                }
                _ => {}
            }
        }
        let mut plies = 0u16;
        while !wave.is_empty() || !next.is_empty() {
            plies = plies.checked_add(1).filter(|plies| *plies < NEVER)?;
            for node in wave.drain(..) {
                for &earlier in before.of_node(node as usize) {
                    let place = earlier as usize;
                    if self.values[place] != 0 {
                        continue;
                    }
                    left[place] = left[place].saturating_sub(1);
                    if index.kind(place) == wanter || left[place] == 0 {
                        (self.values[place], self.plies[place]) = (value, plies);
                        next.push(earlier);
                    }
                }
            }
            std::mem::swap(&mut wave, &mut next);
        }
        Some(())
    }
}

/// The positions from which a move leads to each, as often as there are such moves.
struct Predecessors {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Predecessors {
    fn of(edges: &Edges) -> Predecessors {
        let positions = edges.ends.len();
        let mut starts = vec![0u32; positions + 1];
        let inside = |to: u32| (to as usize) < positions;
        for &to in edges.to.iter().filter(|to| inside(**to)) {
            starts[to as usize] += 1;
        }
        // Where each begins, counted from behind: filling moves it to its place.
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut from = vec![0u32; sum as usize];
        let mut first = 0;
        for (node, &end) in edges.ends.iter().enumerate() {
            for &to in edges.to[first as usize..end as usize].iter().filter(|to| inside(**to)) {
                starts[to as usize] -= 1;
                from[starts[to as usize] as usize] = node as u32;
            }
            first = end;
        }
        Predecessors { starts, from }
    }

    fn of_node(&self, node: usize) -> &[u32] {
        &self.from[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
