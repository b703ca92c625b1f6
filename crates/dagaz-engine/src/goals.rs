//! Goals: where a player's pieces have to stand for the game to be won, as far as an ending of
//! edition 2 says it outright.

use dagaz_core::{PlayerId, SiteId, SiteSet};
use dagaz_rules::{EndingKind, Holder, Place, Rules, SiteTest, Truth};

/// So many pieces have to arrive at least. That one does is seen by those who look ahead.
const PIECES_MIN: usize = 2;

/// The sites to which a player has to bring pieces; none if no winning ending says so.
pub(crate) fn of(rules: &Rules, player: PlayerId) -> Option<SiteSet> {
    let wins = rules.endings.iter().filter(|ending| ending.kind == EndingKind::Win && ending.players.contains(&player));
    wins.filter_map(|ending| of_truth(&ending.when))
        .find(|sites| sites.len() >= PIECES_MIN)
        .map(|sites| SiteSet::of(rules.topology.sites().len(), sites))
}

/// The sites that have to hold an own piece; none if anything else is asked.
fn of_truth(truth: &Truth) -> Option<Vec<SiteId>> {
    match truth {
        Truth::All(parts) => parts.iter().map(own_at).collect(),
        _ => None,
    }
}

/// The site that has to hold one of the player's own pieces.
fn own_at(truth: &Truth) -> Option<SiteId> {
    match truth {
        Truth::Site(Place::At(site), SiteTest::Holds(Holder::Own, _)) => Some(*site),
        Truth::Any(parts) => {
            let sites: Option<Vec<SiteId>> = parts.iter().map(own_at).collect();
            let sites = sites?;
            sites.first().copied().filter(|first| sites.iter().all(|site| site == first))
        }
        _ => None,
    }
}
