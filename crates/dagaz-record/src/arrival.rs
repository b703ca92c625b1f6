//! What a piece becomes where it arrives.

use dagaz_core::{Effect, PieceTypeId, SiteId};

/// Returns the type that a piece takes on the site where the effects of a step bring it; `None` if
/// it keeps its own. The type of a piece that is captured there may change before it arrives.
pub(crate) fn becomes(effects: &[Effect], site: SiteId) -> Option<PieceTypeId> {
    let arrives = |effect: &Effect| match *effect {
        Effect::Move { to, .. } | Effect::Pile { to, .. } => to == site,
        Effect::Place { site: to, .. } | Effect::Drop { site: to, .. } => to == site,
        _ => false,
    };
    let arrival = effects.iter().position(arrives).unwrap_or(0);
    effects[arrival..].iter().rev().find_map(|effect| match *effect {
        Effect::Become { site: there, kind } if there == site => Some(kind),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_the_captured_piece_is_no_promotion() {
        let [from, to, hand] = [3, 7, 64].map(SiteId::at);
        let [pawn, queen] = [0, 1].map(PieceTypeId::at);
        let capture =
            [Effect::Become { site: to, kind: pawn }, Effect::Move { from: to, to: hand }, Effect::Move { from, to }];
        assert_eq!(becomes(&capture, to), None);
        let promotes = [&capture[..], &[Effect::Become { site: to, kind: queen }]].concat();
        assert_eq!(becomes(&promotes, to), Some(queen));
        assert_eq!(becomes(&[Effect::Become { site: to, kind: queen }], to), Some(queen), "where it stands");
    }
}
