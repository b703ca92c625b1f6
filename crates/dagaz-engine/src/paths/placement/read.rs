//! From rules to the form, or to nothing where they say more.

use std::sync::OnceLock;

use dagaz_core::{PlayerId, SiteId, SiteSet};
use dagaz_rules::path::{Act, Family, OwnerRef, Path, PathEndingKind, PathRules, PlayerRef, Set, Truth, WayId};

use super::small_board::Few;
use super::{NONE, Placement, Watch};
use crate::paths::game::PathGame;

/// Bits for zones that groups may touch.
const ZONES_MAX: usize = 16;

/// Zones and ways that the endings speak of.
#[derive(Default)]
struct Found<'r> {
    ways: Option<&'r [WayId]>,
    zones: Vec<&'r [SiteSet]>,
}

impl Placement {
    /// The form of a game, if all of it is of this kind.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<Placement> {
        let rules = &*game.rules;
        let [call] = rules.moves.as_slice() else { return None };
        let rule = &rules.rules[call.rule.index()];
        let Path::Seq(parts) = &rule.path else { return None };
        let [Path::At(open), tests @ .., Path::Do(put)] = parts.as_slice() else { return None };
        let Act::Put { kind, owner: OwnerRef::Player(PlayerRef::Me), at: Set::Here } = put else { return None };
        let chosen = rules.everybody_chooses();
        let slots: Option<Vec<_>> = rules
            .slots
            .iter()
            .map(|slot| {
                let plain = slot.roll.is_none()
                    && !slot.has_orders()
                    && (slot.names.is_empty() || slot.names.contains(&rule.name));
                plain.then(|| (slot.mover, slot.next.index()))
            })
            .collect();
        let sites = rules.topology.sites().len();
        if !chosen || !does_nothing_else(rules) || sites > game.limits.moves.min(usize::from(NONE)) {
            return None;
        }
        let mut placement = Placement {
            sites,
            rule: call.rule,
            kind: *kind,
            room: vec![true; sites],
            support: Vec::new(),
            supported: Vec::new(),
            slots: slots?,
            watches: Vec::new(),
            neighbours: Vec::new(),
            degree: 0,
            zones: Vec::new(),
            few: None,
            sight: OnceLock::new(),
        };
        placement.opens(game, open)?;
        tests.iter().try_for_each(|test| placement.tested(game, test))?;
        let mut found = Found::default();
        for ending in &rules.endings {
            let counts = matches!(ending.kind, PathEndingKind::Score { .. });
            let watch = if counts { None } else { placement.watch(game, &ending.when, &mut found) };
            placement.watches.push(watch?);
        }
        placement.join(game, &found)?;
        placement.few = Few::of(&placement);
        Some(placement)
    }

    /// Reads where one may put a piece: on any empty site, in a zone, on top of another piece.
    fn opens(&mut self, game: &PathGame, open: &Set) -> Option<()> {
        match open {
            Set::Empty => {}
            Set::And(parts) if parts.contains(&Set::Empty) => {
                parts.iter().filter(|part| **part != Set::Empty).try_for_each(|part| self.narrow(game, part))?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Reads what is asked of the site that has been chosen.
    fn tested(&mut self, game: &PathGame, test: &Path) -> Option<()> {
        match test {
            Path::Is(set) => self.narrow(game, set),
            Path::Not(path) => self.stands_on(game, path, false),
            _ => None,
        }
    }

    fn narrow(&mut self, game: &PathGame, part: &Set) -> Option<()> {
        match part {
            Set::Fixed(sets) if sets.windows(2).all(|two| two[0] == two[1]) => {
                let set = sets.first()?;
                self.room.iter_mut().enumerate().for_each(|(site, room)| *room &= set.contains(SiteId::at(site)));
                Some(())
            }
            Set::Holding(truth) => match &**truth {
                Truth::Not(inner) => match &**inner {
                    Truth::Any(Set::From(from, path)) if **from == Set::Here => self.stands_on(game, path, false),
                    _ => None,
                },
                _ => None,
            },
            Set::Not(inner) => match &**inner {
                Set::Where(_, path) => self.stands_on(game, path, false),
                // Where one hop from an empty site leads.
                Set::From(from, path) if **from == Set::Empty => self.stands_on(game, path, true),
                _ => None,
            },
            _ => None,
        }
    }

    /// A site is open only if the next one in some direction is not: `path` goes there and finds it
    /// empty, or comes from there if it leads back.
    fn stands_on(&mut self, game: &PathGame, path: &Path, back: bool) -> Option<()> {
        let Path::Seq(parts) = path else { return None };
        let [Path::Go(ways), Path::Is(Set::Empty)] = parts.as_slice() else { return None };
        let ([way], true) = (ways.as_slice(), self.support.is_empty()) else { return None };
        let link = |player: usize, site: usize| game.tables.link(PlayerId::at(player), *way, SiteId::at(site));
        let same = |site: &usize| (1..game.rules.players.len()).all(|player| link(player, *site) == link(0, *site));
        if !(0..self.sites).all(|site| same(&site)) {
            return None;
        }
        self.support = (0..self.sites).map(|site| link(0, site).0).collect();
        if back {
            let leads = std::mem::replace(&mut self.support, vec![NONE; self.sites]);
            for (from, to) in leads.into_iter().enumerate().filter(|(_, to)| *to != NONE) {
                if std::mem::replace(&mut self.support[usize::from(to)], from as u16) != NONE {
                    return None;
                }
            }
        }
        self.supported = vec![Vec::new(); self.sites];
        for (site, support) in self.support.iter().enumerate().filter(|(_, support)| **support != NONE) {
            self.supported[usize::from(*support)].push(site as u16);
        }
        Some(())
    }

    /// Reads an ending.
    fn watch<'r>(&self, game: &'r PathGame, truth: &'r Truth, found: &mut Found<'r>) -> Option<Watch> {
        match truth {
            Truth::Stuck => Some(Watch::Stuck),
            Truth::Not(inner) if **inner == Truth::Any(Set::Empty) => Some(Watch::Full),
            Truth::AnySet(Family::Full(lines, Set::Mine, None)) => {
                let mut through = vec![Vec::new(); self.sites];
                for run in &game.rules.lines[lines.index()].runs {
                    for site in run {
                        let others = run.iter().filter(|other| *other != site).map(|other| other.0).collect();
                        through[site.index()].push(others);
                    }
                }
                Some(Watch::Lines(through))
            }
            Truth::Any(_) => Some(Watch::Group(found.touching(truth, false)?)),
            Truth::And(parts) => {
                // Only of the last piece it is sure that all parts speak of one group.
                let zones = parts.iter().map(|part| found.touching(part, true));
                Some(Watch::Group(zones.collect::<Option<Vec<u16>>>()?.into_iter().fold(0, |all, bits| all | bits)))
            }
            _ => None,
        }
    }

    /// Lays out neighbours and zones, if groups are asked for. None if a way leads there and not
    /// back: then what is connected is not a matter of groups.
    fn join(&mut self, game: &PathGame, found: &Found<'_>) -> Option<()> {
        let Some(ways) = found.ways else { return Some(()) };
        let players = game.rules.players.len();
        let all = |player: usize, site: usize| {
            let to = ways.iter().map(move |way| game.tables.link(PlayerId::at(player), *way, SiteId::at(site)));
            to.filter(|to| *to != SiteId::NONE).map(|to| to.index()).collect::<Vec<_>>()
        };
        self.degree = ways.len();
        self.neighbours = vec![NONE; players * self.sites * self.degree];
        self.zones = vec![0; players * self.sites];
        for player in 0..players {
            for site in 0..self.sites {
                let near = all(player, site);
                if !near.iter().all(|to| all(player, *to).contains(&site)) {
                    return None;
                }
                let row = (player * self.sites + site) * self.degree;
                self.neighbours[row..].iter_mut().zip(near).for_each(|(place, to)| *place = to as u16);
                for (bit, sets) in found.zones.iter().enumerate() {
                    let set = sets.get(player).or(sets.first())?;
                    self.zones[player * self.sites + site] |= u16::from(set.contains(SiteId::at(site))) << bit;
                }
            }
        }
        Some(())
    }
}

/// Whether the rules have nothing else than one way to put pieces: no hooks, no choice among moves,
/// no variables.
fn does_nothing_else(rules: &PathRules) -> bool {
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let still = |piece: &dagaz_rules::path::PathPiece| {
        let own =
            [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_move_end, &piece.on_capture];
        piece.moves.is_empty() && own.into_iter().all(Vec::is_empty)
    };
    hooks.into_iter().all(Vec::is_empty)
        && rules.pieces.iter().all(still)
        && rules.first.is_empty()
        && rules.prefer.is_empty()
        && rules.nevers.is_empty()
        && rules.outs.is_empty()
        && rules.levels == 1
        && rules.variables.is_empty()
        && rules.outs.is_empty()
        && rules.pass != dagaz_rules::PassRule::Free
}

impl<'r> Found<'r> {
    /// The zones that a group of the player's must touch for this to hold: it begins in one of
    /// them, or at the last piece, and reaches others.
    fn touching(&mut self, truth: &'r Truth, of_last: bool) -> Option<u16> {
        let Truth::Any(set) = truth else { return None };
        let (mut zones, mut groups, mut ends) = (0, 0, 0);
        let parts = match set {
            Set::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(set),
        };
        for part in parts {
            zones |= match part {
                Set::Fixed(sets) => {
                    ends += 1;
                    self.zone(sets)?
                }
                Set::From(from, path) => {
                    groups += 1;
                    self.group(from, path, of_last, &mut ends)?
                }
                _ => return None,
            };
        }
        // A site that must lie in several zones is more than a group that touches all of them.
        (groups == 1 && ends <= 1).then_some(zones)
    }

    /// A group, followed from where it begins.
    fn group(&mut self, from: &'r Set, path: &'r Path, of_last: bool, ends: &mut usize) -> Option<u16> {
        let Set::And(parts) = from else { return None };
        let [begins] = parts.iter().filter(|part| **part != Set::Mine).collect::<Vec<_>>()[..] else { return None };
        let mut zones = match begins {
            _ if parts.len() != 2 => return None,
            Set::LastTo => 0,
            Set::Fixed(sets) if !of_last => self.zone(sets)?,
            _ => return None,
        };
        let parts = match path {
            Path::Seq(parts) => parts.as_slice(),
            _ => std::slice::from_ref(path),
        };
        let (Path::Many { least: 0, body }, reaches) = parts.split_first()? else { return None };
        for reached in reaches {
            let Path::Is(Set::Fixed(sets)) = reached else { return None };
            *ends += 1;
            zones |= self.zone(sets)?;
        }
        let Path::Seq(round) = &**body else { return None };
        let [Path::Go(ways), Path::Is(Set::Mine)] = round.as_slice() else { return None };
        (*self.ways.get_or_insert(ways) == ways.as_slice()).then_some(zones)
    }

    /// The bit of a zone.
    fn zone(&mut self, sets: &'r [SiteSet]) -> Option<u16> {
        let known = self.zones.iter().position(|zone| *zone == sets);
        let bit = known.unwrap_or_else(|| {
            self.zones.push(sets);
            self.zones.len() - 1
        });
        (bit < ZONES_MAX).then(|| 1 << bit)
    }
}
