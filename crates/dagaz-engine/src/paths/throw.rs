//! Throws: the effects of what falls, and of the time that an event of the clock lets pass.
//!
//! The reference interpreter lists these effects, and the compiled executor writes them. The turn
//! that follows a throw is not handled here.

use dagaz_core::{Effect, PlayerId, SiteId};
use dagaz_rules::path::{Clock, Home, Roll, VarId};

use super::game::PathGame;
use super::tables::Place;

impl PathGame {
    /// Returns the effects of one result of a throw before a turn of a player.
    pub(super) fn throw_effects(&self, words: &[u32], player: PlayerId, roll: &Roll, result: &[i32]) -> Vec<Effect> {
        let set = |(var, value): (&VarId, &i32)| match self.tables.places[var.index()] {
            Place::State(variable) => Some(Effect::Assign { variable, value: *value }),
            _ => None,
        };
        let mut effects: Vec<Effect> = roll.vars.iter().zip(result).filter_map(set).collect();
        if let (Some(Clock { timers, .. }), [ticks, ..]) = (&roll.clock, result) {
            timers.iter().for_each(|timer| self.run_timer(words, player, (*timer, *ticks), &mut effects));
        }
        effects
    }

    /// Takes ticks from a timer: of the game, of the player whose turn follows, or of each piece.
    fn run_timer(&self, words: &[u32], player: PlayerId, (timer, ticks): (VarId, i32), effects: &mut Vec<Effect>) {
        let home = self.rules.variables[timer.index()].home;
        let left = |value: i32| value.saturating_sub(ticks).max(0);
        match self.tables.places[timer.index()] {
            Place::State(first) => {
                let variable = first + if home == Home::Player { u16::from(player.0) } else { 0 };
                let value = words[self.word_of(variable)] as i32;
                if left(value) != value {
                    effects.push(Effect::Assign { variable, value: left(value) });
                }
            }
            Place::Piece(attribute) => {
                let field = self.layout.field(attribute);
                for site in (0..self.layout.sites()).filter(|site| words[*site] != 0) {
                    let value = field.value(words[field.plane() * self.layout.sites() + site]);
                    if left(value) != value {
                        effects.push(Effect::Set { site: SiteId::at(site), attribute, value: left(value) });
                    }
                }
            }
            Place::Passing(_) => {}
        }
    }

    /// Returns the word of a state that holds a variable.
    fn word_of(&self, variable: u16) -> usize {
        let places = self.layout.places();
        match usize::from(variable).checked_sub(self.layout.spec().variables) {
            None => places.variables + usize::from(variable),
            Some(counter) => places.counters + counter,
        }
    }
}
