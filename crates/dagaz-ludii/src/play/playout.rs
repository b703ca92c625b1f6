//! Random playouts: moves drawn uniformly from the legal moves, without testing those that are not
//! drawn.

use crate::ludeme::op::Truth;

use super::action::{Action, Move, Moves};
use super::position::OVER;
use super::run::Run;

/// Moves of a list that are legal only if a condition holds after them.
pub(crate) struct Proviso<'g> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) after: &'g Truth,
}

/// How a playout went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// Number of plies.
    pub plies: usize,
    /// Whether the game was over.
    pub over: bool,
}

impl<'g> Run<'g> {
    /// Plays random moves until the game is over or `plies_max` plies are played.
    pub fn playout(&mut self, plies_max: usize) -> Playout {
        self.position.log_changes(false);
        let mut list = self.take_list();
        let mut plies = 0;
        while plies < plies_max && self.position.get(OVER) == 0 {
            list.clear();
            self.candidates(&mut list);
            let one = self.draw_move(&mut list);
            self.play(&list, &one);
            plies += 1;
        }
        self.give_list(list);
        self.position.log_changes(true);
        Playout { plies, over: self.position.get(OVER) != 0 }
    }

    /// Lists moves of which some may turn out to be illegal; those are known by their provisos.
    fn candidates(&mut self, list: &mut Moves) {
        self.refuel();
        self.bound = [-1; 8];
        self.provisos.clear();
        self.postpones = true;
        self.generate_legal(list);
        self.postpones = false;
    }

    /// Draws a legal move uniformly; a forced pass if there is none.
    fn draw_move(&mut self, list: &mut Moves) -> Move {
        let stalemated = self.block(crate::ludeme::Block::Stalemated) + self.mover();
        let mut left: Vec<u32> = Vec::new();
        let mut first = true;
        let provisos = std::mem::take(&mut self.provisos);
        let mut found = None;
        while found.is_none() {
            let number = if first { list.list.len() } else { left.len() };
            if number == 0 {
                break;
            }
            let drawn = self.below(number as u32) as usize;
            let at = if first { drawn } else { left[drawn] as usize };
            let one = list.list[at];
            let holds = provisos
                .iter()
                .filter(|proviso| proviso.start <= at && at < proviso.end)
                .all(|proviso| self.leads_to(list, &one, proviso.after))
                && self.meta_allows(list, &one);
            if holds {
                found = Some(one);
            } else if first {
                left = (0..list.list.len() as u32).collect();
                left.swap_remove(drawn);
                first = false;
            } else {
                left.swap_remove(drawn);
            }
        }
        self.provisos = provisos;
        self.position.set(stalemated, found.is_none().into());
        found.unwrap_or_else(|| {
            list.clear();
            self.emit(list, None, (-1, -1), &[Action::Pass { forced: true }], None);
            list.list[0]
        })
    }
}
