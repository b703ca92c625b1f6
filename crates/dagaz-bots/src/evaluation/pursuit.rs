//! Pursuit: the side far ahead chases the remaining enemy pieces.
//!
//! With few pieces left, no capture is within the horizon, and all moves look equal: a lead is
//! never converted. So at the root each piece of the side ahead loses value with its distance from
//! the enemy pieces at their present sites.

use dagaz_core::{Game, PlayerId, Rank, Roster, State, Weights};

use super::hops::Hops;
use crate::Sides;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Pursuit {
    hops: Hops,
    /// Value of each piece by rank, relative to the most valuable one.
    dear: Vec<f32>,
    /// Value of a hop for the most valuable piece of a side with all material, in hundredths.
    hop: f32,
}

impl Pursuit {
    /// Distances of a game's board; `None` if it is too large, or all values are 0.
    pub(crate) fn of(game: &dyn Game, weights: &Weights, hop: f32) -> Option<Pursuit> {
        let roster = Roster::of(game);
        let mean = |rank: u16| {
            let sites = game.topology().site_ids();
            let sum: i64 = sites.map(|site| i64::from(weights.on(roster.piece(Rank(rank)), site))).sum();
            sum as f32 / game.topology().sites().len().max(1) as f32
        };
        let means: Vec<f32> = (0..roster.len() as u16).map(mean).collect();
        let most = means.iter().copied().fold(0.0, f32::max);
        let dear = means.iter().map(|mean| (mean / most).max(0.0)).collect();
        (most > 0.0).then_some(Pursuit { hops: Hops::of(game)?, dear, hop })
    }

    /// Returns the value of a hop for the most valuable piece of a side with all material, in
    /// hundredths.
    pub(crate) fn hop(&self) -> f32 {
        self.hop
    }

    /// Returns the weights for a search from a state, if one of two sides is far ahead there.
    pub(super) fn weights(&self, game: &dyn Game, state: &State, weights: &Weights, sides: &Sides) -> Option<Weights> {
        /// Minimum lead, as a fraction of the remaining material.
        const FAR: f32 = 0.1;
        let &[first, second] = sides.choosers() else { return None };
        let sums = weights.sums(game, state);
        let [mine, theirs] = [first, second].map(|player| sums[player.index()] as f32);
        let share = (mine - theirs) / (mine.abs() + theirs.abs() + 1.0);
        let (leader, other) = if share > 0.0 { (first, second) } else { (second, first) };
        if share.abs() < FAR {
            return None;
        }
        let nearest = self.nearest(game, state, other);
        let hop = self.hop * share.abs();
        let roster = Roster::of(game);
        Some(Weights::new(
            game,
            |piece, site| {
                let own = if piece.owner == leader { self.dear[roster.rank(piece).index()] } else { 0.0 };
                weights.on(piece, site) - (own * hop * nearest.get(site.index()).copied().unwrap_or(0.0)) as i32
            },
            |piece| weights.waiting(piece),
        ))
    }

    /// For each site the hops to the nearest piece of a player.
    fn nearest(&self, game: &dyn Game, state: &State, player: PlayerId) -> Vec<f32> {
        let sites = game.topology().sites().len();
        let all = state.sites_of(game.layout(), player).map(|site| site.index());
        let pieces: Vec<usize> = all.filter(|site| *site < sites).collect();
        let hops = |from: usize| pieces.iter().map(move |to| self.hops.between(from, *to)).min().unwrap_or(0) as f32;
        (0..sites).map(hops).collect()
    }
}
