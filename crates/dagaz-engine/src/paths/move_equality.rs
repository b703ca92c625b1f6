//! Move equality: by the results of moves, and by the game's further distinctions.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;

use dagaz_core::{Effect, SiteId};
use dagaz_rules::path::Distinct;

use super::draft::Draft;
use crate::fast_hash::FastHasher;

/// What two moves have in common that are one.
#[derive(PartialEq, Eq, Hash)]
struct Nature<'d> {
    /// The key of the state that they lead to.
    result: u64,
    /// Where they begin and end.
    ends: Option<(SiteId, SiteId)>,
    /// Where they capture, in that order.
    captured: &'d [SiteId],
    /// All that they do, in that order.
    effects: &'d [Effect],
    /// Where their steps end.
    steps: Vec<SiteId>,
    /// Step by step, which piece comes where.
    pieces: Vec<Vec<(SiteId, Stands)>>,
}

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stands {
    /// It has been on this site before the move.
    From(SiteId),
    /// It was not on the board.
    New,
    /// The site is open.
    Nobody,
}

/// Of moves that are one the first stays.
pub(super) fn merge(drafts: &mut Vec<Draft>, distinct: Distinct) {
    let mut known = HashSet::<_, BuildHasherDefault<FastHasher>>::default();
    let stays: Vec<bool> = drafts.iter().map(|draft| known.insert(draft.nature(distinct))).collect();
    drop(known);
    let mut stays = stays.into_iter();
    drafts.retain(|_| stays.next().unwrap_or(true));
}

/// Whether only moves with the same ends may be one.
pub(super) fn needs_same_ends(distinct: Distinct) -> bool {
    !matches!(distinct, Distinct::Positions | Distinct::Pieces)
}

impl Draft {
    /// Whether it counts as the same move as another.
    pub(super) fn is_same_as(&self, other: &Draft, distinct: Distinct) -> bool {
        self.nature(distinct) == other.nature(distinct)
    }

    fn nature(&self, distinct: Distinct) -> Nature<'_> {
        Nature {
            result: self.result,
            ends: needs_same_ends(distinct).then_some((self.origin, self.target)),
            captured: if distinct == Distinct::Orders { &self.captured } else { &[] },
            effects: if distinct == Distinct::Paths { &self.effects } else { &[] },
            steps: if distinct == Distinct::Paths { self.step_targets().collect() } else { Vec::new() },
            pieces: if distinct == Distinct::Pieces {
                self.step_effects().map(destinies).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// For each site whose piece is another after some effects, where that one comes from. Of a column
/// it is the topmost that is followed: how the others lie is seen in the result.
fn destinies(effects: &[Effect]) -> Vec<(SiteId, Stands)> {
    let mut now = BTreeMap::new();
    let mut rest = effects;
    while let Some((&effect, after)) = rest.split_first() {
        rest = after;
        let at = |now: &BTreeMap<SiteId, Stands>, site: SiteId| now.get(&site).copied().unwrap_or(Stands::From(site));
        match effect {
            Effect::Move { from, to } => {
                let piece = at(&now, from);
                now.extend([(from, Stands::Nobody), (to, piece)]);
            }
            Effect::Together { count } => {
                let (moves, after) = rest.split_at(usize::from(count).min(rest.len()));
                rest = after;
                let moves = moves.iter().filter_map(|effect| match *effect {
                    Effect::Move { from, to } => Some((from, to, at(&now, from))),
                    _ => None,
                });
                let moves: Vec<_> = moves.collect();
                now.extend(moves.iter().map(|(from, ..)| (*from, Stands::Nobody)));
                now.extend(moves.iter().map(|(_, to, piece)| (*to, *piece)));
            }
            Effect::Pile { from, to, .. } | Effect::Tuck { from, to } => {
                let piece = at(&now, from);
                now.insert(from, Stands::Nobody);
                if matches!(effect, Effect::Pile { .. }) {
                    now.insert(to, piece);
                }
            }
            Effect::Remove { site } => {
                now.insert(site, Stands::Nobody);
            }
            Effect::Place { site, .. } | Effect::Drop { site, .. } => {
                now.insert(site, Stands::New);
            }
            // A column's other pieces, what a piece is, and what does not stand on the board: the
            // result says it.
            Effect::Pluck { .. }
            | Effect::Become { .. }
            | Effect::Give { .. }
            | Effect::Set { .. }
            | Effect::Assign { .. }
            | Effect::Supply { .. }
            | Effect::Jump { .. }
            | Effect::Own { .. } => {}
        }
    }
    now.into_iter().filter(|(site, piece)| *piece != Stands::From(*site)).collect()
}

#[cfg(test)]
mod tests {
    use dagaz_core::{PieceTypeId, PlayerId};

    use super::*;

    fn goes(from: u16, to: u16) -> Effect {
        Effect::Move { from: SiteId(from), to: SiteId(to) }
    }

    #[test]
    fn a_rotated_ring_does_not_depend_on_its_first_site() {
        let turned = |sites: [u16; 3]| {
            let [a, b, c] = sites;
            destinies(&[Effect::Together { count: 3 }, goes(a, b), goes(b, c), goes(c, a)])
        };
        assert_eq!(turned([0, 1, 2]), turned([1, 2, 0]));
        // The same by exchanges of two.
        let exchanged = [Effect::Together { count: 2 }, goes(1, 2), goes(2, 1)];
        let exchanges = [exchanged.to_vec(), vec![Effect::Together { count: 2 }, goes(0, 1), goes(1, 0)]].concat();
        assert_eq!(destinies(&exchanges), turned([0, 1, 2]));
        assert_ne!(turned([0, 1, 2]), turned([2, 1, 0]));
    }

    #[test]
    fn pushing_a_piece_of_the_same_type_is_not_a_slide() {
        let (pushes, goes_far) = ([Effect::Together { count: 2 }, goes(0, 1), goes(1, 2)], [goes(0, 2)]);
        assert_ne!(destinies(&pushes), destinies(&goes_far));
    }

    #[test]
    fn repeated_or_reverted_effects_cancel() {
        let put = Effect::Place { site: SiteId(3), kind: PieceTypeId(1), owner: PlayerId(0) };
        assert_eq!(destinies(&[put]), destinies(&[Effect::Remove { site: SiteId(3) }, put, put]));
        assert_eq!(destinies(&[goes(0, 1), goes(1, 0)]), [(SiteId(1), Stands::Nobody)]);
    }
}
