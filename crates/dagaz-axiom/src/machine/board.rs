//! The board under the machine: registers of the turn, a cell for each site, the script's
//! variables. And effects, which change it when a move is applied.

use dagaz_core::{Effect, Fuel, PieceTypeId, PlayerId, SiteId};

use crate::machine::{Machine, Trouble};
use crate::program::{NOWHERE, OWNER_MASK, PLAYER_SHIFT, Program, TYPE_MASK};

/// The cells with which each board begins.
pub(crate) struct Register;

impl Register {
    /// The slot of the turn order.
    pub(crate) const SLOT: usize = 0;
    /// Who moves.
    pub(crate) const PLAYER: usize = 1;
    /// Whose pieces are moved.
    pub(crate) const FOR_PLAYER: usize = 2;
    /// The only move type allowed, or 0.
    pub(crate) const OF_TYPE: usize = 3;
    /// Whether the turn continues after a part of a move.
    pub(crate) const PARTIAL: usize = 4;
    /// Cells before the first site.
    pub(crate) const COUNT: usize = 8;
}

/// The number of bits of an effect code that hold the token. The bits above hold the order in the
/// move, so that moves with the same effects in another order differ.
const ACTION_SHIFT: u32 = 20;
/// The effect code that pushes a number for the next word.
pub(crate) const ACTION_LITERAL: u32 = 0;
/// The effect code for a partial move; its operand is the move type, or 0.
pub(crate) const ACTION_PARTIAL: u32 = (1 << ACTION_SHIFT) - 1;

/// The effect code without an effect. It distinguishes moves that differ only in a relevant order.
pub(crate) const ACTION_NOTHING: u32 = ACTION_PARTIAL - 1;

/// Returns the code of an effect in a move with `before` effects so far.
pub(crate) fn action(token: u32, before: usize) -> u32 {
    token | (before as u32) << ACTION_SHIFT
}

/// Returns the token of an effect code, or one of the constants above.
pub(crate) fn action_token(action: u32) -> u32 {
    action & ((1 << ACTION_SHIFT) - 1)
}

impl Machine {
    /// Returns the cell of a site; 0 beyond the board.
    #[inline]
    pub(crate) fn cell(&self, program: &Program, site: i32) -> i32 {
        if (site as u32 as usize) < program.sites.len() {
            self.board.get(site as usize + Register::COUNT).copied().unwrap_or(0)
        } else {
            0
        }
    }

    pub(crate) fn set_cell(&mut self, program: &Program, site: i32, value: i32) {
        if (site as u32 as usize) < program.sites.len()
            && let Some(cell) = self.board.get_mut(site as usize + Register::COUNT)
        {
            *cell = value;
        }
    }

    pub(crate) fn register(&self, which: usize) -> i32 {
        self.board.get(which).copied().unwrap_or(0)
    }

    pub(crate) fn set_register(&mut self, which: usize, value: i32) {
        if let Some(cell) = self.board.get_mut(which) {
            *cell = value;
        }
    }

    /// Returns whether pieces of this owner are the current player's friends.
    #[inline]
    pub(crate) fn is_friend(&mut self, program: &Program, owner: i32, fuel: &mut Fuel<'_>) -> Result<bool, Trouble> {
        let player = self.board[Register::PLAYER];
        if program.events.friends == 0 {
            return Ok(owner == player && owner != 0);
        }
        self.are_friends(program, owner, player, fuel)
    }

    /// What the script says of two players.
    pub(crate) fn are_friends(
        &mut self,
        program: &Program,
        one: i32,
        other: i32,
        fuel: &mut Fuel<'_>,
    ) -> Result<bool, Trouble> {
        if program.events.friends == 0 || one == 0 || other == 0 {
            return Ok(one == other && one != 0);
        }
        let depth = self.depth;
        self.push(one);
        self.push(other);
        let answer = self.event(program, program.events.friends, fuel);
        self.set_depth(depth);
        Ok(answer? != 0)
    }

    /// Where a direction leads from the cursor.
    #[inline]
    pub(crate) fn neighbour(&self, program: &Program, direction: u16) -> u16 {
        match program.links.get(direction as usize) {
            Some(links) => links.get(self.cursor.here as u32 as usize).copied().unwrap_or(NOWHERE),
            None => NOWHERE,
        }
    }

    /// Returns a direction as the current player means it.
    #[inline]
    pub(crate) fn meant(&self, program: &Program, direction: u16) -> u16 {
        let player = (self.board[Register::PLAYER] >> PLAYER_SHIFT & 31) as usize;
        match program.symmetries.get(player.wrapping_sub(1)) {
            Some(row) => row.get(direction as usize).copied().unwrap_or(direction),
            None => direction,
        }
    }

    /// Returns the cell of a piece.
    pub(crate) fn piece_cell(program: &Program, kind: PieceTypeId, owner: PlayerId) -> i32 {
        let kind = i32::from(kind.0) + 1;
        if owner == PlayerId::NONE { kind } else { kind | program.player_cell(owner.index()) }
    }

    /// Returns the type of a piece's cell, if the script has it.
    pub(crate) fn kind(program: &Program, value: i32) -> Option<PieceTypeId> {
        let kind = usize::try_from(value & TYPE_MASK).ok()?.checked_sub(1)?;
        (kind < program.pieces.len()).then(|| PieceTypeId::at(kind))
    }

    /// Returns the owner of a piece's cell, or `None` if the number is not a player.
    pub(crate) fn owner(program: &Program, value: i32) -> Option<PlayerId> {
        match value & OWNER_MASK {
            0 => Some(PlayerId::NONE),
            cell => program.player_index(cell).map(PlayerId::at),
        }
    }

    /// Applies effects to the current board, in their order. What the script's own words do wrong
    /// stops the rest.
    pub(crate) fn apply(&mut self, program: &Program, effects: &[Effect], fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        let depth = self.depth;
        let outcome = effects.iter().try_for_each(|&effect| self.apply_one(program, effect, fuel));
        self.set_depth(depth);
        outcome
    }

    fn apply_one(&mut self, program: &Program, effect: Effect, fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        let at = |site: SiteId| i32::from(site.0);
        match effect {
            Effect::Move { from, to } if from != to => {
                let piece = self.cell(program, at(from));
                self.set_cell(program, at(to), piece);
                self.set_cell(program, at(from), 0);
            }
            Effect::Remove { site } => self.set_cell(program, at(site), 0),
            Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                self.set_cell(program, at(site), Machine::piece_cell(program, kind, owner));
            }
            Effect::Become { site, kind } => {
                let piece = self.cell(program, at(site));
                if piece != 0 {
                    self.set_cell(program, at(site), piece & !TYPE_MASK | (i32::from(kind.0) + 1));
                }
            }
            Effect::Give { site, owner } => {
                let piece = self.cell(program, at(site));
                if piece != 0 {
                    let owner = if owner == PlayerId::NONE { 0 } else { program.player_cell(owner.index()) };
                    self.set_cell(program, at(site), piece & !OWNER_MASK | owner);
                }
            }
            Effect::Own { action, value } => match action_token(action) {
                ACTION_LITERAL => self.push(value),
                ACTION_PARTIAL => {
                    self.set_register(Register::PARTIAL, 1);
                    if value != 0 {
                        self.set_register(Register::OF_TYPE, value);
                    }
                }
                token => self.defer_run(program, token, fuel)?,
            },
            // Generators of scripts make no others.
            _ => {}
        }
        Ok(())
    }

    /// Runs a word that was deferred: it takes what numbers it finds on the stack.
    fn defer_run(&mut self, program: &Program, token: u32, fuel: &mut Fuel<'_>) -> Result<(), Trouble> {
        match program.entry(token as i32) {
            Some(entry) => self.nested(program, entry, fuel).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Advances the turn as the kit does: the next slot, and its players.
    pub(crate) fn next_turn(&mut self, program: &Program) {
        let slot = program.next_slot(self.register(Register::SLOT).max(0) as usize);
        self.set_slot(program, slot);
    }

    /// The turn of a slot begins.
    pub(crate) fn set_slot(&mut self, program: &Program, slot: usize) {
        self.set_register(Register::SLOT, slot as i32);
        if let Some(turn) = program.turns.get(slot) {
            self.set_register(Register::PLAYER, turn.player);
            self.set_register(Register::FOR_PLAYER, turn.for_player);
            self.set_register(Register::OF_TYPE, turn.of_type);
        }
    }
}
