//! Sites and directions of regular boards: grids, hexagons, triangles, rings.

use dagaz_core::{DirectionId, Point};

/// A site while the board is being made.
#[derive(Clone, Debug, Default)]
pub(super) struct SiteInfo {
    pub(super) name: String,
    /// Its place in a regular board: along each dimension, from 0.
    pub(super) at: Vec<i32>,
    /// Which of the regular boards; none: a loose site.
    pub(super) grid: Option<u16>,
    pub(super) center: Option<Point>,
}

/// A direction while the board is being made.
#[derive(Clone, Debug, Default)]
pub(super) struct DirectionInfo {
    pub(super) name: String,
    /// One step of it on a regular board in two dimensions.
    pub(super) vector: Option<(i32, i32)>,
    /// One step of it along each dimension.
    pub(super) step: Vec<i32>,
    /// Its angle on the picture, anticlockwise from the right, in degrees; none off the plane.
    pub(super) angle: Option<f32>,
    /// The way back.
    pub(super) back: Option<DirectionId>,
}

/// Returns the labels of one dimension: `a-h`, `9-1`, `a-hj`.
pub(super) fn labels(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once('-')?;
    if let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) {
        let count = first.abs_diff(last).min(1 << 16);
        let step = if last < first { -1 } else { 1 };
        return Some((0..=count as i32).map(|index| (first + step * index).to_string()).collect());
    }
    let mut chars = first.chars();
    let (Some(first), None) = (chars.next(), chars.next()) else { return None };
    let mut chars = last.chars();
    let last = chars.next()?;
    if !first.is_ascii_alphabetic() || !last.is_ascii_alphabetic() || chars.as_str().contains('-') {
        return None;
    }
    let run: Vec<char> = if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() };
    Some(run.into_iter().chain(chars).map(String::from).collect())
}

/// So many labels of a dimension: letters for the first and each second one after it, numbers
/// between. None for a number that no board has.
pub(super) fn labelled(dimension: usize, count: i32) -> Vec<String> {
    let count = usize::try_from(count).unwrap_or(0).min(1 << 16);
    (0..count).map(|index| if dimension.is_multiple_of(2) { letters(index) } else { (index + 1).to_string() }).collect()
}

/// A regular board: sites, directions, labels of its dimensions.
pub(super) struct Regular {
    pub(super) sites: Vec<SiteInfo>,
    pub(super) directions: Vec<DirectionInfo>,
    pub(super) labels: Vec<Vec<String>>,
}

fn direction(name: &str, step: &[i32], angle: Option<f32>) -> DirectionInfo {
    let vector = (step.len() == 2 || step.len() > 2 && step[2..].iter().all(|along| *along == 0))
        .then(|| (step[0], step[1]))
        .or((step.len() == 1).then(|| (step[0], 0)));
    DirectionInfo { name: name.to_string(), vector, step: step.to_vec(), angle, back: None }
}

const COMPASS: [(&str, i32, i32, f32); 8] = [
    ("n", 0, 1, 90.0),
    ("e", 1, 0, 0.0),
    ("s", 0, -1, 270.0),
    ("w", -1, 0, 180.0),
    ("ne", 1, 1, 45.0),
    ("se", 1, -1, 315.0),
    ("sw", -1, -1, 225.0),
    ("nw", -1, 1, 135.0),
];

const SIX: [(&str, i32, i32, f32); 6] = [
    ("e", 1, 0, 0.0),
    ("ne", 0, 1, 60.0),
    ("nw", -1, 1, 120.0),
    ("w", -1, 0, 180.0),
    ("sw", 0, -1, 240.0),
    ("se", 1, -1, 300.0),
];

/// Sites in a box of so many dimensions; the first label varies fastest.
pub(super) fn grid(labels: Vec<Vec<String>>) -> Regular {
    let count: usize = labels.iter().map(Vec::len).product();
    let mut sites = Vec::with_capacity(count);
    for index in 0..count {
        let (mut rest, mut at, mut name) = (index, Vec::new(), String::new());
        for labels in &labels {
            at.push((rest % labels.len()) as i32);
            name += &labels[rest % labels.len()];
            rest /= labels.len();
        }
        let along = |which: usize| at.get(which).copied().unwrap_or(0) as f32;
        let center = Some(Point { x: along(0), y: along(1), z: along(2) });
        sites.push(SiteInfo { name, at, grid: None, center });
    }
    let dimensions = labels.len();
    let mut directions = Vec::new();
    let step = |x: i32, y: i32| {
        let mut step = vec![0; dimensions];
        step[0] = x;
        if dimensions > 1 {
            step[1] = y;
        }
        step
    };
    for (name, x, y, angle) in COMPASS {
        if dimensions > 1 || y == 0 {
            directions.push(direction(name, &step(x, y), Some(angle)));
        }
    }
    for dimension in 2..dimensions {
        for (sign, name) in [(1, "u"), (-1, "d")] {
            let mut step = vec![0; dimensions];
            step[dimension] = sign;
            let name = if dimension == 2 { name.to_string() } else { format!("{name}{}", dimension + 1) };
            directions.push(direction(&name, &step, None));
        }
    }
    Regular { sites, directions, labels }
}

/// Returns the middle of a hexagon at axial coordinates.
fn hex_center(x: i32, y: i32) -> Point {
    Point { x: x as f32 + y as f32 / 2.0, y: y as f32 * 0.866_025_4, z: 0.0 }
}

fn six() -> Vec<DirectionInfo> {
    SIX.iter().map(|(name, x, y, angle)| direction(name, &[*x, *y], Some(*angle))).collect()
}

/// Returns a rhombus of hexagons.
pub(super) fn rhombus(labels: Vec<Vec<String>>) -> Regular {
    let mut board = grid(labels);
    for site in &mut board.sites {
        site.center = Some(hex_center(site.at[0], site.at[1]));
    }
    Regular { directions: six(), ..board }
}

/// Returns a letter for the first 26 columns, two for those beyond.
pub(super) fn letters(index: usize) -> String {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter(index).to_string() } else { format!("{}{}", letter(index / 26 - 1), letter(index)) }
}

/// Returns a hexagon of hexagons, so many on a side; columns are lettered, each is numbered from
/// its lower end.
pub(super) fn hexhex(side: i32) -> Regular {
    let mut sites = Vec::new();
    for x in 1 - side..side {
        let lowest = (1 - side).max(1 - side - x);
        for y in lowest..=(side - 1).min(side - 1 - x) {
            let name = format!("{}{}", letters((x + side - 1) as usize), y - lowest + 1);
            sites.push(SiteInfo { name, at: vec![x, y], grid: None, center: Some(hex_center(x, y)) });
        }
    }
    Regular { sites, directions: six(), labels: Vec::new() }
}

/// Returns a triangle of sites, so many on a side; rows are lettered from the base.
pub(super) fn triangle(side: i32) -> Regular {
    let mut sites = Vec::new();
    for y in 0..side {
        for x in 0..side - y {
            let name = format!("{}{}", letters(y as usize), x + 1);
            sites.push(SiteInfo { name, at: vec![x, y], grid: None, center: Some(hex_center(x, y)) });
        }
    }
    Regular { sites, directions: six(), labels: Vec::new() }
}

/// Where the sites of rings are: squares where they have corners, circles otherwise.
pub(super) fn ring_center(rings: i32, round: i32, ring: i32, index: i32) -> Point {
    let size = (rings - ring) as f32;
    let turn = index as f32 / round as f32;
    let (x, y) = if round % 4 == 0 {
        // Clockwise from the upper left corner.
        let along = turn * 4.0;
        let part = along.fract() * 2.0 - 1.0;
        match along as i32 {
            0 => (part, 1.0),
            1 => (1.0, -part),
            2 => (-part, -1.0),
            _ => (-1.0, part),
        }
    } else {
        let angle = std::f32::consts::TAU * (0.25 - turn);
        (angle.cos(), angle.sin())
    };
    Point { x: x * size, y: y * size, z: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_ascend_descend_and_may_skip() {
        let run = |text: &str| labels(text).map(|labels| labels.concat());
        assert_eq!(run("a-e").as_deref(), Some("abcde"));
        assert_eq!(run("9-6").as_deref(), Some("9876"));
        assert_eq!(run("a-ce").as_deref(), Some("abce"));
        assert_eq!(run("i-g").as_deref(), Some("ihg"));
        assert_eq!((run("8"), run("ab-c")), (None, None));
        assert_eq!((labelled(0, 3).concat(), labelled(1, 3).concat()), ("abc".into(), "123".into()));
        assert_eq!((labelled(0, 28).pop(), labelled(0, -1).len()), (Some("ab".into()), 0));
        assert_eq!(run("a-hj-t"), None, "one run, and then labels one by one");
    }

    #[test]
    fn regular_boards_have_the_sites_that_they_should() {
        assert_eq!(
            grid(vec![labels("a-h").unwrap_or_default(), labels("1-8").unwrap_or_default()]).sites[8].name,
            "a2"
        );
        assert_eq!(hexhex(5).sites.len(), 61);
        assert_eq!(triangle(4).sites.len(), 10);
    }
}
