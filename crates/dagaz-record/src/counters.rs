//! Numbers that rules keep of places and of players: seeds in pits, lamps that are lit, pieces
//! brought home. A game has them as variables, one for each site or player, in their order, with
//! names such as `seeds.c1` and `store.South`.

use dagaz_core::{Game, Glossary, PlayerId, SiteId};

/// What a number is kept of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keeper {
    /// A place.
    Site(SiteId),
    /// A player.
    Player(PlayerId),
}

/// What a variable counts, and of what; none if it is no number of a place or a player, or if views
/// leave it out.
pub fn kept(game: &dyn Game, variable: u16) -> Option<(&str, Keeper)> {
    let glossary = game.glossary();
    let (name, of) = glossary.variables.get(usize::from(variable))?.split_once('.')?;
    if glossary.unshown.iter().any(|unshown| unshown == name) {
        return None;
    }
    let sites = game.topology().sites();
    let site = sites
        .iter()
        .position(|site| site.name == of)
        .filter(|&at| begins(glossary, variable, at, name, &sites[0].name));
    if let Some(at) = site {
        return Some((name, Keeper::Site(SiteId::at(at))));
    }
    let players = &glossary.players;
    let at = players.iter().position(|player| player.name == of)?;
    begins(glossary, variable, at, name, &players[0].name).then(|| (name, Keeper::Player(PlayerId::at(at))))
}

/// Returns whether a variable, as member `at`, belongs to the row that begins with the variable of
/// `first`. Names that agree by chance, such as a die's face `pips.3` and a place `3`, are in no
/// such row.
fn begins(glossary: &Glossary, variable: u16, at: usize, name: &str, first: &str) -> bool {
    let start = usize::from(variable).checked_sub(at).and_then(|start| glossary.variables.get(start));
    start.and_then(|whole| whole.split_once('.')) == Some((name, first))
}
