//! The start position.

use std::collections::HashMap;

use dagaz_core::{AttributeId, Piece, PieceTypeId, Placement, Position, SiteId};
use dagaz_rules::PieceType;

use super::Lower;
use crate::expand::ItemId;
use dagaz_syntax::code::Code;

/// Where the text sets up what it has set up so far.
#[derive(Default)]
struct Places {
    sites: HashMap<SiteId, ItemId>,
    supplies: HashMap<Piece, ItemId>,
}

impl Lower<'_> {
    /// Reads `(board-setup (Player (Piece place... off n) ...) ...)`.
    pub(super) fn setup(&mut self, pieces: &[PieceType]) -> Position {
        let (mut setup, mut set) = (Position::default(), Places::default());
        let Some(section) = self.keyword("board-setup") else { return setup };
        for army in self.rest(section).to_vec() {
            let parts = self.members(army).to_vec();
            let Some((&player, placements)) = parts.split_first() else {
                self.wrong(army, "this is no part of a set-up", "`(White (Pawn a2 b2))`");
                continue;
            };
            let Some(owner) = self.player(player) else { continue };
            for &item in placements {
                let parts = self.members(item).to_vec();
                let Some((&kind, places)) = parts.split_first() else {
                    self.wrong(item, "this is no part of a set-up", "`(Pawn a2 b2)`");
                    continue;
                };
                if let Some(kind) = self.piece_type(kind) {
                    self.army(&mut setup, &mut set, Piece { kind, owner }, places, pieces);
                }
            }
        }
        setup
    }

    fn army(&mut self, setup: &mut Position, set: &mut Places, piece: Piece, items: &[ItemId], pieces: &[PieceType]) {
        let mut attributes: Vec<(AttributeId, i32)> = Vec::new();
        let first = setup.pieces.len();
        let mut at = 0;
        while let Some(&item) = items.get(at) {
            at += 1;
            if self.is_list(item) {
                let [name, value] = self.members(item)[..] else {
                    self.wrong(item, "this is no attribute with its value", "`(never-moved? false)`");
                    continue;
                };
                self.set_up_attribute(&mut attributes, name, value);
            } else if let Some(site) = self.find_site(item) {
                let before = set.sites.insert(site, item);
                self.warn_of_two(before, item, "position", "the later piece stands there");
                setup.pieces.push(Placement { site, piece, attributes: Vec::new() });
            } else if self.x.word(item) == Some("off") {
                let Some(&number) = items.get(at) else {
                    self.wrong(item, "`off` needs a number", "`off 5`");
                    continue;
                };
                at += 1;
                if let Some(count) = self.number(number) {
                    if count < 0 {
                        let message = format!("{count} pieces cannot wait off the board");
                        let fault = self.fault(Code::NegativeSupply, number, message);
                        self.push(fault.hint("none will wait there; write a number from 0"));
                    }
                    let count = u32::try_from(count).unwrap_or(0);
                    let before = set.supplies.insert(piece, item);
                    self.warn_of_two(before, item, "supply", "the later number counts");
                    let place = *self.supplies.entry(piece).or_insert(setup.supplies.len());
                    setup.supplies.resize(setup.supplies.len().max(place + 1), (piece, 0));
                    setup.supplies[place].1 = count;
                }
            } else if self.x.word(item).is_some_and(|name| self.attributes.find(name).is_some())
                && items.get(at).is_some_and(|&value| self.boolean(value).is_some())
            {
                self.set_up_attribute(&mut attributes, item, items[at]);
                at += 1;
            } else {
                let sites = std::mem::take(&mut self.sites);
                self.unknown(Code::UnknownPosition, item, "position", "this board has", &[&sites]);
                self.sites = sites;
            }
        }
        let fresh = |attribute: AttributeId| start(pieces, piece.kind, attribute);
        attributes.retain(|&(attribute, value)| fresh(attribute) != value);
        for placement in &mut setup.pieces[first..] {
            placement.attributes.clone_from(&attributes);
        }
    }

    /// Warns of what the text sets up a second time at `item`.
    fn warn_of_two(&mut self, before: Option<ItemId>, item: ItemId, what: &str, result: &str) {
        let Some(before) = before else { return };
        let fault = self.fault(Code::RepeatedPlacement, item, format!("this {what} is set up twice"));
        let first = self.span(before);
        self.push(fault.label(first, "set up here before").hint(result));
    }

    fn set_up_attribute(&mut self, attributes: &mut Vec<(AttributeId, i32)>, name: ItemId, value: ItemId) {
        let Some(set) = self.boolean(value) else {
            return self.wrong(value, "an attribute is true or false", "true or false");
        };
        if let Some(attribute) = self.attribute(name) {
            attributes.retain(|(known, _)| *known != attribute);
            attributes.push((attribute, i32::from(set)));
        }
    }
}

/// What a new piece of a type has for an attribute.
fn start(pieces: &[PieceType], kind: PieceTypeId, attribute: AttributeId) -> i32 {
    let starts = pieces.get(kind.index()).map(|piece| piece.starts.as_slice()).unwrap_or_default();
    starts.iter().find(|(known, _)| *known == attribute).map_or(0, |(_, value)| *value)
}
