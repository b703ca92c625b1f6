//! The graph under a board: vertices, edges and faces in the plane, in their order.
//!
//! What generators and operators have in common is here; what the elements mean to the rules is
//! not.

use std::collections::{HashMap, HashSet};

use dagaz_core::CompactSort;

/// Points closer than this are the same vertex.
pub(super) const NEAR: f64 = 0.001;

/// Vertices of the largest face.
const FACE_SIDES_MAX: usize = 32;

/// A point in space; flat boards have z = 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) z: f64,
}

impl Point {
    pub(super) fn flat(x: f64, y: f64) -> Point {
        Point { x, y, z: 0.0 }
    }

    pub(super) fn distance(self, other: Point) -> f64 {
        let (dx, dy, dz) = (self.x - other.x, self.y - other.y, self.z - other.z);
        (dx * dx + dy * dy + dz * dz).sqrt()
    }

    /// Returns the angle from this point to another, counter-clockwise from east, above -π and up
    /// to π.
    pub(super) fn angle_to(self, other: Point) -> f64 {
        let dy = other.y - self.y;
        // Rounding must not turn west into its other angle.
        let dy = if dy.abs() < 1e-9 { 0.0 } else { dy };
        dy.atan2(other.x - self.x)
    }

    pub(super) fn middle(self, other: Point) -> Point {
        Point { x: (self.x + other.x) / 2.0, y: (self.y + other.y) / 2.0, z: (self.z + other.z) / 2.0 }
    }
}

/// Returns the mean of points.
pub(super) fn mean(points: impl ExactSizeIterator<Item = Point>) -> Point {
    let number = points.len().max(1) as f64;
    let sum = points.fold(Point::default(), |a, b| Point { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
    Point { x: sum.x / number, y: sum.y / number, z: sum.z / number }
}

/// Returns the difference of two angles, in -π…π.
pub(super) fn turn(from: f64, to: f64) -> f64 {
    let turn = (to - from).rem_euclid(std::f64::consts::TAU);
    if turn > std::f64::consts::PI { turn - std::f64::consts::TAU } else { turn }
}

/// An edge between two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Whether it is drawn as a curve, as the edges of rings are.
    pub(super) curved: bool,
}

impl Edge {
    /// Returns the other end.
    pub(super) fn other(&self, end: usize) -> usize {
        if self.a == end { self.b } else { self.a }
    }

    pub(super) fn joins(&self, a: usize, b: usize) -> bool {
        (self.a, self.b) == (a, b) || (self.a, self.b) == (b, a)
    }
}

/// A face by its vertices in their order around it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) vertices: Vec<usize>,
}

/// A graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Graph {
    pub(super) vertices: Vec<Point>,
    pub(super) edges: Vec<Edge>,
    pub(super) faces: Vec<Face>,
    /// The centre of the ring that a vertex is on, if it is on one.
    pub(super) pivots: Vec<Option<usize>>,
    /// By how much the graph was turned since its faces were made, in radians.
    pub(super) turned: f64,
}

impl Graph {
    /// Returns the graph of these vertices and edges, without faces.
    pub(super) fn new(vertices: Vec<Point>, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut graph = Graph { pivots: vec![None; vertices.len()], vertices, ..Graph::default() };
        let mut seen = HashSet::new();
        for (a, b) in edges {
            if a != b && seen.insert((a.min(b), a.max(b))) {
                graph.edges.push(Edge { a, b, curved: false });
            }
        }
        graph
    }

    /// Adds a vertex and returns its number.
    pub(super) fn add_vertex(&mut self, point: Point) -> usize {
        self.vertices.push(point);
        self.pivots.push(None);
        self.vertices.len() - 1
    }

    /// Adds an edge unless it is there.
    pub(super) fn add_edge(&mut self, a: usize, b: usize, curved: bool) {
        if a != b && !self.edges.iter().any(|edge| edge.joins(a, b)) {
            self.edges.push(Edge { a, b, curved });
        }
    }

    /// Returns the number of a vertex at this point.
    pub(super) fn vertex_at(&self, point: Point) -> Option<usize> {
        self.vertices.iter().position(|other| other.distance(point) < NEAR)
    }

    /// Returns the edges at each vertex, in the order of their numbers.
    pub(super) fn edges_at(&self) -> Vec<Vec<usize>> {
        let mut at = vec![Vec::new(); self.vertices.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            at[edge.a].push(number);
            at[edge.b].push(number);
        }
        at
    }

    pub(super) fn edge_middle(&self, edge: usize) -> Point {
        let edge = self.edges[edge];
        self.vertices[edge.a].middle(self.vertices[edge.b])
    }

    pub(super) fn face_centre(&self, face: usize) -> Point {
        mean(self.faces[face].vertices.iter().map(|vertex| self.vertices[*vertex]))
    }

    /// Returns the numbers of edges by their two ends, the lower first.
    pub(super) fn edge_numbers(&self) -> HashMap<(usize, usize), usize> {
        let ends = |edge: &Edge| (edge.a.min(edge.b), edge.a.max(edge.b));
        self.edges.iter().enumerate().map(|(number, edge)| (ends(edge), number)).collect()
    }

    /// Adds all faces that the edges enclose and that are not there yet.
    ///
    /// Finds faces: from each vertex and edge, the walk always takes the edge before the one by
    /// which it came, in the order of angles. A closed counter-clockwise walk is a face.
    pub(super) fn make_faces(&mut self, check_crossings: bool) {
        self.turned = 0.0;
        let sorted: Vec<Vec<usize>> = self
            .edges_at()
            .into_iter()
            .enumerate()
            .map(|(vertex, mut edges)| {
                let angle = |edge: &usize| {
                    let other = self.vertices[self.edges[*edge].other(vertex)];
                    self.vertices[vertex].angle_to(other)
                };
                edges.compact_sort_by(|a, b| angle(a).total_cmp(&angle(b)));
                edges
            })
            .collect();
        let key = |vertices: &[usize]| {
            let mut key = vertices.to_vec();
            key.sort_unstable();
            key
        };
        let mut known: HashSet<Vec<usize>> = self.faces.iter().map(|face| key(&face.vertices)).collect();
        for start in 0..self.vertices.len() {
            for &first in &sorted[start] {
                let Some(walk) = self.walk_around(start, first, &sorted) else { continue };
                if !self.is_counter_clockwise(&walk) || known.contains(&key(&walk)) {
                    continue;
                }
                if check_crossings && self.is_crossed(&walk) {
                    continue;
                }
                known.insert(key(&walk));
                self.faces.push(Face { vertices: walk });
            }
        }
    }

    /// Follows edges from a vertex until they close.
    fn walk_around(&self, start: usize, first: usize, sorted: &[Vec<usize>]) -> Option<Vec<usize>> {
        let mut walk = vec![start];
        let (mut vertex, mut edge) = (self.edges[first].other(start), first);
        while vertex != start {
            if walk.len() >= FACE_SIDES_MAX || walk.contains(&vertex) {
                return None;
            }
            walk.push(vertex);
            let around = &sorted[vertex];
            let at = around.iter().position(|other| *other == edge)?;
            edge = around[(at + around.len() - 1) % around.len()];
            vertex = self.edges[edge].other(vertex);
        }
        (walk.len() >= 3).then_some(walk)
    }

    fn is_counter_clockwise(&self, walk: &[usize]) -> bool {
        self.area(walk) > 1e-9
    }

    /// Returns the area of a polygon, above 0 if it runs counter-clockwise.
    pub(super) fn area(&self, walk: &[usize]) -> f64 {
        let pairs = walk.iter().zip(walk.iter().cycle().skip(1));
        pairs
            .map(|(a, b)| {
                let (a, b) = (self.vertices[*a], self.vertices[*b]);
                (a.x * b.y - b.x * a.y) / 2.0
            })
            .sum()
    }

    /// Returns whether an edge of the graph crosses a side of a polygon.
    fn is_crossed(&self, walk: &[usize]) -> bool {
        walk.iter().zip(walk.iter().cycle().skip(1)).any(|(&a, &b)| {
            self.edges.iter().any(|edge| {
                let apart = ![edge.a, edge.b].iter().any(|end| *end == a || *end == b);
                apart
                    && crossing((self.vertices[a], self.vertices[b]), (self.vertices[edge.a], self.vertices[edge.b]))
                        .is_some()
            })
        })
    }

    /// Sorts each element type by 100·y + x of its reference point. Elements at one place keep
    /// their order.
    pub(super) fn reorder(&mut self) {
        self.reorder_vertices();
        self.reorder_edges();
        self.reorder_faces();
    }

    /// See `reorder`.
    pub(super) fn reorder_vertices(&mut self) {
        let mut order: Vec<usize> = (0..self.vertices.len()).collect();
        order.compact_sort_by(|a, b| rank(self.vertices[*a]).total_cmp(&rank(self.vertices[*b])));
        let mut place = vec![0; order.len()];
        for (to, from) in order.iter().enumerate() {
            place[*from] = to;
        }
        self.vertices = order.iter().map(|from| self.vertices[*from]).collect();
        self.pivots = order.iter().map(|from| self.pivots[*from].map(|pivot| place[pivot])).collect();
        for edge in &mut self.edges {
            (edge.a, edge.b) = (place[edge.a], place[edge.b]);
        }
        for face in &mut self.faces {
            face.vertices.iter_mut().for_each(|vertex| *vertex = place[*vertex]);
        }
    }

    /// See `reorder`.
    pub(super) fn reorder_edges(&mut self) {
        let middles: Vec<f64> = (0..self.edges.len()).map(|edge| rank(self.edge_middle(edge))).collect();
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.compact_sort_by(|a, b| middles[*a].total_cmp(&middles[*b]));
        self.edges = order.iter().map(|from| self.edges[*from]).collect();
    }

    /// See `reorder`.
    pub(super) fn reorder_faces(&mut self) {
        let centres: Vec<f64> = (0..self.faces.len()).map(|face| rank(self.face_centre(face))).collect();
        let mut order: Vec<usize> = (0..self.faces.len()).collect();
        order.compact_sort_by(|a, b| centres[*a].total_cmp(&centres[*b]));
        self.faces = order.iter().map(|from| self.faces[*from].clone()).collect();
    }

    /// Keeps the vertices that pass, with the edges between them and the faces around which all
    /// corners are kept.
    pub(super) fn keep_vertices(&mut self, keep: &[bool]) {
        let mut place = vec![None; self.vertices.len()];
        let mut next = 0;
        for (vertex, place) in place.iter_mut().enumerate() {
            if keep[vertex] {
                *place = Some(next);
                next += 1;
            }
        }
        let kept = |vertex: &usize| place[*vertex].is_some();
        self.edges.retain(|edge| kept(&edge.a) && kept(&edge.b));
        self.faces.retain(|face| face.vertices.iter().all(kept));
        let moved = |vertex: usize| place[vertex].unwrap_or(0);
        for edge in &mut self.edges {
            (edge.a, edge.b) = (moved(edge.a), moved(edge.b));
        }
        for face in &mut self.faces {
            face.vertices.iter_mut().for_each(|vertex| *vertex = moved(*vertex));
        }
        let number = keep.iter().filter(|keep| **keep).count();
        let old = std::mem::take(&mut self.vertices);
        self.vertices = old.into_iter().zip(keep).filter(|(_, keep)| **keep).map(|(point, _)| point).collect();
        let old = std::mem::take(&mut self.pivots);
        let pivots = old.into_iter().zip(keep).filter(|(_, keep)| **keep);
        self.pivots = pivots.map(|(pivot, _)| pivot.and_then(|pivot| place[pivot])).collect();
        debug_assert_eq!(self.vertices.len(), number);
    }

    /// Returns the corners of the bounding box.
    pub(super) fn bounds(&self) -> (Point, Point) {
        let mut low = Point { x: f64::INFINITY, y: f64::INFINITY, z: f64::INFINITY };
        let mut high = Point { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY, z: f64::NEG_INFINITY };
        for point in &self.vertices {
            low = Point { x: low.x.min(point.x), y: low.y.min(point.y), z: low.z.min(point.z) };
            high = Point { x: high.x.max(point.x), y: high.y.max(point.y), z: high.z.max(point.z) };
        }
        (low, high)
    }

    /// Returns the edges at a vertex by their angles when faces were made, from west
    /// counter-clockwise. West itself is last, and first on rings.
    pub(super) fn sorted_edges(&self, vertex: usize, edges: &[usize]) -> Vec<usize> {
        let is_ring = self.pivots[vertex].is_some();
        let angle = |edge: usize| {
            let other = self.vertices[self.edges[edge].other(vertex)];
            let angle = turn(self.turned, self.vertices[vertex].angle_to(other));
            match angle.abs() > std::f64::consts::PI - 1e-6 {
                true if is_ring => -std::f64::consts::PI,
                true => std::f64::consts::PI,
                false => angle,
            }
        };
        let mut edges: Vec<(f64, usize)> = edges.iter().map(|edge| (angle(*edge), *edge)).collect();
        edges.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        edges.into_iter().map(|(_, edge)| edge).collect()
    }

    /// Returns the mean length of an edge, 1 if there is none.
    pub(super) fn unit(&self) -> f64 {
        if self.edges.is_empty() {
            return 1.0;
        }
        let lengths = self.edges.iter().map(|edge| self.vertices[edge.a].distance(self.vertices[edge.b]));
        lengths.sum::<f64>() / self.edges.len() as f64
    }
}

/// Returns the number by which elements are sorted. Height does not count.
fn rank(point: Point) -> f64 {
    point.y * 100.0 + point.x
}

/// Returns where two lines between points cross within both, ends left out.
pub(super) fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let (rx, ry) = (b.x - a.x, b.y - a.y);
    let (sx, sy) = (d.x - c.x, d.y - c.y);
    let cross = rx * sy - ry * sx;
    if cross.abs() < 1e-12 {
        return None;
    }
    let t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross;
    let u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross;
    let inside = |value: f64| value > 1e-6 && value < 1.0 - 1e-6;
    (inside(t) && inside(u)).then(|| Point::flat(a.x + t * rx, a.y + t * ry))
}

/// Returns whether a point lies in a polygon.
pub(super) fn is_inside(point: Point, polygon: &[Point]) -> bool {
    let mut inside = false;
    for (at, a) in polygon.iter().enumerate() {
        let b = polygon[(at + 1) % polygon.len()];
        if (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}
