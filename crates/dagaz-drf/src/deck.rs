//! Decks: cards that are drawn by lot.
//!
//! A deck is a player of chance who has the cards in hand. In the turns of that player each card of
//! the deck is as likely to be drawn as any other, so that the order of a shuffled deck need not be
//! kept.

use dagaz_core::{Piece, PieceTypeId, PlayerId, PlayerKind, Position};
use dagaz_rules::path::{Act, Number, OwnerRef, Path, Set};

use super::chance::Deck;
use super::environment::EnvId;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// How a deck is written.
const USUAL: &str = "`(deck Stock (Ace 4) (King 4))`: a name, then cards with their numbers";

impl Lower<'_> {
    /// Makes a player of chance of each deck.
    pub(super) fn deck_players(&mut self) {
        for clause in self.clauses_of("deck") {
            match self.rest(clause).first() {
                Some(&name) if self.tree.word(name).is_some() => {
                    let player = PlayerId::at(self.players.len());
                    self.decks.push(Deck { player, clause, cards: Vec::new() });
                    self.player(name, PlayerKind::Random);
                }
                _ => self.wrong(clause, "a deck has a name", USUAL),
            }
        }
    }

    /// Reads which cards are in each deck, and puts them into the hand of its player.
    pub(super) fn fill_decks(&mut self, setup: &mut Position) {
        for deck in 0..self.decks.len() {
            let (player, cards) = (self.decks[deck].player, self.cards_of(deck));
            let supplies = cards.iter().map(|(kind, count)| (Piece { kind: *kind, owner: player }, *count));
            setup.supplies.extend(supplies);
        }
    }

    /// Returns the cards of a deck with their numbers; reports what is no card.
    fn cards_of(&mut self, deck: usize) -> Vec<(PieceTypeId, u32)> {
        let mut cards: Vec<(PieceTypeId, u32)> = Vec::new();
        let entries = self.rest(self.decks[deck].clause);
        for &entry in &entries[1..] {
            let pair = self.members(entry);
            let kind = pair.first().and_then(|node| self.type_named(*node));
            let count = pair.get(1).and_then(|node| self.integer(*node));
            // The form is right, and the name is not.
            if let (None, Some(1..=10_000), [name, _]) = (kind, count, pair.as_slice())
                && self.tree.word(*name).is_some()
            {
                let word = self.text(*name).to_string();
                let pieces: Vec<String> = self.pieces.iter().map(|piece| piece.name.clone()).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                self.unknown(*name, "this is no piece", &word, "this game has the pieces", &pieces);
                continue;
            }
            match (kind, count, pair.len()) {
                (Some(kind), _, _) if cards.iter().any(|(known, _)| *known == kind) => {
                    self.wrong(entry, "this card has been counted already", "each card once, with its number");
                }
                (Some(kind), Some(count @ 1..=10_000), 2) => cards.push((kind, count as u32)),
                _ => self.wrong(entry, "a deck holds pieces by number", USUAL),
            }
        }
        if entries.len() < 2 {
            self.wrong(self.decks[deck].clause, "this deck has no cards", USUAL);
        }
        cards
    }

    /// Learns which cards rules can draw from each deck.
    pub(super) fn declare_cards(&mut self) {
        for deck in 0..self.decks.len() {
            let entries = self.rest(self.decks[deck].clause);
            let first = |entry: &NodeId| self.members(*entry).first().and_then(|node| self.type_named(*node));
            self.decks[deck].cards = entries.iter().skip(1).filter_map(first).collect();
        }
    }

    /// `(draw Stock)`, `(draw Stock WHO)`: a card of a deck comes to the site under the cursor; one
    /// result for each card, so that equal cards are as many results.
    pub(super) fn draw_card(&mut self, node: NodeId, rest: &[NodeId], env: EnvId) -> Path {
        let usual = "`(draw Stock)`, or `(draw Stock White)` for a card that becomes White's";
        let named = rest.first().and_then(|name| self.player_named(*name));
        let deck = named.and_then(|player| self.decks.iter().position(|deck| deck.player == player));
        let Some(deck) = deck else {
            let message = match self.decks.is_empty() {
                true => "this game has no deck to draw from",
                false => "a card is drawn from a deck",
            };
            self.wrong(node, message, if self.decks.is_empty() { USUAL } else { usual });
            return Path::here();
        };
        self.nothing_more(rest, 2, usual);
        let owner = match rest.get(1) {
            None => None,
            Some(&who) => match self.owner(who, env) {
                Some(owner) => Some(owner),
                None => {
                    self.wrong(who, "this names nobody who could get the card", usual);
                    return Path::here();
                }
            },
        };
        let count = self.new_local();
        let card = |kind: &PieceTypeId| {
            let mut parts = vec![
                Path::Pick(count, Number::Is(1), Number::Hand(*kind)),
                Path::Do(Act::Drop { kind: *kind, at: Set::Here }),
            ];
            parts.extend(owner.map(|owner: OwnerRef| Path::Do(Act::Give { owner, at: Set::Here })));
            Path::Seq(parts)
        };
        let cards: Vec<Path> = self.decks[deck].cards.iter().map(card).collect();
        Path::Or(cards)
    }
}
