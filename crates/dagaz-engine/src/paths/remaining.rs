//! Remaining: how many plies a puzzle takes at least until it is solved, read from its rules.
//!
//! Where an ending says which pieces have to stand where (`(and One a1)`, `(all e1..g1 Frog)`,
//! `(all Box places)`), the hops that they are away from there, divided by how many of them a move
//! can bring on, are a bound that is never too high: what [`Stride`] says of a move leaves nothing
//! out. Two sites need two pieces, so their hops add up. Games of columns, large pieces, or moves
//! of several steps are not looked at.

use dagaz_core::{PieceTypeId, PlayerId, SiteId, SiteSet, State};
use dagaz_rules::path::{PathEndingKind, PathRules, Set, Truth};

use super::stride::{Stride, hop};

/// Boards with more sites than this are not looked at: distances are kept for each pair.
const SITES_MAX: usize = 400;
/// A distance that cannot be gone.
const NEVER: u32 = u32::MAX;

/// See the [module documentation](self).
pub(super) struct Remaining {
    sites: usize,
    /// What each winning ending asks for.
    endings: Vec<Wants>,
    /// For each type the distances in hops between all sites; empty if not needed.
    hops: Vec<Vec<u32>>,
    /// How many of the pieces that are asked for a move can bring on at most.
    at_once: u32,
}

#[derive(Default)]
struct Wants {
    /// Sites on which one of these types has to stand.
    filled: Vec<(SiteId, Vec<PieceTypeId>)>,
    /// Types of which every piece has to stand on one of the sites.
    brought: Vec<(Vec<PieceTypeId>, SiteSet)>,
}

impl Remaining {
    pub(super) fn of(rules: &PathRules, player: PlayerId) -> Option<Remaining> {
        let sites = rules.topology.sites().len();
        let hooks =
            [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
        let own_hooks = rules.pieces.iter().flat_map(|piece| {
            [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_move_end, &piece.on_capture]
        });
        let plain = rules.levels == 1
            && rules.body.is_none()
            && rules.closed.is_none()
            && rules.dice.is_empty()
            && rules.outs.is_empty()
            && sites <= SITES_MAX;
        if !plain || hooks.into_iter().chain(own_hooks).any(|paths| !paths.is_empty()) {
            return None;
        }
        let mut endings = Vec::new();
        for ending in &rules.endings {
            match ending.kind {
                PathEndingKind::Win => endings.push(Wants::of(&ending.when, player)),
                PathEndingKind::Loss | PathEndingKind::Draw => {}
                PathEndingKind::Score { .. } => return None,
            }
        }
        let mut strides: Vec<(Option<usize>, Stride)> = Vec::new();
        for (kind, piece) in rules.pieces.iter().enumerate() {
            for call in &piece.moves {
                let path = &rules.rules.get(call.rule.index())?.path;
                strides.push((Some(kind), Stride::of(rules, path, player, true)?));
            }
        }
        for call in rules.moves.iter().chain(rules.slots.iter().flat_map(|slot| &slot.moves)) {
            let path = &rules.rules.get(call.rule.index())?.path;
            strides.push((None, Stride::of(rules, path, player, false)?));
        }
        if !strides.iter().all(|(_, stride)| stride.spares) {
            // A piece that is captured need not be brought anywhere.
            endings.iter_mut().for_each(|wants| wants.brought.clear());
        }
        if endings.is_empty() || endings.iter().any(|wants| wants.filled.is_empty() && wants.brought.is_empty()) {
            return None;
        }
        let asked: Vec<usize> = endings.iter().flat_map(Wants::kinds).map(PieceTypeId::index).collect();
        let at_once = strides.iter().map(|(kind, stride)| {
            u32::from(kind.is_some_and(|kind| asked.contains(&kind))) + stride.pushes.len() as u32
        });
        let at_once = at_once.max().unwrap_or(0).max(1);
        let hops = |kind: usize| match asked.contains(&kind) {
            true => hops_of(rules, player, kind, &strides),
            false => Vec::new(),
        };
        Some(Remaining { sites, endings, hops: (0..rules.pieces.len()).map(hops).collect(), at_once })
    }

    /// How many plies it takes from a state at least.
    pub(super) fn plies(&self, state: &State) -> u32 {
        let pieces: Vec<(SiteId, PieceTypeId)> =
            (0..self.sites).map(SiteId::at).filter_map(|site| Some((site, state.piece(site)?.kind))).collect();
        self.endings.iter().map(|wants| self.plies_to(wants, &pieces)).min().unwrap_or(0)
    }

    fn plies_to(&self, wants: &Wants, pieces: &[(SiteId, PieceTypeId)]) -> u32 {
        let hops = |kind: PieceTypeId, from: SiteId, to: SiteId| {
            self.hops[kind.index()][from.index() * self.sites + to.index()]
        };
        let filled = wants.filled.iter().map(|(to, kinds)| {
            let ours = pieces.iter().filter(|(_, kind)| kinds.contains(kind));
            ours.map(|&(from, kind)| hops(kind, from, *to)).min().unwrap_or(NEVER)
        });
        let brought = wants.brought.iter().map(|(kinds, place)| {
            let ours = pieces.iter().filter(|(_, kind)| kinds.contains(kind));
            let nearest = ours.map(|&(from, kind)| place.iter().map(|to| hops(kind, from, to)).min().unwrap_or(NEVER));
            nearest.fold(0, u32::saturating_add)
        });
        // One piece may do for a site and for a place, and for two places, so these do not add up.
        let most = brought.chain([filled.fold(0, u32::saturating_add)]).max().unwrap_or(0);
        if most == NEVER { NEVER } else { most.div_ceil(self.at_once) }
    }
}

impl Wants {
    fn of(truth: &Truth, player: PlayerId) -> Wants {
        let mut wants = Wants::default();
        wants.add(truth, player);
        wants
    }

    fn add(&mut self, truth: &Truth, player: PlayerId) {
        match truth {
            Truth::And(all) => all.iter().for_each(|one| self.add(one, player)),
            Truth::Any(Set::And(all)) => {
                let kinds = all.iter().find_map(kinds_of);
                let place = all.iter().find_map(|set| place_of(set, player)).filter(|place| place.len() == 1);
                if let (Some(kinds), Some(place)) = (kinds, place) {
                    place.iter().for_each(|site| self.fill(site, kinds));
                }
            }
            Truth::Within(these, those) => match (place_of(these, player), kinds_of(these)) {
                (Some(place), _) => {
                    if let Some(kinds) = kinds_of(those) {
                        place.iter().for_each(|site| self.fill(site, kinds));
                    }
                }
                (None, Some(kinds)) => {
                    self.brought.extend(place_of(those, player).map(|place| (kinds.to_vec(), place.clone())));
                }
                (None, None) => {}
            },
            _ => {}
        }
    }

    fn fill(&mut self, site: SiteId, kinds: &[PieceTypeId]) {
        if self.filled.iter().all(|(other, _)| *other != site) {
            self.filled.push((site, kinds.to_vec()));
        }
    }

    fn kinds(&self) -> impl Iterator<Item = PieceTypeId> + '_ {
        let filled = self.filled.iter().flat_map(|(_, kinds)| kinds);
        filled.chain(self.brought.iter().flat_map(|(kinds, _)| kinds)).copied()
    }
}

fn kinds_of(set: &Set) -> Option<&[PieceTypeId]> {
    match set {
        Set::Kinds(kinds) => Some(kinds),
        _ => None,
    }
}

fn place_of(set: &Set, player: PlayerId) -> Option<&SiteSet> {
    match set {
        Set::Fixed(sets) => sets.get(player.index()).or(sets.first()),
        _ => None,
    }
}

/// How many moves bring a piece of a type from each site to each other at least, by its own moves
/// and by being pushed.
fn hops_of(rules: &PathRules, player: PlayerId, kind: usize, strides: &[(Option<usize>, Stride)]) -> Vec<u32> {
    let sites = rules.topology.sites().len();
    let next = |from: usize| -> Vec<usize> {
        let at = SiteId::at(from);
        let own = strides.iter().filter(|(mover, _)| *mover == Some(kind));
        let own = own.flat_map(|(_, stride)| stride.carries[from].iter());
        let pushes = strides.iter().flat_map(|(_, stride)| &stride.pushes);
        own.chain(pushes.filter_map(|&way| hop(rules, way, player, at))).map(SiteId::index).collect()
    };
    let next: Vec<Vec<usize>> = (0..sites).map(next).collect();
    let mut hops = vec![NEVER; sites * sites];
    for from in 0..sites {
        let row = &mut hops[from * sites..][..sites];
        row[from] = 0;
        let mut reached = vec![from];
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at];
            at += 1;
            for &to in &next[here] {
                if row[to] == NEVER {
                    row[to] = row[here] + 1;
                    reached.push(to);
                }
            }
        }
    }
    hops
}
