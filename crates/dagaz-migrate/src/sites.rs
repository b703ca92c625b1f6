//! Sets of sites in few words: boxes of a grid, rows and columns as a player counts them.

use dagaz_core::{CompactSort, SiteId, SiteSet};

use super::board::Board;
use super::text::{Sx, list, word};

impl Board<'_> {
    /// Sites as text, the same for all players: boxes `a1..c3` and single sites.
    pub(super) fn described(&self, sites: &[SiteId]) -> Vec<Sx> {
        let mut left: Vec<SiteId> = sites.to_vec();
        left.sort_unstable();
        left.dedup();
        let mut all = Vec::new();
        if left.len() == self.sites.len() && left.len() > 1 {
            return vec![word("board")];
        }
        let Some((width, height)) = self.size() else {
            return left.into_iter().map(|site| word(self.sites[site.index()].clone())).collect();
        };
        // From the near corner on, so that each box begins at the first site that is left.
        left.compact_sort_by_key(|site| {
            self.at[site.index()].as_ref().map(|(grid, at)| (*grid, at.iter().rev().copied().collect::<Vec<i32>>()))
        });
        let mut open = SiteSet::of(self.sites.len(), left.iter().copied());
        let mut loose = Vec::new();
        for site in left {
            if !open.contains(site) {
                continue;
            }
            let Some((0, at)) = &self.at[site.index()] else {
                loose.push(word(self.sites[site.index()].clone()));
                continue;
            };
            let (x, y) = (at[0], at[1]);
            // As far to the right as possible, then as far up.
            let there = |x: i32, y: i32| self.site_at(x, y).filter(|site| open.contains(*site));
            let (first_x, first_y) = (x, y);
            let mut last_x = first_x;
            while last_x + 1 < width && there(last_x + 1, first_y).is_some() {
                last_x += 1;
            }
            let mut last_y = first_y;
            let row = |y: i32| (first_x..=last_x).all(|x| there(x, y).is_some());
            while last_y + 1 < height && row(last_y + 1) {
                last_y += 1;
            }
            let name = |x: i32, y: i32| self.site_at(x, y).map(|site| self.sites[site.index()].clone());
            let count = (last_x - first_x + 1) * (last_y - first_y + 1);
            match (name(first_x, first_y), name(last_x, last_y)) {
                (Some(first), Some(last)) if count > 2 => all.push(word(format!("{first}..{last}"))),
                _ => {
                    for y in first_y..=last_y {
                        all.extend((first_x..=last_x).filter_map(|x| name(x, y)).map(word));
                    }
                }
            }
            for y in first_y..=last_y {
                (first_x..=last_x).filter_map(|x| self.site_at(x, y)).for_each(|site| open.remove(site));
            }
        }
        all.extend(loose);
        all
    }

    /// Sets, one for each player, in words that mean each of them its own: rows and columns.
    pub(super) fn described_for_each(&self, sets: &[Vec<SiteId>]) -> Option<Sx> {
        if !self.has_rows() || sets.iter().any(Vec::is_empty) {
            return None;
        }
        for (dimension, head) in [(1, "row"), (0, "column")] {
            let mut words: Option<[(i32, i32); 2]> = None;
            let all = sets.iter().enumerate().all(|(place, set)| {
                let rows: Option<Vec<(i32, i32)>> = set.iter().map(|site| self.row(place, *site, dimension)).collect();
                let Some(rows) = rows else { return false };
                let (Some(low), Some(high)) = (rows.iter().min().copied(), rows.iter().max().copied()) else {
                    return false;
                };
                let whole = self
                    .topology
                    .site_ids()
                    .filter(|site| self.row(place, *site, dimension).is_some_and(|row| low <= row && row <= high));
                let same = words.is_none_or(|known| known == [low, high]);
                words = Some([low, high]);
                same && whole.count() == set.len()
            });
            if let (true, Some([low, high])) = (all, words) {
                // From the nearer side.
                let number = |row: (i32, i32)| word(if row.0 <= -row.1 { row.0 } else { row.1 }.to_string());
                let both = if low == high { vec![number(low)] } else { vec![number(low), number(high)] };
                return Some(list(head, both));
            }
        }
        None
    }

    fn size(&self) -> Option<(i32, i32)> {
        if !self.has_rows() {
            return None;
        }
        let places = self.at.iter().flatten().filter(|(grid, _)| *grid == 0);
        let (mut width, mut height) = (0, 0);
        for (_, at) in places {
            width = width.max(at[0] + 1);
            height = height.max(at[1] + 1);
        }
        Some((width, height))
    }
}
