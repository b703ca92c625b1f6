//! The piece types of which a game asks whether one has been captured.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dagaz_core::{PieceTypeId, PlayerId};
use dagaz_rules::{Rules, Truth};

use super::names::Names;

/// Names of variables: for each time that types are asked for one for each of those who play.
pub(super) fn names(rules: &Rules, players: &[PlayerId], names: &mut Names) -> Vec<String> {
    let times = asked(rules).into_iter();
    let each = times.flat_map(|_| players).map(|player| &rules.players[player.index()].name);
    each.map(|name| names.take(&format!("{}-lost", name.to_lowercase()))).collect()
}

/// Returns the types, each time, of which an ending or a forbidden result asks whether one has been
/// captured.
fn asked(rules: &Rules) -> BTreeSet<Vec<PieceTypeId>> {
    let found = RefCell::new(BTreeSet::new());
    let note = |truth: &Truth| {
        if let Truth::Captured(kinds) = truth {
            found.borrow_mut().insert(kinds.clone());
        }
        false
    };
    let endings = rules.endings.iter().map(|ending| &ending.when);
    endings.chain(rules.nevers.iter().map(|never| &never.when)).for_each(|truth| {
        truth.mentions(&note);
    });
    found.into_inner()
}
