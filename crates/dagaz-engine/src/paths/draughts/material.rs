//! The greatest number of pieces with which a condition can hold: a cheap test before the condition
//! itself. It does not evaluate conditions.

use dagaz_rules::Comparison;

use super::counters::Event;
use super::form::{Amount, Truth};
use super::side::Reader;
use crate::paths::bits::Bits;

/// How two bounds become one: their minimum where both conditions hold, else their maximum.
type Joined = fn(u32, u32) -> u32;

/// Upper bounds of numbers of pieces.
struct Material {
    /// For each player.
    players: Vec<u32>,
    all: u32,
}

impl Material {
    fn unlimited(players: usize) -> Material {
        Material { players: vec![u32::MAX; players], all: u32::MAX }
    }

    /// Bounds that hold where both conditions hold, or where either does.
    fn join(self, other: &Material, of_two: Joined) -> Material {
        let players = self.players.iter().zip(&other.players).map(|(one, two)| of_two(*one, *two)).collect();
        Material { players, all: of_two(self.total(), other.total()) }
    }

    fn total(&self) -> u32 {
        self.players.iter().fold(0, |sum: u32, most| sum.saturating_add(*most)).min(self.all)
    }
}

impl<B: Bits> Reader<'_, B> {
    /// Returns the greatest number of pieces on the board after a move with which an event can
    /// hold, or `u32::MAX`.
    pub(super) fn most_pieces(&self, event: &Event) -> u32 {
        self.material_of_event(event).total()
    }

    fn material_of_event(&self, event: &Event) -> Material {
        match event {
            Event::Now(truth) => self.material(truth, true),
            Event::And(parts) => self.joined(parts.iter().map(|part| self.material_of_event(part)), u32::min),
            Event::Or(parts) => self.joined(parts.iter().map(|part| self.material_of_event(part)), u32::max),
            Event::Compare(one, comparison, other) if !one.before && !other.before => {
                self.compared(&one.amount, *comparison, &other.amount, true)
            }
            Event::Not(inner) => match &**inner {
                Event::Now(truth) => self.material(truth, false),
                Event::Compare(one, comparison, other) if !one.before && !other.before => {
                    self.compared(&one.amount, *comparison, &other.amount, false)
                }
                _ => self.unlimited(),
            },
            _ => self.unlimited(),
        }
    }

    /// Returns bounds that hold where a condition about the board holds, or where it does not.
    fn material(&self, truth: &Truth, holds: bool) -> Material {
        let (all, any): (Joined, Joined) = if holds { (u32::min, u32::max) } else { (u32::max, u32::min) };
        match truth {
            Truth::Not(inner) => self.material(inner, !holds),
            Truth::And(parts) => self.joined(parts.iter().map(|part| self.material(part, holds)), all),
            Truth::Or(parts) => self.joined(parts.iter().map(|part| self.material(part, holds)), any),
            Truth::Compare(one, comparison, other) => self.compared(one, *comparison, other, holds),
            _ => self.unlimited(),
        }
    }

    fn joined(&self, parts: impl Iterator<Item = Material>, of_two: Joined) -> Material {
        parts.reduce(|one, other| one.join(&other, of_two)).unwrap_or_else(|| self.unlimited())
    }

    /// Returns the bounds of a comparison of the number of all pieces, or of one player's, with a
    /// constant.
    fn compared(&self, one: &Amount, comparison: Comparison, other: &Amount, holds: bool) -> Material {
        let (counted, comparison, limit) = match (one, other) {
            (Amount::Count(counted), Amount::Is(limit)) => (*counted, comparison, *limit),
            (Amount::Is(limit), Amount::Count(counted)) => (*counted, comparison.mirrored(), *limit),
            _ => return self.unlimited(),
        };
        let most = match (comparison, holds) {
            (Comparison::Equal, true) | (Comparison::Greater, false) => limit,
            (Comparison::Less, true) => limit.saturating_sub(1),
            _ => return self.unlimited(),
        };
        let most = u32::try_from(most.max(0)).unwrap_or(u32::MAX);
        let test = &self.side.tests[usize::from(counted)];
        let kinds = self.rules.pieces.len();
        let covers = |player: usize| {
            let codes = ((1 << kinds) - 1) << (player * kinds);
            test.zone == self.board && test.now & codes == codes
        };
        let covered: Vec<bool> = (0..self.rules.players.len()).map(covers).collect();
        let players = covered.iter().map(|covered| if *covered { most } else { u32::MAX }).collect();
        Material { players, all: if covered.iter().all(|covered| *covered) { most } else { u32::MAX } }
    }

    fn unlimited(&self) -> Material {
        Material::unlimited(self.rules.players.len())
    }
}
