//! `(write squares 1..50)`: sites are called by numbers in lists of moves, in records and on the
//! page, as in draughts.
//!
//! The rules themselves keep the names that the board gives: there a number is a number.

use super::lower::Lower;
use dagaz_core::CompactSort;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Returns whether a clause numbers squares: a rule of that name has a text in quotes.
    pub(super) fn is_of_squares(&self, clause: NodeId) -> bool {
        let rest = self.rest(clause);
        rest.first().is_some_and(|node| self.text(*node) == "squares")
            && rest.get(1).is_none_or(|node| self.string(*node).is_none())
    }

    /// For each site its number, in the order of the sites; nothing where the rules do not number
    /// them.
    pub(super) fn numbers_of_squares(&mut self) -> Vec<String> {
        let mut clauses = self.clauses_of("write");
        clauses.retain(|clause| self.is_of_squares(*clause));
        let Some(clause) = clauses.pop() else { return Vec::new() };
        if !clauses.is_empty() {
            self.wrong(clause, "squares have been numbered already", "one such clause");
        }
        let rest = self.rest(clause);
        let bounds = match rest.as_slice() {
            [_, range] => {
                let bounds = self.text(*range).split_once("..");
                bounds.and_then(|(first, last)| Some((first.parse::<u32>().ok()?, last.parse::<u32>().ok()?)))
            }
            _ => None,
        };
        let count = self.sites.len();
        let Some((first, last)) = bounds else {
            let example = format!("`(write squares 1..{count})`, or `(write squares {count}..1)` to count down");
            self.wrong(clause, "squares are numbered by the first and the last number", &example);
            return Vec::new();
        };
        let grid = self.sites.first().and_then(|site| site.grid);
        if grid.is_none() || self.sites.iter().any(|site| site.grid != grid || site.at.len() != 2) {
            let message = "squares are numbered row by row, and this board is not one of rows and columns alone";
            self.wrong(clause, message, "a board such as `(grid a-j 1-10)`, and nothing beside it");
            return Vec::new();
        }
        let numbers = u64::from(first.abs_diff(last)) + 1;
        if numbers != count as u64 {
            let message = format!("these are {numbers} numbers, and the board has {count} sites");
            let example = format!("a number for each site, and no more: `1..{count}`");
            self.wrong(rest[1], &message, &example);
            return Vec::new();
        }
        // The far row comes first, and each goes from left to right, as a picture of the board is
        // read.
        let mut order: Vec<usize> = (0..count).collect();
        order.compact_sort_by_key(|site| (-self.sites[*site].at[1], self.sites[*site].at[0]));
        let mut names = vec![String::new(); count];
        for (place, site) in (0u32..).zip(order) {
            let number = if first <= last { first + place } else { first - place };
            names[site] = number.to_string();
        }
        names
    }
}
