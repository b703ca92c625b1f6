//! The board: its sites, what leads from one to another, and how each player sees that.
//!
//! A direction of a script is the grid's own where it leads where that does, a hop over the grid,
//! or links of its own. Only the last can be turned for one player alone, so what a symmetry names
//! is never a hop.

use super::names::Names;
use super::page::Page;
use crate::program::{NOWHERE, Program};

/// The directions that a grid has by itself: columns to the right, rows up.
const COMPASS: [(&str, i64, i64); 8] =
    [("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0), ("ne", 1, 1), ("se", 1, -1), ("sw", -1, -1), ("nw", -1, 1)];
/// Steps of a hop that is written out.
const HOP_MAX: i64 = 8;
/// Letters of the columns.
const COLUMNS_MAX: usize = 26;

/// The kinds of directions of a script in the target language.
enum Way {
    /// By this name of the grid's.
    Compass(&'static str),
    /// By a name for a hop, or for a direction of the grid.
    Named(String, String),
    /// By links, under this name.
    Links(String),
    /// It leads nowhere and is not used.
    Nowhere,
}

/// See the [module documentation](self).
pub(super) struct Board<'a> {
    program: &'a Program,
    /// The names of the sites.
    pub(super) sites: Vec<String>,
    ways: Vec<Way>,
    /// Player, the direction said, and the name of a copy of the one that it means.
    copies: Vec<(usize, usize, String)>,
}

impl<'a> Board<'a> {
    /// Names everything on the board. The grid's own names are taken first.
    pub(super) fn new(program: &'a Program, names: &mut Names) -> Board<'a> {
        let grid = program.grid.map_or(0, |(rows, columns)| rows * columns);
        program.sites.iter().take(grid).for_each(|name| names.keep(name));
        let sites = program.sites.iter().enumerate();
        let sites = sites.map(|(index, name)| if index < grid { name.clone() } else { names.take(name) }).collect();
        let mut board = Board { program, sites, ways: Vec::new(), copies: Vec::new() };
        let turned = |which: usize| {
            let meant = |row: &Vec<u16>| {
                row.iter()
                    .enumerate()
                    .any(|(said, &meant)| said != usize::from(meant) && (said == which || usize::from(meant) == which))
            };
            program.symmetries.iter().any(meant)
        };
        for (which, name) in program.directions.iter().enumerate() {
            let step = board.step(which);
            let compass = COMPASS.iter().find(|(_, x, y)| step == Some((*x, *y))).map(|(name, ..)| *name);
            let claimed =
                |compass: &str| board.ways.iter().any(|way| matches!(way, Way::Compass(known) if *known == compass));
            let way = match (compass, step) {
                (Some(compass), _) if name == compass && !claimed(compass) => Way::Compass(compass),
                _ if turned(which) => Way::Links(names.take_direction(name)),
                (Some(compass), _) => Way::Named(names.take(name), compass.to_string()),
                (None, Some((x, y))) => Way::Named(names.take(name), hop(x, y)),
                (None, None) if board.leads(which) => Way::Links(names.take_direction(name)),
                (None, None) => Way::Nowhere,
            };
            board.ways.push(way);
        }
        for (player, row) in program.symmetries.iter().enumerate() {
            for (said, &meant) in row.iter().enumerate() {
                let meant = usize::from(meant);
                if said != meant && row.get(meant).is_none_or(|back| usize::from(*back) != said) {
                    let player_name = program.players.get(player).map_or("", |player| player.name.as_str());
                    let copy = names.take_direction(&format!("{}-of-{player_name}", program.directions[said]));
                    board.copies.push((player, said, copy));
                }
            }
        }
        board
    }

    fn links_of(&self, which: usize) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let sites = self.program.sites.len();
        let links = self.program.links.get(which).into_iter().flatten().enumerate();
        links
            .filter(move |(_, to)| **to != NOWHERE && usize::from(**to) < sites)
            .map(|(from, to)| (from, usize::from(*to)))
    }

    fn leads(&self, which: usize) -> bool {
        self.links_of(which).next().is_some()
    }

    /// Returns the step over the grid that a direction is, columns to the right and rows up: from
    /// every site of the grid from which it stays on the grid, and from no other.
    fn step(&self, which: usize) -> Option<(i64, i64)> {
        let (rows, columns) = self.program.grid?;
        let (rows, columns) = (rows as i64, columns as i64);
        let place = |site: usize| (site as i64 % columns, site as i64 / columns);
        let (from, to) = self.links_of(which).next()?;
        let ((x, y), (to_x, to_y)) = (place(from), place(to));
        let (across, down) = (to_x - x, to_y - y);
        let wanted = (0..rows * columns).filter_map(|site| {
            let (x, y) = place(site as usize);
            let inside = (0..columns).contains(&(x + across)) && (0..rows).contains(&(y + down));
            inside.then_some((site as usize, ((y + down) * columns + x + across) as usize))
        });
        let is_step = wanted.eq(self.links_of(which)) && (across.abs() + down.abs()) <= HOP_MAX;
        (is_step && (across, down) != (0, 0)).then_some((across, -down))
    }

    /// Writes the board, and names for what the grid has already.
    pub(super) fn write(&self, depth: usize, page: &mut Page) {
        page.line(depth, "(board");
        let mut loose = self.sites.as_slice();
        if let Some((rows, columns)) = self.program.grid {
            page.line(depth + 1, &self.grid(rows, columns));
            loose = &self.sites[rows * columns..];
        }
        if !loose.is_empty() {
            page.list(depth + 1, "sites", loose);
        }
        for (which, way) in self.ways.iter().enumerate() {
            if let Way::Links(name) = way {
                self.write_links(depth + 1, name, which, page);
            }
        }
        for (player, said, copy) in &self.copies {
            let meant = self.program.symmetries[*player][*said];
            self.write_links(depth + 1, copy, usize::from(meant), page);
        }
        page.close(depth + 1);
        if self.program.scanned < self.sites.len() {
            page.comment(depth, "No piece is moved from these sites, and nothing is dropped there:");
            page.comment(depth, &self.sites[self.program.scanned..].join(" "));
        }
        for (way, name) in self.ways.iter().zip(&self.program.directions) {
            match way {
                Way::Named(name, means) => page.line(depth, &format!("(define {name} {means})")),
                Way::Nowhere => page.comment(depth, &format!("`{name}` leads nowhere.")),
                _ => {}
            }
        }
    }

    /// Returns the grid, by its labels.
    fn grid(&self, rows: usize, columns: usize) -> String {
        let across = match columns {
            1..=COLUMNS_MAX => format!("a-{}", char::from(b'a' + (columns - 1) as u8)),
            _ => columns.to_string(),
        };
        // Rows are numbered from below, unless the script has turned them.
        let first = self.sites.first().map_or("", |name| name.trim_start_matches(|c: char| !c.is_ascii_digit()));
        let down = if first == "1" && rows > 1 { format!("{rows}-1") } else { format!("1-{rows}") };
        format!("(grid {across} {down})")
    }

    fn write_links(&self, depth: usize, name: &str, which: usize, page: &mut Page) {
        let pairs: Vec<String> =
            self.links_of(which).map(|(from, to)| format!("({} {})", self.sites[from], self.sites[to])).collect();
        page.list(depth, &format!("link {name}"), &pairs);
    }

    /// What the symmetry of each player consists of; every player has an entry, since a grid would
    /// turn itself for the second one.
    pub(super) fn symmetries(&self, players: &[Option<String>]) -> Vec<String> {
        let entry = |(player, name): (usize, &Option<String>)| {
            let name = name.as_ref()?;
            let row = self.program.symmetries.get(player).map_or(&[][..], Vec::as_slice);
            let mut pairs: Vec<String> = Vec::new();
            for (said, &meant) in row.iter().enumerate() {
                let meant = usize::from(meant);
                let copy = self.copies.iter().find(|(of, which, _)| (*of, *which) == (player, said));
                match (copy, self.way_name(said), self.way_name(meant)) {
                    (Some((.., copy)), Some(said), _) => pairs.push(format!("({said} {copy})")),
                    // Exchanged: once for both.
                    (None, Some(one), Some(other)) if said < meant => pairs.push(format!("({one} {other})")),
                    _ => {}
                }
            }
            let pairs = if pairs.is_empty() { "0".to_string() } else { pairs.join(" ") };
            Some(format!("({name} {pairs})"))
        };
        players.iter().enumerate().filter_map(entry).collect()
    }

    fn way_name(&self, which: usize) -> Option<&str> {
        match self.ways.get(which)? {
            Way::Compass(name) => Some(name),
            Way::Links(name) => Some(name),
            Way::Named(..) | Way::Nowhere => None,
        }
    }
}

/// Returns a hop as directions in a row: the slanted ones last.
fn hop(x: i64, y: i64) -> String {
    let (mut x, mut y) = (x, y);
    let mut names = Vec::new();
    while (x, y) != (0, 0) {
        let step = match x.abs().cmp(&y.abs()) {
            std::cmp::Ordering::Greater => (x.signum(), 0),
            std::cmp::Ordering::Less => (0, y.signum()),
            std::cmp::Ordering::Equal => (x.signum(), y.signum()),
        };
        names.extend(COMPASS.iter().find(|(_, x, y)| (*x, *y) == step).map(|(name, ..)| *name));
        (x, y) = (x - step.0, y - step.1);
    }
    names.join(".")
}
