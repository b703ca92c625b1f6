//! Checks: truths about a whole state, resolved for one player. Endings and invariants are checks,
//! and so are the few questions of rules that are more than tests of sites.

use dagaz_core::{Piece, PieceTypeId, PlayerId};
use dagaz_rules::{Comparison, Number, SiteTest, Truth};

use crate::compile::Resolver;
use crate::program::{At, Test};

/// A truth, resolved. Paths, kinds and zones are tables of the program that owns it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Check {
    Always(bool),
    Not(Box<Check>),
    All(Box<[Check]>),
    Any(Box<[Check]>),
    Site(At, Test),
    Flag(u16),
    /// Some site of these owners' pieces, or any site at all if no owners are given.
    Somewhere(Option<Box<[PlayerId]>>, Box<Check>),
    Compare(Count, Comparison, Count),
    Captured(Box<[Piece]>),
    /// The player is to move and has no move.
    Stuck(PlayerId),
    AllStuck,
    Repeated(u32),
}

/// A number, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Count {
    Is(i64),
    Pieces { pieces: Box<[Piece]>, supplied: bool },
}

impl Check {
    pub(crate) fn resolve(resolver: &mut Resolver<'_>, truth: &Truth) -> Check {
        let mut each = |parts: &[Truth]| parts.iter().map(|part| Check::resolve(resolver, part)).collect();
        match truth {
            Truth::Always(value) => Check::Always(*value),
            Truth::Not(inner) => Check::Not(Box::new(Check::resolve(resolver, inner))),
            Truth::All(parts) => Check::All(each(parts)),
            Truth::Any(parts) => Check::Any(each(parts)),
            Truth::Site(place, test) => Check::Site(resolver.at(place), resolver.test(test)),
            Truth::Flag(flag) => Check::Flag(*flag),
            Truth::Somewhere(inner) => {
                let players = resolver.rules.players.len();
                let owners = held_by(inner).map(|holder| owners_in(resolver.owners.mask(holder), players).collect());
                Check::Somewhere(owners, Box::new(Check::resolve(resolver, inner)))
            }
            Truth::Compare(a, comparison, b) => {
                Check::Compare(Count::resolve(resolver, a), *comparison, Count::resolve(resolver, b))
            }
            Truth::Captured(kinds) => {
                let kinds = all_if_none(kinds, resolver.rules.pieces.len());
                Check::Captured(kinds.map(|kind| Piece { kind, owner: resolver.side }).collect())
            }
            Truth::Stuck => Check::Stuck(resolver.side),
            Truth::AllStuck => Check::AllStuck,
            Truth::Repeated(times) => Check::Repeated(*times),
        }
    }

    /// Whether the condition can hold although a player has a move.
    pub(crate) fn can_hold_unstuck(&self) -> bool {
        self.value_unstuck() != Some(false)
    }

    /// The result if no player is stuck, if that is decisive.
    fn value_unstuck(&self) -> Option<bool> {
        match self {
            Check::Always(value) => Some(*value),
            Check::Not(inner) => inner.value_unstuck().map(|value| !value),
            Check::All(parts) => fold(parts, false),
            Check::Any(parts) => fold(parts, true),
            Check::Stuck(_) | Check::AllStuck => Some(false),
            _ => None,
        }
    }
}

/// `decisive` if one part surely is; its contrary if all parts surely are.
fn fold(parts: &[Check], decisive: bool) -> Option<bool> {
    let values = parts.iter().map(Check::value_unstuck);
    if values.clone().any(|value| value == Some(decisive)) {
        return Some(decisive);
    }
    values.into_iter().all(|value| value == Some(!decisive)).then_some(!decisive)
}

fn all_if_none(kinds: &[PieceTypeId], count: usize) -> impl Iterator<Item = PieceTypeId> {
    let all = if kinds.is_empty() { 0..count } else { 0..0 };
    kinds.iter().copied().chain(all.map(PieceTypeId::at))
}

/// The owners in a mask; "no owner" is last.
fn owners_in(mask: u32, players: usize) -> impl Iterator<Item = PlayerId> {
    let owners = (0..players).map(PlayerId::at).chain([PlayerId::NONE]);
    owners.filter(move |owner| mask >> owner.0.wrapping_add(1) & 1 == 1)
}

/// Whose piece must stand on the site for the truth to hold, if the truth says so first.
fn held_by(truth: &Truth) -> Option<dagaz_rules::Holder> {
    match truth {
        Truth::Site(dagaz_rules::Place::Here, SiteTest::Holds(holder, _)) => Some(*holder),
        Truth::All(parts) => parts.iter().find_map(held_by),
        _ => None,
    }
}

impl Count {
    fn resolve(resolver: &Resolver<'_>, number: &Number) -> Count {
        match number {
            Number::Is(value) => Count::Is(*value as i64),
            Number::Count { holder, kinds, supplied } => {
                let rules = resolver.rules;
                let mask = resolver.owners.mask(*holder);
                let owners = owners_in(mask, rules.players.len());
                let counted = |kind: &PieceTypeId| !kinds.is_empty() || !rules.pieces[kind.index()].immaterial;
                let pieces = owners
                    .flat_map(|owner| all_if_none(kinds, rules.pieces.len()).map(move |kind| Piece { kind, owner }))
                    .filter(|piece| counted(&piece.kind))
                    .collect();
                Count::Pieces { pieces, supplied: *supplied }
            }
        }
    }
}
