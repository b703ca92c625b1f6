//! From the pending effects of an emission to the effects of a step.

use dagaz_core::{AttributeId, Effect, Piece, PieceTypeId, PlayerId, SiteId, State};

/// The pending effects in their order.
#[derive(Default)]
pub(super) struct Waiting {
    /// From where to where pieces go before the last one goes to the target.
    pub(super) cascades: Vec<(Option<SiteId>, SiteId)>,
    pub(super) captures: Vec<SiteId>,
    pub(super) creations: Vec<(SiteId, Piece)>,
    pub(super) kinds: Vec<(SiteId, PieceTypeId)>,
    pub(super) owners: Vec<(SiteId, NewOwner)>,
    pub(super) values: Vec<((SiteId, AttributeId), i32)>,
}

/// Whose a piece becomes.
#[derive(Clone, Copy)]
pub(super) enum NewOwner {
    /// That player's.
    Player(PlayerId),
    /// The next player's after the owner of the piece that stands there then.
    NextAfterOwner,
}

/// How the piece that moves last comes to the target.
#[derive(Clone, Copy)]
pub(super) enum Departure {
    /// It goes there from the origin.
    Moves(Option<SiteId>),
    /// It stays on the origin, and a copy of it appears.
    Copies(Option<SiteId>),
    /// It comes from the supply.
    Drops(Piece),
}

impl Waiting {
    /// The effects of a step to `target`, the piece there becoming another type if one is given.
    pub(super) fn effects(
        &self,
        state: &State,
        departure: Departure,
        target: SiteId,
        becomes: Option<PieceTypeId>,
        next_player: impl Fn(PlayerId) -> PlayerId,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();

        // Displacements. A piece that goes to where it is only stays.
        let (mut moved, mut stays) = (Vec::new(), Vec::new());
        let last = match departure {
            Departure::Moves(origin) => Some((origin, target)),
            Departure::Copies(_) | Departure::Drops(_) => None,
        };
        for &(from, to) in self.cascades.iter().chain(&last) {
            let Some(from) = from.filter(|&from| !state.is_empty(from)) else { continue };
            if from == to {
                stays.push(to);
            } else if !moved.contains(&(from, to)) {
                moved.push((from, to));
            }
        }
        if moved.len() > 1 {
            effects.push(Effect::Together { count: moved.len() as u16 });
        }
        effects.extend(moved.iter().map(|&(from, to)| Effect::Move { from, to }));
        let mut copied = None;
        match departure {
            Departure::Moves(_) => {}
            Departure::Copies(origin) => {
                if let Some((from, piece)) = origin.and_then(|from| Some((from, state.piece(from)?))) {
                    if from == target {
                        stays.push(target);
                    } else {
                        effects.push(place(target, piece));
                        copied = Some(target);
                    }
                }
            }
            Departure::Drops(Piece { kind, owner }) => effects.push(Effect::Drop { site: target, kind, owner }),
        }
        let dropped = matches!(departure, Departure::Drops(_)).then_some(target);
        let leaves = |site: SiteId| moved.iter().any(|&(from, _)| from == site);
        let arrives = |site: SiteId| copied == Some(site) || moved.iter().any(|&(_, to)| to == site);

        // Captures.
        let removed: Vec<SiteId> = self
            .captures
            .iter()
            .copied()
            .filter(|&site| {
                dropped == Some(site)
                    || arrives(site)
                    || !state.is_empty(site) && !leaves(site) && !stays.contains(&site)
            })
            .collect();
        effects.extend(removed.iter().map(|&site| Effect::Remove { site }));

        // Creations.
        let creations = last_of_each(&self.creations);
        effects.extend(creations.iter().map(|&(site, piece)| place(site, piece)));

        // Changes, where a piece will stand by then.
        let stands = |site: SiteId| {
            if creations.iter().any(|&(created, _)| created == site) {
                true
            } else if removed.contains(&site) {
                false
            } else {
                arrives(site) || dropped == Some(site) || !state.is_empty(site) && !leaves(site)
            }
        };
        let mut kinds = self.kinds.clone();
        kinds.extend(becomes.map(|kind| (target, kind)));
        let kinds = last_of_each(&kinds).into_iter().filter(|&(site, _)| stands(site));
        effects.extend(kinds.map(|(site, kind)| Effect::Become { site, kind }));
        // Whose the piece is that stands there by then: created, arrived last, or there all the
        // time.
        let owner_then = |site: SiteId| {
            let created = creations.iter().find(|&&(at, _)| at == site).map(|&(_, piece)| piece);
            let from_hand = match departure {
                Departure::Drops(piece) if site == target => Some(piece),
                Departure::Copies(Some(origin)) if copied == Some(site) => state.piece(origin),
                _ => None,
            };
            let moved_last = || moved.iter().rev().find(|&&(_, to)| to == site).map_or(site, |&(from, _)| from);
            created.or(from_hand).or_else(|| state.piece(moved_last())).map(|piece| piece.owner)
        };
        for (site, owner) in last_of_each(&self.owners).into_iter().filter(|&(site, _)| stands(site)) {
            let owner = match owner {
                NewOwner::Player(player) => Some(player),
                NewOwner::NextAfterOwner => owner_then(site).map(&next_player),
            };
            effects.extend(owner.map(|owner| Effect::Give { site, owner }));
        }
        let values = last_of_each(&self.values).into_iter().filter(|&((site, _), _)| stands(site));
        effects.extend(values.map(|((site, attribute), value)| Effect::Set { site, attribute, value }));

        without_repetition(effects)
    }
}

fn place(site: SiteId, Piece { kind, owner }: Piece) -> Effect {
    Effect::Place { site, kind, owner }
}

/// Of several effects on the same thing only the last.
fn last_of_each<K: Copy + PartialEq, V: Copy>(actions: &[(K, V)]) -> Vec<(K, V)> {
    let concerned_later = |index: usize, key: K| actions[index + 1..].iter().any(|&(other, _)| other == key);
    actions
        .iter()
        .copied()
        .enumerate()
        .filter(|&(index, (key, _))| !concerned_later(index, key))
        .map(|(_, action)| action)
        .collect()
}

fn without_repetition(effects: Vec<Effect>) -> Vec<Effect> {
    let mut distinct = Vec::with_capacity(effects.len());
    for effect in effects {
        if !distinct.contains(&effect) {
            distinct.push(effect);
        }
    }
    distinct
}

/// From where to where a step went, as the next step sees it.
pub(super) fn last_of(effects: &[Effect], target: SiteId) -> (SiteId, SiteId) {
    let dropped = effects.iter().find_map(|effect| match *effect {
        Effect::Drop { site, .. } => Some((site, site)),
        _ => None,
    });
    let moved = effects.iter().rev().find_map(|effect| match *effect {
        Effect::Move { from, to } => Some((from, to)),
        _ => None,
    });
    dropped.or(moved).unwrap_or((target, target))
}
