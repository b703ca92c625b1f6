//! Endings: how the game has ended before a move, where there is a move, and where there is none.

use dagaz_core::{EndingId, PlayerId};
use dagaz_rules::PassRule;
use dagaz_rules::path::PathSlot;

use super::super::movegen::{Machine, Registers};
use super::super::plan::{Side, TruthId};
use super::turn::Turn;

impl<const W: usize> Machine<'_, W> {
    /// Returns the first ending that holds and its player. `looking`: of the endings that look at
    /// moves, where the player to move has one; else of the others.
    pub(super) fn ended(&mut self, looking: bool) -> Option<(EndingId, PlayerId)> {
        let game = self.game;
        let asked = |index: usize| game.endings[index].looks_at_moves == looking;
        self.first_ending(asked, |side| &side.endings)
    }

    /// Returns the first ending that holds where the player to move has no move.
    fn ended_without_moves(&mut self) -> Option<(EndingId, PlayerId)> {
        self.first_ending(|_| true, |side| &side.endings_without_moves)
    }

    /// Returns the first of some endings that holds and its player. Players are asked in turn
    /// order, the last mover first.
    fn first_ending(
        &mut self,
        asked: impl Fn(usize) -> bool,
        truths: impl Fn(&Side) -> &[TruthId],
    ) -> Option<(EndingId, PlayerId)> {
        let (game, plan) = (self.game, self.plan);
        let last = self.memory.position.board.variable(self.shape(), game.tables.extras.last_mover) - 1;
        let first = if last >= 0 { PlayerId(last as u8) } else { self.path_slot().mover };
        let mut at = Registers::at_rest();
        at.origin = (self.memory.position.board.word(self.shape().last_from) as u16).wrapping_sub(1);
        for index in (0..game.endings.len()).filter(|index| asked(*index)) {
            let mut player = first;
            let mut failed = None;
            for _ in 0..game.rules.players.len() {
                self.me = player;
                // A question that is the same for all players is answered once.
                let truth = truths(plan.side(player))[index];
                if failed == Some(truth) || !self.holds(truth, &at) {
                    failed = Some(truth);
                } else if game.plays(player) && !self.is_out(player) {
                    return Some((EndingId::at(index), player));
                }
                player = plan.after[player.index()];
            }
        }
        None
    }

    /// Returns the ending that holds before moves are generated; `Err` if only the reference
    /// interpreter can decide.
    pub(super) fn early_ending(&mut self) -> Result<Option<(EndingId, PlayerId)>, ()> {
        let game = self.game;
        let early = self.ended(false);
        if self.fuel == 0 {
            return Err(());
        }
        if let Some((ending, player)) = early {
            let earlier = &game.endings[..ending.index()];
            return match earlier.iter().any(|ending| ending.looks_at_moves) {
                true => Err(()),
                false => Ok(Some((ending, player))),
            };
        }
        let may_end = game.endings_look_at_moves && self.ended(true).is_some();
        if may_end || self.must_leave() { Err(()) } else { Ok(None) }
    }

    /// Whether the player to move has to leave the game although there is a move.
    pub(super) fn must_leave(&mut self) -> bool {
        let plan = self.plan;
        self.me = self.path_slot().mover;
        plan.side(self.me).outs.iter().any(|out| self.holds(*out, &Registers::at_rest()))
    }

    /// Returns the ending, if any; the outer `None` if only the reference interpreter can decide.
    pub(super) fn ending(&mut self) -> Option<Option<(EndingId, PlayerId)>> {
        self.between_turns();
        let ending = self.early_ending().ok()?;
        let (game, slot) = (self.game, &self.game.rules.slots[self.slot().index()]);
        let may_pass = game.rules.pass == PassRule::Free && !game.endings_look_at_moves;
        if ending.is_some() || slot.roll.is_some() || may_pass {
            return Some(ending);
        }
        self.find_all(slot.mover);
        self.has_legal_candidate().then_some(None)
    }

    /// Whether one of the candidates is a legal move; `false` where a limit is near.
    pub(in crate::paths) fn has_legal_candidate(&mut self) -> bool {
        for place in 0..self.memory.candidates.len() {
            let is_legal = self.draw_candidate(place, true, false).is_some();
            self.memory.position.restore(0);
            if is_legal && self.fuel > 0 {
                return true;
            }
        }
        false
    }

    /// Whether no later player has a move, if the turns pass on one after the other. The position
    /// is then at one of these turns.
    pub(in crate::paths) fn others_lack_moves(&mut self) -> bool {
        // Forbidden results of later turns may ask about moves, which no question does.
        let is_ahead = std::mem::take(&mut self.is_ahead);
        let mut seen = vec![self.slot()];
        let answer = loop {
            self.pass_turn();
            self.commit();
            let slot = self.slot();
            if seen.contains(&slot) {
                break true;
            }
            seen.push(slot);
            let PathSlot { roll, mover, .. } = &self.game.rules.slots[slot.index()];
            match roll {
                // No time passes within the question.
                Some(roll) if roll.clock.is_some() => continue,
                // Chance always has a move, and may change the legal moves.
                Some(_) => break false,
                None => {}
            }
            self.find_all(*mover);
            if self.has_legal_candidate() || self.fuel == 0 {
                break false;
            }
        };
        self.is_ahead = is_ahead;
        answer
    }

    /// Plays the turn of a player without a legal move: the game ends, or the turn is passed on.
    pub(super) fn play_without_moves(&mut self, counts: bool, forgetful: bool) -> Turn {
        let game = self.game;
        if self.fuel == 0 || !game.rules.outs.is_empty() {
            return Turn::Unknown;
        }
        let ended = self.ended_without_moves();
        if self.fuel == 0 {
            return Turn::Unknown;
        }
        if let Some((ending, player)) = ended {
            return Turn::Ended(ending, player);
        }
        let slot = self.path_slot();
        let mover = slot.mover;
        let may_pass = match game.rules.pass {
            PassRule::Free => true,
            PassRule::Forced => {
                let passes =
                    game.tables.extras.passes.map(|word| self.memory.position.board.variable(self.shape(), word));
                let counted = passes.is_some_and(|passes| (passes as usize) < game.tables.extras.passes_most);
                // Chance always has a move.
                let rolls = game.rules.slots[self.slot_in_play(slot.next).index()].roll.is_some();
                let others_move = counted || rolls || !self.look_ahead(Machine::others_lack_moves);
                if self.fuel == 0 {
                    return Turn::Unknown;
                }
                others_move
            }
            _ => false,
        };
        if !may_pass {
            return Turn::Ended(EndingId::at(game.rules.endings.len()), mover);
        }
        self.pass_turn();
        self.conclude(forgetful);
        Turn::Played { choices: u64::from(counts), irreversible: false }
    }
}
