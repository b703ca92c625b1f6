//! Dead stones in games of surrounding, such as Go: stones that cannot live even if their owner
//! moves and the opponent passes as often as it likes.
//!
//! Benson's algorithm finds the chains that cannot be captured ("Life in the Game of Go", 1976). A
//! region between such chains is theirs if it has no two places for eyes that are apart (Müller,
//! "Playing it safe", 1997); stones of the other player in it are dead. Other stones count as
//! alive.

use dagaz_core::{Game, PlayerId, SiteId, State};

/// The points of a board with their neighbours, and whose stone stands on each.
struct Points {
    neighbours: Vec<Vec<usize>>,
    stones: Vec<Option<PlayerId>>,
}

/// A set of connected points.
type Region = Vec<usize>;

/// Returns the sites of the dead stones.
pub(super) fn dead(game: &dyn Game, state: &State) -> Vec<SiteId> {
    let topology = game.topology();
    let sites: Vec<SiteId> = topology.site_ids().collect();
    let place = |site: &SiteId| topology.site(*site).grid.as_ref().map(|place| (place.grid, place.index.clone()));
    let places: Vec<_> = sites.iter().map(place).collect();
    let apart = |one: &[u16], other: &[u16]| one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).sum::<u16>();
    let near = |one: usize| {
        let others = (0..sites.len()).filter(move |other| *other != one);
        let near = others.filter(|&other| match (&places[one], &places[other]) {
            (Some((grid, here)), Some((same, there))) => grid == same && apart(here, there) == 1,
            _ => false,
        });
        near.collect()
    };
    let neighbours = (0..sites.len()).map(near).collect();
    let stones = sites.iter().map(|site| state.piece(*site).map(|piece| piece.owner)).collect();
    Points { neighbours, stones }.dead().into_iter().map(|point| sites[point]).collect()
}

impl Points {
    fn dead(&self) -> Vec<usize> {
        let mut owners: Vec<PlayerId> = self.stones.iter().flatten().copied().collect();
        owners.sort_unstable();
        owners.dedup();
        let mut dead: Vec<usize> = owners.iter().flat_map(|owner| self.taken_by(*owner)).collect();
        dead.sort_unstable();
        dead
    }

    /// Connected sets of the points that fit.
    fn regions(&self, fits: impl Fn(usize) -> bool) -> Vec<Region> {
        let mut seen = vec![false; self.stones.len()];
        let mut regions = Vec::new();
        for start in 0..self.stones.len() {
            if seen[start] || !fits(start) {
                continue;
            }
            seen[start] = true;
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&point) = region.get(next) {
                for &near in &self.neighbours[point] {
                    if !seen[near] && fits(near) {
                        seen[near] = true;
                        region.push(near);
                    }
                }
                next += 1;
            }
            regions.push(region);
        }
        regions
    }

    fn touches(&self, point: usize, region: &Region) -> bool {
        self.neighbours[point].iter().any(|near| region.contains(near))
    }

    /// The chains of a player that cannot be captured (Benson).
    fn safe(&self, owner: PlayerId) -> Vec<Region> {
        let own = |point: usize| self.stones[point] == Some(owner);
        let mut chains = self.regions(own);
        let mut regions = self.regions(|point| !own(point));
        loop {
            let vital = |region: &Region, chain: &Region| {
                let mut empty = region.iter().filter(|point| self.stones[**point].is_none());
                let first = empty.next().is_some_and(|point| self.touches(*point, chain));
                first && empty.all(|point| self.touches(*point, chain))
            };
            let (kept, lost): (Vec<Region>, Vec<Region>) =
                chains.into_iter().partition(|chain| regions.iter().filter(|region| vital(region, chain)).count() >= 2);
            chains = kept;
            if lost.is_empty() {
                return chains;
            }
            regions.retain(|region| lost.iter().all(|chain| !region.iter().any(|point| self.touches(*point, chain))));
        }
    }

    /// The stones that stand where only this player can live.
    fn taken_by(&self, owner: PlayerId) -> Vec<usize> {
        let safe: Region = self.safe(owner).concat();
        let mut taken = Vec::new();
        for region in self.regions(|point| !safe.contains(&point)) {
            let inner: Vec<usize> = region.iter().copied().filter(|point| !self.touches(*point, &safe)).collect();
            let borders = inner.len() < region.len();
            let room = inner
                .iter()
                .any(|one| inner.iter().any(|other| one != other && !self.neighbours[*one].contains(other)));
            if borders && !room && !safe.is_empty() {
                let enemy = |point: &usize| self.stones[*point].is_some_and(|stone| stone != owner);
                taken.extend(region.into_iter().filter(enemy));
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square board from a picture: `x` and `o` are stones.
    fn dead_of(rows: &[&str]) -> Vec<(usize, usize)> {
        let width = rows[0].len();
        let owner = |sign| match sign {
            'x' => Some(PlayerId::at(0)),
            'o' => Some(PlayerId::at(1)),
            _ => None,
        };
        let stones: Vec<Option<PlayerId>> = rows.iter().flat_map(|row| row.chars().map(owner)).collect();
        let near = |one: usize| {
            let apart = |other: usize| (one / width).abs_diff(other / width) + (one % width).abs_diff(other % width);
            (0..stones.len()).filter(|&other| apart(other) == 1).collect()
        };
        let neighbours = (0..stones.len()).map(near).collect();
        Points { neighbours, stones }.dead().into_iter().map(|point| (point / width, point % width)).collect()
    }

    #[test]
    fn stones_in_small_regions_of_living_chains_are_dead() {
        let rows = [".x.x.", "xxxxx", "o.xo.", ".oxoo", "ooxo."];
        assert_eq!(dead_of(&rows), [(2, 0), (2, 3), (3, 1), (3, 3), (3, 4), (4, 0), (4, 1), (4, 3)], "one eye each");
        let rows = [".x.xo", "xxxx.", "...xx", "xxxx.", ".x.x."];
        assert_eq!(dead_of(&rows), [(0, 4)]);
    }

    #[test]
    fn nothing_is_dead_without_a_living_chain() {
        assert_eq!(dead_of(&["x....", ".....", "..o..", ".....", "....."]), []);
        assert_eq!(dead_of(&[".....", ".....", ".....", ".....", "....."]), []);
    }

    #[test]
    fn two_eyes_in_a_large_region_may_live() {
        // Black lives in the corner; the region of White has room for two eyes.
        let rows = [".x.x...", "xxxx...", "....o..", "....o..", ".......", ".......", "......."];
        assert_eq!(dead_of(&rows), []);
    }
}
