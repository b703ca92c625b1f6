//! Where each site stands on a sheet of characters. Computed once from the topology.
//!
//! A two-dimensional grid is one sheet; a grid with more dimensions has a sheet for each level. A
//! row has the sites of equal height, so boards of hexagons have their rows shifted. If rows and
//! columns have no labels, as on a graph, the names of the sites are printed next to them.

use dagaz_core::{CompactSort, SiteId, Topology};

/// A place on a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SheetPosition {
    pub(crate) site: SiteId,
    /// First character in its row.
    pub(crate) column: usize,
}

/// One drawing of characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sheet {
    /// What is written above it, if there are several.
    pub(crate) caption: String,
    /// The rows, topmost first: a label, and the places from left to right.
    pub(crate) rows: Vec<(String, Vec<SheetPosition>)>,
    /// The labels below: first character and text.
    pub(crate) below: Vec<(usize, String)>,
    /// Whether the names of the sites are written, since no labels say them.
    pub(crate) named: bool,
    /// Characters across, without the labels of the rows.
    pub(crate) width: usize,
    /// Lines between sites that are linked over a distance: row, column, and `-` or `|`, in order.
    pub(crate) lines: Vec<(usize, usize, char)>,
}

/// All sheets of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sheets {
    pub(crate) sheets: Vec<Sheet>,
    /// Sites that are on no sheet.
    pub(crate) beside: Vec<SiteId>,
}

/// The widest sheet.
const WIDTH_MAX: usize = 150;
/// More loose sites than this outside of a grid become a sheet of their own.
const LOOSE_MAX: usize = 8;

/// A site with its place in the picture and in its grid.
struct Spot {
    site: SiteId,
    name: String,
    x: f32,
    y: f32,
    index: Vec<u16>,
}

/// Sites that are drawn together.
struct Group {
    grid: Option<u16>,
    /// Indices in the dimensions after the second.
    level: Vec<u16>,
    /// The level in the picture, in sixteenths.
    height: i64,
    spots: Vec<Spot>,
}

impl Sheets {
    /// Lays out a board whose pieces are at most `mark` characters wide.
    pub(crate) fn of(topology: &Topology, mark: usize) -> Sheets {
        Sheets::of_some(topology, mark, &|site| Some(topology.site(site).name.clone()))
    }

    /// Lays out the sites of a board for which `name` returns a name.
    pub(crate) fn of_some(topology: &Topology, mark: usize, name: &dyn Fn(SiteId) -> Option<String>) -> Sheets {
        let mut groups: Vec<Group> = Vec::new();
        let mut beside = Vec::new();
        for site in topology.site_ids() {
            let data = topology.site(site);
            let Some(name) = name(site) else { continue };
            let place = data.grid.as_ref();
            let index: Vec<u16> = place.map_or(Vec::new(), |place| place.index.to_vec());
            let drawn = data.center.map(|center| (center.x, center.y, center.z));
            // A grid without coordinates is drawn by its indices.
            let counted = || {
                let at = |dimension: usize| f32::from(index.get(dimension).copied().unwrap_or(0));
                place.map(|_| (at(0), at(1), 0.0))
            };
            let Some((x, y, z)) = drawn.or_else(counted).filter(|(x, y, _)| x.is_finite() && y.is_finite()) else {
                beside.push(site);
                continue;
            };
            let level: Vec<u16> = index.iter().skip(2).copied().collect();
            let grid = place.map(|place| place.grid);
            let height = if index.len() > 2 { 0 } else { (z * 16.0) as i64 };
            let spot = Spot { site, name, x, y, index };
            let same = |group: &&mut Group| (group.grid, &group.level, group.height) == (grid, &level, height);
            match groups.iter_mut().find(same) {
                Some(group) => group.spots.push(spot),
                None => groups.push(Group { grid, level, height, spots: vec![spot] }),
            }
        }
        let has_grid = groups.iter().any(|group| group.grid.is_some());
        let mut sheets = Vec::new();
        for Group { grid, level, height, spots } in groups {
            if grid.is_none() && has_grid && spots.len() <= LOOSE_MAX {
                beside.extend(spots.iter().map(|spot| spot.site));
                continue;
            }
            let labels = grid.and_then(|grid| topology.grids().get(usize::from(grid))).map(|grid| &grid.labels);
            let mut sheet = lay_out(spots, labels.map_or(&[], Vec::as_slice), mark);
            let names: Vec<&str> = level
                .iter()
                .enumerate()
                .filter_map(|(dimension, &index)| Some(labels?.get(dimension + 2)?.get(usize::from(index))?.as_str()))
                .collect();
            sheet.caption = match (names.is_empty(), height) {
                (false, _) => format!("level {}", names.join(" ")),
                (true, 0) => String::new(),
                (true, height) => format!("level {}", height as f32 / 16.0),
            };
            sheet.lines = lines(topology, &sheet);
            sheets.push(sheet);
        }
        beside.sort_unstable();
        Sheets { sheets, beside }
    }
}

/// Returns the distance from a site to its nearest neighbour: the middle one of all sites.
fn spacing(spots: &[Spot]) -> f32 {
    // A sample is enough, and keeps large boards quick.
    let step = spots.len().div_ceil(300).max(1);
    let mut nearest: Vec<f32> = spots
        .iter()
        .step_by(step)
        .map(|spot| {
            let apart = |other: &Spot| (spot.x - other.x).hypot(spot.y - other.y);
            spots.iter().map(apart).filter(|apart| *apart > 0.0).fold(f32::INFINITY, f32::min)
        })
        .filter(|apart| apart.is_finite())
        .collect();
    nearest.compact_sort_by(f32::total_cmp);
    nearest.get(nearest.len() / 2).copied().unwrap_or(1.0)
}

fn lay_out(spots: Vec<Spot>, labels: &[Vec<String>], mark: usize) -> Sheet {
    let spacing = spacing(&spots);
    let rows = rows(spots, 0.3 * spacing);
    // If the names of sites are not row and column, such as numbers, labels would mislead. A number
    // may contain its labels by chance, so most names have to match.
    let told = rows.iter().flatten().filter(|spot| is_told(spot, labels)).count();
    let labels = if told * 2 > rows.iter().map(Vec::len).sum() { labels } else { &[] };
    if let Some(down) = down_dimension(&rows, labels.len()) {
        let label = |dimension: usize, spot: &Spot| -> String {
            let index = spot.index.get(dimension).map(|index| usize::from(*index));
            index.and_then(|index| labels.get(dimension)?.get(index)).cloned().unwrap_or_default()
        };
        let across = 1 - down;
        let widest = rows.iter().flatten().map(|spot| label(across, spot).chars().count()).max().unwrap_or(0);
        let mut sheet = place(&rows, spacing, mark.max(widest) + 1);
        for ((text, _), row) in sheet.rows.iter_mut().zip(&rows) {
            *text = row.first().map_or_else(String::new, |spot| label(down, spot));
        }
        if let Some(below) = column_labels(&rows, &sheet, across) {
            sheet.below = below.into_iter().map(|(column, spot)| (column, label(across, spot))).collect();
            sheet.below.sort();
            sheet.below.retain(|(_, text)| !text.is_empty());
            return sheet;
        }
    }
    // No labels could say which site is which: the names must.
    let name = |spot: &Spot| spot.name.chars().count();
    let widest = rows.iter().flatten().map(name).max().unwrap_or(0);
    Sheet { named: true, ..place(&rows, spacing, widest + 1 + mark + 2) }
}

/// Returns whether the labels of a site's row and column tell its name.
fn is_told(spot: &Spot, labels: &[Vec<String>]) -> bool {
    let mut said = spot.index.iter().zip(labels).filter_map(|(index, labels)| labels.get(usize::from(*index)));
    said.all(|label| spot.name.contains(label.as_str()))
}

/// Returns the sites by height: a row ends where the next site is lower by more than `slack`.
fn rows(mut spots: Vec<Spot>, slack: f32) -> Vec<Vec<Spot>> {
    spots.compact_sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut rows: Vec<Vec<Spot>> = Vec::new();
    let mut top = f32::NEG_INFINITY;
    for spot in spots {
        match rows.last_mut().filter(|_| spot.y - top <= slack) {
            Some(row) => row.push(spot),
            None => {
                top = spot.y;
                rows.push(vec![spot]);
            }
        }
    }
    rows.iter_mut().for_each(|row| row.compact_sort_by(|a, b| a.x.total_cmp(&b.x)));
    rows
}

/// Gives each site its column, so that cells of `cell` characters do not touch.
fn place(rows: &[Vec<Spot>], spacing: f32, cell: usize) -> Sheet {
    let gaps = rows.iter().flat_map(|row| row.windows(2).map(|pair| pair[1].x - pair[0].x));
    let gap = gaps.filter(|gap| *gap > 0.3 * spacing).fold(f32::INFINITY, f32::min);
    // Without two sites in a row, the sites still keep the distance that they have from row to row.
    let gap = if gap.is_finite() { gap } else { spacing.max(f32::EPSILON) };
    let left = rows.iter().flatten().map(|spot| spot.x).fold(f32::INFINITY, f32::min);
    let right = rows.iter().flatten().map(|spot| spot.x).fold(f32::NEG_INFINITY, f32::max);
    let widest = WIDTH_MAX.max(rows.iter().map(Vec::len).max().unwrap_or(0) * cell);
    let scale = (cell as f32 / gap).min(widest as f32 / (right - left).max(gap));
    let mut sheet = Sheet::default();
    for row in rows {
        let mut free = 0;
        let places = row.iter().map(|spot| {
            let column = (((spot.x - left) * scale).round() as usize).max(free);
            free = column + cell;
            SheetPosition { site: spot.site, column }
        });
        sheet.rows.push((String::new(), places.collect()));
        sheet.width = sheet.width.max(free);
    }
    sheet
}

/// Where the columns have their labels: below, if each goes straight down; at the end of the last
/// row, if that has a site of every skewed column; else nowhere.
fn column_labels<'s>(rows: &'s [Vec<Spot>], sheet: &Sheet, across: usize) -> Option<Vec<(usize, &'s Spot)>> {
    let mut columns: Vec<(Option<&u16>, usize, &Spot)> = Vec::new();
    let mut straight = true;
    for (spots, (_, places)) in rows.iter().zip(&sheet.rows) {
        for (spot, place) in spots.iter().zip(places) {
            let index = spot.index.get(across);
            match columns.iter().find(|(known, ..)| *known == index) {
                Some((_, column, _)) => straight &= *column == place.column,
                None => columns.push((index, place.column, spot)),
            }
        }
    }
    if straight {
        return Some(columns.into_iter().map(|(_, column, spot)| (column, spot)).collect());
    }
    let last: Vec<(usize, &Spot)> =
        rows.last()?.iter().zip(&sheet.rows.last()?.1).map(|(spot, place)| (place.column, spot)).collect();
    (last.len() == columns.len()).then_some(last)
}

/// Lines along the links of a board on which neighbours may stand far apart; none where all stand
/// side by side.
fn lines(topology: &Topology, sheet: &Sheet) -> Vec<(usize, usize, char)> {
    if sheet.named {
        return Vec::new();
    }
    // A link of one way only is a rule's own affair: a tour of the points, a way home.
    let linked = |a: SiteId, b: SiteId| topology.neighbours(a).contains(&b) && topology.neighbours(b).contains(&a);
    let mut lines = Vec::new();
    let mut far = false;
    let mut heights = Vec::new();
    let nearest =
        sheet.rows.iter().flat_map(|(_, row)| row.windows(2).map(|pair| pair[1].column - pair[0].column)).min();
    for (row, (_, places)) in sheet.rows.iter().enumerate() {
        for pair in places.windows(2).filter(|pair| linked(pair[0].site, pair[1].site)) {
            far |= Some(pair[1].column - pair[0].column) > nearest;
            lines.extend((pair[0].column + 1..pair[1].column).map(|column| (row, column, '-')));
        }
        for place in places {
            let below = sheet.rows.iter().enumerate().skip(row + 1);
            let next = below.into_iter().find_map(|(row, (_, places))| {
                Some((row, places.iter().find(|other| other.column == place.column)?.site))
            });
            if let Some((next, _)) = next.filter(|(_, site)| linked(place.site, *site)) {
                heights.push(next - row);
                lines.extend((row + 1..next).map(|row| (row, place.column, '|')));
            }
        }
    }
    // On a board of hexagons all neighbours in a column are two rows apart.
    far |= heights.iter().any(|height| *height != heights[0]);
    lines.sort_unstable();
    lines.dedup_by_key(|(row, column, _)| (*row, *column));
    if far { lines } else { Vec::new() }
}

/// Returns the dimension of which every row has one index, if there is one and its labels say where
/// a row is.
fn down_dimension(rows: &[Vec<Spot>], dimensions: usize) -> Option<usize> {
    let constant = |dimension: usize| {
        rows.iter().all(|row| row.iter().all(|spot| spot.index.get(dimension) == row[0].index.get(dimension)))
    };
    let varies = |dimension: usize| {
        let first = rows.first()?.first()?.index.get(dimension)?;
        Some(rows.iter().flatten().any(|spot| spot.index.get(dimension) != Some(first)))
    };
    match dimensions {
        0 => None,
        // A line of sites: its labels stand below if it is a row, and at the left if it is a
        // column.
        1 => Some(usize::from(!constant(0) || rows.len() == 1)),
        _ => [1, 0].into_iter().find(|&down| constant(down) && (varies(down) == Some(true) || rows.len() == 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dagaz_core::{Grid, GridPlace, Limits, Point, Site, TopologyBuilder};

    /// Returns a grid of `across` x `down` sites, each row moved by `skew` to the right.
    fn grid(across: u16, down: u16, skew: f32, named: bool) -> Topology {
        let mut board = TopologyBuilder::new(&Limits::default());
        let letters = (0..across).map(|index| char::from(b'a' + index as u8).to_string()).collect();
        let numbers = (0..down).map(|index| (down - index).to_string()).collect();
        let number = board.grid(Grid { labels: vec![letters, numbers] });
        for row in 0..down {
            for column in 0..across {
                board
                    .site(Site {
                        name: format!("{}{}", char::from(b'a' + column as u8), down - row),
                        center: Some(Point {
                            x: f32::from(column) * 50.0 + f32::from(row) * skew,
                            y: f32::from(row) * 40.0,
                            z: 0.0,
                        }),
                        grid: (!named).then(|| GridPlace { grid: number, index: [column, row].into() }),
                        ..Site::default()
                    })
                    .expect("few sites");
            }
        }
        board.build().expect("a small board")
    }

    fn columns(sheet: &Sheet, row: usize) -> Vec<usize> {
        sheet.rows[row].1.iter().map(|place| place.column).collect()
    }

    #[test]
    fn a_rectangle_has_labels() {
        let sheets = Sheets::of(&grid(3, 2, 0.0, false), 1);
        let sheet = &sheets.sheets[0];
        assert_eq!((sheet.rows[0].0.as_str(), sheet.rows[1].0.as_str()), ("2", "1"));
        assert_eq!(columns(sheet, 0), [0, 2, 4]);
        assert_eq!(sheet.below, [(0, "a".into()), (2, "b".into()), (4, "c".into())]);
        assert!(!sheet.named && sheets.beside.is_empty());
    }

    #[test]
    fn rows_of_hexagons_are_shifted() {
        let sheets = Sheets::of(&grid(3, 3, 25.0, false), 1);
        let sheet = &sheets.sheets[0];
        assert_eq!(columns(sheet, 0), [0, 2, 4]);
        assert_eq!(columns(sheet, 1), [1, 3, 5]);
        assert_eq!(columns(sheet, 2), [2, 4, 6]);
        assert_eq!(sheet.below[0], (2, "a".into()));
    }

    #[test]
    fn board_levels_are_drawn_side_by_side() {
        let mut board = TopologyBuilder::new(&Limits::default());
        let labels = [["a", "b"], ["2", "1"], ["low", "high"]].map(|labels| labels.map(str::to_string).to_vec());
        let number = board.grid(Grid { labels: labels.to_vec() });
        for index in 0..8u16 {
            let place = [index & 1, index >> 1 & 1, index >> 2];
            let center = Point { x: f32::from(place[0] + 5 * place[2]), y: f32::from(place[1]), z: 0.0 };
            let grid = Some(GridPlace { grid: number, index: place.into() });
            let name = [0, 1, 2].map(|axis| labels[axis][usize::from(place[axis])].as_str()).concat();
            let site = Site { name, center: Some(center), grid, ..Site::default() };
            board.site(site).expect("few sites");
        }
        let sheets = Sheets::of(&board.build().expect("a small board"), 1).sheets;
        let captions: Vec<&str> = sheets.iter().map(|sheet| sheet.caption.as_str()).collect();
        assert_eq!(captions, ["level low", "level high"]);
        assert_eq!((columns(&sheets[1], 1), sheets[1].rows[1].0.as_str()), (vec![0, 2], "1"));
    }

    #[test]
    fn distant_linked_points_are_joined_by_lines() {
        let mut board = TopologyBuilder::new(&Limits::default());
        let labels = [["a", "b", "c"], ["3", "2", "1"]].map(|labels| labels.map(str::to_string).to_vec());
        let number = board.grid(Grid { labels: labels.to_vec() });
        let mut sites = Vec::new();
        for [x, y] in [[0, 0], [2, 0], [0, 2], [1, 2], [2, 2]] {
            let center = Some(Point { x: f32::from(x), y: f32::from(y), z: 0.0 });
            let grid = Some(GridPlace { grid: number, index: [x, y].into() });
            let name = format!("{}{}", ["a", "b", "c"][usize::from(x)], 3 - y);
            sites.push(board.site(Site { name, center, grid, ..Site::default() }).expect("few"));
        }
        let (e, w, home) = ["e", "w", "home"].map(|name| board.direction(name).expect("few")).into();
        for (a, b) in [(0, 1), (2, 3)] {
            board.link(e, sites[a], sites[b]).expect("few");
            board.link(w, sites[b], sites[a]).expect("few");
        }
        // One way only: no line of the board.
        board.link(home, sites[4], sites[3]).expect("few");
        let sheets = Sheets::of(&board.build().expect("a small board"), 1);
        assert_eq!(sheets.sheets[0].lines, [(0, 1, '-'), (0, 2, '-'), (0, 3, '-'), (1, 1, '-')]);
    }

    #[test]
    fn names_that_differ_from_labels_are_shown() {
        let lettered = grid(3, 2, 0.0, false);
        let mut board = TopologyBuilder::new(&Limits::default());
        board.grid(lettered.grids()[0].clone());
        for (site, count) in lettered.sites().iter().zip(1..) {
            board.site(Site { name: format!("{count}"), ..site.clone() }).expect("few");
        }
        let sheets = Sheets::of(&board.build().expect("a small board"), 1);
        assert!(sheets.sheets[0].named && sheets.sheets[0].below.is_empty());
    }

    #[test]
    fn a_graph_shows_its_names() {
        let sheets = Sheets::of(&grid(3, 2, 0.0, true), 1);
        assert!(sheets.sheets[0].named);
        assert_eq!(columns(&sheets.sheets[0], 0), [0, 6, 12]);
    }
}
