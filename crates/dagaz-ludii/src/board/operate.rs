//! Operators on graphs: moved, joined, cut, refined.

use super::graph::{Edge, Face, Graph, Point, crossing, is_inside};
use dagaz_core::CompactSort;

/// Points closer than this fuse when graphs are merged.
const FUSED: f64 = 0.01;

impl Graph {
    /// Moves all vertices.
    pub(super) fn map(&mut self, mut to: impl FnMut(Point) -> Point) {
        self.vertices.iter_mut().for_each(|point| *point = to(*point));
    }

    /// Turns the graph counter-clockwise about the middle of its bounding box.
    pub(super) fn rotate(&mut self, degrees: f64) {
        let (low, high) = self.bounds();
        let middle = low.middle(high);
        let (sin, cos) = degrees.to_radians().sin_cos();
        self.turned += degrees.to_radians();
        self.map(|point| {
            let (x, y) = (point.x - middle.x, point.y - middle.y);
            Point { x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos, z: point.z }
        });
    }

    /// Appends another graph without fusing anything.
    pub(super) fn append(&mut self, other: &Graph) {
        let base = self.vertices.len();
        self.vertices.extend(&other.vertices);
        self.pivots.extend(other.pivots.iter().map(|pivot| pivot.map(|pivot| pivot + base)));
        let moved = |edge: &Edge| Edge { a: edge.a + base, b: edge.b + base, curved: edge.curved };
        self.edges.extend(other.edges.iter().map(moved));
        let moved = |face: &Face| Face { vertices: face.vertices.iter().map(|vertex| vertex + base).collect() };
        self.faces.extend(other.faces.iter().map(moved));
    }

    /// Fuses vertices at one place into the lowest one and drops edges that are there twice.
    pub(super) fn fuse(&mut self) {
        let number = self.vertices.len();
        let mut keep = vec![true; number];
        let mut target: Vec<usize> = (0..number).collect();
        let mut by_x: Vec<usize> = (0..number).collect();
        by_x.compact_sort_by(|a, b| self.vertices[*a].x.total_cmp(&self.vertices[*b].x));
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); number];
        for (at, &a) in by_x.iter().enumerate() {
            for &b in &by_x[at + 1..] {
                if self.vertices[b].x - self.vertices[a].x > FUSED {
                    break;
                }
                if self.vertices[a].distance(self.vertices[b]) < FUSED {
                    near[a.max(b)].push(a.min(b));
                }
            }
        }
        for vertex in 0..number {
            if let Some(&lowest) = near[vertex].iter().filter(|other| keep[**other]).min() {
                keep[vertex] = false;
                target[vertex] = lowest;
            }
        }
        for edge in &mut self.edges {
            (edge.a, edge.b) = (target[edge.a], target[edge.b]);
        }
        let mut seen = std::collections::HashSet::new();
        self.edges.retain(|edge| edge.a != edge.b && seen.insert((edge.a.min(edge.b), edge.a.max(edge.b))));
        for face in &mut self.faces {
            face.vertices.iter_mut().for_each(|vertex| *vertex = target[*vertex]);
        }
        self.keep_vertices(&keep);
    }

    /// Joins vertices that are nearer than 1.1 times the mean edge.
    pub(super) fn connect(&mut self) {
        let reach = 1.1 * self.unit();
        for a in 0..self.vertices.len() {
            for b in a + 1..self.vertices.len() {
                if self.vertices[a].distance(self.vertices[b]) < reach {
                    self.add_edge(a, b, false);
                }
            }
        }
        self.make_faces(true);
    }

    /// Removes faces by number, and with `trim` the edges that had no other face.
    pub(super) fn remove_faces(&mut self, gone: &[usize], trim: bool) {
        let touched: Vec<(usize, usize)> = gone
            .iter()
            .filter_map(|face| self.faces.get(*face))
            .flat_map(|face| sides(face).collect::<Vec<_>>())
            .collect();
        let mut number = 0;
        self.faces.retain(|_| {
            number += 1;
            !gone.contains(&(number - 1))
        });
        if !trim {
            return;
        }
        let left: std::collections::HashSet<(usize, usize)> = self.faces.iter().flat_map(sides).collect();
        let dropped: std::collections::HashSet<(usize, usize)> =
            touched.into_iter().filter(|side| !left.contains(side)).collect();
        self.edges.retain(|edge| !dropped.contains(&(edge.a.min(edge.b), edge.a.max(edge.b))));
    }

    /// Removes edges, and the faces that they bound.
    pub(super) fn remove_edges(&mut self, gone: &[(usize, usize)]) {
        let is_gone = |a: usize, b: usize| gone.iter().any(|(c, d)| (a, b) == (*c, *d) || (b, a) == (*c, *d));
        self.edges.retain(|edge| !is_gone(edge.a, edge.b));
        self.faces.retain(|face| !sides(face).any(|(a, b)| is_gone(a, b)));
    }

    /// Removes vertices by number, with their edges and faces.
    pub(super) fn remove_vertices(&mut self, gone: &[usize]) {
        let keep: Vec<bool> = (0..self.vertices.len()).map(|vertex| !gone.contains(&vertex)).collect();
        self.keep_vertices(&keep);
    }

    /// Removes edges with a loose end, again and again, and then vertices without an edge.
    pub(super) fn trim(&mut self) {
        loop {
            let at = self.edges_at();
            let loose = |end: usize| at[end].len() < 2;
            let before = self.edges.len();
            let kept: Vec<Edge> = self.edges.iter().filter(|edge| !loose(edge.a) && !loose(edge.b)).copied().collect();
            self.edges = kept;
            if self.edges.len() == before {
                break;
            }
        }
        let keep: Vec<bool> = self.edges_at().iter().map(|edges| !edges.is_empty()).collect();
        self.keep_vertices(&keep);
    }

    /// Puts a vertex into each face with so many sides, joined to its corners.
    pub(super) fn subdivide(&mut self, sides_min: usize) {
        let split: Vec<Face> = self.faces.iter().filter(|face| face.vertices.len() >= sides_min).cloned().collect();
        self.faces.retain(|face| face.vertices.len() < sides_min);
        // New vertices follow the others, those of the last face first.
        for face in split.into_iter().rev() {
            let middle = super::graph::mean(face.vertices.iter().map(|vertex| self.vertices[*vertex]));
            let middle = self.add_vertex(middle);
            for corner in face.vertices {
                self.edges.push(Edge { a: middle, b: corner, curved: false });
            }
        }
        self.make_faces(false);
    }

    /// Returns the graph with a vertex for each face and an edge for each pair of neighbouring
    /// faces.
    pub(super) fn dual(&self) -> Graph {
        let mut by_side: std::collections::HashMap<(usize, usize), Vec<usize>> = std::collections::HashMap::new();
        for (number, face) in self.faces.iter().enumerate() {
            sides(face).for_each(|side| by_side.entry(side).or_default().push(number));
        }
        let vertices = (0..self.faces.len()).map(|face| self.face_centre(face)).collect();
        let mut edges: Vec<(usize, usize)> =
            by_side.values().filter(|faces| faces.len() == 2).map(|faces| (faces[0], faces[1])).collect();
        edges.sort_unstable();
        let mut graph = Graph::new(vertices, edges);
        graph.make_faces(false);
        graph.reorder();
        graph
    }

    /// Joins all pairs of vertices, or those of each face.
    pub(super) fn complete(&mut self, each_cell: bool) {
        let groups: Vec<Vec<usize>> = if each_cell {
            self.faces.iter().map(|face| face.vertices.clone()).collect()
        } else {
            vec![(0..self.vertices.len()).collect()]
        };
        self.faces.clear();
        for group in groups {
            for (at, &a) in group.iter().enumerate() {
                group[at + 1..].iter().for_each(|&b| self.add_edge(a, b, false));
            }
        }
        self.make_faces(true);
        self.reorder();
    }

    /// Puts a vertex where two edges cross.
    pub(super) fn split_crossings(&mut self) {
        self.faces.clear();
        loop {
            let mut found = None;
            'search: for a in 0..self.edges.len() {
                for b in a + 1..self.edges.len() {
                    let ends = |edge: usize| (self.vertices[self.edges[edge].a], self.vertices[self.edges[edge].b]);
                    if let Some(point) = crossing(ends(a), ends(b)) {
                        found = Some((a, b, point));
                        break 'search;
                    }
                }
            }
            let Some((a, b, point)) = found else { break };
            let middle = self.vertex_at(point).unwrap_or_else(|| self.add_vertex(point));
            let (first, second) = (self.edges[a], self.edges[b]);
            self.edges.remove(b);
            self.edges.remove(a);
            for end in [first.a, first.b, second.a, second.b] {
                self.add_edge(end, middle, false);
            }
        }
        self.make_faces(true);
    }

    /// Returns the faces whose centre lies in a polygon.
    pub(super) fn faces_inside(&self, polygon: &[Point]) -> Vec<usize> {
        (0..self.faces.len()).filter(|face| is_inside(self.face_centre(*face), polygon)).collect()
    }
}

/// Returns the sides of a face, the lower end first.
pub(super) fn sides(face: &Face) -> impl Iterator<Item = (usize, usize)> + '_ {
    let next = face.vertices.iter().cycle().skip(1);
    face.vertices.iter().zip(next).map(|(a, b)| (*a.min(b), *a.max(b)))
}
