//! Where the sites are, and what kind of board they make.
//!
//! The rules give points of a picture. From the distances between nearest neighbours follow the unit of length and the
//! tiling: four of them make squares, six hexagons, three triangles, and anything else is a graph.

use dagaz_core::{Game, Point, SiteId, State, Topology};

use super::links::{Neighbours, links, neighbours};
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
}

impl Geometry {
    pub(super) fn of(game: &dyn Game, start: &State) -> Geometry {
        let topology = game.topology();
        let (points, hidden) = points(topology);
        let near = neighbours(topology, &points, &hidden);
        let unit = near.unit;
        let kind = kind(game, start, &points, &hidden, &near);
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
            .zip(&hidden)
            .map(|((site, point), &hidden)| {
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
                SiteView { id: site.name.clone(), x, y, z: point.z.max(0.0) as u16, outline, shade, hidden }
            })
            .collect();
        let links = links(topology, &points, &near, &sites);
        Geometry { kind, zones: zones(game, &sites), labels: labels(topology, &sites), sites, links }
    }
}

/// A point for each site. A board without any points is laid out on a circle, in order of declaration.
fn points(topology: &Topology) -> (Vec<Point>, Vec<bool>) {
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
    let points = topology.sites().iter().enumerate().map(point).collect();
    (points, topology.sites().iter().map(|site| any && site.center.is_none()).collect())
}

fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

fn kind(game: &dyn Game, start: &State, points: &[Point], hidden: &[bool], near: &Neighbours) -> BoardKind {
    // The border has fewer neighbours, so the most frequent number above two tells the tiling of the inner sites.
    let mut tally = [0usize; 9];
    let (mut slanted, mut straight, mut far) = (0usize, 0usize, 0usize);
    for (site, others) in near.of.iter().enumerate() {
        if hidden[site] {
            continue;
        }
        let close: Vec<&usize> =
            others.iter().filter(|&&other| near.distance(points, site, other) <= near.unit * SLACK).collect();
        tally[close.len().min(8)] += 1;
        for &&other in &close {
            let (dx, dy) = (points[other].x - points[site].x, points[other].y - points[site].y);
            if dx.abs() < near.unit * 0.1 || dy.abs() < near.unit * 0.1 {
                straight += 1;
            } else {
                slanted += 1;
            }
        }
        far += others.iter().filter(|&&other| near.distance(points, site, other) > near.unit * 1.6).count();
    }
    let all: usize = near.of.iter().map(Vec::len).sum();
    if tally[6] > 0 && slanted > straight {
        return BoardKind::Hex;
    }
    let sites = hidden.iter().filter(|hidden| !**hidden).count();
    // Chains of cells in which hardly any has more than two neighbours.
    if far * 4 > all || tally[3] + tally[4] == 0 || slanted > 0 && straight > 0 && tally[4] == 0 && tally[3] < sites / 2
    {
        return BoardKind::Graph;
    }
    if slanted > 0 && tally[4] == 0 && tally[5] == 0 && tally[3] * 2 >= sites {
        return BoardKind::Triangle;
    }
    if slanted > straight {
        return BoardKind::Graph;
    }
    let spec = game.layout().spec();
    let (columns, rows) = extent(points, hidden, near.unit);
    let empty = (0..spec.sites).all(|site| start.is_empty(SiteId::at(site)));
    let diagonal = near.of.iter().enumerate().any(|(site, others)| {
        others.iter().any(|&other| {
            let (dx, dy) = ((points[other].x - points[site].x).abs(), (points[other].y - points[site].y).abs());
            dx > near.unit * 0.5 && dy > near.unit * 0.5
        })
    });
    if empty && columns >= CROSSINGS_MIN && rows >= CROSSINGS_MIN {
        BoardKind::Points
    } else if !diagonal || empty || spec.recycle && !spec.supplies.is_empty() {
        BoardKind::Lined
    } else {
        BoardKind::Checkered
    }
}

/// How many columns and rows the shown sites span.
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

/// The labels of a single grid of two dimensions whose rows and columns are straight.
fn labels(topology: &Topology, sites: &[SiteView]) -> Labels {
    let [grid] = topology.grids() else { return Labels::default() };
    if grid.labels.len() != 2 {
        return Labels::default();
    }
    let along = |axis: usize, place: fn(&SiteView) -> f32| -> Vec<Label> {
        let label = |(index, text): (usize, &String)| {
            let of_line = topology.sites().iter().zip(sites).filter(|(site, shown)| {
                !shown.hidden && site.grid.as_ref().is_some_and(|at| at.index.get(axis) == Some(&(index as u16)))
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
