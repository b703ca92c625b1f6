//! Links outside the board: loops that join two places of its edge, and links to stores outside it.

use std::collections::HashMap;

use dagaz_core::{DirectionId, Point, SiteId, Topology};

/// Distance of a store from the board, in units.
const BESIDE: f32 = 1.0;

/// How far beyond the edge the middle of a loop between two places of one edge lies, as a share of
/// their distance.
const BULGE: f32 = 0.3;

/// Returns the loops of a board, with the middles of their circles, by pairs of sites in order.
///
/// A direction of loops leads from place to place of the edge and by itself back again; at least
/// one of them spans more than neighbours. A loop goes round the corner that it spans, or bulges
/// out of the edge that has both of its ends.
pub(super) fn loops(
    topology: &Topology,
    points: &[Point],
    outside: &[bool],
    unit: f32,
) -> HashMap<(usize, usize), Point> {
    let mut found = HashMap::new();
    let Some(edges) = Edges::of(points, outside, unit) else { return found };
    for direction in 0..topology.directions().len() {
        let links = topology.links(DirectionId::at(direction));
        let pairs = || {
            let all = links.iter().enumerate().filter(|(_, to)| **to != SiteId::NONE);
            all.map(|(from, to)| (from, to.index()))
        };
        let turns_back = |(from, to): (usize, usize)| from != to && links.get(to) == Some(&SiteId::at(from));
        let on_edges = |(from, to): (usize, usize)| {
            let shown = !outside[from] && !outside[to] && points[from].z == points[to].z;
            shown && edges.has(&points[from]) && edges.has(&points[to])
        };
        let spans = pairs().any(|(a, b)| (points[a].x - points[b].x).hypot(points[a].y - points[b].y) > unit * 1.5);
        if !spans || !pairs().all(turns_back) || !pairs().all(on_edges) {
            continue;
        }
        for (a, b) in pairs().filter(|(a, b)| a < b) {
            if let Some(middle) = edges.middle(&points[a], &points[b]) {
                found.insert((a, b), middle);
            }
        }
    }
    found
}

/// Returns a place for a site without one, next to the board and to the sites that it is linked
/// with; `None` if it is linked with none.
pub(super) fn beside(topology: &Topology, points: &[Point], hidden: &[bool], site: usize) -> Option<Point> {
    let mut linked: Vec<usize> = Vec::new();
    for direction in 0..topology.directions().len() {
        for (from, to) in topology.links(DirectionId::at(direction)).iter().enumerate() {
            let Some(to) = to.some().map(SiteId::index) else { continue };
            let other = if from == site {
                to
            } else if to == site {
                from
            } else {
                continue;
            };
            if hidden.get(other) == Some(&false) {
                linked.push(other);
            }
        }
    }
    let shown = || points.iter().zip(hidden).filter(|(_, hidden)| !**hidden).map(|(point, _)| point);
    let bounds = |axis: fn(&Point) -> f32| {
        (shown().map(axis).fold(f32::INFINITY, f32::min), shown().map(axis).fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (bounds(|point| point.x), bounds(|point| point.y));
    let count = linked.len() as f32;
    let &first = linked.first()?;
    let mean = |axis: fn(&Point) -> f32| linked.iter().map(|&other| axis(&points[other])).sum::<f32>() / count;
    let (x, y) = (mean(|point| point.x), mean(|point| point.y));
    let closest = |a: &Point, b: &Point| (a.x - b.x).hypot(a.y - b.y);
    let unit = shown()
        .map(|point| closest(point, &points[first]))
        .filter(|length| *length > 0.0)
        .fold(f32::INFINITY, f32::min);
    let unit = if unit.is_finite() { unit } else { 1.0 };
    let out = [(x - left, (left - unit * BESIDE, y)), (right - x, (right + unit * BESIDE, y))];
    let up = [(y - top, (x, top - unit * BESIDE)), (bottom - y, (x, bottom + unit * BESIDE))];
    // A board that is longer than it is high has its stores at its ends.
    let sides = if right - left >= bottom - top { out } else { up };
    let nearest = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Point { x: nearest.1.0, y: nearest.1.1, z: points[first].z })
}

/// The edges of the box around a board.
struct Edges {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    slack: f32,
}

impl Edges {
    fn of(points: &[Point], outside: &[bool], unit: f32) -> Option<Edges> {
        let shown = || points.iter().zip(outside).filter(|(_, outside)| !**outside).map(|(point, _)| point);
        shown().next()?;
        let least = |axis: fn(&Point) -> f32| shown().map(axis).fold(f32::INFINITY, f32::min);
        let most = |axis: fn(&Point) -> f32| shown().map(axis).fold(f32::NEG_INFINITY, f32::max);
        Some(Edges {
            left: least(|point| point.x),
            right: most(|point| point.x),
            top: least(|point| point.y),
            bottom: most(|point| point.y),
            slack: unit * 0.1,
        })
    }

    fn near(&self, a: f32, b: f32) -> bool {
        (a - b).abs() <= self.slack
    }

    /// Returns the upright edge that a point lies on, and the level one.
    fn sides(&self, point: &Point) -> (Option<f32>, Option<f32>) {
        let on = |at: f32, edges: [f32; 2]| edges.into_iter().find(|edge| self.near(at, *edge));
        (on(point.x, [self.left, self.right]), on(point.y, [self.top, self.bottom]))
    }

    fn has(&self, point: &Point) -> bool {
        let (upright, level) = self.sides(point);
        upright.is_some() || level.is_some()
    }

    /// Returns the middle of the circle that a loop between two points of the edges runs on.
    fn middle(&self, a: &Point, b: &Point) -> Option<Point> {
        let ((ax, ay), (bx, by)) = (self.sides(a), self.sides(b));
        let corner = |x: Option<f32>, y: Option<f32>| {
            let (x, y) = (x?, y?);
            self.near((a.x - x).hypot(a.y - y), (b.x - x).hypot(b.y - y)).then_some(Point { x, y, z: a.z })
        };
        if let Some(found) = corner(ax, by).or_else(|| corner(bx, ay)) {
            return Some(found);
        }
        let bulge = (a.x - b.x).hypot(a.y - b.y) * BULGE;
        let (x, y) = ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
        if ax.is_some() && ax == bx {
            return Some(Point { x: if ax == Some(self.left) { x - bulge } else { x + bulge }, y, z: a.z });
        }
        let level = ay.filter(|_| ay == by)?;
        Some(Point { x, y: if level == self.top { y - bulge } else { y + bulge }, z: a.z })
    }
}
