//! Semi-regular tilings.

use std::f64::consts::{FRAC_PI_3, FRAC_PI_4, FRAC_PI_6, PI};

use super::graph::{Graph, Point};
use super::lattice::{self, HexFrame};

/// Returns the board of a tiling with this size, or `None` if it is not known.
pub(super) fn graph(name: &str, shape: Option<&str>, a: usize, b: Option<usize>, sized: bool) -> Option<Graph> {
    if !sized || shape.is_some() || b.is_some_and(|b| name != "T33434" || b != a) {
        return None;
    }
    let size = a as i64;
    let hexagon = |passes: i64| {
        let places = (0..2 * passes - 1).flat_map(move |row| (0..2 * passes - 1).map(move |column| (column, row)));
        places.filter(move |(column, row)| (row - column).abs() < passes)
    };
    let polygon = |centre: Point, sides: usize, angle: f64| -> Vec<Point> {
        let radius = 0.5 / (PI / sides as f64).sin();
        let corner = |at: usize| angle + 2.0 * PI * at as f64 / sides as f64;
        (0..sides)
            .map(|at| Point::flat(centre.x + radius * corner(at).cos(), centre.y + radius * corner(at).sin()))
            .collect()
    };
    let mut shapes = Vec::new();
    match name {
        "T3636" => {
            for (column, row) in hexagon(size) {
                let centre = lattice::hex_centre(HexFrame::Pointy, column, row);
                let centre = Point::flat(centre.x * 2.0 / 3.0_f64.sqrt(), centre.y * 2.0 / 3.0_f64.sqrt());
                shapes.push(polygon(centre, 6, 0.0));
            }
        }
        "T3464" => {
            // Hexagons with squares on their sides; triangles close the gaps.
            let pitch = 1.0 + 3.0_f64.sqrt();
            for (column, row) in hexagon(size) {
                let unit = lattice::hex_centre(HexFrame::Flat, column, row);
                let centre = Point::flat(unit.x * pitch / 3.0_f64.sqrt(), unit.y * pitch / 3.0_f64.sqrt());
                shapes.push(polygon(centre, 6, 0.0));
                for side in 0..6 {
                    let angle = FRAC_PI_6 + FRAC_PI_3 * side as f64;
                    let reach = pitch / 2.0;
                    let middle = Point::flat(centre.x + reach * angle.cos(), centre.y + reach * angle.sin());
                    shapes.push(polygon(middle, 4, angle + FRAC_PI_4));
                }
            }
        }
        "T33434" => {
            // Squares on a square lattice, turned one way and the other; triangles close the gaps.
            let pitch = (1.0 + 3.0_f64.sqrt()) / 2.0;
            let places = (0..2 * size).flat_map(|row| (0..2 * size).map(move |column| (column, row)));
            let passes = |c: i64, r: i64| r + c >= size - 1 && r + c < 3 * size && (c - r).abs() <= size;
            for (column, row) in places.filter(|(column, row)| passes(*column, *row)) {
                let centre = Point::flat((column - size) as f64 + 0.5, row as f64 - 0.5);
                let turn = if (row + column - size + 1) % 2 == 0 { FRAC_PI_3 } else { FRAC_PI_6 };
                let centre = Point::flat(centre.x * pitch, centre.y * pitch);
                shapes.push(polygon(centre, 4, turn + FRAC_PI_4));
            }
            // Triangles close the gaps between the two squares at the left and the right end.
            let (reach, middle) = (size as f64 * pitch + 0.5, (size - 1) as f64 * pitch);
            shapes.extend([-reach, reach].map(|x| vec![Point::flat(x, middle)]));
        }
        _ => return None,
    }
    Some(lattice::joined(&shapes))
}
