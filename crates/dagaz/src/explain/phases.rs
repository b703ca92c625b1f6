//! Phases of the turn order explained: which turns they have, and what is so in one of them alone.

use dagaz_core::{PlayerId, SlotId};
use dagaz_rules::path::{PathSlot, Phase};

use super::Explanation;
use super::paths::Explainer;

impl Explainer<'_> {
    /// Each phase with the turns that it has and where it begins for each player.
    pub(super) fn phases(&self) -> Vec<Explanation> {
        let describe = |phase: &Phase| {
            let (first, last) = (phase.from.index() + 1, phase.to.index());
            let turns = match first == last {
                true => format!("the turn {first}"),
                false => format!("the turns {first} to {last}"),
            };
            let item = Explanation::new(format!("phase {}: {turns}, again and again", phase.name));
            let begins = (0..self.rules.players.len()).map(PlayerId::at).filter_map(|player| {
                let slots = (first - 1..last).find(|slot| self.rules.slots[*slot].mover == player)?;
                Some(format!("{} begins with {}", self.player(player), slots + 1))
            });
            let begins: Vec<String> = begins.collect();
            item.line(format!("(goto {}) leads there: {}", phase.name, begins.join(", ")))
        };
        self.rules.phases.iter().map(describe).collect()
    }

    /// Each phase with a turn of it: what is so there alone is the same in all of its turns. Where
    /// others stand within it a turn is taken that belongs to none of them, if it has one.
    pub(super) fn turns_of_phases(&self) -> impl Iterator<Item = (&Phase, &PathSlot)> {
        let phases = &self.rules.phases;
        phases.iter().filter_map(move |phase| {
            let of = |slot: &usize| phases.iter().filter(|other| other.has(SlotId::at(*slot))).count();
            let slot = (phase.from.index()..phase.to.index()).min_by_key(of)?;
            Some((phase, self.rules.slots.get(slot)?))
        })
    }

    /// Returns an item about the clause of a head that stands at a place among those of a phase.
    pub(super) fn written_in(&self, phase: &Phase, head: &str, place: usize, title: String) -> Explanation {
        let mut own = self.of_phases.iter().filter(|(name, said)| *name == phase.name && said.head == head);
        match own.nth(place) {
            Some((_, said)) => self.written(title, said),
            None => Explanation::new(title),
        }
    }
}
