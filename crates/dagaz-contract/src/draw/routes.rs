//! The ways that pieces have gone where no single direction leads: round the loops of a board,
//! along a track that belongs to one player, by a path with corners.

use dagaz_core::{Fuel, Game, SiteId, State};

/// The ways of all moves of a position, asked for only once some move needs them: a game has to
/// make its moves again for that.
#[derive(Default)]
pub(super) struct Ways(Option<Vec<Vec<Vec<SiteId>>>>);

impl Ways {
    /// For each move and each of its steps what is passed; empty where the game cannot tell.
    pub(super) fn of(&mut self, game: &dyn Game, state: &State) -> &[Vec<Vec<SiteId>>] {
        self.0.get_or_insert_with(|| game.ways(state, &mut Fuel::new(game.limits().fuel)).unwrap_or_default())
    }
}

/// Returns the part of a path that leads from one site to another; `None` if it does not. Sites
/// that a rule tests after the piece has arrived are excluded.
pub(super) fn passed(way: &[SiteId], from: SiteId, to: SiteId) -> Option<Vec<SiteId>> {
    let end = way.iter().rposition(|site| *site == to)?;
    (way.first() == Some(&from) && end > 0).then(|| way[..=end].to_vec())
}
