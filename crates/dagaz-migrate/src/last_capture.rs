//! What has been captured: a ZRF asks whether the last move has taken a piece of some types.
//!
//! Edition 3 has no word for that where a game ends, since the pieces are gone by then. So captures
//! are noted, for each player whose pieces they may be.

use dagaz_core::{PieceTypeId, PlayerId};

use super::draft::Draft;
use super::question::all;
use super::text::{Sx, list, word};

impl Draft<'_> {
    /// Returns whether the last move captured such a piece of the viewing player.
    pub(super) fn lost(&self, kinds: &[PieceTypeId]) -> Sx {
        let players = &self.board.players;
        let mut lost = self.lost.borrow_mut();
        let known = lost.iter().position(|(known, _)| known == kinds).unwrap_or_else(|| {
            let own = self.lost_names.iter().skip(lost.len() * players.len()).take(players.len());
            let own = own.cloned().collect();
            lost.push((kinds.to_vec(), own));
            lost.len() - 1
        });
        let of = |(player, name): (&PlayerId, &String)| {
            list("and", [list("me", [word(self.player(*player))]), list("=", [word(name.clone()), word("1")])])
        };
        list("or", players.iter().zip(&lost[known].1).map(of))
    }

    /// How a capture records the types that rules ask for, and how the next move resets it.
    pub(super) fn losses(&self) -> (Vec<Sx>, Vec<Sx>) {
        let (mut noted, mut forgotten) = (Vec::new(), Vec::new());
        for (kinds, names) in self.lost.borrow().iter() {
            for (player, name) in self.board.players.iter().zip(names) {
                let noted_kinds: Vec<Sx> = kinds.iter().map(|kind| word(self.pieces[kind.index()].clone())).collect();
                let whose = word(self.player(*player));
                let which = if noted_kinds.is_empty() { whose } else { all(vec![whose, self.any(noted_kinds)]) };
                noted.push(list("if", [which, list("set", [word(name.clone()), word("1")])]));
                forgotten.push(list("set", [word(name.clone()), word("0")]));
            }
        }
        (noted, forgotten)
    }
}
