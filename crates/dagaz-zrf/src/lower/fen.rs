//! FEN fields in addition to pieces, given by options that Zillions ignores.
//!
//! `(option "fen right K" "never-moved? e1 h1")`: the letter K of the rights field sets the
//! attribute on the pieces of these sites. `(option "fen passed square" "n Pawn")`: a Pawn passed
//! the passed square of a FEN along n, so the last move went from one step before it to one step
//! beyond; with `n` alone, any piece may have passed there.

use dagaz_core::{AttributeId, DirectionId, FenRights, PieceTypeId, SiteId};

use super::Lower;
use crate::options::{Meaning, meaning};
use crate::section::Key;

/// What an option that says a right begins with.
const RIGHT: &str = "fen right ";

impl Lower<'_> {
    /// Reads the options about FEN.
    pub(super) fn fen_rights(&mut self) -> FenRights {
        let mut rights = FenRights::default();
        for section in self.sections {
            let Key::Option(name) = &section.key else { continue };
            if meaning(name) != Meaning::Fen {
                continue;
            }
            let arguments = self.rest(section.item).to_vec();
            let text = |place: usize| arguments.get(place).and_then(|&item| self.x.text(item)).unwrap_or_default();
            let (written, value) = (text(0).to_string(), text(1).to_string());
            if !name.starts_with(RIGHT) {
                let (along, passer) = value.split_once(char::is_whitespace).unwrap_or((&value, ""));
                let passer = Some(passer.trim()).filter(|name| !name.is_empty()).map(|name| self.pieces.find(name));
                match (self.directions.find(along), passer) {
                    (Some(direction), None | Some(Some(_))) => {
                        rights.passed = Some(DirectionId::at(direction));
                        rights.passer = passer.flatten().map(PieceTypeId::at);
                    }
                    _ => self.wrong(
                        section.item,
                        "this option needs a direction, and may name a piece",
                        "`(option \"fen passed square\" \"n Pawn\")`",
                    ),
                }
                continue;
            }
            let mut words = value.split_whitespace();
            let attribute = words.next().and_then(|name| self.attributes.find(name));
            let sites: Option<Vec<SiteId>> = words.map(|name| self.sites.find(name).map(SiteId::at)).collect();
            match (written.chars().last(), attribute, sites) {
                (Some(letter), Some(attribute), Some(sites)) if !sites.is_empty() => {
                    rights.rights.push((letter, AttributeId::at(attribute), sites));
                }
                _ => self.wrong(
                    section.item,
                    "this option needs a letter, an attribute and the positions of its pieces",
                    "`(option \"fen right K\" \"never-moved? e1 h1\")`",
                ),
            }
        }
        rights
    }
}
