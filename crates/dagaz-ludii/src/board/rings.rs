//! Boards around a point and rows of holes: rings, regular polygons, wedges, spirals, sowing
//! boards.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::graph::{Edge, Graph, Point};

/// What joins the polygons of `concentric Square` and its like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joins {
    /// Whether sides have a vertex in the middle.
    pub(super) midpoints: bool,
    /// Whether these vertices are joined from ring to ring.
    pub(super) join_midpoints: bool,
    /// Whether the corners are.
    pub(super) join_corners: bool,
}

fn on_circle(radius: f64, angle: f64) -> Point {
    Point::flat(radius * angle.cos(), radius * angle.sin())
}

/// Returns polygons around one point, numbered from inside.
pub(super) fn polygons(sides: usize, rings: usize, joins: Joins, cells: bool) -> Graph {
    let mut graph = Graph::default();
    let first = FRAC_PI_2 + if sides.is_multiple_of(2) { PI / sides as f64 } else { 0.0 };
    let per_ring = if joins.midpoints { 2 * sides } else { sides };
    for ring in 0..rings {
        let radius = if sides == 3 { 2 * ring + 1 } else { ring + 1 } as f64;
        let corner = |at: usize| on_circle(radius, first + TAU * at as f64 / sides as f64);
        let base = graph.vertices.len();
        for at in 0..sides {
            graph.add_vertex(corner(at));
            if joins.midpoints {
                graph.add_vertex(corner(at).middle(corner(at + 1)));
            }
        }
        for at in 0..per_ring {
            graph.add_edge(base + at, base + (at + 1) % per_ring, false);
        }
        if ring == 0 {
            continue;
        }
        for at in 0..per_ring {
            let is_corner = !joins.midpoints || at % 2 == 0;
            if if is_corner { joins.join_corners } else { joins.join_midpoints } {
                graph.add_edge(base - per_ring + at, base + at, false);
            }
        }
    }
    if cells {
        graph.make_faces(false);
    }
    graph.reorder();
    graph
}

/// Returns rings of vertices around a point, from inside. A negative number makes a ring without
/// edges along it.
pub(super) fn rings(numbers: &[i64], stagger: bool) -> Graph {
    if let [number] = numbers {
        let mut ring = regular(number.unsigned_abs().max(3) as usize, false);
        // A ring encloses no cell.
        ring.faces.clear();
        return ring;
    }
    let mut graph = Graph::default();
    let offset = usize::from(numbers.first().is_some_and(|first| first.abs() > 1));
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (ring, &number) in numbers.iter().enumerate() {
        let count = number.unsigned_abs() as usize;
        let radius = (ring + offset) as f64;
        let step = TAU / count.max(1) as f64;
        let turn = if stagger && ring % 2 == 1 { step / 2.0 } else { 0.0 };
        let angle = |at: usize| FRAC_PI_2 + turn + step * (at + 1) as f64;
        let here: Vec<usize> = if count == 1 && ring == 0 {
            vec![graph.add_vertex(Point::default())]
        } else {
            (0..count).map(|at| graph.add_vertex(on_circle(radius, angle(at)))).collect()
        };
        if number > 1 {
            for at in 0..count {
                let (a, b) = (here[at], here[(at + 1) % count]);
                graph.add_edge(a, b, true);
            }
        }
        members.push(here);
    }
    // Spokes join vertices of neighbouring rings at the same angle; all meet at a centre.
    for pair in members.windows(2) {
        for &outer in &pair[1] {
            for &inner in &pair[0] {
                let angle = |vertex: usize| Point::default().angle_to(graph.vertices[vertex]);
                let apart = super::graph::turn(angle(inner), angle(outer)).abs();
                if graph.vertices[inner].distance(Point::default()) < 1e-6 || apart < 0.01 {
                    graph.add_edge(inner, outer, false);
                }
            }
        }
    }
    // Without a centre each vertex counts as its own, as in the reference implementation: every
    // step leads out.
    graph.pivots = (0..graph.vertices.len()).map(|vertex| Some(if offset == 0 { 0 } else { vertex })).collect();
    graph
}

/// Returns a regular polygon with sides of about length 1, or the star in it.
pub(super) fn regular(sides: usize, star: bool) -> Graph {
    let radius = sides as f64 / TAU;
    let first = FRAC_PI_2 + if sides == 4 { PI / 4.0 } else { 0.0 };
    let vertices = (0..sides).map(|at| on_circle(radius, first + TAU * at as f64 / sides as f64)).collect();
    let step = if star { (sides - 1) / 2 } else { 1 };
    let mut graph = Graph::new(vertices, (0..sides).map(|at| (at, (at + step) % sides)));
    graph.make_faces(star);
    graph.reorder();
    graph
}

/// Returns a triangle of rows under an apex, each with the same number of vertices.
pub(super) fn wedge(rows: usize, columns: usize) -> Graph {
    let middle = rows.saturating_sub(1) as f64;
    let mut graph = Graph::default();
    graph.add_vertex(Point::flat(middle, middle));
    for row in 1..rows {
        let base = graph.vertices.len();
        for column in 0..columns {
            let across = 2.0 * row as f64 * (column as f64 / (columns.max(2) - 1) as f64 - 0.5);
            let vertex = graph.add_vertex(Point::flat(middle + across, middle - row as f64));
            let above = if row == 1 { 0 } else { base - columns + column };
            graph.edges.push(Edge { a: above, b: vertex, curved: false });
        }
        for column in 1..columns {
            graph.edges.push(Edge { a: base + column - 1, b: base + column, curved: false });
        }
    }
    graph
}

/// Where a sowing board has its stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stores {
    /// None.
    No,
    /// At both ends, or at the left one.
    Outer {
        /// How many.
        number: usize,
    },
}

/// Returns rows of holes with stores at the ends.
pub(super) fn sowing(rows: usize, columns: usize, stores: Stores) -> Graph {
    /// Distance of a store from the first hole.
    const STORE_GAP: f64 = 0.85;
    let mut graph = Graph::default();
    let middle = (rows.saturating_sub(1)) as f64 / 2.0;
    let number = if let Stores::Outer { number } = stores { number } else { 0 };
    if number > 0 {
        graph.add_vertex(Point::flat(-STORE_GAP, middle));
    }
    let base = graph.vertices.len();
    for row in 0..rows {
        for column in 0..columns {
            graph.add_vertex(Point::flat(column as f64, row as f64));
        }
    }
    if number > 1 {
        graph.add_vertex(Point::flat(columns as f64 - 1.0 + STORE_GAP, middle));
    }
    let at = |column: usize, row: usize| base + row * columns + column;
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                graph.edges.push(Edge { a: at(column, row), b: at(column + 1, row), curved: false });
            }
            if row + 1 < rows {
                graph.edges.push(Edge { a: at(column, row), b: at(column, row + 1), curved: false });
            }
        }
    }
    graph.make_faces(false);
    graph.connect();
    graph.reorder_faces();
    graph
}

/// Returns a spiral of single vertices, each joined to the next.
pub(super) fn spiral(turns: usize, sites: usize, clockwise: bool) -> Graph {
    let mut graph = Graph::default();
    graph.add_vertex(Point::default());
    let (sense, turns) = (if clockwise { -1.0 } else { 1.0 }, turns.max(1) as f64);
    let total = turns * TAU;
    // Sites lie at about equal distances along the curve.
    for site in 1..sites {
        let angle = total * (site as f64 / sites as f64).sqrt();
        let point = on_circle(angle / TAU * sites as f64 / (turns * turns), sense * angle);
        let vertex = graph.add_vertex(point);
        graph.add_edge(vertex - 1, vertex, true);
    }
    graph
}
