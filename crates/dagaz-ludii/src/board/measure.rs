//! What follows from where sites lie: rows, columns, labels, colours, borders, sides.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::graph::{Graph, Point, is_inside, mean};
use super::relations::{Incidence, Steps};
use super::{Direction, Elements, Site, SiteType};
use crate::expand::column_letters;

use dagaz_core::CompactSort;

/// Points closer than this to the bounding box are at its border.
const BORDER: f64 = 0.01;

/// Fills in rows, columns, labels and layers.
///
/// `stores`: whether the board has rows of holes with stores at their ends, which belong to the
/// lowest row.
pub(super) fn coordinates(elements: &mut Elements, steps: &Steps, site_type: SiteType, stores: bool) {
    let points = &steps.places;
    if points.is_empty() {
        return;
    }
    let error_max = if stores { STORES_ERROR_MAX } else { ERROR_MAX };
    let (rows, columns) = lines(points, unit(steps), error_max, site_type == SiteType::Edge);
    for (row, sites) in rows.iter().enumerate() {
        sites.iter().for_each(|site| elements.sites[*site as usize].row = row as u32);
    }
    for (column, sites) in columns.iter().enumerate() {
        sites.iter().for_each(|site| elements.sites[*site as usize].column = column as u32);
    }
    let mut heights: Vec<f64> = points.iter().map(|point| point.z).collect();
    heights.compact_sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < BORDER);
    for (number, (site, point)) in elements.sites.iter_mut().zip(points).enumerate() {
        site.layer = heights.iter().filter(|height| **height < point.z - BORDER).count() as u32;
        site.label = if site_type == SiteType::Edge {
            number.to_string()
        } else {
            let layer = if heights.len() > 1 { format!("/{}", site.layer) } else { String::new() };
            format!("{}{}{layer}", column_letters(site.column as usize), site.row + 1)
        };
    }
    let flat = heights.len() < 2;
    elements.rows = if flat { rows } else { levels(points, |point| point.y) };
    elements.columns = if flat { columns } else { levels(points, |point| point.x) };
}

/// Returns the sites of a board of several layers in each line that the lowest layer has.
fn levels(points: &[Point], place: impl Fn(&Point) -> f64) -> Vec<Vec<u32>> {
    let floor = points.iter().map(|point| point.z).fold(f64::INFINITY, f64::min);
    let mut lines: Vec<f64> = points.iter().filter(|point| point.z < floor + BORDER).map(&place).collect();
    lines.compact_sort_by(f64::total_cmp);
    lines.dedup_by(|a, b| (*a - *b).abs() < BORDER);
    let on = |line: &f64| {
        let sites = points.iter().enumerate().filter(|(_, point)| (place(point) - line).abs() < BORDER);
        sites.map(|(site, _)| site as u32).collect()
    };
    lines.iter().map(on).collect()
}

/// Returns the mean distance between orthogonal neighbours.
fn unit(steps: &Steps) -> f64 {
    let lengths = steps.steps.iter().enumerate().flat_map(|(from, steps_from)| {
        let orthogonal = steps_from.iter().filter(|step| step.relation == super::relations::Relation::Orthogonal);
        orthogonal.map(move |step| steps.places[from].distance(steps.places[step.to]))
    });
    let (number, sum) = lengths.fold((0, 0.0), |(number, sum), length| (number + 1, sum + length));
    if number == 0 { 1.0 } else { sum / f64::from(number) }
}

/// The largest mean distance of points from their lines, in units of the board.
const ERROR_MAX: f64 = 0.01;

/// The same on boards with stores.
const STORES_ERROR_MAX: f64 = 0.2;

/// The least share of crossings of slanted rows and columns that have a site.
const DENSITY_MIN: f64 = 0.53;

/// Errors are compared in steps of this size.
const ERROR_STEP: f64 = 0.01;

/// Returns rows from the bottom and columns from the left.
///
/// Rows lie at the angle that fits best. Where none fits, points of one height are a row.
fn lines(points: &[Point], unit: f64, error_max: f64, is_edge: bool) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
    let level = || (clusters(points, 0.0, LEVEL, f64::INFINITY), clusters(points, 90.0, LEVEL, f64::INFINITY));
    let dense = if is_edge { None } else { dense_lines(points, unit) };
    let (rows, columns) = match (exact_lines(points, unit, error_max), dense) {
        (Some(exact), Some(dense)) => {
            let is_exact = [&dense.0, &dense.1].into_iter().all(|lines| in_steps(lines.error) == 0);
            if is_exact && dense.0.lines.len() < exact.0.lines.len() { dense } else { exact }
        }
        (exact, dense) => exact.or(dense).unwrap_or_else(level),
    };
    // Columns are counted across their direction from the left.
    (rows.lines, columns.lines.into_iter().rev().collect())
}

/// Returns rows and columns that nearly all points lie on.
fn exact_lines(points: &[Point], unit: f64, error_max: f64) -> Option<(Clusters, Clusters)> {
    let heights = clusters(points, 0.0, LEVEL, f64::INFINITY).lines.len();
    let mut best: Option<Clusters> = None;
    for step in 0..=4 {
        let found = clusters(points, 15.0 * f64::from(step), THICKNESS * unit, unit);
        // Slanted rows must be much fewer than heights.
        let fits = if step == 0 {
            found.error <= error_max
        } else {
            found.error <= ERROR_MAX / 5.0 && 4 * found.lines.len() < 3 * heights
        };
        if fits && best.as_ref().is_none_or(|known| found.error < known.error - 0.001) {
            best = Some(found);
        }
    }
    let rows = best?;
    let mut best: Option<Clusters> = None;
    for step in 0..=2 {
        let found = clusters(points, rows.degrees + 90.0 + 15.0 * f64::from(step), THICKNESS * unit, unit);
        if best.as_ref().is_none_or(|known| found.error < known.error - 0.001) {
            best = Some(found);
        }
    }
    Some((rows, best.filter(|columns| columns.error <= error_max)?))
}

/// Returns the rows and columns with the least errors, if each site has its own crossing and more
/// than half of the crossings have a site.
fn dense_lines(points: &[Point], unit: f64) -> Option<(Clusters, Clusters)> {
    let best = |first: f64, steps: u8| {
        let all = (0..=steps).map(|step| clusters(points, first + 15.0 * f64::from(step), THICKNESS * unit, unit));
        all.min_by_key(|found| (in_steps(found.error), found.lines.len()))
    };
    let rows = best(0.0, 4)?;
    let columns = best(rows.degrees + 90.0, 2)?;
    let mut crossings = vec![(0, 0); points.len()];
    for (number, row) in rows.lines.iter().enumerate() {
        row.iter().for_each(|site| crossings[*site as usize].0 = number);
    }
    for (number, column) in columns.lines.iter().enumerate() {
        column.iter().for_each(|site| crossings[*site as usize].1 = number);
    }
    let different: BTreeSet<(usize, usize)> = crossings.into_iter().collect();
    let share = points.len() as f64 / (rows.lines.len() * columns.lines.len()) as f64;
    (different.len() == points.len() && share >= DENSITY_MIN).then_some((rows, columns))
}

/// Returns an error in steps.
fn in_steps(error: f64) -> u32 {
    (error / ERROR_STEP).round() as u32
}

/// Points of a line are at most so far apart across it, in units of the board.
const THICKNESS: f64 = 0.6;

/// Heights closer than this are the same.
const LEVEL: f64 = 0.002;

/// Points parted into lines.
struct Clusters {
    /// The sites of each line, across the lines' direction.
    lines: Vec<Vec<u32>>,
    /// Mean distance from the lines, in units of the board.
    error: f64,
    /// The angle of the lines.
    degrees: f64,
}

/// Parts points into lines at an angle. A line is at most so thick.
fn clusters(points: &[Point], degrees: f64, thickness: f64, unit: f64) -> Clusters {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let across = |site: u32| {
        let point = points[site as usize];
        ((point.y * cos - point.x * sin) * 1e6).round() / 1e6
    };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.compact_sort_by(|a, b| across(*a).total_cmp(&across(*b)));
    let mut lines: Vec<Vec<u32>> = Vec::new();
    for site in order {
        match lines.last_mut() {
            Some(line) if across(site) - across(line[0]) <= thickness + 1e-9 => line.push(site),
            _ => lines.push(vec![site]),
        }
    }
    let mut error = 0.0;
    for line in &mut lines {
        let middle = line.iter().map(|site| across(*site)).sum::<f64>() / line.len() as f64;
        error += line.iter().map(|site| (across(*site) - middle).abs()).sum::<f64>();
        line.sort_unstable();
    }
    Clusters { lines, error: error / points.len() as f64 / unit, degrees }
}

/// Gives each site a colour other than those of its orthogonal neighbours.
///
/// The colouring is greedy and spreads from site 0. Next is the site with most colours around it,
/// and of these the one that was reached first. `neighbours` tells in which order a site reaches
/// its neighbours.
pub(super) fn phases(elements: &mut Elements, neighbours: &[Vec<usize>]) {
    let number = elements.sites.len();
    let mut colours: Vec<Option<u32>> = vec![None; number];
    let mut around: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); number];
    let mut reached: Vec<Option<usize>> = vec![None; number];
    let mut clock = 0;
    // Colours around a site, when it was reached, the site.
    let mut open: BTreeSet<(usize, Reverse<usize>, usize)> = BTreeSet::new();
    for start in 0..number {
        if colours[start].is_some() {
            continue;
        }
        open.insert((0, Reverse(clock), start));
        while let Some((_, _, site)) = open.pop_last() {
            let colour = (0..).find(|colour| !around[site].contains(colour)).unwrap_or(0);
            colours[site] = Some(colour);
            for &next in neighbours[site].iter().filter(|next| colours[**next].is_none() && **next != site) {
                clock += usize::from(reached[next].is_none());
                let since = *reached[next].get_or_insert(clock);
                open.remove(&(around[next].len(), Reverse(since), next));
                around[next].insert(colour);
                open.insert((around[next].len(), Reverse(since), next));
            }
        }
    }
    for (site, colour) in elements.sites.iter_mut().zip(colours) {
        site.phase = colour.unwrap_or(0);
    }
}

/// Fills in the sites at the four borders of the bounding box.
pub(super) fn borders(elements: &mut Elements, points: &[Point]) {
    let extreme = |value: fn(&Point) -> f64| -> Vec<u32> {
        let most = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let all = points.iter().enumerate().filter(|(_, point)| value(point) > most - BORDER);
        all.map(|(site, _)| site as u32).collect()
    };
    elements.top = extreme(|point| point.y);
    elements.bottom = extreme(|point| -point.y);
    elements.left = extreme(|point| -point.x);
    elements.right = extreme(|point| point.x);
}

/// Returns the vertices along each outline of the graph. A vertex without an edge is an outline of
/// its own.
///
/// Vertices inside an outline are on no other one.
pub(super) fn outlines(graph: &Graph) -> Vec<Vec<usize>> {
    let mut outlines = Vec::new();
    let edges_at = graph.edges_at();
    let mut left = vec![true; graph.vertices.len()];
    while let Some(start) = lowest(graph, &left) {
        let outline = walk_outside(graph, &edges_at, start);
        let polygon: Vec<Point> = outline.iter().map(|vertex| graph.vertices[*vertex]).collect();
        left[start] = false;
        outline.iter().for_each(|vertex| left[*vertex] = false);
        for (vertex, left) in left.iter_mut().enumerate() {
            *left &= !is_inside(graph.vertices[vertex], &polygon);
        }
        outlines.push(outline);
    }
    outlines
}

/// Returns the vertex furthest to the left, and of these the lowest.
fn lowest(graph: &Graph, left: &[bool]) -> Option<usize> {
    let all = (0..graph.vertices.len()).filter(|vertex| left[*vertex]);
    all.min_by(|a, b| {
        let (a, b) = (graph.vertices[*a], graph.vertices[*b]);
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    })
}

/// Walks around a part of the graph clockwise, always along the edge furthest to the left.
fn walk_outside(graph: &Graph, edges_at: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut walk = vec![start];
    // As if the walk had come from the left, so that the first edge is the most northern one.
    let (mut here, mut came) = (start, std::f64::consts::PI);
    let mut first_edge = None;
    for _ in 0..2 * graph.edges.len() + 2 {
        let angle = |edge: &usize| graph.vertices[here].angle_to(graph.vertices[graph.edges[*edge].other(here)]);
        let sweep = |edge: &usize| {
            let sweep = (came - angle(edge)).rem_euclid(std::f64::consts::TAU);
            if sweep < 1e-9 { std::f64::consts::TAU } else { sweep }
        };
        let Some(&edge) = edges_at[here].iter().min_by(|a, b| sweep(a).total_cmp(&sweep(b))) else { break };
        if first_edge == Some((here, edge)) {
            break;
        }
        first_edge = first_edge.or(Some((here, edge)));
        let next = graph.edges[edge].other(here);
        came = graph.vertices[next].angle_to(graph.vertices[here]);
        here = next;
        walk.push(here);
    }
    if walk.len() > 1 {
        walk.pop();
    }
    walk
}

/// Fills in which sites are outer, perimeter and inner.
pub(super) fn outer(elements: &mut Elements, on_outline: &[bool]) {
    let part = |outer: bool| -> Vec<u32> {
        let all = on_outline.iter().enumerate().filter(|(_, on)| **on == outer);
        all.map(|(site, _)| site as u32).collect()
    };
    elements.outer = part(true);
    elements.perimeter = part(true);
    elements.inner = part(false);
}

/// Fills in the sites with the least sum of squared distances to border and corners.
pub(super) fn centre(elements: &mut Elements, points: &[Point]) {
    let mut guides: Vec<u32> = elements.corners.clone();
    if elements.perimeter.len() < 100 {
        guides.extend(&elements.perimeter);
    }
    if guides.is_empty() {
        guides = (0..points.len() as u32).collect();
    }
    let sum = |point: &Point| -> f64 {
        guides.iter().map(|guide| points[*guide as usize].distance(*point).powi(2)).sum::<f64>()
    };
    let sums: Vec<f64> = points.iter().map(sum).collect();
    let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
    let all = sums.iter().enumerate().filter(|(_, sum)| **sum < least + 1e-4 * least.max(1.0));
    elements.centre = all.map(|(site, _)| site as u32).collect();
}

/// Fills in the cells with most sides, and the others.
pub(super) fn major(elements: &mut Elements, graph: &Graph) {
    let most = graph.faces.iter().map(|face| face.vertices.len()).max().unwrap_or(0);
    let part = |major: bool| -> Vec<u32> {
        let all = graph.faces.iter().enumerate().filter(|(_, face)| (face.vertices.len() == most) == major);
        all.map(|(site, _)| site as u32).collect()
    };
    elements.major = part(true);
    elements.minor = part(false);
}

/// Runs of an outline between corners with their directions from the middle.
pub(super) fn runs(graph: &Graph, outline: &[usize], corners: &[usize]) -> Vec<(Direction, Vec<usize>)> {
    let number = outline.len();
    let mut sorted = corners.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let middle = mean(graph.vertices.iter().copied());
    let pairs = sorted.iter().zip(sorted.iter().cycle().skip(1));
    pairs
        .map(|(&from, &to)| {
            let length = (to + number - from) % number;
            let length = if length == 0 { number } else { length };
            let run: Vec<usize> = (0..=length).map(|step| outline[(from + step) % number]).collect();
            let centre = mean(run.iter().map(|vertex| graph.vertices[*vertex]));
            (side_direction(middle, centre), run)
        })
        .collect()
}

/// Returns the direction of a side: exactly north, east, south or west, or the quarter between.
fn side_direction(middle: Point, side: Point) -> Direction {
    let angle = (std::f64::consts::FRAC_PI_2 - middle.angle_to(side)).rem_euclid(std::f64::consts::TAU);
    let point = (angle / std::f64::consts::TAU * 16.0).round() as usize % 16;
    let quarter = [Direction::N, Direction::E, Direction::S, Direction::W];
    let between = [Direction::NE, Direction::SE, Direction::SW, Direction::NW];
    if point.is_multiple_of(4) { quarter[point / 4] } else { between[point / 4] }
}

/// Returns sites at these vertices with what touches them.
pub(super) fn sites(graph: &Graph, touching: &Incidence, steps: &Steps, site_type: SiteType) -> Vec<Site> {
    let list = |numbers: &[usize]| -> Vec<u32> {
        let mut numbers: Vec<u32> = numbers.iter().map(|number| *number as u32).collect();
        numbers.sort_unstable();
        numbers
    };
    let touch = |number: usize| match site_type {
        SiteType::Cell => {
            [vec![number as u32], list(&graph.faces[number].vertices), list(&touching.face_edges[number])]
        }
        SiteType::Vertex => {
            [list(&touching.vertex_faces[number]), vec![number as u32], list(&touching.vertex_edges[number])]
        }
        SiteType::Edge => [
            list(&touching.edge_faces[number]),
            list(&[graph.edges[number].a, graph.edges[number].b]),
            vec![number as u32],
        ],
    };
    let make = |(number, place): (usize, &Point)| {
        let [cells, vertices, edges] = touch(number);
        Site { x: place.x, y: place.y, cells, vertices, edges, ..Site::default() }
    };
    steps.places.iter().enumerate().map(make).collect()
}
