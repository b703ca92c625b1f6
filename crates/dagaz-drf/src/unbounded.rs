//! Boards without borders: `(grid unbounded)` and `(hex unbounded)`, and what makes no sense there.

use dagaz_core::{Grid, LimitHit, LimitKind};
use dagaz_rules::path::{Home, Unbounded, VariableKind};

use super::grid::{self, Regular, SiteInfo};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// Sites along a side of the window if the rules name no extent: the compiled executor has room for
/// so many.
const SIDE: usize = 32;

/// Sites along a side of the window at most.
const SIDE_MAX: usize = 120;

/// The reach at most.
const REACH_MAX: i32 = 8;

/// Parts that a board without borders can have besides its tiling.
const PARTS: [&str; 2] = ["columns", "lines"];

const EXAMPLE: &str = "`(grid unbounded)`, or `(hex unbounded (extent 28) (reach 1))`";

impl Lower<'_> {
    /// Returns whether a part of a board is a tiling without borders.
    pub(super) fn is_unbounded(&self, part: NodeId) -> bool {
        matches!(self.head(part), Some("grid" | "hex"))
            && self.rest(part).first().is_some_and(|node| self.text(*node) == "unbounded")
    }

    /// `(grid unbounded (extent 28) (reach 2))`: sites exist while they are in reach of a piece.
    pub(super) fn unbounded_board(&mut self, part: NodeId, parts: &[NodeId], labels: &mut Vec<Grid>) {
        for &other in parts.iter().filter(|other| **other != part) {
            let head = self.head(other).unwrap_or_default();
            if !PARTS.contains(&head) {
                let message = format!("a board without borders has no `{head}`");
                self.wrong(other, &message, "`columns` and `lines`: sites have no fixed names there");
            }
        }
        let (mut extent, mut reach) = (None, 1);
        for node in self.rest(part).into_iter().skip(1) {
            let number = self.rest(node).first().and_then(|number| self.integer(*number));
            match (self.head(node), number) {
                (Some("extent"), Some(number @ 1..)) => extent = Some(number as usize),
                (Some("reach"), Some(number @ 1..=REACH_MAX)) => reach = number as usize,
                (Some("reach"), Some(_)) => {
                    let message = format!("the reach is from 1 to {REACH_MAX} steps");
                    self.wrong(node, &message, EXAMPLE);
                }
                _ => self.wrong(node, "this says nothing about a board without borders", EXAMPLE),
            }
        }
        let most = SIDE_MAX - 2 * reach;
        let extent = extent.unwrap_or(SIDE - 2 * reach);
        if extent > most {
            let message = format!("with this reach the extent is at most {most} sites");
            self.wrong(part, &message, EXAMPLE);
            return;
        }
        let hexagonal = self.head(part) == Some("hex");
        let axes = if hexagonal { [["e", "w"], ["ne", "sw"]] } else { [["e", "w"], ["n", "s"]] };
        let board = Unbounded::new(extent, reach, axes);
        if board.side * board.side > self.limits.sites {
            self.limit(part, &LimitHit::new(LimitKind::Sites, self.limits.sites));
            return;
        }
        let dimension = || vec![String::new(); board.side];
        let labelled = vec![dimension(), dimension()];
        let regular = if hexagonal { grid::rhombus(labelled) } else { grid::grid(labelled) };
        let middle = board.first_place(1) as i32;
        let named = |site: SiteInfo| {
            let name = board.name([site.at[0] - middle, site.at[1] - middle]);
            SiteInfo { name, ..site }
        };
        let sites = regular.sites.into_iter().map(named).collect();
        self.add_regular(part, Regular { sites, labels: Vec::new(), ..regular }, labels);
        let closed = self.add_variable(None, "closed", Home::Site, VariableKind::Number, 0, true, true);
        (self.closed, self.unbounded) = (Some(closed), Some(board));
    }

    /// `(board (unbounded))`: the word stands in a tiling.
    pub(super) fn misplaced_unbounded(&mut self, part: NodeId) {
        self.wrong(part, "which tiling is without borders?", EXAMPLE);
    }

    /// Complains about a place that a board without borders does not have. The set-up names sites,
    /// as distances from the origin.
    pub(super) fn needs_borders(&mut self, node: NodeId) {
        if self.unbounded.is_some() && !self.sets_up {
            let text = self.tree.text(node).to_string();
            let message = format!("`{text}` is a fixed place, and a board without borders has none");
            self.wrong(node, &message, "a set that pieces determine, such as `(adjacent mine)`");
        }
    }

    /// Complains about sites that are to vanish from a board without borders.
    pub(super) fn needs_fixed_sites(&mut self, node: NodeId) {
        if self.unbounded.is_some() {
            let message = "on a board without borders sites come and go with the pieces";
            self.wrong(node, message, "a piece that marks the site, or a board with borders");
        }
    }
}
