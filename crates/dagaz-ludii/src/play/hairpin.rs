//! Remembered places of pieces on tracks that meet a site twice.
//!
//! For each such track a register counts the pieces of each component on each place whose site has
//! several places. Other places follow from the site.

use crate::rules::hairpin::Hairpin;

use super::run::Run;

impl<'g> Run<'g> {
    /// Returns the register of a place, if its pieces are counted.
    fn place_register(&self, hairpin: &Hairpin, what: u16, place: u16) -> Option<usize> {
        let rank = hairpin.ranks[usize::from(place)]?;
        let dice = self.die_register(self.dice());
        let components = self.rules.components.len();
        Some(dice + hairpin.before * components + usize::from(what) * hairpin.shared + usize::from(rank))
    }

    fn count_place(&mut self, hairpin: &Hairpin, what: u16, place: u16, by: i32) {
        if let Some(register) = self.place_register(hairpin, what, place) {
            let count = self.position.get(register);
            self.position.set(register, count.saturating_add(by));
        }
    }

    /// Notes that pieces have come to a slot from outside.
    pub(crate) fn enter_tracks(&mut self, what: u16, slot: usize, count: i32) {
        let rules = self.rules;
        for hairpin in &rules.hairpins {
            if let Some(first) = hairpin.places[slot].first() {
                self.count_place(hairpin, what, *first, count);
            }
        }
    }

    /// Notes that pieces have been taken off a slot.
    pub(crate) fn leave_tracks(&mut self, what: u16, slot: usize, count: i32) {
        let rules = self.rules;
        for hairpin in &rules.hairpins {
            for place in &hairpin.places[slot] {
                self.count_place(hairpin, what, *place, -count);
            }
        }
    }

    /// Notes that pieces have moved: they come to the next place of the target, or to its first
    /// place if there is none after theirs.
    pub(crate) fn move_on_tracks(&mut self, what: u16, from: usize, to: usize, count: i32) {
        let rules = self.rules;
        for hairpin in &rules.hairpins {
            let targets = &hairpin.places[to];
            if hairpin.places[from].is_empty() {
                if let Some(first) = targets.first() {
                    self.count_place(hairpin, what, *first, count);
                }
                continue;
            }
            let Some(place) = self.place_of(hairpin, what, from) else { continue };
            self.count_place(hairpin, what, place, -count);
            let next = targets.iter().find(|target| **target >= place).or(targets.first());
            if let Some(next) = next {
                self.count_place(hairpin, what, *next, count);
            }
        }
    }

    /// Returns the first place of a slot that has a piece of a component.
    pub(crate) fn place_of(&self, hairpin: &Hairpin, what: u16, slot: usize) -> Option<u16> {
        let has = |place: &&u16| match self.place_register(hairpin, what, **place) {
            Some(register) => self.position.get(register) > 0,
            None => true,
        };
        hairpin.places[slot].iter().find(has).copied()
    }
}
