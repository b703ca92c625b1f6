//! Questions about the moves of a position, answered by a second machine on a copy of it.
//!
//! While such a question is being answered no other one is asked: it is answered as if there were
//! no moves, as by the reference interpreter.

use dagaz_core::{PlayerId, SiteId};
use dagaz_rules::path::NameId;

use super::super::position::Bitset;
use super::bitset::insert;
use super::{Machine, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// Asks something of a second machine that has the position which questions look at. A limit
    /// that is met there ends the turn here.
    pub(in crate::paths) fn look_ahead<T: Default>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        if self.is_ahead {
            return T::default();
        }
        let mut ahead = self.ahead.take().unwrap_or_else(|| {
            let mut ahead = Box::new(Machine::new(self.game, self.plan, self.tables));
            ahead.is_ahead = true;
            ahead
        });
        ahead.memory.position.load_board(&self.memory.position.board);
        // The log leads to the position after the move.
        let made = |key: u64| if self.was { 0 } else { key };
        ahead.key = self.key ^ made(self.memory.position.position_key());
        ahead.board_key = self.board_key ^ made(self.memory.position.board_key());
        ahead.memory.history.clone_from(&self.memory.history);
        ahead.stopped = Registers::at_rest();
        (ahead.budget, ahead.fuel, ahead.used, ahead.stop) = (self.fuel, self.fuel, 0, self.stop);
        let answer = ask(&mut ahead);
        self.fuel = match ahead.fuel {
            0 => 0,
            _ => self.fuel.saturating_sub(ahead.used()),
        };
        self.ahead = Some(ahead);
        answer
    }

    /// Whether the player to move has no move.
    pub(super) fn lacks_moves(&mut self) -> bool {
        self.look_ahead(|ahead| {
            let mover = ahead.path_slot().mover;
            ahead.find_all(mover);
            !ahead.has_legal_candidate()
        })
    }

    /// Whether no player has a move if all players pass in turn.
    pub(super) fn nobody_moves(&mut self) -> bool {
        self.look_ahead(|ahead| {
            let mover = ahead.path_slot().mover;
            ahead.find_all(mover);
            !ahead.has_legal_candidate() && ahead.others_lack_moves()
        })
    }

    /// The number of moves of the player to move.
    pub(super) fn count_moves(&mut self) -> usize {
        self.look_ahead(|ahead| ahead.legal().len())
    }

    /// The pieces of a player from which rules of these names give a move.
    pub(super) fn can(&mut self, player: PlayerId, names: &[NameId]) -> Bitset<W> {
        let able = self.look_ahead(|ahead| {
            let mut able = Vec::new();
            ahead.begin_turn(player);
            let plane = ahead.shape().owner_plane(player);
            for site in bits(ahead.memory.position.board.plane(plane)) {
                if ahead.can_from(site, names) {
                    able.push(site);
                }
            }
            able
        });
        let mut sites = [0; W];
        able.into_iter().for_each(|site| insert(&mut sites, site));
        sites
    }

    /// Whether rules of these names give the piece on a site a move.
    fn can_from(&mut self, site: u16, names: &[NameId]) -> bool {
        let game = self.game;
        let piece = SiteId(site).some().and_then(|site| self.memory.position.board.piece(site.index()));
        let calls = piece.map_or(&[][..], |piece| &game.rules.pieces[piece.kind.index()].moves);
        calls.iter().filter(|call| names.contains(&game.rules.rules[call.rule.index()].name)).any(|call| {
            self.memory.candidates.clear();
            self.memory.scores.clear();
            self.list(call.rule, site);
            self.has_legal_candidate()
        })
    }
}
