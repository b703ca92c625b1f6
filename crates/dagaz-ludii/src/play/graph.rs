//! Questions about edges as a graph, about loops and about patterns of pieces.

use crate::board::SiteType;
use crate::ludeme::op::{Number, Players, TreeKind};

use super::bits::Bits;
use super::position::LAST_TO;
use super::run::Run;

/// Edges of the board as pairs of vertices.
type Ends = Vec<(usize, usize)>;

impl<'g> Run<'g> {
    /// Returns the ends of the edges that hold pieces of some owners. The owner "shared" stands
    /// for any.
    fn edges_of(&mut self, players: &'g Players) -> Ends {
        let players = self.players(players);
        let any = players >> (self.rules.ground.players + 1) & 1 != 0;
        let edges = &self.rules.ground.equipment.board.elements(SiteType::Edge).sites;
        let mut found = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let Some(slot) = self.slot(SiteType::Edge, number as i32) else { continue };
            let counts = self.position.full.contains(slot) && (any || players >> self.position.who(slot) & 1 != 0);
            if let (true, [a, b]) = (counts, edge.vertices.as_slice()) {
                found.push((*a as usize, *b as usize));
            }
        }
        found
    }

    /// Returns whether the edges of some owners form a tree of a kind.
    pub(crate) fn is_tree(&mut self, kind: TreeKind, players: &'g Players) -> bool {
        let edges = self.edges_of(players);
        let vertices = self.rules.ground.equipment.board.elements(SiteType::Vertex).sites.len();
        let near = neighbours(&edges, vertices);
        let last = usize::try_from(self.position.get(LAST_TO)).unwrap_or(usize::MAX);
        match kind {
            TreeKind::Tree => is_forest(&edges, vertices),
            TreeKind::Spanning => edges.len() + 1 == vertices && is_forest(&edges, vertices),
            TreeKind::Centre => last < vertices && is_centre(&near, last),
            TreeKind::Regular => near.iter().all(|one| one.len() == near[0].len()),
            TreeKind::Caterpillar => {
                // Without its leaves a caterpillar is a path.
                let inner = |vertex: usize| near[vertex].iter().filter(|one| near[**one].len() > 1).count();
                let thin = (0..vertices).all(|vertex| near[vertex].len() < 2 || inner(vertex) <= 2);
                is_forest(&edges, vertices) && thin
            }
        }
    }

    /// Returns whether the last edge closes a cycle of some owners with a number of edges.
    pub(crate) fn closes_cycle(&mut self, players: &'g Players, low: i32, high: i32) -> bool {
        let edges = self.edges_of(players);
        let board = &self.rules.ground.equipment.board;
        let vertices = board.elements(SiteType::Vertex).sites.len();
        let near = neighbours(&edges, vertices);
        let last = usize::try_from(self.position.get(LAST_TO)).ok();
        let Some(edge) = last.and_then(|last| board.elements(SiteType::Edge).sites.get(last)) else { return false };
        let [a, b] = edge.vertices.as_slice() else { return false };
        let (a, b) = (*a as usize, *b as usize);
        // Depth-first search for a simple path from one end to the other that avoids the edge.
        let mut path = vec![a];
        let mut open: Vec<Vec<usize>> = vec![near[a].iter().copied().filter(|one| *one != b).collect()];
        while let Some(choices) = open.last_mut() {
            let Some(next) = choices.pop() else {
                open.pop();
                path.pop();
                continue;
            };
            if !self.enter() {
                return false;
            }
            self.leave();
            let length = path.len() as i32 + 1;
            if next == b && low <= length && length <= high {
                return true;
            }
            if next != b && !path.contains(&next) && length < high {
                path.push(next);
                open.push(near[next].clone());
            }
        }
        false
    }

    /// Returns whether a walk from a site passes given components in turn.
    pub(crate) fn is_pattern(&mut self, paths: &'g [Vec<Vec<u16>>], slot: usize, whats: Option<&'g [Number]>) -> bool {
        let whats: Vec<i32> = match whats {
            Some(whats) => whats.iter().map(|what| self.number(what)).collect(),
            None => vec![self.position.top[slot].what.into()],
        };
        paths[slot].iter().any(|path| {
            path.iter()
                .zip(whats.iter().cycle())
                .all(|(slot, what)| i32::from(self.position.top[usize::from(*slot)].what) == *what)
        })
    }

    /// Returns whether the group of the last site surrounds a site, or has a site in its inside.
    pub(crate) fn has_loop(&mut self, ty: SiteType, table: usize, outline: &Bits) -> bool {
        let last = self.position.get(LAST_TO);
        let Some(start) = self.slot(ty, last).filter(|slot| self.position.full.contains(*slot)) else { return false };
        let rules = self.rules;
        let table = &rules.radials[table];
        let who = self.position.who(start);
        let mut group = self.none();
        flood(vec![start], &mut group, |slot| {
            let near = table.steps(slot);
            near.filter(|near| self.position.full.contains(*near) && self.position.who(*near) == who).collect()
        });
        let inner = |slot: usize| !outline.contains(slot) && table.steps(slot).all(|near| group.contains(near));
        if group.iter().any(inner) {
            return true;
        }
        let mut outside = group.clone();
        let free: Vec<usize> = outline.iter().filter(|slot| !group.contains(*slot)).collect();
        for slot in free {
            flood(vec![slot], &mut outside, |slot| table.steps(slot).collect());
        }
        rules.ground.board(ty).iter().any(|slot| !outside.contains(slot))
    }
}

/// Adds to a set what can be reached from some sites outside it.
fn flood(mut open: Vec<usize>, seen: &mut Bits, near: impl Fn(usize) -> Vec<usize>) {
    open.iter().for_each(|slot| seen.insert(*slot));
    while let Some(slot) = open.pop() {
        for next in near(slot) {
            if !seen.contains(next) {
                seen.insert(next);
                open.push(next);
            }
        }
    }
}

fn neighbours(edges: &Ends, vertices: usize) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); vertices];
    for (a, b) in edges {
        near[*a].push(*b);
        near[*b].push(*a);
    }
    near
}

/// Returns whether edges close no cycle (union-find).
fn is_forest(edges: &Ends, vertices: usize) -> bool {
    let mut parent: Vec<usize> = (0..vertices).collect();
    let root = |parent: &[usize], mut at: usize| {
        while parent[at] != at {
            at = parent[at];
        }
        at
    };
    edges.iter().all(|(a, b)| {
        let (a, b) = (root(&parent, *a), root(&parent, *b));
        parent[a] = b;
        a != b
    })
}

/// Returns whether a vertex is a centre of its tree: no other vertex has a smaller greatest
/// distance.
fn is_centre(near: &[Vec<usize>], vertex: usize) -> bool {
    let Some((radius, members, edges)) = reach(near, vertex) else { return false };
    edges + 1 == members.len() && members.iter().all(|one| reach(near, *one).is_none_or(|(far, ..)| far >= radius))
}

/// Returns the greatest distance from a vertex, what can be reached, and the number of edges there.
fn reach(near: &[Vec<usize>], vertex: usize) -> Option<(usize, Vec<usize>, usize)> {
    let mut distance = vec![usize::MAX; near.len()];
    *distance.get_mut(vertex)? = 0;
    let mut members = vec![vertex];
    let mut at = 0;
    while let Some(one) = members.get(at).copied() {
        at += 1;
        for next in &near[one] {
            if distance[*next] == usize::MAX {
                distance[*next] = distance[one] + 1;
                members.push(*next);
            }
        }
    }
    let edges = members.iter().map(|one| near[*one].len()).sum::<usize>() / 2;
    Some((distance[*members.last()?], members, edges))
}
