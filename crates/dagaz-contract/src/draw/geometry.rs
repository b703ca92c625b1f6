//! Where the sites are, and what kind of board they make.
//!
//! The rules give points of a picture. From the distances between nearest neighbours follow the
//! unit of length and the tiling: four of them make squares, six hexagons, three triangles, and
//! anything else is a graph.

use std::collections::{HashMap, HashSet};

use dagaz_core::{CompactSort, DirectionId, Game, Point, SiteId, State, Topology, Turn};

use super::counts::{counts_places, is_sown};
use super::links::{Neighbours, links, neighbours, unit};
use super::loops::{beside, loops};
use crate::board::{BoardKind, Label, Labels, LinkView, SiteView, ZoneView};

/// Neighbours this much further away than the nearest one still belong to the tiling.
const SLACK: f32 = 1.25;

/// An empty board with at least so many rows and columns is played on the crossings of its lines.
const CROSSINGS_MIN: usize = 9;

/// The parts of a [`Board`](crate::Board) that are about places.
pub(super) struct Geometry {
    pub(super) kind: BoardKind,
    pub(super) sites: Vec<SiteView>,
    pub(super) links: Vec<LinkView>,
    pub(super) zones: Vec<ZoneView>,
    pub(super) labels: Labels,
    pub(super) scale: Scale,
}

/// How the points of the rules, which are pixels of their picture, become cells.
#[derive(Debug)]
pub(super) struct Scale {
    /// The point that lies at the left and upper edge of the cells.
    corner: [f32; 2],
    /// Pixels of a cell; none if the rules give no points.
    unit: Option<f32>,
}

impl Scale {
    /// Where the picture's first pixel lies.
    pub(super) fn origin(&self) -> Option<[f32; 2]> {
        self.size(self.corner).map(|size| size.map(|length| 0.0 - length))
    }

    /// So many pixels across and down.
    pub(super) fn size(&self, pixels: [f32; 2]) -> Option<[f32; 2]> {
        let unit = self.unit?;
        Some(pixels.map(|length| rounded(length / unit)))
    }
}

impl Geometry {
    pub(super) fn of(game: &dyn Game, start: &State) -> Geometry {
        let topology = game.topology();
        let (points, hidden) = points(topology, counts_places(game));
        let mut near = neighbours(topology, &points, &hidden);
        let trays = trays(&points, &hidden, &near);
        // Sites outside the board may be closer together than its squares.
        near.unit = unit(&points, &trays, &near);
        let unit = near.unit;
        let arcs = loops(topology, &points, &trays, near.unit);
        let kind = match kind(game, start, &points, &trays, &near) {
            _ if is_sown(game, start) => BoardKind::Pits,
            // Round a loop of lines pieces travel on lines.
            BoardKind::Checkered | BoardKind::Lined if !arcs.is_empty() => BoardKind::Points,
            BoardKind::Checkered | BoardKind::Lined
                if matches!(game.turn(start), Turn::Chance(_)) && has_road(topology, &trays) =>
            {
                BoardKind::Track
            }
            other => other,
        };
        let least = |axis: fn(&Point) -> f32| {
            let shown = points.iter().zip(&hidden).filter(|(_, hidden)| !**hidden);
            shown.map(|(point, _)| axis(point)).fold(f32::INFINITY, f32::min)
        };
        let (left, top) = (least(|point| point.x), least(|point| point.y));
        let (left, top) = (if left.is_finite() { left } else { 0.0 }, if top.is_finite() { top } else { 0.0 });
        let place = |point: &Point| [rounded((point.x - left) / unit), rounded((point.y - top) / unit)];
        let sites: Vec<SiteView> = topology
            .sites()
            .iter()
            .zip(&points)
            .zip(hidden.iter().zip(&trays))
            .map(|((site, point), (&hidden, &off))| {
                let [x, y] = place(point);
                let outline = site.outline.iter().map(place).collect();
                let shade = match kind {
                    BoardKind::Checkered => ((x.round() as i32 + y.round() as i32) & 1) as u8,
                    BoardKind::Hex => site.grid.as_ref().map_or(0, |grid| {
                        let index: i32 = grid
                            .index
                            .iter()
                            .take(2)
                            .enumerate()
                            .map(|(axis, &i)| (i as i32) * (1 + axis as i32))
                            .sum();
                        index.rem_euclid(3) as u8
                    }),
                    _ => 0,
                };
                SiteView {
                    id: site.name.clone(),
                    x,
                    y,
                    z: point.z.max(0.0) as u16,
                    outline,
                    shade,
                    hidden,
                    tray: off && !hidden,
                }
            })
            .collect();
        let mut links = links(topology, &points, &near, &sites);
        let index: HashMap<&str, usize> = sites.iter().enumerate().map(|(at, site)| (site.id.as_str(), at)).collect();
        for link in &mut links {
            let arc = arcs.get(&(index[link.a.as_str()], index[link.b.as_str()]));
            link.arc = arc.or_else(|| arcs.get(&(index[link.b.as_str()], index[link.a.as_str()]))).map(place);
        }
        let drawn = topology.sites().iter().any(|site| site.center.is_some());
        let scale = Scale { corner: [left, top], unit: drawn.then_some(unit) };
        Geometry { kind, zones: zones(game, &sites), labels: labels(topology, &sites), sites, links, scale }
    }
}

/// Returns a point for each site, and which are not shown. A board without any points is laid out
/// on a circle, in order of declaration.
///
/// `stores`: sites outside the board are visible stores, and get their place there.
fn points(topology: &Topology, stores: bool) -> (Vec<Point>, Vec<bool>) {
    let any = topology.sites().iter().any(|site| site.center.is_some());
    let count = topology.sites().len().max(1) as f32;
    let on_circle = |index: usize| {
        let (angle, radius) = (index as f32 / count * std::f32::consts::TAU, count / 4.0);
        Point { x: radius * angle.sin(), y: -radius * angle.cos(), z: 0.0 }
    };
    let point = |(index, site): (usize, &dagaz_core::Site)| match site.center {
        Some(point) => point,
        None if any => Point { x: 0.0, y: 0.0, z: 0.0 },
        None => on_circle(index),
    };
    let mut points: Vec<Point> = topology.sites().iter().enumerate().map(point).collect();
    let mut hidden: Vec<bool> = topology.sites().iter().map(|site| any && site.center.is_none()).collect();
    if stores {
        let board = hidden.clone();
        for site in (0..points.len()).filter(|&site| board[site]) {
            if let Some(place) = beside(topology, &points, &board, site) {
                (points[site], hidden[site]) = (place, false);
            }
        }
    }
    (points, hidden)
}

fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

/// What kind of board it is. The tiling follows from where the sites are, the rest from links and
/// from the start.
///
/// `hidden` are the sites that are outside the board proper.
fn kind(game: &dyn Game, start: &State, points: &[Point], hidden: &[bool], near: &Neighbours) -> BoardKind {
    let unit = near.unit;
    let shown = hidden.iter().filter(|hidden| !**hidden).count();
    let close = near_sites(points, hidden, unit * SLACK);
    let mut tally = [0usize; 9];
    let (mut slanted, mut straight) = (0usize, 0usize);
    for (site, others) in close.iter().enumerate().filter(|(site, _)| !hidden[*site]) {
        tally[others.len().min(8)] += 1;
        for &other in others {
            let (dx, dy) = ((points[other].x - points[site].x).abs(), (points[other].y - points[site].y).abs());
            if dx < unit * 0.1 || dy < unit * 0.1 { straight += 1 } else { slanted += 1 }
        }
    }
    if tally[6] > 0 && slanted > straight {
        return BoardKind::Hex;
    }
    // On a square lattice links lead to the eight squares around, or over a few of them; on a graph
    // most lines are longer than the shortest, or the sites are strewn.
    let links = || near.of.iter().enumerate().flat_map(|(site, others)| others.iter().map(move |&other| (site, other)));
    // A long link over another site is a jump, not a line.
    let half = |x: f32, y: f32| ((x / unit * 4.0).round() as i32, (y / unit * 4.0).round() as i32);
    let taken: HashSet<(i32, i32)> =
        (0..points.len()).filter(|&site| !hidden[site]).map(|site| half(points[site].x, points[site].y)).collect();
    let over = |a: usize, b: usize| {
        taken.contains(&half((points[a].x + points[b].x) / 2.0, (points[a].y + points[b].y) / 2.0))
    };
    let long = links().filter(|&(a, b)| near.distance(points, a, b) > unit * 1.6 && !over(a, b)).count();
    let lattice = straight > slanted && (tally[4] > 0 || tally[2] + tally[3] + tally[4] == shown);
    if !lattice {
        let triangles = slanted > 0 && tally[4] + tally[5] == 0 && tally[3] * 2 >= shown;
        return if triangles { BoardKind::Triangle } else { BoardKind::Graph };
    }
    if long * 4 > links().count() {
        return BoardKind::Graph;
    }
    let spec = game.layout().spec();
    let (columns, rows) = extent(points, hidden, unit);
    let empty = (0..spec.sites).all(|site| start.is_empty(SiteId::at(site)));
    let diagonal = links().any(|(a, b)| {
        let (dx, dy) = ((points[a].x - points[b].x).abs(), (points[a].y - points[b].y).abs());
        dx > unit * 0.5 && dy > unit * 0.5
    });
    if empty && columns >= CROSSINGS_MIN && rows >= CROSSINGS_MIN {
        BoardKind::Points
    } else if !diagonal || empty || keeps_captives(game, hidden.len() - shown) {
        BoardKind::Lined
    } else {
        BoardKind::Checkered
    }
}

/// Returns whether one direction leads along half of the board or more: the road of a race.
fn has_road(topology: &Topology, outside: &[bool]) -> bool {
    let shown = outside.iter().filter(|outside| !**outside).count();
    let length = |direction: DirectionId, from: SiteId| {
        let (mut at, mut seen) = (from, HashSet::new());
        while at != SiteId::NONE && seen.insert(at) {
            at = topology.link(at, direction);
        }
        seen.iter().filter(|site| !outside[site.index()]).count()
    };
    let mut directions = (0..topology.directions().len()).map(DirectionId::at);
    directions.any(|direction| topology.site_ids().any(|from| length(direction, from) * 2 >= shown))
}

/// Returns whether captured pieces return to play, as in shogi: from a supply, or from `beside`
/// sites outside the board.
fn keeps_captives(game: &dyn Game, beside: usize) -> bool {
    let spec = game.layout().spec();
    spec.recycle && !spec.supplies.is_empty() || beside >= spec.kinds.max(4)
}

/// Which sites lie outside of the largest connected part of the board: hands that the rules keep on
/// sites, places for dice. Hidden ones count as outside.
fn trays(points: &[Point], hidden: &[bool], near: &Neighbours) -> Vec<bool> {
    let mut part = vec![usize::MAX; points.len()];
    let mut largest: Vec<usize> = Vec::new();
    for start in (0..points.len()).filter(|&site| !hidden[site]) {
        if part[start] != usize::MAX {
            continue;
        }
        let mut members = vec![start];
        part[start] = start;
        let mut next = 0;
        while let Some(&site) = members.get(next) {
            next += 1;
            for &other in &near.of[site] {
                if part[other] == usize::MAX {
                    part[other] = start;
                    members.push(other);
                }
            }
        }
        if members.len() > largest.len() {
            largest = members;
        }
    }
    if largest.len() < 2 {
        return hidden.to_vec();
    }
    let bounds = |axis: fn(&Point) -> f32| {
        let places = || largest.iter().map(|&site| axis(&points[site]));
        (places().fold(f32::INFINITY, f32::min), places().fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (bounds(|point| point.x), bounds(|point| point.y));
    let slack = near.unit * 0.5;
    let inside = |point: &Point| {
        (left - slack..=right + slack).contains(&point.x) && (top - slack..=bottom + slack).contains(&point.y)
    };
    // Levels side by side are parts of their own, and all of them are the board.
    let level = |site: usize| points[site].z != points[largest[0]].z;
    (0..points.len()).map(|site| hidden[site] || !level(site) && !inside(&points[site])).collect()
}

/// For each shown site the others within a distance.
fn near_sites(points: &[Point], hidden: &[bool], within: f32) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&site| !hidden[site]).collect();
    order.compact_sort_by(|&a, &b| points[a].x.total_cmp(&points[b].x));
    let mut near = vec![Vec::new(); points.len()];
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let (dx, dy) = (points[b].x - points[a].x, points[b].y - points[a].y);
            if dx > within {
                break;
            }
            if points[a].z == points[b].z && dx.hypot(dy) <= within {
                near[a].push(b);
                near[b].push(a);
            }
        }
    }
    near
}

/// Returns how many columns and rows the shown sites span.
fn extent(points: &[Point], hidden: &[bool], unit: f32) -> (usize, usize) {
    let span = |axis: fn(&Point) -> f32| {
        let shown = || points.iter().zip(hidden).filter(|(_, hidden)| !**hidden).map(|(point, _)| axis(point));
        let (least, most) = (shown().fold(f32::INFINITY, f32::min), shown().fold(f32::NEG_INFINITY, f32::max));
        if most >= least { ((most - least) / unit).round() as usize + 1 } else { 0 }
    };
    (span(|point| point.x), span(|point| point.y))
}

fn zones(game: &dyn Game, sites: &[SiteView]) -> Vec<ZoneView> {
    let names = |set: &dagaz_core::SiteSet| -> Vec<String> {
        let all = (0..sites.len()).filter(|&site| set.contains(SiteId::at(site)));
        all.map(|site| sites[site].id.clone()).collect()
    };
    let mut zones = Vec::new();
    for zone in game.topology().zones() {
        let common = names(&zone.common);
        if !common.is_empty() {
            zones.push(ZoneView { name: zone.name.clone(), player: None, sites: common });
        }
        for (player, set) in &zone.own {
            let player = Some(game.glossary().player(*player).to_string());
            zones.push(ZoneView { name: zone.name.clone(), player, sites: names(set) });
        }
    }
    zones
}

/// Returns the labels of a single grid of two dimensions whose rows and columns are straight.
fn labels(topology: &Topology, sites: &[SiteView]) -> Labels {
    // The largest of several grids is the board; the others are outside it or belong to other
    // levels.
    let count = |grid: usize| {
        let of_it = |site: &&dagaz_core::Site| site.grid.as_ref().is_some_and(|at| usize::from(at.grid) == grid);
        topology.sites().iter().filter(of_it).count()
    };
    let Some(which) = (0..topology.grids().len()).rev().max_by_key(|&grid| count(grid)) else {
        return Labels::default();
    };
    let grid = &topology.grids()[which];
    if grid.labels.len() != 2 {
        return Labels::default();
    }
    let along = |axis: usize, place: fn(&SiteView) -> f32| -> Vec<Label> {
        let label = |(index, text): (usize, &String)| {
            let of_line = topology.sites().iter().zip(sites).filter(|(site, shown)| {
                !shown.hidden
                    && site
                        .grid
                        .as_ref()
                        .is_some_and(|at| usize::from(at.grid) == which && at.index.get(axis) == Some(&(index as u16)))
            });
            let places: Vec<f32> = of_line.map(|(_, shown)| place(shown)).collect();
            let first = *places.first()?;
            // Slanted lines have no place at the edge.
            places.iter().all(|at| (at - first).abs() < 0.05).then(|| Label { text: text.clone(), at: first })
        };
        grid.labels[axis].iter().enumerate().filter_map(label).collect()
    };
    // The first dimension of a grid may run either way.
    let (first, second) = (along(0, |site| site.x), along(1, |site| site.y));
    if first.is_empty() && second.is_empty() {
        return Labels { columns: along(1, |site| site.x), rows: along(0, |site| site.y) };
    }
    Labels { columns: first, rows: second }
}
