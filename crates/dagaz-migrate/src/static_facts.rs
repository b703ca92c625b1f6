//! Data-flow facts at a place of a rule: the values of flags, and the possible contents of the
//! cursor's site.
//!
//! The macros of a ZRF repeat tests, since they do not know their context. Redundant tests and
//! impossible branches are removed. Tests see the board as it was, so facts hold until the cursor
//! moves.

use std::collections::BTreeMap;

use dagaz_rules::{Holder, Place, SiteTest, Truth};

use super::draft::Draft;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StaticFacts {
    flags: BTreeMap<u16, bool>,
    here: Contents,
}

/// What may be on a site: nothing, or pieces of the three kinds of holders, for each the piece
/// types.
#[derive(Clone, Debug, PartialEq)]
struct Contents(Vec<bool>);

const HOLDERS: [Holder; 3] = [Holder::Own, Holder::Enemy, Holder::Neutral];

impl Contents {
    fn such(draft: &Draft<'_>, empty: bool, is: impl Fn(Holder, usize) -> bool) -> Contents {
        let kinds = draft.pieces.len();
        let pieces = HOLDERS.iter().flat_map(|holder| (0..kinds).map(|kind| is(*holder, kind)));
        Contents(std::iter::once(empty).chain(pieces).collect())
    }

    fn anything(draft: &Draft<'_>) -> Contents {
        Contents::such(draft, true, |holder, _| holder != Holder::Neutral || draft.has_nobody)
    }

    fn both(&self, other: &Contents, with: impl Fn(bool, bool) -> bool) -> Contents {
        Contents(self.0.iter().zip(&other.0).map(|(one, other)| with(*one, *other)).collect())
    }

    /// Where a truth holds, if it asks of nothing but what is on the site under the cursor.
    fn of(draft: &Draft<'_>, truth: &Truth) -> Option<Contents> {
        let nothing = || Contents::such(draft, false, |_, _| false);
        let everything = || Contents::such(draft, true, |_, _| true);
        Some(match truth {
            Truth::Site(Place::Here, SiteTest::Empty) => Contents::such(draft, true, |_, _| false),
            Truth::Site(Place::Here, SiteTest::OnBoard) => everything(),
            Truth::Site(Place::Here, SiteTest::Holds(holder, kinds)) => Contents::such(draft, false, |of, kind| {
                (*holder == Holder::Anyone || *holder == of)
                    && (kinds.is_empty() || kinds.iter().any(|known| known.index() == kind))
            }),
            Truth::Not(inner) => Contents(Contents::of(draft, inner)?.0.into_iter().map(|may| !may).collect()),
            Truth::All(parts) => parts
                .iter()
                .try_fold(everything(), |all, part| Some(all.both(&Contents::of(draft, part)?, |a, b| a && b)))?,
            Truth::Any(parts) => parts
                .iter()
                .try_fold(nothing(), |all, part| Some(all.both(&Contents::of(draft, part)?, |a, b| a || b)))?,
            _ => return None,
        })
    }
}

impl StaticFacts {
    /// Nothing is.
    pub(super) fn nothing(draft: &Draft<'_>) -> StaticFacts {
        StaticFacts { flags: BTreeMap::new(), here: Contents::anything(draft) }
    }

    /// The cursor has moved.
    pub(super) fn leave(&mut self, draft: &Draft<'_>) {
        self.here = Contents::anything(draft);
    }

    /// A flag is what a truth says, of which everything known has been said.
    pub(super) fn set(&mut self, flag: u16, truth: &Truth) {
        match truth {
            Truth::Always(value) => {
                self.flags.insert(flag, *value);
            }
            _ => self.forget(flag),
        }
    }

    /// A flag may be anything.
    pub(super) fn forget(&mut self, flag: u16) {
        self.flags.remove(&flag);
    }

    /// What is known where one may have come from either of two ways.
    pub(super) fn or(self, other: &StaticFacts) -> StaticFacts {
        let here = self.here.both(&other.here, |one, other| one || other);
        let flags = self.flags.into_iter().filter(|(flag, value)| other.flags.get(flag) == Some(value)).collect();
        StaticFacts { flags, here }
    }

    /// A truth holds, or it does not.
    pub(super) fn learn(&mut self, draft: &Draft<'_>, truth: &Truth, holds: bool) {
        if let Some(contents) = Contents::of(draft, truth) {
            self.here = self.here.both(&contents, |may, such| may && such == holds);
            return;
        }
        match truth {
            Truth::Flag(flag) => {
                self.flags.insert(*flag, holds);
            }
            Truth::Not(inner) => self.learn(draft, inner, !holds),
            Truth::All(parts) if holds => parts.iter().for_each(|part| self.learn(draft, part, true)),
            Truth::Any(parts) if !holds => parts.iter().for_each(|part| self.learn(draft, part, false)),
            _ => {}
        }
    }

    /// Returns a truth without what is known.
    pub(super) fn settled(&self, draft: &Draft<'_>, truth: &Truth) -> Truth {
        if let Some(contents) = Contents::of(draft, truth) {
            let may = |wanted: bool| self.here.0.iter().zip(&contents.0).any(|(may, such)| *may && *such == wanted);
            match (may(true), may(false)) {
                (true, false) => return Truth::Always(true),
                (false, true) => return Truth::Always(false),
                _ => {}
            }
        }
        match truth {
            Truth::Flag(flag) => self.flags.get(flag).map_or(truth.clone(), |value| Truth::Always(*value)),
            Truth::Site(Place::At(site), SiteTest::In(zone)) => {
                let zone = &draft.rules.topology.zones()[zone.index()];
                let mut inside = draft.board.players.iter().map(|player| zone.of(*player).contains(*site));
                match inside.next() {
                    Some(first) if inside.all(|other| other == first) => Truth::Always(first),
                    _ => truth.clone(),
                }
            }
            Truth::Not(inner) => self.settled(draft, inner).negate(),
            Truth::All(parts) => self.settled_parts(draft, parts, true),
            Truth::Any(parts) => self.settled_parts(draft, parts, false),
            other => other.clone(),
        }
    }

    /// Returns all of them, or any: a part that is `idle` says nothing, and one of the other kind
    /// everything.
    fn settled_parts(&self, draft: &Draft<'_>, parts: &[Truth], idle: bool) -> Truth {
        let mut left = Vec::new();
        for part in parts {
            match self.settled(draft, part) {
                Truth::Always(value) if value == idle => {}
                Truth::Always(value) => return Truth::Always(value),
                part => left.push(part),
            }
        }
        match (left.len(), idle) {
            (0, _) => Truth::Always(idle),
            (1, _) => left.remove(0),
            (_, true) => Truth::All(left),
            (_, false) => Truth::Any(left),
        }
    }
}
