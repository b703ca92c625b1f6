//! From rules to the form, or to nothing where they are of another kind.

use dagaz_core::{Piece, PlayerId, SiteId, SiteSet, word_key};
use dagaz_rules::path::{Act, Number, OwnerRef, Path, PathSlot, PlayerRef, RepeatsOf, Set, Truth, WayId};
use dagaz_rules::{Comparison, PassRule};

use super::{Action, Ko, NONE, Stones, Watch};
use crate::paths::game::PathGame;

/// Bits for zones that chains may touch.
const ZONES_MAX: usize = 16;

/// What is found on the way.
struct Found<'r> {
    ways: &'r [WayId],
    zones: Vec<&'r [SiteSet]>,
}

impl Stones {
    /// The form of a game, if all of it is of this kind.
    pub(in crate::paths) fn of(game: &PathGame) -> Option<Stones> {
        let rules = &*game.rules;
        let sites = rules.topology.sites().len();
        let players = rules.players.len();
        if !does_nothing_else(game) || sites >= usize::from(NONE) || sites >= game.limits.moves {
            return None;
        }
        let (mut actions, mut placed) = (Vec::new(), None);
        for call in &rules.moves {
            let rule = &rules.rules[call.rule.index()];
            if rule.path == Path::here() && rule.may_be_idle {
                actions.push(Action::Pass(call.rule));
            } else if placed.is_none() {
                placed = Some((placing(&rule.path)?, rule.name));
                actions.push(Action::Place(call.rule));
            } else {
                return None;
            }
        }
        let ((kind, ways), name) = placed?;
        let mut found = Found { ways, zones: Vec::new() };
        let (mut no_suicide, mut ko) = (false, None);
        for never in &rules.nevers {
            match forbidden_repetition(&never.when) {
                Some((of, after)) if ko.is_none() && after.is_none_or(|after| after == name) => {
                    // A pass would have to be looked at as well.
                    if after.is_none() && actions.iter().any(|action| matches!(action, Action::Pass(_))) {
                        return None;
                    }
                    ko = Some(of);
                }
                Some(_) => return None,
                None if never.when == Truth::Any(dead(Set::Mine, ways)) => no_suicide = true,
                None => return None,
            }
        }
        // What is taken must be the enemy's, and nothing may be left without liberties.
        let one_enemy = (0..players).all(|player| game.tables.enemies[player].len() == players - 1);
        if !no_suicide || !one_enemy {
            return None;
        }
        let watches: Option<Vec<Watch>> = rules.endings.iter().map(|ending| found.watch(&ending.when)).collect();
        let watches = watches?;
        let early_stuck = watches.iter().rev().skip(1).any(|watch| *watch == Watch::Stuck);
        if early_stuck {
            return None;
        }
        let places = game.layout.places();
        let piece = |owner: usize| Piece { kind, owner: PlayerId::at(owner) };
        let (neighbours, degree) = neighbours(game, ways)?;
        let counter = |word: u16| places.variables + usize::from(word);
        Some(Stones {
            sites,
            kind,
            actions,
            neighbours,
            degree,
            zones: zones(&found.zones, players, sites),
            ko,
            slots: (rules.slots.iter().enumerate())
                .map(|(index, slot)| (slot.mover, slot.next.index(), word_key(places.slot, index as u32)))
                .collect(),
            watches,
            words: (0..players).map(|player| game.layout.fresh_word(piece(player))).collect(),
            passes: game.tables.extras.passes.map(counter),
            last_mover: counter(game.tables.extras.last_mover),
        })
    }
}

/// Whether players do nothing else than to put down stones and pass, one after the other.
fn does_nothing_else(game: &PathGame) -> bool {
    let rules = &*game.rules;
    let hooks = [&rules.on_move_start, &rules.on_step_start, &rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    let still = |piece: &dagaz_rules::path::PathPiece| {
        let own =
            [&piece.on_move_start, &piece.on_step_start, &piece.on_step_end, &piece.on_move_end, &piece.on_capture];
        piece.moves.is_empty() && own.into_iter().all(Vec::is_empty)
    };
    let (extras, spec) = (game.tables.extras, game.layout.spec());
    hooks.into_iter().all(Vec::is_empty)
        && rules.pieces.len() == 1
        && rules.pieces.iter().all(still)
        && rules.first.is_empty()
        && rules.prefer.is_empty()
        && rules.outs.is_empty()
        && rules.levels == 1
        && rules.variables.is_empty()
        && rules.dice.is_empty()
        && rules.pass == PassRule::Never
        && rules.slots.iter().all(PathSlot::is_plain)
        && rules.everybody_chooses()
        && [extras.last_name, extras.outs, extras.seats, extras.turns].iter().all(Option::is_none)
        && spec.variables == 0
        && spec.attributes.is_empty()
        && spec.supplies.is_empty()
        && !spec.keeps_last
}

/// What is put, and the ways by which stones are connected.
fn placing(path: &Path) -> Option<(dagaz_core::PieceTypeId, &[WayId])> {
    let Path::Seq(parts) = path else { return None };
    let [
        Path::At(Set::Empty),
        Path::Do(Act::Put { kind, owner: OwnerRef::Player(PlayerRef::Me), at: Set::Here }),
        Path::Do(Act::Take { at: taken, later: false }),
    ] = parts.as_slice()
    else {
        return None;
    };
    let Set::And(both) = taken else { return None };
    let [_, Set::Not(alive)] = both.as_slice() else { return None };
    let Set::From(_, run) = &**alive else { return None };
    let Path::Many { body, .. } = &**run else { return None };
    let Path::Seq(round) = &**body else { return None };
    let [Path::Go(ways), _] = round.as_slice() else { return None };
    (*taken == dead(Set::Enemy, ways)).then_some((*kind, ways))
}

/// The stones of a set that no liberty can be reached from:
/// `(and s (not (from empty (run WAYS s))))`.
fn dead(stones: Set, ways: &[WayId]) -> Set {
    let body = Path::Seq(vec![Path::Go(ways.to_vec()), Path::Is(stones.clone())]);
    let reached = Set::From(Box::new(Set::Empty), Box::new(Path::Many { least: 1, body: Box::new(body) }));
    Set::And(vec![stones, Set::Not(Box::new(reached))])
}

/// Which positions may not come again, and by which rule alone.
fn forbidden_repetition(truth: &Truth) -> Option<(Ko, Option<dagaz_rules::path::NameId>)> {
    let parts = match truth {
        Truth::And(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let (mut of, mut after) = (None, None);
    for part in parts {
        let part = match part {
            Truth::Or(only) if only.len() == 1 => &only[0],
            part => part,
        };
        match part {
            Truth::Made(name) if after.is_none() => after = Some(*name),
            Truth::Compare(Number::Repeats(repeats), Comparison::Greater, Number::Is(1)) if of.is_none() => {
                of = Some(match repeats {
                    RepeatsOf::Board => Ko::Position,
                    RepeatsOf::Situation => Ko::Situation,
                });
            }
            _ => return None,
        }
    }
    Some((of?, after))
}

/// For each site its neighbours, and their maximum number; `None` if players differ, or a direction
/// has no reverse.
fn neighbours(game: &PathGame, ways: &[WayId]) -> Option<(Vec<u16>, usize)> {
    let sites = game.rules.topology.sites().len();
    let of = |player: usize, site: usize| {
        let to = ways.iter().map(|way| game.tables.link(PlayerId::at(player), *way, SiteId::at(site)));
        let mut to: Vec<u16> = to.filter(|to| *to != SiteId::NONE).map(|to| to.0).collect();
        to.sort_unstable();
        to.dedup();
        to
    };
    let all: Vec<Vec<u16>> = (0..sites).map(|site| of(0, site)).collect();
    let same = (1..game.rules.players.len()).all(|player| (0..sites).all(|site| of(player, site) == all[site]));
    let mutual = |site: usize, to: &u16| usize::from(*to) != site && all[usize::from(*to)].contains(&(site as u16));
    if !same || !(0..sites).all(|site| all[site].iter().all(|to| mutual(site, to))) {
        return None;
    }
    let degree = all.iter().map(Vec::len).max()?;
    let rows = all.into_iter().flat_map(|mut row| {
        row.resize(degree, NONE);
        row
    });
    Some((rows.collect(), degree))
}

/// For each player and site a bit for each zone in which it lies.
fn zones(found: &[&[SiteSet]], players: usize, sites: usize) -> Vec<u16> {
    let lies = |player: usize, site: usize| {
        let bits = found.iter().enumerate().map(|(bit, sets)| {
            let set = sets.get(player).or(sets.first());
            u16::from(set.is_some_and(|set| set.contains(SiteId::at(site)))) << bit
        });
        bits.fold(0, |all, bit| all | bit)
    };
    if found.is_empty() {
        return Vec::new();
    }
    (0..players).flat_map(|player| (0..sites).map(move |site| (player, site))).map(|(p, s)| lies(p, s)).collect()
}

impl<'r> Found<'r> {
    fn watch(&mut self, truth: &'r Truth) -> Option<Watch> {
        match truth {
            Truth::Stuck => Some(Watch::Stuck),
            Truth::Compare(Number::Passes, Comparison::Equal, Number::Is(count)) => {
                u32::try_from(*count).ok().filter(|count| *count > 0).map(Watch::Passes)
            }
            Truth::Any(Set::From(from, path)) => self.joined(from, path).map(Watch::Joined),
            _ => None,
        }
    }

    /// `(from (and ZONE mine) (many WAYS mine) ZONE)`.
    fn joined(&mut self, from: &'r Set, path: &'r Path) -> Option<u16> {
        let Set::And(parts) = from else { return None };
        let ([Set::Fixed(one), Set::Mine] | [Set::Mine, Set::Fixed(one)]) = parts.as_slice() else { return None };
        let Path::Seq(parts) = path else { return None };
        let [Path::Many { least: 0, body }, Path::Is(Set::Fixed(other))] = parts.as_slice() else { return None };
        let Path::Seq(round) = &**body else { return None };
        let [Path::Go(ways), Path::Is(Set::Mine)] = round.as_slice() else { return None };
        if ways != self.ways {
            return None;
        }
        Some(self.zone(one)? | self.zone(other)?)
    }

    /// The bit of a zone.
    fn zone(&mut self, sets: &'r [SiteSet]) -> Option<u16> {
        let bit = self.zones.iter().position(|zone| *zone == sets).unwrap_or_else(|| {
            self.zones.push(sets);
            self.zones.len() - 1
        });
        (bit < ZONES_MAX).then(|| 1 << bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_may_be_forbidden_to_some_moves() {
        let repeats = Truth::Compare(Number::Repeats(RepeatsOf::Board), Comparison::Greater, Number::Is(1));
        assert_eq!(forbidden_repetition(&repeats), Some((Ko::Position, None)));
        let name = dagaz_rules::path::NameId(3);
        let placed = Truth::And(vec![Truth::Or(vec![Truth::Made(name)]), repeats.clone()]);
        assert_eq!(forbidden_repetition(&placed), Some((Ko::Position, Some(name))));
        assert_eq!(forbidden_repetition(&Truth::And(vec![repeats.clone(), repeats])), None);
        assert_eq!(forbidden_repetition(&Truth::Made(name)), None);
    }
}
