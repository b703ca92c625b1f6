//! Which numbers of an evaluation are one and the same.
//!
//! Where the start position looks the same to two players but for a reflection or a half turn of
//! the board, and where the game plays the same on a mapped board, numbers are tied together: the
//! same games teach more.

use dagaz_core::{Game, Piece, PlayerId, Rank, Roster};

use super::symmetry::{mirror, symmetries};
use crate::analysis_budget::Effort;

/// See the [module documentation](self).
pub(super) struct Tied {
    pub(super) roster: Roster,
    pub(super) sites: usize,
    /// For each rank the rank that it learns as.
    pub(super) ranks: Vec<Rank>,
    /// For each rank and site the number that it learns as.
    places: Vec<u32>,
}

impl Tied {
    /// Tied parameters of these players. Symmetries are searched for if there is time.
    pub(super) fn of(game: &dyn Game, choosers: &[PlayerId], tries: Option<Effort<'_>>) -> Tied {
        let (roster, sites) = (Roster::of(game), game.layout().sites());
        let mut tied = Tied {
            roster,
            sites,
            ranks: (0..roster.len()).map(|rank| Rank(rank as u16)).collect(),
            places: (0..(roster.len() * sites) as u32).collect(),
        };
        let Some(&first) = choosers.first() else { return tied };
        let mirror = match choosers {
            &[first, second] => mirror(game, first, second),
            _ => None,
        };
        let start = game.initial();
        for rank in (0..roster.len()).map(|rank| Rank(rank as u16)) {
            let piece = roster.piece(rank);
            let same = Piece { owner: first, ..piece };
            let equal = start.count(game.layout(), piece) == start.count(game.layout(), same);
            let others = choosers.contains(&piece.owner) && piece.owner != first;
            if others && (mirror.is_some() || choosers.len() > 2 && equal) {
                tied.ranks[rank.index()] = roster.rank(same);
            }
            if let Some(mirror) = mirror.as_ref().filter(|_| others) {
                for (site, other) in mirror.iter().enumerate() {
                    let learned = roster.rank(same).index() * sites + usize::from(*other);
                    tied.places[rank.index() * sites + site] = learned as u32;
                }
            }
        }
        if let Some(effort) = tries {
            tied.fold(&symmetries(game, effort));
        }
        tied
    }

    /// Sites that maps bring to one another learn as the first of them.
    fn fold(&mut self, maps: &[Vec<u16>]) {
        let mut firsts: Vec<u16> = (0..self.sites as u16).collect();
        // Maps are a few; what one brings to another is found after as many rounds.
        for _ in 0..=maps.len() {
            for map in maps {
                for (site, &other) in map.iter().enumerate() {
                    let other = usize::from(other);
                    let least = firsts[site].min(firsts[other]);
                    (firsts[site], firsts[other]) = (least, least);
                }
            }
        }
        let sites = self.sites as u32;
        self.places
            .iter_mut()
            .for_each(|place| *place = *place / sites * sites + u32::from(firsts[(*place % sites) as usize]));
    }

    /// Returns the number that a piece on a site learns as.
    pub(super) fn place(&self, rank: Rank, site: u16) -> usize {
        self.places[rank.index() * self.sites + usize::from(site)] as usize
    }
}
