//! Which sites are neighbours, in which direction they lie, and the radials that follow from it.

use std::f64::consts::{FRAC_PI_2, TAU};

use dagaz_core::CompactSort;

use super::graph::{Graph, Point, turn};
use super::operate::sides;
use super::{Direction, Radial, SiteType};

/// The relation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Orthogonal,
    Diagonal,
    /// Diagonal, but not a neighbour in the relation `Adjacent`.
    DiagonalApart,
    Off,
}

impl Relation {
    /// Returns whether the relation `Adjacent` has such steps.
    pub(super) fn is_adjacent(self) -> bool {
        self != Relation::DiagonalApart
    }

    pub(super) fn is_diagonal(self) -> bool {
        matches!(self, Relation::Diagonal | Relation::DiagonalApart)
    }
}

/// A step from a site to another one of its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) to: usize,
    pub(super) relation: Relation,
    pub(super) direction: Direction,
    /// The direction in terms of rings: in, out, clockwise or counter-clockwise.
    pub(super) ring: Option<Direction>,
}

impl Step {
    /// Returns the directions that the step has.
    pub(super) fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        std::iter::once(self.direction).chain(self.ring)
    }
}

/// The elements of one type: where they are and which steps they have, sorted clockwise from north.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) places: Vec<Point>,
    pub(super) steps: Vec<Vec<Step>>,
}

/// What touches what.
#[derive(Clone, Debug, Default)]
pub(super) struct Incidence {
    pub(super) face_edges: Vec<Vec<usize>>,
    pub(super) edge_faces: Vec<Vec<usize>>,
    pub(super) vertex_edges: Vec<Vec<usize>>,
    pub(super) vertex_faces: Vec<Vec<usize>>,
}

impl Incidence {
    pub(super) fn of(graph: &Graph) -> Incidence {
        let numbers = graph.edge_numbers();
        let mut edge_faces = vec![Vec::new(); graph.edges.len()];
        let mut vertex_faces = vec![Vec::new(); graph.vertices.len()];
        let mut face_edges = Vec::new();
        for (number, face) in graph.faces.iter().enumerate() {
            let edges: Vec<usize> = sides(face).filter_map(|side| numbers.get(&side)).copied().collect();
            edges.iter().for_each(|edge| edge_faces[*edge].push(number));
            face.vertices.iter().for_each(|vertex| vertex_faces[*vertex].push(number));
            face_edges.push(edges);
        }
        Incidence { face_edges, edge_faces, vertex_edges: graph.edges_at(), vertex_faces }
    }

    /// Returns the orthogonal neighbours of each element in the order in which a colouring reaches
    /// them: around a vertex by angle from west counter-clockwise, around a cell clockwise from its
    /// first vertex, around an edge from its first end.
    pub(super) fn reached_in_order(&self, graph: &Graph, site_type: SiteType) -> Vec<Vec<usize>> {
        let by_angle = |vertex: usize| graph.sorted_edges(vertex, &self.vertex_edges[vertex]);
        match site_type {
            SiteType::Cell => {
                let across = |cell: usize| {
                    let edges = self.face_edges[cell].iter().rev();
                    edges.flat_map(|edge| &self.edge_faces[*edge]).copied().filter(|other| *other != cell).collect()
                };
                (0..graph.faces.len()).map(across).collect()
            }
            SiteType::Vertex => {
                let joined =
                    |vertex: usize| by_angle(vertex).iter().map(|edge| graph.edges[*edge].other(vertex)).collect();
                (0..graph.vertices.len()).map(joined).collect()
            }
            SiteType::Edge => {
                let edges = graph.edges.iter().enumerate();
                let met = |(number, edge): (usize, &super::graph::Edge)| {
                    let all = by_angle(edge.a).into_iter().chain(by_angle(edge.b));
                    all.filter(|other| *other != number).collect()
                };
                edges.map(met).collect()
            }
        }
    }
}

/// Returns the steps of cells, vertices and edges.
pub(super) fn steps(graph: &Graph, touching: &Incidence) -> [Steps; 3] {
    let cells: Vec<Point> = (0..graph.faces.len()).map(|face| graph.face_centre(face)).collect();
    let vertices = graph.vertices.clone();
    let edges: Vec<Point> = (0..graph.edges.len()).map(|edge| graph.edge_middle(edge)).collect();

    let cell_steps = cells.iter().enumerate().map(|(cell, place)| {
        let corners = graph.faces[cell].vertices.iter().map(|vertex| vertices[*vertex]);
        let around = corners.chain(touching.face_edges[cell].iter().map(|edge| edges[*edge]));
        directed(*place, cell_relations(graph, touching, &cells, cell), &cells, around)
    });
    let cell_steps = cell_steps.collect();
    let vertex_steps = vertices.iter().enumerate().map(|(vertex, place)| {
        let near_edges = touching.vertex_edges[vertex].iter().map(|edge| edges[*edge]);
        let around = near_edges.chain(touching.vertex_faces[vertex].iter().map(|face| cells[*face]));
        let mut steps = directed(*place, vertex_relations(graph, touching, &cells, vertex), &vertices, around);
        steps.iter_mut().for_each(|step| step.ring = ring_direction(graph, vertex, step.to));
        steps
    });
    let vertex_steps = vertex_steps.collect();
    let edge_steps = edges.iter().enumerate().map(|(edge, place)| {
        let ends = [graph.edges[edge].a, graph.edges[edge].b];
        let around = ends.into_iter().map(|end| vertices[end]);
        let around = around.chain(touching.edge_faces[edge].iter().map(|face| cells[*face]));
        let others = ends.into_iter().flat_map(|end| &touching.vertex_edges[end]).filter(|other| **other != edge);
        let others: Vec<(usize, Relation)> = others.map(|other| (*other, Relation::Orthogonal)).collect();
        directed(*place, others, &edges, around)
    });
    let edge_steps = edge_steps.collect();
    [
        Steps { places: cells, steps: cell_steps },
        Steps { places: vertices, steps: vertex_steps },
        Steps { places: edges, steps: edge_steps },
    ]
}

/// Returns how much a walk bends that goes from one point over another to a third.
fn bend(from: Point, over: Point, to: Point) -> f64 {
    turn(from.angle_to(over), over.angle_to(to)).abs()
}

fn cell_relations(graph: &Graph, touching: &Incidence, cells: &[Point], cell: usize) -> Vec<(usize, Relation)> {
    let mut found: Vec<(usize, Relation)> = Vec::new();
    let has = |found: &[(usize, Relation)], other: usize| found.iter().any(|(known, _)| *known == other);
    for &edge in &touching.face_edges[cell] {
        for &other in touching.edge_faces[edge].iter().filter(|other| **other != cell) {
            if !has(&found, other) {
                found.push((other, Relation::Orthogonal));
            }
        }
    }
    let own = &graph.faces[cell].vertices;
    for &corner in own {
        let around = &touching.vertex_faces[corner];
        let others: Vec<usize> =
            around.iter().copied().filter(|other| *other != cell && !has(&found, *other)).collect();
        let bend_to = |other: &usize| bend(cells[cell], graph.vertices[corner], cells[*other]);
        if let Some(best) = straightest(others.iter().copied(), bend_to) {
            found.push((best, Relation::Diagonal));
            let rest = others.iter().filter(|other| **other != best);
            found.extend(rest.map(|other| (*other, Relation::Off)));
        }
    }
    // Where three edges meet, the diagonal leads over the one that is not the cell's.
    for &corner in own {
        if touching.vertex_edges[corner].len() != 3 {
            continue;
        }
        for &edge in &touching.vertex_edges[corner] {
            if touching.face_edges[cell].contains(&edge) {
                continue;
            }
            let far = graph.edges[edge].other(corner);
            let leads = |other: &&usize| **other != cell && !touching.edge_faces[edge].contains(other);
            for &other in touching.vertex_faces[far].iter().filter(leads) {
                let straight = bend(cells[cell], graph.vertices[corner], cells[other]);
                let along = bend(cells[cell], graph.vertices[corner], graph.vertices[far]);
                if straight < 0.1 && along < 0.5 && !has(&found, other) {
                    found.push((other, Relation::DiagonalApart));
                }
            }
        }
    }
    found
}

/// Returns the element with the least bend, of several within rounding the first.
fn straightest(elements: impl Iterator<Item = usize>, bend_to: impl Fn(&usize) -> f64) -> Option<usize> {
    elements.reduce(|best, other| if bend_to(&other) < bend_to(&best) - 1e-6 { other } else { best })
}

fn vertex_relations(graph: &Graph, touching: &Incidence, cells: &[Point], vertex: usize) -> Vec<(usize, Relation)> {
    let mut found: Vec<(usize, Relation)> = touching.vertex_edges[vertex]
        .iter()
        .map(|edge| (graph.edges[*edge].other(vertex), Relation::Orthogonal))
        .collect();
    for &face in &touching.vertex_faces[vertex] {
        let corners = &graph.faces[face].vertices;
        if corners.len() < 4 {
            continue;
        }
        let here = graph.vertices[vertex];
        let bend_to = |other: &usize| bend(here, cells[face], graph.vertices[*other]);
        // Corners are taken clockwise from the first one.
        let others = corners.iter().take(1).chain(corners.iter().skip(1).rev()).filter(|other| **other != vertex);
        if let Some(best) = straightest(others.copied(), bend_to)
            && !found.iter().any(|(known, _)| *known == best)
        {
            found.push((best, Relation::DiagonalApart));
        }
    }
    found
}

/// Assigns directions to steps: 8 compass points, or 16 if 8 would give two steps the same one.
fn directed(
    from: Point,
    to: Vec<(usize, Relation)>,
    places: &[Point],
    others: impl Iterator<Item = Point>,
) -> Vec<Step> {
    let mut angles: Vec<f64> = to.iter().map(|(to, _)| clockwise(from, places[*to])).collect();
    let own = angles.len();
    angles.extend(others.map(|other| clockwise(from, other)));
    let coarse: Vec<usize> = angles.iter().map(|angle| point_of(*angle, 8)).collect();
    let collide = (0..coarse.len()).any(|at| coarse[..at].contains(&coarse[at]));
    let points = if collide { 16 } else { 8 };
    let mut steps: Vec<(f64, Step)> = to
        .into_iter()
        .zip(&angles[..own])
        .map(|((to, relation), &angle)| {
            let direction = direction(from, places[to], point_of(angle, points) * 16 / points);
            (angle, Step { to, relation, direction, ring: None })
        })
        .collect();
    steps.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
    steps.into_iter().map(|(_, step)| step).collect()
}

/// Returns the direction of a compass point, with the height of a step.
fn direction(from: Point, to: Point, point: usize) -> Direction {
    let flat = Point::flat(from.x, from.y).distance(Point::flat(to.x, to.y)) > 0.01;
    let rise = to.z - from.z;
    if rise.abs() < 0.01 {
        return Direction::compass(point);
    }
    let base = if rise > 0.0 { Direction::U } else { Direction::D } as usize;
    // The eight directions of a slope follow the vertical one, clockwise from north.
    Direction::ALL[if flat { base + 1 + point.div_ceil(2) % 8 } else { base }]
}

/// Returns the angle clockwise from north, in 0…2π.
fn clockwise(from: Point, to: Point) -> f64 {
    let angle = (FRAC_PI_2 - from.angle_to(to)).rem_euclid(TAU);
    if TAU - angle < 1e-6 { 0.0 } else { angle }
}

fn point_of(angle: f64, points: usize) -> usize {
    (angle / TAU * points as f64).round() as usize % points
}

/// How much a radial may bend at a site.
const BEND_MAX: f64 = 0.25;

/// Returns the direction of a step in terms of the rings around the centre of a vertex.
fn ring_direction(graph: &Graph, from: usize, to: usize) -> Option<Direction> {
    let pivot = graph.pivots[from]?;
    if from == pivot {
        return Some(Direction::Out);
    }
    let centre = graph.vertices[pivot];
    let (start, end) = (graph.vertices[from], graph.vertices[to]);
    let (near, far) = (centre.distance(start), centre.distance(end));
    if (near - far).abs() > 0.01 {
        return Some(if far < near { Direction::In } else { Direction::Out });
    }
    let around = turn(centre.angle_to(start), centre.angle_to(end));
    Some(if around < 0.0 { Direction::CW } else { Direction::CCW })
}

/// Returns the radial that begins with a step and continues in one of its directions.
///
/// It ends where it would bend too much, unless it follows a ring.
pub(super) fn radial(all: &Steps, from: usize, first: Step, direction: Direction) -> Radial {
    let mut radial = vec![first.to as u32];
    let (mut before, mut here) = (from, first.to);
    let bend_max = if direction.point().is_some() || direction > Direction::Out { BEND_MAX } else { f64::INFINITY };
    loop {
        let bend_to = |step: &&Step| bend(all.places[before], all.places[here], all.places[step.to]);
        let visited = |to: usize| to == from || radial.contains(&(to as u32));
        let next = all.steps[here]
            .iter()
            .filter(|step| step.directions().any(|other| other == direction))
            .filter(|step| bend_to(step) < bend_max)
            .min_by(|a, b| bend_to(a).total_cmp(&bend_to(b)));
        match next {
            Some(next) if !visited(next.to) => {
                radial.push(next.to as u32);
                (before, here) = (here, next.to);
            }
            _ => return radial,
        }
    }
}

/// Returns all radials of a site by direction, in the order of the steps.
pub(super) fn radials(all: &Steps, from: usize) -> Vec<(Direction, Vec<Radial>)> {
    let mut found: Vec<(Direction, Vec<Radial>)> = Vec::new();
    for step in &all.steps[from] {
        for direction in step.directions() {
            let radial = radial(all, from, *step, direction);
            match found.iter_mut().find(|(known, _)| *known == direction) {
                Some((_, radials)) if radials.contains(&radial) => {}
                Some((_, radials)) => radials.push(radial),
                None => found.push((direction, vec![radial])),
            }
        }
    }
    found
}
