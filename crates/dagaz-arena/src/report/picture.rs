//! The board as a drawing: where each site lies and what shape it has, in units of 100 to a cell.
//!
//! What kind of board it is comes with the [`Board`]; cells follow from where neighbours are.
//! Nothing here knows a game.

use std::collections::{BTreeMap, HashMap, HashSet};

use dagaz_core::CompactSort;

use dagaz_contract::Board;
use dagaz_contract::board::{BoardKind, SiteView};

use super::goals::{Goal, goals};
use super::svg;

/// Room around a board for its coordinates, if it has any, and if not.
const MARGINS: (f64, f64) = (112.0, 12.0);
/// Radius of a point of a board of lines.
const DISC: f64 = 40.0;

/// A place in the drawing.
pub(super) type Place = (f64, f64);

/// A board ready to be drawn.
pub(super) struct Picture {
    /// The sites that are shown.
    pub(super) spots: Vec<Spot>,
    /// Lines between sites, as one path; empty on boards of cells.
    pub(super) lines: String,
    /// Whether pieces stand on points that lines join.
    pub(super) is_of_lines: bool,
    /// Bands along the border.
    pub(super) goals: Vec<Goal>,
    /// Coordinates.
    pub(super) labels: Vec<(Place, String)>,
    /// Left, top, width and height.
    pub(super) frame: [f64; 4],
}

/// A site in the drawing.
pub(super) struct Spot {
    /// Its number in the rules.
    pub(super) site: usize,
    /// Its middle.
    pub(super) place: Place,
    /// Its outline.
    pub(super) cell: Vec<Place>,
}

/// How cells are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tiling {
    Hexagons,
    Squares,
    /// By the outlines that the rules give.
    Shapes,
    Triangles,
    Points,
}

impl Picture {
    /// Returns the drawing of a board.
    pub(super) fn of(board: &Board) -> Picture {
        // Sites off the main board are not drawn, unless there are no others.
        let all: Vec<usize> = (0..board.sites.len()).filter(|&site| !board.sites[site].hidden).collect();
        let proper: Vec<usize> = all.iter().copied().filter(|&site| !board.sites[site].tray).collect();
        let shown = if proper.is_empty() { all } else { proper };
        let main: Vec<&SiteView> = shown.iter().map(|&site| &board.sites[site]).filter(|site| !site.tray).collect();
        let numbers: HashMap<&str, usize> =
            board.sites.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
        let pairs = pairs(board, &numbers);
        let axes = hex_axes(board, &pairs);
        let steps = steps(&main);
        let outlined = main.iter().all(|site| site.outline.len() > 2);
        let tiling = match board.kind {
            BoardKind::Hex if axes.is_some() => Tiling::Hexagons,
            BoardKind::Triangle if outlined => Tiling::Shapes,
            BoardKind::Triangle => Tiling::Triangles,
            BoardKind::Checkered | BoardKind::Lined | BoardKind::Track if steps.is_some() => Tiling::Squares,
            BoardKind::Points | BoardKind::Graph | BoardKind::Pits if !outlined || steps.is_some() => Tiling::Points,
            _ if outlined => Tiling::Shapes,
            _ => Tiling::Points,
        };
        let scale = |[x, y]: [f32; 2]| match (tiling, axes, steps) {
            (Tiling::Hexagons, Some(axes), _) => equilateral(axes, (x.into(), y.into())),
            (Tiling::Squares, _, Some((ux, uy))) => (f64::from(x) * 100.0 / ux, f64::from(y) * 100.0 / uy),
            _ => (f64::from(x) * 100.0, f64::from(y) * 100.0),
        };
        let places = levels(board, &shown, scale);
        let shift = |site: usize| {
            let (own, raw) = (places[&site], scale([board.sites[site].x, board.sites[site].y]));
            (own.0 - raw.0, own.1 - raw.1)
        };
        let near = neighbours(&pairs, &places, board);
        let cell = |site: usize| -> Vec<Place> {
            let place = places[&site];
            let found = match tiling {
                _ if board.sites[site].tray => Vec::new(),
                Tiling::Squares => square(place, if is_track(board, main.len()) { 47.0 } else { 50.0 }),
                Tiling::Hexagons => {
                    polygon(place, near.get(&site).and_then(|near| near.first()), 6, 100.0 / 3f64.sqrt())
                }
                Tiling::Triangles => near.get(&site).map_or_else(Vec::new, |near| triangle(place, near)),
                Tiling::Shapes => {
                    let (dx, dy) = shift(site);
                    let corners = board.sites[site].outline.iter().map(|corner| scale(*corner));
                    corners.map(|(x, y)| (x + dx, y + dy)).collect()
                }
                Tiling::Points => disc(place),
            };
            if found.is_empty() { square(place, 44.0) } else { found }
        };
        let spots: Vec<Spot> =
            shown.iter().map(|&site| Spot { site, place: places[&site], cell: cell(site) }).collect();
        let is_of_lines = tiling == Tiling::Points;
        let lines = if is_of_lines { lines(board, &numbers, &places, scale) } else { String::new() };
        let labels = super::coordinates::labels(board, &spots, tiling == Tiling::Hexagons);
        let frame = frame(&spots, &labels);
        // On other boards the zones along a border are homes and ends of the way, not edges to be
        // joined.
        let goals = if tiling == Tiling::Hexagons { goals(board, &spots) } else { Vec::new() };
        Picture { spots, lines, is_of_lines, goals, labels, frame }
    }

    /// Returns the frame as an attribute.
    pub(super) fn view_box(&self) -> String {
        self.frame.map(svg::at).join(" ")
    }
}

impl Spot {
    /// Returns its outline as a path.
    pub(super) fn path(&self) -> String {
        svg::outline(self.cell.iter().copied())
    }
}

/// Returns a board of few cells that are joined by a road only, such as a race: cells stand apart.
fn is_track(board: &Board, sites: usize) -> bool {
    board.kind == BoardKind::Track || board.kind == BoardKind::Lined && sites < 45 && board.links.len() < 2 * sites
}

fn frame(spots: &[Spot], labels: &[(Place, String)]) -> [f64; 4] {
    let corners =
        || spots.iter().flat_map(|spot| spot.cell.iter().copied()).chain(labels.iter().map(|(place, _)| *place));
    let bounds = |axis: fn(Place) -> f64| {
        corners().map(axis).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (top, bottom)) = (bounds(|place| place.0), bounds(|place| place.1));
    if left > right {
        return [0.0, 0.0, 100.0, 100.0];
    }
    let margin = if labels.is_empty() { MARGINS.1 } else { MARGINS.0 * 0.25 };
    [left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin]
}

/// Each pair of shown sites that a link joins, once.
fn pairs(board: &Board, numbers: &HashMap<&str, usize>) -> Vec<(usize, usize)> {
    let mut seen = HashSet::new();
    let ends = board.links.iter().filter_map(|link| Some((*numbers.get(&link.a[..])?, *numbers.get(&link.b[..])?)));
    let shown = ends.filter(|(a, b)| a != b && !board.sites[*a].hidden && !board.sites[*b].hidden);
    shown.filter(|(a, b)| seen.insert((*a.min(b), *a.max(b)))).collect()
}

/// Two axes of a lattice of hexagons: links in three directions, `None` of them near another.
fn hex_axes(board: &Board, pairs: &[(usize, usize)]) -> Option<[Place; 2]> {
    let mut counted: BTreeMap<(i64, i64), (Place, usize)> = BTreeMap::new();
    for &(a, b) in pairs {
        let (p, q) = (&board.sites[a], &board.sites[b]);
        let (mut x, mut y) = (f64::from(q.x - p.x), f64::from(q.y - p.y));
        if y < -1e-3 || (y.abs() <= 1e-3 && x < 0.0) {
            (x, y) = (-x, -y);
        }
        counted.entry(((x * 20.0).round() as i64, (y * 20.0).round() as i64)).or_insert(((x, y), 0)).1 += 1;
    }
    let sites = board.sites.iter().filter(|site| !site.hidden && !site.tray).count();
    let mut usual: Vec<Place> =
        counted.values().filter(|(_, count)| count * 10 >= sites * 3).map(|(axis, _)| *axis).collect();
    usual.compact_sort_by(|one, other| one.1.atan2(one.0).total_cmp(&other.1.atan2(other.0)));
    match usual[..] {
        [first, second, _] => Some([first, second]),
        _ => None,
    }
}

/// Returns a place on a lattice of regular hexagons with the same neighbours, turned so that one
/// axis stays level or upright.
fn equilateral([a, b]: [Place; 2], (x, y): Place) -> Place {
    let level = |axis: Place| axis.1.abs() < axis.0.abs() * 0.2;
    let third = std::f64::consts::FRAC_PI_3;
    let offset = if level(a) || level(b) { 0.0 } else { third / 2.0 };
    let ideal = |axis: Place| {
        let angle = ((axis.1.atan2(axis.0) - offset) / third).round() * third + offset;
        (angle.cos() * 100.0, angle.sin() * 100.0)
    };
    let determinant = a.0 * b.1 - a.1 * b.0;
    if determinant.abs() < 1e-9 {
        return (x * 100.0, y * 100.0);
    }
    let (u, v) = ((x * b.1 - y * b.0) / determinant, (a.0 * y - a.1 * x) / determinant);
    let (p, q) = (ideal(a), ideal(b));
    (u * p.0 + v * q.0, u * p.1 + v * q.1)
}

/// Returns the steps of the lattice that the sites lie on, if they lie on one.
fn steps(sites: &[&SiteView]) -> Option<(f64, f64)> {
    let gap = |axis: fn(&SiteView) -> f32| {
        let mut values: Vec<i64> = sites.iter().map(|site| (f64::from(axis(site)) * 100.0).round() as i64).collect();
        values.sort_unstable();
        values.dedup();
        values.windows(2).map(|pair| pair[1] - pair[0]).min().map(|gap| gap as f64 / 100.0)
    };
    let (across, down) = (gap(|site| site.x), gap(|site| site.y));
    let (ux, uy) = (across.or(down)?, down.or(across)?);
    let least =
        |axis: fn(&SiteView) -> f32| sites.iter().map(|site| f64::from(axis(site))).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|site| site.x), least(|site| site.y));
    let off = |value: f64| (value - value.round()).abs();
    let fits =
        |site: &&SiteView| off((f64::from(site.x) - left) / ux) < 0.04 && off((f64::from(site.y) - top) / uy) < 0.04;
    sites.iter().all(fits).then_some((ux, uy))
}

/// Where each site lies; levels stand side by side.
fn levels(board: &Board, shown: &[usize], scale: impl Fn([f32; 2]) -> Place) -> HashMap<usize, Place> {
    let mut levels: BTreeMap<u16, Vec<(usize, Place)>> = BTreeMap::new();
    for &site in shown {
        let view = &board.sites[site];
        levels.entry(view.z).or_default().push((site, scale([view.x, view.y])));
    }
    let (mut places, mut shift, several) = (HashMap::new(), 0.0, levels.len() > 1);
    for level in levels.values() {
        let left = level.iter().map(|(_, place)| place.0).fold(f64::INFINITY, f64::min);
        let right = level.iter().map(|(_, place)| place.0).fold(f64::NEG_INFINITY, f64::max);
        let moved = if several { shift - left } else { 0.0 };
        places.extend(level.iter().map(|(site, (x, y))| (*site, (x + moved, *y))));
        shift += right - left + 150.0;
    }
    places
}

/// Returns the linked sites that are as near as the nearest.
fn neighbours(pairs: &[(usize, usize)], places: &HashMap<usize, Place>, board: &Board) -> HashMap<usize, Vec<Place>> {
    let mut found: HashMap<usize, Vec<(f64, Place)>> = HashMap::new();
    for &(a, b) in pairs.iter().filter(|(a, b)| board.sites[*a].z == board.sites[*b].z) {
        let length = (places[&a].0 - places[&b].0).hypot(places[&a].1 - places[&b].1);
        found.entry(a).or_default().push((length, places[&b]));
        found.entry(b).or_default().push((length, places[&a]));
    }
    let nearest = |all: Vec<(f64, Place)>| {
        let least = all.iter().map(|(length, _)| *length).fold(f64::INFINITY, f64::min);
        all.into_iter().filter(|(length, _)| *length < least * 1.2).map(|(_, place)| place).collect()
    };
    found.into_iter().map(|(site, all)| (site, nearest(all))).collect()
}

fn square((x, y): Place, half: f64) -> Vec<Place> {
    vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
}

/// Returns a regular cell with an edge towards a neighbour.
fn polygon((x, y): Place, neighbour: Option<&Place>, corners: usize, radius: f64) -> Vec<Place> {
    let start = neighbour.map_or(0.0, |other| (other.1 - y).atan2(other.0 - x));
    let step = std::f64::consts::TAU / corners as f64;
    let corner = |number: usize| {
        let angle = start + step * (number as f64 + 0.5);
        (x + angle.cos() * radius, y + angle.sin() * radius)
    };
    (0..corners).map(corner).collect()
}

fn triangle(place: Place, near: &[Place]) -> Vec<Place> {
    let Some(first) = near.first() else { return Vec::new() };
    let inner = (first.0 - place.0).hypot(first.1 - place.1) / 2.0;
    polygon(place, Some(first), 3, inner * 2.0)
}

/// Returns the outline of a point: a polygon that looks like a circle.
fn disc((x, y): Place) -> Vec<Place> {
    let corner = |number: usize| {
        let angle = std::f64::consts::TAU * number as f64 / 28.0;
        (x + angle.cos() * DISC, y + angle.sin() * DISC)
    };
    (0..28).map(corner).collect()
}

/// Returns the lines of a board, without those that only run along others.
fn lines(
    board: &Board,
    numbers: &HashMap<&str, usize>,
    places: &HashMap<usize, Place>,
    scale: impl Fn([f32; 2]) -> Place,
) -> String {
    let ends = |link: &dagaz_contract::board::LinkView| {
        let (a, b) = (*numbers.get(&link.a[..])?, *numbers.get(&link.b[..])?);
        let flat = board.sites[a].z == board.sites[b].z && !board.sites[a].tray && !board.sites[b].tray;
        (flat && places.contains_key(&a) && places.contains_key(&b)).then_some((a, b))
    };
    let drawn: Vec<_> = board.links.iter().filter(|link| link.drawn).collect();
    // On a board of roads in both directions a road in one direction is a tour that only the rules
    // walk.
    let both = drawn.iter().filter(|link| !link.there.is_empty() && !link.back.is_empty()).count() * 2 > drawn.len();
    let straight = drawn.iter().filter(|link| link.arc.is_none() && (!both || !link.back.is_empty()));
    let all: Vec<(usize, usize)> = straight.filter_map(|link| ends(link)).collect();
    let mut joined: HashMap<usize, Vec<usize>> = HashMap::new();
    for &(a, b) in &all {
        joined.entry(a).or_default().push(b);
        joined.entry(b).or_default().push(a);
    }
    let length = |a: usize, b: usize| (places[&a].0 - places[&b].0).hypot(places[&a].1 - places[&b].1);
    let passes = |a: usize, b: usize| {
        let whole = length(a, b);
        joined[&a].iter().filter(|&&c| c != b).any(|&c| {
            let (first, second) = (length(a, c), length(b, c));
            first < whole && second < whole && first + second < whole * 1.001
        })
    };
    let level =
        |(a, b): &&(usize, usize)| (places[a].0 - places[b].0).abs() < 1.0 || (places[a].1 - places[b].1).abs() < 1.0;
    // Diagonals joined everywhere say nothing; joined here and there they are lines.
    let flat = all.iter().filter(level).count();
    let regular = board.kind == BoardKind::Points && (all.len() - flat) as f64 > flat as f64 * 0.72;
    let kept = all.iter().filter(|pair| !regular || level(pair)).filter(|(a, b)| !passes(*a, *b));
    let mut path: String = kept.map(|(a, b)| svg::path([places[a], places[b]])).collect();
    for link in board.links.iter().filter(|link| link.drawn) {
        let (Some(middle), Some((a, b))) = (link.arc, ends(link)) else { continue };
        let (from, to, middle) = (places[&a], places[&b], scale(middle));
        let (p, q) = ((from.0 - middle.0, from.1 - middle.1), (to.0 - middle.0, to.1 - middle.1));
        let radius = svg::at(p.0.hypot(p.1));
        let sweep = u8::from(p.0 * q.1 - p.1 * q.0 < 0.0);
        path += &format!(
            "M{} {}A{radius} {radius} 0 1 {sweep} {} {}",
            svg::at(from.0),
            svg::at(from.1),
            svg::at(to.0),
            svg::at(to.1)
        );
    }
    path
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns a board of sites at places, any two of which are linked that lie one step apart.
    fn board(kind: &str, places: &[(f32, f32)], steps: &[(f32, f32)]) -> Board {
        let at = |(x, y): (f32, f32)| places.iter().position(|(p, q)| (p - x).abs() < 0.01 && (q - y).abs() < 0.01);
        let name = |site: usize| format!("{}{}", char::from(b'a' + (site % 3) as u8), site / 3 + 1);
        let sites: Vec<Value> =
            places.iter().enumerate().map(|(site, (x, y))| json!({ "id": name(site), "x": x, "y": y })).collect();
        let links: Vec<Value> = places
            .iter()
            .enumerate()
            .flat_map(|(site, (x, y))| steps.iter().filter_map(move |(dx, dy)| Some((site, at((x + dx, y + dy))?))))
            .map(|(a, b)| json!({ "a": name(a), "b": name(b), "there": ["to"], "back": ["fro"], "drawn": true }))
            .collect();
        let board = json!({ "v": 1, "rules": "", "title": "", "kind": kind, "sites": sites, "links": links, "zones": [],
            "labels": { "columns": [], "rows": [] }, "players": [], "types": [], "start": [], "hands": [],
            "texts": { "description": "", "history": "", "strategy": "", "notes": [] } });
        serde_json::from_value(board).expect("it is a board")
    }

    fn grid(place: impl Fn(f32, f32) -> (f32, f32)) -> Vec<(f32, f32)> {
        (0..9).map(|site| place((site % 3) as f32, (site / 3) as f32)).collect()
    }

    fn sides(spot: &Spot) -> Vec<f64> {
        let next = spot.cell.iter().cycle().skip(1);
        spot.cell.iter().zip(next).map(|(from, to)| (from.0 - to.0).hypot(from.1 - to.1)).collect()
    }

    #[test]
    fn a_skewed_picture_of_hexagons_becomes_a_regular_one() {
        let board = board("hex", &grid(|x, y| (x + 0.5 * y, 0.7 * y)), &[(1.0, 0.0), (0.5, 0.7), (-0.5, 0.7)]);
        let picture = Picture::of(&board);
        let side = 100.0 / 3f64.sqrt();
        for spot in &picture.spots {
            assert_eq!(spot.cell.len(), 6);
            assert!(sides(spot).iter().all(|length| (length - side).abs() < 0.1), "{:?}", sides(spot));
        }
        let (first, below) = (picture.spots[0].place, picture.spots[3].place);
        assert!(((first.0 - below.0).hypot(first.1 - below.1) - 100.0).abs() < 0.1);
        assert!(picture.lines.is_empty());
    }

    #[test]
    fn oblong_square_boards_are_drawn_square() {
        let board = board("checkered", &grid(|x, y| (x, 1.4 * y)), &[(1.0, 0.0), (0.0, 1.4), (1.0, 1.4)]);
        let picture = Picture::of(&board);
        assert!(picture.spots.iter().flat_map(sides).all(|side| (side - 100.0).abs() < 0.1));
        let last = picture.spots[8].place;
        assert!((last.0 - 200.0).abs() < 0.1 && (last.1 - 200.0).abs() < 0.1, "{last:?}");
        // a to c below, 1 to 3 at the left.
        assert_eq!(picture.labels.len(), 6);
    }

    #[test]
    fn board_lines_do_not_overlap() {
        let steps = [(1.0, 0.0), (0.0, 1.0), (2.0, 0.0)];
        let picture = Picture::of(&board("graph", &grid(|x, y| (x, y)), &steps));
        assert!(picture.is_of_lines);
        assert_eq!(picture.lines.matches('M').count(), 12);
    }

    #[test]
    fn levels_stand_side_by_side_and_hidden_sites_nowhere() {
        let mut board = board("lined", &grid(|x, y| (x, y)), &[(1.0, 0.0), (0.0, 1.0)]);
        for site in &mut board.sites[3..6] {
            (site.z, site.y) = (1, 0.0);
        }
        board.sites[8].hidden = true;
        let picture = Picture::of(&board);
        assert_eq!(picture.spots.len(), 8);
        assert!(picture.spots[3].place.0 > picture.spots[2].place.0 + 100.0);
    }
}
