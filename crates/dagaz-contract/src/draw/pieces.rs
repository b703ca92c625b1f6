//! The pieces of a state, on the board and in hands.

use std::collections::BTreeMap;

use dagaz_core::{AttributeId, Game, Piece, State};

use super::Drawing;
use crate::view::{Hand, PieceView};

impl Drawing {
    /// Returns the pieces on the board.
    pub fn pieces(&self, game: &dyn Game, state: &State) -> Vec<PieceView> {
        let layout = game.layout();
        let names = &game.glossary().attributes;
        let mut pieces = Vec::new();
        for site in game.topology().site_ids() {
            let height = state.height(layout, site);
            for above in (0..height).rev() {
                let Some(piece) = state.piece_beneath(layout, site, above) else { continue };
                let value = |(index, name): (usize, &String)| {
                    let value = state.attribute_beneath(layout, site, above, AttributeId::at(index));
                    (value != 0).then(|| (name.clone(), value))
                };
                let attributes: BTreeMap<String, i32> = names.iter().enumerate().filter_map(value).collect();
                pieces.push(PieceView {
                    site: self.site(site),
                    owner: self.player(piece.owner),
                    r#type: Some(self.kind(piece.kind)),
                    state: attributes,
                    level: (height - 1 - above) as u16,
                });
            }
        }
        pieces
    }

    /// Returns the pieces in the hands, also types with a count of 0, but not kings, which are
    /// never in a hand.
    pub fn hands(&self, game: &dyn Game, state: &State) -> Vec<Hand> {
        let mut seen: Vec<Piece> = Vec::new();
        let mut hands = Vec::new();
        for &piece in &game.layout().spec().supplies {
            if seen.contains(&piece) {
                continue;
            }
            seen.push(piece);
            let count = state.supply(game.layout(), piece);
            if count == 0 && self.royal.contains(&piece.kind) {
                continue;
            }
            hands.push(Hand { owner: self.player(piece.owner), r#type: self.kind(piece.kind), count });
        }
        hands
    }
}
