//! A duel: two players in turns on a full rectangle of lettered pieces, which is what the protocols
//! of shogi and xiangqi know of a game.

use dagaz_core::{Game, Piece, PieceTypeId, Placement, PlayerId, PlayerKind, Position, SiteId, SlotId};

use crate::Fault;
use crate::fault::few;
use crate::position::draft::start;
use crate::position::letters::fen_letters;
use crate::position::rectangle::Rectangle;

/// See the [module documentation](self).
pub(crate) struct TwoPlayerGame<'a> {
    pub(crate) game: &'a dyn Game,
    /// Who moves first, and who answers. Their slots have the same numbers.
    pub(crate) players: [PlayerId; 2],
    /// The sites, row by row, each from the left: the side of the first player is below, however
    /// the board is drawn.
    pub(crate) rows: Vec<Vec<SiteId>>,
    /// Row and column of each site; `None` outside the board.
    places: Vec<Option<(usize, usize)>>,
    /// Signs and a letter in upper case for the piece types that have them. The first of a type is
    /// written.
    letters: Vec<(String, PieceTypeId)>,
}

impl<'a> TwoPlayerGame<'a> {
    /// The duel that a game is, if it is one.
    pub(crate) fn of(game: &'a dyn Game) -> Option<TwoPlayerGame<'a>> {
        let glossary = game.glossary();
        let [first, second] = glossary.slots[..] else { return None };
        let plain = [first, second].iter().all(|slot| slot.mover == slot.side && slot.class.is_none());
        let choose = glossary.players.len() == 2 && glossary.players.iter().all(|p| p.kind == PlayerKind::Chooser);
        if !plain || !choose || first.mover == second.mover {
            return None;
        }
        let drawn = Rectangle::largest(game.topology())?.rows;
        let mut rows: Vec<Vec<SiteId>> =
            drawn.into_iter().map(|row| row.into_iter().collect::<Option<_>>()).collect::<Option<_>>()?;
        let players = [first.mover, second.mover];
        if first_is_above(game, players[0], &rows) {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        let mut places = vec![None; game.topology().sites().len()];
        for (row, sites) in rows.iter().enumerate() {
            for (column, site) in sites.iter().enumerate() {
                *places.get_mut(site.index())? = Some((row, column));
            }
        }
        let letters = fen_letters(glossary).into_iter().enumerate();
        let letters = letters.filter_map(|(kind, letter)| Some((letter?, PieceTypeId::at(kind)))).collect();
        Some(TwoPlayerGame { game, players, rows, places, letters })
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Returns row and column of a site; `None` outside the board.
    pub(crate) fn place(&self, site: SiteId) -> Option<(usize, usize)> {
        self.places.get(site.index()).copied().flatten()
    }

    /// The site in a row and column, if they are of the board.
    pub(crate) fn site(&self, row: usize, column: usize) -> Option<SiteId> {
        self.rows.get(row)?.get(column).copied()
    }

    /// Whether every piece type has a letter.
    pub(crate) fn is_lettered(&self) -> bool {
        (0..self.game.glossary().pieces.len()).all(|kind| self.letter(PieceTypeId::at(kind)).is_some())
    }

    /// The letters of all piece types, each type's own first.
    pub(crate) fn letters(&self) -> impl Iterator<Item = (&str, PieceTypeId)> {
        self.letters.iter().map(|(letter, kind)| (letter.as_str(), *kind))
    }

    /// The letter with which a type is written.
    pub(crate) fn letter(&self, kind: PieceTypeId) -> Option<&str> {
        self.letters().find(|(_, known)| *known == kind).map(|(letter, _)| letter)
    }

    /// The type of a letter in upper case.
    pub(crate) fn kind(&self, letter: &str) -> Option<PieceTypeId> {
        self.letters().find(|(known, _)| *known == letter).map(|(_, kind)| kind)
    }

    /// Makes two letters mean the same, if the game has one of them: `standard` is written, both
    /// are read.
    pub(crate) fn equate(&mut self, standard: &str, other: &str) {
        match (self.kind(standard), self.kind(other)) {
            (Some(kind), None) => self.letters.push((other.to_string(), kind)),
            (None, Some(kind)) => self.letters.insert(0, (standard.to_string(), kind)),
            _ => {}
        }
    }

    /// The start position without what stands on the board, with a player's turn.
    pub(crate) fn emptied(&self) -> Position {
        let mut position = start(self.game);
        position.pieces.retain(|placement| self.place(placement.site).is_none());
        (position.last, position.pending, position.slot) = (None, None, Some(SlotId(0)));
        position
    }

    /// Reads the rows of a board, which are the characters of `field`.
    pub(crate) fn parse_rows(&self, chars: &[char], field: (usize, usize)) -> Result<Vec<Placement>, Fault> {
        let (width, height) = (self.width(), self.height());
        let (mut at, mut row, mut column) = (field.0, 0, 0);
        let mut pieces = Vec::new();
        while at < field.1 {
            let begin = at;
            if chars[at] == '/' {
                if column < width {
                    return Err(Fault::at(at, format!("row {} has {column} of {width} places", row + 1)));
                }
                (at, row, column) = (at + 1, row + 1, 0);
                if row == height {
                    return Err(Fault::at(begin, format!("the board has only {height} rows")));
                }
                continue;
            }
            let places = if chars[at].is_ascii_digit() {
                let digits: String = chars[at..field.1].iter().take_while(|c| c.is_ascii_digit()).collect();
                at += digits.len();
                match digits.parse() {
                    Ok(0) => return Err(Fault::at(begin, "a run of 0 empty places means nothing")),
                    _ if digits.starts_with('0') => {
                        return Err(Fault::at(begin, format!("the number {digits} may not begin with 0")));
                    }
                    places => places.unwrap_or(usize::MAX),
                }
            } else {
                let piece = self.parse_piece(chars, &mut at, field.1)?;
                if let Some(site) = self.site(row, column) {
                    pieces.push(Placement { site, piece, attributes: Vec::new() });
                }
                1
            };
            if places > width - column {
                let message = format!("row {} is longer than the {width} places of the board", row + 1);
                return Err(Fault::at(begin, message));
            }
            column += places;
        }
        if column < width {
            return Err(Fault::at(at, format!("row {} has {column} of {width} places", row + 1)));
        }
        if row + 1 < height {
            return Err(Fault::at(at, format!("there are {} of {height} rows", row + 1)));
        }
        Ok(pieces)
    }

    /// Reads a piece: `+` signs and a letter, of the first player in upper case.
    pub(crate) fn parse_piece(&self, chars: &[char], at: &mut usize, end: usize) -> Result<Piece, Fault> {
        let begin = *at;
        let signs = chars[begin..end].iter().take_while(|c| **c == '+').count();
        let letter = chars[..end].get(begin + signs).copied();
        let text: String = chars[begin..end].iter().take(signs + 1).collect();
        let upper = text.to_uppercase();
        let owner = self.players[usize::from(letter.is_none_or(|letter| !letter.is_uppercase()))];
        match self.kind(&upper) {
            Some(kind) => {
                *at = begin + signs + 1;
                Ok(Piece { kind, owner })
            }
            None => {
                let known = few(self.letters().map(|(letter, _)| letter));
                let text: String = text.chars().take(8).collect();
                Err(Fault::at(begin, format!("`{text}` is no piece; this game has {known}")))
            }
        }
    }

    /// The letters of a piece, in the case of its owner.
    pub(crate) fn piece_text(&self, piece: Piece) -> Option<String> {
        let letter = self.letter(piece.kind)?;
        let owner = self.players.iter().position(|player| *player == piece.owner)?;
        Some(if owner == 0 { letter.to_uppercase() } else { letter.to_lowercase() })
    }

    /// Writes the rows of the board; none if a piece has no letter or no owner.
    pub(crate) fn write_rows(&self, position: &Position) -> Option<String> {
        let mut on: Vec<Option<Piece>> = vec![None; self.places.len()];
        for placement in &position.pieces {
            *on.get_mut(placement.site.index())? = Some(placement.piece);
        }
        let mut text = String::new();
        for (row, sites) in self.rows.iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for site in sites {
                let Some(piece) = on[site.index()] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += &self.piece_text(piece)?;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
        Some(text)
    }
}

/// Whether the pieces of the first player begin in the upper half of the drawn board.
fn first_is_above(game: &dyn Game, first: PlayerId, rows: &[Vec<SiteId>]) -> bool {
    let initial = game.initial();
    let owned = |site: &&SiteId| initial.piece(**site).is_some_and(|piece| piece.owner == first);
    // Twice the distance of each piece below the middle, summed.
    let below = |(row, sites): (usize, &Vec<SiteId>)| {
        sites.iter().filter(owned).count() as i64 * (2 * row as i64 + 1 - rows.len() as i64)
    };
    rows.iter().enumerate().map(below).sum::<i64>() < 0
}
