//! Boards cut out of a lattice: squares, hexagons, triangles.
//!
//! The boards of other tilings, rings and holes are elsewhere.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_6, PI};

use super::graph::{Graph, NEAR, Point, is_inside};

/// How squares are joined by diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Diagonals {
    /// None are drawn.
    Implied,
    /// A vertex in the middle of each square, joined to its corners.
    Solid,
    /// Both, crossing without a vertex.
    SolidNoSplit,
    /// One a square, the directions like a chessboard.
    Alternating,
    /// Around the middle.
    Concentric,
    /// Away from the middle.
    Radiating,
}

/// Returns vertices at all whole points that pass, joined along rows and columns.
pub(super) fn square_points(columns: usize, rows: usize, passes: impl Fn(i64, i64) -> bool) -> Graph {
    let mut numbers = vec![None; columns * rows];
    let mut vertices = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if passes(column as i64, row as i64) {
                numbers[row * columns + column] = Some(vertices.len());
                vertices.push(Point::flat(column as f64, row as f64));
            }
        }
    }
    let at = |column: usize, row: usize| {
        if column < columns && row < rows { numbers[row * columns + column] } else { None }
    };
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let Some(here) = at(column, row) else { continue };
            edges.extend([at(column + 1, row), at(column, row + 1)].into_iter().flatten().map(|other| (here, other)));
        }
    }
    Graph::new(vertices, edges)
}

/// Returns a rectangle of vertices with diagonals.
pub(super) fn rectangle(columns: usize, rows: usize, diagonals: Diagonals) -> Graph {
    let mut graph = square_points(columns, rows, |_, _| true);
    add_diagonals(&mut graph, columns, rows, diagonals);
    graph.make_faces(false);
    graph.reorder();
    graph
}

/// Adds the diagonals of a rectangle's squares.
fn add_diagonals(graph: &mut Graph, columns: usize, rows: usize, diagonals: Diagonals) {
    let at = |column: usize, row: usize| row * columns + column;
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let up = (at(column, row), at(column + 1, row + 1));
            let down = (at(column, row + 1), at(column + 1, row));
            let left = 2 * column < columns - 1;
            let low = 2 * row < rows - 1;
            let drawn = match diagonals {
                Diagonals::Implied => vec![],
                Diagonals::Alternating => vec![if (row + column) % 2 == 0 { up } else { down }],
                Diagonals::Concentric => vec![if left == low { down } else { up }],
                Diagonals::Radiating if row == column => vec![up],
                Diagonals::Radiating if row + column + 2 == rows.min(columns) => vec![down],
                Diagonals::Radiating => vec![],
                Diagonals::SolidNoSplit => vec![up, down],
                Diagonals::Solid => {
                    let middle = Point::flat(column as f64 + 0.5, row as f64 + 0.5);
                    let middle = graph.add_vertex(middle);
                    [up.0, up.1, down.0, down.1].into_iter().for_each(|corner| graph.add_edge(middle, corner, false));
                    vec![]
                }
            };
            for (a, b) in drawn {
                graph.edges.push(super::graph::Edge { a, b, curved: false });
            }
        }
    }
}

/// Returns a pyramid of square layers, each one smaller and half a step in.
pub(super) fn pyramid(base: usize) -> Graph {
    let mut vertices = Vec::new();
    for layer in 0..base {
        for row in 0..base - layer {
            for column in 0..base - layer {
                let shift = layer as f64 / 2.0;
                let z = layer as f64 * std::f64::consts::FRAC_1_SQRT_2;
                vertices.push(Point { x: column as f64 + shift, y: row as f64 + shift, z });
            }
        }
    }
    let mut graph = join_near(vertices, 1.0);
    // The faces are the squares of each layer.
    let mut first = 0;
    for width in (1..=base).rev() {
        for row in 0..width - 1 {
            for column in 0..width - 1 {
                let corner = first + row * width + column;
                let vertices = vec![corner, corner + width, corner + width + 1, corner + 1];
                graph.faces.push(super::graph::Face { vertices });
            }
        }
        first += width * width;
    }
    graph.reorder();
    graph
}

/// Joins all pairs of vertices at a distance.
pub(super) fn join_near(vertices: Vec<Point>, distance: f64) -> Graph {
    let mut edges = Vec::new();
    for (a, first) in vertices.iter().enumerate() {
        for (b, second) in vertices.iter().enumerate().skip(a + 1) {
            if (first.distance(*second) - distance).abs() < 0.01 {
                edges.push((a, b));
            }
        }
    }
    Graph::new(vertices, edges)
}

/// Returns the graph of regular polygons with sides of length 1 around these centres.
pub(super) fn polygons(centres: &[Point], sides: usize, first_angle: f64) -> Graph {
    let radius = 0.5 / (PI / sides as f64).sin();
    let step = 2.0 * PI / sides as f64;
    let shape: Vec<Point> = (0..sides)
        .map(|corner| {
            let angle = first_angle + step * corner as f64;
            Point::flat(radius * angle.cos(), radius * angle.sin())
        })
        .collect();
    outlines(&centres.iter().map(|centre| moved(&shape, *centre)).collect::<Vec<_>>())
}

fn moved(shape: &[Point], by: Point) -> Vec<Point> {
    shape.iter().map(|point| Point::flat(point.x + by.x, point.y + by.y)).collect()
}

/// Returns the graph of these polygons, near corners fused.
pub(super) fn outlines(polygons: &[Vec<Point>]) -> Graph {
    let mut graph = Graph::default();
    let mut buckets: std::collections::HashMap<(i64, i64), Vec<usize>> = std::collections::HashMap::new();
    let mut edges = std::collections::HashSet::new();
    for polygon in polygons {
        let corners: Vec<usize> = polygon
            .iter()
            .map(|point| {
                let (bx, by) = ((point.x * 4.0).round() as i64, (point.y * 4.0).round() as i64);
                let near = (bx - 1..=bx + 1)
                    .flat_map(|x| (by - 1..=by + 1).map(move |y| (x, y)))
                    .filter_map(|key| buckets.get(&key))
                    .flatten()
                    .copied()
                    .find(|vertex| graph.vertices[*vertex].distance(*point) < 10.0 * NEAR);
                near.unwrap_or_else(|| {
                    let number = graph.add_vertex(*point);
                    buckets.entry((bx, by)).or_default().push(number);
                    number
                })
            })
            .collect();
        for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            if a != b && edges.insert((a.min(b), a.max(b))) {
                graph.edges.push(super::graph::Edge { a, b, curved: false });
            }
        }
    }
    graph.make_faces(false);
    graph.reorder();
    graph
}

/// The frame of a hexagonal lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HexFrame {
    /// Rows are straight; cells have their tips up.
    Pointy,
    /// The same, and the first corner of a cell is its upper tip. Colours depend on it.
    PointyFromTip,
    /// Columns are straight; cells have flat tops.
    Flat,
}

/// Returns the centre of a hexagon.
pub(super) fn hex_centre(frame: HexFrame, column: i64, row: i64) -> Point {
    let (column, row) = (column as f64, row as f64);
    let root = 3.0_f64.sqrt();
    match frame {
        HexFrame::Pointy | HexFrame::PointyFromTip => Point::flat(root * (column - row / 2.0), 1.5 * row),
        HexFrame::Flat => Point::flat(1.5 * (column - row), root * (row + column) / 2.0),
    }
}

/// Returns the hexagons of a lattice that pass.
pub(super) fn hexagons(frame: HexFrame, columns: i64, rows: i64, passes: impl Fn(i64, i64) -> bool) -> Graph {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let centres: Vec<Point> = places
        .filter(|(column, row)| passes(*column, *row))
        .map(|(column, row)| hex_centre(frame, column, row))
        .collect();
    let first_corner = match frame {
        HexFrame::Pointy => FRAC_PI_6,
        HexFrame::PointyFromTip => FRAC_PI_2,
        HexFrame::Flat => 0.0,
    };
    polygons(&centres, 6, first_corner)
}

/// Returns the hexagons whose centres lie in a polygon of centres, given by the number of cells
/// along each side.
pub(super) fn hex_of_sides(sides: &[usize]) -> Graph {
    let outline = walk(sides, |side| if side == 0 { 0.0 } else { side as f64 - 1.0 }, 3.0_f64.sqrt());
    let grown = grow(&outline, 0.1);
    let reach = reach(sides);
    let places = (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (column, row)));
    let centres: Vec<Point> = places
        .map(|(column, row)| hex_centre(HexFrame::Pointy, column, row))
        .filter(|centre| is_inside(*centre, &grown))
        .collect();
    polygons(&centres, 6, FRAC_PI_2)
}

/// Returns the points of a triangular lattice that pass.
pub(super) fn triangles(columns: i64, rows: i64, passes: impl Fn(i64, i64) -> bool) -> Graph {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let points = places.filter(|(column, row)| passes(*column, *row)).map(|(column, row)| tri_point(column, row));
    finish(join_near(points.collect(), 1.0))
}

/// Returns a point of a triangular lattice.
pub(super) fn tri_point(column: i64, row: i64) -> Point {
    Point::flat(column as f64 - row as f64 / 2.0, row as f64 * 3.0_f64.sqrt() / 2.0)
}

/// Returns the points of a triangular lattice in a polygon given by the number of points along each
/// side; `clipped` if only columns near its bounding box are looked at.
pub(super) fn tri_of_sides(sides: &[usize], cells: bool, clipped: bool) -> Graph {
    let outline = walk(sides, |side| side as f64 - if cells { 0.0 } else { 1.0 }, 1.0);
    let grown = grow(&outline, 0.1);
    let reach = reach(sides);
    let places = (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (column, row)));
    let within = columns(&grown);
    let places = places.filter(|(column, _)| !clipped || within.contains(column));
    let points = places.map(|(column, row)| tri_point(column, row)).filter(|point| is_inside(*point, &grown));
    finish(join_near(points.collect(), 1.0))
}

/// Returns the columns of a skew lattice that are looked at for a polygon: those of its bounding
/// box, although columns are askew, with a margin of two.
fn columns(polygon: &[Point]) -> std::ops::RangeInclusive<i64> {
    let low = polygon.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
    let high = polygon.iter().map(|point| point.x).fold(f64::NEG_INFINITY, f64::max);
    low.trunc() as i64 - 2..=high.trunc() as i64 + 2
}

/// Returns the graph of the corners of polygons, joined where they are one unit apart.
pub(super) fn joined(polygons: &[Vec<Point>]) -> Graph {
    finish(join_near(outlines(polygons).vertices, 1.0))
}

fn finish(mut graph: Graph) -> Graph {
    graph.make_faces(false);
    graph.reorder();
    graph
}

/// Returns a bound on the coordinates of a polygon with these sides.
fn reach(sides: &[usize]) -> i64 {
    sides.iter().fold(2, |sum, side| sum + *side as i64)
}

/// Walks around a hexagonal outline from the origin, first to the east, turning right by 60° after
/// each side.
///
/// The last lengths repeat where there are fewer than six.
fn walk(sides: &[usize], steps: impl Fn(usize) -> f64, unit: f64) -> Vec<Point> {
    let mut at = Point::default();
    let number = sides.len().max(6);
    (0..number)
        .map(|side| {
            let here = at;
            let length = steps(sides[side % sides.len()]) * unit;
            let angle = -FRAC_PI_3 * side as f64;
            at = Point::flat(at.x + length * angle.cos(), at.y + length * angle.sin());
            here
        })
        .collect()
}

/// Returns a polygon whose sides are shifted by a margin to their left: a clockwise polygon grows,
/// a counter-clockwise one shrinks.
pub(super) fn grow(polygon: &[Point], by: f64) -> Vec<Point> {
    let number = polygon.len();
    let normal = |a: Point, b: Point| {
        let length = a.distance(b).max(1e-9);
        (-(b.y - a.y) / length, (b.x - a.x) / length)
    };
    (0..number)
        .map(|at| {
            let (before, here, after) = (polygon[(at + number - 1) % number], polygon[at], polygon[(at + 1) % number]);
            let (first, second) = (normal(before, here), normal(here, after));
            let (nx, ny) = (first.0 + second.0, first.1 + second.1);
            let scale = by * 2.0 / (nx * nx + ny * ny).max(0.5);
            Point::flat(here.x + nx * scale, here.y + ny * scale)
        })
        .collect()
}
