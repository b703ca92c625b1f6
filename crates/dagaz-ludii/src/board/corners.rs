//! Corners of outlines, and the cells at them.
//!
//! The rules were derived from recorded tables of boards. The sides between corners are elsewhere.

use std::collections::HashSet;

use super::graph::Graph;
use super::relations::Incidence;

/// How many steps along the outline a vertex is compared with.
const REACH: usize = 3;

/// Weight of a vertex itself, where its two neighbours on the outline have weight 1.
const OWN_WEIGHT: f64 = 3.4;

/// Least smoothed convexity of an outward corner.
const CONVEX_MIN: f64 = 0.18;

/// Greatest convexity of an inward corner: smoothed, and of the vertex alone.
const CONCAVE_MAX: f64 = -0.07;
const CONCAVE_OWN_MAX: f64 = -0.14;

/// Convexities closer than this are equal.
const EQUAL: f64 = 1e-6;

/// Corners along an outline: outward ones and inward ones, as positions in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Corners {
    pub(super) convex: Vec<usize>,
    pub(super) concave: Vec<usize>,
}

/// Finds the corners of an outline: where the smoothed convexity of its vertices is highest or
/// lowest.
///
/// Next to an outward corner, the vertex that is at least as convex before smoothing is a corner
/// too.
pub(super) fn corners(graph: &Graph, outline: &[usize]) -> Corners {
    let number = outline.len();
    if number < 3 {
        return Corners { convex: (0..number).collect(), concave: Vec::new() };
    }
    if is_tree(outline) {
        let ends = |at: &usize| outline[(at + number - 1) % number] == outline[(at + 1) % number];
        return Corners { convex: (0..number).filter(ends).collect(), concave: Vec::new() };
    }
    let own = convexity(graph, outline);
    let around = |at: usize| [(at + number - 1) % number, (at + 1) % number];
    let smooth = |at: usize| {
        let [before, after] = around(at);
        (own[before] + OWN_WEIGHT * own[at] + own[after]) / (OWN_WEIGHT + 2.0)
    };
    let smoothed: Vec<f64> = (0..number).map(smooth).collect();
    let mut found = Corners::default();
    for at in 0..number {
        let sides = around(at);
        let here = smoothed[at];
        let highest = smoothed[sides[0]].max(smoothed[sides[1]]);
        let lowest = smoothed[sides[0]].min(smoothed[sides[1]]);
        if here >= CONVEX_MIN && here >= highest - EQUAL {
            found.convex.push(at);
            let sharper = |side: &usize| smoothed[*side] >= highest - EQUAL && own[*side] >= own[at] - EQUAL;
            found.convex.extend(sides.into_iter().filter(sharper));
        } else if here <= CONCAVE_MAX && own[at] <= CONCAVE_OWN_MAX && here <= lowest + EQUAL {
            found.concave.push(at);
        }
    }
    found.convex.sort_unstable();
    found.convex.dedup();
    found.concave.retain(|at| found.convex.binary_search(at).is_err());
    found
}

/// Returns whether an outline encloses nothing: it runs along a line or a tree and back.
fn is_tree(outline: &[usize]) -> bool {
    let different: HashSet<usize> = outline.iter().copied().collect();
    2 * different.len() == outline.len() + 2
}

/// Returns how far each vertex of a clockwise outline lies outside the chords between its
/// neighbours at one, two and three steps. Nearer neighbours count more.
fn convexity(graph: &Graph, outline: &[usize]) -> Vec<f64> {
    let number = outline.len();
    let place = |at: usize| graph.vertices[outline[at % number]];
    let beyond = |at: usize, steps: usize| {
        let (before, here, after) = (place(at + number - steps), place(at), place(at + steps));
        let length = before.distance(after);
        let cross = (after.x - before.x) * (here.y - before.y) - (after.y - before.y) * (here.x - before.x);
        if length < 1e-9 { 0.0 } else { cross / length / steps as f64 }
    };
    let steps = 1..=REACH.min((number - 1) / 2);
    let score = |at: usize| steps.clone().map(|steps| beyond(at, steps)).sum::<f64>() / REACH as f64;
    (0..number).map(score).collect()
}

/// Returns the cells at corners that are all outward or all inward.
///
/// Where two such corners follow each other on the outline, the cells at the edge between them
/// count. At a single corner these are the cells with an edge of the outline there. At an inward
/// one these are the cells without, unless they touch three inward corners.
pub(super) fn cells(
    corners: &[usize],
    convex: bool,
    outer_edges: &HashSet<usize>,
    graph: &Graph,
    touching: &Incidence,
) -> Vec<usize> {
    let all: HashSet<usize> = corners.iter().copied().collect();
    let mut found = Vec::new();
    for &corner in corners {
        let outer = outer_at(corner, outer_edges, touching);
        let paired = paired(corner, &all, &outer, graph);
        let has = |cell: &usize, edges: &[usize]| touching.face_edges[*cell].iter().any(|edge| edges.contains(edge));
        let counts = |cell: &usize| match paired.is_empty() {
            false => has(cell, &paired),
            true if convex => has(cell, &outer),
            true => {
                let touched = graph.faces[*cell].vertices.iter().filter(|vertex| all.contains(vertex)).count();
                touched < 3 && !has(cell, &outer)
            }
        };
        found.extend(touching.vertex_faces[corner].iter().copied().filter(counts));
    }
    found
}

/// Returns the edges at corners that are all outward or all inward: those between two corners on
/// the outline, and all edges of a single corner.
pub(super) fn edges(
    corners: &[usize],
    outer_edges: &HashSet<usize>,
    graph: &Graph,
    touching: &Incidence,
) -> Vec<usize> {
    let all: HashSet<usize> = corners.iter().copied().collect();
    let at = |corner: &usize| {
        let paired = paired(*corner, &all, &outer_at(*corner, outer_edges, touching), graph);
        if paired.is_empty() { touching.vertex_edges[*corner].clone() } else { paired }
    };
    corners.iter().flat_map(at).collect()
}

/// Returns the edges of the outline at a vertex.
fn outer_at(vertex: usize, outer_edges: &HashSet<usize>, touching: &Incidence) -> Vec<usize> {
    touching.vertex_edges[vertex].iter().copied().filter(|edge| outer_edges.contains(edge)).collect()
}

/// Returns those of the edges at a corner that lead to another corner.
fn paired(corner: usize, corners: &HashSet<usize>, edges: &[usize], graph: &Graph) -> Vec<usize> {
    edges.iter().copied().filter(|edge| corners.contains(&graph.edges[*edge].other(corner))).collect()
}
