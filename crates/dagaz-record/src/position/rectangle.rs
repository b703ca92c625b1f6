//! The rectangle of a board: its rows as they are drawn, the topmost first, each from left to
//! right.

use dagaz_core::{Point, SiteId, Topology};

/// See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rectangle {
    /// The sites, row by row; none where the board has a hole.
    pub(crate) rows: Vec<Vec<Option<SiteId>>>,
    /// The same sites in the order of their numbers.
    sites: Vec<SiteId>,
}

impl Rectangle {
    /// The rectangle of a board that has exactly one grid of two dimensions, one of which runs
    /// level.
    pub(crate) fn of(topology: &Topology) -> Option<Rectangle> {
        let mut flat = topology.grids().iter().enumerate().filter(|(_, grid)| grid.labels.len() == 2);
        let (number, _) = flat.next().filter(|_| flat.next().is_none())?;
        Rectangle::of_grid(topology, number)
    }

    /// Returns the rectangle of the grid with the most sites: a smaller one is outside the board,
    /// as hands are.
    pub(crate) fn largest(topology: &Topology) -> Option<Rectangle> {
        let mut counts = vec![0usize; topology.grids().len()];
        for place in topology.sites().iter().filter_map(|site| site.grid.as_ref()) {
            *counts.get_mut(usize::from(place.grid))? += 1;
        }
        let most = counts.iter().copied().max()?;
        let mut largest = (0..counts.len()).filter(|&number| counts[number] == most);
        let number = largest.next().filter(|_| largest.next().is_none())?;
        Rectangle::of_grid(topology, number)
    }

    fn of_grid(topology: &Topology, number: usize) -> Option<Rectangle> {
        let grid = topology.grids().get(number).filter(|grid| grid.labels.len() == 2)?;
        if topology.grids().iter().any(|grid| grid.labels.len() > 2) {
            return None;
        }
        let sizes = [grid.labels[0].len(), grid.labels[1].len()];
        let mut places = Places { size: sizes, sites: vec![None; sizes[0] * sizes[1]] };
        let mut sites = Vec::new();
        for id in topology.site_ids() {
            if let Some(place) = topology.site(id).grid.as_ref().filter(|place| usize::from(place.grid) == number)
                && let [first, second] = *place.index
            {
                *places.at_mut([first.into(), second.into()])? = Some(id);
                sites.push(id);
            }
        }
        if sites.is_empty() {
            return None;
        }
        let steps = [0, 1].map(|dimension| step_along(topology, &places, dimension));
        let level = steps.map(|step| step.map(|step| step.y.abs() < step.x.abs() * 0.01));
        // The dimension that counts columns; in a skewed grid the one whose rows are level.
        let across = match level {
            [Some(true), Some(false)] | [None, Some(false)] | [Some(true), None] | [None, None] => 0,
            [Some(false), Some(true)] | [None, Some(true)] | [Some(false), None] => 1,
            [Some(true), Some(true)] | [Some(false), Some(false)] => return None,
        };
        let down = 1 - across;
        let ordered = |size: usize, reversed: bool| -> Vec<usize> {
            if reversed { (0..size).rev().collect() } else { (0..size).collect() }
        };
        let columns = ordered(sizes[across], steps[across].is_some_and(|step| step.x < 0.0));
        let lines = ordered(sizes[down], steps[down].is_some_and(|step| step.y < 0.0));
        let site = |line: usize, column: usize| {
            let mut place = [0; 2];
            place[across] = column;
            place[down] = line;
            places.at(place)
        };
        let rows = lines.iter().map(|&line| columns.iter().map(|&column| site(line, column)).collect()).collect();
        Some(Rectangle { rows, sites })
    }

    /// How many columns there are.
    pub(crate) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Whether a site is in the rectangle.
    pub(crate) fn contains(&self, site: SiteId) -> bool {
        self.sites.binary_search(&site).is_ok()
    }
}

/// The sites of a grid by their index in each of its two dimensions.
struct Places {
    size: [usize; 2],
    sites: Vec<Option<SiteId>>,
}

impl Places {
    fn at(&self, place: [usize; 2]) -> Option<SiteId> {
        self.sites.get(place[0] * self.size[1] + place[1]).copied().flatten()
    }

    /// None beyond the grid.
    fn at_mut(&mut self, place: [usize; 2]) -> Option<&mut Option<SiteId>> {
        let within = place[0] < self.size[0] && place[1] < self.size[1];
        self.sites.get_mut(place[0] * self.size[1] + place[1]).filter(|_| within)
    }
}

/// How far one step of the index goes in the picture; none if no two drawn sites differ in this
/// dimension alone.
fn step_along(topology: &Topology, places: &Places, dimension: usize) -> Option<Point> {
    let center = |index: usize, other: usize| {
        let mut place = [other; 2];
        place[dimension] = index;
        places.at(place).and_then(|site| topology.site(site).center)
    };
    (0..places.size[1 - dimension]).find_map(|other| {
        let mut drawn = (0..places.size[dimension]).filter_map(|index| Some((index, center(index, other)?)));
        let (first, from) = drawn.next()?;
        let (last, to) = drawn.next_back()?;
        let steps = (last - first) as f32;
        Some(Point { x: (to.x - from.x) / steps, y: (to.y - from.y) / steps, z: 0.0 })
    })
}
