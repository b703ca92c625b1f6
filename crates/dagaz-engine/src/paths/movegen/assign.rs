//! Assignments: variables of the game, of sites, of pieces and of the move.

use dagaz_core::{AttributeId, Effect as Done, SiteId};

use super::super::plan::{NumberId, Target};
use super::super::tables::Place;
use super::{Machine, Registers};

impl<const W: usize> Machine<'_, W> {
    /// The attribute that says whether a piece has not moved yet, if rules ask for it.
    #[inline]
    fn unmoved(&self) -> Option<AttributeId> {
        match self.game.tables.places[self.game.rules.unmoved?.index()] {
            Place::Piece(attribute) => Some(attribute),
            _ => None,
        }
    }

    fn is_unmoved(&self, attribute: AttributeId) -> bool {
        self.unmoved() == Some(attribute)
    }

    /// The piece on a site has moved.
    #[inline]
    pub(super) fn has_moved(&mut self, at: &mut Registers, site: u16) {
        let Some(attribute) = self.unmoved() else { return };
        if self.memory.position.board.attribute(self.shape(), site.into(), 0, attribute) != 0 {
            self.memory.position.set_attribute(site.into(), attribute, 0);
            self.effect(at, Done::Set { site: SiteId(site), attribute, value: 0 });
        }
    }

    /// Notes whether a site has vanished.
    pub(super) fn set_closed(&mut self, at: &mut Registers, site: u16, closed: bool) {
        let place = self.game.rules.closed.map(|var| self.game.tables.places[var.index()]);
        if let Some(Place::State(first)) = place {
            self.set_state(at, first + site, i64::from(closed), false);
        }
    }

    pub(super) fn set_state(&mut self, at: &mut Registers, index: u16, value: i64, add: bool) {
        let old = self.memory.position.board.variable(self.shape(), index);
        let value = cut(if add { i64::from(old).saturating_add(value) } else { value });
        if value != old {
            self.memory.position.set_variable(index, value);
            self.effect(at, Done::Assign { variable: index, value });
        }
    }

    pub(super) fn keep_set(&mut self, at: &mut Registers, first: u16, set: [u64; W]) {
        for index in 0..2 * W.min(self.game.tables.width) {
            let half = (set[index / 2] >> (index % 2 * 32)) as u32;
            self.set_state(at, first + index as u16, i64::from(half as i32), false);
        }
    }

    pub(super) fn assign(&mut self, at: &mut Registers, to: Target, value: NumberId, add: bool) -> bool {
        if let Target::Element(array, index) = to {
            let (index, value) = (self.number(index, at), self.number(value, at));
            let Some(index) = array.element(index) else { return false };
            self.set_state(at, index, value, add);
            return true;
        }
        let value = self.number(value, at);
        match to {
            Target::Passing(place) => {
                let old = self.memory.numbers[usize::from(place)];
                self.pass(place, i64::from(cut(if add { old.saturating_add(value) } else { value })));
            }
            Target::State(index) => self.set_state(at, index, value, add),
            Target::Sites(first, subject) => {
                for site in self.subjects(subject, at) {
                    self.set_state(at, first + site, value, add);
                }
            }
            Target::Pieces(attribute, subject) => {
                for site in self.bearers(subject, at) {
                    if self.memory.position.board.is_empty(site.into()) {
                        continue;
                    }
                    let old = i64::from(self.memory.position.board.attribute(self.shape(), site.into(), 0, attribute));
                    let value = cut(if add { old.saturating_add(value) } else { value });
                    // As when a piece moves: a right that is gone already is no effect of the move.
                    if i64::from(value) == old && self.is_unmoved(attribute) {
                        continue;
                    }
                    self.memory.position.set_attribute(site.into(), attribute, value);
                    self.effect_on(at, site, Done::Set { site: SiteId(site), attribute, value });
                }
            }
            Target::Element(..) => {}
        }
        true
    }
}

fn cut(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
