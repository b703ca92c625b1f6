//! Mates: drops that may not leave the next player attacked and without a move.
//!
//! Only few sites are worth a closer look: a piece that comes to the board attacks from where it
//! stands, and lines of others it can only close. On these it is put down and the other player's
//! moves are counted, by a runner of their own, which asks no such question again.

use dagaz_core::{Piece, PlayerId};

use super::codes::CodeSet;
use super::game::FlatGame;
use super::list::{Action, FlatList, FlatStep};
use super::moves::{Declined, Runner};
use super::sites::Sites;
use super::state::FlatState;
use super::tables::Tables;
use crate::extra_state;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Mates {
    /// What may not be dropped so.
    pub(crate) dropped: CodeSet,
    /// For each player the pieces of which one is attacked.
    pub(crate) kings: Vec<CodeSet>,
}

impl Mates {
    pub(crate) fn of(tables: &Tables, players: usize, mates: &extra_state::Mates) -> Mates {
        let owners = || (0..players).map(PlayerId::at);
        let of = |kinds: &[dagaz_core::PieceTypeId], owner: PlayerId| {
            kinds.iter().fold(0, |set, &kind| set | tables.codes.of_piece(Piece { kind, owner }))
        };
        let kings = |owner: PlayerId| match mates.kings.as_slice() {
            [] => tables.codes.of_owner(owner),
            kinds => of(kinds, owner),
        };
        Mates {
            dropped: owners().fold(0, |set, owner| set | of(&mates.dropped, owner)),
            kings: owners().map(kings).collect(),
        }
    }
}

impl<const W: usize> FlatGame<W> {
    /// Whether a step may not mate.
    #[inline]
    pub(crate) fn may_not_mate(&self, steps: &[FlatStep]) -> bool {
        match (&self.mates, steps) {
            (Some(mates), [FlatStep { action: Action::Drop { code, .. }, .. }]) => mates.dropped >> code & 1 == 1,
            _ => false,
        }
    }
}

impl<'g, const W: usize> Runner<'g, W> {
    /// Whether the steps of a turn, which have been played, leave the next player mated where they
    /// may not.
    pub(crate) fn mates(&mut self, state: &mut FlatState<W>, list: &FlatList, index: usize) -> Result<bool, Declined> {
        if self.shallow || !self.game.may_not_mate(list.get(index)) { Ok(false) } else { self.is_mated(state) }
    }

    /// The sites among some where a piece of a code would mate, dropped from a supply.
    pub(crate) fn mating(
        &mut self,
        state: &mut FlatState<W>,
        (code, supply): (u8, usize),
        from: Sites<W>,
    ) -> Result<Sites<W>, Declined> {
        let mut found = Sites::EMPTY;
        let Some(mates) = self.game.mates.as_ref().filter(|mates| mates.dropped >> code & 1 == 1 && !self.shallow)
        else {
            return Ok(found);
        };
        let slot = self.game.slot(state.facts.slot);
        let (side, other) = (slot.side, self.game.slot(slot.next).side);
        let kings = mates.kings[other.index()];
        let threats = &self.game.threats[side.index()];
        let mut worth = Sites::EMPTY;
        for king in state.any_of(kings).iter() {
            let irregular = threats.has_irregular(king, kings);
            let any = irregular || self.game.attacked(state, king, other, state.code(king));
            worth = worth.or(if any { from } else { threats.origins(code, king) });
        }
        for site in worth.and(from).and(state.empty()).iter() {
            let mark = state.mark();
            state.drop_piece(&self.game.tables, supply, site, code);
            let mated = self.is_mated(state);
            state.undo(&self.game.tables, mark);
            if mated? {
                found.insert(site);
            }
        }
        Ok(found)
    }

    /// Whether the next player, once the turn is given on, is attacked and has no move.
    fn is_mated(&mut self, state: &mut FlatState<W>) -> Result<bool, Declined> {
        let game = self.game;
        let slot = game.slot(state.facts.slot);
        let (side, next) = (slot.side, slot.next);
        let other = game.slot(next).side;
        let kings = game.mates.as_ref().map_or(0, |mates| mates.kings[other.index()]);
        if other == side || !game.any_attacked(state, other, kings) {
            return Ok(false);
        }
        let mut replies = self.replies.take().unwrap_or_else(|| {
            let mut replies = Runner::new(game, self.source, false);
            replies.shallow = true;
            Box::new(replies)
        });
        let mark = state.mark();
        state.set_slot(&game.tables, next);
        let stuck = replies.is_stuck(state);
        state.undo(&game.tables, mark);
        self.replies = Some(replies);
        stuck
    }

    /// Whether there is no legal move.
    fn is_stuck(&mut self, state: &mut FlatState<W>) -> Result<bool, Declined> {
        if let Some(count) = self.count(state)? {
            return Ok(count == 0);
        }
        let mut list = self.spare.pop().unwrap_or_default();
        let listed = self.legal(state, &mut list);
        let stuck = list.is_empty();
        self.spare.push(list);
        listed.map(|()| stuck)
    }
}
