//! States made of positions.

use dagaz_core::{AttributeId, Change, Position, PositionError, State, UndoLog};

use super::game::PathGame;
use super::sites::Sites;
use super::tables::{LastBy, Place};

impl PathGame {
    pub(super) fn begin(&self, position: &Position, from_the_start: bool) -> Result<State, Vec<PositionError>> {
        let mut on_board = position.pieces.iter().map(|placement| placement.site);
        if let Some(site) = on_board.find(|site| !self.tables.board.contains(*site)) {
            return Err(vec![PositionError::NoSuchSite(site)]);
        }
        // What captured pieces, `visited` and the variables of a move are depends on earlier steps.
        if let Some((site, _)) = position.pending {
            return Err(vec![PositionError::MidTurn(site)]);
        }
        let mut state = crate::setup::set_up(&self.layout, self.rules.slots.len(), position)?;
        let mut log = UndoLog::new();
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        self.part_large_pieces(&mut change);
        if from_the_start {
            for (variable, place) in self.rules.variables.iter().zip(&self.tables.places) {
                let Place::State(first) = place else { continue };
                let words = match variable.home {
                    dagaz_rules::path::Home::Game => 1,
                    dagaz_rules::path::Home::Player => self.rules.players.len(),
                    dagaz_rules::path::Home::Numbers { count, .. } => usize::from(count),
                    _ => self.rules.topology.sites().len(),
                };
                if variable.kind == dagaz_rules::path::VariableKind::Number && variable.start != 0 {
                    (0..words).for_each(|word| change.assign(usize::from(*first) + word, variable.start as u32));
                }
            }
            for (var, site, value) in &self.rules.setup_variables {
                match self.tables.places[var.index()] {
                    Place::State(first) => change.assign(usize::from(first) + site.index(), *value as u32),
                    // A position that gives the variable of some pieces gives it of all.
                    Place::Piece(attribute) if !gives(position, attribute) => {
                        change.set_attribute(*site, attribute, *value);
                    }
                    _ => {}
                }
            }
            let width = self.tables.width;
            for (var, place, sites) in &self.rules.setup_sets {
                let Place::State(first) = self.tables.places[var.index()] else { continue };
                let first = usize::from(first) + usize::from(*place) * 2 * width;
                let halves = Sites::of_set(sites, width);
                halves.halves().enumerate().for_each(|(half, bits)| change.assign(first + half, bits));
            }
        }
        // A position that tells no variables, as FEN tells only the clock, says of the last move
        // only where it went.
        if !self.tells_variables(position)
            && let (Some(_), Some(word), Some(name)) =
                (position.last, self.tables.extras.last_name, self.rules.last_name)
        {
            change.assign(usize::from(word), LastBy::Name(name).word(&self.rules) as u32);
        }
        let mut log = UndoLog::new();
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        self.settle(&mut change);
        self.forget(&mut change);
        // The position is remembered as the rules ask for it, and as it is with all its variables.
        let history = self.tables.repeats.map(|of| self.history_key(&state, of));
        let (position_key, _) = state.keys_from_scratch(&self.layout);
        let words = state.words().to_vec();
        Ok(State::from_words(&self.layout, words, position_key, history.into_iter().collect(), false))
    }

    /// Returns the first variable of the game, of players or of sites that begins with a number
    /// other than 0; `None` if all begin with 0.
    pub(super) fn first_number_of_the_start(&self) -> Option<usize> {
        let word = |place: &Place, site: usize| match place {
            Place::State(first) => Some(usize::from(*first) + site),
            _ => None,
        };
        let mut variables = self.rules.variables.iter().zip(&self.tables.places);
        let mut placed = self.rules.setup_variables.iter().filter(|(.., value)| *value != 0);
        variables
            .find_map(|(variable, place)| word(place, 0).filter(|_| variable.start != 0))
            .or_else(|| placed.find_map(|(var, site, _)| word(&self.tables.places[var.index()], site.index())))
    }

    /// Whether a position gives a variable other than the half-move clock.
    pub(super) fn tells_variables(&self, position: &Position) -> bool {
        position.variables.iter().any(|(which, _)| Some(*which) != self.glossary.fen.halfmoves)
    }
}

/// Whether a position gives this variable of a piece.
fn gives(position: &Position, attribute: AttributeId) -> bool {
    position.pieces.iter().any(|placement| placement.attributes.iter().any(|(known, _)| *known == attribute))
}
