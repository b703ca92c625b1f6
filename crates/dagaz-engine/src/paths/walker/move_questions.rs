//! Questions of rules about the legal moves of a position, as the reference interpreter answers
//! them.

use dagaz_core::{MoveList, SiteId, State};
use dagaz_rules::path::NameId;

use super::super::sites::Sites;
use super::{Halt, Walker};

impl<'g> Walker<'g> {
    /// Whether the player whose view this is is to move and cannot.
    pub(in crate::paths) fn stuck(&mut self) -> Result<bool, Halt> {
        if self.game.slot(&self.state).mover != self.at.me {
            return Ok(false);
        }
        self.lacks_moves()
    }

    /// Whether no player would have a move, if the turns passed on one after the other.
    pub(in crate::paths) fn nobody_moves(&mut self) -> Result<bool, Halt> {
        if self.shallow || !self.lacks_moves()? {
            return Ok(false);
        }
        let state = self.state.clone();
        Ok(self.game.others_lack_moves(&state)?)
    }

    /// Whether the player to move has no move.
    fn lacks_moves(&mut self) -> Result<bool, Halt> {
        if let Some(known) = self.known_stuck {
            return Ok(known);
        }
        // What is asked about does not outlive this question.
        let state = self.state.clone();
        self.lacks_moves_in(&state)
    }

    fn lacks_moves_in(&mut self, state: &State) -> Result<bool, Halt> {
        if self.shallow {
            return Ok(false);
        }
        let game = self.game;
        let mut walker = Walker::new(game, state, game.slot(state).mover, self.fuel.clone());
        walker.history = self.history;
        let slot = game.slot(state);
        let ordered = game.rules.orders_pseudo_legal(slot);
        (walker.shallow, walker.wants_one) = (true, !ordered);
        let names = &slot.names;
        let flow = match ordered {
            // A class that comes first leaves none to the others, even if all its moves are
            // forbidden.
            true => game.draft(&mut walker, slot),
            false => walker.all_moves(&|name| names.is_empty() || names.contains(&name)),
        };
        let (left, stuck) = (walker.fuel.left(), walker.drafts.is_empty());
        self.fuel.spend(self.fuel.left() - left)?;
        match flow {
            Err(Halt::Limit(hit)) => Err(hit.into()),
            _ => Ok(stuck),
        }
    }

    /// Pieces from which a rule of these names gives a move.
    pub(in crate::paths) fn can(&mut self, names: &[NameId]) -> Result<Sites, Halt> {
        let game = self.game;
        let state = self.seen().clone();
        let mut able = Sites::none(game.tables.width);
        if self.shallow {
            return Ok(able);
        }
        let mine: Vec<SiteId> = state.sites_of(&game.layout, self.at.me).collect();
        for site in mine.into_iter().filter(|site| *site != game.tables.hand) {
            let Some(piece) = state.piece(site) else { continue };
            if game.is_further_part(&state, site) {
                continue;
            }
            let mut walker = Walker::new(game, &state, self.at.me, self.fuel.clone());
            walker.history = self.history;
            (walker.shallow, walker.wants_one) = (true, true);
            for call in &game.rules.pieces[piece.kind.index()].moves {
                if !names.contains(&game.rules.rules[call.rule.index()].name) {
                    continue;
                }
                match walker.one(call.rule, site) {
                    Err(Halt::Enough) => able.insert(site),
                    Err(limit) => return Err(limit),
                    Ok(()) => {}
                }
            }
            let left = walker.fuel.left();
            self.fuel.spend(self.fuel.left() - left)?;
        }
        Ok(able)
    }

    /// The number of legal moves of the player to move. Questions about moves cannot be nested, or
    /// the evaluation would not end.
    pub(in crate::paths) fn count_moves(&mut self) -> Result<usize, Halt> {
        if self.shallow {
            return Ok(0);
        }
        let mut list = MoveList::new();
        let mut fuel = self.fuel.clone();
        let units = fuel.left();
        self.game.legal(&self.state.with_past(self.history), &mut list, &mut fuel, true)?;
        self.fuel.spend(units - fuel.left())?;
        Ok(list.len())
    }
}
