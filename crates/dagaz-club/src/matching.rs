//! The pairs that are worth most: a matching of greatest weight in any graph.
//!
//! Edmonds' blossoms with dual values, in time that grows with the cube of the number (Zvi Galil,
//! "Efficient Algorithms for Finding Maximum Matching in Graphs", ACM Computing Surveys 18, 1986).
//! Vertices with an alternating path between them grow into trees; an edge inside one tree closes
//! an odd circle, a *blossom*, which is treated as one vertex until its dual value is spent. It is
//! exact: who pairs by it cannot fail to find the pairing without a repetition if there is one.

use std::collections::VecDeque;

/// Where a vertex stands in the trees of a phase.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VertexState {
    /// In none.
    Free,
    /// At an even distance from a root: it looks for others.
    Outer,
    /// At an odd one.
    Inner,
}

/// An edge between two vertices themselves, wherever it is kept.
#[derive(Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

/// No vertex. Vertices count from 1, and blossoms follow them.
const NONE: usize = 0;

struct Search {
    vertices: usize,
    /// Vertices, and blossoms that have been made.
    nodes: usize,
    /// The best edge between any two nodes.
    edges: Vec<Vec<Edge>>,
    dual: Vec<i64>,
    partner: Vec<usize>,
    /// From which vertex the edge of least slack to a node comes.
    slack: Vec<usize>,
    /// The outermost blossom in which a node is.
    outermost: Vec<usize>,
    parent: Vec<usize>,
    /// Through which part of a blossom a vertex is in it.
    part: Vec<Vec<usize>>,
    place: Vec<VertexState>,
    mark: Vec<u32>,
    marks: u32,
    /// The parts of a blossom, round the circle, from its base.
    parts: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

/// Returns the partner of each of `count`, so that the sum of the weights is greatest. Only pairs
/// of a weight above 0 are made; in a graph in which every pair has one, at most one stays alone.
/// Weights are less than 2⁶⁰.
pub(crate) fn heaviest(count: usize, weight: impl Fn(usize, usize) -> i64) -> Vec<Option<usize>> {
    let size = count + count / 2 + 2;
    let weighed = |from: usize, to: usize| match (from.min(to), from.max(to)) {
        (NONE, _) => 0,
        (one, other) if one == other || other > count => 0,
        (one, other) => weight(one - 1, other - 1).max(0),
    };
    let edge = |from, to| Edge { from, to, weight: weighed(from, to) };
    let edges: Vec<Vec<Edge>> = (0..size).map(|from| (0..size).map(|to| edge(from, to)).collect()).collect();
    let most = edges.iter().flatten().map(|edge| edge.weight).max().unwrap_or(0);
    let mut search = Search {
        vertices: count,
        nodes: count,
        edges,
        dual: vec![most; size],
        partner: vec![NONE; size],
        slack: vec![NONE; size],
        outermost: (0..size).map(|node| if node <= count { node } else { NONE }).collect(),
        parent: vec![NONE; size],
        part: vec![vec![NONE; count + 1]; size],
        place: vec![VertexState::Free; size],
        mark: vec![0; size],
        marks: 0,
        parts: vec![Vec::new(); size],
        queue: VecDeque::new(),
    };
    for vertex in 1..=count {
        search.part[vertex][vertex] = vertex;
    }
    while search.phase() {}
    (1..=count).map(|vertex| search.partner[vertex].checked_sub(1)).collect()
}

impl Search {
    /// Returns how far an edge is from being usable: none is below 0.
    fn slack_of(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - 2 * self.edges[edge.from][edge.to].weight
    }

    fn note_slack(&mut self, from: usize, node: usize) {
        let known = self.slack[node];
        if known == NONE || self.slack_of(self.edges[from][node]) < self.slack_of(self.edges[known][node]) {
            self.slack[node] = from;
        }
    }

    fn find_slack(&mut self, node: usize) {
        self.slack[node] = NONE;
        for from in 1..=self.vertices {
            let outer = self.outermost[from];
            if self.edges[from][node].weight > 0 && outer != node && self.place[outer] == VertexState::Outer {
                self.note_slack(from, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.vertices {
            self.queue.push_back(node);
        } else {
            for part in self.parts[node].clone() {
                self.enqueue(part);
            }
        }
    }

    fn put_into(&mut self, node: usize, blossom: usize) {
        self.outermost[node] = blossom;
        if node > self.vertices {
            for part in self.parts[node].clone() {
                self.put_into(part, blossom);
            }
        }
    }

    /// Returns the place of a part in its blossom, which is turned so that the way to it from the
    /// base is even.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|one| *one == part).unwrap_or(0);
        if place % 2 == 1 {
            parts[1..].reverse();
            return parts.len() - place;
        }
        place
    }

    /// Matches a node with another by the best edge between them; the nodes inside a blossom are
    /// matched again.
    fn pair(&mut self, node: usize, other: usize) {
        let edge = self.edges[node][other];
        self.partner[node] = edge.to;
        if node <= self.vertices {
            return;
        }
        let part = self.part[node][edge.from];
        let place = self.even_place(node, part);
        for at in 0..place {
            let (one, next) = (self.parts[node][at], self.parts[node][at ^ 1]);
            self.pair(one, next);
        }
        self.pair(part, other);
        self.parts[node].rotate_left(place);
    }

    /// Pairs along the way from a node to the root of its tree.
    fn augment(&mut self, mut node: usize, mut other: usize) {
        loop {
            let former = self.outermost[self.partner[node]];
            self.pair(node, other);
            if former == NONE {
                return;
            }
            let next = self.outermost[self.parent[former]];
            self.pair(former, next);
            (node, other) = (next, former);
        }
    }

    /// Where the ways of two nodes to their roots meet; `None` if they are of different trees.
    fn meeting(&mut self, mut one: usize, mut other: usize) -> Option<usize> {
        self.marks += 1;
        while one != NONE || other != NONE {
            if one != NONE {
                if self.mark[one] == self.marks {
                    return Some(one);
                }
                self.mark[one] = self.marks;
                let partner = self.outermost[self.partner[one]];
                one = if partner == NONE { NONE } else { self.outermost[self.parent[partner]] };
            }
            std::mem::swap(&mut one, &mut other);
        }
        None
    }

    /// Makes a blossom of the circle that an edge between two nodes closes.
    fn close(&mut self, one: usize, base: usize, other: usize) {
        let unused = (self.vertices + 1..=self.nodes).find(|&node| self.outermost[node] == NONE);
        let blossom = unused.unwrap_or(self.nodes + 1);
        self.nodes = self.nodes.max(blossom);
        self.dual[blossom] = 0;
        self.place[blossom] = VertexState::Outer;
        self.partner[blossom] = self.partner[base];
        let mut parts = vec![base];
        for (turn, end) in [one, other].into_iter().enumerate() {
            let mut node = end;
            while node != base {
                let inner = self.outermost[self.partner[node]];
                parts.extend([node, inner]);
                self.enqueue(inner);
                node = self.outermost[self.parent[inner]];
            }
            if turn == 0 {
                parts[1..].reverse();
            }
        }
        self.parts[blossom].clone_from(&parts);
        self.put_into(blossom, blossom);
        for node in 1..=self.nodes {
            self.edges[blossom][node].weight = 0;
            self.edges[node][blossom].weight = 0;
        }
        self.part[blossom].fill(NONE);
        for part in parts {
            for node in 1..=self.nodes {
                let (own, known) = (self.edges[part][node], self.edges[blossom][node]);
                if known.weight == 0 || self.slack_of(own) < self.slack_of(known) {
                    self.edges[blossom][node] = own;
                    self.edges[node][blossom] = self.edges[node][part];
                }
            }
            for vertex in 1..=self.vertices {
                if self.part[part][vertex] != NONE {
                    self.part[blossom][vertex] = part;
                }
            }
        }
        self.find_slack(blossom);
    }

    /// Makes the parts of an inner blossom, whose dual value is spent, nodes of their own again.
    fn open(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.put_into(part, part);
        }
        let entry = self.part[blossom][self.edges[blossom][self.parent[blossom]].from];
        let place = self.even_place(blossom, entry);
        let parts = self.parts[blossom].clone();
        for two in parts[..place].chunks_exact(2) {
            let (inner, outer) = (two[0], two[1]);
            self.parent[inner] = self.edges[outer][inner].from;
            self.place[inner] = VertexState::Inner;
            self.place[outer] = VertexState::Outer;
            self.slack[inner] = NONE;
            self.find_slack(outer);
            self.enqueue(outer);
        }
        self.place[entry] = VertexState::Inner;
        self.parent[entry] = self.parent[blossom];
        for &part in &parts[place + 1..] {
            self.place[part] = VertexState::Free;
            self.find_slack(part);
        }
        self.outermost[blossom] = NONE;
    }

    /// Follows an edge without slack out of an outer node; true if it leads to a larger matching,
    /// which is made.
    fn follow(&mut self, edge: Edge) -> bool {
        let (from, to) = (self.outermost[edge.from], self.outermost[edge.to]);
        match self.place[to] {
            VertexState::Free => {
                self.parent[to] = edge.from;
                self.place[to] = VertexState::Inner;
                let next = self.outermost[self.partner[to]];
                self.slack[to] = NONE;
                self.slack[next] = NONE;
                self.place[next] = VertexState::Outer;
                self.enqueue(next);
                false
            }
            VertexState::Inner => false,
            VertexState::Outer => match self.meeting(from, to) {
                Some(base) => {
                    self.close(from, base, to);
                    false
                }
                None => {
                    self.augment(from, to);
                    self.augment(to, from);
                    true
                }
            },
        }
    }

    /// Grows trees until the matching can be made larger; false if it cannot.
    fn phase(&mut self) -> bool {
        self.place.fill(VertexState::Free);
        self.slack.fill(NONE);
        self.queue.clear();
        for node in 1..=self.nodes {
            if self.outermost[node] == node && self.partner[node] == NONE {
                self.parent[node] = NONE;
                self.place[node] = VertexState::Outer;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(from) = self.queue.pop_front() {
                if self.place[self.outermost[from]] == VertexState::Inner {
                    continue;
                }
                for to in 1..=self.vertices {
                    let edge = self.edges[from][to];
                    if edge.weight == 0 || self.outermost[from] == self.outermost[to] {
                        continue;
                    }
                    if self.slack_of(edge) > 0 {
                        self.note_slack(from, self.outermost[to]);
                    } else if self.follow(edge) {
                        return true;
                    }
                }
            }
            if !self.change_duals() {
                return false;
            }
            for node in 1..=self.nodes {
                let from = self.slack[node];
                if self.outermost[node] != node || from == NONE || self.outermost[from] == node {
                    continue;
                }
                let edge = self.edges[from][node];
                if self.slack_of(edge) == 0 && self.follow(edge) {
                    return true;
                }
            }
            for node in self.vertices + 1..=self.nodes {
                if self.outermost[node] == node && self.place[node] == VertexState::Inner && self.dual[node] == 0 {
                    self.open(node);
                }
            }
        }
    }

    /// Changes the dual values as far as no slack falls below 0; false if a larger matching would
    /// weigh no more.
    fn change_duals(&mut self) -> bool {
        let mut by = i64::MAX;
        for node in 1..=self.nodes {
            if self.outermost[node] != node {
                continue;
            }
            if node > self.vertices && self.place[node] == VertexState::Inner {
                by = by.min(self.dual[node] / 2);
            }
            if self.slack[node] == NONE {
                continue;
            }
            let slack = self.slack_of(self.edges[self.slack[node]][node]);
            match self.place[node] {
                VertexState::Free => by = by.min(slack),
                VertexState::Outer => by = by.min(slack / 2),
                VertexState::Inner => {}
            }
        }
        let place = |vertex: usize| self.place[self.outermost[vertex]];
        if (1..=self.vertices).any(|vertex| place(vertex) == VertexState::Outer && self.dual[vertex] <= by) {
            return false;
        }
        for vertex in 1..=self.vertices {
            match self.place[self.outermost[vertex]] {
                VertexState::Outer => self.dual[vertex] -= by,
                VertexState::Inner => self.dual[vertex] += by,
                VertexState::Free => {}
            }
        }
        for node in self.vertices + 1..=self.nodes {
            if self.outermost[node] == node {
                match self.place[node] {
                    VertexState::Outer => self.dual[node] += 2 * by,
                    VertexState::Inner => self.dual[node] -= 2 * by,
                    VertexState::Free => {}
                }
            }
        }
        self.queue.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// The greatest weight there is, by trying everything.
    fn tried(left: u32, weights: &[Vec<i64>]) -> i64 {
        let Some(first) = (0..weights.len()).find(|one| left & (1 << one) != 0) else { return 0 };
        let left = left & !(1 << first);
        let others = (0..weights.len()).filter(|other| left & (1 << other) != 0);
        let paired = others.map(|other| weights[first][other] + tried(left & !(1 << other), weights));
        paired.chain([tried(left, weights)]).max().unwrap_or(0)
    }

    #[test]
    fn matching_weight_equals_exhaustive_search() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut below = |count: u64| rng.next_u64() % count;
        let mut blossoms = 0;
        for round in 0..3_000u64 {
            let count = 1 + below(9) as usize;
            // Few different weights make many ties and circles; some pairs are impossible.
            let (range, holes) = ([2, 4, 50, 1 << 50][(round % 4) as usize], below(4));
            let mut weights = vec![vec![0; count]; count];
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
            for (one, other) in pairs {
                let weight = if below(4) < holes { 0 } else { 1 + below(range) as i64 };
                (weights[one][other], weights[other][one]) = (weight, weight);
            }
            let found = heaviest(count, |one, other| weights[one][other]);
            let mut sum = 0;
            for (one, other) in found.iter().enumerate() {
                let Some(other) = *other else { continue };
                assert_eq!(found[other], Some(one), "round {round}");
                assert!(weights[one][other] > 0, "round {round}: a pair that is impossible");
                sum += weights[one][other];
            }
            assert_eq!(sum / 2, tried((1 << count) - 1, &weights), "round {round}: {weights:?}");
            blossoms += usize::from(count > 4 && holes == 0);
        }
        assert!(blossoms > 200, "{blossoms}");
    }

    #[test]
    fn all_players_are_paired_if_possible() {
        for count in [2, 3, 64, 65] {
            let found = heaviest(count, |one, other| 1 + ((one * 7 + other * 13) % 11) as i64);
            assert_eq!(found.iter().flatten().count(), count / 2 * 2);
        }
    }
}
