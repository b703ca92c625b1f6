//! Pieces that must not be lost and could be captured.

use dagaz_core::{Game, PlayerId, State};

use super::Drawing;

impl Drawing {
    /// Returns the sites of the threatened royal pieces of those who act next.
    pub fn threatened(&self, game: &dyn Game, state: &State, movers: &[PlayerId]) -> Vec<String> {
        let mut sites = Vec::new();
        for &player in movers {
            for site in game.royals(state, player) {
                if game.attacked(state, site, player).unwrap_or(false) {
                    sites.push(self.site(site));
                }
            }
        }
        sites
    }
}
