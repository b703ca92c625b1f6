//! Makes boards and views of any game.
//!
//! A [`Drawing`] holds what is needed again and again: names, and where the sites are. Nothing here
//! knows a game by name; what a board looks like follows from its topology and from how its pieces
//! come onto it.

mod counts;
mod dice;
mod geometry;
mod last;
mod links;
mod loops;
mod moves;
mod picks;
mod pieces;
mod routes;
mod threats;

use dagaz_core::{Game, PieceTypeId, PlayerId, PlayerKind as CorePlayerKind, SiteId};
use dagaz_record::position::letters::marks;
use dagaz_record::{Format, ListNotation};

use crate::board::{Board, Image, PieceType, PlayerInfo, PlayerKind, TextsView};

use geometry::Scale;

pub use moves::{Listing, WHOLE_MAX};
pub use picks::{PickedMove, picks_of};

/// Formats of records: those of a family of games, then those that hold any.
const FORMATS: [Format; 12] = [
    Format::Pgn,
    Format::Pdn,
    Format::Usi,
    Format::Ucci,
    Format::Kif,
    Format::Ki2,
    Format::Csa,
    Format::Mat,
    Format::Text,
    Format::Sgf,
    Format::Zsg,
    Format::Json,
];

/// How a game is drawn: what its boards and views have in common. Cheap to make; made once for each
/// set of rules.
#[derive(Debug)]
pub struct Drawing {
    board: Board,
    /// Whether a piece in a hand must be picked before its site.
    hand_first: bool,
    /// The types that may not be left to the enemy, and so never come to a hand.
    royal: Vec<PieceTypeId>,
    scale: Scale,
    /// How moves are written.
    notation: ListNotation,
}

impl Drawing {
    /// How a game is drawn whose rules have this hash.
    pub fn new(game: &dyn Game, rules: &str) -> Drawing {
        let glossary = game.glossary();
        let start = game.initial();
        let geometry = geometry::Geometry::of(game, &start);
        let choosers = glossary.players.iter().filter(|player| player.kind == CorePlayerKind::Chooser).count();
        let mut number = 0;
        let players = glossary
            .players
            .iter()
            .map(|player| PlayerInfo {
                id: player.name.clone(),
                kind: match player.kind {
                    CorePlayerKind::Chooser => PlayerKind::Chooser,
                    CorePlayerKind::Random => PlayerKind::Chance,
                    CorePlayerKind::Neutral => PlayerKind::Neutral,
                },
                mark: if player.kind == CorePlayerKind::Chooser {
                    number += 1;
                    format!("{}{number}", if choosers <= 2 { 'p' } else { 'c' })
                } else {
                    "neutral".to_string()
                },
            })
            .collect();
        let types = glossary
            .pieces
            .iter()
            .zip(marks(glossary, 4))
            .map(|(piece, short)| PieceType {
                id: piece.name.clone(),
                letter: piece.letter.clone(),
                short,
                help: piece.help.clone(),
                description: piece.description.clone(),
            })
            .collect();
        let royals = (0..glossary.players.len()).flat_map(|player| game.royals(&start, PlayerId::at(player)));
        let royal = royals.filter_map(|site| Some(start.piece(site)?.kind)).collect();
        let mut drawing = Drawing {
            board: Board {
                v: crate::VERSION,
                rules: rules.to_string(),
                title: glossary.title.clone(),
                kind: geometry.kind,
                sites: geometry.sites,
                links: geometry.links,
                zones: geometry.zones,
                labels: geometry.labels,
                players,
                types,
                start: Vec::new(),
                hands: Vec::new(),
                counts: Vec::new(),
                tallies: Vec::new(),
                exists: Vec::new(),
                texts: TextsView {
                    description: glossary.texts.description.clone(),
                    history: glossary.texts.history.clone(),
                    strategy: glossary.texts.strategy.clone(),
                    notes: glossary.texts.notes.clone(),
                },
                formats: FORMATS
                    .into_iter()
                    .filter(|format| format.fits(game))
                    .map(|it| it.name().to_string())
                    .collect(),
                images: Vec::new(),
                look: None,
            },
            hand_first: game.layout().spec().supplies.len() > choosers.max(1),
            royal,
            scale: geometry.scale,
            notation: ListNotation::of(game),
        };
        drawing.board.start = drawing.pieces(game, &start);
        drawing.board.hands = drawing.hands(game, &start);
        drawing.board.counts = drawing.counts(game, &start);
        drawing.board.tallies = drawing.tallies(game, &start);
        drawing.board.exists = drawing.existing(game, &start);
        drawing
    }

    /// What stays the same through all games.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board, to add what the game itself does not know, such as pictures.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Returns a picture that came with the rules, of so many pixels: of a piece type, or of the
    /// board if there is none.
    pub fn picture(
        &self,
        r#type: Option<String>,
        owner: Option<String>,
        url: String,
        pixels: Option<[u32; 2]>,
    ) -> Image {
        let size = pixels.and_then(|pixels| self.scale.size(pixels.map(|length| length as f32)));
        let at = size.filter(|_| r#type.is_none()).and_then(|_| self.scale.origin());
        Image { r#type, owner, url, size, at }
    }

    fn site(&self, site: SiteId) -> String {
        self.board.sites.get(site.index()).map_or_else(String::new, |site| site.id.clone())
    }

    fn player(&self, player: PlayerId) -> Option<String> {
        self.board.players.get(player.index()).map(|player| player.id.clone())
    }

    fn kind(&self, kind: PieceTypeId) -> String {
        self.board.types.get(kind.index()).map_or_else(String::new, |kind| kind.id.clone())
    }
}
