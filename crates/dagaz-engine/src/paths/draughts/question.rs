//! What rules ask: sets of sites, numbers, truths.

use dagaz_core::PlayerId;
use dagaz_rules::Comparison;
use dagaz_rules::path::{self as rules, PlayerRef, Set};

use super::form::{Amount, DEAD, Number, Test, Truth};
use super::side::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;
use crate::paths::tables::Place;

impl<B: Bits> Reader<'_, B> {
    pub(super) fn everything(&self) -> Test<B> {
        let codes = (1 << (self.rules.pieces.len() * self.rules.players.len())) - 1;
        Test { now: codes | EMPTY | DEAD, was: codes | EMPTY, zone: self.board }
    }

    pub(super) fn test(&mut self, set: &Set) -> Option<u16> {
        let test = self.test_of(set)?;
        Some(self.kept(test))
    }

    pub(super) fn kept(&mut self, test: Test<B>) -> u16 {
        let known = self.side.tests.iter().position(|known| *known == test);
        known.unwrap_or_else(|| {
            self.side.tests.push(test);
            self.side.tests.len() - 1
        }) as u16
    }

    /// The sites of a set, if they differ only in what stands or stood there.
    pub(super) fn test_of(&self, set: &Set) -> Option<Test<B>> {
        let all = self.everything();
        let kinds = self.rules.pieces.len();
        let of = |owners: &[PlayerId]| {
            let codes = owners.iter().filter(|owner| owner.index() < self.rules.players.len());
            codes.fold(0, |mask, owner| mask | ((1 << kinds) - 1) << (owner.index() * kinds))
        };
        let now = |now: u32| Some(Test { now, ..all.clone() });
        match set {
            Set::Board => Some(all),
            Set::Fixed(sets) => {
                let set = sets.get(self.me.index()).or(sets.first())?;
                let zone = set.iter().fold(B::NONE, |zone, site| zone | B::one(site.index()));
                Some(Test { zone: zone & self.board, ..all })
            }
            Set::Empty => now(EMPTY),
            Set::Occupied => now(all.now & !EMPTY),
            Set::Mine => now(of(&[self.me])),
            Set::Friend => now(of(&self.game.tables.friends[self.me.index()])),
            Set::Enemy => now(of(&self.game.tables.enemies[self.me.index()])),
            Set::Nobody => now(0),
            Set::Open => now(all.now & !of(&self.game.tables.friends[self.me.index()]) & !DEAD),
            Set::Of(PlayerRef::Me) => now(of(&[self.me])),
            Set::Of(PlayerRef::Player(player)) => now(of(&[*player])),
            Set::Kinds(wanted) => {
                let codes = (0..self.rules.players.len())
                    .flat_map(|player| wanted.iter().map(move |kind| player * kinds + kind.index()));
                now(codes.fold(0, |mask, code| mask | 1 << code))
            }
            Set::Was(inner) => {
                let inner = self.test_of(inner)?;
                if inner.was != all.was {
                    return None;
                }
                Some(Test { now: all.now, was: inner.now & !DEAD, zone: inner.zone })
            }
            Set::And(parts) => parts.iter().try_fold(all, |test, part| {
                let part = self.test_of(part)?;
                Some(Test { now: test.now & part.now, was: test.was & part.was, zone: test.zone & part.zone })
            }),
            Set::Or(parts) => {
                let mut parts = parts.iter().map(|part| self.test_of(part));
                let first = parts.next()??;
                parts.try_fold(first, |test, part| {
                    let part = part?;
                    let same = [test.now == part.now, test.was == part.was, test.zone == part.zone];
                    (same.iter().filter(|same| !**same).count() <= 1).then(|| Test {
                        now: test.now | part.now,
                        was: test.was | part.was,
                        zone: test.zone | part.zone,
                    })
                })
            }
            Set::Not(inner) => {
                let inner = self.test_of(inner)?;
                match [inner.now == all.now, inner.was == all.was, inner.zone == all.zone] {
                    [false, true, true] => now(all.now & !inner.now),
                    [true, false, true] => Some(Test { was: all.was & !inner.was, ..all }),
                    [true, true, false] => Some(Test { zone: self.board.less(inner.zone), ..all }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn number(&mut self, number: &rules::Number) -> Option<Number> {
        Some(match number {
            rules::Number::Is(value) => Number::Is(i64::from(*value)),
            rules::Number::Var(var) => match self.game.tables.places[var.index()] {
                Place::Passing(place) => Number::Var(u8::try_from(place).ok()?),
                _ => return None,
            },
            rules::Number::Count(set) => {
                let parts = match set {
                    Set::And(parts) => parts.as_slice(),
                    other => std::slice::from_ref(other),
                };
                let subject = |part: &&Set| matches!(part, Set::Captured | Set::Origin | Set::Here);
                let [of] = parts.iter().filter(subject).collect::<Vec<_>>()[..] else { return None };
                let rest: Vec<Set> = parts.iter().filter(|part| !subject(part)).cloned().collect();
                let test = self.test_of(&Set::And(rest))?;
                let (all, kept) = (self.everything(), self.kept(test.clone()));
                match of {
                    // What has been captured is not there any more, and the piece that set out is
                    // elsewhere.
                    Set::Captured if test.now == all.now => Number::Captured(kept),
                    Set::Origin if test.now == all.now => Number::Origin(kept),
                    Set::Here => Number::Here(kept),
                    _ => return None,
                }
            }
            rules::Number::Of(operation, parts) => {
                let parts: Option<Vec<Number>> = parts.iter().map(|part| self.number(part)).collect();
                Number::Of(*operation, parts?)
            }
            _ => return None,
        })
    }

    pub(super) fn truth(&mut self, truth: &rules::Truth) -> Option<Truth> {
        let mut all =
            |parts: &[rules::Truth]| parts.iter().map(|part| self.truth(part)).collect::<Option<Vec<Truth>>>();
        Some(match truth {
            rules::Truth::Always(holds) => Truth::Always(*holds),
            rules::Truth::Stuck => Truth::Stuck,
            rules::Truth::MyTurn => Truth::MyTurn,
            rules::Truth::Me(player) => Truth::Always(*player == self.me),
            rules::Truth::Not(inner) => match self.truth(inner)? {
                Truth::Compare(Amount::Repeats, Comparison::Less, Amount::Is(times)) => Truth::repeated(times),
                inner => Truth::Not(Box::new(inner)),
            },
            rules::Truth::And(parts) => Truth::And(all(parts)?),
            rules::Truth::Or(parts) => Truth::Or(all(parts)?),
            rules::Truth::Any(set) => Truth::Any(self.position_test(set)?),
            rules::Truth::Compare(one, comparison, other) => {
                match (self.amount(one)?, *comparison, self.amount(other)?) {
                    (Amount::Repeats, Comparison::Greater, Amount::Is(times)) => {
                        Truth::repeated(times.saturating_add(1))
                    }
                    (one, comparison, other) => Truth::Compare(one, comparison, other),
                }
            }
            _ => return None,
        })
    }

    pub(super) fn amount(&mut self, number: &rules::Number) -> Option<Amount> {
        Some(match number {
            rules::Number::Is(value) => Amount::Is(i64::from(*value)),
            rules::Number::Count(set) => Amount::Count(self.position_test(set)?),
            rules::Number::Repeats(_) => Amount::Repeats,
            rules::Number::Var(var) => Amount::Counter(self.counter(*var)?),
            _ => return None,
        })
    }

    /// A set of sites between two moves.
    pub(super) fn position_test(&mut self, set: &Set) -> Option<u16> {
        let test = self.test(set)?;
        (self.side.tests[usize::from(test)].was == self.everything().was).then_some(test)
    }
}
