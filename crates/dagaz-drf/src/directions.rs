//! Directions: names, sets, hops and what is to the left of what.

use std::collections::HashMap;

use dagaz_core::{CompactSort, DirectionId, PlayerId, SiteId, Topology};
use dagaz_rules::path::{Way, WayId};

use super::environment::{EnvId, Name, ParameterValue};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// So far a leap goes in one direction at most.
const LEAP_MAX: i32 = 20_000;

impl Lower<'_> {
    /// Returns the way that goes these directions in a row.
    pub(super) fn way(&mut self, directions: Vec<DirectionId>) -> WayId {
        self.pay(1 + directions.len() / 16 + self.ways.len() / 16);
        let known = self.ways.iter().position(|way| *way == directions);
        WayId::at(known.unwrap_or_else(|| {
            self.ways.push(directions);
            self.ways.len() - 1
        }))
    }

    /// What a way is called.
    pub(super) fn way_name(&self, way: WayId) -> String {
        let names = self.ways[way.index()].iter().map(|direction| self.directions[direction.index()].name.as_str());
        names.collect::<Vec<_>>().join(".")
    }

    /// Returns the ways that a text means, if it means ways; nothing is reported.
    pub(super) fn ways_of(&mut self, node: NodeId, env: EnvId) -> Option<Vec<WayId>> {
        if let Some(word) = self.tree.word(node) {
            match self.envs.get(env, word).cloned() {
                Some(ParameterValue::Way(way)) => return Some(vec![way]),
                Some(ParameterValue::Text(text, env)) => return self.ways_of(text, env),
                Some(_) => return None,
                None => {}
            }
            return match self.names.get(&word).cloned() {
                Some(Name::Ways(ways)) => Some(ways),
                Some(Name::Define(form)) if self.parameters(form).is_empty() => {
                    let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
                    let [only] = body.as_slice() else { return None };
                    let env = EnvId::EMPTY;
                    self.guarded(form, |lower| lower.ways_of(*only, env)).flatten()
                }
                Some(_) => None,
                None => self.compound(self.text(node).to_string().as_str(), env),
            };
        }
        let parts: Vec<NodeId> = self.tree.members(node).collect();
        let rest = parts.get(1..).unwrap_or_default();
        let head = self.head(node).map(str::to_string);
        match head.as_deref() {
            Some("or") => self.all_ways(rest, env),
            Some("leaper") => {
                let (a, b) = (self.integer(*rest.first()?)?, self.integer(*rest.get(1)?)?);
                if (a, b) == (0, 0) {
                    return None;
                }
                // No board is so large.
                let far = LEAP_MAX.min(self.limits.sites as i32);
                let ways = self.leaper(a.clamp(-far, far), b.clamp(-far, far));
                self.find_nowhere(node, &ways);
                Some(ways)
            }
            Some("except") => {
                let all = self.ways_of(*rest.first()?, env)?;
                let without = self.all_ways(&rest[1..], env)?;
                Some(all.into_iter().filter(|way| !without.contains(way)).collect())
            }
            Some("back") => self.turned(rest, env, &|turns| turns / 2),
            Some("left") => self.turned(rest, env, &|turns| if turns % 4 == 0 { turns / 4 } else { 1 }),
            Some("right") => {
                self.turned(rest, env, &|turns| if turns % 4 == 0 { turns - turns / 4 } else { turns - 1 })
            }
            Some("beside") => {
                let ways = self.all_ways(rest, env)?;
                let mut beside = Vec::new();
                for way in ways {
                    let all = self.round(way)?;
                    let place = all.iter().position(|other| *other == way)?;
                    beside.extend([all[(place + 1) % all.len()], all[(place + all.len() - 1) % all.len()]]);
                }
                Some(beside)
            }
            None => self.all_ways(&parts, env),
            Some(_) if self.is_name(node, env) => {
                let ways = self.all_ways(&parts, env)?;
                self.find_twice(node);
                Some(ways)
            }
            Some(_) => None,
        }
    }

    /// Returns whether the first word of a list is a direction or a parameter that stands for one.
    fn is_name(&mut self, node: NodeId, env: EnvId) -> bool {
        let first = self.tree.members(node).next();
        first.is_some_and(|first| self.tree.word(first).is_some() && self.ways_of(first, env).is_some())
    }

    fn all_ways(&mut self, parts: &[NodeId], env: EnvId) -> Option<Vec<WayId>> {
        let mut ways = Vec::new();
        for part in parts {
            for way in self.ways_of(*part, env)? {
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        (!ways.is_empty()).then_some(ways)
    }

    /// `n.ne`: one hop made of several; each is a direction of the board, or a parameter that
    /// stands for one way.
    fn compound(&mut self, text: &str, env: EnvId) -> Option<Vec<WayId>> {
        if !text.contains('.') || text.contains("..") {
            return None;
        }
        let mut directions = Vec::new();
        for name in text.split('.') {
            let given = self.symbol(name).and_then(|name| self.envs.get(env, name).cloned());
            match (given, self.directions.iter().position(|known| known.name == name)) {
                (Some(given), _) => directions.extend(self.only_way(&given)?),
                (None, Some(direction)) => directions.push(DirectionId::at(direction)),
                (None, None) => return None,
            }
        }
        Some(vec![self.way(directions)])
    }

    /// Returns the directions, in a row, of the one way that a parameter stands for.
    fn only_way(&mut self, given: &ParameterValue) -> Option<Vec<DirectionId>> {
        let way = match given {
            ParameterValue::Way(way) => *way,
            ParameterValue::Text(text, env) => match self.ways_of(*text, *env)?.as_slice() {
                [way] => *way,
                _ => return None,
            },
            _ => return None,
        };
        Some(self.ways[way.index()].clone())
    }

    /// Returns the hops of a leaper, so far along one dimension of the grid and so far along
    /// another, each a diagonal or straight beginning and the rest straight on; none if the board
    /// lacks a step that one of them takes.
    fn leaper(&mut self, a: i32, b: i32) -> Vec<WayId> {
        let dimensions = self.directions.iter().map(|direction| direction.step.len()).max().unwrap_or(0);
        let far = (a.unsigned_abs() + b.unsigned_abs()) as usize;
        self.pay(8 * dimensions * dimensions * far);
        if self.is_spent() {
            return Vec::new();
        }
        let mut hops: Vec<Vec<i32>> = Vec::new();
        for (one, other) in (0..dimensions).flat_map(|one| (0..dimensions).map(move |other| (one, other))) {
            for (x, y) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                let mut hop = vec![0; dimensions];
                (hop[one], hop[other]) = (x, y);
                if one != other && !hops.contains(&hop) {
                    hops.push(hop);
                }
            }
        }
        // In the order in which they lie on the board, so that lists do not depend on how they were
        // made.
        hops.compact_sort_by_key(|hop| {
            let across = hop.iter().skip(1).rev().map(|along| -along);
            across.chain(hop.first().copied()).collect::<Vec<i32>>()
        });
        let ways: Option<Vec<Vec<DirectionId>>> = hops.into_iter().map(|hop| self.steps_of(hop)).collect();
        ways.unwrap_or_default().into_iter().map(|directions| self.way(directions)).collect()
    }

    /// Returns the directions of which a hop over a grid consists, all at once as long as it goes
    /// along several dimensions.
    fn steps_of(&self, mut hop: Vec<i32>) -> Option<Vec<DirectionId>> {
        let mut directions = Vec::new();
        while hop.iter().any(|along| *along != 0) {
            let at_once: Vec<i32> = hop.iter().map(|along| along.signum()).collect();
            let direction_of = |step: &Vec<i32>| self.directions.iter().position(|known| known.step == *step);
            // Boxes have diagonals in their plane alone, and hexagons none at all: what is along
            // and across of them is no square.
            let straight = |dimension: usize| {
                let mut step = vec![0; hop.len()];
                step[dimension] = hop[dimension].signum();
                step
            };
            let first = hop.iter().position(|along| *along != 0).filter(|_| hop.len() > 2).map(straight);
            let step = [Some(at_once), first].into_iter().flatten().find(|step| direction_of(step).is_some())?;
            let direction = direction_of(&step)?;
            directions.push(DirectionId::at(direction));
            hop.iter_mut().zip(step).for_each(|(along, step)| *along -= step);
        }
        Some(directions)
    }

    /// Directions turned by a part of the full circle: `by` says how far among so many.
    fn turned(&mut self, parts: &[NodeId], env: EnvId, by: &dyn Fn(usize) -> usize) -> Option<Vec<WayId>> {
        let ways = self.all_ways(parts, env)?;
        let mut turned = Vec::new();
        for way in ways {
            let half = by(8) == 4;
            let new = match (half, self.ways[way.index()].as_slice()) {
                (true, directions) => {
                    let back: Option<Vec<DirectionId>> =
                        directions.iter().rev().map(|direction| self.directions[direction.index()].back).collect();
                    let back = back?;
                    self.way(back)
                }
                (false, _) => {
                    let all = self.round(way)?;
                    let place = all.iter().position(|other| *other == way)?;
                    all[(place + by(all.len())) % all.len()]
                }
            };
            turned.push(new);
        }
        Some(turned)
    }

    /// Returns the directions around a site, anticlockwise, among which this one is.
    pub(super) fn round(&mut self, way: WayId) -> Option<Vec<WayId>> {
        let [direction] = self.ways[way.index()].as_slice() else { return None };
        self.directions[direction.index()].angle?;
        let mut all: Vec<(f32, DirectionId)> = (0..self.directions.len())
            .filter_map(|index| Some((self.directions[index].angle?, DirectionId::at(index))))
            .collect();
        all.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        Some(all.into_iter().map(|(_, direction)| self.way(vec![direction])).collect())
    }

    /// Returns all ways, with where they lead for each player.
    pub(super) fn hops(&mut self, topology: &Topology) -> Vec<Way> {
        let players = (0..self.players.len()).map(PlayerId::at);
        let hop = |directions: &Vec<DirectionId>| {
            // Most players see a direction as others do.
            let mut known: HashMap<Vec<DirectionId>, Box<[SiteId]>> = HashMap::new();
            let links = players.clone().map(|player| {
                let seen = directions.iter().map(|direction| topology.seen_by(player, *direction));
                let seen: Vec<DirectionId> = seen.collect();
                self.pay(self.sites.len() / 2);
                known.entry(seen).or_insert_with_key(|seen| self.hop(topology, seen)).clone()
            });
            Way { directions: directions.clone(), links: links.collect() }
        };
        self.ways.iter().take_while(|_| !self.is_spent()).map(hop).collect()
    }

    fn hop(&self, topology: &Topology, seen: &[DirectionId]) -> Box<[SiteId]> {
        self.pay(4 * self.every_site().saturating_mul(seen.len()));
        if self.is_spent() {
            return vec![SiteId::NONE; self.sites.len()].into();
        }
        let steps: Vec<&Vec<i32>> = seen.iter().map(|direction| &self.directions[direction.index()].step).collect();
        let on_grid = seen.len() > 1 && self.wrapped_dimensions.is_empty() && steps.iter().all(|step| !step.is_empty());
        let links = topology.site_ids().map(|from| {
            let site = &self.sites[from.index()];
            if on_grid && steps.iter().all(|step| step.len() == site.at.len()) {
                let to: Vec<i32> = (0..site.at.len())
                    .map(|along| site.at[along] + steps.iter().map(|step| step[along]).sum::<i32>())
                    .collect();
                return self.site_places.get(&(site.grid, to)).copied().unwrap_or(SiteId::NONE);
            }
            seen.iter()
                .fold(from, |site, direction| site.some().map_or(SiteId::NONE, |site| topology.link(site, *direction)))
        });
        links.collect()
    }
}
