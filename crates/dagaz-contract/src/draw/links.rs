//! Which sites are neighbours, for drawing lines and for moving a cursor.
//!
//! Rules use directions for more than adjacency: one that visits the whole board leads from the end
//! of each row to the start of the next. Such links are dropped: they are neither drawn nor used by
//! the cursor keys.

use std::collections::{BTreeMap, HashMap};

use dagaz_core::{CompactSort, DirectionId, Point, SiteId, Topology};

use crate::board::{LinkView, SiteView};

/// A direction of which some link is this many times as long as the usual one is no direction on
/// the board.
const STRETCH: f32 = 3.5;

/// The neighbours of each site along links that stay on the board, and the unit of length.
pub(super) struct Neighbours {
    pub(super) of: Vec<Vec<usize>>,
    pub(super) unit: f32,
    spatial: Vec<bool>,
}

impl Neighbours {
    pub(super) fn distance(&self, points: &[Point], a: usize, b: usize) -> f32 {
        apart(points, a, b)
    }
}

fn apart(points: &[Point], a: usize, b: usize) -> f32 {
    let (a, b) = (points[a], points[b]);
    if a.z != b.z { f32::INFINITY } else { (a.x - b.x).hypot(a.y - b.y) }
}

fn pairs(topology: &Topology, direction: DirectionId) -> impl Iterator<Item = (usize, usize)> + '_ {
    let all = topology.links(direction).iter().enumerate();
    all.filter(|(_, to)| **to != SiteId::NONE).map(|(from, to)| (from, to.index()))
}

pub(super) fn neighbours(topology: &Topology, points: &[Point], hidden: &[bool]) -> Neighbours {
    let shown = |a: usize, b: usize| !hidden[a] && !hidden[b] && a != b;
    let count = points.len();
    let mut spatial = Vec::new();
    for direction in 0..topology.directions().len() {
        let mut lengths: Vec<f32> = pairs(topology, DirectionId::at(direction))
            .filter(|&(a, b)| shown(a, b))
            .map(|(a, b)| apart(points, a, b))
            .filter(|length| length.is_finite() && *length > 0.0)
            .collect();
        lengths.compact_sort_by(f32::total_cmp);
        let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(0.0);
        spatial.push(lengths.last().is_some_and(|longest| *longest <= usual * STRETCH));
    }
    let mut of = vec![Vec::new(); count];
    for (direction, _) in spatial.iter().enumerate().filter(|(_, spatial)| **spatial) {
        for (a, b) in pairs(topology, DirectionId::at(direction)).filter(|&(a, b)| shown(a, b)) {
            for (from, to) in [(a, b), (b, a)] {
                if !of[from].contains(&to) {
                    of[from].push(to);
                }
            }
        }
    }
    let mut near = Neighbours { of, unit: 1.0, spatial };
    near.unit = unit(points, hidden, &near);
    near
}

/// Returns the unit of length: the shortest distance of two neighbours, or of any two sites: those
/// of a board of diagonals alone may be closer than any link.
pub(super) fn unit(points: &[Point], hidden: &[bool], near: &Neighbours) -> f32 {
    let pairs = near.of.iter().enumerate().flat_map(|(a, others)| others.iter().map(move |&b| (a, b)));
    let lengths = pairs.filter(|&(a, b)| !hidden[a] && !hidden[b]).map(|(a, b)| apart(points, a, b));
    let linked = lengths.filter(|length| *length > 0.0).fold(f32::INFINITY, f32::min);
    let unit = linked.min(closest(points, hidden));
    if unit.is_finite() && unit > 0.0 { unit } else { 1.0 }
}

/// Returns the shortest distance between two shown sites of one level.
fn closest(points: &[Point], hidden: &[bool]) -> f32 {
    let mut order: Vec<usize> = (0..points.len()).filter(|&site| !hidden[site]).collect();
    order.compact_sort_by(|&a, &b| points[a].x.total_cmp(&points[b].x));
    let mut least = f32::INFINITY;
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            if points[b].x - points[a].x >= least {
                break;
            }
            let length = apart(points, a, b);
            if length > 0.0 {
                least = least.min(length);
            }
        }
    }
    least
}

pub(super) fn links(topology: &Topology, points: &[Point], near: &Neighbours, sites: &[SiteView]) -> Vec<LinkView> {
    let mut between: BTreeMap<(usize, usize), (Vec<String>, Vec<String>)> = BTreeMap::new();
    for (direction, name) in topology.directions().iter().enumerate().filter(|(index, _)| near.spatial[*index]) {
        for (a, b) in pairs(topology, DirectionId::at(direction)) {
            if a == b || sites[a].hidden || sites[b].hidden {
                continue;
            }
            let (there, back) = between.entry((a.min(b), a.max(b))).or_default();
            if a < b { there.push(name.clone()) } else { back.push(name.clone()) }
        }
    }
    let at: HashMap<(i32, i32, i32), usize> = points
        .iter()
        .enumerate()
        .filter(|(site, _)| !sites[*site].hidden)
        .map(|(site, point)| (cell(point, near.unit), site))
        .collect();
    let link = |((a, b), (there, back)): ((usize, usize), (Vec<String>, Vec<String>))| {
        let drawn = points[a].z == points[b].z && !passes_over(points, near.unit, &at, a, b);
        let (a, b) = (sites[a].id.clone(), sites[b].id.clone());
        if there.is_empty() {
            LinkView { a: b, b: a, there: back, back: there, drawn, arc: None }
        } else {
            LinkView { a, b, there, back, drawn, arc: None }
        }
    };
    between.into_iter().map(link).collect()
}

fn cell(point: &Point, unit: f32) -> (i32, i32, i32) {
    ((point.x / unit * 4.0).round() as i32, (point.y / unit * 4.0).round() as i32, point.z as i32)
}

/// Returns whether the line between two sites runs over a third one: then shorter lines lie there.
fn passes_over(points: &[Point], unit: f32, at: &HashMap<(i32, i32, i32), usize>, a: usize, b: usize) -> bool {
    let length = apart(points, a, b);
    let steps = (length / unit * 4.0).ceil().min(512.0) as i32;
    (1..steps).any(|step| {
        let share = step as f32 / steps as f32;
        let point = Point {
            x: points[a].x + (points[b].x - points[a].x) * share,
            y: points[a].y + (points[b].y - points[a].y) * share,
            z: points[a].z,
        };
        at.get(&cell(&point, unit)).is_some_and(|&other| other != a && other != b)
    })
}
