//! Numbers that the rules keep of places and of players: seeds, lamps, pieces that are home.

use dagaz_core::{Effect, Game, State};
use dagaz_record::{Keeper, kept};

use super::Drawing;
use crate::view::{CountView, EffectView, TallyView};

impl Drawing {
    /// Returns the numbers of places that are not 0.
    pub fn counts(&self, game: &dyn Game, state: &State) -> Vec<CountView> {
        let numbers = numbers(game, state).filter_map(|(name, of, count)| match of {
            Keeper::Site(site) if count != 0 => {
                Some(CountView { site: self.site(site), name: name.to_string(), count })
            }
            _ => None,
        });
        numbers.collect()
    }

    /// Returns the sites that exist, of a board without borders; an empty list of other boards.
    pub fn existing(&self, game: &dyn Game, state: &State) -> Vec<String> {
        let reach = game.sites_in_reach(state);
        reach.iter().flat_map(|reach| reach.iter().map(|site| self.site(site))).collect()
    }

    /// Returns the numbers of players, those that are 0 too.
    pub fn tallies(&self, game: &dyn Game, state: &State) -> Vec<TallyView> {
        let numbers = numbers(game, state).filter_map(|(name, of, count)| match of {
            Keeper::Player(player) => Some(TallyView { player: self.player(player)?, name: name.to_string(), count }),
            Keeper::Site(_) => None,
        });
        numbers.collect()
    }

    /// What a variable that is set shows: a number of a place or of a player.
    pub(super) fn count_effect(&self, game: &dyn Game, variable: u16, count: i32) -> Option<EffectView> {
        Some(match kept(game, variable)? {
            (name, Keeper::Site(site)) => EffectView::Count { site: self.site(site), name: name.to_string(), count },
            (name, Keeper::Player(player)) => {
                EffectView::Tally { player: self.player(player)?, name: name.to_string(), count }
            }
        })
    }
}

/// What is called so are no numbers of places but places that have vanished.
const CLOSED: &str = "closed";

fn numbers<'a>(game: &'a dyn Game, state: &'a State) -> impl Iterator<Item = (&'a str, Keeper, i32)> {
    (0..game.layout().spec().variables).filter_map(move |variable| {
        let (name, of) = kept(game, variable as u16)?;
        Some((name, of, state.variable(game.layout(), variable) as i32))
    })
}

/// Returns the places whose numbers effects change, in order.
pub(super) fn counted<'a>(
    game: &'a dyn Game,
    effects: &'a [Effect],
) -> impl Iterator<Item = (dagaz_core::SiteId, i32)> + 'a {
    effects.iter().filter_map(move |effect| match *effect {
        Effect::Assign { variable, value } => match kept(game, variable)? {
            (_, Keeper::Site(site)) => Some((site, value)),
            _ => None,
        },
        _ => None,
    })
}

/// Returns whether the rules keep numbers of places.
pub(super) fn counts_places(game: &dyn Game) -> bool {
    let variables = 0..game.layout().spec().variables;
    let of_places = |variable| kept(game, variable as u16).filter(|(name, _)| *name != CLOSED);
    variables.into_iter().any(|variable| matches!(of_places(variable), Some((_, Keeper::Site(_)))))
}

/// Returns whether places hold several of something at the start, and no pieces: seeds.
pub(super) fn is_sown(game: &dyn Game, start: &State) -> bool {
    let layout = game.layout();
    let several = |(_, of, count): (&str, Keeper, i32)| matches!(of, Keeper::Site(_)) && count > 1;
    let bare = game.topology().site_ids().all(|site| start.is_empty(site));
    bare && layout.spec().supplies.iter().all(|piece| start.supply(layout, *piece) == 0)
        && numbers(game, start).any(several)
}
